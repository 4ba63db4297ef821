//! The hand-out queue: stones that are carried to teams, ticked off one by one or team by team (`W4`).
#![expect(clippy::unwrap_used, reason = "a queue that cannot be set up is a failed test")]

use ishigaki_rules::{Act, Actor, StoneId, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Notice, Panel};

use crate::hall::{A, B, C, D, Hall, O, P};
use crate::screens::check;

const P1: StoneId = StoneId { lot: P, copy: 1 };
const O1: StoneId = StoneId { lot: O, copy: 1 };
const D1: StoneId = StoneId { lot: D, copy: 1 };
const D2: StoneId = StoneId { lot: D, copy: 2 };

/// Round 1 is final, nothing has been carried: A has D-2, B has P-1 and D-1, C has O-1.
fn handed(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::new(lang, columns, lines);
    hall.settle();
    hall.confirm_all();
    let stones = |team: TeamId| hall.game.team(team).unwrap().stones.iter().copied().collect::<Vec<_>>();
    assert_eq!([A, B, C].map(stones), [vec![D2], vec![P1, D1], vec![O1]]);
    hall
}

fn queue() -> Hall {
    let mut hall = handed(Lang::En, 80, 24);
    hall.keys("6");
    hall
}

fn tick(stones: &[StoneId], carried: bool) -> Act {
    Act::TickStones { stones: stones.to_vec(), carried }
}

fn checked(hall: &mut Hall, team: TeamId, stone: StoneId) {
    hall.give(Actor::Team(team), Act::CheckStones { team, stones: vec![stone] }).unwrap();
}

#[test]
fn space_ticks_stone_after_stone() {
    let mut hall = queue();
    for stone in [D2, P1, D1, O1] {
        hall.keys(" ");
        let (_, act) = hall.call();
        assert_eq!(act, tick(&[stone], true));
        hall.judge(act);
    }
    let carried = |team: TeamId| hall.game.team(team).unwrap().carried.len();
    assert_eq!([A, B, C].map(carried), [1, 2, 1]);
}

#[test]
fn a_tick_can_be_taken_back() {
    let mut hall = queue();
    hall.keys(" ");
    hall.serve();
    hall.key(Key::Up);
    hall.keys(" ");
    assert_eq!(hall.call().1, tick(&[D2], false));
}

#[test]
fn an_impatient_space_ticks_the_next_stone_and_none_twice() {
    let mut hall = queue();
    hall.keys("    ");
    let sent: Vec<_> = hall.state.front().pending().cloned().collect();
    assert_eq!(sent, [&[D2], &[P1], &[D1], &[O1]].map(|stones| tick(stones, true).into()));
    // All are on their way: the selection stays, and the same tick is not sent again.
    hall.keys(" ");
    assert_eq!(hall.state.front().pending().count(), 4);
    assert!(matches!(hall.state.notice(), Some(Notice::OnItsWay(_))));
}

#[test]
fn all_stones_of_the_selected_team_are_ticked_by_one_key() {
    let mut hall = queue();
    hall.key(Key::Down);
    hall.keys("A");
    let (_, act) = hall.call();
    assert_eq!(act, tick(&[P1, D1], true));
    hall.judge(act);
    hall.keys("A");
    assert_eq!(hall.call().1, tick(&[O1], true), "the next team is selected");
    hall.key(Key::Down);
    hall.keys("A");
    assert_eq!(hall.state.notice(), Some(&Notice::AllCarried(B)));
    assert!(hall.effects.is_empty());
}

#[test]
fn the_keys_of_the_queue_mean_nothing_elsewhere() {
    let mut hall = handed(Lang::En, 80, 24);
    hall.keys(" A");
    assert!(hall.effects.is_empty() && hall.state.notice().is_none());
}

#[test]
fn an_empty_queue_says_when_it_fills() {
    let mut hall = Hall::small();
    hall.keys("6 A");
    assert!(hall.effects.is_empty());
    assert!(hall.screen().contains("when a round is final (A10)"), "{}", hall.screen());
}

