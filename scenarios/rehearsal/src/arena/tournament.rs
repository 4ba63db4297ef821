//! Many games of bots against each other: who sits where is drawn from each game's seed.
//!
//! Knows set-ups, bots and places; no clock and no screen. The result depends on what is asked and on nothing else: not
//! on how many threads play.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Rejection, Setup, StoneId, TeamId};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::Serialize;
use team_client::bot::{Breed, Strategy, View};
use team_client::doubt::doubts;

use super::estimate::Estimate;
use super::play;

/// Games of an arena: set-up, bots and seeds.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The game, with its teams.
    pub setup: Setup,
    /// Who plays, each as often as the others where the seats allow it.
    pub field: Vec<Breed>,
    /// The seed of the first game; each further game has the next one.
    pub from_seed: u64,
    /// How many games.
    pub games: u64,
    /// How many of them are played at a time, at least 1.
    pub threads: usize,
}

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// By seat: who sat there, the place, and the empty squares.
    pub seats: Vec<Seat>,
}

/// End of a game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Who sat there.
    pub breed: Breed,
    /// The place (`E2`); equal where only a janken would decide.
    pub place: u32,
    /// Empty squares of the wall.
    pub empty: u32,
    /// Lists that the team's screen would ask about before it seals them.
    pub doubted: usize,
}

/// Result of one bot over all games.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The bot.
    pub bot: &'static str,
    /// Seats it had, all games together.
    pub seats: usize,
    /// Its mean place.
    pub place: Option<Estimate>,
    /// The share of the games that one of its seats wins; a shared first place counts by its part.
    pub won: Option<Estimate>,
    /// Its mean empty squares.
    pub empty: Option<Estimate>,
    /// Its lists that the team's screen would ask about before it seals them, all games together.
    pub doubted: usize,
}

/// Comparison of two bots where both play.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// One bot.
    pub bot: &'static str,
    /// The other one.
    pub against: &'static str,
    /// The share of the pairs of their seats in which the first one has the better place; equal ones count half.
    pub share: Option<Estimate>,
}

/// Result of all games.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The bots, the best mean place first.
    pub rows: Vec<Row>,
    /// Every two of them, in the same order.
    pub pairs: Vec<Pair>,
}

impl Tournament {
    /// Plays all games, in the order of their seeds. `tell` is told how many are over.
    ///
    /// # Errors
    /// What the rules refuse of the first game in which they refuse something.
    pub fn play(&self, tell: &(dyn Fn(u64) + Sync)) -> Result<Vec<Played>, Rejection> {
        let (next, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let worker = || {
            let mut played = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return played;
                }
                played.push((game, self.game(self.from_seed.wrapping_add(game))));
                tell(over.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let mut played = std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.threads.max(1)).map(|_| scope.spawn(worker)).collect();
            let mut played = worker();
            for other in others {
                match other.join() {
                    Ok(more) => played.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            played
        });
        played.sort_by_key(|(game, _)| *game);
        played.into_iter().map(|(_, played)| played).collect()
    }

    /// Who sits where in the game of this seed.
    pub fn seats(&self, seed: u64) -> Vec<Breed> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Whoever comes in one time more than the others is drawn too.
        let mut deck = self.field.clone();
        deck.shuffle(&mut rng);
        let mut seats: Vec<Breed> = deck.iter().copied().cycle().take(self.setup.teams.len()).collect();
        seats.shuffle(&mut rng);
        seats
    }

    fn game(&self, seed: u64) -> Result<Played, Rejection> {
        let seats = self.seats(seed);
        let mut bots: Vec<Watched> = seats.iter().map(|breed| Watched::new(breed.strategy(seed))).collect();
        let game = play(self.setup.clone(), &mut bots)?;
        let ends: BTreeMap<TeamId, (u32, u32)> = game
            .standings()
            .into_iter()
            .map(|row| (row.team, (row.place, row.tally.map_or(0, |tally| tally.empty))))
            .collect();
        let seat = |((team, breed), bot): ((TeamId, Breed), &Watched)| {
            let &(place, empty) = ends.get(&team)?;
            Some(Seat { breed, place, empty, doubted: bot.doubted })
        };
        Ok(Played { seats: self.setup.team_ids().zip(seats).zip(&bots).filter_map(seat).collect() })
    }
}

/// A bot whose lists are looked at as the team's screen looks at them.
struct Watched {
    bot: Box<dyn Strategy>,
    doubted: usize,
}

impl Watched {
    fn new(bot: Box<dyn Strategy>) -> Self {
        Self { bot, doubted: 0 }
    }
}

impl Strategy for Watched {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let bids = self.bot.bids(view);
        if let Some(record) = view.record() {
            let doubts = doubts(view.game, record.round, &record.offer, view.held(), &bids);
            self.doubted += usize::from(!doubts.is_empty());
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.bot.raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        self.bot.wall(view)
    }
}

