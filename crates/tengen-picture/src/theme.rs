//! Color themes.

#![allow(clippy::unreadable_literal, reason = "colors are spelled as everywhere else")]

use std::fmt;

use tengen_core::Color;

use super::PictureStyle;

/// A color of the screen. It is written as SVG and CSS spell it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The color that is spelled `#rrggbb`, as a number.
    pub const fn hex(number: u32) -> Rgb {
        Rgb((number >> 16) as u8, (number >> 8) as u8, number as u8)
    }

    /// The relative luminance of the WCAG, from 0 to 1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast ratio of the WCAG, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colors of a picture. All of it is covered, so it looks the same on a light page and on a
/// dark one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// One word for it. Pictures of different themes can stand in one page.
    pub name: &'static str,
    /// How it is drawn.
    pub style: PictureStyle,
    /// The board; between tiles, the gaps.
    pub board: Rgb,
    /// An empty tile. Where there are lines it is the board.
    pub tile: Rgb,
    /// The lines and the stars.
    pub line: Rgb,
    /// The names of columns and rows.
    pub coordinate: Rgb,
    /// What lies under the stones of a line that wins.
    pub glow: Rgb,
    /// Crosses, rings and fouls.
    pub mark: Rgb,
    /// What is written on a mark that is filled.
    pub on_mark: Rgb,
    /// The liberties of chains.
    pub liberty: Rgb,
    /// Letters on empty points.
    pub label: Rgb,
    /// Black stones.
    pub black: StoneColors,
    /// White stones.
    pub white: StoneColors,
}

/// The colors of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneColors {
    /// Where the light falls.
    pub light: Rgb,
    /// All around.
    pub body: Rgb,
    /// The rim.
    pub rim: Rgb,
    /// What is written on it.
    pub text: Rgb,
    /// The ring on the last one.
    pub ring: Rgb,
}

impl Theme {
    /// Every theme, light ones before dark ones.
    pub const ALL: [Theme; 6] = [
        Theme::WOOD,
        Theme::WOOD_DARK,
        Theme::PIXEL,
        Theme::PIXEL_DARK,
        Theme::CONTRAST,
        Theme::CONTRAST_DARK,
    ];

