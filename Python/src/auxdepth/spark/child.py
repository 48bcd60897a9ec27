"""The process that reads and decodes photos: settings and photos come on standard input, outcomes go to standard output."""

from __future__ import annotations

import os
import pickle
import resource
import sys
from typing import IO, Any

from . import rows
from .decoder import send
from .looking import Outcome, look, rejection
from .settings import Settings
from .sources import ContentSource, FileSource, PhotoSource
from .storage import Store

#: What this process can be asked for.
WORK: dict[str, rows.Work] = {"look": look, "verdict": rows.verdict, "numbers": rows.numbers, "files": rows.files}


def receive(pipe: IO[bytes]) -> Any:
    """Reads a value; None where there are no more."""
    head = pipe.read(8)
    return pickle.loads(pipe.read(int.from_bytes(head, "big"))) if len(head) == 8 else None


def serve(known: dict[str, rows.Work]) -> None:
    """Answers until standard input ends."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints is no answer.
    os.dup2(2, 1)
    settings: Settings = receive(requests)
    resource.setrlimit(resource.RLIMIT_AS, (settings.memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    common: PhotoSource = Store(settings.input, settings) if settings.input else FileSource(settings)
    while (request := receive(requests)) is not None:
        work, photo = request
        source = common if photo.content is None else ContentSource(photo)
        try:
            answer: Outcome | Exception = known[work](photo, source, settings)
        except MemoryError:
            message = f"a process of {settings.memory} bytes is not enough"
            answer = Outcome(rejected=rejection(photo, "process", "memory", message))
        except Exception as failure:
            # Of the job, and not of the photo: it is raised in the task.
            answer = failure
        send(answers, answer)


if __name__ == "__main__":
    serve(WORK)
