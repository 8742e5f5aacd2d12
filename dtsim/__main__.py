"""`python -m dtsim` is the command `dtsim`."""

from dtsim.cli import main

main()
