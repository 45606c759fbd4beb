//! Pictures of positions and games: SVG, PNG, animated GIF, and cells of a terminal.
//!
//! A [`Picture`] says what is shown, a [`Theme`] in which colors and in which [`PictureStyle`].
//! `layout` places it, `smooth_style` or `pixel_style` draws it into a `scene` of plain shapes,
//! which `svg` writes and `raster` paints; letters come from our own fonts, `stroke_font` and
//! `bitmap_font`, so that a picture needs none. [`GameFrames`] shows a game move by move. Image files
//! are written by `png` and `gif`, with the few colors of a `palette`.

#![allow(
    clippy::cast_precision_loss,
    reason = "no picture has more pixels a side than an f32 counts"
)]

mod alt_text;
mod bitmap_font;
mod frames;
mod gif;
mod layout;
mod palette;
mod pixel_style;
mod png;
mod raster;
mod scene;
mod smooth_style;
mod stroke_font;
mod style;
mod svg;
mod terminal;
mod theme;
mod view;

use tengen_core::{Area, Board, Color, Drawing, Line, Point, renju};
use tengen_notation::Sign;
use thiserror::Error;

use layout::PictureLayout;
use raster::Camera;
use scene::Scene;
use view::PictureView;

pub use frames::{FramesError, GameFrames};
pub use gif::GifOptions;
pub use raster::PixelBuffer;
pub use style::PictureStyle;
pub use terminal::ColorDepth;
pub use theme::{Rgb, StoneColors, Theme};

/// A picture of a position.
///
/// Up to 64 points a side are shown. A larger board, or one without edges, is cropped to its moves
/// and marks, and to as many of the stones around them as there is room for; its lines fade where
/// it goes on. What is not on the board is not shown.
///
/// ```
/// use tengen_core::{Area, Board, Color, Point};
/// use tengen_notation::Sign;
/// use tengen_picture::{Picture, PictureMark, Theme};
///
/// let mut board = Board::new(Area::square(15));
/// board.put(Point::new(7, 7), Color::Black);
/// let svg = Picture::new(&board)
///     .titled("A first reply")
///     .play(Color::White, &[Point::new(8, 6)])
///     .mark(Point::new(8, 8), PictureMark::Sign(Sign::Label("A".to_owned())))
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
    numbers: MoveNumbers,
    marks: Vec<(Point, PictureMark)>,
    lines: Vec<Line>,
    title: Option<String>,
    coordinates: bool,
}

/// Which moves carry their number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum MoveNumbers {
    /// All of them.
    #[default]
    All,
    /// The last ones, this many.
    Last(usize),
}

/// What can be said about a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PictureMark {
    /// Neither side may play here: a cross.
    Foul,
    /// Something would be made here: a ring.
    Threat,
    /// Black may not play here, and why.
    Forbidden(renju::Foul),
    /// A liberty of a chain: a dot.
    Liberty,
    /// The number of liberties of the chain, written on its stone.
    Liberties(usize),
    /// What a record draws.
    Sign(Sign),
}

/// The picture would have too many pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "the picture would have {width}x{height} pixels, and the most is {}; a width up to {most} is possible",
    Picture::MAX_PIXELS
)]
pub struct PictureTooLarge {
    width: u32,
    height: u64,
    most: u32,
}

impl Picture {
    /// No picture of pixels has more of them.
    pub const MAX_PIXELS: u64 = 1 << 24;

    /// The stones of `board`.
    pub fn new(board: &Board) -> Picture {
        Picture {
            area: board.area(),
            stones: board.stones(),
            moves: Vec::new(),
            numbers: MoveNumbers::All,
            marks: Vec::new(),
            lines: Vec::new(),
            title: None,
            coordinates: true,
        }
    }

