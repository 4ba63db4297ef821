//! Explanation of a settlement: every step of every relevant line, in order (`A5`–`A10`).

use ishigaki_rules::auction::{Bid, FailedCopies, Outcome, Settlement};
use ishigaki_rules::{LotId, Priority, RoundRecord, RoundState, StoneId, TeamId, Tsuyama, WaveNo};

/// Subject of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplanationSubject {
    Lot(LotId),
    Team(TeamId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Explanation {
    /// The attempt doesn't count (`G5`).
    Void {
        reason: String,
    },
    Line {
        team: TeamId,
        priority: Priority,
        bid: Bid,
    },
    Step {
        team: TeamId,
        wave: Option<WaveNo>,
        offer: Option<Tsuyama>,
        outcome: Outcome,
    },
    /// A copy that the line above has won (`A10`).
    Won {
        team: TeamId,
        confirmed: bool,
        stones: Vec<StoneId>,
    },
    /// Copies without a winner (`A8`).
    Failed(FailedCopies),
}

/// Nothing before the opening (`A4`).
///
/// Lines for a lot are sorted by price, highest first, lines of a team by priority.
pub(crate) fn entries(record: &RoundRecord, subject: ExplanationSubject) -> Vec<Explanation> {
    let Some(now) = &record.settlement else {
        return Vec::new();
    };
    let stages = stages(record, now);
    let mut entries = Vec::new();
    if let RoundState::Void { reason } = &record.state {
        entries.push(Explanation::Void { reason: reason.clone() });
    }
    for (team, priority, bid) in lines(record, subject) {
        entries.push(Explanation::Line { team, priority, bid });
        entries.extend(steps(record, &stages, team, priority));
        entries.extend(won(record, now, team, priority));
    }
    if let ExplanationSubject::Lot(lot) = subject {
        entries.extend(now.failures().iter().filter(|one| one.lot == lot).copied().map(Explanation::Failed));
    }
    entries
}

fn lines(record: &RoundRecord, subject: ExplanationSubject) -> Vec<(TeamId, Priority, Bid)> {
    let all = record.lists.iter().flat_map(|list| {
        (1..).map(Priority).zip(&list.bids).map(|(priority, bid)| (list.team, priority, *bid))
    });
    let mut lines: Vec<_> = match subject {
        ExplanationSubject::Lot(lot) => all.filter(|(_, _, bid)| bid.lot == lot).collect(),
        ExplanationSubject::Team(team) => all.filter(|(one, ..)| *one == team).collect(),
    };
    if let ExplanationSubject::Lot(_) = subject {
        lines.sort_by_key(|(team, priority, bid)| (std::cmp::Reverse(bid.price), *team, *priority));
    }
    lines
}

/// Recomputed, because only the last settlement is stored.
fn stages(record: &RoundRecord, now: &Settlement) -> Vec<(Option<WaveNo>, Settlement)> {
    let mut settlement = Settlement::open(&record.offer, &record.lists);
    let mut stages = vec![(None, settlement.clone())];
    for (wave, raises) in (1..).map(WaveNo).zip(&record.waves) {
        if settlement.wave(raises).is_err() {
            // Impossible, because the waves took place. The current state is right in any case.
            return vec![(None, now.clone())];
        }
        stages.push((Some(wave), settlement.clone()));
    }
    stages
}

fn steps(
    record: &RoundRecord,
    stages: &[(Option<WaveNo>, Settlement)],
    team: TeamId,
    priority: Priority,
) -> Vec<Explanation> {
    let (mut steps, mut before) = (Vec::new(), None);
    for (wave, settlement) in stages {
        let Some(outcome) = settlement.outcome(team, priority) else {
            continue;
        };
        let raises = wave.and_then(|wave| record.waves.get(wave.0.checked_sub(1)? as usize));
        let own = raises.into_iter().flatten().filter(|raises| raises.team == team);
        let offer = own.flat_map(|raises| &raises.raises).find(|raise| raise.priority == priority);
        let offer = offer.map(|raise| raise.price);
        if offer.is_some() || before != Some(outcome) {
            steps.push(Explanation::Step { team, wave: *wave, offer, outcome });
        }
        before = Some(outcome);
    }
    steps
}

fn won(record: &RoundRecord, now: &Settlement, team: TeamId, priority: Priority) -> Option<Explanation> {
    let is_own = |one: TeamId, other: Priority| (one, other) == (team, priority);
    let award = now.awards().iter().find(|award| is_own(award.team, award.priority))?;
    let handed = record.handed.iter().filter(|(_, award)| is_own(award.team, award.priority));
    let confirmed = record.confirmed.contains(&award.lot);
    Some(Explanation::Won { team, confirmed, stones: handed.map(|(stone, _)| *stone).collect() })
}
