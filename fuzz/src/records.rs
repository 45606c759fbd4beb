//! Records of games in one format.

use tengen_core::Area;
use tengen_notation::{
    Format, ReadOptions, Record, RecordStep, RecordWriter, RowOrder, WriteOptions,
    psq::GomocupStates,
};
use tengen_testkit::{read_stream, read_stream_in_steps};

/// Records of a format: the first byte says how the stream is cut, the rest is the stream. What is read
/// must not depend on the cut, and what is written from it is read again as it was.
pub fn records(format: Format, input: &[u8]) {
    let [step, stream @ ..] = input else { return };
    let rows = if step % 2 == 0 { RowOrder::FromTop } else { RowOrder::FromBottom };
    let reading = ReadOptions::new(rows);
    let Ok(entries) = read_stream(stream, "", Some(format), &reading) else { return };
    // Why not shorter in a long text: what is left over is looked at again with each step.
    let step = (usize::from(*step) + 1).max(stream.len() / 100);
    let again = read_stream_in_steps(stream, "", Some(format), &reading, || step);
    assert_eq!(again.as_ref(), Ok(&entries), "in steps of {step}");
    for whole in entries.into_iter().flatten() {
        let mut writer = RecordWriter::new(format, WriteOptions::new(rows));
        let mut out = Vec::new();
        let Ok(lost) = writer.write(&whole.record, &mut out) else { continue };
        let again = read_stream(&out, "", Some(format), &reading).expect("what is written opens");
        let [Ok(again)] = &again[..] else { panic!("one record is written: {again:?}") };
        if lost.is_empty() {
            let mut once_more = Vec::new();
            let mut writer = RecordWriter::new(format, WriteOptions::new(rows));
            writer.write(&again.record, &mut once_more).expect("what was written is written again");
            assert_eq!(once_more, out, "written twice");
        }
    }
}

/// Records of one format written in another: the first two bytes name the formats, the rest is the
/// stream. What is written is one record with the same moves, in need of no more repair than before.
pub fn conversions(input: &[u8]) {
    let [from, to, stream @ ..] = input else { return };
    let [from, to] = [from, to].map(|byte| Format::ALL[usize::from(*byte) % Format::ALL.len()]);
    let rows = RowOrder::FromBottom;
    let Ok(entries) = read_stream(stream, "", Some(from), &ReadOptions::new(rows)) else { return };
    for whole in entries.into_iter().flatten() {
        let area = whole.record.area.unwrap_or(Area::square(15));
        let is_outside = |step: &RecordStep| step.point.is_some_and(|point| !area.contains(point));
        if to == Format::Moves && steps(&whole.record).iter().any(is_outside) {
            continue; // It is read as a fault, which is what it is.
        }
        let mut out = Vec::new();
        let written = RecordWriter::new(to, WriteOptions::new(rows)).write(&whole.record, &mut out);
        if written.is_err() {
            assert!(out.is_empty(), "nothing is written of what cannot be");
            continue;
        }
        let reading = ReadOptions { area: Some(area), ..ReadOptions::new(rows) };
        let again = read_stream(&out, "", Some(to), &reading).expect("what is written opens");
        let [Ok(again)] = &again[..] else { panic!("one record is written: {again:?}") };
        // What was not understood is kept as it stood.
        let sound = whole.repairs.is_empty();
        assert!(!sound || again.repairs.is_empty(), "{:?}", again.repairs);
        // A library has no nodes that say nothing, and the main line may go on beside them.
        let tree = &whole.record.tree;
        if to != Format::RenLib || tree.len() == tree.main_line().count() {
            assert_eq!(steps(&again.record), steps(&whole.record));
        }
    }
}

fn steps(record: &Record) -> Vec<RecordStep> {
    record.tree.main_line().filter_map(|id| record.tree.node(id).step).collect()
}

/// Streams of whatever format they seem to be in: the first byte says how the stream is cut, the second
/// may name a file.
pub fn streams(input: &[u8]) {
    const NAMES: [&str; 6] = ["", "0_1_2_1.psq", "a.rec", "a.lib", "a.tsv", "a.matches"];
    let [step, name, stream @ ..] = input else { return };
    let name = NAMES.get(usize::from(*name)).unwrap_or(&"");
    let reading = ReadOptions::new(RowOrder::FromBottom);
    let step = (usize::from(*step) + 1).max(stream.len() / 100);
    let whole = read_stream(stream, name, None, &reading);
    assert_eq!(read_stream_in_steps(stream, name, None, &reading, || step), whole);
}

/// Lines of a tournament: each is known or refused with a place.
pub fn states(input: &[u8]) {
    let (states, faults) = GomocupStates::read(input);
    let lines = input.split(|&byte| byte == b'\n').count();
    assert!(states.len() + faults.len() <= lines);
    for fault in faults {
        assert!(fault.line >= 1 && fault.line <= lines as u64 && fault.column >= 1);
        assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
    }
}
