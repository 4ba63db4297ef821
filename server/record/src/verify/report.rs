//! What was checked, in figures.

use ishigaki_rules::{Event, Fact, Game, Phase, RoundState};
use serde::Serialize;

use crate::signing::Fingerprint;
use crate::transcript::Transcript;

/// What a verified transcript contained: all of it was decided again, with the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What the game is called.
    pub game: String,
    /// How it ended.
    pub ending: Ending,
    /// Teams in the game.
    pub teams: usize,
    /// Records; each was decided again.
    pub records: usize,
    /// Whose key signed is known only if a fingerprint was given.
    pub signer: Signer,
    /// The fingerprint of the key that signed.
    pub fingerprint: Fingerprint,
    /// Signed heads of the chain; each is the one that the lines lead to, and its signature holds.
    pub heads: usize,
    /// Records behind the last signed head: nothing but the last line holds them yet.
    pub unsigned: usize,
    /// Lists and re-bids sealed, replacements included; the signature of each one's receipt holds.
    pub seals: usize,
    /// Rounds that became final.
    pub final_rounds: usize,
    /// Attempts of rounds that were voided.
    pub void_rounds: usize,
    /// Lists opened; each was sealed in time, is valid, and is what its commitment and its box say.
    pub lists: usize,
    /// Lines of these lists.
    pub bids: usize,
    /// Re-bid waves held.
    pub waves: usize,
    /// Re-bids and passes opened; each was sealed in time, is valid, and is what its commitment and box say.
    pub rebids: usize,
    /// New prices in them.
    pub raises: usize,
    /// Lists and re-bids that were sealed and never opened, because they were replaced, withdrawn or voided.
    /// Nobody can say whether they were valid.
    pub unopened: usize,
    /// Stones handed out.
    pub stones: usize,
    /// Changes of walls; each was legal.
    pub wall_changes: usize,
    /// Acts of the judge or the organiser; each was possible when it happened.
    pub judge_acts: usize,
}

/// How far a record goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The final result was declared (`E4`).
    Declared,
    /// The game was abandoned (`G4`).
    Abandoned,
    /// Neither: there may be more that is not in this record.
    Open,
}

/// Whether the key that signed is the one expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Signer {
    /// It has the fingerprint that was given.
    Checked,
    /// No fingerprint was given: whoever wrote the record may have made the key.
    NotChecked,
}

impl Report {
    pub(super) fn new(transcript: &Transcript) -> Self {
        Self {
            game: transcript.game.clone(),
            ending: Ending::Open,
            teams: transcript.setup.teams.len(),
            records: transcript.entries.len(),
            signer: Signer::NotChecked,
            fingerprint: transcript.server_key.fingerprint(),
            heads: 0,
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
            stones: 0,
            wall_changes: 0,
            judge_acts: 0,
        }
    }

    /// Counts an event that has been found in order.
    pub(super) fn count(&mut self, event: &Event) {
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
            Fact::StonePlaced { .. } | Fact::StoneTakenOut { .. } | Fact::WallReplaced { .. } => {
                self.wall_changes += 1;
            }
            Fact::RoundFinalised { .. } | Fact::GameEnded | Fact::StonesChecked { .. } => {}
            Fact::RoundOpened { .. }
            | Fact::LotsConfirmed { .. }
            | Fact::EndSignalled { .. }
            | Fact::WallCounted { .. }
            | Fact::StonesTicked { .. }
            | Fact::Remarked { .. }
            | Fact::JankenEntered { .. }
            | Fact::TeamDisqualified { .. }
            | Fact::TeamReinstated { .. }
            | Fact::ResultDeclared
            | Fact::Paused { .. }
            | Fact::Resumed { .. }
            | Fact::WindowExtended { .. }
            | Fact::RoundVoided { .. }
            | Fact::GameAbandoned { .. } => self.judge_acts += 1,
        }
    }

    /// Counts what can be seen in the game as it stands after the last event.
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
