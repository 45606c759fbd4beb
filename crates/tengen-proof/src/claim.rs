//! What a proof claims: the lines at its head.

use std::{
    fmt::{self, Write as _},
    io::{self, BufRead, Write},
};

use tengen_core::{Area, Color, Position, Rule, Setup};

use crate::{
    MAX_POINTS,
    error::{ProofError, Trouble},
    image::Image,
    wire::Source,
};

/// That one side wins a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The game.
    pub rule: Rule,
    /// The position.
    pub setup: Setup,
    /// Who wins.
    pub winner: Color,
}

/// The first line of every proof.
const FIRST: &str = "tengen proof 1";
/// The longest line: every stone of the largest board has a name of at most seven bytes.
const LONGEST: usize = 16 + 8 * MAX_POINTS;
/// The most bytes that the positions remembered may take.
const MAX_MEMORY: usize = 256 << 20;

/// The claim and how many positions the reader must remember.
pub(crate) struct Head {
    pub(crate) claim: Claim,
    pub(crate) slots: usize,
}

impl Claim {
    /// The position, ready to be played.
    pub(crate) fn position(&self) -> Result<Position, Trouble> {
        Ok(Position::from_setup(self.rule, &self.setup)?)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { rule, setup: Setup { area, stones, turn }, winner } = self;
        write!(f, "{winner} wins {rule} on {area}, ")?;
        match stones.len() {
            0 => {}
            1 => f.write_str("1 stone, ")?,
            count => write!(f, "{count} stones, ")?,
        }
        write!(f, "{turn} to move")
    }
}

impl Head {
    /// How many positions are worth remembering on such a board.
    pub(crate) fn slots_for(points: usize) -> usize {
        (MAX_MEMORY / 4 / (Image::bytes(points) + 32)).min(1 << 20)
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let Claim { rule, setup: Setup { area, stones, turn }, winner } = &self.claim;
        let mut text = format!("{FIRST}\nrule {rule}\nsize {area}\n");
        for color in Color::ALL {
            text += &color.to_string();
            let mut points: Vec<_> = stones.iter().filter(|stone| stone.1 == color).collect();
            points.sort_unstable();
            for (point, _) in points {
                text.push(' ');
                text += &area.name(*point);
            }
            text.push('\n');
        }
        let _ = write!(text, "turn {turn}\nwins {winner}\nmemory {}\n\n", self.slots);
        out.write_all(text.as_bytes())?;
        Ok(text.len() as u64)
    }

    pub(crate) fn read<R: BufRead>(source: &mut Source<R>) -> Result<Head, ProofError> {
        let mut line = |expected: &'static str, word: &str| {
            let start = source.offset();
            let text = source.line(expected, LONGEST)?;
            let rest = match text.strip_prefix(word) {
                Some("") => Some(String::new()),
                Some(rest) => rest.strip_prefix(' ').map(str::to_owned),
                None => None,
            };
            match rest {
                Some(rest) => Ok((start, rest)),
                None => wrong(start, &text, expected),
            }
        };
        line("\"tengen proof 1\"", FIRST)?;
        let (start, text) = line("\"rule\" and the name of a game", "rule")?;
        let Ok(rule) = text.parse::<Rule>() else {
            return wrong(start, &text, "\"rule\" and the name of a game");
        };
        if rule != Rule::NoGo {
            let trouble =
                Trouble::Limit(format!("proofs of {rule} are not known yet, only of nogo"));
            return Err(ProofError { offset: start, trouble });
        }
        let (start, text) = line("\"size\" and the size of a board", "size")?;
        let Ok(area) = text.parse::<Area>() else {
            return wrong(start, &text, "\"size\" and the size of a board");
        };
        let points = area.size().unwrap_or(usize::MAX);
        if points > MAX_POINTS {
            let trouble =
                Trouble::Limit(format!("a board of a proof has at most {MAX_POINTS} points"));
            return Err(ProofError { offset: start, trouble });
        }
        let mut stones = Vec::new();
        for color in Color::ALL {
            let expected = if color == Color::Black {
                "\"black\" and its stones"
            } else {
                "\"white\" and its stones"
            };
            let (start, text) = line(expected, &color.to_string())?;
            for name in text.split(' ').filter(|name| !name.is_empty()) {
                match area.point(name) {
                    Ok(point) => stones.push((point, color)),
                    Err(_) => return wrong(start, &text, expected),
                }
            }
        }
        let mut side = |expected: &'static str, word: &str| {
            let (start, text) = line(expected, word)?;
            match Color::ALL.into_iter().find(|color| color.to_string() == text) {
                Some(color) => Ok(color),
                None => wrong(start, &text, expected),
            }
        };
        let turn = side("\"turn black\" or \"turn white\"", "turn")?;
        let winner = side("\"wins black\" or \"wins white\"", "wins")?;
        let (start, text) = line("\"memory\" and a number of positions", "memory")?;
        let slots = match text.parse::<usize>() {
            Ok(slots) if slots > 0 => slots,
            _ => return wrong(start, &text, "\"memory\" and a number of positions"),
        };
        if slots.saturating_mul(Image::bytes(points) + 32) > MAX_MEMORY {
            let trouble =
                Trouble::Limit(format!("to remember {slots} positions takes too much memory"));
            return Err(ProofError { offset: start, trouble });
        }
        let start = source.offset();
        let blank = source.line("a blank line", LONGEST)?;
        if !blank.is_empty() {
            return wrong(start, &blank, "blank");
        }
        let setup = Setup { area, stones, turn };
        Ok(Head { claim: Claim { rule, setup, winner }, slots })
    }
}

fn wrong<T>(offset: u64, found: &str, expected: &'static str) -> Result<T, ProofError> {
    let found = found.chars().take(60).collect();
    Err(ProofError { offset, trouble: Trouble::Header { found, expected } })
}
