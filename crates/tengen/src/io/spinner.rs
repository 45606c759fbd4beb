//! Progress indicator of searches.

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows on stderr, if that is a terminal, that something is going on.
pub(crate) struct Spinner(Option<ProgressBar>);

impl Spinner {
    pub(crate) fn new() -> Spinner {
        Spinner(io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} searching for {elapsed}")
                .expect("the template is a constant");
            let spinner = ProgressBar::new_spinner().with_style(style);
            spinner.enable_steady_tick(Duration::from_millis(200));
            spinner
        }))
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(spinner) = &self.0 {
            spinner.finish_and_clear();
        }
    }
}
