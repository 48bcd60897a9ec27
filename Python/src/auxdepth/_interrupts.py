"""Calls that signals can end: Ctrl-C is KeyboardInterrupt at once, whatever the library is doing.

Python runs handlers of signals in its main thread, between two of its own steps: a call of C there would hold them back
until it returns. So a call of the main thread that may take long is made by another thread, while the main thread waits
where handlers run. Where one of them raises, the call is cancelled and left behind: it ends by itself, soon, and
gives no file its name any more; what it uses is kept until then, and what it made is closed.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import queue
import sys
import threading
from ctypes import byref, c_void_p
from typing import Any, Callable

from ._library import library
from .errors import UnsupportedError


def _is_main_interpreter() -> bool:
    if sys.implementation.name != "cpython":
        return True
    get, main = (ctypes.pythonapi[f"PyInterpreterState_{name}"] for name in ("Get", "Main"))
    get.restype = main.restype = c_void_p
    return bool(get() == main())


#: False in a subinterpreter, as mod_wsgi has them: handlers of signals do not run there, and ctypes calls back into the main one.
IN_MAIN_INTERPRETER = _is_main_interpreter()

_current = threading.local()
_lock = threading.Lock()
#: The calls that were left behind and have not ended.
_left: set[_Work] = set()
#: The threads that wait for a call of the main thread.
_idle: list[_Caller] = []


class _Caller:
    """A thread that makes calls for the main thread, one after another, until one of them is left behind.

    A new thread for each call would cost more than reading the headers of a photo does.
    """

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self.cancellation = c_void_p()
        library().auxdepth_cancellation_new(byref(self.cancellation), None)
        # What is left behind at the end is waited for by _at_exit(); one that is idle keeps no program from ending.
        self.thread = threading.Thread(target=self._serve, name="auxdepth idle", daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        library().auxdepth_cancellation_use(self.cancellation)
        while (work := self.calls.get()) is not None:
            _current.work = work
            work.make()
            # An idle thread holds no buffers.
            del work, _current.work
        library().auxdepth_cancellation_use(None)

    def __del__(self) -> None:
        library().auxdepth_cancellation_close(self.cancellation)


def _take_idle() -> _Caller | None:
    # The thread that forks may take it, too, between a question and an answer.
    try:
        return _idle.pop()
    except IndexError:
        return None


class _Work:
    """A call in a thread of its own, and what the thread that waits for it is asked to do meanwhile."""

    def __init__(self, function: Callable[..., int], arguments: tuple[Any, ...], undo: Callable[[], None] | None) -> None:
        self._function = function
        # Kept until the call has ended: buffers, callbacks and the places of results.
        self._arguments = arguments
        self._undo = undo
        self._questions: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._status = 0
        self._failure: BaseException | None = None
        self._is_left = False
        self._has_ended = False
        self._afterwards: list[Callable[[], None]] = []

    def run(self) -> int:
        """Makes the call, and returns its status; what a handler of a signal raises comes out at once."""
        caller = _take_idle() or _Caller()
        try:
            caller.calls.put(self)
            while (question := self._questions.get()) is not None:
                question()
        except BaseException:
            self._leave(caller)
            raise
        _idle.append(caller)
        if self._failure is not None:
            raise self._failure
        return self._status

    def ask(self, question: Callable[[], int], otherwise: int) -> int:
        """Has the thread that waits answer; `otherwise` where none waits any more."""
        answers: queue.SimpleQueue[int] = queue.SimpleQueue()

        def answer() -> None:
            found = otherwise
            try:
                found = question()
            finally:
                answers.put(found)

        with _lock:
            if self._is_left:
                return otherwise
            # Whoever leaves puts an answer, too.
            self._refuse = lambda: answers.put(otherwise)
            self._questions.put(answer)
        return answers.get()

    _refuse: Callable[[], None] | None = None

    def make(self) -> None:
        """Makes the call, in the thread of a caller."""
        try:
            self._status = self._function(*self._arguments)
        except BaseException as failure:  # noqa: BLE001, it is raised where the call is waited for
            self._failure = failure
        finally:
            with _lock:
                self._has_ended = True
                is_left = self._is_left
                _left.discard(self)
                afterwards, self._afterwards = self._afterwards, []
            self._questions.put(None)
            if is_left:
                self._end(afterwards)

    def _leave(self, caller: _Caller) -> None:
        """Cancels the call, whose end is not waited for, and has its thread end with it."""
        library().auxdepth_cancellation_cancel(caller.cancellation)
        with _lock:
            self._is_left = True
            has_ended = self._has_ended
            if not has_ended:
                _left.add(self)
                self._thread = caller.thread
                caller.thread.name = "auxdepth"
            refuse, self._refuse = self._refuse, None
        caller.calls.put(None)
        if refuse is not None:
            refuse()
        if has_ended:
            self._end([])

    _thread: threading.Thread | None = None

    def wait(self) -> None:
        """Waits until a call that was left behind has ended."""
        if self._thread is not None:
            self._thread.join()

    def _end(self, afterwards: list[Callable[[], None]]) -> None:
        if self._status == 0 and self._failure is None and self._undo is not None:
            self._undo()
        for each in afterwards:
            each()


def run(function: Callable[..., int], arguments: tuple[Any, ...], undo: Callable[[], None] | None = None) -> int:
    """Calls a function of the library that may take long, and returns its status; `undo` closes what it made."""
    if not IN_MAIN_INTERPRETER or threading.current_thread() is not threading.main_thread():
        return function(*arguments)
    return _Work(function, arguments, undo).run()


def in_caller(function: Callable[..., int], otherwise: int) -> Callable[..., int]:
    """Returns a callback that runs in the thread that called run(); it is `otherwise` where that has left."""

    def callback(*arguments: Any) -> int:
        work: _Work | None = getattr(_current, "work", None)
        return function(*arguments) if work is None else work.ask(lambda: function(*arguments), otherwise)

    return callback


def needs_callbacks(what: str, instead: str) -> None:
    """Raises UnsupportedError in a subinterpreter, which the library cannot call back."""
    if not IN_MAIN_INTERPRETER:
        raise UnsupportedError(f"{what} calls Python back, which a subinterpreter does not allow: {instead}", code="unsupported")


def after_calls(action: Callable[[], None]) -> None:
    """Does something once no call that was left behind still runs."""
    remaining = 0

    def one_has_ended() -> None:
        nonlocal remaining
        with _lock:
            remaining -= 1
            is_last = remaining == 0
        if is_last:
            action()

    # A call that this thread left behind is there already, and those of others do not matter.
    if _left:
        with _lock:
            remaining = len(_left)
            for work in _left:
                work._afterwards.append(one_has_ended)
    if remaining == 0:
        action()


def _at_exit() -> None:
    with _lock:
        left = list(_left)
    for work in left:
        work.wait()


atexit.register(_at_exit)


def _before_fork() -> None:
    # A process of one thread is forked as one: Python warns of forks beside other threads.
    while (caller := _take_idle()) is not None:
        caller.calls.put(None)
        caller.thread.join()
    _lock.acquire()


def _in_child() -> None:
    # The threads of the parent are not here, and its calls never end.
    _left.clear()
    _idle.clear()
    _lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_lock.release, after_in_child=_in_child)
