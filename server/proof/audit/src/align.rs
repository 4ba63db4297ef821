//! Aligns one client's calls with the effects of its acts.
//!
//! A client's calls are sequential, so effects have their order. They must be those of all calls except
//! rejected ones, with or without those that weren't answered. Otherwise the alignment with the fewest
//! violations names them.

use crate::{Call, Effect, OptionalTime, Outcome, Party, Violation};

/// Result of comparing calls with effects.
#[derive(Debug, Default)]
pub struct Alignment {
    pub violations: Vec<Violation>,
    /// Number of calls without an answer that took effect.
    pub took_effect: u64,
}

#[derive(Clone, Copy)]
enum Step {
    Match,
    SkipCall,
    SkipEffect,
}

/// Aligns one client's new calls with its new effects. An answered call that `can_be_idle` needs no effect.
pub fn align(
    by: &Party,
    calls: &[Call],
    effects: &[Effect],
    can_be_idle: impl Fn(&Call) -> bool,
) -> Alignment {
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

/// Returns the cost of matching this call with this effect; `None` if it can't have caused it.
fn cost_of_match(call: &Call, effect: &Effect) -> Option<u32> {
    if call.outcome == Outcome::Refused || !effect.follows_from(&call.act) {
        return None;
    }
    Some(u32::from(!call.fits(effect)))
}

fn altered(by: &Party, call: &Call, effect: &Effect) -> Option<Violation> {
    let Outcome::Acknowledged(answer) = call.outcome else { return None };
    (!call.fits(effect)).then(|| Violation::Altered {
        by: by.clone(),
        act: call.act.name(),
        acknowledged: OptionalTime(answer.received_at),
        at: OptionalTime(Some(effect.event.at)),
    })
}

fn lost(by: &Party, call: &Call) -> Option<Violation> {
    let Outcome::Acknowledged(answer) = call.outcome else { return None };
    Some(Violation::Lost { by: by.clone(), act: call.act.name(), at: OptionalTime(answer.received_at) })
}

/// Returns the violation of an effect without a call.
fn surplus(by: &Party, effect: &Effect, calls: &[Call]) -> Violation {
    let (by, act, at) = (by.clone(), effect.event.fact.name(), OptionalTime(Some(effect.event.at)));
    let same = || calls.iter().filter(|call| effect.follows_from(&call.act));
    if same().any(|call| call.outcome != Outcome::Refused) {
        Violation::Twice { by, act, at }
    } else if same().next().is_some() {
        Violation::RefusedButThere { by, act, at }
    } else {
        Violation::Unexplained { by, act, at }
    }
}
