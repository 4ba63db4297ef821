//! Padding: within a game, sealed contents have one length, and so have their answers and restricted messages
//! (`A4`).
//!
//! Encryption hides contents but not lengths. Lists of any length, declines and replacements must look alike
//! on the network, so they are padded to the longest.

use ishigaki_rules::{Announcement, Question, Setup};
use prost::Message;
use prost::encoding::{encoded_len_varint, key_len};

use crate::{judge, organiser, team, wire};

pub(crate) const FIELD: u32 = 15;

const STEP: usize = 256;

const REQUEST: usize = 512;

const ITEM: usize = 1_280;

/// Length of answers to submissions, in bytes: a receipt, the clock, and names.
pub const ANSWER: usize = 768;

/// Padded length of calls about messages, in bytes: enough for an announcement to sixteen teams with codes of 64
/// characters, in two languages and with a question. The length does not reveal kind or text.
pub const MESSAGE: usize = 8_192;

/// Maximum number of bytes of a character.
const CHARACTER: usize = 4;

const LEAST: usize = 128;
const MIN_FAR_LENGTH: usize = 16_384;
const FAR: usize = 14_000;

/// A message that can be padded.
pub trait Padded: Message {
    fn padding(&mut self) -> &mut Vec<u8>;
}

macro_rules! padded {
    ($($message:ty),+ $(,)?) => {$(
        impl Padded for $message {
            fn padding(&mut self) -> &mut Vec<u8> {
                &mut self.padding
            }
        }
    )+};
}

padded!(
    team::SubmitBidsRequest,
    team::SubmitRebidRequest,
    team::SubmitBidsResponse,
    team::SubmitRebidResponse,
    team::SealRefusal,
    organiser::EnterBidsRequest,
    organiser::EnterRebidRequest,
    team::AskQuestionRequest,
    team::MarkReadRequest,
    judge::AnnounceRequest,
    judge::AnswerQuestionRequest,
);

/// Returns the padded length of submitting requests in this game.
pub fn request_len(setup: &Setup) -> usize {
    reserve(longest_lines(setup)).saturating_add(REQUEST)
}

/// Returns the padded length of a team's own submissions in its feed.
pub fn item_len(setup: &Setup) -> usize {
    reserve(longest_lines(setup)).saturating_add(ITEM)
}

/// Returns the padded length of restricted items.
pub fn message_item_len(setup: &Setup) -> usize {
    let field = |bytes: usize| key_len(FIELD) + encoded_len_varint(count(bytes)) + bytes;
    let texts = 2 * field(CHARACTER * Announcement::LONGEST) + field(CHARACTER * Question::LONGEST);
    let codes = setup.teams.iter().map(|team| field(team.code.len())).sum::<usize>();
    reserve(texts.saturating_add(codes)).saturating_add(ITEM)
}

/// Returns a message request padded to the common length of all such requests.
#[must_use]
pub fn pad_message<M: Padded>(request: M) -> M {
    pad(request, MESSAGE)
}

/// Returns a request padded to the length that this game requires.
#[must_use]
pub fn pad_request<M: Padded>(request: M, setup: &Setup) -> M {
    pad(request, request_len(setup))
}

/// Returns a message padded to this length. A longer message gets the next length that adds a multiple of 256.
#[must_use]
pub fn pad<M: Padded>(mut message: M, length: usize) -> M {
    message.padding().clear();
    let filler = filler(message.encoded_len(), length);
    message.padding().resize(filler, 0);
    message
}

/// Returns the bytes of padding that a message of `bare` bytes needs to have `length` in all, or a multiple of
/// [`STEP`] more.
pub(crate) fn filler(bare: usize, length: usize) -> usize {
    let least = bare.saturating_add(field_len(LEAST));
    let steps = least.saturating_sub(length).div_ceil(STEP);
    let room = length.saturating_add(steps.saturating_mul(STEP)).saturating_sub(bare);
    let counted_in = |width| {
        let filler = room.checked_sub(key_len(FIELD) + width)?;
        (encoded_len_varint(count(filler)) == width).then_some(filler)
    };
    // One length is unreachable, because the prefix grows by a byte there. `reserve` avoids it.
    (1..=5).find_map(counted_in).unwrap_or_else(|| room.saturating_sub(key_len(FIELD) + 3))
}

