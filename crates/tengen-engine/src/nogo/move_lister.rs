//! The moves of a position with their priors.

use tengen_core::Color;

use super::{
    legality_board::{BOTH, LegalityBoard, side},
    mcts_settings::MctsSettings,
    mcts_thread::logistic,
    net_input::NetInput,
    policy_value_net::{NetActivations, PolicyValueNet},
    tree_node::MovePrior,
};

/// Lists the moves of a position with their priors: by the network, or by mobility.
#[derive(Debug)]
pub(super) struct MoveLister {
    settings: MctsSettings,
    net: Option<&'static PolicyValueNet>,
    input: NetInput,
    activations: NetActivations,
    /// The moves of the last position.
    pub(super) moves: Vec<MovePrior>,
}

impl MoveLister {
    pub(super) fn new(settings: &MctsSettings) -> MoveLister {
        MoveLister {
            settings: *settings,
            net: PolicyValueNet::shipped().filter(|_| settings.puct > 0.0),
            input: NetInput::default(),
            activations: NetActivations::default(),
            moves: Vec::new(),
        }
    }

    /// The prior of a move as it is shown: its probability, or its chances without the network.
    pub(super) fn shown(&self, known: &MovePrior) -> f32 {
        if self.net.is_some() { known.policy } else { known.chances }
    }

    /// Lists the moves of `turn`, and returns its chances by the network, if there is one, and moves.
    pub(super) fn list_moves(
        &mut self,
        board: &LegalityBoard,
        turn: Color,
        mean: f32,
    ) -> Option<f32> {
        self.moves.clear();
        let spots = board.open(BOTH).iter().chain(board.open(side(turn))).copied();
        let Some(net) = self.net else {
            self.moves.extend(spots.map(|spot| MovePrior {
                spot,
                chances: self.settings.mobility_prior(board, spot, turn),
                policy: 0.0,
            }));
            return None;
        };
        if board.mobility(turn) == 0 {
            return None;
        }
        self.input.read(board, turn);
        net.evaluate(&self.input, &mut self.activations);
        let logits = &self.activations.policy;
        let max = spots.clone().map(|spot| logits[usize::from(spot)]).fold(f32::MIN, f32::max);
        let chances = logistic(self.settings.net_slope * self.activations.value);
        let share = self.settings.net_share;
        let first = share * chances + (1.0 - share) * mean;
        self.moves.extend(spots.map(|spot| MovePrior {
            spot,
            chances: first,
            policy: libm::expf(logits[usize::from(spot)] - max),
        }));
        let total: f32 = self.moves.iter().map(|one| one.policy).sum();
        for one in &mut self.moves {
            one.policy /= total;
        }
        Some(chances)
    }
}

impl MctsSettings {
    /// The prior of a move without the network: the mobility after it less that of the other side, as chances.
    fn mobility_prior(&self, board: &LegalityBoard, spot: u16, turn: Color) -> f32 {
        if self.prior <= 0.0 {
            return 0.5;
        }
        let after = board.mobility_after(spot, turn).map(|points| points as f32);
        let lead = after[turn as usize] - after[!turn as usize];
        logistic(self.prior_slope * (lead + 0.5))
    }
}
