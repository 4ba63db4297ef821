//! The workshop by keys: a wall is drafted, refused where the rules refuse it, planned, sent and agreed upon.

use ishigaki_client::team::WallRequest;
use ishigaki_client::{CallError, Connection};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Act, Actor, Cell, Frame, LotId, Turn};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_strategy::workshop::{Piece, WallTotals, Workshop};
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Dialog, Effect, Event, Key, Notice, WallNotice};

use super::fixture::{A, D, O, P, ScreenFixture, setup};

/// The team holds P-1, O-1, D-1 and D-2; the frame is 4 columns by 3 rows without its upper left corner.
pub(crate) fn supplied(lang: Lang, columns: u16, lines: u16) -> ScreenFixture {
    let mut fixture = ScreenFixture::new(lang, columns, lines);
    fixture.win(1, &[P, O]);
    fixture.win(2, &[D, D]);
    fixture
}

/// The workshop is open.
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
fn a_wall_is_laid_by_keys_and_sent_as_a_whole() {
    let mut fixture = building();
    fixture.shows("Nothing is laid yet.");
    fixture.shows("4 stones to lay");
    // P, the first lot, comes up where it can lie.
    fixture.shows("✓ P-1 at row 1, column 2: it can lie here.");
    fixture.keys("←");
    fixture.shows("P-1 at row 1, column 1: outside the frame at (1,1) (W2)");
    fixture.keys("\n");
    fixture.shows("It cannot be laid here");
    fixture.keys("→");
    fixture.shows("✓ P-1 at row 1, column 2: it can lie here.");
    fixture.keys("\n");
    fixture.shows("The wall is not sent yet: 1 laid, 0 moved, 0 out");
    fixture.shows("Wall: 11 empty, 3 on top. Draft: 6, 1.");
    fixture.keys("W");
    fixture.shows("On its way");
    fixture.serve();
    assert_eq!(fixture.laid(), [(P, 1, 0, 0, 1)]);
    assert_eq!(notice(&fixture), &WallNotice::Built(WallTotals { empty: 6, top_gaps: 1, used: 1 }));
    fixture.shows("The draft is the wall that the server has.");
    fixture.keys("W");
    assert_eq!(notice(&fixture), &WallNotice::Same);
}

#[test]
fn stone_by_stone_what_carries_goes_first() {
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
fn a_stone_is_turned_clockwise_only_and_its_places_are_stepped_through() {
    let mut fixture = building();
    for quarters in [1, 2, 3, 0] {
        fixture.keys("t");
        assert_eq!(shop(&fixture).spot().turn.quarters(), quarters);
    }
    fixture.keys("T");
    assert_eq!(shop(&fixture).spot().turn.quarters(), 3);
    let places = shop(&fixture).places().len();
    assert!(places > 0);
    for _ in 0..places {
        fixture.keys(".");
        assert!(shop(&fixture).can_lay());
    }
    let first = shop(&fixture).spot();
    fixture.keys(".,");
    assert_eq!(shop(&fixture).spot(), first);
}

#[test]
fn a_stone_that_would_hang_or_lie_on_another_is_refused_with_names() {
    let mut fixture = building();
    fixture.keys("nn←←←↓↓↑"); // D-1.
    fixture.shows("D-1 at row 2, column 1: nothing carries it: no stone lies on (3,1), (3,2)");
    fixture.keys("N←←←↓↓↓\n"); // O-1 at the bottom left; D-1.
    assert_eq!(shop(&fixture).held().map(Piece::lot), Some(D));
    fixture.keys("↓↓↓←←←");
    fixture.shows("it overlaps O-1 (W2)");
}

#[test]
fn what_carries_others_stays_until_they_are_taken_out_with_it() {
    let mut fixture = building();
    fixture.keys("n←←←↓↓↓\n"); // O-1 at the bottom left.
    assert_eq!(shop(&fixture).draft().len(), 1);
    fixture.keys("nn");
    while shop(&fixture).held().map(Piece::lot) != Some(D) {
        fixture.keys("n");
    }
    fixture.keys("↑↑↑←←←→\n"); // On top of it, at row 1, column 2.
    assert_eq!(shop(&fixture).draft().len(), 2, "{:?}", shop(&fixture).rejections());
    fixture.keys("←←←↓↓↓x");
    fixture.shows("It stays: nothing would carry D-1 (W3). X takes those out, too.");
    fixture.keys("X");
    assert_eq!(shop(&fixture).draft().len(), 0);
    fixture.shows("O-1 is taken out of the draft.");
    fixture.keys("u");
    assert_eq!(shop(&fixture).draft().len(), 2);
}

#[test]
fn a_laid_stone_is_moved_and_stays_where_it_was_if_it_is_let_go() {
    let mut fixture = building();
    fixture.keys("n←←←↓↓↓\n←←←↓↓↓m→→");
    assert!(shop(&fixture).is_moving());
    fixture.shows("✓ O-1 at row 2, column 3: it can lie here.");
    fixture.key(Key::Esc);
    assert_eq!(shop(&fixture).draft().values().copied().collect::<Vec<_>>(), [spot(1, 0)]);
    fixture.keys("←←m→→\n");
    assert_eq!(shop(&fixture).draft().values().copied().collect::<Vec<_>>(), [spot(1, 2)]);
}

#[test]
fn a_plan_is_never_sent_and_becomes_real_when_its_stone_is_won() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("wpn"); // O is planned.
    fixture.shows("Plan: all lots");
    fixture.keys("←←←↓↓↓\n");
    fixture.shows("Wall: 11 empty, 3 on top. Draft: 11, 3. With plan: 7, 3.");
    fixture.keys("W");
    assert_eq!(notice(&fixture), &WallNotice::Same, "there is nothing to be sent");
    fixture.win(2, &[O]);
    assert_eq!(notice(&fixture), &WallNotice::Realisable { count: 1 });
    fixture.keys("w");
    fixture.shows("1 planned stone is won: R makes it real.");
    fixture.keys("R");
    fixture.shows("Draft: 7, 3.");
    fixture.hides("With plan");
    fixture.keys("W");
    fixture.serve();
    assert_eq!(fixture.laid(), [(O, 1, 0, 1, 0)]);
}

