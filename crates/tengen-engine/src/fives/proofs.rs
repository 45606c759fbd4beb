//! What is proven about the position that is asked about.

use tengen_core::{Area, Color, Point, Position, Rule};
use tengen_solver::fives::{
    By, Solution, Spot, Win,
    vct::{Found, Vct},
};

use super::{
    moves::{self, Plight},
    score::{Score, win_at},
    search::{Hand, RootMove},
};

/// A win by threats that was found, to be played out.
#[derive(Debug)]
pub(super) struct Kept {
    rule: Rule,
    area: Area,
    win: Win,
}

impl Kept {
    /// The move that wins, and the line in which the loser holds out longest, if the win goes
    /// through `position`.
    pub(super) fn line(&self, position: &Position) -> Option<(Vec<Point>, u32)> {
        let fits = (self.rule, self.area) == (position.rule(), position.board().area());
        if !fits || position.turn() != self.win.winner {
            return None;
        }
        let answer = self.win.solution.answer(position)?;
        position.may_play(answer.point).ok()?;
        let positions = self.win.solution.len();
        if positions > Kept::SMALL {
            // Every move of the winner but the last few fours is in one of the positions.
            return Some((vec![answer.point], 2 * positions as u32 + 1));
        }
        let line: Vec<Point> = self.win.story(position).iter().map(|told| told.point).collect();
        let ends = line.iter().try_fold(position.clone(), |mut position, &point| {
            position.play(point).ok().map(|()| position)
        });
        let more = match ends {
            Some(end) if end.outcome().is_some() => 0,
            _ => 2,
        };
        Some((line.clone(), line.len() as u32 + more))
    }

    /// The largest win that is told from beginning to end.
    const SMALL: usize = 60;
}

/// A search for a win by threats that goes on whenever there is time for it.
#[derive(Debug)]
pub(super) struct Hunter {
    vct: Vct,
    color: Color,
    /// Positions looked at.
    pub(super) spent: u64,
    /// Whether there is nothing left to look for.
    is_done: bool,
}

impl Hunter {
    pub(super) fn new(color: Color, bytes: usize) -> Hunter {
        Hunter { vct: Vct::new(color, bytes), color, spent: 0, is_done: false }
    }

    /// Goes on for so many positions. The win, if it is found.
    pub(super) fn go_on(
        &mut self,
        hand: &mut Hand<'_>,
        position: &Position,
        nodes: u64,
    ) -> Option<Kept> {
        if self.is_done {
            return None;
        }
        let before = hand.threat_nodes;
        let vct = &mut self.vct;
        let found = hand.ask(nodes, |field, _, budget| vct.find(field.threats_mut(), budget));
        self.spent += hand.threat_nodes - before;
        match found? {
            Found::Win(solution) => {
                self.is_done = true;
                Some(kept(position, self.color, solution))
            }
            Found::Nothing | Found::NothingNear => {
                self.is_done = true;
                None
            }
        }
    }
}

fn kept(position: &Position, winner: Color, solution: Solution) -> Kept {
    let win = Win { winner, by: By::Threats, threat: None, solution };
    Kept { rule: position.rule(), area: position.board().area(), win }
}

/// What is known before anything is searched.
pub(super) enum Known {
    /// The side to move wins.
    Win(RootMove),
    /// These moves are to be looked at, all others lose.
    Moves(Vec<Spot>),
}

/// How many positions each of the questions may take.
const PATIENCE: u64 = 50_000;

/// Finds out what is known of the position before anything is searched.
pub(super) fn first_look(hand: &mut Hand<'_>) -> Known {
    let plight = Plight::of(&hand.field);
    let near = |hand: &Hand<'_>| -> Vec<Spot> {
        let is_legal = |spot: &Spot| hand.field.is_legal(*spot);
        let near: Vec<Spot> = hand.field.near().filter(is_legal).collect();
        if near.is_empty() { hand.field.threats().empty().filter(is_legal).collect() } else { near }
    };
    match plight {
        Plight::Wins(plies) => {
            let spot = moves::winner(&hand.field).expect("there is a winning move");
            return Known::Win(won(vec![spot], win_at(plies)));
        }
        Plight::Block(spot) => return Known::Moves(vec![spot]),
        Plight::Loses(_) => return Known::Moves(near(hand)),
        Plight::Parry | Plight::Free => {}
    }
    if let Some(win) = fours(hand, PATIENCE) {
        return Known::Win(win);
    }
    if plight == Plight::Parry {
        let mut spots = Vec::new();
        moves::parries(&hand.field, &mut spots);
        return Known::Moves(if spots.is_empty() { near(hand) } else { spots });
    }
    let other = !hand.field.turn();
    let defences = hand
        .ask(PATIENCE, |field, mind, budget| mind.vcf.defences(field.threats_mut(), other, budget));
    match defences.flatten() {
        Some(spots) if !spots.is_empty() => Known::Moves(spots),
        _ => Known::Moves(near(hand)),
    }
}

/// A win by fours, found with no more than so many positions.
pub(super) fn fours(hand: &mut Hand<'_>, nodes: u64) -> Option<RootMove> {
    let turn = hand.field.turn();
    let line = hand.ask(nodes, |field, mind, budget| {
        let found = mind.vcf.find(field.threats_mut(), turn, budget)?;
        Ok(found.map(|mut line| {
            // A shorter one is better to look at, but any one wins.
            while line.len() > 1
                && mind.vcf.shorten(field.threats_mut(), turn, &mut line, budget) == Ok(true)
            {
            }
            line
        }))
    })??;
    let plies = 2 * line.len() + 1;
    let line = with_blocks(hand, &line);
    Some(won(line, win_at(plies)))
}

/// A line of fours with the replies between them.
fn with_blocks(hand: &mut Hand<'_>, fours: &[Spot]) -> Vec<Spot> {
    let attacker = hand.field.turn();
    let mut line = Vec::new();
    for &four in fours {
        hand.field.play(four);
        line.push(four);
        let Some(block) = hand.field.threats().fives(attacker).next() else { break };
        if !hand.field.is_legal(block) {
            break;
        }
        hand.field.play(block);
        line.push(block);
    }
    if hand.field.turn() == attacker
        && let Some(five) = hand.field.threats().fives(attacker).next()
    {
        line.push(five);
        // It is not played: the board of the search ends with the game.
    }
    while !hand.field.moves().is_empty() {
        hand.field.undo();
    }
    line
}

fn won(line: Vec<Spot>, score: Score) -> RootMove {
    let mut entry = RootMove::new(line[0]);
    entry.line = line;
    entry.score = score;
    entry
}
