//! Alternative text: a picture in words, for those who cannot see it.

use std::fmt::Write as _;

use tengen_core::{Area, Color, Point, renju::Foul};

use super::{Picture, PictureMark, layout::PictureLayout};
use tengen_notation::Sign;

impl Picture {
    /// What the picture is called.
    pub(super) fn title(&self) -> String {
        match (&self.title, self.area) {
            (Some(title), _) => title.clone(),
            (None, Area::Bounded { .. }) => format!("A position on a {} board", self.area),
            (None, Area::Unbounded) => "A position on a board without edges".to_owned(),
        }
    }

    /// The long description.
    pub(super) fn description(&self, layout: &PictureLayout) -> String {
        let of = |color: Color| self.stones.iter().filter(move |stone| stone.1 == color).count();
        let (black, white) = (of(Color::Black), of(Color::White));
        let mut text = format!("Stones: {black} black, {white} white.");
        let mut list = |what: &str, names: Vec<String>| {
            if !names.is_empty() {
                let _ = write!(text, " {what}: {}.", names.join(" "));
            }
        };
        let name = |point: Point| {
            let area = if self.area.contains(point) { self.area } else { Area::Unbounded };
            area.name(point)
        };
        if let Some(&(_, first)) = self.moves.first() {
            let moves = self.moves.iter().map(|&(point, _)| name(point));
            list(&format!("Moves, {first} first"), moves.collect());
        }
        let marked = |wanted: &dyn Fn(&PictureMark) -> bool| {
            let points = self.marks.iter().filter(|(_, mark)| wanted(mark));
            points.map(|&(point, _)| name(point)).collect::<Vec<String>>()
        };
        list("Forbidden", marked(&|mark| *mark == PictureMark::Foul));
        for foul in Foul::ALL {
            let points = marked(&|mark| *mark == PictureMark::Forbidden(foul));
            list(&format!("Forbidden to black, {foul}"), points);
        }
        list("Threats", marked(&|mark| *mark == PictureMark::Threat));
        list("Liberties", marked(&|mark| *mark == PictureMark::Liberty));
        let label = |(point, mark): &(Point, PictureMark)| match mark {
            PictureMark::Sign(Sign::Label(label)) => Some(format!("{label} on {}", name(*point))),
            _ => None,
        };
        let labels: Vec<String> = self.marks.iter().filter_map(label).collect();
        list("Labels", if labels.is_empty() { labels } else { vec![labels.join(", ")] });
        for (what, sign) in [
            ("Circles", Sign::Circle),
            ("Crosses", Sign::Cross),
            ("Squares", Sign::Square),
            ("Triangles", Sign::Triangle),
            ("Selected", Sign::Selected),
        ] {
            list(what, marked(&|mark| *mark == PictureMark::Sign(sign.clone())));
        }
        for line in &self.lines {
            list(&format!("A {} of {}", line.axis, line.length), line.points().map(name).collect());
        }
        let all = self.stones.iter().chain(&self.moves);
        let hidden = all.filter(|&&(point, _)| !layout.shows(point)).count();
        if hidden > 0 {
            let _ = write!(text, " Outside the picture: {hidden}.");
        }
        text
    }
}
