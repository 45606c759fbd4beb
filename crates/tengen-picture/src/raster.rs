//! The rasterizer: anti-aliased shapes by signed distance.
//!
//! Every shape knows how far a spot is from its edge, and what share of a pixel a shape covers
//! follows from that: no outlines are traced, and no library is needed. Only plain arithmetic and
//! square roots are used, so the same picture is the same bytes on every machine.

use super::{
    layout::{BoardSide, PITCH, Rectangle},
    scene::{Paint, PathSegment, Scene, SceneLayer, ScenePoint, SceneShape},
    smooth_style::LINE,
    theme::Rgb,
};

/// A buffer of pixels, row by row from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PixelBuffer {
    /// Where they begin in the picture that they are part of, from its left.
    pub left: u32,
    /// Where they begin, from its top.
    pub top: u32,
    /// How many there are in a row.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// All of them.
    pub colors: Vec<Rgb>,
}

impl PixelBuffer {
    /// The color at a place counted from the top left of the whole picture.
    pub fn color(&self, x: u32, y: u32) -> Option<Rgb> {
        let (x, y) = (x.checked_sub(self.left)?, y.checked_sub(self.top)?);
        let inside = x < self.width && y < self.height;
        inside.then(|| self.colors[(y * self.width + x) as usize])
    }
}

/// The map from the coordinates of a scene to pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Camera {
    pub(crate) width: u32,
    pub(crate) height: u32,
    scale: f32,
    left: f32,
    top: f32,
}

/// A clip rectangle in pixels: from the first corner to just before the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clip {
    pub(crate) from: (u32, u32),
    pub(crate) to: (u32, u32),
}

impl Camera {
    /// All of `bounds` on a screen of this width.
    ///
    /// Why points are whole pixels apart: then every stone looks like every other one, and every
    /// line is as sharp. What is left of the width goes to both sides.
    pub(crate) fn new(bounds: Rectangle, width: u32, crisp: bool) -> Camera {
        let (wide, high) = (bounds.width as f32, bounds.height as f32);
        let exact = width as f32 / wide;
        let mut scale = (exact * PITCH as f32).floor() / PITCH as f32;
        let blocks = exact.floor();
        if crisp && blocks >= 1.0 && exact < blocks * 1.125 {
            scale = blocks;
        }
        if scale <= 0.0 {
            scale = exact;
        }
        let height = (high * scale).ceil().max(1.0);
        // The middle of a point is the middle of a pixel if lines have a middle one.
        let middle =
            if !crisp && Camera::thickness(LINE, scale) as u32 % 2 == 1 { 0.5 } else { 0.0 };
        let place = |room: f32, used: f32, from: i32| {
            ((room - used) / 2.0 - from as f32 * scale).round() + middle
        };
        Camera {
            width,
            height: height as u32,
            scale,
            left: place(width as f32, wide * scale, bounds.x),
            top: place(height, high * scale, bounds.y),
        }
    }

    /// How many pixels a line takes: at least one, and never a part of one.
    fn thickness(width: f32, scale: f32) -> f32 {
        (width * scale).round().max(1.0)
    }

    pub(crate) fn all(&self) -> Clip {
        Clip { from: (0, 0), to: (self.width, self.height) }
    }

    /// The pixels that a box of the scene touches.
    pub(crate) fn clip(&self, from: ScenePoint, to: ScenePoint) -> Clip {
        self.pixels(self.at(from), self.at(to))
    }

    /// The pixels that a box of the screen touches.
    fn pixels(&self, from: ScenePoint, to: ScenePoint) -> Clip {
        let low = |value: f32, end: u32| (value.floor().max(0.0) as u32).min(end);
        let high = |value: f32, end: u32| (value.ceil().max(0.0) as u32).min(end);
        Clip {
            from: (low(from.0, self.width), low(from.1, self.height)),
            to: (high(to.0, self.width), high(to.1, self.height)),
        }
    }

    fn at(&self, (x, y): ScenePoint) -> ScenePoint {
        (x * self.scale + self.left, y * self.scale + self.top)
    }
}

impl Clip {
    /// The smallest one that holds both.
    pub(crate) fn join(self, other: Clip) -> Clip {
        Clip {
            from: (self.from.0.min(other.from.0), self.from.1.min(other.from.1)),
            to: (self.to.0.max(other.to.0), self.to.1.max(other.to.1)),
        }
    }

    fn meet(self, other: Clip) -> Clip {
        let from = (self.from.0.max(other.from.0), self.from.1.max(other.from.1));
        let to = (self.to.0.min(other.to.0), self.to.1.min(other.to.1));
        Clip { from, to: (to.0.max(from.0), to.1.max(from.1)) }
    }
}

