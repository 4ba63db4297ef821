//! The workshop by keys: a wall is drafted, refused where the rules refuse it, planned, sent and agreed upon.

use ishigaki_client::team::{AidsOff, WallRequest};
use ishigaki_client::{CallError, Connection};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Act, Cell, Turn};
use ishigaki_screen::FeedEvent;
use ishigaki_strategy::workshop::{WallTotals, Workshop};
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Dialog, Effect, Event, Notice, SearchProgress, TurnWait, WallNotice};

use super::fixture::{A, D, O, P, ScreenFixture};

/// The team holds P-1, O-1, D-1 and D-2; the frame is 4 columns by 3 rows without its upper left corner.
pub(crate) fn supplied(lang: Lang, columns: u16, lines: u16) -> ScreenFixture {
    let mut fixture = ScreenFixture::new(lang, columns, lines);
    fixture.win(1, &[P, O]);
    fixture.win(2, &[D, D]);
    fixture
}

#[test]
fn solver_switched_off_is_not_started() {
    let mut fixture = ScreenFixture::with_aids_off(AidsOff { solver: true, adviser: false });
    fixture.win(1, &[P, O]);
    fixture.keys("w");
    fixture.effects.clear();
    for key in ["f", "F"] {
        fixture.keys(key);
        assert_eq!(fixture.state.notice(), Some(&Notice::Wall(WallNotice::SolverOff)), "{key}");
        fixture.shows("The organiser has switched the solver off for this contest.");
    }
    assert!(fixture.effects.iter().all(|effect| !matches!(effect, Effect::Search { .. })));
    let works = fixture.page()["shortcuts"]["works"].to_string();
    assert!(!works.contains("fill") && works.contains("undo"), "{works}");
}

fn building() -> ScreenFixture {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w");
    fixture
}

fn shop(fixture: &ScreenFixture) -> &Workshop {
    fixture.state.workshop().unwrap()
}

#[track_caller]
fn notice(fixture: &ScreenFixture) -> &WallNotice {
    match fixture.state.notice() {
        Some(Notice::Wall(notice)) => notice,
        other => panic!("no word of the wall: {other:?}"),
    }
}

fn spot(row: i32, col: i32) -> Spot {
    Spot { turn: Turn::None, at: Cell { row, col } }
}

#[test]
fn wall_is_laid_by_keys_and_sent_as_whole() {
    let mut fixture = building();
    fixture.shows("No stones placed yet.");
    fixture.shows("4 stones to place");
    // P, the first lot, comes up where it can lie.
    fixture.shows("✓ P-1 at row 1, column 2: fits.");
    fixture.keys("←");
    fixture.shows("P-1 at row 1, column 1: outside the frame at (1,1) (W2)");
    fixture.keys("\n");
    fixture.shows("It doesn't fit here. The");
    fixture.keys("→");
    fixture.shows("✓ P-1 at row 1, column 2: fits.");
    fixture.keys("\n");
    fixture.shows("Wall not saved: 1 placed, 0 moved, 0 removed");
    fixture.shows("Saved: 11 empty, 3 gaps at top. Draft: 6 empty, 1 gap at top.");
    fixture.keys("W");
    fixture.shows("Sending…");
    fixture.serve();
    assert_eq!(fixture.laid(), [(P, 1, 0, 0, 1)]);
    assert_eq!(notice(&fixture), &WallNotice::Built(WallTotals { empty: 6, top_gaps: 1, used: 1 }));
    fixture.shows("Wall saved.");
    fixture.keys("W");
    assert_eq!(notice(&fixture), &WallNotice::Same);
}

#[test]
fn stones_are_sent_one_by_one_in_support_order() {
    let mut fixture = building();
    let mut sent = Vec::new();
    // Each stone at the lowest place where it can lie as it is.
    for _ in 0..4 {
        fixture.keys(".");
        fixture.keys(if shop(&fixture).can_lay() { "\n" } else { "n" });
    }
    let steps = shop(&fixture).steps().len();
    assert!(steps > 1, "several stones lie: {steps}");
    for _ in 0..steps {
        fixture.keys("e");
        let (ticket, request) = fixture.building().unwrap();
        sent.push(request.clone());
        let answer = fixture.built(&request);
        assert!(matches!(answer, CallResult::Built(Ok(_))), "{answer:?} to {request:?}");
        fixture.happen(Event::Answer { ticket, answer });
    }
    assert!(sent.iter().all(|request| matches!(request, WallRequest::Place(_))));
    assert!(!shop(&fixture).differs());
    fixture.keys("e");
    assert_eq!(notice(&fixture), &WallNotice::Same);
}

