//! What happened.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Actor, WallCount};
use crate::auction::{Bid, Raise, TeamList, TeamRaises};
use crate::wall::Spot;
use crate::{GameTime, LotId, Revision, RoundNo, StoneId, TeamId, WaveNo};

/// A fact, when it happened and who brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub fact: Fact,
}

/// What can happen in a game.
///
/// A fact carries what cannot be worked out from the facts before it. What follows from it by the rules,
/// such as awards and charges, is worked out by whoever applies it.
///
/// While something is sealed (`A4`), its owner's copy of the fact has it and everybody else's copy has
/// `None`; the opening then carries all of it, so that the facts with `None` are enough to follow the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A round opened for bidding (`A1`).
    RoundOpened {
        /// The round.
        round: RoundNo,
        /// 1, and one more for each time the round was voided.
        attempt: u32,
        /// When bidding closes.
        closes_at: GameTime,
    },
    /// A team sealed a list, or replaced its sealed list (`A2`). The public copy exists only for the first
    /// list of a team in an attempt: that a list was replaced is secret too (`A4`).
    BidsSealed {
        /// The team.
        team: TeamId,
        /// The list; `None` where it is none of the reader's business.
        sealed: Option<Sealed<Bid>>,
    },
    /// Bidding closed and all lists were opened (`A5`): those that counted, by team.
    ListsOpened {
        /// The lists, at most one per team, by team; a team that sealed none is absent.
        lists: Vec<TeamList>,
        /// If there are ties: when the first wave closes (`A7`).
        rebid_closes_at: Option<GameTime>,
    },
    /// A tied team sealed its re-bid or pass, or replaced it; public for the first time only (`A4`).
    RebidSealed {
        /// The team.
        team: TeamId,
        /// The raises; `None` where they are none of the reader's business.
        sealed: Option<Sealed<Raise>>,
    },
    /// The wave closed and its re-bids were opened (`A8`), by team.
    RebidsOpened {
        /// The wave.
        wave: WaveNo,
        /// The re-bids, at most one per tied team, by team; a silent team is absent.
        raises: Vec<TeamRaises>,
        /// If there are new ties: when the next wave closes (`A9`).
        rebid_closes_at: Option<GameTime>,
    },
    /// The judge confirmed lots (`A10`).
    LotsConfirmed {
        /// Which, in order.
        lots: Vec<LotId>,
    },
    /// All lots are confirmed: money is deducted, stones are handed out (`A10`).
    RoundFinalised {
        /// The round.
        round: RoundNo,
    },
    /// A stone was laid or moved (`W4`).
    StonePlaced {
        /// Whose wall.
        team: TeamId,
        /// The stone.
        stone: StoneId,
        /// Where it lies now.
        spot: Spot,
    },
    /// A stone was taken off the wall (`W4`).
    StoneTakenOut {
        /// Whose wall.
        team: TeamId,
        /// The stone.
        stone: StoneId,
    },
    /// A whole wall was replaced (`W5`).
    WallReplaced {
        /// Whose wall.
        team: TeamId,
        /// Where every stone on it lies now.
        laid: BTreeMap<StoneId, Spot>,
        /// Why somebody entered it for the team, if somebody did (`G6`).
        by_hand: Option<String>,
    },
    /// A team's wall was counted by hand, or that was taken back (`E2`).
    WallCounted {
        /// Whose wall.
        team: TeamId,
        /// What was counted; `None`: the wall that lies here counts again.
        count: Option<WallCount>,
        /// Why.
        reason: String,
    },
    /// Stones were carried to their teams, or a tick was taken back (`W4`).
    StonesTicked {
        /// The stones, in order, each once.
        stones: Vec<StoneId>,
        /// Whether they have been carried.
        carried: bool,
    },
    /// A team has received and checked stones (`W4`).
    StonesChecked {
        /// Whose stones.
        team: TeamId,
        /// The stones, in order, each once.
        stones: Vec<StoneId>,
    },
    /// A remark was put on record.
    Remarked {
        /// The text.
        text: String,
    },
    /// The countdown to the end runs (`E1`).
    EndSignalled {
        /// When the game ends.
        ends_at: GameTime,
    },
    /// The game ended; unsupported stones are lifted off (`E1`, `W5`).
    GameEnded,
    /// The judge entered a janken (`E2`).
    JankenEntered {
        /// The tied group, best first.
        order: Vec<TeamId>,
    },
    /// A team was disqualified (`E3`).
    TeamDisqualified {
        /// The team.
        team: TeamId,
        /// Why.
        reason: String,
    },
    /// A disqualification was taken back (`E3`).
    TeamReinstated {
        /// The team.
        team: TeamId,
        /// Why.
        reason: String,
    },
    /// The chief judge declared the final result (`E4`).
    ResultDeclared,
    /// The clocks stand (`T`).
    Paused {
        /// Why.
        reason: String,
    },
    /// The clocks go on (`T`).
    Resumed {
        /// When the window or countdown that was running closes now, if one was.
        closes_at: Option<GameTime>,
    },
    /// The running window got more time (`T`).
    WindowExtended {
        /// When it closes now; while the game is paused, without the time that the clocks have stood, which
        /// is added when it resumes.
        closes_at: GameTime,
        /// Why.
        reason: String,
    },
    /// A round was voided; it will be run again (`G5`, `T`). Lists that were not open yet stay sealed, or
    /// everybody would bid in the new attempt with the others' prices in hand (`A4`).
    RoundVoided {
        /// The round.
        round: RoundNo,
        /// The attempt that is void.
        attempt: u32,
        /// Why.
        reason: String,
    },
    /// The game was abandoned (`G4`).
    GameAbandoned {
        /// Why.
        reason: String,
    },
}

