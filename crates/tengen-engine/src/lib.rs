//! What seems best in the time given: playouts, and players that search.

pub mod fives;
pub mod nogo;
pub mod playout;
