//! Games between any two choosers of moves, from openings that leave both sides a game.

use std::time::{Duration, Instant};

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule};
use tengen_engine::{Limits, Resources, SearchRequest, Value, fives::FivesPlayer, playout::Rng};
use tengen_solver::{
    Budget,
    fives::{By, FivesSolver},
};

/// Player: the move of the side to move; none if it sees no legal one.
pub(crate) type Chooser<'a> = &'a mut dyn FnMut(&Position) -> Option<Point>;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// By a five.
    Won(Color),
    /// The board is full.
    Drawn,
    /// The side to move has no legal move: Black at renju, with forbidden points left. Nobody wins.
    Stuck(Color),
    /// It has no move although there is one, and loses.
    Silent(Color),
    /// Its move is illegal, and it loses.
    Illegal(Color, Point, Illegal),
}

impl Ended {
    pub(crate) fn winner(self) -> Option<Color> {
        match self {
            Ended::Won(color) => Some(color),
            Ended::Silent(color) | Ended::Illegal(color, ..) => Some(!color),
            Ended::Drawn | Ended::Stuck(_) => None,
        }
    }

    /// Whether somebody broke the rules.
    pub(crate) fn is_fault(self) -> bool {
        matches!(self, Ended::Silent(_) | Ended::Illegal(..))
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// All moves, those of the opening too.
    pub(crate) moves: Vec<Point>,
    pub(crate) ended: Ended,
    /// The longest that Black and White took for a move.
    pub(crate) longest: [Duration; 2],
    /// What Black and White took for all moves.
    pub(crate) spent: [Duration; 2],
}

impl Record {
    /// The moves by their names, one after the other, as other programs write positions.
    pub(crate) fn names(&self, area: Area) -> String {
        self.moves.iter().map(|&point| area.name(point)).collect()
    }
}

/// Plays on from `start`.
pub(crate) fn play(start: &Position, black: Chooser<'_>, white: Chooser<'_>) -> Record {
    let mut position = start.clone();
    let (mut longest, mut spent) = ([Duration::ZERO; 2], [Duration::ZERO; 2]);
    let ended = loop {
        let turn = position.turn();
        match position.outcome() {
            Some(Outcome::Won(color)) => break Ended::Won(color),
            Some(Outcome::Drawn) => break Ended::Drawn,
            None => {}
        }
        let started = Instant::now();
        let chosen = match turn {
            Color::Black => black(&position),
            Color::White => white(&position),
        };
        let taken = started.elapsed();
        longest[turn as usize] = taken.max(longest[turn as usize]);
        spent[turn as usize] += taken;
        let Some(point) = chosen else {
            let is_stuck = position.legal_points().is_empty();
            break if is_stuck { Ended::Stuck(turn) } else { Ended::Silent(turn) };
        };
        if let Err(why) = position.play(point) {
            break Ended::Illegal(turn, point, why);
        }
    };
    Record { moves: position.moves().to_vec(), ended, longest, spent }
}

/// The opening of that number: a few stones at random near the middle and near each other, after
/// which the solver soon sees no win by threats for either side. On boards that are too small for
/// stones at random it has fewer of them.
pub(crate) fn opening(rule: Rule, area: Area, seed: u64, number: u64) -> Position {
    let mut random = Rng::stream(seed, number);
    let most = area.size().map_or(5, |size| 2 + (size / 60).min(3));
    loop {
        let stones = 1 + random.below(most);
        let position = strewn(rule, area, stones, &mut random);
        if is_open(&position) {
            return position;
        }
    }
}

/// An opening that looks even to a player with this node limit: to either side the chances seem
/// within a tenth of a half.
pub(crate) fn even_opening(rule: Rule, area: Area, seed: u64, number: u64, nodes: u64) -> Position {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut player = FivesPlayer::new(Resources { memory: 8 << 20, ..Resources::default() });
    for attempt in 0.. {
        // Attempts of one number are far from those of the others.
        let position = opening(rule, area, seed, number + (attempt << 32));
        let thought = player.think(SearchRequest::new(&position, &limits));
        let thought = thought.expect("a board that the player knows");
        let is_even = |value: Value| (value.chances() - 0.5).abs() < 0.1;
        if thought.best().is_some_and(|best| is_even(best.value)) {
            return position;
        }
    }
    unreachable!("attempts never end")
}

fn strewn(rule: Rule, area: Area, stones: usize, random: &mut Rng) -> Position {
    let mut position = Position::new(rule, area).expect("the board has points");
    let Area::Bounded { width, height } = area else { unreachable!("a board with edges") };
    let middle = [i32::from(width) / 2, i32::from(height) / 2];
    while position.moves().len() < stones {
        let reach = 2 + position.moves().len() as i32 / 3;
        let mut coordinate =
            |middle: i32| middle - reach + random.below(2 * reach as usize + 1) as i32;
        let _ = position.play(Point::new(coordinate(middle[0]), coordinate(middle[1])));
    }
    position
}

/// Whether neither side soon wins by threats.
fn is_open(position: &Position) -> bool {
    let budget = || Budget::unlimited().nodes_up_to(20_000);
    let verdict = FivesSolver::new(1 << 22).solve(position, By::Threats, &mut budget());
    verdict.is_ok_and(|verdict| verdict.win.is_none())
}

/// What came of a match, seen by the first side.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Score {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl Score {
    pub(crate) fn add(&mut self, record: &Record, first: Color) {
        match record.ended.winner() {
            Some(winner) if winner == first => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
    }

    pub(crate) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, a draw counting half.
    pub(crate) fn share(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// How much stronger the first side is in Elo, and how far off that may be at 95 %. Half a game
    /// is added to both sides, so that a clean sweep has a number too.
    pub(crate) fn elo(self) -> (f64, f64) {
        let games = f64::from(self.games()) + 1.0;
        let (won, drawn) = (f64::from(self.won) + 0.5, f64::from(self.drawn));
        let share = (won + drawn / 2.0) / games;
        let square = (won + drawn / 4.0) / games - share * share;
        let error = (square / games).sqrt();
        let slope = 400.0 / 10_f64.ln() / (share * (1.0 - share));
        (400.0 * (share / (1.0 - share)).log10(), 1.96 * error * slope)
    }
}
