//! Progress of a match on stderr.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_match::{MatchReport, PlayedGame};

/// A progress bar if stderr is a terminal, and with `--verbose` a line for every game.
pub(super) struct MatchProgress {
    bar: Option<ProgressBar>,
    verbose: bool,
}

impl MatchProgress {
    pub(super) fn new(games: usize, verbose: bool) -> MatchProgress {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:20} {pos}/{len} games {eta} left  {msg}");
            ProgressBar::new(games as u64).with_style(style.expect("the template is a constant"))
        });
        MatchProgress { bar, verbose }
    }

    /// Prints a game.
    pub(super) fn game(&self, report: &MatchReport, played: &PlayedGame) {
        if !self.verbose {
            return;
        }
        let line = report.game_line(played);
        let print = || {
            // If stderr is closed, nothing is left to do.
            let _ = writeln!(io::stderr(), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Updates the bar.
    pub(super) fn show(&self, report: &MatchReport) {
        if let Some(bar) = &self.bar {
            bar.set_position(report.games());
            bar.set_message(report.headline());
        }
    }

    pub(super) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