impl Fact {
    /// Whether a stone on some wall lies otherwise from then on because somebody wanted it so.
    pub const fn changes_a_wall(&self) -> bool {
        matches!(self, Self::StonePlaced { .. } | Self::StoneTakenOut { .. } | Self::WallReplaced { .. })
    }

    /// The kind of fact in snake case, such as `round_opened`: for logs and files, never a figure.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RoundOpened { .. } => "round_opened",
            Self::BidsSealed { .. } => "bids_sealed",
            Self::ListsOpened { .. } => "lists_opened",
            Self::RebidSealed { .. } => "rebid_sealed",
            Self::RebidsOpened { .. } => "rebids_opened",
            Self::LotsConfirmed { .. } => "lots_confirmed",
            Self::RoundFinalised { .. } => "round_finalised",
            Self::StonePlaced { .. } => "stone_placed",
            Self::StoneTakenOut { .. } => "stone_taken_out",
            Self::WallReplaced { .. } => "wall_replaced",
            Self::WallCounted { .. } => "wall_counted",
            Self::StonesTicked { .. } => "stones_ticked",
            Self::StonesChecked { .. } => "stones_checked",
            Self::Remarked { .. } => "remarked",
            Self::EndSignalled { .. } => "end_signalled",
            Self::GameEnded => "game_ended",
            Self::JankenEntered { .. } => "janken_entered",
            Self::TeamDisqualified { .. } => "team_disqualified",
            Self::TeamReinstated { .. } => "team_reinstated",
            Self::ResultDeclared => "result_declared",
            Self::Paused { .. } => "paused",
            Self::Resumed { .. } => "resumed",
            Self::WindowExtended { .. } => "window_extended",
            Self::RoundVoided { .. } => "round_voided",
            Self::GameAbandoned { .. } => "game_abandoned",
        }
    }
}

/// Something sealed: which revision, and what. Neither shows in debug output (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T> {
    /// How often the team has sealed in this attempt or wave, this time included.
    pub revision: Revision,
    /// What it sealed, in the order it gave.
    pub lines: Vec<T>,
    /// Why somebody entered it for the team, if somebody did (`G6`). As secret as the lines: it would show
    /// that a list was replaced.
    pub by_hand: Option<String>,
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
