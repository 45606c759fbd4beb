//! Books: wins without threats, reply by reply.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tengen_core::{Area, Cell, Color, Point, Position, Rule, Setup};
use tengen_proof::{WinReason, WinningMove, WrittenGraph, check, write_graph};
use tengen_solver::{
    Budget, Stopped,
    fives::book::{
        AdvisorFactory, Book, BookEntry, BookError, BookLimits, BookLogError, BookObserver,
        BookRun, Fact, Hints, MoveAdvisor, ProofEffort, Prover, ReplyClass,
    },
};

const EFFORT: ProofEffort = ProofEffort { depth: 2, nodes: 50_000, width: 6, open: 2 };

/// Two stones of Black in the middle of a board, two of White in its corners.
fn root(rule: Rule) -> Position {
    let area = Area::square(9);
    let stone = |name: &str, color| (area.point(name).unwrap(), color);
    let [black, white] = Color::ALL;
    let stones =
        vec![stone("e5", black), stone("e6", black), stone("a9", white), stone("i1", white)];
    Position::from_setup(rule, &Setup { area, stones, turn: black }).unwrap()
}

/// What is found out about the position after `moves`, and whether it is won.
fn fill(book: &Book, moves: &[Point], budget: &mut Budget<'_>) -> (Vec<BookEntry>, bool) {
    let mut entries = Vec::new();
    let tell = |entry: &BookEntry| {
        entries.push(entry.clone());
        true
    };
    let won = Prover::new(book, budget, tell).prove(moves, EFFORT);
    (entries, won == Ok(true))
}

