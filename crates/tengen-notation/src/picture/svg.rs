//! How a picture is written as SVG.

use std::fmt::{Display, Write as _};

use tengen_core::{Color, Point};

use super::{
    Mark, Picture, Theme,
    layout::{Layout, NAME_SIZE, PITCH, Rectangle, Side},
};

/// Half as wide as a stone.
const STONE: &str = "9.4";

/// Writes the picture from the board up.
pub(super) fn write(picture: &Picture, layout: &Layout, theme: &Theme) -> String {
    let mut svg = Svg { text: String::new(), picture, layout, theme };
    svg.head();
    svg.board();
    svg.names();
    svg.lines();
    svg.stones();
    svg.numbers();
    svg.marks();
    svg.put("</svg>\n");
    svg.text
}

struct Svg<'a> {
    text: String,
    picture: &'a Picture,
    layout: &'a Layout,
    theme: &'a Theme,
}

impl Svg<'_> {
    fn put(&mut self, text: impl Display) {
        write!(self.text, "{text}").expect("a text takes any text");
    }

    /// What it is called, and the colors that are more than one.
    fn head(&mut self) {
        let Rectangle { x, y, width, height } = self.layout.bounds();
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             role=\"img\" font-family=\"Helvetica,Arial,sans-serif\" text-anchor=\"middle\">\n"
        ));
        let (title, words) = (self.picture.title(), self.picture.description(self.layout));
        self.put(format_args!("<title>{}</title>\n", escape(&title)));
        self.put(format_args!("<desc>{}</desc>\n", escape(&words)));
        self.put("<defs>\n");
        for color in Color::ALL {
            let (name, stone) = (self.theme.name, self.theme.stone(color));
            self.put(format_args!(
                "<radialGradient id=\"tengen-{name}-{color}\" cx=\".36\" cy=\".3\" r=\".75\">\
                 <stop stop-color=\"{}\"/><stop offset=\".8\" stop-color=\"{}\"/></radialGradient>\n",
                stone.light, stone.body
            ));
        }
        for side in Side::ALL {
            if self.layout.goes_on(side) {
                self.fade(side);
            }
        }
        self.put("</defs>\n");
    }

    /// From the board's color to nothing, inwards.
    fn fade(&mut self, side: Side) {
        let (name, board) = (self.theme.name, self.theme.board);
        let way = match side {
            Side::Left => "",
            Side::Right => " x1=\"1\" x2=\"0\"",
            Side::Top => " x2=\"0\" y2=\"1\"",
            Side::Bottom => " x2=\"0\" y1=\"1\"",
        };
        self.put(format_args!(
            "<linearGradient id=\"tengen-{name}-{side:?}\"{way}><stop stop-color=\"{board}\"/>\
             <stop offset=\"1\" stop-color=\"{board}\" stop-opacity=\"0\"/></linearGradient>\n"
        ));
    }

    /// The board with its lines and stars.
    fn board(&mut self) {
        let Rectangle { x, y, width, height } = self.layout.bounds();
        let Theme { name, board, line, .. } = *self.theme;
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" \
             fill=\"{board}\"/>\n"
        ));
        let (columns, rows) = self.layout.sides();
        let (right, bottom) = self.layout.end();
        let over = |side| self.layout.overhang(side);
        let (from, to) =
            ((-over(Side::Left), -over(Side::Top)), (over(Side::Right), over(Side::Bottom)));
        let mut grid = String::new();
        for column in 0..columns {
            let _ = write!(grid, "M{} {}V{}", column * PITCH, from.1, bottom + to.1);
        }
        for row in 0..rows {
            let _ = write!(grid, "M{} {}H{}", from.0, row * PITCH, right + to.0);
        }
        self.put(format_args!("<path d=\"{grid}\" stroke=\"{line}\" stroke-width=\".8\"/>\n"));
        self.edges();
        for side in Side::ALL {
            if let Some(Rectangle { x, y, width, height }) = self.layout.fade(side) {
                self.put(format_args!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                     fill=\"url(#tengen-{name}-{side:?})\"/>\n"
                ));
            }
        }
        let stars = self.layout.stars();
        if !stars.is_empty() {
            self.put(format_args!("<g fill=\"{line}\">\n"));
            for star in stars {
                self.circle(star, "2.4");
            }
            self.put("</g>\n");
        }
    }

    /// The edges of the board, as far as they are shown.
    fn edges(&mut self) {
        let (right, bottom) = self.layout.end();
        let mut path = String::new();
        let over = |side| self.layout.overhang(side);
        for side in Side::ALL {
            let (top, left) = (-over(Side::Top), -over(Side::Left));
            let (foot, end) = (bottom + over(Side::Bottom), right + over(Side::Right));
            let _ = match side {
                _ if self.layout.goes_on(side) => continue,
                Side::Left => write!(path, "M0 {top}V{foot}"),
                Side::Right => write!(path, "M{right} {top}V{foot}"),
                Side::Top => write!(path, "M{left} 0H{end}"),
                Side::Bottom => write!(path, "M{left} {bottom}H{end}"),
            };
        }
        if !path.is_empty() {
            let line = self.theme.line;
            self.put(format_args!(
                "<path d=\"{path}\" stroke=\"{line}\" stroke-width=\"1.6\" stroke-linecap=\"square\"/>\n"
            ));
        }
    }

    /// The names of columns and rows.
    fn names(&mut self) {
        let (columns, rows) = (self.layout.columns(), self.layout.rows());
        let color = self.theme.coordinate;
        for (names, anchor) in [(columns, ""), (rows, " text-anchor=\"end\"")] {
            if names.is_empty() {
                continue;
            }
            self.put(format_args!("<g font-size=\"{NAME_SIZE}\" fill=\"{color}\"{anchor}>\n"));
            for (x, y, name) in names {
                self.put(format_args!("<text x=\"{x}\" y=\"{y}\">{name}</text>\n"));
            }
            self.put("</g>\n");
        }
    }

    /// What glows under lines that win.
    fn lines(&mut self) {
        let mut path = String::new();
        for line in &self.picture.lines {
            let mut ends = line.points().filter(|&point| self.layout.shows(point));
            let Some(first) = ends.next() else { continue };
            let last = ends.last().unwrap_or(first);
            let ((x, y), (to_x, to_y)) = (self.layout.at(first), self.layout.at(last));
            let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
        }
        if !path.is_empty() {
            let color = self.theme.glow;
            self.put(format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"25\" \
                 stroke-linecap=\"round\" stroke-opacity=\".7\"/>\n"
            ));
        }
    }

    /// All stones, those of the moves on top.
    fn stones(&mut self) {
        let picture = self.picture;
        let shown = |stones: &[(Point, Color)]| -> Vec<(Point, Color)> {
            stones.iter().copied().filter(|&(point, _)| self.layout.shows(point)).collect()
        };
        let (stones, moves) = (shown(&picture.stones), shown(&picture.moves));
        if stones.is_empty() && moves.is_empty() {
            return;
        }
        // Lines of no length with round ends: one path is all shadows, and they do not add up.
        let mut path = String::new();
        for &(point, _) in stones.iter().chain(&moves) {
            let (x, y) = self.layout.at(point);
            let _ = write!(path, "M{x} {y}h0");
        }
        self.put(format_args!(
            "<path d=\"{path}\" transform=\"translate(.7 1.2)\" stroke=\"#000\" \
             stroke-opacity=\".22\" stroke-width=\"19.4\" stroke-linecap=\"round\"/>\n"
        ));
        // A move on a stone that is there already hides it only if it is written later.
        for layer in [stones, moves] {
            for color in Color::ALL {
                let mut of_color = layer.iter().filter(|stone| stone.1 == color).peekable();
                if of_color.peek().is_none() {
                    continue;
                }
                let (name, rim) = (self.theme.name, self.theme.stone(color).rim);
                self.put(format_args!(
                    "<g fill=\"url(#tengen-{name}-{color})\" stroke=\"{rim}\" \
                     stroke-width=\".6\">\n"
                ));
                of_color.for_each(|&(point, _)| self.circle(point, STONE));
                self.put("</g>\n");
            }
        }
    }

    /// The numbers of the moves, and a ring on the last one.
    fn numbers(&mut self) {
        let numbered = self.picture.moves.iter().zip(1_usize..);
        let numbered: Vec<_> =
            numbered.filter(|((point, _), _)| self.layout.shows(*point)).collect();
        for (digits, size) in SIZES.iter().enumerate() {
            for color in Color::ALL {
                let mut group = numbered
                    .iter()
                    .filter(|((_, of), number)| {
                        *of == color && number.ilog10().min(LAST_SIZE) == digits as u32
                    })
                    .peekable();
                if group.peek().is_none() {
                    continue;
                }
                let text = self.theme.stone(color).text;
                self.put(size.group(text));
                for ((point, _), number) in group {
                    self.text(*point, number);
                }
                self.put("</g>\n");
            }
        }
        if let Some(&(point, color)) = self.picture.moves.last()
            && self.layout.shows(point)
        {
            let ring = self.theme.stone(color).ring;
            self.put(format_args!("<g fill=\"none\" stroke=\"{ring}\" stroke-width=\"1.4\">\n"));
            self.circle(point, "8.3");
            self.put("</g>\n");
        }
    }

    fn marks(&mut self) {
        for &(point, mark) in &self.picture.marks {
            if !self.layout.shows(point) {
                continue;
            }
            let (x, y) = self.layout.at(point);
            let stone = self.picture.stone(point).map(|color| self.theme.stone(color));
            let color = stone.map_or(self.theme.mark, |stone| stone.ring);
            match mark {
                Mark::Foul => self.put(format_args!(
                    "<path d=\"M{} {}l9 9m0-9l-9 9\" transform=\"translate(.5 .5)\" \
                     stroke=\"{color}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>\n",
                    x - 5,
                    y - 5
                )),
                Mark::Threat => self.put(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"5.2\" fill=\"none\" stroke=\"{color}\" \
                     stroke-width=\"2\"/>\n"
                )),
                Mark::Label(letter) => {
                    if stone.is_none() {
                        let board = self.theme.board;
                        self.put(format_args!(
                            "<circle cx=\"{x}\" cy=\"{y}\" r=\"7.5\" fill=\"{board}\"/>\n"
                        ));
                    }
                    self.put(SIZES[0].group(stone.map_or(self.theme.label, |stone| stone.text)));
                    self.text(point, escape(letter.encode_utf8(&mut [0; 4])));
                    self.put("</g>\n");
                }
            }
        }
    }

    fn circle(&mut self, point: Point, radius: &str) {
        let (x, y) = self.layout.at(point);
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n"));
    }

    fn text(&mut self, point: Point, text: impl Display) {
        let (x, y) = self.layout.at(point);
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\">{text}</text>\n"));
    }
}

