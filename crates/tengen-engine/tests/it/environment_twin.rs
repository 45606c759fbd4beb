//! A vector environment against the rules of the core, game by game.

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rng, Rule, renju::Foul};
use tengen_engine::environment::{
    AutoresetMode, EnvironmentOptions, IllegalActionPolicy, StepArrays, VectorEnvironment,
};
use tengen_testkit::area;

/// One game of the plain twin: a position, and how its game ended.
struct PlainGame {
    position: Position,
    end: Option<PlainEnd>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct PlainEnd {
    reward: i8,
    terminated: bool,
    truncated: bool,
    winner: i8,
}

impl PlainGame {
    fn new(rule: Rule, area: Area) -> PlainGame {
        PlainGame { position: Position::new(rule, area).unwrap(), end: None }
    }

    fn point(&self, action: i64) -> Option<Point> {
        self.position.board().area().points().nth(usize::try_from(action).ok()?)
    }

    fn act(&mut self, action: i64, max_plies: Option<u32>) -> PlainEnd {
        let sign = |color| if color == Color::Black { 1 } else { -1 };
        let turn = self.position.turn();
        let played = self.point(action).ok_or(Illegal::Outside);
        let end = match played.and_then(|point| self.position.play(point)) {
            Err(_) => {
                PlainEnd { reward: -1, terminated: true, winner: sign(!turn), truncated: false }
            }
            Ok(()) => match self.position.outcome() {
                Some(Outcome::Won(color)) => {
                    assert_eq!(color, turn);
                    PlainEnd { reward: 1, terminated: true, winner: sign(turn), truncated: false }
                }
                Some(Outcome::Drawn) => PlainEnd { terminated: true, ..PlainEnd::default() },
                None => {
                    let is_long = Some(self.position.moves().len() as u32) == max_plies;
                    let truncated = is_long || self.position.legal_points().is_empty();
                    PlainEnd { truncated, ..PlainEnd::default() }
                }
            },
        };
        self.end = (end.terminated || end.truncated).then_some(end);
        end
    }

    fn observation(&self) -> Vec<u8> {
        let board = self.position.board();
        let plane = |color: Color| {
            let has = move |point| u8::from(board.cell(point).stone() == Some(color));
            board.area().points().map(has)
        };
        let turn = self.position.turn();
        plane(turn).chain(plane(!turn)).collect()
    }

