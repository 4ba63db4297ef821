//! Openings and the ranking are uncovered for the hall from the console: onwards, backwards, ahead of time, and whichever
//! server has the game.

use ishigaki_client::{CallError, Connection};
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Phase};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Dialog, Effect, Event, Notice, Uncover};

use crate::hall::{A, B, Hall};

/// What boards were told since: opening and step.
fn uncovered(hall: &mut Hall) -> Vec<(u32, u32)> {
    let effects = std::mem::take(&mut hall.effects).into_iter();
    let steps = |effect| match effect {
        Effect::Uncover { opening, steps, .. } => Some((opening, steps)),
        _ => None,
    };
    effects.filter_map(steps).collect()
}

/// How many places boards were told since.
fn revealed(hall: &mut Hall) -> Vec<u32> {
    let effects = std::mem::take(&mut hall.effects).into_iter();
    effects
        .filter_map(|effect| if let Effect::Reveal { places, .. } = effect { Some(places) } else { None })
        .collect()
}

/// The server says that it lets the hall see so much of an opening.
fn says(hall: &mut Hall, opening: u32, steps: u32) {
    let uncovering = Some(wire::Uncovering { opening, steps });
    hall.pulse(wire::Clock { uncovering, ..wire::Clock::default() });
}

/// Another server has the game from now on, and knows nothing of what boards were told.
fn taken_over(hall: &mut Hall) {
    hall.lose();
    hall.happen(FeedEvent::Connection(Connection::Connected));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.pulse(wire::Clock::default());
}

#[test]
fn boards_are_told_how_far_the_judge_uncovers_an_opening() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.tie();
    hall.keys("u");
    assert_eq!(uncovered(&mut hall), [], "a look changes nothing");
    let screen = hall.screen();
    assert!(screen.contains("The boards show step 0 of"), "{screen}");
    hall.keys("u");
    hall.key(Key::Backspace);
    hall.keys("uu");
    assert_eq!(uncovered(&mut hall), [(1, 1), (1, 0), (1, 1), (1, 2)]);
    // Whoever steers it has it stand.
    hall.wait(9_000);
    assert!(hall.screen().contains("The boards show step 2 of"), "{}", hall.screen());
    hall.key(Key::Esc);
    assert!(hall.screen().contains("Boards held at step 2 of 3 [u]"), "{}", hall.screen());
    hall.keys("uG");
    assert_eq!(uncovered(&mut hall).len(), 1);
    hall.wait(1_000);
    let screen = hall.screen();
    assert!(!screen.contains("The boards show step") && !screen.contains("held at"), "it is over: {screen}");
}

#[test]
fn the_next_opening_is_held_before_it_comes_and_is_gone_on_with_then() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.keys("u");
    assert_eq!(uncovered(&mut hall), [(1, 0)], "before the first one, too");
    assert!(hall.screen().contains("The next opening is held"), "{}", hall.screen());
    hall.wait(1_000);
    assert!(hall.screen().contains("The next opening is held"), "{}", hall.screen());
    hall.key(Key::Backspace);
    assert_eq!(uncovered(&mut hall), [(0, 0)], "it goes by itself again");
    hall.wait(1_000);
    assert_eq!(hall.state.dialog(), None);
    hall.keys("u");
    hall.key(Key::Esc);
    says(&mut hall, 1, 0);
    assert!(hall.screen().contains("Next opening held [u]"), "{}", hall.screen());
    uncovered(&mut hall);
    hall.keys("u");
    assert_eq!(uncovered(&mut hall), [], "it is held already");
    hall.tie();
    hall.wait(9_000);
    let at = |steps| Some(Dialog::Uncover(Uncover { opening: 1, steps, of: 3, holds_next: false }));
    assert_eq!(hall.state.dialog().cloned(), at(0), "it has come, and stands");
    assert_eq!(uncovered(&mut hall), []);
    hall.keys("\n");
    assert_eq!(uncovered(&mut hall), [(1, 1)]);
    assert_eq!(hall.state.dialog().cloned(), at(1));
}

