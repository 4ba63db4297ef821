//! Game and branch of a record, and the gaps that a valid record leaves.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a record that cannot be made is a failed test")]

use crate::record::clerk::*;
use crate::record::table::*;
use crate::record::tamper::small;
use ishigaki_record::branch::{EpochTag, Instance};
use ishigaki_record::chain::NotedHead;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::transcript::{Error, Transcript, read};
use ishigaki_record::verify::{
    Expected, Gap, HeadCheck, ReceiptChecker, ReceiptViolation, Report, TranscriptViolationKind as Kind,
    VerifyError, own_lists, verify, verify_from,
};

/// Changes the small record, signs it again, and returns the violation.
#[track_caller]
fn changed(change: impl FnOnce(&mut TranscriptLines)) -> (usize, Kind) {
    let mut record = small().record();
    change(&mut record);
    record.re_sign(&key());
    record.verified().expect_err("the change is found")
}

/// The indexes of the epochs in the small record.
fn epochs(record: &TranscriptLines) -> Vec<usize> {
    let is_epoch = |place: &usize| record.lines[*place].starts_with(r#"{"kind":"epoch","#);
    (0..record.lines.len()).filter(is_epoch).collect()
}

fn checked(text: &str, head: Option<&str>) -> Result<Report, Kind> {
    let head = head.map(|head| head.parse::<NotedHead>().unwrap());
    let expected = Expected { key: Some(key().public().fingerprint()), head };
    verify_from(text.as_bytes(), &expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Violation(violation) => violation.kind,
        VerifyError::Io(error) => panic!("{error}"),
    })
}

#[test]
fn report_contains_instance_and_takeovers() {
    let report = small().record().verified().unwrap();
    let takeovers: Vec<_> = report.takeovers.iter().map(|one| (one.after, one.epoch, one.tag.0[0])).collect();
    assert_eq!((report.instance, report.epochs), (INSTANCE, 3));
    assert_eq!(takeovers, [(6, 2, 0x2b), (22, 3, 0x3c)]);
    assert_eq!((report.signed_to, report.gaps()), (24, vec![]));
    assert_eq!(report.ranking[0].name, "チームa");
}

#[test]
fn missing_duplicate_or_altered_epoch_is_detected_if_re_signed() {
    let places = epochs(&small().record());
    assert_eq!(places.len(), 2);
    for &place in &places[..1] {
        // Submissions and signatures of this epoch don't belong to the previous one.
        let (_, violation) = changed(|record| drop(record.lines.remove(place)));
        let is_found =
            matches!(violation, Kind::HeadSignature { .. } | Kind::Unreadable(Error::EpochGap { .. }));
        assert!(is_found, "{violation:?}");
    }
    for &place in &places {
        // Found in this line, or by the next signature, because the forger counts another epoch.
        let (line, violation) = changed(|record| record.lines.insert(place, record.lines[place].clone()));
        let is_gap = matches!(violation, Kind::Unreadable(Error::EpochGap { .. })) && line == place + 2;
        assert!(is_gap || matches!(violation, Kind::HeadSignature { .. }), "{violation:?}");
        for (from, to) in [("\"number\":", "\"number\":1"), ("\"number\":", "\"number\": ")] {
            let (line, violation) = changed(|record| record.replace(place, from, to));
            let is_unread = matches!(violation, Kind::Unreadable(_)) && line == place + 1;
            assert!(is_unread || matches!(violation, Kind::HeadSignature { .. }), "{violation:?}");
        }
    }
    // Another tag is another branch of the game. The owner of the server's key can sign it, but the teams'
    // receipts expose it.
    let mut record = small().record();
    record.replace(places[0], "2b", "2c");
    record.re_sign(&key());
    record.verified().unwrap();
    let other = read(&record.text()).unwrap();
    for team in ["a", "b"] {
        let own: Vec<_> =
            small().clerk().receipts.into_iter().filter(|one| one.receipt.team == team).collect();
        let violation = own_lists(&other, &own).unwrap_err();
        assert_matches!(violation, ReceiptViolation::OtherBranch { epoch: 2, .. });
    }
}

