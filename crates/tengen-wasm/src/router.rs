//! The questions by their addresses.

use serde::{Serialize, de::DeserializeOwned};
use tengen_answers::{ApiError, Cancel};

#[cfg(feature = "engine")]
use crate::engine_questions;
#[cfg(feature = "puzzles")]
use crate::puzzle_questions;
#[cfg(feature = "records")]
use crate::record_questions;
#[cfg(feature = "review")]
use crate::review_questions;
#[cfg(any(feature = "engine", feature = "review"))]
use crate::weights;

/// What the program around it does for a question.
pub trait Host: Sync {
    /// Whether the answer is no longer wanted; polled by whatever takes long.
    fn is_cancelled(&self) -> bool;

    /// A random number, for seeds.
    fn random(&self) -> u64;

    /// Takes an event of a search: its name, and its data as JSON.
    fn emit(&self, event: &str, json: &str);
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The media type of the bytes.
    pub media_type: &'static str,
    /// What the server would send as a body.
    pub bytes: Vec<u8>,
}

/// The largest question and the largest record, as at the server.
const MOST_QUESTION: usize = 256 << 10;
const MOST_RECORD: usize = 16 << 20;

/// Answers a question: the address is a path of the API with its query, the body what is sent there. A search sends its
/// events to the host, and its answer is `null`.
///
/// Two addresses are none of the API: the body of `/weights` is a file of values, which the engine of their rule then plays
/// by, and that of `/stored/convert` is `{question, game}`, a conversion with the stored game that its source names.
///
/// # Errors
///
/// What is wrong with the question.
pub fn answer(address: &str, body: &[u8], host: &dyn Host) -> Result<Answer, ApiError> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let most = match path {
        "/api/judge" | "/api/import" | "/api/convert" | "/stored/convert" | "/weights" => {
            MOST_RECORD
        }
        _ => MOST_QUESTION,
    };
    if body.len() > most {
        return Err(ApiError::too_large(most));
    }
    let stop = || host.is_cancelled();
    let question = RoutedQuestion { path, query, body, cancel: Cancel::new(&stop), host };
    let mut answered = None;
    #[cfg(feature = "engine")]
    {
        answered = answered.or_else(|| engine_questions::answer(&question));
    }
    #[cfg(feature = "puzzles")]
    {
        answered = answered.or_else(|| puzzle_questions::answer(&question));
    }
    #[cfg(feature = "records")]
    {
        answered = answered.or_else(|| record_questions::answer(&question));
    }
    #[cfg(feature = "review")]
    {
        answered = answered.or_else(|| review_questions::answer(&question));
    }
    #[cfg(any(feature = "engine", feature = "review"))]
    {
        answered = answered.or_else(|| weights::answer(&question));
    }
    answered.unwrap_or_else(|| Err(ApiError::not_found("address")))
}

/// A question with all that it takes to answer it.
pub(crate) struct RoutedQuestion<'a> {
    pub(crate) path: &'a str,
    #[cfg_attr(not(feature = "records"), expect(dead_code, reason = "only records have one"))]
    pub(crate) query: &'a str,
    pub(crate) body: &'a [u8],
    pub(crate) cancel: Cancel<'a>,
    #[cfg_attr(
        not(any(feature = "engine", feature = "review")),
        expect(dead_code, reason = "only searches emit events")
    )]
    pub(crate) host: &'a dyn Host,
}

impl RoutedQuestion<'_> {
    /// The body as JSON.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        Ok(serde_json::from_slice(self.body)?)
    }
}

/// An answer as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Answer, ApiError> {
    Ok(Answer { media_type: "application/json", bytes: serde_json::to_vec(value)? })
}

