//! Measurements of a finished game, one figure of each kind.

use ishigaki_rules::auction::Settlement;
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, LotId, RoundRecord, TeamId};

/// Measurements of one game. Shares are of 1, and `None` without a denominator.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observed {
    /// Equal if only a janken would decide (`E2`).
    pub(super) places: Vec<u32>,
    pub(super) empty: f64,
    pub(super) efficiency: f64,
    pub(super) by_empty: f64,
    pub(super) by_janken: f64,
    /// Ties and waves per round, and the share of the ties that failed at least in part (`A6` to `A8`).
    pub(super) ties: f64,
    pub(super) waves: f64,
    pub(super) failed: Option<f64>,
    /// Share of the awards after the first W lines of a list (`A5`).
    pub(super) fallback: Option<f64>,
    pub(super) at_minimum: Option<f64>,
    pub(super) price_spread: Option<f64>,
    pub(super) left: f64,
    pub(super) lead_changes: f64,
    pub(super) lead_rounds: Vec<bool>,
    pub(super) last_round_same: f64,
}

impl Observed {
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

fn price_spread(records: &[&RoundRecord]) -> Option<f64> {
    let paid: Vec<f64> =
        awards(records).map(|(record, award)| whole(award.price.0) / minimum(record, award.lot)).collect();
    let mean = share(paid.iter().sum(), count(paid.len()))?;
    let squares: f64 = paid.iter().map(|price| (price - mean).powi(2)).sum();
    share((squares / count(paid.len())).sqrt(), mean)
}

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
