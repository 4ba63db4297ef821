//! The workshop by keys: a wall is drafted, refused where the rules refuse it, planned, sent and agreed upon.

use ishigaki_client::team::WallRequest;
use ishigaki_client::{CallError, Connection};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Act, Actor, Cell, Frame, LotId, Turn};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use team_client::tui::{Answer, Dialog, Effect, Event, Key, Notice, WallNotice};
use team_client::workshop::{Piece, WallTotals, Workshop};

use crate::hall::{A, D, Hall, O, P, setup};

/// The team holds P-1, O-1, D-1 and D-2; the frame is 4 columns by 3 rows without its upper left corner.
pub(crate) fn supplied(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::new(lang, columns, lines);
    hall.win(1, &[P, O]);
    hall.win(2, &[D, D]);
    hall
}

/// The workshop is open.
fn building() -> Hall {
    let mut hall = supplied(Lang::En, 80, 24);
    hall.keys("w");
    hall
}

fn shop(hall: &Hall) -> &Workshop {
    hall.state.workshop().unwrap()
}

#[track_caller]
fn notice(hall: &Hall) -> &WallNotice {
    match hall.state.notice() {
        Some(Notice::Wall(notice)) => notice,
        other => panic!("no word of the wall: {other:?}"),
    }
}

fn spot(row: i32, col: i32) -> Spot {
    Spot { turn: Turn::None, at: Cell { row, col } }
}

#[test]
fn a_wall_is_laid_by_keys_and_sent_as_a_whole() {
    let mut hall = building();
    hall.shows("Nothing is laid yet.");
    hall.shows("4 stones to lay");
    // P, the first lot, comes up where it can lie.
    hall.shows("✓ P-1 at row 1, column 2: it can lie here.");
    hall.keys("←");
    hall.shows("P-1 at row 1, column 1: outside the frame at (1,1) (W2)");
    hall.keys("\n");
    hall.shows("It cannot be laid here");
    hall.keys("→");
    hall.shows("✓ P-1 at row 1, column 2: it can lie here.");
    hall.keys("\n");
    hall.shows("The wall is not sent yet: 1 laid, 0 moved, 0 out");
    hall.shows("Wall: 11 empty, 3 on top. Draft: 6, 1.");
    hall.keys("W");
    hall.shows("On its way");
    hall.serve();
    assert_eq!(hall.laid(), [(P, 1, 0, 0, 1)]);
    assert_eq!(notice(&hall), &WallNotice::Built(WallTotals { empty: 6, top_gaps: 1, used: 1 }));
    hall.shows("The draft is the wall that the server has.");
    hall.keys("W");
    assert_eq!(notice(&hall), &WallNotice::Same);
}

#[test]
fn stone_by_stone_what_carries_goes_first() {
    let mut hall = building();
    let mut sent = Vec::new();
    // Each stone at the lowest place where it can lie as it is.
    for _ in 0..4 {
        hall.keys(".");
        hall.keys(if shop(&hall).can_lay() { "\n" } else { "n" });
    }
    let steps = shop(&hall).steps().len();
    assert!(steps > 1, "several stones lie: {steps}");
    for _ in 0..steps {
        hall.keys("e");
        let (ticket, request) = hall.building().unwrap();
        sent.push(request.clone());
        let answer = hall.built(&request);
        assert!(matches!(answer, Answer::Built(Ok(_))), "{answer:?} to {request:?}");
        hall.happen(Event::Answer { ticket, answer });
    }
    assert!(sent.iter().all(|request| matches!(request, WallRequest::Place(_))));
    assert!(!shop(&hall).differs());
    hall.keys("e");
    assert_eq!(notice(&hall), &WallNotice::Same);
}

#[test]
fn a_stone_is_turned_clockwise_only_and_its_places_are_stepped_through() {
    let mut hall = building();
    for quarters in [1, 2, 3, 0] {
        hall.keys("t");
        assert_eq!(shop(&hall).spot().turn.quarters(), quarters);
    }
    hall.keys("T");
    assert_eq!(shop(&hall).spot().turn.quarters(), 3);
    let places = shop(&hall).places().len();
    assert!(places > 0);
    for _ in 0..places {
        hall.keys(".");
        assert!(shop(&hall).can_lay());
    }
    let first = shop(&hall).spot();
    hall.keys(".,");
    assert_eq!(shop(&hall).spot(), first);
}

