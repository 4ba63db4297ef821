//! Are a team's own lists in a transcript, unchanged? From the receipts it kept.

use std::collections::BTreeMap;

use ishigaki_rules::{Event, Fact, Game, GameTime, Phase, TeamId};

use super::seals::texts;
use crate::receipt::StoredReceipt;
use crate::sealing::{Nonce, commit};
use crate::signing;
use crate::transcript::{Entry, Proof, SealProof, Transcript};

/// What a team's receipts show about a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnReport {
    /// The team's code; empty without receipts.
    pub team: String,
    /// Receipts looked at; the transcript has the sealing of each one, when it says and as it says.
    pub receipts: usize,
    /// How many of their lists were opened; each is shown as the team sent it.
    pub opened: usize,
    /// The team's sealings in the transcript for which there is no receipt: another laptop may hold it.
    pub uncovered: Vec<Uncovered>,
}

/// A sealing for which no receipt was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// The line of the transcript, counted from 1.
    pub line: usize,
    /// Which of the team's sealings.
    pub counter: u64,
    /// When, in game time.
    pub at: GameTime,
}

/// What is wrong between a team's receipts and a transcript. `counter` tells which receipt.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnFault {
    /// A receipt is of another game than the transcript.
    #[error("receipt {counter} is of game {found:?}; the transcript is of {expected:?}")]
    OtherGame {
        /// The receipt.
        counter: u64,
        /// The game of the transcript.
        expected: String,
        /// The game of the receipt.
        found: String,
    },
    /// The receipts are not of one team.
    #[error("receipt {counter} is of team {found:?}; the first is of {expected:?}")]
    OtherTeam {
        /// The receipt.
        counter: u64,
        /// The team of the first one.
        expected: String,
        /// The team of this one.
        found: String,
    },
    /// The server signed the receipt with another key than the transcript names.
    #[error("receipt {counter} was signed with another key than the transcript's")]
    OtherKey {
        /// The receipt.
        counter: u64,
    },
    /// The receipt is not signed by its key.
    #[error("the signature of receipt {counter} does not hold")]
    Signature {
        /// The receipt.
        counter: u64,
        /// Why.
        #[source]
        source: signing::Error,
    },
    /// The list that was kept is not the one that the receipt is for.
    #[error("receipt {counter} is not for the list it was kept with")]
    OtherList {
        /// The receipt.
        counter: u64,
    },
    /// The transcript has no such sealing of the team.
    #[error("the transcript lacks sealing {counter} of the team")]
    Missing {
        /// The receipt.
        counter: u64,
    },
    /// The transcript says something else about the sealing than the receipt.
    #[error("line {line}: sealing {counter} has another {field} than its receipt")]
    Differs {
        /// The receipt.
        counter: u64,
        /// The line of the transcript, counted from 1.
        line: usize,
        /// What differs: `round`, `attempt`, `wave`, `at_ms` or `commitment`.
        field: &'static str,
    },
    /// The transcript opens the sealing to another list.
    #[error("line {line}: sealing {counter} is opened to another list than the team sent")]
    OpenedOther {
        /// The receipt.
        counter: u64,
        /// The line of the transcript, counted from 1.
        line: usize,
    },
}

/// Checks that a transcript has the lists of these receipts, unchanged, and shows them as they are where it
/// opens them.
///
/// The transcript itself is not judged: [`verify`](super::verify) does that. All receipts must be of one team.
pub fn own_lists(transcript: &Transcript, receipts: &[StoredReceipt]) -> Result<OwnReport, OwnFault> {
    let Some(first) = receipts.first() else { return Ok(OwnReport::default()) };
    let code = &first.receipt.team;
    for stored in receipts {
        is_sound(transcript, code, stored)?;
    }
    let sealings = sealings(transcript, code);
    let mut report = OwnReport { team: code.clone(), receipts: receipts.len(), ..OwnReport::default() };
    for stored in receipts {
        let counter = stored.receipt.counter;
        let sealing = sealings.get(&counter).ok_or(OwnFault::Missing { counter })?;
        if let Some(field) = sealing.difference(stored) {
            return Err(OwnFault::Differs { counter, line: sealing.line, field });
        }
        if let Some(opened) = &sealing.opened {
            if opened.text != stored.list || opened.nonce != stored.nonce {
                return Err(OwnFault::OpenedOther { counter, line: opened.line });
            }
            report.opened += 1;
        }
    }
    let is_covered = |counter: &u64| receipts.iter().any(|stored| stored.receipt.counter == *counter);
    let uncovered = sealings.iter().filter(|(counter, _)| !is_covered(counter));
    let named =
        uncovered.map(|(&counter, sealing)| Uncovered { line: sealing.line, counter, at: sealing.at });
    report.uncovered = named.collect();
    Ok(report)
}

