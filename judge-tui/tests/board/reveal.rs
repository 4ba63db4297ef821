//! An opening is shown lot by lot, and nothing that follows from it before its time.

use ishigaki_rules::{Act, Phase};
use ishigaki_widgets::Palette;
use ishigaki_words::Lang;

use crate::contest::{A, B, Contest, D, O, P};
use crate::hall::{Hall, text};

/// Screens of all views, one after the other: nothing on any of them may tell.
fn everything(hall: &mut Hall) -> String {
    let mut all = String::new();
    for (columns, lines) in [(80, 24), (200, 50)] {
        hall.happen(judge_tui::board::Event::Resize { columns, lines });
        for view in ["1", "2", "3", "0"] {
            hall.keys(view);
            all += &text(&hall.buffer(Palette::COLOUR));
        }
    }
    all
}

#[test]
fn nothing_of_an_opening_shows_before_its_lot_is_uncovered() {
    let mut hall = Hall::small();
    hall.keys("a");
    // Everything that follows has happened on the server: the opening, a re-bid, the confirmation, new walls.
    hall.play(0, Contest::build);
    let screens = everything(&mut hall);
    for secret in ["400", "410", "450", "250", "610", "810", "TIE", "re-bid", "Building", "final"] {
        assert!(!screens.contains(secret), "{secret} shows:\n{screens}");
    }
    assert_eq!(screens.matches("1,060").count(), 3 * 5, "nobody has paid: {screens}");
    hall.keys(" ");
    let screens = everything(&mut hall);
    assert!(screens.contains("TIE at 400"), "P is uncovered:\n{screens}");
    for secret in ["410", "450", "250", "610", "810", "final"] {
        assert!(!screens.contains(secret), "{secret} shows:\n{screens}");
    }
}

#[test]
fn a_key_uncovers_one_lot_and_stops_the_rest_from_going_on() {
    let mut hall = Hall::small();
    hall.play(0, Contest::tie);
    assert!(hall.state.is_auto());
    hall.keys(" ");
    assert!(!hall.state.is_auto());
    hall.pass(60_000);
    let cover = hall.state.shows()[0].cover().unwrap();
    assert_eq!(cover.progress(), (1, 3));
    assert_eq!([P, O, D].map(|lot| cover.covers(lot)), [false, true, true]);
    hall.keys("  ");
    assert!(hall.state.shows()[0].cover().is_none());
    assert!(matches!(hall.shown().phase(), Phase::Rebidding { .. }));
}

#[test]
fn by_itself_an_opening_takes_a_step_in_a_while_and_comes_to_its_end() {
    let mut hall = Hall::small();
    hall.play(0, Contest::tie);
    hall.pass(1_900);
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (0, 3));
    hall.pass(200);
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (1, 3));
    hall.pass(2_000);
    hall.pass(2_000);
    assert!(hall.state.shows()[0].cover().is_none());
}

#[test]
fn no_countdown_tells_of_a_tie_before_it_is_uncovered() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, Contest::tie);
    let now = hall.instant();
    assert_eq!(hall.state.shows()[0].time_left(now), None);
    hall.keys("   ");
    assert_eq!(hall.state.shows()[0].time_left(now).unwrap().left.0, 30_000);
}

#[test]
fn a_wave_is_uncovered_too_and_what_came_after_it_waits() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, Contest::tie);
    hall.keys("   ");
    hall.pass(2_000);
    hall.play(0, |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
        contest.confirm_all();
    });
    // First what was tied, then at once all that a loser could fall back on.
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (0, 2));
    assert_eq!(hall.shown().team(B).unwrap().held.0, 1_060);
    assert!(!hall.screen().contains("450"));
    hall.keys(" ");
    assert!(hall.screen().contains("Bricklayers 450"), "{}", hall.screen());
    assert!(!hall.screen().contains("津山高専 20"), "{}", hall.screen());
    hall.keys(" ");
    assert!(hall.screen().contains("津山高専 20"), "{}", hall.screen());
    hall.keys(" ");
    assert_eq!(hall.shown().team(B).unwrap().held.0, 1_060 - 450 - 30);
}

#[test]
fn the_last_lot_stays_until_the_next_key_though_the_round_is_final_already() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, |contest| {
        contest.settle();
        contest.confirm_all();
    });
    hall.keys("   ");
    // All of the opening is uncovered, and the wave that has been opened since waits.
    hall.pass(60_000);
    assert!(hall.state.shows()[0].cover().is_none());
    assert!(hall.screen().contains("TIE at 400"), "{}", hall.screen());
    hall.keys(" ");
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (0, 2));
    hall.keys("  ");
    hall.pass(60_000);
    assert!(hall.screen().contains("津山高専 20"), "the hall has to see it:\n{}", hall.screen());
    hall.keys(" ");
    assert!(hall.screen().contains("Walls"), "{}", hall.screen());
}

#[test]
fn by_itself_the_last_lot_stays_for_as_long_as_any_other() {
    let mut hall = Hall::small();
    hall.play(0, |contest| {
        contest.open(1);
        contest.wait(90_000);
        contest.confirm_all();
    });
    for _ in 0..3 {
        hall.pass(2_000);
    }
    assert!(hall.state.shows()[0].cover().is_none());
    assert!(hall.screen().contains("Stones"), "{}", hall.screen());
    hall.pass(1_900);
    assert!(hall.screen().contains("Stones"), "{}", hall.screen());
    hall.pass(200);
    assert!(hall.screen().contains("Walls"), "{}", hall.screen());
}

#[test]
fn a_confirmation_a_moment_after_the_last_lot_does_not_sweep_it_away() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, |contest| {
        contest.open(1);
        contest.wait(90_000);
    });
    hall.keys("   ");
    hall.pass(100);
    hall.play(0, Contest::confirm_all);
    assert!(hall.screen().contains("Stones"), "{}", hall.screen());
    hall.pass(2_000);
    assert!(hall.screen().contains("Walls"), "it takes no key that nobody knows of:\n{}", hall.screen());
}

#[test]
fn a_pause_shows_at_once_even_behind_a_cover() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, |contest| {
        contest.tie();
        contest.judge(Act::Pause { reason: "fire".into() });
    });
    assert!(hall.screen().contains("PAUSED"));
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (0, 3));
}

#[test]
fn a_void_round_needs_no_uncovering() {
    let mut hall = Hall::small();
    hall.keys("a");
    hall.play(0, |contest| {
        contest.tie();
        contest.void("misread");
    });
    assert!(hall.state.shows()[0].cover().is_none());
    let screens = everything(&mut hall);
    assert!(screens.contains("misread"));
    assert!(!screens.contains("400"), "{screens}");
    hall.play(0, Contest::tie);
    assert!(hall.state.shows()[0].cover().is_some(), "the next opening is covered again");
}

#[test]
fn what_was_open_before_the_board_looked_is_not_staged_again() {
    let mut hall = Hall::dark(Lang::En, &["heat-1"], 80, 24);
    hall.stands[0].contest.settle();
    hall.connect(0);
    assert!(hall.state.shows()[0].cover().is_none());
    assert!(hall.screen().contains("Bricklayers 450"), "{}", hall.screen());
}

#[test]
fn an_opening_that_came_while_the_connection_was_lost_is_covered() {
    let mut hall = Hall::small();
    hall.play(0, Contest::seal);
    let since = hall.instant();
    hall.tell(0, ishigaki_link::Connection::Lost { since, code: tonic::Code::Unavailable });
    hall.stands[0].contest.wait(80_000);
    hall.connect(0);
    assert_eq!(hall.state.shows()[0].cover().unwrap().progress(), (0, 3));
}
