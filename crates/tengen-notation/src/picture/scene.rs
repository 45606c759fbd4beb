//! A picture taken apart into plain shapes, from the board up. It is written as SVG and painted as
//! pixels from the same list, so that both look alike.

use super::{layout::Rectangle, theme::Rgb};

/// A place of the picture.
pub(crate) type Spot = (f32, f32);

/// All that is seen.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    /// How far it goes.
    pub(crate) bounds: Rectangle,
    /// What is seen where there is nothing else.
    pub(crate) ground: Rgb,
    /// The later ones cover the earlier ones.
    pub(crate) layers: Vec<Layer>,
    /// Whether all edges are those of small squares, which no smoothing may touch.
    pub(crate) crisp: bool,
}

/// Shapes of one paint. Where they overlap it is as if there were one.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) paint: Paint,
    pub(crate) shapes: Vec<Shape>,
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
    Fade(Rgb, super::layout::Side),
}

/// One shape. Widths are of whole strokes.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Box {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    /// A line along a row or a column, so sharp as the screen can be.
    Rule {
        from: Spot,
        to: Spot,
        width: f32,
    },
    Disc {
        at: Spot,
        radius: f32,
    },
    Ring {
        at: Spot,
        radius: f32,
        width: f32,
    },
    /// With round ends and corners.
    Stroke {
        path: Vec<Curve>,
        width: f32,
    },
    /// Signs that no font of ours has, around a place; the height of its letters.
    Foreign {
        at: Spot,
        size: f32,
        text: String,
    },
}

/// A part of a stroke.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Curve {
    /// Begins anew.
    Move(Spot),
    /// Goes straight.
    Line(Spot),
    /// Goes in a bow toward the first spot to the second.
    Bow(Spot, Spot),
}

impl Scene {
    pub(crate) fn add(&mut self, paint: Paint, shapes: Vec<Shape>) {
        if !shapes.is_empty() {
            self.layers.push(Layer { paint, shapes });
        }
    }
}

impl Paint {
    /// How a ball is lit: where the middle of the light is, in radii from the middle of the disc,
    /// how far it reaches, and which part of that way the colors take to change.
    pub(crate) const LIGHT: (Spot, f32, f32) = ((-0.28, -0.4), 1.5, 0.8);
}
