"""A process of its own for photos: one that crashes, hangs or eats memory costs its photo alone."""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import subprocess
import sys
import time
from typing import IO, Any

from .looking import LACKING, Outcome, rejection
from .settings import Listed, Settings


def send(pipe: IO[bytes], value: Any) -> None:
    """Writes a value with its length before it."""
    data = pickle.dumps(value)
    pipe.write(len(data).to_bytes(8, "big") + data)
    pipe.flush()


class Ended(Exception):
    """The process ended, or was ended, before it answered."""


class Decoder:
    """Gives photos to a process, which is started again where it dies; a context manager that ends it."""

    def __init__(self, settings: Settings, entry: str = "auxdepth.spark.child") -> None:
        self.settings, self.entry = settings, entry
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Decoder:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def do(self, work: str, photo: Listed) -> Outcome:
        """Returns what became of a photo; where processes die over it, or lack something, again and again, it is set aside."""
        reason, code = "", "crash"
        for _ in range(self.settings.photo_attempts):
            try:
                return self.ask(work, photo)
            except TimeoutError:
                self.end()
                message = f"there was no result after {self.settings.photo_seconds:g} s"
                return Outcome(rejected=rejection(photo, "process", "timeout", message))
            except Ended as failure:
                # It may have been another photo's fault, or nobody's: a machine that was short of memory, or is going away.
                reason, code = str(failure), "crash"
            except LACKING as failure:
                # Nothing is known of the photo: memory, descriptors or processes were lacking, or the file changed.
                self.end()
                reason, code = f"because {failure}", "system"
        message = f"{self.settings.photo_attempts} processes ended over it, the last {reason}"
        return Outcome(rejected=rejection(photo, "process", code, message))

    def ask(self, work: str, photo: Listed) -> Outcome:
        process = self.process or self.start()
        assert process.stdin is not None and process.stdout is not None
        try:
            send(process.stdin, (work, photo))
            answer = self.receive(process.stdout)
        except (OSError, EOFError) as failure:
            if isinstance(failure, TimeoutError):
                raise
            raise Ended(self.end()) from None
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Outcome)
        return answer

    def start(self) -> subprocess.Popen[bytes]:
        # What this process can import, the other can: archives of --py-files, too.
        path = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(
            [sys.executable, "-m", self.entry], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdin is not None
        try:
            send(self.process.stdin, self.settings)
        except OSError:
            raise Ended(self.end()) from None
        return self.process

    def receive(self, pipe: IO[bytes]) -> Any:
        """Reads a value; TimeoutError where it takes too long, EOFError where the process is gone."""
        deadline = time.monotonic() + self.settings.photo_seconds
        length = int.from_bytes(self.exactly(pipe, 8, deadline), "big")
        return pickle.loads(self.exactly(pipe, length, deadline))

    @staticmethod
    def exactly(pipe: IO[bytes], count: int, deadline: float) -> bytes:
        data = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while len(data) < count:
                if not selector.select(max(0, deadline - time.monotonic())):
                    raise TimeoutError
                part = os.read(pipe.fileno(), min(count - len(data), 1 << 20))
                if not part:
                    raise EOFError
                data += part
        return bytes(data)

    def end(self) -> str:
        """Ends the process where it still runs, and says how it ended."""
        process, self.process = self.process, None
        if process is None:
            return ""
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        try:
            # Without input it ends by itself; one that hangs does not.
            status = process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        return f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"


#: Of this process: Spark gives it one task after the other, and starting a process that decodes takes a second.
_decoders: dict[tuple[int, str], Decoder] = {}


def decoder_of(settings: Settings) -> Decoder:
    """Returns the process that decodes for this one; it ends when this one does."""
    key = os.getpid(), repr(settings)
    if key not in _decoders:
        for (owner, _), other in _decoders.items():
            if owner == os.getpid():
                other.end()
        _decoders.clear()
        _decoders[key] = Decoder(settings)
    return _decoders[key]
