//! The state for the team's page, in the current language.
//!
//! It contains the draft and submissions, because only the page with its key gets it (`A4`). Nothing of it
//! has `Debug`.

use ishigaki_screen::PageClock;
use serde::Serialize;

use crate::tui::act::{Button, PieceName};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

pub(super) type Square = (i32, i32);

#[derive(Serialize)]
pub(super) struct DeskState {
    /// Build of the program, so that the page reloads its files after a change.
    pub(super) build: &'static str,
    pub(super) lang: &'static str,
    pub(super) team: String,
    pub(super) title: String,
    pub(super) game: Option<String>,
    pub(super) practice: bool,
    /// Whether another game of the practice can be started.
    pub(super) again: bool,
    pub(super) contact: ContactState,
    pub(super) clock: Option<PageClock>,
    pub(super) waiting: Option<WaitingState>,
    pub(super) paused: bool,
    pub(super) stage: Stage,
    pub(super) phase: Option<String>,
    pub(super) todo: String,
    pub(super) money: Option<MoneyState>,
    pub(super) held: Option<String>,
    pub(super) mark: MarkState,
    pub(super) unread: Option<String>,
    pub(super) seals: Vec<SealState>,
    pub(super) news: Vec<String>,
    pub(super) notice: Option<TonedState>,
    pub(super) dialog: Option<DialogState>,
    pub(super) shortcuts: ShortcutsState,
    pub(super) keys: Vec<KeysState>,
    pub(super) kinds: Vec<ShapeState>,
    pub(super) bids: Option<BidsState>,
    pub(super) wall: Option<WallState>,
    pub(super) rounds: Vec<RoundResultState>,
    pub(super) walls: Vec<TeamWallState>,
    pub(super) result: Option<ResultState>,
    pub(super) ask: Option<AskState>,
    pub(super) panels: Option<PanelsState>,
    pub(super) fingerprint: Option<String>,
}

/// Stage of the game, which decides the page's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    Waiting,
    Bidding,
    Rebid,
    Building,
    Result,
}

#[derive(Serialize)]
pub(super) struct MoneyState {
    /// `None` while no list can be drafted.
    pub(super) total: Option<u64>,
    pub(super) budget: u64,
}

