//! What somebody wants to happen.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::GameTime;

use super::slip::{Entrant, Slip};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round};

/// An act, who wants it, and when it was received; of an event in leagues, or by `A` of one in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<A = Act> {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub act: A,
}

/// Who acts. Whether somebody may act at all is the server's matter; the rules only keep rulings to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// The organiser (主催者).
    Organiser,
    /// The desk that takes result slips in.
    Desk,
    /// The referee (審判員), who alone rules (`TV3`).
    Referee,
    /// The server, which counts the games that it holds itself (`TG`).
    Server,
}

/// What can be asked of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Sets the roster, or another one in its place, until it is committed.
    SetRoster {
        /// Its lines.
        roster: Vec<Entrant>,
    },
    /// Fixes plan and roster, before the first lottery is drawn (`TV1`).
    Commit {
        /// SHA-256 of both as they were entered.
        commitment: [u8; 32],
    },
    /// Enters the lotteries' results (`TD2`).
    EnterDigits {
        /// As drawn, without the zeros that are written before them.
        results: Vec<String>,
    },
    /// Says who is there, until the leagues are made (`TD7`). Everybody is until somebody says otherwise.
    MarkAttendance {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
    },
    /// Notes the slip that a seed drew at reception (`TD6`).
    DrawSlip {
        /// Who.
        player: PlayerId,
        /// What stands on it.
        number: DrawNumber,
    },
    /// Ends reception and makes the leagues (`TL`).
    MakeLeagues,
    /// Pairs the next round (`TP`, `TK`).
    PairRound {
        /// Which one is meant; must be the next.
        round: Round,
    },
    /// Enters the result of a game of the current round (`TO9`).
    EnterResult {
        /// The round it is meant for.
        round: Round,
        /// The game's slip.
        slip: Slip,
    },
    /// Takes a player out from the next pairing on (`TW1`).
    Withdraw {
        /// Who.
        player: PlayerId,
    },
    /// Puts another result in the place of one that was entered: a ruling (`TV3`).
    Overrule {
        /// The entry's number.
        entry: u32,
        /// What holds instead.
        slip: Slip,
        /// Why.
        reason: String,
    },
    /// Names the first of a league in which nobody is left (`TF4`, `TV3`).
    NameFirst {
        /// The league.
        league: LeagueId,
        /// Who.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// Confirms a league's first who was found by the ranking (`TF4`).
    ConfirmFirst {
        /// The league.
        league: LeagueId,
    },
    /// Decides what the rules do not cover, in words (`TV3`).
    Rule {
        /// The ruling.
        text: String,
    },
    /// Declares the final ranking (`TE`).
    Declare,
    /// Gives the event up.
    Abandon {
        /// Why.
        reason: String,
    },
}
