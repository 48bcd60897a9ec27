"""A process that dies, hangs or fails over photos of some names, as decoders do over hostile files."""
from __future__ import annotations

import os
import signal
import time

import auxdepth

from depthjob.child import serve
from depthjob.photos import Outcome, look
from depthjob.settings import Listed, Settings
from depthjob.storage import Store


def hard_look(photo: Listed, source: Store, settings: Settings) -> Outcome:
    name = photo.path.split("/")[-1]
    if name.startswith("crash"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if name.startswith("hang"):
        time.sleep(60)
    if name.startswith("memory"):
        bytearray(settings.memory * 2)
    if name.startswith("once") and not os.path.exists(mark := f"{settings.output}.once"):
        open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    if name.startswith("lacking"):
        raise auxdepth.InputOutputError("the system gives no more memory", code="io")
    if name.startswith("ours"):
        raise ValueError("a mistake in the job")
    return look(photo, source, settings)


if __name__ == "__main__":
    serve(hard_look)
