//! Input lines, read ahead on a thread of their own, so that a search can stop when one arrives.

use std::{
    io::{BufRead, BufReader, Read},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
        mpsc::{Receiver, sync_channel},
    },
    thread,
    time::Instant,
};

/// Capacity of the queue of lines; the sender waits when it is full.
const MAX_LINES: usize = 1024;

/// A line without its line ending, and when it arrived: a clock runs from then on.
pub(crate) struct InputLine {
    pub(crate) bytes: Vec<u8>,
    pub(crate) arrived: Instant,
}

/// What a line means to a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// It waits for its turn.
    None,
    /// The search stops.
    Stop,
    /// The search stops, nothing more is printed, and no more lines are read.
    End,
}

/// The lines of an input, in order.
///
/// Nothing is lost and nothing overtakes: all lines are processed in their order. But a line that asks
/// to stop is seen as soon as it arrives, whatever is before it.
pub(crate) struct InputLines {
    lines: Receiver<InputLine>,
    urgency: fn(&[u8]) -> Urgency,
    signals: Arc<InputSignals>,
}

/// What is known of the lines in the queue.
#[derive(Default)]
pub(crate) struct InputSignals {
    waiting: AtomicUsize,
    stops: AtomicUsize,
    /// No more lines come: the input has ended, or an [`Urgency::End`] has arrived.
    last: AtomicBool,
    /// An [`Urgency::End`] has arrived.
    end: AtomicBool,
}

impl InputLines {
    /// Starts to read; a read error is the end of the input. Lines are truncated to `max_length` bytes,
    /// line ending included.
    pub(crate) fn new(
        input: impl Read + Send + 'static,
        max_length: usize,
        urgency: fn(&[u8]) -> Urgency,
    ) -> InputLines {
        let mut input = BufReader::new(input);
        let (sender, lines) = sync_channel(MAX_LINES);
        let signals = Arc::new(InputSignals::default());
        let seen = Arc::clone(&signals);
        thread::spawn(move || {
            while let Some(bytes) = read_line(&mut input, max_length) {
                let urgent = urgency(&bytes);
                match urgent {
                    Urgency::None => {}
                    Urgency::Stop => _ = seen.stops.fetch_add(1, SeqCst),
                    Urgency::End => seen.end.store(true, SeqCst),
                }
                seen.waiting.fetch_add(1, SeqCst);
                let sent = sender.send(InputLine { bytes, arrived: Instant::now() });
                if sent.is_err() || urgent == Urgency::End {
                    break;
                }
            }
            seen.last.store(true, SeqCst);
        });
        InputLines { lines, urgency, signals }
    }

    /// The next line; none at the end.
    pub(crate) fn next(&self) -> Option<InputLine> {
        let line = self.lines.recv().ok()?;
        self.signals.waiting.fetch_sub(1, SeqCst);
        if (self.urgency)(&line.bytes) == Urgency::Stop {
            self.signals.stops.fetch_sub(1, SeqCst);
        }
        Some(line)
    }

    /// What is known of the lines in the queue.
    pub(crate) fn signals(&self) -> &InputSignals {
        &self.signals
    }
}

impl InputSignals {
    /// Whether a search must stop: a line asks for it, or no more lines come.
    pub(crate) fn asks_to_stop(&self) -> bool {
        self.stops.load(SeqCst) > 0 || self.last.load(SeqCst) || self.is_ended()
    }

    /// Whether a line, or the end, is there to be read.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting.load(SeqCst) > 0 || self.last.load(SeqCst)
    }

    /// Whether an [`Urgency::End`] has arrived: nothing is to be printed any more.
    pub(crate) fn is_ended(&self) -> bool {
        self.end.load(SeqCst)
    }
}

/// A line without its line ending, truncated to `limit` bytes; none at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, limit: usize) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    match input.by_ref().take(limit as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else {
        // Too long, or the last line without a line ending.
        let _ = input.skip_until(b'\n');
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const MAX_LENGTH: usize = 1 << 20;

    fn lines(text: impl Into<Vec<u8>>) -> InputLines {
        InputLines::new(Cursor::new(text.into()), MAX_LENGTH, |line| match line {
            b"STOP" => Urgency::Stop,
            b"END" => Urgency::End,
            _ => Urgency::None,
        })
    }

    fn wait_for(condition: impl Fn() -> bool) {
        while !condition() {
            thread::yield_now();
        }
    }

    #[test]
    fn lines_come_whole_and_in_order_and_long_ones_are_cut() {
        let mut text = b"one\n\ntwo\r\n".to_vec();
        text.extend(vec![b'x'; 3 * MAX_LENGTH]);
        text.extend(b"\nlast");
        let input = lines(text);
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| input.next()).map(|l| l.bytes).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            (&lines[0][..], &lines[1][..], &lines[2][..]),
            (&b"one"[..], &b""[..], &b"two\r"[..])
        );
        assert_eq!(lines[3].len(), MAX_LENGTH);
        assert_eq!(lines[4], b"last");
        // The end counts as something to stop for.
        wait_for(|| input.signals().is_waiting());
    }

    #[test]
    fn a_stop_is_seen_before_its_turn_and_only_until_it_is_read() {
        let input = lines("ABOUT\nSTOP\nABOUT\nEND\nABOUT\n");
        wait_for(|| input.signals().is_ended());
        assert!(input.signals().asks_to_stop() && input.signals().is_waiting());
        assert_eq!(std::iter::from_fn(|| input.next()).count(), 4, "nothing is read behind END");
        assert_eq!(input.signals.stops.load(SeqCst), 0);
    }

    #[test]
    fn the_end_of_the_input_is_something_to_stop_for() {
        let input = lines("");
        wait_for(|| input.signals().asks_to_stop());
        assert!(input.signals().is_waiting() && !input.signals().is_ended());
        assert!(input.next().is_none());
    }

    #[test]
    fn a_flood_waits_outside() {
        let input = lines("INFO\n".repeat(3 * MAX_LINES));
        wait_for(|| input.signals.waiting.load(SeqCst) >= MAX_LINES);
        assert!(input.signals.waiting.load(SeqCst) <= MAX_LINES + 1);
        assert_eq!(std::iter::from_fn(|| input.next()).count(), 3 * MAX_LINES);
    }
}
