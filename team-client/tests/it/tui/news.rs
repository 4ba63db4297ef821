//! What the screen says of its own accord: what the judge has done and why, what was won, what is not known; and that none
//! of it outlives what it speaks of.

use ishigaki_client::{CallError, Connection, Ticket};
use ishigaki_rules::{Act, Announcement, LotChoice, Millis, RoundNo};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Event, Key, Notice};
use tonic::Code;

use super::fixture::{A, B, C, D, O, P, ScreenFixture, setup};

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

fn lose(fixture: &mut ScreenFixture, ticket: Ticket) {
    let answer = CallResult::Sealed(Err(CallError::Unanswered { code: Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer });
}

fn cut(fixture: &mut ScreenFixture) {
    let (since, code) = (fixture.instant(), Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
}

fn heal(fixture: &mut ScreenFixture) {
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
}

#[test]
fn after_a_lost_answer_nothing_is_known_until_the_feed_has_told_and_no_key_takes_the_sentence_away() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    lose(&mut fixture, ticket);
    cut(&mut fixture);
    for keys in ["", "b", "\u{1b}", "o", "w", "l"] {
        fixture.keys(keys);
        fixture.shows("the list may be sealed or not");
        fixture.shows("NOT KNOWN WHAT IS SEALED");
        fixture.hides("NO LIST IS SEALED");
    }
    fixture.shows("NOT KNOWN: no answer came.");
    // It had arrived.
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    let _ = fixture.judged(&request);
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.shows("the feed shows it: it is sealed as revision 1");
    fixture.shows("✓ Sealed: revision 1, 1 bid");
    fixture.hides("NOT KNOWN");
}

#[test]
fn a_list_that_did_not_arrive_is_told_so_once_the_feed_is_back_and_can_be_sent_again() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, _) = fixture.call().unwrap();
    lose(&mut fixture, ticket);
    cut(&mut fixture);
    heal(&mut fixture);
    fixture.hides("NOT KNOWN");
    fixture.shows("It did not arrive, and is not sealed");
    fixture.shows("THE DRAFT IS NOT SEALED");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.hides("did not arrive");
}

#[test]
fn a_lost_answer_to_a_wall_stays_said_until_the_feed_has_told() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("w.\n");
    fixture.keys("W");
    let (ticket, request) = fixture.building().unwrap();
    let answer = CallResult::Built(Err(CallError::Unanswered { code: Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer });
    cut(&mut fixture);
    fixture.keys("l");
    fixture.shows("the wall may be changed or not");
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    let _ = fixture.built(&request);
    fixture.hides("may be changed or not");
    heal(&mut fixture);
    fixture.hides("did not arrive");
}

#[test]
fn a_refusal_and_a_hint_go_with_what_they_speak_of() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("s");
    fixture.shows("not possible now, in the phase \"Waiting for round 1 to start\"");
    fixture.open(1);
    fixture.hides("That is not possible now");
    fixture.judge(Act::Pause { reason: "wind".into() });
    fixture.keys("a42\ns");
    assert!(fixture.call().is_none(), "the screen knows that the server would refuse it");
    fixture.shows("Refused: ");
    fixture.judge(Act::Resume);
    fixture.hides("Refused: ");
    cut(&mut fixture);
    fixture.keys("s");
    fixture.shows("There is no connection.");
    heal(&mut fixture);
    fixture.hides("There is no connection.");
}

#[test]
fn what_was_said_of_a_sealing_goes_with_the_teams_part_in_the_game() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    fixture.shows("Sealed as revision 1");
    fixture.judge(Act::Disqualify { team: A, reason: "phones in the hall".into() });
    fixture.hides("Sealed as revision 1");
    for panel in ["l", "v", "w", "h"] {
        fixture.keys(panel);
        fixture.keys("\u{1b}");
        fixture.shows("is disqualified: phones in the hall");
        fixture.shows("!! DISQUALIFIED");
    }
    fixture.judge(Act::Reinstate { team: A, reason: "it was another team".into() });
    fixture.keys("l");
    fixture.hides("phones");
    fixture.hides("DISQUALIFIED");
    fixture.shows("from the next round on (E3)");
    fixture.shows("it was another team");
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.open(2);
    fixture.keys("l");
    fixture.hides("it was another team");
}

