"""Five-in-a-row and NoGo: rules, records, solver and player.

>>> import tengen
>>> tengen.__version__.count(".")
2
"""

from tengen._tengen import __version__

__all__ = ["__version__"]
