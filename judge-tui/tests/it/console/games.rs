//! The games of a contest: starting one, replacing one by its spare, going from one to another.

use ishigaki_client::CallError;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{ActOutcome, JudgeAct, Key, Listed};
use tonic::Code;

use crate::console::fixture::{A, ConsoleFixture, GAME, P, contest, day, listed, setup, waiting};
use crate::console::screens::compare_small;

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

fn with_spare(own: Phase, spare: Option<Phase>) -> Vec<Listed> {
    let own = Listed { spare: Some("heat-1-spare".into()), ..listed(GAME, "Heat 1", own, 1) };
    let spare = match spare {
        Some(phase) => listed("heat-1-spare", "Heat 1, spare", phase, 1),
        None => waiting("heat-1-spare", "Heat 1, spare", "予選1 予備"),
    };
    vec![own, spare, waiting("heat-2", "Heat 2", "予選2")]
}

pub(crate) fn judging(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.wait(0);
    fixture.effects.retain(|effect| !matches!(effect, Effect::ListPresence { .. }));
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames], "it wants to know its spare");
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    fixture
}

pub(crate) fn abandon(fixture: &mut ConsoleFixture) {
    fixture.judge(Act::Abandon { reason: "the projector fell".into() });
}

fn start_effect(game: &str) -> Effect {
    Effect::StartGame { game: game.into(), teams: Vec::new(), seats: 0 }
}

pub(crate) fn watch(game: &str) -> Effect {
    Effect::Watch { game: game.into() }
}

fn take_effects(fixture: &mut ConsoleFixture) -> Vec<Effect> {
    std::mem::take(&mut fixture.effects)
}

#[test]
fn waiting_game_is_started_after_confirmation() {
    for (key, goes_in) in [(Key::Char('s'), false), (Key::Enter, true)] {
        let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
        fixture.key(key);
        assert!(matches!(fixture.state.dialog(), Some(Dialog::Start(start)) if start.game() == "heat-3"));
        assert!(fixture.effects.is_empty(), "it is asked first");
        fixture.keys("y");
        assert_eq!(take_effects(&mut fixture), [start_effect("heat-3")]);
        let started = Box::new(listed("heat-3", "Heat 3", Phase::Ready { next: RoundNo(1) }, 1));
        fixture.happen(Event::Started { game: "heat-3".into(), outcome: Ok(started) });
        assert_eq!(take_effects(&mut fixture), [watch("heat-3")]);
        let game = if goes_in { "heat-3" } else { "" };
        assert_eq!((!fixture.state.overview().is_open(), fixture.state.game_id()), (goes_in, game));
        fixture.shows("Started heat-3 with 7 teams");
    }
}

#[test]
fn start_dialog_names_teams() {
    compare_small("start", |lang, columns, lines| {
        let mut fixture = choosing(lang, columns, lines, "heat-3");
        fixture.keys("s");
        fixture
    });
}

#[test]
fn repeated_yes_starts_game_once() {
    let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
    fixture.keys("sn");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
    fixture.keys("sysy");
    assert_eq!(fixture.effects, [start_effect("heat-3")]);
}

#[test]
fn refused_or_unanswered_start_stays_in_the_list() {
    let refused =
        CallError::Refused(Box::new(Fault::new(ErrorReason::AlreadyStarted).with("game", "heat-3")));
    let silent = CallError::Unanswered { code: Code::Unavailable };
    for (trouble, text) in [(refused, "has already started"), (silent, "may have started. Check the")] {
        let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
        fixture.keys("sy");
        fixture.effects.clear();
        fixture.happen(Event::Started { game: "heat-3".into(), outcome: Err(trouble) });
        assert!(fixture.effects.is_empty() && fixture.state.overview().is_open());
        fixture.shows(text);
        fixture.keys("sy");
        assert_eq!(fixture.effects.len(), 1, "it can be tried again");
    }
}

