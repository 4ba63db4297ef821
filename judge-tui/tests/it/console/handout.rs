//! The hand-out queue: stones that are carried to teams, ticked off one by one or team by team (`W4`).
#![expect(clippy::unwrap_used, reason = "a queue that cannot be set up is a failed test")]

use ishigaki_rules::{Act, Actor, StoneId, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Notice, Panel};

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
fn a_tick_can_be_taken_back() {
    let mut fixture = queue();
    fixture.keys(" ");
    fixture.serve();
    fixture.key(Key::Up);
    fixture.keys(" ");
    assert_eq!(fixture.call().1, tick(&[D2], false));
}

#[test]
fn an_impatient_space_ticks_the_next_stone_and_none_twice() {
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
fn all_stones_of_the_selected_team_are_ticked_by_one_key() {
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
fn the_keys_of_the_queue_mean_nothing_elsewhere() {
    let mut fixture = handed(Lang::En, 80, 24);
    fixture.keys(" A");
    assert!(fixture.effects.is_empty() && fixture.state.notice().is_none());
}

#[test]
fn an_empty_queue_says_when_it_fills() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("6 A");
    assert!(fixture.effects.is_empty());
    assert!(fixture.screen().contains("when a round is final (A10)"), "{}", fixture.screen());
}

#[test]
fn without_a_connection_nothing_is_ticked() {
    let mut fixture = queue();
    let since = fixture.instant();
    let code = tonic::Code::Unavailable;
    fixture.happen(FeedEvent::Connection(ishigaki_client::Connection::Lost { since, code }));
    fixture.keys(" ");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert!(fixture.effects.is_empty());
}

#[test]
fn the_selection_stays_on_its_stone_when_more_stones_are_handed_out() {
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
fn the_panel_opens_on_the_first_stone_that_waits() {
    let mut fixture = handed(Lang::En, 80, 24);
    checked(&mut fixture, A, D2);
    fixture.place(B, P, 1, 0, 0, 1);
    fixture.keys("6 ");
    assert_eq!(fixture.call().1, tick(&[D1], true), "D-2 is checked by its team, P-1 lies on the wall");
}

#[test]
fn the_next_step_speaks_of_stones_only_where_nothing_is_more_urgent() {
    let mut fixture = ConsoleFixture::small();
    let speaks = |fixture: &ConsoleFixture| fixture.screen().contains("stones to carry [6]");
    assert!(!speaks(&fixture));
    fixture.settle();
    assert!(!speaks(&fixture), "the judge has to confirm");
    fixture.confirm_all();
    assert!(speaks(&fixture), "{}", fixture.screen());
    fixture.keys("6");
    assert!(!speaks(&fixture), "the panel is open");
    fixture.keys("1");
    fixture.judge(tick(&[D2, P1], true));
    fixture.judge(Act::Pause { reason: "x".into() });
    assert!(!speaks(&fixture), "the clocks stand");
    fixture.judge(Act::Resume);
    assert!(speaks(&fixture));
    checked(&mut fixture, C, O1);
    assert!(fixture.screen().contains("one stone to carry [6]"));
    fixture.judge(tick(&[D1], true));
    assert!(!fixture.screen().contains("to carry"), "all has arrived");
}

#[test]
fn what_has_to_be_done_is_never_cut_for_the_stones() {
    let mut fixture = handed(Lang::En, 40, 24);
    fixture.open(2);
    let screen = fixture.screen();
    assert!(screen.contains("0 of 3") && !screen.contains("to carry"), "{screen}");
}

#[test]
fn the_queue_of_a_game() {
    check("handout", |fixture| {
        fixture.settle();
        fixture.confirm_all();
        fixture.judge(tick(&[D2, P1], true));
        checked(fixture, A, D2);
        fixture.place(B, P, 1, 0, 0, 1);
        fixture.keys("6");
    });
}

#[test]
fn a_queue_that_is_longer_than_the_screen_keeps_the_selection_in_sight() {
    let mut fixture = handed(Lang::Ja, 60, 12);
    fixture.keys("6");
    assert_eq!(fixture.state.front().panel(), Panel::HandOut);
    fixture.key(Key::End);
    assert!(fixture.screen().contains("›[ ] O-1"), "{}", fixture.screen());
}

#[test]
fn a_stone_that_lies_on_its_wall_needs_no_tick_to_be_seen_as_come() {
    let mut fixture = queue();
    let row = |fixture: &ConsoleFixture| {
        fixture.screen().lines().find(|line| line.contains(" P-1 ")).unwrap().to_owned()
    };
    assert!(row(&fixture).contains("[ ]") && row(&fixture).contains("to carry"), "{}", fixture.screen());
    fixture.place(B, P, 1, 0, 0, 1);
    let row = row(&fixture);
    assert!(
        row.contains("[✓]") && row.contains("arrived") && row.contains("on the wall"),
        "{}",
        fixture.screen()
    );
}
