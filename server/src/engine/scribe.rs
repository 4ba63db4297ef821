//! Keeps a game's record: seals, opens, chains and signs what the rules have decided. Decides nothing itself.
//!
//! Like the game's state the scribe's is decided ahead, and dies with the engine if the append fails.

use bytes::Bytes;
use ishigaki_record::chain::Head;
use ishigaki_record::sealing::{bids_text, raises_text, read_bids, read_raises};
use ishigaki_record::signing::sign_head;
use ishigaki_record::transcript::{self, Entry, Proof, Signed, event_line, game_line, is_closing};
use ishigaki_rules::{Actor, Event, Fact, Game, Phase, Sealed, Setup};

use super::ledger::{Filed, Founding};
use super::vault::{self, Place, Sealing, Vault};
use crate::clock::UnixMillis;
use crate::evidence::{Evidence, SealReceipt};
use crate::feed::public_copy;

/// Why the record cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something cannot be sealed or opened.
    #[error(transparent)]
    Vault(#[from] vault::Error),
    /// Something cannot be put down as a line.
    #[error("the event cannot be put down in the record")]
    Line(#[from] transcript::Error),
}

/// Keeps the record of one game.
#[derive(Debug)]
pub(super) struct Scribe {
    game: String,
    vault: Vault,
    head: Head,
    /// How many events the record has.
    sequence: u64,
}

/// An event as it goes into the journal, and what goes out beside it.
pub(super) struct Noted {
    pub(super) record: Bytes,
    pub(super) evidence: Evidence,
}

/// What becomes of an event's secrets.
#[derive(Default)]
struct Kept {
    proof: Option<Proof>,
    receipt: Option<SealReceipt>,
    wrapped_key: Vec<u8>,
}

impl Scribe {
    /// Starts the record of a new game: the scribe, and the first record.
    pub(super) fn found(
        game: &str,
        setup: &Setup,
        vault: Vault,
        written: UnixMillis,
    ) -> Result<(Self, Bytes), Error> {
        let server_key = vault.key().public();
        let head = Head::START.then(game_line(game, &server_key, written.0, setup)?.as_bytes());
        let founding = Founding { game: game.into(), setup: setup.clone(), server_key, written, head };
        Ok((Self { game: game.into(), vault, head, sequence: 0 }, founding.encode()))
    }

    /// Goes on from the first record of a game.
    pub(super) fn resume(founding: &Founding, vault: Vault) -> Self {
        Self { game: founding.game.clone(), vault, head: founding.head, sequence: 0 }
    }

    /// Puts down an event that is about to be applied to this game. What the clock brought about has no
    /// principal.
    pub(super) fn note(
        &mut self,
        before: &Game,
        event: &Event,
        principal: &str,
        written: UnixMillis,
    ) -> Result<Noted, Error> {
        let Kept { proof, receipt, wrapped_key } = self.keep(before, event)?;
        let principal = if event.by == Actor::Clock { "" } else { principal };
        let entry = Entry {
            event: public_copy(event),
            unix_ms: written.0,
            principal: principal.into(),
            proof: proof.unwrap_or(Proof::None),
        };
        self.sequence += 1;
        self.head = self.head.then(event_line(before.setup(), self.sequence, &entry)?.as_bytes());
        let signature = is_closing(&event.fact)
            .then(|| sign_head(self.vault.key().signing(), &self.game, self.sequence, self.head));
        let filed = Filed { entry, head: self.head, signature, wrapped_key };
        let evidence = Evidence { receipt, signed: self.signed(&filed) };
        Ok(Noted { record: filed.encode(before.setup()), evidence })
    }

    /// Takes an event from the journal that is about to be applied to this game: as it was decided, with what was
    /// sealed in it.
    pub(super) fn read(&mut self, before: &Game, filed: Filed) -> Result<(Event, Evidence), Error> {
        self.sequence += 1;
        self.head = filed.head;
        let signed = self.signed(&filed);
        let Filed { entry: Entry { mut event, proof, .. }, wrapped_key, .. } = filed;
        let mut receipt = None;
        match (&mut event.fact, &proof) {
            (Fact::RoundOpened { round, attempt, .. }, _) => {
                self.vault.resume_attempt(*round, *attempt, &wrapped_key)?;
            }
            (Fact::BidsSealed { team, sealed }, Proof::Sealed(proof)) => {
                let place = place(before, true)?;
                let (text, given) = self.vault.unseal(place, *team, event.at, proof)?;
                let lines = read_bids(before.setup(), &text).map_err(vault::Error::Sealing)?;
                let by_hand = proof.by_hand.clone();
                *sealed = Some(Sealed { revision: proof.revision, lines, by_hand });
                receipt = Some(given);
            }
            (Fact::RebidSealed { team, sealed }, Proof::Sealed(proof)) => {
                let place = place(before, false)?;
                let (text, given) = self.vault.unseal(place, *team, event.at, proof)?;
                let lines = read_raises(&text).map_err(vault::Error::Sealing)?;
                let by_hand = proof.by_hand.clone();
                *sealed = Some(Sealed { revision: proof.revision, lines, by_hand });
                receipt = Some(given);
            }
            (Fact::ListsOpened { .. } | Fact::RebidsOpened { .. }, _) => self.vault.forget(),
            (fact, _) if ends_attempt(fact) => self.vault.close(),
            _ => {}
        }
        Ok((event, Evidence { receipt, signed }))
    }

    fn keep(&mut self, before: &Game, event: &Event) -> Result<Kept, Error> {
        match &event.fact {
            Fact::RoundOpened { round, attempt, .. } => {
                Ok(Kept { wrapped_key: self.vault.open_attempt(*round, *attempt)?, ..Kept::default() })
            }
            Fact::BidsSealed { team, sealed: Some(Sealed { revision, lines, by_hand }) } => {
                let text = bids_text(before.setup(), lines).map_err(vault::Error::Sealing)?;
                let (team, revision, at) = (*team, *revision, event.at);
                let place = place(before, true)?;
                let by_hand = by_hand.as_deref();
                self.seal(&Sealing { place, team, at, revision, by_hand, text: &text })
            }
            Fact::RebidSealed { team, sealed: Some(Sealed { revision, lines, by_hand }) } => {
                let text = raises_text(lines);
                let (team, revision, at) = (*team, *revision, event.at);
                let place = place(before, false)?;
                let by_hand = by_hand.as_deref();
                self.seal(&Sealing { place, team, at, revision, by_hand, text: &text })
            }
            Fact::ListsOpened { lists, .. } => {
                let opened = self.vault.open(0, lists.iter().map(|list| list.team))?;
                Ok(Kept { proof: Some(Proof::Opened(opened)), ..Kept::default() })
            }
            Fact::RebidsOpened { wave, raises, .. } => {
                let opened = self.vault.open(wave.0, raises.iter().map(|sent| sent.team))?;
                Ok(Kept { proof: Some(Proof::Opened(opened)), ..Kept::default() })
            }
            fact => {
                if ends_attempt(fact) {
                    self.vault.close();
                }
                Ok(Kept::default())
            }
        }
    }

    fn seal(&mut self, sealing: &Sealing<'_>) -> Result<Kept, Error> {
        let (proof, receipt) = self.vault.seal(sealing)?;
        Ok(Kept { proof: Some(Proof::Sealed(proof)), receipt: Some(receipt), ..Kept::default() })
    }

    fn signed(&self, filed: &Filed) -> Option<Signed> {
        let (head, signature) = (filed.head, filed.signature);
        signature.map(|signature| Signed { sequence: self.sequence, head, signature })
    }
}

/// Whether nothing of an attempt can be opened after this fact.
fn ends_attempt(fact: &Fact) -> bool {
    matches!(fact, Fact::RoundFinalised { .. } | Fact::RoundVoided { .. } | Fact::GameAbandoned { .. })
}

/// What is sealed at this point of the game: lists, or re-bids of the open wave.
fn place(game: &Game, is_list: bool) -> Result<Place, vault::Error> {
    let record = game.current_round().ok_or(vault::Error::OutOfPlace)?;
    let wave = match game.phase() {
        Phase::Bidding { .. } if is_list => 0,
        Phase::Rebidding { wave, .. } if !is_list => wave.0,
        _ => return Err(vault::Error::OutOfPlace),
    };
    Ok(Place { round: record.round, attempt: record.attempt, wave })
}
