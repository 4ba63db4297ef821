//! The games of a contest: starting one, replacing one by its spare, going from one to another.

use ishigaki_client::CallError;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Phase, RoundNo};
use ishigaki_screen::stage;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event, Notice};
use judge_tui::{Answer, JudgeAct, Key, Listed};
use tonic::Code;

use crate::hall::{A, GAME, Hall, P, contest, day, listed, setup, waiting};

/// A console before a list of games, with this one selected.
fn choosing(lang: Lang, columns: u16, lines: u16, game: &str) -> Hall {
    let mut hall = Hall::picking(lang, columns, lines);
    hall.happen(Event::Games(Ok(contest())));
    hall.effects.clear();
    hall.key(Key::Home);
    let selected = |hall: &Hall| hall.state.overview().selected().cloned();
    while selected(&hall).is_some_and(|selected| selected.game != game) {
        hall.key(Key::Down);
    }
    hall
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
fn judging(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::judging(lang, columns, lines);
    hall.wait(0);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::ListGames], "it wants to know its spare");
    hall.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    hall
}

/// The judge abandons the game.
fn abandon(hall: &mut Hall) {
    hall.judge(Act::Abandon { reason: "the projector fell".into() });
}

fn start_of(game: &str) -> Effect {
    Effect::StartGame { game: game.into(), teams: Vec::new(), seats: 0 }
}

fn watch(game: &str) -> Effect {
    Effect::Watch { game: game.into() }
}

fn wanted(hall: &mut Hall) -> Vec<Effect> {
    std::mem::take(&mut hall.effects)
}

