//! Answers that are encoded once and shared by everybody who asks: feed items, lines of the record, opened rounds.
//!
//! On the wire they are the very messages of the schema (`WatchGameResponse` with its `FeedItem`, `ReadRecordResponse`,
//! `ListRoundsResponse`). What an item says is the same for all its readers and is kept as bytes; only its number, the
//! clock, and the padding of what is sealed are written for each reader. Knows how messages are laid out in bytes; a
//! test holds it to the generated code.

use std::fmt;
use std::sync::{Arc, LazyLock};

use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, encode_key, encode_varint, encoded_len_varint, key_len};
use prost::encoding::{bool as boolean, decode_key, decode_varint, fixed64, message, skip_field, uint64};
use prost::{DecodeError, Message};

use crate::{event, journal, padding, wire};

/// The reading half of a message that servers only send: whoever receives it has the generated type. Every field is
/// passed over.
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

/// Content of an item, encoded: its body and what follows from it.
#[derive(Clone, PartialEq, Eq)]
pub struct Content {
    said: Arc<[u8]>,
    /// To how many bytes the whole item is padded, if it is.
    padded_to: Option<usize>,
}

impl Content {
    /// Encodes what an item says.
    pub fn new(body: wire::feed_item::Body, derived: Option<wire::Derived>) -> Self {
        Self::of(wire::FeedItem { body: Some(body), derived, ..Default::default() })
    }

    /// Encodes what an item says, proofs included. Its number, its clock and the signature of a receipt are left out: each
    /// reader gets its own, and what is said is the same after a restart.
    pub fn of(item: wire::FeedItem) -> Self {
        let item = wire::FeedItem {
            sequence: 0,
            skipped: 0,
            clock: None,
            receipt_signature: None,
            padding: Vec::new(),
            ..item
        };
        Self { said: item.encode_to_vec().into(), padded_to: None }
    }

    /// The same, and every reader gets an item of exactly so many bytes, whatever it says (`A4`).
    #[must_use]
    pub fn padded_to(self, length: usize) -> Self {
        Self { padded_to: Some(length), ..self }
    }

    /// What it says, decoded.
    ///
    /// # Errors
    /// [`DecodeError`], which what this program has encoded does not lead to.
    pub fn item(&self) -> Result<wire::FeedItem, DecodeError> {
        wire::FeedItem::decode(&*self.said)
    }

    /// Returns how many bytes it takes, without padding.
    pub fn len(&self) -> usize {
        self.said.len()
    }

    /// Returns whether it says nothing, which no item does.
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }
}

/// An event's public copy, encoded once: for the journal's record and for everybody's feed.
#[derive(Clone)]
pub struct EncodedEvent {
    bytes: Arc<[u8]>,
    fields: EventFields,
}

/// Numbers of the fields that have an event in a record and in an item.
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

    /// The event of a journal's record, as it stands encoded in there; `None` if the record is of no event.
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

    /// Encodes a journal's record with the event as its body; `record` comes without one.
    pub fn in_record(&self, record: &journal::Record) -> Vec<u8> {
        debug_assert!(record.body.is_none(), "a record has one body");
        self.after(record, self.fields.record, AUTHENTICATED)
    }

    /// Encodes what a feed's item says of the event.
    pub fn in_item(&self, derived: Option<wire::Derived>, proof: Option<wire::Proof>) -> Content {
        let item = wire::FeedItem { derived, proof, ..Default::default() };
        Content { said: self.after(&item, self.fields.item, 0).into(), padded_to: None }
    }

    /// The order of a message's fields is free, so what is encoded already goes behind the others, with room for some bytes more.
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

/// Silent, as contents are.
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
    /// Number of feed numbers before it that are passed over for this reader.
    pub skipped: u64,
    /// The server's time when it is sent.
    pub clock: wire::Clock,
    /// Content of the item.
    pub content: Content,
    /// Signature of the receipt in the content, if there is one.
    pub signature: Option<SharedSignature>,
}

/// Signature of a receipt, which is made when the item with it is encoded: most items are never read.
#[derive(Clone)]
pub struct SharedSignature(Arc<LazySignature>);

type LazySignature =
    LazyLock<wire::ReceiptSignature, Box<dyn FnOnce() -> wire::ReceiptSignature + Send + Sync>>;

impl SharedSignature {
    /// The signature that this makes.
    pub fn new(make: impl FnOnce() -> wire::ReceiptSignature + Send + Sync + 'static) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(make))))
    }

    /// The signature.
    pub fn get(&self) -> &wire::ReceiptSignature {
        &self.0
    }
}

impl fmt::Debug for SharedSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSignature")
    }
}

/// The answer of `WatchEvent`, which is laid out alike.
pub type WatchEventResponse = WatchGameResponse;

/// Field numbers of the schema.
const ITEM: u32 = 1;
const OF_GAME: EventFields = EventFields { record: 5, item: 4 };
const OF_CONTEST: EventFields = EventFields { record: 15, item: 12 };
/// Number of bytes by which a record becomes longer by what authenticates it.
const AUTHENTICATED: usize = 34;
const SEQUENCE: u32 = 1;
const CLOCK: u32 = 2;
const SKIPPED: u32 = 9;
const RECEIPT_SIGNATURE: u32 = 13;

