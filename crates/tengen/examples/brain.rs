//! The smallest brain: it plays by chance, in the protocol of Gomocup or, with `gtp`, in GTP.
//!
//! ```sh
//! tengen match --engine 'target/debug/examples/brain 1' --engine 'target/debug/examples/brain 2'
//! ```
//!
//! A number is where chance starts from. Any other word is a vice, one of those against which
//! `tengen match` must hold; they are listed at [`Vice`].

use std::{
    env,
    io::{self, BufRead, Write},
    process::{Command, ExitCode, Stdio, exit},
    thread::sleep,
    time::Duration,
};

use tengen_core::{Area, Point, Position, Rule};
use tengen_notation::gtp;

/// Long enough to outlast any match that waits for it.
const FOREVER: Duration = Duration::from_mins(10);

/// What it does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Vice {
    /// Never says who it is.
    NoAbout,
    /// Never says that it is ready.
    NoStart,
    /// Says that it cannot play.
    Declines,
    /// Ends when asked who it is.
    DiesAtAbout,
    /// Ends when a game starts.
    DiesAtStart,
    /// Ends when asked for its third move.
    Dies,
    /// Thinks without end about its third move.
    Hangs,
    /// Takes 0.3 s for each move.
    Slow,
    /// Plays outside the board.
    Outside,
    /// Plays on the stone that was played last.
    Occupied,
    /// Plays where it is not allowed by the rule, as soon as it can.
    Illegal,
    /// Answers with words.
    Nonsense,
    /// Answers with bytes that are no text.
    Garbage,
    /// Names a move and does not end the line.
    HalfLine,
    /// Floods its output with messages.
    Chatters,
    /// Says one line that never ends.
    LongLine,
    /// Says short lines without end that are no chatter.
    Babbles,
    /// Names a second move right after the first.
    Twice,
    /// Names a move as soon as a game starts.
    Early,
    /// Names a move after a game is over, which costs nothing.
    Late,
    /// Names moves all the time and reads nothing.
    Deaf,
    /// Shuts its output and lives on.
    Closes,
    /// Says that the question is wrong.
    Refuses,
    /// Says that it does not know settings, where no answer is due.
    Complains,
    /// Goes on when it should end, and when its input is shut.
    Stubborn,
    /// Starts a process that goes on without it.
    LeavesChild,
    /// A leaking engine, and the process hides from its family.
    LeavesDaemon,
    /// Passes.
    Passes,
    /// Gives up, which is no vice.
    Resigns,
    /// Forgets the numbers of commands.
    WrongNumber,
}

const VICES: [(&str, Vice); 30] = [
    ("no-about", Vice::NoAbout),
    ("no-start", Vice::NoStart),
    ("declines", Vice::Declines),
    ("dies-at-about", Vice::DiesAtAbout),
    ("dies-at-start", Vice::DiesAtStart),
    ("dies", Vice::Dies),
    ("hangs", Vice::Hangs),
    ("slow", Vice::Slow),
    ("outside", Vice::Outside),
    ("occupied", Vice::Occupied),
    ("illegal", Vice::Illegal),
    ("nonsense", Vice::Nonsense),
    ("garbage", Vice::Garbage),
    ("half-line", Vice::HalfLine),
    ("chatters", Vice::Chatters),
    ("long-line", Vice::LongLine),
    ("babbles", Vice::Babbles),
    ("twice", Vice::Twice),
    ("early", Vice::Early),
    ("late", Vice::Late),
    ("deaf", Vice::Deaf),
    ("closes", Vice::Closes),
    ("refuses", Vice::Refuses),
    ("complains", Vice::Complains),
    ("stubborn", Vice::Stubborn),
    ("leaves-child", Vice::LeavesChild),
    ("leaves-daemon", Vice::LeavesDaemon),
    ("passes", Vice::Passes),
    ("resigns", Vice::Resigns),
    ("wrong-number", Vice::WrongNumber),
];

/// The state of a conversation.
struct Brain {
    vice: Option<Vice>,
    chance: u64,
    position: Position,
    /// How many moves it has made in this game.
    moves: usize,
}

fn new_game(rule: Rule, area: Area) -> Position {
    Position::new(rule, area).expect("the board has points")
}

/// Says something that is not a line yet.
fn say(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    if stdout.write_all(bytes).and_then(|()| stdout.flush()).is_err() {
        exit(0);
    }
}

impl Brain {
    fn has(&self, vice: Vice) -> bool {
        self.vice == Some(vice)
    }

    fn rule(&mut self, rule: Rule) {
        let area = self.position.board().area();
        let moves = self.position.moves().to_vec();
        self.position = new_game(rule, area);
        for point in moves {
            self.note(point);
        }
    }