#[test]
fn a_stone_that_would_hang_or_lie_on_another_is_refused_with_names() {
    let mut hall = building();
    hall.keys("nn←←←↓↓↑"); // D-1.
    hall.shows("D-1 at row 2, column 1: nothing carries it: no stone lies on (3,1), (3,2)");
    hall.keys("N←←←↓↓↓\n"); // O-1 at the bottom left; D-1.
    assert_eq!(shop(&hall).held().map(Piece::lot), Some(D));
    hall.keys("↓↓↓←←←");
    hall.shows("it overlaps O-1 (W2)");
}

#[test]
fn what_carries_others_stays_until_they_are_taken_out_with_it() {
    let mut hall = building();
    hall.keys("n←←←↓↓↓\n"); // O-1 at the bottom left.
    assert_eq!(shop(&hall).draft().len(), 1);
    hall.keys("nn");
    while shop(&hall).held().map(Piece::lot) != Some(D) {
        hall.keys("n");
    }
    hall.keys("↑↑↑←←←→\n"); // On top of it, at row 1, column 2.
    assert_eq!(shop(&hall).draft().len(), 2, "{:?}", shop(&hall).rejections());
    hall.keys("←←←↓↓↓x");
    hall.shows("It stays: nothing would carry D-1 (W3). X takes those out, too.");
    hall.keys("X");
    assert_eq!(shop(&hall).draft().len(), 0);
    hall.shows("O-1 is taken out of the draft.");
    hall.keys("u");
    assert_eq!(shop(&hall).draft().len(), 2);
}

#[test]
fn a_laid_stone_is_moved_and_stays_where_it_was_if_it_is_let_go() {
    let mut hall = building();
    hall.keys("n←←←↓↓↓\n←←←↓↓↓m→→");
    assert!(shop(&hall).is_moving());
    hall.shows("✓ O-1 at row 2, column 3: it can lie here.");
    hall.key(Key::Esc);
    assert_eq!(shop(&hall).draft().values().copied().collect::<Vec<_>>(), [spot(1, 0)]);
    hall.keys("←←m→→\n");
    assert_eq!(shop(&hall).draft().values().copied().collect::<Vec<_>>(), [spot(1, 2)]);
}

#[test]
fn a_plan_is_never_sent_and_becomes_real_when_its_stone_is_won() {
    let mut hall = Hall::small();
    hall.win(1, &[P]);
    hall.keys("wpn"); // O is planned.
    hall.shows("Plan: all lots");
    hall.keys("←←←↓↓↓\n");
    hall.shows("Wall: 11 empty, 3 on top. Draft: 11, 3. With plan: 7, 3.");
    hall.keys("W");
    assert_eq!(notice(&hall), &WallNotice::Same, "there is nothing to be sent");
    hall.win(2, &[O]);
    assert_eq!(notice(&hall), &WallNotice::Realisable { count: 1 });
    hall.keys("w");
    hall.shows("1 planned stone is won: R makes it real.");
    hall.keys("R");
    hall.shows("Draft: 7, 3.");
    hall.hides("With plan");
    hall.keys("W");
    hall.serve();
    assert_eq!(hall.laid(), [(O, 1, 0, 1, 0)]);
}

#[test]
fn a_refusal_of_the_server_loses_nothing() {
    let mut hall = building();
    hall.keys("→\nW");
    let (ticket, request) = hall.building().unwrap();
    hall.judge(Act::Abandon { reason: "trouble".into() });
    let answer = hall.built(&request);
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("Refused, the draft stays");
    assert!(shop(&hall).differs());
    hall.keys("W");
    assert_eq!(hall.state.notice(), Some(&Notice::NotNow), "the screen knows it now");
}

#[test]
fn without_an_answer_or_a_connection_the_draft_stays_as_well() {
    let mut hall = building();
    hall.keys("→\nW");
    let (ticket, _) = hall.building().unwrap();
    hall.keys("W");
    assert_eq!(hall.state.notice(), Some(&Notice::OnItsWay));
    let code = tonic::Code::Unavailable;
    let answer = Answer::Built(Err(CallError::Unanswered { code }));
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("the wall may be changed or not");
    hall.happen(FeedEvent::Connection(Connection::Lost { since: hall.instant(), code }));
    hall.keys("W");
    assert_eq!(hall.state.notice(), Some(&Notice::Offline));
    assert_eq!(shop(&hall).draft().len(), 1);
}

