"""Runs one command inside limits and reports what it cost; as a program: child.py REPORT SECONDS BYTES COMMAND...

A process of its own has to start the command: the kernel counts the memory of whoever starts it as the command's until
it runs. Nothing smaller than this process is seen.
"""
import json
import os
import resource
import signal
import sys

# What no command may write in one file, whatever it is asked for; more would hurt the machine.
_LARGEST_FILE = 1 << 30
# Seconds that pass while one is worked: other work may keep the machine busy.
_PATIENCE = 20


def _limited(seconds: int, memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _written(child: int) -> int:
    """Returns the bytes that a child wrote into files that has ended and is still listed.

    What it handed to its decoders and encoders is in `wchar` as well: these are files in memory, and no file system's. What goes
    to a pipe is not in `write_bytes`.
    """
    try:
        with open(f"/proc/{child}/io") as io:
            counts = dict(line.split(": ") for line in io)
        return min(int(counts["wchar"]), int(counts["write_bytes"]))
    except (OSError, KeyError):
        return 0


def _main() -> None:
    report, seconds, memory, *command = sys.argv[1:]
    child = os.fork()
    if child == 0:
        try:
            # Python ignores these, and what it starts would do the same.
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            _limited(int(seconds), int(memory))
            os.execv(command[0], command)
        finally:
            os._exit(127)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    signal.alarm(_PATIENCE * int(seconds) + 10)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    signal.alarm(0)
    written = _written(child)
    _, status, usage = os.wait4(child, 0)
    with open(report, "w") as file:
        json.dump({"status": os.waitstatus_to_exitcode(status), "seconds": usage.ru_utime + usage.ru_stime,
                   "memory": usage.ru_maxrss * 1024, "written": written}, file)


if __name__ == "__main__":
    _main()
