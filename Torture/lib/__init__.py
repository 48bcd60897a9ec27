"""Hostile files, and what they may cost."""
