//! Streams of records read to their end, at once or in blocks, as whole records and as main lines.

use tengen_notation::{
    Fault, Format, MainLine, ReadOptions, RecordReader, RecordSplitter, Repair, Split, WholeRecord,
};

/// What came of one record.
pub type StreamEntry = Result<WholeRecord, Box<Fault>>;

/// Reads all of `stream` and checks whatever must hold of any stream: what is read quickly is what is
/// read whole, records are counted as they are read, and every fault and repair has a place.
///
/// # Errors
///
/// If the stream cannot be opened.
pub fn read_stream(
    stream: &[u8],
    file_name: &str,
    format: Option<Format>,
    reading: &ReadOptions,
) -> Result<Vec<StreamEntry>, Box<Fault>> {
    read_stream_in_steps(stream, file_name, format, reading, || usize::MAX)
}

/// Reads all of `stream` as [`read_stream`] does, but in blocks of `step` bytes, which must not always be zero.
///
/// # Errors
///
/// If the stream cannot be opened.
pub fn read_stream_in_steps(
    stream: &[u8],
    file_name: &str,
    format: Option<Format>,
    reading: &ReadOptions,
    mut step: impl FnMut() -> usize,
) -> Result<Vec<StreamEntry>, Box<Fault>> {
    let head = &stream[..stream.len().min(RecordReader::HEAD)];
    let reader =
        RecordReader::open(head, file_name, format, reading).inspect_err(|fault| fit(fault))?;
    let mut splitter = reader.splitter();
    let mut entries: Vec<StreamEntry> = Vec::new();
    let (mut start, mut filled, mut ended) = (0, 0, false);
    loop {
        let place = splitter.place();
        assert_eq!(place.records, entries.len() as u64, "records are counted");
        assert_eq!(place.lines, lines(&stream[..start]), "lines are counted");
        let rest = &stream[start..filled];
        match splitter.split(rest, ended) {
            Split::Take { length, place: at } => {
                assert_eq!(at, place);
                assert!((1..=rest.len()).contains(&length));
                entries.extend(read_block(&reader, &rest[..length], &*splitter, at));
                start += length;
            }
            Split::Skip(length) => {
                assert!((1..=rest.len()).contains(&length));
                start += length;
            }
            Split::TooLong(mut fault) | Split::Broken(mut fault) => {
                fit(&fault);
                (fault.excerpt, fault.caret, fault.width) = (String::new(), 0, 1);
                entries.push(Err(fault));
            }
            Split::More if ended => {
                assert!(rest.is_empty(), "the end is taken or refused");
                return Ok(entries);
            }
            Split::More => {
                let more = step();
                // As with a file: a read of just as much as is left does not see the end yet.
                ended |= more > stream.len() - filled;
                filled = stream.len().min(filled.saturating_add(more));
            }
        }
    }
}

/// Reads a block in both ways.
fn read_block(
    reader: &RecordReader,
    block: &[u8],
    splitter: &dyn RecordSplitter,
    place: tengen_notation::BlockOffset,
) -> Vec<StreamEntry> {
    let mut main_lines = reader.main_lines(block, place);
    let (mut quick, mut plain) = (MainLine::default(), MainLine::default());
    let mut entries = Vec::new();
    for mut entry in reader.records(block, place) {
        let read = main_lines.read(&mut quick).expect("as many records either way");
        // Where the record stands in its block, and so what is shown around a fault, depends on how the
        // stream is cut.
        match &mut entry {
            Ok(whole) => {
                assert_eq!(read, Ok(()), "read whole, but not quickly");
                plain.set_whole(whole);
                assert_eq!(quick, plain, "the main line");
                assert!(whole.line > place.lines && whole.offset < block.len());
                for Repair { line, column, what, .. } in &whole.repairs {
                    assert!(*line >= whole.line && *column >= 1, "{line}:{column} {what}");
                    assert!(!what.contains(char::is_control), "{what}");
                }
                whole.offset = 0;
            }
            Err(fault) => {
                assert_eq!(read.as_ref(), Err(&*fault), "refused whole, but not quickly");
                assert!(fault.line > place.lines);
                fit(fault);
                (fault.excerpt, fault.caret, fault.width) = (String::new(), 0, 1);
            }
        }
        entries.push(entry);
    }
    assert_eq!(main_lines.read(&mut quick), None, "as many records either way");
    assert_eq!(splitter.place().records, place.records + entries.len() as u64, "records");
    entries
}

fn lines(bytes: &[u8]) -> u64 {
    bytes.split(|&byte| byte == b'\n').count() as u64 - 1
}

/// A fault has a place, and nothing that could upset a terminal.
fn fit(fault: &Fault) {
    assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1);
    assert!(fault.caret <= fault.excerpt.chars().count());
    assert!(!fault.excerpt.contains(char::is_control), "{}", fault.excerpt);
    assert!(!fault.to_string().contains(char::is_control), "{fault}");
}

/// Reads every beginning of `sample`, and `sample` with each byte changed to each of a few others:
/// something comes of it, whatever it is.
pub fn damage_stream(
    sample: &[u8],
    file_name: &str,
    format: Option<Format>,
    reading: &ReadOptions,
) {
    for length in 0..sample.len() {
        let _ = read_stream(&sample[..length], file_name, format, reading);
    }
    let mut changed = sample.to_vec();
    for at in 0..sample.len() {
        let was = sample[at];
        for byte in [
            b'\n',
            b' ',
            b'0',
            b'9',
            b'a',
            b'(',
            b')',
            b'[',
            b']',
            b';',
            b'\\',
            b',',
            b'-',
            b'"',
            b'<',
            0,
            0xFF,
            was ^ 1,
            was ^ 0x20,
            was ^ 0x80,
        ] {
            changed[at] = byte;
            let _ = read_stream(&changed, file_name, format, reading);
        }
        changed[at] = was;
    }
}
