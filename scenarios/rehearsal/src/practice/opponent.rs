//! The bots of a practice: how they play, and how well.
//!
//! A temperament says what a bot is after, a strength how few mistakes it makes. Knows strategies and the game as
//! a team may see it; no server.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{LotId, StoneId, Tsuyama};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use team_client::bot::{Breed, Strategy, Temperament, View};
use tokio::sync::watch;

use crate::players::{BuildPlan, BuildPlans};

/// Strength of the bots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Strength {
    /// They bid on half as much, at prices that are off by up to a third, mostly give in when tied, and leave one
    /// stone in five beside the wall.
    Easy,
    /// They play as well as they can, each by its temperament.
    #[default]
    Medium,
    /// Only those that win most are at the table: the adviser's bot beside the best simple ones.
    Hard,
}

/// The adviser's bot, which beats all others, and the two simple ones with the best mean places when all play each
/// other.
const STRONGEST: [Breed; 3] =
    [Breed::Adviser, Breed::Simple(Temperament::Steady), Breed::Simple(Temperament::Thrifty)];

/// How far an easy bot's price may be off, in hundredths.
const SLIP: u64 = 33;
/// An easy bot raises one tie in so many, and leaves out one stone in so many.
const RAISES_ONE_IN: u32 = 3;
const FORGETS_ONE_IN: usize = 5;

impl Strength {
    /// Its name for programs: lower case, one word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// Who sits at the table with so many bots, if nobody asks for anyone.
    pub(super) fn deal(self, seed: u64, bots: usize) -> Vec<Breed> {
        match self {
            Self::Easy | Self::Medium => {
                Temperament::deal(seed, bots).into_iter().map(Breed::Simple).collect()
            }
            Self::Hard => STRONGEST.into_iter().cycle().take(bots).collect(),
        }
    }
}

/// A bot at the table. It tells what it means to build, so that the judge can wait for it.
pub(super) struct Opponent {
    strategy: Box<dyn Strategy>,
    strength: Strength,
    seed: u64,
    plans: watch::Sender<BuildPlans>,
}

impl Opponent {
    pub(super) fn new(breed: Breed, strength: Strength, seed: u64, plans: watch::Sender<BuildPlans>) -> Self {
        Self { strategy: breed.strategy(seed), strength, seed, plans }
    }

    /// Chance that is the same whenever the same is asked.
    fn chance(&self, view: &View<'_>) -> ChaCha8Rng {
        let record = view.record();
        let round = record.map_or(0, |record| u64::from(record.round.0));
        let attempt = record.map_or(0, |record| u64::from(record.attempt));
        let waves = record.map_or(0, |record| record.waves.len() as u64);
        let moment = [u64::from(view.me.0), round, attempt, waves];
        let mixed =
            moment.iter().fold(self.seed, |state, part| state.wrapping_mul(1_000_003).wrapping_add(*part));
        ChaCha8Rng::seed_from_u64(mixed)
    }

    fn tell(&self, view: &View<'_>, wall: Option<&[Placement<StoneId>]>) {
        let plan = BuildPlan::of(view.game, wall);
        self.plans.send_modify(|plans| {
            plans.insert(view.me, plan);
        });
    }
}

impl Strategy for Opponent {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let bids = self.strategy.bids(view);
        match self.strength {
            Strength::Easy => clumsy(view, bids, &mut self.chance(view)),
            Strength::Medium | Strength::Hard => bids,
        }
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut raises = self.strategy.raises(view);
        if self.strength == Strength::Easy {
            let mut chance = self.chance(view);
            raises.retain(|_| chance.random_range(0..RAISES_ONE_IN) == 0);
        }
        raises
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.strategy.wall(view);
        let wall = match self.strength {
            Strength::Easy => wall.map(|wall| careless(view, wall, &mut self.chance(view))),
            Strength::Medium | Strength::Hard => wall,
        };
        self.tell(view, wall.as_deref());
        wall
    }
}

