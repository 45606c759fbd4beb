//! What must hold whatever the input is. Each function here is a fuzz target; it panics if
//! something does not hold.

#![forbid(unsafe_code)]

use tengen_core::{Area, Board, Color, Drawing, Outcome, Point, Position, Rule, Setup};
use tengen_notation::{
    BoardForm, BoardText, Fen, ReadOptions, RecordTree, RowOrder, StoneList, boards::DiagramSize,
    botzone, byte_order_mark, gomocup, gtp, links, openings::Openings, openings::format_offsets,
    puzzles::Puzzle, puzzles::Puzzles,
};

pub use archives::{compressed, parquet, unpacked, zip};
pub use records::{conversions, records, states, streams};
pub use tables::arrow;

use tengen_protocol::analysis_engine::{AnalysisQueue, Limits};
use tengen_testkit::{ReaderTwin, TextKind};

mod archives;
mod records;
mod tables;

/// The sizes that the first byte of an input chooses from: those with a quick way, where its words
/// begin and end, and larger ones.
const SIDES: [(u16, u16); 16] = [
    (1, 1),
    (3, 3),
    (5, 5),
    (15, 15),
    (19, 19),
    (22, 22),
    (2, 7),
    (7, 2),
    (8, 1),
    (9, 1),
    (16, 2),
    (17, 2),
    (23, 1),
    (1, 23),
    (30, 3),
    (1000, 1),
];

/// Boards of one form: the first byte says the size, the second how the text is cut.
pub fn boards(form: BoardForm, input: &[u8]) {
    if let [size, step, text @ ..] = input {
        let size = match SIDES.get(usize::from(*size % 32)) {
            Some(&(width, height)) => DiagramSize::Fixed { width, height },
            None => DiagramSize::Any,
        };
        read(TextKind::Boards(form, size), *step, text);
    }
}

/// Games: the first byte says the size, the second how the text is cut.
pub fn games(input: &[u8]) {
    if let [size, step, text @ ..] = input {
        let (width, height) = SIDES[usize::from(*size) % SIDES.len()];
        read(TextKind::Games { width, height }, *step, text);
    }
}

/// Reads a text in every way there is, which must come to the same, and what it says once more.
fn read(kind: TextKind, step: u8, text: &[u8]) {
    let text = byte_order_mark(text).map_or(text, |mark| &text[mark..]);
    let reading = kind.read(text, ReaderTwin::Quick);
    assert_eq!(kind.read(text, ReaderTwin::Plain), reading, "the plain twin");
    // Why not shorter in a long text: what is left over is looked at again with each step.
    let step = (usize::from(step) + 1).max(text.len() / 100);
    assert_eq!(kind.read_in_steps(text, ReaderTwin::Quick, || step), reading, "in steps of {step}");
    if let Some(fault) = &reading.fault {
        let shown = fault.excerpt.chars().count();
        assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1 && fault.caret <= shown);
        assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
    }
    if reading.fault.is_none() || !reading.records.is_empty() {
        let contents = reading.contents();
        let again = kind.read(kind.spell(&contents).as_bytes(), ReaderTwin::Quick);
        assert_eq!((again.contents(), again.fault), (contents, None), "spelled again");
    }
}

/// Openings: the first byte says the size, the second the rule. Each is legal and is spelled again
/// the same, or is refused with a place.
pub fn openings(input: &[u8]) {
    let [size, rule, text @ ..] = input else { return };
    let (width, height) = SIDES[usize::from(*size) % SIDES.len()];
    let area = Area::Bounded { width, height };
    let rule = Rule::ALL[usize::from(*rule) % Rule::ALL.len()];
    for opening in Openings::new(text, rule, area) {
        match opening {
            Ok(moves) => {
                let mut position = Position::new(rule, area).expect("it has points");
                for &point in &moves {
                    position.play(point).expect("it was read as legal");
                }
                assert_eq!(position.outcome(), None);
                let names: String = moves.iter().map(|&point| area.name(point)).collect();
                let names = if moves.is_empty() { "-".to_owned() } else { names };
                for spelled in [format_offsets(&moves, area), names] {
                    let again = Openings::new(spelled.as_bytes(), rule, area).next();
                    assert_eq!(again, Some(Ok(moves.clone())), "{spelled}");
                }
            }
            Err(fault) => {
                let shown = fault.excerpt.chars().count();
                assert!(fault.line >= 1 && fault.column >= 1);
                assert!(fault.width >= 1 && fault.caret <= shown);
                assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
            }
        }
    }
}

