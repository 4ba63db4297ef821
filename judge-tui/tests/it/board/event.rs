//! An event on the board: sheets that fit its stage, in turn, readable from the other end of the hall.

use ishigaki_board::{Effect, Event, State, TournamentShow};
use ishigaki_client::listing::Programme;
use ishigaki_client::{Connection, Schedule};
use ishigaki_proto::watch::{EventEntry, EventStage, ScheduleEntry, ScheduleKind};
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_tournament::{Act, Actor, StageId};
use ishigaki_words::Lang;
use tonic::Code;

use crate::board::event_fixture::EventBoardFixture;

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
    for (name, bodies) in stage::snapshots(name, paint) {
        insta::assert_snapshot!(name, bodies);
    }
}

#[test]
fn commitment_is_shown_before_draw() {
    check("event_committed", |fixture| fixture.commit(16));
    let mut fixture = EventBoardFixture::new(Lang::Ja, 80, 24);
    fixture.commit(16);
    let commitment = fixture.tournament().commitment().unwrap();
    assert!(fixture.screen().contains(&hex::encode(commitment)), "{}", fixture.screen());
}

#[test]
fn sheets_match_their_snapshots() {
    check("event_drawn", |fixture| {
        fixture.commit(16);
        fixture.draw();
    });
    check("event_paired", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.pair();
    });
    check("event_playing", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.play_rounds(3);
        fixture.pair();
        fixture.play(3);
    });
    check("event_declared", |fixture| {
        fixture.commit(16);
        fixture.draw();
        fixture.play_rounds(u32::MAX);
        fixture.ask(Actor::Organiser, Act::Declare);
        fixture.pass(50);
    });
    check_groups("groups_playing", |fixture| fixture.play_stage(StageId(0), 2));
    check_groups("groups_played", |fixture| {
        fixture.play_stage(StageId(0), usize::MAX);
        fixture.ask(Actor::Organiser, Act::CloseStage { stage: StageId(0) });
        fixture.pass(50);
    });
}

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
fn entered_result_is_shown_at_once() {
    let mut fixture = EventBoardFixture::new(Lang::En, 80, 24);
    fixture.commit(16);
    fixture.draw();
    fixture.pair();
    fixture.play(1);
    fixture.shows("1 of 8 results");
    let before = fixture.state.revision();
    let paired = fixture.tournament().rounds().last().unwrap().clone();
    let (_, one, other) = paired.games().nth(1).unwrap();
    let slip = ishigaki_tournament::Slip::plain(other, one);
    fixture.ask(Actor::Desk, Act::EnterResult { round: paired.round, slip });
    fixture.pass(50);
    assert_ne!(fixture.state.revision(), before);
    let screen = fixture.screen();
    assert!(screen.contains("2 of 8 results"), "{screen}");
    let row = screen.lines().find(|line| line.trim_start().starts_with("2  ")).unwrap();
    assert!(row.contains(" × "), "the second table's first player lost: {row}");
}

#[test]
fn pages_list_all_tables_of_256_players() {
    let mut fixture = EventBoardFixture::new(Lang::Ja, 80, 24);
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
    insta::assert_snapshot!("event_crowd_ja_80x24", stage::body(&screens[0]));
}

#[test]
fn board_finds_event_and_shows_lost_connection() {
    let mut fixture = EventBoardFixture::automatic();
    fixture.commit(16);
    fixture.shows("16 entrants");
    let since = fixture.instant();
    fixture.set_connection(Connection::Lost { since, code: Code::Unavailable });
    fixture.pass(5_000);
    fixture.shows("CONNECTION LOST for 0:05");
    assert!(fixture.effects.contains(&Effect::Examine), "{:?}", fixture.effects);
}

fn listed(event: &str, stage: EventStage) -> EventEntry {
    EventEntry { event: event.into(), stage: stage.into(), ..EventEntry::default() }
}

fn shown(fixture: &EventBoardFixture) -> Vec<&str> {
    fixture.state.tournaments().iter().map(TournamentShow::id).collect()
}

#[test]
fn board_follows_all_events_but_abandoned_ones() {
    let mut fixture = EventBoardFixture::automatic();
    let list = |stage| {
        let events = [
            ("junior", EventStage::Declared),
            ("lost", EventStage::Abandoned),
            ("meijin", EventStage::Playing),
            ("women", stage),
        ];
        Event::Events(Ok(events.map(|(event, stage)| listed(event, stage)).into()))
    };
    fixture.effects.clear();
    fixture.happen(list(EventStage::Playing));
    assert_eq!(shown(&fixture), ["junior", "meijin", "women"]);
    let watched = ["junior", "women"].map(|event| Effect::WatchEvent { event: event.into() });
    assert_eq!(fixture.effects, watched);
    fixture.effects.clear();
    fixture.happen(list(EventStage::Playing));
    assert_eq!(fixture.effects, []);
    fixture.happen(list(EventStage::Abandoned));
    assert_eq!(shown(&fixture), ["junior", "meijin"]);
    assert_eq!(fixture.effects, [Effect::LeaveEvent { event: "women".into() }]);
}