#[test]
fn a_refusal_of_the_server_loses_nothing() {
    let mut fixture = building();
    fixture.keys("→\nW");
    let (ticket, request) = fixture.building().unwrap();
    fixture.judge(Act::Abandon { reason: "trouble".into() });
    let answer = fixture.built(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("Refused: ");
    assert!(!shop(&fixture).differs(), "the game is over: what counts is shown");
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow), "the screen knows it now");
}

#[test]
fn without_an_answer_or_a_connection_the_draft_stays_as_well() {
    let mut fixture = building();
    fixture.keys("→\nW");
    let (ticket, _) = fixture.building().unwrap();
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::OnItsWay));
    let code = tonic::Code::Unavailable;
    let answer = CallResult::Built(Err(CallError::Unanswered { code }));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("the wall may be changed or not");
    fixture.happen(FeedEvent::Connection(Connection::Lost { since: fixture.instant(), code }));
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert_eq!(shop(&fixture).draft().len(), 1);
}

#[test]
fn an_untouched_draft_follows_the_other_laptop() {
    let mut fixture = building();
    fixture.place(A, P, 1, 0, 0, 1);
    assert_eq!(notice(&fixture), &WallNotice::Followed);
    assert!(!shop(&fixture).differs());
    fixture.shows("The draft is the wall that the server has.");
}

#[test]
fn a_draft_stays_and_replaces_the_other_laptops_wall_only_after_a_question() {
    let mut fixture = building();
    fixture.keys("\n");
    fixture.place(A, O, 1, 0, 1, 0);
    assert_eq!(notice(&fixture), &WallNotice::Elsewhere);
    fixture.shows("THE WALL WAS CHANGED ELSEWHERE");
    fixture.keys("W");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::ReplaceWall { is_whole: true, .. })));
    // While the question is open the other laptop goes on: it is asked anew.
    fixture.place(A, D, 1, 0, 2, 2);
    fixture.keys("y");
    assert!(fixture.building().is_none());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.laid(), [(P, 1, 0, 0, 1)]);
    fixture.shows("The draft is the wall that the server has.");
}

