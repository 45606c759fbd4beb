//! The rules of games between people, on values: random actions, and what must hold whatever is done.

use proptest::prelude::*;
use tengen_server::{
    friends::{
        ActionFacts, FriendAction, FriendEndReason, FriendEvent, FriendGame, FriendOpening,
        FriendSeat, FriendSettings, FriendState, FriendTimeControl, MOST_LAG, OpeningChoice,
        OpeningStage, Refusal,
    },
    wire::{WirePoint, WireRule, WireSize},
};

fn settings(
    rule: WireRule,
    side: u16,
    opening: FriendOpening,
    clock: FriendTimeControl,
) -> FriendSettings {
    FriendSettings { rule, area: Some(WireSize { width: side, height: side }), opening, clock }
}

fn clocks() -> impl Strategy<Value = FriendTimeControl> {
    prop_oneof![
        Just(FriendTimeControl::None),
        Just(FriendTimeControl::PerMove { seconds: 3 }),
        Just(FriendTimeControl::Fischer { main: 5, increment: 1 }),
        Just(FriendTimeControl::ByoYomi { main: 2, periods: 2, period: 2 }),
    ]
}

fn all_settings() -> impl Strategy<Value = FriendSettings> {
    let rules = prop_oneof![
        Just((WireRule::Freestyle, FriendOpening::None)),
        Just((WireRule::Freestyle, FriendOpening::Swap2)),
        Just((WireRule::Renju, FriendOpening::None)),
        Just((WireRule::Renju, FriendOpening::Swap2)),
        Just((WireRule::Exact, FriendOpening::None)),
        Just((WireRule::NoGo, FriendOpening::None)),
    ];
    (rules, 5_u16..8, clocks())
        .prop_map(|((rule, opening), side, clock)| settings(rule, side, opening, clock))
}

fn actions() -> impl Strategy<Value = FriendAction> {
    let choice = prop_oneof![
        Just(OpeningChoice::Black),
        Just(OpeningChoice::White),
        Just(OpeningChoice::More)
    ];
    let others = [
        FriendAction::AskTakeback,
        FriendAction::AcceptTakeback,
        FriendAction::DeclineTakeback,
        FriendAction::OfferDraw,
        FriendAction::DeclineDraw,
        FriendAction::Pause,
        FriendAction::Resume,
        FriendAction::OfferRematch,
        FriendAction::AcceptRematch,
    ];
    let rare = [FriendAction::AcceptDraw, FriendAction::Resign, FriendAction::Cancel];
    prop_oneof![
        // `ply` is put right where it is used, most of the time.
        40 => (-1..8, -1..8).prop_map(|(x, y)| FriendAction::Move { point: WirePoint { x, y }, ply: 0 }),
        6 => choice.prop_map(|choice| FriendAction::Choose { choice }),
        10 => proptest::sample::select(others.to_vec()),
        1 => proptest::sample::select(rare.to_vec()),
    ]
}

/// An action with who does it, how long after the one before, and what the browser says it took.
fn steps() -> impl Strategy<Value = Vec<(bool, FriendAction, u64, Option<u64>, bool, bool)>> {
    let step = (
        any::<bool>(),
        actions(),
        0_u64..900,
        proptest::option::of(0_u64..1200),
        any::<bool>(),
        proptest::bool::weighted(0.95),
    );
    proptest::collection::vec(step, 1..120)
}

fn view(game: &FriendGame) -> FriendState {
    FriendState::new("x", game)
}

