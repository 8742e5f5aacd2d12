"""Player files: who decides for a hero, as data."""
