//! Forgeries by a server with its own key, which opens other lists than the sealed ones, and by owners of other
//! keys.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a record that cannot be forged is a failed test"
)]

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::sealing::{self, bids_text, padded_len, raises_text, seal};
use ishigaki_record::signing::{self, PublicKey, Signature, SigningKey};
use ishigaki_record::transcript::{Entry, Error, OpenedProof, Proof, SealProof, read};
use ishigaki_record::verify::{Signer, TranscriptViolationKind as Kind, verify};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::*;

/// Changes the records of the played game, and writes and signs them like a server. The violation must be on the
/// line of the `nth` such fact.
#[track_caller]
fn forged(fact: &str, nth: usize, change: impl FnOnce(&mut [Entry])) -> Kind {
    let mut clerk = RecordFixture::of(&setup(), &played().events);
    change(&mut clerk.entries);
    let record = TranscriptLines::of(&clerk.text());
    let (line, violation) = record.verified().expect_err("the forgery is found");
    assert_eq!(line, record.find(fact, nth) + 1, "{violation:?}");
    violation
}

/// The `nth` record, from 1, with this fact.
fn entry<'a>(entries: &'a mut [Entry], fact: &str, nth: usize) -> &'a mut Entry {
    entries.iter_mut().filter(|entry| entry.event.fact.name() == fact).nth(nth - 1).unwrap()
}

fn seal_of<'a>(entries: &'a mut [Entry], fact: &str, nth: usize) -> &'a mut SealProof {
    let Proof::Sealed(seal) = &mut entry(entries, fact, nth).proof else { panic!("not sealed") };
    seal
}

fn opened<'a>(entries: &'a mut [Entry], fact: &str, nth: usize) -> &'a mut [OpenedProof] {
    let Proof::Opened(opened) = &mut entry(entries, fact, nth).proof else { panic!("not opened") };
    opened
}

#[test]
fn record_by_another_key_is_found_by_the_fingerprint() {
    let forger = SigningKey::from_seed([8; 32]);
    let text = RecordFixture::signing_with(forger, &setup(), &played().events).text();
    let report = verify(&text, None).unwrap();
    assert_eq!(report.signer, Signer::NotChecked);
    let expected = key().public().fingerprint();
    let violation = verify(&text, Some(&expected)).unwrap_err();
    assert_eq!(violation.line, 1);
    let Kind::WrongSigner { expected: named, found } = violation.kind else { panic!("{:?}", violation.kind) };
    assert!(named == expected && found == report.fingerprint && found != expected);
}

#[test]
fn heads_signed_by_another_key_are_found() {
    let mut record = played().record();
    record.re_sign(&SigningKey::from_seed([8; 32]));
    let (line, violation) = record.verified().unwrap_err();
    assert_eq!(line, record.signed()[0] + 1);
    assert_matches!(violation, Kind::HeadSignature { source: signing::Error::WrongSignature, .. });
}

#[test]
fn rejects_record_with_invalid_or_weak_public_key() {
    let text = played().record().text();
    // The neutral element: with it, a lax verifier accepts signatures made without a key.
    let mut weak = [0; 32];
    weak[0] = 1;
    for key in [[0xff; 32], weak] {
        let mut record = TranscriptLines::of(
            &text.replace(&crate::record::clerk::key().public().to_string(), &PublicKey(key).to_string()),
        );
        record.re_sign(&crate::record::clerk::key());
        let violation = verify(&record.text(), None).unwrap_err();
        assert_eq!(violation.line, record.signed()[0] + 1);
        assert!(matches!(violation.kind, Kind::HeadSignature { .. }), "{:?}", violation.kind);
    }
}

#[test]
fn head_of_another_place_or_foreign_signature_is_found() {
    let record = played().record();
    let signed = record.signed();
    let mut tampered = record.clone();
    let [first, second] = [0, 1].map(|nth| record.lines[signed[nth]].rsplit(':').next().unwrap().to_string());
    tampered.replace(signed[0], &first, &second);
    let (line, violation) = tampered.verified().unwrap_err();
    assert_eq!(line, signed[0] + 1);
    assert_matches!(violation, Kind::HeadSignature { .. });
    // Without this event the next head is wrong, and the violation names the last good head.
    let mut tampered = record.clone();
    tampered.lines.remove(signed[1] + 2);
    tampered.renumber();
    let (line, violation) = tampered.verified().unwrap_err();
    assert_eq!(line, signed[2]);
    let Kind::WrongHead { since, sequence, .. } = violation else { panic!("{violation:?}") };
    assert_eq!((since, sequence), (signed[1] + 2, read(&record.text()).unwrap().signed[2].sequence - 1));
}

