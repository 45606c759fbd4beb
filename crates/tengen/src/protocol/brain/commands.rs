//! What each command does.

use std::time::Instant;

use tengen_core::{Area, Cell, Color, Point, Rule, renju};
use tengen_engine::fives::FivesPlayer;
use tengen_notation::{
    GomocupBlock, GomocupCommand, GomocupStone, spell_gomocup_fouls, spell_gomocup_point,
};

use super::{Block, Game, Session, Trouble, settings::Settings};

/// The answer to `ABOUT`.
const ABOUT: &str = concat!(
    "name=\"Tengen\", version=\"",
    env!("CARGO_PKG_VERSION"),
    "\", author=\"the Tengen developers\""
);

impl Session<'_> {
    /// Carries a command out, all but blocks.
    pub(super) fn obey(
        &mut self,
        command: GomocupCommand,
        arrived: Instant,
    ) -> Result<(), Trouble> {
        self.settings.is_yixin |= is_of_yixin(&command);
        match command {
            GomocupCommand::Start(area) => self.start(area),
            GomocupCommand::Restart => {
                let area = self.game()?.area();
                self.start(area)
            }
            GomocupCommand::Begin => {
                let game = self.game()?.clone();
                if !game.stones().is_empty() {
                    return Err("BEGIN: there are stones on the board".to_owned().into());
                }
                self.answer(game, 1, arrived)
            }
            GomocupCommand::Turn(point) => {
                let mut game = self.game()?.clone();
                self.check_wishes()?;
                game.play(point, self.settings.rule()?)?;
                self.answer(game, 1, arrived)
            }
            GomocupCommand::Takeback(point) => {
                let mut game = self.game()?.clone();
                game.take_back(point)?;
                self.change(game);
                Ok(self.say("OK")?)
            }
            GomocupCommand::Play(point) => self.play_instead(point),
            GomocupCommand::Set(setting) => {
                self.settings.tell(&setting);
                Ok(())
            }
            GomocupCommand::About => Ok(self.say(ABOUT)?),
            GomocupCommand::End => {
                self.over = true;
                Ok(())
            }
            // A stop was seen when it arrived, and now there is nothing left to stop; stones are
            // carried out when their block ends.
            GomocupCommand::Stop | GomocupCommand::Open(..) => Ok(()),
            GomocupCommand::ShowForbid => {
                let fouls = self.fouls()?;
                Ok(self.say(&spell_gomocup_fouls(&fouls))?)
            }
            GomocupCommand::NBest(count) => {
                let game = self.game()?.clone();
                self.answer(game, count as usize, arrived)
            }
            GomocupCommand::SearchDefend => {
                let game = self.game()?.clone();
                self.answer(game, usize::MAX, arrived)
            }
            GomocupCommand::BalanceOne(bias) => self.play_evenly(1, bias, arrived),
            GomocupCommand::BalanceTwo(bias) => self.play_evenly(2, bias, arrived),
            GomocupCommand::HashClear => {
                if let Some(player) = &mut self.player {
                    player.clear();
                }
                Ok(())
            }
            GomocupCommand::ShowInfo => {
                self.say(&format!("MESSAGE INFO MAX_THREAD_NUM {}", Settings::MAX_THREADS))?;
                // A power of two of kibibytes.
                Ok(self.say("MESSAGE INFO MAX_HASH_SIZE 26")?)
            }
            GomocupCommand::BlockReset => {
                self.blocked.clear();
                Ok(())
            }
            GomocupCommand::Done => Err("DONE: no block has begun".to_owned().into()),
        }
    }

    /// Carries a block out.
    pub(super) fn obey_block(&mut self, block: Block) -> Result<(), Trouble> {
        let (kind, arrived) = (block.kind, block.arrived);
        self.settings.is_yixin |= !matches!(kind, GomocupBlock::Board | GomocupBlock::Swap2);
        let stones = block.stones()?;
        let game = self.game()?;
        let named = |error: String| format!("{}: {error}", kind.name());
        match kind {
            GomocupBlock::Board => {
                let game = game.with_stones(&stones).map_err(named)?;
                self.answer(game, 1, arrived)
            }
            GomocupBlock::YxBoard => {
                let game = game.with_stones(&stones).map_err(named)?;
                self.change(game);
                Ok(())
            }
            GomocupBlock::Swap2 => self.swap2(&stones, arrived),
            GomocupBlock::Block | GomocupBlock::Unblock => self.block_points(kind, &stones),
        }
    }

    /// The board, if there is one.
    pub(super) fn game(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| "there is no board yet: send START 15".to_owned())
    }

    /// Another board, on which nothing is suggested.
    pub(super) fn change(&mut self, game: Game) {
        self.game = Some(game);
        self.suggested = None;
        self.opponent_thinks = false;
    }

    fn start(&mut self, area: Area) -> Result<(), Trouble> {
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
        self.change(Game::new(area));
        self.blocked.clear();
        self.settings.restart_clock();
        self.warm_up(area);
        Ok(self.say("OK")?)
    }

    /// The manager's answer to a suggestion.
    fn play_instead(&mut self, point: Point) -> Result<(), Trouble> {
        if self.suggested.is_none() {
            return Err("PLAY: nothing was suggested".to_owned().into());
        }
        let mut game = self.game()?.clone();
        game.play(point, self.settings.rule()?)?;
        self.change(game);
        self.opponent_thinks = true;
        Ok(self.say(&spell_gomocup_point(point))?)
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

    fn block_points(&mut self, kind: GomocupBlock, stones: &[GomocupStone]) -> Result<(), Trouble> {
        let area = self.game()?.area();
        for stone in stones {
            if !area.contains(stone.point) {
                let name = spell_gomocup_point(stone.point);
                return Err(format!("{}: {name} is outside the {area} board", kind.name()).into());
            }
        }
        for stone in stones {
            self.blocked.retain(|point| *point != stone.point);
            if kind == GomocupBlock::Block {
                self.blocked.push(stone.point);
            }
        }
        Ok(())
    }
}

/// Whether only programs that speak Yixin's dialect say this.
fn is_of_yixin(command: &GomocupCommand) -> bool {
    matches!(
        command,
        GomocupCommand::Stop
            | GomocupCommand::ShowForbid
            | GomocupCommand::NBest(_)
            | GomocupCommand::SearchDefend
            | GomocupCommand::BalanceOne(_)
            | GomocupCommand::BalanceTwo(_)
            | GomocupCommand::HashClear
            | GomocupCommand::ShowInfo
            | GomocupCommand::BlockReset
    )
}