#[track_caller]
fn check(name: &str, stage: impl Fn(Lang, u16, u16) -> Hall) {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let hall = stage(lang, columns, lines);
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("{name}_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

#[test]
fn a_waiting_game_is_started_after_one_question_and_judged() {
    for (key, goes_in) in [(Key::Char('s'), false), (Key::Enter, true)] {
        let mut hall = choosing(Lang::En, 80, 24, "heat-3");
        hall.key(key);
        assert!(matches!(hall.state.dialog(), Some(Dialog::Start(start)) if start.game() == "heat-3"));
        assert!(hall.effects.is_empty(), "it is asked first");
        hall.keys("y");
        assert_eq!(wanted(&mut hall), [start_of("heat-3")]);
        let started = Box::new(listed("heat-3", "Heat 3", Phase::Ready { next: RoundNo(1) }, 1));
        hall.happen(Event::Started { game: "heat-3".into(), outcome: Ok(started) });
        assert_eq!(wanted(&mut hall), [watch("heat-3")]);
        let game = if goes_in { "heat-3" } else { "" };
        assert_eq!((!hall.state.overview().is_open(), hall.state.game_id()), (goes_in, game));
        assert!(hall.screen().contains("heat-3 has started, 7 teams"), "{}", hall.screen());
    }
}

#[test]
fn the_question_before_a_start_names_the_teams() {
    check("start", |lang, columns, lines| {
        let mut hall = choosing(lang, columns, lines, "heat-3");
        hall.keys("s");
        hall
    });
}

#[test]
fn no_is_no_and_an_impatient_yes_is_one_start() {
    let mut hall = choosing(Lang::En, 80, 24, "heat-3");
    hall.keys("sn");
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none());
    hall.keys("sysy");
    assert_eq!(hall.effects, [start_of("heat-3")]);
}

#[test]
fn a_start_that_is_refused_or_unanswered_leaves_the_judge_in_the_list() {
    let refused =
        CallError::Refused(Box::new(Fault::new(ErrorReason::AlreadyStarted).with("game", "heat-3")));
    let silent = CallError::Unanswered { code: Code::Unavailable };
    for (trouble, told) in [(refused, "has started already"), (silent, "may have started or not")] {
        let mut hall = choosing(Lang::En, 80, 24, "heat-3");
        hall.keys("sy");
        hall.effects.clear();
        hall.happen(Event::Started { game: "heat-3".into(), outcome: Err(trouble) });
        assert!(hall.effects.is_empty() && hall.state.overview().is_open());
        assert!(hall.screen().contains(told), "{}", hall.screen());
        hall.keys("sy");
        assert_eq!(hall.effects.len(), 1, "it can be tried again");
    }
}

#[test]
fn a_start_that_another_console_was_faster_with_closes_the_question() {
    let mut hall = choosing(Lang::En, 80, 24, "heat-3");
    hall.keys("s");
    let mut games = day();
    games.iter_mut().find(|game| game.game == "heat-3").unwrap().standing = games[6].standing;
    hall.happen(Event::Games(Ok(games.into())));
    assert!(hall.state.dialog().is_none());
    assert_eq!(hall.state.notice(), Some(&Notice::MovedOn));
    hall.keys("s");
    let Some(Notice::Refused(fault)) = hall.state.notice() else { panic!("{:?}", hall.state.notice()) };
    assert_eq!(fault.reason, ErrorReason::AlreadyStarted);
}

#[test]
fn a_running_game_is_replaced_after_a_reason_and_a_grave_question() {
    let mut hall = judging(Lang::En, 80, 24);
    hall.open(1);
    hall.keys("N");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Reason { .. })));
    hall.keys("the drawing was wrong\n");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { grave: true, .. })));
    hall.keys("y");
    assert!(hall.effects.is_empty(), "a small letter is no answer to a grave question");
    hall.keys("Y");
    let (ticket, act) = hall.judge_call();
    assert_eq!(act, JudgeAct::Replace { reason: "the drawing was wrong".into() });
    abandon(&mut hall);
    let spare = Box::new(listed("heat-1-spare", "", Phase::Ready { next: RoundNo(1) }, 1));
    hall.happen(Event::Answer { ticket, answer: Answer::Replaced(spare) });
    assert_eq!(wanted(&mut hall), [watch("heat-1-spare")]);
    assert_eq!(hall.state.game_id(), "heat-1-spare");
    assert!(hall.state.game().is_none(), "nothing of the old game is on the screen any more");
    assert!(hall.screen().contains("heat-1 is abandoned. Its spare heat-1-spare has started"));
    hall.start_over(setup());
    assert!(!hall.screen().contains("[a]"), "the abandoned game waits for nobody:\n{}", hall.screen());
    hall.keys("o");
    assert_eq!(hall.call().1, Act::OpenRound { round: RoundNo(1) });
}

#[test]
fn what_a_replacement_means_is_said_before_it_is_done() {
    check("replace", |lang, columns, lines| {
        let mut hall = judging(lang, columns, lines);
        hall.open(1);
        hall.keys("NThe drawing was wrong\n");
        hall
    });
}

#[test]
fn an_abandoned_game_names_its_spare_as_the_one_next_thing() {
    check("abandoned", |lang, columns, lines| {
        let mut hall = judging(lang, columns, lines);
        hall.open(1);
        abandon(&mut hall);
        hall
    });
}

#[test]
fn the_spare_of_an_abandoned_game_starts_after_a_plain_question() {
    let mut hall = judging(Lang::En, 80, 24);
    abandon(&mut hall);
    hall.keys("N");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    hall.keys("y");
    assert!(matches!(hall.judge_call().1, JudgeAct::Replace { .. }));
}

#[test]
fn a_spare_that_another_console_has_started_is_gone_over_to() {
    let mut hall = judging(Lang::En, 80, 24);
    abandon(&mut hall);
    hall.wait(3_000);
    assert_eq!(wanted(&mut hall), [Effect::ListGames], "the spare may start at any moment");
    let started = Some(Phase::Ready { next: RoundNo(1) });
    hall.happen(Event::Games(Ok(with_spare(Phase::Abandoned, started).into())));
    assert!(hall.screen().contains("heat-1-spare is played in place of this game"), "{}", hall.screen());
    hall.keys("N");
    assert_eq!(wanted(&mut hall), [watch("heat-1-spare")]);
}