#[test]
fn takeover_between_event_and_consequence_is_detected() {
    let (line, violation) = changed(|record| {
        let epoch = record.lines.remove(epochs(record)[1]);
        let confirmed = record.find("lots_confirmed", 1);
        record.lines.insert(confirmed + 1, epoch);
    });
    assert_matches!(violation, Kind::Missing { .. });
    assert_eq!(line, small().record().find("lots_confirmed", 1) + 2);
    let (_, violation) = changed(|record| {
        let epoch = record.lines.remove(epochs(record)[1]);
        let opened = record.find("lists_opened", 1);
        record.lines.insert(opened + 1, epoch);
    });
    let is_unread = matches!(violation, Kind::Unreadable(Error::NotSigned { .. } | Error::NotClosing { .. }));
    assert!(is_unread || matches!(violation, Kind::HeadSignature { .. }), "{violation:?}");
}

/// The small game's transcript and team a's receipts.
fn kept() -> (Transcript, Vec<StoredReceipt>) {
    let clerk = small().clerk();
    let own = clerk.receipts.iter().filter(|stored| stored.receipt.team == "a").cloned();
    (read(&clerk.text()).unwrap(), own.collect())
}

#[test]
fn receipts_of_another_instance_are_of_another_game() {
    let (mut transcript, receipts) = kept();
    let mut own = ReceiptChecker::new(receipts.clone());
    own.read(&transcript);
    assert_eq!(own.foreign().instance, 0);
    assert_eq!(own.finish()["a"].as_ref().unwrap().receipts, receipts.len());
    transcript.instance = Instance([9; 16]);
    let mut own = ReceiptChecker::new(receipts.clone());
    own.read(&transcript);
    assert_eq!((own.foreign().instance, own.finish().len()), (receipts.len(), 0));
    // A caller that compares the receipts with this game itself gets a violation.
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_matches!(violation, ReceiptViolation::OtherGame { counter: 1, .. });
}

#[test]
fn receipts_of_another_branch_differ_from_changed_ones() {
    // Another server continues from a copy of the journal under its own tag.
    let mut other = small();
    other.takeovers[0].1 = EpochTag([0x77; 16]);
    let (transcript, _) = kept();
    let clerk = other.clerk();
    let own: Vec<_> = clerk.receipts.iter().filter(|one| one.receipt.team == "b").cloned().collect();
    let violation = own_lists(&transcript, &own).unwrap_err();
    let (tag, found) = (EpochTag([0x77; 16]), Some(EpochTag([0x2b; 16])));
    assert_eq!(violation, ReceiptViolation::OtherBranch { counter: 1, epoch: 2, tag, found });
    // A game without takeovers has no such epoch.
    let mut alone = small();
    alone.takeovers.clear();
    let alone = read(&alone.record().text()).unwrap();
    let violation = own_lists(&alone, &own).unwrap_err();
    assert_eq!(violation, ReceiptViolation::OtherBranch { counter: 1, epoch: 2, tag, found: None });
}

#[test]
fn sealing_lost_at_a_takeover_differs_from_one_taken_out() {
    let mut table = SealedGame::new(setup());
    table.open(1);
    table.bids(A, &[(X, 3)]);
    let mut lost =
        SealedGame { events: table.events.clone(), takeovers: Vec::new(), game: table.game.clone() };
    lost.bids(A, &[(X, 4)]);
    let receipts = lost.clerk().receipts;
    // A standby that has only the first list takes over.
    table.take_up(0x2b);
    table.bids(B, &[]);
    let transcript = read(&table.record().text()).unwrap();
    own_lists(&transcript, &receipts[..1]).unwrap();
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_eq!(violation, ReceiptViolation::CutOff { counter: 2, epoch: 1, next: 2 });
    // The team submits again with the same counter, which makes a different list in a later epoch.
    table.bids(A, &[(X, 5)]);
    let transcript = read(&table.record().text()).unwrap();
    let violation = own_lists(&transcript, &receipts).unwrap_err();
    assert_eq!(violation, ReceiptViolation::CutOff { counter: 2, epoch: 1, next: 2 });
}

