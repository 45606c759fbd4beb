#!/bin/sh
# A guided tour of the verbs: prints each command and runs it.
#   examples/tour.sh PATH-TO-TENGEN
set -eu
tengen=${1:?usage: tour.sh PATH-TO-TENGEN}
tengen=$(cd "$(dirname "$tengen")" && pwd)/$(basename "$tengen")
cd "$(dirname "$0")/.."

say() { printf '\n%s\n' "$*"; }
show() {
	printf '\n  $ tengen %s\n' "$*"
	"$tengen" "$@" | sed 's/^/  /'
}

say "Tengen, the referee, solver and player for the games of stones that are not Go."

say "Could these positions have come about? Every YES has an order of moves, every NO a reason."
show check examples/boards.txt
show check --explain examples/boards.txt

say "Who has won on these boards, and where? The winner, then row and column of the line's first stone."
show winner examples/winner.txt
show winner --explain examples/winner.txt

say "Who won these games, and at which move?"
show replay examples/games.txt
show replay --explain examples/games.txt

say "At renju some moves are forbidden for Black."
show replay --rule renju --explain examples/foul.txt

say "NoGo: a game played out by chance, and what happens with best play."
show simulate --random --seed 7 --explain examples/ending.txt
show solve --rule nogo --explain examples/ending.txt

say "Five-in-a-row on a board without edges: who wins within three plies, and how."
show solve --explain examples/pieces.json

say "The same for programs."
show replay --json examples/games.txt

say "Next: tengen --help, README.md, docs/."
