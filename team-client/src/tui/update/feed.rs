//! What the feed brings: the game goes on, and the drafts with it.

use std::time::Instant;

use ishigaki_client::Folded;
use ishigaki_proto::wire;
use ishigaki_record::transcript::is_closing;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{Event, Fact, Phase, Sealed, Secret};

use super::seal::What;
use super::unanswered;
use crate::receipts::{Moment, ReceiptFault, check, own_sealing};
use crate::tui::event::Effect;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::seat::WindowId;
use crate::tui::state::{Contact, State};

/// What was sealed and selected before an event, to see what it changes.
struct Before {
    bids: Option<Vec<Bid>>,
    raises: Option<Vec<Raise>>,
    lot: Option<ishigaki_rules::LotId>,
    was_bidding: bool,
    window: Option<WindowId>,
}

pub(super) fn fold(state: &mut State, item: &wire::FeedItem, received: Instant) -> Vec<Effect> {
    state.now = state.now.max(Some(received));
    let before = Before {
        bids: state.sealed_bids().map(|sealed| sealed.lines.clone()),
        raises: state.sealed_raises().map(|sealed| sealed.lines.clone()),
        lot: state.selected_lot(),
        was_bidding: is_bidding(state),
        window: state.window_id(),
    };
    match state.mirror.fold(item, received) {
        Ok(Folded::Pulse { .. }) => {}
        Ok(Folded::SetUp) => {
            state.revision += 1;
            state.me = state.mirror.setup().and_then(|setup| setup.team_by_code(&state.team));
            super::build::set_up(state);
        }
        Ok(Folded::Event(event)) => {
            state.revision += 1;
            let effects = keep(state, item, &event);
            attend(state, &event, &before);
            super::build::attend(state);
            unanswered::attend(state);
            state.log.push(event);
            return effects;
        }
        // The first fault is the one to be told: what comes after it cannot fit.
        Err(_) if matches!(state.contact, Contact::Astray(_)) => {}
        Err(error) => {
            state.revision += 1;
            state.notice = Some(Notice::Astray(error.clone()));
            state.contact = Contact::Astray(error);
        }
    }
    unanswered::pass(state, received);
    Vec::new()
}

fn is_bidding(state: &State) -> bool {
    state.game().is_some_and(|game| matches!(game.phase(), Phase::Bidding { .. }))
}

/// Brings the drafts and what is selected up to date.
fn attend(state: &mut State, event: &Event, before: &Before) {
    match &event.fact {
        // A draft that was prepared before its round stays; it rests on nothing that is sealed.
        Fact::RoundOpened { .. } => state.sheet.rest_on(None),
        // What was bid is history now: the draft is for the next round.
        Fact::ListsOpened { lists, .. } => {
            let takes_part = state.view().is_some_and(|view| view.game.takes_part(view.me));
            let is_missing = lists.iter().all(|list| Some(list.team) != state.me);
            if is_missing && takes_part && !state.sheet.lines().is_empty() {
                state.notice = before.window.map(|(round, ..)| Notice::Missed { round });
            }
            state.sheet.clear();
        }
        // The round will run again, and the list may be the same.
        Fact::RoundVoided { .. } if before.was_bidding => state.sheet.rest_on(None),
        Fact::BidsSealed { team, sealed: Some(sealed) } if Some(*team) == state.me => {
            follow_bids(state, sealed, before.bids.as_deref());
        }
        Fact::RebidSealed { team, sealed: Some(sealed) } if Some(*team) == state.me => {
            follow_raises(state, sealed, before.raises.as_deref());
        }
        _ => {}
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
    super::seal::reconsider(state);
    super::advise::reconsider(state);
    super::trial::attend(state);
}

/// The sheet turns to a wave of the team by itself: there is little time.
fn attend_wave(state: &mut State) {
    let Some((game, me)) = state.mirror.game().zip(state.me) else {
        return;
    };
    let was = state.raises.moment();
    state.raises.attend(&crate::bot::View { game, me });
    let now = state.raises.moment();
    if now.is_some() && now != was {
        state.panel = Panel::Sheet;
    }
}

fn follow_bids(state: &mut State, sealed: &Sealed<Bid>, before: Option<&[Bid]>) {
    let is_it = |what: &What| what.is_bids(&sealed.lines);
    let is_own = state.pending.as_ref().is_some_and(|pending| is_it(&pending.what))
        || unanswered::is_own(state, is_it);
    if is_own {
        state.sheet.rest_on(Some(sealed.revision));
    } else if !state.sheet.follow(before, &sealed.lines, sealed.revision) {
        state.notice = Some(Notice::Elsewhere { revision: sealed.revision });
    }
    unanswered::attend_sealing(state);
}

fn follow_raises(state: &mut State, sealed: &Sealed<Raise>, before: Option<&[Raise]>) {
    let is_it = |what: &What| what.is_raises(&sealed.lines);
    let is_own = state.pending.as_ref().is_some_and(|pending| is_it(&pending.what))
        || unanswered::is_own(state, is_it);
    if is_own {
        state.raises.rest_on(Some(sealed.revision));
    } else if !state.raises.follow(before, &sealed.lines, sealed.revision) {
        state.notice = Some(Notice::Elsewhere { revision: sealed.revision });
    }
    unanswered::attend_sealing(state);
}

/// Checks the receipt that comes with each sealing of the team, and has it kept.
fn keep(state: &mut State, item: &wire::FeedItem, event: &Event) -> Vec<Effect> {
    state.receipts.pass_over(item.skipped);
    if is_closing(&event.fact) {
        state.receipts.close();
    }
    let (Some(game), Some(key), Some(instance)) =
        (state.mirror.game(), state.mirror.server_key(), state.mirror.instance())
    else {
        return Vec::new();
    };
    let Some((text, receipt)) = own_sealing(game.setup(), item, event) else { return Vec::new() };
    let moment = Moment::of(game, event);
    let context = moment.in_game(state.receipts.game(), instance, state.receipts.team(), key);
    let checked = check(receipt, &context, text)
        .and_then(|stored| state.receipts.take_fed(stored.clone()).map(|()| stored));
    match checked {
        Ok(stored) => vec![Effect::Keep(Secret(Box::new(stored)))],
        Err(fault) => {
            distrust(state, fault);
            Vec::new()
        }
    }
}

/// The server's receipt is wrong: that stays said.
pub(super) fn distrust(state: &mut State, fault: ReceiptFault) {
    state.notice = Some(Notice::WrongReceipt(fault.clone()));
    state.alarm.get_or_insert(fault);
}
