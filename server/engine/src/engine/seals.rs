//! The sealed and unopened contents: the key of the attempt, each team's counter, the opening secret of its
//! current list, and the number of notes.
//!
//! It is part of the state that is decided ahead, and is lost with the engine if the append fails. It
//! releases secrets only at the opening (`A4`).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_record::branch::Branch;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::{
    self, Nonce, NoteKey, NoteKeys, RoundKey, commit, note_len, padded_len, unwrap, wrap,
};
use ishigaki_record::transcript::{self, Note, NoteProof, OpenedProof, SealProof, note_text};
use ishigaki_rules::{Event, GameTime, Revision, RoundNo, Setup, TeamId};

use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::evidence::SealReceipt;
use crate::key::ServerKey;

/// Error of sealing or opening. It never contains a list.
#[derive(Debug, thiserror::Error, Message)]
#[message("seals")]
pub enum Error {
    #[message(transparent)]
    Randomness(#[from] Unavailable),
    /// The cipher failed, or its input is invalid.
    #[message(transparent)]
    Sealing(#[from] sealing::Error),
    /// Sealing outside of a round, or opening something that wasn't sealed.
    OutOfPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SealingWindow {
    pub(super) round: RoundNo,
    pub(super) attempt: u32,
    pub(super) wave: u32,
}

pub(super) struct SealRequest<'a> {
    pub(super) place: SealingWindow,
    pub(super) team: TeamId,
    pub(super) at: GameTime,
    pub(super) revision: Revision,
    /// Reason, if the organiser entered it.
    pub(super) by_hand: Option<&'a str>,
    pub(super) text: &'a str,
}

pub(super) struct SealStore {
    game: String,
    key: Arc<ServerKey>,
    entropy: Arc<dyn Entropy>,
    padded_len: usize,
    teams: Vec<String>,
    round: Option<RoundKey>,
    counters: BTreeMap<TeamId, u64>,
    /// Counter and nonce of each team's latest submission, until the next opening.
    latest: BTreeMap<TeamId, (u64, Nonce)>,
    notes: u32,
    note_keys: NoteKeys,
}

impl fmt::Debug for SealStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seals of game {}", self.game)
    }
}

impl SealStore {
    pub(super) fn new(game: &str, setup: &Setup, key: Arc<ServerKey>, entropy: Arc<dyn Entropy>) -> Self {
        Self {
            game: game.into(),
            key,
            entropy,
            padded_len: padded_len(setup),
            teams: setup.teams.iter().map(|team| team.code.clone()).collect(),
            round: None,
            counters: BTreeMap::new(),
            latest: BTreeMap::new(),
            notes: 0,
            note_keys: NoteKeys::default(),
        }
    }

    pub(super) fn keys(&self) -> (Arc<ServerKey>, Arc<dyn Entropy>) {
        (Arc::clone(&self.key), Arc::clone(&self.entropy))
    }

    pub(super) fn open_attempt(&mut self, round: RoundNo, attempt: u32) -> Result<Vec<u8>, Error> {
        let purpose = Purpose::Round { game: &self.game };
        let key = RoundKey(bytes(&*self.entropy, purpose)?);
        let aead_nonce = bytes(&*self.entropy, purpose)?;
        let wrapped = wrap(&key, self.key.wrapping(), aead_nonce, &self.context(round, attempt))?;
        self.enter_attempt(key);
        Ok(wrapped)
    }

    pub(super) fn resume_attempt(
        &mut self,
        round: RoundNo,
        attempt: u32,
        wrapped: &[u8],
    ) -> Result<(), Error> {
        let key = unwrap(wrapped, self.key.wrapping(), &self.context(round, attempt))?;
        self.enter_attempt(key);
        Ok(())
    }

    pub(super) fn seal(
        &mut self,
        sealing: &SealRequest<'_>,
        branch: &Branch,
    ) -> Result<(SealProof, SealReceipt), Error> {
        let SealRequest { place, team, at, revision, by_hand, text } = *sealing;
        let code = self.code(team)?;
        let purpose = Purpose::Sealing { game: &self.game, team: code };
        let (nonce, aead_nonce) = nonces(&*self.entropy, purpose)?;
        let counter = self.counters.get(&team).copied().unwrap_or(0).saturating_add(1);
        let key = self.round.as_ref().ok_or(Error::OutOfPlace)?.list_key(code, place.wave, counter)?;
        let sealed_box = sealing::seal(&key, aead_nonce, &nonce, text, self.padded_len)?;
        let commitment = commit(&nonce, text);
        let receipt = self.receipt(branch, place, team, counter, at, commitment)?;
        let by_hand = by_hand.map(str::to_owned);
        let proof = SealProof { revision, counter, commitment, sealed_box, by_hand };
        self.keep(team, counter, nonce.clone());
        let signature = self.key.receipts().sign(receipt.leaf());
        Ok((proof, SealReceipt { receipt, signature, nonce }))
    }

