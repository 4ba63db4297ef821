//! Symmetry of seats: the same acts from other seats have the same results.
//!
//! A property, not a statistic: the lists, re-bids and walls of a game are replayed with permuted seats, and
//! every seat must have exactly the result of the original seat of its acts. Rules and scenario must prefer
//! no seat; a bot's decisions may depend on its seat.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Game, LotId, Rejection, StoneId, TeamId};
use ishigaki_strategy::bot::{Strategy, View, play_offline};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

pub(super) fn holds(game: &Game, seed: u64) -> Result<bool, Rejection> {
    let teams: Vec<TeamId> = game.setup().team_ids().collect();
    let mut played_as = teams.clone();
    played_as.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let mut players: Vec<Replayed> = played_as.iter().map(|&team| Replayed::of(game, team)).collect();
    let again = play_offline(game.setup().clone(), &mut players)?;
    let pairs = || teams.iter().zip(&played_as);
    Ok(pairs().all(|(&seat, &origin)| SeatEnd::of(&again, seat) == SeatEnd::of(game, origin)))
}

#[derive(PartialEq, Eq)]
struct SeatEnd {
    place: Option<u32>,
    tally: Option<ishigaki_rules::ranking::Tally>,
    stones: Vec<LotId>,
}

impl SeatEnd {
    fn of(game: &Game, team: TeamId) -> Self {
        let row = game.standings().into_iter().find(|row| row.team == team);
        let stones =
            game.team(team).into_iter().flat_map(|team| &team.stones).map(|stone| stone.lot).collect();
        Self { place: row.map(|row| row.place), tally: row.and_then(|row| row.tally), stones }
    }
}

struct Replayed {
    lists: Vec<Vec<Bid>>,
    raises: Vec<Vec<Vec<Raise>>>,
    wall: BTreeMap<LotId, Vec<Spot>>,
}

impl Replayed {
    fn of(game: &Game, team: TeamId) -> Self {
        let records = game.rounds();
        let list = |record: &std::sync::Arc<ishigaki_rules::RoundRecord>| {
            record.list(team).map(|list| list.bids.clone()).unwrap_or_default()
        };
        let raises = |record: &std::sync::Arc<ishigaki_rules::RoundRecord>| {
            let of_wave = |wave: &Vec<ishigaki_rules::auction::TeamRaises>| {
                wave.iter()
                    .find(|raises| raises.team == team)
                    .map(|own| own.raises.clone())
                    .unwrap_or_default()
            };
            record.waves.iter().map(of_wave).collect()
        };
        let mut wall: BTreeMap<LotId, Vec<Spot>> = BTreeMap::new();
        for (stone, spot) in game.team(team).into_iter().flat_map(|team| &team.laid) {
            wall.entry(stone.lot).or_default().push(*spot);
        }
        Self { lists: records.iter().map(list).collect(), raises: records.iter().map(raises).collect(), wall }
    }
}

impl Strategy for Replayed {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let round = view.record().map_or(0, |record| record.round.index());
        self.lists.get(round).cloned().unwrap_or_default()
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let Some(record) = view.record() else { return Vec::new() };
        let waves = self.raises.get(record.round.index());
        waves.and_then(|waves| waves.get(record.waves.len())).cloned().unwrap_or_default()
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let hand = &view.team()?.stones;
        let mut placements = Vec::new();
        for (&lot, spots) in &self.wall {
            let mut own = hand.iter().filter(|stone| stone.lot == lot);
            for &spot in spots {
                placements.push(Placement { stone: *own.next()?, placing: Placing::Turned(spot) });
            }
        }
        (!placements.is_empty()).then_some(placements)
    }
}
