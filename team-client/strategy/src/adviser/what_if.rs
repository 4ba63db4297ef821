//! Outcome of an opened round with another list of one team, by the rules.
//!
//! After the opening all lists are public, so the round can be settled again (`A5`–`A9`). Offers in a re-bid
//! that never happened are unknown: re-bids are reused if the same line is tied again, and otherwise the
//! answer ends there.

use std::collections::BTreeMap;
use std::fmt;

use ishigaki_rules::auction::{
    Award, Bid, BidFault, Outcome, Raise, Settlement, TeamList, TeamRaises, Tie, check_bids, check_rebid,
};
use ishigaki_rules::{Game, LotId, Priority, RoundNo, RoundRecord, RoundState, TeamId, Tsuyama};

/// Outcome that a round would have had.
#[derive(Clone, PartialEq, Eq)]
pub struct WhatIf {
    pub round: RoundNo,
    pub was: ListOutcome,
    pub would: ListOutcome,
    /// Copies of all lots that would have gone to other teams.
    pub changed: Vec<ReassignedLot>,
    /// Reused re-bids, in the order of the waves.
    pub taken: Vec<FixedRebid>,
    /// Ties with unknown outcome, because their re-bid never happened. Empty if the round is settled.
    pub open: Vec<Tie>,
}

/// Outcome of one team's list.
#[derive(Clone, PartialEq, Eq)]
pub struct ListOutcome {
    pub lines: Vec<(Bid, Outcome)>,
    pub paid: Tsuyama,
}

/// Winners of a lot's copies, with their prices.
pub type Winners = Vec<(TeamId, Tsuyama)>;

/// A lot with other winners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReassignedLot {
    pub lot: LotId,
    pub was: Winners,
    pub would: Winners,
}

/// A reused re-bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedRebid {
    pub team: TeamId,
    pub lot: LotId,
    /// `None` if it gave the stone up.
    pub offer: Option<Tsuyama>,
}

/// Error of a what-if question.
#[derive(Clone, PartialEq, Eq)]
pub enum WhatIfFault {
    NotOpened { round: RoundNo },
    Invalid { faults: Vec<BidFault> },
}

/// Returns the outcome of the opened round if `me` had submitted `bids`, with all other lists unchanged. An
/// empty list is a decline.
///
/// # Errors
/// The round is not opened, or the list is invalid.
pub fn what_if(game: &Game, round: RoundNo, me: TeamId, bids: &[Bid]) -> Result<WhatIf, WhatIfFault> {
    let record = opened(game, round).ok_or(WhatIfFault::NotOpened { round })?;
    let held = |team: TeamId| record.held.get(team.index()).copied().unwrap_or_default();
    check_bids(&record.offer, held(me), bids).map_err(|faults| WhatIfFault::Invalid { faults })?;
    let was = record.settlement.as_ref().ok_or(WhatIfFault::NotOpened { round })?;
    let known = known_raises(record);
    let mine = TeamList { team: me, bids: bids.to_vec() };
    let others = record.lists.iter().filter(|list| list.team != me).cloned();
    let lists: Vec<TeamList> = others.chain([mine]).collect();
    let mut would = Settlement::open(&record.offer, &lists);
    let mut taken = Vec::new();
    while !would.is_settled() {
        let Some(wave) = same_wave(&would, &lists, &known, &held) else { break };
        for raises in &wave {
            taken.extend(fixed_rebids(&would, raises));
        }
        if would.wave(&wave).is_err() {
            break;
        }
    }
    let now: &[Bid] = record.list(me).map_or(&[], |list| &list.bids);
    Ok(WhatIf {
        round,
        was: list_outcome(was, me, now),
        would: list_outcome(&would, me, bids),
        changed: changed(was, &would),
        taken,
        open: would.ties().to_vec(),
    })
}

/// Returns the valid attempt of a round with opened lists.
pub fn opened(game: &Game, round: RoundNo) -> Option<&RoundRecord> {
    let counts = |record: &&RoundRecord| {
        let is_void = matches!(record.state, RoundState::Void { .. });
        record.round == round && record.settlement.is_some() && !is_void
    };
    game.rounds().iter().rev().map(AsRef::as_ref).find(counts)
}

