//! What a manager says.

use std::fmt;

use tengen_core::{Area, Point};
use thiserror::Error;

use super::{
    InfoSetting,
    words::{format_point, numbers, point, shown, text_of},
};

/// A command to a brain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManagerCommand {
    /// `START` or `RECTSTART`: an empty board.
    Start(Area),
    /// `RESTART`: an empty board of the same size.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN`: the opponent moves here; make a move.
    Turn(Point),
    /// `TAKEBACK`: the last stone, which is here, is taken back.
    Takeback(Point),
    /// `PLAY`: the answer to a suggestion.
    Play(Point),
    /// The begin of a block of stones, and what is behind it on its line.
    Open(BlockCommand, String),
    /// `DONE`, outside a block.
    Done,
    /// `INFO`.
    Set(InfoSetting),
    /// `ABOUT`: who are you?
    About,
    /// `END`.
    End,
    /// `yxstop` or `stop`: stop thinking and answer.
    Stop,
    /// `yxshowforbid`: where are the fouls?
    ShowForbid,
    /// `yxnbest`: make a move and report this many of the best.
    NBest(u32),
    /// `yxsearchdefend`: make a move and report all there are.
    SearchDefend,
    /// `yxbalanceone`: make a move after which both sides have equal chances, but for a bias.
    BalanceOne(i32),
    /// `yxbalancetwo`: make two such moves.
    BalanceTwo(i32),
    /// `yxhashclear`: forget what was thought.
    HashClear,
    /// `yxshowinfo`: a board of Yixin's is asking; what are your limits?
    ShowInfo,
    /// `yxblockreset`: all points may be played on again.
    BlockReset,
}

/// What a block of stones is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockCommand {
    /// `BOARD`: these are the stones; make a move.
    Board,
    /// `yxboard`: these are the stones.
    YxBoard,
    /// `SWAP2BOARD`: the stones of an opening, with points alone.
    Swap2,
    /// `yxblock`: do not play there.
    Block,
    /// `yxblockundo`: these points may be played on again.
    Unblock,
}

impl BlockCommand {
    const ALL: [BlockCommand; 5] = [
        BlockCommand::Board,
        BlockCommand::YxBoard,
        BlockCommand::Swap2,
        BlockCommand::Block,
        BlockCommand::Unblock,
    ];

    /// Its first word.
    pub const fn name(self) -> &'static str {
        match self {
            BlockCommand::Board => "BOARD",
            BlockCommand::YxBoard => "YXBOARD",
            BlockCommand::Swap2 => "SWAP2BOARD",
            BlockCommand::Block => "YXBLOCK",
            BlockCommand::Unblock => "YXBLOCKUNDO",
        }
    }
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GomocupError {
    /// The command is unknown.
    #[error("command \"{0}\"")]
    Unknown(String),
    /// Something is wrong behind the name of a command.
    #[error("{name} \"{found}\": write {right}")]
    Argument {
        /// The name.
        name: &'static str,
        /// What is behind it.
        found: String,
        /// What would be right.
        right: &'static str,
    },
    /// The value of an `INFO` makes no sense.
    #[error("INFO {key} \"{value}\": write {right}")]
    Setting {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What would be right.
        right: &'static str,
    },
    /// Something else than a stone in a block.
    #[error("\"{0}\" is not a stone: write X,Y,1 or X,Y,2, and DONE behind the last one")]
    Stone(String),
}

const NOTHING: &str = "nothing behind it";
const POINT: &str = "a column and a row, as in 7,7";

