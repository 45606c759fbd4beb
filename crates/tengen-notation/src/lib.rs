//! How positions and games are spelled: bytes to values and back.
//!
//! Nothing here opens a file. A text comes in blocks: a [`Cutter`] finds where whole records end,
//! so that a reader ([`Boards`], [`Games`]) never has to wait for the rest of one, and blocks can
//! be read by many hands at once. A [`Field`] is a text with one board,
//! [`Pieces`] one with the stones on a board without edges, [`Openings`] one with many openings, and a
//! [`Record`] is a game to be written down. Whatever is wrong is a [`Fault`] with its line, its column and
//! what would be right.

mod boards;
mod botzone;
mod content;
mod cutter;
mod fault;
mod field;
mod formats;
mod games;
mod gomocup;
mod gtp;
mod links;
mod openings;
mod pieces;
mod puzzles;
mod record;
mod row;
mod swar;
mod text;

pub use boards::{BoardForm, Boards, Diagram, MAX_SIDE, Size, Stones, spell_board};
pub use botzone::{
    BOTZONE_KEEP_RUNNING, BotzoneError, BotzoneTurn, read_botzone_turn, spell_botzone_answer,
    spell_botzone_game,
};
pub use content::Content;
pub use cutter::{BoardCutter, Cut, Cutter, GameCutter};
pub use fault::{Fault, Found, Problem, Records, Shown};
pub use field::{Field, MAX_FIELD_SIDE};
pub use formats::{
    BotzoneProblem, CcgcProblem, ColumnProblem, Encoding, Format, GomocupEnd, GomocupState,
    GomocupStates, Loss, MOST_REPAIRS, MainLine, MainLines, NOWHERE, Oddity, ParseEncodingError,
    ParseFormatError, PositionProblem, PsqProblem, Reader, Reading, RecordProblem, RenLibProblem,
    Repair, RifProblem, RowOrder, SGF_MAX_SIDE, SgfProblem, Split, Splitter, Transcoder,
    Unwritable, WholeRecord, WholeRecords, Writer, Writing, column_role,
};
pub use games::{Game, Games, spell_game};
pub use gomocup::{
    GomocupBlock, GomocupCommand, GomocupError, GomocupRow, GomocupSetting, GomocupStone,
    read_gomocup_row, spell_gomocup_fouls, spell_gomocup_point, spell_gomocup_points,
    spell_gomocup_row,
};
pub use gtp::{
    GTP_MAX_SIDE, GtpCommand, GtpError, Vertex, gtp_column, read_gtp_color, read_gtp_vertex,
    spell_gtp_answer, spell_gtp_vertex,
};
pub use links::{LinkProblem, is_link, read_link, spell_link};
pub use openings::{Openings, spell_offsets};
pub use pieces::{PIECE_REACH, Pieces, spell_pieces};
pub use puzzles::{Puzzle, PuzzleKey, Puzzles};
pub use record::{Claim, Manner, Node, NodeId, Notes, ParseClaimError, Record, Sign, Step, Tree};
pub use text::{Opening, Place};
