//! The pages of visitors, and where their states show what has happened.

use serde_json::Value as Json;

#[derive(Clone, Copy)]
pub(crate) enum Page {
    Team,
    Judge,
    /// The hall's board, which anyone may read.
    Hall,
}

impl Page {
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Team => "/team",
            Self::Judge => "/judge",
            Self::Hall => "",
        }
    }

    /// Returns whether the page shows the game, and follows it.
    pub(crate) fn is_settled(self, state: &Json) -> bool {
        match self {
            Self::Team => state["contact"]["live"] == true && state["bids"].is_object(),
            Self::Judge => state["live"] == true && state["game"].is_object() && state["alone"] == false,
            Self::Hall => {
                let game = &state["games"][0];
                state["contact"]["live"] == true && game["contact"]["live"] == true && game["lots"].is_array()
            }
        }
    }

    pub(crate) fn is_bidding(self, state: &Json) -> bool {
        match self {
            Self::Team => state["stage"] == "bidding",
            Self::Judge => state["game"]["list"].is_object(),
            Self::Hall => state["games"][0]["clock"].is_object(),
        }
    }

    pub(crate) fn is_paused(self, state: &Json) -> bool {
        match self {
            Self::Team => state["paused"] == true,
            Self::Judge => state["clock"]["left"].is_u64(),
            Self::Hall => state["games"][0]["paused"] == true,
        }
    }

    /// Returns whether the page shows that team a has submitted.
    pub(crate) fn has_submission(self, state: &Json) -> bool {
        match self {
            Self::Team => state["seals"][0]["seal"] == "sealed",
            Self::Judge => state["game"]["list"]["teams"][0]["submitted"] == true,
            Self::Hall => state["games"][0]["teams"][0]["seal"] == "sealed",
        }
    }
}
