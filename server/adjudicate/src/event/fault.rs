//! Faults: why a request gets no verdict.

use ishigaki_othello::{IllegalMove, MoveFault};
use ishigaki_tournament::{Bout, DigitsFault, FlowFault, LeagueId, Round};
use serde_json::{Value, json};

/// Error of a request that gets no verdict.
#[derive(Debug)]
pub(super) enum RequestFault {
    /// It is no request: a key is missing, of the wrong type or out of its range.
    BadRequest,
    BadConfig,
    /// A roster, numbers or leagues that do not fit.
    BadRoster,
    BadDigits(DigitsFault),
    BadSeedDigits,
    BadSeed,
    UnknownPlayer,
    TooFew,
    BadWithdrawal {
        id: String,
    },
    /// A round that cannot have been played so.
    BadHistory {
        round: Round,
    },
    /// Results that are not those of a round's games.
    BadRound {
        round: Round,
    },
    /// A play-off's winner who is not in that game, or a game that does not exist.
    BadGame {
        game: String,
    },
    NeedsReferee {
        league: LeagueId,
    },
    IllegalMove(IllegalMove),
    BadClaim,
}

impl RequestFault {
    pub(super) fn game(bout: Bout) -> Self {
        Self::BadGame { game: bout.to_string() }
    }

    pub(super) fn answer(&self) -> Value {
        let error = match self {
            Self::BadRequest => json!({"kind": "bad_request"}),
            Self::BadConfig => json!({"kind": "bad_config"}),
            Self::BadRoster => json!({"kind": "bad_roster"}),
            Self::BadDigits(DigitsFault::Result { field, .. }) => {
                json!({"kind": "bad_digits", "field": field})
            }
            Self::BadDigits(DigitsFault::Count { .. }) | Self::BadSeedDigits => json!({"kind": "bad_digits"}),
            Self::BadSeed => json!({"kind": "bad_seed"}),
            Self::UnknownPlayer => json!({"kind": "unknown_player"}),
            Self::TooFew => json!({"kind": "too_few"}),
            Self::BadWithdrawal { id } => json!({"kind": "bad_withdrawal", "id": id}),
            Self::BadHistory { round } => json!({"kind": "bad_history", "round": round.0}),
            Self::BadRound { round } => json!({"kind": "bad_results", "round": round.0}),
            Self::BadGame { game } => json!({"kind": "bad_results", "game": game}),
            Self::NeedsReferee { league } => json!({"kind": "needs_referee", "league": league.to_string()}),
            Self::IllegalMove(IllegalMove { number, square, fault }) => json!({
                "kind": "illegal_move", "move": number, "square": square, "reason": reason(*fault),
            }),
            Self::BadClaim => json!({"kind": "bad_claim"}),
        };
        json!({"error": error})
    }

    pub(super) fn of_flow(fault: FlowFault, id: impl Fn(ishigaki_tournament::PlayerId) -> String) -> Self {
        match fault {
            FlowFault::NobodyLeft { league } => Self::NeedsReferee { league },
            FlowFault::CannotWithdraw { player } => Self::BadWithdrawal { id: id(player) },
        }
    }
}

impl From<serde_json::Error> for RequestFault {
    fn from(_: serde_json::Error) -> Self {
        Self::BadRequest
    }
}

const fn reason(fault: MoveFault) -> &'static str {
    match fault {
        MoveFault::NotASquare => "not_a_square",
        MoveFault::GameOver => "game_over",
        MoveFault::PassWithMoves => "pass_with_moves",
        MoveFault::Occupied => "occupied",
        MoveFault::NoFlip => "no_flip",
    }
}
