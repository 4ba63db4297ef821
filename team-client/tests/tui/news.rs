//! What the screen says of its own accord: what the judge has done and why, what was won, what is not known; and that none
//! of it outlives what it speaks of.

use ishigaki_client::{CallError, Connection, Ticket};
use ishigaki_rules::{Act, Announcement, LotChoice, Millis, RoundNo};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use team_client::tui::{Answer, Event, Key, Notice};
use tonic::Code;

use crate::hall::{A, B, C, D, Hall, O, P, setup};

fn bidding() -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall
}

fn lose(hall: &mut Hall, ticket: Ticket) {
    let answer = Answer::Sealed(Err(CallError::Unanswered { code: Code::Unavailable }));
    hall.happen(Event::Answer { ticket, answer });
}

fn cut(hall: &mut Hall) {
    let (since, code) = (hall.instant(), Code::Unavailable);
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
}

fn heal(hall: &mut Hall) {
    hall.happen(FeedEvent::Connection(Connection::Connected));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
}

#[test]
fn after_a_lost_answer_nothing_is_known_until_the_feed_has_told_and_no_key_takes_the_sentence_away() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    let (ticket, request) = hall.call().unwrap();
    lose(&mut hall, ticket);
    cut(&mut hall);
    for keys in ["", "b", "\u{1b}", "o", "w", "l"] {
        hall.keys(keys);
        hall.shows("the list may be sealed or not");
        hall.shows("NOT KNOWN WHAT IS SEALED");
        hall.hides("NO LIST IS SEALED");
    }
    hall.shows("NOT KNOWN: no answer came.");
    // It had arrived.
    hall.happen(FeedEvent::Connection(Connection::Connected));
    let _ = hall.judged(&request);
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.shows("the feed shows it: it is sealed as revision 1");
    hall.shows("✓ Sealed: revision 1, 1 bid");
    hall.hides("NOT KNOWN");
}

#[test]
fn a_list_that_did_not_arrive_is_told_so_once_the_feed_is_back_and_can_be_sent_again() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    let (ticket, _) = hall.call().unwrap();
    lose(&mut hall, ticket);
    cut(&mut hall);
    heal(&mut hall);
    hall.hides("NOT KNOWN");
    hall.shows("It did not arrive, and is not sealed");
    hall.shows("THE DRAFT IS NOT SEALED");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42)]));
    hall.hides("did not arrive");
}

#[test]
fn a_lost_answer_to_a_wall_stays_said_until_the_feed_has_told() {
    let mut hall = Hall::small();
    hall.win(1, &[P]);
    hall.keys("w.\n");
    hall.keys("W");
    let (ticket, request) = hall.building().unwrap();
    let answer = Answer::Built(Err(CallError::Unanswered { code: Code::Unavailable }));
    hall.happen(Event::Answer { ticket, answer });
    cut(&mut hall);
    hall.keys("l");
    hall.shows("the wall may be changed or not");
    hall.happen(FeedEvent::Connection(Connection::Connected));
    let _ = hall.built(&request);
    hall.hides("may be changed or not");
    heal(&mut hall);
    hall.hides("did not arrive");
}

#[test]
fn a_refusal_and_a_hint_go_with_what_they_speak_of() {
    let mut hall = Hall::small();
    hall.keys("s");
    hall.shows("not possible now, in the phase \"Waiting for round 1 to start\"");
    hall.open(1);
    hall.hides("That is not possible now");
    hall.judge(Act::Pause { reason: "wind".into() });
    hall.keys("a42\ns");
    let (ticket, request) = hall.call().unwrap();
    let answer = hall.judged(&request);
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("Refused: ");
    hall.judge(Act::Resume);
    hall.hides("Refused: ");
    cut(&mut hall);
    hall.keys("s");
    hall.shows("There is no connection.");
    heal(&mut hall);
    hall.hides("There is no connection.");
}

