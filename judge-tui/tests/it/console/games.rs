//! The games of a contest: starting one, replacing one by its spare, going from one to another.

use ishigaki_client::CallError;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{ActOutcome, JudgeAct, Key, Listed};
use tonic::Code;

use crate::console::fixture::{A, ConsoleFixture, GAME, P, contest, day, listed, setup, waiting};
use crate::console::screens::compare;

/// A console before a list of games, with this one selected.
fn choosing(lang: Lang, columns: u16, lines: u16, game: &str) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::picking(lang, columns, lines);
    fixture.happen(Event::Games(Ok(contest())));
    fixture.effects.clear();
    fixture.key(Key::Home);
    let selected = |fixture: &ConsoleFixture| fixture.state.overview().selected().cloned();
    while selected(&fixture).is_some_and(|selected| selected.game != game) {
        fixture.key(Key::Down);
    }
    fixture
}

/// A game with a spare, as the server lists them; `None`: the spare waits.
fn with_spare(own: Phase, spare: Option<Phase>) -> Vec<Listed> {
    let own = Listed { spare: Some("heat-1-spare".into()), ..listed(GAME, "Heat 1", own, 1) };
    let spare = match spare {
        Some(phase) => listed("heat-1-spare", "Heat 1, spare", phase, 1),
        None => waiting("heat-1-spare", "Heat 1, spare", "予選1 予備"),
    };
    vec![own, spare, waiting("heat-2", "Heat 2", "予選2")]
}

/// A console before a game with a spare.
pub(crate) fn judging(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.wait(0);
    fixture.effects.retain(|effect| !matches!(effect, Effect::ListPresence { .. }));
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames], "it wants to know its spare");
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    fixture
}

/// The judge abandons the game.
pub(crate) fn abandon(fixture: &mut ConsoleFixture) {
    fixture.judge(Act::Abandon { reason: "the projector fell".into() });
}

fn start_of(game: &str) -> Effect {
    Effect::StartGame { game: game.into(), teams: Vec::new(), seats: 0 }
}

pub(crate) fn watch(game: &str) -> Effect {
    Effect::Watch { game: game.into() }
}

fn wanted(fixture: &mut ConsoleFixture) -> Vec<Effect> {
    std::mem::take(&mut fixture.effects)
}

#[test]
fn a_waiting_game_is_started_after_one_question_and_judged() {
    for (key, goes_in) in [(Key::Char('s'), false), (Key::Enter, true)] {
        let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
        fixture.key(key);
        assert!(matches!(fixture.state.dialog(), Some(Dialog::Start(start)) if start.game() == "heat-3"));
        assert!(fixture.effects.is_empty(), "it is asked first");
        fixture.keys("y");
        assert_eq!(wanted(&mut fixture), [start_of("heat-3")]);
        let started = Box::new(listed("heat-3", "Heat 3", Phase::Ready { next: RoundNo(1) }, 1));
        fixture.happen(Event::Started { game: "heat-3".into(), outcome: Ok(started) });
        assert_eq!(wanted(&mut fixture), [watch("heat-3")]);
        let game = if goes_in { "heat-3" } else { "" };
        assert_eq!((!fixture.state.overview().is_open(), fixture.state.game_id()), (goes_in, game));
        assert!(fixture.screen().contains("heat-3 has started, 7 teams"), "{}", fixture.screen());
    }
}

#[test]
fn before_the_first_game_the_lists_help_says_as_its_foot_that_escape_leaves() {
    for (lang, leaves, back) in
        [(Lang::En, "leave", "back to the game"), (Lang::Ja, "画面を閉じる", "試合に戻る")]
    {
        let mut fixture = choosing(lang, 80, 24, "heat-3");
        fixture.keys("?");
        let screen = fixture.screen();
        assert!(screen.contains(leaves) && !screen.contains(back), "{screen}");
        fixture.key(Key::Esc);
        fixture.key(Key::Esc);
        assert_eq!(wanted(&mut fixture), [Effect::Quit]);
    }
}

#[test]
fn the_question_before_a_start_names_the_teams() {
    compare("start", |lang, columns, lines| {
        let mut fixture = choosing(lang, columns, lines, "heat-3");
        fixture.keys("s");
        fixture
    });
}

