//! The state that the team's page gets, whole, in the language that is spoken.
//!
//! The draft and what is sealed are in it, for it goes to nobody but the page behind its key (`A4`). Nothing of it has debug
//! output.

use ishigaki_screen::PageClock;
use serde::Serialize;

use crate::tui::act::{Button, PieceName};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

/// A square by row and column.
pub(super) type Square = (i32, i32);

/// Everything that the page shows.
#[derive(Serialize)]
pub(super) struct DeskState {
    /// Build of the program that it comes from: another one brings other files.
    pub(super) build: &'static str,
    pub(super) lang: &'static str,
    pub(super) team: String,
    /// Title of the window.
    pub(super) title: String,
    pub(super) game: Option<String>,
    pub(super) practice: bool,
    pub(super) contact: ContactState,
    pub(super) clock: Option<PageClock>,
    /// In its place, while no window runs.
    pub(super) waiting: Option<WaitingState>,
    pub(super) paused: bool,
    pub(super) phase: Option<String>,
    pub(super) held: Option<String>,
    pub(super) standing: TonedState,
    /// Number of messages that are not read, in words.
    pub(super) unread: Option<String>,
    pub(super) seals: Vec<SealState>,
    /// Notices that hold until they are over.
    pub(super) news: Vec<String>,
    /// Result of the last act.
    pub(super) notice: Option<TonedState>,
    pub(super) dialog: Option<DialogState>,
    pub(super) shortcuts: ShortcutsState,
    pub(super) panel: Panel,
    pub(super) bids: Option<BidsState>,
    pub(super) wall: Option<WallState>,
    /// Field in which a question to the judge is written, while the messages are shown.
    pub(super) ask: Option<AskState>,
    /// The panel that is shown, if it is none of those two.
    pub(super) sheet: Option<PanelState>,
    pub(super) fingerprint: Option<String>,
}

/// A question to the judge that is being written.
#[derive(Serialize)]
pub(super) struct AskState {
    pub(super) text: String,
    /// Changes whenever the text was taken away because its question is asked.
    pub(super) asked: u64,
    pub(super) most: usize,
    pub(super) is_off: bool,
}

/// State of the connection to the server.
#[derive(Serialize)]
pub(super) struct ContactState {
    pub(super) live: bool,
    /// By the program's time, in milliseconds.
    pub(super) lost_since: Option<u64>,
    pub(super) text: Option<String>,
}

/// A clock without a deadline, by the program's time in milliseconds; what began before the program is negative.
#[derive(Serialize)]
pub(super) struct WaitingState {
    /// Time at which what goes on now began.
    pub(super) since: i64,
    /// Time at which the game began.
    pub(super) game: i64,
    /// The moment at which the clock stands, if it does.
    pub(super) at: Option<i64>,
}

/// The keys of buttons.
#[derive(Serialize)]
pub(super) struct ShortcutsState {
    pub(super) buttons: Vec<(Button, String)>,
    pub(super) views: Vec<(Panel, String)>,
    /// With the wall in focus.
    pub(super) works: Vec<(Work, String)>,
}

/// A sentence, and how loud it is.
#[derive(Serialize)]
pub(super) struct TonedState {
    pub(super) text: String,
    /// `calm`, `good`, `soon` or `loud`.
    pub(super) tone: &'static str,
}

/// A team that has something to seal, or has not; never what.
#[derive(Serialize)]
pub(super) struct SealState {
    pub(super) name: String,
    pub(super) seal: &'static str,
}

/// An open question.
#[derive(Serialize)]
pub(super) struct DialogState {
    /// `ask`, `choose` or `help`.
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) text: Vec<String>,
    pub(super) choices: Vec<String>,
    /// Keys with their meaning, under headings.
    pub(super) keys: Vec<KeysState>,
}

/// Keys of one part of the page.
#[derive(Serialize)]
pub(super) struct KeysState {
    pub(super) heading: String,
    pub(super) keys: Vec<(String, String)>,
}

/// The lots and the list.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each switches a button of its own")]
pub(super) struct BidsState {
    pub(super) title: String,
    pub(super) lots: Vec<LotState>,
    pub(super) can_draft: bool,
    pub(super) can_seal: bool,
    /// Whether the draft can become what is sealed.
    pub(super) can_take: bool,
    pub(super) differs: bool,
    /// Text that may be said in the list's place.
    pub(super) empty: String,
    pub(super) lines: Vec<LineState>,
    pub(super) total: Option<String>,
    /// Objections of the rules to the whole.
    pub(super) flaws: Vec<String>,
    pub(super) sealed: SealedState,
    pub(super) rebid: Option<RebidState>,
}

#[derive(Serialize)]
pub(super) struct LotState {
    pub(super) lot: u32,
    pub(super) code: String,
    pub(super) cells: Vec<Square>,
    pub(super) left: String,
    pub(super) min: u64,
    pub(super) last: Option<u64>,
    pub(super) past: Vec<String>,
}

/// Content of a price's field.
#[derive(Serialize)]
pub(super) struct PriceState {
    /// Text that is shown: the price, or the text that is none.
    pub(super) shown: String,
    /// The text that was typed last, by which a page knows that it has arrived.
    pub(super) typed: Option<String>,
}

