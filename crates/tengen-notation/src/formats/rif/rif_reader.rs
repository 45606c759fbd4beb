//! Games of a database as records.

use std::{
    borrow::Cow,
    ops::Range,
    sync::{Arc, OnceLock},
};

use memchr::{memchr, memchr3, memmem};

use super::{GAME_LIMIT, RifProblem, game::read_game, lists::Lists};
use crate::{
    BlockOffset, Encoding, Fault, Problem, WholeRecord,
    formats::{
        RecordFormat, RecordIter, StreamHead,
        repair::{LineIndex, Repairs},
        splitter::{Ends, FindEnds},
    },
    text::fault_in,
};

/// Whether a stream that begins with `head` is such a database.
pub(in super::super) fn is_rif(head: &[u8]) -> bool {
    let head = head.trim_ascii_start();
    let names = |name: &[u8]| memmem::find(head, name).is_some();
    head.starts_with(b"<") && (names(b"<database") || names(b"<games") || names(b"<game "))
}

/// Opens a database.
pub(in super::super) fn open(head: &StreamHead) -> Result<Box<dyn RecordFormat>, Box<Fault>> {
    let games = next_game(head.bytes, 0).map_or(head.bytes.len(), |(start, _)| start);
    if let Some(at) = memmem::find(&head.bytes[..games], b"<!DOCTYPE") {
        let problem = RifProblem::DocumentType.into();
        return Err(fault_in(head.bytes, BlockOffset::default(), at, 9, Problem::Record(problem)));
    }
    let encoding = head.reading.encoding.or_else(|| declared(head.bytes));
    Ok(Box::new(RifFormat { encoding, lists: Arc::default() }))
}

/// The encoding that the first line names.
fn declared(head: &[u8]) -> Option<Encoding> {
    let line = &head[..memmem::find(head, b"?>")?];
    let at = memmem::find(line, b"encoding")?;
    let label = line[at..].split(|byte| matches!(byte, b'"' | b'\'')).nth(1)?;
    Encoding::from_label(label)
}

/// A database: the encoding that it names, and its lists once they have been read.
#[derive(Debug)]
struct RifFormat {
    encoding: Option<Encoding>,
    /// The splitter comes by the lists before it finds a game, and leaves them here.
    lists: Arc<OnceLock<Lists>>,
}

impl RifFormat {
    fn decode<'a>(&self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let encoding = self.encoding.unwrap_or_else(|| Encoding::detect(bytes));
        encoding.decode(bytes)
    }
}

impl RecordFormat for RifFormat {
    fn ends(&self) -> Box<dyn FindEnds> {
        Box::new(RifEnds {
            before: Some(RifPreamble::default()),
            encoding: self.encoding,
            lists: Arc::clone(&self.lists),
        })
    }

    fn records<'a>(&'a self, block: &'a [u8], place: BlockOffset) -> RecordIter<'a> {
        let mut at = 0;
        let mut places = LineIndex::new(block, place);
        Box::new(std::iter::from_fn(move || {
            let (start, end) = next_game(block, at)?;
            at = end.unwrap_or(block.len());
            Some(self.game(block, start..at, &mut places))
        }))
    }
}

/// Where the first game after `from` begins, and where it ends, if it does: after its end tag, or
/// before the next game.
fn next_game(bytes: &[u8], from: usize) -> Option<(usize, Option<usize>)> {
    let start = game_tag(bytes, from)?;
    let Some(tag_end) = end_of_tag(bytes, start) else { return Some((start, None)) };
    if bytes[tag_end - 2] == b'/' {
        return Some((start, Some(tag_end)));
    }
    // The first of both: a search for one of them alone could go far, again and again.
    let mut at = tag_end;
    while let Some(length) = memchr(b'<', &bytes[at..]) {
        at += length;
        if bytes[at..].starts_with(CLOSE) {
            return Some((start, Some(at + CLOSE.len())));
        }
        if is_game_tag(&bytes[at..]) {
            return Some((start, Some(at)));
        }
        at += 1;
    }
    Some((start, None))
}

const TAG: &[u8] = b"<game";
const CLOSE: &[u8] = b"</game>";

