//! Positions of games, and training on them.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_engine::{
    nogo::{NetInput, PolicyValueNet as Net},
    playout::Rng,
};

use crate::gradient::{Lesson, Losses, WEIGHTS, Workspace, learn, logistic, spreads};

/// A position of a game, with what became of it.
pub(crate) struct Sample {
    width: u16,
    height: u16,
    turn: Color,
    stones: Vec<(Point, Color)>,
    /// The shares of the visits; empty if it was not searched.
    policy: Vec<(Point, f32)>,
    /// The mean of the search, if there was one.
    root: Option<f32>,
    /// The chances of the side to move, to be learned.
    value: f32,
    weight: f32,
    /// Whose each point is in the end, in reading order: Black's is 1.
    owner: std::rc::Rc<[f32]>,
}

/// How far the value of a position is that of its search, and not of the position after the move.
const STEP: f32 = 0.1;
/// Slope that makes the means of searches chances; see `MctsSettings::net_slope`, which goes the other way.
const ROOT_SLOPE: f32 = 3.5;

fn logit(chances: f32) -> f32 {
    let chances = chances.clamp(0.001, 0.999);
    libm::logf(chances / (1.0 - chances))
}

/// Reads games, as `play_game` writes them.
pub(crate) fn read_games(text: &str, samples: &mut Vec<Sample>) -> Result<(), String> {
    for (line, number) in text.lines().zip(1..) {
        read_game(line, samples).map_err(|error| format!("{number}: {error}"))?;
    }
    Ok(())
}

fn read_game(line: &str, samples: &mut Vec<Sample>) -> Result<(), String> {
    let mut words = line.split(' ');
    let mut side = || {
        let side = words.next().and_then(|word| word.parse::<u16>().ok());
        side.filter(|side| (1..=25).contains(side)).ok_or("a side is from 1 to 25")
    };
    let (width, height) = (side()?, side()?);
    let winner = match words.next() {
        Some("b") => Color::Black,
        Some("w") => Color::White,
        _ => return Err("the winner is b or w".to_owned()),
    };
    let mut position = Position::new(Rule::NoGo, Area::Bounded { width, height })
        .map_err(|error| error.to_string())?;
    let point = |text: &str| {
        let index = text.parse::<u16>().ok().filter(|&index| index < width * height);
        let index = index.ok_or_else(|| format!("{text:?} is no point"))?;
        Ok::<Point, String>(Point::new(i32::from(index % width), i32::from(index / width)))
    };
    let first = samples.len();
    for word in words.take_while(|&word| word != "end") {
        let at = word.find(['r', 'p', 'v']).ok_or_else(|| format!("{word:?} is no move"))?;
        let mut sample = Sample {
            width,
            height,
            turn: position.turn(),
            stones: position.board().stones().into_iter().collect(),
            policy: Vec::new(),
            root: None,
            value: 0.0,
            weight: match word.as_bytes()[at] {
                b'v' => 1.0,
                b'r' => 0.5,
                _ => 0.25,
            },
            owner: [].into(),
        };
        if let Some(found) = word[at..].strip_prefix('v') {
            let mut parts = found.split(':');
            let thousandths = |text: Option<&str>| {
                let number = text.and_then(|text| text.parse::<u16>().ok());
                number.map(|number| f32::from(number) / 1000.0).ok_or("thousandths are missing")
            };
            sample.root = Some(thousandths(parts.next())?);
            for part in parts {
                let (at, share) = part.split_once('.').ok_or("a share is missing")?;
                sample.policy.push((point(at)?, thousandths(Some(share))?));
            }
            let total: f32 = sample.policy.iter().map(|one| one.1).sum();
            for one in &mut sample.policy {
                one.1 /= total.max(0.001);
            }
        }
        samples.push(sample);
        position.play(point(&word[..at])?).map_err(|illegal| illegal.to_string())?;
    }
    let owner = owners(&position);
    // From the end on: each search says a little, and the result the rest.
    let mut black = if winner == Color::Black { 1.0 } else { 0.0 };
    for sample in samples[first..].iter_mut().rev() {
        let own = |black: f32| if sample.turn == Color::Black { black } else { 1.0 - black };
        if let Some(root) = sample.root {
            black = STEP * own(logistic(ROOT_SLOPE * logit(root))) + (1.0 - STEP) * black;
        }
        sample.value = own(black);
        sample.owner = owner.clone();
    }
    Ok(())
}

