//! The main line of a record: what a judge needs of a game, and no more.

use std::fmt;

use tengen_core::{Area, Color, Point, Rule};

use super::{ReadOptions, RecordIter, Repair, WholeRecord};
use crate::{Fault, Record, RecordStep, ResultClaim};

/// The point of a move that is spelled as no point at all: outside every board.
pub const OFF_BOARD: Point = Point::new(-(1 << 30), -(1 << 30));

/// The main line of a record. One is used for many records, so that none takes memory of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// The game, if the record or the caller says which.
    pub rule: Option<Rule>,
    /// The board, if the record or the caller says which.
    pub area: Option<Area>,
    /// The stones on the board before the first move.
    pub setup: Vec<(Point, Color)>,
    /// Who makes the first move, or is to make it.
    pub first: Color,
    /// The moves in their order, whether or not they are on the board or on a free point: the sides
    /// take turns, but for the irregularities. What is spelled as no point is [`OFF_BOARD`].
    pub moves: Vec<Point>,
    /// What happens besides, by rising index of the move it comes before; empty for nearly all games.
    pub irregularities: Vec<(usize, Irregularity)>,
    /// The result, if the record says which.
    pub claim: Option<ResultClaim>,
    /// What was read leniently and may change the verdict; empty for nearly all games.
    pub repairs: Vec<Repair>,
    /// The line of the text that the record begins in, from 1.
    pub line: u64,
    /// Where it begins in its block.
    pub offset: usize,
}

/// What happens in a game besides moves that the sides make in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Irregularity {
    /// Before this move the side to move passed.
    Pass,
    /// This move (or the pass that is named next) is made by the side that is not to move.
    OutOfTurn,
    /// Before this move stones were set or taken away.
    Setup,
}

impl Default for MainLine {
    fn default() -> MainLine {
        MainLine {
            rule: None,
            area: None,
            setup: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            irregularities: Vec::new(),
            claim: None,
            repairs: Vec::new(),
            line: 1,
            offset: 0,
        }
    }
}

impl MainLine {
    /// Makes this the main line of a record that says nothing yet.
    #[inline]
    pub fn clear(&mut self) {
        (self.rule, self.area, self.claim) = (None, None, None);
        self.setup.clear();
        self.first = Color::Black;
        self.moves.clear();
        self.irregularities.clear();
        self.repairs.clear();
    }

    /// Makes this the main line of a whole record.
    pub fn set_whole(&mut self, whole: &WholeRecord) {
        self.set(&whole.record, whole.line, whole.offset);
        let repairs = whole.repairs.iter().filter(|repair| repair.affects_verdict);
        self.repairs.extend(repairs.cloned());
    }

    /// Makes this the main line of `record`, which begins in the given line and at the given offset.
    pub fn set(&mut self, record: &Record, line: u64, offset: usize) {
        self.clear();
        (self.rule, self.area, self.claim) = (record.rule, record.area, record.claim);
        (self.line, self.offset) = (line, offset);
        let tree = &record.tree;
        let mut next = None;
        for id in tree.main_line() {
            let node = tree.node(id);
            if !node.setup.is_empty() && next.is_some() {
                self.irregularities.push((self.moves.len(), Irregularity::Setup));
            } else {
                for &(point, stone) in &node.setup {
                    self.setup_point(point, stone);
                }
            }
            if let Some(step) = node.step {
                self.step(&mut next, step);
            } else if next.is_none() {
                self.first = node.turn.unwrap_or(self.first);
            }
        }
    }

    /// Sets a point before the first move: to a stone, or to none.
    pub(crate) fn setup_point(&mut self, point: Point, stone: Option<Color>) {
        self.setup.retain(|&(other, _)| other != point);
        if let Some(color) = stone {
            self.setup.push((point, color));
        }
    }

    /// Adds a move of the side to move, or its pass.
    pub(crate) fn add(&mut self, point: Option<Point>) {
        match point {
            Some(point) => self.moves.push(point),
            None => self.irregularities.push((self.moves.len(), Irregularity::Pass)),
        }
    }

    /// Adds a step; `next` is who is to move, `None` before the first step.
    #[inline]
    pub(crate) fn step(&mut self, next: &mut Option<Color>, step: RecordStep) {
        let turn = *next.get_or_insert(step.color);
        if self.moves.is_empty() && self.irregularities.is_empty() {
            self.first = turn;
        }
        if turn != step.color {
            self.irregularities.push((self.moves.len(), Irregularity::OutOfTurn));
        }
        self.add(step.point);
        *next = Some(!step.color);
    }

    /// The moves and passes with who made them.
    pub fn steps(&self) -> impl Iterator<Item = RecordStep> + '_ {
        let (mut turn, mut number, mut odd) = (self.first, 0, 0);
        std::iter::from_fn(move || {
            while let Some(&(at, irregularity)) = self.irregularities.get(odd)
                && at == number
            {
                odd += 1;
                match irregularity {
                    Irregularity::Setup => {}
                    Irregularity::OutOfTurn => turn = !turn,
                    Irregularity::Pass => {
                        let color = turn;
                        turn = !turn;
                        return Some(RecordStep { color, point: None });
                    }
                }
            }
            let point = Some(*self.moves.get(number)?);
            number += 1;
            let color = turn;
            turn = !turn;
            Some(RecordStep { color, point })
        })
    }
}

/// Reads main lines of one format.
pub(crate) trait ReadMainLines {
    /// Reads the next main line, all of it, into `line`, or says what is wrong with the record and
    /// goes on after it the next time.
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>>;
}

/// The main lines of a block.
pub struct MainLines<'a> {
    pub(super) lines: Box<dyn ReadMainLines + 'a>,
    pub(super) reading: &'a ReadOptions,
}

impl fmt::Debug for MainLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MainLines").finish_non_exhaustive()
    }
}

impl MainLines<'_> {
    /// Reads the next record into `line`. After a fault, reading goes on with the record after the one
    /// at fault; what `line` holds then means nothing.
    #[inline]
    pub fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        let read = self.lines.read(line);
        if let Some(Ok(())) = read {
            self.reading.settle(&mut line.rule, &mut line.area);
        }
        read
    }
}

/// The main lines of records that are read whole.
pub(super) struct MainLinesOfRecords<'a>(pub(super) RecordIter<'a>);

impl ReadMainLines for MainLinesOfRecords<'_> {
    fn read(&mut self, line: &mut MainLine) -> Option<Result<(), Box<Fault>>> {
        Some(self.0.next()?.map(|whole| line.set_whole(&whole)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordTree;

    #[test]
    fn steps_come_back_with_who_made_them() {
        let (b, w) = (Color::Black, Color::White);
        let at = |x| Some(Point::new(x, 0));
        for steps in [
            vec![],
            vec![(b, at(0)), (w, at(1)), (b, at(2))],
            vec![(w, at(0)), (b, at(1))],
            vec![(b, None), (w, at(1)), (w, None), (w, None), (b, None)],
            vec![(w, None), (w, at(1)), (w, at(2)), (b, at(3)), (b, at(4))],
        ] {
            let steps: Vec<RecordStep> =
                steps.into_iter().map(|(color, point)| RecordStep { color, point }).collect();
            let mut record = Record::default();
            record.tree.extend(RecordTree::ROOT, steps.iter().copied());
            let mut line = MainLine::default();
            line.set(&record, 1, 0);
            assert_eq!(line.steps().collect::<Vec<_>>(), steps);
        }
    }
}
