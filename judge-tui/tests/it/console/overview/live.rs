//! Judging from the list of games: waiting games, acts from a row, starts and finalists.

use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, LotChoice, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{ActOutcome, JudgeAct, Key, Listed};

use super::{selected, with_list};
use crate::console::fixture::{A, ConsoleFixture, P, contest, day, listed, waiting};
use crate::console::screens::compare;

fn live(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = with_list(lang, columns, lines);
    fixture.add_game("heat-1-spare", |game| {
        game.settle();
    });
    fixture.add_game("heat-2", |game| {
        game.open(1);
        game.wait(10_000);
        game.bids(A, &[(P, 10)]);
        game.judge(Act::Pause { reason: "smoke".into() });
    });
    fixture.add_game("semi", |_| {});
    fixture.effects.clear();
    fixture
}

fn acts(fixture: &mut ConsoleFixture, event: Input) -> Vec<(String, Act)> {
    let addressed = fixture.state.update(event).into_iter();
    let act = |addressed: judge_tui::console::Addressed<Effect>| match addressed.what {
        Effect::Call { act: JudgeAct::InGame(act), .. } => Some((addressed.game?, act)),
        _ => None,
    };
    addressed.filter_map(act).collect()
}

fn key(key: char) -> Input {
    Input::Key(if key == '\n' { Key::Enter } else { Key::Char(key) })
}

