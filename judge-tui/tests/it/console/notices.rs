//! Notices and hints: accurate, and no longer than valid.

use ishigaki_client::Connection;
use ishigaki_rules::{Act, Phase, RoundNo, TeamSpec};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{Key, Listed};

use crate::console::fixture::{B, ConsoleFixture, GAME, listed, setup, waiting};
use crate::console::screens::{check_small, compare, compare_small};

pub(crate) fn practising(lang: Lang, columns: u16, lines: u16, others: &[Listed]) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.wait(0);
    fixture.effects.clear();
    let practice =
        Listed { practice: true, ..listed(GAME, "Practice", Phase::Ready { next: RoundNo(1) }, 1) };
    let games: Vec<Listed> = std::iter::once(practice).chain(others.iter().cloned()).collect();
    fixture.happen(Event::Games(Ok(games.into())));
    fixture.open(1);
    fixture
}

#[test]
fn ending_practice_needs_plain_confirmation() {
    let mut fixture = practising(Lang::En, 80, 24, &[]);
    fixture.keys("Xpractised enough\n");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    let screen = fixture.screen();
    assert!(
        screen.contains("End the practice for everyone?") && !screen.contains("another scenario"),
        "{screen}"
    );
    fixture.keys("y");
    assert_eq!(fixture.call().1, Act::Abandon { reason: "practised enough".into() });
}

#[test]
fn offline_hints_omit_acts_that_need_connection() {
    let mut fixture = practising(Lang::En, 120, 40, &[waiting("heat-1b", "Heat 1", "")]);
    fixture.cut();
    let screen = fixture.screen();
    for offer in ["pause", "void", "games", "[", "end practice"] {
        let foot = screen.lines().skip(2).take(1).chain(screen.lines().rev().take(2)).collect::<String>();
        assert!(!foot.contains(offer), "{offer} is offered: {foot}");
    }
    assert!(screen.contains("▶ Waiting for the connection"), "{screen}");
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.shows("pause");
    compare_small("offline", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        fixture.settle();
        fixture.cut();
        fixture
    });
}

#[test]
fn success_notice_expires_and_rejection_stays() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    fixture.serve();
    let before = fixture.state.revision();
    fixture.wait(0);
    fixture.wait(7_900);
    assert!(matches!(fixture.state.notice(), Some(Notice::Done(_))));
    fixture.wait(200);
    assert_eq!(fixture.state.notice(), None);
    assert!(fixture.state.revision() > before);
    fixture.keys("C");
    fixture.wait(30_000);
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

fn with_teams(lang: Lang, columns: u16, lines: u16, teams: usize) -> ConsoleFixture {
    let team = |at: usize| TeamSpec { code: format!("t{at}"), name: format!("Masons {at}") };
    let crowd = ishigaki_rules::Setup { teams: (1..=teams).map(team).collect(), ..setup() };
    let mut fixture = ConsoleFixture::before(crowd, lang, columns, lines);
    fixture.connect();
    fixture
}

#[test]
fn standings_before_end_show_all_teams_as_equal() {
    compare("equal", |lang, columns, lines| {
        let mut fixture = with_teams(lang, columns, lines, 7);
        fixture.keys("4");
        fixture
    });
}

#[test]
fn resize_repaints_at_once_and_after_settling() {
    let mut fixture = ConsoleFixture::small();
    fixture.wait(0);
    fixture.effects.clear();
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.wait(900);
    assert_eq!(fixture.effects, []);
    fixture.wait(200);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
    fixture.wait(5_000);
    assert_eq!(fixture.effects, []);
}

#[test]
fn control_l_repaints_everything_and_changes_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("C");
    for open in ["", "n", "?"] {
        fixture.keys(open);
        let (dialog, notice) = (fixture.state.dialog().cloned(), fixture.state.notice().cloned());
        fixture.key(Key::Ctrl('l'));
        assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Repaint]);
        assert_eq!((fixture.state.dialog().cloned(), fixture.state.notice().cloned()), (dialog, notice));
        fixture.key(Key::Esc);
    }
}

#[test]
fn ending_game_needs_shift_y_and_warns_of_timing() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.wait(12_000);
    fixture.keys("E");
    fixture.shows("EARLY");
    fixture.keys("y");
    assert!(fixture.effects.is_empty(), "a plain key ends no game");
    fixture.wait(20_000);
    fixture.hides("EARLY");
    fixture.hides("LATE");
    fixture.wait(30_000);
    fixture.shows("LATE");
    fixture.keys("Y");
    assert_eq!(fixture.call().1, Act::SignalEnd);
    check_small("end_asked", |fixture| {
        fixture.build();
        fixture.wait(12_000);
        fixture.keys("E");
    });
}

#[test]
fn reveal_is_suggested_until_first_place_is_shown() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.keys("v\n\n\n");
    fixture.key(Key::Esc);
    fixture.keys("FY");
    fixture.serve();
    fixture.shows("▶ The result is final. Reveal the ranking. [v]");
    fixture.keys("v\n\n");
    fixture.key(Key::Esc);
    fixture.shows("Reveal the ranking. [v]");
    fixture.keys("v\n\n\n");
    fixture.key(Key::Esc);
    fixture.shows("▶ This game is over.");
    check_small("declare_asked", |fixture| {
        fixture.build();
        fixture.end();
        fixture.keys("F");
    });
}

#[test]
fn reveal_starts_with_last_team_not_disqualified() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.judge(Act::Disqualify { team: B, reason: "phones".into() });
    fixture.end();
    fixture.keys("v");
    let start = fixture.screen();
    assert!(
        start.contains("2 teams, from last place") && start.contains("disqualified (E3): Bricklayers"),
        "{start}"
    );
    fixture.keys("\n");
    let first = fixture.screen();
    assert!(!first.contains("Bricklayers") && first.contains("2nd  "), "{first}");
}

#[test]
fn reveal_by_another_console_continues_here() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.build();
    fixture.end();
    fixture.keys("v");
    fixture.shows("Only on this screen. Boards follow once the result is declared (E4).");
    fixture.key(Key::Esc);
    fixture.judge(Act::DeclareResult);
    fixture.shows("Reveal the ranking. [v]");
    fixture.show_places(2);
    fixture.shows("Reveal the ranking. [v]");
    fixture.effects.clear();
    fixture.keys("v");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Reveal { shown: 2 }), "the hall has seen two already");
    let reveals: Vec<_> =
        fixture.effects.iter().filter(|effect| matches!(effect, Effect::Reveal { .. })).collect();
    assert!(matches!(reveals[..], [Effect::Reveal { places: 2, .. }]), "{reveals:?}");
    fixture.happen(Event::Revealed(Ok(())));
    fixture.key(Key::Esc);
    let before = fixture.state.revision();
    fixture.show_places(3);
    assert_ne!(fixture.state.revision(), before);
    for columns in [80, 60] {
        fixture.happen(Input::Resize { columns, lines: 24 });
        let screen = fixture.screen();
        let line = screen
            .lines()
            .find_map(|line| line.split_once("▶ Over. Last head: "))
            .map(|(_, head)| head.trim_end());
        let groups = line.map(|head| head.split([' ', '-']).filter(|group| group.len() == 4).count());
        assert_eq!(groups, Some(8), "whoever judges notes all of it:\n{screen}");
    }
    fixture.keys("L");
    let screen = fixture.screen();
    let line = screen.lines().find(|line| line.contains("▶ 終了。照合番号")).expect(&screen);
    assert!(!line.contains('…'), "{screen}");
}
