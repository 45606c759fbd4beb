//! How long it takes to split a stream and read the main lines of its games, by format.
//!
//! `cargo run --release -p tengen-notation --example pace -- [GAMES] [FORMAT…]`

#![allow(clippy::print_stdout, reason = "an example speaks")]

use std::{env, hint::black_box, time::Instant};

use tengen_core::{Area, Color, Point, Rng, Rule};
use tengen_notation::{
    Format, MainLine, Manner, ReadOptions, Record, RecordNode, RecordReader, RecordTree,
    RecordWriter, ResultClaim, RowOrder, Split, WriteOptions,
};

/// A game of 47 moves on average, always the same for a number.
fn game(number: u64) -> Record {
    let mut rng = Rng::new(number);
    let mut random = |below: usize| rng.below(below) as u64;
    let mut record = Record {
        rule: Some(Rule::Freestyle),
        area: Some(Area::square(20)),
        black: "FIRST21".to_owned(),
        white: "SECOND21".to_owned(),
        event: "Freestyle".to_owned(),
        claim: Some(ResultClaim::Won(Color::Black, Manner::Unsaid)),
        ..Record::default()
    };
    let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
    for _ in 0..24 + random(47) {
        let point = Point::new(random(20) as i32, random(19) as i32);
        let mut node = RecordNode::step(color, point);
        if number.is_multiple_of(2) {
            node.time = Some(std::time::Duration::from_millis(random(5000)));
        }
        id = record.tree.add(id, node);
        color = !color;
    }
    record
}

fn main() {
    let mut args = env::args().skip(1);
    let games = args.next().and_then(|games| games.parse().ok()).unwrap_or(20_000);
    let mut formats: Vec<Format> = args.filter_map(|name| name.parse().ok()).collect();
    if formats.is_empty() {
        formats = vec![Format::Positions, Format::Moves, Format::Sgf, Format::Psq];
    }
    let rows = RowOrder::FromTop;
    for format in formats {
        let mut stream = Vec::new();
        let mut writer = RecordWriter::new(format, WriteOptions::new(rows));
        for number in 0..games {
            let mut record = game(number);
            if format == Format::Sgf {
                // Most trees have no times.
                let ids: Vec<_> = record.tree.main_line().collect();
                for id in ids {
                    record.tree.node_mut(id).time = None;
                }
            }
            writer.write(&record, &mut stream).expect("it can be written");
        }
        let reading = ReadOptions { area: Some(Area::square(20)), ..ReadOptions::new(rows) };
        let reader =
            RecordReader::open(&stream, "", Some(format), &reading).expect("it can be opened");
        let start = Instant::now();
        let (splitting, found, moves) = read(&reader, &stream);
        let took = start.elapsed().as_nanos();
        assert_eq!(found, games);
        println!(
            "{format:10} {:5} ns a game ({:4} of them to split), {:4} bytes and {:3} moves",
            took / u128::from(games),
            splitting / u128::from(games),
            stream.len() as u64 / games,
            moves as u64 / games,
        );
    }
}

/// Reads all of `stream` in blocks; how long splitting took, and how many games and moves there were.
fn read(reader: &RecordReader, stream: &[u8]) -> (u128, u64, usize) {
    let mut splitter = reader.splitter();
    let mut line = MainLine::default();
    let (mut at, mut splitting, mut games, mut moves) = (0, 0, 0, 0);
    loop {
        let end = stream.len().min(at + 512 * 1024);
        let start = Instant::now();
        let split = splitter.split(&stream[at..end], end == stream.len());
        splitting += start.elapsed().as_nanos();
        match split {
            Split::Take { length, place } => {
                let mut lines = reader.main_lines(&stream[at..at + length], place);
                while let Some(read) = lines.read(&mut line) {
                    read.expect("it can be read");
                    games += 1;
                    moves += black_box(&line.moves).len();
                }
                at += length;
            }
            Split::Skip(length) => at += length,
            Split::More | Split::TooLong(_) | Split::Broken(_) => return (splitting, games, moves),
        }
    }
}
