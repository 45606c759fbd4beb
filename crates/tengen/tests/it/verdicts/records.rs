//! Random records of every format, sound and unsound.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use tengen_testkit::TestRng;

/// A move: the side (0 is Black), and the point or a pass.
type Played = (usize, Option<(i32, i32)>);

/// Writes records of one rule.
pub(super) struct Records {
    rule: &'static str,
    side: u16,
    rng: TestRng,
}

const RESULTS: [&str; 16] = [
    "B+", "W+", "B+R", "W+T", "W+F", "B+12", "Draw", "Void", "?", "黑胜", "白胜", "和棋", "0", "D",
    "Bob", "白+x",
];

impl Records {
    pub(super) fn new(rule: &'static str, side: u16, seed: u64) -> Records {
        Records { rule, side, rng: TestRng::new(seed) }
    }

    /// Moves in turn on a small part of a board of `side`, so that lines come about; some of them on
    /// stones, and `outside` says whether some are off the board.
    fn moves(&mut self, side: i32, outside: bool) -> Vec<Played> {
        let part = side.min(7);
        let corner = self.rng.below((side - part + 1) as usize) as i32;
        let mut points: Vec<(i32, i32)> =
            (0..part * part).map(|n| (corner + n % part, corner + n / part)).collect();
        self.rng.shuffle(&mut points);
        let length =
            if self.rng.one_in(4) { points.len() } else { self.rng.below(points.len() + 1) };
        points.truncate(length);
        if length > 2 && self.rng.one_in(6) {
            let index = 1 + self.rng.below(length - 1);
            points[index] = points[self.rng.below(index)];
        }
        if outside && length > 1 && self.rng.one_in(8) {
            let index = self.rng.below(length);
            points[index] = (side + self.rng.below(3) as i32, 0);
        }
        points.into_iter().enumerate().map(|(index, point)| (index % 2, Some(point))).collect()
    }

    /// Passes put between moves that are made in turn.
    fn with_passes(&mut self, mut moves: Vec<Played>) -> Vec<Played> {
        if self.rng.one_in(3) {
            for _ in 0..=self.rng.below(2) {
                moves.insert(self.rng.below(moves.len() + 1), (0, None));
            }
            for (index, step) in moves.iter_mut().enumerate() {
                step.0 = index % 2;
            }
        }
        moves
    }

