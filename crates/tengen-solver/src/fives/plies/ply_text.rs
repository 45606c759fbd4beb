//! Wins within a few plies in words.

use std::fmt::Write as _;

use tengen_core::{Area, Color, Point};

use super::{Attack, Defense, PlyStory};

impl PlyStory {
    /// How `winner` wins, in lines: replies are indented below the move that they answer.
    pub fn describe(&self, winner: Color) -> String {
        let mut text = PlyText { text: String::new(), winner };
        match self {
            PlyStory::Attack(attack) => text.attack(0, "", attack),
            PlyStory::Defense(defense) => {
                let threat = text.threat(defense);
                let _ = writeln!(text.text, "{} to move{threat}", !winner);
                text.replies(0, defense);
            }
        }
        text.text
    }
}

struct PlyText {
    text: String,
    winner: Color,
}

impl PlyText {
    /// A line for the move, and below it what punishes each reply.
    fn attack(&mut self, depth: usize, before: &str, attack: &Attack) {
        let (winner, point) = (self.winner, Area::Unbounded.name(attack.point));
        let indent = "  ".repeat(depth);
        let Some(defense) = &attack.then else {
            let _ = writeln!(self.text, "{indent}{before}{winner} makes five on {point}");
            return;
        };
        let threat = self.threat(defense);
        let _ = writeln!(self.text, "{indent}{before}{winner} plays {point}{threat}");
        self.replies(depth, defense);
    }

    fn threat(&self, defense: &Defense) -> String {
        if defense.fives.is_empty() {
            return String::new();
        }
        format!("; {} threatens {}", self.winner, names(&defense.fives, " and "))
    }

    fn replies(&mut self, depth: usize, defense: &Defense) {
        let loser = !self.winner;
        for reply in &defense.replies {
            let points = names(&reply.points, ", ");
            match &reply.answer {
                Ok(attack) => self.attack(depth + 1, &format!("{loser} {points}: "), attack),
                Err(foul) => {
                    let indent = "  ".repeat(depth + 1);
                    let _ = writeln!(self.text, "{indent}{loser} {points}: a foul, {foul}");
                }
            }
        }
        self.attack(depth + 1, &format!("{loser} elsewhere: "), &defense.otherwise);
    }
}

fn names(points: &[Point], between: &str) -> String {
    Area::Unbounded.names(points).join(between)
}
