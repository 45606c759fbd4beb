//! How the match stands, on stderr.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};

use super::{game::Played, report::Report};

/// A bar if stderr is a terminal, and a line a game if asked for.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    verbose: bool,
}

impl Progress {
    pub(super) fn new(games: usize, verbose: bool) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:20} {pos}/{len} games {eta} left  {msg}");
            ProgressBar::new(games as u64).with_style(style.expect("the template is a constant"))
        });
        Progress { bar, verbose }
    }

    /// Tells of a game.
    pub(super) fn game(&self, report: &Report, played: &Played) {
        if !self.verbose {
            return;
        }
        let line = report.game_line(played);
        let print = || {
            // If stderr is gone there is nobody to tell.
            let _ = writeln!(io::stderr(), "{line}");
        };
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Shows how the match stands.
    pub(super) fn show(&self, report: &Report) {
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
