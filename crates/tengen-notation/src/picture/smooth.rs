//! Round stones on thin lines.

use tengen_core::{Color, Point};

use super::{
    Mark, Theme,
    layout::{Layout, NAME_SIZE, PITCH, Rectangle, Side},
    scene::{Curve, Paint, Scene, Shape, Spot},
    strokes::{self, Anchor},
    view::View,
};
use crate::Sign;

/// Half as wide as a stone.
const STONE: f32 = 9.4;

/// How wide the lines are.
pub(super) const LINE: f32 = 0.6;

/// How wide the edges of the board are.
const EDGE: f32 = 1.5;

/// How wide a text on a stone may be.
const ROOM: f32 = 13.6;

/// How high the letters on a stone are at most.
const TALL: f32 = 8.0;

/// The scene of a picture.
pub(super) fn scene(view: &View<'_>, theme: &Theme) -> Scene {
    let (bounds, ground) = (view.layout.bounds(), theme.board);
    let scene = Scene { bounds, ground, layers: Vec::new(), crisp: false };
    let mut painter = Painter { scene, view, layout: view.layout, theme };
    painter.board();
    painter.names();
    painter.lines();
    painter.stones();
    painter.texts();
    painter.marks();
    painter.scene
}

struct Painter<'a> {
    scene: Scene,
    view: &'a View<'a>,
    layout: &'a Layout,
    theme: &'a Theme,
}

