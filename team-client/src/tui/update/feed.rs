//! The feed's news: the game goes on, and the drafts with it.

use std::time::Instant;

use ishigaki_client::Folded;
use ishigaki_client::team::{TeamNews, WindowId};
use ishigaki_proto::wire;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Event, Fact, Phase, Sealed};

use super::unanswered;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;

/// State that was sealed and selected before an event, to see what it changes.
struct Before {
    bids: Option<Vec<Bid>>,
    raises: Option<Vec<Raise>>,
    lot: Option<ishigaki_rules::LotId>,
    was_bidding: bool,
    window: Option<WindowId>,
    covered_rows: usize,
}

pub(super) fn fold(state: &mut State, item: &wire::FeedItem, received: Instant) {
    state.surface.pass_to(received);
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
    unanswered::pass(state, received);
}

/// Takes in what has happened.
fn take_in(state: &mut State, event: Event, before: &Before, mut news: TeamNews) {
    if let Some(fault) = news.fault.take() {
        state.distrust(fault);
    }
    attend(state, &event, before, &news);
    super::build::attend(state, &news);
    super::messages::attend(state, &event);
    state.log.push(event);
}

fn is_bidding(state: &State) -> bool {
    state.game().is_some_and(|game| matches!(game.phase(), Phase::Bidding { .. }))
}

/// Brings the drafts and what is selected up to date.
fn attend(state: &mut State, event: &Event, before: &Before, news: &TeamNews) {
    match &event.fact {
        // A draft that was prepared before its round stays; it rests on nothing that is sealed.
        Fact::RoundOpened { .. } => state.sheet.rest_on(None),
        // What was bid is history now: the draft is for the next round.
        Fact::ListsOpened { lists, .. } => {
            let takes_part = state.view().is_some_and(|view| view.game.takes_part(view.me));
            let is_missing = lists.iter().all(|list| Some(list.team) != state.me());
            if is_missing && takes_part && !state.sheet.lines().is_empty() {
                state.notice = before.window.map(|window| Notice::Missed { round: window.round });
            }
            state.sheet.clear();
        }
        // The round will run again, and the list may be the same.
        Fact::RoundVoided { .. } if before.was_bidding => state.sheet.rest_on(None),
        Fact::BidsSealed { team, sealed: Some(sealed) } if Some(*team) == state.me() => {
            follow_bids(state, sealed, before.bids.as_deref(), news.is_own);
        }
        Fact::RebidSealed { team, sealed: Some(sealed) } if Some(*team) == state.me() => {
            follow_raises(state, sealed, before.raises.as_deref(), news.is_own);
        }
        _ => {}
    }
    if let Some(told) = news.told {
        unanswered::tell(state, told);
    }
    if !matches!(event.fact, Fact::RebidSealed { .. }) {
        attend_wave(state);
    }
    if let Some(place) = before.lot.and_then(|lot| state.lots().iter().position(|other| *other == lot)) {
        state.set_place(Panel::Lots, place);
    }
    for panel in [Panel::Lots, Panel::Results] {
        state.set_place(panel, state.place(panel));
    }
    super::seal::reconsider(state, before.window);
    super::advise::reconsider(state);
    super::trial::attend(state);
}

/// The sheet turns to a wave of the team by itself: there is little time. A text that is being written stays: its next letters
/// would be keys of the sheet.
fn attend_wave(state: &mut State) {
    let Some((game, me)) = state.watched.session.game().zip(state.me()) else {
        return;
    };
    let was = state.raises.moment();
    state.raises.attend(&ishigaki_strategy::bot::View { game, me });
    let now = state.raises.moment();
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
