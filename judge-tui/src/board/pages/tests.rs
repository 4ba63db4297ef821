//! What the pages' scripts read, beside what their model writes.

use ishigaki_page::{furniture, harness};
use ishigaki_screen::PageClock;
use serde_json::{Value, json};

use super::model::{
    BilingualText, BoardState, ContactState, EventState, FrameState, GameState, LotState, PriceState,
    RankingState, ResultState, RowState, SceneState, SheetState, StoneState, TableState, TeamState,
};

/// What scripts read of the browser, and of what is their own.
const NO_STATE: &[&str] = &[
    // Of anything: the browser's own.
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
    ".fontSize",
    ".fonts",
    ".hidden",
    ".key",
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
    ".textContent",
    ".value",
    "documentElement.lang",
    // A pane of the hall's page, and what it is put together from.
    ".root",
    "at.*",
    "made.*",
    ").clock",
    ").contact",
    "contact.seen",
    "contact.told",
    // How games and sheets are laid out.
    "best.*",
    "found.side",
    "laid.*",
    "{}.pagers",
    "{}.pages",
    // Lines that run, and the line to the program.
    "old.*",
    "patience.*",
];

fn said() -> BilingualText {
    BilingualText { en: "a".into(), ja: "a".into() }
}

fn contact() -> ContactState {
    ContactState { live: false, lost_since: Some(1), text: Some(said()) }
}

/// Everything that a game can have.
fn game() -> GameState {
    let clock = Some(PageClock { closes_at: Some(1), left: Some(1), guess: true });
    let stone = StoneState { lot: 0, name: "A-1".into(), cells: vec![(0, 0)], loose: true };
    let team = TeamState {
        code: "a".into(),
        name: said(),
        seal: "sealed",
        held: 1,
        caption: said(),
        stones: vec![stone],
    };
    let price = || vec![PriceState { price: 1, teams: vec![0] }];
    let result = ResultState { covered: false, ties: price(), awards: price(), rest: vec![said()] };
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
        place: Some(said()),
        team: Some(0),
        figures: vec![1],
        why: Some(said()),
    };
    let scene = SceneState {
        title: said(),
        view: "lots",
        phase: said(),
        round: Some(said()),
        how_many: Some(said()),
        paused: true,
        clock,
        cover: Some(1),
        teams: vec![team],
        lots: vec![lot],
        frame: FrameState { rows: vec!["#".into()] },
        ranking: RankingState { heading: said(), heads: vec![said()], rows: vec![row] },
        news: Some(said()),
        announcements: vec![said()],
        fingerprint: Some("1a2b".into()),
        last_head: Some("1a2b".into()),
    };
    GameState {
        id: "g-spare".into(),
        stands_for: Some("g".into()),
        contact: contact(),
        practice: true,
        attention: true,
        scene: Some(scene),
    }
}

fn board() -> Value {
    let table =
        TableState { heading: "a".into(), heads: vec![("a".into(), true)], rows: vec![vec!["a".into()]] };
    let sheet =
        SheetState { event: "a".into(), heading: "a".into(), tables: vec![table], notes: vec!["a".into()] };
    let event = EventState {
        id: "e".into(),
        contact: contact(),
        stage: said(),
        results: Some((1, 2)),
        en: vec![sheet],
        ja: Vec::new(),
    };
    let board = BoardState {
        build: "1",
        server: "a".into(),
        contact: contact(),
        trouble: Some(said()),
        games: vec![game()],
        event: Some(event),
    };
    serde_json::to_value(board).expect("it can be written")
}

#[test]
fn the_scripts_read_what_the_model_writes() {
    let modules = ["dom", "words", "stone", "line"].map(|name| format!("/page/{name}.js"));
    let modules = modules.map(|path| (furniture(&path), path));
    let own = [
        ("hall.js", include_str!("hall.js")),
        ("phone.js", include_str!("phone.js")),
        ("room.js", include_str!("room.js")),
        ("parts.js", include_str!("parts.js")),
    ];
    let scripts: Vec<(&str, &str)> =
        modules.iter().map(|(text, path)| (path.as_str(), text.as_str())).chain(own).collect();
    harness::check(&scripts, &[board(), json!({ "now": 1, "version": 1 })], NO_STATE);
}
