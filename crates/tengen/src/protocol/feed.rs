//! Lines as they arrive, so that thinking can stop when one does.

use std::{
    io::{BufRead, Read},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{Receiver, channel},
    },
    thread,
};

/// Reads lines ahead on a thread of its own.
///
/// Why ahead: an analysis goes on until the next line, whatever it is, and that line is then read
/// as if nothing had happened.
pub(super) struct Feed {
    lines: Receiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
}

impl Feed {
    /// The longest line, end included; what is beyond is dropped.
    const MAX_LENGTH: usize = 1 << 20;

    /// Starts to read. An input that cannot be read has ended.
    pub(super) fn new(mut input: impl BufRead + Send + 'static) -> Feed {
        let (sender, lines) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        thread::spawn(move || {
            while let Some(line) = read_line(&mut input, Feed::MAX_LENGTH) {
                counter.fetch_add(1, SeqCst);
                if sender.send(line).is_err() {
                    return;
                }
            }
            // The end is something to stop for as well.
            counter.fetch_add(1, SeqCst);
        });
        Feed { lines, waiting }
    }

    /// The next line; none at the end.
    pub(super) fn next(&self) -> Option<Vec<u8>> {
        let line = self.lines.recv().ok()?;
        self.waiting.fetch_sub(1, SeqCst);
        Some(line)
    }

    /// Whether a line, or the end, is there to be read.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.load(SeqCst) > 0
    }
}

/// A line without its end, cut after `limit` bytes; none at the end of the input.
pub(super) fn read_line(input: &mut impl BufRead, limit: usize) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    match input.by_ref().take(limit as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else {
        // Too long, or the last line without an end.
        let _ = input.skip_until(b'\n');
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_and_in_order_and_long_ones_are_cut() {
        let mut text = b"one\n\ntwo\r\n".to_vec();
        text.extend(vec![b'x'; 3 * Feed::MAX_LENGTH]);
        text.extend(b"\nlast");
        let feed = Feed::new(std::io::Cursor::new(text));
        let lines: Vec<Vec<u8>> = std::iter::from_fn(|| feed.next()).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            (&lines[0][..], &lines[1][..], &lines[2][..]),
            (&b"one"[..], &b""[..], &b"two\r"[..])
        );
        assert_eq!(lines[3].len(), Feed::MAX_LENGTH);
        assert_eq!(lines[4], b"last");
        while !feed.is_waiting() {
            thread::yield_now(); // The end counts as something to stop for.
        }
    }
}
