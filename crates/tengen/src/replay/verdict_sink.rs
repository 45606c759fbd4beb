//! Where verdicts go, in the order of the records.

use std::io::{self, Write};

use tengen_archive::{StreamError, VerdictBatch, VerdictParquet};

use super::replay_args::ReplayArgs;
use super::{
    output::{OutputForm, ReplayOutput},
    replay_summary::Summary,
};
use crate::{io::atomic_file::OutputFile, io::error::Failure};

/// Where verdicts go.
pub(super) struct VerdictSink {
    form: OutputForm,
    limit: usize,
    /// The file that is written instead of the standard output.
    output: Option<OutputFile>,
    parquet: Option<VerdictParquet<OutputFile>>,
    pub(super) summary: Summary,
    /// The first thing that cannot be read.
    pub(super) fault: Option<(String, StreamError)>,
}

impl VerdictSink {
    pub(super) fn new(
        args: &ReplayArgs,
        form: OutputForm,
        limit: usize,
    ) -> Result<VerdictSink, Failure> {
        let output = args.output_file()?;
        let parquet = match &args.parquet {
            Some(path) => Some(
                VerdictParquet::new(OutputFile::create(path, args.force)?)
                    .map_err(|error| Failure::Write { path: path.clone(), error })?,
            ),
            None => None,
        };
        let summary = Summary::default();
        let mut sink = VerdictSink { form, limit, output, parquet, summary, fault: None };
        if form == OutputForm::Csv {
            let mut header = Vec::new();
            VerdictBatch::write_csv_header(&mut header);
            sink.write(&header)?;
        }
        Ok(sink)
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        match &mut self.output {
            Some(file) => file.add(text),
            None => io::stdout().lock().write_all(text).map_err(Failure::of_output),
        }
    }

    /// Takes the output of a worker.
    pub(super) fn take(&mut self, output: &mut ReplayOutput) -> Result<(), Failure> {
        let (summary, block) = (&mut self.summary, &mut output.block);
        summary.tally.add(&block.tally);
        summary.files += block.files;
        summary.skipped += block.skipped;
        for (kept, new) in summary.rows.iter_mut().zip(&mut output.rows) {
            let room = self.limit.saturating_sub(kept.len());
            kept.extend(new.drain(..).take(room));
        }
        self.fault = self.fault.take().or_else(|| output.fault.take());
        if !output.text.is_empty() {
            self.write(&output.text)?;
        }
        if let Some(parquet) = &mut self.parquet
            && !block.batch.is_empty()
        {
            let written = parquet.write(std::mem::take(&mut block.batch));
            written.map_err(|error| parquet.get_ref().failure(error))?;
        }
        Ok(())
    }

    /// Whether nothing at all could be read; then only that is reported.
    pub(super) fn is_hopeless(&self) -> bool {
        let tally = &self.summary.tally;
        tally.games == 1 && tally.faults() == 1 && self.fault.is_some()
    }

    /// Leaves the files unwritten, since not all games are in them, and says so.
    fn give_up_files(&mut self) {
        let output = self.output.take();
        let parquet = self.parquet.take();
        for file in output.iter().chain(parquet.iter().map(VerdictParquet::get_ref)) {
            // If stderr is closed, the report is lost.
            let _ = writeln!(io::stderr(), "interrupted: {} is not written", file.path().display());
        }
        if output.is_some() {
            self.form = OutputForm::Table;
        }
    }

    /// Writes the report at the end.
    pub(super) fn finish(mut self) -> Result<Summary, Failure> {
        if self.summary.interrupted {
            self.give_up_files();
        }
        if let Some(parquet) = self.parquet.take() {
            let path = parquet.get_ref().path().to_owned();
            parquet.finish().map_err(|error| Failure::Write { path, error })?.finish()?;
        }
        match self.form {
            OutputForm::Json => self.write(self.summary.json().into_bytes().as_slice())?,
            OutputForm::Table => {
                let table = self.summary.table(self.limit);
                if self.output.is_some() {
                    self.write(anstream::adapter::strip_str(&table).to_string().as_bytes())?;
                } else {
                    let mut stdout = anstream::stdout().lock();
                    let written = stdout.write_all(table.as_bytes());
                    written.and_then(|()| stdout.flush()).map_err(Failure::of_output)?;
                }
            }
            OutputForm::Csv | OutputForm::Story => {}
        }
        match self.output {
            Some(file) => file.finish()?,
            None => io::stdout().lock().flush().map_err(Failure::of_output)?,
        }
        Ok(self.summary)
    }

    /// The rows that disagree or cannot be judged are worth an exit code of their own.
    pub(super) fn is_negative(summary: &Summary) -> bool {
        let tally = &summary.tally;
        tally.faults() > 0 || tally.claims.iter().any(|claim| claim[1] > 0)
    }
}