/// Whose each point is at the end: who has a stone there or alone may play there.
fn owners(position: &Position) -> std::rc::Rc<[f32]> {
    let Area::Bounded { width, height } = position.board().area() else { return [].into() };
    let mut owners = vec![0.5; usize::from(width) * usize::from(height)];
    let mut note = |point: Point, color: Color| {
        let change = if color == Color::Black { 0.5 } else { -0.5 };
        owners[point.y as usize * usize::from(width) + point.x as usize] += change;
    };
    for (point, color) in position.board().stones() {
        note(point, color);
    }
    for color in Color::ALL {
        let stones = position.board().stones().into_iter().collect();
        let setup = Setup { stones, turn: color, ..Setup::new(position.board().area()) };
        let position = Position::from_setup(Rule::NoGo, &setup);
        for point in position.expect("these stones came by moves").legal_points() {
            note(point, color);
        }
    }
    owners.into()
}

impl Sample {
    /// What is to be learned, in one of the eight symmetries.
    fn lesson(&self, symmetry: usize) -> Lesson {
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let turned = |Point { x, y }: Point| {
            let x = if symmetry & 1 == 0 { x } else { width - 1 - x };
            let y = if symmetry & 2 == 0 { y } else { height - 1 - y };
            if symmetry & 4 == 0 { Point::new(x, y) } else { Point::new(y, x) }
        };
        let sides = [self.width, self.height];
        let sides = if symmetry & 4 == 0 { sides } else { [sides[1], sides[0]] };
        let stones: Vec<(Point, Color)> =
            self.stones.iter().map(|&(point, color)| (turned(point), color)).collect();
        let input = NetInput::new(sides, &stones, self.turn);
        let cells = input.codes.len();
        let mut policy = if self.policy.is_empty() { Vec::new() } else { vec![0.0; cells] };
        for &(point, share) in &self.policy {
            policy[input.spot(turned(point))] = share;
        }
        let mut owner = vec![0.5; cells];
        for (i, &black) in (0..).zip(self.owner.iter()) {
            let own = if self.turn == Color::Black { black } else { 1.0 - black };
            owner[input.spot(turned(Point::new(i % width, i / width)))] = own;
        }
        let legal = input.moves().collect();
        Lesson { input, legal, policy, value: self.value, owner, weight: self.weight }
    }
}

/// Training by Adam. What comes out is a running mean of the weights.
pub(crate) struct Trainer {
    rng: Rng,
    weights: Vec<f32>,
    mean: Vec<f32>,
}

impl Trainer {
    /// Positions of a step.
    const BATCH: usize = 48;
    /// Share of a step in the running mean.
    const MEAN: f32 = 0.002;

    pub(crate) fn new(seed: u64) -> Trainer {
        let mut rng = Rng::stream(seed, u64::MAX);
        let mut weights = vec![0.0; WEIGHTS];
        for (part, spread) in spreads() {
            for weight in &mut weights[part] {
                // Nearly a normal distribution.
                let sum: usize = (0..12).map(|_| rng.below(1 << 16)).sum();
                *weight = spread * (sum as f32 / (1 << 16) as f32 - 6.0);
            }
        }
        Trainer { rng, mean: weights.clone(), weights }
    }

