"""JPEG, HEIF and TIFF by our own walkers and writers, which share nothing with the program under test."""
