//! The server's receipts for a team's submissions: checked on arrival and stored.
//!
//! After the opening, a receipt with list and nonce proves that the team's list is in the record unchanged.
//! Until then it is as secret as the list (`A4`): `Debug` output and errors omit it, and files are readable
//! only by their owner.

mod missing_sealing;
mod store;

use std::collections::BTreeMap;
use std::fmt;

use ishigaki_catalogue::Message;
use ishigaki_proto::receipt::{MalformedReceiptError, from_wire, signature_from_wire};
use ishigaki_proto::wire;
use ishigaki_record::branch::Instance;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::sealing::{bids_text, commit, raises_text};
use ishigaki_record::signing::{self, PublicKey};
use ishigaki_rules::{Event, Fact, Game, GameTime, Phase, Setup};

pub use missing_sealing::{MissingSealing, is_authentic, read_kept};
pub use store::{FiledReceipt, ReadReceiptsError, ReceiptStore, WriteError, read_folder};

/// Fault of a receipt. It never contains a list, price or nonce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("receipt-fault")]
pub enum ReceiptFault {
    /// A submission has no signed receipt.
    Absent,
    /// The server's key or the game's instance is unknown.
    NoKey,
    /// A part has a wrong length.
    Malformed {
        field: &'static str,
    },
    Other {
        /// The field: `game`, `instance`, `team`, `round`, `attempt`, `wave`, `at_ms` or `counter`.
        field: &'static str,
        /// Expected value.
        expected: String,
        found: String,
    },
    /// Its commitment is to another list than the sent one.
    OtherList,
    Signature(#[message("why")] signing::Error),
    Twice {
        #[message(display)]
        counter: u64,
    },
}

/// The receipts of one team in one game. A [`ReceiptStore`] stores new ones.
pub struct Receipts {
    game: String,
    team: String,
    seen: BTreeMap<u64, StoredReceipt>,
    fed: u64,
    closed: u64,
    /// Receipts since the last [`Receipts::take_new`].
    new: Vec<StoredReceipt>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceiptOccasion {
    pub(crate) round: u32,
    pub(crate) attempt: u32,
    pub(crate) wave: u32,
    pub(crate) at: GameTime,
}

/// An unchecked receipt.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentReceipt<'a> {
    pub(crate) receipt: Option<&'a wire::SealReceipt>,
    pub(crate) signature: Option<&'a wire::ReceiptSignature>,
}

/// Values that a receipt must have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceiptContext<'a> {
    game: &'a str,
    instance: Instance,
    team: &'a str,
    key: &'a PublicKey,
    moment: &'a ReceiptOccasion,
}

impl From<MalformedReceiptError> for ReceiptFault {
    fn from(MalformedReceiptError { field }: MalformedReceiptError) -> Self {
        Self::Malformed { field }
    }
}

impl Receipts {
    pub(crate) fn new(game: String, team: String) -> Self {
        Self { game, team, seen: BTreeMap::new(), fed: 0, closed: 0, new: Vec::new() }
    }

    /// Returns the game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the team's code.
    pub fn team(&self) -> &str {
        &self.team
    }

    /// Returns all receipts since this client connected, by number. The feed has only the latest replaced
    /// list of each window.
    pub fn all(&self) -> impl Iterator<Item = &StoredReceipt> {
        self.seen.values()
    }

    /// Receipts since the last call, to be stored.
    pub(crate) fn take_new(&mut self) -> Vec<StoredReceipt> {
        std::mem::take(&mut self.new)
    }

    /// Returns receipts from before the last closing event in the feed, which must be in the record by now.
    pub fn due(&self) -> impl Iterator<Item = &StoredReceipt> {
        self.seen.range(..=self.closed).map(|(_, stored)| stored)
    }

    /// Returns the number of the last of those.
    pub fn closed(&self) -> u64 {
        self.closed
    }

    pub(crate) fn close(&mut self) {
        self.closed = self.fed;
    }

    /// Adds a valid receipt from the feed. Numbers may be missing, because the feed skips replaced lists.
    pub(crate) fn take_fed(&mut self, stored: StoredReceipt) -> Result<(), ReceiptFault> {
        let found = stored.receipt.counter;
        if found < self.fed {
            return Err(ReceiptFault::Other {
                field: "counter",
                expected: self.fed.saturating_add(1).to_string(),
                found: found.to_string(),
            });
        }
        self.fed = found;
        self.take(stored)
    }

