//! Feed items that are encoded once and shared by everybody who watches.
//!
//! On the wire they are the very messages of the schema (`WatchGameResponse` with its `FeedItem`). What an item
//! says is the same for all its readers and is kept as bytes; only its number and the clock are written for each
//! reader. Knows how messages are laid out in bytes; a test holds it to the generated code.

use std::fmt;
use std::sync::Arc;

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, encode_key, encode_varint, encoded_len_varint, key_len};
use prost::encoding::{message, skip_field, uint64};
use prost::{DecodeError, Message};

use crate::wire;

/// What an item says, encoded: its body and what follows from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Content(Arc<[u8]>);

impl Content {
    /// Encodes what an item says.
    pub fn new(body: wire::feed_item::Body, derived: Option<wire::Derived>) -> Self {
        Self::of(wire::FeedItem { body: Some(body), derived, ..Default::default() })
    }

    /// Encodes what an item says, proofs included. Its number and its clock are left out: each reader gets its
    /// own.
    pub fn of(item: wire::FeedItem) -> Self {
        let item = wire::FeedItem { sequence: 0, skipped: 0, clock: None, ..item };
        Self(item.encode_to_vec().into())
    }

    /// How many bytes it takes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it says nothing, which no item does.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Silent: the content may be a team's own sealed list (`A4`).
impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Content")
    }
}

/// The answer of every service's `WatchGame`: one feed item.
#[derive(Clone, Debug)]
pub struct WatchGameResponse {
    /// The item's number in its feed; 0 for a pulse.
    pub sequence: u64,
    /// How many numbers before it are passed over for this reader.
    pub skipped: u64,
    /// The server's time when it is sent.
    pub clock: wire::Clock,
    /// What it says.
    pub content: Content,
}

/// Field numbers of the schema.
const ITEM: u32 = 1;
const SEQUENCE: u32 = 1;
const CLOCK: u32 = 2;
const SKIPPED: u32 = 9;

impl WatchGameResponse {
    /// The item as the generated type, decoded.
    pub fn item(&self) -> Result<wire::FeedItem, DecodeError> {
        let mut item = wire::FeedItem::decode(&*self.content.0)?;
        item.sequence = self.sequence;
        item.skipped = self.skipped;
        item.clock = Some(self.clock);
        Ok(item)
    }

    fn item_len(&self) -> usize {
        let number = |tag, number| if number == 0 { 0 } else { uint64::encoded_len(tag, &number) };
        let numbers = number(SEQUENCE, self.sequence) + number(SKIPPED, self.skipped);
        numbers + message::encoded_len(CLOCK, &self.clock) + self.content.0.len()
    }
}

impl Message for WatchGameResponse {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        encode_key(ITEM, WireType::LengthDelimited, buf);
        encode_varint(u64::try_from(self.item_len()).unwrap_or(u64::MAX), buf);
        if self.sequence != 0 {
            uint64::encode(SEQUENCE, &self.sequence, buf);
        }
        message::encode(CLOCK, &self.clock, buf);
        buf.put_slice(&self.content.0);
        if self.skipped != 0 {
            uint64::encode(SKIPPED, &self.skipped, buf);
        }
    }

    /// Servers only send it; clients have the generated type.
    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buf: &mut impl Buf,
        ctx: DecodeContext,
    ) -> Result<(), DecodeError> {
        skip_field(wire_type, tag, buf, ctx)
    }

    fn encoded_len(&self) -> usize {
        let item = self.item_len();
        key_len(ITEM) + encoded_len_varint(u64::try_from(item).unwrap_or(u64::MAX)) + item
    }

    fn clear(&mut self) {
        (self.sequence, self.skipped) = (0, 0);
        self.clock = wire::Clock::default();
        self.content = Content(Arc::new([]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board, team};

    #[test]
    fn a_shared_item_is_the_message_of_the_schema() {
        let body = wire::feed_item::Body::Event(wire::Event {
            at_ms: 5,
            by: None,
            fact: Some(wire::event::Fact::GameEnded(wire::GameEnded {})),
        });
        let derived = Some(wire::Derived::default());
        let clock = wire::Clock { now_ms: 77, closes_at_ms: Some(0), ..Default::default() };
        let said = wire::FeedItem {
            body: Some(body),
            derived,
            server_key: vec![7; 32],
            proof: Some(wire::Proof { sequence: 9, head: vec![1; 32], signature: vec![2; 64] }),
            ..Default::default()
        };
        for (sequence, skipped) in [(0, 0), (1, 0), (300, 200)] {
            let shared = WatchGameResponse { sequence, skipped, clock, content: Content::of(said.clone()) };
            let bytes = shared.encode_to_vec();
            assert_eq!(bytes.len(), shared.encoded_len());
            let expected = wire::FeedItem { sequence, skipped, clock: Some(clock), ..said.clone() };
            assert_eq!(shared.item().unwrap(), expected);
            assert_eq!(board::WatchGameResponse::decode(&*bytes).unwrap().item, Some(expected.clone()));
            assert_eq!(team::WatchGameResponse::decode(&*bytes).unwrap().item, Some(expected));
        }
    }
}
