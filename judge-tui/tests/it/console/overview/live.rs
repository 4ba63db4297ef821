//! Judging from the list of games: what waits there, what is done from a row, starts and finalists.

use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, LotChoice, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{ActOutcome, JudgeAct, Key, Listed};

use super::{selected, told};
use crate::console::fixture::{A, B, ConsoleFixture, P, contest, day, listed, waiting};
use crate::console::screens::compare;

/// A contest whose running games have been watched for a while: one is to be confirmed, one is paused while it bids, one
/// is to be opened.
fn live(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = told(lang, columns, lines);
    fixture.bring("heat-1-spare", |game| {
        game.settle();
    });
    fixture.bring("heat-2", |game| {
        game.open(1);
        game.wait(10_000);
        game.bids(A, &[(P, 10)]);
        game.judge(Act::Pause { reason: "smoke".into() });
    });
    fixture.bring("semi", |_| {});
    fixture.effects.clear();
    fixture
}

/// The calls that are wanted, and of which games.
fn acts(fixture: &mut ConsoleFixture, event: Input) -> Vec<(String, Act)> {
    let wanted = fixture.state.update(event).into_iter();
    let act = |wanted: judge_tui::console::Addressed<Effect>| match wanted.what {
        Effect::Call { act: JudgeAct::InGame(act), .. } => Some((wanted.game?, act)),
        _ => None,
    };
    wanted.filter_map(act).collect()
}

fn key(key: char) -> Input {
    Input::Key(if key == '\n' { Key::Enter } else { Key::Char(key) })
}

