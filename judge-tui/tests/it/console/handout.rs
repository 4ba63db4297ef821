//! The hand-out queue: stones that are carried to teams, ticked off one by one or team by team (`W4`).
#![expect(clippy::unwrap_used, reason = "a queue that cannot be set up is a failed test")]

use ishigaki_rules::{Act, Actor, StoneId, TeamId};
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::Notice;

use crate::console::fixture::{A, B, C, ConsoleFixture, D, O, P};
use crate::console::screens::check;

const P1: StoneId = StoneId { lot: P, copy: 1 };
const O1: StoneId = StoneId { lot: O, copy: 1 };
const D1: StoneId = StoneId { lot: D, copy: 1 };
const D2: StoneId = StoneId { lot: D, copy: 2 };

/// Round 1 is final, nothing has been carried: A has D-2, B has P-1 and D-1, C has O-1.
fn handed(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::new(lang, columns, lines);
    fixture.settle();
    fixture.confirm_all();
    let stones = |team: TeamId| fixture.game.team(team).unwrap().stones.iter().copied().collect::<Vec<_>>();
    assert_eq!([A, B, C].map(stones), [vec![D2], vec![P1, D1], vec![O1]]);
    fixture
}

fn queue() -> ConsoleFixture {
    let mut fixture = handed(Lang::En, 80, 24);
    fixture.keys("6");
    fixture
}

fn tick(stones: &[StoneId], carried: bool) -> Act {
    Act::TickStones { stones: stones.to_vec(), carried }
}

fn checked(fixture: &mut ConsoleFixture, team: TeamId, stone: StoneId) {
    fixture.give(Actor::Team(team), Act::CheckStones { team, stones: vec![stone] }).unwrap();
}

#[test]
fn space_ticks_stone_after_stone() {
    let mut fixture = queue();
    for stone in [D2, P1, D1, O1] {
        fixture.keys(" ");
        let (_, act) = fixture.call();
        assert_eq!(act, tick(&[stone], true));
        fixture.judge(act);
    }
    let carried = |team: TeamId| fixture.game.team(team).unwrap().carried.len();
    assert_eq!([A, B, C].map(carried), [1, 2, 1]);
}

#[test]
fn tick_can_be_undone() {
    let mut fixture = queue();
    fixture.keys(" ");
    fixture.serve();
    fixture.key(Key::Up);
    fixture.keys(" ");
    assert_eq!(fixture.call().1, tick(&[D2], false));
}

#[test]
fn repeated_space_ticks_each_stone_once() {
    let mut fixture = queue();
    fixture.keys("    ");
    let sent: Vec<_> = fixture.state.front().pending().cloned().collect();
    assert_eq!(sent, [&[D2], &[P1], &[D1], &[O1]].map(|stones| tick(stones, true).into()));
    // All are on their way: the selection stays, and the same tick is not sent again.
    fixture.keys(" ");
    assert_eq!(fixture.state.front().pending().count(), 4);
    assert!(matches!(fixture.state.notice(), Some(Notice::OnItsWay(_))));
}

#[test]
fn single_key_ticks_all_stones_of_selected_team() {
    let mut fixture = queue();
    fixture.key(Key::Down);
    fixture.keys("A");
    let (_, act) = fixture.call();
    assert_eq!(act, tick(&[P1, D1], true));
    fixture.judge(act);
    fixture.keys("A");
    assert_eq!(fixture.call().1, tick(&[O1], true), "the next team is selected");
    fixture.key(Key::Down);
    fixture.keys("A");
    assert_eq!(fixture.state.notice(), Some(&Notice::AllCarried(B)));
    assert!(fixture.effects.is_empty());
}

#[test]
fn selection_stays_on_its_stone_when_more_are_handed_out() {
    let mut fixture = queue();
    fixture.key(Key::Down);
    fixture.open(2);
    fixture.bids(A, &[(D, 10)]);
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.keys(" ");
    assert_eq!(fixture.call().1, tick(&[P1], true), "A's new stone stands before it");
}

#[test]
fn panel_opens_on_first_waiting_stone() {
    let mut fixture = handed(Lang::En, 80, 24);
    checked(&mut fixture, A, D2);
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("6 ");
    assert_eq!(fixture.call().1, tick(&[D1], true), "D-2 is checked by its team, P-1 lies on the wall");
}

#[test]
fn handout_queue_matches_snapshot() {
    check("handout", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.judge(tick(&[D2, P1], true));
        checked(fixture, A, D2);
        fixture.place(B, P, 1, 0, 0, 1);
        fixture.keys("6");
    });
}