    /// A move that was made. One that is not legal is not our business.
    fn note(&mut self, point: Point) {
        let _ = self.position.play(point);
    }

    fn start(&mut self, area: Area) {
        self.position = new_game(self.position.rule(), area);
        self.moves = 0;
    }

    fn chance(&mut self, end: usize) -> usize {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.chance >> 33) as usize % end.max(1)
    }

    /// What it does before it names a move; the move, if it still wants to.
    fn choose(&mut self) -> Option<Point> {
        self.moves += 1;
        let area = self.position.board().area();
        match self.vice {
            Some(Vice::Dies) if self.moves == 3 => exit(7),
            Some(Vice::Hangs) if self.moves == 3 => sleep(FOREVER),
            Some(Vice::Slow) => sleep(Duration::from_millis(300)),
            Some(Vice::Outside) => return Some(Point::new(-1, 0)),
            Some(Vice::Occupied) => {
                if let Some(&last) = self.position.moves().last() {
                    return Some(last);
                }
            }
            Some(Vice::Illegal) => {
                let empty = |point: &Point| {
                    !self.position.board().stones().iter().any(|(stone, _)| stone == point)
                };
                let illegal =
                    |point: &Point| empty(point) && self.position.may_play(*point).is_err();
                if let Some(point) = area.points().find(illegal) {
                    return Some(point);
                }
            }
            Some(Vice::Nonsense) => return wait_after(b"I resign, well played\n"),
            Some(Vice::Garbage) => return wait_after(b"\xFF\x00\xFE7\x1B[2J,\x807\n"),
            Some(Vice::HalfLine) => return wait_after(b"7,7"),
            Some(Vice::Chatters) => loop {
                say(&b"MESSAGE depth 1 best 7,7\n".repeat(1000));
            },
            Some(Vice::LongLine) => loop {
                say(&[b'7'; 10_000]);
            },
            Some(Vice::Babbles) => loop {
                say(b"ok then\n");
            },
            Some(Vice::Deaf) if self.moves == 2 => loop {
                say(b"1,1\n");
                sleep(Duration::from_millis(5));
            },
            Some(Vice::Closes) => become_sleeper("exec >&-; sleep 600"),
            _ => {}
        }
        let points = self.position.legal_points();
        let point = *points.get(self.chance(points.len()))?;
        self.note(point);
        Some(point)
    }
}

fn wait_after(bytes: &[u8]) -> Option<Point> {
    say(bytes);
    sleep(FOREVER);
    None
}

#[cfg(unix)]
fn become_sleeper(script: &str) {
    let error = std::os::unix::process::CommandExt::exec(Command::new("sh").args(["-c", script]));
    panic!("there is no sh: {error}");
}

#[cfg(not(unix))]
fn become_sleeper(_: &str) {
    exit(0);
}

/// Starts a process that does not end by itself.
#[allow(clippy::zombie_processes, reason = "that is the vice")]
fn leave_child(command: &[&str]) {
    let mut command_line = Command::new(command[0]);
    command_line.args(&command[1..]).stdin(Stdio::null());
    command_line.spawn().expect("there is such a program");
}

fn pair(text: &str) -> Option<(i32, i32)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

/// The protocol of Gomocup.
fn gomocup(brain: &mut Brain, mut lines: impl Iterator<Item = String>) {
    while let Some(line) = lines.next() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match word.to_ascii_uppercase().as_str() {
            "ABOUT" if brain.has(Vice::NoAbout) => {}
            "ABOUT" if brain.has(Vice::DiesAtAbout) => exit(3),
            "ABOUT" => say(b"name=\"Chance\", version=\"1\"\n"),
            "START" | "RESTART" | "RECTSTART" => {
                let area = match rest.split_once(',') {
                    Some((width, height)) => {
                        format!("{}x{}", width.trim(), height.trim()).parse().ok()
                    }
                    None => rest.parse().ok(),
                };
                let area = area.unwrap_or(brain.position.board().area());
                match brain.vice {
                    Some(Vice::NoStart) => continue,
                    Some(Vice::DiesAtStart) => exit(4),
                    Some(Vice::Declines) => {
                        say(b"ERROR this board is not to my liking\n");
                        continue;
                    }
                    _ => {}
                }
                brain.start(area);
                match brain.vice {
                    Some(Vice::Early) => say(b"OK\n0,0\n"),
                    Some(Vice::Late) => say(b"0,0\nOK\n"),
                    _ => say(b"OK\n"),
                }
            }
            "INFO" => match rest.split_once(' ') {
                Some(("rule", "1")) => brain.rule(Rule::Exact),
                Some(("rule", "4")) => brain.rule(Rule::Renju),
                Some(("rule", _)) => brain.rule(Rule::Freestyle),
                _ if brain.has(Vice::Complains) => say(b"UNKNOWN setting\n"),
                _ => {}
            },
            "BEGIN" => answer(brain),
            "TURN" => {
                if let Some((x, y)) = pair(rest) {
                    brain.note(Point::new(x, y));
                }
                answer(brain);
            }
            "BOARD" => {
                let area = brain.position.board().area();
                brain.position = new_game(brain.position.rule(), area);
                for line in lines.by_ref().take_while(|line| line.trim() != "DONE") {
                    if let Some((x, y)) = line.rsplit_once(',').and_then(|(pair_, _)| pair(pair_)) {
                        brain.note(Point::new(x, y));
                    }
                }
                answer(brain);
            }
            "END" if !brain.has(Vice::Stubborn) => return,
            "" | "END" => {}
            _ => say(b"UNKNOWN command\n"),
        }
    }
}

