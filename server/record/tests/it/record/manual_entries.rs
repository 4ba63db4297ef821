//! Entries by hand, ticks, checks and remarks in the record.
#![expect(clippy::expect_used, reason = "a record that cannot be read is a failed test")]

use crate::record::clerk::*;
use crate::record::table::{SealedGame, setup};
use crate::record::tamper::small;
use ishigaki_record::transcript::{Entry, Proof, read};
use ishigaki_record::verify::{Part, TranscriptViolationKind as Kind, verify};
use ishigaki_rules::*;

/// Replaces text in one line of the small game's record, signs it again, and returns the violation on that line.
#[track_caller]
fn changed(fact: &str, nth: usize, from: &str, to: &str) -> Kind {
    let mut record = small().record();
    let place = record.find(fact, nth);
    record.replace(place, from, to);
    record.re_sign(&key());
    let (line, violation) = record.verified().expect_err("the change is found");
    assert_eq!(line, place + 1, "{violation:?}");
    violation
}

fn entries() -> Vec<Entry> {
    read(&small().record().text()).expect("it is a transcript").entries
}

#[test]
fn reason_of_list_by_hand_is_in_its_seal() {
    let by_hand: Vec<_> = entries()
        .into_iter()
        .filter_map(|entry| match entry.proof {
            Proof::Sealed(seal) => Some((entry.event.by, seal.by_hand)),
            _ => None,
        })
        .filter(|(by, _)| *by == Actor::Organiser)
        .collect();
    let ruling = |why: &str| (Actor::Organiser, Some(why.to_owned()));
    assert_eq!(by_hand, [ruling("a laptop burnt"), ruling("so did this one")]);
    let text = small().record().text();
    assert!(text.contains(r#","by_hand":"built on the table"}}"#), "a wall has its reason at the end");
    assert!(text.contains(r#""title":"walls","title_ja":"石垣","frame""#));
}

#[test]
fn count_by_hand_is_used_in_result() {
    let text = small().record().text();
    let wanted = r#""tally":{"empty":5,"top_gaps":4,"held":19,"used":1,"unused":0}"#;
    assert!(text.contains(wanted), "{text}");
    verify(&text, Some(&key().public().fingerprint())).expect("the record is in order");
    let mut record = small().record();
    let place = record.result();
    record.replace(place, r#""empty":5,"#, r#""empty":4,"#);
    record.re_sign(&key());
    let (_, violation) = record.verified().expect_err("the change is found");
    assert_matches!(violation, Kind::WrongResult { part: Part::Team(0), .. });
}

#[test]
fn entry_by_hand_needs_organiser_and_reason() {
    let refused = |violation| matches!(violation, Kind::Refused { rejection: Rejection::NotByHand });
    let unsaid =
        |violation| matches!(violation, Kind::Refused { rejection: Rejection::NoReason { rule: "G6" } });
    let (by_organiser, by_team) = (r#""by":"organiser""#, r#""by":"team b""#);
    assert!(refused(changed("bids_sealed", 5, by_organiser, by_team)));
    assert!(unsaid(changed("bids_sealed", 5, r#","by_hand":"a laptop burnt""#, "")));
    assert!(unsaid(changed("bids_sealed", 4, by_team, by_organiser)));
    assert!(refused(changed("rebid_sealed", 1, by_organiser, r#""by":"team a""#)));
    assert!(unsaid(changed("wall_replaced", 1, r#","by_hand":"built on the table""#, "")));
}

#[test]
fn reason_with_outer_whitespace_is_rejected() {
    let violation = changed("bids_sealed", 5, "burnt\"", "burnt \"");
    assert!(
        matches!(violation, Kind::WrongReason { ref expected } if expected == "a laptop burnt"),
        "{violation:?}"
    );
    let violation = changed("wall_replaced", 1, "\"built", "\" built");
    assert_matches!(violation, Kind::Different { .. });
    let violation = changed("remarked", 1, "rains\"", "rains\\t\"");
    assert_matches!(violation, Kind::Different { .. });
}

#[test]
fn ticks_checks_and_counts_that_cannot_be_are_found() {
    let refused = |violation| match violation {
        Kind::Refused { rejection } => rejection,
        violation => panic!("{violation:?}"),
    };
    assert_eq!(refused(changed("stones_ticked", 1, r#"["X-1"]"#, "[]")), Rejection::NoStones);
    let other = changed("stones_ticked", 1, r#"["X-1"]"#, r#"["X-1","X-1"]"#);
    assert_matches!(other, Kind::Different { .. });
    assert!(matches!(changed("stones_checked", 1, r#""by":"team a""#, r#""by":"judge""#), Kind::WrongActor));
    let count = refused(changed("wall_counted", 1, r#""empty":5"#, r#""empty":4"#));
    assert_eq!(count, Rejection::BadCount { figure: "empty", counted: 4, least: 5, most: 7 });
    assert!(matches!(changed("wall_counted", 1, r#""by":"organiser""#, r#""by":"clock""#), Kind::WrongActor));
}

#[test]
fn announcement_with_noncanonical_form_is_rejected() {
    let mut table = SealedGame::new(setup());
    let text = Announcement::new("to the stage", "舞台へ").expect("a text");
    table.judge(Act::Announce { teams: Vec::new(), text, asked: None, corrects: false });
    table.judge(Act::Abandon { reason: "rain".into() });
    let record = table.record();
    let place = record.find("announced", 1);
    let whole =
        r#"{"fact":"announced","teams":[],"english":"to the stage","japanese":"舞台へ","corrects":false}"#;
    assert!(record.text().contains(whole), "{}", record.text());
    verify(&record.text(), Some(&key().public().fingerprint())).expect("the record is in order");
    for (from, to) in [
        (r#""teams":[]"#, r#""teams":["a"]"#),
        (r#""teams":[]"#, r#""teams":["z"]"#),
        (r#""to the"#, r#"" to the"#),
        (r#""to the"#, r#""to\tthe"#),
        (r#","english":"to the stage","japanese":"舞台へ""#, ""),
        (r#""english":"to the stage""#, r#""english":"""#),
    ] {
        let mut record = table.record();
        record.replace(place, from, to);
        record.re_sign(&key());
        let (line, fault) = record.verified().expect_err("the change is found");
        assert_eq!(line, place + 1, "{to}: {fault:?}");
    }
}

#[test]
fn principal_is_empty_only_for_clock_entries() {
    let violation = changed("lists_opened", 1, r#""principal":"""#, r#""principal":"judge""#);
    assert_matches!(violation, Kind::WrongPrincipal { by_clock: true, .. });
    let violation = changed("round_opened", 1, r#""principal":"judge""#, r#""principal":"""#);
    assert_matches!(violation, Kind::WrongPrincipal { by_clock: false, .. });
    let violation = changed("round_finalised", 1, r#""principal":"""#, r#""principal":"judge""#);
    assert_matches!(violation, Kind::WrongPrincipal { by_clock: true, .. });
}
