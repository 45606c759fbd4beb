//! Whether a step of a proof of five-in-a-row holds.

use std::io::BufRead;

use tengen_core::{Area, Color, Outcome, Point};

use crate::{
    MAX_POINTS,
    check::{ALL_REPLIES, Checker, FOUR, ProofStep, SEEN, THREAT},
    error::{PlayedLine, ProofError, ProofFlaw},
    threat::{Four, four, parries},
};

impl<R: BufRead> Checker<R> {
    /// Reads a step and plays its move. Gives the replies that are to be answered; none if nothing
    /// more has to be shown.
    pub(crate) fn fives_step(&mut self) -> Result<Option<Vec<Point>>, ProofError> {
        let winner = self.winner;
        if self.position.outcome().is_some() {
            return ProofFlaw::Over(winner, self.line()).at(self.source.offset());
        }
        let ProofStep { offset, number, kind } = self.read_step()?;
        let fail = |flaw: ProofFlaw| flaw.at(offset);
        if self.position.turn() == winner {
            let Some(point) = self.frame.point(number) else {
                let points = self.frame.size();
                return fail(ProofFlaw::Point { number, points, line: self.line() });
            };
            if let Err(why) = self.position.play(point) {
                let point = self.position.board().area().name(point);
                return fail(ProofFlaw::Illegal { point, why, line: self.line() });
            }
        } else if number != 0 {
            return fail(ProofFlaw::Point { number, points: 0, line: self.line() });
        }
        match self.position.outcome() {
            None => {}
            Some(Outcome::Won(_)) if kind == ALL_REPLIES => return Ok(None),
            Some(Outcome::Won(_)) => return fail(ProofFlaw::Won(kind, self.line())),
            Some(Outcome::Drawn) => return fail(ProofFlaw::Over(winner, self.line())),
        }
        let endless = self.position.board().area() == Area::Unbounded;
        let replies = match kind {
            ALL_REPLIES if endless => {
                return fail(ProofFlaw::Replies("too many", self.line()));
            }
            ALL_REPLIES => {
                let replies = self.position.legal_points();
                if replies.is_empty() {
                    return fail(ProofFlaw::Replies("none", self.line()));
                }
                replies
            }
            THREAT => {
                let threat = self.read_threat()?;
                let Some(parries) = parries(&self.position, winner, &threat) else {
                    let threat = PlayedLine::new(self.position.board().area(), &threat);
                    return fail(ProofFlaw::NoThreat { threat, line: self.line() });
                };
                parries
            }
            SEEN => return self.check_seen(offset),
            _ => {
                debug_assert_eq!(kind, FOUR);
                let what = match four(&self.position, winner) {
                    Some(Four::Wins) => return Ok(None),
                    Some(Four::Stopped(block)) => return self.answered(offset, vec![block]),
                    Some(Four::Late) => "the other side can make a five",
                    Some(Four::No) | None => "there is no four",
                };
                return fail(ProofFlaw::NoFour(what, self.line()));
            }
        };
        self.answered(offset, replies)
    }

    /// The replies, if there are any and room for them.
    fn answered(&self, offset: u64, replies: Vec<Point>) -> Result<Option<Vec<Point>>, ProofError> {
        if replies.is_empty() {
            return Ok(None);
        }
        // On a board with edges there cannot be more.
        let board = self.position.board();
        let stones = board.count(Color::Black) + board.count(Color::White);
        if stones >= MAX_POINTS && board.area() == Area::Unbounded {
            let text = format!("a board of a proof has at most {MAX_POINTS} stones");
            return ProofFlaw::Limit(text).at(offset);
        }
        Ok(Some(replies))
    }

    fn read_threat(&mut self) -> Result<Vec<Point>, ProofError> {
        let offset = self.source.offset();
        let length = self.source.number("the length of a threat")?;
        if length == 0 || length > MAX_POINTS as u64 {
            return ProofFlaw::Length(length).at(offset);
        }
        let mut threat = Vec::with_capacity(length as usize);
        for _ in 0..length {
            let offset = self.source.offset();
            let number = self.source.number("a move of a threat")?;
            let Some(point) = self.frame.point(number) else {
                let points = self.frame.size();
                return ProofFlaw::Point { number, points, line: self.line() }.at(offset);
            };
            threat.push(point);
        }
        Ok(threat)
    }
}