    fn result(&mut self) -> &'static str {
        RESULTS[self.rng.below(RESULTS.len())]
    }

    /// Writes `count` records of each format into `folder`, and `libraries` libraries, which hold one;
    /// returns the format of each file by its name.
    pub(super) fn write(
        &mut self,
        folder: &Path,
        count: usize,
        libraries: usize,
    ) -> BTreeMap<String, &'static str> {
        let mut written = BTreeMap::new();
        let mut save = |name: String, format: &'static str, bytes: &[u8]| {
            fs::write(folder.join(&name), bytes).unwrap();
            written.insert(name, format);
        };
        // The first record is sound, so that its format is seen.
        let positions = self.lines("h3\n", count, Records::position);
        save("positions.txt".to_owned(), "positions", positions.as_bytes());
        let lists = self.lines("1\n3 3\n", count, Records::list);
        save("lists.txt".to_owned(), "moves", lists.as_bytes());
        let openings = self.lines("0,0, 1,1\n", count, Records::opening);
        save("openings.txt".to_owned(), "openings", openings.as_bytes());
        let sgf = self.lines("(;FF[4];B[aa])\n", count, Records::sgf);
        save("games.sgf".to_owned(), "sgf", sgf.as_bytes());
        for name in ["games.psq", "0_0_1_1.psq", "0_0_1_2.psq", "0_0_1_0.psq"] {
            let psq = self.lines("Piskvorky 15x15, 11:11, 0\n1,1,0\n", count / 4, Records::psq);
            save(name.to_owned(), "psq", psq.as_bytes());
        }
        for number in 0..libraries {
            save(format!("{number}.lib"), "renlib", &self.library());
        }
        let lists = "<database><rules><rule id=\"1\" name=\"Gomoku\"/></rules><games>\n";
        let rif = self.lines(lists, count, Records::rif) + "</games></database>\n";
        save("games.rif".to_owned(), "rif", rif.as_bytes());
        let botzone = self.lines("", count, Records::botzone);
        save("games.matches".to_owned(), "botzone", botzone.as_bytes());
        let ccgc = self.lines("", count, Records::ccgc);
        save("championship.txt".to_owned(), "ccgc", ccgc.as_bytes());
        let head = "rule,size,winner,end,moves\n";
        let csv = self.lines(head, count, |records, out| records.row(out, ','));
        save("games.csv".to_owned(), "csv", csv.as_bytes());
        let head = head.replace(',', "\t");
        let tsv = self.lines(&head, count, |records, out| records.row(out, '\t'));
        save("games.tsv".to_owned(), "tsv", tsv.as_bytes());
        let json = self.lines("{\"moves\":\"a1\"}\n", count, Records::object);
        save("games.jsonl".to_owned(), "jsonl", json.as_bytes());
        written
    }

    fn lines(
        &mut self,
        head: &str,
        count: usize,
        mut add: impl FnMut(&mut Records, &mut String),
    ) -> String {
        let mut out = head.to_owned();
        for _ in 0..count {
            add(self, &mut out);
        }
        out
    }

    /// Names of points, rows from the bottom.
    fn names(&mut self, side: i32) -> String {
        let moves = self.moves(side, true);
        let moves = self.with_passes(moves);
        let name = |&(_, point): &Played| match point {
            None => "pass".to_owned(),
            Some((x, y)) => format!("{}{}", char::from(b'a' + x as u8), side - y),
        };
        moves.iter().map(name).collect()
    }

    fn position(&mut self, out: &mut String) {
        let side = i32::from(self.side);
        let names = self.names(side);
        let names = if names.is_empty() { "-" } else { &names };
        let wrong = if self.rng.one_in(20) { "?" } else { "" };
        let _ = writeln!(out, "{names}{wrong}");
    }

    fn list(&mut self, out: &mut String) {
        let moves = self.moves(i32::from(self.side), true);
        let _ = writeln!(out, "{}", moves.len());
        for (x, y) in moves.iter().filter_map(|step| step.1) {
            let _ = writeln!(out, "{} {}", y + 1, x + 1);
        }
    }

    fn opening(&mut self, out: &mut String) {
        let side = i32::from(self.side);
        let moves = self.moves(side, true);
        let step = |(x, y): (i32, i32)| format!("{},{}", x - side / 2, y - side / 2);
        let steps: Vec<String> = moves.iter().filter_map(|step| step.1).map(step).collect();
        let _ =
            writeln!(out, "{}", if steps.is_empty() { "-".to_owned() } else { steps.join(", ") });
    }

    fn sgf(&mut self, out: &mut String) {
        let side = 5 + self.rng.below(12) as i32;
        let mut moves = self.moves(side, true);
        if self.rng.one_in(10) {
            for step in &mut moves {
                step.0 = 1 - step.0;
            }
        }
        let mut moves = self.with_passes(moves);
        if !moves.is_empty() && self.rng.one_in(10) {
            let index = self.rng.below(moves.len());
            moves[index].0 = 1 - moves[index].0;
        }
        let letters = |(x, y): (i32, i32)| {
            [x, y].map(|number| char::from(b'a' + number as u8)).into_iter().collect::<String>()
        };
        out.push_str("(;FF[4]");
        match self.rng.below(12) {
            0 => {}
            1 => out.push_str("SZ[99999]"),
            _ => {
                let _ = write!(out, "SZ[{side}]");
            }
        }
        if self.rng.one_in(2) {
            let _ = write!(out, "RU[{}]", self.rule);
        }
        if self.rng.one_in(2) {
            let _ = write!(out, "RE[{}]", self.result());
        }
        if self.rng.one_in(8) {
            let _ = write!(out, "AB[{}]AW[{}]", letters((0, side - 1)), letters((1, side - 1)));
        }
        if self.rng.one_in(12) {
            out.push_str("PL[W]");
        }
        for (color, point) in moves {
            if self.rng.one_in(150) {
                let _ =
                    write!(out, ";{}[{}]", ["AB", "AE"][self.rng.below(2)], letters((2, side - 1)));
            }
            let point = point.map_or_else(String::new, letters);
            let _ = write!(out, ";{}[{point}]", ["B", "W"][color]);
        }
        out.push_str(")\n");
    }

    fn psq(&mut self, out: &mut String) {
        let side = 5 + self.rng.below(12) as i32;
        let moves = self.moves(side, true);
        let _ = writeln!(out, "Piskvorky {side}x{side}, 11:11, 0");
        for (x, y) in moves.iter().filter_map(|step| step.1) {
            let _ = writeln!(out, "{},{},7", x + 1, y + 1);
        }
        if self.rng.one_in(40) {
            out.push_str("1,x,7\n");
        }
        let division = match self.rule {
            "freestyle" => "Freestyle",
            "exact" => "Standard",
            "renju" => "Renju",
            _ => "Cup",
        };
        out.push_str("A.zip\nB.zip\n-1\n");
        match self.rng.below(4) {
            0 => {}
            1 => {
                let _ = writeln!(out, "{},{division}", self.result());
            }
            _ => {
                let _ = writeln!(out, "{},{division}", self.rng.below(4));
            }
        }
    }

    /// A library of one line of play, with a root.
    fn library(&mut self) -> Vec<u8> {
        let mut bytes =
            b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0".to_vec();
        let moves = self.moves(15, false);
        let moves = self.with_passes(moves);
        for (index, &(_, point)) in moves.iter().enumerate() {
            let position = point.map_or(0, |(x, y)| (16 * y + x + 1) as u8);
            let leaf = if index + 1 == moves.len() { 0x40 } else { 0 };
            bytes.extend([position, leaf]);
        }
        bytes
    }

    fn rif(&mut self, out: &mut String) {
        let names = self.names(15);
        let rule = if self.rule == "renju" { "" } else { " rule=\"1\"" };
        let score = ["1", "0", "0.5", "", "白胜", "x"][self.rng.below(6)];
        let wrong = if self.rng.one_in(30) { " ?" } else { "" };
        let _ = writeln!(out, "<game{rule} bresult=\"{score}\"><move>{names}{wrong}</move></game>");
    }

    fn botzone(&mut self, out: &mut String) {
        let side = if self.rule == "nogo" { self.side } else { 15 };
        let moves = self.moves(i32::from(side), true);
        let spell = |(x, y): (i32, i32)| format!("{{\"x\":{x},\"y\":{y}}}");
        let points: Vec<String> = moves.iter().filter_map(|step| step.1).map(spell).collect();
        if self.rng.one_in(2) {
            let first = spell((-1, -1));
            let all: Vec<&String> = std::iter::once(&first).chain(&points).collect();
            let half = |from: usize| {
                all.iter().skip(from).step_by(2).map(|point| point.as_str()).collect::<Vec<_>>()
            };
            let (asked, said) = (half(0).join(","), half(1).join(","));
            let _ = writeln!(out, "{{\"requests\":[{asked}],\"responses\":[{said}]}}");
            return;
        }
        let turns: Vec<String> = points
            .iter()
            .enumerate()
            .map(|(index, point)| format!("{{\"{}\":{{\"response\":{point}}}}}", index % 2))
            .collect();
        let scores = ["[2,0]", "[0,2]", "[1,1]"][self.rng.below(3)];
        let _ = writeln!(out, "{{\"log\":[{}],\"scores\":{scores}}}", turns.join(","));
    }

    fn ccgc(&mut self, out: &mut String) {
        let (tag, side) = if self.rule == "nogo" { ("NG", 9) } else { ("C5", 15) };
        let moves = self.moves(side, true);
        let result = self.result();
        let _ = write!(out, "([{tag}][a B][b W][{result}][2020][cup]");
        for (color, point) in moves {
            let Some((x, y)) = point else { continue };
            let letter = char::from(b'A' + x as u8);
            let _ = write!(out, ";{}[{letter}{}]", ["B", "W"][color], side - y);
        }
        out.push_str(")\n");
    }

    fn row(&mut self, out: &mut String, mark: char) {
        let side = 5 + self.rng.below(12) as i32;
        let names = self.names(side);
        let rule = if self.rng.one_in(2) { self.rule } else { "" };
        let result = self.result();
        let end = ["", "", "board", "foul", "illegal", "crash", "timeout", "x"][self.rng.below(8)];
        let board = if self.rng.one_in(50) { "15*".to_owned() } else { side.to_string() };
        let _ = writeln!(out, "{rule}{mark}{board}{mark}{result}{mark}{end}{mark}{names}");
    }

    fn object(&mut self, out: &mut String) {
        let side = 5 + self.rng.below(12) as i32;
        let moves = self.moves(side, true);
        let result = self.result();
        let moves = if self.rng.one_in(2) {
            let pair = |(x, y): (i32, i32)| format!("[{x},{y}]");
            let pairs: Vec<String> = moves.iter().filter_map(|step| step.1).map(pair).collect();
            format!("[{}]", pairs.join(","))
        } else {
            format!("\"{}\"", self.names(side))
        };
        let wrong = if self.rng.one_in(30) { "," } else { "" };
        let _ =
            writeln!(out, "{{\"size\":{side},\"result\":\"{result}\",\"moves\":{moves}{wrong}}}");
    }
}
