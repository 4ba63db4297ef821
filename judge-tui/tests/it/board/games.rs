//! Which games are on the board.

use ishigaki_client::CallError;
use ishigaki_screen::terminal::Input;
use std::time::Duration;

use ishigaki_board::{Effect, Event};
use ishigaki_rules::{GameTime, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::{GameStatus, Key, Listed};
use tonic::Code;

use crate::board::fixture::BoardFixture;
use crate::contest::Contest;

fn listed(game: &str, phase: Phase) -> Listed {
    Listed {
        game: game.into(),
        title: game.into(),
        title_ja: String::new(),
        practice: false,
        teams: Vec::new(),
        seats: 0,
        spare: None,
        standing: Some(GameStatus {
            phase: Some(phase),
            round: Some(RoundNo(1)),
            attempt: None,
            remaining_ms: None,
            paused: false,
        }),
        is_damaged: false,
        is_elsewhere: false,
        server: None,
    }
}

const BIDDING: Phase = Phase::Bidding { closes_at: GameTime(1) };

fn ids(fixture: &BoardFixture) -> Vec<&str> {
    fixture.state.shows().iter().map(ishigaki_board::Show::id).collect()
}

#[test]
fn games_that_are_named_are_watched_at_once_and_no_others() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["a", "b"], 120, 40);
    let watch = |game: &str| Effect::Watch { game: game.into() };
    assert_eq!(std::mem::take(&mut fixture.effects), [watch("a"), watch("b"), Effect::ListGames]);
    fixture.happen(Event::Games(Ok(
        vec![listed("a", BIDDING), listed("b", BIDDING), listed("c", BIDDING)].into()
    )));
    assert_eq!(ids(&fixture), ["a", "b"]);
    fixture.pass(10_000);
    assert_eq!(fixture.effects, [], "once it is known what they are, nobody asks any more");
}

#[test]
fn pages_know_in_whose_place_a_spare_is_played() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &[], 120, 40);
    let replaced = Listed { spare: Some("a-spare".into()), ..listed("a", Phase::Abandoned) };
    fixture.happen(Event::Games(Ok(vec![replaced, listed("a-spare", BIDDING), listed("b", BIDDING)].into())));
    let board: serde_json::Value = serde_json::from_str(&fixture.pages()).unwrap();
    let ids_and_replaced =
        board["games"].as_array().unwrap().iter().map(|game| (&game["id"], &game["stands_for"]));
    let [spare, other] = ids_and_replaced.collect::<Vec<_>>()[..] else { panic!("{board}") };
    assert!(spare.0 == "a-spare" && spare.1 == "a", "{board}");
    assert!(other.0 == "b" && other.1.is_null(), "{board}");
}

#[test]
fn otherwise_all_that_run_are_shown_as_they_start() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &[], 120, 40);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames, Effect::ListEvents]);
    fixture.pass(5_000);
    assert_eq!(fixture.effects, [], "one question at a time");
    fixture.happen(Event::Games(Ok(vec![listed("a", Phase::Declared), listed("b", BIDDING)].into())));
    assert_eq!(ids(&fixture), ["b"]);
    fixture.pass(2_000);
    fixture.happen(Event::Games(Ok(vec![listed("b", BIDDING), listed("c", BIDDING)].into())));
    assert_eq!(ids(&fixture), ["b", "c"]);
}

#[test]
fn finished_game_stays_until_revealed_and_another_starts() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["heat-1"], 80, 24);
    let mut free = BoardFixture::disconnected(Lang::En, &[], 80, 24);
    free.games.append(&mut fixture.games);
    free.happen(Event::Games(Ok(vec![listed("heat-1", BIDDING)].into())));
    free.connect(0);
    free.play(0, Contest::end);
    free.keys("               ");
    free.happen(Event::Games(Ok(vec![listed("heat-1", Phase::Declared)].into())));
    assert_eq!(ids(&free), ["heat-1"]);
    free.happen(Event::Games(Ok(vec![listed("heat-1", Phase::Declared), listed("heat-2", BIDDING)].into())));
    assert_eq!(ids(&free), ["heat-1", "heat-2"], "its ranking is covered");
    free.reveal(0, 9);
    free.effects.clear();
    let games = vec![listed("heat-1", Phase::Declared), listed("heat-2", BIDDING), listed("heat-3", BIDDING)];
    free.happen(Event::Games(Ok(games.into())));
    assert_eq!(ids(&free), ["heat-2", "heat-3"]);
    let (leave, watch) = ("heat-1".to_owned(), "heat-3".to_owned());
    assert_eq!(free.effects, [Effect::Leave { game: leave }, Effect::Watch { game: watch }]);
}

