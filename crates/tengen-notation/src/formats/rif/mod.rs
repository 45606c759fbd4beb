//! The database of `RenjuNet`, which is XML: lists of players, tournaments and so on, then the games.
//!
//! ```text
//! <database>
//!   <players><player id="1" name="Aki" surname="A"/>…</players> …
//!   <games><game id="7" tournament="2" round="1" rule="1" black="1" white="3" bresult="1" …>
//!     <move>h8 i9 j10</move></game>…</games>
//! </database>
//! ```
//!
//! There is no published schema, so all that is not known is kept as it stands. Lists may be missing:
//! then numbers stand for names. Rows of names count from the bottom, and `bresult` is what Black
//! scored. The games are renju, unless their rule has another name.
//!
//! A file with a document type is refused, for that is where entities are made that grow or that
//! name other files; no entity is known but the five of XML itself.

mod game;
mod lists;
mod rif_problem;
mod rif_reader;

pub use rif_problem::RifProblem;

pub(super) use rif_reader::{is_rif, open};

/// No game is longer.
const GAME_LIMIT: usize = 1 << 20;
