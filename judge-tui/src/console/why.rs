//! The explanation of a settlement: every step of every line that matters, in order (`A5`–`A10`). Works it out from the
//! opened lists; knows no words.

use ishigaki_rules::auction::{Bid, FailedCopies, Outcome, Settlement};
use ishigaki_rules::{LotId, Priority, RoundRecord, RoundState, StoneId, TeamId, Tsuyama, WaveNo};

/// Thing that is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainedThing {
    /// All lines that named a lot.
    Lot(LotId),
    /// All lines of a team.
    Team(TeamId),
}

/// One line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Explanation {
    /// The attempt counts for nothing (`G5`).
    Void { reason: String },
    /// A line of a list.
    Line { team: TeamId, priority: Priority, bid: Bid },
    /// Outcome of the line above at the opening, or in a wave with what it offered there.
    Step { team: TeamId, wave: Option<WaveNo>, offer: Option<Tsuyama>, outcome: Outcome },
    /// State of the copy that the line above has won (`A10`).
    Won { team: TeamId, confirmed: bool, stones: Vec<StoneId> },
    /// Copies that nobody gets (`A8`).
    Failed(FailedCopies),
}

/// All that is to be said of a subject in an attempt of a round; nothing before the opening (`A4`).
///
/// The highest price comes first for a lot, the best priority for a team.
pub(crate) fn entries(record: &RoundRecord, subject: ExplainedThing) -> Vec<Explanation> {
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
    if let ExplainedThing::Lot(lot) = subject {
        entries.extend(now.failures().iter().filter(|one| one.lot == lot).copied().map(Explanation::Failed));
    }
    entries
}

fn lines(record: &RoundRecord, subject: ExplainedThing) -> Vec<(TeamId, Priority, Bid)> {
    let all = record.lists.iter().flat_map(|list| {
        (1..).map(Priority).zip(&list.bids).map(|(priority, bid)| (list.team, priority, *bid))
    });
    let mut lines: Vec<_> = match subject {
        ExplainedThing::Lot(lot) => all.filter(|(_, _, bid)| bid.lot == lot).collect(),
        ExplainedThing::Team(team) => all.filter(|(one, ..)| *one == team).collect(),
    };
    if let ExplainedThing::Lot(_) = subject {
        lines.sort_by_key(|(team, priority, bid)| (std::cmp::Reverse(bid.price), *team, *priority));
    }
    lines
}

/// The settlement as it stood after the opening and after each wave: settled once more, for only the last is kept.
fn stages(record: &RoundRecord, now: &Settlement) -> Vec<(Option<WaveNo>, Settlement)> {
    let mut settlement = Settlement::open(&record.offer, &record.lists);
    let mut stages = vec![(None, settlement.clone())];
    for (wave, raises) in (1..).map(WaveNo).zip(&record.waves) {
        if settlement.wave(raises).is_err() {
            // Cannot be, for the waves were held. What stands now is right in any case.
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