#[test]
fn forged_disqualification_in_unsigned_tail_is_a_gap() {
    // Without the key, an attacker can append lines that need no signature to a copy that ends at a signed head.
    let table = small();
    let record = table.record();
    let end = record.find("end_signalled", 1);
    let mut forged = record.clone();
    forged.lines.truncate(end);
    let text: String = forged.lines.iter().flat_map(|line| [line, "\n"]).collect();
    let text = ishigaki_record::transcript::complete(&text).unwrap();
    assert_eq!(checked(&text, None).unwrap().gaps(), []);
    let line = r#"{"kind":"event","sequence":21,"at_ms":93000,"unix_ms":0,"by":"judge","principal":"j","fact":{"fact":"team_disqualified","team":"a","reason":"x"}}"#;
    // A disqualification must be signed at once.
    let tail = text.rsplit_once("{\"kind\":\"result\"").unwrap().0.to_owned() + line + "\n";
    let error = ishigaki_record::transcript::complete(&tail).unwrap_err();
    assert!(matches!(error.error, Error::NotSigned { sequence: 21 }), "{error:?}");
    // A remark needs no signature, so it is reported as a gap.
    let line = line.replace(r#""team_disqualified","team":"a","reason""#, r#""remarked","text""#);
    let tail = text.rsplit_once("{\"kind\":\"result\"").unwrap().0.to_owned() + &line + "\n";
    let tail = ishigaki_record::transcript::complete(&tail).unwrap();
    let report = checked(&tail, None).unwrap();
    assert_eq!((report.gaps(), report.unsigned), (vec![Gap::Unsigned], 1));
}

#[test]
fn record_without_signed_head_or_expected_key_leaves_a_gap() {
    let empty = SealedGame::new(setup()).record().text();
    assert_eq!(checked(&empty, None).unwrap().gaps(), [Gap::Unsigned]);
    let text = small().record().text();
    assert_eq!(verify(&text, None).unwrap().gaps(), [Gap::Signer]);
    // The next signed head covers an epoch line.
    let mut table = small();
    table.take_up(0x4d);
    assert_eq!(table.record().verified().unwrap().gaps(), [Gap::Unsigned]);
}

#[test]
fn noted_head_is_last_earlier_or_of_another_record() {
    let text = small().record().text();
    let signed = read(&text).unwrap().signed;
    let last = signed.last().unwrap();
    for noted in [last.head.to_string(), last.head.short(), last.head.short()[..19].to_ascii_uppercase()] {
        let report = checked(&text, Some(&noted)).unwrap();
        assert_eq!((report.noted, report.gaps()), (HeadCheck::At { sequence: last.sequence }, vec![]));
    }
    let report = checked(&text, Some(&signed[1].head.short())).unwrap();
    let sequence = signed[1].sequence;
    assert_eq!((report.noted, report.gaps()), (HeadCheck::At { sequence }, vec![Gap::EarlierHead]));
    let other = "00".repeat(8);
    let violation = checked(&text, Some(&other)).unwrap_err();
    let Kind::OtherHead { found: Some(found), .. } = violation else { panic!("{violation:?}") };
    assert_eq!(found, last.head);
    for none in ["", "0123-4567-89ab-cde", &"0".repeat(65), "0123456789abcdeg"] {
        assert!(none.parse::<NotedHead>().is_err(), "{none}");
    }
}

#[test]
fn record_of_another_instance_fails_head_check() {
    let text = small().record().text();
    let other = text.replace(&INSTANCE.to_string(), &Instance([0x99; 16]).to_string());
    let violation = verify(&other, Some(&key().public().fingerprint())).unwrap_err();
    assert!(matches!(violation.kind, Kind::WrongHead { .. }), "{:?}", violation.kind);
}
