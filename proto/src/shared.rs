//! Answers encoded once for all callers: feed items, lines of the record, opened rounds.
//!
//! On the wire they are the schema's messages (`WatchGameResponse` with its `FeedItem`, `ReadRecordResponse`,
//! `ListRoundsResponse`). An item's contents are shared as bytes. Number, clock and padding are written for each
//! reader. A test compares the encoding with the generated code.

use std::fmt;
use std::sync::{Arc, LazyLock};

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, encode_key, encode_varint, encoded_len_varint, key_len};
use prost::encoding::{bool as boolean, decode_key, decode_varint, fixed64, message, skip_field, uint64};
use prost::{DecodeError, Message};

use crate::{event, journal, padding, wire};

/// Implements decoding for a message that servers only send: all fields are skipped, because receivers have
/// the generated type.
macro_rules! sent_only {
    () => {
        fn merge_field(
            &mut self,
            tag: u32,
            wire_type: WireType,
            buf: &mut impl Buf,
            ctx: DecodeContext,
        ) -> Result<(), DecodeError> {
            skip_field(wire_type, tag, buf, ctx)
        }
    };
}

/// Encoded contents of an item: its body and the consequences.
#[derive(Clone, PartialEq, Eq)]
pub struct Content {
    encoded: Arc<[u8]>,
    padded_to: Option<usize>,
}

impl Content {
    /// Encodes the contents of an item.
    pub fn new(body: wire::feed_item::Body, derived: Option<wire::Derived>) -> Self {
        Self::of(wire::FeedItem { body: Some(body), derived, ..Default::default() })
    }

    /// Encodes an item with its proofs, but without number, clock and receipt signature, which each reader
    /// gets separately, so that the contents are the same after a restart.
    pub fn of(item: wire::FeedItem) -> Self {
        let item = wire::FeedItem {
            sequence: 0,
            skipped: 0,
            clock: None,
            receipt_signature: None,
            padding: Vec::new(),
            ..item
        };
        Self { encoded: item.encode_to_vec().into(), padded_to: None }
    }

    /// Returns the same contents, which are sent to every reader as an item of exactly this length (`A4`).
    #[must_use]
    pub fn padded_to(self, length: usize) -> Self {
        Self { padded_to: Some(length), ..self }
    }

    /// Decodes the contents.
    ///
    /// # Errors
    ///
    /// [`DecodeError`], which can't happen for contents that this program has encoded.
    pub fn item(&self) -> Result<wire::FeedItem, DecodeError> {
        wire::FeedItem::decode(&*self.encoded)
    }

    /// Returns the number of bytes, without padding.
    pub fn len(&self) -> usize {
        self.encoded.len()
    }

    /// Returns whether it has no contents, which is never the case for an item.
    pub fn is_empty(&self) -> bool {
        self.encoded.is_empty()
    }
}

/// An event's public copy, encoded once for journal and feeds.
#[derive(Clone)]
pub struct EncodedEvent {
    bytes: Arc<[u8]>,
    fields: EventFields,
}

#[derive(Clone, Copy)]
struct EventFields {
    record: u32,
    item: u32,
}

impl EncodedEvent {
    /// Encodes an event of a game.
    pub fn new(event: &wire::Event) -> Self {
        Self { bytes: event.encode_to_vec().into(), fields: OF_GAME }
    }

    /// Encodes a fact of an event around the games.
    pub fn of_fact(fact: &event::Event) -> Self {
        Self { bytes: fact.encode_to_vec().into(), fields: OF_CONTEST }
    }

    /// Returns the event in a journal's record, still encoded; `None` if the record has no event.
    pub fn of_record(mut record: &[u8]) -> Option<Self> {
        while !record.is_empty() {
            let (field, wire_type) = decode_key(&mut record).ok()?;
            let fields = [OF_GAME, OF_CONTEST].into_iter().find(|fields| fields.record == field);
            if let (Some(fields), WireType::LengthDelimited) = (fields, wire_type) {
                let length = usize::try_from(decode_varint(&mut record).ok()?).ok()?;
                return record.get(..length).map(|event| Self { bytes: event.into(), fields });
            }
            skip_field(wire_type, field, &mut record, DecodeContext::default()).ok()?;
        }
        None
    }

