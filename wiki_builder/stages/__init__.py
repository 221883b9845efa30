"""The stages of a run, a module each, in the order in which a paper passes them:

select, intake, add, fetch, analyse, figures, link, disambiguate, articles, render; ``receipts``
accounts for all.
"""
