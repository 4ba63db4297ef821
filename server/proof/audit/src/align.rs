//! Alignment of one client's calls with what is there of its acts.
//!
//! A client sends one call after the other, so their effects stand in the order of the calls. What is there must be
//! those calls without the refused ones, and of those without an answer each or none. Where that does not come
//! out, the alignment with the fewest violations names them.

use crate::{At, Call, Effect, Outcome, Violation, Who};

/// Outcome of holding calls and effects against each other.
#[derive(Debug, Default)]
pub struct Alignment {
    /// Violations; nothing if all is well.
    pub violations: Vec<Violation>,
    /// Number of calls without an answer that took effect.
    pub took_effect: u64,
}

/// Step of an alignment over the next call and the next effect.
#[derive(Clone, Copy)]
enum Step {
    /// The call led to the effect.
    Match,
    /// The call led to nothing.
    SkipCall,
    /// No call led to the effect.
    SkipEffect,
}

/// Aligns the calls of one client since the last time with its effects since then. Of a call that was answered and
/// `can_be_idle` there need not be any effect.
pub fn align(by: &Who, calls: &[Call], effects: &[Effect], can_be_idle: impl Fn(&Call) -> bool) -> Alignment {
    let mut alignment = Alignment::default();
    let owed = |call: &Call| matches!(call.outcome, Outcome::Acknowledged(_)) && !can_be_idle(call);
    let owed: Vec<bool> = calls.iter().map(owed).collect();
    let mut is_owed = owed.iter();
    for (step, call, effect) in steps(calls, effects, &owed) {
        let is_owed = !matches!(step, Step::SkipEffect) && is_owed.next().is_some_and(|&owed| owed);
        match (step, call, effect) {
            (Step::Match, Some(call), Some(effect)) => {
                alignment.took_effect += u64::from(call.outcome == Outcome::Unknown);
                alignment.violations.extend(altered(by, call, effect));
            }
            (Step::SkipCall, Some(call), _) if is_owed => alignment.violations.extend(lost(by, call)),
            (Step::SkipEffect, _, Some(effect)) => alignment.violations.push(surplus(by, effect, calls)),
            _ => {}
        }
    }
    alignment
}

/// The steps of the cheapest alignment.
fn steps<'a>(
    calls: &'a [Call],
    effects: &'a [Effect],
    owed: &[bool],
) -> Vec<(Step, Option<&'a Call>, Option<&'a Effect>)> {
    // costs[row][column] is the cost of aligning the calls from `row` on with the effects from `column` on.
    let mut costs = vec![vec![0_u32; effects.len() + 1]; calls.len() + 1];
    let cost = |costs: &[Vec<u32>], row: usize, column: usize| {
        costs.get(row).and_then(|costs| costs.get(column)).copied().unwrap_or(u32::MAX / 2)
    };
    let best = |costs: &[Vec<u32>], row: usize, column: usize| {
        let (call, effect) = (calls.get(row), effects.get(column));
        let matched = call
            .zip(effect)
            .and_then(|(call, effect)| cost_of_match(call, effect))
            .map(|own| (own + cost(costs, row + 1, column + 1), Step::Match));
        let skipped = call.map(|_| {
            let own = u32::from(owed.get(row).is_some_and(|&owed| owed));
            (own + cost(costs, row + 1, column), Step::SkipCall)
        });
        let surplus = effect.map(|_| (1 + cost(costs, row, column + 1), Step::SkipEffect));
        [matched, skipped, surplus].into_iter().flatten().min_by_key(|(cost, _)| *cost)
    };
    for row in (0..=calls.len()).rev() {
        for column in (0..=effects.len()).rev() {
            let least = best(&costs, row, column).map_or(0, |(cost, _)| cost);
            if let Some(place) = costs.get_mut(row).and_then(|costs| costs.get_mut(column)) {
                *place = least;
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut steps = Vec::new();
    while let Some((_, step)) = best(&costs, row, column) {
        steps.push((step, calls.get(row), effects.get(column)));
        row += usize::from(!matches!(step, Step::SkipEffect));
        column += usize::from(!matches!(step, Step::SkipCall));
    }
    steps
}

/// Returns the cost of saying that this call led to this effect; `None` if it cannot have.
fn cost_of_match(call: &Call, effect: &Effect) -> Option<u32> {
    if call.outcome == Outcome::Refused || !effect.follows_from(&call.act) {
        return None;
    }
    Some(u32::from(!call.fits(effect)))
}

fn altered(by: &Who, call: &Call, effect: &Effect) -> Option<Violation> {
    let Outcome::Acknowledged(answer) = call.outcome else { return None };
    (!call.fits(effect)).then(|| Violation::Altered {
        by: by.clone(),
        act: call.act.name(),
        acknowledged: At(answer.received_at),
        at: At(Some(effect.event.at)),
    })
}

fn lost(by: &Who, call: &Call) -> Option<Violation> {
    let Outcome::Acknowledged(answer) = call.outcome else { return None };
    Some(Violation::Lost { by: by.clone(), act: call.act.name(), at: At(answer.received_at) })
}

/// Returns the violation of an effect that no call of its own led to.
fn surplus(by: &Who, effect: &Effect, calls: &[Call]) -> Violation {
    let (by, act, at) = (by.clone(), effect.event.fact.name(), At(Some(effect.event.at)));
    let same = || calls.iter().filter(|call| effect.follows_from(&call.act));
    if same().any(|call| call.outcome != Outcome::Refused) {
        Violation::Twice { by, act, at }
    } else if same().next().is_some() {
        Violation::RefusedButThere { by, act, at }
    } else {
        Violation::Unexplained { by, act, at }
    }
}
