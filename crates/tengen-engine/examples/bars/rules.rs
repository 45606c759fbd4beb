//! The rules are never broken.

use std::collections::BTreeMap;

use tengen_core::{Area, Color, Rule};
use tengen_engine::Limits;
use tengen_referee::{End, Evidence, GameRecord, Judge};

use crate::{
    arena::{self, Ended, Record},
    options::{Options, Terms},
};

/// The boards, and what part of the games is played on each.
const BOARDS: [((u16, u16), u64); 7] = [
    ((15, 15), 40),
    ((20, 20), 15),
    ((22, 22), 15),
    ((5, 5), 10),
    ((6, 6), 5),
    ((7, 19), 10),
    ((22, 5), 5),
];

pub(crate) fn run(options: &Options) -> bool {
    let games = options.games.unwrap_or(1_000);
    let terms = Terms::new(Limits {
        nodes: Some(options.nodes.unwrap_or(300)),
        time: options.time,
        level: options.level,
        ..Limits::default()
    });
    let mut faults = 0;
    for rule in options.rules() {
        for ((width, height), part) in BOARDS {
            let area = Area::Bounded { width, height };
            if options.area.is_some_and(|asked| asked != area) {
                continue;
            }
            let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
            let mut moves = 0;
            for game in 0..(games * part).div_ceil(100) {
                let start = arena::opening(rule, area, options.seed, game);
                let mut sides = [0, 1].map(|side| options.player(options.seed + 2 * game + side));
                let [black, white] = &mut sides;
                let record = arena::play(
                    &start,
                    &mut |position| terms.choose(black, position),
                    &mut |position| terms.choose(white, position),
                );
                moves += record.moves.len();
                let ending = match judged(rule, area, &record) {
                    Ok(ending) => ending,
                    Err(fault) => {
                        println!("FAULT {rule} {area} {}: {fault}", record.names(area));
                        faults += 1;
                        "fault"
                    }
                };
                *endings.entry(ending).or_default() += 1;
            }
            println!("{rule} {area}: {endings:?}, {moves} moves");
        }
    }
    println!("{faults} faults");
    faults == 0
}

/// How the game ended in the eyes of the referee, who must agree with the board.
fn judged(rule: Rule, area: Area, record: &Record) -> Result<&'static str, String> {
    if record.ended.is_fault() {
        return Err(format!("{:?}", record.ended));
    }
    let game = GameRecord::new(rule, area, &record.moves);
    let verdict = Judge::strict().judge(&game, &mut Evidence::default());
    let last = verdict.after == 0;
    match (record.ended, verdict.end, verdict.winner) {
        (Ended::Won(color), End::Five, Some(winner)) if last && color == winner => {
            Ok(if winner == Color::Black { "black" } else { "white" })
        }
        (Ended::Drawn, End::FullBoard, None) if last => Ok("full board"),
        (Ended::Stuck(_), End::Unfinished, None) if last => Ok("no legal move"),
        (ended, ..) => Err(format!("{ended:?}, but the referee says {verdict:?}")),
    }
}
