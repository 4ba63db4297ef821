//! What happened.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::command::Actor;
use super::slip::{Entrant, Slip};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round};
use crate::playoff::Bout;
use crate::round::PoolPairing;

/// A fact, when it happened and who brought it about; of an event in leagues, or by `F` of one in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<F = Fact> {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub fact: F,
}

/// What can happen in an event. A fact carries what cannot be worked out from those before it, and pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The roster was set, in the place of any other.
    RosterSet {
        /// Its lines.
        roster: Vec<Entrant>,
    },
    /// Plan and roster are fixed (`TV1`).
    Committed {
        /// SHA-256 of both as they were entered.
        commitment: [u8; 32],
    },
    /// The lotteries' results are known (`TD2`).
    DigitsEntered {
        /// As drawn.
        results: Vec<String>,
    },
    /// Somebody is absent, or there after all (`TD7`).
    AttendanceMarked {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
    },
    /// A seed drew a slip (`TD6`).
    SlipDrawn {
        /// Who.
        player: PlayerId,
        /// What stands on it.
        number: DrawNumber,
    },
    /// Reception is over: the leagues follow from numbers and attendance (`TL`).
    LeaguesMade,
    /// A round was paired; who moved, qualified and left before it follows (`TF5`).
    RoundPaired {
        /// The round.
        round: Round,
        /// Its pools; what they cost is in them (`TV2`).
        pools: Vec<PoolPairing>,
        /// Its play-off games.
        bouts: Vec<(Bout, PlayerId, PlayerId)>,
    },
    /// A game's result was entered (`TO9`). Entries are numbered from 1 in the order of these facts.
    ResultEntered {
        /// The round.
        round: Round,
        /// The slip.
        slip: Slip,
    },
    /// A player leaves with the next pairing (`TW1`).
    PlayerWithdrew {
        /// Who.
        player: PlayerId,
    },
    /// A ruling took an entry's place (`TV3`).
    ResultOverruled {
        /// The entry.
        entry: u32,
        /// What holds.
        slip: Slip,
        /// Why.
        reason: String,
    },
    /// The referee named a league's first (`TF4`, `TV3`).
    FirstNamed {
        /// The league.
        league: LeagueId,
        /// Who.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// The referee confirmed a first who was found by the ranking (`TF4`).
    FirstConfirmed {
        /// The league.
        league: LeagueId,
    },
    /// The referee decided something that the rules do not cover (`TV3`).
    Ruled {
        /// What.
        text: String,
    },
    /// The final ranking stands (`TE`).
    RankingDeclared,
    /// The event was given up: nothing follows.
    EventAbandoned {
        /// Why.
        reason: String,
    },
}

impl Fact {
    /// Its name, as logs and records have it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RosterSet { .. } => "roster_set",
            Self::Committed { .. } => "committed",
            Self::DigitsEntered { .. } => "digits_entered",
            Self::AttendanceMarked { .. } => "attendance_marked",
            Self::SlipDrawn { .. } => "slip_drawn",
            Self::LeaguesMade => "leagues_made",
            Self::RoundPaired { .. } => "round_paired",
            Self::ResultEntered { .. } => "result_entered",
            Self::PlayerWithdrew { .. } => "player_withdrew",
            Self::ResultOverruled { .. } => "result_overruled",
            Self::FirstNamed { .. } => "first_named",
            Self::FirstConfirmed { .. } => "first_confirmed",
            Self::Ruled { .. } => "ruled",
            Self::RankingDeclared => "ranking_declared",
            Self::EventAbandoned { .. } => "event_abandoned",
        }
    }
}
