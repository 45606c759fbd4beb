//! Whether a position could have come about: by some order of legal moves from the empty board,
//! none of them after a win.

mod exact;
mod freestyle;
mod nogo;
mod renju;
mod search;

use std::fmt::{self, Write as _};

use tengen_core::{Board, Chain, Color, Line, Point, Rows, Rule, lines};
use tengen_notation::boards::DiagramStones;

/// Whether a position could have come about, with what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// It could: these moves lead to it.
    Yes(Vec<Point>),
    /// It could not.
    No(Reason),
    /// Not found out: this many steps were tried, and there were more.
    Unknown {
        /// How many.
        tried: u64,
    },
}

impl Reach {
    /// The answer alone.
    pub const fn answer(&self) -> ReachAnswer {
        match self {
            Reach::Yes(_) => ReachAnswer::Yes,
            Reach::No(_) => ReachAnswer::No,
            Reach::Unknown { .. } => ReachAnswer::Unknown,
        }
    }

    /// What shows the answer about `board`, in indented lines: the order of the moves, ten a line, or the reason.
    pub fn describe(&self, board: &Board, rule: Rule) -> String {
        let area = board.area();
        let mut text = String::new();
        // Writing to memory does not fail.
        let mut add = |line: fmt::Arguments<'_>| {
            let _ = writeln!(text, "  {line}");
        };
        match self {
            Reach::Yes(moves) => {
                for line in lines(board).into_iter().filter(|line| line.wins(rule)) {
                    add(format_args!("{} has a {}", line.color, line.describe(area)));
                }
                add(format_args!("under {rule} on {area} these moves lead to it:"));
                for (row, ten) in area.names(moves).chunks(10).enumerate() {
                    add(format_args!("{:>4}. {}", 10 * row + 1, ten.join(" ")));
                }
            }
            Reach::No(reason) => {
                add(format_args!("{reason}"));
                for line in reason.lines() {
                    add(format_args!("{} has a {}", line.color, line.describe(area)));
                }
                if let Some(chain) = reason.chain() {
                    add(format_args!("its stones: {}", area.names(&chain.stones).join(" ")));
                }
            }
            Reach::Unknown { tried } => add(format_args!(
                "no legal order of moves was found in {tried} steps, and not all were tried"
            )),
        }
        text
    }
}

/// Whether a position could have come about, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReachAnswer {
    /// It could.
    Yes,
    /// It could not.
    No,
    /// Not found out within the limit.
    Unknown,
}

impl ReachAnswer {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            ReachAnswer::Yes => "YES",
            ReachAnswer::No => "NO",
            ReachAnswer::Unknown => "UNKNOWN",
        }
    }
}

/// Why a position could not have come about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Black moves first and the sides take turns, so Black has as many stones as White, or one
    /// more.
    Counts {
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// The side that did not move last has won, so the game was over before the last move.
    WonBefore {
        /// That side.
        winner: Color,
        /// Its winning lines.
        lines: Vec<Line>,
    },
    /// The side that moved last has won, but no single last stone made all of its lines.
    TwoWins {
        /// That side.
        winner: Color,
        /// Its winning lines.
        lines: Vec<Line>,
    },
    /// Black has an overline at renju, and no last stone made it together with a five.
    Overline {
        /// The overlines.
        lines: Vec<Line>,
    },
    /// In whatever order one side's stones were played, the game was over too early.
    NoOrder {
        /// The side.
        color: Color,
        /// How many steps were tried: all there are.
        tried: u64,
    },
    /// In whatever order the stones were played, Black made a foul or the game was over too early.
    NoLegalOrder {
        /// How many steps were tried: all there are.
        tried: u64,
    },
    /// At `NoGo`, a chain has no liberty.
    Choked {
        /// The chain.
        chain: Chain,
    },
}

impl Reason {
    /// A word for programs that never changes.
    pub const fn code(&self) -> &'static str {
        match self {
            Reason::Counts { .. } => "counts",
            Reason::WonBefore { .. } => "won-before",
            Reason::TwoWins { .. } => "two-wins",
            Reason::Overline { .. } => "overline",
            Reason::NoOrder { .. } => "no-order",
            Reason::NoLegalOrder { .. } => "no-legal-order",
            Reason::Choked { .. } => "choked",
        }
    }

    /// The lines that show it.
    pub fn lines(&self) -> &[Line] {
        match self {
            Reason::WonBefore { lines, .. }
            | Reason::TwoWins { lines, .. }
            | Reason::Overline { lines } => lines,
            Reason::Counts { .. }
            | Reason::NoOrder { .. }
            | Reason::NoLegalOrder { .. }
            | Reason::Choked { .. } => &[],
        }
    }

    /// The chain that shows it.
    pub fn chain(&self) -> Option<&Chain> {
        match self {
            Reason::Choked { chain } => Some(chain),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Counts { black, white } => write!(
                f,
                "{black} black and {white} white stones: black must have as many as white, or one \
                 more"
            ),
            Reason::WonBefore { winner, .. } => {
                write!(f, "{winner} has won, but {} moved last", !*winner)
            }
            Reason::TwoWins { winner, .. } => {
                write!(f, "{winner} has won by lines that no single last stone explains")
            }
            Reason::Overline { .. } => {
                f.write_str("black has an overline, which only a five made by the same move allows")
            }
            Reason::NoOrder { color, tried } => write!(
                f,
                "in every order of its stones {color} passes through a five too early ({tried} \
                 steps tried, all there are)"
            ),
            Reason::NoLegalOrder { tried } => write!(
                f,
                "in every order of the stones black makes a foul or the game is over too early \
                 ({tried} steps tried, all there are)"
            ),
            Reason::Choked { chain } => write!(f, "a {} chain has no liberty", chain.color),
        }
    }
}

