"""Pages: what each says (``views``, through ``template``),
and how it is brought up to date on the disk (``files``).
"""
