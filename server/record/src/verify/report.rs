//! The report of a verification, in figures.

use ishigaki_rules::{Author, Event, Fact, Game, Phase, RoundState, Setup};
use serde::Serialize;

use crate::branch::Instance;
use crate::chain::Head;
use crate::result::GameResult;
use crate::signing::Fingerprint;
use crate::transcript::{Header, Takeover};

/// Number of takeovers that a report lists; all are counted.
const MOST_TAKEOVERS: usize = 64;

/// Contents of a verified transcript: all of it was decided again, with the same outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Name of the game.
    pub game: String,
    /// Instance of that name that the game is.
    pub instance: Instance,
    /// The server's time of day when it was set up, in milliseconds since 1970; the server's word.
    pub set_up_unix_ms: u64,
    /// Number of times that it was set up or taken up by a server: 1, and one more for each takeover.
    pub epochs: u32,
    /// Takeovers by a server; the first 64.
    pub takeovers: Vec<Takeover>,
    /// End of the game.
    pub ending: Ending,
    /// Teams in the game.
    pub teams: usize,
    /// Records; each was decided again.
    pub records: usize,
    /// Signer: whose key it was is known only if a fingerprint was given.
    pub signer: Signer,
    /// The fingerprint of the key that signed.
    pub fingerprint: Fingerprint,
    /// Signed heads of the chain; each is the one that the lines lead to, and its signature holds.
    pub heads: usize,
    /// The last event whose head is signed; 0: none is.
    pub signed_to: u64,
    pub head: Option<Head>,
    /// Result of checking a head that was noted elsewhere.
    pub noted: HeadCheck,
    /// Lines behind the last signed head, the result line left out: nobody has signed them, and they could be anybody's.
    pub unsigned: usize,
    /// Lists and re-bids sealed, replacements included.
    pub seals: usize,
    /// Rounds that became final.
    pub final_rounds: usize,
    /// Attempts of rounds that were voided.
    pub void_rounds: usize,
    /// Lists opened; each was sealed in time, is valid, and is what its commitment and its box say.
    pub lists: usize,
    /// Lines of these lists.
    pub bids: usize,
    pub waves: usize,
    /// Re-bids and passes opened; each was sealed in time, is valid, and is what its commitment and box say.
    pub rebids: usize,
    /// New prices in them.
    pub raises: usize,
    /// Lists and re-bids that were sealed and never opened, because they were replaced, withdrawn or voided.
    /// Nobody can say whether they were valid.
    pub unopened: usize,
    /// Notes: questions, answers, announcements to some teams and marks, each sealed until the game is closed.
    pub notes: usize,
    /// Whether they were opened; then each is what was sealed, and was possible when it happened.
    pub notes_opened: bool,
    pub stones: usize,
    /// Changes of walls; each was legal.
    pub wall_changes: usize,
    /// Acts of the judge or the organiser; each was possible when it happened.
    pub judge_acts: usize,
    /// The teams by place, as the record ranks them; empty unless the game has ended (`E2`).
    pub ranking: Vec<Ranked>,
}

/// A team in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ranked {
    /// Its place, from 1; equal for teams that nothing separates.
    pub place: u32,
    pub team: String,
    pub name: String,
}

/// Something that a record in order leaves open: until it is closed the record proves less than it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// No fingerprint was given: whoever wrote the record may have made the key.
    Signer,
    /// Lines behind the last signed head.
    Unsigned,
    /// The head that was noted is not the last one.
    EarlierHead,
}

/// Outcome of the check of a noted head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadCheck {
    Nothing,
    /// It is the head that is signed after this event.
    At {
        sequence: u64,
    },
}

/// End of a record: how far it goes.
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

/// Signer of a record: the expected key or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Signer {
    /// It has the fingerprint that was given.
    Checked,
    /// No fingerprint was given: whoever wrote the record may have made the key.
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

    /// Returns what the record leaves open, although all that it says is in order; nothing: it proves all that it says.
    pub fn gaps(&self) -> Vec<Gap> {
        let is_earlier = matches!(self.noted, HeadCheck::At { sequence } if sequence < self.signed_to);
        let gaps = [
            (Gap::Signer, self.signer == Signer::NotChecked),
            (Gap::Unsigned, self.unsigned > 0),
            (Gap::EarlierHead, is_earlier),
        ];
        gaps.into_iter().filter(|(_, is_open)| *is_open).map(|(gap, _)| gap).collect()
    }

    /// Counts a takeover.
    pub(super) fn take_over(&mut self, takeover: Takeover) {
        self.epochs = takeover.epoch;
        if self.takeovers.len() < MOST_TAKEOVERS {
            self.takeovers.push(takeover);
        }
    }

    /// Counts an event that has been found in order.
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
            fact if matches!(fact.author(), Author::Judge | Author::Organiser) => self.judge_acts += 1,
            _ => {}
        }
    }

    /// Puts down the ranking.
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