    /// Opens a box from the journal for this game's state and its team's feed; returns the text and the
    /// receipt.
    pub(super) fn unseal(
        &mut self,
        place: SealingWindow,
        team: TeamId,
        at: GameTime,
        proof: &SealProof,
        branch: &Branch,
    ) -> Result<(String, SealReceipt), Error> {
        let code = self.code(team)?;
        let key = self.round.as_ref().ok_or(Error::OutOfPlace)?.list_key(code, place.wave, proof.counter)?;
        let (nonce, text) = sealing::open(&key, &proof.sealed_box, &proof.commitment)?;
        let receipt = self.receipt(branch, place, team, proof.counter, at, proof.commitment)?;
        self.keep(team, proof.counter, nonce.clone());
        let signature = self.key.receipts().sign_alone(receipt.leaf());
        Ok((text, SealReceipt { receipt, signature, nonce }))
    }

    pub(super) fn open(
        &mut self,
        wave: u32,
        teams: impl Iterator<Item = TeamId>,
    ) -> Result<Vec<OpenedProof>, Error> {
        let round = self.round.as_ref().ok_or(Error::OutOfPlace)?;
        let mut opened = Vec::new();
        for team in teams {
            let (counter, nonce) = self.latest.get(&team).ok_or(Error::OutOfPlace)?;
            let key = round.list_key(self.code(team)?, wave, *counter)?;
            opened.push(OpenedProof { team, counter: *counter, nonce: nonce.clone(), key });
        }
        self.forget();
        Ok(opened)
    }

    pub(super) fn forget(&mut self) {
        self.latest.clear();
    }

    pub(super) fn close(&mut self) {
        self.round = None;
        self.latest.clear();
    }

    /// Seals a restricted message by the token of this name.
    pub(super) fn seal_note(
        &mut self,
        setup: &Setup,
        branch: &Branch,
        event: &Event,
        principal: &str,
    ) -> Result<NoteProof, Error> {
        let purpose = Purpose::Note { game: &self.game };
        let nonce = Nonce(bytes(&*self.entropy, purpose)?);
        let aead_nonce = bytes(&*self.entropy, purpose)?;
        let number = self.notes.saturating_add(1);
        let key = self.note_key(branch)?;
        let text = note_text(setup, event.by, principal, &event.fact)?;
        let sealed_box = sealing::seal(&key.box_key(number)?, aead_nonce, &nonce, &text, note_len(setup)?)?;
        self.notes = number;
        self.note_keys.insert(branch.epoch, key);
        Ok(NoteProof { number, commitment: commit(&nonce, &text), sealed_box })
    }

    /// Opens a note from the journal for this game's state and the feeds of its addressees.
    pub(super) fn unseal_note(
        &mut self,
        setup: &Setup,
        branch: &Branch,
        proof: &NoteProof,
    ) -> Result<Note, Error> {
        let key = self.note_key(branch)?;
        let note = transcript::opened(setup, proof, &key)?;
        self.notes = proof.number;
        self.note_keys.insert(branch.epoch, key);
        Ok(note)
    }

    /// Returns the keys of all notes when a game is closed, if there are any.
    pub(super) fn open_notes(&self) -> Option<NoteKeys> {
        (!self.note_keys.is_empty()).then(|| self.note_keys.clone())
    }

    fn note_key(&self, branch: &Branch) -> Result<NoteKey, Error> {
        let known = self.note_keys.of_epoch(branch.epoch).cloned();
        Ok(known.map_or_else(|| NoteKey::of(self.key.wrapping(), branch), Ok)?)
    }

    fn enter_attempt(&mut self, key: RoundKey) {
        self.round = Some(key);
        self.latest.clear();
    }

    fn keep(&mut self, team: TeamId, counter: u64, nonce: Nonce) {
        self.counters.insert(team, counter);
        self.latest.insert(team, (counter, nonce));
    }

    fn receipt(
        &self,
        branch: &Branch,
        place: SealingWindow,
        team: TeamId,
        counter: u64,
        at: GameTime,
        commitment: sealing::Commitment,
    ) -> Result<Receipt, Error> {
        let SealingWindow { round, attempt, wave } = place;
        let team = self.code(team)?.to_owned();
        Ok(Receipt { branch: branch.clone(), round, attempt, wave, team, counter, at, commitment })
    }

    fn code(&self, team: TeamId) -> Result<&str, Error> {
        self.teams.get(team.index()).map(String::as_str).ok_or(Error::OutOfPlace)
    }

    fn context(&self, round: RoundNo, attempt: u32) -> String {
        format!("{}\n{round}\n{attempt}", self.game)
    }
}

/// The nonces of a commitment and its box, requested together, because a request costs as much as some
/// hundred bytes.
fn nonces(entropy: &dyn Entropy, purpose: Purpose<'_>) -> Result<(Nonce, [u8; 12]), Unavailable> {
    let mut drawn = [[0; 32]; 2];
    entropy.fill(purpose, drawn.as_flattened_mut())?;
    let [nonce, more] = drawn;
    let mut aead_nonce = [0; 12];
    aead_nonce.copy_from_slice(&more[..12]);
    Ok((Nonce(nonce), aead_nonce))
}
