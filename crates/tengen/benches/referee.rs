//! The referee against the plain rules, in one run: same input, same answers, and how many times
//! less time. A ratio below its floor fails the run.
//!
//! Why not a statistics library: it times one thing at a time, and this machine's wall times vary
//! by half. What holds is a ratio of two things timed in turns, and the best of several turns.

#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]
#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use std::{fmt::Write as _, num::NonZero, process::ExitCode, time::Duration};

use tengen_archive::{Blocks, judge_blocks};
use tengen_core::{Area, Board, Color, Point, Rule, naive};
use tengen_notation::{
    BlockOffset, BoardForm, BoardSplitter, MoveListSplitter, boards::Boards, boards::DiagramSize,
    move_lists::MoveLists, move_lists::format_moves,
};
use tengen_referee::{Evidence, GameRecord, Judge, reach};
use tengen_testkit::{TestRng, timed};

const NINETEEN: DiagramSize = DiagramSize::square(19);

fn main() -> ExitCode {
    let mut rng = TestRng::new(1);
    let mut report = Report::default();

    let boards: Vec<Board> = (0..4_000).map(|_| position(&mut rng, 19, 30, 200)).collect();
    let text = digits(&boards);
    report.compare("winner, 19x19", 4_000, 40.0, || winners(&text, 1), || plain_winners(&text));

    let typical: Vec<Board> = (0..4_000).map(|_| position(&mut rng, 19, 20, 120)).collect();
    let text = letters(&typical);
    report.compare("check, positions", 4_000, 50.0, || answers(&text), || plain_answers(&text));

    let full: Vec<Board> = (0..100).map(|_| full_board(&mut rng)).collect();
    let text = letters(&full);
    report.compare("check, full boards", 100, 1000.0, || answers(&text), || plain_answers(&text));

    let games: String = (0..1_000).map(|_| format_moves(&game(&mut rng))).collect();
    // Why a floor of seven: the plain twin is nearly twice as fast as the textbook program that the
    // README compares with, so ten times that one is not ten times the twin.
    report.compare("replay, 225 moves", 1_000, 7.0, || endings(&games), || plain_endings(&games));

    let many = digits(&boards[..200]);
    let (count, rows) = many.split_once('\n').unwrap();
    let many = format!("{}\n{}", 1_000 * count.parse::<usize>().unwrap(), rows.repeat(1_000));
    report.compare(
        "winner, 2 cores to 1",
        200_000,
        1.7,
        || winners(&many, 2),
        || winners(&many, 1),
    );
    report.finish()
}

/// What was measured, and whether all of it was fast enough.
#[derive(Default)]
struct Report {
    slow: bool,
}

impl Report {
    /// Times both, in turns, asserts that they answer the same, and prints the ratio.
    fn compare(
        &mut self,
        name: &str,
        count: u32,
        floor: f64,
        ours: impl Fn() -> String,
        plain: impl Fn() -> String,
    ) {
        let (mut our_best, mut plain_best) = (Duration::MAX, Duration::MAX);
        for _ in 0..5 {
            let (our_answer, our_time) = timed(&ours);
            let (plain_answer, plain_time) = timed(&plain);
            assert_eq!(our_answer, plain_answer, "{name}");
            our_best = our_best.min(our_time);
            plain_best = plain_best.min(plain_time);
        }
        let ratio = plain_best.as_secs_f64() / our_best.as_secs_f64();
        let verdict = if ratio < floor { "TOO SLOW" } else { "ok" };
        self.slow |= ratio < floor;
        let (ours, plain) = (our_best / count, plain_best / count);
        println!("{name:22} {ours:>10.2?} {plain:>10.2?} {ratio:>9.1}x (floor {floor}) {verdict}");
    }