#[test]
fn no_is_no_and_an_impatient_yes_is_one_start() {
    let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
    fixture.keys("sn");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
    fixture.keys("sysy");
    assert_eq!(fixture.effects, [start_of("heat-3")]);
}

#[test]
fn a_start_that_is_refused_or_unanswered_leaves_the_judge_in_the_list() {
    let refused =
        CallError::Refused(Box::new(Fault::new(ErrorReason::AlreadyStarted).with("game", "heat-3")));
    let silent = CallError::Unanswered { code: Code::Unavailable };
    for (trouble, told) in [(refused, "has started already"), (silent, "may have started or not")] {
        let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
        fixture.keys("sy");
        fixture.effects.clear();
        fixture.happen(Event::Started { game: "heat-3".into(), outcome: Err(trouble) });
        assert!(fixture.effects.is_empty() && fixture.state.overview().is_open());
        assert!(fixture.screen().contains(told), "{}", fixture.screen());
        fixture.keys("sy");
        assert_eq!(fixture.effects.len(), 1, "it can be tried again");
    }
}

#[test]
fn a_start_that_another_console_was_faster_with_closes_the_question() {
    let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
    fixture.keys("s");
    let mut games = day();
    games.iter_mut().find(|game| game.game == "heat-3").unwrap().standing = games[6].standing;
    fixture.happen(Event::Games(Ok(games.into())));
    assert!(fixture.state.dialog().is_none());
    assert_eq!(fixture.state.notice(), Some(&Notice::MovedOn));
    fixture.keys("s");
    let Some(Notice::Refused(fault)) = fixture.state.notice() else { panic!("{:?}", fixture.state.notice()) };
    assert_eq!(fault.reason, ErrorReason::AlreadyStarted);
}

#[test]
fn a_running_game_is_replaced_after_a_reason_and_a_grave_question() {
    let mut fixture = judging(Lang::En, 80, 24);
    fixture.open(1);
    fixture.keys("N");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Reason { .. })));
    fixture.keys("the drawing was wrong\n");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: true, .. })));
    fixture.keys("y");
    assert!(fixture.effects.is_empty(), "a small letter is no answer to a grave question");
    fixture.keys("Y");
    let (ticket, act) = fixture.judge_call();
    assert_eq!(act, JudgeAct::Replace { reason: "the drawing was wrong".into() });
    abandon(&mut fixture);
    let spare = Box::new(listed("heat-1-spare", "", Phase::Ready { next: RoundNo(1) }, 1));
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Replaced(spare) });
    assert_eq!(wanted(&mut fixture), [watch("heat-1-spare")]);
    assert_eq!(fixture.state.game_id(), "heat-1-spare");
    assert!(fixture.state.game().is_none(), "nothing of the old game is on the screen any more");
    assert!(fixture.screen().contains("heat-1 is abandoned. Its spare heat-1-spare has started"));
    fixture.start_over(setup());
    assert!(!fixture.screen().contains("[a]"), "the abandoned game waits for nobody:\n{}", fixture.screen());
    fixture.keys("o");
    assert_eq!(fixture.call().1, Act::OpenRound { round: RoundNo(1) });
}

#[test]
fn what_a_replacement_means_is_said_before_it_is_done() {
    compare("replace", |lang, columns, lines| {
        let mut fixture = judging(lang, columns, lines);
        fixture.open(1);
        fixture.keys("NThe drawing was wrong\n");
        fixture
    });
}

#[test]
fn an_abandoned_game_names_its_spare_as_the_one_next_thing() {
    compare("abandoned", |lang, columns, lines| {
        let mut fixture = judging(lang, columns, lines);
        fixture.open(1);
        abandon(&mut fixture);
        fixture
    });
}

#[test]
fn the_spare_of_an_abandoned_game_starts_after_a_plain_question() {
    let mut fixture = judging(Lang::En, 80, 24);
    abandon(&mut fixture);
    fixture.keys("N");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    fixture.keys("y");
    assert!(matches!(fixture.judge_call().1, JudgeAct::Replace { .. }));
}