/// Whether `bytes` begin with a tag of a game; other elements begin with these letters too.
fn is_game_tag(bytes: &[u8]) -> bool {
    let after = bytes.strip_prefix(TAG).and_then(<[u8]>::first);
    matches!(after, Some(b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/'))
}

/// Where the first tag of a game after `from` begins.
fn game_tag(bytes: &[u8], mut from: usize) -> Option<usize> {
    loop {
        from += memmem::find(bytes.get(from..)?, TAG)?;
        if is_game_tag(&bytes[from..]) {
            return Some(from);
        }
        from += TAG.len();
    }
}

/// Where the tag ends that begins at `start`: past its `>`, which may stand in quotes before.
fn end_of_tag(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at += memchr3(b'>', b'"', b'\'', &bytes[at..])?;
        match bytes[at] {
            b'>' => return Some(at + 1),
            quote => at += 2 + memchr(quote, &bytes[at + 1..])?,
        }
    }
}

/// Finds where games end, and reads the lists before them.
struct RifEnds {
    /// What has come before the first game; nothing once there was one.
    before: Option<RifPreamble>,
    encoding: Option<Encoding>,
    lists: Arc<OnceLock<Lists>>,
}

impl FindEnds for RifEnds {
    fn find(&mut self, bytes: &[u8], end: bool) -> Ends {
        let (mut length, mut records) = (0, 0);
        while let Some((start, game_end)) = next_game(bytes, length) {
            if let Some(mut before) = self.before.take() {
                before.read(&bytes[..start], self.encoding);
                let _ = self.lists.set(before.lists);
                if start > 0 {
                    return Ends::Whole { length: start, records: 0 };
                }
            }
            let game_end = match game_end {
                Some(game_end) => game_end,
                None if end && bytes.len() - start <= GAME_LIMIT => bytes.len(),
                None if bytes.len() - start > GAME_LIMIT => start + GAME_LIMIT + 1,
                None => break,
            };
            if game_end - start > GAME_LIMIT {
                if length == 0 {
                    let problem = Problem::Record(RifProblem::TooLong.into());
                    return Ends::TooLong { at: start, problem };
                }
                break; // Those before it come first.
            }
            length = game_end;
            records += 1;
        }
        if length > 0 {
            return Ends::Whole { length, records };
        }
        // No game is whole. What stands before the first one belongs to none.
        if let Some(start) = game_tag(bytes, 0) {
            return if start == 0 { Ends::More } else { Ends::Whole { length: start, records: 0 } };
        }
        let passed = match &mut self.before {
            _ if end => bytes.len(),
            Some(before) => before.read(bytes, self.encoding),
            // The last bytes may be a part of the tag of a game.
            None => bytes.len().saturating_sub(TAG.len()),
        };
        if passed == 0 { Ends::More } else { Ends::Whole { length: passed, records: 0 } }
    }

    fn resume(&mut self, bytes: &[u8]) -> Option<usize> {
        game_tag(bytes, 1)
    }
}

/// What stands before the first game.
#[derive(Default)]
struct RifPreamble {
    lists: Lists,
    /// There was a tag too long to be one: what follows it is not read.
    lost: bool,
}

impl RifPreamble {
    /// Reads all tags that are whole; how many bytes need not come again. A tag is read by itself, so
    /// that it does not matter where the stream was cut.
    fn read(&mut self, bytes: &[u8], encoding: Option<Encoding>) -> usize {
        let mut at = 0;
        while !self.lost
            && let Some(length) = memchr(b'<', &bytes[at..])
        {
            let start = at + length;
            match end_of_tag(bytes, start) {
                Some(end) if end - start <= GAME_LIMIT => {
                    let tag = &bytes[start..end];
                    let encoding = encoding.unwrap_or_else(|| Encoding::detect(tag));
                    self.lists.add(&encoding.decode(tag).0);
                    at = end;
                }
                None if bytes.len() - start <= GAME_LIMIT => return start,
                _ => self.lost = true,
            }
        }
        // The last bytes may be a part of the tag of a game.
        if self.lost { bytes.len().saturating_sub(TAG.len()) } else { bytes.len() }
    }
}

impl RifFormat {
    /// Reads the game in a part of a block.
    fn game(
        &self,
        block: &[u8],
        span: Range<usize>,
        places: &mut LineIndex,
    ) -> Result<WholeRecord, Box<Fault>> {
        let (text, broken) = self.decode(&block[span.clone()]);
        // In another encoding than UTF-8, places inside of a game are not the same.
        let same = matches!(text, Cow::Borrowed(_));
        let at = |within: usize| span.start + if same { within } else { 0 };
        let mut repairs = Repairs::default();
        if broken {
            repairs.note(span.start, "some bytes are no text; U+FFFD stands for them");
        }
        match read_game(&text, self.lists.get()) {
            Ok((record, unknown)) => {
                if let Some((within, found)) = unknown {
                    repairs.note_result(at(within), &found);
                }
                let (line, offset) = (places.line(span.start), span.start);
                let repairs = repairs.finish(places);
                Ok(WholeRecord { record, repairs, line, offset })
            }
            Err((within, problem)) => {
                let problem = Problem::Record(problem.into());
                Err(places.fault(at(within.start), within.len(), problem))
            }
        }
    }
}
