"""A million games in memory judged from Python, against the command line on the same games; and the memory of a stream.

Run with release builds: `cargo build --release -p tengen`, `make wheel`, install the wheel, then
`TENGEN=target/release/tengen python benchmarks/replay.py`.
"""

import os
import random
import resource
import subprocess
import sys
import tempfile
import time

import pyarrow

import tengen

GAMES = 1_000_000
DISTINCT = 10_000
MOST = 1.3
STREAMED = """
import sys, pyarrow, tengen
games = open(sys.argv[1]).read().split()
batch = pyarrow.record_batch({"moves": games})
reader = pyarrow.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(int(sys.argv[2]))))
rows = sum(part.num_rows for part in tengen.replay(reader, threads=1))
assert rows == len(games) * int(sys.argv[2])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def random_game(rng: random.Random) -> str:
    """Moves close to each other, until somebody wins or there are eighty."""
    board = tengen.Board(moves="h8")
    names = [board.name(x, y) for x in range(15) for y in range(15)]
    points = {name: board.point(name) for name in names}
    while not board.is_game_over() and board.ply < 80:
        x, y = points[rng.choice(board.move_stack)]
        name = board.name(min(14, max(0, x + rng.randint(-2, 2))), min(14, max(0, y + rng.randint(-2, 2))))
        if name in board.legal_moves:
            board.push(name)
    return "".join(board.move_stack)


def cpu_of_command(command: list[str]) -> float:
    """CPU seconds of a command, the least of a few runs."""
    rounds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        rounds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(rounds)


def cpu_of_replay(table: pyarrow.Table, schema: str) -> float:
    """CPU seconds of this process while all games are judged, the least of a few runs."""
    rounds = []
    for _ in range(3):
        before = time.process_time()
        rows = 0
        for batch in tengen.replay(table, threads=1, schema=schema):
            rows += batch.num_rows
        rounds.append(time.process_time() - before)
        assert rows == table.num_rows
    return min(rounds)


def main() -> None:
    """Measure, print and check."""
    binary = os.environ["TENGEN"]
    rng = random.Random(19)
    distinct = [random_game(rng) for _ in range(DISTINCT)]
    games = distinct * (GAMES // DISTINCT)
    rng.shuffle(games)
    moves = len("".join(distinct)) / DISTINCT
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.txt")
        with open(path, "w") as file:
            file.write("\n".join(games) + "\n")
        replay = [binary, "replay", "--threads", "1"]
        summary = cpu_of_command([*replay, "--limit", "0", path])
        json = cpu_of_command([*replay, "--json", path])
        table = pyarrow.table({"moves": games})
        verdicts = tengen.replay(table, threads=1).to_pyarrow()["end"].value_counts().to_pylist()
        compact, plain = cpu_of_replay(table, "compact"), cpu_of_replay(table, "plain")
        with open(path, "w") as file:
            file.write("\n".join(distinct) + "\n")
        peaks = [
            int(subprocess.run([sys.executable, "-c", STREAMED, path, str(batches)], check=True, capture_output=True).stdout)
            for batches in (1, 100)
        ]
    print(f"{GAMES} games of {moves:.0f} characters, one thread, CPU seconds: {verdicts}")
    print(f"command line: {summary:.2f} for the summary, {json:.2f} for JSON Lines")
    print(f"Python: {compact:.2f} compact ({compact / summary:.2f} times the summary), {plain:.2f} plain")
    print(f"peak memory of a stream: {peaks[0] // 1024} MiB for {DISTINCT} games, {peaks[1] // 1024} MiB for {GAMES}")
    assert compact <= MOST * summary, f"{compact / summary:.2f} times the command line"
    assert peaks[1] - peaks[0] < 16 * 1024, "memory grows with the table"


if __name__ == "__main__":
    main()
