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

    /// The squared Euclidean distance of two colors.
    pub(crate) fn distance(self, other: Rgb) -> i32 {
        let part = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        part(self.0, other.0) + part(self.1, other.1) + part(self.2, other.2)
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
///
/// The web page has the board, the lines, the labels, the stones and the marks of fouls and of the
/// last move from here: a test writes them to `web/src/theme/boardColors.css`. Its board is the
/// [tile](Theme::tile), as its pixel theme has lines and no gaps, and the mark of the last move is
/// the ring on a black stone. Only pictures have gaps, a glow under winning lines and liberties;
/// only the page has grain, heat, hints and a stroke over winning lines.
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
        board: Rgb::hex(0xe4bd7c),
        tile: Rgb::hex(0xe4bd7c),
        line: Rgb::hex(0x7c5a2a),
        coordinate: Rgb::hex(0x5c4019),
        glow: Rgb::hex(0xc8452f),
        mark: Rgb::hex(0x9c1f12),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0x2f6f9f),
        label: Rgb::hex(0x5c4019),
        black: StoneColors {
            light: Rgb::hex(0x5b5750),
            body: Rgb::hex(0x17150f),
            rim: Rgb::hex(0x0b0a07),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0x2b74c4),
        },
        white: StoneColors {
            light: Rgb::hex(0xfffefb),
            body: Rgb::hex(0xd9d2c4),
            rim: Rgb::hex(0x8f8776),
            text: Rgb::hex(0x17150f),
            ring: Rgb::hex(0x2b74c4),
        },
    };

    /// Stones of slate and shell on darker wood.
    pub const WOOD_DARK: Theme = Theme {
        name: "wood-dark",
        board: Rgb::hex(0xb68a4c),
        tile: Rgb::hex(0xb68a4c),
        line: Rgb::hex(0x4d3413),
        coordinate: Rgb::hex(0x2e1d06),
        glow: Rgb::hex(0x9c2415),
        mark: Rgb::hex(0x8a1a0f),
        liberty: Rgb::hex(0x123f7c),
        label: Rgb::hex(0x2e1d06),
        ..Theme::WOOD
    };

    /// Eight bits by day: gray tiles, square stones.
    pub const PIXEL: Theme = Theme {
        name: "pixel",
        style: PictureStyle::Pixel,
        board: Rgb::hex(0xfafafa),
        tile: Rgb::hex(0xc0cbdc),
        line: Rgb::hex(0x5a6988),
        coordinate: Rgb::hex(0x3a4466),
        glow: Rgb::hex(0xe03c28),
        mark: Rgb::hex(0xc22a3e),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0xf8b800),
        label: Rgb::hex(0x262b44),
        black: StoneColors {
            light: Rgb::hex(0x5a6988),
            body: Rgb::hex(0x14121f),
            rim: Rgb::hex(0x14121f),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xf0a02c),
        },
        white: StoneColors {
            light: Rgb::hex(0xc0cbdc),
            body: Rgb::hex(0xffffff),
            rim: Rgb::hex(0x14121f),
            text: Rgb::hex(0x14121f),
            ring: Rgb::hex(0xc22a3e),
        },
    };

    /// Eight bits by night: the tiles of the day with dark gaps.
    pub const PIXEL_DARK: Theme = Theme {
        name: "pixel-dark",
        board: Rgb::hex(0x262b44),
        coordinate: Rgb::hex(0xc0cbdc),
        glow: Rgb::hex(0xf85838),
        ..Theme::PIXEL
    };

    /// Ink on paper, for those who need every difference to be large.
    pub const CONTRAST: Theme = Theme {
        name: "contrast",
        style: PictureStyle::Smooth,
        board: Rgb::hex(0xf3f3f3),
        tile: Rgb::hex(0xf3f3f3),
        line: Rgb::hex(0x4a4a4a),
        coordinate: Rgb::hex(0x000000),
        glow: Rgb::hex(0xffc400),
        mark: Rgb::hex(0x9c0000),
        on_mark: Rgb::hex(0xffffff),
        liberty: Rgb::hex(0x0050b0),
        label: Rgb::hex(0x000000),
        black: StoneColors {
            light: Rgb::hex(0x000000),
            body: Rgb::hex(0x000000),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xb00060),
        },
        white: StoneColors {
            light: Rgb::hex(0xffffff),
            body: Rgb::hex(0xffffff),
            rim: Rgb::hex(0x000000),
            text: Rgb::hex(0x000000),
            ring: Rgb::hex(0xb00060),
        },
    };

    /// Chalk on slate.
    pub const CONTRAST_DARK: Theme = Theme {
        name: "contrast-dark",
        board: Rgb::hex(0x3a3a3a),
        tile: Rgb::hex(0x3a3a3a),
        line: Rgb::hex(0xb5b5b5),
        coordinate: Rgb::hex(0xffffff),
        glow: Rgb::hex(0x0070e0),
        mark: Rgb::hex(0xffb0a8),
        on_mark: Rgb::hex(0x000000),
        liberty: Rgb::hex(0x60d0ff),
        label: Rgb::hex(0xffffff),
        black: StoneColors {
            rim: Rgb::hex(0xffffff),
            ring: Rgb::hex(0xffe14d),
            ..Theme::CONTRAST.black
        },
        ..Theme::CONTRAST
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
    use std::{env, fmt::Write as _, fs, path::Path};

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

    /// The colors of the page's board as CSS custom properties, a rule for each theme.
    fn board_colors_css() -> String {
        let mut css = "/* Written by a test of tengen-picture from its themes. */\n".to_owned();
        for theme in Theme::ALL {
            let (family, mode) = match theme.name.strip_suffix("-dark") {
                Some(family) => (family, "dark"),
                None => (theme.name, "light"),
            };
            let root = format!(":root[data-theme=\"{family}\"][data-mode=\"{mode}\"]");
            writeln!(css, "\n{root} {{").unwrap();
            for (property, color) in [
                ("board", theme.tile),
                ("board-line", theme.line),
                ("board-label", theme.label),
                ("stone-black", theme.black.body),
                ("stone-black-light", theme.black.light),
                ("stone-black-rim", theme.black.rim),
                ("stone-white", theme.white.body),
                ("stone-white-light", theme.white.light),
                ("stone-white-rim", theme.white.rim),
                ("mark-last", theme.black.ring),
                ("mark-forbidden", theme.mark),
            ] {
                writeln!(css, "  --{property}: {color};").unwrap();
            }
            css += "}\n";
        }
        css
    }

    /// `TENGEN_GOLDEN=rewrite` writes the file anew.
    #[test]
    fn the_page_has_the_board_colors_of_the_themes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = root.join("../../web/src/theme/boardColors.css");
        if env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite") {
            fs::write(&path, board_colors_css()).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(kept, board_colors_css(), "web/src/theme/boardColors.css is not current");
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