    /// Stones of slate and shell on light wood.
    pub const WOOD: Theme = Theme {
        name: "wood",
        style: PictureStyle::Smooth,
        board: Rgb::hex(0xe9cb96),
        tile: Rgb::hex(0xe9cb96),
        line: Rgb::hex(0x8a6a3c),
        coordinate: Rgb::hex(0x6a4f28),
        glow: Rgb::hex(0xc8452f),
        mark: Rgb::hex(0xb3261e),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0x2f6f9f),
        label: Rgb::hex(0x3d2c12),
        black: StoneColors {
            light: Rgb::hex(0x5c5c60),
            body: Rgb::hex(0x1b1b1e),
            rim: Rgb::hex(0x0c0c0d),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xff8f7a),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xe6e4de),
            rim: Rgb::hex(0x9a948a),
            text: Rgb::hex(0x1b1b1e),
            ring: Rgb::hex(0xc0281c),
        },
    };

    /// Stones of slate and shell on walnut.
    pub const WOOD_DARK: Theme = Theme {
        name: "wood-dark",
        style: PictureStyle::Smooth,
        board: Rgb::hex(0x5b4230),
        tile: Rgb::hex(0x5b4230),
        line: Rgb::hex(0xa58a6c),
        coordinate: Rgb::hex(0xd9c3a5),
        glow: Rgb::hex(0xe8743b),
        mark: Rgb::hex(0xff8a73),
        on_mark: Rgb::hex(0x2a1208),
        liberty: Rgb::hex(0x9fd0f5),
        label: Rgb::hex(0xf6e9d6),
        black: StoneColors {
            light: Rgb::hex(0x4a4a4e),
            body: Rgb::hex(0x111113),
            rim: Rgb::hex(0x050506),
            text: Rgb::hex(0xf4efe8),
            ring: Rgb::hex(0xff8f7a),
        },
        white: StoneColors {
            light: Rgb::hex(0xf7f3ec),
            body: Rgb::hex(0xd8d3c9),
            rim: Rgb::hex(0x8d867a),
            text: Rgb::hex(0x1b1b1e),
            ring: Rgb::hex(0xb3261e),
        },
    };

    /// Eight bits by day: gray tiles, square stones.
    pub const PIXEL: Theme = Theme {
        name: "pixel",
        style: PictureStyle::Pixel,
        board: Rgb::hex(0xfafafa),
        tile: Rgb::hex(0xd4d4d8),
        line: Rgb::hex(0x9a9aa6),
        coordinate: Rgb::hex(0x52525e),
        glow: Rgb::hex(0xe03c28),
        mark: Rgb::hex(0xc0241a),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0xf8b800),
        label: Rgb::hex(0x1c1c28),
        black: StoneColors {
            light: Rgb::hex(0x7c7c8c),
            body: Rgb::hex(0x1c1c28),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xf8b800),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xf4f4f4),
            rim: Rgb::hex(0x5c5c6c),
            text: Rgb::hex(0x1c1c28),
            ring: Rgb::hex(0xc0241a),
        },
    };

    /// Eight bits by night.
    pub const PIXEL_DARK: Theme = Theme {
        name: "pixel-dark",
        style: PictureStyle::Pixel,
        board: Rgb::hex(0x14141c),
        tile: Rgb::hex(0x5a5a68),
        line: Rgb::hex(0x8c8c9c),
        coordinate: Rgb::hex(0xb4b4c0),
        glow: Rgb::hex(0xf85838),
        mark: Rgb::hex(0xff9a80),
        on_mark: Rgb::hex(0x14141c),
        liberty: Rgb::hex(0xf8d878),
        label: Rgb::hex(0xffffff),
        black: StoneColors {
            light: Rgb::hex(0x6c6c7c),
            body: Rgb::hex(0x0c0c12),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xf8d878),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xe4e4ec),
            rim: Rgb::hex(0x9c9cac),
            text: Rgb::hex(0x14141c),
            ring: Rgb::hex(0xc0241a),
        },
    };

    /// Ink on paper, for those who need every difference to be large.
    pub const CONTRAST: Theme = Theme {
        name: "contrast",
        style: PictureStyle::Smooth,
        board: Rgb::hex(0xffffff),
        tile: Rgb::hex(0xffffff),
        line: Rgb::hex(0x5a5a5a),
        coordinate: Rgb::hex(0x000000),
        glow: Rgb::hex(0xffc400),
        mark: Rgb::hex(0xa80000),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0x0050b0),
        label: Rgb::hex(0x000000),
        black: StoneColors {
            light: Rgb::hex(0x000000),
            body: Rgb::hex(0x000000),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xffc400),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xffffff),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0x000000),
            ring: Rgb::hex(0xa80000),
        },
    };

    /// Chalk on slate.
    pub const CONTRAST_DARK: Theme = Theme {
        name: "contrast-dark",
        style: PictureStyle::Smooth,
        board: Rgb::hex(0x000000),
        tile: Rgb::hex(0x000000),
        line: Rgb::hex(0x9a9a9a),
        coordinate: Rgb::hex(0xffffff),
        glow: Rgb::hex(0x0070e0),
        mark: Rgb::hex(0xffd000),
        on_mark: Rgb::hex(0x000000),
        liberty: Rgb::hex(0x60d0ff),
        label: Rgb::hex(0xffffff),
        black: StoneColors {
            light: Rgb::hex(0x000000),
            body: Rgb::hex(0x000000),
            rim: Rgb::hex(0xffffff),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xffd000),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xffffff),
            rim: Rgb::hex(0xffffff),
            text: Rgb::hex(0x000000),
            ring: Rgb::hex(0xa80000),
        },
    };

    /// The theme of this name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        const ALL: &[Theme] = &Theme::ALL;
        ALL.iter().find(|theme| theme.name == name)
    }

    /// The stones of one color.
    pub const fn stone(&self, color: Color) -> &StoneColors {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_in_every_theme() {
        for theme in Theme::ALL {
            let high = theme.name.starts_with("contrast");
            // The WCAG ask 4.5 of text and 3 of shapes; 7 of text where it is to be the best.
            let text = if high { 7.0 } else { 4.5 };
            let check = |what: &str, a: Rgb, b: Rgb, least: f64| {
                let found = a.contrast(b);
                assert!(found >= least, "{}: {what} has {found:.2}", theme.name);
            };
            check("coordinates", theme.coordinate, theme.board, text);
            check("labels", theme.label, theme.tile, text);
            check("marks", theme.mark, theme.tile, 3.0);
            check("foul", theme.on_mark, theme.mark, text);
            for color in Color::ALL {
                let stone = theme.stone(color);
                check("numbers", stone.text, stone.body, text);
                check("the last move", stone.ring, stone.body, 3.0);
            }
            let contrast = theme.black.body.contrast(theme.white.body);
            assert!(contrast >= 10.0, "{}: stones have {contrast:.2}", theme.name);
        }
    }

    #[test]
    fn names_lead_to_themes() {
        for theme in Theme::ALL {
            assert_eq!(Theme::named(theme.name), Some(&theme));
        }
        assert_eq!(Theme::named("paper"), None);
        assert_eq!(Rgb::hex(0x0a_b0_ff).to_string(), "#0ab0ff");
    }
}
