//! Round stones on thin lines.

use tengen_core::{Color, Point};

use super::{
    PictureMark, Rgb,
    layout::{BoardSide, NAME_SIZE, PITCH, Rectangle},
    scene::{Paint, PathSegment, ScenePoint, SceneShape},
    stroke_font::{self, Anchor},
    style::{DrawParts, Painter, PointMark},
};
use tengen_notation::Sign;

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

/// Round stones on thin lines.
pub(super) struct SmoothStyle;

impl DrawParts for SmoothStyle {
    /// The lines, the edges, what fades where the board goes on, and the stars.
    fn board(&self, painter: &mut Painter<'_>) {
        let (columns, rows) = painter.layout.sides();
        let (right, bottom) = painter.layout.end();
        let over = |side| painter.layout.overhang(side);
        let (left, top) = (-over(BoardSide::Left), -over(BoardSide::Top));
        let (end, foot) = (right + over(BoardSide::Right), bottom + over(BoardSide::Bottom));
        let rule = |from: (i32, i32), to: (i32, i32), width: f32| SceneShape::Rule {
            from: (from.0 as f32, from.1 as f32),
            to: (to.0 as f32, to.1 as f32),
            width,
        };
        let across = (0..columns).map(|column| column * PITCH);
        let down = (0..rows).map(|row| row * PITCH);
        let lines = across
            .map(|x| rule((x, top), (x, foot), LINE))
            .chain(down.map(|y| rule((left, y), (end, y), LINE)));
        painter.plain(painter.theme.line, lines.collect());
        let edges = BoardSide::ALL.into_iter().filter(|&side| !painter.layout.goes_on(side));
        let edges = edges.map(|side| match side {
            BoardSide::Left => rule((0, top), (0, foot), EDGE),
            BoardSide::Right => rule((right, top), (right, foot), EDGE),
            BoardSide::Top => rule((left, 0), (end, 0), EDGE),
            BoardSide::Bottom => rule((left, bottom), (end, bottom), EDGE),
        });
        painter.plain(painter.theme.line, edges.collect());
        for side in BoardSide::ALL {
            if let Some(Rectangle { x, y, width, height }) = painter.layout.fade(side) {
                let (x, y) = (x as f32, y as f32);
                let (width, height) = (width as f32, height as f32);
                let shapes = vec![SceneShape::Box { x, y, width, height }];
                painter.scene.add(Paint::Fade(painter.theme.board, side), shapes);
            }
        }
        let stars = painter.layout.stars();
        let discs =
            stars.into_iter().map(|star| SceneShape::Disc { at: painter.spot(star), radius: 2.4 });
        painter.plain(painter.theme.line, discs.collect());
    }

    /// The names of columns and rows.
    fn coordinates(&self, painter: &mut Painter<'_>) {
        let height = NAME_SIZE as f32 * 0.72;
        let middle = |foot: i32| foot as f32 - height / 2.0;
        let write = |(x, foot, name): &(i32, i32, String), anchor| SceneShape::Stroke {
            path: stroke_font::write(name, (*x as f32, middle(*foot)), height, anchor),
            width: 0.85,
        };
        let (columns, rows) = (painter.layout.columns(), painter.layout.rows());
        let names = columns.iter().map(|name| write(name, Anchor::Middle));
        let names = names.chain(rows.iter().map(|name| write(name, Anchor::Right)));
        painter.plain(painter.theme.coordinate, names.collect());
    }

    /// All stones, those of the moves on top.
    fn stones(&self, painter: &mut Painter<'_>) {
        lines(painter);
        let round = painter.theme.white.light != painter.theme.white.body;
        // What is flat has no shadow.
        let shadows = painter.view.stones.keys().filter(|_| round).map(|&point| {
            let (x, y) = painter.spot(point);
            SceneShape::Disc { at: (x + 0.7, y + 1.2), radius: 9.7 }
        });
        painter.scene.add(Paint::Glass(Rgb(0, 0, 0), 0.22), shadows.collect());
        for color in Color::ALL {
            let theme = painter.theme.stone(color);
            let at = || painter.view.of(color).map(|point| painter.spot(point));
            let name = if color == Color::Black { "black" } else { "white" };
            let ball = Paint::Ball { name, light: theme.light, body: theme.body };
            let discs: Vec<SceneShape> =
                at().map(|at| SceneShape::Disc { at, radius: STONE }).collect();
            // A flat stone that is hardly distinct from the board has a thick rim; the WCAG ask 3 of
            // shapes.
            let flat = theme.light == theme.body;
            let faint = flat && theme.body.contrast(painter.theme.board) < 3.0;
            let width = if faint { 1.6 } else { 0.6 };
            let rims: Vec<SceneShape> = at()
                .map(|at| SceneShape::Ring { at, radius: STONE - width / 2.0, width })
                .collect();
            painter.scene.add(ball, discs);
            painter.plain(theme.rim, rims);
        }
    }