#[test]
fn plan_is_not_sent_and_becomes_real_when_stone_is_won() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("wpn"); // O is planned.
    fixture.shows("Plan: all lots");
    fixture.keys("←←←↓↓↓\n");
    fixture.shows("Draft: 11 empty, 3 gaps at top. Planned: 7 empty, 3 gaps at top.");
    fixture.keys("W");
    assert_eq!(notice(&fixture), &WallNotice::Same, "there is nothing to be sent");
    fixture.win(2, &[O]);
    assert_eq!(notice(&fixture), &WallNotice::Realisable { count: 1 });
    fixture.keys("w");
    fixture.shows("1 planned stone is won: R places it.");
    fixture.keys("R");
    fixture.shows("Draft: 7 empty, 3 gaps at top.");
    fixture.hides("Planned: ");
    fixture.keys("W");
    fixture.serve();
    assert_eq!(fixture.laid(), [(O, 1, 0, 1, 0)]);
}

#[test]
fn wall_rejected_after_game_end_shows_saved_wall() {
    let mut fixture = building();
    fixture.keys("→\nW");
    let (ticket, request) = fixture.building().unwrap();
    fixture.judge(Act::Abandon { reason: "trouble".into() });
    let answer = fixture.built(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("Rejected: ");
    assert!(!shop(&fixture).differs(), "the game is over: what counts is shown");
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow), "the screen knows it now");
}

#[test]
fn wall_draft_stays_without_answer_or_connection() {
    let mut fixture = building();
    fixture.keys("→\nW");
    let (ticket, _) = fixture.building().unwrap();
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::OnItsWay));
    let code = tonic::Code::Unavailable;
    let answer = CallResult::Built(Err(CallError::Unanswered { code }));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("No response: the wall may be saved.");
    fixture.happen(FeedEvent::Connection(Connection::Lost { since: fixture.instant(), code }));
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert_eq!(shop(&fixture).draft().len(), 1);
}

#[test]
fn unchanged_draft_follows_wall_of_other_laptop() {
    let mut fixture = building();
    fixture.place(A, P, 1, 0, 0, 1);
    assert_eq!(notice(&fixture), &WallNotice::Followed);
    assert!(!shop(&fixture).differs());
    fixture.shows("Wall saved.");
}

#[test]
fn draft_replaces_another_wall_only_after_a_question() {
    let mut fixture = building();
    fixture.keys("\n");
    fixture.place(A, O, 1, 0, 1, 0);
    assert_eq!(notice(&fixture), &WallNotice::Elsewhere);
    fixture.shows("WALL CHANGED ELSEWHERE");
    fixture.keys("W");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::ReplaceWall { is_whole: true, .. })));
    // While the question is open the other laptop changes the wall, so the question is repeated.
    fixture.place(A, D, 1, 0, 2, 2);
    fixture.keys("y");
    assert!(fixture.building().is_none());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.laid(), [(P, 1, 0, 0, 1)]);
    fixture.shows("Wall saved.");
}

#[test]
fn crossing_wall_is_refused_and_replaces_only_after_a_question() {
    let mut fixture = building();
    fixture.keys("→\n");
    fixture.keys("W");
    let (ticket, request) = fixture.building().expect("the wall is sent");
    // The other laptop is faster by a hair.
    fixture.place(A, D, 1, 0, 2, 2);
    let answer = fixture.built(&request);
    fixture.happen(Event::Answer { ticket, answer });
    let WallNotice::Refused(fault) = notice(&fixture) else { panic!("it would be lost unseen") };
    assert_eq!((fault.reason, fault.figure("current")), (ErrorReason::WallChanged, Some("1")));
    assert_eq!(fixture.laid(), [(D, 1, 0, 2, 2)]);
    fixture.keys("W");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::ReplaceWall { is_whole: true, .. })));
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.laid(), [(P, 1, 0, 0, 2)]);
}

