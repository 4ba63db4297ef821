//! Verification: an honest record passes, and what has been changed is found where it was changed.
#![expect(clippy::expect_used, reason = "a record that cannot be tampered with is a failed test")]

use crate::table::*;
use ishigaki_record::transcript::Error;
use ishigaki_record::verify::{Ending, Fault, Part, Report};
use ishigaki_rules::*;

/// Tampers with the record of the played game; the fault must be found on the line whose place is returned.
#[track_caller]
fn tampered(change: impl FnOnce(&mut Record) -> usize) -> Fault {
    let mut record = played().record();
    let place = change(&mut record);
    let (line, fault) = record.verified().expect_err("the change is found");
    assert_eq!(line, place + 1, "{fault:?}");
    fault
}

/// Replaces text in one line, where the fault must be found.
#[track_caller]
fn changed(fact: &str, nth: usize, from: &str, to: &str) -> Fault {
    tampered(|record| {
        let place = record.find(fact, nth);
        record.replace(place, from, to);
        place
    })
}

/// Replaces text in the result line.
#[track_caller]
fn result_changed(from: &str, to: &str) -> Part {
    let fault = tampered(|record| {
        let place = record.result();
        record.replace(place, from, to);
        place
    });
    let Fault::WrongResult { part, .. } = fault else { panic!("{fault:?}") };
    part
}

/// Takes a line out and numbers the rest anew; the fault must be found `behind` lines further on.
#[track_caller]
fn dropped(fact: &str, nth: usize, behind: usize) -> Fault {
    tampered(|record| {
        let place = record.find(fact, nth);
        record.lines.remove(place);
        record.renumber();
        place + behind
    })
}

#[test]
fn an_honest_record_passes_and_is_counted() {
    let table = played();
    let report = table.record().verified().unwrap();
    let expected = Report {
        game: "g1".into(),
        ending: Ending::Declared,
        teams: 6,
        events: table.public.len(),
        final_rounds: 2,
        void_rounds: 1,
        lists: 9,
        bids: 9,
        waves: 3,
        rebids: 6,
        raises: 4,
        unopened: 2,
        stones: 4,
        wall_changes: 6,
        judge_acts: 16,
    };
    assert_eq!(report, expected);
}

#[test]
fn a_record_at_any_moment_of_the_game_passes_and_is_called_open() {
    let table = played();
    let mut cut = Table::new(setup());
    for event in &table.public {
        let report = cut.record().verified();
        // Between a cause and its consequences there is no moment of the game.
        if let Ok(report) = report {
            assert_eq!(report.ending, Ending::Open);
        } else {
            assert_eq!(event.by, Actor::Clock, "{report:?}");
        }
        cut.game.apply(event);
        cut.public.push(event.clone());
    }
    assert_eq!(cut.record().verified().unwrap().ending, Ending::Declared);
}

#[test]
fn an_abandoned_game_has_no_ranking() {
    let mut table = Table::new(setup());
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
    let mut table = Table::new(plan);
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
    let (line, fault) = record.verified().unwrap_err();
    assert_eq!(line, place + 1);
    assert!(matches!(fault, Fault::WrongResult { part: Part::Team(0), .. }));
}

#[test]
fn every_line_is_missed() {
    let record = played().record();
    let last = record.result() - 1;
    for place in (1..record.lines.len()).filter(|&place| place != last) {
        let mut tampered = record.clone();
        let line = tampered.lines.remove(place);
        let (found, _) = tampered.verified().expect_err(&line);
        assert_eq!(found, place + 1, "{line}");
    }
    let mut undeclared = record;
    undeclared.lines.remove(last);
    assert_eq!(undeclared.verified().unwrap().ending, Ending::Open);
}

#[test]
fn every_line_on_which_something_depends_is_missed_even_if_the_rest_is_numbered_anew() {
    let record = played().record();
    let replaceable = [
        // Lists that were withdrawn or voided before anybody saw them.
        record.find("bids_sealed", 3),
        record.find("bids_sealed", 5),
        // A move that a later one makes up for, and time that nobody used.
        record.find("stone_placed", 1),
        record.find("stone_taken_out", 1),
        record.find("window_extended", 1),
        // Without its declaration the record is one of an open game.
        record.find("result_declared", 1),
    ];
    for place in 1..record.result() {
        let mut tampered = record.clone();
        let line = tampered.lines.remove(place);
        tampered.renumber();
        match tampered.verified() {
            Ok(_) => assert!(replaceable.contains(&place), "{line}"),
            Err((found, _)) => assert!(found > place && !replaceable.contains(&place), "{line}"),
        }
    }
}

