//! Symmetry of seats: the same acts from other seats come to the same ends.
//!
//! A property, not a statistic: the lists, re-bids and walls of a game are played once more with the seats changed round, and
//! every seat must come to exactly what the seat whose acts it has came to. It shows that rules and scenario prefer no seat; how a
//! bot thinks may hang on its seat, and is no matter of theirs.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Game, LotId, Rejection, StoneId, TeamId};
use ishigaki_strategy::bot::{Strategy, View, play_offline};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

/// Returns whether a game comes out the same with its seats changed round, as the seed draws it.
///
/// # Errors
/// What the rules refuse of the acts that they granted before.
pub(super) fn holds(game: &Game, seed: u64) -> Result<bool, Rejection> {
    let teams: Vec<TeamId> = game.setup().team_ids().collect();
    let mut played_as = teams.clone();
    played_as.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let mut players: Vec<Replayed> = played_as.iter().map(|&team| Replayed::of(game, team)).collect();
    let again = play_offline(game.setup().clone(), &mut players)?;
    let pairs = || teams.iter().zip(&played_as);
    Ok(pairs().all(|(&seat, &origin)| SeatEnd::of(&again, seat) == SeatEnd::of(game, origin)))
}

/// Final state of a seat.
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

/// The acts of a team, to be done again.
struct Replayed {
    lists: Vec<Vec<Bid>>,
    /// By round and wave.
    raises: Vec<Vec<Vec<Raise>>>,
    /// Positions of the stones of each lot in the end.
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

    /// The wall of the end, as soon as all of its stones are in hand.
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
