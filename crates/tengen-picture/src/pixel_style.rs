//! Square stones on tiles, all of it made of small squares: the eight-bit look.

use tengen_core::{Color, Point};

use super::{
    PictureMark,
    bitmap_font::{BitmapFont, HEIGHT, SMALL_HEIGHT},
    layout::{BoardSide, NAME_SIZE, PITCH},
    scene::{Paint, SceneShape},
    style::{DrawParts, Painter, PointMark},
};
use tengen_notation::Sign;

/// From the middle square of a point to the edge of its tile.
const TILE: i32 = 9;

/// From the middle square of a point to the edge of a stone.
const STONE: i32 = 8;

/// How wide a text on a stone may be.
const ROOM: i32 = 15;

/// Square stones on tiles.
pub(super) struct PixelStyle;

impl DrawParts for PixelStyle {
    /// The tiles, the first part of those that are not shown, the stars, and what glows.
    fn board(&self, painter: &mut Painter<'_>) {
        let (columns, rows) = painter.layout.sides();
        let (right, bottom) = painter.layout.end();
        let over = |side| painter.layout.goes_on(side);
        let tiles = (0..rows).flat_map(|row| {
            (0..columns).map(move |column| around((column * PITCH, row * PITCH), TILE))
        });
        painter.plain(painter.theme.tile, tiles.collect());
        let mut parts = Vec::new();
        let (near, deep) = (PITCH - TILE, 5);
        for row in (0..rows).map(|row| row * PITCH - TILE) {
            let side = 2 * TILE + 1;
            if over(BoardSide::Left) {
                parts.push(block(-near - deep + 1, row, deep, side));
            }
            if over(BoardSide::Right) {
                parts.push(block(right + near, row, deep, side));
            }
        }
        for column in (0..columns).map(|column| column * PITCH - TILE) {
            let side = 2 * TILE + 1;
            if over(BoardSide::Top) {
                parts.push(block(column, -near - deep + 1, side, deep));
            }
            if over(BoardSide::Bottom) {
                parts.push(block(column, bottom + near, side, deep));
            }
        }
        painter.scene.add(Paint::Glass(painter.theme.tile, 0.5), parts);
        let stars = painter.layout.stars();
        let stars = stars.into_iter().map(|star| around(painter.layout.at(star), 1));
        painter.plain(painter.theme.line, stars.collect());
        let points = painter.view.lines.iter().flat_map(|line| line.points());
        let shown = points.filter(|&point| painter.layout.shows(point));
        let glow = shown.map(|point| around(painter.layout.at(point), TILE + 1));
        painter.plain(painter.theme.glow, glow.collect());
    }

    fn coordinates(&self, painter: &mut Painter<'_>) {
        let middle = |foot: i32| foot - NAME_SIZE / 2 + 1;
        let mut names = Vec::new();
        for (x, foot, name) in painter.layout.columns() {
            let (runs, wide) = BitmapFont::Letters.write(&name);
            names.extend(squares(&runs, x - wide / 2, middle(foot) - HEIGHT / 2));
        }
        for (x, foot, name) in painter.layout.rows() {
            let (runs, wide) = BitmapFont::Letters.write(&name);
            names.extend(squares(&runs, x - wide, middle(foot) - HEIGHT / 2));
        }
        painter.plain(painter.theme.coordinate, names);
    }

    /// The stones, with a frame around the last one.
    fn stones(&self, painter: &mut Painter<'_>) {
        if let Some((point, _)) = painter.view.last {
            painter.plain(painter.theme.mark, vec![around(painter.layout.at(point), TILE)]);
        }
        for color in Color::ALL {
            let theme = painter.theme.stone(color);
            let at: Vec<(i32, i32)> =
                painter.view.of(color).map(|point| painter.layout.at(point)).collect();
            let side = 2 * STONE + 1;
            let rims = at.iter().flat_map(|&(x, y)| {
                let (x, y) = (x - STONE, y - STONE);
                [block(x + 1, y, side - 2, side), block(x, y + 1, side, side - 2)]
            });
            painter.plain(theme.rim, rims.collect());
            let bodies = at.iter().map(|&at| around(at, STONE - 1));
            painter.plain(theme.body, bodies.collect());
            let lights = at.iter().flat_map(|&(x, y)| {
                let (x, y) = (x - STONE + 2, y - STONE + 2);
                [block(x, y, 4, 1), block(x, y + 1, 1, 2)]
            });
            painter.plain(theme.light, lights.collect());
        }
    }

