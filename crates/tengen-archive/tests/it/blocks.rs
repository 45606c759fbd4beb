//! Streams: any number of workers, any reader, the same answers in the same order.

use std::{
    fmt::Write,
    io::{self, Read},
    num::NonZero,
};

use tengen_archive::{Blocks, BlocksError, StreamError, judge_blocks};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, Fault, MoveListSplitter, boards::Boards,
    boards::DiagramSize, move_lists::MoveLists,
};
use tengen_referee::{Evidence, GameRecord, Judge};

use tengen_core::{Area, Rule};

use tengen_testkit::TestRng;

/// A reader that gives a few bytes at a time.
struct Drip<'a>(&'a [u8], TestRng);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.0.len()).min(1 + self.1.below(70_000));
        let (now, later) = self.0.split_at(most);
        buffer[..most].copy_from_slice(now);
        self.0 = later;
        Ok(most)
    }
}

/// Black's and White's stones of every board, with its number and line.
fn count_stones(text: &[u8], workers: usize) -> Result<String, BlocksError> {
    let (form, size) = (BoardForm::Digits, DiagramSize::square(19));
    let drip = Drip(text, TestRng::new(workers as u64));
    let blocks = Blocks::new(drip, Box::new(BoardSplitter::new(form, size)));
    let mut answers = Vec::new();
    let judge = |records: &[u8], place: BlockOffset, out: &mut Vec<u8>| -> Result<(), Box<Fault>> {
        let mut boards = Boards::new(records, form, size, place);
        let mut number = place.records;
        while let Some(diagram) = boards.read()? {
            number += 1;
            let board = diagram.stones.board();
            let [black, white] = tengen_core::Color::ALL.map(|color| board.count(color));
            out.extend(format!("{number} {} {black} {white}\n", diagram.line).bytes());
        }
        Ok(())
    };
    judge_blocks(blocks, NonZero::new(workers).unwrap(), judge, |out, _| {
        answers.extend_from_slice(out);
        Ok(())
    })?;
    Ok(String::from_utf8(answers).unwrap())
}

/// A text of many boards, and the expected answers about them.
fn many_boards(count: usize) -> (String, String) {
    let mut rng = TestRng::new(21);
    let (mut text, mut answers) = (format!("{count}\n"), String::new());
    let mut line = 2;
    for number in 1..=count {
        if rng.below(20) == 0 {
            text.push('\n');
            line += 1;
        }
        let end = if rng.below(10) == 0 { " \r\n" } else { "\n" };
        let (mut black, mut white) = (0, 0);
        for _ in 0..19 {
            let row: Vec<String> = (0..19)
                .map(|_| {
                    let cell = rng.below(3);
                    black += usize::from(cell == 1);
                    white += usize::from(cell == 2);
                    cell.to_string()
                })
                .collect();
            text.push_str(&row.join(" "));
            text.push_str(end);
        }
        writeln!(answers, "{number} {line} {black} {white}").unwrap();
        line += 19;
    }
    (text, answers)
}

#[test]
fn any_number_of_workers_gives_the_same_answers_in_order() {
    let (text, answers) = many_boards(3_000);
    for workers in [1, 2, 3, 8] {
        assert_eq!(count_stones(text.as_bytes(), workers).unwrap(), answers, "{workers} workers");
    }
}

#[test]
fn the_first_fault_is_the_one_reported_however_many_workers_there_are() {
    let (mut text, _) = many_boards(3_000);
    let middle = text.len() / 2;
    let at = middle + text[middle..].find('0').unwrap();
    text.replace_range(at..=at, "7");
    let later = text.len() - 1000;
    let later = later + text[later..].find('0').unwrap();
    text.replace_range(later..=later, "8");
    let line = text[..at].matches('\n').count() as u64 + 1;
    for workers in [1, 2, 8] {
        let error = count_stones(text.as_bytes(), workers).unwrap_err();
        let BlocksError::Stream(StreamError::Fault(fault)) = error else { panic!("{error}") };
        assert_eq!(
            (fault.line, fault.problem.to_string()),
            (
                line,
                "\"7\" is not a point: write 0 for empty, 1 for black or 2 for white".to_owned()
            )
        );
    }
}

#[test]
fn a_text_that_ends_too_early_or_too_late_is_a_fault() {
    let (text, _) = many_boards(50);
    let fault = |text: &str| match count_stones(text.as_bytes(), 2) {
        Err(BlocksError::Stream(StreamError::Fault(fault))) => fault.problem.to_string(),
        other => panic!("{other:?}"),
    };
    let promised = text.replacen("50\n", "51\n", 1);
    assert_eq!(fault(&promised), "the first line promises 51 boards, but the text ends after 50");
    let fewer = text.replacen("50\n", "49\n", 1);
    assert_eq!(fault(&fewer), "there is more text after the 49 promised boards");
    let cut = &text[..text.len() - 39];
    assert!(fault(cut).starts_with("the board stops after 18 rows"), "{}", fault(cut));
    assert!(count_stones(format!("{text}\n \n\n").as_bytes(), 2).is_ok());
}

#[test]
fn an_error_of_the_reader_or_the_sink_is_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let splitter = || Box::new(MoveListSplitter::new(15, 15));
    let workers = NonZero::new(2).unwrap();
    let broken =
        judge_blocks(Blocks::new(Broken, splitter()), workers, |_, _, _| Ok(()), |_, _| Ok(()));
    assert!(matches!(broken, Err(BlocksError::Stream(StreamError::Read(_)))));
    let text = "0\n".repeat(400_000);
    let full = judge_blocks(
        Blocks::new(text.as_bytes(), splitter()),
        workers,
        |_, _, _| Ok(()),
        |_, _| Err(io::Error::other("the disk is full")),
    );
    assert!(matches!(full, Err(BlocksError::Write(_))));
}

#[test]
fn games_are_cut_anywhere_and_judged_in_order() {
    let game = "9\n1 1\n2 1\n1 2\n2 2\n1 3\n2 3\n1 4\n2 4\n1 5\n0\n";
    let text = game.repeat(20_000);
    let judge = |records: &[u8], place: BlockOffset, out: &mut Vec<u8>| -> Result<(), Box<Fault>> {
        let mut games = MoveLists::new(records, 15, 15, place);
        let (mut judge, mut evidence) = (Judge::strict(), Evidence::default());
        while let Some(game) = games.read()? {
            let record = GameRecord::new(Rule::Freestyle, Area::square(15), game.moves);
            let verdict = judge.judge(&record, &mut evidence);
            assert!(!verdict.end.is_fault(), "the moves are possible");
            out.push(verdict.at as u8);
        }
        Ok(())
    };
    for workers in [1, 2, 5] {
        let mut answers = Vec::new();
        let drip = Drip(text.as_bytes(), TestRng::new(7));
        let blocks = Blocks::new(drip, Box::new(MoveListSplitter::new(15, 15)));
        let workers = NonZero::new(workers).unwrap();
        judge_blocks(blocks, workers, judge, |out, _| {
            answers.extend_from_slice(out);
            Ok(())
        })
        .unwrap();
        assert_eq!(answers, [9, 0].repeat(20_000));
    }
}
