"""Runs a command and writes its peak memory in KiB to a file: measure.py FILE COMMAND...

A process of its own, since the kernel counts the memory of whoever starts a command as the command's until it runs;
this one is small.
"""
import os
import sys

child = os.fork()
if child == 0:
    os.execv(sys.argv[2], sys.argv[2:])
_, status, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as report:
    report.write(str(usage.ru_maxrss))
code = os.waitstatus_to_exitcode(status)
# A signal is passed on as the shell does.
os._exit(code if code >= 0 else 128 - code)