/// A tied line: team, lot and price. Priorities don't matter.
type Line = (TeamId, LotId, Tsuyama);

fn known_raises(record: &RoundRecord) -> BTreeMap<Line, Vec<Option<Tsuyama>>> {
    let mut known: BTreeMap<Line, Vec<Option<Tsuyama>>> = BTreeMap::new();
    let mut settlement = Settlement::open(&record.offer, &record.lists);
    for wave in &record.waves {
        for tie in settlement.ties() {
            for line in &tie.lines {
                let sent = wave.iter().find(|sent| sent.team == line.team);
                let raise = sent.and_then(|sent| sent.raises.iter().find(|r| r.priority == line.priority));
                let offers = known.entry((line.team, tie.lot, tie.price)).or_default();
                offers.push(raise.map(|raise| raise.price));
            }
        }
        if settlement.wave(wave).is_err() {
            break;
        }
    }
    known
}

/// `None` if one of the re-bids was never made, or wouldn't be valid now.
fn same_wave(
    settlement: &Settlement,
    lists: &[TeamList],
    known: &BTreeMap<Line, Vec<Option<Tsuyama>>>,
    held: &impl Fn(TeamId) -> Tsuyama,
) -> Option<Vec<TeamRaises>> {
    let mut sent: BTreeMap<TeamId, Vec<Raise>> = BTreeMap::new();
    let mut asked: BTreeMap<Line, usize> = BTreeMap::new();
    for tie in settlement.ties() {
        for line in &tie.lines {
            let key = (line.team, tie.lot, tie.price);
            let place = asked.entry(key).or_default();
            let offer = *known.get(&key)?.get(*place)?;
            *place += 1;
            let raises = sent.entry(line.team).or_default();
            raises.extend(offer.map(|price| Raise { priority: line.priority, price }));
        }
    }
    let valid = |(team, raises): (&TeamId, &Vec<Raise>)| {
        lists.iter().any(|list| list.team == *team)
            && check_rebid(settlement, *team, held(*team), raises).is_ok()
    };
    sent.iter()
        .all(valid)
        .then(|| sent.into_iter().map(|(team, raises)| TeamRaises { team, raises }).collect())
}

fn fixed_rebids(settlement: &Settlement, sent: &TeamRaises) -> Vec<FixedRebid> {
    let lines = settlement.ties().iter().flat_map(|tie| tie.lines.iter().map(move |line| (tie, line)));
    lines
        .filter(|(_, line)| line.team == sent.team)
        .map(|(tie, line)| {
            let raise = sent.raises.iter().find(|raise| raise.priority == line.priority);
            FixedRebid { team: sent.team, lot: tie.lot, offer: raise.map(|raise| raise.price) }
        })
        .collect()
}

fn list_outcome(settlement: &Settlement, team: TeamId, bids: &[Bid]) -> ListOutcome {
    let outcome = |(priority, &bid): (u32, &Bid)| Some((bid, settlement.outcome(team, Priority(priority))?));
    ListOutcome { lines: (1..).zip(bids).filter_map(outcome).collect(), paid: settlement.charge(team) }
}

fn changed(was: &Settlement, would: &Settlement) -> Vec<ReassignedLot> {
    let mut lots: BTreeMap<LotId, (Winners, Winners)> = BTreeMap::new();
    let pair = |award: &Award| (award.team, award.price);
    for award in was.awards() {
        lots.entry(award.lot).or_default().0.push(pair(award));
    }
    for award in would.awards() {
        lots.entry(award.lot).or_default().1.push(pair(award));
    }
    let changed = |(lot, (was, would))| ReassignedLot { lot, was, would };
    lots.into_iter().map(changed).filter(|lot| lot.was != lot.would).collect()
}

impl fmt::Debug for WhatIf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WhatIf").field("round", &self.round).finish_non_exhaustive()
    }
}

impl fmt::Debug for ListOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListOutcome").finish_non_exhaustive()
    }
}

impl fmt::Debug for WhatIfFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotOpened { .. } => "NotOpened",
            Self::Invalid { .. } => "Invalid",
        })
    }
}