    /// Encodes a journal's record with the event as its body. `record` has no body yet.
    pub fn in_record(&self, record: &journal::Record) -> Vec<u8> {
        debug_assert!(record.body.is_none(), "a record has one body");
        self.after(record, self.fields.record, AUTHENTICATED)
    }

    /// Encodes a feed item with the event.
    pub fn in_item(&self, derived: Option<wire::Derived>, proof: Option<wire::Proof>) -> Content {
        let item = wire::FeedItem { derived, proof, ..Default::default() };
        Content { encoded: self.after(&item, self.fields.item, 0).into(), padded_to: None }
    }

    /// Appends the encoded event, because the order of a message's fields is free, and reserves `room` more bytes.
    fn after(&self, message: &impl Message, field: u32, room: usize) -> Vec<u8> {
        let length = u64::try_from(self.bytes.len()).unwrap_or(u64::MAX);
        let event = key_len(field) + encoded_len_varint(length) + self.bytes.len();
        let mut bytes = Vec::with_capacity(message.encoded_len() + event + room);
        message.encode_raw(&mut bytes);
        encode_key(field, WireType::LengthDelimited, &mut bytes);
        encode_varint(length, &mut bytes);
        bytes.extend_from_slice(&self.bytes);
        bytes
    }
}

impl fmt::Debug for EncodedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EncodedEvent")
    }
}

/// Silent: the content may be a team's own sealed list (`A4`).
impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Content")
    }
}

/// The answer of `WatchGame`: one feed item.
#[derive(Clone, Debug)]
pub struct WatchGameResponse {
    /// The item's number in its feed; 0 for a pulse.
    pub sequence: u64,
    /// Number of feed numbers skipped for this reader before it.
    pub skipped: u64,
    pub clock: wire::Clock,
    pub content: Content,
    /// Signature of the receipt in the content, if any.
    pub signature: Option<SharedSignature>,
}

/// Signature of a receipt, made when its item is encoded, because most items are never read.
#[derive(Clone)]
pub struct SharedSignature(Arc<LazySignature>);

type LazySignature =
    LazyLock<wire::ReceiptSignature, Box<dyn FnOnce() -> wire::ReceiptSignature + Send + Sync>>;

impl SharedSignature {
    /// Returns a signature that `make` computes on first use.
    pub fn new(make: impl FnOnce() -> wire::ReceiptSignature + Send + Sync + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }

    /// Returns the signature, and computes it on first use.
    pub fn get(&self) -> &wire::ReceiptSignature {
        &self.0
    }
}

impl fmt::Debug for SharedSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSignature")
    }
}

/// The answer of `WatchEvent`. It has the same encoding.
pub type WatchEventResponse = WatchGameResponse;

const ITEM: u32 = 1;
const OF_GAME: EventFields = EventFields { record: 5, item: 4 };
const OF_CONTEST: EventFields = EventFields { record: 15, item: 12 };
const AUTHENTICATED: usize = 34;
const SEQUENCE: u32 = 1;
const CLOCK: u32 = 2;
const SKIPPED: u32 = 9;
const RECEIPT_SIGNATURE: u32 = 13;

impl WatchGameResponse {
    /// Decodes the item into the generated type.
    ///
    /// # Errors
    ///
    /// [`DecodeError`], which can't happen for an item that this program has encoded.
    pub fn item(&self) -> Result<wire::FeedItem, DecodeError> {
        let mut item = self.content.item()?;
        item.sequence = self.sequence;
        item.skipped = self.skipped;
        item.clock = Some(self.clock);
        item.receipt_signature = self.signature.as_ref().map(|signature| signature.get().clone());
        Ok(item)
    }

    fn item_len(&self) -> usize {
        self.bare_len() + self.filler().map_or(0, padding::field_len)
    }

    fn bare_len(&self) -> usize {
        // Both always take eight bytes, so that replaced lists don't change the length of an item (`A4`).
        let numbers =
            fixed64::encoded_len(SEQUENCE, &self.sequence) + fixed64::encoded_len(SKIPPED, &self.skipped);
        let signature = self.signature.as_ref();
        let signature = signature.map_or(0, |it| message::encoded_len(RECEIPT_SIGNATURE, it.get()));
        numbers + message::encoded_len(CLOCK, &self.clock) + self.content.encoded.len() + signature
    }

