"""A process that dies, hangs or fails over photos of some names, as decoders do over hostile files."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import auxdepth
from auxdepth.spark.child import WORK, serve
from auxdepth.spark.looking import Outcome
from auxdepth.spark.settings import Listed, Settings


def hard(work: Any) -> Any:
    """Returns the same work, which fails for photos of some names."""

    def done(photo: Listed, source: Any, settings: Settings) -> Outcome:
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
        outcome: Outcome = work(photo, source, settings)
        return outcome

    return done


if __name__ == "__main__":
    serve({name: hard(work) for name, work in WORK.items()})
