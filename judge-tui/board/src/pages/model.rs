//! The board's state for its pages: one JSON value, with every sentence in both languages.
//!
//! Times are milliseconds of the program's clock. Covered content is not included.

use ishigaki_screen::PageClock;
use serde::Serialize;

#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct BilingualText {
    pub(super) en: String,
    pub(super) ja: String,
}

#[derive(Debug, Serialize)]
pub(super) struct BoardState {
    /// Changes with the program, so that older pages reload.
    pub(super) build: &'static str,
    pub(super) server: String,
    pub(super) contact: ContactState,
    pub(super) trouble: Option<BilingualText>,
    pub(super) games: Vec<GameState>,
    /// In the order of display.
    pub(super) events: Vec<EventState>,
    /// The schedule of the day, in the order of time.
    pub(super) schedule: Vec<ScheduleState>,
}

/// A part of the day, from a time of day in minutes from midnight.
#[derive(Debug, Serialize)]
pub(super) struct ScheduleState {
    pub(super) minutes: u32,
    pub(super) text: BilingualText,
    pub(super) pause: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct ContactState {
    pub(super) live: bool,
    pub(super) lost_since: Option<u64>,
    pub(super) text: Option<BilingualText>,
}

#[derive(Debug, Serialize)]
pub(super) struct GameState {
    pub(super) id: String,
    /// Abandoned game that it replaces (`G4`).
    pub(super) stands_for: Option<String>,
    pub(super) contact: ContactState,
    pub(super) practice: bool,
    pub(super) attention: bool,
    pub(super) next: Option<NextState>,
    #[serde(flatten)]
    pub(super) scene: Option<SceneState>,
}

#[derive(Debug, Serialize)]
pub(super) struct SceneState {
    pub(super) title: BilingualText,
    pub(super) view: &'static str,
    pub(super) phase: BilingualText,
    pub(super) round: Option<BilingualText>,
    pub(super) how_many: Option<BilingualText>,
    pub(super) paused: bool,
    pub(super) clock: Option<PageClock>,
    /// Number of steps done. The number of all steps would reveal the number of lots with awards.
    pub(super) cover: Option<usize>,
    pub(super) teams: Vec<TeamState>,
    pub(super) lots: Vec<LotState>,
    pub(super) frame: FrameState,
    pub(super) ranking: RankingState,
    /// Only after the reveal of the first place.
    pub(super) winner: Option<WinnerState>,
    pub(super) news: Option<BilingualText>,
    pub(super) announcements: Vec<BilingualText>,
    pub(super) fingerprint: Option<String>,
    pub(super) last_head: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct TeamState {
    pub(super) code: String,
    pub(super) name: BilingualText,
    pub(super) seal: &'static str,
    pub(super) held: u64,
    pub(super) caption: BilingualText,
    pub(super) stones: Vec<StoneState>,
}

#[derive(Debug, Serialize)]
pub(super) struct StoneState {
    pub(super) lot: usize,
    pub(super) name: String,
    pub(super) cells: Vec<(i32, i32)>,
    /// Unsupported (`W3`).
    pub(super) loose: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct FrameState {
    pub(super) rows: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct LotState {
    pub(super) lot: usize,
    pub(super) code: String,
    pub(super) cells: Vec<(i32, i32)>,
    pub(super) copies: u32,
    pub(super) min: u64,
    pub(super) lit: bool,
    pub(super) result: Option<ResultState>,
}

#[derive(Debug, Serialize)]
pub(super) struct ResultState {
    pub(super) covered: bool,
    pub(super) ties: Vec<PriceState>,
    pub(super) awards: Vec<PriceState>,
    pub(super) rest: Vec<BilingualText>,
}

#[derive(Debug, Serialize)]
pub(super) struct PriceState {
    pub(super) price: u64,
    pub(super) teams: Vec<usize>,
}

#[derive(Debug, Serialize)]
pub(super) struct RankingState {
    pub(super) heading: BilingualText,
    pub(super) heads: Vec<BilingualText>,
    pub(super) rows: Vec<RowState>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct RowState {
    pub(super) covered: bool,
    pub(super) lit: bool,
    pub(super) place: Option<BilingualText>,
    pub(super) team: Option<usize>,
    pub(super) figures: Vec<u64>,
    pub(super) why: Option<BilingualText>,
}

#[derive(Debug, Serialize)]
pub(super) struct WinnerState {
    /// Several teams if they share the first place.
    pub(super) teams: Vec<usize>,
    pub(super) place: BilingualText,
    /// Figure that separates the winner from the next team.
    pub(super) why: Option<BilingualText>,
}

/// The next part, at a time of day in minutes from midnight.
#[derive(Debug, Serialize)]
pub(super) struct NextState {
    pub(super) text: BilingualText,
    pub(super) minutes: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct EventState {
    pub(super) id: String,
    /// Empty until it is known.
    pub(super) title: BilingualText,
    pub(super) contact: ContactState,
    pub(super) stage: BilingualText,
    pub(super) results: Option<(usize, usize)>,
    pub(super) next: Option<NextState>,
    pub(super) entrants: Vec<EntrantState>,
    /// The announcements that the hall shows, the latest first.
    pub(super) notices: Vec<BilingualText>,
    /// Calls to open games, the latest first.
    pub(super) calls: Vec<CallState>,
    pub(super) en: Vec<SheetState>,
    pub(super) ja: Vec<SheetState>,
}

/// A call of players to their table.
#[derive(Debug, Serialize)]
pub(super) struct CallState {
    pub(super) table: BilingualText,
    pub(super) players: Vec<CalledState>,
    /// False once it is only for the called players.
    pub(super) recent: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct CalledState {
    pub(super) id: String,
    pub(super) name: BilingualText,
    /// Empty if the roster has none.
    pub(super) reading: String,
}

#[derive(Debug, Serialize)]
pub(super) struct EntrantState {
    pub(super) id: String,
    pub(super) number: Option<u32>,
    pub(super) name: BilingualText,
    /// Texts that find the entrant: id, name, readings, and the name without variants of its letters.
    pub(super) found: Vec<String>,
    pub(super) seat: Option<SeatState>,
}

/// An entrant's latest paired or drawn game: its table and opponent.
#[derive(Debug, Default, Serialize)]
pub(super) struct SeatState {
    pub(super) round: BilingualText,
    pub(super) place: BilingualText,
    pub(super) against: Option<BilingualText>,
    /// The start of the round in minutes from midnight.
    pub(super) minutes: Option<u32>,
    pub(super) game: Option<String>,
    pub(super) is_over: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct SheetState {
    pub(super) event: String,
    pub(super) heading: String,
    pub(super) tables: Vec<TableState>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct TableState {
    pub(super) heading: String,
    pub(super) heads: Vec<(String, bool)>,
    pub(super) rows: Vec<Vec<String>>,
}
