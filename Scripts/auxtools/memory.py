"""Measures the peak memory of a command; as a program: memory.py FILE COMMAND... writes it to a file, in KiB.

The kernel counts the memory of whoever starts a command as the command's until it runs. So a small process of its own
has to start it: GNU time where it is installed, else this file, and then nothing smaller than it is seen.
"""
import os
import shutil
import sys


def measuring(command: "list[str]", report: str) -> "list[str]":
    """Returns the command that runs another and leaves a report in a file; the exit status is the other's."""
    timer = shutil.which("time")
    if timer is not None:
        return [timer, "-q", "-f", "%M", "-o", report, *command]
    return [sys.executable, "-I", "-S", __file__, report, *command]


def reported(text: str) -> "int | None":
    """Returns the bytes that a report states."""
    lines = text.split()
    return int(lines[-1]) * 1024 if lines and lines[-1].isdigit() else None


def _main() -> None:
    child = os.fork()
    if child == 0:
        try:
            os.execvp(sys.argv[2], sys.argv[2:])
        finally:
            os._exit(127)
    _, status, usage = os.wait4(child, 0)
    with open(sys.argv[1], "w") as report:
        report.write(str(usage.ru_maxrss))
    code = os.waitstatus_to_exitcode(status)
    # A signal is passed on as the shell does.
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    _main()
