//! A player of five-in-a-row: freestyle, exact five and renju.
//!
//! From the ground up: what a stone makes on the four lines through a point ([`Combo`], [`Rank`]),
//! what that is worth ([`Values`], by a [`Net`]), and the board that keeps all of it up to date ([`Field`]). On
//! it stands the search: what the threats leave to choose from (`moves`), in which order it is tried (`order`), what is known already (`table`), the search
//! itself (`search`) with its weights ([`Settings`]), what the solver proves (`proofs`), and the
//! [`Player`], which keeps limits. A [`Clock`] tells it how long to think. What is worth about the
//! same to both sides is found by [`balance`], and put to use at [`swap2`].

#![allow(clippy::cast_precision_loss, reason = "chances need no more than 24 bits")]

mod balance;
pub mod bench;
mod clock;
mod combo;
mod field;
mod level;
mod limits;
mod moves;
mod net;
mod novice;
mod order;
mod player;
mod proofs;
mod rank;
mod run;
mod score;
mod search;
mod settings;
pub mod swap2;
mod table;
mod tension;
mod thought;
pub mod tune;
mod values;

pub use balance::{Even, balance};
pub use clock::Clock;
pub use combo::Combo;
pub use field::{Field, Unsuited};
pub use level::Level;
pub use limits::{Limits, Resources};
pub use net::Net;
pub use player::Player;
pub use rank::Rank;
pub use settings::Settings;
pub use tension::Tension;
pub use thought::{Candidate, Thought, Value};
pub use values::{Side, VALUE_SCALE, Values, ValuesError};
