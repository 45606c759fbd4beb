//! The commands of the protocol.

use std::time::Instant;

use tengen_core::{Area, Cell, Color, Point, Rule, renju};
use tengen_engine::fives::FivesPlayer;
use tengen_notation::gomocup;

use super::{BrainGame, BrainSession, StoneBlock, brain_settings::BrainSettings};
use crate::protocol_session::CommandError;

/// The answer to `ABOUT`.
const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Tengen developers\""
);

impl BrainSession<'_> {
    /// Carries out a command, but for blocks.
    pub(super) fn obey(
        &mut self,
        command: gomocup::ManagerCommand,
        arrived: Instant,
    ) -> Result<(), CommandError> {
        self.settings.is_yixin |= is_of_yixin(&command);
        match command {
            gomocup::ManagerCommand::Start(area) => self.start(area),
            gomocup::ManagerCommand::Restart => {
                let area = self.game()?.area();
                self.start(area)
            }
            gomocup::ManagerCommand::Begin => {
                let game = self.game()?.clone();
                if !game.stones().is_empty() {
                    return Err("BEGIN: there are stones on the board".to_owned().into());
                }
                self.answer(game, 1, arrived)
            }
            gomocup::ManagerCommand::Turn(point) => {
                let mut game = self.game()?.clone();
                self.check_settings()?;
                game.play(point, self.settings.rule()?)?;
                self.answer(game, 1, arrived)
            }
            gomocup::ManagerCommand::Takeback(point) => {
                let mut game = self.game()?.clone();
                game.take_back(point)?;
                self.change(game);
                Ok(self.say("OK")?)
            }
            gomocup::ManagerCommand::Play(point) => self.play_instead(point),
            gomocup::ManagerCommand::Set(setting) => {
                self.settings.set(&setting);
                Ok(())
            }
            gomocup::ManagerCommand::About => Ok(self.say(ABOUT)?),
            gomocup::ManagerCommand::End => {
                self.over = true;
                Ok(())
            }
            // A stop was seen when it arrived, and now there is nothing left to stop; stones are
            // carried out when their block ends.
            gomocup::ManagerCommand::Stop | gomocup::ManagerCommand::Open(..) => Ok(()),
            gomocup::ManagerCommand::ShowForbid => {
                let fouls = self.fouls()?;
                Ok(self.say(&gomocup::format_fouls(&fouls))?)
            }
            gomocup::ManagerCommand::NBest(count) => {
                let game = self.game()?.clone();
                self.answer(game, count as usize, arrived)
            }
            gomocup::ManagerCommand::SearchDefend => {
                let game = self.game()?.clone();
                self.answer(game, usize::MAX, arrived)
            }
            gomocup::ManagerCommand::BalanceOne(bias) => self.play_evenly(1, bias, arrived),
            gomocup::ManagerCommand::BalanceTwo(bias) => self.play_evenly(2, bias, arrived),
            gomocup::ManagerCommand::HashClear => {
                if let Some(player) = &mut self.player {
                    player.clear();
                }
                Ok(())
            }
            gomocup::ManagerCommand::ShowInfo => {
                self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {}", BrainSettings::MAX_THREADS))?;
                // A power of two of kibibytes.
                Ok(self.say("MESSAGE INFO MAX_HASH_SIZE 26")?)
            }
            gomocup::ManagerCommand::BlockReset => {
                self.blocked.clear();
                Ok(())
            }
            gomocup::ManagerCommand::Done => Err("DONE: no block has begun".to_owned().into()),
        }
    }

    /// Carries out a block.
    pub(super) fn obey_block(&mut self, block: StoneBlock) -> Result<(), CommandError> {
        let (kind, arrived) = (block.kind, block.arrived);
        self.settings.is_yixin |=
            !matches!(kind, gomocup::BlockCommand::Board | gomocup::BlockCommand::Swap2);
        let stones = block.stones()?;
        let game = self.game()?;
        let named = |error: String| format!("{}: {error}", kind.name());
        match kind {
            gomocup::BlockCommand::Board => {
                let game = game.with_stones(&stones).map_err(named)?;
                self.answer(game, 1, arrived)
            }
            gomocup::BlockCommand::YxBoard => {
                let game = game.with_stones(&stones).map_err(named)?;
                self.change(game);
                Ok(())
            }
            gomocup::BlockCommand::Swap2 => self.swap2(&stones, arrived),
            gomocup::BlockCommand::Block | gomocup::BlockCommand::Unblock => {
                self.block_points(kind, &stones)
            }
        }
    }

    /// The board, if there is one.
    pub(super) fn game(&self) -> Result<&BrainGame, String> {
        self.game.as_ref().ok_or_else(|| "there is no board yet: send START 15".to_owned())
    }

    /// Replaces the board; nothing is suggested on it.
    pub(super) fn change(&mut self, game: BrainGame) {
        self.game = Some(game);
        self.suggested = None;
        self.opponent_thinks = false;
    }

    fn start(&mut self, area: Area) -> Result<(), CommandError> {
        let sides = FivesPlayer::MIN_SIDE..=FivesPlayer::MAX_SIDE;
        match area {
            Area::Bounded { width, height }
                if sides.contains(&width) && sides.contains(&height) => {}
            _ => {
                // Piskvork offers the size that it finds in here.
                let words = format!(
                    "START: sides are from {} to {}, and 20 in tournaments, not {area}",
                    sides.start(),
                    sides.end()
                );
                return Err(words.into());
            }
        }
        self.change(BrainGame::new(area));
        self.blocked.clear();
        self.settings.restart_clock();
        self.warm_up(area);
        Ok(self.say("OK")?)
    }

    /// The manager's answer to a suggestion.
    fn play_instead(&mut self, point: Point) -> Result<(), CommandError> {
        if self.suggested.is_none() {
            return Err("PLAY: nothing was suggested".to_owned().into());
        }
        let mut game = self.game()?.clone();
        game.play(point, self.settings.rule()?)?;
        self.change(game);
        self.opponent_thinks = true;
        Ok(self.say(&gomocup::format_point(point))?)
    }

    /// The points that are forbidden to Black, if it is Black's turn at renju.
    fn fouls(&self) -> Result<Vec<Point>, String> {
        let game = self.game()?;
        let rule = self.settings.rule()?;
        let position = match game.position(rule) {
            Ok(position) if rule == Rule::Renju && position.turn() == Color::Black => position,
            // Nothing is forbidden in a game that is over.
            _ => return Ok(Vec::new()),
        };
        let board = position.board();
        let empty = game.area().points().filter(|&point| board.cell(point) == Cell::Empty);
        Ok(empty.filter(|&point| renju::foul(board, point).is_some()).collect())
    }

    fn block_points(
        &mut self,
        kind: gomocup::BlockCommand,
        stones: &[gomocup::BlockStone],
    ) -> Result<(), CommandError> {
        let area = self.game()?.area();
        for stone in stones {
            if !area.contains(stone.point) {
                let name = gomocup::format_point(stone.point);
                return Err(format!("{}: {name} is outside the {area} board", kind.name()).into());
            }
        }
        for stone in stones {
            self.blocked.retain(|point| *point != stone.point);
            if kind == gomocup::BlockCommand::Block {
                self.blocked.push(stone.point);
            }
        }
        Ok(())
    }
}

/// Whether this command is of Yixin's dialect.
fn is_of_yixin(command: &gomocup::ManagerCommand) -> bool {
    matches!(
        command,
        gomocup::ManagerCommand::Stop
            | gomocup::ManagerCommand::ShowForbid
            | gomocup::ManagerCommand::NBest(_)
            | gomocup::ManagerCommand::SearchDefend
            | gomocup::ManagerCommand::BalanceOne(_)
            | gomocup::ManagerCommand::BalanceTwo(_)
            | gomocup::ManagerCommand::HashClear
            | gomocup::ManagerCommand::ShowInfo
            | gomocup::ManagerCommand::BlockReset
    )
}
