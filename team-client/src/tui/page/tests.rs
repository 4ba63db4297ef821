//! What the page's scripts read, beside what its model writes.

use ishigaki_page::{furniture, harness};
use ishigaki_screen::PageClock;
use serde_json::{Value, json};

use super::model::{
    AskState, BidsState, ContactState, DeskState, DialogState, FrameState, HeldState, KeysState, LineState,
    ListState, LotState, PanelState, PartState, PieceState, PriceState, RebidState, RowState, SealState,
    SealedState, ShortcutsState, TiedState, TonedState, TurnState, WaitingState, WallState,
};
use crate::tui::act::{Button, PieceName};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

/// What scripts read of the browser, and of what is their own.
const NO_STATE: &[&str] = &[
    // Of anything: the browser's own.
    ".CLOSED",
    ".activeElement",
    ".altKey",
    ".body",
    ".cancelable",
    ".children",
    ".classList",
    ".clientHeight",
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
    ".isConnected",
    ".key",
    ".length",
    ".metaKey",
    ".ok",
    ".open",
    ".parentElement",
    ".pointerId",
    ".pointerType",
    ".readyState",
    ".scrollHeight",
    ".scrollWidth",
    ".search",
    ".selectionEnd",
    ".status",
    ".style",
    ".target",
    ".textContent",
    ".value",
    ".view",
    "{}.x",
    "{}.y",
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
    // Lines that run, and the line to the program.
    "contact.seen",
    "contact.told",
    "old.*",
    "patience.*",
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
    let keys = KeysState { heading: text(), keys: vec![(text(), text())] };
    DialogState { kind: "help", title: text(), text: vec![text()], choices: vec![text()], keys: vec![keys] }
}

fn bids() -> BidsState {
    let lot = LotState {
        lot: 0,
        code: text(),
        cells: vec![(0, 0)],
        left: text(),
        min: 1,
        last: Some(1),
        past: vec![text()],
    };
    let line = LineState { lot: 0, code: text(), price: price(), flaws: vec![text()] };
    let sealed = SealedState {
        heading: text(),
        note: Some(toned()),
        lines: vec![(text(), 1, true)],
        total: Some(text()),
    };
    let tied = TiedState {
        line: 1,
        code: text(),
        price: price(),
        above: 1,
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

/// One part of each kind.
fn panel() -> PanelState {
    let row = RowState { cells: vec![text()], own: true, note: Some(text()) };
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
        contact: ContactState { live: false, lost_since: Some(1), text: Some(text()) },
        clock: Some(PageClock { closes_at: Some(1), left: Some(1), guess: true }),
        waiting: Some(WaitingState { since: 1, game: 1, at: Some(1) }),
        paused: true,
        phase: Some(text()),
        held: Some(text()),
        standing: toned(),
        unread: Some(text()),
        seals: vec![SealState { name: text(), seal: "sealed" }],
        news: vec![text()],
        notice: Some(toned()),
        dialog: Some(dialog()),
        shortcuts: ShortcutsState {
            buttons: vec![(Button::Seal, text())],
            views: vec![(Panel::Wall, text())],
            works: vec![(Work::Up, text())],
        },
        panel: Panel::Wall,
        bids: Some(bids()),
        wall: Some(wall()),
        ask: Some(AskState { text: text(), asked: 1, most: 400, is_off: true }),
        sheet: Some(panel()),
        fingerprint: Some(text()),
    };
    serde_json::to_value(desk).expect("it can be written")
}

#[test]
fn the_scripts_read_what_the_model_writes() {
    let modules = ["dom", "words", "stone", "line"].map(|name| format!("/page/{name}.js"));
    let modules = modules.map(|path| (furniture(&path), path));
    let own = [
        ("desk.js", include_str!("desk.js")),
        ("bids.js", include_str!("bids.js")),
        ("price.js", include_str!("price.js")),
        ("wall.js", include_str!("wall.js")),
        ("panels.js", include_str!("panels.js")),
        ("keys.js", include_str!("keys.js")),
        ("act.js", include_str!("act.js")),
        ("ask.js", include_str!("ask.js")),
    ];
    let scripts: Vec<(&str, &str)> =
        modules.iter().map(|(text, path)| (path.as_str(), text.as_str())).chain(own).collect();
    harness::check(&scripts, &[desk(), json!({ "now": 1, "version": 1 })], NO_STATE);
}