#[test]
fn a_wall_that_crosses_a_change_from_elsewhere_on_its_way_is_refused_and_replaces_it_only_after_a_question() {
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
fn the_other_laptops_wall_is_taken_after_a_question_and_the_draft_can_be_had_back() {
    let mut fixture = building();
    fixture.keys("→\n");
    fixture.place(A, O, 1, 0, 1, 0);
    fixture.keys("r");
    fixture.shows("Throw the draft away for the wall");
    fixture.keys("n");
    assert!(shop(&fixture).is_overtaken());
    fixture.keys("ry");
    assert!(!shop(&fixture).differs());
    fixture.keys("u");
    fixture.shows("The wall is not sent yet: 1 laid, 0 moved, 1 out");
}

#[test]
fn a_draft_in_the_air_is_marked_and_not_sent() {
    let mut fixture = building();
    fixture.keys("nn↓↓↑!");
    assert_eq!(shop(&fixture).draft().len(), 1);
    fixture.keys("W");
    fixture.shows("The server would refuse it, nothing carries D-1 (W3).");
    assert!(fixture.building().is_none());
    fixture.keys("e");
    assert_eq!(notice(&fixture), &WallNotice::OnlyWhole);
}

#[test]
fn the_solver_fills_the_draft_and_that_is_one_change() {
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
fn the_solver_is_stopped_by_its_key_and_by_any_change_and_its_late_walls_are_no_news() {
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
fn the_mirror_image_is_named() {
    let mut setup = setup();
    setup.frame = Frame::parse(&["##.", ".##"]).unwrap();
    setup.lots[0].shape = ishigaki_rules::Shape::new(Frame::parse(&[".##", "##."]).unwrap().cells()).unwrap();
    let mut fixture = ScreenFixture::before(setup, Lang::En, 80, 24);
    fixture.connect();
    fixture.win(1, &[P]);
    fixture.keys("w");
    fixture.shows("this is the place of the mirror image");
}

#[test]
fn without_colour_the_ghost_says_by_its_sign_whether_it_can_lie() {
    let mut fixture = building();
    fixture.shows("[][]");
    fixture.hides("XX");
    fixture.keys("←");
    fixture.shows("XX");
    fixture.hides("[][]");
    assert!(fixture.is_coloured(Palette::COLOUR) && !fixture.is_coloured(Palette::PLAIN));
}

#[test]
fn a_large_frame_scrolls_with_the_ghost() {
    let mut setup = setup();
    setup.frame = Frame::parse(&vec!["#".repeat(64); 64]).unwrap();
    let mut fixture = ScreenFixture::before(setup, Lang::En, 80, 24);
    fixture.connect();
    fixture.win(1, &[P]);
    fixture.keys("w");
    fixture.shows("of 64, columns 1-");
    fixture.shows("-64 of 64");
    for _ in 0..64 {
        fixture.keys("↑→");
    }
    assert_eq!(shop(&fixture).spot(), spot(0, 62));
    fixture.shows("↓← rows 1-");
    fixture.shows("X");
    fixture.key(Key::End);
    assert_eq!(shop(&fixture).spot(), spot(61, 62));
}

#[test]
fn the_wall_of_a_disqualified_team_is_not_sent() {
    let mut fixture = building();
    fixture.keys("→\n");
    fixture.judge(Act::Disqualify { team: A, reason: "glue".into() });
    fixture.keys("W");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn in_the_middle_of_a_round_a_draft_that_differs_does_not_hide_what_is_sealed() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.keys("w→\n");
    fixture.shows("The wall is not sent yet");
    fixture.open(2);
    fixture.shows("NO LIST IS SEALED");
}

#[test]
fn stones_are_marked_as_carried_and_as_checked() {
    let mut fixture = building();
    let stone = |lot: LotId, copy| ishigaki_rules::StoneId { lot, copy };
    fixture.judge(Act::TickStones { stones: vec![stone(P, 1)], carried: true });
    fixture.shows("P-1 →");
    fixture.give(Actor::Team(A), Act::CheckStones { team: A, stones: vec![stone(P, 1)] }).unwrap();
    fixture.shows("P-1 ✓");
}

#[test]
fn a_stone_that_has_just_been_planned_is_in_sight_though_the_next_one_of_its_lot_is_held() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("wpnn."); // D has three copies.
    let held = fixture.screen();
    assert!(held.contains("()"), "{held}");
    fixture.keys("\n");
    let laid = fixture.screen();
    assert!(PLANNED.iter().any(|sign| laid.contains(sign)), "{laid}");
    // The next one of its lot comes up where nothing lies yet; over the first one, that one is still seen.
    assert!(laid.contains("()"), "{laid}");
    fixture.keys("←←←↓↓↓");
    assert!(PLANNED.iter().any(|sign| fixture.screen().contains(sign)), "{}", fixture.screen());
}

/// How planned stones are drawn.
const PLANNED: [&str; 4] = ["::", "~~", "--", "''"];