/// Time that both sides have together.
fn total(game: &FriendGame, clock: FriendTimeControl) -> u64 {
    let Some(clocks) = view(game).clocks else { return 0 };
    clock.time_left(clocks.host) + clock.time_left(clocks.guest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is done: a refused action changes nothing, an accepted one can be replayed to the same state, only the
    /// side to move puts stones, and nothing but a rematch follows the end.
    #[test]
    fn random_actions_keep_the_invariants(
        settings in all_settings(), black in any::<bool>(), steps in steps()
    ) {
        let black = if black { FriendSeat::Host } else { FriendSeat::Guest };
        let mut at = 0;
        let mut events = vec![
            (FriendEvent::Created { settings, black, previous: None }, at),
            (FriendEvent::Joined, at),
        ];
        let mut game = FriendGame::new(settings, black, None).unwrap();
        game.apply(&FriendEvent::Joined, at).unwrap();
        for (host, action, pause, thought_ms, away, right_ply) in steps {
            at += pause;
            let seat = if host { FriendSeat::Host } else { FriendSeat::Guest };
            let stones = game.moves().len();
            let action = match action {
                FriendAction::Move { point, .. } => {
                    let ply = if right_ply { stones as u32 } else { stones as u32 + 1 };
                    FriendAction::Move { point, ply }
                }
                action => action,
            };
            let before = view(&game);
            let facts = ActionFacts { away, thought_ms, rematch: "y" };
            let event = match game.decide(seat, action, at, facts) {
                Err(refusal) => {
                    prop_assert_eq!(&view(&game), &before);
                    if refusal != Refusal::TimeUp {
                        continue;
                    }
                    FriendEvent::TimeUp { seat }
                }
                Ok(event) => event,
            };
            let mine = game.to_act() == Some(seat);
            let had = total(&game, settings.clock);
            game.apply(&event, at).unwrap();
            events.push((event.clone(), at));
            let after = view(&game);
            prop_assert_eq!(after.number as usize, events.len());
            match event {
                FriendEvent::Moved { lag_ms, spent_ms, .. } => {
                    prop_assert!(mine && right_ply);
                    prop_assert!(lag_ms <= MOST_LAG && spent_ms + lag_ms <= at);
                    let foul = after.foul.is_some();
                    prop_assert_eq!(after.moves.len(), stones + usize::from(!foul));
                    prop_assert!(after.takeback.is_none() && after.draw.is_none());
                }
                FriendEvent::Chosen { .. } => prop_assert!(mine),
                FriendEvent::TakebackAccepted { .. } => {
                    prop_assert!(after.moves.len() < stones);
                    prop_assert!(before.takeback == Some(seat.other()));
                }
                FriendEvent::Paused { .. } => prop_assert!(away && after.to_act.is_none()),
                FriendEvent::RematchOffered { .. } | FriendEvent::RematchAccepted { .. } => {
                    prop_assert!(before.result.is_some());
                }
                _ => prop_assert_eq!(after.moves.len(), stones),
            }
            if before.result.is_some() {
                prop_assert_eq!(after.result, before.result);
                prop_assert_eq!(after.to_act, None);
            }
            if !matches!(event, FriendEvent::Moved { .. } | FriendEvent::Chosen { .. }) {
                prop_assert!(total(&game, settings.clock) <= had, "only a move gives time");
            }
            // What is on the disk is the game.
            let replayed = FriendGame::replay(events.iter().map(|(event, at)| (event, *at)));
            prop_assert_eq!(view(&replayed.unwrap()), after);
        }
    }

    /// What may be done by the lists of the view is what is done: an action of a kind that is not in them is refused.
    #[test]
    fn an_action_that_the_view_does_not_list_is_refused(
        settings in all_settings(), steps in steps()
    ) {
        let mut game = FriendGame::new(settings, FriendSeat::Host, None).unwrap();
        game.apply(&FriendEvent::Joined, 0).unwrap();
        for (host, action, ..) in steps {
            let seat = if host { FriendSeat::Host } else { FriendSeat::Guest };
            let view = view(&game);
            let may = if host { &view.host_may } else { &view.guest_may };
            let action = match action {
                FriendAction::Move { point, .. } => {
                    FriendAction::Move { point, ply: view.moves.len() as u32 }
                }
                action => action,
            };
            let facts = ActionFacts { away: true, thought_ms: None, rematch: "y" };
            let detailed = matches!(action, FriendAction::Move { .. } | FriendAction::Choose { .. });
            let listed = may.contains(&action.kind());
            if let Ok(event) = game.decide(seat, action, 0, facts) {
                prop_assert!(listed);
                game.apply(&event, 0).unwrap();
            } else {
                prop_assert!(!listed || detailed);
            }
        }
    }
}

/// A game with both players, and a way to act at a time.
struct Table {
    game: FriendGame,
    at: u64,
}

impl Table {
    fn new(settings: FriendSettings) -> Table {
        let mut game = FriendGame::new(settings, FriendSeat::Host, None).unwrap();
        game.apply(&FriendEvent::Joined, 0).unwrap();
        Table { game, at: 0 }
    }

    fn act(&mut self, seat: FriendSeat, action: FriendAction) -> Result<FriendEvent, Refusal> {
        let facts = ActionFacts { away: true, thought_ms: None, rematch: "y" };
        let event = self.game.decide(seat, action, self.at, facts)?;
        self.game.apply(&event, self.at).unwrap();
        Ok(event)
    }

    fn play(&mut self, seat: FriendSeat, x: i32, y: i32) -> Result<FriendEvent, Refusal> {
        let ply = self.game.moves().len() as u32;
        self.act(seat, FriendAction::Move { point: WirePoint { x, y }, ply })
    }
}

#[test]
fn swap2_goes_all_its_ways() {
    let swap2 = settings(WireRule::Exact, 15, FriendOpening::Swap2, FriendTimeControl::None);
    let place = |table: &mut Table| {
        for (x, y) in [(7, 7), (8, 8), (6, 6)] {
            assert!(table.play(FriendSeat::Guest, x, y).is_err(), "the host puts all three");
            table.play(FriendSeat::Host, x, y).unwrap();
        }
        assert_eq!(view(&table.game).stage, OpeningStage::ChooseFirst);
        assert!(
            table.play(FriendSeat::Guest, 0, 0).is_err()
                && table.play(FriendSeat::Host, 0, 0).is_err()
        );
    };
    let choose = |choice| FriendAction::Choose { choice };
    for (choice, black, next) in [
        (OpeningChoice::Black, FriendSeat::Guest, FriendSeat::Host),
        (OpeningChoice::White, FriendSeat::Host, FriendSeat::Guest),
    ] {
        let mut table = Table::new(swap2);
        place(&mut table);
        assert!(table.act(FriendSeat::Host, choose(choice)).is_err());
        table.act(FriendSeat::Guest, choose(choice)).unwrap();
        assert_eq!((table.game.black(), table.game.to_act()), (black, Some(next)));
        table.play(next, 0, 0).unwrap();
        assert!(table.act(next, FriendAction::AskTakeback).is_ok());
        table.act(next.other(), FriendAction::AcceptTakeback).unwrap();
        assert_eq!(table.game.moves().len(), 3, "the stones of the opening stay");
        assert!(table.act(next, FriendAction::AskTakeback).is_err());
    }
    let mut table = Table::new(swap2);
    place(&mut table);
    table.act(FriendSeat::Guest, choose(OpeningChoice::More)).unwrap();
    table.play(FriendSeat::Guest, 0, 0).unwrap();
    table.play(FriendSeat::Guest, 1, 1).unwrap();
    assert!(table.act(FriendSeat::Host, choose(OpeningChoice::More)).is_err(), "only once");
    table.act(FriendSeat::Host, choose(OpeningChoice::White)).unwrap();
    assert_eq!(
        (table.game.black(), table.game.to_act()),
        (FriendSeat::Guest, Some(FriendSeat::Host))
    );
}

#[test]
fn a_foul_may_be_played_and_loses_as_the_referee_has_it() {
    let mut table =
        Table::new(settings(WireRule::Renju, 15, FriendOpening::None, FriendTimeControl::None));
    for (seat, x, y) in [
        (FriendSeat::Host, 6, 7),
        (FriendSeat::Guest, 0, 0),
        (FriendSeat::Host, 8, 7),
        (FriendSeat::Guest, 2, 0),
        (FriendSeat::Host, 7, 6),
        (FriendSeat::Guest, 4, 0),
        (FriendSeat::Host, 7, 8),
        (FriendSeat::Guest, 6, 0),
    ] {
        table.play(seat, x, y).unwrap();
    }
    table.play(FriendSeat::Host, 7, 7).unwrap();
    let state = view(&table.game);
    let result = state.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(FriendSeat::Guest), FriendEndReason::Foul));
    assert_eq!((state.moves.len(), state.foul.map(|foul| (foul.x, foul.y))), (8, Some((7, 7))));
    let judged = tengen_answers::wire::WirePosition {
        rule: WireRule::Renju,
        area: Some(WireSize { width: 15, height: 15 }),
        setup: None,
        moves: state.moves,
    };
    let fouls = tengen_answers::view::view(&judged).unwrap().forbidden;
    assert!(fouls.iter().any(|foul| (foul.x, foul.y) == (7, 7)));
}

