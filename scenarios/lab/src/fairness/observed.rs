//! Observation of a game that is over: one figure of each kind, so that a game counts once.
//!
//! Knows games by the rules; no bots and no statistics.

use ishigaki_rules::auction::Settlement;
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, LotId, RoundRecord, TeamId};

/// Measurements of one game. Shares are of 1, and `None` where there was nothing to have a share of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observed {
    /// By seat: the place (`E2`), equal where only a janken would decide.
    pub(super) places: Vec<u32>,
    /// Empty squares of all walls, as a share of all frames.
    pub(super) empty: f64,
    /// Filled squares of all walls, as a share of the squares of the stones or of the frames, whichever are fewer.
    pub(super) efficiency: f64,
    /// Neighbouring places that empty squares decide, and those that only a janken would.
    pub(super) by_empty: f64,
    pub(super) by_janken: f64,
    /// Ties in a round, waves in a round, and the part of the ties that failed in part or as a whole (`A6` to `A8`).
    pub(super) ties: f64,
    pub(super) waves: f64,
    pub(super) failed: Option<f64>,
    /// The part of the awards that were not among the first W lines of their list (`A5`).
    pub(super) fallback: Option<f64>,
    /// The part of the awards at the minimum price; the spread of what others cost, in parts of it (coefficient of variation).
    pub(super) at_minimum: Option<f64>,
    pub(super) price_spread: Option<f64>,
    /// The money left at the end, as a share of all money.
    pub(super) left: f64,
    /// Rounds in which another team came to have won the most squares.
    pub(super) lead_changes: f64,
    /// By round from the second on: whether that happened there.
    pub(super) lead_rounds: Vec<bool>,
    /// 1 if whoever had won the most squares before the last round came first, else 0.
    pub(super) last_round_same: f64,
}

impl Observed {
    /// Looks at a game that is over.
    pub(super) fn of(game: &Game) -> Self {
        let setup = game.setup();
        let teams = count(setup.teams.len());
        let frames = count(setup.frame.area()) * teams;
        let stones: f64 = setup.lots.iter().map(|lot| count(lot.shape.area()) * f64::from(lot.copies)).sum();
        let standings = game.standings();
        let empty: f64 =
            standings.iter().filter_map(|row| row.tally).map(|tally| f64::from(tally.empty)).sum();
        let neighbours = count(standings.len().saturating_sub(1)).max(1.0);
        let decided = |criterion: Criterion| {
            count(standings.iter().filter(|row| row.decided_by == Some(criterion)).count()) / neighbours
        };
        let records: Vec<&RoundRecord> = game.rounds().iter().map(AsRef::as_ref).collect();
        let rounds = count(records.len()).max(1.0);
        let ties: f64 = records.iter().map(|record| count(ties(record))).sum();
        let settled = || records.iter().filter_map(|record| record.settlement.as_ref());
        let failed: f64 = settled().map(|settlement| count(settlement.failures().len())).sum();
        let leads = leads(game, &records);
        let mut places: Vec<(TeamId, u32)> = standings.iter().map(|row| (row.team, row.place)).collect();
        places.sort_unstable();
        let held: u64 = setup.team_ids().filter_map(|team| game.team(team)).map(|team| team.held.0).sum();
        let lead_rounds: Vec<bool> = leads.windows(2).map(|pair| pair[0] != pair[1]).collect();
        let changes = lead_rounds.iter().filter(|&&changed| changed).count();
        let before_last = leads.len().checked_sub(2).and_then(|at| leads.get(at)).copied().flatten();
        let first = |team: TeamId| standings.iter().any(|row| row.team == team && row.place == 1);
        Self {
            places: places.into_iter().map(|(_, place)| place).collect(),
            empty: empty / frames,
            efficiency: (frames - empty) / stones.min(frames),
            by_empty: decided(Criterion::Empty),
            by_janken: decided(Criterion::JankenNeeded) + decided(Criterion::Janken),
            ties: ties / rounds,
            waves: settled().map(|settlement| f64::from(settlement.waves_held())).sum::<f64>() / rounds,
            failed: share(failed, ties),
            fallback: fallback(&records),
            at_minimum: at_minimum(&records),
            price_spread: price_spread(&records),
            left: whole(held) / (whole(setup.initial.0) * teams),
            lead_changes: count(changes),
            lead_rounds,
            last_round_same: f64::from(u8::from(before_last.is_some_and(first))),
        }
    }
}

fn share(part: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| part / of)
}

#[expect(clippy::cast_precision_loss, reason = "a game has far fewer than 2^52 of anything")]
fn whole(number: u64) -> f64 {
    number as f64
}

fn count(number: usize) -> f64 {
    whole(number as u64)
}

/// The ties of a round, all waves together.
fn ties(record: &RoundRecord) -> usize {
    let mut settlement = Settlement::open(&record.offer, &record.lists);
    let mut ties = settlement.ties().len();
    for wave in &record.waves {
        if settlement.wave(wave).is_err() {
            break;
        }
        ties += settlement.ties().len();
    }
    ties
}

fn awards<'a>(
    records: &'a [&RoundRecord],
) -> impl Iterator<Item = (&'a RoundRecord, &'a ishigaki_rules::auction::Award)> {
    let of = |record: &'a &RoundRecord| {
        let awards = record.settlement.iter().flat_map(Settlement::awards);
        awards.map(move |award| (*record, award))
    };
    records.iter().flat_map(of)
}

fn fallback(records: &[&RoundRecord]) -> Option<f64> {
    let behind = awards(records).filter(|(record, award)| award.priority.0 > record.offer.max_wins);
    share(count(behind.count()), count(awards(records).count()))
}

fn minimum(record: &RoundRecord, lot: LotId) -> f64 {
    record.offer.lots.get(lot.index()).map_or(1.0, |lot| whole(lot.min_price.0)).max(1.0)
}

fn at_minimum(records: &[&RoundRecord]) -> Option<f64> {
    let cheap = awards(records).filter(|(record, award)| whole(award.price.0) <= minimum(record, award.lot));
    share(count(cheap.count()), count(awards(records).count()))
}

/// The coefficient of variation of price / minimum price.
fn price_spread(records: &[&RoundRecord]) -> Option<f64> {
    let paid: Vec<f64> =
        awards(records).map(|(record, award)| whole(award.price.0) / minimum(record, award.lot)).collect();
    let mean = share(paid.iter().sum(), count(paid.len()))?;
    let squares: f64 = paid.iter().map(|price| (price - mean).powi(2)).sum();
    share((squares / count(paid.len())).sqrt(), mean)
}

/// Returns who had won the most squares after each round; whoever had it before keeps it until passed.
fn leads(game: &Game, records: &[&RoundRecord]) -> Vec<Option<TeamId>> {
    let mut squares: Vec<(TeamId, usize)> = game.setup().team_ids().map(|team| (team, 0)).collect();
    let mut leader: Option<TeamId> = None;
    let mut leads = Vec::new();
    for record in records {
        for (stone, award) in &record.handed {
            let area = game.shape(*stone).map_or(0, ishigaki_rules::Shape::area);
            if let Some((_, won)) = squares.iter_mut().find(|(team, _)| *team == award.team) {
                *won += area;
            }
        }
        let most = squares.iter().map(|(_, won)| *won).max().unwrap_or(0);
        let leads_still = |team: TeamId| squares.iter().any(|&(other, won)| other == team && won == most);
        if !leader.is_some_and(leads_still) {
            leader = squares.iter().find(|(_, won)| *won == most).map(|(team, _)| *team);
        }
        leads.push(leader);
    }
    leads
}
