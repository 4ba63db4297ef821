//! Every reason to refuse a command, in no order. The rules must name one of them, or obey.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{Bid, BidFault, Raise, RebidFault};
use ishigaki_rules::wall::{Placing, WallCode, WallFault};
use ishigaki_rules::*;

use super::game::{Closed, Part, Reference};
use crate::reference::wall::{ReferencePlacement, Squares, turned};

impl Reference {
    pub(crate) fn reasons_against(&self, command: &Command) -> Vec<Rejection> {
        let (at, act) = (command.at.max(self.now), &command.act);
        let mut no = of_actor(command.by, act);
        no.extend(match act {
            Act::OpenRound { round } => self.of_opening(*round),
            Act::SubmitBids { .. } => self.of_bids(at, act),
            Act::SubmitRebid { .. } => self.of_rebid(at, act),
            Act::ConfirmLots { round, attempt, lots, seen } => {
                [self.of_confirming(*round, *attempt, *lots), self.of_revision(*seen)].concat()
            }
            Act::PlaceStone { .. } | Act::TakeOutStone { .. } | Act::SubmitWall { .. } => {
                self.of_wall(at, act)
            }
            Act::CountWall { team, count, reason } => {
                [self.closed_or_no_reason(reason, "E2"), self.of_count(*team, *count)].concat()
            }
            Act::TickStones { stones, .. } => {
                [self.unless(!self.is_closed()), Self::of_stones(stones, &self.handed())].concat()
            }
            Act::CheckStones { team, stones } => self.of_checking(*team, stones),
            Act::Remark { text } => self.closed_or_no_reason(text, "T"),
            Act::Announce { .. }
            | Act::AskQuestion { .. }
            | Act::AnswerQuestion { .. }
            | Act::MarkRead { .. } => self.of_message(act),
            Act::SignalEnd => [self.paused(), self.unless(self.phase == Phase::Building)].concat(),
            Act::EnterJanken { order } => self.of_janken(order),
            Act::Disqualify { team, reason } | Act::Reinstate { team, reason } => {
                let no = self.closed_or_no_reason(reason, "E3");
                [no, self.of_part(*team, matches!(act, Act::Disqualify { .. }))].concat()
            }
            Act::DeclareResult if self.phase == Phase::Ended => {
                let groups = self.janken_needed();
                if groups.is_empty() { Vec::new() } else { vec![Rejection::JankenOpen { groups }] }
            }
            Act::DeclareResult => self.unless(false),
            Act::Pause { reason } => {
                [self.paused(), self.unless(!self.is_over()), no_reason(reason, "T")].concat()
            }
            Act::Resume if self.paused_since.is_none() => vec![Rejection::NotPaused],
            Act::Tick | Act::Resume => Vec::new(),
            Act::Extend { by, reason } => [self.of_extending(at, *by), no_reason(reason, "T")].concat(),
            Act::VoidRound { round, attempt, reason } => {
                [self.of_naming(*round, *attempt), no_reason(reason, "G5")].concat()
            }
            Act::Abandon { reason } => self.closed_or_no_reason(reason, "G4"),
        });
        no
    }

    fn of_checking(&self, team: TeamId, stones: &[StoneId]) -> Vec<Rejection> {
        let no = [self.of_team(team), self.unless(!self.is_closed())].concat();
        let own = self.teams.get(team.index()).map(|team| Self::of_stones(stones, &team.stones));
        [no, own.unwrap_or_default()].concat()
    }

    /// Refuses to disqualify or reinstate a team that is already in that state (`E3`).
    fn of_part(&self, team: TeamId, is_put_out: bool) -> Vec<Rejection> {
        let is_out = self.teams.get(team.index()).map(|team| team.part == Part::Disqualified);
        match (is_out, is_put_out) {
            (None, _) => vec![Rejection::UnknownTeam { team }],
            (Some(true), true) => vec![Rejection::AlreadyDisqualified { team }],
            (Some(false), false) => vec![Rejection::NotDisqualified { team }],
            _ => Vec::new(),
        }
    }

    pub(crate) fn unless(&self, fits: bool) -> Vec<Rejection> {
        if fits { Vec::new() } else { vec![Rejection::WrongPhase { phase: self.phase }] }
    }

