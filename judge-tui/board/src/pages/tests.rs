//! Names in the pages' scripts, compared with their model.

use ishigaki_page::{furniture, harness};
use ishigaki_screen::PageClock;
use serde_json::{Value, json};

use super::model::{
    BilingualText, BoardState, CallState, CalledState, ContactState, EntrantState, EventState, FrameState,
    GameState, LotState, NextState, PriceState, RankingState, ResultState, RowState, SceneState,
    ScheduleState, SeatState, SheetState, StoneState, TableState, TeamState, WinnerState,
};

const NO_STATE: &[&str] = &[
    // The browser's own.
    ".CLOSED",
    ".activeElement",
    ".body",
    ".bottom",
    ".children",
    ".classList",
    ".clientHeight",
    ".clientWidth",
    ".conditionText",
    ".cssRules",
    ".data",
    ".dataset",
    ".documentElement",
    ".firstElementChild",
    ".fontSize",
    ".fonts",
    ".hash",
    ".hidden",
    ".key",
    ".lastElementChild",
    ".length",
    ".media",
    ".offsetParent",
    ".parentElement",
    ".ready",
    ".readyState",
    ".rowGap",
    ".scrollHeight",
    ".scrollWidth",
    ".search",
    ".style",
    ".styleSheets",
    ".tBodies",
    ".target",
    ".localName",
    ".textContent",
    ".value",
    "documentElement.lang",
    // A pane of the hall's page and its parts.
    ".root",
    "at.*",
    "made.*",
    ").clock",
    ").contact",
    ").matches",
    "contact.seen",
    "contact.told",
    "event_next.seen",
    "event_next.told",
    "next.seen",
    "next.told",
    "spot.childNodes",
    // Layout of games and sheets.
    "{}.sheet",
    "parts.is_pinned",
    "best.*",
    ").height",
    ").width",
    "].table",
    "].widths",
    "sizes.*",
    "table.tHead",
    "top.top",
    "{}.head",
    // Awards, merged.
    ").count",
    "{}.award",
    "{}.count",
    "found.side",
    "laid.*",
    "{}.pagers",
    "{}.pages",
    // Lines that run, and the line to the program.
    "old.*",
    "delay.*",
];

fn bilingual_text() -> BilingualText {
    BilingualText { en: "a".into(), ja: "a".into() }
}

fn contact() -> ContactState {
    ContactState { live: false, lost_since: Some(1), text: Some(bilingual_text()) }
}

fn game() -> GameState {
    let clock = Some(PageClock { closes_at: Some(1), left: Some(1), guess: true });
    let stone = StoneState { lot: 0, name: "A-1".into(), cells: vec![(0, 0)], loose: true };
    let team = TeamState {
        code: "a".into(),
        name: bilingual_text(),
        seal: "sealed",
        held: 1,
        caption: bilingual_text(),
        stones: vec![stone],
    };
    let price = || vec![PriceState { price: 1, teams: vec![0] }];
    let result = ResultState { covered: false, ties: price(), awards: price(), rest: vec![bilingual_text()] };
    let lot = LotState {
        lot: 0,
        code: "A".into(),
        cells: vec![(0, 0)],
        copies: 1,
        min: 1,
        lit: true,
        result: Some(result),
    };
    let row = RowState {
        covered: false,
        lit: true,
        place: Some(bilingual_text()),
        team: Some(0),
        figures: vec![1],
        why: Some(bilingual_text()),
    };
    let scene = SceneState {
        title: bilingual_text(),
        view: "lots",
        phase: bilingual_text(),
        round: Some(bilingual_text()),
        how_many: Some(bilingual_text()),
        paused: true,
        clock,
        cover: Some(1),
        teams: vec![team],
        lots: vec![lot],
        frame: FrameState { rows: vec!["#".into()] },
        ranking: RankingState { heading: bilingual_text(), heads: vec![bilingual_text()], rows: vec![row] },
        winner: Some(WinnerState { teams: vec![0], place: bilingual_text(), why: Some(bilingual_text()) }),
        news: Some(bilingual_text()),
        announcements: vec![bilingual_text()],
        fingerprint: Some("1a2b".into()),
        last_head: Some("1a2b".into()),
    };
    GameState {
        id: "g-spare".into(),
        stands_for: Some("g".into()),
        contact: contact(),
        practice: true,
        attention: true,
        next: Some(next()),
        scene: Some(scene),
    }
}

fn next() -> NextState {
    NextState { text: bilingual_text(), minutes: 1 }
}

fn entrant() -> EntrantState {
    let seat = SeatState {
        round: bilingual_text(),
        place: bilingual_text(),
        against: Some(bilingual_text()),
        minutes: Some(1),
        game: Some("g".into()),
        is_over: true,
    };
    let (number, found) = (Some(1), vec!["a".into()]);
    EntrantState { id: "a".into(), number, name: bilingual_text(), found, seat: Some(seat) }
}

fn call() -> CallState {
    let player = CalledState { id: "a".into(), name: bilingual_text(), reading: "a".into() };
    CallState { table: bilingual_text(), players: vec![player], recent: true }
}

fn board() -> Value {
    let table =
        TableState { heading: "a".into(), heads: vec![("a".into(), true)], rows: vec![vec!["a".into()]] };
    let sheet =
        SheetState { event: "a".into(), heading: "a".into(), tables: vec![table], notes: vec!["a".into()] };
    let event = EventState {
        id: "e".into(),
        title: bilingual_text(),
        contact: contact(),
        stage: bilingual_text(),
        results: Some((1, 2)),
        next: Some(next()),
        entrants: vec![entrant()],
        notices: vec![bilingual_text()],
        calls: vec![call()],
        en: vec![sheet],
        ja: Vec::new(),
    };
    let board = BoardState {
        build: "1",
        server: "a".into(),
        contact: contact(),
        trouble: Some(bilingual_text()),
        games: vec![game()],
        events: vec![event],
        schedule: vec![ScheduleState { minutes: 1, text: bilingual_text(), pause: true }],
    };
    serde_json::to_value(board).expect("it can be written")
}

#[test]
fn scripts_read_only_fields_of_model() {
    let modules = ["dom", "words", "stone", "line"].map(|name| format!("/page/{name}.js"));
    let modules = modules.map(|path| (furniture(&path), path));
    let own = [
        ("hall.js", include_str!("hall.js")),
        ("phone.js", include_str!("phone.js")),
        ("room.js", include_str!("room.js")),
        ("board.js", include_str!("board.js")),
        ("parts.js", include_str!("parts.js")),
    ];
    let scripts: Vec<(&str, &str)> =
        modules.iter().map(|(text, path)| (path.as_str(), text.as_str())).chain(own).collect();
    harness::check(&scripts, &[board(), json!({ "now": 1, "version": 1 })], NO_STATE);
}
