//! `tengen convert`: records of games in another format.

mod conversion_sink;
mod convert_args;
mod report_records;

use std::{io, path::Path, process::ExitCode};

use tengen_archive::{
    ConversionReport, InputPaths, Inputs, RecordPlace, StreamError, StreamOptions, WholeRecordItem,
    each_whole_record,
};
use tengen_notation::{
    Fault, Format, RecordWriter, Unwritable, WholeRecord, WriteLoss, WriteOptions,
};

use crate::{
    io::board_stream::add_json, io::buffered_output::Answers, io::error::Failure, io::input::Input,
};
use conversion_sink::{ConversionSink, ending, one_in_a_file};
pub(crate) use convert_args::ConvertArgs;
use report_records::{ConvertedGame, DroppedRecord, MendedRecord, SummaryRecord, advice};

/// Converts what the arguments name.
pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode, Failure> {
    let format = target(args)?;
    if args.json && args.output.is_none() {
        let message = "the games go to stdout: name a file with --output to have --json there";
        return Err(Failure::Usage(message.to_owned()));
    }
    let from = args.source.format()?;
    let writing = WriteOptions::new(args.to_rows.unwrap_or(args.source.rows).order());
    let sink = ConversionSink::new(args.output.as_deref(), format, args.force)?;
    let writer = RecordWriter::new(format, writing);
    let mut conversion = Conversion {
        writer,
        format,
        writing,
        sink,
        report: ConversionReport::default(),
        json_lines: args.json.then(Answers::new),
        game: 0,
        bytes: Vec::new(),
    };
    let texts = StreamOptions::new(from, args.source.reading());
    let inputs = Inputs::new(InputPaths::new(&args.files)?);
    Input::announce_terminal(&args.files);
    let mut number = 0;
    each_whole_record(inputs, &texts, |item| match item {
        WholeRecordItem::Unread(name, columns) => {
            conversion.report.unread.add(name, columns);
            Ok(())
        }
        WholeRecordItem::Record { source, format, record } => {
            conversion.take((source, format), &mut number, record)
        }
        WholeRecordItem::Unreadable(name, StreamError::Fault(fault)) => {
            conversion.game += 1;
            conversion.leave_out(name, &fault)
        }
        WholeRecordItem::Unreadable(name, error) => {
            conversion.leave_out_file(name, &error.to_string())
        }
        WholeRecordItem::End => {
            number = 0;
            conversion.sink.end_source()
        }
    })?;
    conversion.finish(args)
}

/// The format to write, by the arguments or by the name of the output.
fn target(args: &ConvertArgs) -> Result<Format, Failure> {
    let of_file = |path: &Path| {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut formats = Format::ALL.into_iter().filter(|format| format.extension() == ending);
        // Several formats end in .txt.
        formats.next().filter(|_| formats.next().is_none())
    };
    args.to.or_else(|| of_file(args.output.as_deref()?)).ok_or_else(|| {
        Failure::Usage(
            "say the format to write with --to, or name a file like games.sgf".to_owned(),
        )
    })
}

/// Whether what is lost stood in the record. These formats hold neither rule nor board: both are arguments or
/// defaults, and so nothing of the input is lost with them.
const fn is_said_by(from: Format, loss: &WriteLoss) -> bool {
    let bare = matches!(from, Format::Moves | Format::Positions | Format::Openings);
    !(bare && matches!(loss, WriteLoss::Rule | WriteLoss::Area))
}

/// A conversion under way.
struct Conversion {
    writer: RecordWriter,
    format: Format,
    writing: WriteOptions,
    sink: ConversionSink,
    report: ConversionReport,
    /// The JSON Lines about each game, with `--json`.
    json_lines: Option<Answers>,
    game: u64,
    /// What was written and has not gone to the sink yet.
    bytes: Vec<u8>,
}

impl Conversion {
    /// How much is kept before it goes to the sink.
    const BLOCK: usize = 256 * 1024;

    /// Leaves out what is no record.
    fn leave_out(&mut self, name: &str, fault: &Fault) -> Result<(), Failure> {
        self.report.leave_out_broken(name, fault);
        self.report_error(name, fault.line, fault.to_string())
    }

