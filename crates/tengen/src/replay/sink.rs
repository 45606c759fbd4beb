//! Where verdicts go, in the order of the records.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_referee::archive::VerdictBatch;

use super::{
    hand::{Form, Made},
    parquet::Parquet,
    report::Summary,
};
use crate::{archive::Broken, cli::ReplayArgs, error::Failure};

/// Where verdicts go.
pub(super) struct Sink {
    form: Form,
    limit: usize,
    /// The file that is written instead of the standard output.
    output: Option<(PathBuf, File)>,
    parquet: Option<(PathBuf, Parquet)>,
    pub(super) summary: Summary,
    /// The first thing that cannot be read.
    pub(super) fault: Option<(String, Broken)>,
}

impl Sink {
    pub(super) fn new(args: &ReplayArgs, form: Form, limit: usize) -> Result<Sink, Failure> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error: io::Error| Failure::Write { path, error }
        };
        let output = match &args.output {
            Some(path) => Some((path.clone(), File::create(path).map_err(failed(path))?)),
            None => None,
        };
        let parquet = match &args.parquet {
            Some(path) => Some((path.clone(), Parquet::create(path).map_err(failed(path))?)),
            None => None,
        };
        let summary = Summary::default();
        let mut sink = Sink { form, limit, output, parquet, summary, fault: None };
        if form == Form::Csv {
            let mut header = Vec::new();
            VerdictBatch::write_csv_header(&mut header);
            sink.write(&header)?;
        }
        Ok(sink)
    }

    fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        match &mut self.output {
            Some((path, file)) => {
                file.write_all(text).map_err(|error| Failure::Write { path: path.clone(), error })
            }
            None => io::stdout().lock().write_all(text).map_err(Failure::of_output),
        }
    }

    /// Takes what a hand has made.
    pub(super) fn take(&mut self, made: &mut Made) -> Result<(), Failure> {
        let summary = &mut self.summary;
        summary.tally.add(&made.tally);
        summary.files += made.files;
        summary.passed_over += made.passed_over;
        for (kept, new) in summary.rows.iter_mut().zip(&mut made.rows) {
            let room = self.limit.saturating_sub(kept.len());
            kept.extend(new.drain(..).take(room));
        }
        self.fault = self.fault.take().or_else(|| made.fault.take());
        if !made.out.is_empty() {
            self.write(&made.out)?;
        }
        if let Some((path, parquet)) = &mut self.parquet
            && !made.batch.is_empty()
        {
            let batch = std::mem::take(&mut made.batch).record_batch();
            parquet.write(&batch).map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        Ok(())
    }

    /// Whether nothing at all could be read; then there is only that to tell.
    pub(super) fn is_hopeless(&self) -> bool {
        let tally = &self.summary.tally;
        tally.games == 1 && tally.faults() == 1 && self.fault.is_some()
    }

    /// Writes what there is to tell at the end.
    pub(super) fn finish(mut self) -> Result<Summary, Failure> {
        if let Some((path, parquet)) = self.parquet.take() {
            parquet.finish().map_err(|error| Failure::Write { path, error })?;
        }
        match self.form {
            Form::Json => self.write(self.summary.json().into_bytes().as_slice())?,
            Form::Table => {
                let table = self.summary.table(self.limit);
                if self.output.is_some() {
                    self.write(anstream::adapter::strip_str(&table).to_string().as_bytes())?;
                } else {
                    let mut stdout = anstream::stdout().lock();
                    let written = stdout.write_all(table.as_bytes());
                    written.and_then(|()| stdout.flush()).map_err(Failure::of_output)?;
                }
            }
            Form::Csv | Form::Story => {}
        }
        if self.output.is_none() {
            io::stdout().lock().flush().map_err(Failure::of_output)?;
        }
        Ok(self.summary)
    }

    /// The rows that disagree or cannot be judged are worth an exit code of their own.
    pub(super) fn is_negative(summary: &Summary) -> bool {
        let tally = &summary.tally;
        tally.faults() > 0 || tally.claims.iter().any(|claim| claim[1] > 0)
    }
}
