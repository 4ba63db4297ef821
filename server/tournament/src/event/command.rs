//! The commands: what somebody wants to happen.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::{GameTime, TeamId};

use super::slip::{Entrant, Slip};
use crate::group_game::{GameResult, GroupGame, KnownGame};
use crate::id::{DrawNumber, LeagueId, PlayerId, Round, StageId};

/// An act, who wants it, and when it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// When.
    pub at: GameTime,
    /// Who.
    pub by: Actor,
    /// What.
    pub act: Act,
    /// Games of the stage that the act concerns, as far as the server knows them when it decides. A client or a verifier
    /// knows none.
    pub games: Vec<KnownGame>,
}

impl Command {
    /// A command of which no game is known.
    pub const fn new(at: GameTime, by: Actor, act: Act) -> Self {
        Self { at, by, act, games: Vec::new() }
    }
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

/// Act that can be asked of an event. What only one kind of event knows, in leagues or in groups, the other one refuses.
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
    /// Puts other results in the place of those that were entered, as long as nothing is drawn from them: a ruling
    /// (`TD8`, `TV3`).
    OverruleDigits {
        /// As drawn, without the zeros that are written before them.
        results: Vec<String>,
        /// Why.
        reason: String,
    },
    /// In leagues: says who is there, until the digits are known (`TD7`). Everybody is until somebody says otherwise.
    MarkAttendance {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
    },
    /// In leagues: says who is there once the digits are known, until the leagues are made: a ruling, because the gap
    /// closes up and moves others (`TD7`, `TV3`).
    OverruleAttendance {
        /// Who.
        player: PlayerId,
        /// Whether they are absent.
        absent: bool,
        /// Why.
        reason: String,
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
    /// In groups: says which team is there for a stage, until its groups are drawn (`TD7`). All are until somebody says
    /// otherwise. Once the digits are known, the place of an absent team stays empty.
    MarkTeamAttendance {
        /// The stage.
        stage: StageId,
        /// The team.
        team: TeamId,
        /// Whether it is absent.
        absent: bool,
    },
    /// Draws a stage's groups (`TG2`, `TG3`).
    DrawGroups {
        /// Which one is meant; must be the next.
        stage: StageId,
        /// Whether the groups are drawn although fewer than two of the stage's teams are there, so that there is no game
        /// (`TG1`).
        without_game: bool,
    },
    /// Counts a game: its result stands (`E4`).
    CountGame {
        /// The game.
        game: GroupGame,
        /// What it came to.
        result: GameResult,
    },
    /// Replaces a game by its spare: a ruling (`G4`, `TV3`).
    ReplaceGame {
        /// The game.
        game: GroupGame,
        /// Why.
        reason: String,
    },
    /// Puts a result in the place of a game's, counted or not: a ruling (`TV3`).
    OverruleGame {
        /// The game.
        game: GroupGame,
        /// What holds instead.
        result: GameResult,
        /// Why.
        reason: String,
    },
    /// Enters the janken of equal teams across a margin (`TG4`).
    EnterJanken {
        /// The stage.
        stage: StageId,
        /// The whole set of equal teams, best first.
        order: Vec<TeamId>,
    },
    /// Puts an order in the place of a janken's: a ruling (`TV3`).
    OverruleJanken {
        /// The stage.
        stage: StageId,
        /// The whole set of equal teams, best first.
        order: Vec<TeamId>,
        /// Why.
        reason: String,
    },
    /// Closes a stage: who advances stands, and the next stage can be drawn (`TG4`).
    CloseStage {
        /// Which one is meant; must be the one that is played.
        stage: StageId,
    },
    /// Decides what the rules do not cover, in words (`TV3`).
    Rule {
        /// The ruling.
        text: String,
    },
    /// Declares the final ranking (`TE`, `E4`).
    Declare,
    /// Gives the event up.
    Abandon {
        /// Why.
        reason: String,
    },
}

impl Act {
    /// The stage whose games the server has to know before the act can be decided.
    pub const fn played_stage(&self) -> Option<StageId> {
        match self {
            Self::CountGame { game, .. } | Self::OverruleGame { game, .. } => Some(game.stage),
            Self::CloseStage { stage } => Some(*stage),
            _ => None,
        }
    }

    /// The reason that it gives, or the ruling that it says in words, with the name of that field.
    pub fn reason(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Rule { text } => Some(("text", text)),
            Self::OverruleDigits { reason, .. }
            | Self::Overrule { reason, .. }
            | Self::NameFirst { reason, .. }
            | Self::OverruleAttendance { reason, .. }
            | Self::ReplaceGame { reason, .. }
            | Self::OverruleGame { reason, .. }
            | Self::OverruleJanken { reason, .. }
            | Self::Abandon { reason } => Some(("reason", reason)),
            Self::SetRoster { .. }
            | Self::Commit { .. }
            | Self::EnterDigits { .. }
            | Self::MarkAttendance { .. }
            | Self::DrawSlip { .. }
            | Self::MakeLeagues
            | Self::PairRound { .. }
            | Self::EnterResult { .. }
            | Self::Withdraw { .. }
            | Self::ConfirmFirst { .. }
            | Self::MarkTeamAttendance { .. }
            | Self::DrawGroups { .. }
            | Self::CountGame { .. }
            | Self::EnterJanken { .. }
            | Self::CloseStage { .. }
            | Self::Declare => None,
        }
    }
}
