"""Which exit statuses are right where one call fails with one errno.

"Right" is what the contract of the command line says: 74 for what the machine cannot do, 73 for an output that cannot
be created, 66 for an input that may not be read, 0 where the work can be done another way. The work done in spite of a
fault, and done right, is always right where the table has 0.
"""
from __future__ import annotations

import os
from errno import (EACCES, EAGAIN, EDQUOT, EEXIST, EINTR, EINVAL, EIO, EMFILE, EMLINK, ENFILE, ENOLCK, ENOMEM, ENOSPC,
                   ENOSYS, EOPNOTSUPP, EPERM, EPIPE, EROFS, EWOULDBLOCK)

from .jobs import Call, Job

IO = {74}
MADE = {73, 74}
EITHER = {0, 74}
DONE = {0}

# Temporary failures of the machine are 74 at every opening; missing rights are distinguished by what is opened.
_OPEN = {EIO: IO, EMFILE: IO, ENFILE: IO, ENOMEM: IO, EACCES: {66, 74}, EINTR: DONE}
_CREATE = {EIO: IO, EMFILE: IO, ENOSPC: MADE, EDQUOT: MADE, EROFS: MADE, EACCES: MADE, EEXIST: DONE, EINTR: DONE}

TABLE: dict[str, dict[int, set[int]]] = {
    "open": _OPEN,
    "openfolder": {EIO: EITHER, EMFILE: EITHER, EACCES: EITHER},
    "openwrite": {EIO: IO, EMFILE: IO, EACCES: MADE, EINTR: DONE},
    "create": _CREATE,
    "fopen": _OPEN,
    "opendir": {EIO: IO, EMFILE: IO, EACCES: {66, 74}, ENOMEM: IO},
    "fdopendir": {ENOMEM: IO},
    "readdir": {EIO: IO},
    # Done in spite of it means the true answer: what failed once may be read again.
    "read": {EIO: EITHER, EINTR: DONE},
    "pread": {EIO: EITHER, EINTR: DONE},
    "readv": {EIO: EITHER, EINTR: DONE},
    "mmap": {ENOMEM: EITHER, EIO: EITHER},
    "write": {EIO: IO, ENOSPC: IO, EDQUOT: IO, EINTR: DONE},
    "pwrite": {EIO: IO, ENOSPC: IO, EDQUOT: IO, EINTR: DONE},
    "writev": {EIO: IO, ENOSPC: IO, EDQUOT: IO, EINTR: DONE},
    "fsync": {EIO: IO, ENOSPC: IO, EDQUOT: IO, EINTR: DONE, EROFS: EITHER},
    # A file system that cannot flush a folder says EINVAL.
    "fsyncfolder": {EIO: IO, ENOSPC: IO, EINVAL: DONE, EINTR: DONE},
    "rename": {EIO: IO, EACCES: MADE, EROFS: MADE, ENOSPC: MADE, EDQUOT: MADE},
    "renameat2": {EINVAL: DONE, ENOSYS: DONE, EEXIST: {73}, EIO: IO, EACCES: MADE, EROFS: MADE, ENOSPC: MADE,
                  EDQUOT: MADE},
    "link": {EPERM: DONE, EOPNOTSUPP: DONE, EMLINK: DONE, ENOSYS: DONE, EEXIST: {73}, EIO: EITHER,
             ENOSPC: MADE | {0}, EACCES: MADE | {0}},
    "unlink": {EIO: EITHER, EACCES: EITHER},
    "fchmod": {EPERM: EITHER, EIO: EITHER, EOPNOTSUPP: EITHER},
    "fchown": {EPERM: DONE, EIO: EITHER, EINVAL: EITHER},
    "fsetxattr": {EOPNOTSUPP: DONE, EPERM: DONE, ENOSPC: EITHER, EDQUOT: EITHER, EIO: EITHER},
    "getxattr": {EOPNOTSUPP: DONE, EIO: EITHER}, "fgetxattr": {EOPNOTSUPP: DONE, EIO: EITHER},
    "listxattr": {EOPNOTSUPP: DONE, EIO: EITHER}, "flistxattr": {EOPNOTSUPP: DONE, EIO: EITHER},
    "futimens": {EPERM: DONE, EIO: EITHER},
    "fstat": {EIO: IO}, "lseek": {EIO: EITHER},
    "stat": {EIO: EITHER, EACCES: {0, 66, 73, 74}}, "lstat": {EIO: EITHER, EACCES: {0, 66, 73, 74}},
    "fstatat": {EIO: EITHER, EACCES: {0, 66, 73, 74}}, "access": {EIO: EITHER},
    # What a link leads to is replaced, and never the link.
    "readlink": {EIO: IO}, "realpath": {EIO: IO},
    "mkdir": {EIO: MADE, EACCES: MADE, EROFS: MADE, ENOSPC: MADE},
    "chmod": {EPERM: EITHER}, "chown": {EPERM: DONE},
    "close": {EIO: EITHER, EINTR: DONE},
    "flock": {ENOSYS: DONE, ENOLCK: DONE, EOPNOTSUPP: DONE, EINTR: DONE, EWOULDBLOCK: {0, 74, 75}, EIO: EITHER},
    "getrandom": {ENOSYS: DONE, EINTR: DONE},
    "getentropy": {ENOSYS: DONE},
    # One thread less is enough for what the program does itself; a codec says that it cannot work.
    "pthread_create": {EAGAIN: EITHER},
}

# Of a folder that is opened to be flushed, when the file has its name: one that may not be read is not.
_FLUSHED = {EIO: IO, EMFILE: IO, ENFILE: IO, ENOMEM: IO, EACCES: DONE, EINTR: DONE}

# Calls that may move fewer bytes than were asked for.
PARTIAL = {"read", "pread", "write", "pwrite"}


def faults_at(call: Call, job: Job) -> list[tuple[str, set[int]]]:
    """Returns what can happen at a call, as FAULT_DO has it, with the statuses that are right then."""
    rights = TABLE.get(call.name, {})
    if call.name in ("opendir", "fdopendir", "readdir") and os.path.normpath(call.path) in job.relists:
        rights = {number: allowed | DONE for number, allowed in rights.items()}
    if call.name == "open" and job.is_folder(call.path):
        rights = _FLUSHED
    if call.path == "<2>":
        # There is nobody to report to.
        return [(f"errno:{EIO}", DONE)] if call.name == "write" else []
    if call.path == "<1>" and call.name == "write":
        rights = rights | {EPIPE: IO}
    if call.path.startswith("<") and call.name in ("fstat", "lseek", "close"):
        rights = {EIO: EITHER}
    found = [(f"errno:{number}", allowed) for number, allowed in rights.items()]
    if call.name in PARTIAL and call.count != 1:
        found.append(("short", DONE))
    return found