impl Painter<'_> {
    fn spot(&self, point: Point) -> Spot {
        let (x, y) = self.layout.at(point);
        (x as f32, y as f32)
    }

    fn plain(&mut self, color: super::Rgb, shapes: Vec<Shape>) {
        self.scene.add(Paint::Plain(color), shapes);
    }

    /// The lines, the edges, what fades where the board goes on, and the stars.
    fn board(&mut self) {
        let (columns, rows) = self.layout.sides();
        let (right, bottom) = self.layout.end();
        let over = |side| self.layout.overhang(side);
        let (left, top) = (-over(Side::Left), -over(Side::Top));
        let (end, foot) = (right + over(Side::Right), bottom + over(Side::Bottom));
        let rule = |from: (i32, i32), to: (i32, i32), width: f32| Shape::Rule {
            from: (from.0 as f32, from.1 as f32),
            to: (to.0 as f32, to.1 as f32),
            width,
        };
        let across = (0..columns).map(|column| column * PITCH);
        let down = (0..rows).map(|row| row * PITCH);
        let lines = across
            .map(|x| rule((x, top), (x, foot), LINE))
            .chain(down.map(|y| rule((left, y), (end, y), LINE)));
        self.plain(self.theme.line, lines.collect());
        let edges = Side::ALL.into_iter().filter(|&side| !self.layout.goes_on(side));
        let edges = edges.map(|side| match side {
            Side::Left => rule((0, top), (0, foot), EDGE),
            Side::Right => rule((right, top), (right, foot), EDGE),
            Side::Top => rule((left, 0), (end, 0), EDGE),
            Side::Bottom => rule((left, bottom), (end, bottom), EDGE),
        });
        self.plain(self.theme.line, edges.collect());
        for side in Side::ALL {
            if let Some(Rectangle { x, y, width, height }) = self.layout.fade(side) {
                let (x, y) = (x as f32, y as f32);
                let (width, height) = (width as f32, height as f32);
                let shapes = vec![Shape::Box { x, y, width, height }];
                self.scene.add(Paint::Fade(self.theme.board, side), shapes);
            }
        }
        let stars = self.layout.stars();
        let discs = stars.into_iter().map(|star| Shape::Disc { at: self.spot(star), radius: 2.4 });
        self.plain(self.theme.line, discs.collect());
    }

    /// The names of columns and rows.
    fn names(&mut self) {
        let height = NAME_SIZE as f32 * 0.72;
        let middle = |foot: i32| foot as f32 - height / 2.0;
        let write = |(x, foot, name): &(i32, i32, String), anchor| Shape::Stroke {
            path: strokes::write(name, (*x as f32, middle(*foot)), height, anchor),
            width: 0.85,
        };
        let (columns, rows) = (self.layout.columns(), self.layout.rows());
        let names = columns.iter().map(|name| write(name, Anchor::Middle));
        let names = names.chain(rows.iter().map(|name| write(name, Anchor::Right)));
        self.plain(self.theme.coordinate, names.collect());
    }

    /// What glows under lines that win.
    fn lines(&mut self) {
        let mut strokes = Vec::new();
        for line in &self.view.lines {
            let mut ends = line.points().filter(|&point| self.layout.shows(point));
            let Some(first) = ends.next() else { continue };
            let last = ends.last().unwrap_or(first);
            let path = vec![Curve::Move(self.spot(first)), Curve::Line(self.spot(last))];
            strokes.push(Shape::Stroke { path, width: 25.0 });
        }
        self.scene.add(Paint::Glass(self.theme.glow, 0.7), strokes);
    }

    /// All stones, those of the moves on top.
    fn stones(&mut self) {
        let round = self.theme.white.light != self.theme.white.body;
        // What is flat has no shadow.
        let shadows = self.view.stones.keys().filter(|_| round).map(|&point| {
            let (x, y) = self.spot(point);
            Shape::Disc { at: (x + 0.7, y + 1.2), radius: 9.7 }
        });
        self.scene.add(Paint::Glass(super::Rgb(0, 0, 0), 0.22), shadows.collect());
        for color in Color::ALL {
            let theme = self.theme.stone(color);
            let at = || self.view.of(color).map(|point| self.spot(point));
            let name = if color == Color::Black { "black" } else { "white" };
            let ball = Paint::Ball { name, light: theme.light, body: theme.body };
            let discs: Vec<Shape> = at().map(|at| Shape::Disc { at, radius: STONE }).collect();
            // A stone that is hardly told from the board has a thick rim.
            let width = if theme.body.contrast(self.theme.board) < 1.1 { 1.6 } else { 0.6 };
            let rims: Vec<Shape> =
                at().map(|at| Shape::Ring { at, radius: STONE - width / 2.0, width }).collect();
            self.scene.add(ball, discs);
            self.plain(theme.rim, rims);
        }
    }

    /// What is written on stones, and a ring on the last one.
    fn texts(&mut self) {
        for color in Color::ALL {
            let texts = self.view.texts_on(color);
            let mut written: Vec<Shape> =
                texts.map(|(point, text)| self.text(point, text)).collect();
            // Equal widths side by side, so that they are one element.
            written.sort_by(|a, b| stroke_width(b).total_cmp(&stroke_width(a)));
            self.plain(self.theme.stone(color).text, written);
        }
        if let Some((point, color)) = self.view.last {
            let (radius, width) = if self.view.is_taken(point) { (8.3, 1.4) } else { (4.4, 1.8) };
            let ring = Shape::Ring { at: self.spot(point), radius, width };
            self.plain(self.theme.stone(color).ring, vec![ring]);
        }
    }

    /// A text around the middle of a point, as large as there is room.
    fn text(&self, point: Point, text: &str) -> Shape {
        let at = self.spot(point);
        if !strokes::spells(text) {
            return Shape::Foreign { at, size: 11.0, text: text.to_owned() };
        }
        let height = (ROOM / strokes::width(text, 1.0).max(0.1)).min(TALL);
        let path = strokes::write(text, at, height, Anchor::Middle);
        Shape::Stroke { path, width: (0.42 + 0.13 * height).min(1.4) }
    }

    fn marks(&mut self) {
        let view = self.view;
        for (point, mark) in &view.marks {
            let at = self.spot(*point);
            let stone = view.stones.get(point).map(|&color| self.theme.stone(color));
            let color = stone.map_or(self.theme.mark, |stone| stone.ring);
            match mark {
                Mark::Foul | Mark::Sign(Sign::Cross) => {
                    let path = vec![
                        Curve::Move((at.0 - 4.5, at.1 - 4.5)),
                        Curve::Line((at.0 + 4.5, at.1 + 4.5)),
                        Curve::Move((at.0 + 4.5, at.1 - 4.5)),
                        Curve::Line((at.0 - 4.5, at.1 + 4.5)),
                    ];
                    self.plain(color, vec![Shape::Stroke { path, width: 2.2 }]);
                }
                Mark::Threat | Mark::Sign(Sign::Circle) => {
                    self.plain(color, vec![Shape::Ring { at, radius: 5.2, width: 2.0 }]);
                }
                Mark::Forbidden(foul) => {
                    let (x, y) = (at.0 - 6.5, at.1 - 6.5);
                    let sign = Shape::Box { x, y, width: 13.0, height: 13.0 };
                    self.plain(self.theme.mark, vec![sign]);
                    let text = self.text(*point, &foul.mark().to_string());
                    self.plain(self.theme.on_mark, vec![text]);
                }
                Mark::Liberty => {
                    self.plain(self.theme.board, vec![Shape::Disc { at, radius: 4.4 }]);
                    self.plain(self.theme.liberty, vec![Shape::Disc { at, radius: 3.4 }]);
                }
                // It is among the texts.
                Mark::Liberties(_) => {}
                Mark::Sign(Sign::Label(label)) => {
                    if stone.is_none() {
                        self.plain(self.theme.board, vec![Shape::Disc { at, radius: 7.5 }]);
                        let text = self.text(*point, &super::short(label));
                        self.plain(self.theme.label, vec![text]);
                    }
                }
                Mark::Sign(Sign::Square) => {
                    let path = square(at, 4.6);
                    self.plain(color, vec![Shape::Stroke { path, width: 1.9 }]);
                }
                Mark::Sign(Sign::Triangle) => {
                    let corner = |x: f32, y: f32| (at.0 + x, at.1 + y);
                    let (top, right, left) =
                        (corner(0.0, -5.8), corner(5.0, 3.2), corner(-5.0, 3.2));
                    let path = vec![
                        Curve::Move(top),
                        Curve::Line(right),
                        Curve::Line(left),
                        Curve::Line(top),
                    ];
                    self.plain(color, vec![Shape::Stroke { path, width: 1.9 }]);
                }
                Mark::Sign(Sign::Selected) => {
                    let shape =
                        Shape::Box { x: at.0 - 3.6, y: at.1 - 3.6, width: 7.2, height: 7.2 };
                    self.plain(color, vec![shape]);
                }
            }
        }
    }
}

fn square((x, y): Spot, half: f32) -> Vec<Curve> {
    let corner = |right: f32, down: f32| (x + right * half, y + down * half);
    vec![
        Curve::Move(corner(-1.0, -1.0)),
        Curve::Line(corner(1.0, -1.0)),
        Curve::Line(corner(1.0, 1.0)),
        Curve::Line(corner(-1.0, 1.0)),
        Curve::Line(corner(-1.0, -1.0)),
    ]
}

fn stroke_width(shape: &Shape) -> f32 {
    match shape {
        Shape::Stroke { width, .. } => *width,
        _ => 0.0,
    }
}
