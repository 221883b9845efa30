"""From a paper's text to a validated analysis: the request, the reply's schema, and its checks."""