#[test]
fn event_without_effect_is_detected() {
    let events = played().events;
    let first = place_of(&events, "stone_placed");
    let Fact::StonePlaced { team, stone, spot } = events[first].fact else { panic!("a stone is placed") };
    // It is the first placed stone.
    let as_wall = Fact::WallReplaced { team, laid: [(stone, spot)].into(), by_hand: None };
    let check = Fact::StonesChecked { team, stones: vec![stone] };
    for facts in [vec![events[first].fact.clone()], vec![as_wall], vec![check.clone(), check]] {
        let mut events = events.clone();
        let count = facts.len();
        let news = events[first].clone();
        events.splice(first + 1..=first, facts.into_iter().map(|fact| Event { fact, ..news }));
        let record = record(&setup(), &events);
        let (line, violation) = record.verified().unwrap_err();
        assert_eq!(line, record.find("stone_placed", 1) + count + 1);
        assert_matches!(violation, Kind::NoNews);
    }
}

#[test]
fn result_line_protects_record_count_and_unsigned_tail() {
    let record = played().record();
    let last = record.result();
    let mut tampered = record.clone();
    tampered.replace(last, r#""records":49"#, r#""records":50"#);
    let (line, violation) = tampered.verified().unwrap_err();
    assert_eq!(line, last + 1);
    assert_matches!(violation, Kind::WrongRecords { written: 50, found: 49 });
    // In an unsigned tail, only the result line's head protects the records.
    let events = played().events;
    let mut tail = crate::record::clerk::record(&setup(), &events[..events.len() - 1]);
    assert_eq!(tail.verified().unwrap().unsigned, 0);
    tail = crate::record::clerk::record(&setup(), &events[..place_of(&events, "game_ended")]);
    assert_eq!(tail.verified().unwrap().unsigned, 5);
    let entered = tail.find("end_signalled", 1);
    tail.replace(entered, r#""by":"judge""#, r#""by":"organiser""#);
    let (line, violation) = tail.verified().unwrap_err();
    assert_eq!(line, tail.result() + 1);
    assert_matches!(violation, Kind::WrongHead { .. });
}

fn place_of(events: &[Event], fact: &str) -> usize {
    events.iter().position(|event| event.fact.name() == fact).unwrap()
}

#[test]
fn list_that_was_not_sealed_is_found_whatever_it_changes() {
    let violation = forged("lists_opened", 1, |entries| {
        let Fact::ListsOpened { lists, .. } = &mut entry(entries, "lists_opened", 1).event.fact else {
            panic!("no opening")
        };
        lists[2].bids[2].price = Tsuyama(4);
    });
    assert_matches!(violation, Kind::OtherList { team, counter: 1 } if team == "c");
    let violation = forged("rebids_opened", 1, |entries| {
        let Fact::RebidsOpened { raises, .. } = &mut entry(entries, "rebids_opened", 1).event.fact else {
            panic!("no opening")
        };
        raises[0].raises[0].price = Tsuyama(13);
    });
    assert_matches!(violation, Kind::OtherList { team, counter: 4 } if team == "a");
}

#[test]
fn opening_replaced_list_is_detected() {
    // Nonce, key and list of the first submission are genuine, but the second one replaced it (A2).
    let violation = forged("lists_opened", 1, |entries| {
        let (nonce, key) = secrets(&setup(), A, 0, 1);
        opened(entries, "lists_opened", 1)[0] = OpenedProof { team: A, counter: 1, nonce, key };
        let Fact::ListsOpened { lists, .. } = &mut entry(entries, "lists_opened", 1).event.fact else {
            panic!("no opening")
        };
        lists[0].bids = vec![Bid { lot: Y, price: Tsuyama(7) }];
    });
    assert_matches!(violation, Kind::NotTheLast { team, last: 2, found: 1 } if team == "a");
    let violation = forged("rebids_opened", 1, |entries| opened(entries, "rebids_opened", 1)[0].counter = 3);
    assert_matches!(violation, Kind::NotTheLast { team, last: 4, found: 3 } if team == "a");
    let violation = forged("rebids_opened", 2, |entries| opened(entries, "rebids_opened", 2)[0].counter = 2);
    assert_matches!(violation, Kind::NotTheLast { team, last: 3, found: 2 } if team == "b");
}

#[test]
fn nonces_and_keys_of_others_are_found() {
    let violation = forged("lists_opened", 1, |entries| {
        let opened = opened(entries, "lists_opened", 1);
        let nonce = opened[0].nonce.clone();
        opened[0].nonce = opened[1].nonce.clone();
        opened[1].nonce = nonce;
    });
    assert_matches!(violation, Kind::OtherList { team, .. } if team == "a");
    let violation = forged("lists_opened", 1, |entries| {
        let opened = opened(entries, "lists_opened", 1);
        opened[1].key = opened[0].key.clone();
    });
    let expected = matches!(
        &violation,
        Kind::WrongBox { team, counter: 1, source: sealing::Error::WrongKey } if team == "b"
    );
    assert!(expected, "{violation:?}");
}

#[test]
fn box_content_not_matching_commitment_is_detected() {
    let room = padded_len(&setup());
    let (nonce, list_key) = secrets(&setup(), B, 0, 1);
    let text =
        bids_text(&setup(), &[Bid { lot: X, price: Tsuyama(9) }, Bid { lot: T, price: Tsuyama(4) }]).unwrap();
    let pass = raises_text(&[]);
    // Another list, then the right list with another nonce: neither matches the commitment.
    for (nonce, text) in [(nonce.clone(), pass), (secrets(&setup(), B, 0, 9).0, text)] {
        let other = seal(&list_key, [0; 12], &nonce, &text, room).unwrap();
        let violation =
            forged("lists_opened", 1, |entries| seal_of(entries, "bids_sealed", 3).sealed_box = other);
        assert_matches!(violation, Kind::WrongBox { team, .. } if team == "b");
    }
}

#[test]
fn boxes_of_one_game_have_one_length() {
    let (nonce, list_key) = secrets(&setup(), B, 0, 1);
    let text =
        bids_text(&setup(), &[Bid { lot: X, price: Tsuyama(9) }, Bid { lot: T, price: Tsuyama(4) }]).unwrap();
    let room = padded_len(&setup());
    for other in [room - 1, room + 1] {
        let sealed = seal(&list_key, [0; 12], &nonce, &text, other).unwrap();
        let violation =
            forged("bids_sealed", 3, |entries| seal_of(entries, "bids_sealed", 3).sealed_box = sealed);
        assert_matches!(violation, Kind::BoxLength { team, .. } if team == "b");
    }
}

#[test]
fn counters_and_revisions_have_no_gap() {
    for (nth, found) in [(1, 0), (1, 2), (2, 1), (2, 3)] {
        let violation =
            forged("bids_sealed", nth, |entries| seal_of(entries, "bids_sealed", nth).counter = found);
        let expected = nth as u64;
        let named = matches!(
            &violation,
            Kind::WrongCounter { team, expected: next, found: other }
                if team == "a" && *next == expected && *other == found
        );
        assert!(named, "{violation:?}");
        let revision = u32::try_from(found).unwrap();
        let violation = forged("bids_sealed", nth, |entries| {
            seal_of(entries, "bids_sealed", nth).revision = Revision(revision);
        });
        let named = matches!(&violation, Kind::WrongRevision { team, found, .. } if team == "a" && *found == revision);
        assert!(named, "{violation:?}");
    }
    // The counter continues in re-bids, but the revision starts again in each wave.
    let violation =
        forged("rebid_sealed", 5, |entries| seal_of(entries, "rebid_sealed", 5).revision = Revision(2));
    assert_matches!(violation, Kind::WrongRevision { expected: 1, found: 2, .. });
}

#[test]
fn another_spelling_of_a_signature_is_found() {
    let mut record = played().record();
    let place = record.signed()[0];
    let signature = read(&record.text()).unwrap().signed[0].signature;
    record.replace(place, &signature.to_string(), &malleable(signature).to_string());
    let (line, violation) = record.verified().unwrap_err();
    assert_eq!(line, place + 1);
    assert_matches!(violation, Kind::HeadSignature { .. });
}

/// The same signature with the order of the group added to its scalar. Some verifiers accept it.
pub(crate) fn malleable(signature: Signature) -> Signature {
    let order = "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010";
    let mut order_bytes = [0; 32];
    hex::decode_to_slice(order, &mut order_bytes).unwrap();
    let mut bytes = signature.0;
    let mut carry = 0;
    for (byte, order) in bytes[32..].iter_mut().zip(order_bytes) {
        let sum = u16::from(*byte) + u16::from(order) + carry;
        *byte = u8::try_from(sum & 0xff).unwrap();
        carry = sum >> 8;
    }
    assert_eq!(carry, 0);
    Signature(bytes)
}

#[test]
fn writer_rejects_opening_with_proofs_in_wrong_order() {
    let mut clerk = RecordFixture::of(&setup(), &played().events);
    let opening = entry(&mut clerk.entries, "lists_opened", 1);
    let Proof::Opened(proofs) = &mut opening.proof else { panic!("not opened") };
    proofs.swap(0, 1);
    let line = ishigaki_record::transcript::event_line(&setup(), 7, opening);
    assert_matches!(line, Err(Error::WrongProof));
}
