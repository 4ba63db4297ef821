//! Names in the page's scripts, compared with their model.

use ishigaki_page::{furniture, harness};
use ishigaki_screen::PageClock;
use serde_json::{Value, json};

use super::model::{
    AskState, BidsState, ContactState, DeskState, DialogState, FrameState, HeldState, KeysState, LineState,
    ListState, LotResultState, LotState, MarkState, MoneyState, OwnBidState, PanelState, PanelsState,
    PartState, PieceState, PriceState, RebidState, ResultState, RoundResultState, RowState, SealState,
    SealedState, ShapeState, ShortcutsState, Stage, TeamWallState, TiedState, TonedState, TurnState,
    WaitingState, WallState, WallStoneState, WinnerState,
};
use crate::tui::act::{Button, PieceName};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

const NO_STATE: &[&str] = &[
    // The browser's own.
    ".CLOSED",
    ".activeElement",
    ".altKey",
    ".body",
    ".cancelable",
    ".children",
    ".classList",
    ".clientWidth",
    ".clientX",
    ".clientY",
    ".ctrlKey",
    ".data",
    ".dataset",
    ".defaultPrevented",
    ".deltaY",
    ".disabled",
    ".documentElement",
    ".firstElementChild",
    ".hidden",
    ".isComposing",
    ".key",
    ".length",
    ".metaKey",
    ".ok",
    ".open",
    ".parentElement",
    ".pointerId",
    ".pointerType",
    ".readyState",
    ".scrollWidth",
    ".search",
    ".selectionEnd",
    ".status",
    ".style",
    ".target",
    ".localName",
    ".textContent",
    ".value",
    "{}.x",
    "{}.y",
    ".matches",
    ".currentTime",
    ".destination",
    ".offsetWidth",
    ".hash",
    ".pathname",
    ".frequency",
    ".gain",
    // The two ways to a hosted page.
    "{}.enter",
    "{}.show_sign_in",
    // Acts on their way to the program.
    "what.do",
    "last.*",
    "{}.what",
    // Rows of the list, and the field in which another price is tried.
    ".element",
    ".field",
    "focus.part",
    "trial.*",
    // A stone that is dragged.
    "best.far",
    "drag.*",
    "was.*",
    "seen.*",
    "{}.is_over",
    "{}.place",
    // Fields of prices.
    "own.*",
    "{}.write",
    "{}.turn",
    // The main button, sounds, and lines that are dragged.
    "button.go",
    "button.off",
    "context.state",
    "dataset.shape",
    "notes.id",
    "row.notes",
    "row.refusal",
    "sent.before",
    "{}.height",
    "{}.top",
    "{}.refused",
    // Lines that run, and the line to the program.
    "contact.seen",
    "contact.told",
    "old.*",
    "delay.*",
];

fn text() -> String {
    String::from("a")
}

fn toned() -> TonedState {
    TonedState { text: text(), tone: "calm" }
}

fn price() -> PriceState {
    PriceState { shown: text(), typed: Some(text()) }
}

fn dialog() -> DialogState {
    DialogState { kind: "ask", title: text(), text: vec![text()], choices: vec![text()], accept: text() }
}

fn rounds() -> Vec<RoundResultState> {
    let lot = LotResultState {
        lot: 0,
        own: vec![OwnBidState { line: 1, price: 1, kind: "won", text: text() }],
        winners: vec![WinnerState { team: text(), price: 1, own: true }],
        copies: 1,
        bids: 1,
        tied: Some(1),
    };
    vec![RoundResultState {
        round: 0,
        heading: text(),
        summary: text(),
        void: false,
        won: 1,
        lots: vec![lot],
    }]
}

fn walls() -> Vec<TeamWallState> {
    let stone = WallStoneState { lot: 0, letter: text(), cells: vec![(0, 0)], loose: true };
    vec![TeamWallState {
        team: text(),
        own: true,
        seal: "sealed",
        stones: vec![stone],
        empty: text(),
        purse: 1,
        count: 1,
    }]
}

fn bids() -> BidsState {
    let lot = LotState { lot: 0, left: text(), min: 1, last: Some(1), past: vec![text()] };
    let line =
        LineState { lot: 0, code: text(), price: price(), was: Some(1), new: true, flaws: vec![text()] };
    let sealed = SealedState {
        heading: text(),
        note: Some(toned()),
        lines: vec![(text(), 1, true)],
        total: Some(text()),
    };
    let tied = TiedState {
        line: 1,
        lot: 0,
        code: text(),
        price: price(),
        above: 1,
        most: 1,
        terms: text(),
        rivals: text(),
        flaws: vec![text()],
    };
    BidsState {
        title: text(),
        lots: vec![lot],
        can_draft: true,
        can_seal: true,
        can_take: true,
        differs: true,
        overtaken: true,
        revision: Some(1),
        empty: text(),
        lines: vec![line],
        total: Some(text()),
        flaws: vec![text()],
        sealed,
        rebid: Some(RebidState { budget: text(), lines: vec![tied], sealed: text() }),
    }
}