    fn finish(self) -> ExitCode {
        if self.slow { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}

// Ours.

fn winners(text: &str, workers: usize) -> String {
    let splitter = Box::new(BoardSplitter::new(BoardForm::Digits, NINETEEN));
    let mut output = Vec::new();
    let judge = |records: &[u8], place: BlockOffset, out: &mut Vec<u8>| {
        let mut boards = Boards::new(records, BoardForm::Digits, NINETEEN, place);
        while let Some(diagram) = boards.read()? {
            let tengen_notation::boards::DiagramStones::Small(rows) = &diagram.stones else {
                unreachable!()
            };
            tell_winner(out, rows.first_win(Rule::Exact).map(|line| (line.start, line.color)));
        }
        Ok(())
    };
    let workers = NonZero::new(workers).unwrap();
    judge_blocks(Blocks::new(text.as_bytes(), splitter), workers, judge, |out, _| {
        output.extend_from_slice(out);
        Ok(())
    })
    .unwrap();
    String::from_utf8(output).unwrap()
}

fn answers(text: &str) -> String {
    let splitter = Box::new(BoardSplitter::new(BoardForm::Letters, NINETEEN));
    let mut output = String::new();
    let judge = |records: &[u8], place: BlockOffset, out: &mut Vec<u8>| {
        let mut boards = Boards::new(records, BoardForm::Letters, NINETEEN, place);
        while let Some(diagram) = boards.read()? {
            let answer = reach::answer(&diagram.stones, Rule::Freestyle, 1_000);
            out.extend_from_slice(answer.word().as_bytes());
        }
        Ok(())
    };
    let blocks = Blocks::new(text.as_bytes(), splitter);
    judge_blocks(blocks, NonZero::<usize>::MIN, judge, |out, _| {
        output.push_str(std::str::from_utf8(out).unwrap());
        Ok(())
    })
    .unwrap();
    output
}

fn endings(text: &str) -> String {
    let mut output = String::new();
    let judge = |records: &[u8], place: BlockOffset, out: &mut Vec<u8>| {
        let mut games = MoveLists::new(records, 15, 15, place);
        let (mut judge, mut evidence) = (Judge::strict(), Evidence::default());
        while let Some(game) = games.read()? {
            let record = GameRecord::new(Rule::Freestyle, Area::square(15), game.moves);
            let verdict = judge.judge(&record, &mut evidence);
            assert!(!verdict.end.is_fault(), "{verdict:?}");
            let at = verdict.winner.map_or(0, |_| verdict.at);
            out.extend_from_slice(format!("{at} ").as_bytes());
        }
        Ok(())
    };
    let blocks = Blocks::new(text.as_bytes(), Box::new(MoveListSplitter::new(15, 15)));
    judge_blocks(blocks, NonZero::<usize>::MIN, judge, |out, _| {
        output.push_str(std::str::from_utf8(out).unwrap());
        Ok(())
    })
    .unwrap();
    output
}

// The plain twins: words split at blanks, stones in a map, rules by the book.

fn plain_winners(text: &str) -> String {
    let mut words = text.split_whitespace();
    let count: usize = words.next().unwrap().parse().unwrap();
    let mut output = Vec::new();
    for _ in 0..count {
        let mut stones = naive::Stones::new();
        for point in Area::square(19).points() {
            match words.next().unwrap() {
                "1" => drop(stones.insert(point, Color::Black)),
                "2" => drop(stones.insert(point, Color::White)),
                _ => {}
            }
        }
        tell_winner(&mut output, naive::winning_starts(Rule::Exact, &stones).first().copied());
    }
    String::from_utf8(output).unwrap()
}

fn tell_winner(out: &mut Vec<u8>, win: Option<(Point, Color)>) {
    match win {
        None => out.push(b'0'),
        Some((start, color)) => out.extend([1 + color as u8, start.y as u8, start.x as u8]),
    }
}

fn plain_answers(text: &str) -> String {
    let mut output = String::new();
    for board in text.split("\n\n").filter(|board| !board.trim().is_empty()) {
        let mut stones = naive::Stones::new();
        for (y, row) in board.lines().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let point = Point::new(x as i32, y as i32);
                match letter {
                    'o' => drop(stones.insert(point, Color::Black)),
                    'x' => drop(stones.insert(point, Color::White)),
                    _ => {}
                }
            }
        }
        output.push_str(if plain_reach(&stones) { "YES" } else { "NO" });
    }
    output
}

/// Freestyle: some stone of the side that moved last was not there, and then nobody had won.
fn plain_reach(stones: &naive::Stones) -> bool {
    let count = |color| stones.values().filter(|&&other| other == color).count();
    let last = match count(Color::Black).checked_sub(count(Color::White)) {
        Some(0) => Color::White,
        Some(1) => Color::Black,
        _ => return false,
    };
    let mut own: Vec<Point> =
        stones.iter().filter(|stone| *stone.1 == last).map(|stone| *stone.0).collect();
    own.sort_unstable();
    own.is_empty()
        || own.into_iter().any(|point| {
            let mut before = stones.clone();
            before.remove(&point);
            naive::winning_starts(Rule::Freestyle, &before).is_empty()
        })
}

fn plain_endings(text: &str) -> String {
    let mut words = text.split_whitespace().map(|word| word.parse::<i32>().unwrap());
    let mut output = String::new();
    while let Some(count) = words.next() {
        let mut stones = naive::Stones::new();
        let mut won = 0;
        for number in 1..=count {
            let (row, column) = (words.next().unwrap(), words.next().unwrap());
            let point = Point::new(column - 1, row - 1);
            let color = if number % 2 == 1 { Color::Black } else { Color::White };
            stones.insert(point, color);
            if won == 0 && naive::wins(Rule::Freestyle, &stones, point, color) {
                won = number;
            }
        }
        write!(output, "{won} ").unwrap();
    }
    output
}

// Input.

fn board(side: u16, points: &[Point]) -> Board {
    let mut board = Board::new(Area::square(side));
    for (number, &point) in points.iter().enumerate() {
        board.put(point, if number % 2 == 0 { Color::Black } else { Color::White });
    }
    board
}

fn position(rng: &mut TestRng, side: u16, least: usize, most: usize) -> Board {
    let stones = least + rng.below(most - least);
    board(side, &rng.shuffled_points(Area::square(side))[..stones])
}

fn full_board(rng: &mut TestRng) -> Board {
    board(19, &rng.shuffled_points(Area::square(19)))
}

fn game(rng: &mut TestRng) -> Vec<Point> {
    rng.shuffled_points(Area::square(15))
}

fn digits(boards: &[Board]) -> String {
    let spelled: String = boards.iter().map(|b| BoardForm::Digits.format(b)).collect();
    format!("{}\n{spelled}", boards.len())
}

fn letters(boards: &[Board]) -> String {
    let spelled: Vec<String> = boards.iter().map(|b| BoardForm::Letters.format(b)).collect();
    spelled.join("\n")
}
