//! Verification of a team's own lists in a transcript by its receipts.

use ishigaki_catalogue::Message;
use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::{Event, Fact, Game, GameTime, Phase, Setup, TeamId};

use super::Observer;
use super::seals::texts;
use crate::branch::{Branch, EpochTag};
use crate::receipt::StoredReceipt;
use crate::sealing::commit;
use crate::signing;
use crate::transcript::{Entry, Header, Proof, SealProof, Takeover, Transcript};

/// Maximum number of listed submissions without a receipt; all are counted.
const MOST_UNCOVERED: usize = 1_000;

/// Result of checking a team's receipts against a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceiptReport {
    pub team: String,
    /// Number of checked receipts. The transcript has each submission exactly as its receipt says.
    pub receipts: usize,
    /// Number of their opened lists, all opened as the team sent them.
    pub opened: usize,
    /// The team's submissions without a receipt, which another laptop may have. The first 1,000.
    pub uncovered: Vec<MissingReceipt>,
    pub uncovered_count: usize,
}

/// A submission without a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingReceipt {
    pub line: usize,
    pub counter: u64,
    pub at: GameTime,
    /// True if it was opened, because no later submission replaced it.
    pub is_opened: bool,
}

/// A contradiction between a team's receipts and a transcript. `counter` identifies the receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli-own")]
pub enum ReceiptViolation {
    /// A receipt of another game, perhaps of the same name.
    #[message("cli-own-foreign")]
    OtherGame {
        #[message(display)]
        counter: u64,
        expected: String,
        found: String,
    },
    /// The receipt's epoch isn't in the transcript: the server signed it on another branch.
    #[message(found = found.map_or_else(|| "none".to_owned(), |found| found.to_string()))]
    #[message("cli-own-branch")]
    OtherBranch {
        #[message(display)]
        counter: u64,
        #[message(display)]
        epoch: u32,
        #[message(display)]
        tag: EpochTag,
        /// The transcript's tag of this epoch; `None` if it has no such epoch.
        #[message(skip)]
        found: Option<EpochTag>,
    },
    /// The transcript lacks the submission, and a server opened the game after it from a journal without it.
    CutOff {
        #[message(display)]
        counter: u64,
        #[message(display)]
        epoch: u32,
        /// The epoch that continued without it.
        #[message(display)]
        next: u32,
    },
    #[message("cli-own-foreign")]
    OtherTeam {
        #[message(display)]
        counter: u64,
        expected: String,
        found: String,
    },
    /// The receipt is signed with another key than the transcript's.
    OtherKey {
        #[message(display)]
        counter: u64,
    },
    /// The receipt's signature is invalid.
    Signature {
        #[message(display)]
        counter: u64,
        #[source]
        source: signing::Error,
    },
    /// The stored list isn't the receipt's.
    OtherList {
        #[message(display)]
        counter: u64,
    },
    /// The transcript lacks the submission.
    Missing {
        #[message(display)]
        counter: u64,
    },
    Differs {
        #[message(display)]
        counter: u64,
        #[message(display)]
        line: usize,
        /// The differing field: `round`, `attempt`, `wave`, `at_ms` or `commitment`.
        #[message(display)]
        field: &'static str,
    },
    OpenedOther {
        #[message(display)]
        counter: u64,
        #[message(display)]
        line: usize,
    },
}

/// Stored receipts that aren't checked, because they don't belong to the transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForeignReceipts {
    /// Number of receipts of another game with the same name, but with another instance.
    pub instance: usize,
    /// Number of receipts of a game with the same name, but signed by another server.
    pub key: usize,
}

/// Checks that a transcript has the lists of these receipts, opened unchanged if at all.
///
/// It doesn't verify the transcript; [`verify`](super::verify) does. All receipts must be of one team and
/// this game; [`ReceiptChecker`] sorts them.
///
/// # Errors
///
/// [`ReceiptViolation`] with the first receipt that belongs to another team or game, or that doesn't match a list
/// in the transcript.
pub fn own_lists(
    transcript: &Transcript,
    receipts: &[StoredReceipt],
) -> Result<ReceiptReport, ReceiptViolation> {
    let Some(first) = receipts.first() else { return Ok(ReceiptReport::default()) };
    for StoredReceipt { receipt, .. } in receipts {
        let (counter, Branch { game, instance, .. }) = (receipt.counter, &receipt.branch);
        if *game != transcript.game || *instance != transcript.instance {
            let named = |game: &str, instance| format!("{game:?} ({instance})");
            let expected = named(&transcript.game, transcript.instance);
            return Err(ReceiptViolation::OtherGame { counter, expected, found: named(game, *instance) });
        }
        if receipt.team != first.receipt.team {
            let (expected, found) = (first.receipt.team.clone(), receipt.team.clone());
            return Err(ReceiptViolation::OtherTeam { counter, expected, found });
        }
    }
    let mut own = ReceiptChecker::new(receipts.to_vec());
    own.read(transcript);
    let mut teams = own.finish().into_iter();
    teams.next().map_or_else(|| Ok(ReceiptReport::default()), |(_, report)| report)
}