/// A field is refused with a place, or spelled again the same.
pub fn field(text: &[u8]) {
    match BoardText::parse(text) {
        Ok(field) => {
            let again =
                BoardText::parse(field.to_string().as_bytes()).expect("what we spell can be read");
            assert_eq!((again.area(), again.cells()), (field.area(), field.cells()));
        }
        Err(fault) => {
            assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1);
            assert!(fault.caret <= fault.excerpt.chars().count());
            assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
        }
    }
}

/// A link is refused with a place, or spelled again the same.
pub fn links(text: &[u8]) {
    let reading = ReadOptions::new(RowOrder::FromBottom);
    match links::parse(text, &reading) {
        Ok(mut record) => {
            let (rule, area) = (record.rule.unwrap_or(Rule::Freestyle), record.area);
            let area = area.expect("a link without a size is of the usual board");
            let root = record.tree.node(RecordTree::ROOT);
            let stones = root.setup.iter().map(|&(point, color)| (point, color.expect("a stone")));
            let setup = root.turn.map(|turn| Setup { area, stones: stones.collect(), turn });
            let steps = record.tree.main_line().filter_map(|id| record.tree.node(id).step);
            let moves: Vec<Point> = steps.filter_map(|step| step.point).collect();
            let link = format!("#{}", links::fragment(rule, area, setup.as_ref(), &moves));
            assert!(links::is_link(link.as_bytes()));
            record.rule = Some(rule);
            let again = links::parse(link.as_bytes(), &reading).expect("what we spell can be read");
            assert_eq!(again, record);
        }
        Err(fault) => assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1),
    }
}

/// A FEN is refused with a place in it, or spelled again the same; its position, if it is one, leads back to it.
pub fn fen(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    match text.parse::<Fen>() {
        Ok(fen) => {
            let again: Fen = fen.to_string().parse().expect("what we spell can be read");
            assert_eq!(again, fen);
            // A board of NoGo takes memory for each point.
            let is_small = fen.setup().area.size().is_none_or(|points| points <= 10_000);
            if let Some(Ok(position)) = is_small.then(|| fen.position()) {
                assert_eq!(Fen::from(&position), fen);
            }
        }
        Err(error) => assert!((1..=text.len() + 1).contains(&error.column)),
    }
}

/// A list of pieces is refused with a place, or spelled again the same.
pub fn pieces(text: &[u8]) {
    match StoneList::parse(text) {
        Ok(pieces) => {
            let again =
                StoneList::parse(pieces.to_string().as_bytes()).expect("what we spell can be read");
            assert_eq!(again, pieces);
        }
        Err(fault) => {
            assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1);
            assert!(fault.caret <= fault.excerpt.chars().count());
            assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
        }
    }
}

/// Each puzzle is refused with a place, or spelled again the same, and a picture can be drawn.
pub fn puzzles(text: &[u8]) {
    for puzzle in Puzzles::new(text) {
        match puzzle {
            Ok(puzzle) => {
                let again = puzzle.to_string();
                assert_eq!(again.matches('\n').count(), 1);
                assert_eq!(Puzzle::parse(again.as_bytes(), 1).as_ref(), Ok(&puzzle));
                let mut sorted = puzzle.clone();
                sorted.setup.stones.sort_by_key(|&(point, color)| (color == Color::White, point));
                let compact = puzzle.to_compact().expect("the stones are on the board");
                assert_eq!(Puzzle::parse(compact.as_bytes(), 1), Ok(sorted));
                let mut board = Board::new(puzzle.setup.area);
                for &(point, color) in &puzzle.setup.stones {
                    board.put(point, color);
                }
                let title = puzzle.name.unwrap_or_default();
                let svg = tengen_picture::Picture::new(&board)
                    .titled(&title)
                    .svg(&tengen_picture::Theme::WOOD);
                assert!(svg.len() < 1_000_000 + 6 * title.len());
                assert!(!svg.replace('\n', "").contains(char::is_control));
            }
            Err(fault) => {
                assert!(fault.line >= 1 && fault.column >= 1 && fault.width >= 1);
                assert!(fault.caret <= fault.excerpt.chars().count());
                assert!(!format!("{fault}{}", fault.excerpt).contains(char::is_control));
            }
        }
    }
}

