//! The Gomocup protocol, as Piskvork speaks it, and what Yixin added to it: one command a line.
//!
//! Only the spelling is here. What the commands mean is up to the program that speaks it.

mod block_line;
mod manager_command;
mod setting;
mod words;

pub use block_line::{BlockLine, BlockStone};
pub use manager_command::{BlockCommand, GomocupError, ManagerCommand};
pub use setting::InfoSetting;
pub use words::{format_fouls, format_point, format_points};
