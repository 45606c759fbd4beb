//! Openings: swap2, and moves that leave both sides equal chances.

use std::time::Instant;

use tengen_core::Position;
use tengen_engine::{
    Limits,
    fives::{
        Even, balance,
        swap2::{self, Choice},
    },
};
use tengen_notation::gomocup;

use super::BrainSession;
use crate::protocol_session::{CommandError, ProtocolSession};

impl BrainSession<'_> {
    /// `SWAP2BOARD`: proposes three stones, or chooses after three or five. The board is not
    /// changed: a `BOARD` follows with the result of the opening.
    pub(super) fn swap2(
        &mut self,
        stones: &[gomocup::BlockStone],
        arrived: Instant,
    ) -> Result<(), CommandError> {
        self.check_settings()?;
        let game =
            self.game()?.with_opening(stones).map_err(|error| format!("SWAP2BOARD: {error}"))?;
        let position = game.position(self.settings.rule()?)?;
        self.prepare_player()?;
        let limits = self.settings.limits(arrived.elapsed(), stones.len())?;
        let seed = self.next_seed();
        let BrainSession { player: Some(player), io: ProtocolSession { lines, .. }, .. } = self
        else {
            return Ok(());
        };
        let signals = lines.signals();
        let stop = || signals.asks_to_stop();
        let answer = match stones.len() {
            0 => swap2::propose(player, &position, &limits, seed, &stop)
                .map_err(|unsuited| unsuited.to_string())?
                .map(|even| gomocup::format_points(&even.points)),
            3 | 5 => swap2::choose(player, &position, &limits, seed, &stop)
                .map_err(|unsuited| unsuited.to_string())?
                .map(|choice| match choice {
                    Choice::Stay(point) => gomocup::format_point(point),
                    Choice::Swap => "SWAP".to_owned(),
                    Choice::Put(points) => gomocup::format_points(&points),
                }),
            count => {
                return Err(format!("SWAP2BOARD: send 0, 3 or 5 stones, not {count}").into());
            }
        };
        self.settings.spend(arrived.elapsed());
        if self.io.signals().is_ended() {
            return Ok(());
        }
        let answer = answer.ok_or("there is no move that may be played".to_owned())?;
        Ok(self.say(&answer)?)
    }

    /// `yxbalanceone` and `yxbalancetwo`: plays `count` moves after which both sides have equal
    /// chances, but for a bias.
    pub(super) fn play_evenly(
        &mut self,
        count: usize,
        bias: i32,
        arrived: Instant,
    ) -> Result<(), CommandError> {
        self.check_settings()?;
        let mut game = self.game()?.clone();
        let rule = self.settings.rule()?;
        let position = game.position(rule)?;
        self.prepare_player()?;
        let limits = self.settings.limits(arrived.elapsed(), game.stones().len())?;
        let even = self.even(&position, (count, bias), &limits)?;
        self.settings.spend(arrived.elapsed());
        if self.io.signals().is_ended() {
            return Ok(());
        }
        let Some(Even { points, value }) = even else {
            return Err("there are no moves that may be played".to_owned().into());
        };
        for &point in &points {
            game.play(point, rule)?;
        }
        self.change(game);
        let chances = 100.0 * value.chances();
        self.say(&format!("MESSAGE the side to move then has {chances:.0} %"))?;
        Ok(self.say(&gomocup::format_points(&points))?)
    }

    fn even(
        &mut self,
        position: &Position,
        aim: (usize, i32),
        limits: &Limits,
    ) -> Result<Option<Even>, String> {
        let seed = self.next_seed();
        let BrainSession { player: Some(player), io: ProtocolSession { lines, .. }, .. } = self
        else {
            return Ok(None);
        };
        let signals = lines.signals();
        balance(player, position, aim, limits, seed, &|| signals.asks_to_stop())
            .map_err(|unsuited| unsuited.to_string())
    }

    /// A new seed for each opening, so that no two of a conversation are equal.
    fn next_seed(&mut self) -> u64 {
        self.openings += 1;
        self.settings.seed().wrapping_add(self.openings)
    }
}
