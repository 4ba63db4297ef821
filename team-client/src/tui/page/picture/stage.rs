//! Stage of the game, what to do now, and the state of the team's list.

use ishigaki_client::team::WindowId;
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Phase, Revision, Sealed, Tsuyama};
use ishigaki_screen::Uptime;
use std::time::Instant;

use super::super::model::{MarkState, MoneyState, Stage};
use super::tone_of;
use crate::tui::draw::Painter;
use crate::tui::state::State;

/// Replaced by the page with the reader's time of day.
const TIME_GAP: &str = "{time}";

/// Moment at which the newest submission was seen, by the program's clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SubmissionMoment {
    known: Option<(Option<WindowId>, Revision)>,
    at: Option<u64>,
    is_begun: bool,
}

impl SubmissionMoment {
    pub(super) fn follow(&mut self, state: &State, uptime: Uptime, now: Instant) -> Option<u64> {
        state.game()?;
        let sealed = state.revisions().0.map(|revision| (state.window_id(), revision));
        if sealed != self.known {
            // The time of a submission before the program's start is unknown.
            self.at = self.is_begun.then(|| uptime.millis(now));
            self.known = sealed;
        }
        self.is_begun = true;
        self.at.filter(|_| sealed.is_some())
    }
}

pub(super) fn stage(state: &State) -> Stage {
    let Some(game) = state.game() else { return Stage::Waiting };
    match game.phase() {
        Phase::Bidding { .. } => Stage::Bidding,
        Phase::Rebidding { .. } if state.is_rebidding() => Stage::Rebid,
        Phase::Confirming if state.terms().is_none() => Stage::Building,
        Phase::Ready { .. } | Phase::Rebidding { .. } | Phase::Confirming => Stage::Waiting,
        Phase::Building | Phase::Countdown { .. } | Phase::Ended => Stage::Building,
        Phase::Declared | Phase::Abandoned => Stage::Result,
    }
}

pub(super) fn todo(painter: &Painter<'_>, state: &State) -> String {
    let words = painter.words();
    let Some(game) = state.game() else { return String::new() };
    match game.phase() {
        Phase::Bidding { .. } => state.terms().map_or_else(String::new, |(_, offer, _)| {
            let gaps = [("bids", offer.max_bids.into()), ("wins", offer.max_wins.into())];
            words.say("page-todo-bidding", &gaps)
        }),
        Phase::Rebidding { .. } if state.is_rebidding() => words.label("page-todo-rebid"),
        Phase::Rebidding { .. } => words.label("page-todo-others-rebid"),
        Phase::Ready { next } => words.say("page-todo-ready", &[("round", next.into())]),
        Phase::Confirming => match state.terms() {
            Some((round, ..)) => words.say("page-todo-ready", &[("round", round.into())]),
            None => words.label("page-todo-last"),
        },
        Phase::Building | Phase::Countdown { .. } => words.label("page-todo-building"),
        Phase::Ended => words.label("page-todo-ended"),
        Phase::Declared | Phase::Abandoned => String::new(),
    }
}

pub(super) fn money(state: &State) -> Option<MoneyState> {
    let view = state.view()?;
    let figures = |total: Tsuyama, budget: Tsuyama| MoneyState { total: Some(total.0), budget: budget.0 };
    if state.is_rebidding() {
        return Some(figures(state.raises.total(), view.rebid_budget().unwrap_or_default()));
    }
    let is_drafted = state.open_bidding().is_some() || !state.sheet.lines().is_empty();
    match state.terms().filter(|_| state.can_draft() && is_drafted) {
        Some((_, _, held)) => Some(figures(state.sheet.total(), held)),
        None => Some(MoneyState { total: None, budget: view.held().0 }),
    }
}

/// Returns the state of the list while bidding is open and nothing hinders it; otherwise what the terminal says.
pub(super) fn mark(painter: &Painter<'_>, state: &State, at: Option<u64>) -> MarkState {
    let is_hindered = state.is_sealing()
        || state.is_sealing_unknown()
        || state.watched.is_stalled()
        || state.wait().is_some()
        || state.is_overtaken()
        || state.must_seal_again()
        || !state.view().is_some_and(|view| view.game.takes_part(view.me));
    let list =
        (state.open_bidding().is_some() && !is_hindered).then(|| list_mark(painter, state, at.is_some()));
    if let Some((text, tone)) = list {
        return MarkState { text, tone, at };
    }
    let is_building = matches!(state.game().map(ishigaki_rules::Game::phase), Some(Phase::Building));
    let is_draft = state.workshop.as_ref().is_some_and(ishigaki_strategy::workshop::Workshop::differs);
    let (text, tone) = painter.standing();
    // The terminal's sentence names the key of the wall's panel.
    let text = if is_building && !is_draft { painter.words().label("team-mark-building") } else { text };
    MarkState { text, tone: tone_of(&tone), at: None }
}

