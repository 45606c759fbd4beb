"""The extension module. Import its names from `tengen`."""

__all__ = ["__version__"]

__version__: str
