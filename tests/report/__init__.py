"""Reports: the page, its figures and its tables."""
