//! A panic barrier around decoders that are not ours.
//!
//! A decoder that meets damaged bytes may panic instead of refusing them. That is the fault of one
//! file: the others go on, and the default panic message, which reads like a bug of this program, is
//! not printed.

use std::{
    any::Any,
    cell::Cell,
    io,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

thread_local! {
    /// Whether this thread is inside of [`guarded`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs a decoder; a panic of it becomes an error. What it was working on must not be used again.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                report(info);
            }
        }));
    });
    let before = GUARDED.replace(true);
    let decoded = panic::catch_unwind(AssertUnwindSafe(decode));
    GUARDED.set(before);
    decoded.unwrap_or_else(|payload| Err(broke_down(&*payload)))
}

fn broke_down(payload: &(dyn Any + Send)) -> io::Error {
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    io::Error::other(format!(
        "it is damaged, and its decoder broke down: {}",
        message.unwrap_or("it does not say why")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_what_was_said_is_kept() {
        let error = guarded(|| -> io::Result<()> { panic!("index {} out of range", 7) });
        assert!(error.unwrap_err().to_string().contains("index 7 out of range"));
        let error = guarded(|| -> io::Result<()> { panic!("plain") });
        assert!(error.unwrap_err().to_string().contains("plain"));
        assert_eq!(guarded(|| Ok(5)).unwrap(), 5);
        assert!(!GUARDED.get());
    }
}
