//! How the games of a tournament of Gomocup ended: its `state.txt`.

use std::collections::BTreeMap;

use memchr::memchr;

use super::PsqProblem;
use crate::{
    BlockOffset, Fault, Manner, ResultClaim,
    fault::FoundText,
    formats::RecordProblem,
    text::{GAME_LINE_LIMIT, fault_in},
};

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GomocupEnd {
    /// Five in a row, or a full board.
    Board,
    /// Black played a forbidden point, which is not in the record.
    Foul,
    /// A player ran out of time.
    Time,
    /// A player made an illegal move.
    Illegal,
    /// A program broke down.
    Crash,
}

/// What a tournament says of one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GomocupState {
    /// The seat of who won, 1 or 2, or 0 for a draw. Which side a seat has depends on the opening, so
    /// that the winner is to be taken from the name of the record.
    pub seat: u8,
    /// What ended the game.
    pub end: GomocupEnd,
}

impl GomocupState {
    /// How the game was won.
    pub const fn manner(self) -> Manner {
        match self.end {
            GomocupEnd::Board => Manner::Board,
            GomocupEnd::Foul => Manner::Foul,
            GomocupEnd::Time => Manner::Time,
            GomocupEnd::Illegal => Manner::Illegal,
            GomocupEnd::Crash => Manner::Crash,
        }
    }

    /// A result that a record claims, with what is known here of how it came about.
    pub const fn resolve(self, claim: ResultClaim) -> ResultClaim {
        match claim {
            ResultClaim::Won(winner, Manner::Unsaid) => ResultClaim::Won(winner, self.manner()),
            claim => claim,
        }
    }
}

/// The `state.txt` of a tournament: a line for each game, `(1, 0, 3)`, the seat of the winner, what
/// ended it, times and numbers of moves, with tabs between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GomocupStates(BTreeMap<[u32; 3], GomocupState>);

impl GomocupStates {
    /// Reads all lines; those that are wrong are passed over and returned as faults.
    pub fn read(text: &[u8]) -> (GomocupStates, Vec<Box<Fault>>) {
        let (mut states, mut faults) = (BTreeMap::new(), Vec::new());
        let mut place = BlockOffset::default();
        let mut rest = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        while !rest.is_empty() {
            let length = memchr(b'\n', rest).unwrap_or(rest.len());
            let line = rest[..length].trim_ascii();
            match state(line) {
                _ if line.is_empty() => {}
                Some(Some((game, state))) => {
                    states.insert(game, state);
                }
                Some(None) => {} // It has not been played.
                None => {
                    let shown = &rest[..length.min(GAME_LINE_LIMIT)];
                    let at = shown.len() - shown.trim_ascii_start().len();
                    let problem = RecordProblem::from(PsqProblem::State(FoundText::new(line)));
                    faults.push(fault_in(shown, place, at, line.len(), problem.into()));
                }
            }
            place.lines += 1;
            rest = &rest[(length + 1).min(rest.len())..];
        }
        (GomocupStates(states), faults)
    }

    /// The game of two players, by their numbers, in a round.
    pub fn find(&self, game: [u32; 3]) -> Option<GomocupState> {
        self.0.get(&game).copied()
    }

    /// The game of a record by the name of its file: the round, the two players and the winner, as in
    /// `0_2_13_1.psq`.
    pub fn find_named(&self, file_name: &str) -> Option<GomocupState> {
        let name = file_name.rsplit(['/', '\\']).next()?;
        let (name, ending) = name.rsplit_once('.')?;
        if !ending.eq_ignore_ascii_case("psq") {
            return None;
        }
        let mut numbers = name.split('_').map(|number| number.parse::<u32>().ok());
        let (round, first, second) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next()??;
        if numbers.next().is_some() {
            return None;
        }
        self.find([first, second, round])
    }

    /// How many games are known.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no game is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads a line: which game, and what became of it, if anything did.
#[allow(clippy::option_option, reason = "a line may be wrong, or right and say nothing")]
fn state(line: &[u8]) -> Option<Option<([u32; 3], GomocupState)>> {
    let line = std::str::from_utf8(line).ok()?;
    let (game, rest) = line.strip_prefix('(')?.split_once(')')?;
    let mut numbers = game.split(',').map(|number| number.trim().parse::<u32>().ok());
    let game = [numbers.next()??, numbers.next()??, numbers.next()??];
    if numbers.next().is_some() {
        return None;
    }
    let mut fields = rest.split_whitespace();
    let (seat, end) = (fields.next()?, fields.next()?);
    if seat == "None" {
        return Some(None);
    }
    let seat = seat.parse::<u8>().ok().filter(|seat| *seat <= 2)?;
    let end = match end {
        "0" => GomocupEnd::Board,
        "1" => GomocupEnd::Foul,
        "2" => GomocupEnd::Time,
        "3" => GomocupEnd::Illegal,
        "4" => GomocupEnd::Crash,
        _ => return None,
    };
    Some(Some((game, GomocupState { seat, end })))
}