/// Sends an event of a search to the host.
#[cfg(any(feature = "engine", feature = "review"))]
pub(crate) fn emit(host: &dyn Host, event: &str, data: &impl Serialize) {
    host.emit(event, &serde_json::to_string(data).expect("an answer is JSON"));
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tengen_answers::ErrorCode;

    use super::*;

    #[derive(Default)]
    struct RecordingHost {
        events: Mutex<Vec<String>>,
        is_cancelled: bool,
    }

    impl Host for RecordingHost {
        fn is_cancelled(&self) -> bool {
            self.is_cancelled
        }

        fn random(&self) -> u64 {
            7
        }

        fn emit(&self, event: &str, json: &str) {
            serde_json::from_str::<serde_json::Value>(json).unwrap();
            self.events.lock().unwrap().push(event.to_owned());
        }
    }

    const POSITION: &str =
        r#"{"rule": "renju", "area": {"width": 15, "height": 15}, "moves": [{"x": 7, "y": 7}]}"#;

    fn code(address: &str, body: &[u8]) -> ErrorCode {
        answer(address, body, &RecordingHost::default()).unwrap_err().code
    }

    #[test]
    fn a_search_tells_its_events_and_ends_with_null() {
        let host = RecordingHost::default();
        let question = format!(r#"{{"position": {POSITION}, "level": 10, "nodes": 500}}"#);
        let ended = answer("/api/thoughts", question.as_bytes(), &host).unwrap();
        assert_eq!(ended.bytes, b"null");
        assert_eq!(host.events.lock().unwrap().last().unwrap(), "thought");
        let question = format!(r#"{{"position": {POSITION}, "ask": {{"kind": "fours"}}}}"#);
        answer("/api/solutions", question.as_bytes(), &host).unwrap();
        assert_eq!(host.events.lock().unwrap().last().unwrap(), "solution");
        let question = format!(r#"{{"game": {POSITION}, "level": 1}}"#);
        answer("/api/reviews", question.as_bytes(), &host).unwrap();
        let events = host.events.lock().unwrap();
        assert!(events.ends_with(&["progress".to_owned(), "review".to_owned()]), "{events:?}");
    }

    #[test]
    fn what_is_cancelled_ends() {
        let host = RecordingHost { is_cancelled: true, ..RecordingHost::default() };
        let film = r#"{"size": {"width": 9, "height": 9}, "black": {"kind": "random"}, "white": {"kind": "random"}}"#;
        let error = answer("/api/nogo/play", film.as_bytes(), &host).unwrap_err();
        assert_eq!(error.code, ErrorCode::Timeout);
    }

    #[test]
    fn bad_questions_get_their_codes() {
        assert_eq!(code("/api/none", b"{}"), ErrorCode::NotFound);
        assert_eq!(code("/api/view", b"{"), ErrorCode::BadJson);
        assert_eq!(code("/api/view", b"{}"), ErrorCode::BadValue);
        assert_eq!(code("/api/view", &vec![b' '; MOST_QUESTION + 1]), ErrorCode::TooLarge);
        assert_eq!(code("/api/judge?most=none", b"h8"), ErrorCode::BadQuery);
        assert_eq!(code("/weights", b"none"), ErrorCode::BadRecord);
        assert_eq!(code("/api/book", POSITION.as_bytes()), ErrorCode::NotFound);
        let stored = br#"{"source": {"kind": "game", "id": "1"}, "format": "sgf"}"#;
        assert_eq!(code("/api/convert", stored), ErrorCode::NotFound);
    }

    #[test]
    fn a_stored_game_is_converted_with_its_comments() {
        let game = r#"{"id": "1", "rule": "renju", "area": {"width": 15, "height": 15}, "title": "",
            "info": {}, "settings": "", "created_ms": 0, "moved_ms": 0, "comment": "", "chance": null,
            "nodes": [{"number": 1, "parent": 0, "x": 7, "y": 7, "name": "h8", "color": "black",
            "author": "person", "comment": "the middle", "chance": null, "created_ms": 0}]}"#;
        let question = r#"{"source": {"kind": "game", "id": "1"}, "format": "sgf"}"#;
        let body = format!(r#"{{"question": {question}, "game": {game}}}"#);
        let answer = answer("/stored/convert", body.as_bytes(), &RecordingHost::default()).unwrap();
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(text.contains("B[hh]") && text.contains("the middle"), "{text}");
    }
}
