//! The report of a verification, in figures.

use ishigaki_rules::{Author, Event, Fact, Game, Phase, RoundState, Setup};
use serde::Serialize;

use crate::branch::Instance;
use crate::chain::Head;
use crate::result::GameResult;
use crate::signing::Fingerprint;
use crate::transcript::{Header, Takeover};

/// Maximum number of listed takeovers; all are counted.
const MOST_TAKEOVERS: usize = 64;

/// Contents of a verified transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    pub game: String,
    pub instance: Instance,
    /// Time of the game's foundation in milliseconds since 1970, by the server's clock.
    pub set_up_unix_ms: u64,
    /// 1 plus the number of takeovers.
    pub epochs: u32,
    pub takeovers: Vec<Takeover>,
    pub ending: Ending,
    pub teams: usize,
    pub records: usize,
    /// Signer; checked only if a fingerprint was given.
    pub signer: Signer,
    pub fingerprint: Fingerprint,
    /// Number of signed heads, all correct and validly signed.
    pub heads: usize,
    /// The last event with a signed head; 0 without one.
    pub signed_to: u64,
    pub head: Option<Head>,
    pub noted: HeadCheck,
    /// Lines after the last signed head, without the result line. They aren't signed and prove nothing.
    pub unsigned: usize,
    pub seals: usize,
    pub final_rounds: usize,
    pub void_rounds: usize,
    /// Number of opened lists, all punctual, valid, and matching their commitments and boxes.
    pub lists: usize,
    pub bids: usize,
    pub waves: usize,
    /// Number of opened re-bids and passes, checked in the same way.
    pub rebids: usize,
    pub raises: usize,
    /// Number of lists and re-bids never opened, because they were replaced, withdrawn or voided. Their
    /// validity is unknown.
    pub unopened: usize,
    /// Number of notes: questions, answers, restricted announcements and read marks, sealed until the game is
    /// closed.
    pub notes: usize,
    /// True if they were opened. Each then matches its commitment and was allowed when it happened.
    pub notes_opened: bool,
    pub stones: usize,
    pub wall_changes: usize,
    /// Number of acts of judge and organiser, all allowed when they happened.
    pub judge_acts: usize,
    /// The teams by recorded place; empty unless the game has ended (`E2`).
    pub ranking: Vec<Ranked>,
}

/// A team in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ranked {
    /// Its place, from 1; equal teams share it.
    pub place: u32,
    pub team: String,
    pub name: String,
}

/// Something that a valid record leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// No fingerprint was given, so the record's author may have made the key.
    Signer,
    Unsigned,
    /// The noted head isn't the last one.
    EarlierHead,
}

/// Result of the check of a noted head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadCheck {
    Nothing,
    /// It is the signed head after this event.
    At {
        sequence: u64,
    },
}

/// End of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The final result was declared (`E4`).
    Declared,
    /// The game was abandoned (`G4`).
    Abandoned,
    /// Neither: the record may be incomplete.
    Open,
}

/// Signer of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Signer {
    Checked,
    /// No fingerprint was given, so the record's author may have made the key.
    NotChecked,
}

impl Report {
    pub(super) fn new(header: &Header) -> Self {
        Self {
            game: header.game.clone(),
            instance: header.instance,
            set_up_unix_ms: header.unix_ms,
            epochs: 1,
            takeovers: Vec::new(),
            ending: Ending::Open,
            teams: header.setup.teams.len(),
            records: 0,
            signer: Signer::NotChecked,
            fingerprint: header.server_key.fingerprint(),
            heads: 0,
            signed_to: 0,
            head: None,
            noted: HeadCheck::Nothing,
            unsigned: 0,
            seals: 0,
            final_rounds: 0,
            void_rounds: 0,
            lists: 0,
            bids: 0,
            waves: 0,
            rebids: 0,
            raises: 0,
            unopened: 0,
            notes: 0,
            notes_opened: false,
            stones: 0,
            wall_changes: 0,
            judge_acts: 0,
            ranking: Vec::new(),
        }
    }

    /// Returns what the record leaves open although it is valid; empty if it proves everything.
    pub fn gaps(&self) -> Vec<Gap> {
        let is_earlier = matches!(self.noted, HeadCheck::At { sequence } if sequence < self.signed_to);
        let gaps = [
            (Gap::Signer, self.signer == Signer::NotChecked),
            (Gap::Unsigned, self.unsigned > 0),
            (Gap::EarlierHead, is_earlier),
        ];
        gaps.into_iter().filter(|(_, is_open)| *is_open).map(|(gap, _)| gap).collect()
    }

    pub(super) fn take_over(&mut self, takeover: Takeover) {
        self.epochs = takeover.epoch;
        if self.takeovers.len() < MOST_TAKEOVERS {
            self.takeovers.push(takeover);
        }
    }

    /// Counts a verified event.
    pub(super) fn count(&mut self, event: &Event) {
        self.records += 1;
        match &event.fact {
            Fact::BidsSealed { .. } | Fact::RebidSealed { .. } => {
                self.seals += 1;
                self.unopened += 1;
            }
            Fact::ListsOpened { lists, .. } => {
                self.lists += lists.len();
                self.bids += lists.iter().map(|list| list.bids.len()).sum::<usize>();
                self.unopened -= lists.len().min(self.unopened);
            }
            Fact::RebidsOpened { raises, .. } => {
                self.waves += 1;
                self.rebids += raises.len();
                self.raises += raises.iter().map(|sent| sent.raises.len()).sum::<usize>();
                self.unopened -= raises.len().min(self.unopened);
            }
            Fact::NoteSealed => self.notes += 1,
            Fact::StonePlaced { .. } | Fact::StoneTakenOut { .. } | Fact::WallReplaced { .. } => {
                self.wall_changes += 1;
            }
            fact if fact.author() == Author::Judge => self.judge_acts += 1,
            _ => {}
        }
    }

    pub(super) fn rank(&mut self, setup: &Setup, result: &GameResult) {
        let name = |code: &str| {
            let team = setup.team_by_code(code).and_then(|team| setup.team(team));
            team.map(|team| team.name.clone()).unwrap_or_default()
        };
        let ranked = result.ranking.iter().map(|row| {
            let (team, name) = (row.team.clone(), name(&row.team));
            Ranked { place: row.place, team, name }
        });
        self.ranking = ranked.collect();
    }

    /// Counts what the final state shows.
    pub(super) fn close(&mut self, game: &Game) {
        self.ending = match game.phase() {
            Phase::Declared => Ending::Declared,
            Phase::Abandoned => Ending::Abandoned,
            _ => Ending::Open,
        };
        for record in game.rounds() {
            match record.state {
                RoundState::Final => self.final_rounds += 1,
                RoundState::Void { .. } => self.void_rounds += 1,
                RoundState::Open => {}
            }
            self.stones += record.handed.len();
        }
    }
}
