//! In which colors a picture is painted.

use tengen_core::Color;

/// The colors of a picture, as SVG and CSS spell them. All of it is covered, so it looks the same
/// on a light page and on a dark one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// One word for it. Pictures of different themes can stand in one page.
    pub name: &'static str,
    /// The board.
    pub board: &'static str,
    /// The lines on it.
    pub line: &'static str,
    /// The names of columns and rows.
    pub coordinate: &'static str,
    /// What lies under the stones of a line that wins.
    pub glow: &'static str,
    /// Crosses and rings.
    pub mark: &'static str,
    /// Letters on empty points.
    pub label: &'static str,
    /// Black stones.
    pub black: StoneTheme,
    /// White stones.
    pub white: StoneTheme,
}

/// The colors of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneTheme {
    /// Where the light falls.
    pub light: &'static str,
    /// All around.
    pub body: &'static str,
    /// The rim.
    pub rim: &'static str,
    /// What is written on it.
    pub text: &'static str,
    /// The ring on the last one.
    pub ring: &'static str,
}

impl Theme {
    /// Stones of slate and shell on light wood.
    pub const WOOD: Theme = Theme {
        name: "wood",
        board: "#e9cb96",
        line: "#8a6a3c",
        coordinate: "#75582e",
        glow: "#c8452f",
        mark: "#b3261e",
        label: "#3d2c12",
        black: StoneTheme {
            light: "#5c5c60",
            body: "#1b1b1e",
            rim: "#0c0c0d",
            text: "#ffffff",
            ring: "#ff8f7a",
        },
        white: StoneTheme {
            light: "#ffffff",
            body: "#e6e4de",
            rim: "#9a948a",
            text: "#1b1b1e",
            ring: "#c0281c",
        },
    };

    /// Ink on paper.
    pub const PAPER: Theme = Theme {
        name: "paper",
        board: "#fdfdfb",
        line: "#8c8c8c",
        coordinate: "#6a6a6a",
        glow: "#f0b429",
        mark: "#b3261e",
        label: "#1a1a1a",
        black: StoneTheme {
            light: "#1a1a1a",
            body: "#1a1a1a",
            rim: "#1a1a1a",
            text: "#ffffff",
            ring: "#ff8f7a",
        },
        white: StoneTheme {
            light: "#ffffff",
            body: "#ffffff",
            rim: "#1a1a1a",
            text: "#1a1a1a",
            ring: "#c0281c",
        },
    };

    /// The stones of one color.
    pub const fn stone(&self, color: Color) -> &StoneTheme {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
