"""What runs inside the reader's browser when a page is made live: a small notebook kernel.

Nothing here is used while the book is built; it is shipped with the site, see
``rulebook_ext.live``.
"""
