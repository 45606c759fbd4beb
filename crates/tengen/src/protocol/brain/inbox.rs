//! Lines as they arrive, each with its time, so that thinking can stop for those that ask it to.

use std::{
    io::BufRead,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
        mpsc::{Receiver, sync_channel},
    },
    thread,
    time::Instant,
};

use super::super::feed::read_line;

/// A line, and when it was there. A clock runs from then on, not from when it is looked at.
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) arrived: Instant,
}

/// Reads lines ahead on a thread of its own.
///
/// Nothing is lost and nothing overtakes: all lines are carried out in their order. But a line that
/// asks to stop is seen as soon as it is there, whatever is before it.
pub(super) struct Inbox {
    lines: Receiver<Line>,
    signals: Arc<Signals>,
}

/// What can be known of the lines that wait.
#[derive(Default)]
pub(super) struct Signals {
    waiting: AtomicUsize,
    stops: AtomicUsize,
    /// Nothing more comes: the input has ended, or `END` was there.
    last: AtomicBool,
    /// `END` was there.
    end: AtomicBool,
}

impl Inbox {
    /// The longest line, end included; what is beyond is dropped.
    const MAX_LENGTH: usize = 16 * 1024;

    /// How many lines may wait; then the sender has to.
    const MAX_LINES: usize = 1024;

    /// Starts to read. An input that cannot be read has ended.
    pub(super) fn new(mut input: impl BufRead + Send + 'static) -> Inbox {
        let (sender, lines) = sync_channel(Inbox::MAX_LINES);
        let signals = Arc::new(Signals::default());
        let seen = Arc::clone(&signals);
        thread::spawn(move || {
            while let Some(bytes) = read_line(&mut input, Inbox::MAX_LENGTH) {
                let urgency = Urgency::of(&bytes);
                match urgency {
                    Urgency::None => {}
                    Urgency::Stop => _ = seen.stops.fetch_add(1, SeqCst),
                    Urgency::End => seen.end.store(true, SeqCst),
                }
                seen.waiting.fetch_add(1, SeqCst);
                let sent = sender.send(Line { bytes, arrived: Instant::now() });
                if sent.is_err() || urgency == Urgency::End {
                    break;
                }
            }
            seen.last.store(true, SeqCst);
        });
        Inbox { lines, signals }
    }

    /// The next line; none at the end.
    pub(super) fn next(&self) -> Option<Line> {
        let line = self.lines.recv().ok()?;
        self.signals.waiting.fetch_sub(1, SeqCst);
        if Urgency::of(&line.bytes) == Urgency::Stop {
            self.signals.stops.fetch_sub(1, SeqCst);
        }
        Some(line)
    }

    /// What is known of the lines that wait.
    pub(super) fn signals(&self) -> &Signals {
        &self.signals
    }
}

impl Signals {
    /// Whether thinking must stop: for a word that asks for it, or because nothing more comes.
    pub(super) fn asks_to_stop(&self) -> bool {
        self.stops.load(SeqCst) > 0 || self.last.load(SeqCst) || self.is_ended()
    }

    /// Whether a line, or the end, is there to be read.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.load(SeqCst) > 0 || self.last.load(SeqCst)
    }

    /// Whether `END` was there: nothing is to be said any more.
    pub(super) fn is_ended(&self) -> bool {
        self.end.load(SeqCst)
    }
}

/// What cannot wait until a thought is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Urgency {
    None,
    Stop,
    End,
}

impl Urgency {
    /// Looks at a line: these words stand alone on theirs.
    fn of(line: &[u8]) -> Urgency {
        let word = line.trim_ascii();
        match () {
            () if word.eq_ignore_ascii_case(b"END") => Urgency::End,
            () if word.eq_ignore_ascii_case(b"YXSTOP") => Urgency::Stop,
            () if word.eq_ignore_ascii_case(b"STOP") => Urgency::Stop,
            () => Urgency::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn wait_for(condition: impl Fn() -> bool) {
        while !condition() {
            thread::yield_now();
        }
    }

    #[test]
    fn a_stop_is_seen_before_its_turn_and_only_until_it_is_read() {
        let inbox = Inbox::new(Cursor::new("ABOUT\r\n yxstop\r\nABOUT\nEND\nABOUT\n"));
        wait_for(|| inbox.signals().is_ended());
        assert!(inbox.signals().asks_to_stop() && inbox.signals().is_waiting());
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| inbox.next()).map(|l| l.bytes).collect();
        assert_eq!(lines.len(), 4, "nothing is read behind END");
        assert_eq!(inbox.signals.stops.load(SeqCst), 0);
    }

    #[test]
    fn the_end_of_the_input_is_something_to_stop_for() {
        let inbox = Inbox::new(Cursor::new(""));
        wait_for(|| inbox.signals().asks_to_stop());
        assert!(inbox.signals().is_waiting() && !inbox.signals().is_ended());
        assert!(inbox.next().is_none());
    }

    #[test]
    fn a_flood_waits_outside() {
        let flood = "INFO\n".repeat(3 * Inbox::MAX_LINES);
        let inbox = Inbox::new(Cursor::new(flood));
        wait_for(|| inbox.signals.waiting.load(SeqCst) >= Inbox::MAX_LINES);
        assert!(inbox.signals.waiting.load(SeqCst) <= Inbox::MAX_LINES + 1);
        assert_eq!(std::iter::from_fn(|| inbox.next()).count(), 3 * Inbox::MAX_LINES);
    }
}
