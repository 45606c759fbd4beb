//! Ctrl-C: a search ends and tells what it knows.

use std::{
    process,
    sync::{
        Once, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

static ASKED: AtomicBool = AtomicBool::new(false);

/// What cannot be left undone, however great the hurry.
static LAST: OnceLock<fn()> = OnceLock::new();

/// What becomes true when somebody presses Ctrl-C. Pressed again, it ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // Without it Ctrl-C ends the program, as ever.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                if let Some(last) = LAST.get() {
                    last();
                }
                process::exit(130);
            }
        });
    });
    &ASKED
}

/// Has `last` run before a second Ctrl-C ends the program.
pub(crate) fn before_exit(last: fn()) {
    // Only one verb runs, so that nobody else has set it.
    let _ = LAST.set(last);
}
