//! Ctrl-C: a search ends and tells what it knows.

use std::{
    process,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

static ASKED: AtomicBool = AtomicBool::new(false);

/// What becomes true when somebody presses Ctrl-C. Pressed again, it ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // Without it Ctrl-C ends the program, as ever.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                process::exit(130);
            }
        });
    });
    &ASKED
}
