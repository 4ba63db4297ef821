//! Verification of a team's own lists: are they in a transcript, unchanged? From the receipts it kept.

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

/// Number of sealings without a receipt that are listed; all are counted.
const MOST_UNCOVERED: usize = 1_000;

/// Findings of a team's receipts about a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnReport {
    /// The team's code; empty without receipts.
    pub team: String,
    /// Receipts looked at; the transcript has the sealing of each one, when it says and as it says.
    pub receipts: usize,
    /// Number of their lists that were opened; each is shown as the team sent it.
    pub opened: usize,
    /// The team's sealings in the transcript for which there is no receipt: another laptop may hold it. The first 1,000.
    pub uncovered: Vec<Uncovered>,
    /// Number of them in all.
    pub uncovered_count: usize,
}

/// A sealing for which no receipt was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// The line of the transcript, counted from 1.
    pub line: usize,
    /// Number of the sealing among the team's.
    pub counter: u64,
    pub at: GameTime,
    /// Whether it was opened: no later sealing of the window replaced it.
    pub is_opened: bool,
}

/// A violation between a team's receipts and a transcript. `counter` tells which receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli-own")]
pub enum ReceiptViolation {
    /// A receipt is of another game than the transcript, perhaps of one with the same name.
    #[message("cli-own-foreign")]
    OtherGame {
        #[message(display)]
        counter: u64,
        /// The game of the transcript: its id and its instance.
        expected: String,
        /// The game of the receipt.
        found: String,
    },
    /// The receipt is of an epoch that the transcript does not have: the server signed it on another branch of the game.
    #[message(found = found.map_or_else(|| "none".to_owned(), |found| found.to_string()))]
    #[message("cli-own-branch")]
    OtherBranch {
        #[message(display)]
        counter: u64,
        #[message(display)]
        epoch: u32,
        #[message(display)]
        tag: EpochTag,
        /// The tag that the transcript has for this epoch; `None`: it has no such epoch.
        #[message(skip)]
        found: Option<EpochTag>,
    },
    /// The transcript does not have the sealing, and its game was taken up again after the receipt was given, from a journal
    /// that did not have it.
    CutOff {
        #[message(display)]
        counter: u64,
        #[message(display)]
        epoch: u32,
        /// The epoch in which the game went on without it.
        #[message(display)]
        next: u32,
    },
    /// The receipts are not of one team.
    #[message("cli-own-foreign")]
    OtherTeam {
        #[message(display)]
        counter: u64,
        /// The team of the first one.
        expected: String,
        /// The team of this one.
        found: String,
    },
    /// The server signed the receipt with another key than the transcript names.
    OtherKey {
        #[message(display)]
        counter: u64,
    },
    /// The receipt is not signed by its key.
    Signature {
        #[message(display)]
        counter: u64,
        /// Error of the signature.
        #[source]
        source: signing::Error,
    },
    /// The list that was kept is not the one that the receipt is for.
    OtherList {
        #[message(display)]
        counter: u64,
    },
    /// The transcript has no such sealing of the team.
    Missing {
        #[message(display)]
        counter: u64,
    },
    /// The transcript says something else about the sealing than the receipt.
    Differs {
        #[message(display)]
        counter: u64,
        /// The line of the transcript, counted from 1.
        #[message(display)]
        line: usize,
        /// Name of the field that differs: `round`, `attempt`, `wave`, `at_ms` or `commitment`.
        #[message(display)]
        field: &'static str,
    },
    /// The transcript opens the sealing to another list.
    OpenedOther {
        #[message(display)]
        counter: u64,
        /// The line of the transcript, counted from 1.
        #[message(display)]
        line: usize,
    },
}

/// Receipts that a team has kept and that are not looked at, because they are of something else than the transcript.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForeignReceipts {
    /// Of another game of the same name: set up anew, under another instance.
    pub instance: usize,
    /// Of a game of the same name that another server has signed.
    pub key: usize,
}

/// Checks that a transcript has the lists of these receipts, unchanged, and shows them as they are where it
/// opens them.
///
/// The transcript itself is not judged: [`verify`](super::verify) does that. All receipts must be of one team and of this
/// very game; [`OwnLists`] sorts those that are not.
///
/// # Errors
/// [`ReceiptViolation`]: the first receipt whose list is not in the transcript, is another one there, or is of another team or
/// game.
pub fn own_lists(transcript: &Transcript, receipts: &[StoredReceipt]) -> Result<OwnReport, ReceiptViolation> {
    let Some(first) = receipts.first() else { return Ok(OwnReport::default()) };
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
    let mut own = OwnLists::new(receipts.to_vec());
    own.read(transcript);
    let mut teams = own.finish().into_iter();
    teams.next().map_or_else(|| Ok(OwnReport::default()), |(_, report)| report)
}

