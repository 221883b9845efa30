"""What arXiv announces: the daily feed, and its API for dates, ids and what was missed.

:mod:`discover` puts it together. :mod:`feed` and :mod:`arxiv_api` read the two
upstreams, :mod:`calendar` knows arXiv's schedule, :mod:`ids` its identifiers,
:mod:`addresses` where it is and its limits. Everything here turns answers into the
values of :mod:`wiki_builder.core.values`; nothing here writes a file, and only
:mod:`wiki_builder.core.http.client` touches the network. What becomes of an announced paper is
the pipeline's.
"""
