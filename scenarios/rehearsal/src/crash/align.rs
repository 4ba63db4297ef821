//! Holds one client's ledger against what is there of its acts.
//!
//! A client sends one call after the other, so its deeds stand in the order of its calls. What is there must be
//! those calls without the refused ones, and of those without an answer each or none. Where that does not come
//! out, the alignment with the fewest faults names them.

use super::finding::{At, Fault, Who};
use super::ledger::{Deed, Entry, Outcome, name};

/// What came of holding the two against each other.
#[derive(Debug, Default)]
pub struct Alignment {
    /// What is wrong; nothing if all is well.
    pub faults: Vec<Fault>,
    /// How many calls without an answer took effect.
    pub took_effect: u64,
}

/// What an alignment does with the next call and the next deed.
#[derive(Clone, Copy)]
enum Step {
    /// The call led to the deed.
    Match,
    /// The call led to nothing.
    SkipEntry,
    /// No call led to the deed.
    SkipDeed,
}

/// Aligns the calls of one client since the last time with its deeds since then. Of a call that was answered and
/// `can_be_idle` there need not be any deed.
pub fn align(by: &Who, entries: &[Entry], deeds: &[Deed], can_be_idle: impl Fn(&Entry) -> bool) -> Alignment {
    let mut alignment = Alignment::default();
    let owed = |entry: &Entry| matches!(entry.outcome, Outcome::Acknowledged(_)) && !can_be_idle(entry);
    let owed: Vec<bool> = entries.iter().map(owed).collect();
    let mut is_owed = owed.iter();
    for (step, entry, deed) in steps(entries, deeds, &owed) {
        let is_owed = !matches!(step, Step::SkipDeed) && is_owed.next().is_some_and(|&owed| owed);
        match (step, entry, deed) {
            (Step::Match, Some(entry), Some(deed)) => {
                alignment.took_effect += u64::from(entry.outcome == Outcome::Unknown);
                alignment.faults.extend(altered(by, entry, deed));
            }
            (Step::SkipEntry, Some(entry), _) if is_owed => alignment.faults.extend(lost(by, entry)),
            (Step::SkipDeed, _, Some(deed)) => alignment.faults.push(surplus(by, deed, entries)),
            _ => {}
        }
    }
    alignment
}

/// The steps of the cheapest alignment.
fn steps<'a>(
    entries: &'a [Entry],
    deeds: &'a [Deed],
    owed: &[bool],
) -> Vec<(Step, Option<&'a Entry>, Option<&'a Deed>)> {
    // costs[row][column] is the cost of aligning the calls from `row` on with the deeds from `column` on.
    let mut costs = vec![vec![0_u32; deeds.len() + 1]; entries.len() + 1];
    let cost = |costs: &[Vec<u32>], row: usize, column: usize| {
        costs.get(row).and_then(|costs| costs.get(column)).copied().unwrap_or(u32::MAX / 2)
    };
    let best = |costs: &[Vec<u32>], row: usize, column: usize| {
        let (entry, deed) = (entries.get(row), deeds.get(column));
        let matched = entry
            .zip(deed)
            .and_then(|(entry, deed)| cost_of_match(entry, deed))
            .map(|own| (own + cost(costs, row + 1, column + 1), Step::Match));
        let skipped = entry.map(|_| {
            let own = u32::from(owed.get(row).is_some_and(|&owed| owed));
            (own + cost(costs, row + 1, column), Step::SkipEntry)
        });
        let surplus = deed.map(|_| (1 + cost(costs, row, column + 1), Step::SkipDeed));
        [matched, skipped, surplus].into_iter().flatten().min_by_key(|(cost, _)| *cost)
    };
    for row in (0..=entries.len()).rev() {
        for column in (0..=deeds.len()).rev() {
            let least = best(&costs, row, column).map_or(0, |(cost, _)| cost);
            if let Some(place) = costs.get_mut(row).and_then(|costs| costs.get_mut(column)) {
                *place = least;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut steps = Vec::new();
    while let Some((_, step)) = best(&costs, row, column) {
        steps.push((step, entries.get(row), deeds.get(column)));
        row += usize::from(!matches!(step, Step::SkipDeed));
        column += usize::from(!matches!(step, Step::SkipEntry));
    }
    steps
}

/// What it costs to say that this call led to this deed; `None` if it cannot have.
fn cost_of_match(entry: &Entry, deed: &Deed) -> Option<u32> {
    if entry.outcome == Outcome::Refused || !entry.explains(deed) {
        return None;
    }
    Some(u32::from(!entry.fits(deed)))
}

fn altered(by: &Who, entry: &Entry, deed: &Deed) -> Option<Fault> {
    let Outcome::Acknowledged(answer) = entry.outcome else { return None };
    (!entry.fits(deed)).then(|| Fault::Altered {
        by: by.clone(),
        act: name(&entry.act),
        acknowledged: At(answer.received_at),
        at: At(Some(deed.event.at)),
    })
}

fn lost(by: &Who, entry: &Entry) -> Option<Fault> {
    let Outcome::Acknowledged(answer) = entry.outcome else { return None };
    Some(Fault::Lost { by: by.clone(), act: name(&entry.act), at: At(answer.received_at) })
}

/// What to call a deed that no call of its own led to.
fn surplus(by: &Who, deed: &Deed, entries: &[Entry]) -> Fault {
    let (by, act, at) = (by.clone(), name(&deed.act), At(Some(deed.event.at)));
    let same = || entries.iter().filter(|entry| entry.explains(deed));
    if same().any(|entry| entry.outcome != Outcome::Refused) {
        Fault::Twice { by, act, at }
    } else if same().next().is_some() {
        Fault::RefusedButThere { by, act, at }
    } else {
        Fault::Unexplained { by, act, at }
    }
}
