//! The protocol of Gomocup, from the side of the manager.

use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

use tengen_core::{Area, Point, Position, Rule};

use crate::{
    EngineSpec, MatchRules, Offence,
    engine_process::EngineProcess,
    engine_session::{EngineFailure, EngineSession, MoveReply},
    game_clock::GameClock,
};

/// "No limit" in this protocol, in milliseconds.
const NO_LIMIT: u128 = 2_147_483_647;

/// An engine that speaks the protocol of Gomocup, which calls it a brain.
pub(crate) struct GomocupEngine {
    process: EngineProcess,
    spec: EngineSpec,
    /// Number of games it has begun.
    games: usize,
    /// Number of moves of the game that it knows of.
    known: usize,
}

/// Whether a line is for people only.
pub(crate) fn is_chatter(line: &[u8]) -> bool {
    [&b"MESSAGE"[..], b"DEBUG"].iter().any(|word| {
        line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && line.get(word.len()).is_none_or(u8::is_ascii_whitespace)
    })
}

/// Whether a line begins with the given word, in any case.
fn starts_with_word(line: &str, word: &str) -> bool {
    line.split_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word))
}

/// A point, if the line is two numbers with a comma between.
fn point(line: &str) -> Option<Point> {
    let (x, y) = line.split_once(',')?;
    // A number too large for any board is outside of all of them.
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let spelled = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        spelled.then(|| text.parse().unwrap_or(i32::MAX))
    };
    Some(Point::new(number(x.trim())?, number(y.trim())?))
}

impl GomocupEngine {
    /// Waits until the engine identifies itself.
    pub(crate) fn new(
        mut process: EngineProcess,
        spec: &EngineSpec,
        until: Instant,
    ) -> Result<GomocupEngine, EngineFailure> {
        process.send("ABOUT".to_owned())?;
        // Any line is an answer: what brains say of themselves has many forms.
        process.read(until, Offence::NoAbout)?;
        Ok(GomocupEngine { process, spec: spec.clone(), games: 0, known: 0 })
    }
}

impl EngineSession for GomocupEngine {
    fn into_process(self: Box<Self>) -> (EngineProcess, &'static str) {
        (self.process, "END")
    }

    fn new_game(&mut self, rules: &MatchRules, clock: &GameClock) -> Result<bool, EngineFailure> {
        let GomocupEngine { process, spec, .. } = self;
        let again = self.games > 0;
        process.settle(spec.settle_time);
        process.drop_leftovers();
        let start = match rules.area {
            _ if again => "RESTART".to_owned(),
            Area::Bounded { width, height } if width == height => format!("START {width}"),
            Area::Bounded { width, height } => format!("RECTSTART {width},{height}"),
            Area::Unbounded => unreachable!("matches are played on boards with edges"),
        };
        let until = Instant::now() + spec.start_time();
        process.send(start)?;
        loop {
            let line = process.read(until, Offence::NoStart)?;
            if starts_with_word(&line.text, "OK") {
                break;
            }
            if starts_with_word(&line.text, "ERROR") || starts_with_word(&line.text, "UNKNOWN") {
                return if again { Ok(false) } else { Err(Offence::Declined.into()) };
            }
        }
        self.games += 1;
        self.known = 0;
        for (key, value) in settings(spec, rules, clock) {
            process.send(format!("INFO {key} {value}"))?;
        }
        Ok(true)
    }

