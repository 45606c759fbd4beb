//! ANSI escape sequences: a picture in the cells of a terminal, two a point, three where a number needs them.

use std::fmt::Write as _;

use tengen_core::{Area, Color, Point};

use super::{Picture, PictureMark, Rgb, Theme, layout::PictureLayout, view::PictureView};
use tengen_notation::Sign;

/// Which colors a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorDepth {
    /// Any.
    Full,
    /// The 256 that most have.
    Indexed,
    /// None at all: letters say what is black and what is white.
    None,
}

/// What stands in one cell or several, and how.
struct TerminalCell {
    text: String,
    front: Rgb,
    back: Rgb,
    bold: bool,
}

impl Picture {
    /// The picture as lines for a terminal. Both the letters and what is behind them are colored,
    /// so it looks the same on a dark terminal and on a light one.
    pub fn terminal(&self, theme: &Theme, paints: ColorDepth) -> String {
        let layout = self.layout();
        let view = PictureView::new(self, &layout);
        let widest = view.texts.values().map(|text| text.chars().count()).max().unwrap_or(0);
        let wide = if paints == ColorDepth::None { 2 } else { widest.clamp(2, 4) };
        let page =
            TerminalBoard { area: self.area, layout: &layout, view: &view, theme, paints, wide };
        page.write()
    }
}

struct TerminalBoard<'a> {
    area: Area,
    layout: &'a PictureLayout,
    view: &'a PictureView<'a>,
    theme: &'a Theme,
    paints: ColorDepth,
    /// How many cells a point takes.
    wide: usize,
}

impl TerminalBoard<'_> {
    fn write(&self) -> String {
        let (columns, rows) = self.layout.sides();
        let names: Vec<Option<String>> = (0..rows).map(|row| self.layout.row_name(row)).collect();
        let margin = names.iter().flatten().map(String::len).max().unwrap_or(0);
        let mut text = String::new();
        for (row, name) in (0..rows).zip(&names) {
            let name = name.as_deref().unwrap_or("");
            let mut line = vec![self.quiet(format!(" {name:>margin$} "))];
            line.extend((0..columns).map(|column| self.cell(self.layout.point(column, row))));
            self.line(&mut text, &line);
        }
        let feet = self.feet(columns);
        if !feet.trim().is_empty() {
            let gap = " ".repeat(margin + 2);
            let room = columns as usize * self.wide;
            self.line(&mut text, &[self.quiet(format!("{gap}{feet:<room$}"))]);
        }
        text
    }

    /// The names of the columns, each where its column begins; those without room are left out.
    fn feet(&self, columns: i32) -> String {
        let mut feet = String::new();
        for column in 0..columns {
            let Some(name) = self.layout.column_name(column) else { continue };
            let from = column as usize * self.wide;
            if from == 0 || feet.len() < from {
                let gap = from - feet.len();
                let _ = write!(feet, "{}{name}", " ".repeat(gap));
            }
        }
        feet
    }

    fn quiet(&self, text: String) -> TerminalCell {
        TerminalCell { text, front: self.theme.coordinate, back: self.theme.board, bold: false }
    }

    /// What stands on a point.
    fn cell(&self, point: Point) -> TerminalCell {
        let theme = self.theme;
        let glows = self.view.lines.iter().any(|line| line.contains(point));
        let back = if glows { theme.glow } else { theme.tile };
        let last = self.view.last.is_some_and(|(at, _)| at == point);
        let Some(&color) = self.view.stones.get(&point) else { return self.empty(point) };
        let stone = theme.stone(color);
        if self.paints == ColorDepth::None {
            let letter = match (color, last) {
                (Color::Black, false) => "x ",
                (Color::Black, true) => "X ",
                (Color::White, false) => "o ",
                (Color::White, true) => "O ",
            };
            return TerminalCell { text: letter.to_owned(), front: stone.text, back, bold: false };
        }
        if let Some(text) = self.view.texts.get(&point) {
            let front = if last { stone.ring } else { stone.text };
            let text = format!("{text:>wide$}", wide = self.wide);
            return TerminalCell { text, front, back: stone.body, bold: last };
        }
        let (mut sign, front) = disc(theme, color, back);
        if last {
            sign = if sign == '●' { '◉' } else { '◎' };
        }
        TerminalCell {
            text: format!("{sign}{}", " ".repeat(self.wide - 1)),
            front,
            back,
            bold: false,
        }
    }

    fn empty(&self, point: Point) -> TerminalCell {
        let theme = self.theme;
        let mark = self.view.marks.iter().rev().find(|(at, _)| *at == point);
        let (text, front, back) = match mark.map(|(_, mark)| mark) {
            Some(PictureMark::Forbidden(foul)) => {
                (format!("{} ", foul.mark()), theme.on_mark, theme.mark)
            }
            Some(PictureMark::Foul | PictureMark::Sign(Sign::Cross)) => {
                ("×".to_owned(), theme.mark, theme.tile)
            }
            Some(PictureMark::Threat | PictureMark::Sign(Sign::Circle)) => {
                ("○".to_owned(), theme.mark, theme.tile)
            }
            Some(PictureMark::Liberty) => {
                // In pictures a dark rim sets it off from the tile; here is none.
                let faint = theme.liberty.contrast(theme.tile) < 3.0;
                ("•".to_owned(), if faint { theme.label } else { theme.liberty }, theme.tile)
            }
            Some(PictureMark::Sign(Sign::Label(label))) => {
                (label.chars().take(self.wide).collect(), theme.label, theme.tile)
            }
            Some(PictureMark::Sign(Sign::Square)) => ("□".to_owned(), theme.mark, theme.tile),
            Some(PictureMark::Sign(Sign::Triangle)) => ("△".to_owned(), theme.mark, theme.tile),
            Some(PictureMark::Sign(Sign::Selected)) => ("■".to_owned(), theme.mark, theme.tile),
            Some(PictureMark::Liberties(_)) | None => return self.crossing(point),
        };
        let wide = self.wide;
        TerminalCell { text: format!("{text:<wide$}"), front, back, bold: true }
    }

    /// The lines that meet on an empty point, and the one to the next.
    fn crossing(&self, point: Point) -> TerminalCell {
        if self.paints == ColorDepth::None {
            let theme = self.theme;
            return TerminalCell {
                text: ". ".to_owned(),
                front: theme.line,
                back: theme.tile,
                bold: false,
            };
        }
        let area = self.area;
        let on = |dx: i32, dy: i32| area.contains(Point::new(point.x + dx, point.y + dy));
        let sign = match (on(-1, 0), on(1, 0), on(0, -1), on(0, 1)) {
            _ if self.layout.stars().contains(&point) => '╋',
            (true, true, true, true) => '┼',
            (false, true, true, true) => '├',
            (true, false, true, true) => '┤',
            (true, true, false, true) => '┬',
            (true, true, true, false) => '┴',
            (false, true, false, true) => '┌',
            (true, false, false, true) => '┐',
            (false, true, true, false) => '└',
            (true, false, true, false) => '┘',
            (_, _, false, false) => '─',
            (false, false, _, _) => '│',
        };
        let on_line = if on(1, 0) { "─" } else { " " };
        let text = format!("{sign}{}", on_line.repeat(self.wide - 1));
        TerminalCell { text, front: self.theme.line, back: self.theme.tile, bold: false }
    }

    fn line(&self, text: &mut String, line: &[TerminalCell]) {
        if self.paints == ColorDepth::None {
            let plain: String = line.iter().map(|ink| ink.text.as_str()).collect();
            let _ = writeln!(text, "{}", plain.trim_end());
            return;
        }
        let mut before = None;
        for ink in line {
            let look = (ink.front, ink.back, ink.bold);
            if before.replace(look) != Some(look) {
                let bold = if ink.bold { "1;" } else { "22;" };
                let (front, back) = (self.color(38, ink.front), self.color(48, ink.back));
                let _ = write!(text, "\x1b[{bold}{front};{back}m");
            }
            text.push_str(&ink.text);
        }
        text.push_str("\x1b[0m\n");
    }

    fn color(&self, which: u8, color: Rgb) -> String {
        match self.paints {
            ColorDepth::Full => format!("{which};2;{};{};{}", color.0, color.1, color.2),
            ColorDepth::Indexed | ColorDepth::None => format!("{which};5;{}", indexed(color)),
        }
    }
}