#[test]
fn only_event_stays_when_it_is_abandoned() {
    let mut fixture = EventBoardFixture::automatic();
    fixture.happen(Event::Events(Ok(vec![listed("meijin", EventStage::Abandoned)])));
    assert_eq!(shown(&fixture), ["meijin"]);
}

#[test]
fn sheets_of_several_events_take_turns() {
    let mut fixture = EventBoardFixture::automatic();
    fixture.commit(16);
    fixture.draw();
    let alone = fixture.turns();
    let entries = ["meijin", "women"].map(|event| listed(event, EventStage::Playing));
    fixture.happen(Event::Events(Ok(entries.into())));
    fixture.pass(50);
    let screens = fixture.turns();
    assert_eq!(screens.len(), alone.len() + 1);
    assert_eq!(screens.iter().filter(|screen| screen.contains("women")).count(), 1, "{screens:?}");
}

#[test]
fn next_part_of_the_day_is_counted_down_after_a_break() {
    let mut fixture = EventBoardFixture::new(Lang::En, 80, 24);
    fixture.commit(16);
    let entry = |start, title: &str, kind: ScheduleKind| ScheduleEntry {
        start,
        title: title.into(),
        kind: kind.into(),
        ..ScheduleEntry::default()
    };
    let entries = vec![entry(720, "Lunch", ScheduleKind::Break), entry(780, "Afternoon", ScheduleKind::Game)];
    let schedule = Schedule::of(entries, 10 * 3_600, fixture.instant());
    fixture.happen(Event::Games(Ok(Programme { schedule, ..Programme::default() })));
    fixture.shows("at 12:00 – Lunch");
    fixture.pass(90 * 60 * 1_000);
    fixture.shows("Starts in 30:00 – Lunch");
    let before = fixture.state.revision();
    fixture.pass(1_000);
    assert_ne!(fixture.state.revision(), before);
    fixture.shows("Starts in 29:59 – Lunch");
    fixture.pass(30 * 60 * 1_000);
    fixture.shows("Lunch – Starts in 59:59 – Afternoon");
    fixture.pass(60 * 60 * 1_000);
    assert!(!fixture.screen().contains("Afternoon"), "{}", fixture.screen());
}

#[test]
fn board_of_an_unserved_event_names_its_server() {
    let state = State::new(Lang::En, "gate.example:7150".into(), Vec::new(), 80, 24);
    let fixture = EventBoardFixture::disconnected(state.with_event(Some("meijin".into())));
    assert!(
        fixture.effects.contains(&Effect::WatchEvent { event: "meijin".into() }),
        "{:?}",
        fixture.effects
    );
    assert!(fixture.effects.contains(&Effect::ListGames), "the list says whether the token is a board's");
    assert!(!fixture.effects.contains(&Effect::ListEvents), "it was told the event alone");
    fixture.shows("gate.example:7150");
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
fn event_is_drawn_at_any_size() {
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

#[expect(clippy::unwrap_used, reason = "an event without its entrants is a failed test")]
fn entrant(fixture: &EventBoardFixture, id: &str) -> serde_json::Value {
    let state: serde_json::Value = serde_json::from_str(&fixture.pages()).unwrap();
    let entrants = state["events"][0]["entrants"].as_array().unwrap();
    entrants.iter().find(|entrant| entrant["id"] == id).unwrap().clone()
}

#[test]
fn pages_have_the_next_opponent_of_each_player() {
    let mut fixture = EventBoardFixture::new(Lang::En, 80, 24);
    fixture.commit(16);
    assert_eq!(entrant(&fixture, "P1")["seat"], serde_json::Value::Null);
    fixture.draw();
    fixture.pair();
    let tournament = fixture.tournament();
    let (_, one, other) = tournament.rounds().last().unwrap().games().next().unwrap();
    let ids = [one, other].map(|player| format!("P{}", player.index() + 1));
    let [first, second] = [&ids[0], &ids[1]].map(|id| entrant(&fixture, id));
    assert_eq!(first["seat"]["place"]["en"], "Table 1");
    let opponent = format!("{} {}", second["number"], second["name"]["en"].as_str().unwrap());
    assert_eq!(first["seat"]["against"]["en"], opponent);
    assert_eq!(first["seat"]["is_over"], false);
    assert!(first["found"].as_array().unwrap().contains(&ids[0].clone().into()), "{first}");
    fixture.play(1);
    assert_eq!(entrant(&fixture, &ids[0])["seat"]["is_over"], true);
}

#[test]
fn pages_have_the_group_and_rivals_of_each_team() {
    let mut fixture = EventBoardFixture::in_groups(Lang::En, 80, 24);
    fixture.commit(20);
    fixture.enter_digits();
    fixture.play_stage(StageId(0), 0);
    let seat = entrant(&fixture, "P3")["seat"].clone();
    assert!(seat["place"]["en"].as_str().unwrap().starts_with("Group "), "{seat}");
    assert!(seat["game"].as_str().unwrap().starts_with("meijin-"), "{seat}");
    assert!(seat["against"]["ja"].as_str().unwrap().contains('、'), "{seat}");
}