/// A check of receipts against a transcript that is being read: an [`Observer`].
#[derive(Default)]
pub struct OwnLists {
    kept: Vec<StoredReceipt>,
    setup: Option<Setup>,
    foreign: ForeignReceipts,
    teams: BTreeMap<String, Team>,
    /// The tags of the epochs that receipts are of, as the transcript has them.
    tags: BTreeMap<u32, EpochTag>,
    /// The epochs that receipts are of.
    named: BTreeSet<u32>,
    /// Number of epochs of the transcript.
    epochs: u32,
}

/// One team's receipts.
#[derive(Default)]
struct Team {
    id: Option<TeamId>,
    /// By their counters; several only if the server has signed different ones with one number.
    receipts: BTreeMap<u64, Vec<StoredReceipt>>,
    found: BTreeMap<u64, Sealing>,
    violation: Option<ReceiptViolation>,
    uncovered: Vec<Uncovered>,
    uncovered_count: usize,
    opened: usize,
}

/// One sealing as the transcript has it.
struct Sealing {
    epoch: u32,
    violation: Option<ReceiptViolation>,
}

impl OwnLists {
    /// Of these receipts, in whatever order, also of other games and of several teams.
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

    /// Returns how many receipts were left out.
    pub fn foreign(&self) -> ForeignReceipts {
        self.foreign
    }

    /// Returns what the receipts of each team show, by its code.
    pub fn finish(self) -> BTreeMap<String, Result<OwnReport, ReceiptViolation>> {
        let Self { teams, tags, epochs, .. } = self;
        let judged = |(code, team): (String, Team)| {
            let report = team.judged(&code, &tags, epochs);
            (code, report)
        };
        teams.into_iter().map(judged).collect()
    }
}

impl Observer for OwnLists {
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
        // A practice server may have had a game of this name, too. Whoever has nothing else has been given another key
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

impl OwnLists {
    /// Puts a receipt with those of its team, if it holds by itself.
    fn team(&mut self, stored: StoredReceipt, header: &Header) -> &mut Team {
        let code = stored.receipt.team.clone();
        let team = self.teams.entry(code).or_default();
        team.id = header.setup.team_by_code(&stored.receipt.team);
        if let Err(violation) = check_sound(&stored) {
            team.violation.get_or_insert(violation);
        }
        let of_counter = team.receipts.entry(stored.receipt.counter).or_default();
        // Kept twice, as where two laptops' receipts were put together, it is still one.
        if !of_counter.iter().any(|known| known.is_same(&stored)) {
            of_counter.push(stored);
        }
        team
    }
}

/// Checks what can be said of a receipt by itself.
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
    /// The transcript has a sealing of this team.
    fn sealed(&mut self, line: usize, before: &Game, event: &Event, proof: &SealProof, branch: &Branch) {
        let counter = proof.counter;
        let Some(receipts) = self.receipts.get(&counter) else {
            self.uncovered_count += 1;
            if self.uncovered.len() < MOST_UNCOVERED {
                self.uncovered.push(Uncovered { line, counter, at: event.at, is_opened: false });
            }
            return;
        };
        let differs = |stored| difference(stored, before, event, proof).map(|field| (counter, line, field));
        let violation = receipts.iter().find_map(differs);
        let violation =
            violation.map(|(counter, line, field)| ReceiptViolation::Differs { counter, line, field });
        self.found.insert(counter, Sealing { epoch: branch.epoch, violation });
    }

    /// The transcript opens a sealing of this team.
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

    /// Returns what the receipts show once the transcript is read.
    fn judged(
        mut self,
        code: &str,
        tags: &BTreeMap<u32, EpochTag>,
        epochs: u32,
    ) -> Result<OwnReport, ReceiptViolation> {
        if let Some(violation) = self.violation {
            return Err(violation);
        }
        for stored in self.receipts.values().flatten() {
            let Branch { epoch, tag, .. } = stored.receipt.branch;
            let (counter, found) = (stored.receipt.counter, tags.get(&epoch).copied());
            if found != Some(tag) {
                return Err(ReceiptViolation::OtherBranch { counter, epoch, tag, found });
            }
            // What the record has under this number in a later epoch was sealed on another branch.
            match self.found.get_mut(&counter).filter(|sealing| sealing.epoch == epoch) {
                Some(sealing) => sealing.violation.take().map_or(Ok(()), Err)?,
                None if epoch < epochs => {
                    return Err(ReceiptViolation::CutOff { counter, epoch, next: epoch + 1 });
                }
                None => return Err(ReceiptViolation::Missing { counter }),
            }
        }
        Ok(OwnReport {
            team: code.into(),
            receipts: self.receipts.values().map(Vec::len).sum(),
            opened: self.opened,
            uncovered: self.uncovered,
            uncovered_count: self.uncovered_count,
        })
    }
}

/// Returns what a receipt says otherwise than the transcript of a sealing that is about to be applied to this
/// game.
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
