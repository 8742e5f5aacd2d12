"""Results as people and programs want them: tables, plots, pages."""
