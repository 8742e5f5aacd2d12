"""Tests of the statistics: golden values, properties, calibration."""