    /// Leaves out a file that cannot be read, or not to its end.
    fn leave_out_file(&mut self, name: &str, why: &str) -> Result<(), Failure> {
        self.report.leave_out(RecordPlace { name, line: 1 }, why);
        self.report_error(name, 1, why.to_owned())
    }

    /// Takes one record of the source of the given name and format, of which `number` were written
    /// before.
    fn take(
        &mut self,
        (name, from): (&str, Format),
        number: &mut u64,
        record: Result<WholeRecord, Box<Fault>>,
    ) -> Result<(), Failure> {
        self.game += 1;
        let whole = match record {
            Ok(whole) => whole,
            Err(fault) => return self.leave_out(name, &fault),
        };
        let place = RecordPlace { name, line: whole.line };
        if self.sink.is_folder() {
            self.writer = RecordWriter::new(self.format, self.writing);
        }
        let written = if self.is_full() {
            Err(Unwritable::OneOnly(self.format))
        } else {
            self.writer.write(&whole.record, &mut self.bytes)
        };
        let losses = match written {
            Ok(mut losses) => {
                losses.retain(|loss| is_said_by(from, loss));
                losses
            }
            Err(unwritable) => {
                let why = advice(unwritable);
                self.report.leave_out(place, &why);
                return self.report_error(name, whole.line, why);
            }
        };
        *number += 1;
        self.report.written += 1;
        self.report.drop_all(place, &losses);
        self.report.mend(place, &whole.repairs);
        let sent = if self.sink.is_folder() {
            let bytes = std::mem::take(&mut self.bytes);
            let ending = ending(self.format, &whole.record);
            self.sink.add_file(name, *number, &ending, &bytes)
        } else {
            self.send(Conversion::BLOCK)
        };
        sent?;
        self.add_report(&ConvertedGame {
            game: self.game,
            source: name,
            line: whole.line,
            written: true,
            dropped: losses.iter().map(DroppedRecord::from).collect(),
            mended: whole.repairs.iter().map(MendedRecord::from).collect(),
            error: None,
        })
    }

    /// Whether there is a game where only one can be.
    fn is_full(&self) -> bool {
        !self.sink.is_folder() && one_in_a_file(self.format) && self.report.written > 0
    }

    /// Flushes the written bytes to the sink if there are at least `least` of them.
    fn send(&mut self, least: usize) -> Result<(), Failure> {
        if self.bytes.len() >= least {
            self.sink.add(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    fn report_error(&mut self, source: &str, line: u64, error: String) -> Result<(), Failure> {
        self.add_report(&ConvertedGame {
            game: self.game,
            source,
            line,
            written: false,
            dropped: Vec::new(),
            mended: Vec::new(),
            error: Some(error),
        })
    }

    fn add_report(&mut self, record: &ConvertedGame<'_>) -> Result<(), Failure> {
        let Some(lines) = &mut self.json_lines else { return Ok(()) };
        let mut line = Vec::new();
        add_json(&mut line, record);
        lines.add(&line).map_err(Failure::Output)
    }

    fn finish(mut self, args: &ConvertArgs) -> Result<ExitCode, Failure> {
        if !self.sink.is_folder() {
            self.send(0)?;
        }
        let refused = args.strict && self.report.lost();
        if !refused {
            self.sink.finish()?;
        }
        let report = &self.report;
        let mut stderr = io::stderr().lock();
        // If stderr is closed, the report is lost.
        let _ = io::Write::write_all(&mut stderr, report.to_string().as_bytes());
        if refused {
            let _ = io::Write::write_all(&mut stderr, b"nothing is written: --strict\n");
        }
        if let Some(mut lines) = self.json_lines {
            let mut line = Vec::new();
            let written = if refused { 0 } else { report.written };
            let (left_out, whole) = (report.left_out, !report.lost());
            add_json(&mut line, &SummaryRecord { written, left_out, whole });
            lines.add(&line).map_err(Failure::Output)?;
            lines.print()?;
        }
        let failed = refused || report.left_out > 0;
        Ok(if failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}
