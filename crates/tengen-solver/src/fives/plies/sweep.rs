//! All places where a five could still be made, found by going along every line that has a stone.
//!
//! A line is a run of sorted words, so that the work is local to the stones, wherever they are: a
//! million stones are sorted four times, once for each axis, and never looked up.

use tengen_core::{Area, Axis, Color, Law, Line, Point, Rule};

/// Five points in a row, without a stone of the other side, that an owner could make a five of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenPlace {
    pub(super) color: Color,
    pub(super) axis: Axis,
    /// The first point.
    pub(super) start: Point,
    /// Which of the five points are empty, the first in the lowest bit.
    pub(super) empty: u8,
    /// Which of the two points next to the five (before, after) are empty and must not get an own
    /// stone, since six would not win.
    pub(super) spoilers: u8,
}

impl OpenPlace {
    /// The empty points.
    pub(super) fn cells(self) -> impl Iterator<Item = Point> {
        let inside = (0..5).filter(move |step| self.empty >> step & 1 == 1);
        inside.map(move |step| self.start.along(self.axis, step))
    }

    /// The points that must not get an own stone.
    pub(super) fn outside(self) -> impl Iterator<Item = Point> {
        let ends = [-1, 5].into_iter().enumerate();
        ends.filter(move |(end, _)| self.spoilers >> end & 1 == 1)
            .map(move |(_, step)| self.start.along(self.axis, step))
    }
}

/// A stone in a word: the number of its line, the place on it and the color, 32, 31 and 1 bits.
///
/// Why it fits: coordinates have 31 bits with their sign, and the sum of two has 32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SweepStone(u64);

impl SweepStone {
    const SHIFT: i64 = 1 << 30;

    fn new(axis: Axis, (Point { x, y }, color): (Point, Color)) -> SweepStone {
        let (line, place) = match axis {
            Axis::Row => (y, x),
            Axis::Column => (x, y),
            Axis::Fall => (x - y, x),
            Axis::Rise => (x + y, x),
        };
        let line = (i64::from(line) - i64::from(i32::MIN)) as u64;
        SweepStone(line << 32 | ((i64::from(place) + SweepStone::SHIFT) as u64) << 1 | color as u64)
    }

    /// The point `steps` further along the line.
    fn point(self, axis: Axis, steps: i32) -> Point {
        let line = ((self.0 >> 32) as i64 + i64::from(i32::MIN)) as i32;
        let place = ((self.0 >> 1 & 0x7FFF_FFFF) as i64 - SweepStone::SHIFT) as i32 + steps;
        match axis {
            Axis::Row => Point::new(place, line),
            Axis::Column => Point::new(line, place),
            Axis::Fall => Point::new(place, place - line),
            Axis::Rise => Point::new(place, line - place),
        }
    }

    fn color(self) -> Color {
        Color::ALL[(self.0 & 1) as usize]
    }

    /// How many steps `later` is further along the same line; a large number if it is on another.
    fn steps_to(self, later: SweepStone) -> u64 {
        (later.0 >> 1) - (self.0 >> 1)
    }
}

/// What a sweep found.
#[derive(Default)]
pub(super) struct Swept {
    /// All places asked for.
    pub(super) places: Vec<OpenPlace>,
    /// A row that has won, if there is one: the first in reading order along the first axis.
    pub(super) won: Option<Line>,
    /// A point with two stones, if there is one.
    pub(super) twice: Option<Point>,
    /// Whether there were more places than asked for.
    pub(super) too_many: bool,
}

/// Finds every place that needs at most `needs` stones of its color. Stones must be in play on an
/// unbounded board.
pub(super) fn sweep(rule: Rule, stones: &[(Point, Color)], needs: [u32; 2], most: usize) -> Swept {
    debug_assert!(stones.iter().all(|&(point, _)| Area::Unbounded.contains(point)));
    let mut swept = Swept::default();
    let mut words = Vec::with_capacity(stones.len());
    for axis in Axis::ALL {
        words.clear();
        words.extend(stones.iter().map(|&stone| SweepStone::new(axis, stone)));
        words.sort_unstable();
        if axis == Axis::Row {
            let double = words.windows(2).find(|pair| pair[0].steps_to(pair[1]) == 0);
            swept.twice = double.map(|pair| pair[0].point(axis, 0));
            if swept.twice.is_some() {
                return swept;
            }
        }
        let mut along = Along { rule, axis, words: &words, needs, most, swept: &mut swept };
        along.run();
    }
    swept
}