    /// The weights of the network.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.mean[..Net::WEIGHTS]
    }

    pub(crate) fn net(&self) -> Net {
        Net::from_bytes(&Net::write(self.weights())).expect("what was written can be read")
    }

    /// Starts from the weights of a network instead of random ones.
    pub(crate) fn start_from(&mut self, weights: &[f32]) {
        self.weights[..weights.len()].copy_from_slice(weights);
        self.mean.clone_from(&self.weights);
    }

    /// All weights as they are, for the next round to start from.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.mean.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    pub(crate) fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        if bytes.len() != 4 * WEIGHTS {
            return Err(format!("{} bytes are expected, {} found", 4 * WEIGHTS, bytes.len()));
        }
        let (weights, _) = bytes.as_chunks::<4>();
        self.weights = weights.iter().map(|&weight| f32::from_le_bytes(weight)).collect();
        self.mean.clone_from(&self.weights);
        Ok(())
    }

    /// Makes `steps` steps on all samples but the last twentieth, which the loss that is shown is of.
    pub(crate) fn train(
        &mut self,
        samples: &[Sample],
        steps: u32,
        rate: f32,
        mut show: impl FnMut(String),
    ) {
        let (train, test) = samples.split_at(samples.len() - samples.len() / 20);
        if train.is_empty() {
            return;
        }
        let mut work = Workspace::default();
        let (mut gradient, mut first, mut second) =
            (vec![0.0; WEIGHTS], vec![0.0_f32; WEIGHTS], vec![0.0_f32; WEIGHTS]);
        let mut losses = Losses::default();
        let mut decay = [1.0_f32; 2];
        for step in 1..=steps {
            gradient.fill(0.0);
            for _ in 0..Trainer::BATCH {
                let lesson = train[self.rng.below(train.len())].lesson(self.rng.below(8));
                learn(&self.weights, Some(&mut gradient), &lesson, &mut work, &mut losses);
            }
            let part = step as f32 / steps as f32;
            let cosine = 0.5 + 0.5 * libm::cosf(part * std::f32::consts::PI);
            let rate = rate * (step as f32 / 200.0).min(1.0) * (0.02 + 0.98 * cosine);
            decay = [decay[0] * 0.9, decay[1] * 0.999];
            for i in 0..WEIGHTS {
                let slope = gradient[i] / Trainer::BATCH as f32;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                let by = (second[i] / (1.0 - decay[1])).sqrt() + 1e-8;
                let weight = &mut self.weights[i];
                *weight -= rate * (first[i] / (1.0 - decay[0]) / by + 1e-4 * *weight);
                self.mean[i] += Trainer::MEAN * (*weight - self.mean[i]);
            }
            if step.is_multiple_of(1000) || step == steps {
                let mut kept = Losses::default();
                for sample in test.iter().step_by(test.len() / 1500 + 1) {
                    learn(&self.mean, None, &sample.lesson(0), &mut work, &mut kept);
                }
                show(format!("step {step}: {losses}; kept aside {kept}"));
                losses = Losses::default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str =
        "5 4 b 3r 7v520:7.700:2.300 11v480:11.500:12.250:0.250 12v600:12.900 1p end\n";

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut samples = Vec::new();
        read_games(GAME, &mut samples).unwrap();
        let trainer = Trainer::new(5);
        let mut work = Workspace::default();
        let lesson = samples[2].lesson(5);
        let mut gradient = vec![0.0; WEIGHTS];
        learn(&trainer.weights, Some(&mut gradient), &lesson, &mut work, &mut Losses::default());
        let mut loss = |weights: &[f32]| {
            let mut losses = Losses::default();
            learn(weights, None, &lesson, &mut work, &mut losses);
            losses.total()
        };
        // The largest of each stretch: where a gradient is nearly zero, rounding is all there is.
        let mut compared = 0;
        for stretch in 0..WEIGHTS / 400 {
            let range = stretch * 400..(stretch + 1) * 400;
            let Some(i) = range.max_by(|&i, &j| gradient[i].abs().total_cmp(&gradient[j].abs()))
            else {
                continue;
            };
            if gradient[i].abs() < 0.01 {
                continue;
            }
            let mut weights = trainer.weights.clone();
            weights[i] += 0.002;
            let above = loss(&weights);
            weights[i] -= 0.004;
            let slope = (above - loss(&weights)) / 0.004;
            let found = f64::from(gradient[i]);
            assert!((slope - found).abs() < 0.01 + 0.1 * found.abs(), "{i}: {found} {slope}");
            compared += 1;
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn training_lowers_the_loss() {
        let mut samples = Vec::new();
        read_games(&GAME.repeat(5), &mut samples).unwrap();
        let mut trainer = Trainer::new(5);
        let mut work = Workspace::default();
        let mut loss = |weights: &[f32]| {
            let mut losses = Losses::default();
            learn(weights, None, &samples[1].lesson(0), &mut work, &mut losses);
            losses.total()
        };
        let before = loss(&trainer.weights);
        trainer.train(&samples, 20, 0.01, |_| {});
        assert!(loss(&trainer.weights) < before - 0.1);
    }

    #[test]
    fn training_that_starts_from_a_network_has_its_weights() {
        let mut trainer = Trainer::new(5);
        let before = trainer.weights().to_vec();
        let weights = Net::installed_weights().expect("there is a network");
        trainer.start_from(&weights);
        assert_ne!(trainer.weights(), before);
        assert_eq!(trainer.weights(), weights);
    }

    #[test]
    fn games_that_are_none_are_refused_with_their_line() {
        let refused = |text: &str| read_games(&format!("{GAME}{text}"), &mut Vec::new());
        for text in ["9", "0 9 b end", "3 3 x end", "3 3 b 9r end", "3 3 b 1 end", "3 3 b 1v end"] {
            assert!(refused(text).unwrap_err().starts_with("2: "), "{text}");
        }
        assert!(refused("3 3 b 4r 4r end").is_err());
    }
}
