//! The market from public information: offer, past prices, rivals' means.

use ishigaki_rules::auction::{Offer, OfferedLot, Settlement, TeamList};
use ishigaki_rules::{Game, LotId, Phase, Priority, RoundNo, RoundRecord, TeamId, Tsuyama};
use ishigaki_words::Words;

use ishigaki_strategy::bot::View;
use ishigaki_strategy::doubt::opened;

/// The round that takes lists, or else the next one as far as known. `None` after the last.
pub(crate) fn offer(game: &Game) -> Option<(RoundNo, Offer)> {
    let next = match (game.current_round(), game.phase()) {
        (Some(record), Phase::Bidding { .. }) => return Some((record.round, record.offer.clone())),
        (Some(record), _) => record.round.next(),
        (None, Phase::Ready { next }) => next,
        (None, _) => return None,
    };
    let plan = game.setup().round(next)?;
    let lots = game.setup().lots.iter().zip(left(game));
    let lots = lots.map(|(lot, copies)| OfferedLot { min_price: lot.min_price, copies }).collect();
    Some((next, Offer { max_bids: plan.max_bids, max_wins: plan.max_wins, lots }))
}

/// Awards of a round that is not final count as paid (`A6`).
pub(crate) fn purse(game: &Game, team: TeamId) -> Tsuyama {
    let held = game.team(team).map_or(Tsuyama::ZERO, |team| team.held);
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    settlement.map_or(held, |settlement| held.minus(settlement.charge(team)))
}

fn left(game: &Game) -> Vec<u32> {
    let mut left = game.pool().to_vec();
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    for award in settlement.into_iter().flat_map(Settlement::awards) {
        if let Some(copies) = left.get_mut(award.lot.index()) {
            *copies = copies.saturating_sub(1);
        }
    }
    left
}

/// Result of a lot in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) round: RoundNo,
    /// `A7`.
    pub(crate) tied: Option<Tsuyama>,
    pub(crate) paid: Vec<Tsuyama>,
    pub(crate) bid: Vec<Tsuyama>,
}

pub(crate) fn past(game: &Game, lot: LotId) -> Vec<Past> {
    let on_offer =
        opened(game).filter(|record| record.offer.lots.get(lot.index()).is_some_and(|lot| lot.copies > 0));
    let past = on_offer.map(|record| {
        let ties = record.settlement.iter().flat_map(Settlement::ties);
        let tied = ties.filter(|tie| tie.lot == lot).map(|tie| tie.price).max();
        let awards = record.settlement.iter().flat_map(Settlement::awards);
        let mut paid: Vec<Tsuyama> =
            awards.filter(|award| award.lot == lot).map(|award| award.price).collect();
        let mut bid: Vec<Tsuyama> = record.lists.iter().flat_map(|list| named(record, list, lot)).collect();
        paid.sort_unstable_by(|a, b| b.cmp(a));
        bid.sort_unstable_by(|a, b| b.cmp(a));
        Past { round: record.round, tied, paid, bid }
    });
    past.collect()
}

/// The highest price of each line, re-bids included (`A7`).
fn named(record: &RoundRecord, list: &TeamList, lot: LotId) -> impl Iterator<Item = Tsuyama> {
    let lines = (1..).map(Priority).zip(&list.bids).filter(move |(_, bid)| bid.lot == lot);
    lines.map(|(priority, bid)| {
        let raises = record.waves.iter().flatten().filter(|sent| sent.team == list.team);
        let raises = raises.flat_map(|sent| &sent.raises).filter(|raise| raise.priority == priority);
        raises.map(|raise| raise.price).fold(bid.price, Ord::max)
    })
}

pub(crate) fn last_paid(game: &Game, lot: LotId) -> Option<Tsuyama> {
    past(game, lot).iter().rev().find_map(|past| past.paid.first().copied())
}

/// `None` for teams that can't exceed the tied price (`A7`).
pub(crate) fn tied_rivals(game: &Game, lot: LotId, me: TeamId) -> Vec<(TeamId, Option<Tsuyama>)> {
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    let tie = settlement.and_then(|settlement| settlement.ties().iter().find(|tie| tie.lot == lot));
    let Some(tie) = tie else { return Vec::new() };
    let mut teams: Vec<TeamId> = tie.lines.iter().map(|line| line.team).filter(|team| *team != me).collect();
    teams.dedup();
    let budget = |team| View { game, me: team }.rebid_budget().filter(|most| *most > tie.price);
    teams.into_iter().map(|team| (team, budget(team))).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RivalFigures {
    pub(crate) team: TeamId,
    pub(crate) purse: Tsuyama,
    pub(crate) stones: usize,
    pub(crate) squares: usize,
    /// Squares of the frame that all its stones together can't fill.
    pub(crate) needs: usize,
    /// `None` if disqualified.
    pub(crate) empty: Option<u32>,
}

impl RivalFigures {
    /// Empty while the ranking is covered, because it equals the empty squares of a team that placed all its
    /// stones.
    pub(crate) fn needs_text(&self, covered_rows: usize, words: &Words) -> String {
        if covered_rows > 0 { words.label("board-covered") } else { self.needs.to_string() }
    }

    /// Empty while the ranking is covered.
    pub(crate) fn empty_text(&self, covered_rows: usize, words: &Words) -> String {
        match self.empty {
            _ if covered_rows > 0 => words.label("board-covered"),
            Some(empty) => empty.to_string(),
            None => words.label("team-rival-out"),
        }
    }
}

pub(crate) fn rivals(game: &Game) -> Vec<RivalFigures> {
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    let awards = || settlement.into_iter().flat_map(Settlement::awards);
    let of = |team: TeamId| {
        let state = game.team(team);
        let handed = state.into_iter().flat_map(|state| &state.stones).map(|stone| stone.lot);
        let won = awards().filter(|award| award.team == team).map(|award| award.lot);
        let stones: Vec<LotId> = handed.chain(won).collect();
        let squares =
            stones.iter().filter_map(|&lot| game.setup().lot(lot)).map(|lot| lot.shape.area()).sum();
        let out = state.is_none_or(|state| state.disqualified.is_some());
        RivalFigures {
            team,
            purse: purse(game, team),
            stones: stones.len(),
            squares,
            needs: game.setup().frame.area().saturating_sub(squares),
            empty: game.tally(team).filter(|_| !out).map(|tally| tally.empty),
        }
    };
    game.setup().team_ids().map(of).collect()
}
