"""Flipped bits: good files of each codec, and what a decoder makes of them."""
