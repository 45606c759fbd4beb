//! What one hand does with a piece of work.

use std::{convert::Infallible, ops::ControlFlow};

use tengen_notation::{BlockOffset, Fault, MainLine, RecordReader};
use tengen_referee::archive::{Agreement, Bench, Judged, Tally, Verdict, VerdictBatch};

use super::{
    report::Row,
    source::{Known, Piece, What},
    story,
};
use crate::{
    archive::{Broken, States, Texts, Ticket},
    cli::Only,
};

/// How the verdicts are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A table of what they come to.
    Table,
    /// A story each.
    Story,
    /// A JSON object each.
    Json,
    /// A line of values each.
    Csv,
}

/// What is wanted of the hands.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) texts: Texts,
    pub(super) form: Form,
    /// Whether the columns are wanted, too.
    pub(super) columns: bool,
    pub(super) only: Option<Only>,
    /// How many rows of each kind are kept for a table.
    pub(super) limit: usize,
}

impl Wanted {
    /// Whether rows of columns are wanted.
    fn rows(&self) -> bool {
        self.columns || matches!(self.form, Form::Json | Form::Csv)
    }

    /// Whether a verdict is told of.
    fn tells(&self, verdict: &Verdict) -> bool {
        match self.only {
            None => true,
            Some(Only::Disagreements) => verdict.agrees == Agreement::No,
            Some(Only::Faults) => verdict.end.is_fault(),
        }
    }
}

/// What a hand has made of its pieces since they were last given away.
#[derive(Default)]
pub(super) struct Answer {
    bench: Bench,
    made: Made,
    /// The text of a small file.
    small: Vec<u8>,
}

/// What becomes of records.
#[derive(Default)]
pub(super) struct Made {
    pub(super) batch: VerdictBatch,
    pub(super) tally: Tally,
    /// Lines of text.
    pub(super) out: Vec<u8>,
    /// What a table lists, by the kind of row.
    pub(super) rows: [Vec<Row>; Row::KINDS],
    pub(super) files: u64,
    pub(super) passed_over: u64,
    /// The first thing that cannot be read, as a whole fault.
    pub(super) fault: Option<(String, Broken)>,
}

impl Made {
    fn clear(&mut self) {
        self.batch.clear();
        self.tally = Tally::default();
        self.out.clear();
        self.rows.iter_mut().for_each(Vec::clear);
        (self.files, self.passed_over, self.fault) = (0, 0, None);
    }

    /// Takes note of a record.
    #[inline]
    fn add(&mut self, wanted: &Wanted, name: &str, judged: &Judged<'_>) {
        let Judged { game, verdict, repairs, .. } = judged;
        self.tally.count(game.claim, verdict);
        self.tally.repaired += u64::from(!repairs.is_empty());
        match wanted.form {
            Form::Table => {
                let kind = Row::kind(judged);
                if self.rows[kind].len() < wanted.limit && wanted.tells(verdict) {
                    self.rows[kind].push(Row::of(name, judged));
                }
            }
            Form::Story if wanted.tells(verdict) => story::tell(&mut self.out, name, judged),
            Form::Story | Form::Json | Form::Csv => {}
        }
        if wanted.rows() && wanted.tells(verdict) {
            self.batch.add(judged);
        }
    }

    /// Takes note of something that cannot be read.
    fn add_broken(&mut self, wanted: &Wanted, name: &str, number: u64, why: Broken) {
        let verdict = Verdict::UNREADABLE;
        self.tally.count(None, &verdict);
        let (line, column) = match &why {
            Broken::Fault(fault) => (fault.line, fault.column),
            Broken::Read(_) => (0, 0),
        };
        let what = why.to_string();
        if wanted.tells(&verdict) {
            if wanted.form == Form::Story {
                story::tell_broken(&mut self.out, name, line, column, &what);
            }
            if wanted.rows() {
                self.batch.add_broken(number, line, column, &what);
            }
            let rows = &mut self.rows[Row::FAULT];
            if rows.len() < wanted.limit {
                rows.push(Row::broken(name, line, column, &what));
            }
        }
        if self.fault.is_none() {
            self.fault = Some((name.to_owned(), why));
        }
    }
}

impl Answer {
    /// What has been made, to be given away.
    pub(super) fn made(&mut self) -> &mut Made {
        &mut self.made
    }

    /// Does a piece of work.
    pub(super) fn work(&mut self, wanted: &Wanted, piece: &mut Piece) {
        self.made.clear();
        match std::mem::take(&mut piece.what) {
            What::Nothing => {}
            What::File { passed_over } => {
                self.made.files = u64::from(!passed_over);
                self.made.passed_over = u64::from(passed_over);
            }
            What::Records { text, range, place } => {
                let Known { name, reader, states } = &*text;
                let block = &piece.buffer[range];
                self.judge(wanted, (name, states), reader, block, Some(place));
            }
            What::Record { name, number, fault } => {
                self.made.batch.file(&name);
                self.made.add_broken(wanted, &name, number, Broken::Fault(fault));
            }
            What::Small(tickets) => {
                for ticket in &tickets {
                    self.work_small(wanted, ticket);
                }
            }
            What::Broken { name, why, begun } => {
                self.made.files = u64::from(!begun);
                self.made.batch.file(&name);
                self.made.add_broken(wanted, &name, 0, why);
            }
        }
        match wanted.form {
            Form::Json => self.made.batch.write_json(&mut self.made.out),
            Form::Csv => self.made.batch.write_csv(&mut self.made.out),
            Form::Table | Form::Story => {}
        }
    }

    /// Judges records of the text of the given name: a block at its place, or the whole text.
    fn judge(
        &mut self,
        wanted: &Wanted,
        (name, states): (&str, &States),
        reader: &RecordReader,
        bytes: &[u8],
        place: Option<BlockOffset>,
    ) {
        let Answer { bench, made, .. } = self;
        // A member of an archive is named after it and a colon.
        let file_name = name.rsplit(['/', ':']).next().unwrap_or(name);
        let state = states.as_ref().and_then(|states| states.find_named(file_name));
        made.batch.file(name);
        let amend = |line: &mut MainLine| {
            if let (Some(state), Some(claim)) = (state, &mut line.claim) {
                *claim = state.tell(*claim);
            }
        };
        let each = |judged: Result<&Judged<'_>, (u64, Box<Fault>)>| {
            match judged {
                Ok(judged) => made.add(wanted, name, judged),
                Err((number, fault)) => made.add_broken(wanted, name, number, Broken::Fault(fault)),
            }
            ControlFlow::<Infallible>::Continue(())
        };
        let ControlFlow::Continue(()) = match place {
            Some(place) => bench.judge(reader, bytes, place, amend, each),
            None => bench.judge_text(reader, bytes, amend, each),
        };
    }

    /// Reads a small file and judges all that is in it.
    fn work_small(&mut self, wanted: &Wanted, ticket: &Ticket) {
        let mut text = std::mem::take(&mut self.small);
        let name = ticket.name.as_str();
        let opened = ticket.read(&mut text).map_err(Broken::Read);
        let opened = opened.and_then(|()| wanted.texts.reader(&text, name).map_err(Broken::Fault));
        match opened {
            Ok(reader) => {
                self.made.files += 1;
                self.judge(wanted, (name, &ticket.states), &reader, &text, None);
            }
            Err(Broken::Fault(_)) if !wanted.texts.expects(name) => self.made.passed_over += 1,
            Err(why) => {
                self.made.files += 1;
                self.made.batch.file(name);
                self.made.add_broken(wanted, name, 0, why);
            }
        }
        self.small = text;
    }
}
