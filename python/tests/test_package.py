"""The package as it is installed."""

import importlib.metadata

import tengen


def test_the_version_is_that_of_the_distribution() -> None:
    assert tengen.__version__ == importlib.metadata.version("tengen-games")