    fn filler(&self) -> Option<usize> {
        self.content.padded_to.map(|length| padding::filler(self.bare_len(), length))
    }
}

impl Message for WatchGameResponse {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        encode_key(ITEM, WireType::LengthDelimited, buf);
        encode_varint(u64::try_from(self.item_len()).unwrap_or(u64::MAX), buf);
        fixed64::encode(SEQUENCE, &self.sequence, buf);
        message::encode(CLOCK, &self.clock, buf);
        buf.put_slice(&self.content.encoded);
        fixed64::encode(SKIPPED, &self.skipped, buf);
        if let Some(signature) = &self.signature {
            message::encode(RECEIPT_SIGNATURE, signature.get(), buf);
        }
        if let Some(filler) = self.filler() {
            encode_key(padding::FIELD, WireType::LengthDelimited, buf);
            encode_varint(u64::try_from(filler).unwrap_or(u64::MAX), buf);
            buf.put_bytes(0, filler);
        }
    }

    sent_only!();

    fn encoded_len(&self) -> usize {
        let item = self.item_len();
        key_len(ITEM) + encoded_len_varint(u64::try_from(item).unwrap_or(u64::MAX)) + item
    }

    fn clear(&mut self) {
        (self.sequence, self.skipped) = (0, 0);
        self.clock = wire::Clock::default();
        self.content = Content { encoded: Arc::new([]), padded_to: None };
        self.signature = None;
    }
}

/// The lines of a record, encoded as in a `ReadRecordResponse`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EncodedLines(Vec<u8>);

impl fmt::Debug for EncodedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

impl EncodedLines {
    /// Returns no lines, with capacity in bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Adds a line, without its line feed.
    pub fn push(&mut self, line: &str) {
        encode_key(LINE, WireType::LengthDelimited, &mut self.0);
        encode_varint(u64::try_from(line.len()).unwrap_or(u64::MAX), &mut self.0);
        self.0.put_slice(line.as_bytes());
    }

    /// Returns the number of bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the encoded lines, one after another.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds up to `most` lines from the output of [`EncodedLines::as_bytes`] after skipping `skip` of them, and
    /// returns their number.
    ///
    /// # Errors
    /// [`LinesError`] if the bytes aren't encoded lines.
    pub fn extend(&mut self, mut encoded: &[u8], skip: u64, most: u64) -> Result<u64, LinesError> {
        for _ in 0..skip {
            encoded = line_and_rest(encoded)?.1;
        }
        let mut taken = 0;
        while taken < most && !encoded.is_empty() {
            let (line, rest) = line_and_rest(encoded)?;
            self.0.put_slice(line);
            encoded = rest;
            taken += 1;
        }
        Ok(taken)
    }
}

fn line_and_rest(encoded: &[u8]) -> Result<(&[u8], &[u8]), LinesError> {
    let mut rest = encoded;
    decode_key(&mut rest).map_err(|_| LinesError)?;
    let length = decode_varint(&mut rest).map_err(|_| LinesError)?;
    let end = usize::try_from(length).ok().and_then(|length| length.checked_add(encoded.len() - rest.len()));
    encoded.split_at_checked(end.ok_or(LinesError)?).ok_or(LinesError)
}

/// Error of bytes that aren't encoded lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinesError;

impl fmt::Display for LinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes are no lines")
    }
}

impl std::error::Error for LinesError {}

/// The answer of `ReadRecord`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadRecordResponse {
    pub lines: EncodedLines,
    /// Number of the line after the last one in the answer.
    pub next_line: u64,
    /// True if no line will ever follow.
    pub is_complete: bool,
}

const LINE: u32 = 1;
const NEXT_LINE: u32 = 2;
const IS_COMPLETE: u32 = 3;

impl ReadRecordResponse {
    /// Returns the lines as text.
    ///
    /// # Errors
    ///
    /// [`DecodeError`], which can't happen for lines of text.
    pub fn texts(&self) -> Result<Vec<String>, DecodeError> {
        Ok(crate::watch::ReadRecordResponse::decode(self.lines.as_bytes())?.lines)
    }
}