#[test]
fn lines_that_have_changed_places_are_found() {
    let record = played().record();
    for place in 1..record.result() - 1 {
        let mut tampered = record.clone();
        tampered.lines.swap(place, place + 1);
        assert_eq!(tampered.verified().unwrap_err().0, place + 1);
        tampered.renumber();
        let (found, fault) = tampered.verified().expect_err(&record.lines[place]);
        assert!(found == place + 1 || found == place + 2, "line {found}: {fault:?}");
    }
}

#[test]
fn every_figure_counts() {
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
            // When a team sealed or moved is not bound to the millisecond.
            let is_figure = *before == ':' && first.is_ascii_digit();
            if !is_figure || line[..=*at].ends_with("\"at_ms\":") {
                continue;
            }
            let digits = line[*start..].chars().take_while(char::is_ascii_digit).count();
            let number: u64 = line[*start..start + digits].parse().unwrap();
            for other in [number + 1, u64::from(u32::MAX), u64::MAX] {
                let mut tampered = record.clone();
                tampered.lines[place] = format!("{}{other}{}", &line[..*start], &line[start + digits..]);
                assert!(tampered.verified().is_err(), "{}", tampered.lines[place]);
            }
            figures += 1;
        }
    }
    assert!(figures >= 150, "{figures}");
}