    fn paused(&self) -> Vec<Rejection> {
        self.paused_since.map(|_| Rejection::Paused).into_iter().collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Ended | Phase::Declared | Phase::Abandoned)
    }

    fn closed_or_no_reason(&self, reason: &str, rule: &'static str) -> Vec<Rejection> {
        [self.unless(!self.is_closed()), no_reason(reason, rule)].concat()
    }

    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Declared | Phase::Abandoned)
    }

    fn of_team(&self, team: TeamId) -> Vec<Rejection> {
        if team.index() >= self.teams.len() {
            vec![Rejection::UnknownTeam { team }]
        } else if self.takes_part(team) {
            Vec::new()
        } else {
            vec![Rejection::Disqualified { team }]
        }
    }

    /// Refuses another round or attempt than the current one.
    fn of_naming(&self, named: RoundNo, attempt: Option<u32>) -> Vec<Rejection> {
        let Some(round) = &self.round else { return self.unless(false) };
        let mut no = Vec::new();
        if round.number != named {
            no.push(Rejection::WrongRound { named, current: round.number });
        }
        if let Some(attempt) = attempt
            && attempt != round.attempt
        {
            no.push(Rejection::WrongAttempt { named: attempt, current: round.attempt });
        }
        no
    }

    fn late(at: GameTime, deadline: GameTime) -> Vec<Rejection> {
        if at < deadline { Vec::new() } else { vec![Rejection::Late { at, deadline }] }
    }

    fn of_opening(&self, named: RoundNo) -> Vec<Rejection> {
        let mut no = self.paused();
        match self.phase {
            Phase::Ready { next } if next == named => {}
            Phase::Ready { next } => no.push(Rejection::WrongRound { named, current: next }),
            phase => no.push(Rejection::WrongPhase { phase }),
        }
        no
    }

    fn of_bids(&self, at: GameTime, act: &Act) -> Vec<Rejection> {
        let Act::SubmitBids { team, round, attempt, replaces, bids, by_hand } = act else {
            return Vec::new();
        };
        if !self.is_closed()
            && let Some(deadline) = self.closed(*round, *attempt).and_then(|closed| closed.lists)
        {
            return [self.of_team(*team), vec![Rejection::Late { at, deadline }]].concat();
        }
        let mut no = [self.of_team(*team), self.of_naming(*round, *attempt), self.paused()].concat();
        let (Phase::Bidding { closes_at }, Some(round)) = (self.phase, &self.round) else {
            return [no, self.unless(false)].concat();
        };
        no.extend(Self::late(at, closes_at));
        let current = round.sealed.get(team).map(|sealed| sealed.0);
        no.extend(Self::of_replacement(*team, *replaces, current, by_hand.is_some()));
        if let Some(team) = self.teams.get(team.index()) {
            let faults = self.bid_faults(team.held, &bids.0);
            if !faults.is_empty() {
                no.push(Rejection::InvalidList { faults });
            }
        }
        no
    }

    /// A team replaces what it knows, and the organiser replaces nothing unseen.
    fn of_replacement(
        team: TeamId,
        replaces: Option<Revision>,
        current: Option<Revision>,
        by_hand: bool,
    ) -> Option<Rejection> {
        match (by_hand, replaces, current) {
            (true, None, Some(_)) => Some(Rejection::AlreadySubmitted { team }),
            (false, named, current) if named != current => Some(Rejection::Replaced { named, current }),
            _ => None,
        }
    }

    /// All faults of a list (`A2`), sorted.
    fn bid_faults(&self, held: u64, bids: &[Bid]) -> Vec<BidFault> {
        let Some(round) = &self.round else { return Vec::new() };
        let copies = |lot: LotId| round.offer.lots.get(lot.index()).map_or(0, |lot| lot.copies);
        let mut faults = BTreeSet::new();
        if bids.len() > round.offer.max_bids as usize {
            faults.insert(BidFault::TooManyBids { lines: bids.len(), max_bids: round.offer.max_bids });
        }
        for (line, &Bid { lot, price }) in bids.iter().enumerate() {
            let copies = copies(lot);
            if copies == 0 {
                faults.insert(BidFault::UnknownLot { line, lot });
                continue;
            }
            let min_price = self.setup.lots[lot.index()].min_price;
            if price < min_price {
                faults.insert(BidFault::BelowMin { line, lot, price, min_price });
            }
            let lines = bids.iter().filter(|bid| bid.lot == lot).count();
            if lines > copies as usize {
                faults.insert(BidFault::TooManyOfLot { lot, lines, copies });
            }
        }
        let total: u128 = bids.iter().map(|bid| u128::from(bid.price.0)).sum();
        if faults.is_empty() && total > u128::from(held) {
            faults.insert(BidFault::OverBudget { total: capped(total), held: Tsuyama(held) });
        }
        faults.into_iter().collect()
    }

    fn of_rebid(&self, at: GameTime, act: &Act) -> Vec<Rejection> {
        let Act::SubmitRebid { team, round, attempt, wave, replaces, raises, by_hand } = act else {
            return Vec::new();
        };
        let held = |closed: &Closed| closed.waves.get((wave.0 as usize).checked_sub(1)?).copied();
        if !self.is_closed()
            && let Some(deadline) = self.closed(*round, *attempt).and_then(held)
        {
            return [self.of_team(*team), vec![Rejection::Late { at, deadline }]].concat();
        }
        let mut no = [self.of_team(*team), self.of_naming(*round, *attempt), self.paused()].concat();
        let (Phase::Rebidding { wave: current, closes_at }, Some((round, auction))) =
            (self.phase, self.tied())
        else {
            return [no, self.unless(false)].concat();
        };
        if current != *wave {
            no.push(Rejection::WrongWave { named: *wave, current });
        }
        no.extend(Self::late(at, closes_at));
        let Some(state) = self.teams.get(team.index()) else { return no };
        let current = round.raises.get(team).map(|sealed| sealed.0);
        no.extend(Self::of_replacement(*team, *replaces, current, by_hand.is_some()));
        match auction.budget(team.0, state.held) {
            None => no.push(Rejection::NotTied { team: *team }),
            Some(budget) => {
                let faults = self.rebid_faults(*team, budget, &raises.0);
                if !faults.is_empty() {
                    no.push(Rejection::InvalidRebid { faults });
                }
            }
        }
        no
    }

    /// All faults of a re-bid (`A7`), sorted. Every wrong entry counts, even if it repeats another one.
    fn rebid_faults(&self, team: TeamId, budget: u64, raises: &[Raise]) -> Vec<RebidFault> {
        let Some((_, auction)) = self.tied() else { return Vec::new() };
        let mut faults = Vec::new();
        for (entry, &Raise { priority, price }) in raises.iter().enumerate() {
            let is_tied = |lines: &[(u32, usize)]| {
                lines.iter().any(|line| line.0 == team.0 && u32::try_from(line.1 + 1) == Ok(priority.0))
            };
            match auction.ties.iter().find(|(_, tie)| is_tied(&tie.2)) {
                None => faults.push(RebidFault::NotTied { priority, entry }),
                Some((&lot, tie)) if price.0 <= tie.0 => {
                    let (lot, tied_at) = (LotId::at(lot), Tsuyama(tie.0));
                    faults.push(RebidFault::NotAbove { priority, lot, price, tied_at, entry });
                }
                Some(_) => {}
            }
        }
        let named: BTreeSet<Priority> = raises.iter().map(|raise| raise.priority).collect();
        for priority in named {
            let mut entries = (0..raises.len()).filter(|&entry| raises[entry].priority == priority);
            if let Some(entry) = entries.nth(1) {
                faults.push(RebidFault::DuplicateLine { priority, entry });
            }
        }
        let total: u128 = raises.iter().map(|raise| u128::from(raise.price.0)).sum();
        if faults.is_empty() && total > u128::from(budget) {
            faults.push(RebidFault::OverBudget { total: capped(total), budget: Tsuyama(budget) });
        }
        faults.sort_unstable();
        faults
    }

    fn of_confirming(&self, round: RoundNo, attempt: u32, lots: LotChoice) -> Vec<Rejection> {
        let mut no =
            [self.of_naming(round, Some(attempt)), self.unless(self.phase == Phase::Confirming)].concat();
        if let LotChoice::One(lot) = lots
            && !self.unconfirmed().contains(&lot)
        {
            let confirmed = self.round.as_ref().is_some_and(|round| round.confirmed.contains(&lot));
            no.push(if lot.index() >= self.setup.lots.len() {
                Rejection::UnknownLot { lot }
            } else if confirmed {
                Rejection::AlreadyConfirmed { lot }
            } else {
                Rejection::NotOnOffer { lot }
            });
        }
        no
    }

    fn of_revision(&self, seen: Option<SettlementDigest>) -> Vec<Rejection> {
        match (seen, self.digest()) {
            (Some(named), Some(current)) if named != current => {
                vec![Rejection::StaleSettlement { named, current }]
            }
            _ => Vec::new(),
        }
    }

    fn of_wall(&self, at: GameTime, act: &Act) -> Vec<Rejection> {
        let (team, named, stone) = match act {
            Act::PlaceStone { team, replaces, placement } => (*team, *replaces, Some(placement.stone)),
            Act::TakeOutStone { team, replaces, stone } => (*team, *replaces, Some(*stone)),
            Act::SubmitWall { team, replaces, .. } => (*team, *replaces, None),
            _ => return Vec::new(),
        };
        let mut no = [self.of_team(team), self.unless(!self.is_over())].concat();
        if let (Phase::Countdown { ends_at }, None) = (self.phase, self.paused_since) {
            no.extend(Self::late(at, ends_at));
        }
        let Some(state) = self.teams.get(team.index()) else { return no };
        let current = self.wall_now(team);
        if named != current {
            no.push(Rejection::WallChanged { named, current });
        }
        if let Some(stone) = stone {
            if !state.stones.contains(&stone) {
                return [no, vec![Rejection::NotOwned { stone }]].concat();
            }
            if matches!(act, Act::TakeOutStone { .. }) && !state.laid.contains_key(&stone) {
                no.push(Rejection::NotOnWall { stone });
            }
        }
        let verdict = self.judged(team, &self.wall_after(act));
        let each_move = self.setup.support == SupportRule::EachMove;
        let stands = |code: WallCode| matches!(code, WallCode::NoBottom | WallCode::Unsupported);
        let faults: Vec<WallFault<StoneId>> = verdict
            .faults
            .into_iter()
            .filter(|(code, _)| each_move || !stands(*code))
            .map(|(code, stones)| WallFault { code, stones: stones.into_iter().collect() })
            .collect();
        if !faults.is_empty() {
            no.push(Rejection::InvalidWall { faults });
        }
        no
    }

    /// The team's wall as the move would leave it.
    pub(crate) fn wall_after(&self, act: &Act) -> Vec<(StoneId, ReferencePlacement)> {
        let kept = |team: &TeamId, moved: StoneId| -> Vec<(StoneId, ReferencePlacement)> {
            let laid = self.teams[team.index()].laid.iter().filter(|(stone, _)| **stone != moved);
            laid.map(|(&stone, squares)| {
                (stone, ReferencePlacement::Squares(squares.iter().copied().collect()))
            })
            .collect()
        };
        match act {
            Act::TakeOutStone { team, stone, .. } => kept(team, *stone),
            Act::PlaceStone { team, placement, .. } => {
                let mut wall = kept(team, placement.stone);
                wall.push((placement.stone, wanted(&placement.placing)));
                wall
            }
            Act::SubmitWall { placements, .. } => {
                placements.iter().map(|placement| (placement.stone, wanted(&placement.placing))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn of_janken(&self, order: &[TeamId]) -> Vec<Rejection> {
        if self.phase != Phase::Ended {
            return self.unless(false);
        }
        let groups = self.tied_groups();
        let is_order =
            |group: &Vec<TeamId>| group.len() == order.len() && group.iter().all(|team| order.contains(team));
        if groups.iter().any(is_order) { Vec::new() } else { vec![Rejection::NotATiedGroup { groups }] }
    }

    fn of_extending(&self, at: GameTime, by: Millis) -> Vec<Rejection> {
        let Some(deadline) = self.deadline() else { return vec![Rejection::NothingToExtend] };
        let mut no = if self.paused_since.is_none() { Self::late(at, deadline) } else { Vec::new() };
        if !(1..=60 * 60 * 1000).contains(&by.0) {
            no.push(Rejection::BadExtension { millis: by.0 });
        }
        no
    }
}

/// A team acts only for itself, and never as the judge. Only the organiser enters lists and walls by hand, and
/// gives a reason (`G6`).
fn of_actor(by: Actor, act: &Act) -> Vec<Rejection> {
    let mut no = match act {
        Act::SubmitBids { by_hand, .. }
        | Act::SubmitRebid { by_hand, .. }
        | Act::SubmitWall { by_hand, .. } => match (by, by_hand) {
            (Actor::Organiser, why) => no_reason(why.as_deref().unwrap_or_default(), "G6"),
            (Actor::Team(_), None) => Vec::new(),
            _ => vec![Rejection::NotByHand],
        },
        _ => Vec::new(),
    };
    let for_whom = match act {
        Act::SubmitBids { team, .. }
        | Act::SubmitRebid { team, .. }
        | Act::PlaceStone { team, .. }
        | Act::TakeOutStone { team, .. }
        | Act::SubmitWall { team, .. }
        | Act::CheckStones { team, .. }
        | Act::AskQuestion { team, .. }
        | Act::MarkRead { team, .. } => Some(*team),
        _ => None,
    };
    if let Actor::Team(team) = by
        && for_whom != Some(team)
    {
        no.push(Rejection::NotYours { team });
    }
    no
}

fn no_reason(given: &str, rule: &'static str) -> Vec<Rejection> {
    if given.trim().is_empty() { vec![Rejection::NoReason { rule }] } else { Vec::new() }
}

fn capped(total: u128) -> Tsuyama {
    Tsuyama(u64::try_from(total).unwrap_or(u64::MAX))
}

fn wanted(placing: &Placing) -> ReferencePlacement {
    match placing {
        Placing::BadRotation => ReferencePlacement::BadRotation,
        Placing::Turned(spot) => {
            ReferencePlacement::Turned { quarters: spot.turn.quarters(), row: spot.at.row, col: spot.at.col }
        }
        Placing::Cells(cells) => {
            ReferencePlacement::Squares(cells.iter().map(|cell| (cell.row, cell.col)).collect())
        }
    }
}

/// The squares that a stone covers after turning and moving.
pub(crate) fn covered(shape: &Squares, quarters: u32, row: i32, col: i32) -> Squares {
    turned(shape, quarters).iter().map(|square| (square.0 + row, square.1 + col)).collect()
}