#[test]
fn another_teams_disqualification_is_no_news_of_this_team() {
    let mut fixture = bidding();
    fixture.judge(Act::Disqualify { team: B, reason: "phones in the hall".into() });
    fixture.hides("phones");
}

#[test]
fn a_pause_an_extension_and_a_void_round_are_told_with_their_reasons_as_long_as_they_hold() {
    let mut fixture = bidding();
    fixture.judge(Act::Pause { reason: "wind in the hall".into() });
    fixture.keys("l\u{1b}");
    fixture.shows("wind in the hall");
    fixture.judge(Act::Resume);
    fixture.hides("wind in the hall");
    fixture.judge(Act::Extend { by: Millis(30_000), reason: "a cable".into() });
    fixture.shows("a cable");
    fixture.keys("l");
    fixture.shows("a cable");
    fixture.keys("\u{1b}");
    fixture.hides("a cable");
    fixture.judge(Act::Extend { by: Millis(30_000), reason: "another cable".into() });
    fixture.shows("» The running window has got more time: another cable (T).");
    fixture.shows("another cable");
    let reason = "the wrong problem".into();
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason });
    fixture.hides("another cable");
    fixture.shows("the wrong problem");
    fixture.open(1);
    fixture.hides("the wrong problem");
}

#[test]
fn a_remark_is_told_until_the_game_goes_on_or_it_is_put_away() {
    let mut fixture = bidding();
    fixture.judge(Act::Remark { text: "Lunch is at noon".into() });
    fixture.shows("Lunch is at noon");
    fixture.keys("\u{1b}");
    fixture.hides("Lunch is at noon");
    fixture.judge(Act::Remark { text: "Lunch is at one".into() });
    fixture.shows("Lunch is at one");
    fixture.wait(90_000);
    fixture.hides("Lunch is at one");
}

#[test]
fn an_announcement_is_told_in_the_readers_language_beside_a_remark() {
    for (lang, text) in [
        (Lang::En, "Announcement to you alone: To the stage"),
        (Lang::Ja, "このチームだけへのお知らせ：舞台へ"),
    ] {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        fixture.open(1);
        fixture.judge(Act::Remark { text: "it rains".into() });
        let said = Announcement::new("To the stage", "舞台へ").unwrap();
        fixture.judge(Act::Announce { teams: vec![A], text: said, asked: None, corrects: false });
        fixture.shows("it rains");
        fixture.shows(text.split_once(['：', ':']).unwrap().1.trim());
        fixture.wait(90_000);
        fixture.shows(text);
        fixture.keys("\u{1b}");
        fixture.hides(text);
        assert_eq!(fixture.state.unread(), 1, "it is put away, not read");
    }
}

#[test]
fn what_was_won_is_told_from_the_opening_on_with_what_is_left() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.tie();
    fixture.shows("Round 1: won P for 100, to be confirmed. 960 TSUYAMA are left then.");
    fixture.shows("1,060 → 960 TSUYAMA");
    fixture.raise(A, &[(1, 410)]);
    fixture.raise(B, &[(1, 450)]);
    fixture.shows("Round 1: won P for 100, D for 20, to be confirmed. 940 TSUYAMA are left then.");
    let confirm = |lots| Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen: None };
    fixture.judge(confirm(LotChoice::One(P)));
    fixture.shows("won P for 100 ✓, D for 20, to be confirmed");
    fixture.judge(confirm(LotChoice::All));
    fixture.shows("Round 1: won P for 100, D for 20. 940 TSUYAMA are left.");
    fixture.shows("  940 TSUYAMA");
    fixture.hides("→");
    fixture.open(2);
    fixture.hides("won P for 100");
    fixture.wait(90_000);
    fixture.shows("Round 2: nothing won so far, to be confirmed. 940 TSUYAMA are left then.");
}