/// How large the text on a stone is, and how far below the middle its foot is.
struct Size {
    font: &'static str,
    foot: &'static str,
}

/// For one sign, for two, three, and for four and more.
const SIZES: [Size; 4] = [
    Size { font: "11.5", foot: "4.1" },
    Size { font: "10.5", foot: "3.8" },
    Size { font: "8.4", foot: "3" },
    Size { font: "6.4", foot: "2.3" },
];

const LAST_SIZE: u32 = SIZES.len() as u32 - 1;

impl Size {
    /// The start of a group of texts, each at the middle of its point.
    fn group(&self, color: &str) -> String {
        let Size { font, foot } = self;
        format!("<g font-size=\"{font}\" fill=\"{color}\" transform=\"translate(0 {foot})\">\n")
    }
}

/// The text as XML, in which some signs have a meaning and some may not be at all.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            sign if sign.is_control() => escaped.push('\u{FFFD}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use roxmltree::Document;
    use tengen_core::{Area, Board, Drawing, lines};

    use super::*;

    /// How many elements of this name there are.
    fn count(svg: &str, name: &str) -> usize {
        let document = Document::parse(svg).expect("the picture is XML");
        document
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
            .count()
    }

    fn points(area: Area, names: &str) -> Vec<Point> {
        names.split(' ').map(|name| area.point(name).unwrap()).collect()
    }

    /// A small board with something of everything.
    fn everything() -> Picture {
        let drawing: Drawing = "
            . . . . . . .
            . x . . o . .
            . . x . o . .
            . . o x . . .
            . . . . . . .
            . . . . . . .
        "
        .parse()
        .unwrap();
        let mut board = drawing.board();
        let area = board.area();
        let moves = points(area, "e2 f2 f1");
        let picture = Picture::new(&board).titled("Black wins").play(Color::Black, &moves);
        for (&point, color) in moves.iter().zip([Color::Black, Color::White, Color::Black]) {
            board.put(point, color);
        }
        picture
            .line(lines(&board)[0])
            .mark(points(area, "a1")[0], Mark::Foul)
            .mark(points(area, "a6")[0], Mark::Threat)
            .mark(points(area, "e5")[0], Mark::Label('A'))
            .mark(points(area, "g6")[0], Mark::Label('<'))
    }

    #[test]
    fn every_part_is_written_once() {
        let svg = everything().svg(&Theme::WOOD);
        // Nine stones, a ring on the last move, a threat, and room for the label of an empty point.
        assert_eq!(count(&svg, "circle"), 9 + 1 + 1 + 1);
        // Seven columns, six rows, three moves, two labels.
        assert_eq!(count(&svg, "text"), 7 + 6 + 3 + 2);
        assert_eq!(count(&svg, "title"), 1);
        assert_eq!(count(&svg, "desc"), 1);
        let bare = everything().without_coordinates().svg(&Theme::WOOD);
        assert_eq!(count(&bare, "text"), 3 + 2);
    }

    #[test]
    fn a_picture_is_the_same_each_time() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/pictures");
        for theme in [Theme::WOOD, Theme::PAPER] {
            let svg = everything().svg(&theme);
            let path = path.join(format!("{}.svg", theme.name));
            if env::var_os("TENGEN_GOLDEN").is_some_and(|value| value == "rewrite") {
                fs::write(&path, &svg).unwrap();
            }
            assert_eq!(svg, fs::read_to_string(path).unwrap());
        }
    }

    #[test]
    fn a_full_board_of_numbers_is_written() {
        let area = Area::square(22);
        let moves: Vec<Point> = area.points().collect();
        let svg = Picture::new(&Board::new(area)).play(Color::White, &moves).svg(&Theme::WOOD);
        assert_eq!(count(&svg, "circle"), 484 + 1);
        assert_eq!(count(&svg, "text"), 484 + 44);
        assert!(svg.contains("<text x=\"420\" y=\"420\">484</text>"));
        assert!(svg.len() < 50_000, "{}", svg.len());
    }

    #[test]
    fn any_title_is_text_and_nothing_else() {
        let title = "a<script>&\"'\u{0}\u{1b}\u{fffe}\u{85}]]>\n囲碁";
        let svg = Picture::new(&Board::new(Area::square(3))).titled(title).svg(&Theme::WOOD);
        assert_eq!(count(&svg, "script"), 0);
        let document = Document::parse(&svg).unwrap();
        let found = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        let expected = "a<script>&\"'\u{fffd}\u{fffd}\u{fffd}\u{fffd}]]> 囲碁";
        assert_eq!(found.text(), Some(expected));
    }

    #[test]
    fn what_is_not_on_the_board_is_not_shown() {
        let outside = Point::new(i32::MAX, 1);
        let board = Board::new(Area::square(3));
        let picture = Picture::new(&board).play(Color::Black, &[outside]).mark(outside, Mark::Foul);
        let svg = picture.svg(&Theme::WOOD);
        assert_eq!(count(&svg, "circle"), 0);
        assert!(svg.contains("Outside the picture: 1."));
    }

    #[test]
    fn far_away_stones_are_told_of() {
        let mut board = Board::new(Area::Unbounded);
        for x in [-Area::REACH, 0, 1, 2, Area::REACH] {
            board.put(Point::new(x, Area::REACH), Color::Black);
        }
        let svg = Picture::new(&board).svg(&Theme::WOOD);
        assert_eq!(count(&svg, "circle"), 3);
        assert!(svg.contains("Outside the picture: 2."));
        assert!(svg.len() < 5_000);
    }

    #[test]
    fn a_description_says_what_is_seen() {
        let svg = everything().svg(&Theme::WOOD);
        let document = Document::parse(&svg).unwrap();
        let desc = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
        let expected = "Stones: 3 black, 3 white. Moves, black first: e2 f2 f1. Forbidden: a1. \
                        Threats: a6. Labels: A on e5, < on g6. \
                        A falling diagonal of 5: b5 c4 d3 e2 f1.";
        assert_eq!(desc.text(), Some(expected));
    }
}
