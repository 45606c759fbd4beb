//! A game, reviewed: all moves, and what they add up to.

use std::fmt::{self, Write as _};

use tengen_core::{Area, Color, Rule};

use super::{Judgement, MoveReview};
use crate::Value;

/// Review of a game. Displayed, it is a table of its moves with a summary.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct GameReview {
    /// The game.
    pub rule: Rule,
    /// The board.
    pub area: Area,
    /// The moves up to the end of the game, in their order.
    pub moves: Vec<MoveReview>,
    /// The number of moves after the end of the game, which are not reviewed.
    pub after_end: usize,
    /// Nodes of all searches, those of the solver included; playouts at NoGo count as nodes.
    pub nodes: u64,
}

/// What the moves of one side add up to.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SideReview {
    /// The side.
    pub color: Color,
    /// The number of its moves.
    pub moves: usize,
    /// How many of them are inaccuracies.
    pub inaccuracies: usize,
    /// How many are mistakes.
    pub mistakes: usize,
    /// How many are blunders.
    pub blunders: usize,
    /// Accuracy of its moves, from 0 to 1; none if it made none.
    pub accuracy: Option<f32>,
}

impl GameReview {
    /// Loss of winning chances at which a move counts half for the accuracy; one without loss counts full.
    pub const HALF_ACCURACY: f32 = Judgement::MISTAKE;

    /// What the moves of a side add up to.
    #[allow(clippy::cast_precision_loss, reason = "a game has few moves")]
    pub fn side(&self, color: Color) -> SideReview {
        let own = || self.moves.iter().filter(|one| one.color == color);
        let count = |judgement| own().filter(|one| one.judgement == judgement).count();
        let moves = own().count();
        let exact: f32 = own().map(|one| (-one.loss / GameReview::HALF_ACCURACY).exp2()).sum();
        SideReview {
            color,
            moves,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
            accuracy: (moves > 0).then(|| exact / moves as f32),
        }
    }

    /// The moves that decided the game: mistakes and blunders, in their order.
    pub fn key_moves(&self) -> impl Iterator<Item = &MoveReview> {
        self.moves.iter().filter(|one| one.judgement >= Judgement::Mistake)
    }

    /// The key moves in a line: "2 mistakes: 11 h9 missed a win by fours; 14 g7 allows a win by threats (VCT)".
    pub fn summary(&self) -> String {
        let word = |one: &MoveReview| {
            let what = one
                .reason_text()
                .unwrap_or_else(|| format!("loses {:.0} % winning chance", 100.0 * one.loss));
            format!("{} {} {what}", one.number, self.area.name(one.point))
        };
        let words: Vec<String> = self.key_moves().map(word).collect();
        match words.len() {
            0 => "no mistakes".to_owned(),
            1 => format!("1 mistake: {}", words[0]),
            count => format!("{count} mistakes: {}", words.join("; ")),
        }
    }
}

impl fmt::Display for SideReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideReview { color, moves, inaccuracies, mistakes, blunders, accuracy } = self;
        let count = |count: usize, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        write!(
            f,
            "{color}: {}, {}, {}, {}",
            count(*moves, "move", "moves"),
            count(*blunders, "blunder", "blunders"),
            count(*mistakes, "mistake", "mistakes"),
            count(*inaccuracies, "inaccuracy", "inaccuracies")
        )?;
        match accuracy {
            Some(accuracy) => write!(f, ", accuracy {:.0} %", 100.0 * accuracy),
            None => Ok(()),
        }
    }
}

impl fmt::Display for GameReview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows =
            vec![["move", "side", "point", "", "before", "after", "best"].map(String::from)];
        for one in &self.moves {
            rows.push([
                one.number.to_string(),
                one.color.to_string(),
                self.area.name(one.point),
                one.judgement.mark().to_owned(),
                value_text(self.rule, one.before),
                value_text(self.rule, one.after),
                self.area.name(one.best),
            ]);
        }
        let widths: Vec<usize> =
            (0..7).map(|n| rows.iter().map(|row| row[n].len()).max().unwrap_or(0)).collect();
        for (number, row) in rows.iter().enumerate() {
            let mut line = String::new();
            for (n, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                // Numbers and values stand on the right.
                let _ = match n {
                    0 | 4 | 5 => write!(line, "{cell:>width$}  "),
                    _ => write!(line, "{cell:<width$}  "),
                };
            }
            if let Some(one) = number.checked_sub(1).map(|number| &self.moves[number]) {
                line += &one.sentence(self.area);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        for color in Color::ALL {
            writeln!(f, "{}", self.side(color))?;
        }
        writeln!(f, "{}", self.summary())
    }
}

/// Plies that are not shown: the bound of a win this long says nothing.
const LONG: u32 = 100;

/// A value for a table: chances in percent, or a proven result and the most plies until then, which are not known
/// at NoGo.
fn value_text(rule: Rule, value: Value) -> String {
    match (value, rule) {
        (Value::Wins(0), _) => "won".to_owned(),
        (Value::Loses(0), _) => "lost".to_owned(),
        (Value::Wins(_), Rule::NoGo) | (Value::Wins(LONG..), _) => "wins".to_owned(),
        (Value::Loses(_), Rule::NoGo) | (Value::Loses(LONG..), _) => "loses".to_owned(),
        (Value::Wins(plies), _) => format!("wins in {plies}"),
        (Value::Loses(plies), _) => format!("loses in {plies}"),
        (Value::Seems(_), _) => format!("{:.0} %", 100.0 * value.chances()),
    }
}