/// Paints what is seen of `scene` within `clip`.
pub(crate) fn paint(scene: &Scene, camera: &Camera, clip: Clip) -> PixelBuffer {
    let (width, height) = (clip.to.0 - clip.from.0, clip.to.1 - clip.from.1);
    let size = width as usize * height as usize;
    let mut canvas = Canvas {
        camera,
        clip,
        pixels: PixelBuffer {
            left: clip.from.0,
            top: clip.from.1,
            width,
            height,
            colors: vec![scene.ground; size],
        },
        mask: vec![0; size],
    };
    for layer in &scene.layers {
        canvas.layer(layer);
    }
    canvas.pixels
}

struct Canvas<'a> {
    camera: &'a Camera,
    clip: Clip,
    pixels: PixelBuffer,
    /// How much of each pixel the layer covers so far; nothing between layers.
    mask: Vec<u8>,
}

impl Canvas<'_> {
    fn layer(&mut self, layer: &SceneLayer) {
        let mut touched: Option<Clip> = None;
        for shape in &layer.shapes {
            let form = RasterShape::new(shape, self.camera);
            let clip = form.clip(self.camera).meet(self.clip);
            if clip.from.0 == clip.to.0 || clip.from.1 == clip.to.1 {
                continue;
            }
            match layer.paint {
                Paint::Plain(_) | Paint::Glass(..) => {
                    self.cover(&form, clip);
                    touched = Some(touched.map_or(clip, |all| all.join(clip)));
                }
                Paint::Ball { .. } | Paint::Fade(..) => self.shade(&form, clip, layer.paint),
            }
        }
        let (color, opacity) = match layer.paint {
            Paint::Plain(color) => (color, 1.0),
            Paint::Glass(color, opacity) => (color, opacity),
            Paint::Ball { .. } | Paint::Fade(..) => return,
        };
        let Some(touched) = touched else { return };
        for y in touched.from.1..touched.to.1 {
            for x in touched.from.0..touched.to.0 {
                let place = self.place(x, y);
                let cover = std::mem::take(&mut self.mask[place]);
                if cover > 0 {
                    self.blend(place, color, f32::from(cover) / 255.0 * opacity);
                }
            }
        }
    }

    /// Notes what a shape covers; what is covered twice is covered once.
    fn cover(&mut self, form: &RasterShape, clip: Clip) {
        for y in clip.from.1..clip.to.1 {
            for x in clip.from.0..clip.to.0 {
                let covered = (form.coverage(x, y) * 255.0 + 0.5) as u8;
                let place = self.place(x, y);
                self.mask[place] = self.mask[place].max(covered);
            }
        }
    }

    /// Paints a shape in which the color changes.
    fn shade(&mut self, form: &RasterShape, clip: Clip, paint: Paint) {
        for y in clip.from.1..clip.to.1 {
            for x in clip.from.0..clip.to.0 {
                let covered = form.coverage(x, y);
                if covered <= 0.0 {
                    continue;
                }
                let middle = (x as f32 + 0.5, y as f32 + 0.5);
                let (color, opacity) = form.shading(middle, paint);
                let place = self.place(x, y);
                self.blend(place, color, covered * opacity);
            }
        }
    }

    fn place(&self, x: u32, y: u32) -> usize {
        ((y - self.pixels.top) * self.pixels.width + x - self.pixels.left) as usize
    }

    fn blend(&mut self, place: usize, color: Rgb, share: f32) {
        let below = &mut self.pixels.colors[place];
        *below = mix(*below, color, share);
    }
}

/// A blend with this share of the second color.
fn mix(below: Rgb, above: Rgb, share: f32) -> Rgb {
    let channel = |a: u8, b: u8| {
        let (a, b) = (f32::from(a), f32::from(b));
        (a + (b - a) * share + 0.5) as u8
    };
    Rgb(channel(below.0, above.0), channel(below.1, above.1), channel(below.2, above.2))
}

/// A shape in pixels.
enum RasterShape {
    /// From and to, covered as far as it goes.
    Box(ScenePoint, ScenePoint),
    Disc {
        at: ScenePoint,
        radius: f32,
    },
    Ring {
        at: ScenePoint,
        radius: f32,
        half: f32,
    },
    Stroke {
        segments: Vec<(ScenePoint, ScenePoint)>,
        half: f32,
    },
}

