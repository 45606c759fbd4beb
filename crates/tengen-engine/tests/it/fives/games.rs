//! The bars in small. The example `bars` runs them in full.

use tengen_core::{Area, Color, Position, Rule};
use tengen_engine::Limits;
use tengen_referee::{End, Evidence, GameRecord, Judge};

use super::{
    arena::{self, Ended, Score},
    manners::{best, player},
};

#[test]
fn whole_games_are_judged_by_the_referee_as_they_were_played() {
    let boards =
        [(15, 15, 3), (20, 20, 1), (22, 22, 1), (5, 5, 4), (6, 6, 3), (7, 19, 2), (22, 5, 2)];
    for rule in Rule::FIVES {
        for (width, height, games) in boards {
            let area = Area::Bounded { width, height };
            for game in 0..games {
                let start = arena::opening(rule, area, 7, game);
                let limits = Limits { nodes: Some(200), ..Limits::default() };
                let [mut black, mut white] = [player(1), player(2)];
                let record = arena::play(
                    &start,
                    &mut |position| best(&mut black, position, &limits),
                    &mut |position| best(&mut white, position, &limits),
                );
                let described = format!("{rule} {area} {}: {:?}", record.names(area), record.ended);
                assert!(!record.ended.is_fault(), "{described}");
                let game = GameRecord::new(rule, area, &record.moves);
                let verdict = Judge::strict().judge(&game, &mut Evidence::default());
                assert!(!verdict.end.is_fault(), "{described}: {verdict:?}");
                assert_eq!(verdict.after, 0, "{described}");
                let end = match record.ended {
                    Ended::Won(_) => End::Five,
                    Ended::Drawn => End::FullBoard,
                    _ => End::Unfinished,
                };
                assert_eq!(
                    (verdict.end, verdict.winner),
                    (end, record.ended.winner()),
                    "{described}"
                );
            }
        }
    }
}

#[test]
fn openings_are_the_same_for_the_same_seed_and_leave_a_game() {
    for rule in Rule::FIVES {
        for number in 0..20 {
            let opening = arena::opening(rule, Area::square(15), 3, number);
            let again = arena::opening(rule, Area::square(15), 3, number);
            assert_eq!(opening.moves(), again.moves());
            assert!((1..=5).contains(&opening.moves().len()));
            assert_eq!(opening.outcome(), None);
        }
    }
    let first = |seed| arena::opening(Rule::Freestyle, Area::square(15), seed, 0).moves().to_vec();
    assert!((0..20).any(|seed| first(seed) != first(100)), "other seeds make other openings");
}

#[test]
fn elo_is_what_the_share_says() {
    let score = |won, drawn, lost| Score { won, drawn, lost };
    let (even, _) = score(40, 20, 40).elo();
    assert!(even.abs() < 1e-9);
    // Ten to one is four hundred points.
    let (tenfold, error) = score(10_000, 0, 1_000).elo();
    assert!((tenfold - 400.0).abs() < 1.0 && (1.0..30.0).contains(&error), "{tenfold} ± {error}");
    assert!(score(10, 0, 0).elo().0 > 300.0);
}

#[test]
fn a_fault_loses_the_game() {
    let start = Position::new(Rule::Freestyle, Area::square(5)).unwrap();
    let first = |position: &Position| position.legal_points().first().copied();
    let silent = arena::play(&start, &mut |_| None, &mut { first });
    assert_eq!(
        (silent.ended, silent.ended.winner()),
        (Ended::Silent(Color::Black), Some(Color::White))
    );
    let stubborn = tengen_core::Point::new(0, 0);
    let illegal = arena::play(&start, &mut { first }, &mut |_| Some(stubborn));
    assert!(matches!(illegal.ended, Ended::Illegal(Color::White, ..)));
    assert_eq!(illegal.ended.winner(), Some(Color::Black));
}