#[test]
fn start_by_another_console_closes_the_question() {
    let mut fixture = choosing(Lang::En, 80, 24, "heat-3");
    fixture.keys("s");
    let mut games = day();
    games.iter_mut().find(|game| game.game == "heat-3").unwrap().standing = games[6].standing;
    fixture.happen(Event::Games(Ok(games.into())));
    assert!(fixture.state.dialog().is_none());
    assert_eq!(fixture.state.notice(), Some(&Notice::MovedOn));
    fixture.keys("s");
    assert_eq!(fixture.refusal(), Some(ErrorReason::AlreadyStarted));
}

#[test]
fn running_game_is_replaced_after_reason_and_grave_question() {
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
    assert_eq!(take_effects(&mut fixture), [watch("heat-1-spare")]);
    assert_eq!(fixture.state.game_id(), "heat-1-spare");
    assert!(fixture.state.game().is_none(), "nothing of the old game is on the screen any more");
    fixture.shows("Abandoned heat-1. Started its spare heat-1-spare");
    fixture.start_over(setup());
    fixture.hides("[a]");
    fixture.keys("o");
    assert_eq!(fixture.call().1, Act::OpenRound { round: RoundNo(1) });
}

#[test]
fn replace_dialog_explains_consequences() {
    compare_small("replace", |lang, columns, lines| {
        let mut fixture = judging(lang, columns, lines);
        fixture.open(1);
        fixture.keys("NThe drawing was wrong\n");
        fixture
    });
}

#[test]
fn abandoned_game_suggests_its_spare_game() {
    compare_small("abandoned", |lang, columns, lines| {
        let mut fixture = judging(lang, columns, lines);
        fixture.open(1);
        abandon(&mut fixture);
        fixture
    });
}

#[test]
fn spare_of_abandoned_game_starts_after_plain_confirmation() {
    let mut fixture = judging(Lang::En, 80, 24);
    abandon(&mut fixture);
    fixture.keys("N");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    fixture.keys("y");
    assert!(matches!(fixture.judge_call().1, JudgeAct::Replace { .. }));
}

#[test]
fn console_switches_to_spare_game_started_elsewhere() {
    let mut fixture = judging(Lang::En, 80, 24);
    abandon(&mut fixture);
    fixture.wait(3_000);
    assert_eq!(take_effects(&mut fixture), [Effect::ListGames], "the spare may start at any moment");
    let started = Some(Phase::Ready { next: RoundNo(1) });
    fixture.happen(Event::Games(Ok(with_spare(Phase::Abandoned, started).into())));
    fixture.shows("heat-1-spare replaces this game");
    fixture.keys("N");
    assert_eq!(take_effects(&mut fixture), [watch("heat-1-spare")]);
}

#[test]
fn replacing_game_without_spare_is_rejected() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    fixture.wait(0);
    fixture.happen(Event::Games(Ok(vec![listed(GAME, "Heat 1", Phase::Building, 1)].into())));
    fixture.effects.clear();
    fixture.keys("N");
    assert_eq!(fixture.refusal(), Some(ErrorReason::NoSpare));
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
}

#[test]
fn game_keeps_updating_behind_game_list() {
    let mut fixture = judging(Lang::En, 80, 24);
    fixture.keys("b");
    fixture.wait(2_000);
    assert_eq!(take_effects(&mut fixture), [Effect::ListGames]);
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    assert_eq!(fixture.state.overview().selected().unwrap().game, GAME, "where the judge is");
    fixture.open(1);
    fixture.bids(A, &[(P, 10)]);
    fixture.key(Key::Esc);
    assert!(!fixture.state.overview().is_open());
    fixture.shows("Round 1 of 2");
    fixture.keys("b");
    fixture.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    fixture.key(Key::Enter);
    assert!(fixture.effects.iter().all(|effect| *effect == Effect::ListGames), "it is watched already");
    assert!(fixture.state.game().is_some());
}

#[test]
fn leaving_practice_for_real_game_needs_no_confirmation() {
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
    assert_eq!(take_effects(&mut fixture), [watch("final")]);
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    assert_eq!(fixture.state.notice(), None, "an answer for the game before is no news");
    fixture.start_over(setup());
    fixture.hides("PRACTICE");
}
