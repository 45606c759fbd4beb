"""The package as it is installed."""

import importlib.metadata
import subprocess
import sys

import tengen


def test_the_version_is_that_of_the_distribution() -> None:
    assert tengen.__version__ == importlib.metadata.version("tengen-games")


def test_every_public_name_is_there_and_has_a_docstring() -> None:
    for name in tengen.__all__:
        value = getattr(tengen, name)
        assert name == "__version__" or value.__doc__, name


def test_importing_needs_no_other_package() -> None:
    code = "import sys, tengen; print([name for name in ('numpy', 'pyarrow', 'polars') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