#[test]
fn all_teams_count_what_is_won_and_not_yet_confirmed_the_same_everywhere() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.tie();
    fixture.raise(A, &[(1, 410)]);
    fixture.raise(B, &[(1, 450)]);
    fixture.keys("o");
    let row = |fixture: &ScreenFixture| {
        let screen = fixture.screen();
        let line = screen.lines().find(|line| line.contains("› 津山高専")).unwrap().to_owned();
        line.split_whitespace().skip(3).take(4).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = row(&fixture);
    assert_eq!(before, ["940", "2", "7", "4"]);
    fixture.confirm_all();
    assert_eq!(row(&fixture), before, "that it is confirmed changes no figure");
}

#[test]
fn the_standings_stand_on_the_teams_screen_with_what_separates_the_teams() {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    fixture.place(A, P, 2, 0, 0, 1);
    fixture.keys("O");
    fixture.shows("if the game ended now");
    fixture.shows("› 1st 津山高専");
    fixture.shows("fewer empty squares: 6 against 11");
}

#[test]
fn no_place_and_no_need_shows_before_its_reveal() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.finish();
    fixture.place(A, P, 2, 0, 0, 1);
    fixture.open(2);
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    let places = ["1st", "2nd", "3rd"];
    let covered = |fixture: &mut ScreenFixture| {
        for panel in ["O", "o"] {
            fixture.keys(panel);
            if panel == "o" {
                fixture.shows("? ? ? ? ? ?");
            }
            for place in places {
                fixture.hides(place);
            }
            fixture.hides("fewer empty squares");
        }
    };
    covered(&mut fixture);
    fixture.judge(Act::DeclareResult);
    covered(&mut fixture);
    fixture.keys("O");
    let before = fixture.state.revision();
    fixture.reveal(1);
    assert_ne!(fixture.state.revision(), before, "a reveal is painted at once");
    fixture.shows("3rd");
    fixture.hides("› 1st");
    fixture.reveal(3);
    fixture.shows("› 1st");
    fixture.keys("o");
    fixture.hides("? ? ?");
}

#[test]
fn names_that_begin_alike_stay_different_in_every_table() {
    for (columns, lines) in [(110, 30), (80, 24), (60, 16)] {
        let mut setup = setup();
        for (team, end) in setup.teams.iter_mut().zip(["A", "B", "C"]) {
            team.name = format!("Team of the masons of Tsuyama {end}");
        }
        let mut fixture = ScreenFixture::before(setup, Lang::En, columns, lines);
        fixture.connect();
        fixture.finish();
        for panel in ["o", "O"] {
            fixture.keys(panel);
            for end in ["…A ", "…B ", "…C "] {
                fixture.shows(end);
            }
        }
    }
}

#[test]
fn a_team_that_came_back_in_mid_round_has_not_declined_it() {
    let mut fixture = ScreenFixture::small();
    fixture.judge(Act::Disqualify { team: A, reason: "late".into() });
    fixture.open(1);
    fixture.judge(Act::Reinstate { team: A, reason: "it was not".into() });
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.keys("v");
    fixture.shows("Not in this round (E3).");
    fixture.hides("Declined");
}

#[test]
fn a_re_bid_names_who_is_tied_and_how_much_they_may_name() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(A, &[(O, 400)]);
    fixture.bids(B, &[(O, 400), (P, 30)]);
    fixture.bids(C, &[(O, 400), (D, 660)]);
    fixture.wait(89_000);
    fixture.shows("Tied with Bricklayers (may name 1,030)");
    fixture.shows("(cannot go higher)");
}

#[test]
fn news_that_do_not_fit_are_counted() {
    let mut fixture = bidding();
    fixture.happen(Input::Resize { columns: 60, lines: 16 });
    fixture.judge(Act::Pause { reason: "wind ".repeat(20) });
    fixture.judge(Act::Remark { text: "Lunch is at noon".into() });
    fixture.judge(Act::Extend { by: Millis(1_000), reason: "a cable".into() });
    fixture.shows("2 more: h shows the log.");
}

#[test]
fn a_notice_of_the_last_key_stands_below_the_news() {
    let mut fixture = bidding();
    fixture.judge(Act::Remark { text: "Lunch is at noon".into() });
    fixture.key(Key::Char('r'));
    assert_eq!(fixture.state.notice(), Some(&Notice::NothingSealed));
    fixture.shows("Lunch is at noon");
    fixture.shows("Nothing is sealed.");
}