#[test]
fn hints_match_snapshot_for_selected_game() {
    type Scene = (fn(Lang, u16, u16) -> ConsoleFixture, &'static [Key]);
    let scenes: [(&str, Scene); 3] =
        [("live", (live, &[])), ("calm", (with_list, &[])), ("not started", (with_list, &[Key::End]))];
    let paint = |(scene, keys): Scene, lang, columns, lines| {
        let mut fixture = scene(lang, columns, lines);
        for key in keys {
            fixture.key(*key);
        }
        fixture.screen()
    };
    insta::assert_snapshot!("list_hints", stage::hints(&scenes, paint));
}

#[test]
fn live_list_shows_clock_phase_and_next_act() {
    compare("live", live);
}

#[test]
fn act_from_a_row_is_done_in_that_game_after_its_question() {
    let mut fixture = live(Lang::En, 80, 24);
    assert_eq!(selected(&fixture), Some("heat-1-spare"));
    assert!(acts(&mut fixture, key('C')).is_empty(), "it makes the round final: it is asked first");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    fixture.shows(" H1S  heat-1-spare ");
    let done = acts(&mut fixture, key('y'));
    let [(game, Act::ConfirmLots { lots: LotChoice::All, seen: Some(_), .. })] = &done[..] else {
        panic!("{done:?}");
    };
    assert_eq!(game, "heat-1-spare");
    assert_eq!(
        selected(&fixture),
        Some("heat-2"),
        "no other waits for the same: on to the next that waits at all"
    );
    assert!(matches!(&acts(&mut fixture, key('r'))[..], [(game, Act::Resume)] if game == "heat-2"));
    assert_eq!(selected(&fixture), Some("semi"));
    let opened = acts(&mut fixture, key('o'));
    assert_eq!(opened, [("semi".to_owned(), Act::OpenRound { round: RoundNo(1) })]);
    assert_eq!(selected(&fixture), Some("semi"), "nobody else waits");
    assert!(acts(&mut fixture, key('o')).is_empty(), "an impatient key is no second act");
    assert!(fixture.state.overview().is_open());
}

#[test]
fn act_that_a_row_does_not_wait_for_is_refused() {
    let mut fixture = live(Lang::En, 80, 24);
    assert!(acts(&mut fixture, key('o')).is_empty());
    assert_eq!(selected(&fixture), Some("heat-1-spare"), "a refusal goes nowhere");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
    let screen = fixture.screen();
    assert!(screen.contains(" H1S  heat-1-spare  Rejected:"), "{screen}");
    let row = screen.lines().find(|line| line.contains("heat-1-spare") && line.contains("[C]")).unwrap();
    assert!(row.contains("! [C]"), "the row shows that something was refused: {row}");
    fixture.key(Key::End);
    acts(&mut fixture, key('o'));
    assert_eq!(fixture.state.notice(), Some(&Notice::NotStartedYet { game: "final".into() }));
}

#[test]
fn key_goes_to_the_next_waiting_game() {
    let mut fixture = live(Lang::En, 80, 24);
    for game in ["heat-2", "semi", "heat-1-spare", "heat-2"] {
        fixture.keys("a");
        assert_eq!(selected(&fixture), Some(game));
    }
    fixture.key(Key::Enter);
    assert_eq!(fixture.state.game_id(), "heat-2");
    fixture.shows(" a next waiting game ");
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    fixture.shows("2 other games are waiting: [a]");
    fixture.keys("a");
    assert_eq!((fixture.state.game_id(), fixture.state.overview().is_open()), ("semi", false));
    assert!(fixture.state.game().is_some(), "it was watched all along");
    fixture.keys("b");
    assert_eq!(selected(&fixture), Some("semi"));
    fixture.shows("back to the game");
    fixture.key(Key::Esc);
    assert_eq!((fixture.state.game_id(), fixture.state.overview().is_open()), ("semi", false));
}

#[test]
fn games_pause_with_one_reason_and_resume_together() {
    let mut fixture = live(Lang::En, 80, 24);
    fixture.keys("P");
    let Some(Dialog::PauseAll { text, games }) = fixture.state.dialog().cloned() else {
        panic!("no question")
    };
    assert_eq!(games, ["heat-1-spare", "semi"], "one stands already");
    for _ in 0..text.chars().count() {
        fixture.key(Key::Backspace);
    }
    assert!(acts(&mut fixture, key('\n')).is_empty(), "a reason is needed");
    fixture.keys("fire alarm");
    let reason = || Act::Pause { reason: "fire alarm".into() };
    let stopped = acts(&mut fixture, key('\n'));
    assert_eq!(stopped, [("heat-1-spare".to_owned(), reason()), ("semi".to_owned(), reason())]);
    for (ticket, game) in [(1, "heat-1-spare"), (1, "semi")] {
        let answer = Event::Answer { ticket: ishigaki_client::Ticket(ticket), answer: ActOutcome::Done };
        fixture.state.update(judge_tui::console::Addressed::to(game, answer));
    }
    fixture.keys("R");
    let asked = fixture.screen();
    assert!(asked.contains("Resume 1 game: heat-2"), "the feeds have not told yet: {asked}");
    assert_eq!(acts(&mut fixture, key('y')), [("heat-2".to_owned(), Act::Resume)]);
}

#[test]
fn list_of_23_games_scrolls_and_counts_hidden_rows() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let games: Vec<Listed> =
        (1..=23).map(|at| listed(&format!("heat-{at}"), "", Phase::Building, 0)).collect();
    fixture.happen(Event::Games(Ok(games.into())));
    fixture.shows("0 above, ");
    fixture.key(Key::End);
    let screen = fixture.screen();
    assert!(screen.contains(" above, 0 below") && screen.contains("›  H23   heat-23"), "{screen}");
    insta::assert_snapshot!("many_en_80x24", fixture.body());
    fixture.happen(Input::Resize { columns: 200, lines: 50 });
    let screen = fixture.screen();
    assert!(
        !screen.contains(" above, ") && screen.contains("heat-1 ") && screen.contains("heat-23 "),
        "{screen}"
    );
}

