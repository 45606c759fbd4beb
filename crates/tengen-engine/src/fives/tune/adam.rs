//! Steps downhill.

/// Numbers that are to be found, with the memory of the steps so far: Adam (Kingma and Ba).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) numbers: Vec<f32>,
    mean: Vec<f32>,
    spread: Vec<f32>,
    steps: i32,
    floor: f32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SPREAD: f32 = 0.999;

    /// These numbers to begin with. Slopes far below `floor` make short steps: a number that is
    /// seldom asked for must not jump for the sake of a single game.
    pub(super) fn new(numbers: Vec<f32>, floor: f32) -> Adam {
        let zeros = vec![0.0; numbers.len()];
        Adam { numbers, mean: zeros.clone(), spread: zeros, steps: 0, floor }
    }

    /// A step against `slopes`, of each number at most about `rate` times its own of `rates`. All
    /// numbers shrink by the share `decay`.
    pub(super) fn step(&mut self, slopes: &[f32], rates: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let mean_part = 1.0 - Adam::MEAN.powi(self.steps);
        let spread_part = 1.0 - Adam::SPREAD.powi(self.steps);
        let memory = self.mean.iter_mut().zip(&mut self.spread);
        let all = self.numbers.iter_mut().zip(memory).zip(slopes).zip(rates);
        for (((number, (mean, spread)), slope), own_rate) in all {
            *mean += (1.0 - Adam::MEAN) * (slope - *mean);
            *spread += (1.0 - Adam::SPREAD) * (slope * slope - *spread);
            let size = (*spread / spread_part).sqrt() + self.floor;
            *number -= rate * own_rate * (*mean / mean_part) / size + decay * *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bottom_of_a_bowl_is_found() {
        let mut adam = Adam::new(vec![0.0; 2], 1e-3);
        for step in 0..4000 {
            let slopes = [adam.numbers[0] - 3.0, 0.1 * (adam.numbers[1] + 5.0)];
            adam.step(&slopes, &[1.0, 0.5], 0.05 * (1.0 - step as f32 / 4000.0), 0.0);
        }
        assert!((adam.numbers[0] - 3.0).abs() < 1e-2, "{:?}", adam.numbers);
        assert!((adam.numbers[1] + 5.0).abs() < 1e-2, "{:?}", adam.numbers);
    }
}
