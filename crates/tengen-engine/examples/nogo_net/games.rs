//! Games of self-play, as lines of text.
//!
//! A line is `width height winner move... end`. A move is its point, numbered in reading order, and then `r` if it was
//! random, `p` if the result was proven before it, or `v`, the chances of its side in thousandths, and the shares of the
//! visits that moves had, `:point.thousandths`.

use std::fmt::Write;

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_engine::{
    Limits, Resources, SearchRequest,
    nogo::{MctsSettings, NoGoPlayer},
    playout::Rng,
};

/// How games are played.
pub(crate) struct GameTerms {
    /// Playouts of a move, on average.
    pub(crate) playouts: u64,
    /// Share of games on boards of other sizes than 9x9.
    pub(crate) other: f32,
    pub(crate) seed: u64,
}

/// A number from 0 to 1.
fn unit(rng: &mut Rng) -> f32 {
    rng.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Plays a game with the random numbers of `number`.
pub(crate) fn play_game(terms: &GameTerms, settings: MctsSettings, number: u64) -> String {
    let mut rng = Rng::stream(terms.seed, number);
    let mut side = || 5 + rng.below(9) as u16;
    let (width, height) = (side(), side());
    let (width, height) = if unit(&mut rng) < terms.other { (width, height) } else { (9, 9) };
    let mut position = Position::new(Rule::NoGo, Area::Bounded { width, height })
        .expect("boards of NoGo may have these sides");
    let resources = Resources { seed: number, ..Resources::default() };
    let mut player = NoGoPlayer::with_settings(resources, settings);
    let openings = rng.below(8);
    let sampled = openings + 4 + rng.below(20);
    let index = |point: Point| point.y as usize * usize::from(width) + point.x as usize;
    let mut winner: Option<Color> = None;
    let mut moves = String::new();
    for ply in 0.. {
        if let Some(Outcome::Won(color)) = position.outcome() {
            winner = Some(color);
            break;
        }
        let legal = position.legal_points();
        let mut point = legal[rng.below(legal.len())];
        if ply < openings || (winner.is_none() && rng.below(50) == 0) {
            let _ = write!(moves, " {}r", index(point));
        } else {
            let nodes = terms.playouts / 2 + rng.below(terms.playouts.max(1) as usize) as u64;
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let thought = player
                .think(SearchRequest::new(&position, &limits))
                .expect("the position is of NoGo and not too large");
            let best = thought.best().expect("there is a legal move");
            if let Some(wins) = thought.wins {
                winner = Some(if wins { position.turn() } else { !position.turn() });
                // The winner plays on right, the loser anything.
                point = if wins { best.point } else { point };
                let _ = write!(moves, " {}p", index(point));
            } else {
                point = best.point;
                if ply < sampled {
                    let weight =
                        |visits: u32| libm::powf(visits as f32 / best.visits.max(1) as f32, 1.25);
                    let total: f32 = thought.candidates.iter().map(|one| weight(one.visits)).sum();
                    let mut left = unit(&mut rng) * total;
                    for candidate in &thought.candidates {
                        left -= weight(candidate.visits);
                        if left <= 0.0 {
                            point = candidate.point;
                            break;
                        }
                    }
                }
                let chances = (best.chances * 1000.0) as u32;
                let _ = write!(moves, " {}v{chances}", index(point));
                let visits: u32 = thought.candidates.iter().map(|one| one.visits).sum();
                for one in &thought.candidates {
                    if one.visits * 100 >= visits {
                        let share = one.visits * 1000 / visits.max(1);
                        let _ = write!(moves, ":{}.{share}", index(one.point));
                    }
                }
            }
        }
        position.play(point).expect("a move that was listed is legal");
    }
    let winner = if winner == Some(Color::Black) { 'b' } else { 'w' };
    format!("{width} {height} {winner}{moves} end\n")
}
