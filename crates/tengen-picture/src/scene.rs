//! A picture taken apart into plain shapes, from the board up. It is written as SVG and painted as
//! pixels from the same list, so that both look alike.

use super::{layout::Rectangle, theme::Rgb};

/// A place of the picture.
pub(crate) type ScenePoint = (f32, f32);

/// All that is seen.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// How far it goes.
    pub(crate) bounds: Rectangle,
    /// What is seen where there is nothing else.
    pub(crate) ground: Rgb,
    /// The later ones cover the earlier ones.
    pub(crate) layers: Vec<SceneLayer>,
    /// Whether all edges are those of small squares, which no smoothing may touch.
    pub(crate) crisp: bool,
}

/// Shapes of one paint. Where they overlap it is as if there were one.
#[derive(Clone, Debug)]
pub(crate) struct SceneLayer {
    pub(crate) paint: Paint,
    pub(crate) shapes: Vec<SceneShape>,
}

/// What a layer is painted with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Paint {
    /// One color.
    Plain(Rgb),
    /// One color that lets through what is below.
    Glass(Rgb, f32),
    /// A color at the upper left of each disc that becomes another one all around.
    Ball {
        /// One word for it.
        name: &'static str,
        light: Rgb,
        body: Rgb,
    },
    /// A color at one side of each rectangle that becomes clear at the other.
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
    /// Signs that no font of ours has, around a place; the height of its letters.
    Foreign {
        at: ScenePoint,
        size: f32,
        text: String,
    },
}

/// A part of a stroke.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PathSegment {
    /// Begins anew.
    Move(ScenePoint),
    /// Goes straight.
    Line(ScenePoint),
    /// Goes in a bow toward the first spot to the second.
    Bow(ScenePoint, ScenePoint),
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
