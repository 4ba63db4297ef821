//! An event on the board: sheets that fit its stage, in turn, readable from the other end of the hall.

use ishigaki_client::Connection;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_tournament::{Act, Actor, StageId};
use ishigaki_words::Lang;
use judge_tui::board::{Effect, State};
use tonic::Code;

use crate::event_hall::{EventHall, name};

/// Keeps the screens of every turn of an event of 16 players: English on the large screen, Japanese on the small one.
#[track_caller]
fn check(label: &str, play: impl Fn(&mut EventHall)) {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let mut hall = EventHall::new(lang, columns, lines);
            play(&mut hall);
            let screens = hall.turns().join("\n");
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("event_{label}_{code}_{columns}x{lines}"), screens);
            }
        }
    }
}

#[test]
fn before_the_lotteries_are_drawn() {
    check("committed", |hall| hall.commit(16));
    let mut hall = EventHall::new(Lang::Ja, 80, 24);
    hall.commit(16);
    let commitment = hall.tournament().commitment().unwrap();
    assert!(hall.screen().contains(&hex::encode(commitment)), "{}", hall.screen());
}

#[test]
fn when_the_leagues_are_made() {
    check("drawn", |hall| {
        hall.commit(16);
        hall.draw();
    });
}

#[test]
fn when_a_round_is_paired() {
    check("paired", |hall| {
        hall.commit(16);
        hall.draw();
        hall.pair();
    });
}

#[test]
fn while_results_come_in() {
    check("playing", |hall| {
        hall.commit(16);
        hall.draw();
        hall.play_rounds(3);
        hall.pair();
        hall.play(3);
    });
}

#[test]
fn when_the_ranking_is_declared() {
    check("declared", |hall| {
        hall.commit(16);
        hall.draw();
        hall.play_rounds(u32::MAX);
        hall.ask(Actor::Organiser, Act::Declare);
        hall.pass(50);
    });
}

/// The same of a contest in groups of 20 teams.
#[track_caller]
fn check_groups(label: &str, play: impl Fn(&mut EventHall)) {
    for (lang, code, (columns, lines)) in [(Lang::En, "en", (120, 40)), (Lang::Ja, "ja", (80, 24))] {
        let mut hall = EventHall::in_groups(lang, columns, lines);
        hall.commit(20);
        hall.enter_digits();
        play(&mut hall);
        insta::assert_snapshot!(format!("groups_{label}_{code}_{columns}x{lines}"), hall.turns().join("\n"));
    }
}

#[test]
fn while_heats_are_played() {
    check_groups("playing", |hall| hall.play_stage(StageId(0), 2));
}

#[test]
fn when_a_stage_is_played_it_shows_who_advances() {
    check_groups("played", |hall| {
        hall.play_stage(StageId(0), usize::MAX);
        hall.ask(Actor::Organiser, Act::CloseStage { stage: StageId(0) });
        hall.pass(50);
    });
}

#[test]
fn a_result_shows_when_it_comes_in() {
    let mut hall = EventHall::new(Lang::En, 80, 24);
    hall.commit(16);
    hall.draw();
    hall.pair();
    hall.play(1);
    assert!(hall.screen().contains("1 of 8 results are in"), "{}", hall.screen());
    let before = hall.state.revision();
    let paired = hall.tournament().rounds().last().unwrap().clone();
    let (_, one, other) = paired.games().nth(1).unwrap();
    let slip = ishigaki_tournament::Slip::plain(other, one);
    hall.ask(Actor::Desk, Act::EnterResult { round: paired.round, slip });
    hall.pass(50);
    assert_ne!(hall.state.revision(), before);
    let screen = hall.screen();
    assert!(screen.contains("2 of 8 results are in"), "{screen}");
    let row = screen.lines().find(|line| line.trim_start().starts_with("2  ")).unwrap();
    assert!(row.contains(" × "), "the second table's first player lost: {row}");
}

#[test]
fn two_hundred_and_fifty_six_players_take_pages_and_nobody_is_missing() {
    for (columns, lines) in [(80, 24), (200, 50)] {
        let mut hall = EventHall::new(Lang::Ja, columns, lines);
        hall.commit(256);
        hall.draw();
        hall.pair();
        hall.play(1);
        let screens = hall.turns();
        assert!(screens.len() > 1, "{}", screens[0]);
        let all = screens.join("\n");
        for table in 1..=128 {
            let is_row = |line: &str| line.split_whitespace().any(|word| word == table.to_string());
            assert!(all.lines().any(is_row), "table {table} is on no page:\n{all}");
        }
        insta::assert_snapshot!(format!("event_crowd_ja_{columns}x{lines}"), screens[0]);
    }
}

#[test]
fn names_line_up_whatever_their_width() {
    let mut hall = EventHall::new(Lang::Ja, 120, 40);
    hall.commit(16);
    hall.draw();
    hall.pair();
    hall.play(8);
    let screen = hall.screen();
    let place =
        |line: &str, sign: char| line.find(sign).map(|at| ishigaki_words::columns::width(&line[..at]));
    let rows: Vec<usize> =
        screen.lines().filter(|line| !line.contains('回')).filter_map(|line| place(line, '○')).collect();
    assert!(rows.len() >= 2 && rows.iter().all(|at| Some(at) == rows.first()), "{screen}");
    assert!(screen.contains(&name(1)), "{screen}");
}

#[test]
fn a_board_finds_the_event_by_itself_and_says_when_its_feed_is_lost() {
    let mut hall = EventHall::by_itself();
    hall.commit(16);
    assert!(hall.screen().contains("16 entrants"), "{}", hall.screen());
    let since = hall.instant();
    hall.tell(Connection::Lost { since, code: Code::Unavailable });
    hall.pass(5_000);
    assert!(hall.screen().contains("CONNECTION LOST for 0:05"), "{}", hall.screen());
    assert!(hall.effects.contains(&Effect::Examine), "{:?}", hall.effects);
}

#[test]
fn a_board_of_an_event_that_nobody_serves_says_for_whom_it_waits() {
    let state = State::new(Lang::En, "gate.example:7150".into(), Vec::new(), 80, 24);
    let hall = EventHall::dark(state.with_event(Some("meijin".into())));
    assert!(hall.effects.contains(&Effect::WatchEvent { event: "meijin".into() }), "{:?}", hall.effects);
    assert!(hall.effects.contains(&Effect::ListGames), "the list says whether the token is a board's");
    assert!(!hall.effects.contains(&Effect::ListEvents), "it was told the event alone");
    assert!(hall.screen().contains("gate.example:7150"), "{}", hall.screen());
}

#[test]
fn keys_turn_the_sheets() {
    let mut hall = EventHall::new(Lang::En, 80, 24);
    hall.commit(16);
    hall.draw();
    let first = hall.screen();
    hall.happen(Input::Key(judge_tui::Key::Right));
    let second = hall.screen();
    assert_ne!(first, second);
    hall.happen(Input::Key(judge_tui::Key::Left));
    assert_eq!(hall.screen(), first);
    hall.key('4');
    assert_eq!(hall.screen(), first, "there is nothing but the event");
}

#[test]
fn no_size_is_too_odd_for_an_event() {
    let mut hall = EventHall::new(Lang::Ja, 80, 24);
    hall.commit(40);
    hall.draw();
    hall.play_rounds(2);
    for (columns, lines) in [(1, 1), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17), (200, 50)] {
        hall.happen(Input::Resize { columns, lines });
        hall.pass(50);
        hall.turns();
    }
}
