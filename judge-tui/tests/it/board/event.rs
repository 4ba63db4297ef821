//! An event on the board: sheets that fit its stage, in turn, readable from the other end of the hall.

use ishigaki_client::Connection;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_tournament::{Act, Actor, StageId};
use ishigaki_words::Lang;
use judge_tui::board::{Effect, State};
use tonic::Code;

use crate::board::event_fixture::{EventBoardFixture, name};

/// Keeps the screens of every turn of an event of 16 players: English on the large screen, Japanese on the small one.
#[track_caller]
fn check(label: &str, play: impl Fn(&mut EventBoardFixture)) {
    compare(label, |lang, columns, lines| {
        let mut fixture = EventBoardFixture::new(lang, columns, lines);
        play(&mut fixture);
        fixture
    });
}

#[track_caller]
fn compare(name: &str, scene: impl Fn(Lang, u16, u16) -> EventBoardFixture) {
    let paint = |lang, columns, lines| {
        let bodies =
            scene(lang, columns, lines).turns().iter().map(|screen| stage::body(screen)).collect::<Vec<_>>();
        bodies.join("\n")
    };
    for (name, bodies) in stage::kept(name, paint) {
        insta::assert_snapshot!(name, bodies);
    }
}

#[test]
fn before_the_lotteries_are_drawn() {
    check("event_committed", |fixture| fixture.commit(16));
    let mut fixture = EventBoardFixture::new(Lang::Ja, 80, 24);
    fixture.commit(16);
    let commitment = fixture.tournament().commitment().unwrap();
    assert!(fixture.screen().contains(&hex::encode(commitment)), "{}", fixture.screen());
}

#[test]
fn when_the_leagues_are_made() {
    check("event_drawn", |fixture| {
        fixture.commit(16);
        fixture.draw();
    });
}

#[test]
fn when_a_round_is_paired() {
    check("event_paired", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.pair();
    });
}

#[test]
fn while_results_come_in() {
    check("event_playing", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.play_rounds(3);
        fixture.pair();
        fixture.play(3);
    });
}

#[test]
fn when_the_ranking_is_declared() {
    check("event_declared", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.play_rounds(u32::MAX);
        fixture.ask(Actor::Organiser, Act::Declare);
        fixture.pass(50);
    });
}

/// The same of a contest in groups of 20 teams.
#[track_caller]
fn check_groups(label: &str, play: impl Fn(&mut EventBoardFixture)) {
    compare(label, |lang, columns, lines| {
        let mut fixture = EventBoardFixture::in_groups(lang, columns, lines);
        fixture.commit(20);
        fixture.enter_digits();
        play(&mut fixture);
        fixture
    });
}

#[test]
fn while_heats_are_played() {
    check_groups("groups_playing", |fixture| fixture.play_stage(StageId(0), 2));
}

#[test]
fn when_a_stage_is_played_it_shows_who_advances() {
    check_groups("groups_played", |fixture| {
        fixture.play_stage(StageId(0), usize::MAX);
        fixture.ask(Actor::Organiser, Act::CloseStage { stage: StageId(0) });
        fixture.pass(50);
    });
}

#[test]
fn a_result_shows_when_it_comes_in() {
    let mut fixture = EventBoardFixture::new(Lang::En, 80, 24);
    fixture.commit(16);
    fixture.draw();
    fixture.pair();
    fixture.play(1);
    assert!(fixture.screen().contains("1 of 8 results are in"), "{}", fixture.screen());
    let before = fixture.state.revision();
    let paired = fixture.tournament().rounds().last().unwrap().clone();
    let (_, one, other) = paired.games().nth(1).unwrap();
    let slip = ishigaki_tournament::Slip::plain(other, one);
    fixture.ask(Actor::Desk, Act::EnterResult { round: paired.round, slip });
    fixture.pass(50);
    assert_ne!(fixture.state.revision(), before);
    let screen = fixture.screen();
    assert!(screen.contains("2 of 8 results are in"), "{screen}");
    let row = screen.lines().find(|line| line.trim_start().starts_with("2  ")).unwrap();
    assert!(row.contains(" × "), "the second table's first player lost: {row}");
}

