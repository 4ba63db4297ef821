//! A team's receipts compared with a transcript.
#![expect(clippy::unwrap_used, reason = "a receipt that cannot be checked is a failed test")]

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::receipt::{StoredReceipt, stored_receipt};
use ishigaki_record::sealing::commit;
use ishigaki_record::signing::SigningKey;
use ishigaki_record::transcript::{Transcript, read};
use ishigaki_record::verify::{ReceiptReport, ReceiptViolation, own_lists};
use ishigaki_rules::*;

/// The played game's transcript and team a's receipts.
fn kept() -> (Transcript, Vec<StoredReceipt>) {
    let clerk = RecordFixture::of(&setup(), &played().events);
    let receipts = clerk.receipts.iter().filter(|stored| stored.receipt.team == "a").cloned();
    (read(&clerk.text()).unwrap(), receipts.collect())
}

/// Changes a receipt of team a, signs it again, and returns the violation.
fn changed(nth: usize, change: impl FnOnce(&mut StoredReceipt)) -> ReceiptViolation {
    let (transcript, mut receipts) = kept();
    change(&mut receipts[nth]);
    receipts[nth].signature = receipts[nth].receipt.sign(&key());
    own_lists(&transcript, &receipts).unwrap_err()
}

#[test]
fn own_lists_are_found_unchanged() {
    let (transcript, receipts) = kept();
    let report = own_lists(&transcript, &receipts).unwrap();
    // Round 1: two lists and two re-bids, only the second of each opened. Round 2: a list and a re-bid.
    assert_eq!(
        report,
        ReceiptReport { team: "a".into(), receipts: 6, opened: 4, uncovered: vec![], uncovered_count: 0 }
    );
    for stored in &receipts {
        let alone = own_lists(&transcript, std::slice::from_ref(stored)).unwrap();
        assert_eq!((alone.receipts, alone.uncovered.len()), (1, 5));
    }
    assert_eq!(own_lists(&transcript, &[]).unwrap(), ReceiptReport::default());
    let doubled: Vec<_> = receipts.iter().chain(&receipts).cloned().collect();
    assert_eq!(own_lists(&transcript, &doubled).unwrap(), report, "kept twice it is one receipt");
}

#[test]
fn sealings_without_a_receipt_are_named_and_no_fault() {
    let (transcript, mut receipts) = kept();
    receipts.remove(1);
    receipts.remove(3);
    let report = own_lists(&transcript, &receipts).unwrap();
    let named: Vec<(u64, u64)> = report.uncovered.iter().map(|left| (left.counter, left.at.0)).collect();
    assert_eq!(named, [(2, 2_100), (5, transcript_at(&transcript, report.uncovered[1].line))]);
    assert_eq!(report.uncovered[0].line, 4);
}

/// The game time of the record in a line.
fn transcript_at(transcript: &Transcript, line: usize) -> u64 {
    let sequence = (1..=transcript.records).find(|sequence| transcript.line(*sequence) == line).unwrap();
    transcript.entries[usize::try_from(sequence - 1).unwrap()].event.at.0
}

#[test]
fn receipt_of_another_signer_is_detected() {
    let (transcript, mut receipts) = kept();
    receipts[0].signature = receipts[0].receipt.sign(&SigningKey::from_seed([8; 32]));
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_matches!(violation, ReceiptViolation::Signature { counter: 1, .. });
    let forger = SigningKey::from_seed([8; 32]);
    receipts[0].server_key = forger.public();
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_eq!(violation, ReceiptViolation::OtherKey { counter: 1 });
}

#[test]
fn list_or_nonce_not_matching_receipt_is_detected() {
    let violation = changed(2, |stored| stored.list.push(' '));
    assert_eq!(violation, ReceiptViolation::OtherList { counter: 3 });
    let violation = changed(2, |stored| stored.nonce.0[0] ^= 1);
    assert_eq!(violation, ReceiptViolation::OtherList { counter: 3 });
}

#[test]
fn sealing_missing_or_changed_in_the_transcript_is_found() {
    let violation = changed(5, |stored| stored.receipt.counter = 7);
    assert_eq!(violation, ReceiptViolation::Missing { counter: 7 });
    let other = |field| move |violation: ReceiptViolation| matches!(violation, ReceiptViolation::Differs { field: named, .. } if named == field);
    assert!(other("round")(changed(1, |stored| stored.receipt.round = RoundNo(2))));
    assert!(other("attempt")(changed(4, |stored| stored.receipt.attempt = 1)));
    assert!(other("wave")(changed(1, |stored| stored.receipt.wave = 1)));
    assert!(other("wave")(changed(2, |stored| stored.receipt.wave = 0)));
    assert!(other("at_ms")(changed(1, |stored| stored.receipt.at = GameTime(1))));
    let violation = changed(1, |stored| {
        stored.list = r#"{"bids":[{"lot":"X","price":10}]}"#.into();
        stored.receipt.commitment = commit(&stored.nonce, &stored.list);
    });
    assert_eq!(violation, ReceiptViolation::Differs { counter: 2, line: 4, field: "commitment" });
}

