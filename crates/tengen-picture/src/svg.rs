//! The SVG writer.

use std::fmt::{self, Display, Write as _};

use super::{
    layout::{BoardSide, Rectangle},
    scene::{Paint, PathSegment, Scene, SceneLayer, ScenePoint, SceneShape},
};

/// Writes the scene with its title, a description in words, and the name of its theme.
pub(super) fn write(scene: &Scene, title: &str, words: &str, name: &str) -> String {
    let mut svg = Svg { text: String::new(), name };
    svg.head(scene, title, words);
    let Rectangle { x, y, width, height } = scene.bounds;
    let corner = if scene.crisp { "" } else { " rx=\"6\"" };
    svg.put(format_args!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{corner} fill=\"{}\"/>\n",
        scene.ground
    ));
    for layer in &scene.layers {
        svg.layer(layer);
    }
    svg.put("</svg>\n");
    svg.text
}

struct Svg<'a> {
    text: String,
    name: &'a str,
}

impl Svg<'_> {
    fn put(&mut self, text: impl Display) {
        write!(self.text, "{text}").expect("a text takes any text");
    }

    /// What it is called, and the colors that are more than one.
    fn head(&mut self, scene: &Scene, title: &str, words: &str) {
        let Rectangle { x, y, width, height } = scene.bounds;
        let crisp = if scene.crisp { " shape-rendering=\"crispEdges\"" } else { "" };
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             role=\"img\"{crisp}>\n"
        ));
        self.put(format_args!("<title>{}</title>\n", escape(title)));
        self.put(format_args!("<desc>{}</desc>\n", escape(words)));
        let name = self.name;
        let mut defined = String::new();
        for layer in &scene.layers {
            let definition = match layer.paint {
                Paint::Plain(_) | Paint::Glass(..) => continue,
                Paint::Ball { name: ball, light, body } => {
                    let ((dx, dy), reach, turned) = Paint::LIGHT;
                    let (cx, cy, r) = (half(1.0 + dx), half(1.0 + dy), half(reach));
                    format!(
                        "<radialGradient id=\"tengen-{name}-{ball}\" cx=\"{cx}\" cy=\"{cy}\" \
                         r=\"{r}\"><stop stop-color=\"{light}\"/><stop offset=\"{}\" \
                         stop-color=\"{body}\"/></radialGradient>\n",
                        SvgNumber(turned)
                    )
                }
                Paint::Fade(color, side) => {
                    let way = match side {
                        BoardSide::Left => "",
                        BoardSide::Right => " x1=\"1\" x2=\"0\"",
                        BoardSide::Top => " x2=\"0\" y2=\"1\"",
                        BoardSide::Bottom => " x2=\"0\" y1=\"1\"",
                    };
                    format!(
                        "<linearGradient id=\"tengen-{name}-{side:?}\"{way}><stop \
                         stop-color=\"{color}\"/><stop offset=\"1\" stop-color=\"{color}\" \
                         stop-opacity=\"0\"/></linearGradient>\n"
                    )
                }
            };
            if !defined.contains(&definition) {
                defined.push_str(&definition);
            }
        }
        if !defined.is_empty() {
            self.put(format_args!("<defs>\n{defined}</defs>\n"));
        }
    }

    /// Each run of shapes of one kind is one element.
    fn layer(&mut self, layer: &SceneLayer) {
        for run in layer.shapes.chunk_by(|a, b| kind(a) == kind(b)) {
            let color = self.color(layer.paint);
            let clear = match layer.paint {
                Paint::Glass(_, opacity) => format!(" opacity=\"{}\"", SvgNumber(opacity)),
                _ => String::new(),
            };
            let path: String = run.iter().map(outline).collect();
            match &run[0] {
                SceneShape::Box { .. } => {
                    self.put(format_args!("<path d=\"{path}\" fill=\"{color}\"{clear}/>\n"));
                }
                SceneShape::Rule { width, .. } => self.put(format_args!(
                    "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{}\" \
                     stroke-linecap=\"square\"{clear}/>\n",
                    SvgNumber(*width)
                )),
                SceneShape::Stroke { width, .. } => self.put(format_args!(
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\"{clear}/>\n",
                    SvgNumber(*width)
                )),
                // Lines of no length with round ends: one path is all discs, and where they are
                // clear they do not add up.
                SceneShape::Disc { radius, .. } if !clear.is_empty() => self.put(format_args!(
                    "<path d=\"{path}\" stroke=\"{color}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\"{clear}/>\n",
                    SvgNumber(2.0 * radius)
                )),
                SceneShape::Disc { .. } => self.circles(run, format_args!("fill=\"{color}\"")),
                SceneShape::Ring { width, .. } => self.circles(
                    run,
                    format_args!(
                        "fill=\"none\" stroke=\"{color}\" stroke-width=\"{}\"{clear}",
                        SvgNumber(*width)
                    ),
                ),
                SceneShape::Foreign { .. } => self.foreign(run, &color),
            }
        }
    }

    fn color(&self, paint: Paint) -> String {
        match paint {
            Paint::Plain(color) | Paint::Glass(color, _) => color.to_string(),
            Paint::Ball { name, .. } => format!("url(#tengen-{}-{name})", self.name),
            Paint::Fade(_, side) => format!("url(#tengen-{}-{side:?})", self.name),
        }
    }

    fn circles(&mut self, run: &[SceneShape], look: fmt::Arguments<'_>) {
        self.put(format_args!("<g {look}>\n"));
        for shape in run {
            if let SceneShape::Disc { at, radius } | SceneShape::Ring { at, radius, .. } = shape {
                self.put(format_args!(
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
                    SvgNumber(at.0),
                    SvgNumber(at.1),
                    SvgNumber(*radius)
                ));
            }
        }
        self.put("</g>\n");
    }

    /// Texts that are left to the fonts of the viewer.
    fn foreign(&mut self, run: &[SceneShape], color: &str) {
        for shape in run {
            if let SceneShape::Foreign { at, size, text } = shape {
                self.put(format_args!(
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"sans-serif\" \
                     text-anchor=\"middle\" fill=\"{color}\">{}</text>\n",
                    SvgNumber(at.0),
                    SvgNumber(at.1 + 0.36 * size),
                    SvgNumber(*size),
                    escape(text)
                ));
            }
        }
    }
}

