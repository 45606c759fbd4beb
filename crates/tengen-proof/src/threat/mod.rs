//! Threats of five-in-a-row: lines of fours, and the replies that parry them.
//!
//! The *attacker* is the side that is to win, the *defender* the other one. A *threat line* is the
//! attacker's moves of a win by fours alone; what the defender answers is not said, since it is
//! forced. What a line shows, and why only a few replies need to be tried against it, stands in
//! `docs/proofs.md`.
//!
//! ```
//! use tengen_core::{Area, Color, Point, Position, Rule};
//! use tengen_proof::threat::{holds, parries};
//!
//! // Black has just made three in a row.
//! let mut position = Position::new(Rule::Freestyle, Area::square(9)).unwrap();
//! for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4)] {
//!     position.play(Point::new(x, y)).unwrap();
//! }
//! let line = [Point::new(6, 4)];
//! assert!(holds(&position, Color::Black, &line));
//! // It is parried in three places; what is left on either side must not be enough for a five.
//! let points = [Point::new(2, 4), Point::new(6, 4), Point::new(7, 4)];
//! assert_eq!(parries(&position, Color::Black, &line), Some(points.to_vec()));
//! ```

mod foul;
mod threat_board;
mod zone;

use tengen_core::{Color, Point, Position};

pub use threat_board::Four;
pub(crate) use threat_board::ThreatBoard;

/// Whether the attacker, moving now, wins by playing `line`: every move makes a four that can only
/// be blocked in one place, and the last one wins or makes a five that cannot be stopped.
///
/// It does not matter whose turn it is; a threat is what the attacker would do if it were to move.
/// False if the game is over, or is NoGo.
pub fn holds(position: &Position, attacker: Color, line: &[Point]) -> bool {
    ThreatBoard::new(position, attacker).is_some_and(|mut threats| threats.holds(line))
}

/// The defender's legal replies that parry the threat of `line`, in reading order: those after
/// which it does not hold any more, among them every reply that wins at once.
///
/// None if there is no threat: if the line does not hold with the attacker to move now.
///
/// # Panics
///
/// If it is the attacker's turn.
pub fn parries(position: &Position, attacker: Color, line: &[Point]) -> Option<Vec<Point>> {
    assert_ne!(position.turn(), attacker, "replies are the defender's");
    ThreatBoard::new(position, attacker)?.parries(line)
}

/// What the attacker's last move has made.
///
/// None if the game is over, or is NoGo.
pub fn four(position: &Position, attacker: Color) -> Option<Four> {
    Some(ThreatBoard::new(position, attacker)?.four())
}
