"""The notebook of the examples runs from top to bottom, and finds what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(EXAMPLES)
    names: dict[str, Any] = {}
    for cell in json.loads(Path("archive.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "archive.ipynb", "exec"), names)
    said = capsys.readouterr().out
    assert "line 3: written for white, but black won at move 9 by five g8 h8 i8 j8 k8" in said
    assert "black won: j10 j9 j8 j7 j6" in said
    assert "black wins by fours" in said
    assert "white wins renju on 15x15, 11 stones, white to move" in said
    assert len(names["losses"]) == 29
