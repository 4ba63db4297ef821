//! Announcements and calls to tables (`TV4`).

use ishigaki_rules::{GameTime, TextError};
use ishigaki_tournament::{
    Act, Actor, Command, CompetitionPlan, EventMessages, GroupContest, GroupRejection, NoticeFault, PlayerId,
    Rejection, Round, Stage,
};

use crate::desk::Desk;

fn notice(english: &str, japanese: &str) -> Act {
    Act::PostNotice { english: english.to_owned(), japanese: japanese.to_owned() }
}

fn call(round: u32, table: u32, players: &[PlayerId]) -> Act {
    Act::CallPlayers { round: Round(round), table, players: players.to_vec() }
}

fn called(desk: &Desk) -> Vec<(u32, Vec<PlayerId>)> {
    desk.0.open_calls().iter().map(|call| (call.table, call.players.clone())).collect()
}

#[test]
fn announcement_is_possible_from_the_roster_to_the_end() {
    let mut desk = Desk::new();
    for by in [Actor::Organiser, Actor::Desk, Actor::Referee] {
        desk.attempt(by, notice(" Welcome ", "")).unwrap();
    }
    let notices = desk.0.messages().notices();
    assert_eq!(notices.len(), 3);
    assert_eq!((notices[0].english.as_str(), notices[0].japanese.as_str()), ("Welcome", ""));
    desk.must(Act::Abandon { reason: "the hall is flooded".to_owned() });
    assert_eq!(desk.refused(notice("Bye", "")), Rejection::WrongStage { stage: Stage::Abandoned });
}

#[test]
fn announcement_without_one_readable_line_is_refused() {
    let mut desk = Desk::new();
    let long = "あ".repeat(201);
    for (english, japanese, language, error) in [
        ("", " ", "english", TextError::Empty),
        ("two\nlines", "", "english", TextError::Sign { sign: '\n', place: 4 }),
        ("lunch", long.as_str(), "japanese", TextError::TooLong { characters: 201, most: 200 }),
        ("", "\u{200b}", "japanese", TextError::Invisible { characters: 1 }),
    ] {
        let fault = NoticeFault { language, error };
        assert_eq!(desk.refused(notice(english, japanese)), Rejection::BadNotice(fault));
    }
}

#[test]
fn call_names_both_players_or_one() {
    let mut desk = Desk::with_leagues();
    let pairs = desk.pair(1);
    let (one, other) = pairs[1];
    desk.must(call(1, 2, &[]));
    assert_eq!(called(&desk), [(2, vec![one, other])]);
    desk.must(call(1, 2, &[other]));
    desk.must(call(1, 1, &[]));
    assert_eq!(
        called(&desk),
        [(1, vec![pairs[0].0, pairs[0].1]), (2, vec![other])],
        "the last call of a table"
    );
}

#[test]
fn call_ends_with_the_result_or_the_pairing() {
    let mut desk = Desk::with_leagues();
    let (one, other) = desk.pair(1)[0];
    desk.must(call(1, 1, &[]));
    desk.must(call(1, 2, &[]));
    desk.enter(1, one, other);
    assert_eq!(called(&desk).iter().map(|(table, _)| *table).collect::<Vec<_>>(), [2]);
    assert_eq!(desk.refused(call(1, 1, &[])), Rejection::AlreadyEntered { entry: 1 });
    let mut desk = Desk::with_leagues();
    let first = desk.pair(1);
    desk.must(call(1, 1, &[]));
    desk.must(Act::UnpairRound { round: Round(1), reason: "two brothers".to_owned() });
    assert_eq!(called(&desk), []);
    let fixed = vec![(first[0].0, first[1].0)];
    desk.must(Act::PairByRuling { round: Round(1), fixed, reason: "two brothers".to_owned() });
    assert_eq!(called(&desk), [], "another game is at the table");
}

#[test]
fn impossible_call_is_refused() {
    let mut desk = Desk::with_leagues();
    let stage = Stage::Between { next: Round(1) };
    assert_eq!(desk.refused(call(1, 1, &[])), Rejection::WrongStage { stage });
    let pairs = desk.pair(1);
    let wrong = Rejection::WrongRound { named: Round(2), current: Round(1) };
    assert_eq!(desk.refused(call(2, 1, &[])), wrong);
    for table in [0, 5, u32::MAX] {
        assert_eq!(desk.refused(call(1, table, &[])), Rejection::UnknownTable { table });
    }
    for player in [pairs[1].0, PlayerId(99)] {
        let elsewhere = Rejection::NotAtTable { player, table: 1 };
        assert_eq!(desk.refused(call(1, 1, &[pairs[0].0, player])), elsewhere);
    }
}

#[test]
fn flood_of_messages_is_refused() {
    let mut desk = Desk::with_leagues();
    let (one, other) = desk.pair(1)[0];
    for _ in 0..EventMessages::MOST / 2 {
        desk.must(call(1, 1, &[]));
        desk.must(notice("lunch", "昼休み"));
    }
    let flood = Rejection::TooManyMessages { most: EventMessages::MOST };
    assert_eq!(desk.refused(call(1, 1, &[])), flood);
    assert_eq!(desk.refused(notice("lunch", "")), flood);
    desk.enter(1, one, other);
}

#[test]
fn contest_in_groups_has_announcements_but_no_calls() {
    let plan = ishigaki_preset::EventConfig::read(r#"{"preset":"ishigaki"}"#).unwrap().plan().clone();
    let CompetitionPlan::Groups(plan) = plan else { panic!("groups") };
    let mut contest = GroupContest::new(plan);
    let command = |act| Command::new(GameTime(0), Actor::Desk, act);
    for event in contest.decide(&command(notice("", "集合"))).unwrap() {
        contest.apply(&event);
    }
    assert_eq!(contest.messages().notices()[0].japanese, "集合");
    let blank = NoticeFault { language: "english", error: TextError::Empty };
    assert_eq!(contest.decide(&command(notice("", ""))), Err(GroupRejection::BadNotice(blank)));
    assert_eq!(contest.decide(&command(call(1, 1, &[]))), Err(GroupRejection::OfLeagues));
}
