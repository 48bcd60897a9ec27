"""Printing: tables in Markdown and the numbers in them."""

import statistics


def spread(values, form):
    return f"{form(statistics.median(values))} ({form(min(values))}–{form(max(values))})"


def milliseconds(seconds):
    value = seconds * 1000
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def ratio_text(ratio):
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"


def megabytes(count):
    return "?" if count is None else f"{count / 2**20:.1f}"


def print_table(columns, rows):
    texts = [columns, *rows]
    widths = [max(len(row[column]) for row in texts) for column in range(len(columns))]

    def line(row):
        return "| " + " | ".join(text.ljust(width) for text, width in zip(row, widths)) + " |"

    print(line(columns))
    print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    for row in rows:
        print(line(row), flush=True)
    print()


def time_cells(taken):
    """Returns the cells of ours, theirs, and theirs / ours."""
    return [
        spread([ours for ours, _ in taken], milliseconds),
        spread([theirs for _, theirs in taken], milliseconds),
        spread([theirs / ours for ours, theirs in taken], ratio_text),
    ]
