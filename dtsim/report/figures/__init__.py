"""The figures of a run, a module each: what is drawn follows from the result alone."""