impl Standings {
    /// Counts games.
    pub fn of(games: &[Played]) -> Self {
        let mut breeds: Vec<Breed> =
            games.iter().flat_map(|game| &game.seats).map(|seat| seat.breed).collect();
        breeds.sort_unstable();
        breeds.dedup();
        let mut rows: Vec<(Breed, Row)> =
            breeds.iter().map(|&breed| (breed, Row::of(games, breed))).collect();
        let place = |row: &Row| row.place.map_or(f64::MAX, |place| place.mean);
        rows.sort_by(|(_, one), (_, other)| place(one).total_cmp(&place(other)));
        let order: Vec<Breed> = rows.iter().map(|(breed, _)| *breed).collect();
        let pairs = order
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| order.iter().skip(at + 1).map(move |&other| Pair::of(games, one, other)));
        Self { pairs: pairs.collect(), rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// Returns how one bot compares to another one, whichever comes first.
    pub fn share(&self, bot: &str, against: &str) -> Option<Estimate> {
        let turned = |share: Estimate| Estimate {
            mean: 1.0 - share.mean,
            low: 1.0 - share.high,
            high: 1.0 - share.low,
            games: share.games,
        };
        let find = |one: &str, other: &str| {
            self.pairs
                .iter()
                .find(|pair| pair.bot == one && pair.against == other)
                .and_then(|pair| pair.share)
        };
        find(bot, against).or_else(|| find(against, bot).map(turned))
    }
}

impl Row {
    fn of(games: &[Played], breed: Breed) -> Self {
        let of_game = |figure: fn(&Played, Breed) -> Option<f64>| -> Vec<f64> {
            games.iter().filter_map(|game| figure(game, breed)).collect()
        };
        Self {
            bot: breed.code(),
            seats: games.iter().map(|game| game.of(breed).count()).sum(),
            place: Estimate::of(&of_game(|game, breed| {
                mean(game.of(breed).map(|seat| f64::from(seat.place)))
            })),
            won: Estimate::of_shares(&of_game(Played::won)),
            empty: Estimate::of(&of_game(|game, breed| {
                mean(game.of(breed).map(|seat| f64::from(seat.empty)))
            })),
            doubted: games.iter().flat_map(|game| game.of(breed)).map(|seat| seat.doubted).sum(),
        }
    }
}

impl Pair {
    fn of(games: &[Played], one: Breed, other: Breed) -> Self {
        let share = |game: &Played| {
            let pairs =
                game.of(one).flat_map(|mine| game.of(other).map(move |theirs| (mine.place, theirs.place)));
            mean(pairs.map(|(mine, theirs)| match mine.cmp(&theirs) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            }))
        };
        let shares: Vec<f64> = games.iter().filter_map(share).collect();
        Self { bot: one.code(), against: other.code(), share: Estimate::of_shares(&shares) }
    }
}

impl Played {
    fn of(&self, breed: Breed) -> impl Iterator<Item = &Seat> + Clone {
        self.seats.iter().filter(move |seat| seat.breed == breed)
    }

    /// The part of the first place that a bot's seats have; `None` if it has none.
    fn won(&self, breed: Breed) -> Option<f64> {
        let first = |seat: &&Seat| seat.place == 1;
        let all = u32::try_from(self.seats.iter().filter(first).count()).ok()?.max(1);
        let own = u32::try_from(self.of(breed).filter(first).count()).ok()?;
        self.of(breed).next().map(|_| f64::from(own) / f64::from(all))
    }
}

fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for figure in figures {
        sum += figure;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use team_client::bot::Temperament;

    use super::*;
    use crate::prepared::{PreparedGame, Script};

    const STEADY: Breed = Breed::Simple(Temperament::Steady);
    const BOLD: Breed = Breed::Simple(Temperament::Bold);

    fn played(places: &[(Breed, u32)]) -> Played {
        let seat = |&(breed, place): &(Breed, u32)| Seat { breed, place, empty: place, doubted: 0 };
        Played { seats: places.iter().map(seat).collect() }
    }

    #[test]
    fn pairs_count_once_a_game_and_equal_places_half() {
        let games =
            [played(&[(STEADY, 1), (BOLD, 2), (BOLD, 3)]), played(&[(STEADY, 1), (BOLD, 1), (BOLD, 3)])];
        let standings = Standings::of(&games);
        let share = standings.share("steady", "bold").unwrap();
        assert!((share.mean - 0.875).abs() < 1e-9, "{share:?}");
        let turned = standings.share("bold", "steady").unwrap();
        assert!((turned.mean - 0.125).abs() < 1e-9 && turned.low <= turned.high, "{turned:?}");
        let steady = standings.rows.iter().find(|row| row.bot == "steady").unwrap();
        assert!((steady.won.unwrap().mean - 0.75).abs() < 1e-9);
        assert_eq!(steady.seats, 2);
    }

    #[test]
    fn seats_are_shared_evenly_and_drawn_from_the_seed() {
        let setup = PreparedGame::read("tour-4", &Script::None, None).unwrap().setup;
        let tournament = Tournament { setup, field: vec![STEADY, BOLD], from_seed: 0, games: 0, threads: 1 };
        let drawn: Vec<Vec<Breed>> = (0..20).map(|seed| tournament.seats(seed)).collect();
        for seats in &drawn {
            assert_eq!(seats.iter().filter(|&&seat| seat == BOLD).count(), 2);
        }
        assert!(drawn.iter().any(|seats| seats[0] == BOLD) && drawn.iter().any(|seats| seats[0] == STEADY));
        assert_eq!(drawn[3], tournament.seats(3));
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let setup = PreparedGame::read("tiny-2", &Script::None, None).unwrap().setup;
        let tournament = |threads| Tournament {
            setup: setup.clone(),
            field: vec![STEADY, BOLD],
            from_seed: 7,
            games: 6,
            threads,
        };
        assert_eq!(tournament(1).play(&|_| ()).unwrap(), tournament(3).play(&|_| ()).unwrap());
    }
}
