//! What all games come to, as a table for people.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use tengen_archive::{JudgedRecord, VerdictTally};
use tengen_referee::{Agreement, End};

/// A game that is listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// Where it is: file, line and column or game.
    place: String,
    /// What the board says.
    verdict: String,
    /// What is written.
    written: String,
}

impl Row {
    /// Whose written result is not what the board says.
    pub(super) const DISAGREEMENT: usize = 0;
    /// What cannot be judged.
    pub(super) const FAULT: usize = 1;
    /// What was judged though its result or its board could not be read as written.
    pub(super) const REPAIRED: usize = 2;
    /// All others.
    pub(super) const OTHER: usize = 3;
    /// How many lists there are.
    pub(super) const KINDS: usize = 4;

    /// Which list a game belongs to.
    #[inline]
    pub(super) fn kind(judged: &JudgedRecord<'_>) -> usize {
        if judged.verdict.agrees == Agreement::No {
            Row::DISAGREEMENT
        } else if judged.verdict.end.is_fault() {
            Row::FAULT
        } else if !judged.repairs.is_empty() {
            Row::REPAIRED
        } else {
            Row::OTHER
        }
    }

    pub(super) fn new(name: &str, judged: &JudgedRecord<'_>) -> Row {
        let mut written = judged.written();
        for repair in judged.repairs {
            let _ = write!(written, "; {repair}");
        }
        Row { place: format!("{name}:{}", judged.line), verdict: judged.headline(), written }
    }

    pub(super) fn unreadable(name: &str, line: u64, column: usize, what: &str) -> Row {
        let place = if line == 0 { name.to_owned() } else { format!("{name}:{line}:{column}") };
        Row { place, verdict: what.to_owned(), written: String::new() }
    }
}

/// The report at the end.
#[derive(Clone, Default, Debug)]
pub(super) struct Summary {
    pub(super) tally: VerdictTally,
    pub(super) files: u64,
    /// Files in folders and archives that hold no records.
    pub(super) skipped: u64,
    pub(super) rows: [Vec<Row>; Row::KINDS],
    /// Whether it was interrupted.
    pub(super) interrupted: bool,
}

const RED: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))).bold();
const YELLOW: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))).bold();
const GREEN: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))).bold();
const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

impl Summary {
    /// All of it as a JSON object on a line.
    pub(super) fn json(&self) -> String {
        let (files, skipped, interrupted) = (self.files, self.skipped, self.interrupted);
        let counts = self.tally.json_members(files, skipped);
        format!("{{\"summary\":{{{counts},\"interrupted\":{interrupted}}}}}\n")
    }

    /// All of it as a table, with the games of each kind that were kept, up to `limit` of a kind.
    pub(super) fn table(&self, limit: usize) -> String {
        let tally = &self.tally;
        let (disagree, faults) = (tally.agreeing(Agreement::No), tally.faults());
        let mut out = String::new();
        // Writing to memory does not fail.
        let _ = self.write_list(&mut out, Row::DISAGREEMENT, disagree, limit);
        let _ = self.write_list(&mut out, Row::FAULT, faults, limit);
        let repaired = self.rows[Row::REPAIRED].len() as u64;
        let _ = self.write_list(&mut out, Row::REPAIRED, repaired, limit);
        // Few games are listed all; of many only what is wrong.
        if tally.games <= limit as u64 {
            let others = self.rows[Row::OTHER].len() as u64;
            let _ = self.write_list(&mut out, Row::OTHER, others, limit);
        }
        let _ = self.write_totals(&mut out);
        out
    }

    fn write_list(
        &self,
        out: &mut String,
        kind: usize,
        count: u64,
        limit: usize,
    ) -> std::fmt::Result {
        let rows = &self.rows[kind][..self.rows[kind].len().min(limit)];
        // With `--only`, the rows of the other kinds were not kept.
        if count == 0 || rows.is_empty() {
            return Ok(());
        }
        let (style, title) = match kind {
            Row::DISAGREEMENT => (RED, "the board disagrees with what is written"),
            Row::FAULT => (YELLOW, "cannot be judged to the end"),
            Row::REPAIRED => (YELLOW, "judged, but not all could be read as written"),
            _ => (BOLD, "games"),
        };
        writeln!(out, "{style}{title}{style:#}")?;
        let width = |text: fn(&Row) -> &str| {
            rows.iter().map(|row| text(row).chars().count()).max().unwrap_or(0).min(60)
        };
        let (places, verdicts) = (width(|row| &row.place), width(|row| &row.verdict));
        for Row { place, verdict, written } in rows {
            match written.as_str() {
                "" => writeln!(out, "  {place:places$}  {verdict}")?,
                written => {
                    writeln!(out, "  {place:places$}  {verdict:verdicts$}  {DIM}{written}{DIM:#}")?;
                }
            }
        }
        if count > rows.len() as u64 {
            let more = grouped(count - rows.len() as u64);
            writeln!(out, "  {DIM}and {more} more; --limit lists more of them{DIM:#}")?;
        }
        writeln!(out)
    }

    fn write_totals(&self, out: &mut String) -> std::fmt::Result {
        let tally = &self.tally;
        let [yes, no, unknown] =
            [Agreement::Yes, Agreement::No, Agreement::Unknown].map(|a| tally.agreeing(a));
        write!(
            out,
            "{BOLD}{}{BOLD:#} in {}",
            counted(tally.games, "game"),
            counted(self.files, "file")
        )?;
        if self.skipped > 0 {
            write!(out, " ({} without records passed over)", counted(self.skipped, "file"))?;
        }
        writeln!(out)?;
        let number = |count: u64| grouped(count);
        writeln!(out, "\n  {DIM}{:<14}{:>14}{DIM:#}", "end", "games")?;
        for end in End::ALL.into_iter().filter(|&end| tally.of(end) > 0) {
            writeln!(out, "  {:<14}{:>14}", end.word(), number(tally.of(end)))?;
        }
        if tally.after_end > 0 {
            let (what, count) = ("after-end", number(tally.after_end));
            writeln!(out, "  {what:<14}{count:>14}  {DIM}have moves after the end{DIM:#}")?;
        }
        if tally.repaired > 0 {
            let (what, count) = ("repaired", number(tally.repaired));
            let why = "have a result or a board that is not known";
            writeln!(out, "  {what:<14}{count:>14}  {DIM}{why}{DIM:#}")?;
        }
        writeln!(
            out,
            "\n  {DIM}{:<14}{:>14}{:>14}{:>14}{DIM:#}",
            "written", "agrees", "disagrees", "unknown"
        )?;
        for (word, [yes, no, unknown]) in VerdictTally::CLAIMS.iter().zip(tally.claims) {
            if yes + no + unknown > 0 {
                let style = if no > 0 { RED } else { Style::new() };
                writeln!(
                    out,
                    "  {word:<14}{:>14}{style}{:>14}{style:#}{:>14}",
                    number(yes),
                    number(no),
                    number(unknown)
                )?;
            }
        }
        let style = if no > 0 { RED } else { GREEN };
        writeln!(
            out,
            "  {:<14}{:>14}{style}{:>14}{style:#}{:>14}",
            "all",
            number(yes),
            number(no),
            number(unknown)
        )?;
        if self.interrupted {
            writeln!(out, "\n{YELLOW}broken off: this is what was judged until then{YELLOW:#}")?;
        }
        Ok(())
    }
}

/// A number with commas: 1,234,567.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
