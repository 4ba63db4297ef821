//! A bot of a practice, which also reports its planned wall.

use ishigaki_rules::StoneId;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_strategy::bot::{Breed, Strategy, View};
use tokio::sync::watch;

use crate::players::{BuildPlan, BuildPlans};

/// A bot that reports its planned wall, so that the judge can wait for it.
pub(super) struct Opponent {
    strategy: Box<dyn Strategy>,
    plans: watch::Sender<BuildPlans>,
}

impl Opponent {
    pub(super) fn new(breed: Breed, seed: u64, plans: watch::Sender<BuildPlans>) -> Self {
        Self { strategy: breed.strategy(seed), plans }
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
        self.strategy.bids(view)
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.strategy.raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.strategy.wall(view);
        self.tell(view, wall.as_deref());
        wall
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_strategy::bot::{Strength, play_offline};

    use super::*;
    use crate::prepared::{PreparedGame, ScriptChoice};

    /// The sums of the places of bots of two strengths that sit in turn, over some games of `final-6`, and how many published plans.
    fn places(strengths: [u8; 2], games: u64) -> ([u32; 2], usize) {
        let (mut places, mut plan_count) = ([0; 2], 0);
        for seed in 0..games {
            let prepared = PreparedGame::read("final-6", &ScriptChoice::None, None).unwrap();
            let (plans, planned) = watch::channel(BuildPlans::new());
            let breeds = strengths.map(|number| Breed::Graded(Strength::new(number).unwrap()));
            let mut players: Vec<_> = (seed..)
                .zip(breeds.into_iter().cycle().take(prepared.setup.teams.len()))
                .map(|(seed, breed)| Opponent::new(breed, seed, plans.clone()))
                .collect();
            let game = play_offline(prepared.setup, &mut players).unwrap();
            for standing in game.standings() {
                places[standing.team.index() % 2] += standing.place;
            }
            plan_count += planned.borrow().len();
        }
        (places, plan_count)
    }

    /// The rules have nothing against what weak bots do, and those that are three strengths above them have better places.
    #[test]
    fn stronger_bot_places_better_and_publishes_its_plan() {
        for weaker in [1, 4] {
            let ([low, high], plan_count) = places([weaker, weaker + 3], 2);
            assert!(low > high + 6, "sums of places: {low} at strength {weaker}, {high} three above");
            assert_eq!(plan_count, 2 * 6);
        }
    }
}