/// Checks receipts against a transcript while it is read, as an [`Observer`].
#[derive(Default)]
pub struct ReceiptChecker {
    kept: Vec<StoredReceipt>,
    setup: Option<Setup>,
    foreign: ForeignReceipts,
    teams: BTreeMap<String, Team>,
    /// The transcript's tags of the receipts' epochs.
    tags: BTreeMap<u32, EpochTag>,
    named: BTreeSet<u32>,
    epochs: u32,
}

#[derive(Default)]
struct Team {
    id: Option<TeamId>,
    /// Indexed by counter. There are several only if the server has signed different receipts with one number.
    receipts: BTreeMap<u64, Vec<StoredReceipt>>,
    found: BTreeMap<u64, Sealing>,
    violation: Option<ReceiptViolation>,
    uncovered: Vec<MissingReceipt>,
    uncovered_count: usize,
    opened: usize,
}

struct Sealing {
    epoch: u32,
    violation: Option<ReceiptViolation>,
}

impl ReceiptChecker {
    /// Takes receipts in any order, of any games and teams.
    pub fn new(kept: Vec<StoredReceipt>) -> Self {
        Self { kept, ..Self::default() }
    }

    /// Reads a whole transcript.
    pub fn read(&mut self, transcript: &Transcript) {
        let Transcript { game, instance, server_key, unix_ms, setup, .. } = transcript;
        let (game, setup) = (game.clone(), setup.clone());
        let (instance, server_key, unix_ms) = (*instance, *server_key, *unix_ms);
        self.game(&Header { game, instance, server_key, unix_ms, setup });
        let mut folded = Game::new(transcript.setup.clone());
        let mut takeovers = transcript.takeovers.iter().peekable();
        for (sequence, entry) in (1..).zip(&transcript.entries) {
            while let Some(takeover) = takeovers.next_if(|takeover| takeover.after < sequence) {
                self.takeover(0, takeover);
            }
            self.entry(transcript.line(sequence), &folded, entry, &transcript.branch(sequence));
            folded.apply(&entry.event);
        }
        takeovers.for_each(|takeover| self.takeover(0, takeover));
    }

    /// Returns the skipped receipts.
    pub fn foreign(&self) -> ForeignReceipts {
        self.foreign
    }

    /// Returns the result for each team, by its code.
    pub fn finish(self) -> BTreeMap<String, Result<ReceiptReport, ReceiptViolation>> {
        let Self { teams, tags, epochs, .. } = self;
        let judged = |(code, team): (String, Team)| {
            let report = team.judged(&code, &tags, epochs);
            (code, report)
        };
        teams.into_iter().map(judged).collect()
    }
}

impl Observer for ReceiptChecker {
    fn game(&mut self, header: &Header) {
        self.epochs = 1;
        self.tags.insert(1, Branch::first(header.game.clone(), header.instance).tag);
        let kept = std::mem::take(&mut self.kept);
        let mut of_others = Vec::new();
        for stored in kept.into_iter().filter(|stored| stored.receipt.branch.game == header.game) {
            if stored.server_key != header.server_key {
                of_others.push(stored);
            } else if stored.receipt.branch.instance != header.instance {
                self.foreign.instance += 1;
            } else {
                self.named.insert(stored.receipt.branch.epoch);
                self.team(stored, header);
            }
        }
        // A practice server may have had a game of this name. If all receipts are foreign, the key differs
        // for this very game.
        for stored in of_others {
            let is_instance = stored.receipt.branch.instance == header.instance;
            if is_instance || !self.teams.contains_key(&stored.receipt.team) && self.foreign.instance == 0 {
                let counter = stored.receipt.counter;
                let team = self.team(stored, header);
                team.violation.get_or_insert(ReceiptViolation::OtherKey { counter });
            } else {
                self.foreign.key += 1;
            }
        }
        self.setup = Some(header.setup.clone());
    }

    fn entry(&mut self, line: usize, before: &Game, entry: &Entry, branch: &Branch) {
        match &entry.proof {
            Proof::Sealed(proof) => {
                let owner = team_of(&entry.event);
                for team in self.teams.values_mut().filter(|team| team.id.is_some() && team.id == owner) {
                    team.sealed(line, before, &entry.event, proof, branch);
                }
            }
            Proof::Opened(proofs) => {
                let Some(setup) = &self.setup else { return };
                let texts = texts(setup, &entry.event.fact).unwrap_or_default();
                for (proof, text) in proofs.iter().zip(texts) {
                    let own = Some(proof.team);
                    for team in self.teams.values_mut().filter(|team| team.id == own) {
                        team.opened(line, proof.counter, &text, &proof.nonce);
                    }
                }
            }
            Proof::None | Proof::Note(_) | Proof::NotesOpened(_) => {}
        }
    }

    fn takeover(&mut self, _: usize, takeover: &Takeover) {
        self.epochs = takeover.epoch;
        if self.named.contains(&takeover.epoch) {
            self.tags.insert(takeover.epoch, takeover.tag);
        }
    }
}

