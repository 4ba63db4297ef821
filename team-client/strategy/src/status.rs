//! The team's situation as JSON objects, for `lots --json`, `status --json` and a bot's process.
//!
//! Keys may be added, never renamed or removed. Teams, lots and stones have the codes of the commands; money
//! is in TSUYAMA, times are milliseconds of game time. The only sealed content is the team's own list and
//! re-bid (`A4`).
#![expect(
    clippy::struct_field_names,
    reason = "fields are the keys that scripts know, and a lot's key is its code"
)]

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::spelling::phase_name;
use ishigaki_proto::convert::outcome_name;
use ishigaki_record::figures::{Figures, flat};
use ishigaki_rules::auction::{Bid, Outcome, Raise};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{
    Cell, Game, LotId, Phase, Priority, RoundNo, RoundRecord, Setup, Shape, StoneId, TeamId,
};
use serde::Serialize;

use crate::offer::{next_round, on_offer};
use team_client_sdk::Client;
use team_client_sdk::bot::View;

/// Lots on offer.
#[derive(Serialize)]
pub struct Lots {
    round: Option<u32>,
    max_bids: Option<u32>,
    max_wins: Option<u32>,
    held: u64,
    lots: Vec<LotStatus>,
}

#[derive(Serialize)]
struct LotStatus {
    lot: String,
    copies: u32,
    copies_in_game: u32,
    min_price: u64,
    squares: usize,
    shape: Vec<String>,
}

/// State of the game and of the team.
#[derive(Serialize)]
pub struct Status {
    game: String,
    title: String,
    team: String,
    phase: String,
    round: Option<u32>,
    attempt: Option<u32>,
    wave: Option<u32>,
    remaining_ms: Option<u64>,
    paused: bool,
    held: u64,
    disqualified: Option<String>,
    sealed: Option<SealedList>,
    sealed_rebid: Option<SealedRebid>,
    tied: Vec<TiedLineStatus>,
    rebid_budget: Option<u64>,
    stones: Vec<StoneStatus>,
    wall: Option<WallStatus>,
    results: Vec<RoundStatus>,
    standings: Vec<StandingEntry>,
    /// Number of first rows that are missing because they aren't revealed.
    covered: usize,
    fingerprint: Option<String>,
    /// Submissions with a receipt that the server has lost.
    missing: Vec<MissingSealing>,
}

#[derive(Serialize)]
struct SealedList {
    revision: u32,
    bids: Vec<Line>,
}

#[derive(Serialize)]
struct SealedRebid {
    revision: u32,
    raises: Vec<RaisedLine>,
}

#[derive(Serialize)]
struct Line {
    lot: String,
    price: u64,
}

#[derive(Serialize)]
struct RaisedLine {
    line: u32,
    price: u64,
}

#[derive(Serialize)]
struct TiedLineStatus {
    line: u32,
    lot: String,
    price: u64,
    copies: u32,
}

#[derive(Serialize)]
struct StoneStatus {
    stone: String,
    lot: String,
    laid: Option<StonePosition>,
    carried: bool,
    checked: bool,
}

#[derive(Serialize)]
struct StonePosition {
    turn: u32,
    row: i32,
    col: i32,
}

/// A team's wall and its figures.
#[derive(Serialize)]
pub struct WallStatus {
    empty: u32,
    top_gaps: u32,
    used: u32,
    unused: u32,
    unsupported: Vec<String>,
}

#[derive(Serialize)]
struct RoundStatus {
    round: u32,
    attempt: u32,
    state: &'static str,
    lines: Vec<LineResult>,
}

#[derive(Serialize)]
struct LineResult {
    line: u32,
    lot: String,
    price: u64,
    outcome: String,
    rule: &'static str,
    paid: Option<u64>,
}

#[derive(Serialize)]
struct StandingEntry {
    place: u32,
    team: String,
    disqualified: bool,
    /// `null` if disqualified.
    #[serde(flatten, serialize_with = "flat")]
    figures: Option<Figures>,
}

impl Lots {
    /// Returns the lots that the team can bid on.
    pub fn of(view: &View<'_>) -> Self {
        let setup = view.game.setup();
        let round = next_round(view.game);
        let plan = round.and_then(|round| setup.round(RoundNo(round)));
        let lots = setup.lots.iter().zip(on_offer(view.game)).map(|(lot, copies)| LotStatus {
            lot: lot.code.clone(),
            copies,
            copies_in_game: lot.copies,
            min_price: lot.min_price.0,
            squares: lot.shape.area(),
            shape: shape_rows(&lot.shape),
        });
        Self {
            round,
            max_bids: plan.map(|plan| plan.max_bids),
            max_wins: plan.map(|plan| plan.max_wins),
            held: view.held().0,
            lots: lots.filter(|lot| lot.copies > 0).collect(),
        }
    }
}

impl Status {
    /// Returns the client's state.
    pub fn of(client: &Client) -> Self {
        let remaining = client.remaining().map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        let fingerprint = client.mirror().fingerprint().map(|key| key.to_string());
        let covered = client.mirror().covered_rows();
        let standings = standings(client.game(), covered);
        Self { standings, covered, ..Self::of_view(client.id(), &client.view(), remaining, fingerprint) }
    }

    /// Adds the submissions that the server has lost.
    #[must_use]
    pub fn with_missing(self, missing: Vec<MissingSealing>) -> Self {
        Self { missing, ..self }
    }

