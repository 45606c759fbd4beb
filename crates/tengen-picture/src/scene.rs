//! The display list: a picture as plain shapes, from the board up. SVG and pixels are made from one
//! list, so that both look alike.

use super::{layout::Rectangle, theme::Rgb};

/// A place of the picture.
pub(crate) type ScenePoint = (f32, f32);

/// Display list of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// How far it goes.
    pub(crate) bounds: Rectangle,
    /// The background.
    pub(crate) ground: Rgb,
    /// The later ones cover the earlier ones.
    pub(crate) layers: Vec<SceneLayer>,
    /// Whether all edges are those of small squares, which must not be anti-aliased.
    pub(crate) crisp: bool,
}

/// Shapes of one paint. Where they overlap it is as if there were one.
#[derive(Clone, Debug)]
pub(crate) struct SceneLayer {
    pub(crate) paint: Paint,
    pub(crate) shapes: Vec<SceneShape>,
}

/// Paint of a layer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Paint {
    /// One color.
    Plain(Rgb),
    /// One color with an opacity.
    Glass(Rgb, f32),
    /// A radial gradient from the upper left of each disc.
    Ball {
        /// One word for it.
        name: &'static str,
        light: Rgb,
        body: Rgb,
    },
    /// A linear gradient from a color at one side of each rectangle to transparent at the other.
    Fade(Rgb, super::layout::BoardSide),
}

/// One shape. Widths are of whole strokes.
#[derive(Clone, Debug)]
pub(crate) enum SceneShape {
    Box {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    /// A line along a row or a column, so sharp as the screen can be.
    Rule {
        from: ScenePoint,
        to: ScenePoint,
        width: f32,
    },
    Disc {
        at: ScenePoint,
        radius: f32,
    },
    Ring {
        at: ScenePoint,
        radius: f32,
        width: f32,
    },
    /// With round ends and corners.
    Stroke {
        path: Vec<PathSegment>,
        width: f32,
    },
    /// Characters that no font of ours has, around a place; the height of its letters.
    Foreign {
        at: ScenePoint,
        size: f32,
        text: String,
    },
}

/// A segment of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PathSegment {
    /// Starts a new subpath.
    Move(ScenePoint),
    /// A straight line.
    Line(ScenePoint),
    /// A quadratic Bézier curve: its control point and its end.
    Quadratic(ScenePoint, ScenePoint),
}

impl Scene {
    pub(crate) fn add(&mut self, paint: Paint, shapes: Vec<SceneShape>) {
        if !shapes.is_empty() {
            self.layers.push(SceneLayer { paint, shapes });
        }
    }
}

impl Paint {
    /// How a ball is lit: where the middle of the light is, in radii from the middle of the disc,
    /// how far it reaches, and which part of that way the colors take to change.
    pub(crate) const LIGHT: (ScenePoint, f32, f32) = ((-0.28, -0.4), 1.5, 0.8);
}