impl From<(String, Option<&str>)> for PriceState {
    fn from((shown, typed): (String, Option<&str>)) -> Self {
        Self { shown, typed: typed.map(str::to_owned) }
    }
}

/// A line of the draft.
#[derive(Serialize)]
pub(super) struct LineState {
    pub(super) lot: u32,
    pub(super) code: String,
    pub(super) price: PriceState,
    /// Objections of the rules to it.
    pub(super) flaws: Vec<String>,
}

/// Sealed list or raises.
#[derive(Serialize)]
pub(super) struct SealedState {
    pub(super) heading: String,
    /// Said in the place of lines, or above them.
    pub(super) note: Option<TonedState>,
    /// Code, price, and whether the draft says something else in that place.
    pub(super) lines: Vec<(String, u64, bool)>,
    pub(super) total: Option<String>,
}

/// A re-bid of the team (`A7`).
#[derive(Serialize)]
pub(super) struct RebidState {
    pub(super) budget: String,
    pub(super) lines: Vec<TiedState>,
    pub(super) sealed: String,
}

/// A tied line.
#[derive(Serialize)]
pub(super) struct TiedState {
    pub(super) line: u32,
    pub(super) code: String,
    pub(super) price: PriceState,
    pub(super) above: u64,
    pub(super) terms: String,
    pub(super) rivals: String,
    pub(super) flaws: Vec<String>,
}

/// The wall's draft.
#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each switches a button of its own")]
pub(super) struct WallState {
    pub(super) frame: FrameState,
    pub(super) standing: TonedState,
    pub(super) counts: String,
    pub(super) laid: Vec<PieceState>,
    pub(super) stones: Vec<PieceState>,
    pub(super) plans: Vec<PieceState>,
    pub(super) held: Option<HeldState>,
    /// Remarks on what is held, the most important first.
    pub(super) speech: Vec<String>,
    pub(super) differs: bool,
    pub(super) can_build: bool,
    /// Whether the server would take a wall now.
    pub(super) can_send: bool,
    pub(super) is_searching: bool,
    pub(super) has_plan: bool,
    pub(super) realisable: usize,
}

/// The frame: rows with `#` where it has a square.
#[derive(Serialize)]
pub(super) struct FrameState {
    pub(super) rows: Vec<String>,
}

/// A piece: on the wall by the squares that it covers, in the hand by its shape.
#[derive(Serialize)]
pub(super) struct PieceState {
    #[serde(flatten)]
    pub(super) piece: PieceName,
    pub(super) name: String,
    /// Text that a drawing of it has room for.
    pub(super) letter: String,
    pub(super) turn: u32,
    pub(super) cells: Vec<Square>,
    pub(super) loose: bool,
}

/// The piece that is held over the wall.
#[derive(Serialize)]
pub(super) struct HeldState {
    #[serde(flatten)]
    pub(super) piece: PieceName,
    pub(super) name: String,
    pub(super) letter: String,
    pub(super) moving: bool,
    pub(super) turn: u32,
    pub(super) row: i32,
    pub(super) col: i32,
    pub(super) can_lay: bool,
    /// By turn, fewest quarters first.
    pub(super) turns: Vec<TurnState>,
}

/// A piece in one turn.
#[derive(Serialize)]
pub(super) struct TurnState {
    /// Its squares from its least row and column on.
    pub(super) cells: Vec<Square>,
    /// Everywhere where the rules let it lie.
    pub(super) places: Vec<Square>,
}

/// One of the panels that are only to be read.
#[derive(Serialize)]
pub(super) struct PanelState {
    pub(super) title: String,
    pub(super) parts: Vec<PartState>,
}

/// A part of such a panel.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum PartState {
    Text {
        text: String,
        tone: &'static str,
    },
    /// A table; the rows that are the team's own are marked.
    Table {
        caption: Option<String>,
        heads: Vec<(String, bool)>,
        rows: Vec<RowState>,
    },
    /// A message of the judge.
    Message {
        text: String,
        time: String,
        is_new: bool,
    },
    /// Marks everything that is shown as read.
    Read {
        text: String,
        through: u32,
    },
    /// A list of sentences.
    Lines {
        lines: Vec<String>,
    },
    /// An opened round: every team's list with what became of each line.
    Round {
        heading: String,
        lists: Vec<ListState>,
    },
    /// A line of an opened list for which other prices are tried.
    Trial {
        at: usize,
        price: PriceState,
        lines: Vec<(String, u64)>,
    },
    Button {
        button: &'static str,
        text: String,
        is_off: bool,
    },
}

/// A row of a table.
#[derive(Serialize)]
pub(super) struct RowState {
    pub(super) cells: Vec<String>,
    pub(super) own: bool,
    pub(super) note: Option<String>,
}

/// An opened list.
#[derive(Serialize)]
pub(super) struct ListState {
    pub(super) team: String,
    pub(super) own: bool,
    /// In the place of lines, if there are none.
    pub(super) note: Option<String>,
    pub(super) charge: String,
    /// Lot, price, what became of it, and whether it was won.
    pub(super) lines: Vec<(String, u64, String, bool)>,
}
