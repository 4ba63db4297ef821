//! The market as it can be worked out from what is public: the offer, what lots have cost, what the other teams can do.

use ishigaki_rules::auction::{Offer, OfferedLot, Settlement, TeamList};
use ishigaki_rules::{Game, LotId, Phase, Priority, RoundNo, RoundRecord, TeamId, Tsuyama};
use ishigaki_words::Words;

use ishigaki_strategy::bot::View;
use ishigaki_strategy::doubt::opened;

/// The round that a draft is for, and what it offers: the one that takes lists, else the next one, as far as it is
/// known now. `None` if there is none any more.
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

/// Returns what a team will hold when that round opens, as far as it is known now: what it has won in a round
/// that is not final yet is as good as paid (`A6`).
pub(crate) fn purse(game: &Game, team: TeamId) -> Tsuyama {
    let held = game.team(team).map_or(Tsuyama::ZERO, |team| team.held);
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    settlement.map_or(held, |settlement| held.minus(settlement.charge(team)))
}

/// Copies of each lot that nobody has won, those counted off that are won in a round that is not final yet.
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

/// Outcome of a lot in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) round: RoundNo,
    /// The price at which it is tied while its re-bid is open (`A7`).
    pub(crate) tied: Option<Tsuyama>,
    /// Prices that were paid, the highest first.
    pub(crate) paid: Vec<Tsuyama>,
    /// All that was bid, the highest price first.
    pub(crate) bid: Vec<Tsuyama>,
}

/// Returns the outcome of a lot in each round in which it was on offer, the first round first.
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
        paid.sort_unstable_by(|one, other| other.cmp(one));
        bid.sort_unstable_by(|one, other| other.cmp(one));
        Past { round: record.round, tied, paid, bid }
    });
    past.collect()
}

/// Returns what a team named for a lot in a round by each of its lines: the most, if it bid on one again
/// (`A7`).
fn named(record: &RoundRecord, list: &TeamList, lot: LotId) -> impl Iterator<Item = Tsuyama> {
    let lines = (1..).map(Priority).zip(&list.bids).filter(move |(_, bid)| bid.lot == lot);
    lines.map(|(priority, bid)| {
        let raises = record.waves.iter().flatten().filter(|sent| sent.team == list.team);
        let raises = raises.flat_map(|sent| &sent.raises).filter(|raise| raise.priority == priority);
        raises.map(|raise| raise.price).fold(bid.price, Ord::max)
    })
}

/// Returns the price of a lot when it was sold last.
pub(crate) fn last_paid(game: &Game, lot: LotId) -> Option<Tsuyama> {
    past(game, lot).iter().rev().find_map(|past| past.paid.first().copied())
}

/// Returns who else is tied for a lot, and the most that each of them may name for it; `None` for who cannot go above
/// the tied price (`A7`).
pub(crate) fn tied_rivals(game: &Game, lot: LotId, me: TeamId) -> Vec<(TeamId, Option<Tsuyama>)> {
    let settlement = game.current_round().and_then(|record| record.settlement.as_ref());
    let tie = settlement.and_then(|settlement| settlement.ties().iter().find(|tie| tie.lot == lot));
    let Some(tie) = tie else { return Vec::new() };
    let mut teams: Vec<TeamId> = tie.lines.iter().map(|line| line.team).filter(|team| *team != me).collect();
    teams.dedup();
    let budget = |team| View { game, me: team }.rebid_budget().filter(|most| *most > tie.price);
    teams.into_iter().map(|team| (team, budget(team))).collect()
}

/// Public figures of a team's means and wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RivalFigures {
    pub(crate) team: TeamId,
    /// TSUYAMA that it can pay in the next round.
    pub(crate) purse: Tsuyama,
    /// The stones it has been handed and those it has won in a round that is not final yet, and their squares.
    pub(crate) stones: usize,
    pub(crate) squares: usize,
    /// Squares of the frame that even all its stones could not fill: what it has to win still.
    pub(crate) needs: usize,
    /// Squares of its frame that are empty now; `None` if it is disqualified.
    pub(crate) empty: Option<u32>,
}

impl RivalFigures {
    /// Returns the squares that it needs in words; nothing of them while any of the ranking is covered, because they equal the
    /// empty squares of a team that laid all its stones.
    pub(crate) fn needs_text(&self, covered_rows: usize, words: &Words) -> String {
        if covered_rows > 0 { words.label("board-covered") } else { self.needs.to_string() }
    }

    /// Returns the empty squares in words; nothing of them while any of the ranking is covered.
    pub(crate) fn empty_text(&self, covered_rows: usize, words: &Words) -> String {
        match self.empty {
            _ if covered_rows > 0 => words.label("board-covered"),
            Some(empty) => empty.to_string(),
            None => words.label("team-rival-out"),
        }
    }
}

/// All teams, by their order in the set-up.
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