impl WatchGameResponse {
    /// The item as the generated type, decoded.
    ///
    /// # Errors
    /// [`DecodeError`], which what this program has encoded does not lead to.
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

    /// The item's length without its padding.
    fn bare_len(&self) -> usize {
        // Both are always there, in eight bytes each: how many lists a team has replaced makes no item longer (`A4`).
        let numbers =
            fixed64::encoded_len(SEQUENCE, &self.sequence) + fixed64::encoded_len(SKIPPED, &self.skipped);
        let signature = self.signature.as_ref();
        let signature = signature.map_or(0, |it| message::encoded_len(RECEIPT_SIGNATURE, it.get()));
        numbers + message::encoded_len(CLOCK, &self.clock) + self.content.said.len() + signature
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
        buf.put_slice(&self.content.said);
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
        self.content = Content { said: Arc::new([]), padded_to: None };
        self.signature = None;
    }
}

/// The lines of a record, as they stand encoded in a `ReadRecordResponse`.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EncodedLines(Vec<u8>);

/// As text: they are public.
impl fmt::Debug for EncodedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

impl EncodedLines {
    /// No lines yet, with room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Vec::with_capacity(bytes))
    }

    /// Adds a line, without its line feed.
    pub fn push(&mut self, line: &str) {
        encode_key(LINE, WireType::LengthDelimited, &mut self.0);
        encode_varint(u64::try_from(line.len()).unwrap_or(u64::MAX), &mut self.0);
        self.0.put_slice(line.as_bytes());
    }

    /// Returns how many bytes they take.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As they are encoded, one behind the other.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Adds lines as [`EncodedLines::as_bytes`] has given them, from the first after `skip` of them on, at most `most`; gives
    /// how many those are.
    ///
    /// # Errors
    /// [`LinesError`] if the bytes are no lines.
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

/// An encoded line with its key and length, and what comes after it.
fn line_and_rest(encoded: &[u8]) -> Result<(&[u8], &[u8]), LinesError> {
    let mut rest = encoded;
    decode_key(&mut rest).map_err(|_| LinesError)?;
    let length = decode_varint(&mut rest).map_err(|_| LinesError)?;
    let end = usize::try_from(length).ok().and_then(|length| length.checked_add(encoded.len() - rest.len()));
    encoded.split_at_checked(end.ok_or(LinesError)?).ok_or(LinesError)
}

/// Bytes that are no encoded lines.
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
    /// The number of the line after the last one given.
    pub next_line: u64,
    /// Whether there will never be a line after those given.
    pub is_complete: bool,
}

const LINE: u32 = 1;
const NEXT_LINE: u32 = 2;
const IS_COMPLETE: u32 = 3;

impl ReadRecordResponse {
    /// The lines as text.
    ///
    /// # Errors
    /// [`DecodeError`], which lines that are text do not lead to.
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

/// The answer of `ListRounds`: rounds that are encoded once, each for all who ask.
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

    /// The round, encoded.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The round as the generated type, decoded.
    ///
    /// # Errors
    /// [`DecodeError`], which what this program has encoded does not lead to.
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
            let content = Content::of(said.clone());
            let shared = WatchGameResponse { sequence, skipped, clock, content, signature };
            let bytes = shared.encode_to_vec();
            assert_eq!(bytes.len(), shared.encoded_len());
            let receipt_signature = (skipped > 0).then(|| signed.clone());
            let expected =
                wire::FeedItem { sequence, skipped, clock: Some(clock), receipt_signature, ..said.clone() };
            assert_eq!(shared.item().unwrap(), expected);
            assert_eq!(watch::WatchGameResponse::decode(&*bytes).unwrap().item, Some(expected));
        }
    }

    #[test]
    fn the_event_of_a_record_is_found_as_it_was_encoded() {
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
    fn a_padded_item_has_one_length_whatever_it_says_and_whoever_reads_it() {
        let sealed = |lines: usize| wire::SealedBids {
            revision: u32::try_from(lines).unwrap_or(0),
            bids: vec![wire::Bid { lot: "L".into(), price: 10 }; lines],
            ..Default::default()
        };
        for (sequence, skipped, lines) in [(1, 0, 0), (127, 0, 40), (300, 200, 3), (u64::MAX, u64::MAX, 40)] {
            let fact = wire::BidsSealed { team: "a".into(), sealed: Some(sealed(lines)) };
            let event = wire::Event { at_ms: 5, by: None, fact: Some(wire::event::Fact::BidsSealed(fact)) };
            let clock = wire::Clock { now_ms: sequence, ..Default::default() };
            let said = Content::new(wire::feed_item::Body::Event(event), None);
            let content = said.clone().padded_to(1_000);
            let sent = WatchGameResponse { sequence, skipped, clock, content, signature: None };
            let bytes = sent.encode_to_vec();
            assert_eq!((bytes.len(), sent.encoded_len()), (1_003, 1_003), "{lines} lines");
            let read = watch::WatchGameResponse::decode(&*bytes).unwrap().item.unwrap();
            let unpadded = WatchGameResponse { content: said, ..sent };
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