/// All lines of one axis.
struct Along<'a> {
    rule: Rule,
    axis: Axis,
    words: &'a [SweepStone],
    needs: [u32; 2],
    most: usize,
    swept: &'a mut Swept,
}

impl Along<'_> {
    fn run(&mut self) {
        // A place is found at its first stone, and has at least `fewest` of them.
        let fewest = Color::ALL.map(|color| 5 - self.needs[color as usize] as usize);
        for first in 0..self.words.len() {
            let stone = self.words[first];
            let last = first + fewest[stone.color() as usize] - 1;
            if last < self.words.len() && stone.steps_to(self.words[last]) <= 4 {
                self.places_from(first);
            }
        }
    }

    /// Finds the places whose first stone is the one of this number.
    fn places_from(&mut self, first: usize) {
        let stone = self.words[first];
        let color = stone.color();
        let law = self.rule.law(color).expect("a rule of lines has laws");
        let need = self.needs[color as usize];
        // The points between the stone before this one and this one.
        let gap = match first.checked_sub(1).map(|before| self.words[before].steps_to(stone)) {
            Some(steps) => steps.saturating_sub(1),
            None => u64::MAX,
        };
        for before in (0..=gap.min(4)).rev() {
            // `before` points before the stone, all empty; bits are own stones from the first point.
            let mut own = 0_u8;
            let mut next = first;
            while let Some(&other) = self.words.get(next)
                && stone.steps_to(other) + before <= 4
            {
                if other.color() != color {
                    break;
                }
                own |= 1 << (stone.steps_to(other) + before);
                next += 1;
            }
            let after = self.words.get(next).filter(|&&other| stone.steps_to(other) + before <= 5);
            let enemy_inside = after.is_some_and(|&other| stone.steps_to(other) + before <= 4);
            if enemy_inside || 5 - own.count_ones() > need {
                continue;
            }
            let ends = [(gap == before).then(|| self.words[first - 1]), after.copied()];
            let start = stone.point(self.axis, -(before as i32));
            self.add(law, color, start, own, ends);
            if own == 0x1F && self.swept.won.is_some_and(|won| won.start == start) {
                self.measure(first);
            }
        }
    }

    /// Counts the stones of the row that has won, which begins with the one of this number.
    fn measure(&mut self, first: usize) {
        let (stone, words) = (self.words[first], &self.words[first..]);
        let own = |&(steps, other): &(usize, &SweepStone)| {
            stone.steps_to(*other) == steps as u64 && other.color() == stone.color()
        };
        let length = words.iter().enumerate().take_while(own).count() as u32;
        self.swept.won = self.swept.won.map(|won| Line { length, ..won });
    }

    fn add(
        &mut self,
        law: Law,
        color: Color,
        start: Point,
        own: u8,
        ends: [Option<SweepStone>; 2],
    ) {
        let mut spoilers = 0;
        if !law.long_rows_win() {
            for (end, stone) in ends.into_iter().enumerate() {
                match stone {
                    Some(stone) if stone.color() == color => return,
                    Some(_) => {}
                    None => spoilers |= 1 << end,
                }
            }
        }
        if own == 0x1F {
            let line = Line { color, start, axis: self.axis, length: 5 };
            self.swept.won.get_or_insert(line);
        } else if self.swept.places.len() < self.most {
            let place = OpenPlace { color, axis: self.axis, start, empty: own ^ 0x1F, spoilers };
            self.swept.places.push(place);
        } else {
            self.swept.too_many = true;
        }
    }
}
