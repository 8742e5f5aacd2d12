"""dtsim."""