/// State of the list, or its obstacle.
#[derive(Serialize)]
pub(super) struct MarkState {
    pub(super) text: String,
    pub(super) tone: &'static str,
    /// Time of the submission, which the page writes into the text.
    pub(super) at: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct ShapeState {
    pub(super) code: String,
    pub(super) cells: Vec<Square>,
}

#[derive(Serialize)]
pub(super) struct RoundResultState {
    pub(super) round: usize,
    pub(super) heading: String,
    pub(super) summary: String,
    pub(super) void: bool,
    pub(super) won: usize,
    pub(super) lots: Vec<LotResultState>,
}

#[derive(Serialize)]
pub(super) struct LotResultState {
    pub(super) lot: u32,
    pub(super) own: Vec<OwnBidState>,
    pub(super) winners: Vec<WinnerState>,
    pub(super) copies: u32,
    pub(super) bids: usize,
    pub(super) tied: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct OwnBidState {
    pub(super) line: u32,
    pub(super) price: u64,
    pub(super) kind: &'static str,
    pub(super) text: String,
}

#[derive(Serialize)]
pub(super) struct WinnerState {
    pub(super) team: String,
    pub(super) price: u64,
    pub(super) own: bool,
}

#[derive(Serialize)]
pub(super) struct TeamWallState {
    pub(super) team: String,
    pub(super) own: bool,
    pub(super) seal: &'static str,
    pub(super) stones: Vec<WallStoneState>,
    pub(super) empty: String,
    pub(super) purse: u64,
    pub(super) count: usize,
}

#[derive(Serialize)]
pub(super) struct WallStoneState {
    pub(super) lot: u32,
    pub(super) letter: String,
    pub(super) cells: Vec<Square>,
    pub(super) loose: bool,
}

/// `E2`, `E4`.
#[derive(Serialize)]
pub(super) struct ResultState {
    /// `None` while it is covered, and after an abandoned game.
    pub(super) place: Option<String>,
    pub(super) text: String,
    /// The figure that decided.
    pub(super) why: Option<String>,
    pub(super) first: bool,
}

#[derive(Serialize)]
pub(super) struct PanelsState {
    pub(super) results: PanelState,
    pub(super) rivals: PanelState,
    pub(super) standings: PanelState,
    pub(super) advice: PanelState,
    pub(super) messages: PanelState,
    pub(super) log: PanelState,
}

#[derive(Serialize)]
pub(super) struct AskState {
    pub(super) text: String,
    /// Changes whenever the text was cleared after its question was sent.
    pub(super) asked: u64,
    pub(super) most: usize,
    pub(super) is_off: bool,
}

#[derive(Serialize)]
pub(super) struct ContactState {
    pub(super) live: bool,
    pub(super) lost_since: Option<u64>,
    pub(super) text: Option<String>,
}

/// In milliseconds of the program's clock; negative before its start.
#[derive(Serialize)]
pub(super) struct WaitingState {
    pub(super) since: i64,
    pub(super) game: i64,
    pub(super) at: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct ShortcutsState {
    pub(super) buttons: Vec<(Button, String)>,
    pub(super) views: Vec<(Panel, String)>,
    pub(super) works: Vec<(Work, String)>,
    /// Keys that have an effect only in their window.
    pub(super) window: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
pub(super) struct TonedState {
    pub(super) text: String,
    pub(super) tone: &'static str,
}

/// Shows only whether a team has submitted.
#[derive(Serialize)]
pub(super) struct SealState {
    pub(super) name: String,
    pub(super) seal: &'static str,
}

#[derive(Serialize)]
pub(super) struct DialogState {
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) text: Vec<String>,
    pub(super) choices: Vec<String>,
    pub(super) accept: String,
}

#[derive(Serialize)]
pub(super) struct KeysState {
    pub(super) heading: String,
    pub(super) keys: Vec<(String, String)>,
}

#[derive(Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each switches a button of its own")]
pub(super) struct BidsState {
    pub(super) title: String,
    pub(super) lots: Vec<LotState>,
    pub(super) can_draft: bool,
    pub(super) can_seal: bool,
    pub(super) can_take: bool,
    pub(super) differs: bool,
    /// Another device has submitted a list that this draft isn't based on.
    pub(super) overtaken: bool,
    pub(super) revision: Option<u64>,
    pub(super) empty: String,
    pub(super) lines: Vec<LineState>,
    pub(super) total: Option<String>,
    pub(super) flaws: Vec<String>,
    pub(super) sealed: SealedState,
    pub(super) rebid: Option<RebidState>,
}

#[derive(Serialize)]
pub(super) struct LotState {
    pub(super) lot: u32,
    pub(super) left: String,
    pub(super) min: u64,
    pub(super) last: Option<u64>,
    pub(super) past: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct PriceState {
    pub(super) shown: String,
    /// Shows the page that its text has arrived.
    pub(super) typed: Option<String>,
}

impl From<(String, Option<&str>)> for PriceState {
    fn from((shown, typed): (String, Option<&str>)) -> Self {
        Self { shown, typed: typed.map(str::to_owned) }
    }
}

#[derive(Serialize)]
pub(super) struct LineState {
    pub(super) lot: u32,
    pub(super) code: String,
    pub(super) price: PriceState,
    /// Submitted price, if it is another one.
    pub(super) was: Option<u64>,
    pub(super) new: bool,
    pub(super) flaws: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct SealedState {
    pub(super) heading: String,
    pub(super) note: Option<TonedState>,
    pub(super) lines: Vec<(String, u64, bool)>,
    pub(super) total: Option<String>,
}

/// `A7`.
#[derive(Serialize)]
pub(super) struct RebidState {
    pub(super) budget: String,
    pub(super) lines: Vec<TiedState>,
    pub(super) sealed: String,
}

#[derive(Serialize)]
pub(super) struct TiedState {
    pub(super) line: u32,
    pub(super) lot: u32,
    pub(super) code: String,
    pub(super) price: PriceState,
    pub(super) above: u64,
    pub(super) most: u64,
    pub(super) terms: String,
    pub(super) rivals: String,
    pub(super) flaws: Vec<String>,
}

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
    pub(super) speech: Vec<String>,
    pub(super) differs: bool,
    pub(super) can_build: bool,
    pub(super) can_send: bool,
    pub(super) is_searching: bool,
    pub(super) has_plan: bool,
    pub(super) realisable: usize,
}

#[derive(Serialize)]
pub(super) struct FrameState {
    pub(super) rows: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct PieceState {
    #[serde(flatten)]
    pub(super) piece: PieceName,
    pub(super) name: String,
    pub(super) letter: String,
    pub(super) turn: u32,
    pub(super) cells: Vec<Square>,
    pub(super) loose: bool,
}

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
    pub(super) turns: Vec<TurnState>,
}

#[derive(Serialize)]
pub(super) struct TurnState {
    pub(super) cells: Vec<Square>,
    pub(super) places: Vec<Square>,
}

#[derive(Serialize)]
pub(super) struct PanelState {
    pub(super) title: String,
    pub(super) parts: Vec<PartState>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum PartState {
    Text { text: String, tone: &'static str },
    Table { caption: Option<String>, heads: Vec<(String, bool)>, rows: Vec<RowState> },
    Message { text: String, time: String, is_new: bool },
    Read { text: String, through: u32 },
    Lines { lines: Vec<String> },
    Round { heading: String, lists: Vec<ListState> },
    Trial { at: usize, price: PriceState, lines: Vec<(String, u64)> },
    Button { button: &'static str, text: String, is_off: bool },
}

#[derive(Serialize)]
pub(super) struct RowState {
    pub(super) cells: Vec<String>,
    pub(super) own: bool,
    /// Position of the figure that decides against the next row.
    pub(super) decides: Option<usize>,
    pub(super) note: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ListState {
    pub(super) team: String,
    pub(super) own: bool,
    pub(super) note: Option<String>,
    pub(super) charge: String,
    pub(super) lines: Vec<(String, u64, String, bool)>,
}