#[test]
fn finalists_are_ticked_in_order_and_named_before_the_start() {
    let mut fixture = with_list(Lang::En, 80, 24);
    fixture.key(Key::End);
    fixture.keys("s");
    fixture.shows("Choose 6 teams for final (0 chosen)");
    fixture.key(Key::Enter);
    fixture.shows("2 to 16 teams; 6 are planned");
    // The eighth to the twelfth, and the last in the second place.
    fixture.keys("jjjjjjj ");
    fixture.key(Key::End);
    fixture.keys(" kkkkk j j j ");
    insta::assert_snapshot!("seats_en_80x24", fixture.body());
    fixture.key(Key::Enter);
    let asked = fixture.screen();
    let order = ["1 高専 桜 cherry (cherry)", "2 高専 月", "3 高専 鶴 crane (crane)"];
    for name in order {
        assert!(asked.contains(name), "{name}: {asked}");
    }
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Start(start)) if start.is_seated()));
    fixture.key(Key::Esc);
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Seats(_))), "what was ticked is not lost");
    fixture.key(Key::Enter);
    fixture.keys("Y");
    let teams = ["cherry", "moon", "crane", "swallow", "heron", "kite"].map(str::to_owned).into();
    assert_eq!(fixture.effects, [Effect::StartGame { game: "final".into(), teams, seats: 0 }]);
}

#[test]
fn unplanned_number_of_finalists_needs_shift_y() {
    let mut games = contest();
    // Only the final is left.
    games.games.retain(|game| game.game == "final");
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(games)));
    fixture.keys("s jjjj j ");
    fixture.key(Key::Enter);
    fixture.shows("! The contest file plans 6 teams, but you chose 3.");
    fixture.keys("y");
    assert!(fixture.effects.is_empty());
    fixture.shows("Press Shift-Y to go ahead, n or Esc to cancel");
    fixture.keys("Y");
    let teams = ["pine", "cedar", "willow"].map(str::to_owned).into();
    assert_eq!(fixture.effects, [Effect::StartGame { game: "final".into(), teams, seats: 3 }]);
}

#[test]
fn game_that_is_not_next_starts_by_the_deliberate_key_only() {
    let ask = |game: &str, lang| {
        let mut fixture = with_list(lang, 80, 24);
        fixture.key(Key::Home);
        while selected(&fixture) != Some(game) {
            fixture.key(Key::Down);
        }
        fixture.keys("s");
        fixture
    };
    let spare = ask("heat-2-spare", Lang::En);
    spare.shows("! This is the spare of heat-2, which is not abandoned.");
    let next = ask("heat-3", Lang::En);
    assert!(!next.screen().contains('!'), "{}", next.screen());
    let mut games = day();
    games.push(waiting("heat-4", "Heat 4", ""));
    games.last_mut().unwrap().teams = vec!["oak".into(), "crane".into()];
    let mut fixture = with_list(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(judge_tui::Programme { games, ..contest() })));
    fixture.effects.clear();
    fixture.key(Key::End);
    fixture.keys("sy");
    let asked = fixture.screen();
    insta::assert_snapshot!("unusual_en_80x24", fixture.body());
    assert!(asked.contains("! heat-3 is planned to start earlier and has not started."), "{asked}");
    assert!(asked.contains("heat-2 is in progress with 高専 樫"), "{asked}");
    assert!(fixture.effects.is_empty(), "a plain y starts nothing");
    fixture.keys("Y");
    assert_eq!(fixture.effects.len(), 1);
}

#[test]
fn head_names_the_role() {
    let mut fixture = live(Lang::En, 80, 24);
    assert!(fixture.screen().lines().next().unwrap().contains("chief judge"), "{}", fixture.screen());
    fixture.key(Key::Enter);
    assert!(fixture.screen().lines().next().unwrap().contains("chief judge"), "{}", fixture.screen());
}

#[test]
fn rejection_from_unselected_game_is_shown_with_its_id() {
    let mut fixture = live(Lang::En, 80, 24);
    fixture.keys("C");
    let confirm = acts(&mut fixture, key('y'));
    assert_eq!(confirm.len(), 1);
    let fault = Fault::new(ErrorReason::StaleSettlement);
    let answer = Event::Answer { ticket: ishigaki_client::Ticket(1), answer: ActOutcome::Refused(fault) };
    fixture.state.update(judge_tui::console::Addressed::to("heat-1-spare", answer));
    assert_eq!(selected(&fixture), Some("heat-2"));
    let screen = fixture.screen();
    assert!(screen.contains(" H1S  heat-1-spare  Rejected:"), "bad news of another row is told: {screen}");
}
