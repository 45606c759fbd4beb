//! Botzone's JSON for `NoGo`: the requests of the judge, and the responses of a bot.

use serde::{Deserialize, Serialize};
use tengen_core::Point;
use thiserror::Error;

pub use crate::formats::BotzoneProblem;

/// The line after an answer that asks to be kept running.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// What a bot receives in one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotzoneTurn {
    /// The whole game, the oldest move first.
    Game(Vec<Point>),
    /// Only what is new, to a bot that was kept running: the last move of the other side.
    Move(Option<Point>),
}

/// Why a line is not a turn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BotzoneError {
    /// Not the JSON that was expected, and in which column.
    #[error("{1}")]
    Json(usize, String),
    /// Moves do not come in turn.
    #[error(
        "{requests} requests and {responses} responses do not make a game: there is one request more"
    )]
    Turns {
        /// How many requests there are.
        requests: usize,
        /// How many responses there are.
        responses: usize,
    },
    /// A move that is none, at another place than before the first.
    #[error(
        "only the first request may be {{\"x\":-1,\"y\":-1}}, which says that nobody has moved"
    )]
    NoMove,
}

impl BotzoneError {
    /// Where in the line it is, counted from 1.
    pub fn column(&self) -> usize {
        match self {
            BotzoneError::Json(column, _) => (*column).max(1),
            BotzoneError::Turns { .. } | BotzoneError::NoMove => 1,
        }
    }
}

/// A move as it is spelled: columns `x` and rows `y` count from 0; -1 and -1 is no move.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct BotzoneMove {
    x: i32,
    y: i32,
}

impl BotzoneMove {
    fn point(self) -> Option<Point> {
        let BotzoneMove { x, y } = self;
        (x != -1 || y != -1).then_some(Point::new(x, y))
    }

    fn new(point: Option<Point>) -> BotzoneMove {
        point.map_or(BotzoneMove { x: -1, y: -1 }, |Point { x, y }| BotzoneMove { x, y })
    }
}

/// Either shape; what else a turn has (`data`, `globaldata`, limits) is for bots that want it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "neither {\"requests\":[..],\"responses\":[..]} nor {\"x\":..,\"y\":..}"
)]
enum TurnJson {
    Game { requests: Vec<BotzoneMove>, responses: Vec<BotzoneMove> },
    Move(BotzoneMove),
}

impl BotzoneTurn {
    /// Parses one turn.
    ///
    /// ```
    /// use tengen_core::Point;
    /// use tengen_notation::botzone::BotzoneTurn;
    /// let turn = BotzoneTurn::parse(br#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#);
    /// assert_eq!(turn, Ok(BotzoneTurn::Game(vec![])));
    /// let turn = BotzoneTurn::parse(br#"{"x":4,"y":2}"#);
    /// assert_eq!(turn, Ok(BotzoneTurn::Move(Some(Point::new(4, 2)))));
    /// ```
    ///
    /// # Errors
    ///
    /// If it is not JSON, not a turn, or its moves do not come in turn. Whether they are legal is not
    /// asked here.
    pub fn parse(line: &[u8]) -> Result<BotzoneTurn, BotzoneError> {
        let value: serde_json::Value = serde_json::from_slice(line).map_err(|error| {
            BotzoneError::Json(error.column(), format!("this is not JSON: {error}"))
        })?;
        let shape = TurnJson::deserialize(value).map_err(|error| {
            BotzoneError::Json(1, format!("this is not a turn: it has {error}"))
        })?;
        let (requests, responses) = match shape {
            TurnJson::Move(one) => return Ok(BotzoneTurn::Move(one.point())),
            TurnJson::Game { requests, responses } => (requests, responses),
        };
        if requests.len() != responses.len() + 1 {
            let (requests, responses) = (requests.len(), responses.len());
            return Err(BotzoneError::Turns { requests, responses });
        }
        let mut moves = Vec::new();
        for (number, request) in requests.iter().enumerate() {
            match request.point() {
                Some(point) => moves.push(point),
                None if number == 0 => {}
                None => return Err(BotzoneError::NoMove),
            }
            if let Some(response) = responses.get(number) {
                moves.push(response.point().ok_or(BotzoneError::NoMove)?);
            }
        }
        Ok(BotzoneTurn::Game(moves))
    }
}

/// A whole game as the turn of the side to move.
pub fn format_game(moves: &[Point]) -> String {
    let spelled = |point: &Point| BotzoneMove::new(Some(*point));
    // Who moves first has been asked before there was any move.
    let first = moves.len().is_multiple_of(2).then_some(BotzoneMove::new(None));
    let own = moves.len() % 2;
    let requests = first.into_iter().chain(moves.iter().skip(1 - own).step_by(2).map(spelled));
    let responses = moves.iter().skip(own).step_by(2).map(spelled);
    let turn = serde_json::json!({
        "requests": requests.collect::<Vec<_>>(),
        "responses": responses.collect::<Vec<_>>(),
    });
    turn.to_string()
}

/// A response, without the end of the line. No move is how a bot gives up.
///
/// ```
/// use tengen_core::Point;
/// use tengen_notation::botzone::format_response;
/// let answer = format_response(Some(Point::new(2, 3)), "thought hard");
/// assert_eq!(answer, r#"{"response":{"x":2,"y":3},"debug":"thought hard"}"#);
/// ```
pub fn format_response(answer: Option<Point>, debug: &str) -> String {
    #[derive(Serialize)]
    struct ResponseJson<'a> {
        response: BotzoneMove,
        debug: &'a str,
    }
    serde_json::to_string(&ResponseJson { response: BotzoneMove::new(answer), debug })
        .expect("plain data can be spelled")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_as_it_is_spelled() {
        for length in 0..6 {
            let moves: Vec<Point> = (0..length).map(|x| Point::new(x, 8 - x)).collect();
            let text = format_game(&moves);
            assert_eq!(BotzoneTurn::parse(text.as_bytes()), Ok(BotzoneTurn::Game(moves)), "{text}");
        }
    }

    #[test]
    fn other_fields_are_passed_over() {
        let text = r#"{"data":"x","time_limit":"","requests":[{"x":1,"y":2,"z":3}],"responses":[],"globaldata":{}}"#;
        let game = BotzoneTurn::Game(vec![Point::new(1, 2)]);
        assert_eq!(BotzoneTurn::parse(text.as_bytes()), Ok(game));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| BotzoneTurn::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(wrong("{").contains("not JSON"));
        assert!(wrong("[]").contains("not a turn"));
        assert!(wrong(r#"{"x":1}"#).contains("not a turn"));
        assert!(wrong(r#"{"x":1.5,"y":2}"#).contains("not a turn"));
        assert!(wrong(r#"{"x":99999999999,"y":2}"#).contains("not a turn"));
        assert!(wrong(r#"{"requests":[],"responses":[]}"#).contains("0 requests and 0 responses"));
        let hole = r#"{"requests":[{"x":0,"y":0},{"x":-1,"y":-1}],"responses":[{"x":1,"y":1}]}"#;
        assert!(wrong(hole).contains("only the first request"));
        let error = BotzoneTurn::parse(b"{\"x\":1,,}").unwrap_err();
        assert_eq!(error.column(), 8);
    }
}
