//! Broken and hostile files of every format: each comes to an end, with records or with faults that
//! have a place.

#![allow(clippy::unwrap_used, reason = "what tests share may fail like a test")]

use std::{fs, path::PathBuf};

use tengen_notation::{Content, Format, ReadOptions, RowOrder};
use tengen_testkit::{damage_stream, read_stream};

const READING: ReadOptions = ReadOptions::new(RowOrder::FromTop);

const RENLIB: &[u8] = b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\
    \x00\x08root\x08more\x00\x78\x00\x68\x89\x00\x01one\x00ab\x00\x00\x58\xC0\x59\x40\
    \x69\x90\x00\x40\x6A\xE3\x00\x01hi\x80\x00x\x00\x6B\x40";

const RIF: &[u8] = b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<database><players>\
    <player id=\"1\" name=\"A\" surname=\"B\"/></players><games>\n\
    <game id=\"7\" black=\"1\" white='2' bresult=\"0.5\" rule=\"1\"><move>h8 i9 &#106;10</move><board/></game>\n\
    <game bresult=\"1\"/><game><move>a1</move><!-- b --></game></games></database>";

const BOTZONE: &[u8] = b"{\"game\":{\"name\":\"NoGo\"},\"players\":[{\"bot\":{\"name\":\"a\"}},\"b\"],\"scores\":[2,0],\"log\":[\
    {\"output\":{\"command\":\"request\",\"content\":{\"0\":{\"x\":-1,\"y\":-1}}}},\
    {\"0\":{\"response\":{\"x\":4,\"y\":4},\"verdict\":\"OK\"}},{\"1\":{\"response\":\"{\\\"x\\\":1,\\\"y\\\":2}\"}}]}\n\
    {\"requests\":[{\"x\":-1,\"y\":-1},{\"x\":1,\"y\":1}],\"responses\":[{\"x\":2,\"y\":2}]}\n";

const CCGC: &[u8] = "([NG][a B][b W][先手胜][2020.8.23 x][CCGC];B[A1];W:[B2];\nMARK[1])\n\
    {[C5][a][b][平局][1][2];B(J,10)MARK[1];w(h，8)}"
    .as_bytes();

const CSV: &[u8] = b"rule,size,moves,winner,end,black,other\n\
    4,15,h8i9j10,1,foul,\"x \"\"y\"\",z\",\"{\"\"a\"\":\"\"b\"\"}\"\n0,20x15,\"[[1,2],[3,4]]\",draw,,,\n";

const TSV: &[u8] =
    b"moves\trule\twidth\theight\trows\twinner\nh8i9\trenju\t9\t8\tbottom\tB+R\n-\tnogo\t\t\t\t\n";

const JSONL: &[u8] = b"{\"moves\":\"h8i9\",\"winner\":1,\"size\":\"15\",\"id\":7}\n\
    {\"pos\":[\"h8\",[3,4]],\"rule\":\"renju\",\"x\":{\"y\":[null]}}\n";

#[test]
fn every_beginning_and_every_change_of_a_small_file_comes_to_an_end() {
    for (format, sample) in [
        (Format::RenLib, RENLIB),
        (Format::Rif, RIF),
        (Format::Botzone, BOTZONE),
        (Format::Ccgc, CCGC),
        (Format::Csv, CSV),
        (Format::Tsv, TSV),
        (Format::JsonLines, JSONL),
    ] {
        assert_eq!(Content::sniff(sample, ""), Some(Content::Records(format)));
        let entries = read_stream(sample, "", None, &READING).unwrap();
        assert!(entries.iter().all(Result::is_ok), "{format}: {entries:?}");
        damage_stream(sample, "", Some(format), &READING);
    }
}

#[test]
fn what_grows_without_end_is_refused() {
    let deep = |open: &str, count: usize| open.repeat(count);
    let doctype = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><database><games>\
                   <game black=\"&b;\"/></games></database>";
    let fault = read_stream(doctype.as_bytes(), "", None, &READING).unwrap_err();
    assert!(fault.to_string().starts_with("this file has a document type"), "{fault}");
    let entity =
        "<database><games><game><move>&b;</move></game><game black=\"&c;\"/><game/></games>";
    let entries = read_stream(entity.as_bytes(), "", None, &READING).unwrap();
    assert_eq!(entries.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, false, true]);
    for (format, text) in [
        (Format::Rif, format!("<database><games>{}", deep("<game>", 200_000))),
        (Format::Rif, format!("<database>{}", deep("<game><move>", 100_000))),
        (Format::Rif, format!("<database><game a=\"{}", deep("x", 3 << 20))),
        (Format::Rif, format!("<database>{}", deep("<player id=\"1\">", 100_000))),
        (Format::Botzone, deep("[", 200_000)),
        (Format::Botzone, deep("{\"log\":[", 100_000)),
        (Format::JsonLines, deep("{\"moves\":[", 100_000)),
        (Format::Ccgc, deep("[C5]", 200_000)),
        (Format::Ccgc, deep("([NG][", 200_000)),
        (Format::Ccgc, format!("[NG]{}", deep(";?", 400_000))),
        (Format::Csv, format!("moves,black\n{}", deep("\"", 300_001))),
        (Format::Csv, format!("moves\n{}", deep("\"\n", 100_000))),
        (Format::Csv, format!("moves,{}\n{}", deep("a,", 100_000), deep(",\n", 100_000))),
        (Format::Tsv, format!("moves\n{}", deep("\t", 3 << 20))),
    ] {
        let _ = read_stream(text.as_bytes(), "", Some(format), &READING);
    }
}

/// The real files that are not ours to give away, if they are here.
fn shared(name: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(std::env::var_os("TENGEN_SHARED")?);
    Some(fs::read(folder.join("samples").join(name)).unwrap())
}

#[test]
fn a_real_library_is_read_whole_and_written_byte_by_byte() {
    use tengen_notation::{RecordWriter, Sign, WriteOptions};
    let name = "renlib_v3.0_gbk_comments.lib";
    let Some(bytes) = shared(name) else { return };
    let entries = read_stream(&bytes, name, None, &READING).unwrap();
    let [Ok(whole)] = &entries[..] else { panic!("one library") };
    assert_eq!(whole.repairs, []);
    let tree = &whole.record.tree;
    let nodes = || tree.walk().map(|id| tree.node(id));
    assert_eq!(nodes().count(), 2_829);
    assert_eq!(nodes().filter(|node| !node.comment.is_empty()).count(), 1_721);
    let labels = nodes().flat_map(|node| &node.signs);
    assert_eq!(labels.filter(|(_, sign)| matches!(sign, Sign::Label(_))).count(), 2_754);
    assert!(tree.node(tree.main_line().nth(1).unwrap()).comment.starts_with("作者："));
    let mut writer = RecordWriter::new(Format::RenLib, WriteOptions::new(RowOrder::FromTop));
    let mut out = Vec::new();
    assert_eq!(writer.write(&whole.record, &mut out), Ok(vec![]));
    assert!(out == bytes, "the same bytes");
    // Beginnings at a stride, and changes all over: the small file above has them all.
    for length in (0..bytes.len()).step_by(97) {
        let _ = read_stream(&bytes[..length], name, None, &READING);
    }
    let mut changed = bytes.clone();
    for at in (0..bytes.len()).step_by(61) {
        changed[at] ^= 1 << (at % 8);
        let _ = read_stream(&changed, name, None, &READING);
        changed[at] = bytes[at];
    }
}
