//! A position as people look at it: stones, numbered moves, marks. What is shown is here, where it
//! stands in `layout`, in which colors in `theme`, and how it is written in `svg`.

mod layout;
mod svg;
mod theme;

use std::fmt::Write as _;

use tengen_core::{Area, Board, Color, Line, Point};

use layout::Layout;
pub use theme::{StoneTheme, Theme};

/// A picture of a position.
///
/// Up to 64 points a side are shown. A larger board, or one without edges, is cropped to its moves
/// and marks, and to as many of the stones around them as there is room for; its lines fade where
/// it goes on. What is not on the board is not shown.
///
/// ```
/// use tengen_core::{Area, Board, Color, Point};
/// use tengen_notation::{Mark, Picture, Theme};
///
/// let mut board = Board::new(Area::square(15));
/// board.put(Point::new(7, 7), Color::Black);
/// let svg = Picture::new(&board)
///     .titled("A first reply")
///     .play(Color::White, &[Point::new(8, 6)])
///     .mark(Point::new(8, 8), Mark::Label('A'))
///     .svg(&Theme::WOOD);
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture {
    area: Area,
    /// Those that were there before the moves.
    stones: Vec<(Point, Color)>,
    /// Numbered from 1.
    moves: Vec<(Point, Color)>,
    marks: Vec<(Point, Mark)>,
    lines: Vec<Line>,
    title: Option<String>,
    coordinates: bool,
}

/// What can be said about a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Nobody may play here: a cross.
    Foul,
    /// Something would be made here: a ring.
    Threat,
    /// A letter, as for one of several replies.
    Label(char),
}

impl Picture {
    /// The stones of `board`.
    pub fn new(board: &Board) -> Picture {
        Picture {
            area: board.area(),
            stones: board.stones(),
            moves: Vec::new(),
            marks: Vec::new(),
            lines: Vec::new(),
            title: None,
            coordinates: true,
        }
    }

    /// With moves that were played after the stones, in turn, `first` by one side. They are
    /// numbered from 1 and the last one is ringed.
    pub fn play(mut self, first: Color, moves: &[Point]) -> Picture {
        let colors = [first, !first].into_iter().cycle();
        self.moves.extend(moves.iter().copied().zip(colors));
        self
    }

    /// With a mark.
    pub fn mark(mut self, point: Point, mark: Mark) -> Picture {
        self.marks.push((point, mark));
        self
    }

    /// With a line of stones that glows, as one that wins.
    pub fn line(mut self, line: Line) -> Picture {
        self.lines.push(line);
        self
    }

    /// With a title, which is read out and shown by a pointer that rests on the picture.
    pub fn titled(mut self, title: &str) -> Picture {
        self.title = Some(title.to_owned());
        self
    }

    /// Without the names of columns and rows.
    pub fn without_coordinates(mut self) -> Picture {
        self.coordinates = false;
        self
    }

    /// The picture as an SVG document: no scripts, no fonts of its own, the same bytes each time.
    pub fn svg(&self, theme: &Theme) -> String {
        svg::write(self, &self.layout(), theme)
    }

    fn layout(&self) -> Layout {
        // What is looked at, the most important last.
        let mut focus: Vec<Point> = self.lines.iter().flat_map(|line| line.points()).collect();
        focus.extend(self.marks.iter().map(|&(point, _)| point));
        focus.extend(self.moves.iter().rev().map(|&(point, _)| point));
        let stones: Vec<Point> = self.stones.iter().map(|&(point, _)| point).collect();
        Layout::new(self.area, &stones, &focus, self.coordinates)
    }

    /// The stone that is seen on `point`: the last one that was put there.
    fn stone(&self, point: Point) -> Option<Color> {
        let on_top = self.moves.iter().rev().find(|&&(at, _)| at == point);
        // Stones are in reading order.
        let below = || self.stones.binary_search_by_key(&point, |&(at, _)| at).ok();
        on_top.map(|&(_, color)| color).or_else(|| below().map(|place| self.stones[place].1))
    }

    /// What the picture is called.
    fn title(&self) -> String {
        match (&self.title, self.area) {
            (Some(title), _) => title.clone(),
            (None, Area::Bounded { .. }) => format!("A position on a {} board", self.area),
            (None, Area::Unbounded) => "A position on a board without edges".to_owned(),
        }
    }

    /// The picture in words, for those who cannot see it.
    fn description(&self, layout: &Layout) -> String {
        let of = |color: Color| self.stones.iter().filter(move |stone| stone.1 == color).count();
        let (black, white) = (of(Color::Black), of(Color::White));
        let mut text = format!("Stones: {black} black, {white} white.");
        let mut list = |what: &str, names: Vec<String>| {
            if !names.is_empty() {
                let _ = write!(text, " {what}: {}.", names.join(" "));
            }
        };
        let name = |point: Point| {
            let area = if self.area.contains(point) { self.area } else { Area::Unbounded };
            area.name(point)
        };
        if let Some(&(_, first)) = self.moves.first() {
            let moves = self.moves.iter().map(|&(point, _)| name(point));
            list(&format!("Moves, {first} first"), moves.collect());
        }
        let marked = |mark: Mark| {
            let points = self.marks.iter().filter(move |marked| marked.1 == mark);
            points.map(|&(point, _)| name(point)).collect::<Vec<String>>()
        };
        list("Forbidden", marked(Mark::Foul));
        list("Threats", marked(Mark::Threat));
        let label = |&(point, mark): &(Point, Mark)| match mark {
            Mark::Label(letter) => Some(format!("{letter} on {}", name(point))),
            Mark::Foul | Mark::Threat => None,
        };
        let labels: Vec<String> = self.marks.iter().filter_map(label).collect();
        list("Labels", if labels.is_empty() { labels } else { vec![labels.join(", ")] });
        for line in &self.lines {
            list(&format!("A {} of {}", line.axis, line.length), line.points().map(name).collect());
        }
        let all = self.stones.iter().chain(&self.moves);
        let hidden = all.filter(|&&(point, _)| !layout.shows(point)).count();
        if hidden > 0 {
            let _ = write!(text, " Outside the picture: {hidden}.");
        }
        text
    }
}
