//! Verification by the rules: an honest record passes, and decisions against the rules are found on their line
//! even if the server signed them.

use crate::record::change::*;
use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::transcript::{is_signed, read};
use ishigaki_record::verify::{
    Ending, HeadCheck, Part, Ranked, Report, Signer, TranscriptViolationKind as Kind,
};
use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::*;

fn ranked((place, code): (u32, &str)) -> Ranked {
    Ranked { place, team: code.into(), name: format!("チーム{code}") }
}

#[test]
fn valid_record_yields_full_report() {
    let table = played();
    let report = table.record().verified().unwrap();
    let expected = Report {
        game: "g1".into(),
        instance: INSTANCE,
        set_up_unix_ms: 1_790_000_000_000,
        epochs: 1,
        takeovers: Vec::new(),
        ending: Ending::Declared,
        teams: 6,
        records: table.events.len(),
        signer: Signer::Checked,
        fingerprint: key().public().fingerprint(),
        heads: closings(&table.events),
        signed_to: 49,
        head: Some(read(&table.record().text()).unwrap().head),
        noted: HeadCheck::Nothing,
        unsigned: 0,
        seals: 19,
        final_rounds: 2,
        void_rounds: 1,
        lists: 9,
        bids: 9,
        waves: 3,
        rebids: 6,
        raises: 4,
        unopened: 4,
        notes: 0,
        notes_opened: false,
        stones: 4,
        wall_changes: 6,
        judge_acts: 16,
        ranking: [(1, "b"), (2, "a"), (3, "c"), (4, "f"), (5, "e"), (6, "d")].map(ranked).into(),
    };
    assert_eq!(report, expected);
}

#[test]
fn record_of_unfinished_game_passes_as_open() {
    let events = played().events;
    for cut in 0..events.len() {
        // An event and its consequences belong together, so a cut between them is not a moment of the game.
        match record(&setup(), &events[..cut]).verified() {
            Ok(report) => {
                assert_eq!(report.ending, Ending::Open);
                let since = events[..cut].iter().rposition(|event| is_signed(&event.fact));
                assert_eq!(report.unsigned, since.map_or(cut + 1, |place| cut - place - 1));
            }
            Err(violation) => assert_eq!(events[cut].by, Actor::Clock, "{violation:?}"),
        }
    }
}