fn answer(brain: &mut Brain) {
    if brain.has(Vice::Refuses) {
        say(b"ERROR I would rather not\n");
        return;
    }
    if let Some(Point { x, y }) = brain.choose() {
        say(format!("{x},{y}\n").as_bytes());
    }
    if brain.has(Vice::Twice) {
        say(b"0,0\n");
    }
}

/// GTP, as much of it as a match needs.
fn gtp(brain: &mut Brain, lines: impl Iterator<Item = String>) {
    for line in lines {
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let id = if brain.has(Vice::WrongNumber) { Some("999999") } else { id };
        let id = id.unwrap_or_default();
        let area = brain.position.board().area();
        let reply = match (words.next().unwrap_or_default(), brain.vice) {
            ("", _)
            | ("name", Some(Vice::NoAbout))
            | ("boardsize", Some(Vice::NoStart))
            | ("quit", Some(Vice::Stubborn)) => continue,
            ("boardsize", Some(Vice::Declines)) => Err("unacceptable size"),
            ("boardsize", _) => {
                let side = words.next().and_then(|side| side.parse().ok()).unwrap_or(9);
                brain.start(Area::square(side));
                Ok(String::new())
            }
            ("clear_board", _) => {
                brain.start(area);
                Ok(String::new())
            }
            ("play", Some(Vice::Refuses)) => Err("illegal move"),
            ("play", _) => {
                let color = words.next().and_then(|word| gtp::parse_color(word).ok());
                let vertex = words.next().and_then(|word| gtp::Vertex::parse(word, area).ok());
                match (color, vertex) {
                    (Some(_), Some(gtp::Vertex::Point(point))) => {
                        brain.note(point);
                        Ok(String::new())
                    }
                    _ => Err("syntax error"),
                }
            }
            ("genmove", Some(Vice::Passes)) => Ok("pass".to_owned()),
            ("genmove", Some(Vice::Resigns)) => Ok("resign".to_owned()),
            ("genmove", _) => match brain.choose() {
                Some(point) if area.contains(point) => Ok(gtp::format_vertex(point, area)),
                Some(_) => Ok("Z99".to_owned()),
                None => Ok("resign".to_owned()),
            },
            ("quit", _) => {
                say(format!("={id}\n\n").as_bytes());
                return;
            }
            ("name", _) => Ok("Chance".to_owned()),
            _ => Err("unknown command"),
        };
        match reply {
            Ok(text) => say(format!("={id} {text}\n\n").as_bytes()),
            Err(text) => say(format!("?{id} {text}\n\n").as_bytes()),
        }
    }
}

fn main() -> ExitCode {
    let mut brain = Brain {
        vice: None,
        chance: 1,
        position: new_game(Rule::Freestyle, Area::square(15)),
        moves: 0,
    };
    let mut speaks_gtp = false;
    for word in env::args().skip(1) {
        if word == "gtp" {
            speaks_gtp = true;
            brain.position = new_game(Rule::NoGo, Area::square(9));
        } else if let Ok(seed) = word.parse::<u64>() {
            brain.chance = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        } else if let Some((_, vice)) = VICES.iter().find(|(name, _)| *name == word) {
            brain.vice = Some(*vice);
        } else {
            say(format!("ERROR {word} is no vice of mine\n").as_bytes());
            return ExitCode::from(2);
        }
    }
    if brain.has(Vice::LeavesChild) {
        leave_child(&["sleep", "600"]);
    }
    if brain.has(Vice::LeavesDaemon) {
        leave_child(&["setsid", "sleep", "600"]);
    }
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    if speaks_gtp {
        gtp(&mut brain, lines);
    } else {
        gomocup(&mut brain, lines);
    }
    if brain.has(Vice::Stubborn) {
        sleep(FOREVER);
    }
    ExitCode::SUCCESS
}
