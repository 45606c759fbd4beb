//! The arguments of `tengen render`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};
use tengen_picture::{MoveNumbers, Theme};

/// Draws a position or a game: SVG, PNG, animated GIF, the terminal, or plain text.
///
/// The input is a record of a game in any format that is read, or a position: a board as "check" or
/// "simulate" reads it, a list of pieces as "solve" reads it, or a drawing with blanks between the
/// points (x black, o white). Of several games or boards --game picks one.
///
/// What is drawn is told by --as or by the name of the file that is written; without either it is
/// drawn into the terminal, or as plain text if that goes elsewhere. A plain text is a drawing that
/// is read again. A GIF shows the game move by move.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct RenderArgs {
    /// The file to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) source: super::SourceArgs,

    /// Which game or board of the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Show the position after so many moves; 0 is before the first one.
    #[arg(long, visible_alias = "move", value_name = "MOVE", default_value = "last")]
    pub(crate) at: At,

    /// The file to write; "-" is the standard output. Its name says what is drawn: .svg, .png, .gif,
    /// .ans or .txt.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write over a file that exists.
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// What is drawn.
    #[arg(long = "as", value_name = "FORM")]
    pub(crate) form: Option<Form>,

    /// The moves that carry their number: all, none, or how many of the last ones.
    #[arg(long, value_name = "WHICH")]
    pub(crate) numbers: Option<Which>,

    /// Leave out the names of columns and rows.
    #[arg(long)]
    pub(crate) no_coordinates: bool,

    /// Mark the points where Black may not play at renju: 3, 4 or 6 for double three, double four
    /// and overline.
    #[arg(long)]
    pub(crate) fouls: bool,

    /// Write on each stone how many liberties its chain has, and mark them, as NoGo is about.
    #[arg(long)]
    pub(crate) liberties: bool,

    /// How it looks.
    #[arg(long, value_enum, value_name = "THEME", default_value_t)]
    pub(crate) theme: Look,

    /// The dark one of the two kinds of each theme.
    #[arg(long)]
    pub(crate) dark: bool,

    /// How many pixels a PNG or a GIF is wide.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub(crate) width: Option<u32>,

    /// How many seconds a GIF shows each move. The last one is shown longer.
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = delay)]
    pub(crate) delay: u16,

    /// How many times a GIF is shown; 0 is without end.
    #[arg(long = "loop", value_name = "COUNT", default_value_t = 0)]
    pub(crate) repeat: u16,
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    /// So many moves have been made.
    Move(usize),
    /// All moves have been made.
    Last,
}

impl FromStr for At {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<At, &'static str> {
        match text {
            "last" => Ok(At::Last),
            number => {
                number.parse().map(At::Move).map_err(|_| "write the number of a move, or last")
            }
        }
    }
}

/// Which moves carry their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Which(pub(crate) MoveNumbers);

impl FromStr for Which {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Which, &'static str> {
        match text {
            "all" => Ok(Which(MoveNumbers::All)),
            "none" => Ok(Which(MoveNumbers::Last(0))),
            number => number
                .parse()
                .map(|count| Which(MoveNumbers::Last(count)))
                .map_err(|_| "write all, none, or how many of the last moves"),
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// Shapes that are sharp at any size.
    Svg,
    /// Pixels.
    Png,
    /// The game move by move.
    Gif,
    /// Colored letters for a terminal.
    Ansi,
    /// A drawing: x black, o white, . empty.
    Text,
}

impl Form {
    /// What the name of a file says.
    pub(crate) fn of_file(path: &std::path::Path) -> Option<Form> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "svg" => Some(Form::Svg),
            "png" => Some(Form::Png),
            "gif" => Some(Form::Gif),
            "ans" | "ansi" => Some(Form::Ansi),
            "txt" | "text" => Some(Form::Text),
            _ => None,
        }
    }
}

/// A family of themes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Look {
    /// Round stones on thin lines.
    #[default]
    Wood,
    /// Square stones on tiles, as of eight bits.
    Pixel,
    /// Every difference as large as can be.
    Contrast,
}

impl RenderArgs {
    pub(crate) fn theme(&self) -> &'static Theme {
        match (self.theme, self.dark) {
            (Look::Wood, false) => &Theme::WOOD,
            (Look::Wood, true) => &Theme::WOOD_DARK,
            (Look::Pixel, false) => &Theme::PIXEL,
            (Look::Pixel, true) => &Theme::PIXEL_DARK,
            (Look::Contrast, false) => &Theme::CONTRAST,
            (Look::Contrast, true) => &Theme::CONTRAST_DARK,
        }
    }
}

/// Hundredths of a second.
fn delay(text: &str) -> Result<u16, String> {
    match text.parse::<f64>() {
        // Viewers take less than two hundredths for a mistake.
        Ok(seconds) if (0.02..=60.0).contains(&seconds) => Ok((seconds * 100.0).round() as u16),
        _ => Err("write a number of seconds from 0.02 to 60".to_owned()),
    }
}
