//! The Gomocup protocol, as Piskvork speaks it, and what Yixin added to it: one command a line.
//!
//! Only the spelling is here. What the commands mean is up to the program that speaks it.

mod command;
mod row;
mod setting;
mod words;

pub use command::{GomocupBlock, GomocupCommand, GomocupError};
pub use row::{GomocupRow, GomocupStone, read_gomocup_row, spell_gomocup_row};
pub use setting::GomocupSetting;
pub use words::{spell_gomocup_fouls, spell_gomocup_point, spell_gomocup_points};
