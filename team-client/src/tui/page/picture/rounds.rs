//! Opened rounds by lot: the team's own bids with their outcome, and who won the copies.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{Outcome, Settlement};
use ishigaki_rules::{Game, LotId, Priority, RoundRecord, RoundState, TeamId};
use ishigaki_words::Words;

use super::super::model::{LotResultState, OwnBidState, RoundResultState, WinnerState};
use crate::tui::state::State;

/// Returns all opened rounds, the newest first.
pub(super) fn of(words: Words, state: &State, game: &Game) -> Vec<RoundResultState> {
    let opened = game.rounds().iter().rev().filter(|record| record.settlement.is_some());
    opened.map(|record| round(words, state.me(), game, record)).collect()
}

fn round(words: Words, me: Option<TeamId>, game: &Game, record: &RoundRecord) -> RoundResultState {
    let key = match record.state {
        RoundState::Open => "team-results-open",
        RoundState::Final => "team-results-final",
        RoundState::Void { .. } => "team-results-void",
    };
    let gaps = [("round", record.round.into()), ("attempt", record.attempt.into())];
    let named: BTreeSet<LotId> = record.lists.iter().flat_map(|list| &list.bids).map(|bid| bid.lot).collect();
    let mut lots: Vec<LotResultState> =
        named.into_iter().map(|lot| lot_result(words, me, game, record, lot)).collect();
    // Own lines come first, in the order of the list.
    lots.sort_by_key(|lot| (lot.own.is_empty(), lot.own.first().map(|own| own.line)));
    let own = record.settlement.iter().flat_map(Settlement::awards).filter(|award| Some(award.team) == me);
    let own: Vec<_> = own.collect();
    let has_list = me.and_then(|me| record.list(me)).is_some_and(|list| !list.bids.is_empty());
    let charge = me.zip(record.settlement.as_ref()).map(|(me, settlement)| settlement.charge(me));
    let tied = lots.iter().flat_map(|lot| &lot.own).filter(|own| own.kind == "tied").count();
    let summary = match (own.len(), has_list) {
        (won, _) if tied > 0 => words.say("page-round-tied", &[("tied", tied.into()), ("won", won.into())]),
        (0, false) => words.label("page-round-passed"),
        (0, true) => words.label("page-round-nothing"),
        (won, _) => {
            words.say("page-round-won", &[("won", won.into()), ("charge", charge.unwrap_or_default().into())])
        }
    };
    RoundResultState {
        round: record.round.index(),
        heading: words.say(key, &gaps),
        summary,
        void: matches!(record.state, RoundState::Void { .. }),
        won: own.len(),
        lots,
    }
}

fn lot_result(
    words: Words,
    me: Option<TeamId>,
    game: &Game,
    record: &RoundRecord,
    lot: LotId,
) -> LotResultState {
    let setup = game.setup();
    let settlement = record.settlement.as_ref();
    let own = me.into_iter().flat_map(|me| {
        let bids = record.list(me).map(|list| list.bids.as_slice()).unwrap_or_default();
        let lines = (1..).map(Priority).zip(bids).filter(move |(_, bid)| bid.lot == lot);
        lines.filter_map(move |(priority, bid)| {
            let outcome = settlement?.outcome(me, priority)?;
            let text = words.outcome(setup, me, &outcome);
            Some(OwnBidState { line: priority.0, price: bid.price.0, kind: kind_of(&outcome), text })
        })
    });
    let awards = settlement.into_iter().flat_map(Settlement::awards).filter(|award| award.lot == lot);
    let winner = |award: &ishigaki_rules::auction::Award| WinnerState {
        team: words.team(setup, award.team),
        price: award.price.0,
        own: Some(award.team) == me,
    };
    let ties = settlement.into_iter().flat_map(Settlement::ties);
    LotResultState {
        lot: lot.0,
        own: own.collect(),
        winners: awards.map(winner).collect(),
        copies: record.offer.lots.get(lot.index()).map_or(0, |lot| lot.copies),
        bids: record.lists.iter().flat_map(|list| &list.bids).filter(|bid| bid.lot == lot).count(),
        tied: ties.filter(|tie| tie.lot == lot).map(|tie| tie.price.0).max(),
    }
}

const fn kind_of(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Awarded { .. } => "won",
        Outcome::Tied { .. } => "tied",
        Outcome::Waiting => "open",
        Outcome::QuotaFull => "not-needed",
        Outcome::Outbid { .. }
        | Outcome::LostRebid { .. }
        | Outcome::GivenUp
        | Outcome::FailedTie { .. }
        | Outcome::Closed
        | Outcome::NoCopyLeft => "lost",
    }
}