/// A drawing is refused, or drawn again the same.
pub fn drawing(text: &str) {
    match text.parse::<Drawing>() {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(drawing) => {
            assert_eq!(drawing.to_string().parse(), Ok(drawing.clone()));
            let board = drawing.board();
            assert_eq!(board.area(), drawing.area());
            let bare = Drawing::from_board(&board).expect("a drawing has edges");
            let marked = drawing.marks().fold(bare, |bare, (at, mark)| bare.with_mark(at, mark));
            assert_eq!(marked, drawing);
        }
    }
}

/// Names of points, sizes and rules are refused, or lead back to what they name. The first line of
/// the text is the size of a board, the second a point.
pub fn names(text: &str) {
    if let Ok(rule) = text.parse::<Rule>() {
        assert_eq!(rule.to_string(), text);
    }
    let (size, name) = text.split_once('\n').unwrap_or((text, text));
    if let Ok(area) = size.parse::<Area>() {
        assert_eq!(area.to_string().parse(), Ok(area));
        check_name(area, name);
    }
    for area in [Area::square(15), Area::Bounded { width: 65535, height: 1 }, Area::Unbounded] {
        check_name(area, name);
    }
}

fn check_name(area: Area, name: &str) {
    match area.point(name) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(point) => {
            assert!(area.contains(point));
            assert_eq!(area.point(&area.name(point)), Ok(point));
        }
    }
}

/// A line of the Gomocup protocol is read the same again as it is spelled, or refused in words that
/// fit on a line.
pub fn gomocup(input: &[u8]) {
    for line in input.split(|&byte| byte == b'\n') {
        match gomocup::ManagerCommand::parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => {
                let again = command.to_string();
                assert_eq!(gomocup::ManagerCommand::parse(again.as_bytes()), Ok(Some(command)));
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
        match gomocup::BlockLine::parse(line) {
            Ok(row) => {
                let again = row.to_string();
                assert_eq!(gomocup::BlockLine::parse(again.as_bytes()), Ok(row));
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control)),
        }
    }
}

/// Lines of the analysis engine. Every position that is accepted has one last answer, and every line of the output is JSON.
pub fn analysis(input: &[u8]) {
    let mut queue = AnalysisQueue::new(Limits::default(), 16);
    for line in input.split(|&byte| byte == b'\n') {
        let answers = queue.receive(line);
        assert!(answers.iter().all(|answer| answer.starts_with('{') && answer.ends_with("}\n")));
        // One that runs, so that there is something to terminate.
        if let Some(task) = queue.take() {
            assert!(task.position.outcome().is_none());
            assert!(task.number % 2 == 0 || queue.finish(task.number, None).is_some());
        }
    }
    queue.stop_all();
}

/// Lines of GTP: a command is spelled again the same, and a vertex leads back to its point.
pub fn gtp(input: &[u8]) {
    for line in input.split(|&byte| byte == b'\n') {
        let Some(command) = gtp::CommandLine::parse(line) else { continue };
        let again = command.to_string();
        if !again.is_empty() && !command.name.is_empty() {
            assert_eq!(gtp::CommandLine::parse(again.as_bytes()), Some(command.clone()));
        }
        for word in command.arguments.iter().chain([&command.name]) {
            let _ = gtp::parse_color(word);
            for area in [Area::square(9), Area::square(25), Area::Bounded { width: 2, height: 25 }]
            {
                match gtp::Vertex::parse(word, area) {
                    Err(error) => assert!(!error.to_string().contains(char::is_control)),
                    Ok(gtp::Vertex::Point(point)) => {
                        assert!(area.contains(point));
                        let name = gtp::format_vertex(point, area);
                        assert_eq!(gtp::Vertex::parse(&name, area), Ok(gtp::Vertex::Point(point)));
                    }
                    Ok(gtp::Vertex::Pass | gtp::Vertex::Resign) => {}
                }
            }
            let answer = gtp::format_response(command.id, Ok(word));
            assert!(answer.starts_with('=') && answer.find("\n\n") == Some(answer.len() - 2));
        }
    }
}

