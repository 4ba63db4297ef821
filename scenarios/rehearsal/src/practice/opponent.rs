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
use team_client::bot::{Mason, Strategy, Temperament, View};
use tokio::sync::watch;

use crate::players::{Plan, Plans};

/// How well the bots play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Strength {
    /// They bid on half as much, at prices that are off by up to a third, mostly give in when tied, and leave one
    /// stone in five beside the wall.
    Easy,
    /// They play as well as they can, each by its temperament.
    #[default]
    Medium,
    /// Only the temperaments that win most are at the table.
    Hard,
}

/// Those with the best mean places when all play each other, the best first.
const STRONGEST: [Temperament; 2] = [Temperament::Steady, Temperament::Thrifty];

/// How far an easy bot's price may be off, in hundredths.
const SLIP: u64 = 33;
/// An easy bot raises one tie in so many, and leaves out one stone in so many.
const RAISES_ONE_IN: u32 = 3;
const FORGETS_ONE_IN: usize = 5;

/// A temperament that is not known by this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no bot is called {name:?}; there are {known}")]
pub struct UnknownBot {
    /// What was given.
    pub name: String,
    /// All names.
    pub known: String,
}

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
    pub(super) fn deal(self, seed: u64, bots: usize) -> Vec<Temperament> {
        match self {
            Self::Easy | Self::Medium => Temperament::deal(seed, bots),
            Self::Hard => STRONGEST.into_iter().cycle().take(bots).collect(),
        }
    }
}

/// A bot by what people call it: a temperament's own name, or `all-in` and `random`.
///
/// # Errors
/// There is none of that name.
pub fn named(name: &str) -> Result<Temperament, UnknownBot> {
    let name = match name {
        "all-in" => "bold",
        "random" => "gambler",
        name => name,
    };
    let found = Temperament::ALL.into_iter().find(|temperament| temperament.code() == name);
    found.ok_or_else(|| {
        let known = Temperament::ALL.map(Temperament::code).join(", ");
        UnknownBot { name: name.to_owned(), known: format!("{known}, all-in, random") }
    })
}

/// A bot at the table. It tells what it means to build, so that the judge can wait for it.
pub(super) struct Opponent {
    mason: Mason,
    strength: Strength,
    seed: u64,
    plans: watch::Sender<Plans>,
}

impl Opponent {
    pub(super) fn new(
        temperament: Temperament,
        strength: Strength,
        seed: u64,
        plans: watch::Sender<Plans>,
    ) -> Self {
        Self { mason: Mason::of(temperament, seed), strength, seed, plans }
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
        let plan = Plan::of(view.game, wall);
        self.plans.send_modify(|plans| {
            plans.insert(view.me, plan);
        });
    }
}

impl Strategy for Opponent {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let bids = self.mason.bids(view);
        match self.strength {
            Strength::Easy => clumsy(view, bids, &mut self.chance(view)),
            Strength::Medium | Strength::Hard => bids,
        }
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut raises = self.mason.raises(view);
        if self.strength == Strength::Easy {
            let mut chance = self.chance(view);
            raises.retain(|_| chance.random_range(0..RAISES_ONE_IN) == 0);
        }
        raises
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.mason.wall(view);
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
    use crate::cast::{Cast, Script};

    #[test]
    fn a_bot_goes_by_its_own_name_and_by_what_people_call_it() {
        assert_eq!((named("all-in"), named("random")), (Ok(Temperament::Bold), Ok(Temperament::Gambler)));
        for temperament in Temperament::ALL {
            assert_eq!(named(temperament.code()), Ok(temperament));
        }
        let error = named("clever").unwrap_err().to_string();
        assert!(
            error.contains("\"clever\"") && error.contains("thrifty") && error.contains("all-in"),
            "{error}"
        );
    }

    /// Easy bots are beaten by medium ones of the same temperaments, and the rules have nothing against them.
    #[test]
    fn easy_bots_play_by_the_rules_and_lose_to_medium_ones() {
        let (mut easy, mut medium) = (0, 0);
        for seed in 0..6 {
            let cast = Cast::read("tour-4", &Script::None, Some(4)).unwrap();
            let (plans, _) = watch::channel(Plans::new());
            let bot = |strength| Opponent::new(Temperament::Steady, strength, seed, plans.clone());
            let mut players = [Strength::Easy, Strength::Medium, Strength::Easy, Strength::Medium].map(bot);
            let game = arena::play(cast.setup, &mut players).unwrap();
            for standing in game.standings() {
                *(if standing.team.0 % 2 == 0 { &mut easy } else { &mut medium }) += standing.place;
            }
        }
        assert!(easy > medium + 6, "sums of places: easy {easy}, medium {medium}");
    }
}