#[test]
fn a_spare_that_another_console_has_started_is_gone_over_to() {
    let mut fixture = judging(Lang::En, 80, 24);
    abandon(&mut fixture);
    fixture.wait(3_000);
    assert_eq!(wanted(&mut fixture), [Effect::ListGames], "the spare may start at any moment");
    let started = Some(Phase::Ready { next: RoundNo(1) });
    fixture.happen(Event::Games(Ok(with_spare(Phase::Abandoned, started).into())));
    assert!(
        fixture.screen().contains("heat-1-spare is played in place of this game"),
        "{}",
        fixture.screen()
    );
    fixture.keys("N");
    assert_eq!(wanted(&mut fixture), [watch("heat-1-spare")]);
}

#[test]
fn a_game_without_a_spare_is_not_replaced() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.wait(0);
    fixture.happen(Event::Games(Ok(vec![listed(GAME, "Heat 1", Phase::Building, 1)].into())));
    fixture.effects.clear();
    fixture.keys("N");
    let Some(Notice::Refused(fault)) = fixture.state.notice() else { panic!("{:?}", fixture.state.notice()) };
    assert_eq!(fault.reason, ErrorReason::NoSpare);
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
}

#[test]
fn the_list_is_a_key_away_and_the_game_goes_on_behind_it() {
    let mut fixture = judging(Lang::En, 80, 24);
    fixture.keys("b");
    fixture.wait(2_000);
    assert_eq!(wanted(&mut fixture), [Effect::ListGames]);
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    assert_eq!(fixture.state.overview().selected().unwrap().game, GAME, "where the judge is");
    fixture.open(1);
    fixture.bids(A, &[(P, 10)]);
    fixture.key(Key::Esc);
    assert!(!fixture.state.overview().is_open());
    assert!(fixture.screen().contains("Round 1 of 2"), "{}", fixture.screen());
    fixture.keys("b");
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    fixture.key(Key::Enter);
    assert!(fixture.effects.iter().all(|effect| *effect == Effect::ListGames), "it is watched already");
    assert!(fixture.state.game().is_some());
}

#[test]
fn from_practice_to_the_game_itself_nothing_is_asked() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 120, 40);
    fixture.wait(0);
    let practice = Listed { practice: true, ..listed(GAME, "Practice", Phase::Building, 1) };
    let real = listed("final", "Final", Phase::Ready { next: RoundNo(1) }, 1);
    fixture.happen(Event::Games(Ok(vec![practice.clone(), real.clone()].into())));
    assert!(fixture.screen().starts_with(" PRACTICE   H1  heat-1  Rehearsal"), "{}", fixture.screen());
    fixture.effects.clear();
    fixture.keys("o");
    let (ticket, _) = fixture.call();
    fixture.keys("b");
    fixture.happen(Event::Games(Ok(vec![practice, real].into())));
    fixture.key(Key::Down);
    fixture.key(Key::Enter);
    assert_eq!(wanted(&mut fixture), [watch("final")]);
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    assert_eq!(fixture.state.notice(), None, "an answer for the game before is no news");
    fixture.start_over(setup());
    assert!(!fixture.screen().contains("PRACTICE"), "{}", fixture.screen());
}

#[test]
fn the_title_is_in_the_readers_language_wherever_there_is_one() {
    let mut fixture = ConsoleFixture::new(Lang::Ja, 80, 24);
    assert!(fixture.screen().starts_with("予行演習"), "{}", fixture.screen());
    fixture.keys("L");
    assert!(fixture.screen().starts_with("Rehearsal"), "{}", fixture.screen());
    let mut untitled = setup();
    untitled.title_ja = String::new();
    let mut fixture = ConsoleFixture::before(untitled, Lang::Ja, 80, 24);
    fixture.connect();
    assert!(fixture.screen().starts_with("Rehearsal"), "{}", fixture.screen());
}

#[test]
fn the_foot_offers_the_list_of_games_wherever_there_is_another_one() {
    let foot = |fixture: &ConsoleFixture| fixture.screen().lines().rev().take(2).collect::<String>();
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.wait(0);
    let own = listed(GAME, "Own", Phase::Ready { next: RoundNo(1) }, 1);
    fixture.happen(Event::Games(Ok(vec![own.clone()].into())));
    assert!(!foot(&fixture).contains("b games"), "{}", foot(&fixture));
    fixture.happen(Event::Games(Ok(vec![own, waiting("heat-3", "Heat 3", "")].into())));
    assert!(foot(&fixture).contains("b games"), "{}", foot(&fixture));
    fixture.open(1);
    assert!(foot(&fixture).contains("b games"), "{}", foot(&fixture));
}
