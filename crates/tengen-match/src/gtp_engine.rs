//! The Go Text Protocol, from the side of the controller.

use std::time::{Duration, Instant};

use tengen_core::{Area, Color, Position};
use tengen_notation::gtp;

use crate::{
    EngineSpec, MatchRules, Offence,
    engine_process::EngineProcess,
    engine_session::{EngineFailure, EngineSession, MoveReply},
    game_clock::GameClock,
};

/// An engine that speaks GTP. Every command has an id, so that each response is matched to its command.
pub(crate) struct GtpEngine {
    process: EngineProcess,
    spec: EngineSpec,
    /// The id of the last command.
    last: u64,
    /// Number of moves of the game that it knows of.
    known: usize,
}

/// The response to a command.
struct GtpReply {
    /// The text, if the command succeeded.
    text: Option<String>,
    at: Instant,
}

impl GtpEngine {
    /// Waits until the engine identifies itself.
    pub(crate) fn new(
        process: EngineProcess,
        spec: &EngineSpec,
        until: Instant,
    ) -> Result<GtpEngine, EngineFailure> {
        let mut engine = GtpEngine { process, spec: spec.clone(), last: 0, known: 0 };
        engine.command("name", until, Offence::NoAbout)?;
        Ok(engine)
    }

    /// Sends a command and waits for its response.
    fn command(
        &mut self,
        command: &str,
        until: Instant,
        late: Offence,
    ) -> Result<GtpReply, EngineFailure> {
        self.last += 1;
        self.process.send(format!("{} {command}", self.last))?;
        loop {
            let line = self.process.read(until, late)?;
            let (text, refused) = match line.text.split_at_checked(1) {
                Some(("=", text)) => (text, false),
                Some(("?", text)) => (text, true),
                // The rest of a multi-line response, or noise.
                _ => continue,
            };
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            let (id, text) = text.split_at(digits);
            match id.parse::<u64>() {
                Ok(id) if id == self.last => {}
                // Late, to an earlier command.
                Ok(id) if id < self.last => continue,
                _ => return Err(Offence::Unasked.into()),
            }
            let text = (!refused).then(|| text.trim().to_owned());
            return Ok(GtpReply { text, at: line.at });
        }
    }
}

impl EngineSession for GtpEngine {
    fn into_process(self: Box<Self>) -> (EngineProcess, &'static str) {
        (self.process, "quit")
    }

    fn new_game(&mut self, rules: &MatchRules, clock: &GameClock) -> Result<bool, EngineFailure> {
        self.known = 0;
        self.process.settle(self.spec.settle_time);
        self.process.drop_leftovers();
        let size = match rules.area {
            Area::Bounded { width, height } if width == height => format!("boardsize {width}"),
            Area::Bounded { width, height } => format!("rectangular_boardsize {width} {height}"),
            Area::Unbounded => unreachable!("matches are played on boards with edges"),
        };
        let until = Instant::now() + self.spec.start_time();
        for command in [size.as_str(), "clear_board"] {
            let reply = self.command(command, until, Offence::NoStart)?;
            if reply.text.is_none() {
                return Err(Offence::Declined.into());
            }
        }
        // An engine that does not know of clocks is still judged by ours.
        let settings = format!("time_settings 0 {} 1", seconds(clock.turn));
        self.command(&settings, until, Offence::NoStart)?;
        Ok(true)
    }

    fn ask(
        &mut self,
        position: &Position,
        clock: &GameClock,
    ) -> Result<(MoveReply, Duration), EngineFailure> {
        let area = position.board().area();
        self.process.settle(self.spec.settle_time);
        while let Some(line) = self.process.leftover() {
            if line.starts_with('=') {
                return Err(Offence::Unasked.into());
            }
        }
        let asked = Instant::now();
        let (limit, late) = clock.limit();
        let until = asked + limit;
        let mover = |number: usize| {
            let own = (position.moves().len() - number).is_multiple_of(2);
            if own { position.turn() } else { !position.turn() }
        };
        for (number, &point) in position.moves().iter().enumerate().skip(self.known) {
            let vertex = gtp::format_vertex(point, area);
            let command = format!("play {} {vertex}", letter(mover(number)));
            if self.command(&command, until, late)?.text.is_none() {
                return Err(Offence::Refused.into());
            }
        }
        let color = letter(position.turn());
        if clock.left.is_some() {
            let command = format!("time_left {color} {} 1", seconds(clock.time()));
            self.command(&command, until, late)?;
        }
        let reply = self.command(&format!("genmove {color}"), until, late)?;
        let Some(text) = reply.text else { return Err(Offence::Refused.into()) };
        if reply.at > until {
            return Err(late.into());
        }
        let answer = match gtp::Vertex::parse(&text, area) {
            Ok(gtp::Vertex::Point(point)) => MoveReply::Point(point),
            Ok(gtp::Vertex::Pass) => MoveReply::Pass,
            Ok(gtp::Vertex::Resign) => MoveReply::Resign,
            Err(gtp::GtpError::Outside(..)) => return Err(Offence::Outside.into()),
            Err(_) => return Err(Offence::Nonsense.into()),
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

/// A time in seconds, with a fraction only where needed: the protocol has whole seconds.
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        time.as_secs().to_string()
    } else {
        format!("{:.3}", time.as_secs_f64())
    }
}
