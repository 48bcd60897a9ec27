"""auxdepth.spark where its packages are missing: it is imported, and says what to install when it needs one."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
for name in ("pyspark", "pandas", "pyarrow", "fsspec"):
    sys.modules[name] = None
import auxdepth
from auxdepth.spark import storage, tables
from auxdepth.spark.settings import Settings
assert auxdepth.spark.extract("out").schema.startswith("path string")
NEEDS = {
    "fsspec": lambda: storage.Store("/photos", Settings()),
    "pandas": lambda: tables.frame(tables.FINDINGS, []),
    "pyarrow": lambda: tables.parquet(tables.FINDINGS, []),
}
try:
    NEEDS[sys.argv[1]]()
except ModuleNotFoundError as failure:
    print(failure)
"""


@pytest.mark.parametrize("package", ["fsspec", "pandas", "pyarrow"])
def test_what_is_missing_is_named(package: str) -> None:
    shown = subprocess.run([sys.executable, "-c", CODE, package], capture_output=True, text=True, check=True).stdout
    assert f"needs {package}" in shown and "pip install 'auxdepth[spark]'" in shown