    /// What is written on stones.
    fn texts(&self, painter: &mut Painter<'_>) {
        for color in Color::ALL {
            let texts = painter.view.texts_on(color);
            let written = texts.flat_map(|(point, text)| write_text(painter, point, text));
            painter.plain(painter.theme.stone(color).text, written.collect());
        }
    }

    fn mark(&self, painter: &mut Painter<'_>, &PointMark { point, mark, color }: &PointMark<'_>) {
        let at = painter.layout.at(point);
        match mark {
            PictureMark::Foul | PictureMark::Sign(Sign::Cross) => {
                let arms = (-4..=4).flat_map(|step| [(step, step), (step, -step)]);
                let (x, y) = at;
                painter
                    .plain(color, arms.map(|(dx, dy)| block(x + dx - 1, y + dy, 2, 1)).collect());
            }
            PictureMark::Threat | PictureMark::Sign(Sign::Square) => {
                painter.plain(color, frame(at, 5));
            }
            PictureMark::Sign(Sign::Circle) => {
                let (x, y) = at;
                let round = [(-2, -5, 5, 2), (-2, 4, 5, 2), (-5, -2, 2, 5), (4, -2, 2, 5)];
                let corners = [(-4, -4, 2, 2), (3, -4, 2, 2), (-4, 3, 2, 2), (3, 3, 2, 2)];
                let parts = round.into_iter().chain(corners);
                painter.plain(
                    color,
                    parts.map(|(dx, dy, w, h)| block(x + dx, y + dy, w, h)).collect(),
                );
            }
            PictureMark::Sign(Sign::Triangle) => {
                let (x, y) = at;
                let sides = (0..8).flat_map(|down| {
                    let out = (down + 1) / 2;
                    [block(x - out - 1, y - 4 + down, 2, 1), block(x + out, y - 4 + down, 2, 1)]
                });
                let foot = block(x - 5, y + 4, 11, 2);
                painter.plain(color, sides.chain([foot]).collect());
            }
            PictureMark::Sign(Sign::Selected) => painter.plain(color, vec![around(at, 3)]),
            PictureMark::Forbidden(foul) => {
                painter.plain(painter.theme.mark, vec![around(at, 6)]);
                let text = write_text(painter, point, &foul.mark().to_string());
                painter.plain(painter.theme.on_mark, text);
            }
            PictureMark::Liberty => {
                painter.plain(painter.theme.black.body, vec![around(at, 3)]);
                painter.plain(painter.theme.liberty, vec![around(at, 2)]);
            }
            // It is among the texts.
            PictureMark::Liberties(_) => {}
            PictureMark::Sign(Sign::Label(label)) => {
                painter.plain(painter.theme.tile, vec![around(at, 4)]);
                let text = write_text(painter, point, &super::short(label));
                painter.plain(painter.theme.label, text);
            }
        }
    }
}

/// A text around the middle of a point; nothing if it cannot be written there.
fn write_text(painter: &Painter<'_>, point: Point, text: &str) -> Vec<SceneShape> {
    let (x, y) = painter.layout.at(point);
    let kinds = [(BitmapFont::Letters, HEIGHT), (BitmapFont::Small, SMALL_HEIGHT)];
    for (kind, height) in kinds {
        let (runs, wide) = kind.write(text);
        if kind.spells(text) && wide <= ROOM {
            return squares(&runs, x - wide / 2, y - height / 2).collect();
        }
    }
    let at = (x as f32 + 0.5, y as f32 + 0.5);
    vec![SceneShape::Foreign { at, size: 11.0, text: text.to_owned() }]
}

fn block(x: i32, y: i32, width: i32, height: i32) -> SceneShape {
    SceneShape::Box { x: x as f32, y: y as f32, width: width as f32, height: height as f32 }
}

/// A block with `half` squares to each side of its middle one.
fn around((x, y): (i32, i32), half: i32) -> SceneShape {
    block(x - half, y - half, 2 * half + 1, 2 * half + 1)
}

/// A frame two squares thick.
fn frame((x, y): (i32, i32), half: i32) -> Vec<SceneShape> {
    let side = 2 * half + 1;
    vec![
        block(x - half, y - half, side, 2),
        block(x - half, y + half - 1, side, 2),
        block(x - half, y - half + 2, 2, side - 4),
        block(x + half - 1, y - half + 2, 2, side - 4),
    ]
}

/// The runs of a text whose box begins here.
fn squares(runs: &[(i32, i32, i32)], left: i32, top: i32) -> impl Iterator<Item = SceneShape> {
    runs.iter().map(move |&(x, y, long)| block(left + x, top + y, long, 1))
}
