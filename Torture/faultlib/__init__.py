"""Faults of the machine: what the checks of Torture/faults share, and the checks themselves."""
