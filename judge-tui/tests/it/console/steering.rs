//! Openings and the ranking are uncovered for the hall from the console: onwards, backwards, ahead of time, and whichever
//! server has the game.

use ishigaki_client::{CallError, Connection};
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Phase};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Dialog, Effect, Event, Notice, UncoverProgress};

use crate::console::fixture::{A, B, ConsoleFixture};
use crate::console::screens::compare_small;

fn take_uncovered(fixture: &mut ConsoleFixture) -> Vec<(u32, u32)> {
    let effects = std::mem::take(&mut fixture.effects).into_iter();
    let steps = |effect| match effect {
        Effect::Uncover { opening, steps, .. } => Some((opening, steps)),
        _ => None,
    };
    effects.filter_map(steps).collect()
}

fn take_revealed(fixture: &mut ConsoleFixture) -> Vec<u32> {
    let effects = std::mem::take(&mut fixture.effects).into_iter();
    effects
        .filter_map(|effect| if let Effect::Reveal { places, .. } = effect { Some(places) } else { None })
        .collect()
}

fn receive_uncovering(fixture: &mut ConsoleFixture, opening: u32, steps: u32) {
    let uncovering = Some(wire::Uncovering { opening, steps });
    fixture.pulse(wire::Clock { uncovering, ..wire::Clock::default() });
}

fn take_over(fixture: &mut ConsoleFixture) {
    fixture.lose();
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.pulse(wire::Clock::default());
}

#[test]
fn console_sends_boards_each_opening_step() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.tie();
    fixture.keys("u");
    assert_eq!(take_uncovered(&mut fixture), [], "a look changes nothing");
    let screen = fixture.screen();
    assert!(screen.contains("The boards show step 0 of"), "{screen}");
    fixture.keys("u");
    fixture.key(Key::Backspace);
    fixture.keys("uu");
    assert_eq!(take_uncovered(&mut fixture), [(1, 1), (1, 0), (1, 1), (1, 2)]);
    fixture.wait(9_000);
    fixture.shows("The boards show step 2 of");
    fixture.key(Key::Esc);
    fixture.shows("Boards held at step 2 of 3 [u]");
    fixture.keys("uG");
    assert_eq!(take_uncovered(&mut fixture).len(), 1);
    fixture.wait(1_000);
    let screen = fixture.screen();
    assert!(!screen.contains("The boards show step") && !screen.contains("held at"), "it is over: {screen}");
}

#[test]
fn next_opening_is_held_ahead_and_continued() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.keys("u");
    assert_eq!(take_uncovered(&mut fixture), [(1, 0)], "before the first one, too");
    fixture.shows("The next opening is held");
    fixture.wait(1_000);
    fixture.shows("The next opening is held");
    fixture.key(Key::Backspace);
    assert_eq!(take_uncovered(&mut fixture), [(0, 0)], "it goes by itself again");
    fixture.wait(1_000);
    assert_eq!(fixture.state.dialog(), None);
    fixture.keys("u");
    fixture.key(Key::Esc);
    receive_uncovering(&mut fixture, 1, 0);
    fixture.shows("Next opening held [u]");
    take_uncovered(&mut fixture);
    fixture.keys("u");
    assert_eq!(take_uncovered(&mut fixture), [], "it is held already");
    fixture.tie();
    fixture.wait(9_000);
    let at = |steps| Some(Dialog::Uncover(UncoverProgress { opening: 1, steps, of: 3, holds_next: false }));
    assert_eq!(fixture.state.dialog().cloned(), at(0), "it has come, and stands");
    assert_eq!(take_uncovered(&mut fixture), []);
    fixture.keys("\n");
    assert_eq!(take_uncovered(&mut fixture), [(1, 1)]);
    assert_eq!(fixture.state.dialog().cloned(), at(1));
}