impl Message for ReadRecordResponse {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        buf.put_slice(&self.lines.0);
        if self.next_line != 0 {
            uint64::encode(NEXT_LINE, &self.next_line, buf);
        }
        if self.is_complete {
            boolean::encode(IS_COMPLETE, &self.is_complete, buf);
        }
    }

    sent_only!();

    fn encoded_len(&self) -> usize {
        let next = if self.next_line == 0 { 0 } else { uint64::encoded_len(NEXT_LINE, &self.next_line) };
        let end = if self.is_complete { boolean::encoded_len(IS_COMPLETE, &true) } else { 0 };
        self.lines.len() + next + end
    }

    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// The answer of `ListRounds`. Each round is encoded once for all callers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListRoundsResponse {
    pub rounds: Vec<Round>,
}

/// An opened round, encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round(Arc<[u8]>);

impl Round {
    /// Encodes a round.
    pub fn of(round: &wire::OpenedRound) -> Self {
        Self(round.encode_to_vec().into())
    }

    /// Returns the round, encoded.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Decodes the round into the generated type.
    ///
    /// # Errors
    ///
    /// [`DecodeError`], which can't happen for a round that this program has encoded.
    pub fn opened(&self) -> Result<wire::OpenedRound, DecodeError> {
        wire::OpenedRound::decode(&*self.0)
    }
}

const ROUND: u32 = 1;

impl Message for ListRoundsResponse {
    fn encode_raw(&self, buf: &mut impl BufMut) {
        for Round(round) in &self.rounds {
            encode_key(ROUND, WireType::LengthDelimited, buf);
            encode_varint(u64::try_from(round.len()).unwrap_or(u64::MAX), buf);
            buf.put_slice(round);
        }
    }

    sent_only!();

    fn encoded_len(&self) -> usize {
        let len = |Round(round): &Round| {
            key_len(ROUND) + encoded_len_varint(u64::try_from(round.len()).unwrap_or(u64::MAX)) + round.len()
        };
        self.rounds.iter().map(len).sum()
    }

