//! The drawings of `docs/rules/renju.md`, judged point by point, and the numbers of its paragraphs.

use tengen_core::{
    Area, Axis, Board, Color, Drawing, Point, line_through, naive,
    renju::{self, Foul, LineShape},
    shape::Shape,
};

use tengen_testkit::{area, empty_points, file, read, stones};

use crate::support;

fn drawings() -> Vec<(usize, Drawing)> {
    support::drawings("renju")
}

fn mark_on(drawing: &Drawing, point: Point) -> Option<char> {
    drawing.marks().find(|&(marked, _)| marked == point).map(|(_, mark)| mark)
}

#[test]
fn every_empty_point_of_every_drawing_is_judged_as_it_is_marked() {
    let drawings = drawings();
    assert!(drawings.len() >= 18, "only {} drawings were found", drawings.len());
    let mut met = [0; 3];
    for (line, drawing) in drawings {
        let board = drawing.board();
        for point in empty_points(&board) {
            let place = format!("renju.md, line {line}, {}", board.area().name(point));
            let expected = match mark_on(&drawing, point) {
                None | Some('L') => None,
                Some(mark) => {
                    let foul = Foul::ALL.into_iter().find(|foul| foul.mark() == mark);
                    Some(foul.unwrap_or_else(|| panic!("{place}: what does {mark} mean?")))
                }
            };
            assert_eq!(renju::foul(&board, point), expected, "{place}");
            let forbidden = naive::forbidden(board.area(), &stones(&board), point);
            assert_eq!(forbidden, expected.is_some(), "{place}, by the plain rules");
            if let Some(foul) = expected {
                met[foul as usize] += 1;
            }
        }
    }
    assert!(met.iter().all(|&times| times >= 3), "each foul is drawn several times: {met:?}");
}

#[test]
fn a_mark_that_is_turned_or_mirrored_is_the_same_foul() {
    for (line, drawing) in drawings() {
        let board = drawing.board();
        let (width, height) = match board.area() {
            Area::Bounded { width, height } => (i32::from(width), i32::from(height)),
            Area::Unbounded => unreachable!("a drawing has edges"),
        };
        let turn = |Point { x, y }: Point| Point::new(height - 1 - y, x);
        let mirror = |Point { x, y }: Point| Point::new(width - 1 - x, y);
        let turned = moved(&board, area(height as u16, width as u16), turn);
        let mirrored = moved(&board, board.area(), mirror);
        for point in empty_points(&board) {
            let foul = renju::foul(&board, point);
            assert_eq!(renju::foul(&turned, turn(point)), foul, "line {line}, turned");
            assert_eq!(renju::foul(&mirrored, mirror(point)), foul, "line {line}, mirrored");
        }
    }
}

fn moved(board: &Board, area: Area, to: impl Fn(Point) -> Point) -> Board {
    let mut other = Board::new(area);
    for (point, color) in board.stones() {
        other.put(to(point), color);
    }
    other
}

#[test]
fn the_parts_of_a_move_tell_why_it_is_a_foul() {
    for (line, drawing) in drawings() {
        let board = drawing.board();
        for point in empty_points(&board) {
            let parts = renju::line_shapes(&board, point);
            let place = format!("line {line}, {}: {parts:?}", board.area().name(point));
            for part in &parts {
                part_is_on_the_board(&board, point, part, &place);
            }
            let count = |shape| parts.iter().filter(|part| part.shape == shape).count();
            let real = |part: &&LineShape| part.shape == Shape::Three && !part.next.is_empty();
            let threes = parts.iter().filter(real).count();
            let fours: u32 = parts.iter().map(|part| part.shape.fours()).sum();
            // renju.md 3.5, from the parts alone.
            let by_shapes = if count(Shape::Five) > 0 {
                None
            } else if count(Shape::Overline) > 0 {
                Some(Foul::Overline)
            } else if fours >= 2 {
                Some(Foul::DoubleFour)
            } else {
                (threes >= 2).then_some(Foul::DoubleThree)
            };
            assert_eq!(by_shapes, renju::foul(&board, point), "{place}");
        }
    }
}

