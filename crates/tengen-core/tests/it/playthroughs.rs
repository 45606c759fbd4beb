//! Whole games as text, in `testdata/playthroughs`. A change of a rule shows as a change of a file
//! that anyone can read.
//!
//! `TENGEN_GOLDEN=rewrite cargo test -p tengen-core playthrough` writes the files again.

use std::fmt::Write;

use tengen_core::{Area, Color, Drawing, Outcome, Position, Rule, lines, renju};

use tengen_testkit::{TestRng, area, draw, empty_points, file, read};

/// The games. Why these seeds: freestyle is drawn, exact five has overlines that do not win, the
/// large game of renju has all fouls, and in the small one Black is left without a move.
const GAMES: [(Rule, Area, u64); 5] = [
    (Rule::Freestyle, Area::square(7), 21),
    (Rule::Exact, Area::square(9), 34),
    (Rule::Renju, Area::square(9), 89),
    (Rule::Renju, Area::square(7), 8),
    (Rule::NoGo, Area::square(5), 3),
];

/// The board as it is drawn: with the fouls, if Black is to move at renju; at `NoGo` with an `n` on the
/// points that the side to move may not play.
fn picture(position: &Position) -> Drawing {
    let board = position.board();
    let mut drawing = Drawing::from_board(board).expect("the board has edges");
    let fouls = position.rule() == Rule::Renju && position.turn() == Color::Black;
    if fouls && position.outcome().is_none() {
        for point in empty_points(board) {
            if let Some(foul) = renju::foul(board, point) {
                drawing = drawing.with_mark(point, foul.mark());
            }
        }
    }
    if let Some(chains) = position.chains() {
        for point in empty_points(board) {
            if chains.breathes(point, position.turn()).is_err() {
                drawing = drawing.with_mark(point, 'n');
            }
        }
    }
    drawing
}

fn outcome(position: &Position) -> String {
    let name = |point| position.board().area().name(point);
    match position.outcome() {
        None => "no move left".to_owned(),
        Some(Outcome::Drawn) => "drawn".to_owned(),
        Some(Outcome::Won(color)) => {
            let mut text = format!("{color} won");
            for line in position.winning_lines() {
                let names: Vec<String> = line.points().map(name).collect();
                write!(text, ", {}: {}", line.axis, names.join(" ")).expect("a string takes all");
            }
            text
        }
    }
}

/// A game of random moves as text.
fn playthrough(rule: Rule, area: Area, seed: u64) -> String {
    let mut chance = TestRng::new(seed);
    let mut position = Position::new(rule, area).unwrap();
    let mut text = format!("{rule} {area}, moves by chance, seed {seed}\n");
    loop {
        let legal = position.legal_points();
        let drawing = picture(&position);
        write!(text, "\n{drawing}").expect("a string takes all");
        if legal.is_empty() {
            writeln!(text, "{}", outcome(&position)).expect("a string takes all");
            return text;
        }
        let marked = drawing.marks().count();
        assert_eq!(legal.len() + marked, empty_points(position.board()).len());
        let (ply, turn, count) = (position.moves().len(), position.turn(), legal.len());
        let point = chance.pick(&legal);
        let name = area.name(point);
        writeln!(text, "ply {ply}: {turn} to move, {count} legal points, plays {name}")
            .expect("a string takes all");
        position.play(point).expect("a listed point is legal");
    }
}

fn name(rule: Rule, area: Area) -> String {
    format!("testdata/playthroughs/{rule}-{area}.txt")
}

#[test]
fn every_playthrough_is_played_again_as_it_is_written() {
    // Only the binary reads the environment, but who tests needs a way to say this.
    let rewrite = std::env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite");
    for (rule, area, seed) in GAMES {
        let (path, text) = (name(rule, area), playthrough(rule, area, seed));
        if rewrite {
            std::fs::write(file(&path), &text).unwrap();
        }
        let written = read(&path);
        for ((now, then), line) in text.lines().zip(written.lines()).zip(1..) {
            assert_eq!(now, then, "{path}, line {line}");
        }
        assert_eq!(text.len(), written.len(), "{path} is as long as the game");
    }
}

#[test]
fn the_playthroughs_show_what_they_were_chosen_for() {
    let read = |rule, side: u16| read(&name(rule, area(side, side)));
    assert!(read(Rule::Freestyle, 7).ends_with("drawn\n"));

    let exact = read(Rule::Exact, 9);
    let (_, last) = exact.rsplit_once("\n\n").unwrap();
    let (board, ending) = last.trim_end().rsplit_once('\n').unwrap();
    assert!(ending.contains(" won, "), "{ending}");
    assert!(lines(&draw(board).board()).iter().any(|line| line.length > 5));

    let renju = read(Rule::Renju, 9);
    for foul in renju::Foul::ALL {
        assert!(renju.contains(&format!(" {} ", foul.mark())), "no {foul} is met");
    }
    assert!(read(Rule::Renju, 7).ends_with("no move left\n"));

    let nogo = read(Rule::NoGo, 5);
    assert!(nogo.ends_with(" won\n") && nogo.contains(" n "));
}