#[test]
fn what_was_said_of_a_sealing_goes_with_the_teams_part_in_the_game() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    hall.serve();
    hall.shows("Sealed as revision 1");
    hall.judge(Act::Disqualify { team: A, reason: "phones in the hall".into() });
    hall.hides("Sealed as revision 1");
    for panel in ["l", "v", "w", "h"] {
        hall.keys(panel);
        hall.keys("\u{1b}");
        hall.shows("is disqualified: phones in the hall");
        hall.shows("!! DISQUALIFIED");
    }
    hall.judge(Act::Reinstate { team: A, reason: "it was another team".into() });
    hall.keys("l");
    hall.hides("phones");
    hall.hides("DISQUALIFIED");
    hall.shows("from the next round on (E3)");
    hall.shows("it was another team");
    hall.wait(90_000);
    hall.confirm_all();
    hall.open(2);
    hall.keys("l");
    hall.hides("it was another team");
}

#[test]
fn another_teams_disqualification_is_no_news_of_this_team() {
    let mut hall = bidding();
    hall.judge(Act::Disqualify { team: B, reason: "phones in the hall".into() });
    hall.hides("phones");
}

#[test]
fn a_pause_an_extension_and_a_void_round_are_told_with_their_reasons_as_long_as_they_hold() {
    let mut hall = bidding();
    hall.judge(Act::Pause { reason: "wind in the hall".into() });
    hall.keys("l\u{1b}");
    hall.shows("wind in the hall");
    hall.judge(Act::Resume);
    hall.hides("wind in the hall");
    hall.judge(Act::Extend { by: Millis(30_000), reason: "a cable".into() });
    hall.shows("a cable");
    hall.keys("l");
    hall.shows("a cable");
    hall.keys("\u{1b}");
    hall.hides("a cable");
    hall.judge(Act::Extend { by: Millis(30_000), reason: "another cable".into() });
    hall.shows("» The running window has got more time: another cable (T).");
    hall.shows("another cable");
    let reason = "the wrong problem".into();
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason });
    hall.hides("another cable");
    hall.shows("the wrong problem");
    hall.open(1);
    hall.hides("the wrong problem");
}

#[test]
fn a_remark_is_told_until_the_game_goes_on_or_it_is_put_away() {
    let mut hall = bidding();
    hall.judge(Act::Remark { text: "Lunch is at noon".into() });
    hall.shows("Lunch is at noon");
    hall.keys("\u{1b}");
    hall.hides("Lunch is at noon");
    hall.judge(Act::Remark { text: "Lunch is at one".into() });
    hall.shows("Lunch is at one");
    hall.wait(90_000);
    hall.hides("Lunch is at one");
}

#[test]
fn an_announcement_is_told_in_the_readers_language_beside_a_remark() {
    for (lang, text) in [
        (Lang::En, "Announcement to you alone: To the stage"),
        (Lang::Ja, "このチームだけへのお知らせ：舞台へ"),
    ] {
        let mut hall = Hall::new(lang, 80, 24);
        hall.open(1);
        hall.judge(Act::Remark { text: "it rains".into() });
        let said = Announcement::new("To the stage", "舞台へ").unwrap();
        hall.judge(Act::Announce { teams: vec![A], text: said, asked: None, corrects: false });
        hall.shows("it rains");
        hall.shows(text.split_once(['：', ':']).unwrap().1.trim());
        hall.wait(90_000);
        hall.shows(text);
        hall.keys("\u{1b}");
        hall.hides(text);
        assert_eq!(hall.state.unread(), 1, "it is put away, not read");
    }
}