fn proof(book: &Book) -> Vec<u8> {
    let (graph, root) = book.graph(book.root()).unwrap();
    let mut bytes = Vec::new();
    write_graph(book.root(), book.winner(), &graph, root, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_quiet_move_is_proved_to_win_and_what_was_noted_proves_it_again() {
    for rule in [Rule::Freestyle, Rule::Exact] {
        let book = Book::new(&root(rule)).unwrap();
        let (none, won) = (book.size(), book.fact(book.root()).is_some());
        assert_eq!((none, won), ((0, 0), false));
        let (entries, won) = fill(&book, &[], &mut Budget::unlimited());
        assert!(won);
        assert!(matches!(book.fact(book.root()), Some(Fact::Quiet(_) | Fact::Threat(..))));
        let bytes = proof(&book);
        let proved = check(&bytes[..]).unwrap();
        assert_eq!((proved.claim.rule, proved.claim.winner().unwrap()), (rule, Color::Black));

        let again = Book::new(&root(rule)).unwrap();
        for entry in &entries {
            again.enter(entry).unwrap();
        }
        assert_eq!((again.size(), again.plan_moves()), (book.size(), book.plan_moves()));
        assert!(proof(&again) == bytes);
        // There is nothing left to be found out.
        let (entries, won) = fill(&again, &[], &mut Budget::unlimited().nodes_up_to(0));
        assert!(entries.is_empty() && won);
    }
}

#[test]
fn a_search_that_was_cut_short_goes_on_where_it_was() {
    let whole = Book::new(&root(Rule::Freestyle)).unwrap();
    fill(&whole, &[], &mut Budget::unlimited());
    let book = Book::new(&root(Rule::Freestyle)).unwrap();
    let mut cuts = 0;
    loop {
        let (before, mut more) = (book.size().1, 0);
        // Stops after the tenth entry each time.
        let tell = |_: &BookEntry| {
            more += 1;
            more <= 10
        };
        let mut budget = Budget::unlimited();
        match Prover::new(&book, &mut budget, tell).prove(&[], EFFORT) {
            Ok(won) => break assert!(won),
            Err(stopped) => assert_eq!(stopped, Stopped::Asked),
        }
        assert!(book.size().1 > before);
        cuts += 1;
    }
    assert!(cuts > 3);
    check(&proof(&book)[..]).unwrap();
}

#[test]
fn one_reply_of_a_kind_answers_all_of_them() {
    let book = Book::new(&root(Rule::Freestyle)).unwrap();
    let first = book.first_moves(book.root(), 1)[0];
    let replies = book.replies(first);
    assert_eq!(replies.iter().map(ReplyClass::count).sum::<usize>(), 76);
    for class in &replies {
        let mut budget = Budget::unlimited();
        assert!(fill(&book, &[first, class.reply], &mut budget).1, "{class:?}");
    }
    let ((graph, node), mut bytes) = (book.graph_from(first).unwrap(), Vec::new());
    write_graph(book.root(), Color::Black, &graph, node, &mut bytes).unwrap();
    check(&bytes[..]).unwrap();

    // An empty board has eight images of most replies, and the book is about one of each.
    let empty = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
    let book = Book::new(&empty).unwrap();
    let first = book.first_moves(&empty, 1)[0];
    assert_eq!(empty.board().area().name(first), "h8");
    let replies = book.replies(first);
    assert_eq!((replies.len(), replies.iter().map(ReplyClass::count).sum()), (35, 224));
}

#[test]
fn what_cannot_be_so_is_not_taken_in() {
    let book = Book::new(&root(Rule::Freestyle)).unwrap();
    let point = |name: &str| Area::square(9).point(name).unwrap();
    let fact = |moves: &[&str], fact| BookEntry::Fact {
        moves: moves.iter().map(|name| point(name)).collect(),
        fact,
    };
    let moved = |name: &str| Err(BookError::Move(name.to_owned()));
    let far = BookEntry::Fact { moves: vec![Point::new(99, 0)], fact: Fact::Plan(0) };
    assert!(matches!(book.enter(&far), Err(BookError::Move(_))));
    assert_eq!(book.enter(&fact(&["e5"], Fact::Plan(0))), moved("e5"));
    assert_eq!(book.enter(&fact(&["e4", "e4"], Fact::Plan(0))), moved("e4"));
    assert_eq!(book.enter(&fact(&[], Fact::Quiet(point("e6")))), moved("e6"));
    assert_eq!(book.enter(&fact(&["d4", "e4"], Fact::Plan(0))), Err(BookError::Missing(0, 0)));
    let five = WinningMove { point: point("e7"), how: WinReason::Wins };
    let plan = |own: &[&str]| BookEntry::Plan {
        own: own.iter().map(|name| point(name)).collect(),
        other: Vec::new(),
        answers: vec![five.clone()],
    };
    assert_eq!(book.enter(&plan(&["e5", "e6"])), Err(BookError::Plan));
    assert_eq!(book.enter(&plan(&["e5", "e5"])), moved("e5"));
    assert_eq!(book.size(), (0, 0));
    assert_eq!(book.enter(&plan(&["e3", "e4", "e5", "e6"])), Ok(()));
    assert_eq!(book.size(), (1, 0));
    // A fact is taken at its word, and found out when it is to be proved.
    assert_eq!(book.enter(&fact(&[], Fact::Plan(0))), Ok(()));
    let (graph, node) = book.graph(book.root()).unwrap();
    assert!(write_graph(book.root(), Color::Black, &graph, node, std::io::sink()).is_err());
}

/// Observer that keeps the proofs in memory.
#[derive(Default)]
struct Proofs {
    replies: usize,
    whole: Vec<u8>,
}

impl BookObserver for Proofs {
    type Error = BookLogError;

    fn searching(&mut self, _: &[Point]) {}

    fn found(&mut self, _: &BookEntry) {}

    fn won(&mut self, run: &BookRun, reply: Option<Point>) -> Result<WrittenGraph, BookLogError> {
        let mut bytes = Vec::new();
        let written = run.prove(reply, &mut bytes).unwrap();
        check(&bytes[..]).unwrap();
        match reply {
            Some(_) => self.replies += 1,
            None => self.whole = bytes,
        }
        Ok(written)
    }
}

#[test]
fn hints_order_the_search_and_are_never_believed_whatever_the_number_of_workers() {
    let root = root(Rule::Freestyle);
    let area = root.board().area();
    let first = Book::new(&root).unwrap().first_moves(&root, 1)[0];
    let classes = Book::new(&root).unwrap().replies(first);
    let first = area.name(first);
    // The edge of the board is no answer to anything.
    let useless = classes.iter().map(|class| {
        let reply = area.name(class.reply);
        format!("{first} {reply} {}\n", if reply == "i5" { "a5" } else { "i5" })
    });
    let misleading = format!("{first}\n") + &useless.collect::<String>();
    let stop = AtomicBool::new(false);
    for (hints, threads) in [("", 1), ("", 3), (&first, 2), (&misleading, 2)] {
        let folder = tempfile::tempdir().unwrap();
        let hints = Hints::parse(hints, &root).unwrap();
        let run = BookRun::open(folder.path(), &root, hints).unwrap();
        let nodes = u64::MAX;
        let limits = BookLimits {
            nodes,
            deadline: None,
            memory: 1 << 28,
            threads,
            stop: &stop,
            advisor: None,
        };
        let mut proofs = Proofs::default();
        assert_eq!(run.run(limits, &mut proofs).unwrap(), None);
        assert!(run.is_done());
        let proved = check(&proofs.whole[..]).unwrap();
        assert_eq!(
            proved.claim.to_string(),
            "black wins freestyle on 9x9, 4 stones, black to move"
        );
        assert!(proofs.replies == 0 || proofs.replies == run.open_replies().1);
    }
}

/// Names a move that is no answer to anything, then the moves of the static order, and counts how often it is asked.
#[derive(Debug)]
struct StaticAdvisor(Arc<AtomicUsize>);

impl MoveAdvisor for StaticAdvisor {
    fn moves(&mut self, position: &Position, most: usize) -> Vec<Point> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let corner = Point::new(0, 8);
        let free = position.board().cell(corner) == Cell::Empty;
        let others = Book::new(position).unwrap().first_moves(position, most - usize::from(free));
        free.then_some(corner).into_iter().chain(others).collect()
    }
}

#[test]
fn an_advisor_names_the_moves_to_try_and_is_never_believed() {
    let root = root(Rule::Freestyle);
    let stop = AtomicBool::new(false);
    for threads in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let run = BookRun::open(folder.path(), &root, Hints::default()).unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let make = || -> Box<dyn MoveAdvisor> { Box::new(StaticAdvisor(Arc::clone(&asked))) };
        let advisor = Some(AdvisorFactory(&make));
        let (nodes, memory) = (u64::MAX, 1 << 28);
        let limits = BookLimits { nodes, deadline: None, memory, threads, stop: &stop, advisor };
        let mut proofs = Proofs::default();
        assert_eq!(run.run(limits, &mut proofs).unwrap(), None);
        let proved = check(&proofs.whole[..]).unwrap();
        assert_eq!(
            proved.claim.to_string(),
            "black wins freestyle on 9x9, 4 stones, black to move"
        );
        assert!(asked.load(Ordering::Relaxed) > 0);
    }
}

#[test]
fn a_run_ends_at_its_limit_of_memory_and_the_next_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let root = root(Rule::Freestyle);
    let stop = AtomicBool::new(false);
    let run = |memory| {
        let run = BookRun::open(folder.path(), &root, Hints::default()).unwrap();
        let nodes = u64::MAX;
        let limits =
            BookLimits { nodes, deadline: None, memory, threads: 2, stop: &stop, advisor: None };
        (run.run(limits, &mut Proofs::default()).unwrap(), run.book().size().1)
    };
    let (stopped, before) = run(100_000);
    assert_eq!(stopped, Some(Stopped::Memory));
    let (stopped, after) = run(1 << 28);
    assert_eq!(stopped, None);
    assert!(before > 0 && after > before, "{before} {after}");
}