#[test]
fn uncovered_opening_is_covered_again_and_the_next_one_held() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.tie();
    fixture.wait(20_000);
    fixture.keys("u");
    fixture.shows("The boards have shown the whole opening (3 of 3)");
    fixture.keys("u\n");
    assert_eq!(take_uncovered(&mut fixture), [], "there is no step behind the last one");
    fixture.key(Key::Backspace);
    assert_eq!(take_uncovered(&mut fixture), [(1, 2)]);
    fixture.wait(4_000);
    fixture.shows("The boards show step 2 of 3");
    fixture.keys("\n");
    assert_eq!(take_uncovered(&mut fixture), [(1, 3)]);
    fixture.wait(1_000);
    assert_eq!(fixture.state.dialog(), None, "it is uncovered whole");
    fixture.keys("uh");
    assert_eq!(take_uncovered(&mut fixture), [(2, 0)]);
    fixture.raise(A, &[(1, 410)]);
    fixture.raise(B, &[(1, 450)]);
    fixture.wait(3_000);
    fixture.shows("The boards show step 0 of 1");
    fixture.key(Key::Esc);
    fixture.confirm_all();
    for _ in 0..5 {
        fixture.wait(1_600);
    }
    fixture.keys("u");
    fixture.shows("The next opening is held");
}

#[test]
fn nothing_is_held_without_an_opening_or_a_connection() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.lose();
    fixture.keys("u");
    assert_eq!((take_uncovered(&mut fixture), fixture.state.notice()), (vec![], Some(&Notice::Offline)));
    assert_eq!(fixture.state.dialog(), None);
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    for _ in 0..9 {
        fixture.wait(1_600);
    }
    assert_eq!(fixture.game.phase(), Phase::Building);
    fixture.keys("u");
    assert_eq!((take_uncovered(&mut fixture), fixture.state.notice()), (vec![], Some(&Notice::NoOpening)));
}

#[test]
fn new_server_receives_opening_step() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.keys("u");
    fixture.key(Key::Esc);
    fixture.happen(Event::Uncovered(Ok(())));
    receive_uncovering(&mut fixture, 1, 0);
    take_uncovered(&mut fixture);
    take_over(&mut fixture);
    assert_eq!(take_uncovered(&mut fixture), [(1, 0)], "what is held ahead");
    fixture.pulse(wire::Clock::default());
    assert_eq!(take_uncovered(&mut fixture), [], "it is on its way");
    fixture.happen(Event::Uncovered(Ok(())));
    receive_uncovering(&mut fixture, 1, 0);
    fixture.tie();
    fixture.keys("u\n");
    fixture.key(Key::Esc);
    fixture.happen(Event::Uncovered(Ok(())));
    receive_uncovering(&mut fixture, 1, 1);
    take_uncovered(&mut fixture);
    // The one that takes over is gone before it has answered.
    for _ in 0..2 {
        take_over(&mut fixture);
        assert_eq!(take_uncovered(&mut fixture), [(1, 1)]);
        fixture.happen(Event::Uncovered(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    }
    // Another console was faster.
    fixture.lose();
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    receive_uncovering(&mut fixture, 1, 2);
    assert_eq!(take_uncovered(&mut fixture), []);
    fixture.shows("held at step 2 of 3");
}

#[test]
fn new_server_receives_revealed_places() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.judge(Act::DeclareResult);
    fixture.show_places(2);
    fixture.effects.clear();
    take_over(&mut fixture);
    assert_eq!(take_revealed(&mut fixture), [2]);
    fixture.keys("v");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Reveal { shown: 2 }), "nothing is covered again");
}

#[test]
fn revealed_places_are_sent_only_after_declaration() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.keys("v\n");
    fixture.key(Key::Esc);
    assert_eq!(take_revealed(&mut fixture), [0; 0], "a look before the declaration is the judge's own");
    fixture.judge(Act::DeclareResult);
    fixture.keys("v\n\n");
    fixture.key(Key::Backspace);
    fixture.keys("\n\n\n");
    assert_eq!(take_revealed(&mut fixture), [0, 1, 2, 1, 2, 3]);
    fixture.happen(Event::Revealed(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    fixture.key(Key::Esc);
    assert_eq!(take_revealed(&mut fixture), [0; 0]);
}

#[test]
fn steering_looks_the_same_in_every_size() {
    compare_small("steering_held_ahead", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::judging(lang, columns, lines);
        fixture.keys("u");
        fixture
    });
    compare_small("steering_whole", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::judging(lang, columns, lines);
        fixture.tie();
        fixture.wait(20_000);
        fixture.keys("u");
        fixture
    });
}