    fn clear(&mut self) {
        self.rounds.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch;

    #[test]
    fn shared_item_encodes_as_schema_message() {
        let body = wire::feed_item::Body::Event(wire::Event {
            at_ms: 5,
            by: None,
            fact: Some(wire::event::Fact::GameEnded(wire::GameEnded {})),
        });
        let derived = Some(wire::Derived::default());
        let clock = wire::Clock { now_ms: 77, closes_at_ms: Some(0), ..Default::default() };
        let item = wire::FeedItem {
            body: Some(body),
            derived,
            server_key: vec![7; 32],
            proof: Some(wire::Proof { sequence: 9, head: vec![1; 32], signature: vec![2; 64], branch: None }),
            ..Default::default()
        };
        let signed = wire::ReceiptSignature { root: vec![1; 64], leaf: 17, path: vec![2; 192] };
        for (sequence, skipped) in [(0, 0), (1, 0), (300, 200)] {
            let signature = (skipped > 0).then(|| {
                SharedSignature::new({
                    let signed = signed.clone();
                    move || signed
                })
            });
            let content = Content::of(item.clone());
            let shared = WatchGameResponse { sequence, skipped, clock, content, signature };
            let bytes = shared.encode_to_vec();
            assert_eq!(bytes.len(), shared.encoded_len());
            let receipt_signature = (skipped > 0).then(|| signed.clone());
            let expected =
                wire::FeedItem { sequence, skipped, clock: Some(clock), receipt_signature, ..item.clone() };
            assert_eq!(shared.item().unwrap(), expected);
            assert_eq!(watch::WatchGameResponse::decode(&*bytes).unwrap().item, Some(expected));
        }
    }

    #[test]
    fn event_of_record_keeps_its_encoding() {
        let fact = Some(wire::event::Fact::GameEnded(wire::GameEnded {}));
        let event = EncodedEvent::new(&wire::Event { at_ms: 300, by: None, fact });
        let record = journal::Record { principal: "judge".into(), head: vec![7; 32], ..Default::default() };
        let mut bytes = event.in_record(&record);
        assert_eq!(EncodedEvent::of_record(&bytes).unwrap().bytes, event.bytes);
        bytes.extend_from_slice(
            &journal::Record { authenticator: vec![1; 32], ..Default::default() }.encode_to_vec(),
        );
        assert_eq!(EncodedEvent::of_record(&bytes).unwrap().bytes, event.bytes);
        assert!(EncodedEvent::of_record(&record.encode_to_vec()).is_none());
        assert!(EncodedEvent::of_record(&[0xff]).is_none());
    }

    #[test]
    fn fact_is_the_message_of_the_schema_in_record_and_item() {
        let fact = event::Event { at_ms: 300, by: 2, fact: None };
        let encoded = EncodedEvent::of_fact(&fact);
        let record = encoded.in_record(&journal::Record { principal: "desk".into(), ..Default::default() });
        let body = journal::Record::decode(&*record).unwrap().body;
        assert_eq!(body, Some(journal::record::Body::EventFact(fact.clone())));
        let again = EncodedEvent::of_record(&record).unwrap();
        let body = again.in_item(None, None).item().unwrap().body;
        assert_eq!(body, Some(wire::feed_item::Body::EventFact(fact)));
    }

    #[test]
    fn padded_items_have_one_length_for_all_contents_and_readers() {
        let sealed = |lines: usize| wire::SealedBids {
            revision: u32::try_from(lines).unwrap_or(0),
            bids: vec![wire::Bid { lot: "L".into(), price: 10 }; lines],
            ..Default::default()
        };
        for (sequence, skipped, lines) in [(1, 0, 0), (127, 0, 40), (300, 200, 3), (u64::MAX, u64::MAX, 40)] {
            let fact = wire::BidsSealed { team: "a".into(), sealed: Some(sealed(lines)) };
            let event = wire::Event { at_ms: 5, by: None, fact: Some(wire::event::Fact::BidsSealed(fact)) };
            let clock = wire::Clock { now_ms: sequence, ..Default::default() };
            let unpadded = Content::new(wire::feed_item::Body::Event(event), None);
            let content = unpadded.clone().padded_to(1_000);
            let sent = WatchGameResponse { sequence, skipped, clock, content, signature: None };
            let bytes = sent.encode_to_vec();
            assert_eq!((bytes.len(), sent.encoded_len()), (1_003, 1_003), "{lines} lines");
            let read = watch::WatchGameResponse::decode(&*bytes).unwrap().item.unwrap();
            let unpadded = WatchGameResponse { content: unpadded, ..sent };
            assert_eq!(wire::FeedItem { padding: Vec::new(), ..read }, unpadded.item().unwrap());
        }
    }

    #[test]
    fn shared_lines_are_the_message_of_the_schema() {
        let texts: Vec<String> = (0..300).map(|nth| "x".repeat(nth)).collect();
        let mut all = EncodedLines::default();
        for text in &texts {
            all.push(text);
        }
        for (skip, most) in [(0, 300), (0, 1_000), (7, 3), (299, 9), (300, 1)] {
            let mut lines = EncodedLines::default();
            let taken = lines.extend(all.as_bytes(), skip, most).unwrap();
            let (next_line, is_complete) = (skip + taken, most == 9);
            let shared = ReadRecordResponse { lines, next_line, is_complete };
            let bytes = shared.encode_to_vec();
            assert_eq!(bytes.len(), shared.encoded_len());
            let read = watch::ReadRecordResponse::decode(&*bytes).unwrap();
            let expected =
                texts.iter().skip(usize::try_from(skip).unwrap()).take(usize::try_from(most).unwrap());
            assert_eq!(read.lines, expected.cloned().collect::<Vec<_>>());
            assert_eq!((read.next_line, read.is_complete), (next_line, is_complete));
        }
        EncodedLines::default().extend(all.as_bytes(), 301, 1).unwrap_err();
    }

    #[test]
    fn shared_rounds_are_the_message_of_the_schema() {
        let round = |round| wire::OpenedRound { round, attempt: 300, ..Default::default() };
        let shared = ListRoundsResponse { rounds: [1, 2].map(|nth| Round::of(&round(nth))).into() };
        let bytes = shared.encode_to_vec();
        assert_eq!(bytes.len(), shared.encoded_len());
        assert_eq!(watch::ListRoundsResponse::decode(&*bytes).unwrap().rounds, [round(1), round(2)]);
    }
}
