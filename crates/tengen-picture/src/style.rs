//! Drawing styles: the order in which the parts of a picture are painted.

use tengen_core::Point;
use tengen_notation::Sign;

use super::{
    PictureMark, Rgb, StoneColors, Theme,
    layout::PictureLayout,
    pixel_style::PixelStyle,
    scene::{Paint, Scene, ScenePoint, SceneShape},
    smooth_style::SmoothStyle,
    view::PictureView,
};

/// The drawing style of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureStyle {
    /// Round stones on thin lines.
    Smooth,
    /// Square stones on tiles, all of it made of small squares.
    Pixel,
}

/// The scene of a picture.
pub(super) fn draw(view: &PictureView<'_>, theme: &Theme) -> Scene {
    match theme.style {
        PictureStyle::Smooth => Painter::new(view, theme).paint(&SmoothStyle),
        PictureStyle::Pixel => Painter::new(view, theme).paint(&PixelStyle),
    }
}

/// The shapes of a drawing style, part by part.
pub(super) trait DrawParts {
    /// The board and its stars.
    fn board(&self, painter: &mut Painter<'_>);
    /// The names of columns and rows.
    fn coordinates(&self, painter: &mut Painter<'_>);
    /// All stones, and what glows under them.
    fn stones(&self, painter: &mut Painter<'_>);
    /// The texts on stones.
    fn texts(&self, painter: &mut Painter<'_>);
    /// One mark.
    fn mark(&self, painter: &mut Painter<'_>, mark: &PointMark<'_>);
}

/// A mark that is to be drawn.
pub(super) struct PointMark<'a> {
    pub(super) point: Point,
    pub(super) mark: &'a PictureMark,
    /// One that can be seen there, also on a stone.
    pub(super) color: Rgb,
}

/// Collects the shapes of a picture in the colors of its theme.
pub(super) struct Painter<'a> {
    pub(super) scene: Scene,
    pub(super) view: &'a PictureView<'a>,
    pub(super) layout: &'a PictureLayout,
    pub(super) theme: &'a Theme,
}

impl<'a> Painter<'a> {
    fn new(view: &'a PictureView<'a>, theme: &'a Theme) -> Painter<'a> {
        let scene = Scene {
            bounds: view.layout.bounds(),
            ground: theme.board,
            layers: Vec::new(),
            crisp: theme.style == PictureStyle::Pixel,
        };
        Painter { scene, view, layout: view.layout, theme }
    }

    fn paint(mut self, style: &impl DrawParts) -> Scene {
        style.board(&mut self);
        style.coordinates(&mut self);
        style.stones(&mut self);
        style.texts(&mut self);
        let view = self.view;
        for &(point, mark) in &view.marks {
            let stone = self.stone(point);
            // A label on a stone and the liberties of a chain are among the texts.
            let is_text = match mark {
                PictureMark::Liberties(_) => true,
                PictureMark::Sign(Sign::Label(_)) => stone.is_some(),
                _ => false,
            };
            if !is_text {
                let color = stone.map_or(self.theme.mark, |stone| stone.ring);
                style.mark(&mut self, &PointMark { point, mark, color });
            }
        }
        self.scene
    }

    /// The colors of the stone on `point`.
    fn stone(&self, point: Point) -> Option<&'a StoneColors> {
        self.view.stones.get(&point).map(|&color| self.theme.stone(color))
    }

    /// The middle of a point.
    pub(super) fn spot(&self, point: Point) -> ScenePoint {
        let (x, y) = self.layout.at(point);
        (x as f32, y as f32)
    }

    /// Adds shapes of one color.
    pub(super) fn plain(&mut self, color: Rgb, shapes: Vec<SceneShape>) {
        self.scene.add(Paint::Plain(color), shapes);
    }
}