#[test]
fn a_game_without_a_spare_is_not_replaced() {
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.wait(0);
    hall.happen(Event::Games(Ok(vec![listed(GAME, "Heat 1", Phase::Building, 1)].into())));
    hall.effects.clear();
    hall.keys("N");
    let Some(Notice::Refused(fault)) = hall.state.notice() else { panic!("{:?}", hall.state.notice()) };
    assert_eq!(fault.reason, ErrorReason::NoSpare);
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none());
}

#[test]
fn the_list_is_a_key_away_and_the_game_goes_on_behind_it() {
    let mut hall = judging(Lang::En, 80, 24);
    hall.keys("b");
    hall.wait(2_000);
    assert_eq!(wanted(&mut hall), [Effect::ListGames]);
    hall.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    assert_eq!(hall.state.overview().selected().unwrap().game, GAME, "where the judge is");
    hall.open(1);
    hall.bids(A, &[(P, 10)]);
    hall.key(Key::Esc);
    assert!(!hall.state.overview().is_open());
    assert!(hall.screen().contains("Round 1 of 2"), "{}", hall.screen());
    hall.keys("b");
    hall.happen(Event::Games(Ok(with_spare(Phase::Building, None).into())));
    hall.key(Key::Enter);
    assert!(hall.effects.iter().all(|effect| *effect == Effect::ListGames), "it is watched already");
    assert!(hall.state.game().is_some());
}

#[test]
fn from_practice_to_the_game_itself_nothing_is_asked() {
    let mut hall = Hall::judging(Lang::En, 120, 40);
    hall.wait(0);
    let practice = Listed { practice: true, ..listed(GAME, "Practice", Phase::Building, 1) };
    let real = listed("final", "Final", Phase::Ready { next: RoundNo(1) }, 1);
    hall.happen(Event::Games(Ok(vec![practice.clone(), real.clone()].into())));
    assert!(hall.screen().starts_with(" PRACTICE   H1  heat-1  Rehearsal"), "{}", hall.screen());
    hall.effects.clear();
    hall.keys("o");
    let (ticket, _) = hall.call();
    hall.keys("b");
    hall.happen(Event::Games(Ok(vec![practice, real].into())));
    hall.key(Key::Down);
    hall.key(Key::Enter);
    assert_eq!(wanted(&mut hall), [watch("final")]);
    hall.happen(Event::Answer { ticket, answer: Answer::Done });
    assert_eq!(hall.state.notice(), None, "an answer for the game before is no news");
    hall.start_over(setup());
    assert!(!hall.screen().contains("PRACTICE"), "{}", hall.screen());
}

#[test]
fn the_title_is_in_the_readers_language_wherever_there_is_one() {
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    assert!(hall.screen().starts_with("予行演習"), "{}", hall.screen());
    hall.keys("L");
    assert!(hall.screen().starts_with("Rehearsal"), "{}", hall.screen());
    let mut untitled = setup();
    untitled.title_ja = String::new();
    let mut hall = Hall::before(untitled, Lang::Ja, 80, 24);
    hall.connect();
    assert!(hall.screen().starts_with("Rehearsal"), "{}", hall.screen());
}

#[test]
fn the_foot_offers_the_list_of_games_wherever_there_is_another_one() {
    let foot = |hall: &Hall| hall.screen().lines().rev().take(2).collect::<String>();
    let mut hall = Hall::judging(Lang::En, 80, 24);
    hall.wait(0);
    let own = listed(GAME, "Own", Phase::Ready { next: RoundNo(1) }, 1);
    hall.happen(Event::Games(Ok(vec![own.clone()].into())));
    assert!(!foot(&hall).contains("b games"), "{}", foot(&hall));
    hall.happen(Event::Games(Ok(vec![own, waiting("heat-3", "Heat 3", "")].into())));
    assert!(foot(&hall).contains("b games"), "{}", foot(&hall));
    hall.open(1);
    assert!(foot(&hall).contains("b games"), "{}", foot(&hall));
}