#[test]
fn a_clock_runs_from_the_second_move_on_and_the_network_is_forgiven_up_to_a_limit() {
    let fischer = FriendTimeControl::Fischer { main: 10, increment: 0 };
    let mut table = Table::new(settings(WireRule::Freestyle, 15, FriendOpening::None, fischer));
    table.at = 60_000;
    assert_eq!(table.game.deadline(), None, "nobody has moved");
    table.play(FriendSeat::Host, 0, 0).unwrap();
    table.at += 60_000;
    table.play(FriendSeat::Guest, 1, 0).unwrap();
    assert_eq!(table.game.deadline(), Some(120_000 + 10_000 + MOST_LAG));
    // 3 seconds went by, of which the browser says that 2.8 were thinking.
    let facts = ActionFacts { away: false, thought_ms: Some(2800), rematch: "" };
    let put = FriendAction::Move { point: WirePoint { x: 2, y: 0 }, ply: 2 };
    let event = table.game.decide(FriendSeat::Host, put, 123_000, facts).unwrap();
    assert!(matches!(event, FriendEvent::Moved { spent_ms: 2800, lag_ms: 200, .. }));
    // Nobody has more than the limit for it.
    let facts = ActionFacts { thought_ms: Some(0), ..facts };
    let event = table.game.decide(FriendSeat::Host, put, 123_000, facts).unwrap();
    assert!(matches!(event, FriendEvent::Moved { spent_ms: 2500, lag_ms: MOST_LAG, .. }));
    // A move that was sent in time counts, though it comes late; one that was not does not.
    let late = 120_000 + 10_000 + 300;
    let facts = ActionFacts { thought_ms: Some(9990), ..facts };
    assert_eq!(table.game.time_up(late), None);
    assert!(table.game.decide(FriendSeat::Host, put, late, facts).is_ok());
    let facts = ActionFacts { thought_ms: None, ..facts };
    assert_eq!(table.game.decide(FriendSeat::Host, put, late, facts), Err(Refusal::TimeUp));
    let up = table.game.time_up(late + 200).unwrap();
    assert_eq!(up, FriendEvent::TimeUp { seat: FriendSeat::Host });
    table.game.apply(&up, late + 200).unwrap();
    assert_eq!(table.game.result().unwrap().winner, Some(FriendSeat::Guest));
}

#[test]
fn a_pause_charges_what_was_taken_before_it_and_nothing_after() {
    let clock = FriendTimeControl::ByoYomi { main: 10, periods: 1, period: 10 };
    let mut table = Table::new(settings(WireRule::Exact, 15, FriendOpening::None, clock));
    table.play(FriendSeat::Host, 0, 0).unwrap();
    table.play(FriendSeat::Guest, 1, 0).unwrap();
    table.at = 4000;
    table.act(FriendSeat::Guest, FriendAction::Pause).unwrap();
    assert_eq!((table.game.deadline(), table.game.waits_for()), (None, Some(FriendSeat::Host)));
    assert!(table.play(FriendSeat::Host, 5, 5).is_err());
    table.at = 1_000_000;
    table.act(FriendSeat::Guest, FriendAction::Resume).unwrap();
    assert_eq!(view(&table.game).clocks.unwrap().host.main_ms, 6000);
    table.at += 1000;
    table.play(FriendSeat::Host, 5, 5).unwrap();
    assert_eq!(view(&table.game).clocks.unwrap().host.main_ms, 5000);
}
