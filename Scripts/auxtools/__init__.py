"""What the scripts of this repository share; it needs nothing but Python's standard library.

A script finds it by `sys.path.insert(0, str(ROOT / "Scripts"))`, where ROOT is the folder of the repository.
"""