fn wall() -> WallState {
    let name = PieceName { lot: 0, number: 1, planned: false };
    let piece = || PieceState {
        piece: name,
        name: text(),
        letter: text(),
        turn: 0,
        cells: vec![(0, 0)],
        loose: true,
    };
    let held = HeldState {
        piece: name,
        name: text(),
        letter: text(),
        moving: true,
        turn: 0,
        row: 0,
        col: 0,
        can_lay: true,
        turns: vec![TurnState { cells: vec![(0, 0)], places: vec![(0, 0)] }],
    };
    WallState {
        frame: FrameState { rows: vec![text()] },
        standing: toned(),
        counts: text(),
        laid: vec![piece()],
        stones: vec![piece()],
        plans: vec![piece()],
        held: Some(held),
        speech: vec![text()],
        differs: true,
        can_build: true,
        can_send: true,
        is_searching: true,
        has_plan: true,
        realisable: 1,
    }
}

fn panel() -> PanelState {
    let row = RowState { cells: vec![text()], own: true, decides: Some(0), note: Some(text()) };
    let list = ListState {
        team: text(),
        own: true,
        note: Some(text()),
        charge: text(),
        lines: vec![(text(), 1, text(), true)],
    };
    let parts = vec![
        PartState::Text { text: text(), tone: "calm" },
        PartState::Table { caption: Some(text()), heads: vec![(text(), true)], rows: vec![row] },
        PartState::Message { text: text(), time: text(), is_new: true },
        PartState::Read { text: text(), through: 1 },
        PartState::Lines { lines: vec![text()] },
        PartState::Round { heading: text(), lists: vec![list] },
        PartState::Trial { at: 0, price: price(), lines: vec![(text(), 1)] },
        PartState::Button { button: "read", text: text(), is_off: true },
    ];
    PanelState { title: text(), parts }
}

fn desk() -> Value {
    let desk = DeskState {
        build: "1",
        lang: "en",
        team: text(),
        title: text(),
        game: Some(text()),
        practice: true,
        again: true,
        contact: ContactState { live: false, lost_since: Some(1), text: Some(text()) },
        clock: Some(PageClock { closes_at: Some(1), left: Some(1), guess: true }),
        waiting: Some(WaitingState { since: 1, game: 1, at: Some(1) }),
        paused: true,
        stage: Stage::Bidding,
        phase: Some(text()),
        todo: text(),
        money: Some(MoneyState { total: Some(1), budget: 1 }),
        held: Some(text()),
        mark: MarkState { text: text(), tone: "calm", at: Some(1) },
        unread: Some(text()),
        seals: vec![SealState { name: text(), seal: "sealed" }],
        news: vec![text()],
        notice: Some(toned()),
        dialog: Some(dialog()),
        shortcuts: ShortcutsState {
            buttons: vec![(Button::Seal, text())],
            views: vec![(Panel::Wall, text())],
            works: vec![(Work::Up, text())],
            window: vec![("help", text())],
        },
        keys: vec![KeysState { heading: text(), keys: vec![(text(), text())] }],
        kinds: vec![ShapeState { code: text(), cells: vec![(0, 0)] }],
        bids: Some(bids()),
        wall: Some(wall()),
        rounds: rounds(),
        walls: walls(),
        result: Some(ResultState { place: Some(text()), text: text(), why: Some(text()), first: true }),
        ask: Some(AskState { text: text(), asked: 1, most: 400, is_off: true }),
        panels: Some(PanelsState {
            results: panel(),
            rivals: panel(),
            standings: panel(),
            advice: panel(),
            messages: panel(),
            log: panel(),
        }),
        fingerprint: Some(text()),
    };
    serde_json::to_value(desk).expect("it can be written")
}

#[test]
fn page_scripts_match_model_fields() {
    let modules = ["dom", "words", "stone", "line", "sign_in"].map(|name| format!("/page/{name}.js"));
    let modules = modules.map(|path| (furniture(&path), path));
    let own = [
        ("act.js", include_str!("act.js")),
        ("ask.js", include_str!("ask.js")),
        ("bar.js", include_str!("bar.js")),
        ("desk.js", include_str!("desk.js")),
        ("help.js", include_str!("help.js")),
        ("keys.js", include_str!("keys.js")),
        ("kinds.js", include_str!("kinds.js")),
        ("layout.js", include_str!("layout.js")),
        ("list.js", include_str!("list.js")),
        ("lots.js", include_str!("lots.js")),
        ("outcome.js", include_str!("outcome.js")),
        ("panels.js", include_str!("panels.js")),
        ("price.js", include_str!("price.js")),
        ("rounds.js", include_str!("rounds.js")),
        ("sound.js", include_str!("sound.js")),
        ("wall.js", include_str!("wall.js")),
        ("walls.js", include_str!("walls.js")),
    ];
    let scripts: Vec<(&str, &str)> =
        modules.iter().map(|(text, path)| (path.as_str(), text.as_str())).chain(own).collect();
    let others = [
        json!({ "now": 1, "version": 1 }),
        json!({ "ended": "quit" }),
        json!({ "code": "revoked", "text": "a" }),
    ];
    let examples: Vec<Value> = std::iter::once(desk()).chain(others).collect();
    harness::check(&scripts, &examples, NO_STATE);
}