    /// With moves that were played after the stones, in turn, `first` by one side. They are
    /// numbered from 1 and the last one is ringed.
    pub fn play(self, first: Color, moves: &[Point]) -> Picture {
        let colors = [first, !first].into_iter().cycle();
        let moves: Vec<(Point, Color)> = moves.iter().copied().zip(colors).collect();
        self.play_all(&moves)
    }

    /// With moves and the side that made each.
    pub fn play_all(mut self, moves: &[(Point, Color)]) -> Picture {
        self.moves.extend_from_slice(moves);
        self
    }

    /// With numbers on only some of the moves.
    pub fn numbered(mut self, numbers: MoveNumbers) -> Picture {
        self.numbers = numbers;
        self
    }

    /// With a mark.
    pub fn mark(mut self, point: Point, mark: PictureMark) -> Picture {
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

    /// The picture as an SVG document: no scripts, no fonts, the same bytes each time.
    pub fn svg(&self, theme: &Theme) -> String {
        let layout = self.layout();
        let (title, words) = (self.title(), self.description(&layout));
        svg::write(&self.scene(&layout, theme), &title, &words, theme.name)
    }

    /// The default width in pixels.
    pub fn usual_width(&self) -> u32 {
        2 * self.layout().bounds().width as u32
    }

    /// The picture as pixels, `width` in a row.
    ///
    /// # Errors
    ///
    /// If there would be more than [`Picture::MAX_PIXELS`].
    pub fn pixels(&self, theme: &Theme, width: u32) -> Result<PixelBuffer, PictureTooLarge> {
        let layout = self.layout();
        let camera = camera(&layout, theme, width)?;
        Ok(raster::paint(&self.scene(&layout, theme), &camera, camera.all()))
    }

    /// What is seen as a drawing of letters, forbidden points marked `3`, `4` and `6`.
    pub fn drawing(&self) -> Drawing {
        let layout = self.layout();
        let view = PictureView::new(self, &layout);
        let (columns, rows) = layout.sides();
        let mut text = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let point = layout.point(column, row);
                text.push(match view.stones.get(&point) {
                    Some(Color::Black) => 'x',
                    Some(Color::White) => 'o',
                    None => view.forbidden(point).map_or('.', renju::Foul::mark),
                });
            }
            text.push('\n');
        }
        text.parse().expect("rows of letters are a drawing")
    }

    fn scene(&self, layout: &PictureLayout, theme: &Theme) -> Scene {
        let view = PictureView::new(self, layout);
        style::draw(&view, theme)
    }

    fn layout(&self) -> PictureLayout {
        // What is looked at, the most important last.
        let mut focus: Vec<Point> = self.lines.iter().flat_map(|line| line.points()).collect();
        focus.extend(self.marks.iter().map(|&(point, _)| point));
        focus.extend(self.moves.iter().rev().map(|&(point, _)| point));
        let stones: Vec<Point> = self.stones.iter().map(|&(point, _)| point).collect();
        PictureLayout::new(self.area, &stones, &focus, self.coordinates)
    }
}

/// Where the picture stands on a screen of this width.
fn camera(layout: &PictureLayout, theme: &Theme, width: u32) -> Result<Camera, PictureTooLarge> {
    let bounds = layout.bounds();
    let camera = Camera::new(bounds, width, theme.style == PictureStyle::Pixel);
    let height = u64::from(camera.height);
    if u64::from(width) * height <= Picture::MAX_PIXELS {
        return Ok(camera);
    }
    let ratio = bounds.width as f64 / bounds.height as f64;
    let most = ((Picture::MAX_PIXELS as f64 * ratio).sqrt() * 0.99) as u32;
    Err(PictureTooLarge { width, height, most })
}

/// As much of a label as a stone has room for.
fn short(label: &str) -> String {
    match label.char_indices().nth(4) {
        None => label.to_owned(),
        Some(_) => label.chars().take(3).chain(['.']).collect(),
    }
}

/// The example of the README, which runs with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct PictureReadme;

#[cfg(test)]
mod tests;