#[test]
fn a_changed_price_is_found_where_its_consequence_is() {
    let fault = tampered(|record| {
        let opening = record.find("lists_opened", 1);
        record.replace(opening, r#"{"lot":"X","price":9}"#, r#"{"lot":"X","price":10}"#);
        record.find("rebid_sealed", 1)
    });
    let expected = matches!(fault, Fault::Refused { rejection: Rejection::NotTied { team: A } });
    assert!(expected, "a has won without a re-bid: {fault:?}");
    let fault = changed("lists_opened", 2, r#"{"lot":"Y","price":2}"#, r#"{"lot":"Y","price":3}"#);
    assert!(matches!(fault, Fault::Different { .. }), "no wave is called: {fault:?}");
    let fault = tampered(|record| {
        let place = record.find("rebids_opened", 1);
        record.replace(place, r#""price":12"#, r#""price":13"#);
        record.result()
    });
    assert!(matches!(fault, Fault::WrongResult { part: Part::Round(0), .. }), "{fault:?}");
}

#[test]
fn an_opened_list_that_breaks_the_rules_is_found() {
    let fault = changed("lists_opened", 1, r#"{"lot":"X","price":9}"#, r#"{"lot":"X","price":31}"#);
    assert!(matches!(&fault, Fault::InvalidList { team, .. } if team == "a"), "{fault:?}");
    let fault = changed("lists_opened", 2, r#"{"lot":"Y","price":5}"#, r#"{"lot":"T-2","price":5}"#);
    assert!(matches!(&fault, Fault::InvalidList { team, .. } if team == "d"), "T-2 is gone: {fault:?}");
    let fault = changed("rebids_opened", 2, r#""price":6"#, r#""price":4"#);
    assert!(matches!(&fault, Fault::InvalidRebid { team, .. } if team == "b"), "{fault:?}");
}

#[test]
fn what_is_opened_is_what_was_sealed() {
    let list = r#"{"team":"b","bids":[{"lot":"X","price":9},{"lot":"T-2","price":4}]},"#;
    let fault = changed("lists_opened", 1, list, "");
    assert!(matches!(&fault, Fault::NotOpened { team } if team == "b"), "{fault:?}");
    let late = r#"{"lot":"Y","price":3}]},{"team":"e","bids":[{"lot":"Y","price":3}]}"#;
    let fault = changed("lists_opened", 1, r#"{"lot":"Y","price":3}]}"#, late);
    assert!(matches!(&fault, Fault::NotSealed { team } if team == "e"), "{fault:?}");
    let withdrawn = r#"{"lot":"Y","price":3}]},{"team":"d","bids":[{"lot":"X","price":20}]}"#;
    let fault = changed("lists_opened", 1, r#"{"lot":"Y","price":3}]}"#, withdrawn);
    assert!(matches!(&fault, Fault::NotSealed { team } if team == "d"), "{fault:?}");
    let fault = changed("rebids_opened", 1, r#",{"team":"b","raises":[]}"#, "");
    assert!(matches!(&fault, Fault::NotOpened { team } if team == "b"), "{fault:?}");
    let fault = dropped("bids_sealed", 2, 3);
    assert!(matches!(&fault, Fault::NotSealed { team } if team == "b"), "{fault:?}");
}

#[test]
fn a_list_that_came_late_is_found() {
    let fault = tampered(|record| {
        let place = record.find("bids_sealed", 4);
        record.replace(place, r#""at_ms":5200"#, r#""at_ms":90100"#);
        place
    });
    assert!(matches!(fault, Fault::Overdue { due: GameTime(90_100) }), "{fault:?}");
}

#[test]
fn a_list_of_a_team_that_is_out_or_has_sealed_is_found() {
    let fault = tampered(|record| {
        let place = record.find("bids_sealed", 4);
        record.lines[place] = record.lines[place].replace("team:c", "team:d").replace(r#""c""#, r#""d""#);
        place
    });
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::Disqualified { team: D } }), "{fault:?}");
    let fault = tampered(|record| {
        let place = record.find("bids_sealed", 4);
        record.lines[place] = record.lines[place].replace("team:c", "team:b").replace(r#""c""#, r#""b""#);
        place
    });
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::Replaced { .. } }), "{fault:?}");
}

#[test]
fn a_window_that_closes_early_is_found() {
    let fault = changed("lists_opened", 1, r#""at_ms":90100"#, r#""at_ms":90099"#);
    assert!(matches!(fault, Fault::NotDue), "{fault:?}");
    let fault = tampered(|record| {
        let place = record.find("end_signalled", 1);
        let ends_at = record.lines[place].rsplit(':').next().unwrap().trim_end_matches('}');
        let ends_at: u64 = ends_at.parse().unwrap();
        let ended = record.find("game_ended", 1);
        record.replace(ended, &format!(r#""at_ms":{ends_at}"#), &format!(r#""at_ms":{}"#, ends_at - 1));
        ended
    });
    assert!(matches!(fault, Fault::NotDue), "{fault:?}");
}

#[test]
fn a_wave_without_a_tie_and_a_tie_without_a_wave_are_found() {
    let fault = changed("lists_opened", 1, r#","rebid_closes_at_ms":120100"#, "");
    assert!(matches!(fault, Fault::Different { .. }), "{fault:?}");
    let fault = changed("rebids_opened", 2, r"]}}", r#"],"rebid_closes_at_ms":180000}}"#);
    assert!(matches!(fault, Fault::Different { .. }), "{fault:?}");
}

#[test]
fn time_that_goes_back_is_found() {
    let fault = changed("bids_sealed", 2, r#""at_ms":3100"#, r#""at_ms":1099"#);
    assert!(matches!(fault, Fault::TimeGoesBack { at: GameTime(1_099), before: GameTime(1_100) }));
    let fault = changed("round_finalised", 1, r#""at_ms":1"#, r#""at_ms":"#);
    assert!(matches!(fault, Fault::TimeGoesBack { .. }), "{fault:?}");
}

#[test]
fn a_lot_that_is_confirmed_twice_is_found() {
    let fault = changed("lots_confirmed", 2, r#"["Y","T-2"]"#, r#"["X"]"#);
    let expected = matches!(fault, Fault::Refused { rejection: Rejection::AlreadyConfirmed { lot: X } });
    assert!(expected, "{fault:?}");
}

#[test]
fn a_round_is_final_when_all_is_confirmed_and_not_before() {
    let fault = tampered(|record| {
        let place = record.find("lots_confirmed", 2);
        record.replace(place, r#"["Y","T-2"]"#, r#"["Y"]"#);
        place + 1
    });
    assert!(matches!(fault, Fault::Unprompted), "{fault:?}");
    let fault = dropped("round_finalised", 1, 0);
    assert!(matches!(fault, Fault::Different { .. }), "{fault:?}");
}

#[test]
fn a_stone_in_the_air_outside_or_of_another_team_is_found() {
    let in_air = changed("stone_placed", 1, r#""row":1,"col":1"#, r#""row":0,"col":1"#);
    assert!(is_invalid_wall(&in_air), "{in_air:?}");
    let outside = changed("stone_placed", 3, r#""row":0,"col":1"#, r#""row":1,"col":1"#);
    assert!(is_invalid_wall(&outside), "{outside:?}");
    let anothers = changed("stone_placed", 3, "T-2-1", "Y-1");
    assert!(matches!(anothers, Fault::Refused { rejection: Rejection::NotOwned { .. } }), "{anothers:?}");
    let twice = changed("stone_taken_out", 1, r#""stone":"Y-1""#, r#""stone":"Y-2""#);
    assert!(matches!(twice, Fault::Refused { rejection: Rejection::NotOwned { .. } }), "{twice:?}");
    let in_air = changed("wall_replaced", 1, r#""row":1"#, r#""row":0"#);
    assert!(is_invalid_wall(&in_air), "{in_air:?}");
}

fn is_invalid_wall(fault: &Fault) -> bool {
    matches!(fault, Fault::Refused { rejection: Rejection::InvalidWall { .. } })
}

#[test]
fn nothing_is_placed_after_the_end() {
    let fault = tampered(|record| {
        let ended = record.find("game_ended", 1);
        let at = record.lines[ended].split("\"at_ms\":").nth(1).unwrap();
        let at: u64 = at.split(',').next().unwrap().parse().unwrap();
        let line = format!(
            r#"{{"kind":"event","sequence":0,"at_ms":{at},"by":"team:c","fact":{{"fact":"stone_taken_out","team":"c","stone":"Y-1"}}}}"#
        );
        record.lines.insert(ended + 1, line);
        record.renumber();
        ended + 1
    });
    let expected =
        matches!(fault, Fault::Refused { rejection: Rejection::WrongPhase { phase: Phase::Ended } });
    assert!(expected, "{fault:?}");
}

#[test]
fn acts_in_the_wrong_phase_or_by_the_wrong_person_are_found() {
    let fault = changed("round_opened", 1, r#""round":1"#, r#""round":2"#);
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::WrongRound { .. } }), "{fault:?}");
    for (fact, from, to) in [
        ("round_opened", "judge", "clock"),
        ("round_opened", "judge", "team:a"),
        ("stone_placed", "team:a", "team:b"),
        ("result_declared", "judge", "clock"),
        ("lists_opened", "clock", "judge"),
    ] {
        let fault = changed(fact, 1, &format!(r#""by":"{from}""#), &format!(r#""by":"{to}""#));
        assert!(matches!(fault, Fault::WrongActor), "{fact} by {to}: {fault:?}");
    }
    let fault = dropped("end_signalled", 1, 1);
    assert!(matches!(fault, Fault::NotDue), "{fault:?}");
    let fault = dropped("resumed", 1, 1);
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::Paused }), "{fault:?}");
}

#[test]
fn a_janken_of_teams_that_are_not_tied_and_a_hasty_declaration_are_found() {
    let fault = changed("janken_entered", 1, r#"["f","e"]"#, r#"["a","e"]"#);
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::NotATiedGroup { .. } }), "{fault:?}");
    let fault = dropped("janken_entered", 1, 0);
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::JankenOpen { .. } }), "{fault:?}");
    let fault = tampered(|record| {
        let place = record.find("janken_entered", 1);
        record.replace(place, r#"["f","e"]"#, r#"["e","f"]"#);
        record.result()
    });
    assert!(matches!(fault, Fault::WrongResult { part: Part::Row(3), .. }), "{fault:?}");
}

#[test]
fn a_disqualification_or_its_end_that_is_left_out_is_found() {
    let fault = dropped("team_disqualified", 1, 1);
    assert!(matches!(&fault, Fault::NotOpened { team } if team == "d"), "{fault:?}");
    let fault = tampered(|record| {
        let place = record.find("team_reinstated", 1);
        record.lines.remove(place);
        record.renumber();
        // The first thing it does then.
        record.find("bids_sealed", 8)
    });
    assert!(matches!(fault, Fault::Refused { rejection: Rejection::Disqualified { team: D } }), "{fault:?}");
}

#[test]
fn events_that_stop_before_their_consequence_are_found() {
    let fault = tampered(|record| {
        let finalised = record.find("round_finalised", 1);
        let result = record.lines.pop().unwrap();
        record.lines.truncate(finalised);
        record.lines.push(result);
        finalised
    });
    assert!(matches!(fault, Fault::Missing { .. }), "{fault:?}");
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
    let fault = changed("round_voided", 1, r#""sequence":"#, r#""sequence":9"#);
    assert!(matches!(fault, Fault::Unreadable(Error::Gap { .. })), "{fault:?}");
}
