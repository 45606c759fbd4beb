//! The Go Text Protocol, from the side of the one who asks.

use std::{
    io,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Position};
use tengen_notation::gtp;
use tengen_referee::matches::Misdeed;

use super::{
    log::Transcript,
    process::Process,
    seat::{Allowance, Answer, Fall, Terms, fall},
    spec::Spec,
};

/// A conversation in which every command has a number, so that each answer is known by its own.
#[derive(Debug)]
pub(super) struct Gtp {
    pub(super) process: Process,
    /// The number of the last command.
    last: u64,
    /// How many moves of the game it knows of.
    known: usize,
}

/// What a command was answered with.
struct Reply {
    /// The text, if the command was not refused.
    text: Option<String>,
    at: Instant,
}

impl Gtp {
    /// Starts an engine and waits until it says who it is.
    pub(super) fn start(
        spec: &Spec,
        transcript: Transcript,
        stop: &AtomicBool,
    ) -> io::Result<Result<Gtp, Fall>> {
        let process = Process::start(&spec.words, |_| false, transcript)?;
        let mut talk = Gtp { process, last: 0, known: 0 };
        let until = Instant::now() + spec.start_time();
        let about = talk.command("name", until, Misdeed::NoAbout, stop);
        Ok(about.map(|_| talk))
    }

    fn tell(&mut self, command: &str) -> Result<(), Fall> {
        self.last += 1;
        let told = self.process.tell(format!("{} {command}", self.last));
        if told { Ok(()) } else { Err(Fall::Misdeed(Misdeed::Deaf)) }
    }

    /// Gives a command and waits for its answer.
    fn command(
        &mut self,
        command: &str,
        until: Instant,
        late: Misdeed,
        stop: &AtomicBool,
    ) -> Result<Reply, Fall> {
        self.tell(command)?;
        loop {
            let line = self.process.hear(until, stop);
            let line = line.map_err(|why| fall(&self.process, why, late))?;
            let (text, refused) = match line.text.split_at_checked(1) {
                Some(("=", text)) => (text, false),
                Some(("?", text)) => (text, true),
                // The rest of an answer of several lines, or something that is none.
                _ => continue,
            };
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (id, text) = text.split_at(digits);
            match id.parse::<u64>() {
                Ok(id) if id == self.last => {}
                // Late, to a command of before.
                Ok(id) if id < self.last => continue,
                _ => return Err(Fall::Misdeed(Misdeed::Unasked)),
            }
            let text = (!refused).then(|| text.trim().to_owned());
            return Ok(Reply { text, at: line.at });
        }
    }

    /// Begins a new game.
    pub(super) fn new_game(
        &mut self,
        spec: &Spec,
        terms: &Terms,
        times: &Allowance,
        stop: &AtomicBool,
    ) -> Result<bool, Fall> {
        self.known = 0;
        while self.process.leftover().is_some() {}
        let size = match terms.area {
            Area::Bounded { width, height } if width == height => format!("boardsize {width}"),
            Area::Bounded { width, height } => format!("rectangular_boardsize {width} {height}"),
            Area::Unbounded => unreachable!("matches are played on boards with edges"),
        };
        let until = Instant::now() + spec.start_time();
        for command in [size.as_str(), "clear_board"] {
            let reply = self.command(command, until, Misdeed::NoStart, stop)?;
            if reply.text.is_none() {
                return Err(Fall::Misdeed(Misdeed::Declined));
            }
        }
        // An engine that does not know of clocks is still judged by ours.
        let settings = format!("time_settings 0 {} 1", seconds(times.turn));
        self.command(&settings, until, Misdeed::NoStart, stop)?;
        Ok(true)
    }

    /// Asks for a move.
    pub(super) fn ask(
        &mut self,
        position: &Position,
        times: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Answer, Duration), Fall> {
        let area = position.board().area();
        while let Some(line) = self.process.leftover() {
            if line.starts_with('=') {
                return Err(Fall::Misdeed(Misdeed::Unasked));
            }
        }
        let asked = Instant::now();
        let (limit, late) = times.limit();
        let until = asked + limit;
        let mover = |number: usize| {
            let own = (position.moves().len() - number).is_multiple_of(2);
            if own { position.turn() } else { !position.turn() }
        };
        for (number, &point) in position.moves().iter().enumerate().skip(self.known) {
            let vertex = gtp::format_vertex(point, area);
            let command = format!("play {} {vertex}", letter(mover(number)));
            if self.command(&command, until, late, stop)?.text.is_none() {
                return Err(Fall::Misdeed(Misdeed::Refused));
            }
        }
        let color = letter(position.turn());
        if times.left.is_some() {
            let command = format!("time_left {color} {} 1", seconds(times.time()));
            self.command(&command, until, late, stop)?;
        }
        let reply = self.command(&format!("genmove {color}"), until, late, stop)?;
        let Some(text) = reply.text else { return Err(Fall::Misdeed(Misdeed::Refused)) };
        if reply.at > until {
            return Err(Fall::Misdeed(late));
        }
        let answer = match gtp::Vertex::parse(&text, area) {
            Ok(gtp::Vertex::Point(point)) => Answer::Point(point),
            Ok(gtp::Vertex::Pass) => Answer::Pass,
            Ok(gtp::Vertex::Resign) => Answer::Resign,
            Err(tengen_notation::gtp::GtpError::Outside(..)) => {
                return Err(Fall::Misdeed(Misdeed::Outside));
            }
            Err(_) => return Err(Fall::Misdeed(Misdeed::Nonsense)),
        };
        self.known = position.moves().len() + 1;
        Ok((answer, reply.at - asked))
    }
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// A time as the protocol has it: seconds, and parts of them for who can read them.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}