    /// What is written on stones, and a ring on the last one.
    fn texts(&self, painter: &mut Painter<'_>) {
        for color in Color::ALL {
            let texts = painter.view.texts_on(color);
            let mut written: Vec<SceneShape> =
                texts.map(|(point, text)| write_text(painter, point, text)).collect();
            // Equal widths side by side, so that they are one element.
            written.sort_by(|a, b| stroke_width(b).total_cmp(&stroke_width(a)));
            painter.plain(painter.theme.stone(color).text, written);
        }
        if let Some((point, color)) = painter.view.last {
            let (radius, width) =
                if painter.view.is_taken(point) { (8.3, 1.4) } else { (4.4, 1.8) };
            let ring = SceneShape::Ring { at: painter.spot(point), radius, width };
            painter.plain(painter.theme.stone(color).ring, vec![ring]);
        }
    }

    fn mark(&self, painter: &mut Painter<'_>, &PointMark { point, mark, color }: &PointMark<'_>) {
        let at = painter.spot(point);
        match mark {
            PictureMark::Foul | PictureMark::Sign(Sign::Cross) => {
                let path = vec![
                    PathSegment::Move((at.0 - 4.5, at.1 - 4.5)),
                    PathSegment::Line((at.0 + 4.5, at.1 + 4.5)),
                    PathSegment::Move((at.0 + 4.5, at.1 - 4.5)),
                    PathSegment::Line((at.0 - 4.5, at.1 + 4.5)),
                ];
                painter.plain(color, vec![SceneShape::Stroke { path, width: 2.2 }]);
            }
            PictureMark::Threat | PictureMark::Sign(Sign::Circle) => {
                painter.plain(color, vec![SceneShape::Ring { at, radius: 5.2, width: 2.0 }]);
            }
            PictureMark::Forbidden(foul) => {
                let (x, y) = (at.0 - 6.5, at.1 - 6.5);
                let sign = SceneShape::Box { x, y, width: 13.0, height: 13.0 };
                painter.plain(painter.theme.mark, vec![sign]);
                let text = write_text(painter, point, &foul.mark().to_string());
                painter.plain(painter.theme.on_mark, vec![text]);
            }
            PictureMark::Liberty => {
                painter.plain(painter.theme.board, vec![SceneShape::Disc { at, radius: 4.4 }]);
                painter.plain(painter.theme.liberty, vec![SceneShape::Disc { at, radius: 3.4 }]);
            }
            // It is among the texts.
            PictureMark::Liberties(_) => {}
            PictureMark::Sign(Sign::Label(label)) => {
                painter.plain(painter.theme.board, vec![SceneShape::Disc { at, radius: 7.5 }]);
                let text = write_text(painter, point, &super::short(label));
                painter.plain(painter.theme.label, vec![text]);
            }
            PictureMark::Sign(Sign::Square) => {
                let path = square(at, 4.6);
                painter.plain(color, vec![SceneShape::Stroke { path, width: 1.9 }]);
            }
            PictureMark::Sign(Sign::Triangle) => {
                let corner = |x: f32, y: f32| (at.0 + x, at.1 + y);
                let (top, right, left) = (corner(0.0, -5.8), corner(5.0, 3.2), corner(-5.0, 3.2));
                let path = vec![
                    PathSegment::Move(top),
                    PathSegment::Line(right),
                    PathSegment::Line(left),
                    PathSegment::Line(top),
                ];
                painter.plain(color, vec![SceneShape::Stroke { path, width: 1.9 }]);
            }
            PictureMark::Sign(Sign::Selected) => {
                let shape =
                    SceneShape::Box { x: at.0 - 3.6, y: at.1 - 3.6, width: 7.2, height: 7.2 };
                painter.plain(color, vec![shape]);
            }
        }
    }
}

/// What glows under lines that win.
fn lines(painter: &mut Painter<'_>) {
    let mut strokes = Vec::new();
    for line in &painter.view.lines {
        let mut ends = line.points().filter(|&point| painter.layout.shows(point));
        let Some(first) = ends.next() else { continue };
        let last = ends.last().unwrap_or(first);
        let path =
            vec![PathSegment::Move(painter.spot(first)), PathSegment::Line(painter.spot(last))];
        strokes.push(SceneShape::Stroke { path, width: 25.0 });
    }
    painter.scene.add(Paint::Glass(painter.theme.glow, 0.7), strokes);
}

/// A text around the middle of a point, as large as there is room.
fn write_text(painter: &Painter<'_>, point: Point, text: &str) -> SceneShape {
    let at = painter.spot(point);
    if !stroke_font::spells(text) {
        return SceneShape::Foreign { at, size: 11.0, text: text.to_owned() };
    }
    let height = (ROOM / stroke_font::width(text, 1.0).max(0.1)).min(TALL);
    let path = stroke_font::write(text, at, height, Anchor::Middle);
    SceneShape::Stroke { path, width: (0.42 + 0.13 * height).min(1.4) }
}

fn square((x, y): ScenePoint, half: f32) -> Vec<PathSegment> {
    let corner = |right: f32, down: f32| (x + right * half, y + down * half);
    vec![
        PathSegment::Move(corner(-1.0, -1.0)),
        PathSegment::Line(corner(1.0, -1.0)),
        PathSegment::Line(corner(1.0, 1.0)),
        PathSegment::Line(corner(-1.0, 1.0)),
        PathSegment::Line(corner(-1.0, -1.0)),
    ]
}

fn stroke_width(shape: &SceneShape) -> f32 {
    match shape {
        SceneShape::Stroke { width, .. } => *width,
        _ => 0.0,
    }
}