/// How a stone without a text looks: full, or its rim alone if it is like what is behind it.
fn disc(theme: &Theme, color: Color, back: Rgb) -> (char, Rgb) {
    let stone = theme.stone(color);
    let full = match color {
        Color::Black => stone.body,
        Color::White => stone.light,
    };
    if full.contrast(back) < 1.2 { ('○', stone.rim) } else { ('●', full) }
}

/// The nearest of the 240 colors that are the same on every terminal: a cube and a row of grays.
fn indexed(color: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (0..216_u8).map(|number| {
        let level = |place: u8| LEVELS[usize::from(number / place % 6)];
        (16 + number, Rgb(level(36), level(6), level(1)))
    });
    let grays = (0..24_u8)
        .map(|number| (232 + number, Rgb(8 + 10 * number, 8 + 10 * number, 8 + 10 * number)));
    let nearest = cube.chain(grays).min_by_key(|&(number, other)| (color.distance(other), number));
    nearest.expect("there are colors").0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_distinct_from_the_board_and_from_each_other() {
        for theme in Theme::ALL {
            let [black, white] = Color::ALL.map(|color| disc(&theme, color, theme.tile));
            for (_, front) in [black, white] {
                let contrast = front.contrast(theme.tile);
                assert!(contrast >= 1.4, "{}: {contrast:.2}", theme.name);
            }
            assert!(black.0 != white.0 || black.1.contrast(white.1) > 7.0, "{}", theme.name);
        }
    }

    #[test]
    fn the_nearest_of_few_colors_is_found() {
        assert_eq!(indexed(Rgb(0, 0, 0)), 16);
        assert_eq!(indexed(Rgb(255, 255, 255)), 231);
        assert_eq!(indexed(Rgb(255, 0, 0)), 196);
        assert_eq!(indexed(Rgb(118, 118, 118)), 243);
    }
}