#[test]
fn opened_list_differing_from_receipt_is_detected() {
    let (mut transcript, receipts) = kept();
    let opening = transcript.entries.iter_mut().find_map(|entry| match &mut entry.event.fact {
        Fact::ListsOpened { lists, .. } => Some(lists),
        _ => None,
    });
    opening.unwrap()[0].bids[0].price = Tsuyama(8);
    let line = 10;
    assert_eq!(own_lists(&transcript, &receipts), Err(ReceiptViolation::OpenedOther { counter: 2, line }));
}

#[test]
fn receipts_of_other_teams_and_games_are_named() {
    let clerk = RecordFixture::of(&setup(), &played().events);
    let transcript = read(&clerk.text()).unwrap();
    let violation = own_lists(&transcript, &clerk.receipts).unwrap_err();
    assert_eq!(
        violation,
        ReceiptViolation::OtherTeam { counter: 1, expected: "a".into(), found: "b".into() }
    );
    let violation = changed(0, |stored| stored.receipt.branch.game = "g2".into());
    let named = |game: &str, sign: &str| format!("{game:?} ({})", sign.repeat(16));
    let (expected, found) = (named("g1", "1a"), named("g2", "1a"));
    assert_eq!(violation, ReceiptViolation::OtherGame { counter: 1, expected, found });
    // Another team's receipt, renamed to ours.
    let (transcript, mut receipts) = kept();
    let mut other = clerk.receipts.iter().find(|stored| stored.receipt.team == "b").unwrap().clone();
    other.receipt.team = "a".into();
    receipts[0] = other;
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_matches!(violation, ReceiptViolation::Signature { .. });
    // A team that is not in the game.
    let violation = changed_team("z");
    assert_eq!(violation, ReceiptViolation::Missing { counter: 1 });
}

#[test]
fn receipt_signed_twice_with_others_is_one_receipt() {
    let (transcript, receipts) = kept();
    let leaves: Vec<_> = receipts.iter().map(|stored| stored.receipt.leaf()).collect();
    let signatures = sign_all(&key(), &leaves);
    let again = receipts.iter().zip(signatures).map(|(stored, signature)| {
        assert_ne!(stored.signature, signature);
        StoredReceipt { signature, ..stored.clone() }
    });
    let both: Vec<_> = receipts.iter().cloned().chain(again).collect();
    let report = own_lists(&transcript, &both).unwrap();
    assert_eq!((report.receipts, report.opened), (6, 4));
}

fn changed_team(code: &str) -> ReceiptViolation {
    let (transcript, receipts) = kept();
    let mut stored = receipts[0].clone();
    stored.receipt.team = code.into();
    stored.signature = stored.receipt.sign(&key());
    own_lists(&transcript, &[stored]).unwrap_err()
}

#[test]
fn receipts_are_kept_and_read_back_in_one_spelling() {
    let (_, receipts) = kept();
    let text = stored_receipt::write(&receipts);
    assert_eq!(stored_receipt::read(&text).unwrap(), receipts);
    assert_eq!(stored_receipt::read("").unwrap(), []);
    let first = text.lines().next().unwrap();
    let start = r#"{"kind":"receipt","receipt":{"receipt":3,"game":"g1","instance":"1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a","epoch":1,"tag":"1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a","round":1,"attempt":1,"wave":0,"team":"a","counter":1,"at_ms":1100,"commitment":""#;
    assert!(first.starts_with(start), "{first}");
    assert!(first.contains(r#""list":"{\"bids\":[{\"lot\":\"Y\",\"price\":7}]}","server_key":""#), "{first}");
    for (from, to) in [
        ("\"counter\":2", "\"counter\": 2"),
        ("\"counter\":2", "\"counter\":2.0"),
        ("\"counter\":2,\"at_ms\":2100", "\"at_ms\":2100,\"counter\":2"),
        (
            "\"kind\":\"receipt\",\"receipt\":{\"receipt\":3",
            "\"kind\":\"receipt\",\"receipt\":{\"receipt\":2",
        ),
        ("\n", "\r\n"),
        ("\"nonce\":\"", "\"nonce\":\"00"),
        ("\"leaf\":", "\"leaf\":2"),
        ("\"path\":\"", "\"path\":\"00"),
    ] {
        let (head, tail) = text.split_at(first.len() + 1);
        let changed = format!("{head}{}", tail.replacen(from, to, 1));
        assert_ne!(changed, text, "{from}");
        assert_eq!(stored_receipt::read(&changed).unwrap_err().line, 2, "{to}");
    }
    assert_eq!(stored_receipt::read(text.trim_end()).unwrap_err().line, 6);
}

#[test]
fn debug_output_of_stored_receipt_hides_list_and_nonce() {
    let (_, receipts) = kept();
    let shown = format!("{:?}", receipts[0]);
    assert!(!shown.contains("bids") && !shown.contains(&receipts[0].nonce.to_hex()), "{shown}");
    let error = stored_receipt::read("{\"list\":\"17\"}\n").unwrap_err();
    assert!(!format!("{error} {error:?}").contains("17"));
}