    fn mask(&self) -> Vec<u8> {
        let legal = |point| u8::from(self.end.is_none() && self.position.may_play(point).is_ok());
        self.position.board().area().points().map(legal).collect()
    }
}

/// Counts of what the games had in them, so that a test can ask for enough of it.
#[derive(Default, Debug)]
struct Seen {
    wins: [u32; 2],
    draws: u32,
    truncated: u32,
    illegal: u32,
    overlines: u32,
    double_fours: u32,
    double_threes: u32,
    choking: u32,
}

impl Seen {
    fn look(&mut self, game: &PlainGame) {
        for point in game.position.board().area().points() {
            match game.position.may_play(point) {
                Err(Illegal::Foul(Foul::Overline)) => self.overlines += 1,
                Err(Illegal::Foul(Foul::DoubleFour)) => self.double_fours += 1,
                Err(Illegal::Foul(Foul::DoubleThree)) => self.double_threes += 1,
                Err(Illegal::Chokes(_)) => self.choking += 1,
                _ => {}
            }
        }
    }
}

/// Steps an environment and the plain games together, with actions of `choose`, and compares all arrays.
fn compare(
    (rule, area): (Rule, Area),
    options: EnvironmentOptions,
    steps: usize,
    seen: &mut Seen,
    choose: &mut dyn FnMut(&VectorEnvironment, &StepArrays, &mut [i64]),
) {
    const GAMES: usize = 5;
    let mut environment = VectorEnvironment::new(rule, area, GAMES, options).unwrap();
    let points = environment.points();
    let mut arrays = StepArrays::new(&environment);
    environment.reset(Some(11), None, &mut arrays.buffers()).unwrap();
    let mut games: Vec<PlainGame> = (0..GAMES).map(|_| PlainGame::new(rule, area)).collect();
    let mut actions = vec![0; GAMES];
    for step in 0..steps {
        environment.sample_actions(&mut actions).unwrap();
        choose(&environment, &arrays, &mut actions);
        environment.step(&actions, &mut arrays.buffers()).unwrap();
        for (row, game) in games.iter_mut().enumerate() {
            let at = format!("{rule} {area} {options:?}, step {step}, row {row}");
            let mut end = PlainEnd::default();
            match (game.end, options.autoreset) {
                (None, _) => {
                    let action = actions[row];
                    let may = game.point(action).map(|point| game.position.may_play(point));
                    seen.illegal += u32::from(!matches!(may, Some(Ok(()))));
                    end = game.act(action, options.max_plies);
                    seen.wins[0] += u32::from(end.winner == 1);
                    seen.wins[1] += u32::from(end.winner == -1);
                    seen.draws += u32::from(end.terminated && end.winner == 0);
                    seen.truncated += u32::from(end.truncated);
                }
                (Some(last), AutoresetMode::Disabled) => end = PlainEnd { reward: 0, ..last },
                (Some(_), _) => *game = PlainGame::new(rule, area),
            }
            if game.end.is_some() && options.autoreset == AutoresetMode::SameStep {
                let last = &arrays.final_observations[2 * points * row..][..2 * points];
                assert_eq!(last, game.observation(), "{at}");
                *game = PlainGame::new(rule, area);
            }
            seen.look(game);
            let planes = &arrays.observations[2 * points * row..][..2 * points];
            assert_eq!(planes, game.observation(), "{at}");
            assert_eq!(arrays.action_masks[points * row..][..points], game.mask(), "{at}");
            assert_eq!(arrays.turns[row], game.position.turn() as u8, "{at}");
            let written = PlainEnd {
                reward: arrays.rewards[row],
                terminated: arrays.terminations[row],
                truncated: arrays.truncations[row],
                winner: arrays.winners[row],
            };
            assert_eq!(written, end, "{at}");
            let position = environment.position(row).unwrap();
            assert_eq!(position, game.position, "{at}");
            assert_eq!(position.moves().last(), game.position.moves().last(), "{at}");
            assert_eq!(position.outcome(), game.position.outcome(), "{at}");
        }
        // What the arrays held before must not matter.
        if step % 7 == 0 {
            let mut other = StepArrays::new(&environment);
            other.observations.fill(9);
            other.action_masks.fill(9);
            arrays = other;
        }
    }
}

const MODES: [AutoresetMode; 3] =
    [AutoresetMode::SameStep, AutoresetMode::NextStep, AutoresetMode::Disabled];

#[test]
fn a_random_batch_is_what_the_rules_say_in_every_mode_and_on_boards_of_every_kind() {
    for rule in Rule::ALL {
        let mut seen = Seen::default();
        for (width, height, steps) in [
            (1, 2, 20),
            (5, 5, 400),
            (6, 9, 400),
            (9, 9, 400),
            (15, 15, 500),
            (22, 22, 300),
            (23, 6, 150),
            (25, 25, 150),
            (26, 27, 100),
        ] {
            for autoreset in MODES {
                let options = EnvironmentOptions { autoreset, ..EnvironmentOptions::default() };
                compare((rule, area(width, height)), options, steps, &mut seen, &mut |_, _, _| {});
            }
        }
        assert!(seen.wins.iter().all(|&wins| wins > 20), "{rule} {seen:?}");
        assert_eq!(seen.draws > 10, rule != Rule::NoGo, "{rule} {seen:?}");
        assert_eq!(seen.choking > 1_000, rule == Rule::NoGo, "{rule} {seen:?}");
        assert_eq!(seen.double_fours > 500, rule == Rule::Renju, "{rule} {seen:?}");
        assert_eq!(seen.illegal, 0);
    }
}

#[test]
fn an_illegal_action_loses_where_it_is_to_and_a_long_game_is_broken_off() {
    let mut rng = Rng::new(8);
    for rule in Rule::ALL {
        let mut seen = Seen::default();
        for autoreset in MODES {
            let options = EnvironmentOptions {
                autoreset,
                illegal_action: IllegalActionPolicy::Loss,
                max_plies: Some(30),
                ..EnvironmentOptions::default()
            };
            let mut wild = |_: &VectorEnvironment, _: &StepArrays, actions: &mut [i64]| {
                for action in actions {
                    if rng.below(40) == 0 {
                        *action = rng.below(90) as i64 - 4;
                    }
                }
            };
            compare((rule, area(9, 9)), options, 400, &mut seen, &mut wild);
        }
        assert!(seen.truncated > 20 && seen.illegal > 10, "{rule} {seen:?}");
    }
}

/// Black builds on the left and White stays away as long as it can, so there are many shapes and fouls.
#[test]
fn the_fouls_of_renju_are_those_of_the_rules_where_black_has_many_stones() {
    let mut rng = Rng::new(9);
    let mut seen = Seen::default();
    for (width, height) in [(15, 15), (12, 15), (24, 8)] {
        let mut apart = |_: &VectorEnvironment, arrays: &StepArrays, actions: &mut [i64]| {
            let points = usize::from(width * height);
            for (row, action) in actions.iter_mut().enumerate() {
                let is_black = arrays.turns[row] == 0;
                let mask = &arrays.action_masks[points * row..][..points];
                for _ in 0..12 {
                    let at = rng.below(points);
                    let is_left = at % usize::from(width) < 8;
                    // Now and then White comes over, which breaks shapes.
                    if mask.get(at) == Some(&1) && (is_left == is_black || rng.below(6) == 0) {
                        *action = at as i64;
                        break;
                    }
                }
            }
        };
        let options = EnvironmentOptions::default();
        compare((Rule::Renju, area(width, height)), options, 600, &mut seen, &mut apart);
    }
    let least = seen.overlines.min(seen.double_fours).min(seen.double_threes);
    assert!(least > 500, "{seen:?}");
}
