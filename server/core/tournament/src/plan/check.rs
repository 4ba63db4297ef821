//! Checks of plans.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::fault::PlanFault;
use super::{PlaceCriterion, Plan, PrizeRule};
use crate::id::Round;

/// Maximum number of rounds of leagues and placement league. The weights of pairings are designed for it.
const MOST_ROUNDS: u32 = 12;

/// Maximum number of rounds of a round robin, in which at most a few players are paired by weights (`TS2`).
const MOST_ROUND_ROBIN_ROUNDS: u32 = 23;

impl Plan {
    /// Checks the plan and returns it with ranks sorted by descending wins.
    pub fn check(mut self) -> Result<Self, PlanFault> {
        let expected = match self.knock_out {
            Some(_) if self.has_semi_finals() => 4,
            Some(_) => 2,
            None => 0,
        };
        if self.leagues != expected {
            return Err(PlanFault::Leagues { leagues: self.leagues, expected });
        }
        self.check_rounds()?;
        // Summed in 64 bits, because a file may contain any numbers.
        let digits: u64 =
            self.lotteries.iter().map(|lottery| u64::from(lottery.digits) + u64::from(lottery.zeros)).sum();
        if !(1..=18).contains(&digits) || self.lotteries.iter().any(|lottery| lottery.digits == 0) {
            return Err(PlanFault::SeedDigits { digits });
        }
        if !(1..=MOST_ROUNDS).contains(&self.strength_depth) {
            return Err(PlanFault::StrengthDepth { depth: self.strength_depth });
        }
        self.check_finals()?;
        self.check_seeds()?;
        self.check_criteria()?;
        if let Some(diplomas) = &mut self.diplomas {
            diplomas.by_wins.sort_unstable_by_key(|by_wins| Reverse(*by_wins));
        }
        Ok(self)
    }

    fn check_finals(&self) -> Result<(), PlanFault> {
        let Some(knock_out) = self.knock_out else {
            let has_prizes = self.prizes != PrizeRule::Nobody;
            return if has_prizes { Err(PlanFault::PrizesWithoutLeagues) } else { Ok(()) };
        };
        if self.is_round_robin {
            return Err(PlanFault::RoundRobinOfLeagues);
        }
        if knock_out.third_place_game && knock_out.semi_finals.is_none() {
            return Err(PlanFault::NoSemiFinals);
        }
        let may_play_two = knock_out.third_place_game || self.prizes == PrizeRule::Games;
        if knock_out.womens_final && may_play_two {
            return Err(PlanFault::TwoGames);
        }
        Ok(())
    }

    /// Checks the order: leagues, placement league, semi-finals, finals, with no empty round.
    fn check_rounds(&self) -> Result<(), PlanFault> {
        let within = |field, round: Round, least, most| {
            let (least, most) = (Round(least), Round(most));
            let fits = (least..=most).contains(&round);
            if fits { Ok(()) } else { Err(PlanFault::Round { field, round, least, most }) }
        };
        let Round(last) = self.last_round;
        let most = if self.is_round_robin { MOST_ROUND_ROBIN_ROUNDS } else { MOST_ROUNDS };
        within("leagues.last_round", self.last_round, 1, most)?;
        within("leagues.rounds", self.league_rounds, 1, last)?;
        let Some(knock_out) = self.knock_out else { return Ok(()) };
        let semi_finals = knock_out.semi_finals;
        if let Some(round) = semi_finals {
            within("knock_out.semi_finals", round, self.league_rounds.next().0, last + 1)?;
        }
        let finals = semi_finals.unwrap_or_default().0.max(last) + 1;
        within("knock_out.finals", knock_out.finals, finals, finals)
    }

    fn check_seeds(&self) -> Result<(), PlanFault> {
        let mut seen = [false; 11];
        for &number in self.seed_classes.iter().flat_map(|class| &class.numbers) {
            let place = usize::try_from(number.0).ok().and_then(|number| seen.get_mut(number));
            match place {
                Some(place) if number.0 >= 1 && !*place => *place = true,
                _ => return Err(PlanFault::SeedNumber { number }),
            }
        }
        let names: Vec<&str> = self.seed_classes.iter().map(|class| class.name.as_str()).collect();
        let bad = |(class, name): &(usize, &&str)| name.is_empty() || names[..*class].contains(*name);
        match names.iter().enumerate().find(bad) {
            Some((class, _)) => Err(PlanFault::SeedClass { class }),
            None => Ok(()),
        }
    }

    /// The prize order can't compare a prize-winner with another player, so `Prize` must come before it.
    fn check_criteria(&self) -> Result<(), PlanFault> {
        let place = |criterion| self.criteria.iter().position(|other| *other == criterion);
        match place(PlaceCriterion::PrizeOrder) {
            Some(at) if place(PlaceCriterion::Prize).is_none_or(|prize| prize > at) => {
                Err(PlanFault::PrizeOrder { at })
            }
            _ => Ok(()),
        }
    }
}
