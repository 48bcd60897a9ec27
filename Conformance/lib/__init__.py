"""Helpers of the conformance runner."""
