"""Measurements that take longer than a test: speed and statistical quality."""
