//! The end of a judged list of moves explained: lines, fouls and chains, in values and in words.

use std::fmt::Write as _;

use tengen_core::{Illegal, Line, Point, Position, renju, renju::LineShape};

use crate::{End, GameRecord, Steps, Verdict};

/// Of records without a set-up, in which the sides move in turn; of others nothing is known.
impl GameRecord<'_> {
    /// The position after the first `count` moves, if all of them are legal.
    fn position_after(&self, count: usize) -> Option<Position> {
        let Steps::Moves(moves) = self.steps else { return None };
        let mut position = Position::new(self.rule, self.area).ok()?;
        moves[..count].iter().try_for_each(|&point| position.play(point)).ok()?;
        Some(position)
    }

    /// The position before the move that ended the game, and that move.
    fn last_move(&self, verdict: &Verdict) -> Option<(Position, Point)> {
        let index = (verdict.at as usize).checked_sub(1)?;
        let point = self.steps.get(index, self.first).point?;
        Some((self.position_after(index)?, point))
    }

    /// The lines that won the game.
    pub fn winning_lines(&self, verdict: &Verdict) -> Vec<Line> {
        let position = (verdict.end == End::Five).then(|| self.position_after(verdict.at as usize));
        position.flatten().map_or_else(Vec::new, |position| position.winning_lines())
    }

    /// What the forbidden stone that ended the game makes.
    pub fn foul_parts(&self, verdict: &Verdict) -> Vec<LineShape> {
        let last = verdict.end.is_foul().then(|| self.last_move(verdict)).flatten();
        last.map_or_else(Vec::new, |(before, point)| renju::line_shapes(before.board(), point))
    }

    /// How the game ended, in indented lines.
    pub fn describe_end(&self, verdict: &Verdict) -> String {
        let mut text = String::new();
        let (area, at) = (self.area, verdict.at);
        let name = || area.name(self.last_move(verdict).expect("a move ended the game").1);
        // Writing to memory does not fail.
        let _ = match (verdict.end, verdict.winner) {
            (End::Five, _) => self.winning_lines(verdict).into_iter().try_for_each(|line| {
                let (color, line) = (line.color, line.describe(area));
                writeln!(text, "  move {at}, {}: {color} makes a {line}", name())
            }),
            (End::NoMove, Some(winner)) => {
                writeln!(text, "  after move {at} {} has no legal move; {winner} won", !winner)
            }
            (End::FullBoard, _) => writeln!(text, "  the board is full and nobody has won"),
            (_, None) => writeln!(text, "  after {} moves nobody has won yet", self.steps.len()),
            (_, Some(_)) => match self.forbidden(verdict) {
                Some(Illegal::Chokes(color)) => {
                    writeln!(text, "  move {at}, {}: a {color} chain has no liberty", name())
                }
                Some(Illegal::Foul(foul)) => {
                    let _ = writeln!(text, "  move {at}, {}: black makes a foul: {foul}", name());
                    self.foul_parts(verdict).into_iter().try_for_each(|part| {
                        let (shape, axis) = (part.shape.name(), part.axis);
                        let stones = area.names(&part.stones).join(" ");
                        let counts = if part.counts() { "" } else { " (does not count)" };
                        writeln!(text, "  {shape} on the {axis}: {stones}{counts}")
                    })
                }
                _ => Ok(()),
            },
        };
        if verdict.winner.is_some() {
            let _ = match verdict.after {
                0 => Ok(()),
                1 => writeln!(text, "  1 move after the end does not count"),
                more => writeln!(text, "  {more} moves after the end do not count"),
            };
        }
        text
    }

    /// Why the rules forbid the move that lost the game.
    fn forbidden(&self, verdict: &Verdict) -> Option<Illegal> {
        let (mut before, point) = self.last_move(verdict)?;
        before.play(point).err()
    }
}
