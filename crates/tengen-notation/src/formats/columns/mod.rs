//! Games in rows of named columns: CSV, TSV and JSON Lines.
//!
//! In CSV and TSV the first line names the columns; in JSON Lines every line is an object. Columns
//! are known by their names, in any order and case:
//!
//! | column | other names | what stands there |
//! |---|---|---|
//! | `moves` | `pos`, `position`, `positions` | `h8i9j10`, or a list: `["h8","i9"]`, or `[[7,7],[8,6]]` with x and y from 0 at the top left |
//! | `rule` | `rules` | `freestyle`, `exact`, `renju`, `nogo`, or Gomocup's 0, 1 or 4 |
//! | `size` | `board`, `board_size` | `15` or `20x15` |
//! | `width`, `height` | | the same in two columns |
//! | `winner` | `result` | `1`, `2`, `0` (first, second, neither); `black`, `white`, `draw`; `1-0`, `0-1`; `B+`, `W+R` |
//! | `end` | `ending`, `reason`, `termination` | `five_or_draw`, `foul`, `illegal`, `crash`, `timeout`, `resignation`, `forfeit` |
//! | `rows` | | `top` or `bottom`: where row 1 of a name is |
//! | `black`, `white` | `name1`, `name2`, `player1`, `player2` | who played |
//! | `event`, `round`, `date`, `place`, `comment` | `tournament`, `site` | text |
//!
//! All other columns are kept as they stand.
//!
//! Tables whose cells are values and not text are read by [`read_cells`], one row at a time.

mod column_moves;
mod column_problem;
mod column_reader;
mod column_value;
mod column_writer;
mod delimited;
mod json;
mod move_cells;
mod role;
mod row;

pub use column_problem::ColumnProblem;
pub use move_cells::{CellFault, MoveCells, read_cells, unknown_result};
pub use role::ColumnRole;

pub(super) use column_moves::names as read_names;
pub(super) use column_reader::{names_moves, open};
pub(super) use column_writer::write;

/// No row is longer.
pub const ROW_LIMIT: usize = 1 << 20;