impl RasterShape {
    fn new(shape: &SceneShape, camera: &Camera) -> RasterShape {
        let scale = camera.scale;
        match *shape {
            SceneShape::Box { x, y, width, height } => {
                RasterShape::Box(camera.at((x, y)), camera.at((x + width, y + height)))
            }
            SceneShape::Rule { from, to, width } => {
                let thick = Camera::thickness(width, scale);
                let ((x0, y0), (x1, y1)) = (camera.at(from), camera.at(to));
                let snap = |middle: f32| (middle - thick / 2.0).round();
                RasterShape::Box((snap(x0), snap(y0)), (snap(x1) + thick, snap(y1) + thick))
            }
            SceneShape::Disc { at, radius } => {
                RasterShape::Disc { at: camera.at(at), radius: radius * scale }
            }
            SceneShape::Ring { at, radius, width } => RasterShape::Ring {
                at: camera.at(at),
                radius: radius * scale,
                half: (width * scale / 2.0).max(0.5),
            },
            SceneShape::Stroke { ref path, width } => RasterShape::Stroke {
                segments: flatten(path).map(|(a, b)| (camera.at(a), camera.at(b))).collect(),
                half: (width * scale / 2.0).max(0.5),
            },
            // A frame stands for what cannot be written.
            SceneShape::Foreign { at: (x, y), size, .. } => {
                let half = size * 0.4;
                let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
                let corner = |number: usize| {
                    let (dx, dy) = corners[number % 4];
                    camera.at((x + dx, y + dy))
                };
                let segments = (0..4).map(|number| (corner(number), corner(number + 1))).collect();
                RasterShape::Stroke { segments, half: (scale * 0.5).max(0.5) }
            }
        }
    }

    /// The pixels that it may touch.
    fn clip(&self, camera: &Camera) -> Clip {
        let around = |spots: &mut dyn Iterator<Item = ScenePoint>, by: f32| {
            let mut box_ = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
            for (x, y) in spots {
                box_.0 = (box_.0.0.min(x), box_.0.1.min(y));
                box_.1 = (box_.1.0.max(x), box_.1.1.max(y));
            }
            ((box_.0.0 - by, box_.0.1 - by), (box_.1.0 + by, box_.1.1 + by))
        };
        let (from, to) = match self {
            RasterShape::Box(from, to) => (*from, *to),
            RasterShape::Disc { at, radius } => around(&mut std::iter::once(*at), radius + 1.0),
            RasterShape::Ring { at, radius, half } => {
                around(&mut std::iter::once(*at), radius + half + 1.0)
            }
            RasterShape::Stroke { segments, half } => {
                around(&mut segments.iter().flat_map(|&(a, b)| [a, b]), half + 1.0)
            }
        };
        camera.pixels(from, to)
    }

    /// The share of a pixel that it covers.
    fn coverage(&self, x: u32, y: u32) -> f32 {
        let (left, top) = (x as f32, y as f32);
        let middle = (left + 0.5, top + 0.5);
        let away = match self {
            RasterShape::Box(from, to) => {
                let share =
                    |from: f32, to: f32, at: f32| (to.min(at + 1.0) - from.max(at)).clamp(0.0, 1.0);
                return share(from.0, to.0, left) * share(from.1, to.1, top);
            }
            RasterShape::Disc { at, radius } => distance(middle, *at) - radius,
            RasterShape::Ring { at, radius, half } => (distance(middle, *at) - radius).abs() - half,
            RasterShape::Stroke { segments, half } => {
                let nearest = segments.iter().map(|&(a, b)| to_segment(middle, a, b));
                nearest.fold(f32::MAX, f32::min).sqrt() - half
            }
        };
        (0.5 - away).clamp(0.0, 1.0)
    }

    /// The color at a spot of it, and how much of it is seen.
    fn shading(&self, spot: ScenePoint, paint: Paint) -> (Rgb, f32) {
        match (paint, self) {
            (Paint::Ball { light, body, .. }, RasterShape::Disc { at, radius }) => {
                let ((dx, dy), reach, turned) = Paint::LIGHT;
                let lamp = (at.0 + dx * radius, at.1 + dy * radius);
                let way = distance(spot, lamp) / (reach * radius * turned);
                (mix(light, body, way.min(1.0)), 1.0)
            }
            (Paint::Fade(color, side), RasterShape::Box(from, to)) => {
                let (across, down) =
                    ((spot.0 - from.0) / (to.0 - from.0), (spot.1 - from.1) / (to.1 - from.1));
                let clear = match side {
                    BoardSide::Left => across,
                    BoardSide::Right => 1.0 - across,
                    BoardSide::Top => down,
                    BoardSide::Bottom => 1.0 - down,
                };
                (color, 1.0 - clear.clamp(0.0, 1.0))
            }
            (Paint::Ball { body: color, .. } | Paint::Fade(color, _) | Paint::Plain(color), _) => {
                (color, 1.0)
            }
            (Paint::Glass(color, opacity), _) => (color, opacity),
        }
    }
}

fn distance(a: ScenePoint, b: ScenePoint) -> f32 {
    ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).sqrt()
}

