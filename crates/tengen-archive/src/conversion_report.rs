//! The report at the end of a conversion: what was dropped, mended and left out.

use std::{collections::BTreeMap, fmt};

use tengen_notation::{Fault, Repair, WriteLoss};

use crate::UnreadColumns;

/// Where a record stands.
#[derive(Clone, Copy, Debug)]
pub struct RecordPlace<'a> {
    /// The name of its text.
    pub name: &'a str,
    /// The line it begins in, from 1.
    pub line: u64,
}

/// How often something came up, and where first.
#[derive(Debug)]
struct KindTally {
    games: u64,
    count: u64,
    first: String,
}

/// Counts of everything to report. Its size does not grow with the number of records.
#[derive(Default, Debug)]
pub struct ConversionReport {
    /// How many games were written.
    pub written: u64,
    /// How many records were left out.
    pub left_out: u64,
    dropped: BTreeMap<&'static str, KindTally>,
    mended: BTreeMap<String, KindTally>,
    omitted: BTreeMap<String, KindTally>,
    /// Columns of tables that were not read.
    pub unread: UnreadColumns,
}

impl ConversionReport {
    /// The maximum number of distinct kinds of mistakes; later ones are counted together.
    const KINDS: usize = 50;

    /// Counts what a format cannot hold of a record.
    pub fn drop_all(&mut self, place: RecordPlace<'_>, losses: &[WriteLoss]) {
        for loss in losses {
            let (what, count) = loss.kind();
            let first = || format!("{}:{}", place.name, place.line);
            note(&mut self.dropped, what, count as u64, first);
        }
    }

    /// Counts repairs of a record.
    pub fn mend(&mut self, place: RecordPlace<'_>, repairs: &[Repair]) {
        for repair in repairs {
            let first = || format!("{}:{}:{}", place.name, repair.line, repair.column);
            note_some(&mut self.mended, &repair.what, first);
        }
    }

    /// Counts a record that cannot be read.
    pub fn leave_out_broken(&mut self, name: &str, fault: &Fault) {
        self.left_out += 1;
        let first = || format!("{name}:{}:{}", fault.line, fault.column);
        note_some(&mut self.omitted, &fault.to_string(), first);
    }

    /// Counts a record that is left out for another reason.
    pub fn leave_out(&mut self, place: RecordPlace<'_>, why: &str) {
        self.left_out += 1;
        let first = || format!("{}:{}", place.name, place.line);
        note_some(&mut self.omitted, why, first);
    }

    /// Whether anything of what was read is not in what was written.
    pub fn lost(&self) -> bool {
        !self.dropped.is_empty() || !self.unread.is_empty() || self.left_out > 0
    }
}

impl fmt::Display for ConversionReport {
    /// One line for each kind.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = |count: u64| format!("{count} {}", if count == 1 { "game" } else { "games" });
        for (what, KindTally { games: in_games, count, first }) in &self.dropped {
            let in_games = games(*in_games);
            writeln!(f, "dropped: {what}: {count} in {in_games}, first {first}")?;
        }
        write!(f, "{}", self.unread)?;
        for (what, KindTally { count, first, .. }) in &self.mended {
            writeln!(f, "mended: {what}: {count}, first {first}")?;
        }
        for (what, KindTally { count, first, .. }) in &self.omitted {
            writeln!(f, "left out: {what}: {}, first {first}", games(*count))?;
        }
        Ok(())
    }
}

fn note<K: Ord + Copy>(
    kinds: &mut BTreeMap<K, KindTally>,
    what: K,
    count: u64,
    first: impl FnOnce() -> String,
) {
    let tally =
        kinds.entry(what).or_insert_with(|| KindTally { games: 0, count: 0, first: first() });
    tally.games += 1;
    tally.count += count;
}

fn note_some(kinds: &mut BTreeMap<String, KindTally>, what: &str, first: impl FnOnce() -> String) {
    let full = kinds.len() >= ConversionReport::KINDS && !kinds.contains_key(what);
    let what = if full { "something else" } else { what };
    if let Some(tally) = kinds.get_mut(what) {
        tally.games += 1;
        tally.count += 1;
    } else {
        kinds.insert(what.to_owned(), KindTally { games: 1, count: 1, first: first() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_counted_with_its_first_place() {
        let mut report = ConversionReport::default();
        assert!(!report.lost() && report.to_string().is_empty());
        for line in [3, 7] {
            let place = RecordPlace { name: "a.sgf", line };
            report.drop_all(place, &[WriteLoss::Comments(2), WriteLoss::Rule]);
        }
        report.leave_out(RecordPlace { name: "b.sgf", line: 1 }, "it is no game");
        assert!(report.lost());
        assert_eq!(
            report.to_string(),
            "dropped: comments: 4 in 2 games, first a.sgf:3\n\
             dropped: rule: 2 in 2 games, first a.sgf:3\n\
             left out: it is no game: 1 game, first b.sgf:1\n"
        );
    }

    #[test]
    fn a_text_with_a_thousand_kinds_of_faults_does_not_fill_the_memory() {
        let mut report = ConversionReport::default();
        for number in 0..1000 {
            let place = RecordPlace { name: "a", line: number };
            report.leave_out(place, &format!("fault {number}"));
        }
        assert_eq!(report.left_out, 1000);
        assert_eq!(report.to_string().lines().count(), ConversionReport::KINDS + 1);
    }
}
