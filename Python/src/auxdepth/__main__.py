"""`python -m auxdepth` is the program `auxdepth`."""

import sys

from ._program import main

sys.exit(main())