    /// Returns the state of a game without a connection.
    pub fn of_view(
        id: &str,
        view: &View<'_>,
        remaining_ms: Option<u64>,
        fingerprint: Option<String>,
    ) -> Self {
        let (game, me, setup) = (view.game, view.me, view.game.setup());
        let record = view.record();
        let team = view.team();
        let tied = view.tied_lines().into_iter().map(|(priority, tie)| TiedLineStatus {
            line: priority.0,
            lot: lot(setup, tie.lot),
            price: tie.price.0,
            copies: tie.copies,
        });
        let stones = team.into_iter().flat_map(|team| {
            team.stones.iter().map(|&id| StoneStatus {
                stone: stone(setup, id),
                lot: lot(setup, id.lot),
                laid: team.laid.get(&id).map(StonePosition::of),
                carried: team.carried.contains(&id),
                checked: team.checked.contains(&id),
            })
        });
        Self {
            game: id.to_owned(),
            title: setup.title.clone(),
            team: code(setup, me),
            phase: phase_name(game.phase()),
            round: next_round(game),
            attempt: record.map(|record| record.attempt),
            wave: match game.phase() {
                Phase::Rebidding { wave, .. } => Some(wave.0),
                _ => None,
            },
            remaining_ms,
            paused: game.paused_since().is_some(),
            held: view.held().0,
            disqualified: team.and_then(|team| team.disqualified.clone()),
            sealed: record.and_then(|record| SealedList::of(record, me, setup)),
            sealed_rebid: record.and_then(|record| SealedRebid::of(record, me)),
            tied: tied.collect(),
            rebid_budget: view.rebid_budget().map(|budget| budget.0),
            stones: stones.collect(),
            wall: WallStatus::of(view),
            results: game.rounds().iter().filter_map(|record| RoundStatus::of(record, me, setup)).collect(),
            standings: standings(game, game.covered_rows(None)),
            covered: game.covered_rows(None),
            fingerprint,
            missing: Vec::new(),
        }
    }
}

impl SealedList {
    fn of(record: &RoundRecord, me: TeamId, setup: &Setup) -> Option<Self> {
        let sealed = record.sealed.get(&me)?.as_ref()?;
        let line = |bid: &Bid| Line { lot: lot(setup, bid.lot), price: bid.price.0 };
        Some(Self { revision: sealed.revision.0, bids: sealed.lines.iter().map(line).collect() })
    }
}

impl SealedRebid {
    fn of(record: &RoundRecord, me: TeamId) -> Option<Self> {
        let sealed = record.sealed_raises.get(&me)?.as_ref()?;
        let raise = |raise: &Raise| RaisedLine { line: raise.priority.0, price: raise.price.0 };
        Some(Self { revision: sealed.revision.0, raises: sealed.lines.iter().map(raise).collect() })
    }
}

impl StonePosition {
    fn of(spot: &Spot) -> Self {
        Self { turn: spot.turn.quarters(), row: spot.at.row, col: spot.at.col }
    }
}

impl WallStatus {
    /// Returns the team's current wall; `None` if the game has no such team, or the wall is invalid.
    pub fn of(view: &View<'_>) -> Option<Self> {
        let score = view.game.wall_score(view.me)?;
        Some(Self {
            empty: score.empty,
            top_gaps: score.top_gaps,
            used: score.used,
            unused: score.unused,
            unsupported: score.lifted.iter().map(|&id| stone(view.game.setup(), id)).collect(),
        })
    }
}

impl RoundStatus {
    fn of(record: &RoundRecord, me: TeamId, setup: &Setup) -> Option<Self> {
        let list = record.list(me)?;
        let settlement = record.settlement.as_ref()?;
        let line = |(number, bid): (u32, &Bid)| {
            let outcome = settlement.outcome(me, Priority(number))?;
            Some(LineResult {
                line: number,
                lot: lot(setup, bid.lot),
                price: bid.price.0,
                outcome: outcome_name(outcome),
                rule: outcome.rule(),
                paid: match outcome {
                    Outcome::Awarded { price, .. } => Some(price.0),
                    _ => None,
                },
            })
        };
        Some(Self {
            round: record.round.0,
            attempt: record.attempt,
            state: record.state.name(),
            lines: (1..).zip(&list.bids).filter_map(line).collect(),
        })
    }
}

fn standings(game: &Game, covered: usize) -> Vec<StandingEntry> {
    let row = |row: ishigaki_rules::Standing| StandingEntry {
        place: row.place,
        team: code(game.setup(), row.team),
        disqualified: row.tally.is_none(),
        figures: row.tally.map(Figures::from),
    };
    game.standings().into_iter().skip(covered).map(row).collect()
}

/// Returns a team's code; empty if unknown.
pub fn code(setup: &Setup, team: TeamId) -> String {
    setup.team(team).map(|team| team.code.clone()).unwrap_or_default()
}

/// Returns a lot's code; empty if unknown.
pub fn lot(setup: &Setup, lot: LotId) -> String {
    setup.lot(lot).map(|lot| lot.code.clone()).unwrap_or_default()
}

/// Returns a stone's code, such as `L-2`.
pub fn stone(setup: &Setup, stone: StoneId) -> String {
    format!("{}-{}", lot(setup, stone.lot), stone.copy)
}

/// Returns a shape as rows of `#` and `.`.
pub fn shape_rows(shape: &Shape) -> Vec<String> {
    let character = |row, col| if shape.cells().contains(&Cell { row, col }) { '#' } else { '.' };
    (0..shape.height()).map(|row| (0..shape.width()).map(|col| character(row, col)).collect()).collect()
}