/// What must be equal in one element: the kind of shape, and its width or radius.
fn kind(shape: &SceneShape) -> (u8, f32) {
    match *shape {
        SceneShape::Box { .. } => (0, 0.0),
        SceneShape::Rule { width, .. } => (1, width),
        SceneShape::Disc { radius, .. } => (2, radius),
        SceneShape::Ring { width, .. } => (3, width),
        SceneShape::Stroke { width, .. } => (4, width),
        SceneShape::Foreign { .. } => (5, 0.0),
    }
}

/// A shape as part of a path.
fn outline(shape: &SceneShape) -> String {
    let pair = |spot: &ScenePoint| format!("{}{}", SvgNumber(spot.0), SvgNumberAfter(spot.1));
    match shape {
        SceneShape::Box { x, y, width, height } => format!(
            "M{}h{}v{}h{}z",
            pair(&(*x, *y)),
            SvgNumber(*width),
            SvgNumber(*height),
            SvgNumber(-width)
        ),
        // The fourth side needs no word; squares along a row or a column end where they began.
        SceneShape::Rule { from, to, .. } if from.0.to_bits() == to.0.to_bits() => {
            format!("M{}V{}", pair(from), SvgNumber(to.1))
        }
        SceneShape::Rule { from, to, .. } => format!("M{}H{}", pair(from), SvgNumber(to.0)),
        SceneShape::Disc { at, .. } | SceneShape::Ring { at, .. } => format!("M{}h0", pair(at)),
        SceneShape::Stroke { path, .. } => path
            .iter()
            .map(|curve| match curve {
                PathSegment::Move(to) => format!("M{}", pair(to)),
                PathSegment::Line(to) => format!("L{}", pair(to)),
                PathSegment::Quadratic(by, to) => format!("Q{}{}", pair(by), Pair(to)),
            })
            .collect(),
        SceneShape::Foreign { .. } => String::new(),
    }
}

fn half(number: f32) -> SvgNumber {
    SvgNumber(number / 2.0)
}

/// A number with at most two decimals, as short as can be.
struct SvgNumber(f32);

impl Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
        let (whole, part) = (size / 100, size % 100);
        let part = match part {
            0 => String::new(),
            part if part % 10 == 0 => format!(".{}", part / 10),
            part => format!(".{part:02}"),
        };
        match whole {
            0 if !part.is_empty() => write!(f, "{sign}{part}"),
            whole => write!(f, "{sign}{whole}{part}"),
        }
    }
}

/// A number that follows another one: a minus keeps them apart as well as a blank does.
struct SvgNumberAfter(f32);

impl Display for SvgNumberAfter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = SvgNumber(self.0).to_string();
        write!(f, "{}{number}", if number.starts_with('-') { "" } else { " " })
    }
}

/// Two numbers that follow another one.
struct Pair<'a>(&'a ScenePoint);

impl Display for Pair<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", SvgNumberAfter(self.0.0), SvgNumberAfter(self.0.1))
    }
}

/// Escapes a text for XML, and replaces characters that XML does not allow.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push('\u{FFFD}'),
            sign if sign.is_control() => escaped.push('\u{FFFD}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (0.5, ".5"),
            (-0.25, "-.25"),
            (7.0, "7"),
            (-12.305, "-12.31"),
            (3.1, "3.1"),
            (2.06, "2.06"),
        ] {
            assert_eq!(SvgNumber(number).to_string(), text);
        }
    }
}
