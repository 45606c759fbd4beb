//! What a worker makes of a block of records: lines of text, rows of the table, columns.

use tengen_archive::{BlockOutput, JudgedRecord, StreamError, VerdictBlock};
use tengen_referee::{Agreement, Verdict};

use super::replay_args::Only;
use super::replay_summary::Row;

/// The form in which verdicts are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputForm {
    /// A summary table.
    Table,
    /// A story for each game.
    Story,
    /// A JSON object for each game.
    Json,
    /// A line of comma-separated values for each game.
    Csv,
}

/// Options of the output.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputOptions {
    pub(super) form: OutputForm,
    /// Whether a Parquet file is written, too.
    pub(super) columns: bool,
    pub(super) only: Option<Only>,
    /// The number of rows of each kind that a table keeps.
    pub(super) limit: usize,
}

impl OutputOptions {
    /// Whether rows of columns are needed.
    fn needs_rows(&self) -> bool {
        self.columns || matches!(self.form, OutputForm::Json | OutputForm::Csv)
    }

    /// Whether a verdict is printed.
    fn selects(&self, verdict: &Verdict) -> bool {
        match self.only {
            None => true,
            Some(Only::Disagreements) => verdict.agrees == Agreement::No,
            Some(Only::Faults) => verdict.end.is_fault(),
        }
    }
}

/// What becomes of the records of one block.
pub(super) struct ReplayOutput {
    options: OutputOptions,
    pub(super) block: VerdictBlock,
    /// Lines of text.
    pub(super) text: Vec<u8>,
    /// The rows of a table, by kind.
    pub(super) rows: [Vec<Row>; Row::KINDS],
    /// The first file or record that cannot be read.
    pub(super) fault: Option<(String, StreamError)>,
}

impl ReplayOutput {
    pub(super) fn new(options: OutputOptions) -> ReplayOutput {
        let (block, rows) = (VerdictBlock::default(), Default::default());
        ReplayOutput { options, block, text: Vec::new(), rows, fault: None }
    }
}

impl BlockOutput for ReplayOutput {
    fn clear(&mut self) {
        self.block.clear();
        self.text.clear();
        self.rows.iter_mut().for_each(Vec::clear);
        self.fault = None;
    }

    fn begin_file(&mut self, name: &str) {
        self.block.begin_file(name);
    }

    fn count_file(&mut self, skipped: bool) {
        self.block.count_file(skipped);
    }

    #[inline]
    fn add(&mut self, file: &str, record: &JudgedRecord<'_>) {
        self.block.tally.add_record(record);
        let selected = self.options.selects(&record.verdict);
        match self.options.form {
            OutputForm::Table => {
                let rows = &mut self.rows[Row::kind(record)];
                if rows.len() < self.options.limit && selected {
                    rows.push(Row::new(file, record));
                }
            }
            OutputForm::Story if selected => record.write_story(&mut self.text, file),
            OutputForm::Story | OutputForm::Json | OutputForm::Csv => {}
        }
        if selected && self.options.needs_rows() {
            self.block.batch.add(record);
        }
    }

    fn add_unreadable(&mut self, file: &str, number: u64, error: StreamError) {
        let verdict = Verdict::UNREADABLE;
        self.block.tally.count(None, &verdict);
        let (line, column) = error.position();
        let message = error.to_string();
        if self.options.selects(&verdict) {
            if self.options.form == OutputForm::Story {
                let place = if line == 0 { String::new() } else { format!(":{line}:{column}") };
                self.text.extend(format!("{file}{place}: {message}\n").bytes());
            }
            if self.options.needs_rows() {
                self.block.batch.add_unreadable(number, line, column, &message);
            }
            let rows = &mut self.rows[Row::FAULT];
            if rows.len() < self.options.limit {
                rows.push(Row::unreadable(file, line, column, &message));
            }
        }
        if self.fault.is_none() {
            self.fault = Some((file.to_owned(), error));
        }
    }

    fn finish(&mut self) {
        match self.options.form {
            OutputForm::Json => self.block.batch.write_json(&mut self.text),
            OutputForm::Csv => self.block.batch.write_csv(&mut self.text),
            OutputForm::Table | OutputForm::Story => {}
        }
    }
}