impl ReceiptChecker {
    /// Adds a receipt to those of its team, if it is valid by itself.
    fn team(&mut self, stored: StoredReceipt, header: &Header) -> &mut Team {
        let code = stored.receipt.team.clone();
        let team = self.teams.entry(code).or_default();
        team.id = header.setup.team_by_code(&stored.receipt.team);
        if let Err(violation) = check_sound(&stored) {
            team.violation.get_or_insert(violation);
        }
        let of_counter = team.receipts.entry(stored.receipt.counter).or_default();
        // Duplicates, for example from two laptops, count once.
        if !of_counter.iter().any(|known| known.is_same(&stored)) {
            of_counter.push(stored);
        }
        team
    }
}

fn check_sound(stored: &StoredReceipt) -> Result<(), ReceiptViolation> {
    let StoredReceipt { receipt, signature, nonce, list, server_key } = stored;
    let counter = receipt.counter;
    receipt
        .verify(server_key, signature)
        .map_err(|source| ReceiptViolation::Signature { counter, source })?;
    if commit(nonce, list) == receipt.commitment {
        Ok(())
    } else {
        Err(ReceiptViolation::OtherList { counter })
    }
}

impl Team {
    fn sealed(&mut self, line: usize, before: &Game, event: &Event, proof: &SealProof, branch: &Branch) {
        let counter = proof.counter;
        let Some(receipts) = self.receipts.get(&counter) else {
            self.uncovered_count += 1;
            if self.uncovered.len() < MOST_UNCOVERED {
                self.uncovered.push(MissingReceipt { line, counter, at: event.at, is_opened: false });
            }
            return;
        };
        let differs = |stored| difference(stored, before, event, proof).map(|field| (counter, line, field));
        let violation = receipts.iter().find_map(differs);
        let violation =
            violation.map(|(counter, line, field)| ReceiptViolation::Differs { counter, line, field });
        self.found.insert(counter, Sealing { epoch: branch.epoch, violation });
    }

    fn opened(&mut self, line: usize, counter: u64, text: &str, nonce: &crate::sealing::Nonce) {
        if let Some(uncovered) = self.uncovered.iter_mut().find(|uncovered| uncovered.counter == counter) {
            uncovered.is_opened = true;
        }
        let (Some(receipts), Some(sealing)) = (self.receipts.get(&counter), self.found.get_mut(&counter))
        else {
            return;
        };
        if receipts.iter().any(|stored| stored.list != text || stored.nonce != *nonce) {
            sealing.violation.get_or_insert(ReceiptViolation::OpenedOther { counter, line });
        }
        self.opened += receipts.len();
    }

    /// Returns the result once the transcript is read.
    fn judged(
        mut self,
        code: &str,
        tags: &BTreeMap<u32, EpochTag>,
        epochs: u32,
    ) -> Result<ReceiptReport, ReceiptViolation> {
        if let Some(violation) = self.violation {
            return Err(violation);
        }
        for stored in self.receipts.values().flatten() {
            let Branch { epoch, tag, .. } = stored.receipt.branch;
            let (counter, found) = (stored.receipt.counter, tags.get(&epoch).copied());
            if found != Some(tag) {
                return Err(ReceiptViolation::OtherBranch { counter, epoch, tag, found });
            }
            // A submission with this number in a later epoch is on another branch.
            match self.found.get_mut(&counter).filter(|sealing| sealing.epoch == epoch) {
                Some(sealing) => sealing.violation.take().map_or(Ok(()), Err)?,
                None if epoch < epochs => {
                    return Err(ReceiptViolation::CutOff { counter, epoch, next: epoch + 1 });
                }
                None => return Err(ReceiptViolation::Missing { counter }),
            }
        }
        Ok(ReceiptReport {
            team: code.into(),
            receipts: self.receipts.values().map(Vec::len).sum(),
            opened: self.opened,
            uncovered: self.uncovered,
            uncovered_count: self.uncovered_count,
        })
    }
}

/// Returns the first difference between a receipt and a submission that is about to be applied.
fn difference(
    stored: &StoredReceipt,
    before: &Game,
    event: &Event,
    proof: &SealProof,
) -> Option<&'static str> {
    let receipt = &stored.receipt;
    let record = before.current_round();
    let wave = match (&event.fact, before.phase()) {
        (Fact::RebidSealed { .. }, Phase::Rebidding { wave, .. }) => wave.0,
        _ => 0,
    };
    let differs = [
        ("round", record.map_or(0, |record| record.round.0) != receipt.round.0),
        ("attempt", record.map_or(0, |record| record.attempt) != receipt.attempt),
        ("wave", wave != receipt.wave),
        ("at_ms", event.at != receipt.at),
        ("commitment", proof.commitment != receipt.commitment),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(field, _)| field)
}

fn team_of(event: &Event) -> Option<TeamId> {
    match event.fact {
        Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => Some(team),
        _ => None,
    }
}
