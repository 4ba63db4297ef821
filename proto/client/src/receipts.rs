//! The server's receipts for what a team has sealed: checked as they come, and kept.
//!
//! A receipt with its list and nonce proves after the opening that the team's list is in the record unchanged.
//! Until then it is as secret as the list (`A4`): nothing here shows one in `Debug` or in an error, and files are
//! readable by their owner only. Knows the record's nouns and files; nothing of connections.

mod missing;
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

pub use missing::{MissingSealing, is_authentic, read_kept};
pub use store::{FiledReceipt, ReadReceiptsError, ReceiptStore, WriteError, read_folder};

/// Fault of a receipt. Shows no list, price or nonce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("receipt-fault")]
pub enum ReceiptFault {
    /// There is none, or none that is signed, though something was sealed.
    Absent,
    /// The server has not said with which key it signs, or which game of its id this is.
    NoKey,
    /// A part of it is not as long as it should be.
    Malformed {
        /// Name of the field: `branch`, `commitment`, `nonce`, `root`, `leaf` or `path`.
        field: &'static str,
    },
    /// It is for something else than was sealed.
    Other {
        /// Name of the field: `game`, `instance`, `team`, `round`, `attempt`, `wave`, `at_ms` or `counter`.
        field: &'static str,
        /// Value that it must have.
        expected: String,
        /// Value that it has.
        found: String,
    },
    /// Its commitment is to another list than the one that was sent.
    OtherList,
    /// The server's key did not sign it.
    Signature(#[message("why")] signing::Error),
    /// The server has signed two different receipts with the same number.
    Twice {
        #[message(display)]
        counter: u64,
    },
}

/// The receipts of one team in one game, as they have come. Whoever keeps them takes what is new to a [`ReceiptStore`].
pub struct Receipts {
    game: String,
    team: String,
    seen: BTreeMap<u64, StoredReceipt>,
    /// The number of the last one that the feed has brought.
    fed: u64,
    /// That number when the feed last brought a closing event.
    closed: u64,
    /// Those that are new since [`Receipts::take_new`] was called.
    new: Vec<StoredReceipt>,
}

/// For what a receipt is, as the team knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReceiptOccasion {
    pub(crate) round: u32,
    /// 0: whichever was under way.
    pub(crate) attempt: u32,
    /// 0: it is a list.
    pub(crate) wave: u32,
    pub(crate) at: GameTime,
}

/// A receipt as it came, not checked yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentReceipt<'a> {
    pub(crate) receipt: Option<&'a wire::SealReceipt>,
    pub(crate) signature: Option<&'a wire::ReceiptSignature>,
}

/// All that a receipt must name.
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

    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The team's code.
    pub fn team(&self) -> &str {
        &self.team
    }

    /// All that have come since this client connected, in the order of their numbers; of lists that were replaced before, the
    /// feed brings only the latest of each window.
    pub fn all(&self) -> impl Iterator<Item = &StoredReceipt> {
        self.seen.values()
    }

    /// Those that have come since this was called last, to be kept.
    pub(crate) fn take_new(&mut self) -> Vec<StoredReceipt> {
        std::mem::take(&mut self.new)
    }

    /// Those of what was sealed before the last closing event that the feed has brought: all these must be in the
    /// record by now.
    pub fn due(&self) -> impl Iterator<Item = &StoredReceipt> {
        self.seen.range(..=self.closed).map(|(_, stored)| stored)
    }

    /// The number of the last one of those.
    pub fn closed(&self) -> u64 {
        self.closed
    }

    /// Notes that the feed has brought a closing event.
    pub(crate) fn close(&mut self) {
        self.closed = self.fed;
    }

    /// Takes in a sound receipt that the feed has brought. The feed passes over replaced lists, so numbers may be missing.
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

    /// Takes in a sound receipt.
    pub(crate) fn take(&mut self, stored: StoredReceipt) -> Result<(), ReceiptFault> {
        let counter = stored.receipt.counter;
        match self.seen.get(&counter) {
            Some(known) if known.is_same(&stored) => return Ok(()),
            // Both are worth keeping: together they show that the server signed both.
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
    /// Returns the state of the game when this sealing happened.
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

/// The list text and the receipt of an item of a team's own feed, if it is a sealing of this team.
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

/// Checks a receipt against what the team knows, and puts it with what it is for.
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