#[test]
fn abandoned_game_has_no_ranking() {
    let mut table = SealedGame::new(setup());
    table.open(1);
    table.bids(A, &[(X, 3)]);
    table.act(5, Actor::Organiser, Act::Abandon { reason: "fire alarm".into() });
    let record = table.record();
    assert!(record.lines[record.result()].ends_with(r#""ranking":[]}"#));
    let report = record.verified().unwrap();
    assert_eq!((report.ending, report.unopened), (Ending::Abandoned, 1));
}

#[test]
fn stones_lifted_off_at_the_end_are_not_in_the_result() {
    let mut plan = setup();
    plan.support = SupportRule::AtEnd;
    let mut table = SealedGame::new(plan);
    table.open(1);
    table.bids(A, &[(Y, 2)]);
    table.tick();
    table.confirm(LotChoice::All);
    table.place(A, stone(Y, 1), 0, 0, 0);
    table.open(2);
    table.tick();
    table.confirm(LotChoice::All);
    table.judge(Act::SignalEnd);
    table.tick();
    let mut record = table.record();
    let place = record.result();
    assert_eq!(record.verified().unwrap().wall_changes, 1);
    record.replace(place, r#""wall":[]"#, r#""wall":[{"stone":"Y-1","turn":0,"row":0,"col":0}]"#);
    let (line, violation) = record.verified().unwrap_err();
    assert_eq!(line, place + 1);
    assert_matches!(violation, Kind::WrongResult { part: Part::Team(0), .. });
}

#[test]
fn missing_line_is_detected_even_if_re_signed() {
    let record = played().record();
    let replaceable = [
        // A move undone by a later one, and an extension that wasn't used.
        record.find("stone_placed", 1),
        record.find("stone_taken_out", 1),
        record.find("window_extended", 1),
        // Without the declaration it is the record of an open game.
        record.find("result_declared", 1),
    ];
    let events = (1..record.result()).filter(|place| !record.signed().contains(place));
    for place in events {
        let mut tampered = record.clone();
        let line = tampered.take_out(place);
        tampered.renumber();
        tampered.re_sign(&key());
        match tampered.verified() {
            Ok(_) => assert!(replaceable.contains(&place), "{line}"),
            Err((found, _)) => assert!(found > place && !replaceable.contains(&place), "{line}"),
        }
    }
}

#[test]
fn swapped_events_are_detected_even_if_re_signed() {
    let record = played().record();
    for place in 1..record.result() - 1 {
        let mut tampered = record.clone();
        tampered.lines.swap(place, place + 1);
        tampered.renumber();
        tampered.re_sign(&key());
        let (found, violation) = tampered.verified().expect_err(&record.lines[place]);
        assert!((place + 1..=place + 4).contains(&found), "line {found}, not {}: {violation:?}", place + 1);
    }
}

#[test]
fn altered_number_is_detected_even_if_re_signed() {
    let record = played().record();
    // The judge chooses the extension, and a stone that moves later may have been anywhere.
    let free =
        [record.find("window_extended", 1), record.find("stone_placed", 1), record.find("stone_placed", 4)];
    let mut figures = 0;
    for place in (1..record.lines.len()).filter(|place| !free.contains(place)) {
        let line = &record.lines[place];
        let signs: Vec<(usize, char)> = line.char_indices().collect();
        for pair in signs.windows(2) {
            let [(at, before), (start, first)] = pair else { continue };
            // Times of moves and the time of day aren't checked to the millisecond.
            let is_figure = *before == ':' && first.is_ascii_digit();
            if !is_figure || line[..=*at].ends_with("at_ms\":") || line[..=*at].ends_with("unix_ms\":") {
                continue;
            }
            // `re_sign` recomputes the figures of the chain.
            if !line.starts_with(r#"{"kind":"event""#) && !line[..=*at].contains("rounds") {
                continue;
            }
            let digits = line[*start..].chars().take_while(char::is_ascii_digit).count();
            let number: u64 = line[*start..start + digits].parse().unwrap();
            for other in [number + 1, u64::from(u32::MAX), u64::MAX] {
                let mut tampered = record.clone();
                tampered.lines[place] = format!("{}{other}{}", &line[..*start], &line[start + digits..]);
                tampered.re_sign(&key());
                assert!(tampered.verified().is_err(), "{}", tampered.lines[place]);
            }
            figures += 1;
        }
    }
    assert!(figures >= 190, "{figures}");
}

#[test]
fn another_list_is_found_where_its_consequence_is() {
    let violation = forged("rebid_sealed", 1, |events| rebid(events, 1, A, &[(X, 10)]));
    let expected = matches!(violation, Kind::Refused { rejection: Rejection::NotTied { team: A } });
    assert!(expected, "a has won without a re-bid: {violation:?}");
    let violation = forged("lists_opened", 2, |events| rebid(events, 2, A, &[(Y, 3)]));
    assert!(matches!(violation, Kind::Different { .. }), "no wave is called: {violation:?}");
}

#[test]
fn opened_list_violating_rules_is_detected() {
    let violation = forged("lists_opened", 1, |events| rebid(events, 1, A, &[(X, 31)]));
    assert_matches!(violation, Kind::InvalidList { team, .. } if team == "a");
    let violation = forged("lists_opened", 2, |events| rebid(events, 2, D, &[(T, 5)]));
    assert!(
        matches!(&violation, Kind::InvalidList { team, .. } if team == "d"),
        "T-2 is gone: {violation:?}"
    );
    let violation = forged("rebids_opened", 2, |events| {
        let opening = place(events, "rebids_opened", 2);
        let low = vec![Raise { priority: Priority(2), price: Tsuyama(4) }];
        for event in &mut events[opening - 1..=opening] {
            match &mut event.fact {
                Fact::RebidSealed { sealed: Some(sealed), .. } => sealed.lines = low.clone().into(),
                Fact::RebidsOpened { raises, .. } => raises[0].raises.clone_from(&low),
                _ => panic!("b sealed last"),
            }
        }
    });
    assert_matches!(violation, Kind::InvalidRebid { team, .. } if team == "b");
}

#[test]
fn opening_not_matching_sealed_lists_is_detected() {
    let opened = |change: fn(&mut Vec<TeamList>)| {
        forged("lists_opened", 1, |events| {
            let opening = place(events, "lists_opened", 1);
            change(lists(&mut events[opening]));
        })
    };
    let violation = opened(|lists| drop(lists.remove(1)));
    assert_matches!(violation, Kind::NotOpened { team } if team == "b");
    let violation = opened(|lists| lists.push(TeamList { team: E, bids: Vec::new() }));
    assert_matches!(violation, Kind::NotSealed { team } if team == "e");
    // A disqualification withdraws the team's sealed list.
    let violation = opened(|lists| {
        lists.push(TeamList { team: D, bids: vec![Bid { lot: X, price: Tsuyama(20) }] });
    });
    assert_matches!(violation, Kind::NotSealed { team } if team == "d");
    let violation = forged("rebids_opened", 1, |events| {
        let opening = place(events, "rebids_opened", 1);
        let Fact::RebidsOpened { raises, .. } = &mut events[opening].fact else { panic!("no opening") };
        raises.remove(1);
    });
    assert_matches!(violation, Kind::NotOpened { team } if team == "b");
}

#[test]
fn list_of_earlier_wave_or_voided_attempt_is_detected() {
    // A re-bid of the previous wave.
    let violation = forged("rebids_opened", 2, |events| {
        let opening = place(events, "rebids_opened", 2);
        let Fact::RebidsOpened { raises, .. } = &mut events[opening].fact else { panic!("no opening") };
        let raise = Raise { priority: Priority(2), price: Tsuyama(7) };
        raises.push(TeamRaises { team: C, raises: vec![raise] });
    });
    assert_matches!(violation, Kind::NotSealed { team } if team == "c");
    // A list of the voided attempt.
    let mut table = SealedGame::new(setup());
    table.open(1);
    table.bids(A, &[(X, 3)]);
    table.judge(Act::VoidRound { attempt: None, round: RoundNo(1), reason: "power".into() });
    table.open(1);
    table.tick();
    let opening = table.events.len() - 1;
    lists(&mut table.events[opening])
        .push(TeamList { team: A, bids: vec![Bid { lot: X, price: Tsuyama(4) }] });
    let (_, violation) = record(&setup(), &table.events).verified().expect_err("the change is found");
    assert_matches!(violation, Kind::NotSealed { team } if team == "a");
}

#[test]
fn list_sealed_after_deadline_is_detected() {
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.replace(place, r#""at_ms":5200"#, r#""at_ms":90100"#);
        place
    });
    assert_matches!(violation, Kind::Overdue { due: GameTime(90_100) });
}

#[test]
fn list_under_disqualified_or_other_team_is_detected() {
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.lines[place] = record.lines[place].replace("team c", "team d").replace(r#""c""#, r#""d""#);
        place
    });
    assert_matches!(violation, Kind::Refused { rejection: Rejection::Disqualified { team: D } });
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.lines[place] = record.lines[place].replace("team c", "team b").replace(r#""c""#, r#""b""#);
        place
    });
    assert_matches!(violation, Kind::WrongCounter { team, expected: 2, found: 1 } if team == "b");
}