    pub(crate) fn take(&mut self, stored: StoredReceipt) -> Result<(), ReceiptFault> {
        let counter = stored.receipt.counter;
        match self.seen.get(&counter) {
            Some(known) if known.is_same(&stored) => return Ok(()),
            // Both are stored: together they prove that the server signed both.
            Some(_) => {
                self.new.push(stored);
                return Err(ReceiptFault::Twice { counter });
            }
            None => {}
        }
        self.new.push(stored.clone());
        self.seen.insert(counter, stored);
        Ok(())
    }
}

impl fmt::Debug for Receipts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receipts")
            .field("team", &self.team)
            .field("seen", &self.seen.len())
            .finish_non_exhaustive()
    }
}

impl ReceiptOccasion {
    pub(crate) fn of(game: &Game, event: &Event) -> Self {
        let record = game.current_round();
        let wave = match (&event.fact, game.phase()) {
            (Fact::RebidSealed { .. }, Phase::Rebidding { wave, .. }) => wave.0,
            _ => 0,
        };
        Self {
            round: record.map_or(0, |record| record.round.0),
            attempt: record.map_or(0, |record| record.attempt),
            wave,
            at: event.at,
        }
    }

    pub(crate) fn in_game<'a>(
        &'a self,
        game: &'a str,
        instance: Instance,
        team: &'a str,
        key: &'a PublicKey,
    ) -> ReceiptContext<'a> {
        ReceiptContext { game, instance, team, key, moment: self }
    }
}

/// The list text and receipt of a feed item, if it is a submission of this team.
pub(crate) fn own_sealing<'a>(
    setup: &Setup,
    item: &'a wire::FeedItem,
    event: &Event,
) -> Option<(String, SentReceipt<'a>)> {
    let Some(wire::feed_item::Body::Event(sent)) = &item.body else { return None };
    let sent_receipt = |receipt| SentReceipt { receipt, signature: item.receipt_signature.as_ref() };
    match (&event.fact, sent.fact.as_ref()?) {
        (Fact::BidsSealed { sealed, .. }, wire::event::Fact::BidsSealed(sent)) => {
            let text = bids_text(setup, &sealed.as_ref()?.lines).ok()?;
            Some((text, sent_receipt(sent.sealed.as_ref()?.receipt.as_ref())))
        }
        (Fact::RebidSealed { sealed, .. }, wire::event::Fact::RebidSealed(sent)) => {
            let text = raises_text(&sealed.as_ref()?.lines);
            Some((text, sent_receipt(sent.sealed.as_ref()?.receipt.as_ref())))
        }
        _ => None,
    }
}

/// Checks a receipt against the team's knowledge, and combines it with its list.
pub(crate) fn check(
    SentReceipt { receipt, signature }: SentReceipt<'_>,
    context: &ReceiptContext<'_>,
    list: String,
) -> Result<StoredReceipt, ReceiptFault> {
    let sent = receipt.ok_or(ReceiptFault::Absent)?;
    let signature = signature.ok_or(ReceiptFault::Absent)?;
    let ReceiptContext { game, instance, team, key, moment } = *context;
    same("game", game, sent.game.as_str())?;
    let (receipt, nonce) = from_wire(sent)?;
    let signature = signature_from_wire(signature)?;
    same("instance", &instance, &receipt.branch.instance)?;
    same("team", team, receipt.team.as_str())?;
    same("round", &moment.round, &sent.round)?;
    if moment.attempt > 0 {
        same("attempt", &moment.attempt, &sent.attempt)?;
    }
    same("wave", &moment.wave, &sent.wave)?;
    same("at_ms", &moment.at.0, &sent.at_ms)?;
    if commit(&nonce, &list) != receipt.commitment {
        return Err(ReceiptFault::OtherList);
    }
    receipt.verify(key, &signature).map_err(ReceiptFault::Signature)?;
    Ok(StoredReceipt { receipt, signature, nonce, list, server_key: *key })
}

fn same<T: PartialEq + ToString + ?Sized>(
    field: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), ReceiptFault> {
    if expected == found {
        return Ok(());
    }
    Err(ReceiptFault::Other { field, expected: expected.to_string(), found: found.to_string() })
}

#[cfg(test)]
mod tests;
