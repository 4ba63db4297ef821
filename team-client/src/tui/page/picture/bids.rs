//! Lots, draft and submitted list.

use ishigaki_rules::{Game, LotId, Tsuyama};

use super::super::model::{BidsState, LineState, LotState, RebidState, SealedState, TiedState, TonedState};
use crate::tui::draw::Painter;
use crate::tui::draw::lots::copies_left;
use crate::tui::market::{last_paid, past};
use crate::tui::panel::Panel;
use crate::tui::seat::DraftFlaw;
use crate::tui::state::State;
use ishigaki_strategy::doubt::cost;
use ishigaki_words::Words;

use super::stage::change;

pub(super) fn of(painter: &Painter<'_>, state: &State, game: &Game) -> BidsState {
    let (words, setup) = (painter.words(), game.setup());
    let flaws = state.flaws();
    let of_line = |at: usize| {
        let own = flaws.iter().filter(|flaw| flaw.lines.contains(&at));
        own.map(|flaw: &DraftFlaw| flaw.text(&words)).collect()
    };
    let line = |(at, bid): (usize, &ishigaki_rules::auction::Bid)| {
        let (was, new) = change(state.sealed_bids(), state.sheet.lines(), at);
        LineState {
            lot: bid.lot.0,
            code: words.lot(setup, bid.lot),
            price: state.sheet.price_text(at).into(),
            was,
            new,
            flaws: of_line(at),
        }
    };
    let whole = flaws.iter().filter(|flaw| flaw.lines.is_empty());
    let empty = match (state.can_draft() || state.is_revoked(), state.is_out()) {
        (true, _) => "page-desk-empty",
        (false, true) => "team-mark-out",
        (false, false) => "team-mark-over",
    };
    let tied = |(at, line): (usize, &crate::tui::raises::OfferRow)| TiedState {
        line: line.priority.0,
        lot: line.lot.0,
        code: words.lot(setup, line.lot),
        price: line.price_text().into(),
        above: line.tied_at.0,
        most: state.budget_of(at).unwrap_or_default().0,
        terms: painter.tied_terms(at, line),
        rivals: painter.tied_rivals(game, line),
        flaws: of_line(at),
    };
    let rebid = state.is_rebidding().then(|| RebidState {
        budget: painter.rebid_total(),
        lines: state.raises.lines().iter().enumerate().map(tied).collect(),
        sealed: painter.sealed_rebid().to_string(),
    });
    BidsState {
        title: painter.panel_title(Panel::Sheet),
        lots: state.lots().into_iter().filter_map(|lot| lot_state(painter, game, lot)).collect(),
        can_draft: state.can_draft(),
        can_seal: state.can_seal(),
        can_take: state.open_bidding().is_some() || state.is_rebidding(),
        differs: state.differs(),
        overtaken: state.is_overtaken(),
        revision: state.revisions().0.map(|revision| u64::from(revision.0)),
        empty: words.label(empty),
        lines: state.sheet.lines().iter().enumerate().map(line).collect(),
        total: total(words, state),
        flaws: whole.map(|flaw| flaw.text(&words)).collect(),
        sealed: sealed(words, state, game),
        rebid,
    }
}

fn total(words: Words, state: &State) -> Option<String> {
    let (_, offer, _) = state.terms()?;
    let lines = state.sheet.lines();
    let gaps = [
        ("lines", lines.len().into()),
        ("most", offer.max_bids.into()),
        ("cost", cost(&offer, lines).into()),
    ];
    Some(words.say("page-desk-total", &gaps))
}

fn lot_state(painter: &Painter<'_>, game: &Game, lot: LotId) -> Option<LotState> {
    let spec = game.setup().lot(lot)?;
    Some(LotState {
        lot: lot.0,
        left: copies_left(game, lot),
        min: spec.min_price.0,
        last: last_paid(game, lot).map(|price| price.0),
        past: past(game, lot).iter().rev().map(|past| painter.past(past)).collect(),
    })
}

fn sealed(words: Words, state: &State, game: &Game) -> SealedState {
    let note = |key: &str, tone| Some(TonedState { text: words.label(key), tone });
    let is_unknown = state.is_sealing_unknown();
    let Some(sealed) = state.sealed_bids() else {
        let note = match (is_unknown, state.open_bidding().is_some()) {
            (true, _) => note("team-sealed-unknown", "loud"),
            (false, true) => note("team-sealed-none", "loud"),
            (false, false) => note("team-sealed-none", "calm"),
        };
        return SealedState { heading: words.label("team-sealed"), note, lines: Vec::new(), total: None };
    };
    let key = if is_unknown { "team-sealed-before" } else { "team-sealed-revision" };
    let draft = state.sheet.lines();
    let line = |(at, bid): (usize, &ishigaki_rules::auction::Bid)| {
        (words.lot(game.setup(), bid.lot), bid.price.0, draft.get(at) != Some(bid))
    };
    let total: Tsuyama = sealed.lines.iter().map(|bid| bid.price).sum();
    SealedState {
        heading: words.say(key, &[("revision", sealed.revision.0.into())]),
        note: match (is_unknown, sealed.lines.is_empty(), state.differs()) {
            (true, ..) => note("team-sealed-unknown", "loud"),
            (false, true, _) => note("team-sealed-declined", "calm"),
            (false, false, true) => note("team-sealed-differs", "loud"),
            (false, false, false) => None,
        },
        lines: sealed.lines.iter().enumerate().map(line).collect(),
        total: Some(words.say("team-sealed-total", &[("total", total.into())])),
    }
}