#[test]
fn other_laptops_wall_is_taken_and_the_draft_can_return() {
    let mut fixture = building();
    fixture.keys("→\n");
    fixture.place(A, O, 1, 0, 1, 0);
    fixture.keys("r");
    fixture.shows("Use the saved wall and discard the");
    fixture.keys("n");
    assert!(shop(&fixture).is_overtaken());
    fixture.keys("ry");
    assert!(!shop(&fixture).differs());
    fixture.keys("u");
    fixture.shows("Wall not saved: 1 placed, 0 moved, 1 removed");
}

#[test]
fn unsupported_draft_is_marked_and_not_sent() {
    let mut fixture = building();
    fixture.keys("nn↓↓↑!");
    assert_eq!(shop(&fixture).draft().len(), 1);
    fixture.keys("W");
    fixture.shows("This would be rejected. Unsupported stones: D-1 (W3).");
    assert!(fixture.building().is_none());
    fixture.keys("e");
    assert_eq!(notice(&fixture), &WallNotice::OnlyWhole);
}

#[test]
fn solver_fill_is_undone_as_single_change() {
    let mut fixture = building();
    fixture.keys("f");
    assert!(fixture.state.is_searching());
    fixture.serve();
    assert!(!fixture.state.is_searching());
    // P, O and a D are eleven squares, and they fit.
    let count = WallTotals { empty: 0, top_gaps: 0, used: 3 };
    assert_eq!(shop(&fixture).count(), count);
    assert_eq!(notice(&fixture), &WallNotice::Searched { best: count, is_proved: true, is_laid: true });
    fixture.keys("W");
    fixture.serve();
    assert_eq!(fixture.laid().len(), 3);
    fixture.keys("u");
    assert!(shop(&fixture).draft().is_empty());
}

#[test]
fn solver_stops_on_any_change_and_late_walls_are_ignored() {
    let mut fixture = building();
    for stop in ["f", "\u{1b}", "→\n", "u"] {
        fixture.effects.clear();
        fixture.keys("f");
        let Some(Effect::Search { ticket, .. }) = fixture.effects.pop() else { panic!("a search is wanted") };
        fixture.keys(stop);
        assert!(!fixture.state.is_searching());
        assert_eq!(fixture.effects, [Effect::StopSearch { ticket }], "{stop:?}");
        let draft = shop(&fixture).draft();
        let laid = ishigaki_solver::WallStone { stone: 0, spot: spot(0, 1) };
        let score = ishigaki_solver::Score { empty: 0, top_gaps: 0, used: 9 };
        let wall = ishigaki_solver::Wall { stones: vec![laid], score, optimal: false };
        fixture.happen(Event::Found { ticket, wall: Box::new(wall) });
        fixture.happen(Event::Searched { ticket, is_proved: true });
        assert_eq!(shop(&fixture).draft(), draft);
    }
}

#[test]
fn search_shows_its_wait_and_can_be_cancelled() {
    let mut fixture = building();
    fixture.effects.clear();
    fixture.keys("f");
    let Some(Effect::Search { ticket, .. }) = fixture.effects.pop() else { panic!("a search is wanted") };
    for (progress, text) in [
        (SearchProgress::Waits(TurnWait::OtherDevice), "waiting for your team's other device"),
        (SearchProgress::Waits(TurnWait::Teams(3)), "waiting: 3 teams before yours"),
        (SearchProgress::Waits(TurnWait::Teams(1)), "waiting: 1 team before yours"),
        (SearchProgress::Waits(TurnWait::Teams(0)), "waiting: your team is next"),
        (SearchProgress::Runs, "Solver running, 10 s at most"),
    ] {
        fixture.happen(Event::Searching { ticket, progress });
        fixture.shows(text);
    }
    fixture.keys("f");
    assert_eq!(fixture.effects, [Effect::StopSearch { ticket }]);
    fixture.happen(Event::Searching { ticket, progress: SearchProgress::Runs });
    assert!(!fixture.state.is_searching(), "news of a cancelled search is ignored");
}

#[test]
fn disqualified_team_cannot_send_wall() {
    let mut fixture = building();
    fixture.keys("→\n");
    fixture.judge(Act::Disqualify { team: A, reason: "glue".into() });
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn unsaved_wall_does_not_hide_submission_state() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("w→\n");
    fixture.shows("Wall not saved");
    fixture.open(2);
    fixture.shows("NOT SUBMITTED.");
}
