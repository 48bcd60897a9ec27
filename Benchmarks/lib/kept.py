"""What takes long to make is kept in .build until the scripts that make it change."""

import hashlib

from auxtools.environment import ROOT


def version(*files, also=""):
    """Returns a name for what these scripts make now."""
    digest = hashlib.sha256(also.encode())
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def array(folder, version, name, make):
    """Returns the array of that name, made where it is not kept yet."""
    import numpy as np
    path = ROOT / ".build" / folder / version / f"{name}.npy"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".unfinished.npy")
        np.save(unfinished, make())
        unfinished.rename(path)
    return np.load(path)
