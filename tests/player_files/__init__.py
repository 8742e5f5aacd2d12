"""Player files: what they may say, and what is said about mistakes in them."""