/// Half of a list, at prices that are off, as far as the money goes.
fn clumsy(view: &View<'_>, mut bids: Vec<Bid>, chance: &mut ChaCha8Rng) -> Vec<Bid> {
    let least = |lot: LotId| view.game.setup().lot(lot).map_or(0, |lot| lot.min_price.0);
    bids.truncate(bids.len().div_ceil(2));
    let mut left = view.held().0;
    bids.retain_mut(|bid| {
        let price = bid.price.0.saturating_mul(chance.random_range(100 - SLIP..=100 + SLIP)) / 100;
        bid.price = Tsuyama(price.max(least(bid.lot)));
        let is_paid = bid.price.0 <= left;
        left -= if is_paid { bid.price.0 } else { 0 };
        is_paid
    });
    bids
}

/// The wall without some of its stones, on which none of the others rests.
fn careless(
    view: &View<'_>,
    mut wall: Vec<Placement<StoneId>>,
    chance: &mut ChaCha8Rng,
) -> Vec<Placement<StoneId>> {
    let mut stones: Vec<StoneId> = wall.iter().map(|placement| placement.stone).collect();
    stones.shuffle(chance);
    let kept = wall.len() - wall.len() / FORGETS_ONE_IN;
    for stone in stones {
        if wall.len() <= kept {
            break;
        }
        let without: Vec<_> = wall.iter().filter(|placement| placement.stone != stone).cloned().collect();
        if view.game.judge_wall(view.me, &without).faults.is_empty() {
            wall = without;
        }
    }
    wall
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena;
    use crate::prepared::{PreparedGame, Script};

    #[test]
    fn the_strongest_sit_at_a_hard_table_and_the_adviser_first() {
        let table = |bots| Strength::Hard.deal(1, bots);
        assert_eq!(table(1), [Breed::Adviser]);
        let simple = [Temperament::Steady, Temperament::Thrifty].map(Breed::Simple);
        assert_eq!(table(4), [&[Breed::Adviser], &simple[..], &[Breed::Adviser]].concat());
        assert!(!Strength::Medium.deal(1, 15).contains(&Breed::Adviser), "others are simple");
    }

    /// The adviser's bots come in before the others at a hard table, and the rules have nothing against them.
    #[test]
    fn the_adviser_is_the_strongest_at_a_hard_table() {
        let seed = 1;
        let prepared = PreparedGame::read("final-6", &Script::None, None).unwrap();
        let (plans, planned) = watch::channel(BuildPlans::new());
        let bots = Strength::Hard.deal(seed, 6);
        let mut players: Vec<_> =
            bots.iter().map(|&breed| Opponent::new(breed, Strength::Hard, seed, plans.clone())).collect();
        let game = arena::play(prepared.setup, &mut players).unwrap();
        let standings = game.standings();
        let best: Vec<Breed> = standings.iter().take(2).map(|row| bots[row.team.index()]).collect();
        assert_eq!(best, [Breed::Adviser; 2]);
        assert_eq!(planned.borrow().len(), 6, "each tells what it means to build");
    }

    /// Easy bots are beaten by medium ones of the same temperaments, and the rules have nothing against them.
    #[test]
    fn easy_bots_play_by_the_rules_and_lose_to_medium_ones() {
        let (mut easy, mut medium) = (0, 0);
        for seed in 0..6 {
            let prepared = PreparedGame::read("tour-4", &Script::None, Some(4)).unwrap();
            let (plans, _) = watch::channel(BuildPlans::new());
            let bot =
                |strength| Opponent::new(Breed::Simple(Temperament::Steady), strength, seed, plans.clone());
            let mut players = [Strength::Easy, Strength::Medium, Strength::Easy, Strength::Medium].map(bot);
            let game = arena::play(prepared.setup, &mut players).unwrap();
            for standing in game.standings() {
                *(if standing.team.0 % 2 == 0 { &mut easy } else { &mut medium }) += standing.place;
            }
        }
        assert!(easy > medium + 6, "sums of places: easy {easy}, medium {medium}");
    }
}
