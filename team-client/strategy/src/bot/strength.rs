//! Bots of strengths 1 to 10 for practice: player and rate of mistakes.
//!
//! Mistakes are omitted lines, wrong prices, given-up ties and unplaced stones, drawn from the seed and the
//! decision. The rehearsal's `ARENA.md` measures how far apart the strengths are.

use std::fmt;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{LotId, StoneId, Tsuyama};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::{Advised, Mason, Strategy, Temperament, View};
use crate::dice::{About, dice};

/// Strength of a bot: 1, the weakest, to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StrengthPlayer {
    Simple,
    Adviser,
    RivalAware,
}

/// Indexed by strength: name, player, and mistakes in hundredths of [`ALL`].
const LADDER: [(&str, StrengthPlayer, u64); 10] = [
    ("strength-1", StrengthPlayer::Simple, 100),
    ("strength-2", StrengthPlayer::Simple, 65),
    ("strength-3", StrengthPlayer::Simple, 35),
    ("strength-4", StrengthPlayer::Simple, 0),
    ("strength-5", StrengthPlayer::Adviser, 30),
    ("strength-6", StrengthPlayer::Adviser, 22),
    ("strength-7", StrengthPlayer::Adviser, 15),
    ("strength-8", StrengthPlayer::Adviser, 8),
    ("strength-9", StrengthPlayer::Adviser, 0),
    ("strength-10", StrengthPlayer::RivalAware, 0),
];

const TEMPERAMENTS: [Temperament; 3] = [Temperament::Steady, Temperament::Thrifty, Temperament::Blocker];

const ALL: Mistakes = Mistakes { lines: 50, slip: 33, ties: 66, stones: 200 };

/// In hundredths; stones in thousandths, because a wall has about thirty, and one of them decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mistakes {
    lines: u64,
    slip: u64,
    ties: u64,
    stones: u64,
}

pub(super) struct Graded {
    inner: Box<dyn Strategy>,
    seed: u64,
    mistakes: Mistakes,
}

impl Strength {
    /// The highest strength.
    pub const MOST: Self = Self(10);

    /// Returns all strengths, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MOST.0).map(Self)
    }

    /// Returns a strength of 1 to 10; `None` for other numbers.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::MOST.0).contains(&number).then_some(Self(number))
    }

    /// Returns its number, 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the bot's name for programs.
    pub fn code(self) -> &'static str {
        self.row().0
    }

    pub(super) fn strategy(self, seed: u64) -> Graded {
        let (_, player, share) = self.row();
        let inner: Box<dyn Strategy> = match player {
            StrengthPlayer::Simple => {
                let at = seed % TEMPERAMENTS.len() as u64;
                let temperament = usize::try_from(at).ok().and_then(|at| TEMPERAMENTS.get(at));
                Box::new(Mason::of(temperament.copied().unwrap_or_default(), seed))
            }
            StrengthPlayer::Adviser => Box::new(Advised::new(seed)),
            StrengthPlayer::RivalAware => Box::new(Advised::rival_aware(seed)),
        };
        Graded { inner, seed, mistakes: ALL.share(share) }
    }

    fn row(self) -> (&'static str, StrengthPlayer, u64) {
        let at = usize::from(self.0.saturating_sub(1));
        LADDER.get(at).copied().unwrap_or(LADDER[LADDER.len() - 1])
    }
}

impl Mistakes {
    fn share(self, share: u64) -> Self {
        let of = |part: u64| part * share / 100;
        Self { lines: of(self.lines), slip: of(self.slip), ties: of(self.ties), stones: of(self.stones) }
    }

    fn in_list(self, view: &View<'_>, mut bids: Vec<Bid>, rng: &mut ChaCha8Rng) -> Vec<Bid> {
        let least = |lot: LotId| view.game.setup().lot(lot).map_or(0, |lot| lot.min_price.0);
        let left_out = (bids.len() as u64 * self.lines + rng.random_range(0..100)) / 100;
        bids.truncate(bids.len().saturating_sub(usize::try_from(left_out).unwrap_or(usize::MAX)));
        let mut left = view.held().0;
        bids.retain_mut(|bid| {
            let price = bid.price.0.saturating_mul(rng.random_range(100 - self.slip..=100 + self.slip)) / 100;
            bid.price = Tsuyama(price.max(least(bid.lot)));
            let is_paid = bid.price.0 <= left;
            left -= if is_paid { bid.price.0 } else { 0 };
            is_paid
        });
        bids
    }

    fn in_wall(
        self,
        view: &View<'_>,
        mut wall: Vec<Placement<StoneId>>,
        rng: &mut ChaCha8Rng,
    ) -> Vec<Placement<StoneId>> {
        let mut stones: Vec<StoneId> = wall.iter().map(|placement| placement.stone).collect();
        stones.shuffle(rng);
        let forgotten = (wall.len() as u64 * self.stones + rng.random_range(0..1_000)) / 1_000;
        let kept = wall.len().saturating_sub(usize::try_from(forgotten).unwrap_or(usize::MAX));
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
}

impl Strategy for Graded {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let bids = self.inner.bids(view);
        self.mistakes.in_list(view, bids, &mut dice(self.seed, view, About::Mistakes))
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut raises = self.inner.raises(view);
        let mut rng = dice(self.seed, view, About::Mistakes);
        raises.retain(|_| rng.random_range(0..100) >= self.mistakes.ties);
        raises
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.inner.wall(view)?;
        Some(self.mistakes.in_wall(view, wall, &mut dice(self.seed, view, About::Mistakes)))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_are_1_to_10_and_each_has_its_row() {
        assert_eq!(Strength::new(0), None);
        assert_eq!(Strength::new(11), None);
        let codes: Vec<String> = Strength::all().map(|strength| strength.code().to_owned()).collect();
        let expected: Vec<String> = (1..=10).map(|number| format!("strength-{number}")).collect();
        assert_eq!(codes, expected);
    }

    #[test]
    fn mistake_share_of_zero_makes_no_mistakes() {
        assert_eq!(ALL.share(0), Mistakes { lines: 0, slip: 0, ties: 0, stones: 0 });
        assert_eq!(ALL.share(50), Mistakes { lines: 25, slip: 16, ties: 33, stones: 100 });
        assert_eq!(Strength::MOST.row().2, 0);
    }
}