#[test]
fn game_list_is_requested_again_after_no_answer() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &[], 80, 24);
    fixture.effects.clear();
    fixture.happen(Event::Games(Err(CallError::Unanswered { code: Code::Unavailable })));
    fixture.shows("CONNECTION LOST");
    fixture.pass(2_000);
    assert_eq!(fixture.effects, [Effect::ListGames, Effect::Examine], "and what is wrong with the line");
}

#[test]
fn practice_game_is_marked_in_title_and_head() {
    for (lang, mark) in [(Lang::En, "PRACTICE"), (Lang::Ja, "練習")] {
        for named in [&["heat-1"][..], &[]] {
            let mut fixture = BoardFixture::disconnected(lang, &["heat-1"], 80, 24);
            let hall_games = std::mem::take(&mut fixture.games);
            let mut fixture = BoardFixture::disconnected(lang, named, 80, 24);
            fixture.games = hall_games;
            let practice = Listed { practice: true, ..listed("heat-1", BIDDING) };
            fixture.happen(Event::Games(Ok(vec![practice].into())));
            fixture.connect(0);
            fixture.play(0, Contest::seal);
            let screen = fixture.screen();
            assert!(screen.starts_with(&format!(" {mark} ")), "{screen}");
            assert_eq!(screen.matches(mark).count(), 2, "in the title, and in the head:\n{screen}");
        }
    }
    let mut fixture = BoardFixture::small();
    fixture.happen(Event::Games(Ok(vec![listed("heat-1", BIDDING)].into())));
    fixture.hides("PRACTICE");
}

#[test]
fn named_game_is_requested_until_listed_or_rejected() {
    let mut fixture = BoardFixture::small();
    assert_eq!(fixture.effects.pop(), Some(Effect::ListGames));
    fixture.effects.clear();
    fixture.happen(Event::Games(Err(CallError::Unanswered { code: Code::Unavailable })));
    fixture.hides("LOST");
    fixture.pass(2_000);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames]);
    fixture.happen(Event::Games(Err(CallError::Unknown { code: Code::Unimplemented })));
    fixture.pass(2_000);
    assert_eq!(fixture.effects, []);
}

#[test]
fn games_that_do_not_fit_take_turns() {
    let mut fixture = BoardFixture::disconnected(Lang::En, &["heat-1", "heat-2"], 80, 24);
    fixture.connect(0);
    fixture.connect(1);
    fixture.play(1, |contest| contest.open(1));
    fixture.hides("Round 1 of 2");
    fixture.happen(Input::Key(Key::Right));
    fixture.shows("Round 1 of 2");
    fixture.pass(u64::try_from(Duration::from_secs(9).as_millis()).unwrap());
    fixture.hides("Round 1 of 2");
}

#[test]
fn unstarted_practice_is_hidden_once_games_run() {
    let mut free = BoardFixture::disconnected(Lang::En, &[], 80, 24);
    let practice = Listed { practice: true, ..listed("practice", Phase::Ready { next: RoundNo(1) }) };
    let shown =
        |free: &BoardFixture| free.state.shows().iter().map(|show| show.id().to_owned()).collect::<Vec<_>>();
    free.happen(Event::Games(Ok(vec![practice.clone()].into())));
    assert_eq!(shown(&free), ["practice"], "there is nothing else to be seen");
    free.happen(Event::Games(Ok(vec![practice.clone(), listed("a", BIDDING), listed("b", BIDDING)].into())));
    assert_eq!(shown(&free), ["a", "b"]);
    let begun = Listed { practice: true, ..listed("practice", BIDDING) };
    free.happen(Event::Games(Ok(vec![begun, listed("a", BIDDING), listed("b", BIDDING)].into())));
    assert_eq!(shown(&free), ["a", "b", "practice"]);
}
