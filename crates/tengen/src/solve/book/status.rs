//! How far a book has come.

use std::{
    cell::Cell,
    fmt::Write as _,
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_core::{Point, Position};
use tengen_proof::Written;
use tengen_solver::fives::book::{Alike, BookEntry, Fact};

use super::Work;

impl Work<'_> {
    /// A line for each reply, in the order in which they are tried.
    pub(super) fn table(&self) -> String {
        let mut text = String::new();
        // If there is a win by threats, there is no need of a first move and replies to it.
        let by_threats = self.book.fact(self.book.root()).is_some();
        for Alike { reply, .. } in self.replies.iter().filter(|_| !by_threats) {
            let _ = write!(text, "{} {:<4}", self.name(self.first), self.name(*reply));
            let after = self.after(*reply);
            let _ = match (self.book.fact(&after), self.best(&after)) {
                (Some(fact), _) => {
                    let answer = match fact {
                        Fact::Plan(_) => "threats".to_owned(),
                        Fact::Quiet(point) | Fact::Threat(point, _) => self.name(*point),
                    };
                    match self.proof(Some(*reply)) {
                        Some(Written { steps, bytes }) => {
                            writeln!(text, " won by {answer}, {steps} steps, {bytes} bytes")
                        }
                        None => writeln!(text, " won by {answer}, not written"),
                    }
                }
                (None, Some((point, won, all))) => {
                    let open = all - won;
                    writeln!(text, " open: {}, {open} of {all} replies open", self.name(point))
                }
                (None, None) => writeln!(text, " open"),
            };
        }
        let (plans, facts) = self.book.size();
        let _ = writeln!(
            text,
            "{plans} plans of {} moves, {facts} positions won",
            self.book.plan_moves()
        );
        text
    }

    /// The move in `position` after which the most replies are answered, how many, and how many
    /// there are.
    fn best(&self, position: &Position) -> Option<(Point, usize, usize)> {
        let mut position = position.clone();
        let mut best = None;
        for point in position.legal_points() {
            position.play(point).expect("it is legal");
            let replies = position.legal_points();
            let answered = |&&reply: &&Point| {
                let mut position = position.clone();
                position.play(reply).is_ok() && self.book.fact(&position).is_some()
            };
            let won = replies.iter().filter(answered).count();
            if won > best.map_or(0, |(_, won, _)| won) {
                best = Some((point, won, replies.len()));
            }
            position.undo();
        }
        best
    }
}

/// Shows on stderr, if that is a terminal, what is being proved and how it goes.
pub(super) struct BookProgress {
    bar: Option<ProgressBar>,
    plans: Cell<u64>,
    facts: Cell<u64>,
}

impl BookProgress {
    pub(super) fn new(moves: &str) -> BookProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {prefix} {elapsed} {msg}")
                .expect("the template is a constant");
            let bar = ProgressBar::new_spinner().with_style(style).with_prefix(moves.to_owned());
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        BookProgress { bar, plans: Cell::new(0), facts: Cell::new(0) }
    }

    /// Counts what was found.
    pub(super) fn count(&self, entry: &BookEntry) {
        let count = match entry {
            BookEntry::Plan { .. } => &self.plans,
            BookEntry::Fact { .. } => &self.facts,
        };
        count.set(count.get() + 1);
        if let (Some(bar), BookEntry::Fact { moves, fact: Fact::Quiet(_) | Fact::Threat(..) }) =
            (&self.bar, entry)
        {
            let (plans, facts, moves) = (self.plans.get(), self.facts.get(), moves.len());
            bar.set_message(format!(
                "{plans} plans, {facts} positions won, last after {moves} moves"
            ));
        }
    }
}

impl Drop for BookProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
