//! A NoGo game as protocols see it: a stone of either color may be played at any time.

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule, Setup};

/// Stones in the order in which they were played, by either side.
///
/// Protocols set up positions by playing stones of one color after another. A [`Position`] has
/// turns, so one is made for each question.
#[derive(Clone, Debug)]
pub(crate) struct NoGoGame {
    area: Area,
    stones: Vec<(Point, Color)>,
}

impl NoGoGame {
    /// An empty board.
    pub(crate) fn new(area: Area) -> NoGoGame {
        NoGoGame { area, stones: Vec::new() }
    }

    /// Its board.
    pub(crate) fn area(&self) -> Area {
        self.area
    }

    /// All stones, the oldest first.
    pub(crate) fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// The side whose turn it is: the other one than played last, and Black at first.
    pub(crate) fn turn(&self) -> Color {
        self.stones.last().map_or(Color::Black, |&(_, color)| !color)
    }

    /// The position with `color` to move.
    pub(crate) fn position(&self, color: Color) -> Position {
        let setup = Setup { area: self.area, stones: self.stones.clone(), turn: color };
        Position::from_setup(Rule::NoGo, &setup).expect("only legal stones were played")
    }

    /// Plays a stone.
    pub(crate) fn play(&mut self, point: Point, color: Color) -> Result<(), Illegal> {
        self.position(color).may_play(point)?;
        self.stones.push((point, color));
        Ok(())
    }

    /// Takes the last stone back; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.stones.pop().is_some()
    }

    /// The winner, if the side to move has no move.
    pub(crate) fn winner(&self) -> Option<Color> {
        match self.position(self.turn()).outcome() {
            Some(Outcome::Won(color)) => Some(color),
            _ => None,
        }
    }

    /// About how many more moves a side will make: a third of the points it may still play on.
    pub(crate) fn moves_to_come(&self, color: Color) -> u32 {
        (self.position(color).legal_points().len() / 3) as u32
    }
}
