"""Functions whose keywords are the options of functions of the library."""

from __future__ import annotations

import difflib
import functools
import inspect
import re
from typing import Any, Callable, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def names(*kinds: Any) -> list[str]:
    """Returns the names of the options that types of _options have."""
    return list(dict.fromkeys(name for kind in kinds for name in kind.__annotations__))


def takes(*kinds: Any, without: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """Gives the `**options` of a function the names and descriptions of options; others are refused as Python does."""

    def decorated(function: Function) -> Function:
        signature = inspect.signature(function)
        own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        types = {name: kind.__annotations__[name] for kind in kinds for name in kind.__annotations__}
        added = [name for name in names(*kinds) if name not in signature.parameters and name not in without]

        @functools.wraps(function)
        def checked(*arguments: Any, **keywords: Any) -> Any:
            for name in keywords:
                if name not in signature.parameters and name not in added:
                    close = difflib.get_close_matches(name, [*signature.parameters, *added], 1)
                    hint = f". Did you mean {close[0]!r}?" if close else ""
                    raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}{hint}")
            return function(*arguments, **keywords)

        checked.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=own
            + [
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=None,
                    annotation=getattr(types[name], "__forward_arg__", types[name]),
                )
                for name in added
            ]
        )
        checked.__doc__ = _described(function.__doc__ or "", kinds, added)
        return checked  # type: ignore[return-value]

    return decorated


def _described(text: str, kinds: tuple[Any, ...], added: list[str]) -> str:
    """Returns a docstring in which the line `**options` lists them, as the types describe them.

    Python 3.13 and later take the common indentation out of docstrings.
    """
    described: dict[str, str] = {}
    for kind in kinds:
        for name, meaning in re.findall(r"^(\w+): (.*)$", inspect.cleandoc(kind.__doc__ or ""), re.MULTILINE):
            described.setdefault(name, meaning)
    lines = [f"{name}: {described[name]}" for name in added]
    return re.sub(
        r"^( *)\*\*options\b.*$",
        lambda found: "\n".join(found[1] + line for line in lines),
        text,
        count=1,
        flags=re.MULTILINE,
    )


__all__ = ["names", "takes"]
