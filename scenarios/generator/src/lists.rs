//! Fixed lists of a generated scenario: two rounds with ties, copies and re-bids, for golden results.

use std::fmt::Write as _;

use ishigaki_rules::auction::{Bid, Offer, OfferedLot, Raise, Settlement, TeamList, TeamRaises};
use ishigaki_rules::{LotId, Setup, TeamId, Tsuyama};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

const ROUNDS: usize = 2;

pub(crate) fn lists(name: &str, setup: &Setup, rng: &mut ChaCha8Rng) -> String {
    let teams = setup.teams.len();
    let mut text = format!(
        "# Bids of {teams} teams in the first {ROUNDS} rounds of {name}. They submit nothing in the other rounds (A4).\n\
         # The golden results are in the file next to this one.\n"
    );
    for team in &setup.teams {
        // Writing into a string can't fail.
        let _ = write!(text, "\n[[team]]\nid = \"{}\"\nname = \"{}\"\n", team.code, team.name);
    }
    let mut pool: Vec<u32> = setup.lots.iter().map(|lot| lot.copies).collect();
    for (number, plan) in setup.rounds.iter().enumerate() {
        text.push_str("\n[[round]]\n");
        if number >= ROUNDS {
            continue;
        }
        let lots = setup
            .lots
            .iter()
            .zip(&pool)
            .map(|(lot, &copies)| OfferedLot { min_price: lot.min_price, copies });
        let offer = Offer { max_bids: plan.max_bids, max_wins: plan.max_wins, lots: lots.collect() };
        let sealed: Vec<TeamList> =
            setup.team_ids().map(|team| TeamList { team, bids: bids(&offer, number == 0, rng) }).collect();
        text.push_str("\n[round.lists]\n");
        for list in &sealed {
            let lines = list.bids.iter().map(|bid| format!("\"{} {}\"", code(setup, bid.lot), bid.price));
            let _ = writeln!(text, "{} = [{}]", team(setup, list.team), lines.collect::<Vec<_>>().join(", "));
        }
        let settlement = settle(setup, &offer, &sealed, &mut text, rng);
        for award in settlement.awards() {
            if let Some(copies) = pool.get_mut(award.lot.index()) {
                *copies = copies.saturating_sub(1);
            }
        }
    }
    text
}

fn code(setup: &Setup, lot: LotId) -> &str {
    setup.lot(lot).map_or("", |lot| &lot.code)
}

fn team(setup: &Setup, team: TeamId) -> &str {
    setup.team(team).map_or("", |team| &team.code)
}

/// In the first round all lists begin with the same stone and price, which makes a tie.
fn bids(offer: &Offer, is_first: bool, rng: &mut ChaCha8Rng) -> Vec<Bid> {
    let mut lots: Vec<LotId> = (0..offer.lots.len()).map(LotId::at).collect();
    let of = |lot: &LotId| {
        offer.lots.get(lot.index()).copied().unwrap_or(OfferedLot { min_price: Tsuyama(0), copies: 0 })
    };
    // Highest price first, then rarest.
    lots.sort_by_key(|lot| (std::cmp::Reverse(of(lot).min_price), of(lot).copies));
    lots.retain(|lot| of(lot).copies > 0);
    let mut bids = Vec::new();
    for (at, lot) in lots.iter().enumerate() {
        if bids.len() >= usize::try_from(offer.max_bids).unwrap_or(usize::MAX) {
            break;
        }
        let more = if is_first && at == 0 { 3 } else { rng.random_range(0..4_u64) };
        if at == 0 || rng.random_range(0..3_u32) > 0 {
            bids.push(Bid { lot: *lot, price: of(lot).min_price.plus(Tsuyama(more)) });
        }
    }
    bids
}

fn settle(
    setup: &Setup,
    offer: &Offer,
    sealed: &[TeamList],
    text: &mut String,
    rng: &mut ChaCha8Rng,
) -> Settlement {
    let mut settlement = Settlement::open(offer, sealed);
    while !settlement.is_settled() {
        text.push_str("\n[[round.wave]]\n");
        let mut sent = Vec::new();
        for tied in settlement.tied_teams() {
            let mut raises = Vec::new();
            for tie in settlement.ties() {
                let line = tie.lines.iter().find(|line| line.team == tied);
                if let Some(line) = line {
                    let price = tie.price.plus(Tsuyama(rng.random_range(1..4)));
                    raises.push(Raise { priority: line.priority, price });
                }
            }
            let lines = raises.iter().map(|raise| format!("\"{} {}\"", raise.priority, raise.price));
            let _ = writeln!(text, "{} = [{}]", team(setup, tied), lines.collect::<Vec<_>>().join(", "));
            sent.push(TeamRaises { team: tied, raises });
        }
        if settlement.wave(&sent).is_err() {
            break;
        }
    }
    settlement
}
