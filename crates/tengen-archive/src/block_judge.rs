//! Reader and judge of the records of a block.

use std::ops::ControlFlow;

use tengen_core::{Area, Rule};
#[cfg(feature = "arrow")]
use tengen_notation::ReadOptions;
use tengen_notation::{
    Fault, Irregularity, MainLine, RecordReader, RecordStep, Repair, WholeRecord,
};
use tengen_referee::{Evidence, GameRecord, Judge, Steps, Verdict};

#[cfg(feature = "arrow")]
use crate::table::TableBlock;
use crate::{
    blocks::{Blocks, StreamError},
    record_stream::RecordBlock,
};

/// Reads and judges records, block after block. Each worker has one, and uses its buffers over and
/// over.
#[derive(Default, Debug)]
pub struct BlockJudge {
    judge: Judge,
    evidence: Evidence,
    line: MainLine,
    steps: Vec<RecordStep>,
}

/// A record that was judged.
#[derive(Clone, Copy, Debug)]
pub struct JudgedRecord<'a> {
    /// The number of the record in its file, from 1.
    pub number: u64,
    /// The line it begins in, from 1; 0 in a table, which has none.
    pub line: u64,
    /// The game as it is recorded.
    pub game: GameRecord<'a>,
    /// What the board says.
    pub verdict: Verdict,
    /// What shows it.
    pub evidence: &'a Evidence,
    /// What could not be read as written, though the verdict may depend on it.
    pub repairs: &'a [Repair],
}

/// A record that was judged; or the number of one that cannot be read, from 1, and why.
pub type JudgeResult<'r, 'a> = Result<&'r JudgedRecord<'a>, (u64, Box<Fault>)>;

impl BlockJudge {
    /// Reads and judges all records of a text, as [`judge`](BlockJudge::judge) does those of a block.
    pub fn judge_text<B>(
        &mut self,
        reader: &RecordReader,
        text: &[u8],
        mut amend: impl FnMut(&mut MainLine),
        mut each: impl FnMut(JudgeResult<'_, '_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut blocks = Blocks::new(text, reader.splitter());
        while let Some(block) = blocks.next() {
            match block {
                Ok(block) => {
                    let mut lines = reader.main_lines(block.text(), block.place());
                    let read = |line: &mut MainLine| lines.read(line);
                    self.judge_lines(read, block.place().records, &mut amend, &mut each)?;
                }
                Err(StreamError::Fault(fault)) => each(Err((blocks.records(), fault)))?,
                Err(StreamError::Read(_)) => unreachable!("bytes in memory can be read"),
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads and judges the records of a block. What is known about a record from elsewhere is added by
    /// `amend`; each record goes to `each`, or what is wrong with it and its number, which may break off.
    ///
    /// A record that does not name its game is of freestyle, and one that does not name its board is of
    /// fifteen by fifteen.
    pub fn judge<B>(
        &mut self,
        block: &RecordBlock,
        amend: impl FnMut(&mut MainLine),
        each: impl FnMut(JudgeResult<'_, '_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut lines = block.main_lines();
        self.judge_lines(|line| lines.read(line), block.records_before(), amend, each)
    }

    /// Reads and judges rows of a table, as [`judge`](BlockJudge::judge) does records of a text.
    #[cfg(feature = "arrow")]
    pub fn judge_table<B>(
        &mut self,
        block: &TableBlock,
        reading: &ReadOptions,
        amend: impl FnMut(&mut MainLine),
        each: impl FnMut(JudgeResult<'_, '_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut rows = block.main_lines(reading);
        self.judge_lines(|line| rows.read(line), block.rows_before(), amend, each)
    }

    /// Judges a record that was read whole, or made otherwise.
    ///
    /// ```
    /// use tengen_archive::BlockJudge;
    /// use tengen_core::{Area, Color};
    /// use tengen_notation::{Record, RecordStep, RecordTree, WholeRecord};
    /// use tengen_referee::End;
    ///
    /// let mut record = Record::default();
    /// let points = Area::square(15).parse_points("h8 i9 h8").unwrap();
    /// record.tree.extend(RecordTree::ROOT, RecordStep::in_turn(Color::Black, points.into_iter().map(Some)));
    /// let whole = WholeRecord { record, repairs: Vec::new(), line: 1, offset: 0 };
    /// let mut judge = BlockJudge::default();
    /// let judged = judge.judge_whole(&whole);
    /// assert_eq!((judged.verdict.end, judged.verdict.at, judged.verdict.earlier), (End::Occupied, 3, 1));
    /// ```
    pub fn judge_whole(&mut self, whole: &WholeRecord) -> JudgedRecord<'_> {
        let BlockJudge { judge, evidence, line, steps } = self;
        line.set_whole(whole);
        let game = game_of(line, steps);
        let verdict = judge.judge(&game, evidence);
        let repairs = line.repairs.as_slice();
        JudgedRecord { number: 1, line: line.line, game, verdict, evidence, repairs }
    }

    fn judge_lines<B>(
        &mut self,
        mut read: impl FnMut(&mut MainLine) -> Option<Result<(), Box<Fault>>>,
        mut number: u64,
        mut amend: impl FnMut(&mut MainLine),
        mut each: impl FnMut(JudgeResult<'_, '_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let BlockJudge { judge, evidence, line, steps } = self;
        while let Some(result) = read(line) {
            number += 1;
            if let Err(fault) = result {
                each(Err((number, fault)))?;
                continue;
            }
            amend(line);
            let game = game_of(line, steps);
            let verdict = judge.judge(&game, evidence);
            let repairs = line.repairs.as_slice();
            each(Ok(&JudgedRecord { number, line: line.line, game, verdict, evidence, repairs }))?;
        }
        ControlFlow::Continue(())
    }
}

/// The game of a main line. Irregular ones are spelled out in `steps`.
#[inline]
fn game_of<'a>(line: &'a MainLine, steps: &'a mut Vec<RecordStep>) -> GameRecord<'a> {
    let mut broken = None;
    let played = if line.irregularities.is_empty() {
        Steps::Moves(&line.moves)
    } else {
        let mut passes = 0;
        for &(before, oddity) in &line.irregularities {
            match oddity {
                Irregularity::Pass => passes += 1,
                Irregularity::Setup => broken = broken.or(Some(before + passes)),
                Irregularity::OutOfTurn => {}
            }
        }
        steps.clear();
        steps.extend(line.steps());
        Steps::Irregular(steps)
    };
    GameRecord {
        rule: line.rule.unwrap_or(Rule::Freestyle),
        area: line.area.unwrap_or(Area::square(15)),
        setup: &line.setup,
        first: line.first,
        steps: played,
        broken,
        claim: line.claim,
    }
}