/// A turn is refused with a place in the line, or spelled again the same.
pub fn botzone(input: &[u8]) {
    match botzone::BotzoneTurn::parse(input) {
        Err(error) => assert!(!error.to_string().is_empty() && error.column() >= 1),
        Ok(botzone::BotzoneTurn::Game(moves)) => {
            let again = botzone::format_game(&moves);
            assert_eq!(
                botzone::BotzoneTurn::parse(again.as_bytes()),
                Ok(botzone::BotzoneTurn::Game(moves))
            );
        }
        Ok(botzone::BotzoneTurn::Move(point)) => {
            assert!(botzone::format_response(point, "").starts_with("{\"response\":{\"x\":"));
        }
    }
}

/// A proof is refused with its place, or what it shows is true.
pub fn proof(bytes: &[u8]) {
    proof_within(bytes, u64::MAX);
}

/// A proof is refused with its place or because it takes too many steps, or what it shows is true.
fn proof_within(bytes: &[u8], steps: u64) {
    match tengen_proof::check_within(bytes, steps) {
        Err(error) => {
            assert!(error.offset <= bytes.len() as u64);
            assert!(!error.to_string().is_empty());
        }
        Ok(proved) => {
            assert_eq!(proved.bytes, bytes.len() as u64);
            let claim = proved.claim;
            let mut position =
                Position::from_setup(claim.rule, &claim.setup).expect("it was played from");
            // On a board without edges nobody can try everything.
            let Some(size) = claim.setup.area.size() else { return };
            // More would take too long to try.
            if size - claim.setup.stones.len() <= 7 {
                match claim.winner() {
                    Some(winner) => assert!(wins(&mut position, winner)),
                    None => assert!(Color::ALL.iter().all(|&side| !wins(&mut position, side))),
                }
            }
        }
    }
}

/// A strategy graph or a pairing is refused with its place, or what it shows is true: the bytes are a node count and the
/// nodes of a graph, or a pair count and the pairs, behind a head of our own, or a whole file.
pub fn proofs2(bytes: &[u8]) {
    if bytes.starts_with(b"tengen") {
        // The head says how long it takes.
        return proof_within(bytes, 10_000);
    }
    let Some((&[form, nodes], body)) = bytes.split_first_chunk::<2>() else {
        return;
    };
    let rule = Rule::FIVES[usize::from(form) % 3];
    if form & 128 != 0 {
        // A pairing on a strip of one to seven points, or on 5x5, where it takes too long to try everything.
        let size = match form >> 4 & 7 {
            0 => "5x5".to_owned(),
            width => format!("{width}x1"),
        };
        let head = format!(
            "tengen proof 2\nrule {rule}\nsize {size}\nblack\nwhite\nturn black\ndrawn\npairs {nodes}\n\n"
        );
        return proof_within(&[head.as_bytes(), body].concat(), 10_000);
    }
    let sides = ["black", "white"];
    let (turn, winner) = (sides[usize::from(form >> 2 & 1)], sides[usize::from(form >> 3 & 1)]);
    // Seven points are left, and either side has three stones in a row.
    let (black, white) = ("a1 b1 c1 a3 d3 e3 b5 d5 e5", "a2 b2 c2 a4 c4 e4 a5 c5 b3");
    let length = body.len();
    let head = format!(
        "tengen proof 2\nrule {rule}\nsize 5x5\nblack {black}\nwhite {white}\nturn {turn}\nwins {winner}\n\
         nodes {nodes}\nbytes {length}\nsteps 10000\nlandmarks 1000\n\n"
    );
    proof_within(&[head.as_bytes(), body].concat(), 10_000);
}

/// Whether `winner` wins, by trying everything.
fn wins(position: &mut Position, winner: Color) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == Outcome::Won(winner);
    }
    let (turn, mut points) = (position.turn(), position.legal_points().into_iter());
    if points.len() == 0 {
        // Black at renju has only fouls left, and lets the turn go by.
        let setup = Setup::from_board(position.board(), !turn);
        let next = Position::from_setup(position.rule(), &setup);
        return next.is_ok_and(|mut next| wins(&mut next, winner));
    }
    let wins_by = |point: Point| {
        position.play(point).expect("the point is legal");
        let won = wins(position, winner);
        position.undo();
        won
    };
    if turn == winner { points.any(wins_by) } else { points.all(wins_by) }
}
