"""Hero files: TOML with the rulebook's sentences, read into a frozen Hero."""
