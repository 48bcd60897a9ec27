"""The process that reads and decodes photos: settings and photos come on standard input, outcomes go to standard output."""
from __future__ import annotations

import os
import pickle
import resource
import sys
from typing import IO, Any, Callable

from .isolation import send
from .photos import Outcome, look, rejection
from .settings import Listed, Settings
from .storage import Store

Look = Callable[[Listed, Store, Settings], Outcome]


def receive(pipe: IO[bytes]) -> Any:
    """Reads a value; None where there are no more."""
    head = pipe.read(8)
    return pickle.loads(pipe.read(int.from_bytes(head, "big"))) if len(head) == 8 else None


def serve(look: Look = look) -> None:
    """Answers until standard input ends."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    # What a library prints is no answer.
    os.dup2(2, 1)
    settings: Settings = receive(requests)
    resource.setrlimit(resource.RLIMIT_AS, (settings.memory, resource.getrlimit(resource.RLIMIT_AS)[1]))
    source = Store(settings.input, settings)
    while (photo := receive(requests)) is not None:
        try:
            answer: Outcome | Exception = look(photo, source, settings)
        except MemoryError:
            message = f"a process of {settings.memory} bytes is not enough"
            answer = Outcome(rejected=rejection(photo, "process", "memory", message))
        except Exception as failure:
            # Of the job, and not of the photo: it is raised in the task.
            answer = failure
        send(answers, answer)


if __name__ == "__main__":
    serve()