#[test]
fn without_a_connection_nothing_is_ticked() {
    let mut hall = queue();
    let since = hall.instant();
    let code = tonic::Code::Unavailable;
    hall.happen(FeedEvent::Connection(ishigaki_client::Connection::Lost { since, code }));
    hall.keys(" ");
    assert_eq!(hall.state.notice(), Some(&Notice::Offline));
    assert!(hall.effects.is_empty());
}

#[test]
fn the_selection_stays_on_its_stone_when_more_stones_are_handed_out() {
    let mut hall = queue();
    hall.key(Key::Down);
    hall.open(2);
    hall.bids(A, &[(D, 10)]);
    hall.wait(90_000);
    hall.confirm_all();
    hall.keys(" ");
    assert_eq!(hall.call().1, tick(&[P1], true), "A's new stone stands before it");
}

#[test]
fn the_panel_opens_on_the_first_stone_that_waits() {
    let mut hall = handed(Lang::En, 80, 24);
    checked(&mut hall, A, D2);
    hall.place(B, P, 1, 0, 0, 1);
    hall.keys("6 ");
    assert_eq!(hall.call().1, tick(&[D1], true), "D-2 is checked by its team, P-1 lies on the wall");
}

#[test]
fn the_next_step_speaks_of_stones_only_where_nothing_is_more_urgent() {
    let mut hall = Hall::small();
    let speaks = |hall: &Hall| hall.screen().contains("stones to carry [6]");
    assert!(!speaks(&hall));
    hall.settle();
    assert!(!speaks(&hall), "the judge has to confirm");
    hall.confirm_all();
    assert!(speaks(&hall), "{}", hall.screen());
    hall.keys("6");
    assert!(!speaks(&hall), "the panel is open");
    hall.keys("1");
    hall.judge(tick(&[D2, P1], true));
    hall.judge(Act::Pause { reason: "x".into() });
    assert!(!speaks(&hall), "the clocks stand");
    hall.judge(Act::Resume);
    assert!(speaks(&hall));
    checked(&mut hall, C, O1);
    assert!(hall.screen().contains("one stone to carry [6]"));
    hall.judge(tick(&[D1], true));
    assert!(!hall.screen().contains("to carry"), "all has arrived");
}

#[test]
fn what_has_to_be_done_is_never_cut_for_the_stones() {
    let mut hall = handed(Lang::En, 40, 24);
    hall.open(2);
    let screen = hall.screen();
    assert!(screen.contains("0 of 3") && !screen.contains("to carry"), "{screen}");
}

#[test]
fn the_queue_of_a_game() {
    check("handout", |hall| {
        hall.settle();
        hall.confirm_all();
        hall.judge(tick(&[D2, P1], true));
        checked(hall, A, D2);
        hall.place(B, P, 1, 0, 0, 1);
        hall.keys("6");
    });
}

#[test]
fn a_queue_that_is_longer_than_the_screen_keeps_the_selection_in_sight() {
    let mut hall = handed(Lang::Ja, 60, 12);
    hall.keys("6");
    assert_eq!(hall.state.front().panel(), Panel::HandOut);
    hall.key(Key::End);
    assert!(hall.screen().contains("›[ ] O-1"), "{}", hall.screen());
}

#[test]
fn a_stone_that_lies_on_its_wall_needs_no_tick_to_be_seen_as_come() {
    let mut hall = queue();
    let row = |hall: &Hall| hall.screen().lines().find(|line| line.contains(" P-1 ")).unwrap().to_owned();
    assert!(row(&hall).contains("[ ]") && row(&hall).contains("to carry"), "{}", hall.screen());
    hall.place(B, P, 1, 0, 0, 1);
    let row = row(&hall);
    assert!(
        row.contains("[✓]") && row.contains("arrived") && row.contains("on the wall"),
        "{}",
        hall.screen()
    );
}
