"""The examples of docs/environments.md run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == PAGE.read_text().count("```python") == 4


@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo", "ignore::UserWarning:gymnasium")
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str) -> None:
    names: dict[str, Any] = {"__name__": "example"}
    exec("import tengen\n" + example, names)
