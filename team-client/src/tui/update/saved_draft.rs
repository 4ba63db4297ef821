//! Restores the saved draft once the game is up to date, and saves changes.

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Revision, Secret};

use crate::drafts::Draft;
use crate::tui::event::Effect;
use crate::tui::notice::Notice;
use crate::tui::saved_draft::SavedDraft;
use crate::tui::sheet::ListSheet;
use crate::tui::state::State;

/// Only a draft for the current round is restored. It keeps its base, so that newer submissions are not
/// overwritten unseen.
pub(super) fn restore(state: &mut State) {
    let SavedDraft::Read(draft) = std::mem::take(&mut state.saved_draft) else { return };
    state.saved_draft = SavedDraft::Open(draft.clone());
    let Some(draft) = draft else { return };
    let Some(lines) = lines(state, &draft) else { return };
    let sealed = state.sealed_bids();
    let mut kept = ListSheet::default();
    kept.restore(&lines);
    if sealed.is_some_and(|sealed| kept.says(&sealed.lines)) || !is_untouched(state) {
        return;
    }
    let base = Revision(draft.base);
    let rests = attempt(state) == draft.attempt && sealed.is_some_and(|sealed| sealed.revision == base);
    state.sheet.restore(&lines);
    state.sheet.rest_on(rests.then_some(base));
    state.notice = Some(Notice::DraftBack);
}

pub(super) fn keep(state: &mut State) -> Option<Effect> {
    let SavedDraft::Open(kept) = &state.saved_draft else { return None };
    let wanted = wanted(state);
    if *kept == wanted {
        return None;
    }
    state.saved_draft = SavedDraft::Open(wanted.clone());
    Some(Effect::KeepDraft(Secret(wanted.map(Box::new))))
}

/// `None` also if it equals the submitted list, which the server has.
fn wanted(state: &State) -> Option<Draft> {
    let (round, ..) = state.terms()?;
    let setup = state.watched.session.setup()?;
    let bids = state.sheet.lines();
    let is_sealed = state.sealed_bids().is_some_and(|sealed| state.sheet.says(&sealed.lines));
    if bids.is_empty() || is_sealed {
        return None;
    }
    let line =
        |(at, bid): (usize, &Bid)| Some((setup.lot(bid.lot)?.code.clone(), state.sheet.price_text(at).0));
    Some(Draft {
        instance: state.watched.session.mirror().instance(),
        round: round.0,
        attempt: attempt(state),
        base: state.sheet.base().map_or(0, |revision| revision.0),
        lines: bids.iter().enumerate().filter_map(line).collect(),
    })
}

fn attempt(state: &State) -> u32 {
    state.open_bidding().map_or(0, |record| record.attempt)
}

fn lines(state: &State, draft: &Draft) -> Option<Vec<(LotId, String)>> {
    let (round, ..) = state.terms()?;
    // The draft belongs to an earlier game with the same id.
    if draft.instance != state.watched.session.mirror().instance() {
        return None;
    }
    let setup = state.watched.session.setup()?;
    let bid = |(code, price): &(String, String)| Some((setup.lot_by_code(code)?, price.clone()));
    (round.0 == draft.round && !draft.lines.is_empty()).then(|| draft.lines.iter().map(bid).collect())?
}

fn is_untouched(state: &State) -> bool {
    let sealed = state.sealed_bids().map(|sealed| &*sealed.lines).unwrap_or_default();
    state.sheet.says(sealed)
}