#[test]
fn an_opening_that_was_uncovered_whole_is_covered_again_and_the_next_one_held() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.tie();
    hall.wait(20_000);
    hall.keys("u");
    assert!(
        hall.screen().contains("The boards have shown all of this opening (3 of 3)"),
        "{}",
        hall.screen()
    );
    hall.keys("u\n");
    assert_eq!(uncovered(&mut hall), [], "there is no step behind the last one");
    hall.key(Key::Backspace);
    assert_eq!(uncovered(&mut hall), [(1, 2)]);
    hall.wait(4_000);
    assert!(hall.screen().contains("The boards show step 2 of 3"), "{}", hall.screen());
    hall.keys("\n");
    assert_eq!(uncovered(&mut hall), [(1, 3)]);
    hall.wait(1_000);
    assert_eq!(hall.state.dialog(), None, "it is uncovered whole");
    hall.keys("uh");
    assert_eq!(uncovered(&mut hall), [(2, 0)]);
    hall.raise(A, &[(1, 410)]);
    hall.raise(B, &[(1, 450)]);
    hall.wait(3_000);
    assert!(hall.screen().contains("The boards show step 0 of 1"), "{}", hall.screen());
    hall.key(Key::Esc);
    hall.confirm_all();
    for _ in 0..5 {
        hall.wait(1_600);
    }
    hall.keys("u");
    assert!(hall.screen().contains("The next opening is held"), "nothing is taken back: {}", hall.screen());
}

#[test]
fn nothing_is_held_where_no_opening_is_to_come_and_without_a_connection() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.lose();
    hall.keys("u");
    assert_eq!((uncovered(&mut hall), hall.state.notice()), (vec![], Some(&Notice::Offline)));
    assert_eq!(hall.state.dialog(), None);
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    for _ in 0..9 {
        hall.wait(1_600);
    }
    assert_eq!(hall.game.phase(), Phase::Building);
    hall.keys("u");
    assert_eq!((uncovered(&mut hall), hall.state.notice()), (vec![], Some(&Notice::NoOpening)));
}

#[test]
fn another_server_is_told_where_the_opening_stands() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.keys("u");
    hall.key(Key::Esc);
    hall.happen(Event::Uncovered(Ok(())));
    says(&mut hall, 1, 0);
    uncovered(&mut hall);
    taken_over(&mut hall);
    assert_eq!(uncovered(&mut hall), [(1, 0)], "what is held ahead");
    hall.pulse(wire::Clock::default());
    assert_eq!(uncovered(&mut hall), [], "it is on its way");
    hall.happen(Event::Uncovered(Ok(())));
    says(&mut hall, 1, 0);
    hall.tie();
    hall.keys("u\n");
    hall.key(Key::Esc);
    hall.happen(Event::Uncovered(Ok(())));
    says(&mut hall, 1, 1);
    uncovered(&mut hall);
    // The one that takes over is gone before it has answered.
    for _ in 0..2 {
        taken_over(&mut hall);
        assert_eq!(uncovered(&mut hall), [(1, 1)]);
        hall.happen(Event::Uncovered(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    }
    // Another console was faster.
    hall.lose();
    hall.happen(FeedEvent::Connection(Connection::Connected));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    says(&mut hall, 1, 2);
    assert_eq!(uncovered(&mut hall), []);
    assert!(hall.screen().contains("held at step 2 of 3"), "{}", hall.screen());
}

#[test]
fn another_server_is_told_how_much_of_the_ranking_is_revealed() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    hall.end();
    hall.judge(Act::DeclareResult);
    hall.show_places(2);
    hall.effects.clear();
    taken_over(&mut hall);
    assert_eq!(revealed(&mut hall), [2]);
    hall.keys("v");
    assert_eq!(hall.state.dialog(), Some(&Dialog::Reveal { shown: 2 }), "nothing is covered again");
}

#[test]
fn boards_are_told_of_each_place_that_is_revealed_once_it_is_declared() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.build();
    hall.end();
    hall.keys("v\n");
    hall.key(Key::Esc);
    assert_eq!(revealed(&mut hall), [0; 0], "a look before the declaration is the judge's own");
    hall.judge(Act::DeclareResult);
    hall.keys("v\n\n");
    hall.key(Key::Backspace);
    hall.keys("\n\n\n");
    assert_eq!(revealed(&mut hall), [0, 1, 2, 1, 2, 3]);
    hall.happen(Event::Revealed(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    hall.key(Key::Esc);
    assert_eq!(revealed(&mut hall), [0; 0]);
}

#[test]
fn steering_looks_the_same_in_every_size() {
    let shots: [(&str, &str); 3] = [("held_ahead", "u"), ("mark", "u\u{1b}"), ("whole", "u")];
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            for (name, keys) in shots {
                let mut hall = Hall::judging(lang, columns, lines);
                if name == "whole" {
                    hall.tie();
                    hall.wait(20_000);
                }
                for char in keys.chars() {
                    hall.key(if char == '\u{1b}' { Key::Esc } else { Key::Char(char) });
                }
                let screen = hall.screen();
                if stage::is_kept(lang, (columns, lines)) {
                    insta::assert_snapshot!(format!("steering_{name}_{code}_{columns}x{lines}"), screen);
                }
            }
        }
    }
}
