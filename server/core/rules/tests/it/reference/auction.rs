//! The auction as the rule text defines it (`A5` to `A9`), stage by stage. It is slow because it examines all
//! claims again until none is rejected, and it shares no code with the rules' settlement.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::auction::{Award, FailureReason, Offer, TeamList};
use ishigaki_rules::{LotId, Priority, TeamId, Tsuyama};

pub(crate) type Line = (u32, usize);

pub(crate) type Ties = BTreeMap<usize, (u64, usize, Vec<Line>)>;

/// The rule text, followed literally.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) wins: usize,
    pub(crate) lists: BTreeMap<u32, Vec<(usize, u64)>>,
    pub(crate) free: Vec<usize>,
    dead: BTreeSet<Line>,
    pub(crate) awards: Vec<(usize, u64, Line)>,
    pub(crate) failed: BTreeMap<usize, (usize, FailureReason)>,
    pub(crate) ties: Ties,
}

impl Model {
    pub(crate) fn open(offer: &Offer, lists: &[TeamList]) -> Self {
        let lines =
            |list: &TeamList| list.bids.iter().map(|bid| (bid.lot.index(), bid.price.0)).collect::<Vec<_>>();
        let mut model = Self {
            wins: offer.max_wins as usize,
            lists: lists.iter().map(|list| (list.team.0, lines(list))).collect(),
            free: offer.lots.iter().map(|lot| lot.copies as usize).collect(),
            dead: BTreeSet::new(),
            awards: Vec::new(),
            failed: BTreeMap::new(),
            ties: BTreeMap::new(),
        };
        model.stage();
        model
    }

    fn line(&self, (team, place): Line) -> (usize, u64) {
        self.lists[&team][place]
    }

    pub(crate) fn awards_of(&self, team: u32) -> usize {
        self.awards.iter().filter(|award| award.2.0 == team).count()
    }

    /// A line is live until it is rejected, awarded or out, or until its lot has no free copy.
    pub(crate) fn live(&self, team: u32) -> Vec<Line> {
        let lines = (0..self.lists[&team].len()).map(|place| (team, place));
        lines.filter(|line| !self.dead.contains(line) && self.free[self.line(*line).0] > 0).collect()
    }

    /// The claims of every team on every lot.
    fn claims(&self) -> BTreeMap<usize, Vec<Line>> {
        let mut claims: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for &team in self.lists.keys() {
            for line in self.live(team).into_iter().take(self.wins - self.awards_of(team)) {
                claims.entry(self.line(line).0).or_default().push(line);
            }
        }
        claims
    }

    fn stage(&mut self) {
        let claims = loop {
            let claims = self.claims();
            let mut rejected = Vec::new();
            for (&lot, lines) in &claims {
                if lines.len() <= self.free[lot] {
                    continue;
                }
                let (price, left) = self.margin(lot, lines);
                rejected.extend(lines.iter().copied().filter(|line| self.line(*line).1 < price));
                for team in lines.iter().map(|line| line.0).collect::<BTreeSet<_>>() {
                    let own = lines.iter().filter(|line| line.0 == team && self.line(**line).1 == price);
                    rejected.extend(own.skip(left));
                }
            }
            if rejected.is_empty() {
                break claims;
            }
            self.dead.extend(rejected);
        };
        for (lot, lines) in claims {
            let mut held = lines.clone();
            if lines.len() > self.free[lot] {
                let (price, left) = self.margin(lot, &lines);
                let (tied, above) = lines.into_iter().partition(|line| self.line(*line).1 == price);
                held = above;
                self.ties.insert(lot, (price, left, tied));
            }
            self.free[lot] = if self.ties.contains_key(&lot) { 0 } else { self.free[lot] - held.len() };
            for line in held {
                self.dead.insert(line);
                self.awards.push((lot, self.line(line).1, line));
            }
        }
    }

    /// The price of the last claim that fits, and the number of copies left at that price.
    fn margin(&self, lot: usize, lines: &[Line]) -> (u64, usize) {
        let mut prices: Vec<u64> = lines.iter().map(|line| self.line(*line).1).collect();
        prices.sort_unstable_by(|a, b| b.cmp(a));
        let price = prices[self.free[lot] - 1];
        (price, self.free[lot] - prices.iter().filter(|other| **other > price).count())
    }

    pub(crate) fn wave(&mut self, raises: &BTreeMap<Line, u64>) {
        for (lot, (_, copies, lines)) in std::mem::take(&mut self.ties) {
            let offers: Vec<(u64, Line)> =
                lines.iter().filter_map(|line| Some((*raises.get(line)?, *line))).collect();
            let mut prices: Vec<u64> = offers.iter().map(|offer| offer.0).collect();
            prices.sort_unstable_by(|a, b| b.cmp(a));
            prices.dedup();
            let mut left = copies;
            let mut reason =
                if offers.is_empty() { FailureReason::NoRebid } else { FailureReason::ShortRebid };
            for price in prices {
                let equal: Vec<Line> =
                    offers.iter().filter(|offer| offer.0 == price).map(|offer| offer.1).collect();
                let one_team = equal.iter().all(|line| line.0 == equal[0].0);
                if equal.len() > left && !one_team {
                    reason = FailureReason::TiedRebid;
                    break;
                }
                for line in equal.into_iter().take(left) {
                    self.awards.push((lot, price, line));
                    left -= 1;
                }
                if left == 0 {
                    break;
                }
            }
            if left > 0 {
                self.failed.insert(lot, (left, reason));
            }
            self.dead.extend(lines);
        }
        self.stage();
    }

    pub(crate) fn budget(&self, team: u32, held: u64) -> Option<u64> {
        if !self.ties.values().any(|tie| tie.2.iter().any(|line| line.0 == team)) {
            return None;
        }
        let awards: u64 = self.awards.iter().filter(|award| award.2.0 == team).map(|award| award.1).sum();
        let live: u64 = self.live(team).into_iter().map(|line| self.line(line).1).sum();
        Some(held - awards - live)
    }

    /// The awards in the order that the contract defines.
    pub(crate) fn sorted_awards(&self) -> Vec<Award> {
        let mut awards: Vec<Award> = self
            .awards
            .iter()
            .map(|&(lot, price, (team, place))| Award {
                lot: LotId::at(lot),
                team: TeamId(team),
                priority: priority(place),
                price: Tsuyama(price),
            })
            .collect();
        awards
            .sort_by(|a, b| (a.lot, b.price, a.team, a.priority).cmp(&(b.lot, a.price, b.team, b.priority)));
        awards
    }
}

pub(crate) fn priority(place: usize) -> Priority {
    Priority(u32::try_from(place).unwrap() + 1)
}
