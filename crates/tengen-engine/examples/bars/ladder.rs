//! Each level against the one below.

use std::time::Duration;

use tengen_core::{Area, Color, Rule};
use tengen_engine::{Level, Limits};

use crate::{
    arena::{self, Score},
    options::{Options, Terms},
};

/// The time and the nodes asked for hold for the highest level only: the others have their own.
pub(crate) fn run(options: &Options) -> Result<bool, String> {
    let area = options.area.unwrap_or(Area::square(15));
    let rule = options.rule.unwrap_or(Rule::Freestyle);
    let mut is_reached = true;
    for number in options.low..options.high {
        let terms = [number + 1, number].map(|number| {
            let level = Level::new(number).unwrap_or(Level::FULL);
            if level == Level::FULL {
                options.terms(Duration::from_millis(300))
            } else {
                Terms::new(Limits { level, ..Limits::default() })
            }
        });
        let mut score = Score::default();
        let (mut spent, mut moves, mut longest) = ([Duration::ZERO; 2], 0, Duration::ZERO);
        for game in 0..options.games.unwrap_or(100) {
            let start = arena::opening(rule, area, options.seed, game / 2);
            let upper = if game % 2 == 0 { Color::Black } else { Color::White };
            let mut players = [0, 1].map(|side| options.player(2 * game + side));
            let [high, low] = &mut players;
            let mut high = |position: &_| terms[0].choose(high, position);
            let mut low = |position: &_| terms[1].choose(low, position);
            let record = match upper {
                Color::Black => arena::play(&start, &mut high, &mut low),
                Color::White => arena::play(&start, &mut low, &mut high),
            };
            if record.ended.is_fault() {
                return Err(format!("{rule} {}: {:?}", record.names(area), record.ended));
            }
            score.add(&record, upper);
            moves += record.moves.len() - start.moves().len();
            for (spent, color) in spent.iter_mut().zip([upper, !upper]) {
                *spent += record.spent[color as usize];
            }
            longest = longest.max(record.longest[!upper as usize]);
        }
        let (elo, error) = score.elo();
        is_reached &= elo >= 100.0;
        let [high, low] = spent.map(|spent| 2e3 * spent.as_secs_f64() / (moves.max(1) as f64));
        println!(
            "{} against {number}: {} won, {} drawn, {} lost, {elo:+.0} ± {error:.0} Elo; \
             {high:.1} and {low:.1} ms a move, {number} at most {:.0}; {:.0} moves a game",
            number + 1,
            score.won,
            score.drawn,
            score.lost,
            1e3 * longest.as_secs_f64(),
            moves as f64 / f64::from(score.games()),
        );
    }
    Ok(is_reached)
}
