//! The Adam optimizer.

/// Adam optimizer (Kingma and Ba) with decoupled weight decay: parameters and their moments.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    pub(super) parameters: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: i32,
    epsilon: f32,
}

impl Adam {
    const BETA1: f32 = 0.9;
    const BETA2: f32 = 0.999;

    /// The optimizer of initial parameters. Gradients far below `epsilon` make short steps: a parameter
    /// with few samples must not jump for the sake of a single game.
    pub(super) fn new(parameters: Vec<f32>, epsilon: f32) -> Adam {
        let zeros = vec![0.0; parameters.len()];
        Adam { parameters, first_moment: zeros.clone(), second_moment: zeros, steps: 0, epsilon }
    }

    /// One step of learning rate `rate`, times the parameter's own of `rates`, with weight decay `decay`.
    pub(super) fn step(&mut self, gradients: &[f32], rates: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let first_correction = 1.0 - Adam::BETA1.powi(self.steps);
        let second_correction = 1.0 - Adam::BETA2.powi(self.steps);
        let memory = self.first_moment.iter_mut().zip(&mut self.second_moment);
        let all = self.parameters.iter_mut().zip(memory).zip(gradients).zip(rates);
        for (((parameter, (first_moment, second_moment)), gradient), own_rate) in all {
            *first_moment += (1.0 - Adam::BETA1) * (gradient - *first_moment);
            *second_moment += (1.0 - Adam::BETA2) * (gradient * gradient - *second_moment);
            let size = (*second_moment / second_correction).sqrt() + self.epsilon;
            *parameter -=
                rate * own_rate * (*first_moment / first_correction) / size + decay * *parameter;
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
            let gradients = [adam.parameters[0] - 3.0, 0.1 * (adam.parameters[1] + 5.0)];
            adam.step(&gradients, &[1.0, 0.5], 0.05 * (1.0 - step as f32 / 4000.0), 0.0);
        }
        assert!((adam.parameters[0] - 3.0).abs() < 1e-2, "{:?}", adam.parameters);
        assert!((adam.parameters[1] + 5.0).abs() < 1e-2, "{:?}", adam.parameters);
    }
}
