//! A NoGo game as a protocol sees it: any color may be told to play at any time.

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule, Setup};

/// Stones in the order in which they were played, by either side.
///
/// Protocols set up positions by playing stones of one color after another. A [`Position`] has
/// turns, so one is made for each question.
#[derive(Clone, Debug)]
pub(super) struct Game {
    area: Area,
    stones: Vec<(Point, Color)>,
}

impl Game {
    /// An empty board.
    pub(super) fn new(area: Area) -> Game {
        Game { area, stones: Vec::new() }
    }

    pub(super) fn area(&self) -> Area {
        self.area
    }

    /// All stones, the oldest first.
    pub(super) fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// The side whose turn it is: the other one than played last, and Black at first.
    pub(super) fn turn(&self) -> Color {
        self.stones.last().map_or(Color::Black, |&(_, color)| !color)
    }

    /// The position with `color` to move.
    pub(super) fn position(&self, color: Color) -> Position {
        let setup = Setup { area: self.area, stones: self.stones.clone(), turn: color };
        Position::from_setup(Rule::NoGo, &setup).expect("only legal stones were played")
    }

    /// Plays a stone.
    pub(super) fn play(&mut self, point: Point, color: Color) -> Result<(), Illegal> {
        self.position(color).may_play(point)?;
        self.stones.push((point, color));
        Ok(())
    }

    /// Takes the last stone back; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        self.stones.pop().is_some()
    }

    /// The winner, if the side to move has no move.
    pub(super) fn winner(&self) -> Option<Color> {
        match self.position(self.turn()).outcome() {
            Some(Outcome::Won(color)) => Some(color),
            _ => None,
        }
    }

    /// About how many more moves a side will make: a third of the points it may still play on.
    pub(super) fn moves_to_come(&self, color: Color) -> u32 {
        (self.position(color).legal_points().len() / 3) as u32
    }
}
