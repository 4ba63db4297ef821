//! Checks sealed and opened contents: counters, commitments, boxes.

use std::collections::BTreeMap;

use ishigaki_rules::{Event, Fact, Sealed, Setup, TeamId};

use super::TranscriptViolationKind;
use crate::sealing::{self, bids_text, commit, raises_text};
use crate::transcript::{Entry, Error, Header, OpenedProof, Proof, SealProof};

pub(super) struct Seals {
    setup: Setup,
    counters: BTreeMap<TeamId, u64>,
    /// Last submission of each team in the current attempt or wave.
    last: BTreeMap<TeamId, SealProof>,
    box_length: Option<usize>,
}

impl Seals {
    pub(super) fn new(header: &Header) -> Self {
        let setup = header.setup.clone();
        Self { setup, counters: BTreeMap::new(), last: BTreeMap::new(), box_length: None }
    }

    /// Checks a record as a submission, if it is one; `expected` is the rules' decision.
    pub(super) fn seal(&mut self, entry: Entry, expected: &Event) -> Result<(), TranscriptViolationKind> {
        let (team, revision, by_hand) = match &expected.fact {
            Fact::RoundOpened { .. } => {
                self.last.clear();
                return Ok(());
            }
            Fact::BidsSealed { team, sealed: Some(Sealed { revision, by_hand, .. }) }
            | Fact::RebidSealed { team, sealed: Some(Sealed { revision, by_hand, .. }) } => {
                (*team, revision.0, by_hand)
            }
            _ => return Ok(()),
        };
        let Proof::Sealed(proof) = entry.proof else {
            return Err(TranscriptViolationKind::Unreadable(Error::WrongProof));
        };
        if let Some(expected) = by_hand.as_ref().filter(|expected| proof.by_hand.as_ref() != Some(expected)) {
            return Err(TranscriptViolationKind::WrongReason { expected: expected.clone() });
        }
        self.count(team, revision, &proof)?;
        self.last.insert(team, proof);
        Ok(())
    }

    fn count(
        &mut self,
        team: TeamId,
        revision: u32,
        proof: &SealProof,
    ) -> Result<(), TranscriptViolationKind> {
        let before = self.counters.get(&team).copied().unwrap_or(0);
        let (expected, found) = (before + 1, proof.counter);
        if found != expected {
            return Err(TranscriptViolationKind::WrongCounter { team: self.code(team), expected, found });
        }
        if proof.revision.0 != revision {
            let (expected, found) = (revision, proof.revision.0);
            return Err(TranscriptViolationKind::WrongRevision { team: self.code(team), expected, found });
        }
        let found = proof.sealed_box.len();
        let expected = *self.box_length.get_or_insert(found);
        if found != expected {
            return Err(TranscriptViolationKind::BoxLength { team: self.code(team), expected, found });
        }
        self.counters.insert(team, proof.counter);
        Ok(())
    }

    /// Checks a record as an opening, if it is one. It doesn't check completeness.
    pub(super) fn open(&mut self, entry: &Entry) -> Result<(), TranscriptViolationKind> {
        let Proof::Opened(proofs) = &entry.proof else { return Ok(()) };
        let texts = texts(&self.setup, &entry.event.fact).map_err(TranscriptViolationKind::Unreadable)?;
        for (proof, text) in proofs.iter().zip(&texts) {
            // A team without a submission is reported by the comparison with the rules' decision.
            if let Some(sealed) = self.last.get(&proof.team) {
                self.opens(proof, text, sealed)?;
            }
        }
        self.last.clear();
        Ok(())
    }

    fn opens(
        &self,
        proof: &OpenedProof,
        text: &str,
        sealed: &SealProof,
    ) -> Result<(), TranscriptViolationKind> {
        let team = self.code(proof.team);
        let counter = proof.counter;
        if counter != sealed.counter {
            return Err(TranscriptViolationKind::NotTheLast { team, last: sealed.counter, found: counter });
        }
        if commit(&proof.nonce, text) != sealed.commitment {
            return Err(TranscriptViolationKind::OtherList { team, counter });
        }
        // A box with the same commitment has this list.
        match sealing::open(&proof.key, &sealed.sealed_box, &sealed.commitment) {
            Ok(_) => Ok(()),
            Err(source) => Err(TranscriptViolationKind::WrongBox { team, counter, source }),
        }
    }

    fn code(&self, team: TeamId) -> String {
        self.setup.team(team).map(|team| team.code.clone()).unwrap_or_default()
    }
}

/// The text of each list or re-bid that a fact opens, in order.
pub(super) fn texts(setup: &Setup, fact: &Fact) -> Result<Vec<String>, Error> {
    match fact {
        Fact::ListsOpened { lists, .. } => {
            let text = |bids| bids_text(setup, bids).map_err(|_| Error::Foreign);
            lists.iter().map(|list| text(&list.bids)).collect()
        }
        Fact::RebidsOpened { raises, .. } => {
            Ok(raises.iter().map(|sent| raises_text(&sent.raises)).collect())
        }
        _ => Ok(Vec::new()),
    }
}
