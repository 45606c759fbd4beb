//! How far a swap2 opening has come.

use serde::Serialize;
use utoipa::ToSchema;

use super::{FriendOpening, FriendSeat};

/// How far the opening has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpeningStage {
    /// One puts three stones: black, white, black.
    PlaceThree,
    /// The other takes a color, or puts two more.
    ChooseFirst,
    /// The other puts two more stones: white, black.
    PlaceTwo,
    /// Who put three takes a color.
    ChooseLast,
    /// The colors are known.
    Done,
}

impl OpeningStage {
    /// The first stage of an opening.
    pub fn start(opening: FriendOpening) -> OpeningStage {
        match opening {
            FriendOpening::None => OpeningStage::Done,
            FriendOpening::Swap2 => OpeningStage::PlaceThree,
        }
    }

    /// Who is to act, if `first` puts the first stones; `None` if whose color it is.
    pub fn actor(self, first: FriendSeat) -> Option<FriendSeat> {
        match self {
            OpeningStage::PlaceThree | OpeningStage::ChooseLast => Some(first),
            OpeningStage::ChooseFirst | OpeningStage::PlaceTwo => Some(first.other()),
            OpeningStage::Done => None,
        }
    }

    /// Whether a stone is to be put, and not a color to be chosen.
    pub fn is_placing(self) -> bool {
        !matches!(self, OpeningStage::ChooseFirst | OpeningStage::ChooseLast)
    }

    /// The stage after there are `stones` stones.
    #[must_use]
    pub fn after_stone(self, stones: usize) -> OpeningStage {
        match self {
            OpeningStage::PlaceThree if stones >= 3 => OpeningStage::ChooseFirst,
            OpeningStage::PlaceTwo if stones >= 5 => OpeningStage::ChooseLast,
            stage => stage,
        }
    }
}
