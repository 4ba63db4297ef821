//! Verification by the rules: an honest record passes, and what a server with its key could not have decided by
//! the rules is found where it stands.

use crate::record::change::*;
use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::transcript::{Error, is_signed, read};
use ishigaki_record::verify::{Ending, HeadCheck, Part, Ranked, Report, Signer, TranscriptViolationKind};
use ishigaki_rules::auction::{Bid, Raise, TeamList, TeamRaises};
use ishigaki_rules::*;

fn ranked((place, code): (u32, &str)) -> Ranked {
    Ranked { place, team: code.into(), name: format!("チーム{code}") }
}

#[test]
fn an_honest_record_passes_and_is_counted() {
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
fn a_record_at_any_moment_of_the_game_passes_and_is_called_open() {
    let events = played().events;
    for cut in 0..events.len() {
        // Between a cause and its consequences there is no moment of the game.
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
fn an_abandoned_game_has_no_ranking() {
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
fn stones_lifted_off_at_the_end_are_not_on_the_walls_of_the_result() {
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
    assert!(matches!(violation, TranscriptViolationKind::WrongResult { part: Part::Team(0), .. }));
}

#[test]
fn every_line_on_which_something_depends_is_missed_even_if_the_rest_is_numbered_and_signed_anew() {
    let record = played().record();
    let replaceable = [
        // A move that a later one makes up for, and time that nobody used.
        record.find("stone_placed", 1),
        record.find("stone_taken_out", 1),
        record.find("window_extended", 1),
        // Without its declaration the record is one of an open game.
        record.find("result_declared", 1),
    ];
    let events = (1..record.result()).filter(|place| !record.signed().contains(place));
    for place in events {
        let mut tampered = record.clone();
        let line = tampered.take_out(place);
        tampered.renumber();
        tampered.sign_anew(&key());
        match tampered.verified() {
            Ok(_) => assert!(replaceable.contains(&place), "{line}"),
            Err((found, _)) => assert!(found > place && !replaceable.contains(&place), "{line}"),
        }
    }
}

#[test]
fn events_that_have_changed_places_are_found_even_if_they_are_numbered_and_signed_anew() {
    let record = played().record();
    for place in 1..record.result() - 1 {
        let mut tampered = record.clone();
        tampered.lines.swap(place, place + 1);
        tampered.renumber();
        tampered.sign_anew(&key());
        let (found, violation) = tampered.verified().expect_err(&record.lines[place]);
        assert!((place + 1..=place + 4).contains(&found), "line {found}, not {}: {violation:?}", place + 1);
    }
}

#[test]
fn every_figure_counts_even_if_it_is_signed_anew() {
    let record = played().record();
    // How much time the judge gives, and where a stone lies until it is moved, is free within the rules.
    let free =
        [record.find("window_extended", 1), record.find("stone_placed", 1), record.find("stone_placed", 4)];
    let mut figures = 0;
    for place in (1..record.lines.len()).filter(|place| !free.contains(place)) {
        let line = &record.lines[place];
        let signs: Vec<(usize, char)> = line.char_indices().collect();
        for pair in signs.windows(2) {
            let [(at, before), (start, first)] = pair else { continue };
            // When a team moved is not bound to the millisecond, and the time of day is for people.
            let is_figure = *before == ':' && first.is_ascii_digit();
            if !is_figure || line[..=*at].ends_with("at_ms\":") || line[..=*at].ends_with("unix_ms\":") {
                continue;
            }
            // What the chain says is worked out anew.
            if !line.starts_with(r#"{"kind":"event""#) && !line[..=*at].contains("rounds") {
                continue;
            }
            let digits = line[*start..].chars().take_while(char::is_ascii_digit).count();
            let number: u64 = line[*start..start + digits].parse().unwrap();
            for other in [number + 1, u64::from(u32::MAX), u64::MAX] {
                let mut tampered = record.clone();
                tampered.lines[place] = format!("{}{other}{}", &line[..*start], &line[start + digits..]);
                tampered.sign_anew(&key());
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
    let expected =
        matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::NotTied { team: A } });
    assert!(expected, "a has won without a re-bid: {violation:?}");
    let violation = forged("lists_opened", 2, |events| rebid(events, 2, A, &[(Y, 3)]));
    assert!(
        matches!(violation, TranscriptViolationKind::Different { .. }),
        "no wave is called: {violation:?}"
    );
}

#[test]
fn an_opened_list_that_breaks_the_rules_is_found() {
    let violation = forged("lists_opened", 1, |events| rebid(events, 1, A, &[(X, 31)]));
    assert!(
        matches!(&violation, TranscriptViolationKind::InvalidList { team, .. } if team == "a"),
        "{violation:?}"
    );
    let violation = forged("lists_opened", 2, |events| rebid(events, 2, D, &[(T, 5)]));
    assert!(
        matches!(&violation, TranscriptViolationKind::InvalidList { team, .. } if team == "d"),
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
    assert!(
        matches!(&violation, TranscriptViolationKind::InvalidRebid { team, .. } if team == "b"),
        "{violation:?}"
    );
}

#[test]
fn who_is_opened_has_sealed_and_who_has_sealed_is_opened() {
    let opened = |change: fn(&mut Vec<TeamList>)| {
        forged("lists_opened", 1, |events| {
            let opening = place(events, "lists_opened", 1);
            change(lists(&mut events[opening]));
        })
    };
    let violation = opened(|lists| drop(lists.remove(1)));
    assert!(
        matches!(&violation, TranscriptViolationKind::NotOpened { team } if team == "b"),
        "{violation:?}"
    );
    let violation = opened(|lists| lists.push(TeamList { team: E, bids: Vec::new() }));
    assert!(
        matches!(&violation, TranscriptViolationKind::NotSealed { team } if team == "e"),
        "{violation:?}"
    );
    // What a disqualified team had sealed is withdrawn.
    let violation = opened(|lists| {
        lists.push(TeamList { team: D, bids: vec![Bid { lot: X, price: Tsuyama(20) }] });
    });
    assert!(
        matches!(&violation, TranscriptViolationKind::NotSealed { team } if team == "d"),
        "{violation:?}"
    );
    let violation = forged("rebids_opened", 1, |events| {
        let opening = place(events, "rebids_opened", 1);
        let Fact::RebidsOpened { raises, .. } = &mut events[opening].fact else { panic!("no opening") };
        raises.remove(1);
    });
    assert!(
        matches!(&violation, TranscriptViolationKind::NotOpened { team } if team == "b"),
        "{violation:?}"
    );
    let violation = dropped("bids_sealed", 3, 4);
    assert!(
        matches!(&violation, TranscriptViolationKind::NotSealed { team } if team == "b"),
        "{violation:?}"
    );
}

#[test]
fn what_was_sealed_before_is_not_sealed_now() {
    // In the wave before.
    let violation = forged("rebids_opened", 2, |events| {
        let opening = place(events, "rebids_opened", 2);
        let Fact::RebidsOpened { raises, .. } = &mut events[opening].fact else { panic!("no opening") };
        let raise = Raise { priority: Priority(2), price: Tsuyama(7) };
        raises.push(TeamRaises { team: C, raises: vec![raise] });
    });
    assert!(
        matches!(&violation, TranscriptViolationKind::NotSealed { team } if team == "c"),
        "{violation:?}"
    );
    // In the attempt that was voided.
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
    assert!(
        matches!(&violation, TranscriptViolationKind::NotSealed { team } if team == "a"),
        "{violation:?}"
    );
}

#[test]
fn a_list_that_came_late_is_found() {
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.replace(place, r#""at_ms":5200"#, r#""at_ms":90100"#);
        place
    });
    assert!(matches!(violation, TranscriptViolationKind::Overdue { due: GameTime(90_100) }), "{violation:?}");
}

#[test]
fn a_list_of_a_team_that_is_out_or_another_is_found() {
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.lines[place] = record.lines[place].replace("team c", "team d").replace(r#""c""#, r#""d""#);
        place
    });
    assert!(
        matches!(
            violation,
            TranscriptViolationKind::Refused { rejection: Rejection::Disqualified { team: D } }
        ),
        "{violation:?}"
    );
    let violation = tampered(|record| {
        let place = record.find("bids_sealed", 5);
        record.lines[place] = record.lines[place].replace("team c", "team b").replace(r#""c""#, r#""b""#);
        place
    });
    assert!(
        matches!(&violation, TranscriptViolationKind::WrongCounter { team, expected: 2, found: 1 } if team == "b"),
        "{violation:?}"
    );
}

#[test]
fn a_window_that_closes_early_is_found() {
    let violation = changed("lists_opened", 1, r#""at_ms":90100"#, r#""at_ms":90099"#);
    assert!(matches!(violation, TranscriptViolationKind::NotDue), "{violation:?}");
    let violation = tampered(|record| {
        let place = record.find("end_signalled", 1);
        let ends_at = record.lines[place].rsplit(':').next().unwrap().trim_end_matches('}');
        let ends_at: u64 = ends_at.parse().unwrap();
        let ended = record.find("game_ended", 1);
        record.replace(ended, &format!(r#""at_ms":{ends_at}"#), &format!(r#""at_ms":{}"#, ends_at - 1));
        ended
    });
    assert!(matches!(violation, TranscriptViolationKind::NotDue), "{violation:?}");
}

#[test]
fn a_wave_without_a_tie_and_a_tie_without_a_wave_are_found() {
    let violation = changed("lists_opened", 1, r#","rebid_closes_at_ms":120100"#, "");
    assert!(matches!(violation, TranscriptViolationKind::Different { .. }), "{violation:?}");
    let violation = changed("rebids_opened", 2, r"]}}", r#"],"rebid_closes_at_ms":180000}}"#);
    assert!(matches!(violation, TranscriptViolationKind::Different { .. }), "{violation:?}");
}

#[test]
fn time_that_goes_back_is_found() {
    let violation = changed("bids_sealed", 3, r#""at_ms":3100"#, r#""at_ms":1099"#);
    assert!(matches!(
        violation,
        TranscriptViolationKind::TimeGoesBack { at: GameTime(1_099), before: GameTime(2_100) }
    ));
    let violation = changed("round_finalised", 1, r#""at_ms":1"#, r#""at_ms":"#);
    assert!(matches!(violation, TranscriptViolationKind::TimeGoesBack { .. }), "{violation:?}");
}

#[test]
fn a_lot_that_is_confirmed_twice_is_found() {
    let violation = changed("lots_confirmed", 2, r#"["Y","T-2"]"#, r#"["X"]"#);
    let expected = matches!(
        violation,
        TranscriptViolationKind::Refused { rejection: Rejection::AlreadyConfirmed { lot: X } }
    );
    assert!(expected, "{violation:?}");
}

#[test]
fn a_round_is_final_when_all_is_confirmed_and_not_before() {
    let violation = tampered(|record| {
        let place = record.find("lots_confirmed", 2);
        record.replace(place, r#"["Y","T-2"]"#, r#"["Y"]"#);
        place + 1
    });
    assert!(matches!(violation, TranscriptViolationKind::Unprompted), "{violation:?}");
    let violation = dropped("round_finalised", 1, 0);
    assert!(matches!(violation, TranscriptViolationKind::Different { .. }), "{violation:?}");
}

#[test]
fn a_stone_in_the_air_outside_or_of_another_team_is_found() {
    let in_air = changed("stone_placed", 1, r#""row":1,"col":1"#, r#""row":0,"col":1"#);
    assert!(is_invalid_wall(&in_air), "{in_air:?}");
    let outside = changed("stone_placed", 3, r#""row":0,"col":1"#, r#""row":1,"col":1"#);
    assert!(is_invalid_wall(&outside), "{outside:?}");
    let anothers = changed("stone_placed", 3, "T-2-1", "Y-1");
    assert!(
        matches!(anothers, TranscriptViolationKind::Refused { rejection: Rejection::NotOwned { .. } }),
        "{anothers:?}"
    );
    let twice = changed("stone_taken_out", 1, r#""stone":"Y-1""#, r#""stone":"Y-2""#);
    assert!(
        matches!(twice, TranscriptViolationKind::Refused { rejection: Rejection::NotOwned { .. } }),
        "{twice:?}"
    );
    let in_air = changed("wall_replaced", 1, r#""row":1"#, r#""row":0"#);
    assert!(is_invalid_wall(&in_air), "{in_air:?}");
}

fn is_invalid_wall(violation: &TranscriptViolationKind) -> bool {
    matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::InvalidWall { .. } })
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
    let expected = matches!(
        violation,
        TranscriptViolationKind::Refused { rejection: Rejection::WrongPhase { phase: Phase::Ended } }
    );
    assert!(expected, "{violation:?}");
}

#[test]
fn acts_in_the_wrong_phase_or_by_the_wrong_person_are_found() {
    let violation = changed("round_opened", 1, r#""round":1"#, r#""round":2"#);
    assert!(
        matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::WrongRound { .. } }),
        "{violation:?}"
    );
    for (fact, from, to) in [
        ("round_opened", "judge", "clock"),
        ("round_opened", "judge", "team a"),
        ("stone_placed", "team a", "team b"),
        ("result_declared", "judge", "clock"),
        ("lists_opened", "clock", "judge"),
    ] {
        let violation = changed(fact, 1, &format!(r#""by":"{from}""#), &format!(r#""by":"{to}""#));
        assert!(matches!(violation, TranscriptViolationKind::WrongActor), "{fact} by {to}: {violation:?}");
    }
    let violation = dropped("end_signalled", 1, 1);
    assert!(matches!(violation, TranscriptViolationKind::NotDue), "{violation:?}");
    let violation = dropped("resumed", 1, 1);
    assert!(
        matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::Paused }),
        "{violation:?}"
    );
}

#[test]
fn a_janken_of_teams_that_are_not_tied_and_a_hasty_declaration_are_found() {
    let violation = changed("janken_entered", 1, r#"["f","e"]"#, r#"["a","e"]"#);
    assert!(
        matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::NotATiedGroup { .. } }),
        "{violation:?}"
    );
    let violation = dropped("janken_entered", 1, 0);
    assert!(
        matches!(violation, TranscriptViolationKind::Refused { rejection: Rejection::JankenOpen { .. } }),
        "{violation:?}"
    );
    let violation = tampered(|record| {
        let place = record.find("janken_entered", 1);
        record.replace(place, r#"["f","e"]"#, r#"["e","f"]"#);
        record.result()
    });
    assert!(
        matches!(violation, TranscriptViolationKind::WrongResult { part: Part::Row(3), .. }),
        "{violation:?}"
    );
}

#[test]
fn a_disqualification_or_its_end_that_is_left_out_is_found() {
    let violation = dropped("team_disqualified", 1, 1);
    assert!(
        matches!(&violation, TranscriptViolationKind::NotOpened { team } if team == "d"),
        "{violation:?}"
    );
    let violation = tampered(|record| {
        let place = record.find("team_reinstated", 1);
        record.take_out(place);
        record.renumber();
        // The first thing it does then.
        record.find("bids_sealed", 9)
    });
    assert!(
        matches!(
            violation,
            TranscriptViolationKind::Refused { rejection: Rejection::Disqualified { team: D } }
        ),
        "{violation:?}"
    );
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
    assert!(matches!(violation, TranscriptViolationKind::Missing { .. }), "{violation:?}");
}

#[test]
fn a_changed_result_is_found_and_where() {
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

#[test]
fn a_gap_in_the_sequence_is_found() {
    let violation = changed("round_voided", 1, r#""sequence":"#, r#""sequence":9"#);
    assert!(matches!(violation, TranscriptViolationKind::Unreadable(Error::Gap { .. })), "{violation:?}");
}
