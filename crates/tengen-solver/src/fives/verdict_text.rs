//! Verdicts of the solver of five-in-a-row in words.

use std::fmt::{self, Write as _};

use tengen_core::{Area, Point, Position, shape::Shape};

use super::{By, Decision, FivesDanger, FivesVerdict, Win};
use crate::ExplainedMove;

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Fours => "fours",
            By::Threats => "threats",
            By::QuietMoves => "threats with quiet moves",
        })
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Wins => "win",
            Decision::Fails => "no win",
            Decision::FailsNear => "no win near the stones",
            Decision::Open(_) => "not decided",
            Decision::Unasked => "not asked",
        })
    }
}

impl FivesVerdict {
    /// What is known of the side to move where no win is known, in a line.
    pub fn summary(&self) -> String {
        let ways = [("VCF", self.fours), ("VCT", self.threats), ("win by quiet moves", self.quiet)];
        let parts = ways.into_iter().filter_map(|(way, known)| match known {
            Decision::Fails => Some(format!("no {way}")),
            Decision::FailsNear => Some(format!("no {way} near the stones")),
            Decision::Open(why) => Some(format!("{way} not decided, {why}")),
            Decision::Wins | Decision::Unasked => None,
        });
        parts.collect::<Vec<_>>().join("; ")
    }

    /// How a side wins from `position`, or what is threatened and what parries it, in lines.
    pub fn describe(&self, position: &Position) -> String {
        let (turn, area) = (position.turn(), position.board().area());
        match (&self.win, &self.danger) {
            (Some(win), _) => win.describe(position),
            (None, Some(danger)) => {
                let line = area.names(&danger.line).join(" ");
                format!("{turn} is to move; {} threatens to win by {line}\n", !turn)
                    + &danger.describe_parries(area)
            }
            (None, None) => format!("{turn} is to move; {} threatens nothing\n", !turn),
        }
    }
}

impl Win {
    fn describe(&self, position: &Position) -> String {
        let (turn, area, winner) = (position.turn(), position.board().area(), self.winner);
        let mut text = match &self.threat {
            None => format!("{turn} is to move and wins by {}\n", self.by),
            Some(line) => {
                let line = area.names(line).join(" ");
                format!("{turn} is to move and cannot stop {winner}, who would win by {line}\n")
            }
        };
        for (number, explained) in (1..).zip(self.line(position)) {
            let (color, name) = (explained.color, area.name(explained.point));
            let note = if color == winner { explained.note(area) } else { String::new() };
            let _ = writeln!(text, "{number:>3} {color} {name}{note}");
        }
        text
    }
}

impl FivesDanger {
    fn describe_parries(&self, area: Area) -> String {
        let mut text = String::new();
        for &(parry, known) in &self.parries {
            let name = area.name(parry);
            let _ = match known {
                Decision::Wins => writeln!(text, "{name} loses"),
                Decision::Fails | Decision::FailsNear => {
                    writeln!(text, "{name} stops all threats")
                }
                Decision::Open(why) => {
                    writeln!(text, "{name} parries it; the rest is open, {why}")
                }
                Decision::Unasked => Ok(()),
            };
        }
        text
    }
}

impl ExplainedMove {
    /// What a move of the winner makes, and what stops it.
    fn note(&self, area: Area) -> String {
        if self.shapes.first() == Some(&Shape::Five) {
            return ", five".to_owned();
        }
        let names = |points: &[Point]| area.names(points).join(" ");
        let mut note = String::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            note += if number == 0 { ", " } else { " and " };
            note += shape.name();
        }
        if self.is_quiet {
            note += ", quiet move";
        }
        if !self.threat.is_empty() {
            note = note + ", threatens " + &names(&self.threat);
        }
        note + &match (self.replies.is_empty(), self.foul) {
            (_, Some((block, foul))) => {
                format!("; {} would stop it but is a foul, {foul}", area.name(block))
            }
            (true, None) => "; nothing stops it".to_owned(),
            (false, None) => format!("; stopped by {}", names(&self.replies)),
        }
    }
}