/// The stones of a part are black, the new one is among them, and what comes next makes what it
/// is said to make.
fn part_is_on_the_board(board: &Board, point: Point, part: &LineShape, place: &str) {
    let mut played = board.clone();
    played.put(point, Color::Black);
    let black = |&stone: &Point| played.cell(stone).stone() == Some(Color::Black);
    assert!(part.stones.contains(&point), "{place}");
    assert!(part.stones.iter().all(black), "{place}");
    let on_axis = |&stone: &Point| point.steps_to(stone, part.axis).is_some();
    assert!(part.stones.iter().chain(&part.next).all(on_axis), "{place}");

    let (fewest, ways) = match part.shape {
        Shape::None => panic!("nothing is no part: {place}"),
        Shape::Three => (3, 0..=2),
        Shape::Four => (4, 1..=1),
        Shape::StraightFour => (4, 2..=2),
        Shape::TwoFours => (5, 2..=2),
        Shape::Overline => (6, 0..=0),
        Shape::Five => (5, 0..=0),
    };
    assert!(part.stones.len() >= fewest, "{place}");
    assert!(ways.contains(&part.next.len()), "{place}");

    for &next in &part.next {
        assert!(played.cell(next).stone().is_none(), "{place}");
        if part.shape == Shape::Three {
            let straight = |then: &LineShape| {
                then.axis == part.axis
                    && then.shape == Shape::StraightFour
                    && then.stones.contains(&point)
            };
            assert!(renju::line_shapes(&played, next).iter().any(straight), "{place}");
            assert_eq!(renju::foul(&played, next), None, "{place}");
            assert!(!makes_five(&played, next), "{place}");
        } else {
            let mut five = played.clone();
            five.put(next, Color::Black);
            let line = line_through(&five, next, Color::Black, part.axis);
            assert_eq!(line.length, 5, "{place}");
            assert!(line.contains(point), "{place}");
        }
    }
}

fn makes_five(board: &Board, point: Point) -> bool {
    let mut next = board.clone();
    next.put(point, Color::Black);
    let length = |axis| line_through(&next, point, Color::Black, axis).length;
    Axis::ALL.into_iter().any(|axis| length(axis) == 5)
}

/// The numbers that begin the paragraphs of a rule book, as (section, paragraph).
fn paragraphs(book: &str) -> Vec<(u32, u32)> {
    let number = |line: &str| {
        let (number, _) = line.split_once(". ")?;
        let (section, paragraph) = number.split_once('.')?;
        Some((section.parse().ok()?, paragraph.parse().ok()?))
    };
    read(book).lines().filter_map(number).collect()
}

#[test]
fn paragraphs_are_numbered_without_gaps() {
    for book in ["docs/rules/fives.md", "docs/rules/renju.md"] {
        let numbers = paragraphs(book);
        assert_eq!(numbers[0], (1, 1), "{book}");
        for pair in numbers.windows(2) {
            let ((section, paragraph), next) = (pair[0], pair[1]);
            let follows = next == (section, paragraph + 1) || next == (section + 1, 1);
            assert!(follows, "{book}: {next:?} comes after {section}.{paragraph}");
        }
    }
}

#[test]
fn every_paragraph_that_the_source_cites_is_in_the_book() {
    let mut cited = 0;
    for folder in ["crates/tengen-core/src", "crates/tengen-core/tests/it"] {
        for entry in std::fs::read_dir(file(folder)).unwrap() {
            let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for name in ["fives.md", "renju.md"] {
                let numbers = paragraphs(&format!("docs/rules/{name}"));
                for after in source.split(&format!("{name} ")).skip(1) {
                    let end = after.find(|c: char| !c.is_ascii_digit() && c != '.');
                    let text = after[..end.unwrap_or(after.len())].trim_end_matches('.');
                    let (section, paragraph) = text.split_once('.').unwrap_or((text, ""));
                    let Ok(section) = section.parse::<u32>() else { continue };
                    let fits = |&(s, p): &(u32, u32)| {
                        s == section && (paragraph.is_empty() || p.to_string() == paragraph)
                    };
                    assert!(numbers.iter().any(fits), "{name} has no {text}");
                    cited += 1;
                }
            }
        }
    }
    assert!(cited >= 10, "only {cited} paragraphs are cited");
}