    fn ask(
        &mut self,
        position: &Position,
        clock: &GameClock,
    ) -> Result<(MoveReply, Duration), EngineFailure> {
        let process = &mut self.process;
        process.settle(self.spec.settle_time);
        while let Some(line) = process.leftover() {
            if point(&line).is_some() {
                return Err(Offence::Unasked.into());
            }
        }
        // An engine may complain about a setting, where no answer is due, and play on all the same.
        let informed = self.known == 0 || clock.left.is_some();
        if let Some(left) = clock.left {
            process.send(format!("INFO time_left {}", left.as_millis()))?;
        }
        let asked = Instant::now();
        let moves = position.moves();
        match moves {
            [] => process.send("BEGIN".to_owned())?,
            [.., last] if moves.len() == self.known + 1 => {
                process.send(format!("TURN {},{}", last.x, last.y))?;
            }
            _ => process.send(board(moves))?,
        }
        let (limit, overrun) = clock.limit();
        let until = asked + limit;
        // The offence if no move comes.
        let mut late = overrun;
        loop {
            let line = process.read(until, late)?;
            if let Some(point) = point(&line.text) {
                if line.at < asked {
                    return Err(Offence::Unasked.into());
                }
                if line.at > until {
                    return Err(overrun.into());
                }
                self.known = moves.len() + 1;
                return Ok((MoveReply::Point(point), line.at - asked));
            }
            if starts_with_word(&line.text, "ERROR") || starts_with_word(&line.text, "UNKNOWN") {
                if !informed {
                    return Err(Offence::Refused.into());
                }
                late = Offence::Refused;
            } else if late == overrun {
                late = Offence::Nonsense;
            }
        }
    }
}

/// The `BOARD` command: the whole game, in the order of its moves.
fn board(moves: &[Point]) -> String {
    let mut text = "BOARD\n".to_owned();
    for (number, point) in moves.iter().enumerate() {
        // The side to move is "1", and it did not make the last move.
        let who = if (moves.len() - number).is_multiple_of(2) { 1 } else { 2 };
        let _ = writeln!(text, "{},{},{who}", point.x, point.y);
    }
    text + "DONE"
}

/// The `INFO` settings before a game.
fn settings(spec: &EngineSpec, rules: &MatchRules, clock: &GameClock) -> Vec<(String, String)> {
    let rule = match rules.rule {
        Rule::Exact => 1,
        Rule::Renju => 4,
        Rule::Freestyle | Rule::NoGo => 0,
    };
    let left = clock.left.map_or(NO_LIMIT, |left| left.as_millis());
    let memory = spec.memory.map_or(0, |mebibytes| mebibytes << 20);
    let mut settings = vec![
        ("max_memory", memory.to_string()),
        ("timeout_match", clock.left.map_or(0, |left| left.as_millis()).to_string()),
        ("timeout_turn", clock.turn.as_millis().to_string()),
        // Between programs.
        ("game_type", "1".to_owned()),
        ("rule", rule.to_string()),
        ("time_left", left.to_string()),
    ];
    let more = [
        ("thread_num", spec.threads),
        ("max_node", spec.nodes),
        ("max_depth", spec.depth),
        ("strength", spec.strength),
    ];
    settings.extend(more.into_iter().filter_map(|(key, value)| Some((key, value?.to_string()))));
    let settings = settings.into_iter().map(|(key, value)| (key.to_owned(), value));
    settings.chain(spec.infos.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_two_numbers_and_nothing_else() {
        assert_eq!(point("7,8"), Some(Point::new(7, 8)));
        assert_eq!(point(" 7 , 8 "), Some(Point::new(7, 8)));
        assert_eq!(point("-1,99999999999"), Some(Point::new(-1, i32::MAX)));
        for text in ["", "7", "7;8", "7,", ",8", "7,8,9", "a,b", "+7,8", "7,8 9,9", "0x1,2"] {
            assert_eq!(point(text), None, "{text}");
        }
    }

    #[test]
    fn chatter_is_known_by_its_first_word() {
        for line in ["MESSAGE", "MESSAGE depth 3", "debug x", "Message\tx"] {
            assert!(is_chatter(line.as_bytes()), "{line}");
        }
        for line in ["7,7", "MESSAGES", "OK", "", "ERROR MESSAGE"] {
            assert!(!is_chatter(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_board_is_sent_from_the_side_of_who_is_asked() {
        let moves = [Point::new(7, 7), Point::new(8, 8), Point::new(6, 6)];
        assert_eq!(board(&moves), "BOARD\n7,7,2\n8,8,1\n6,6,2\nDONE");
        assert_eq!(board(&moves[..2]), "BOARD\n7,7,1\n8,8,2\nDONE");
    }
}
