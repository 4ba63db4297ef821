//! News of the feed, and the drafts.

use std::time::Instant;

use ishigaki_client::Folded;
use ishigaki_client::team::{TeamNews, WindowId};
use ishigaki_proto::wire;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Event, Fact, Phase, Sealed};

use super::unanswered_calls;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::seal_time::SealTime;
use crate::tui::state::State;

struct Before {
    bids: Option<Vec<Bid>>,
    raises: Option<Vec<Raise>>,
    lot: Option<ishigaki_rules::LotId>,
    was_bidding: bool,
    window: Option<WindowId>,
    covered_rows: usize,
}

pub(super) fn fold(state: &mut State, item: &wire::FeedItem, received: Instant) {
    state.surface.advance_to(received);
    let before = Before {
        bids: state.sealed_bids().map(|sealed| sealed.lines.to_vec()),
        raises: state.sealed_raises().map(|sealed| sealed.lines.to_vec()),
        lot: state.selected_lot(),
        was_bidding: is_bidding(state),
        window: state.window_id(),
        covered_rows: state.covered_rows(),
    };
    match state.watched.fold(item, received) {
        Some(Ok(mut news)) => match std::mem::replace(&mut news.folded, Folded::SetUp) {
            Folded::Pulse { .. } => {
                if state.covered_rows() != before.covered_rows {
                    state.surface.touch();
                }
            }
            Folded::SetUp => {
                state.surface.touch();
                super::build::set_up(state);
            }
            Folded::Event(event) => {
                state.surface.touch();
                take_in(state, event, &before, news);
                return;
            }
        },
        Some(Err(error)) => {
            state.surface.touch();
            state.notice = Some(Notice::Astray(error));
        }
        None => {}
    }
    unanswered_calls::pass(state, received);
}

fn take_in(state: &mut State, event: Event, before: &Before, mut news: TeamNews) {
    if let Some(fault) = news.fault.take() {
        state.distrust(fault);
    }
    apply_event(state, &event, before, &news);
    super::build::follow_wall(state, &news);
    super::messages::match_question(state, &event);
    state.log.push(event);
}

fn is_own_sealing(state: &State, event: &Event) -> bool {
    match event.fact {
        Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => Some(team) == state.me(),
        _ => false,
    }
}

fn is_bidding(state: &State) -> bool {
    state.game().is_some_and(|game| matches!(game.phase(), Phase::Bidding { .. }))
}

fn apply_event(state: &mut State, event: &Event, before: &Before, news: &TeamNews) {
    if is_own_sealing(state, event) {
        state.seal_time = Some(SealTime::new(event.at, state.watched.mirror().clock()));
    }
    match &event.fact {
        // A draft prepared before its round stays, and is based on no submission.
        Fact::RoundOpened { .. } => state.sheet.rest_on(None),
        // The draft is now for the next round.
        Fact::ListsOpened { lists, .. } => {
            let takes_part = state.view().is_some_and(|view| view.game.takes_part(view.me));
            let is_missing = lists.iter().all(|list| Some(list.team) != state.me());
            if is_missing && takes_part && !state.sheet.lines().is_empty() {
                state.notice = before.window.map(|window| Notice::Missed { round: window.round });
            }
            state.sheet.clear();
        }
        // The round will run again, and the list may stay.
        Fact::RoundVoided { .. } if before.was_bidding => state.sheet.rest_on(None),
        Fact::BidsSealed { team, sealed: Some(sealed) } if Some(*team) == state.me() => {
            follow_bids(state, sealed, before.bids.as_deref(), news.is_own);
        }
        Fact::RebidSealed { team, sealed: Some(sealed) } if Some(*team) == state.me() => {
            follow_raises(state, sealed, before.raises.as_deref(), news.is_own);
        }
        _ => {}
    }
    if let Some(outcome) = news.outcome {
        unanswered_calls::report(state, outcome);
    }
    if !matches!(event.fact, Fact::RebidSealed { .. }) {
        follow_wave(state);
    }
    if let Some(place) = before.lot.and_then(|lot| state.lots().iter().position(|other| *other == lot)) {
        state.set_place(Panel::Lots, place);
    }
    for panel in [Panel::Lots, Panel::Results] {
        state.set_place(panel, state.place(panel));
    }
    super::seal::reconsider(state, before.window);
    super::advise::reconsider(state);
    super::trial::drop_void_trial(state);
}

/// Shows a wave of the team automatically, because it is urgent, but not while text is typed, because its
/// letters would become keys.
fn follow_wave(state: &mut State) {
    let Some((game, me)) = state.watched.session.game().zip(state.me()) else {
        return;
    };
    let was = state.raises.wave();
    state.raises.follow_wave(&ishigaki_strategy::bot::View { game, me });
    let now = state.raises.wave();
    if now.is_some() && now != was && !super::is_writing(state) {
        state.panel = Panel::Sheet;
    }
}

fn follow_bids(state: &mut State, sealed: &Sealed<Bid>, before: Option<&[Bid]>, is_own: bool) {
    if is_own {
        state.sheet.rest_on(Some(sealed.revision));
    } else if !state.sheet.follow(before, &sealed.lines, sealed.revision) {
        state.notice = Some(Notice::Elsewhere { revision: sealed.revision });
    }
}

fn follow_raises(state: &mut State, sealed: &Sealed<Raise>, before: Option<&[Raise]>, is_own: bool) {
    if is_own {
        state.raises.rest_on(Some(sealed.revision));
    } else if !state.raises.follow(before, &sealed.lines, sealed.revision) {
        state.notice = Some(Notice::Elsewhere { revision: sealed.revision });
    }
}
