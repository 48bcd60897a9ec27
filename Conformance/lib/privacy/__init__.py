"""Photos that hold a mark in one place each, and the search for it in what the program writes."""
