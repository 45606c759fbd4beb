//! The losses of a round of training, epoch by epoch.

use std::fmt::Write as _;

use super::Loss;

/// Loss curve: the losses before the first epoch and after each, on the training and on the validation
/// positions.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct LossCurve(Vec<[Loss; 2]>);

impl LossCurve {
    /// Names of the columns of [`to_tsv`](LossCurve::to_tsv).
    pub const HEADER: &str = "epoch\tvalue\tvalue_aside\turge\turge_aside\n";

    pub(super) fn push(&mut self, losses: [Loss; 2]) {
        self.0.push(losses);
    }

    /// The last line of [`to_tsv`](LossCurve::to_tsv); only the header if there is none.
    pub fn last_row(&self) -> String {
        self.0.len().checked_sub(1).map_or(LossCurve::HEADER.to_owned(), |last| self.row(last))
    }

    fn row(&self, epoch: usize) -> String {
        let [train, validation] = self.0[epoch];
        format!(
            "{epoch}\t{:.5}\t{:.5}\t{:.5}\t{:.5}\n",
            train.value, validation.value, train.policy, validation.policy
        )
    }

    /// All losses as tab-separated values.
    pub fn to_tsv(&self) -> String {
        let rows = (0..self.0.len()).map(|epoch| self.row(epoch));
        LossCurve::HEADER.to_owned() + &rows.collect::<String>()
    }

    /// The losses of results and of moves as an SVG picture, those of validation dashed.
    #[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
    pub fn to_svg(&self) -> String {
        const SIDE: f64 = 240.0;
        let (width, height) = (2.0 * SIDE + 60.0, SIDE + 40.0);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">"#
        );
        let kinds: [fn(&Loss) -> f64; 2] = [|loss| loss.value, |loss| loss.policy];
        for (number, kind) in kinds.into_iter().enumerate() {
            let name = ["results", "moves"][number];
            let left = 20.0 + number as f64 * (SIDE + 20.0);
            let all = || self.0.iter().flatten().map(kind);
            let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max));
            let range = (high - low).max(1e-9);
            for (samples, dashes) in [(0, "none"), (1, "4 3")] {
                let mut points = String::new();
                for (epoch, losses) in self.0.iter().enumerate() {
                    let x = left + SIDE * epoch as f64 / (self.0.len().max(2) - 1) as f64;
                    let y = 20.0 + SIDE * (high - kind(&losses[samples])) / range;
                    let _ = write!(points, "{x:.1},{y:.1} ");
                }
                let _ = write!(
                    svg,
                    r#"<polyline fill="none" stroke="black" stroke-dasharray="{dashes}" points="{points}"/>"#
                );
            }
            let _ = write!(
                svg,
                r#"<text x="{left}" y="14" font-size="12">{name}: {high:.4} to {low:.4}</text>"#
            );
        }
        svg + "</svg>\n"
    }
}