impl ManagerCommand {
    /// Parses a line; there is no command in an empty one. Letters may be small or capital.
    ///
    /// ```
    /// use tengen_core::Point;
    /// use tengen_notation::gomocup::ManagerCommand;
    /// let read = |line: &str| ManagerCommand::parse(line.as_bytes());
    /// assert_eq!(read("TURN 7,8\r\n"), Ok(Some(ManagerCommand::Turn(Point::new(7, 8)))));
    /// assert_eq!(read("  \n"), Ok(None));
    /// assert!(read("TURN 7").is_err() && read("SING").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If the command is unknown, or what is behind its name is not what it takes.
    pub fn parse(line: &[u8]) -> Result<Option<ManagerCommand>, GomocupError> {
        let text = text_of(line);
        let (name, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let rest = rest.trim_start();
        if name.is_empty() {
            return Ok(None);
        }
        let upper = name.to_ascii_uppercase();
        if let Some(block) = BlockCommand::ALL.into_iter().find(|block| block.name() == upper) {
            return Ok(Some(ManagerCommand::Open(block, rest.to_owned())));
        }
        let plain = PLAIN.iter().find(|(word, _)| *word == upper);
        if let Some((name, command)) = plain {
            return match rest {
                "" => Ok(Some(command.clone())),
                _ => Err(argument(name, rest, NOTHING)),
            };
        }
        let at = |name| point(rest).ok_or_else(|| argument(name, rest, POINT));
        Ok(Some(match upper.as_str() {
            "START" => ManagerCommand::Start(read_square(rest)?),
            "RECTSTART" => ManagerCommand::Start(read_rectangle(rest)?),
            "TURN" => ManagerCommand::Turn(at("TURN")?),
            "TAKEBACK" => ManagerCommand::Takeback(at("TAKEBACK")?),
            "PLAY" => ManagerCommand::Play(at("PLAY")?),
            "INFO" => {
                let (key, value) = rest.split_once(' ').unwrap_or((rest, ""));
                ManagerCommand::Set(InfoSetting::parse(key, value.trim_start())?)
            }
            "YXNBEST" => match rest.parse() {
                Ok(count) if count > 0 => ManagerCommand::NBest(count),
                _ => return Err(argument("YXNBEST", rest, "how many moves to tell, from 1")),
            },
            "YXBALANCEONE" => ManagerCommand::BalanceOne(bias("YXBALANCEONE", rest)?),
            "YXBALANCETWO" => ManagerCommand::BalanceTwo(bias("YXBALANCETWO", rest)?),
            _ => return Err(GomocupError::Unknown(shown(name))),
        }))
    }
}

/// The commands that are a word and nothing else.
const PLAIN: [(&str, ManagerCommand); 12] = [
    ("RESTART", ManagerCommand::Restart),
    ("BEGIN", ManagerCommand::Begin),
    ("DONE", ManagerCommand::Done),
    ("ABOUT", ManagerCommand::About),
    ("END", ManagerCommand::End),
    ("YXSTOP", ManagerCommand::Stop),
    ("STOP", ManagerCommand::Stop),
    ("YXSHOWFORBID", ManagerCommand::ShowForbid),
    ("YXSEARCHDEFEND", ManagerCommand::SearchDefend),
    ("YXHASHCLEAR", ManagerCommand::HashClear),
    ("YXSHOWINFO", ManagerCommand::ShowInfo),
    ("YXBLOCKRESET", ManagerCommand::BlockReset),
];

fn argument(name: &'static str, found: &str, right: &'static str) -> GomocupError {
    GomocupError::Argument { name, found: shown(found), right }
}

/// A side of a board, of any length a number can have.
fn side(number: i32) -> Option<u16> {
    u16::try_from(number).ok().filter(|&side| side > 0)
}

/// One side, or the same twice, as Yixin's board writes.
fn read_square(text: &str) -> Result<Area, GomocupError> {
    let wrong = || argument("START", text, "the side of a square board, as in 15");
    let mut sides = text.split_whitespace().map(|word| word.parse().ok().and_then(side));
    let first = sides.next().flatten().ok_or_else(wrong)?;
    match (sides.next(), sides.next()) {
        (None, None) => Ok(Area::square(first)),
        (Some(Some(second)), None) if second == first => Ok(Area::square(first)),
        _ => Err(argument("START", text, "one side, or RECTSTART with a width and a height")),
    }
}

fn read_rectangle(text: &str) -> Result<Area, GomocupError> {
    let sides: Option<Vec<u16>> =
        numbers(text).and_then(|numbers| numbers.into_iter().map(side).collect());
    match sides.as_deref() {
        Some(&[width, height]) => Ok(Area::Bounded { width, height }),
        _ => Err(argument("RECTSTART", text, "a width and a height, as in 20,15")),
    }
}

/// A bias; 0 by default.
fn bias(name: &'static str, text: &str) -> Result<i32, GomocupError> {
    match text {
        "" => Ok(0),
        _ => text.parse().map_err(|_| argument(name, text, "a bias, as in 0")),
    }
}

impl fmt::Display for ManagerCommand {
    /// The command as a line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = PLAIN.iter().find(|(_, command)| command == self) {
            return f.write_str(name);
        }
        match self {
            ManagerCommand::Start(Area::Bounded { width, height }) if width == height => {
                write!(f, "START {width}")
            }
            ManagerCommand::Start(Area::Bounded { width, height }) => {
                write!(f, "RECTSTART {width},{height}")
            }
            ManagerCommand::Turn(point) => write!(f, "TURN {}", format_point(*point)),
            ManagerCommand::Takeback(point) => {
                write!(f, "TAKEBACK {}", format_point(*point))
            }
            ManagerCommand::Play(point) => write!(f, "PLAY {}", format_point(*point)),
            ManagerCommand::Open(block, rest) => {
                let gap = if rest.is_empty() { "" } else { " " };
                write!(f, "{}{gap}{rest}", block.name())
            }
            ManagerCommand::Set(setting) => {
                let (key, value) = setting.spell();
                let gap = |word: &str| if word.is_empty() { "" } else { " " };
                write!(f, "INFO{}{key}{}{value}", gap(key), gap(&value))
            }
            ManagerCommand::NBest(count) => write!(f, "YXNBEST {count}"),
            ManagerCommand::BalanceOne(bias) => write!(f, "YXBALANCEONE {bias}"),
            ManagerCommand::BalanceTwo(bias) => write!(f, "YXBALANCETWO {bias}"),
            // There is no way to ask for a board without edges, and the others are plain words.
            _ => Err(fmt::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ManagerCommand, *};

    fn read(line: &str) -> Result<Option<ManagerCommand>, GomocupError> {
        ManagerCommand::parse(line.as_bytes())
    }

    fn wrong(line: &str) -> String {
        read(line).unwrap_err().to_string()
    }

    #[test]
    fn every_command_is_read_in_any_case_and_spelled_the_same_again() {
        let point = Point::new(10, 9);
        let commands = PLAIN.iter().map(|(_, command)| command.clone()).chain([
            ManagerCommand::Start(Area::square(20)),
            ManagerCommand::Start(Area::Bounded { width: 20, height: 15 }),
            ManagerCommand::Turn(point),
            ManagerCommand::Takeback(point),
            ManagerCommand::Play(Point::new(-1, 400)),
            ManagerCommand::Open(BlockCommand::Board, String::new()),
            ManagerCommand::Open(BlockCommand::YxBoard, "7,7,1 8,8,2 done".to_owned()),
            ManagerCommand::Open(BlockCommand::Swap2, String::new()),
            ManagerCommand::Open(BlockCommand::Block, String::new()),
            ManagerCommand::Open(BlockCommand::Unblock, String::new()),
            ManagerCommand::Set(InfoSetting::TimeLeft(None)),
            ManagerCommand::Set(InfoSetting::MaxMemory(Some(350 << 20))),
            ManagerCommand::Set(InfoSetting::Other("folder".to_owned(), "c:/a b".to_owned())),
            ManagerCommand::NBest(4),
            ManagerCommand::BalanceOne(-30),
            ManagerCommand::BalanceTwo(0),
        ]);
        for command in commands {
            let line = command.to_string();
            assert_eq!(read(&line), Ok(Some(command.clone())), "{line}");
            assert_eq!(read(&format!(" {}\t\r\n", line.to_lowercase())), Ok(Some(command)));
        }
    }

    #[test]
    fn boards_of_yixin_write_both_sides_and_people_write_blanks() {
        assert_eq!(read("start 15 15"), Ok(Some(ManagerCommand::Start(Area::square(15)))));
        assert_eq!(read("TURN 10, 9"), Ok(Some(ManagerCommand::Turn(Point::new(10, 9)))));
        assert_eq!(read("yxbalancetwo"), Ok(Some(ManagerCommand::BalanceTwo(0))));
        assert_eq!(read("\u{feff}BEGIN"), Ok(Some(ManagerCommand::Begin)));
    }

    #[test]
    fn what_is_wrong_is_told_with_what_would_be_right() {
        for (line, words) in [
            ("SING a song", "command \"SING\""),
            ("7,7", "command \"7,7\""),
            ("START", "START \"\": write the side of a square board, as in 15"),
            ("START -5", "START \"-5\": write the side of a square board, as in 15"),
            (
                "START 15 20",
                "START \"15 20\": write one side, or RECTSTART with a width and a height",
            ),
            ("RECTSTART 20", "RECTSTART \"20\": write a width and a height, as in 20,15"),
            ("BEGIN now", "BEGIN \"now\": write nothing behind it"),
            ("TURN", "TURN \"\": write a column and a row, as in 7,7"),
            ("TURN 7 7", "TURN \"7 7\": write a column and a row, as in 7,7"),
            ("PLAY 1,2,3", "PLAY \"1,2,3\": write a column and a row, as in 7,7"),
            (
                "TAKEBACK 99999999999,1",
                "TAKEBACK \"99999999999,1\": write a column and a row, as in 7,7",
            ),
            ("YXNBEST 0", "YXNBEST \"0\": write how many moves to tell, from 1"),
            ("YXBALANCEONE x", "YXBALANCEONE \"x\": write a bias, as in 0"),
        ] {
            assert_eq!(wrong(line), words, "{line}");
        }
    }

    #[test]
    fn long_lines_are_cut_and_nothing_is_shown_whole() {
        let long = "x".repeat(1 << 20);
        assert_eq!(wrong(&long), format!("command \"{}\"", "x".repeat(20)));
        assert!(wrong("a\u{7}b").starts_with("command \"a\""));
    }
}