pub(crate) fn field_len(filler: usize) -> usize {
    key_len(FIELD) + encoded_len_varint(count(filler)) + filler
}

fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn reserve(lines: usize) -> usize {
    lines
        .saturating_add(if lines < FAR { LEAST } else { MIN_FAR_LENGTH })
        .saturating_add(2 * key_len(FIELD) + 6)
}

/// Returns the bytes that the lines of the longest valid list or re-bid of any round take.
///
/// No round allows more lines than M or than there are copies, no price is above what a team starts with (`A2`), and a
/// re-bid names lines of a list (`A7`).
fn longest_lines(setup: &Setup) -> usize {
    let most_bids = setup.rounds.iter().map(|plan| plan.max_bids).max().unwrap_or(0);
    let copies: u64 = setup.lots.iter().map(|lot| u64::from(lot.copies)).sum();
    let most = usize::try_from(copies.min(u64::from(most_bids))).unwrap_or(usize::MAX);
    let price = setup.initial.0;
    let code = setup.lots.iter().map(|lot| &lot.code).max_by_key(|code| code.len());
    let bid = wire::Bid { lot: code.cloned().unwrap_or_default(), price }.encoded_len();
    let raise = wire::Raise { priority: most_bids, price }.encoded_len();
    let line = bid.max(raise);
    most.saturating_mul(key_len(FIELD) + encoded_len_varint(count(line)) + line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(lines: usize) -> team::SubmitBidsRequest {
        let bids = vec![wire::Bid { lot: "LL".into(), price: 1_000 }; lines];
        team::SubmitBidsRequest { game: "g".into(), round: 1, bids, ..Default::default() }
    }

    #[test]
    fn short_message_is_padded_to_exact_length() {
        for length in [600, 2_000, 40_000, 100_000] {
            let reach = if length < FAR { length - LEAST - 40 } else { length - MIN_FAR_LENGTH - 40 };
            let some = (0..).step_by(1 + length / 700);
            for lines in some.take_while(|lines| list(*lines).encoded_len() < reach) {
                assert_eq!(pad(list(lines), length).encoded_len(), length, "{lines} lines");
            }
        }
    }

    #[test]
    fn message_requests_are_padded_to_same_length() {
        let castles = |characters| "\u{1f3ef}".repeat(characters);
        let announcement =
            |english: &str, japanese: String| Some(wire::Announcement { english: english.into(), japanese });
        let longest = judge::AnnounceRequest {
            game: "g".repeat(32),
            teams: vec![castles(64); 16],
            text: announcement(&castles(200), castles(200)),
            asked: castles(400),
            corrects: true,
            ..Default::default()
        };
        assert_eq!(pad_message(longest).encoded_len(), MESSAGE);
        let shortest =
            judge::AnnounceRequest { text: announcement("x", String::new()), ..Default::default() };
        assert_eq!(pad_message(shortest).encoded_len(), MESSAGE);
        let answer =
            judge::AnswerQuestionRequest { text: announcement("x", castles(200)), ..Default::default() };
        assert_eq!(pad_message(answer).encoded_len(), MESSAGE);
        for text in [castles(400), "x".into()] {
            let request = team::AskQuestionRequest { game: "g".into(), text, ..Default::default() };
            assert_eq!(pad_message(request).encoded_len(), MESSAGE);
        }
        let mark = team::MarkReadRequest { game: "g".into(), through: 4_096, ..Default::default() };
        assert_eq!(pad_message(mark).encoded_len(), MESSAGE);
    }

    #[test]
    fn long_message_is_padded_to_next_step() {
        let bare = list(100).encoded_len();
        let padded = pad(list(100), 600).encoded_len();
        assert!(padded >= bare + LEAST && (padded - 600).is_multiple_of(STEP), "{bare} became {padded}");
        assert!(padded < bare + LEAST + STEP + 4, "{bare} became {padded}");
    }

    #[test]
    fn padded_message_keeps_content() {
        let padded = pad(list(3), 600);
        let read = team::SubmitBidsRequest::decode(&*padded.encode_to_vec()).unwrap();
        assert_eq!(team::SubmitBidsRequest { padding: Vec::new(), ..read }, list(3));
        assert_eq!(pad(padded.clone(), 600), padded, "and to pad it again changes nothing");
    }
}