fn list_mark(painter: &Painter<'_>, state: &State, has_time: bool) -> (String, &'static str) {
    let words = painter.words();
    let Some(sealed) = state.sealed_bids() else {
        let key = if state.sheet.lines().is_empty() { "page-list-none" } else { "page-list-unsubmitted" };
        return (words.label(key), "loud");
    };
    let changes = count_changes(&sealed.lines, state.sheet.lines());
    let total: Tsuyama = sealed.lines.iter().map(|bid| bid.price).sum();
    let gaps = [
        ("changes", changes.max(1).into()),
        ("bids", sealed.lines.len().into()),
        ("total", total.into()),
        ("time", TIME_GAP.into()),
    ];
    let key = match (state.differs(), sealed.lines.is_empty(), has_time) {
        (true, _, true) => "page-list-changed",
        (true, _, false) => "page-list-changed-before",
        (false, true, true) => "page-list-passed",
        (false, true, false) => "page-list-passed-before",
        (false, false, true) => "page-list-submitted",
        (false, false, false) => "page-list-submitted-before",
    };
    // Never a success while the server lacks a submission.
    let tone = match (state.differs(), state.has_lost()) {
        (true, _) => "soon",
        (false, true) => "calm",
        (false, false) => "good",
    };
    (words.say(key, &gaps), tone)
}

/// Returns how many lines were added, removed, moved or got another price. Lines of one lot correspond in order.
pub(super) fn count_changes(sealed: &[Bid], draft: &[Bid]) -> usize {
    let before = partners(sealed, draft);
    let kept: Vec<usize> = before.iter().filter_map(|place| *place).collect();
    let added = draft.len() - kept.len();
    let removed = sealed.len() - kept.len();
    let priced = before.iter().zip(draft).filter(|(place, bid)| {
        place.and_then(|place| sealed.get(place)).is_some_and(|before| before.price != bid.price)
    });
    added + removed + priced.count() + (kept.len() - longest_rise(&kept))
}

/// Returns the place in the submitted list for each line of the draft; `None` for a new line.
pub(super) fn partners(sealed: &[Bid], draft: &[Bid]) -> Vec<Option<usize>> {
    let places = |lot: LotId| sealed.iter().enumerate().filter(move |(_, bid)| bid.lot == lot);
    let partner = |(at, bid): (usize, &Bid)| {
        let nth = draft.iter().take(at).filter(|other| other.lot == bid.lot).count();
        places(bid.lot).nth(nth).map(|(place, _)| place)
    };
    draft.iter().enumerate().map(partner).collect()
}

/// Returns the length of the longest rising subsequence: the other lines have moved.
fn longest_rise(places: &[usize]) -> usize {
    let mut rises: Vec<usize> = Vec::with_capacity(places.len());
    for (at, place) in places.iter().enumerate() {
        let before = places.iter().zip(&rises).take(at).filter(|(other, _)| *other < place);
        let longest = before.map(|(_, rise)| *rise).max().unwrap_or(0);
        rises.push(longest + 1);
    }
    rises.into_iter().max().unwrap_or(0)
}

/// Returns what has changed in each line since the submission: the old price, or whether the line is new.
pub(super) fn change(sealed: Option<&Sealed<Bid>>, draft: &[Bid], at: usize) -> (Option<u64>, bool) {
    let Some(sealed) = sealed else { return (None, false) };
    let before = partners(&sealed.lines, draft).get(at).copied().flatten();
    let Some(before) = before.and_then(|place| sealed.lines.get(place)) else { return (None, true) };
    let is_changed = draft.get(at).is_some_and(|bid| bid.price != before.price);
    (is_changed.then_some(before.price.0), false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(lines: &[(u32, u64)]) -> Vec<Bid> {
        lines.iter().map(|&(lot, price)| Bid { lot: LotId(lot), price: Tsuyama(price) }).collect()
    }

    #[test]
    fn changes_count_added_removed_moved_and_repriced_lines() {
        let sealed = list(&[(0, 5), (1, 7), (2, 9)]);
        for (draft, changes) in [
            (vec![(0, 5), (1, 7), (2, 9)], 0),
            (vec![(0, 6), (1, 7), (2, 9)], 1),
            (vec![(3, 1), (0, 5), (1, 7), (2, 9)], 1),
            (vec![(0, 5), (2, 9)], 1),
            (vec![(2, 9), (0, 5), (1, 7)], 1),
            (vec![(0, 5), (0, 5), (1, 7), (2, 9)], 1),
            (vec![], 3),
        ] {
            assert_eq!(count_changes(&sealed, &list(&draft)), changes, "{draft:?}");
        }
    }
}
