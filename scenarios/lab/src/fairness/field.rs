//! Fields of a simulation: seating, and games played by the rules alone.
//!
//! The games depend on field, set-up and seeds alone, not on the number of threads.

use ishigaki_rules::{Game, Rejection, Setup};
use ishigaki_strategy::bot::{Breed, Strategy, Temperament, play_offline};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::denied::{Buyer, Denial};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerField {
    Strong,
    Steady,
    Mixed,
    Denied(Denial),
    BuyOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatPlayer {
    Bot(Breed),
    Denied(Denial),
    Buyer,
}

#[derive(Clone, Debug)]
pub(super) struct FieldGame {
    pub(super) seats: Vec<SeatPlayer>,
    pub(super) game: Game,
}

const STEADY: Breed = Breed::Simple(Temperament::Steady);

impl PlayerField {
    pub(super) fn seats(self, teams: usize, seed: u64) -> Vec<SeatPlayer> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut deck: Vec<SeatPlayer> = match self {
            Self::Strong => vec![SeatPlayer::Bot(Breed::Adviser)],
            Self::Steady => vec![SeatPlayer::Bot(STEADY)],
            Self::Mixed => Breed::all().map(SeatPlayer::Bot).collect(),
            Self::Denied(denial) => vec![SeatPlayer::Bot(Breed::Adviser), SeatPlayer::Denied(denial)],
            Self::BuyOut => {
                let others = std::iter::repeat_n(SeatPlayer::Bot(Breed::Adviser), teams.saturating_sub(1));
                std::iter::once(SeatPlayer::Buyer).chain(others).collect()
            }
        };
        // The bots with an extra seat are drawn too.
        if self != Self::BuyOut {
            deck.shuffle(&mut rng);
        }
        let mut seats: Vec<SeatPlayer> = deck.into_iter().cycle().take(teams).collect();
        seats.shuffle(&mut rng);
        seats
    }

    pub(super) fn play(self, setup: &Setup, seed: u64) -> Result<FieldGame, Rejection> {
        let seats = self.seats(setup.teams.len(), seed);
        let mut bots: Vec<Box<dyn Strategy>> = seats.iter().map(|sitter| sitter.strategy(seed)).collect();
        let game = play_offline(setup.clone(), &mut bots)?;
        Ok(FieldGame { seats, game })
    }
}

impl SeatPlayer {
    fn strategy(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Bot(breed) => breed.strategy(seed),
            Self::Denied(denial) => denial.strategy(Breed::Adviser, seed),
            Self::Buyer => Box::new(Buyer { inner: Breed::Adviser.strategy(seed) }),
        }
    }
}

pub(super) fn each<T: Send>(count: u64, threads: usize, ask: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
    let threads = threads.max(1) as u64;
    let worker = |first: u64| -> Vec<(u64, T)> {
        let mut answers = Vec::new();
        let mut number = first;
        while number < count {
            answers.push((number, ask(number)));
            number += threads;
        }
        answers
    };
    let mut answers = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|first| scope.spawn(move || worker(first))).collect();
        let mut answers = worker(0);
        for other in others {
            match other.join() {
                Ok(more) => answers.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answers
    });
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
