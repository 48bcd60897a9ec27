"""The version of the package, which is that of the library that it was written for."""

__version__ = "0.2.0"