#[test]
fn what_was_won_is_told_from_the_opening_on_with_what_is_left() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.tie();
    hall.shows("Round 1: won P for 100, to be confirmed. 960 TSUYAMA are left then.");
    hall.shows("1,060 → 960 TSUYAMA");
    hall.raise(A, &[(1, 410)]);
    hall.raise(B, &[(1, 450)]);
    hall.shows("Round 1: won P for 100, D for 20, to be confirmed. 940 TSUYAMA are left then.");
    let confirm = |lots| Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen: None };
    hall.judge(confirm(LotChoice::One(P)));
    hall.shows("won P for 100 ✓, D for 20, to be confirmed");
    hall.judge(confirm(LotChoice::All));
    hall.shows("Round 1: won P for 100, D for 20. 940 TSUYAMA are left.");
    hall.shows("  940 TSUYAMA");
    hall.hides("→");
    hall.open(2);
    hall.hides("won P for 100");
    hall.wait(90_000);
    hall.shows("Round 2: nothing won so far, to be confirmed. 940 TSUYAMA are left then.");
}

#[test]
fn all_teams_count_what_is_won_and_not_yet_confirmed_the_same_everywhere() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.tie();
    hall.raise(A, &[(1, 410)]);
    hall.raise(B, &[(1, 450)]);
    hall.keys("o");
    let row = |hall: &Hall| {
        let screen = hall.screen();
        let line = screen.lines().find(|line| line.contains("› 津山高専")).unwrap().to_owned();
        line.split_whitespace().skip(3).take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = row(&hall);
    assert_eq!(before, ["940", "2", "7", "4"]);
    hall.confirm_all();
    assert_eq!(row(&hall), before, "that it is confirmed changes no figure");
}

#[test]
fn the_standings_stand_on_the_teams_screen_with_what_separates_the_teams() {
    let mut hall = Hall::small();
    hall.finish();
    hall.place(A, P, 2, 0, 0, 1);
    hall.keys("O");
    hall.shows("if the game ended now");
    hall.shows("› 1st 津山高専");
    hall.shows("fewer empty squares: 6 against 11");
}

#[test]
fn names_that_begin_alike_stay_different_in_every_table() {
    for (columns, lines) in [(110, 30), (80, 24), (60, 16)] {
        let mut setup = setup();
        for (team, end) in setup.teams.iter_mut().zip(["A", "B", "C"]) {
            team.name = format!("Team of the masons of Tsuyama {end}");
        }
        let mut hall = Hall::before(setup, Lang::En, columns, lines);
        hall.connect();
        hall.finish();
        for panel in ["o", "O"] {
            hall.keys(panel);
            for end in ["…A ", "…B ", "…C "] {
                hall.shows(end);
            }
        }
    }
}

#[test]
fn a_team_that_came_back_in_mid_round_has_not_declined_it() {
    let mut hall = Hall::small();
    hall.judge(Act::Disqualify { team: A, reason: "late".into() });
    hall.open(1);
    hall.judge(Act::Reinstate { team: A, reason: "it was not".into() });
    hall.wait(90_000);
    hall.confirm_all();
    hall.keys("v");
    hall.shows("Not in this round (E3).");
    hall.hides("Declined");
}

#[test]
fn a_re_bid_names_who_is_tied_and_how_much_they_may_name() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.bids(A, &[(O, 400)]);
    hall.bids(B, &[(O, 400), (P, 30)]);
    hall.bids(C, &[(O, 400), (D, 660)]);
    hall.wait(89_000);
    hall.shows("Tied with Bricklayers (may name 1,030)");
    hall.shows("(cannot go higher)");
}

#[test]
fn news_that_do_not_fit_are_counted() {
    let mut hall = bidding();
    hall.happen(Input::Resize { columns: 60, lines: 16 });
    hall.judge(Act::Pause { reason: "wind ".repeat(20) });
    hall.judge(Act::Remark { text: "Lunch is at noon".into() });
    hall.judge(Act::Extend { by: Millis(1_000), reason: "a cable".into() });
    hall.shows("2 more: h shows the log.");
}

#[test]
fn a_notice_of_the_last_key_stands_below_the_news() {
    let mut hall = bidding();
    hall.judge(Act::Remark { text: "Lunch is at noon".into() });
    hall.key(Key::Char('r'));
    assert_eq!(hall.state.notice(), Some(&Notice::NothingSealed));
    hall.shows("Lunch is at noon");
    hall.shows("Nothing is sealed.");
}
