//! A game as GTP and Botzone see it: a stone of either color may be played at any time.

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule, Setup};

/// Stones in the order in which they were played, by either side.
///
/// Protocols set up positions by playing stones of one color after another. A [`Position`] has
/// turns, so one is made for each question.
#[derive(Clone, Debug)]
pub(crate) struct StoneGame {
    rule: Rule,
    area: Area,
    stones: Vec<(Point, Color)>,
}

impl StoneGame {
    /// An empty board.
    pub(crate) fn new(rule: Rule, area: Area) -> StoneGame {
        StoneGame { rule, area, stones: Vec::new() }
    }

    /// Its rule.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
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

    /// The position with `color` to move; where `color` has won by a line, with the loser to move.
    pub(crate) fn position(&self, color: Color) -> Position {
        let with_turn = |turn| {
            let setup = Setup { area: self.area, stones: self.stones.clone(), turn };
            Position::from_setup(self.rule, &setup)
        };
        with_turn(color)
            .or_else(|_| with_turn(!color))
            .expect("only legal stones were played, and none after the end")
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

    /// The outcome, if the game is over for the side to move.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.position(self.turn()).outcome()
    }

    /// About how many more moves a side will make: at NoGo a third of the points it may still play on,
    /// at five-in-a-row fewer as stones are put.
    pub(crate) fn moves_to_come(&self, color: Color) -> u32 {
        match self.rule {
            Rule::NoGo => (self.position(color).legal_points().len() / 3) as u32,
            _ => 40_u32.saturating_sub(self.stones.len() as u32 / 2).max(16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_won_game_has_one_outcome_whoever_is_asked_and_takes_no_stone() {
        let mut game = StoneGame::new(Rule::Freestyle, Area::square(9));
        for x in 0..5 {
            game.play(Point::new(x, 0), Color::Black).unwrap();
        }
        assert_eq!(game.outcome(), Some(Outcome::Won(Color::Black)));
        for color in Color::ALL {
            assert_eq!(game.position(color).outcome(), Some(Outcome::Won(Color::Black)));
            assert_eq!(game.play(Point::new(8, 8), color), Err(Illegal::GameOver));
        }
        assert!(game.undo());
        assert_eq!(game.outcome(), None);
    }
}
