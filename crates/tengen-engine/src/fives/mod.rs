//! Five-in-a-row.
//!
//! From the ground up: what a stone makes on the four lines through a point ([`Combo`], [`Rank`]),
//! what that is worth ([`Values`]), and the board that keeps all of it up to date ([`Field`]).

mod combo;
mod field;
mod rank;
mod values;

pub use combo::Combo;
pub use field::{Field, Unsuited};
pub use rank::Rank;
pub use values::{VALUE_SCALE, Values};