#[test]
fn two_hundred_and_fifty_six_players_take_pages_and_nobody_is_missing() {
    for (columns, lines) in [(80, 24), (200, 50)] {
        let mut fixture = EventBoardFixture::new(Lang::Ja, columns, lines);
        fixture.commit(256);
        fixture.draw();
        fixture.pair();
        fixture.play(1);
        let screens = fixture.turns();
        assert!(screens.len() > 1 && screens[0].contains("→ 次のページ"), "{}", screens[0]);
        let all = screens.join("\n");
        for table in 1..=128 {
            let is_row = |line: &str| line.split_whitespace().any(|word| word == table.to_string());
            assert!(all.lines().any(is_row), "table {table} is on no page:\n{all}");
        }
        insta::assert_snapshot!(format!("event_crowd_ja_{columns}x{lines}"), stage::body(&screens[0]));
    }
}

#[test]
fn names_line_up_whatever_their_width() {
    let mut fixture = EventBoardFixture::new(Lang::Ja, 120, 40);
    fixture.commit(16);
    fixture.draw();
    fixture.pair();
    fixture.play(8);
    let screen = fixture.screen();
    let place =
        |line: &str, sign: char| line.find(sign).map(|at| ishigaki_words::columns::width(&line[..at]));
    let rows: Vec<usize> =
        screen.lines().filter(|line| !line.contains('回')).filter_map(|line| place(line, '○')).collect();
    assert!(rows.len() >= 2 && rows.iter().all(|at| Some(at) == rows.first()), "{screen}");
    assert!(screen.contains(&name(1)), "{screen}");
}

#[test]
fn a_board_finds_the_event_by_itself_and_says_when_its_feed_is_lost() {
    let mut fixture = EventBoardFixture::by_itself();
    fixture.commit(16);
    assert!(fixture.screen().contains("16 entrants"), "{}", fixture.screen());
    let since = fixture.instant();
    fixture.tell(Connection::Lost { since, code: Code::Unavailable });
    fixture.pass(5_000);
    assert!(fixture.screen().contains("CONNECTION LOST for 0:05"), "{}", fixture.screen());
    assert!(fixture.effects.contains(&Effect::Examine), "{:?}", fixture.effects);
}

#[test]
fn a_board_of_an_event_that_nobody_serves_says_for_whom_it_waits() {
    let state = State::new(Lang::En, "gate.example:7150".into(), Vec::new(), 80, 24);
    let fixture = EventBoardFixture::dark(state.with_event(Some("meijin".into())));
    assert!(
        fixture.effects.contains(&Effect::WatchEvent { event: "meijin".into() }),
        "{:?}",
        fixture.effects
    );
    assert!(fixture.effects.contains(&Effect::ListGames), "the list says whether the token is a board's");
    assert!(!fixture.effects.contains(&Effect::ListEvents), "it was told the event alone");
    assert!(fixture.screen().contains("gate.example:7150"), "{}", fixture.screen());
}

#[test]
fn keys_turn_the_sheets() {
    let mut fixture = EventBoardFixture::new(Lang::En, 80, 24);
    fixture.commit(16);
    fixture.draw();
    let first = fixture.screen();
    fixture.happen(Input::Key(judge_tui::Key::Right));
    let second = fixture.screen();
    assert_ne!(first, second);
    fixture.happen(Input::Key(judge_tui::Key::Left));
    assert_eq!(fixture.screen(), first);
    fixture.key('4');
    assert_eq!(fixture.screen(), first, "there is nothing but the event");
}

#[test]
fn no_size_is_too_odd_for_an_event() {
    let mut fixture = EventBoardFixture::new(Lang::Ja, 80, 24);
    fixture.commit(40);
    fixture.draw();
    fixture.play_rounds(2);
    for (columns, lines) in [(1, 1), (50, 16), (61, 41), (121, 20), (120, 41), (300, 17), (200, 50)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.pass(50);
        fixture.turns();
    }
}
