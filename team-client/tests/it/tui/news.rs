//! Bulletins: acts of the judge with reasons, won stones, unknown outcomes; each disappears with its subject.

use ishigaki_client::{CallError, Connection, Ticket};
use ishigaki_rules::{Act, Announcement, LotChoice, Millis, RoundNo};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Event};
use tonic::Code;

use super::fixture::{A, B, P, ScreenFixture};

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

fn heal(fixture: &mut ScreenFixture) {
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
}

#[test]
fn lost_answer_leaves_list_unknown_until_feed_catches_up() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    lose(&mut fixture, ticket);
    fixture.cut();
    for keys in ["", "b", "\u{1b}", "o", "w", "l"] {
        fixture.keys(keys);
        fixture.shows("No response: the list may be");
        fixture.shows("NO RESPONSE: your list may");
        fixture.hides("NOT SUBMITTED.");
    }
    fixture.shows("UNKNOWN: no response.");
    // It had arrived.
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    let _ = fixture.judged(&request);
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.shows("the server has revision 1");
    fixture.shows("✓ Submitted 0:01: 1 bid");
    fixture.hides("UNKNOWN");
}

#[test]
fn lost_list_is_reported_and_can_be_submitted_again() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, _) = fixture.call().unwrap();
    lose(&mut fixture, ticket);
    fixture.cut();
    heal(&mut fixture);
    fixture.hides("UNKNOWN");
    fixture.shows("Submission failed: the server didn't receive it");
    fixture.shows("NOT SUBMITTED: 1 bid in the draft");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.hides("did not arrive");
}

#[test]
fn lost_answer_to_wall_is_shown_until_feed_has_wall() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("w.\n");
    fixture.keys("W");
    let (ticket, request) = fixture.building().unwrap();
    let answer = CallResult::Built(Err(CallError::Unanswered { code: Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.cut();
    fixture.keys("l");
    fixture.shows("No response: the wall may be saved.");
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    let _ = fixture.built(&request);
    fixture.hides("No response: the wall may");
    heal(&mut fixture);
    fixture.hides("did not arrive");
}

#[test]
fn rejection_and_hint_disappear_with_their_cause() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("s");
    fixture.shows("Not possible in the phase \"Waiting for round 1 to start\"");
    fixture.open(1);
    fixture.hides("Not possible in the phase");
    fixture.judge(Act::Pause { reason: "wind".into() });
    fixture.keys("a42\ns");
    assert!(fixture.call().is_none(), "the screen knows that the server would refuse it");
    fixture.shows("Rejected: ");
    fixture.judge(Act::Resume);
    fixture.hides("Rejected: ");
    fixture.cut();
    fixture.keys("s");
    fixture.shows("Not connected. The draft");
    heal(&mut fixture);
    fixture.hides("Not connected. The draft");
}

#[test]
fn success_notice_ends_with_the_teams_part_in_the_game() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    fixture.shows("Submitted as revision 1");
    fixture.judge(Act::Disqualify { team: A, reason: "phones in the hall".into() });
    fixture.hides("Submitted as revision 1");
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
    fixture.shows("REINSTATED: your team can bid");
    fixture.shows("it was another team");
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.open(2);
    fixture.keys("l");
    fixture.hides("it was another team");
}

#[test]
fn pause_extension_and_void_are_shown_while_in_effect() {
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
    fixture.shows("» Time extended: another cable (T).");
    fixture.shows("another cable");
    let reason = "the wrong problem".into();
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason });
    fixture.hides("another cable");
    fixture.shows("the wrong problem");
    fixture.open(1);
    fixture.hides("the wrong problem");
}

#[test]
fn announcement_is_shown_in_selected_language() {
    for (lang, text) in [
        (Lang::En, "Announcement to your team only: To the stage"),
        (Lang::Ja, "このチームだけへのお知らせ：舞台へ"),
    ] {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        fixture.open(1);
        fixture.judge(Act::Remark { text: "it rains".into() });
        let announcement = Announcement::new("To the stage", "舞台へ").unwrap();
        fixture.judge(Act::Announce { teams: vec![A], text: announcement, asked: None, corrects: false });
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
fn won_lots_and_money_left_are_shown_from_opening() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.tie();
    fixture.shows("Round 1: won P for 100 (unconfirmed). 960 TSUYAMA left if confirmed.");
    fixture.shows("1,060 → 960 TSUYAMA");
    fixture.raise(A, &[(1, 410)]);
    fixture.raise(B, &[(1, 450)]);
    fixture.shows("Round 1: won P for 100, D for 20 (unconfirmed). 940 TSUYAMA left if confirmed.");
    let confirm = |lots| Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen: None };
    fixture.judge(confirm(LotChoice::One(P)));
    fixture.shows("won P for 100 ✓, D for 20 (unconfirmed)");
    fixture.judge(confirm(LotChoice::All));
    fixture.shows("Round 1: won P for 100, D for 20. 940 TSUYAMA left.");
    fixture.shows("  940 TSUYAMA");
    fixture.hides("→");
    fixture.open(2);
    fixture.hides("won P for 100");
    fixture.wait(90_000);
    fixture.shows("Round 2: nothing won so far (unconfirmed). 940 TSUYAMA left.");
}

#[test]
fn places_and_rival_needs_are_hidden_before_reveal() {
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
fn team_reinstated_mid_round_has_not_declined() {
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