/// Event (the `nth` of its fact), old text, new text, and the beginning of the violation.
const CHANGED: &str = r#"
lists_opened 1 | "at_ms":90100 | "at_ms":90099 | NotDue
lists_opened 1 | ,"rebid_closes_at_ms":120100 |  | Different
rebids_opened 2 | ]}} | ],"rebid_closes_at_ms":180000}} | Different
bids_sealed 3 | "at_ms":3100 | "at_ms":1099 | TimeGoesBack { at: GameTime(1099), before: GameTime(2100) }
round_finalised 1 | "at_ms":1 | "at_ms": | TimeGoesBack
round_voided 1 | "sequence": | "sequence":9 | Unreadable(Gap
lots_confirmed 2 | ["Y","T-2"] | ["X"] | Refused { rejection: AlreadyConfirmed { lot: LotId(0) }
round_opened 1 | "round":1 | "round":2 | Refused { rejection: WrongRound
janken_entered 1 | ["f","e"] | ["a","e"] | Refused { rejection: NotATiedGroup
stone_placed 1 | "row":1,"col":1 | "row":0,"col":1 | Refused { rejection: InvalidWall
stone_placed 3 | "row":0,"col":1 | "row":1,"col":1 | Refused { rejection: InvalidWall
wall_replaced 1 | "row":1 | "row":0 | Refused { rejection: InvalidWall
stone_placed 3 | T-2-1 | Y-1 | Refused { rejection: NotOwned
stone_taken_out 1 | "stone":"Y-1" | "stone":"Y-2" | Refused { rejection: NotOwned
round_opened 1 | "by":"judge" | "by":"clock" | WrongActor
round_opened 1 | "by":"judge" | "by":"team a" | WrongActor
stone_placed 1 | "by":"team a" | "by":"team b" | WrongActor
result_declared 1 | "by":"judge" | "by":"clock" | WrongActor
lists_opened 1 | "by":"clock" | "by":"judge" | WrongActor
"#;

#[test]
fn changed_event_is_detected_at_its_line() {
    for row in CHANGED.lines().skip(1) {
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        let [event, from, to, expected] = cells[..] else { panic!("{row}") };
        let (fact, nth) = event.split_once(' ').unwrap();
        let violation = format!("{:?}", changed(fact, nth.parse().unwrap(), from, to));
        assert!(violation.starts_with(expected), "{row}: {violation}");
    }
}

#[test]
fn omitted_event_is_detected_by_later_event() {
    for (fact, nth, behind, expected) in [
        ("bids_sealed", 3, 4, r#"NotSealed { team: "b" }"#),
        ("team_disqualified", 1, 1, r#"NotOpened { team: "d" }"#),
        ("round_finalised", 1, 0, "Different"),
        ("resumed", 1, 1, "Refused { rejection: Paused"),
        ("end_signalled", 1, 1, "NotDue"),
        ("janken_entered", 1, 0, "Refused { rejection: JankenOpen"),
    ] {
        let violation = format!("{:?}", dropped(fact, nth, behind));
        assert!(violation.starts_with(expected), "{fact}: {violation}");
    }
}

#[test]
fn early_game_end_is_detected() {
    let violation = tampered(|record| {
        let place = record.find("end_signalled", 1);
        let ends_at = record.lines[place].rsplit(':').next().unwrap().trim_end_matches('}');
        let ends_at: u64 = ends_at.parse().unwrap();
        let ended = record.find("game_ended", 1);
        record.replace(ended, &format!(r#""at_ms":{ends_at}"#), &format!(r#""at_ms":{}"#, ends_at - 1));
        ended
    });
    assert_matches!(violation, Kind::NotDue);
}

#[test]
fn round_finalised_before_full_confirmation_is_detected() {
    let violation = tampered(|record| {
        let place = record.find("lots_confirmed", 2);
        record.replace(place, r#"["Y","T-2"]"#, r#"["Y"]"#);
        place + 1
    });
    assert_matches!(violation, Kind::Unprompted);
}

#[test]
fn nothing_is_placed_after_the_end() {
    let violation = tampered(|record| {
        let ended = record.find("game_ended", 1);
        let at = record.lines[ended].split("\"at_ms\":").nth(1).unwrap();
        let at: u64 = at.split(',').next().unwrap().parse().unwrap();
        let line = format!(
            r#"{{"kind":"event","sequence":0,"at_ms":{at},"unix_ms":0,"by":"team c","principal":"c","fact":{{"fact":"stone_taken_out","team":"c","stone":"Y-1"}}}}"#
        );
        record.lines.insert(ended + 2, line);
        record.renumber();
        ended + 2
    });
    let expected =
        matches!(violation, Kind::Refused { rejection: Rejection::WrongPhase { phase: Phase::Ended } });
    assert!(expected, "{violation:?}");
}

#[test]
fn another_order_of_a_janken_is_another_result() {
    let violation = tampered(|record| {
        let place = record.find("janken_entered", 1);
        record.replace(place, r#"["f","e"]"#, r#"["e","f"]"#);
        record.result()
    });
    assert_matches!(violation, Kind::WrongResult { part: Part::Row(3), .. });
}

#[test]
fn missing_reinstatement_is_detected() {
    let violation = tampered(|record| {
        let place = record.find("team_reinstated", 1);
        record.take_out(place);
        record.renumber();
        // The team's first act after its reinstatement.
        record.find("bids_sealed", 9)
    });
    assert_matches!(violation, Kind::Refused { rejection: Rejection::Disqualified { team: D } });
}

#[test]
fn events_that_stop_before_their_consequence_are_found() {
    let violation = tampered(|record| {
        let finalised = record.find("round_finalised", 1);
        let result = record.lines.pop().unwrap();
        record.lines.truncate(finalised);
        record.lines.push(result);
        finalised
    });
    assert_matches!(violation, Kind::Missing { .. });
}

#[test]
fn changed_result_is_detected_with_its_part() {
    assert_eq!(
        result_changed(r#""team":"a","priority":1,"price":12"#, r#""team":"b","priority":1,"price":12"#),
        Part::Round(0)
    );
    assert_eq!(result_changed(r#""reason":"tied_rebid""#, r#""reason":"no_rebid""#), Part::Round(1));
    assert_eq!(result_changed(r#""team":"b","held":24"#, r#""team":"b","held":25"#), Part::Team(1));
    assert_eq!(result_changed(r#""stones":["Y-1"]"#, r#""stones":["Y-1","Y-3"]"#), Part::Team(2));
    assert_eq!(result_changed(r#""empty":4"#, r#""empty":3"#), Part::Team(1));
    assert_eq!(result_changed(r#"{"team":"e","place":5"#, r#"{"team":"e","place":4"#), Part::Row(4));
}