#[test]
fn an_untouched_draft_follows_the_other_laptop() {
    let mut hall = building();
    hall.place(A, P, 1, 0, 0, 1);
    assert_eq!(notice(&hall), &WallNotice::Followed);
    assert!(!shop(&hall).differs());
    hall.shows("The draft is the wall that the server has.");
}

#[test]
fn a_draft_stays_and_replaces_the_other_laptops_wall_only_after_a_question() {
    let mut hall = building();
    hall.keys("\n");
    hall.place(A, O, 1, 0, 1, 0);
    assert_eq!(notice(&hall), &WallNotice::Elsewhere);
    hall.shows("YOUR OTHER COMPUTER CHANGED THE WALL");
    hall.keys("W");
    assert!(matches!(hall.state.dialog(), Some(Dialog::ReplaceWall { is_whole: true, .. })));
    // While the question is open the other laptop goes on: it is asked anew.
    hall.place(A, D, 1, 0, 2, 2);
    hall.keys("y");
    assert!(hall.building().is_none());
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.laid(), [(P, 1, 0, 0, 1)]);
    hall.shows("The draft is the wall that the server has.");
}

#[test]
fn a_wall_that_crosses_a_change_from_elsewhere_on_its_way_is_refused_and_replaces_it_only_after_a_question() {
    let mut hall = building();
    hall.keys("→\n");
    hall.keys("W");
    let (ticket, request) = hall.building().expect("the wall is sent");
    // The other laptop is faster by a hair.
    hall.place(A, D, 1, 0, 2, 2);
    let answer = hall.built(&request);
    hall.happen(Event::Answer { ticket, answer });
    let WallNotice::Refused(fault) = notice(&hall) else { panic!("it would be lost unseen") };
    assert_eq!((fault.reason, fault.figure("current")), (ErrorReason::WallChanged, Some("1")));
    assert_eq!(hall.laid(), [(D, 1, 0, 2, 2)]);
    hall.keys("W");
    assert!(matches!(hall.state.dialog(), Some(Dialog::ReplaceWall { is_whole: true, .. })));
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.laid(), [(P, 1, 0, 0, 2)]);
}

#[test]
fn the_other_laptops_wall_is_taken_after_a_question_and_the_draft_can_be_had_back() {
    let mut hall = building();
    hall.keys("→\n");
    hall.place(A, O, 1, 0, 1, 0);
    hall.keys("r");
    hall.shows("Throw the draft away for the wall");
    hall.keys("n");
    assert!(shop(&hall).is_overtaken());
    hall.keys("ry");
    assert!(!shop(&hall).differs());
    hall.keys("u");
    hall.shows("The wall is not sent yet: 1 laid, 0 moved, 1 out");
}

#[test]
fn a_draft_in_the_air_is_marked_and_not_sent() {
    let mut hall = building();
    hall.keys("nn↓↓↑!");
    assert_eq!(shop(&hall).draft().len(), 1);
    hall.keys("W");
    hall.shows("The server would refuse it, nothing carries D-1 (W3).");
    assert!(hall.building().is_none());
    hall.keys("e");
    assert_eq!(notice(&hall), &WallNotice::OnlyWhole);
}

#[test]
fn the_solver_fills_the_draft_and_that_is_one_change() {
    let mut hall = building();
    hall.keys("f");
    assert!(hall.state.is_searching());
    hall.serve();
    assert!(!hall.state.is_searching());
    // P, O and a D are eleven squares, and they fit.
    let count = WallTotals { empty: 0, top_gaps: 0, used: 3 };
    assert_eq!(shop(&hall).count(), count);
    assert_eq!(notice(&hall), &WallNotice::Searched { best: count, is_proved: true, is_laid: true });
    hall.keys("W");
    hall.serve();
    assert_eq!(hall.laid().len(), 3);
    hall.keys("u");
    assert!(shop(&hall).draft().is_empty());
}

