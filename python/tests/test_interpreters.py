"""One wheel for every CPython from 3.10 on: those that the machine has."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tengen

CODE = """
import sys
sys.path.insert(0, sys.argv[1])
import pickle, tengen
board = tengen.Board("renju", moves="g8 a15 f8 c15 h9 e15 h10 g15")
assert board.foul("h8").kind == "double three"
assert pickle.loads(pickle.dumps(board)) == board
assert tengen.read(b"h8i9")[0].moves == ["h8", "i9"]
assert tengen.solve(tengen.Board("nogo", size=4)).winner == "white"
with tengen.Engine(level=2) as engine, engine.analysis(board, nodes=500) as analysis:
    assert [info.best.move in board.legal_moves for info in analysis]
try:
    board.push("h8")
except tengen.IllegalMoveError as error:
    print(*sys.version_info[:2], error)
"""


def interpreters() -> dict[tuple[int, int], str]:
    """The interpreters that are found on the path or that pyenv has installed, by their versions."""
    names = [f"python3.{minor}" for minor in range(10, 20)]
    found = [path for name in names if (path := shutil.which(name))]
    found += map(str, sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3")))
    versions = {}
    for path in [*found, sys.executable]:
        code = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
        done = subprocess.run([path, "-I", "-c", code], capture_output=True, text=True)
        words = done.stdout.split()
        # What is on the path may be a shim for an interpreter that is not selected.
        if done.returncode == 0 and words[0] == "cpython" and int(words[2]) >= 10:
            versions[int(words[1]), int(words[2])] = path
    return versions


@pytest.mark.parametrize(("version", "path"), sorted(interpreters().items()))
def test_the_package_works_on(version: tuple[int, int], path: str, tmp_path: Path) -> None:
    shutil.copytree(Path(tengen.__file__).parent, tmp_path / "tengen")
    done = subprocess.run([path, "-I", "-c", CODE, str(tmp_path)], capture_output=True, text=True)
    assert done.stderr == ""
    major, minor = version
    assert done.stdout.strip() == f"{major} {minor} h8: black may not make a double three"
