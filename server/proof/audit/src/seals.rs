//! Seals of one team: each list is in time (`A3`) and has the next revision, and the last one before the
//! opening is opened (`A2`).

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Actor, Event, Fact, GameTime, Revision, Setup, TeamId, Tsuyama};

use crate::{Checked, Coverage, Reached, Violation, ensure};

#[derive(Debug)]
pub(crate) struct Seals {
    team: TeamId,
    closes_at: Option<GameTime>,
    paused: bool,
    bids: Option<(Revision, Vec<Bid>)>,
    raises: Option<(Revision, Vec<Raise>)>,
}

impl Seals {
    pub(crate) fn new(team: TeamId) -> Self {
        Self { team, closes_at: None, paused: false, bids: None, raises: None }
    }

    pub(crate) fn knows(&self, price: Tsuyama) -> bool {
        let bids = self.bids.iter().flat_map(|(_, bids)| bids).any(|bid| bid.price == price);
        bids || self.raises.iter().flat_map(|(_, raises)| raises).any(|raise| raise.price == price)
    }

    pub(crate) fn take(&mut self, event: &Event, setup: &Setup, coverage: &mut Coverage) -> Checked<bool> {
        ensure!(event.fact.sealer() == Some(self.team), "team {:?} is shown {event:?}", self.team);
        let Some(closes_at) = self.closes_at else {
            return Err(Violation::Broken(format!("no window is open, and yet {event:?}")));
        };
        ensure!(event.at < closes_at, "sealed at {:?}, closing at {closes_at:?}", event.at);
        ensure!(!self.paused, "sealed while the clocks stand: {event:?}");
        if event.at.0 + 1 == closes_at.0 {
            coverage.add(Reached::LastMillisecond);
        }
        match &event.fact {
            Fact::BidsSealed { sealed: Some(sealed), .. } => {
                let lots_known = sealed.lines.iter().all(|bid| setup.lot(bid.lot).is_some());
                ensure!(lots_known, "a sealed list names no lot: {:?}", sealed.lines);
                check_hand(event, sealed.by_hand.as_ref(), coverage)?;
                let before = self.bids.take().map(|(revision, _)| revision);
                follows(before, sealed.revision)?;
                if before.is_some() {
                    coverage.add(Reached::Replaced);
                }
                if sealed.lines.is_empty() {
                    coverage.add(Reached::Declined);
                }
                self.bids = Some((sealed.revision, sealed.lines.to_vec()));
                Ok(before.is_none())
            }
            Fact::RebidSealed { sealed: Some(sealed), .. } => {
                check_hand(event, sealed.by_hand.as_ref(), coverage)?;
                let before = self.raises.take().map(|(revision, _)| revision);
                follows(before, sealed.revision)?;
                if before.is_some() {
                    coverage.add(Reached::ReplacedRebid);
                }
                if sealed.lines.is_empty() {
                    coverage.add(Reached::Pass);
                }
                self.raises = Some((sealed.revision, sealed.lines.to_vec()));
                Ok(before.is_none())
            }
            fact => {
                Err(Violation::Broken(format!("team {:?} does not see its own list: {fact:?}", self.team)))
            }
        }
    }

    pub(crate) fn follow(&mut self, event: &Event) -> Checked {
        match &event.fact {
            Fact::RoundOpened { closes_at, .. } => {
                *self = Self { closes_at: Some(*closes_at), paused: self.paused, ..Self::new(self.team) };
            }
            Fact::ListsOpened { lists, rebid_closes_at } => {
                let opened = lists.iter().find(|list| list.team == self.team).map(|list| &list.bids);
                let sealed = self.bids.take().map(|(_, bids)| bids);
                ensure!(
                    opened == sealed.as_ref(),
                    "team {:?} sealed {sealed:?} last, and {opened:?} was opened",
                    self.team
                );
                self.closes_at = *rebid_closes_at;
            }
            Fact::RebidsOpened { raises, rebid_closes_at, .. } => {
                let opened = raises.iter().find(|sent| sent.team == self.team).map(|sent| &sent.raises);
                let sealed = self.raises.take().map(|(_, raises)| raises);
                ensure!(
                    opened == sealed.as_ref(),
                    "team {:?} re-bid {sealed:?} last, and {opened:?} was opened",
                    self.team
                );
                self.closes_at = *rebid_closes_at;
            }
            Fact::RoundVoided { .. } => *self = Self { paused: self.paused, ..Self::new(self.team) },
            Fact::TeamDisqualified { team, .. } if *team == self.team => {
                self.bids = None;
                self.raises = None;
            }
            Fact::Paused { .. } => self.paused = true,
            Fact::Resumed { closes_at } => {
                self.paused = false;
                self.closes_at = *closes_at;
            }
            Fact::WindowExtended { closes_at, .. } => self.closes_at = Some(*closes_at),
            fact => {
                ensure!(fact.sealer() != Some(self.team), "team {:?} does not see its own list", self.team);
            }
        }
        Ok(())
    }
}

fn follows(before: Option<Revision>, revision: Revision) -> Checked {
    let due = before.map_or(Revision::FIRST, Revision::next);
    ensure!(revision == due, "revision {revision} comes after {before:?}");
    Ok(())
}

/// Checks that seals by the organiser have a reason, and others have none (`G6`).
fn check_hand(event: &Event, reason: Option<&String>, coverage: &mut Coverage) -> Checked {
    let by_hand = event.by == Actor::Organiser;
    ensure!(by_hand == reason.is_some(), "sealed by hand, or with a reason for that: {event:?}");
    if by_hand {
        coverage.add(Reached::ByHand);
    }
    Ok(())
}