#[test]
fn the_list_offers_what_the_selected_game_waits_for() {
    type Scene = (fn(Lang, u16, u16) -> ConsoleFixture, &'static [Key]);
    let scenes: [(&str, Scene); 3] =
        [("live", (live, &[])), ("calm", (told, &[])), ("not started", (told, &[Key::End]))];
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
fn all_games_stand_with_clock_phase_lists_and_what_wants_the_judge() {
    compare("live", live);
    let fixture = live(Lang::En, 80, 24);
    let screen = fixture.screen();
    let row = |game: &str| screen.lines().find(|line| line.contains(&format!(" {game} "))).unwrap();
    assert!(row("heat-1-spare").contains("1 to confirm") && row("heat-1-spare").contains("[C]"), "{screen}");
    let paused = row("heat-2");
    assert!(paused.contains("R1 bidding, PAUSED") && paused.contains("1:20"), "{screen}");
    assert!(paused.contains("[r]"), "{screen}");
    assert!(row("semi").contains("1 waits") && row("semi").contains("[o]"), "{screen}");
    assert!(screen.contains("Games: 3 wait for the chief judge"), "{screen}");
}

#[test]
fn a_narrow_list_names_the_key_of_what_is_next_beside_each_game() {
    for (lang, stage) in [(Lang::En, "R1 waits"), (Lang::Ja, "第1回 開始待ち")] {
        for columns in [40, 60] {
            let screen = live(lang, columns, 20).screen();
            let row = screen.lines().find(|line| line.contains("[o]")).expect(&screen);
            // At 40 columns the key is there before the whole of where the game stands is.
            assert!(columns == 40 || row.contains(stage), "{screen}");
            assert!(screen.lines().any(|line| line.contains("[s]")), "{screen}");
        }
    }
}

#[test]
fn a_game_that_takes_lists_shows_how_many_have_sealed() {
    let mut fixture = told(Lang::En, 80, 24);
    fixture.bring("semi", |game| {
        game.open(1);
        game.wait(15_000);
        game.bids(A, &[(P, 10)]);
        game.bids(B, &[(P, 11)]);
    });
    let screen = fixture.screen();
    let row = screen.lines().find(|line| line.contains(" semi ")).unwrap();
    assert!(row.contains("1 bidding") && row.contains("1:15") && row.contains("2/3"), "{screen}");
    assert!(!row.contains('['), "nothing is to be done: {row}");
}

#[test]
fn what_is_done_from_a_row_is_done_in_that_game_with_its_own_question() {
    let mut fixture = live(Lang::En, 80, 24);
    assert_eq!(selected(&fixture), Some("heat-1-spare"));
    assert!(acts(&mut fixture, key('C')).is_empty(), "it makes the round final: it is asked first");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(
        fixture.screen().contains(" H1S  heat-1-spare "),
        "the question names its game: {}",
        fixture.screen()
    );
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
fn an_act_that_the_selected_game_does_not_wait_for_is_refused_as_in_its_own_console() {
    let mut fixture = live(Lang::En, 80, 24);
    assert!(acts(&mut fixture, key('o')).is_empty());
    assert_eq!(selected(&fixture), Some("heat-1-spare"), "a refusal goes nowhere");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
    let screen = fixture.screen();
    assert!(screen.contains(" H1S  heat-1-spare  Refused:"), "{screen}");
    let row = screen.lines().find(|line| line.contains("heat-1-spare") && line.contains("[C]")).unwrap();
    assert!(row.contains("! [C]"), "the row shows that something was refused: {row}");
    fixture.key(Key::End);
    acts(&mut fixture, key('o'));
    assert_eq!(fixture.state.notice(), Some(&Notice::NotStartedYet { game: "final".into() }));
}

#[test]
fn one_key_goes_to_the_next_game_that_waits_round_and_round_and_from_game_to_game() {
    let mut fixture = live(Lang::En, 80, 24);
    for game in ["heat-2", "semi", "heat-1-spare", "heat-2"] {
        fixture.keys("a");
        assert_eq!(selected(&fixture), Some(game));
    }
    fixture.key(Key::Enter);
    assert_eq!(fixture.state.game_id(), "heat-2");
    assert!(fixture.screen().contains(" a next that waits "), "{}", fixture.screen());
    fixture.happen(Input::Resize { columns: 120, lines: 40 });
    assert!(fixture.screen().contains("2 other games wait: [a]"), "{}", fixture.screen());
    fixture.keys("a");
    assert_eq!((fixture.state.game_id(), fixture.state.overview().is_open()), ("semi", false));
    assert!(fixture.state.game().is_some(), "it was watched all along");
    fixture.keys("b");
    assert_eq!(selected(&fixture), Some("semi"));
    assert!(fixture.screen().contains("back to the game"), "{}", fixture.screen());
    fixture.key(Key::Esc);
    assert_eq!((fixture.state.game_id(), fixture.state.overview().is_open()), ("semi", false));
}

#[test]
fn all_clocks_are_stopped_with_one_reason_and_all_go_on_after_one_question() {
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
    assert!(asked.contains("1 game go on: heat-2"), "the feeds of the others have not told yet: {asked}");
    assert_eq!(acts(&mut fixture, key('y')), [("heat-2".to_owned(), Act::Resume)]);
}

#[test]
fn twenty_three_games_scroll_at_80x24_and_the_list_says_what_it_does_not_show() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let games: Vec<Listed> =
        (1..=23).map(|at| listed(&format!("heat-{at}"), "", Phase::Building, 0)).collect();
    fixture.happen(Event::Games(Ok(games.into())));
    assert!(fixture.screen().contains("0 above, "), "{}", fixture.screen());
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
fn finalists_are_ticked_in_order_and_repeated_by_name_before_the_game_starts() {
    let mut fixture = told(Lang::En, 80, 24);
    fixture.key(Key::End);
    fixture.keys("s");
    assert!(fixture.screen().contains("Which 6 teams play final? 0 ticked"), "{}", fixture.screen());
    fixture.key(Key::Enter);
    assert!(fixture.screen().contains("2 to 16 teams; 6 are planned"), "{}", fixture.screen());
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
fn another_number_of_finalists_is_asked_gravely_and_said_to_the_server() {
    let mut games = contest();
    // Only the final is left.
    games.games.retain(|game| game.game == "final");
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(games)));
    fixture.keys("s jjjj j ");
    fixture.key(Key::Enter);
    assert!(
        fixture.screen().contains("! The contest file plans 6 teams, and 3 are named."),
        "{}",
        fixture.screen()
    );
    fixture.keys("y");
    assert!(fixture.effects.is_empty());
    assert!(
        fixture.screen().contains("Answer with a capital Y, with Shift, for yes"),
        "{}",
        fixture.screen()
    );
    fixture.keys("Y");
    let teams = ["pine", "cedar", "willow"].map(str::to_owned).into();
    assert_eq!(fixture.effects, [Effect::StartGame { game: "final".into(), teams, seats: 3 }]);
}

#[test]
fn a_game_that_is_not_next_is_started_by_the_deliberate_key_only_and_the_question_says_why() {
    let ask = |game: &str, lang| {
        let mut fixture = told(lang, 80, 24);
        fixture.key(Key::Home);
        while selected(&fixture) != Some(game) {
            fixture.key(Key::Down);
        }
        fixture.keys("s");
        fixture
    };
    let spare = ask("heat-2-spare", Lang::En);
    assert!(
        spare.screen().contains("! This is the spare of heat-2, which is not abandoned."),
        "{}",
        spare.screen()
    );
    let next = ask("heat-3", Lang::En);
    assert!(!next.screen().contains('!'), "{}", next.screen());
    let mut games = day();
    games.push(waiting("heat-4", "Heat 4", ""));
    games.last_mut().unwrap().teams = vec!["oak".into(), "crane".into()];
    let mut fixture = told(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(judge_tui::Programme { games, ..contest() })));
    fixture.effects.clear();
    fixture.key(Key::End);
    fixture.keys("sy");
    let asked = fixture.screen();
    insta::assert_snapshot!("unusual_en_80x24", fixture.body());
    assert!(asked.contains("! heat-3 stands before it and has not started."), "{asked}");
    assert!(asked.contains("heat-2 is being played at this moment by 高専 樫"), "{asked}");
    assert!(fixture.effects.is_empty(), "a plain y starts nothing");
    fixture.keys("Y");
    assert_eq!(fixture.effects.len(), 1);
}

#[test]
fn a_plain_question_says_what_answers_it_when_another_key_is_pressed() {
    let mut fixture = told(Lang::En, 80, 24);
    fixture.key(Key::Home);
    while selected(&fixture) != Some("heat-3") {
        fixture.key(Key::Down);
    }
    fixture.keys("sY");
    assert!(fixture.effects.is_empty());
    assert!(fixture.screen().contains("Answer with y for yes"), "{}", fixture.screen());
    fixture.keys("y");
    assert_eq!(fixture.effects.len(), 1);
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("CY");
    assert!(
        fixture.effects.is_empty() && fixture.screen().contains("Answer with y for yes"),
        "{}",
        fixture.screen()
    );
}

#[test]
fn the_head_says_whose_token_it_is_and_nothing_is_entered_by_the_judges() {
    let mut fixture = live(Lang::En, 80, 24);
    assert!(fixture.screen().lines().next().unwrap().contains("chief judge"), "{}", fixture.screen());
    fixture.key(Key::Enter);
    assert!(fixture.screen().lines().next().unwrap().contains("chief judge"), "{}", fixture.screen());
    fixture.keys("H");
    assert!(fixture.state.dialog().is_none(), "nothing is typed in vain");
    assert!(fixture.screen().contains("organiser"), "{}", fixture.screen());
}

#[test]
fn refusal_in_the_list_ends_with_the_next_key() {
    let mut fixture = live(Lang::En, 80, 24);
    assert!(acts(&mut fixture, key('o')).is_empty());
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
    fixture.key(Key::Down);
    assert_eq!(fixture.state.notice(), None);
    assert!(!fixture.screen().contains("Refused:"), "{}", fixture.screen());
    // What comes later is told.
    fixture.key(Key::End);
    acts(&mut fixture, key('o'));
    assert!(matches!(fixture.state.notice(), Some(Notice::NotStartedYet { .. })));
}

#[test]
fn a_game_that_is_done_from_elsewhere_keeps_its_own_news() {
    let mut fixture = live(Lang::En, 80, 24);
    fixture.keys("C");
    let confirm = acts(&mut fixture, key('y'));
    assert_eq!(confirm.len(), 1);
    let fault = Fault::new(ErrorReason::StaleSettlement);
    let answer = Event::Answer { ticket: ishigaki_client::Ticket(1), answer: ActOutcome::Refused(fault) };
    fixture.state.update(judge_tui::console::Addressed::to("heat-1-spare", answer));
    assert_eq!(selected(&fixture), Some("heat-2"));
    let screen = fixture.screen();
    assert!(screen.contains(" H1S  heat-1-spare  Refused:"), "bad news of another row is told: {screen}");
}

#[test]
fn what_a_game_did_not_wait_for_leaves_it_selected() {
    for keys in ["nrain\n", "S\nCome\n\n"] {
        let mut fixture = live(Lang::En, 80, 24);
        let done: Vec<_> = keys.chars().flat_map(|char| acts(&mut fixture, key(char))).collect();
        let [(game, Act::Remark { .. } | Act::Announce { .. })] = &done[..] else { panic!("{done:?}") };
        assert_eq!(game, "heat-1-spare");
        assert_eq!(selected(&fixture), Some("heat-1-spare"), "it waits still");
    }
}