/// How many steps a search tries before it gives up, unless one says otherwise.
pub const DEFAULT_LIMIT: u64 = 1_000_000;

/// The side that moved last, if the numbers of stones allow one. Before the first move it is White.
fn last_mover(black: usize, white: usize) -> Option<Color> {
    match black.checked_sub(white) {
        Some(0) => Some(Color::White),
        Some(1) => Some(Color::Black),
        _ => None,
    }
}

/// Whether the stones of `board` could have come about under `rule`, and what shows it. A search
/// tries up to `limit` steps.
///
/// ```
/// use tengen_core::{Drawing, Rule};
/// use tengen_referee::{Reach, Reason, reach};
///
/// let drawing: Drawing = "x x x x x\no o o o .".parse().unwrap();
/// assert!(matches!(reach(&drawing.board(), Rule::Freestyle, 1000), Reach::Yes(moves) if moves.len() == 9));
///
/// let drawing: Drawing = "x x x x x\no o o o o".parse().unwrap();
/// assert!(matches!(
///     reach(&drawing.board(), Rule::Freestyle, 1000),
///     Reach::No(Reason::WonBefore { .. })
/// ));
/// ```
pub fn reach(board: &Board, rule: Rule, limit: u64) -> Reach {
    reach_until(board, rule, limit, &|| false)
}

/// Like [`reach()`], but cancelled as soon as `stop` returns true: the answer is then
/// [`Reach::Unknown`]. For callers whose client may go away.
pub fn reach_until(board: &Board, rule: Rule, limit: u64, stop: &dyn Fn() -> bool) -> Reach {
    let (black, white) = (board.count(Color::Black), board.count(Color::White));
    let Some(last) = last_mover(black, white) else {
        return Reach::No(Reason::Counts { black, white });
    };
    if rule == Rule::NoGo {
        return nogo::reach(board);
    }
    let lines = lines(board);
    let before: Vec<Line> =
        lines.iter().copied().filter(|line| line.color != last && line.wins(rule)).collect();
    if !before.is_empty() {
        return Reach::No(Reason::WonBefore { winner: !last, lines: before });
    }
    let budget = search::ReachBudget::new(limit, stop);
    match rule {
        Rule::Freestyle => freestyle::reach(board, last, lines),
        Rule::Exact => exact::reach(board, last, &lines, budget),
        Rule::Renju => renju::reach(board, last, &lines, budget),
        Rule::NoGo => unreachable!("answered above: it has no lines"),
    }
}

/// The answer alone, for boards by the million: most of them need no search and no witness.
pub fn answer(stones: &DiagramStones, rule: Rule, limit: u64) -> ReachAnswer {
    if let DiagramStones::Small(rows) = stones
        && let Some(answer) = quick_answer(rows, rule)
    {
        return answer;
    }
    reach(&stones.board(), rule, limit).answer()
}

/// Hot: the answer, where counting stones and looking for fives decides it.
fn quick_answer(rows: &Rows, rule: Rule) -> Option<ReachAnswer> {
    let [black, white] = rows.count();
    let Some(last) = last_mover(black as usize, white as usize) else {
        return Some(ReachAnswer::No);
    };
    if matches!(rule, Rule::Renju | Rule::NoGo) {
        return None;
    }
    if !rows.has_five() {
        // With no row of five or more there is none in any part of the stones, so the stones may
        // be played in any order.
        return Some(ReachAnswer::Yes);
    }
    if rule == Rule::Exact {
        return None;
    }
    Some(if freestyle::quick_last_stone(rows, last) { ReachAnswer::Yes } else { ReachAnswer::No })
}

/// The moves of a game in which each side plays its stones in the given order.
fn take_turns(black: &[Point], white: &[Point]) -> Vec<Point> {
    let mut moves = Vec::with_capacity(black.len() + white.len());
    let mut white = white.iter();
    for &point in black {
        moves.push(point);
        moves.extend(white.next());
    }
    moves
}

/// The stones of each color, in reading order.
fn by_color(board: &Board) -> [Vec<Point>; 2] {
    let stones = board.stones();
    Color::ALL
        .map(|color| stones.iter().filter(|stone| stone.1 == color).map(|stone| stone.0).collect())
}
