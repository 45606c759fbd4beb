//! The arguments of `tengen render`.

#![allow(clippy::doc_markdown, reason = "these comments are help texts, printed as they stand")]

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};
use tengen_notation::subject::MoveNumber;
use tengen_picture::{MoveNumbers, Theme};

use crate::io::input_format::SourceArgs;

/// Draw a position or a game as SVG, PNG, animated GIF, terminal colors or text.
///
/// The input is a record of a game in any format that is read, or a position: a board as "check" or
/// "simulate" reads it, a list of pieces as "solve" reads it, or a drawing with blanks between the
/// points (x black, o white). Of several games or boards --game picks one.
///
/// The format is that of --as, or of the extension of the output file; without either the board is
/// drawn on the terminal, or as plain text if the output is not a terminal. A plain text is a drawing that
/// is read again. A GIF shows the game move by move.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct RenderArgs {
    /// File to read; "-" is the standard input.
    #[arg(default_value = "-", value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) source: SourceArgs,

    /// Number of the game or board in the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// Number of moves after which to show the position; 0 is before the first one.
    #[arg(long, visible_alias = "move", value_name = "MOVE", default_value = "last")]
    pub(crate) at: MoveNumber,

    /// File to write; "-" is the standard output. Its extension selects the format: .svg, .png, .gif,
    /// .ans or .txt.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists.
    #[arg(long, requires = "output")]
    pub(crate) force: bool,

    /// Format of the picture.
    #[arg(long = "as", value_name = "FORM")]
    pub(crate) form: Option<Form>,

    /// Moves that show their number: all, none, or a number of last moves.
    #[arg(long, value_name = "WHICH")]
    pub(crate) numbers: Option<Which>,

    /// Omit the names of columns and rows.
    #[arg(long)]
    pub(crate) no_coordinates: bool,

    /// Mark the forbidden points of Black at renju: 3, 4 or 6 for double three, double four and
    /// overline.
    #[arg(long)]
    pub(crate) fouls: bool,

    /// Label each stone with the number of liberties of its chain, and mark the liberties.
    #[arg(long)]
    pub(crate) liberties: bool,

    /// Theme.
    #[arg(long, value_enum, value_name = "THEME", default_value_t)]
    pub(crate) theme: Look,

    /// Use the dark variant of the theme.
    #[arg(long)]
    pub(crate) dark: bool,

    /// Width of a PNG or GIF, in pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16384))]
    pub(crate) width: Option<u32>,

    /// Time that a GIF shows each move, in seconds. The last one is shown longer.
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = delay)]
    pub(crate) delay: u16,

    /// Number of times a GIF is shown; 0 is without end.
    #[arg(long = "loop", value_name = "COUNT", default_value_t = 0)]
    pub(crate) repeat: u16,
}

/// Which moves show their number.
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

/// Format of a picture.
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
    /// Square stones on tiles, in the style of 8-bit games.
    Pixel,
    /// High contrast.
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