/// The squared distance of a spot from a segment.
fn to_segment(spot: ScenePoint, a: ScenePoint, b: ScenePoint) -> f32 {
    let (along, away) = ((b.0 - a.0, b.1 - a.1), (spot.0 - a.0, spot.1 - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 {
        ((away.0 * along.0 + away.1 * along.1) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (dx, dy) = (away.0 - along.0 * share, away.1 - along.1 * share);
    dx * dx + dy * dy
}

/// The straight segments of a path; a quadratic Bézier curve becomes six.
fn flatten(path: &[PathSegment]) -> impl Iterator<Item = (ScenePoint, ScenePoint)> + '_ {
    const PARTS: u32 = 6;
    let mut pen = (0.0, 0.0);
    path.iter().flat_map(move |&curve| {
        let from = pen;
        let mut parts = Vec::new();
        match curve {
            PathSegment::Move(to) => pen = to,
            PathSegment::Line(to) => {
                parts.push((from, to));
                pen = to;
            }
            PathSegment::Quadratic(by, to) => {
                let on = |part: u32| {
                    let t = part as f32 / PARTS as f32;
                    let of = |a: f32, b: f32, c: f32| {
                        (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
                    };
                    (of(from.0, by.0, to.0), of(from.1, by.1, to.1))
                };
                parts.extend((0..PARTS).map(|part| (on(part), on(part + 1))));
                pen = to;
            }
        }
        parts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a spot is inside, by the plainest definition.
    fn inside(form: &RasterShape, spot: ScenePoint) -> bool {
        match form {
            RasterShape::Box(from, to) => {
                (from.0..to.0).contains(&spot.0) && (from.1..to.1).contains(&spot.1)
            }
            RasterShape::Disc { at, radius } => distance(*at, spot) < *radius,
            RasterShape::Ring { at, radius, half } => (distance(*at, spot) - radius).abs() < *half,
            RasterShape::Stroke { segments, half } => segments.iter().any(|&(a, b)| {
                // Many discs along the way.
                (0..=60).any(|part| {
                    let t = part as f32 / 60.0;
                    let on = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                    distance(on, spot) < *half
                })
            }),
        }
    }

    #[test]
    fn coverage_is_the_share_of_spots_of_a_pixel_that_are_inside() {
        // Some numbers that look like chance.
        let mut state = 12_345_u32;
        let mut chance = |to: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * to
        };
        for round in 0..100 {
            let spot = (4.0 + chance(8.0), 4.0 + chance(8.0));
            let form = match round % 4 {
                0 => RasterShape::Box(spot, (spot.0 + chance(6.0), spot.1 + chance(6.0))),
                1 => RasterShape::Disc { at: spot, radius: 1.0 + chance(4.0) },
                2 => RasterShape::Ring {
                    at: spot,
                    radius: 2.0 + chance(3.0),
                    half: 0.5 + chance(1.0),
                },
                _ => RasterShape::Stroke {
                    segments: vec![(spot, (chance(16.0), chance(16.0)))],
                    half: 0.5 + chance(2.0),
                },
            };
            for y in 0..16 {
                for x in 0..16 {
                    let spots = (0..64).map(|number| {
                        let (column, row) = (number % 8, number / 8);
                        let part = |place: i32| (place as f32 + 0.5) / 8.0;
                        (x as f32 + part(column), y as f32 + part(row))
                    });
                    let share = spots.filter(|&spot| inside(&form, spot)).count() as f32 / 64.0;
                    let covered = form.coverage(x, y);
                    // A curve within a pixel is taken for a straight line, and one that looks along
                    // a diagonal a little off: no eye sees a fifth of one pixel.
                    assert!((covered - share).abs() < 0.22, "{round}: {covered} for {share}");
                }
            }
        }
    }

    #[test]
    fn a_part_of_a_picture_is_what_the_whole_shows_there() {
        let shapes = vec![
            SceneShape::Disc { at: (20.0, 20.0), radius: 15.0 },
            SceneShape::Rule { from: (0.0, 10.0), to: (40.0, 10.0), width: 1.0 },
        ];
        let bounds = Rectangle { x: -5, y: -5, width: 50, height: 50 };
        let mut scene = Scene { bounds, ground: Rgb(9, 9, 9), layers: Vec::new(), crisp: false };
        scene.add(Paint::Glass(Rgb(250, 10, 80), 0.5), shapes);
        let camera = Camera::new(bounds, 123, false);
        let whole = paint(&scene, &camera, camera.all());
        let part = paint(&scene, &camera, Clip { from: (31, 17), to: (90, 44) });
        assert_eq!((part.width, part.height), (59, 27));
        for y in 17..44 {
            for x in 31..90 {
                assert_eq!(part.color(x, y), whole.color(x, y));
            }
        }
        assert_eq!(part.color(30, 20), None);
    }
}