/// What can be said of a receipt by itself.
fn is_sound(transcript: &Transcript, team: &str, stored: &StoredReceipt) -> Result<(), OwnFault> {
    let StoredReceipt { receipt, signature, nonce, list, server_key } = stored;
    let counter = receipt.counter;
    if receipt.game != transcript.game {
        let (expected, found) = (transcript.game.clone(), receipt.game.clone());
        return Err(OwnFault::OtherGame { counter, expected, found });
    }
    if receipt.team != team {
        return Err(OwnFault::OtherTeam { counter, expected: team.into(), found: receipt.team.clone() });
    }
    if *server_key != transcript.server_key {
        return Err(OwnFault::OtherKey { counter });
    }
    receipt.verify(server_key, signature).map_err(|source| OwnFault::Signature { counter, source })?;
    if commit(nonce, list) == receipt.commitment { Ok(()) } else { Err(OwnFault::OtherList { counter }) }
}

/// One sealing as the transcript has it.
struct Sealing<'a> {
    line: usize,
    at: GameTime,
    round: u32,
    attempt: u32,
    wave: u32,
    proof: &'a SealProof,
    opened: Option<Shown>,
}

/// A list as the transcript shows it.
struct Shown {
    line: usize,
    text: String,
    nonce: Nonce,
}

impl Sealing<'_> {
    /// What the receipt says otherwise.
    fn difference(&self, stored: &StoredReceipt) -> Option<&'static str> {
        let receipt = &stored.receipt;
        let differs = [
            ("round", self.round != receipt.round.0),
            ("attempt", self.attempt != receipt.attempt),
            ("wave", self.wave != receipt.wave),
            ("at_ms", self.at != receipt.at),
            ("commitment", self.proof.commitment != receipt.commitment),
        ];
        differs.into_iter().find(|(_, differs)| *differs).map(|(field, _)| field)
    }
}

/// All sealings of a team, by their counter.
fn sealings<'a>(transcript: &'a Transcript, code: &str) -> BTreeMap<u64, Sealing<'a>> {
    let mut sealings = BTreeMap::new();
    let Some(own) = transcript.setup.team_by_code(code) else { return sealings };
    let mut game = Game::new(transcript.setup.clone());
    for (sequence, entry) in (1..).zip(&transcript.entries) {
        let line = transcript.line(sequence);
        match &entry.proof {
            Proof::Sealed(proof) if team_of(&entry.event) == Some(own) => {
                sealings.insert(proof.counter, sealing(&game, entry, proof, line));
            }
            Proof::Opened(proofs) => {
                let texts = texts(&transcript.setup, &entry.event.fact).unwrap_or_default();
                let shown = proofs.iter().zip(texts).find(|(proof, _)| proof.team == own);
                if let Some((proof, text)) = shown
                    && let Some(sealing) = sealings.get_mut(&proof.counter)
                {
                    sealing.opened = Some(Shown { line, text, nonce: proof.nonce.clone() });
                }
            }
            _ => {}
        }
        game.apply(&entry.event);
    }
    sealings
}

fn sealing<'a>(game: &Game, entry: &Entry, proof: &'a SealProof, line: usize) -> Sealing<'a> {
    let record = game.current_round();
    let wave = match (&entry.event.fact, game.phase()) {
        (Fact::RebidSealed { .. }, Phase::Rebidding { wave, .. }) => wave.0,
        _ => 0,
    };
    Sealing {
        line,
        at: entry.event.at,
        round: record.map_or(0, |record| record.round.0),
        attempt: record.map_or(0, |record| record.attempt),
        wave,
        proof,
        opened: None,
    }
}

fn team_of(event: &Event) -> Option<TeamId> {
    match event.fact {
        Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => Some(team),
        _ => None,
    }
}
