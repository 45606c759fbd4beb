//! What may be played, and who has won: the rules of five-in-a-row on any board, from one point
//! to an infinite one, in three variants, and of NoGo on any board with edges.
//!
//! A line game never looks further than five cells along four axes, so its [`Law`] takes a
//! [`Window`] and not a board. Above the window the variants are data; below it any [`Board`] that
//! can produce one will do.
//!
//! ```
//! use tengen_core::{Area, Position, Rule};
//!
//! let area = Area::square(15);
//! let mut game = Position::new(Rule::Renju, area).unwrap();
//! for name in ["h8", "h9", "g8", "g9", "i8", "i9", "f8"] {
//!     game.play(area.point(name).unwrap()).unwrap();
//! }
//! game.play(area.point("a1").unwrap()).unwrap();
//! game.play(area.point("j8").unwrap()).unwrap();
//! assert_eq!(game.winning_lines()[0].points().count(), 5);
//! ```
//!
//! The modules from the ground up: geometry ([`Point`], [`Axis`], [`Area`]), stones ([`Board`],
//! over [`Grid`] or a map; [`Rows`] for a whole board at once), eleven cells ([`Window`], [`Law`],
//! [`shape`]), one point of a board ([`renju`]), chains and their liberties ([`Chains`]), the games ([`Rule`],
//! [`Setup`], [`Position`]), deterministic pseudo-random numbers ([`Rng`]), and
//! `naive`, every rule once more in the plainest code, for differential tests.
//!
//! Feature `serde`: the values (not `Board` and `Position`, for which a [`Setup`] stands) serialize under their
//! lower-case names, and an [`Area`], a [`Drawing`] and a [`Window`] as text. By default the crate depends on nothing.

mod area;
mod axis;
mod board;
mod cell;
mod chains;
mod color;
mod drawing;
mod grid;
mod law;
mod line;
#[doc(hidden)]
pub mod naive;
mod nogo;
mod point;
mod position;
pub mod renju;
mod rng;
mod rows;
mod rule;
mod setup;
pub mod shape;
// For the solver, which keeps its lines as bits; no part of the stable interface.
#[doc(hidden)]
pub mod shape_bits;
mod symmetry;
#[cfg(feature = "serde")]
mod text_serde;
mod window;

pub use area::{Area, NameError, ParseAreaError};
pub use axis::Axis;
pub use board::Board;
pub use cell::Cell;
pub use chains::{Chain, Chains};
pub use color::Color;
pub use drawing::{Drawing, DrawingError};
pub use grid::Grid;
pub use law::{Forks, Law, Overline};
pub use line::{Line, line_through, lines};
pub use point::Point;
pub use position::{Illegal, Outcome, Position, perft};
pub use rng::{Rng, mix64};
pub use rows::Rows;
pub use rule::{ParseRuleError, Rule};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
pub use window::{ParseWindowError, Window};

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CoreReadme;
