//! The board's state as its pages get it: one JSON value, with every sentence in both languages.
//!
//! Moments are milliseconds of the program's own time. What is covered is not in it.

use ishigaki_screen::PageClock;
use serde::Serialize;

/// A text in both languages.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BilingualText {
    pub(super) en: String,
    pub(super) ja: String,
}

/// The whole board.
#[derive(Debug, Serialize)]
pub(super) struct BoardState {
    /// Changes with the program, so that pages of an older one load themselves anew.
    pub(super) build: &'static str,
    pub(super) server: String,
    /// State of the board's connection for the list of games.
    pub(super) contact: ContactState,
    /// Trouble with the line, if it is more than that nobody answers.
    pub(super) trouble: Option<BilingualText>,
    /// The games that are shown.
    pub(super) games: Vec<GameState>,
    /// The event that is shown.
    pub(super) event: Option<EventState>,
}

/// State of the board's connection to a feed.
#[derive(Debug, Serialize)]
pub(super) struct ContactState {
    /// Whether all that has happened is shown.
    pub(super) live: bool,
    /// Since when there is no line.
    pub(super) lost_since: Option<u64>,
    /// The words for it, where there is no such moment to count from.
    pub(super) text: Option<BilingualText>,
}

/// A game as the hall may see it.
#[derive(Debug, Serialize)]
pub(super) struct GameState {
    pub(super) id: String,
    /// The game that was abandoned, and in whose place this one is played (`G4`).
    pub(super) stands_for: Option<String>,
    pub(super) contact: ContactState,
    pub(super) practice: bool,
    /// Whether the hall's attention is the game's.
    pub(super) attention: bool,
    /// Its title; the rest is missing, too, before its set-up has arrived.
    #[serde(flatten)]
    pub(super) scene: Option<SceneState>,
}

/// State of a game's scene as a page shows it.
#[derive(Debug, Serialize)]
pub(super) struct SceneState {
    pub(super) title: BilingualText,
    /// View that fits the moment: `lots`, `walls` or `standings`.
    pub(super) view: &'static str,
    pub(super) phase: BilingualText,
    pub(super) round: Option<BilingualText>,
    /// Number of teams that have sealed, or the reason for which the round is void.
    pub(super) how_many: Option<BilingualText>,
    pub(super) paused: bool,
    pub(super) clock: Option<PageClock>,
    /// Number of steps of the opening that are done: how many there are would tell how many lots are won.
    pub(super) cover: Option<usize>,
    pub(super) teams: Vec<TeamState>,
    pub(super) lots: Vec<LotState>,
    pub(super) frame: FrameState,
    pub(super) ranking: RankingState,
    /// Last event, or what was uncovered last.
    pub(super) news: Option<BilingualText>,
    pub(super) announcements: Vec<BilingualText>,
    pub(super) fingerprint: Option<String>,
    pub(super) last_head: Option<String>,
}

/// A team, with its wall.
#[derive(Debug, Serialize)]
pub(super) struct TeamState {
    pub(super) code: String,
    pub(super) name: BilingualText,
    /// `sealed`, `awaited`, `aside` or `out`.
    pub(super) seal: &'static str,
    pub(super) held: u64,
    pub(super) caption: BilingualText,
    pub(super) stones: Vec<StoneState>,
}

/// A stone on a wall.
#[derive(Debug, Serialize)]
pub(super) struct StoneState {
    /// Its lot's place in the set-up, by which it is drawn.
    pub(super) lot: usize,
    /// Its lot and copy.
    pub(super) name: String,
    /// Its squares: row and column.
    pub(super) cells: Vec<(i32, i32)>,
    /// Whether nothing carries it (`W3`).
    pub(super) loose: bool,
}

/// The squares that every team fills.
#[derive(Debug, Serialize)]
pub(super) struct FrameState {
    /// Rows from the top, `#` for each square of the frame.
    pub(super) rows: Vec<String>,
}

/// A lot on offer.
#[derive(Debug, Serialize)]
pub(super) struct LotState {
    /// Its place in the set-up.
    pub(super) lot: usize,
    pub(super) code: String,
    pub(super) cells: Vec<(i32, i32)>,
    pub(super) copies: u32,
    pub(super) min: u64,
    /// Whether everybody should look at it.
    pub(super) lit: bool,
    pub(super) result: Option<ResultState>,
}

/// Outcome of a lot as a page shows it.
#[derive(Debug, Serialize)]
pub(super) struct ResultState {
    /// Whether it is still covered; then the rest is empty.
    pub(super) covered: bool,
    pub(super) ties: Vec<PriceState>,
    pub(super) awards: Vec<PriceState>,
    /// Copies that nobody has, in words.
    pub(super) rest: Vec<BilingualText>,
}

/// A price, and the places of those who offer it or have won with it in the list of teams.
#[derive(Debug, Serialize)]
pub(super) struct PriceState {
    pub(super) price: u64,
    pub(super) teams: Vec<usize>,
}

/// The standings.
#[derive(Debug, Serialize)]
pub(super) struct RankingState {
    pub(super) heading: BilingualText,
    /// The heads of the figures.
    pub(super) heads: Vec<BilingualText>,
    pub(super) rows: Vec<RowState>,
}

/// A row of the standings; nothing stands in one that is covered.
#[derive(Debug, Default, Serialize)]
pub(super) struct RowState {
    pub(super) covered: bool,
    /// Whether it was revealed last.
    pub(super) lit: bool,
    pub(super) place: Option<BilingualText>,
    /// The team's place in the list of teams.
    pub(super) team: Option<usize>,
    /// Its figures; none if it is disqualified.
    pub(super) figures: Vec<u64>,
    /// Difference from the row below.
    pub(super) why: Option<BilingualText>,
}

/// An event at its stage.
#[derive(Debug, Serialize)]
pub(super) struct EventState {
    pub(super) id: String,
    pub(super) contact: ContactState,
    pub(super) stage: BilingualText,
    /// The results that are in, and of how many.
    pub(super) results: Option<(usize, usize)>,
    pub(super) en: Vec<SheetState>,
    pub(super) ja: Vec<SheetState>,
}

/// A printout of an event.
#[derive(Debug, Serialize)]
pub(super) struct SheetState {
    pub(super) event: String,
    pub(super) heading: String,
    pub(super) tables: Vec<TableState>,
    pub(super) notes: Vec<String>,
}

/// A table of a printout.
#[derive(Debug, Serialize)]
pub(super) struct TableState {
    pub(super) heading: String,
    /// The columns: their heads, and whether figures stand in them.
    pub(super) heads: Vec<(String, bool)>,
    pub(super) rows: Vec<Vec<String>>,
}
