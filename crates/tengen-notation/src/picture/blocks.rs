//! Square stones on tiles, all of it made of small squares: the eight-bit look.

use tengen_core::{Color, Point};

use super::{
    Mark, Rgb, Theme,
    bitmaps::{HEIGHT, Kind, SMALL_HEIGHT},
    layout::{Layout, NAME_SIZE, PITCH, Side},
    scene::{Paint, Scene, Shape},
    view::View,
};
use crate::Sign;

/// From the middle square of a point to the edge of its tile.
const TILE: i32 = 9;

/// The same to the edge of a stone.
const STONE: i32 = 8;

/// How wide a text on a stone may be.
const ROOM: i32 = 15;

/// The scene of a picture.
pub(super) fn scene(view: &View<'_>, theme: &Theme) -> Scene {
    let (bounds, ground) = (view.layout.bounds(), theme.board);
    let scene = Scene { bounds, ground, layers: Vec::new(), crisp: true };
    let mut painter = Painter { scene, view, layout: view.layout, theme };
    painter.board();
    painter.names();
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
    fn plain(&mut self, color: Rgb, shapes: Vec<Shape>) {
        self.scene.add(Paint::Plain(color), shapes);
    }

    /// The tiles, the first part of those that are not shown, the stars, and what glows.
    fn board(&mut self) {
        let (columns, rows) = self.layout.sides();
        let (right, bottom) = self.layout.end();
        let over = |side| self.layout.goes_on(side);
        let tiles = (0..rows).flat_map(|row| {
            (0..columns).map(move |column| around((column * PITCH, row * PITCH), TILE))
        });
        self.plain(self.theme.tile, tiles.collect());
        let mut parts = Vec::new();
        let (near, deep) = (PITCH - TILE, 5);
        for row in (0..rows).map(|row| row * PITCH - TILE) {
            let side = 2 * TILE + 1;
            if over(Side::Left) {
                parts.push(block(-near - deep + 1, row, deep, side));
            }
            if over(Side::Right) {
                parts.push(block(right + near, row, deep, side));
            }
        }
        for column in (0..columns).map(|column| column * PITCH - TILE) {
            let side = 2 * TILE + 1;
            if over(Side::Top) {
                parts.push(block(column, -near - deep + 1, side, deep));
            }
            if over(Side::Bottom) {
                parts.push(block(column, bottom + near, side, deep));
            }
        }
        self.scene.add(Paint::Glass(self.theme.tile, 0.5), parts);
        let stars = self.layout.stars();
        let stars = stars.into_iter().map(|star| around(self.layout.at(star), 1));
        self.plain(self.theme.line, stars.collect());
        let points = self.view.lines.iter().flat_map(|line| line.points());
        let shown = points.filter(|&point| self.layout.shows(point));
        let glow = shown.map(|point| around(self.layout.at(point), TILE + 1));
        self.plain(self.theme.glow, glow.collect());
    }

    fn names(&mut self) {
        let middle = |foot: i32| foot - NAME_SIZE / 2 + 1;
        let mut names = Vec::new();
        for (x, foot, name) in self.layout.columns() {
            let (runs, wide) = Kind::Letters.write(&name);
            names.extend(squares(&runs, x - wide / 2, middle(foot) - HEIGHT / 2));
        }
        for (x, foot, name) in self.layout.rows() {
            let (runs, wide) = Kind::Letters.write(&name);
            names.extend(squares(&runs, x - wide, middle(foot) - HEIGHT / 2));
        }
        self.plain(self.theme.coordinate, names);
    }

    /// The stones, with a frame around the last one.
    fn stones(&mut self) {
        if let Some((point, _)) = self.view.last {
            self.plain(self.theme.mark, vec![around(self.layout.at(point), TILE)]);
        }
        for color in Color::ALL {
            let theme = self.theme.stone(color);
            let at: Vec<(i32, i32)> =
                self.view.of(color).map(|point| self.layout.at(point)).collect();
            let side = 2 * STONE + 1;
            let rims = at.iter().flat_map(|&(x, y)| {
                let (x, y) = (x - STONE, y - STONE);
                [block(x + 1, y, side - 2, side), block(x, y + 1, side, side - 2)]
            });
            self.plain(theme.rim, rims.collect());
            let bodies = at.iter().map(|&at| around(at, STONE - 1));
            self.plain(theme.body, bodies.collect());
            let lights = at.iter().flat_map(|&(x, y)| {
                let (x, y) = (x - STONE + 2, y - STONE + 2);
                [block(x, y, 4, 1), block(x, y + 1, 1, 2)]
            });
            self.plain(theme.light, lights.collect());
        }
    }

    /// What is written on stones.
    fn texts(&mut self) {
        for color in Color::ALL {
            let texts = self.view.texts_on(color);
            let written = texts.flat_map(|(point, text)| self.text(point, text));
            self.plain(self.theme.stone(color).text, written.collect());
        }
    }

    /// A text around the middle of a point; nothing if it cannot be written there.
    fn text(&self, point: Point, text: &str) -> Vec<Shape> {
        let (x, y) = self.layout.at(point);
        let kinds = [(Kind::Letters, HEIGHT), (Kind::Small, SMALL_HEIGHT)];
        for (kind, height) in kinds {
            let (runs, wide) = kind.write(text);
            if kind.spells(text) && wide <= ROOM {
                return squares(&runs, x - wide / 2, y - height / 2).collect();
            }
        }
        let at = (x as f32 + 0.5, y as f32 + 0.5);
        vec![Shape::Foreign { at, size: 11.0, text: text.to_owned() }]
    }

    fn marks(&mut self) {
        let view = self.view;
        for (point, mark) in &view.marks {
            let at = self.layout.at(*point);
            let stone = view.stones.get(point).map(|&color| self.theme.stone(color));
            let color = stone.map_or(self.theme.mark, |stone| stone.ring);
            match mark {
                Mark::Foul | Mark::Sign(Sign::Cross) => {
                    let arms = (-4..=4).flat_map(|step| [(step, step), (step, -step)]);
                    let (x, y) = at;
                    self.plain(
                        color,
                        arms.map(|(dx, dy)| block(x + dx - 1, y + dy, 2, 1)).collect(),
                    );
                }
                Mark::Threat | Mark::Sign(Sign::Square) => self.plain(color, frame(at, 5)),
                Mark::Sign(Sign::Circle) => {
                    let (x, y) = at;
                    let round = [(-2, -5, 5, 2), (-2, 4, 5, 2), (-5, -2, 2, 5), (4, -2, 2, 5)];
                    let corners = [(-4, -4, 2, 2), (3, -4, 2, 2), (-4, 3, 2, 2), (3, 3, 2, 2)];
                    let parts = round.into_iter().chain(corners);
                    self.plain(
                        color,
                        parts.map(|(dx, dy, w, h)| block(x + dx, y + dy, w, h)).collect(),
                    );
                }
                Mark::Sign(Sign::Triangle) => {
                    let (x, y) = at;
                    let sides = (0..8).flat_map(|down| {
                        let out = (down + 1) / 2;
                        [block(x - out - 1, y - 4 + down, 2, 1), block(x + out, y - 4 + down, 2, 1)]
                    });
                    let foot = block(x - 5, y + 4, 11, 2);
                    self.plain(color, sides.chain([foot]).collect());
                }
                Mark::Sign(Sign::Selected) => self.plain(color, vec![around(at, 3)]),
                Mark::Forbidden(foul) => {
                    self.plain(self.theme.mark, vec![around(at, 6)]);
                    let text = self.text(*point, &foul.mark().to_string());
                    self.plain(self.theme.on_mark, text);
                }
                Mark::Liberty => {
                    self.plain(self.theme.black.body, vec![around(at, 3)]);
                    self.plain(self.theme.liberty, vec![around(at, 2)]);
                }
                // It is among the texts.
                Mark::Liberties(_) => {}
                Mark::Sign(Sign::Label(label)) => {
                    if stone.is_none() {
                        self.plain(self.theme.tile, vec![around(at, 4)]);
                        let text = self.text(*point, &super::short(label));
                        self.plain(self.theme.label, text);
                    }
                }
            }
        }
    }
}

fn block(x: i32, y: i32, width: i32, height: i32) -> Shape {
    Shape::Box { x: x as f32, y: y as f32, width: width as f32, height: height as f32 }
}

/// A block with so many squares to each side of its middle one.
fn around((x, y): (i32, i32), half: i32) -> Shape {
    block(x - half, y - half, 2 * half + 1, 2 * half + 1)
}

/// A frame two squares thick.
fn frame((x, y): (i32, i32), half: i32) -> Vec<Shape> {
    let side = 2 * half + 1;
    vec![
        block(x - half, y - half, side, 2),
        block(x - half, y + half - 1, side, 2),
        block(x - half, y - half + 2, 2, side - 4),
        block(x + half - 1, y - half + 2, 2, side - 4),
    ]
}

/// The runs of a text whose box begins here.
fn squares(runs: &[(i32, i32, i32)], left: i32, top: i32) -> impl Iterator<Item = Shape> {
    runs.iter().map(move |&(x, y, long)| block(left + x, top + y, long, 1))
}
