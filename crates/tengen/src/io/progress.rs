//! Progress bars and spinners on the standard error.

use std::{
    io::{self, IsTerminal},
    ops::Deref,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Progress bar on the standard error; nothing if that is not a terminal. Dropping it clears its line.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// How long work takes before [`reach`](Progress::reach) shows a bar.
    const DELAY: Duration = Duration::from_millis(700);

    /// Bar of bytes; a count if the number of them is not known.
    pub(crate) fn new(length: Option<u64>) -> Progress {
        let template = match length {
            Some(_) => "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left",
            None => "{spinner} {bytes} {bytes_per_sec} {elapsed}",
        };
        Progress::delayed(length, template)
    }

    /// Bar of `length` steps that is shown at once.
    pub(crate) fn bar(length: u64, template: &str) -> Progress {
        let progress = Progress::delayed(Some(length), template);
        progress.show();
        progress
    }

    /// Bar that [`reach`](Progress::reach) shows if the work takes long enough.
    pub(crate) fn delayed(length: Option<u64>, template: &str) -> Progress {
        let style = ProgressStyle::with_template(template).expect("the template is a constant");
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        Progress(bar.with_style(style))
    }

    /// Bar of `length` steps that is redrawn as time passes.
    pub(crate) fn ticking(length: u64, template: &str) -> Progress {
        let progress = Progress::bar(length, template);
        if !progress.is_hidden() {
            progress.enable_steady_tick(Duration::from_millis(200));
        }
        progress
    }

    /// Spinner of a search.
    pub(crate) fn search() -> Progress {
        Progress::ticking(0, "{spinner} searching for {elapsed}")
    }

    fn show(&self) {
        if io::stderr().is_terminal() {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Sets the number of steps that are done.
    pub(crate) fn reach(&self, position: u64) {
        if self.0.is_hidden() && self.0.elapsed() > Progress::DELAY {
            self.show();
        }
        self.0.set_position(position);
    }
}

impl Deref for Progress {
    type Target = ProgressBar;

    fn deref(&self) -> &ProgressBar {
        &self.0
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
