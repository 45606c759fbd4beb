//! Records opened whole: every variation and comment, the players, the result.

mod tree;

pub(crate) use tree::shortened;

use serde::{Deserialize, Serialize};
use tengen_core as core;
use tengen_notation::{MainLine, Record, WholeRecord};

use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    error_reason::ReasonCode,
    positions,
    reading::{ReadingQuery, upload_limits},
    wire::{WireRule, WireSize},
};
pub use tree::{ImportLoss, ImportedGame, LossKind};

/// How a record is to be read, and which of several is wanted.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct ImportQuery {
    /// How it is to be read.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub reading: ReadingQuery,
    /// The number of the game that is opened, from 1. Default: the first that can be read.
    #[cfg_attr(feature = "openapi", param(minimum = 1))]
    pub game: Option<u64>,
}

/// A record with all that is in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Imported {
    /// What the text holds: the name of a format of records, or `boards`, `board`, `pieces`,
    /// `puzzles` or `link`.
    pub content: &'static str,
    /// How many games there are.
    pub count: u64,
    /// The first of them.
    pub list: Vec<ListedGame>,
    /// The number of the game that is opened, from 1.
    pub number: u64,
    /// The game that is opened.
    pub game: ImportedGame,
}

/// A game of a file that holds several.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListedGame {
    /// Its number, from 1.
    pub number: u64,
    /// The file of the archive that it stands in; empty if it came in none.
    pub file: String,
    /// The line that it begins in, from 1.
    pub line: u64,
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// Who had the black stones; empty if nobody says.
    pub black: String,
    /// Who had the white stones.
    pub white: String,
    /// What it is part of, or what it is called.
    pub title: String,
    /// The written result.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub result: Option<String>,
    /// How many moves the main line has, or a board stones.
    pub moves: usize,
    /// If it cannot be read: why.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub fault: Option<ApiError>,
}

/// The most games that are listed.
const MOST_LISTED: usize = 200;

impl ImportQuery {
    /// Answers `/api/import`: a game of the records in `bytes`, packed or not, and a list of all of them.
    ///
    /// # Errors
    ///
    /// If they are in no format that is read, or the game that is asked for is not among them.
    pub fn import(&self, bytes: &[u8], cancel: &Cancel<'_>) -> Result<Imported, ApiError> {
        let (_, options) = self.reading.options()?;
        let rule = options.rule.unwrap_or(core::Rule::Freestyle);
        let mut scan = GameScan::new(rule, self.game);
        self.reading.each_file(bytes, &upload_limits(), |query, file, text| {
            file.clone_into(&mut scan.file);
            match text {
                Ok(text) => scan.read(query, text, cancel)?,
                Err(error) => scan.add(Err(error)),
            }
            Ok(())
        })?;
        scan.finish()
    }
}

/// The games of a text: a list of the first, and the one that is wanted.
struct GameScan {
    /// The game where a record does not say which.
    rule: core::Rule,
    wanted: Option<u64>,
    /// The file of an archive that is read.
    file: String,
    content: Option<&'static str>,
    count: u64,
    list: Vec<ListedGame>,
    opened: Option<(u64, Record)>,
    /// Why the game that is wanted, or else the first, cannot be read.
    fault: Option<ApiError>,
}

impl GameScan {
    fn new(rule: core::Rule, wanted: Option<u64>) -> GameScan {
        GameScan {
            rule,
            wanted,
            file: String::new(),
            content: None,
            count: 0,
            list: Vec::new(),
            opened: None,
            fault: None,
        }
    }

    /// Reads all games of a text.
    fn read(
        &mut self,
        query: &ReadingQuery,
        text: &[u8],
        cancel: &Cancel<'_>,
    ) -> Result<(), ApiError> {
        query.each_game(text, |content, game| {
            self.content.get_or_insert(positions::name(content));
            self.add(game);
            cancel.check()
        })
    }

    /// Adds the next game, or why it cannot be read.
    fn add(&mut self, read: Result<WholeRecord, ApiError>) {
        self.count += 1;
        if self.list.len() < MOST_LISTED {
            let entry = self.entry(&read);
            self.list.push(entry);
        }
        let is_it = self.wanted.is_none_or(|wanted| wanted == self.count);
        if !is_it || self.opened.is_some() {
            return;
        }
        match read {
            Ok(game) => self.opened = Some((self.count, game.record)),
            Err(fault) => self.fault = self.fault.take().or(Some(fault)),
        }
    }

    fn entry(&self, read: &Result<WholeRecord, ApiError>) -> ListedGame {
        let unread = |fault: &ApiError| ListedGame {
            number: self.count,
            file: self.file.clone(),
            line: fault.place.as_ref().and_then(|place| place.line).unwrap_or(1),
            rule: self.rule.into(),
            area: None,
            black: String::new(),
            white: String::new(),
            title: String::new(),
            result: None,
            moves: 0,
            fault: Some(fault.clone()),
        };
        let WholeRecord { record, line, .. } = match read {
            Ok(game) => game,
            Err(fault) => return unread(fault),
        };
        let mut main = MainLine::default();
        main.set(record, *line, 0);
        let stones = if main.moves.is_empty() { main.setup.len() } else { main.moves.len() };
        ListedGame {
            number: self.count,
            file: self.file.clone(),
            line: *line,
            rule: record.rule.unwrap_or(self.rule).into(),
            area: WireSize::from_area(record.area.unwrap_or(tree::USUAL)),
            black: shortened(&record.black),
            white: shortened(&record.white),
            title: shortened(&record.event),
            result: record.claim.map(|claim| claim.to_string()),
            moves: stones,
            fault: None,
        }
    }

    fn finish(self) -> Result<Imported, ApiError> {
        let Some((number, record)) = self.opened else {
            let none = || match self.wanted {
                Some(wanted) if self.count > 0 => {
                    let message = format!("there is no game {wanted}: there are {}", self.count);
                    ApiError::in_field(ErrorCode::BadQuery, "game", message)
                }
                _ => ApiError::new(ErrorCode::BadRecord, "there is no game in this text")
                    .with_reason(ReasonCode::NoGame),
            };
            return Err(self.fault.unwrap_or_else(none));
        };
        let game = ImportedGame::new(&record, self.rule)?;
        let (count, list) = (self.count, self.list);
        Ok(Imported { content: self.content.unwrap_or_default(), count, list, number, game })
    }
}