#[test]
fn the_solver_is_stopped_by_its_key_and_by_any_change_and_its_late_walls_are_no_news() {
    let mut hall = building();
    for stop in ["f", "\u{1b}", "→\n", "u"] {
        hall.effects.clear();
        hall.keys("f");
        let Some(Effect::Search { ticket, .. }) = hall.effects.pop() else { panic!("a search is wanted") };
        hall.keys(stop);
        assert!(!hall.state.is_searching());
        assert_eq!(hall.effects, [Effect::StopSearch { ticket }], "{stop:?}");
        let draft = shop(&hall).draft();
        let laid = ishigaki_solver::WallStone { stone: 0, spot: spot(0, 1) };
        let score = ishigaki_solver::Score { empty: 0, top_gaps: 0, used: 9 };
        let wall = ishigaki_solver::Wall { stones: vec![laid], score, optimal: false };
        hall.happen(Event::Found { ticket, wall: Box::new(wall) });
        hall.happen(Event::Searched { ticket, is_proved: true });
        assert_eq!(shop(&hall).draft(), draft);
    }
}

#[test]
fn the_mirror_image_is_named() {
    let mut setup = setup();
    setup.frame = Frame::parse(&["##.", ".##"]).unwrap();
    setup.lots[0].shape = ishigaki_rules::Shape::new(Frame::parse(&[".##", "##."]).unwrap().cells()).unwrap();
    let mut hall = Hall::before(setup, Lang::En, 80, 24);
    hall.connect();
    hall.win(1, &[P]);
    hall.keys("w");
    hall.shows("this is the place of the mirror image");
}

#[test]
fn without_colour_the_ghost_says_by_its_sign_whether_it_can_lie() {
    let mut hall = building();
    hall.shows("[][]");
    hall.hides("XX");
    hall.keys("←");
    hall.shows("XX");
    hall.hides("[][]");
    assert!(hall.is_coloured(Palette::COLOUR) && !hall.is_coloured(Palette::PLAIN));
}

#[test]
fn a_large_frame_scrolls_with_the_ghost() {
    let mut setup = setup();
    setup.frame = Frame::parse(&vec!["#".repeat(64); 64]).unwrap();
    let mut hall = Hall::before(setup, Lang::En, 80, 24);
    hall.connect();
    hall.win(1, &[P]);
    hall.keys("w");
    hall.shows("of 64, columns 1-");
    hall.shows("-64 of 64");
    for _ in 0..64 {
        hall.keys("↑→");
    }
    assert_eq!(shop(&hall).spot(), spot(0, 62));
    hall.shows("↓← rows 1-");
    hall.shows("X");
    hall.key(Key::End);
    assert_eq!(shop(&hall).spot(), spot(61, 62));
}

#[test]
fn the_wall_of_a_disqualified_team_is_not_sent() {
    let mut hall = building();
    hall.keys("→\n");
    hall.judge(Act::Disqualify { team: A, reason: "glue".into() });
    hall.keys("W");
    assert_eq!(hall.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn in_the_middle_of_a_round_a_draft_that_differs_does_not_hide_what_is_sealed() {
    let mut hall = Hall::small();
    hall.win(1, &[P]);
    hall.keys("w→\n");
    hall.shows("The wall is not sent yet");
    hall.open(2);
    hall.shows("NO LIST IS SEALED");
}

#[test]
fn stones_are_marked_as_carried_and_as_checked() {
    let mut hall = building();
    let stone = |lot: LotId, copy| ishigaki_rules::StoneId { lot, copy };
    hall.judge(Act::TickStones { stones: vec![stone(P, 1)], carried: true });
    hall.shows("P-1 →");
    hall.give(Actor::Team(A), Act::CheckStones { team: A, stones: vec![stone(P, 1)] }).unwrap();
    hall.shows("P-1 ✓");
}

#[test]
fn a_stone_that_has_just_been_planned_is_in_sight_though_the_next_one_of_its_lot_is_held() {
    let mut hall = Hall::small();
    hall.keys("wpnn."); // D has three copies.
    let held = hall.screen();
    assert!(held.contains("()"), "{held}");
    hall.keys("\n");
    let laid = hall.screen();
    assert!(PLANNED.iter().any(|sign| laid.contains(sign)), "{laid}");
    // The next one of its lot comes up where nothing lies yet; over the first one, that one is still seen.
    assert!(laid.contains("()"), "{laid}");
    hall.keys("←←←↓↓↓");
    assert!(PLANNED.iter().any(|sign| hall.screen().contains(sign)), "{}", hall.screen());
}

/// How planned stones are drawn.
const PLANNED: [&str; 4] = ["::", "~~", "--", "''"];
