//! What of a picture is seen: only what is on the points that it shows, each looked up quickly.
//! However much a record says, there are few of these.

use std::collections::BTreeMap;

use tengen_core::{Color, Line, Point, renju};

use super::{MoveNumbers, Picture, PictureMark, layout::PictureLayout, short};
use tengen_notation::Sign;

/// What is seen of a picture.
pub(super) struct PictureView<'a> {
    pub(super) layout: &'a PictureLayout,
    /// Each point once, in reading order.
    pub(super) stones: BTreeMap<Point, Color>,
    /// In the order in which they are drawn; none twice, and of several labels on a point the last.
    pub(super) marks: Vec<(Point, &'a PictureMark)>,
    /// What is written on stones: a label, or the liberties, or a number.
    pub(super) texts: BTreeMap<Point, String>,
    /// The last move, if it is seen.
    pub(super) last: Option<(Point, Color)>,
    /// Those with a stone that is seen.
    pub(super) lines: Vec<Line>,
}

impl<'a> PictureView<'a> {
    pub(super) fn new(picture: &'a Picture, layout: &'a PictureLayout) -> PictureView<'a> {
        let shown = |point: &Point| layout.shows(*point);
        let all = picture.stones.iter().chain(&picture.moves);
        // The latest stone of each point counts.
        let stones: BTreeMap<Point, Color> =
            all.copied().filter(|(point, _)| shown(point)).collect();
        let unnumbered = match picture.numbers {
            MoveNumbers::All => 0,
            MoveNumbers::Last(count) => picture.moves.len().saturating_sub(count),
        };
        let numbers = picture.moves.iter().zip(1_usize..).skip(unnumbered);
        let mut texts: BTreeMap<Point, String> = numbers
            .filter(|((point, _), _)| shown(point))
            .map(|(&(point, _), number)| (point, number.to_string()))
            .collect();
        let marks = marks(picture, layout);
        for (point, mark) in &marks {
            let text = match mark {
                PictureMark::Liberties(count) => count.to_string(),
                PictureMark::Sign(Sign::Label(label)) => short(label),
                // There is no room for both.
                _ => {
                    texts.remove(point);
                    continue;
                }
            };
            if stones.contains_key(point) {
                texts.insert(*point, text);
            }
        }
        let last = picture.moves.last().copied().filter(|(point, _)| shown(point));
        let lines = picture.lines.iter().filter(|line| line.points().any(|point| shown(&point)));
        PictureView { layout, stones, marks, texts, last, lines: lines.copied().collect() }
    }

    /// Why Black may not play on `point`, if that is marked.
    pub(super) fn forbidden(&self, point: Point) -> Option<renju::Foul> {
        self.marks.iter().find_map(|(at, mark)| match mark {
            PictureMark::Forbidden(foul) if *at == point => Some(*foul),
            _ => None,
        })
    }

    /// Whether something stands in the middle of `point` besides its stone.
    pub(super) fn is_taken(&self, point: Point) -> bool {
        self.texts.contains_key(&point) || self.marks.iter().any(|mark| mark.0 == point)
    }

    /// The points of a color.
    pub(super) fn of(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.stones.iter().filter(move |stone| *stone.1 == color).map(|(&point, _)| point)
    }

    /// The texts on stones of a color.
    pub(super) fn texts_on(&self, color: Color) -> impl Iterator<Item = (Point, &str)> + '_ {
        let texts = self.texts.iter().map(|(&point, text)| (point, text.as_str()));
        texts.filter(move |(point, _)| self.stones.get(point) == Some(&color))
    }
}

fn marks<'a>(picture: &'a Picture, layout: &PictureLayout) -> Vec<(Point, &'a PictureMark)> {
    let mut latest: BTreeMap<(Point, u8), (usize, &PictureMark)> = BTreeMap::new();
    for (order, (point, mark)) in picture.marks.iter().enumerate() {
        if layout.shows(*point) {
            latest.insert((*point, kind(mark)), (order, mark));
        }
    }
    let mut marks: Vec<(usize, Point, &PictureMark)> =
        latest.into_iter().map(|((point, _), (order, mark))| (order, point, mark)).collect();
    marks.sort_unstable_by_key(|mark| mark.0);
    marks.into_iter().map(|(_, point, mark)| (point, mark)).collect()
}

/// Marks of one kind hide each other.
const fn kind(mark: &PictureMark) -> u8 {
    match mark {
        PictureMark::Foul => 0,
        PictureMark::Threat => 1,
        PictureMark::Forbidden(_) => 2,
        PictureMark::Liberty => 3,
        PictureMark::Liberties(_) => 4,
        PictureMark::Sign(Sign::Label(_)) => 5,
        PictureMark::Sign(Sign::Circle) => 6,
        PictureMark::Sign(Sign::Cross) => 7,
        PictureMark::Sign(Sign::Square) => 8,
        PictureMark::Sign(Sign::Triangle) => 9,
        PictureMark::Sign(Sign::Selected) => 10,
    }
}
