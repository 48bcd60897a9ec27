"""Gain maps beside the program: what files say of them, files with them, their renditions, and other readers of them."""
