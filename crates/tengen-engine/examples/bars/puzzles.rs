//! Puzzles from games of the middle levels: the first position of a game that is won by fours, and
//! the first that is won by threats but not by fours.

use tengen_core::{Area, Point, Position, Rule, Setup};
use tengen_engine::{Level, Limits};
use tengen_notation::puzzles::Puzzle;
use tengen_solver::{
    Budget,
    fives::{
        Threats,
        vcf::Vcf,
        vct::{Vct, VctResult},
    },
};

use crate::{
    arena,
    options::{Options, Terms},
};

/// Fewest moves of a win by fours that is worth a puzzle.
const FEWEST: usize = 4;
const PATIENCE: u64 = 100_000;

pub(crate) fn run(options: &Options) -> bool {
    let area = options.area.unwrap_or(Area::square(15));
    let wanted = options.games.unwrap_or(10);
    for rule in options.rules() {
        let mut made = [0; 2];
        for game in 0.. {
            if made.iter().all(|&made| made == wanted) {
                break;
            }
            let moves = game_of(options, rule, area, game);
            for (kind, made) in ["VCF", "VCT"].iter().zip(&mut made) {
                if let Some(setup) = first_won(rule, area, &moves, kind).filter(|_| *made < wanted)
                {
                    *made += 1;
                    let name = Some(format!("{rule} {kind} {made}"));
                    let kind = Some((*kind).to_owned());
                    let puzzle = Puzzle { name, kind, depth: None, nodes: None, rule, setup };
                    print!("{puzzle}");
                }
            }
        }
    }
    true
}

fn game_of(options: &Options, rule: Rule, area: Area, game: u64) -> Vec<Point> {
    let level = Level::new(5).expect("a level");
    let terms = Terms::new(Limits { level, ..Limits::default() });
    let start = arena::opening(rule, area, options.seed, game);
    let mut sides = [0, 1].map(|side| options.player(options.seed + 2 * game + side));
    let [black, white] = &mut sides;
    arena::play(&start, &mut |position| terms.choose(black, position), &mut |position| {
        terms.choose(white, position)
    })
    .moves
}

/// The first position of a game that is a puzzle of that kind.
fn first_won(rule: Rule, area: Area, moves: &[Point], kind: &str) -> Option<Setup> {
    let mut position = Position::new(rule, area).ok()?;
    for &point in moves {
        position.play(point).ok()?;
        if position.outcome().is_some() {
            break;
        }
        let (turn, mut threats) = (position.turn(), Threats::new(&position).ok()?);
        let mut budget = Budget::unlimited().nodes_up_to(PATIENCE);
        let fours = Vcf::new(1 << 20).find_shortest(&mut threats, turn, &mut budget);
        let is_puzzle = match fours {
            Ok(Some(line)) => {
                if kind != "VCF" {
                    return None;
                }
                line.len() >= FEWEST
            }
            _ if kind == "VCT" => {
                let mut budget = Budget::unlimited().nodes_up_to(PATIENCE);
                let found = Vct::new(turn, 1 << 24).find(&mut threats, &mut budget);
                matches!(found, Ok(VctResult::Win(_)))
            }
            _ => false,
        };
        if is_puzzle {
            return Some(Setup::from_board(position.board(), turn));
        }
    }
    None
}
