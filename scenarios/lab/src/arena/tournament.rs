//! Many games of bots against each other: who sits where is drawn from each game's seed.
//!
//! Knows set-ups, bots and places; no clock and no screen. The result depends on what is asked and on nothing else: not
//! on how many threads play.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Event, Game, Rejection, Setup, StoneId, TeamId};
use ishigaki_strategy::bot::{Conduct, DecisionError, Strategy, ThinkingTime, View};
use ishigaki_strategy::doubt::doubts;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Serialize, Serializer};

use ishigaki_strategy::bot::play_offline_telling;

use super::contender::{ArenaContender, SeatedContender};
use super::estimate::Estimate;

/// Games of an arena: set-up, bots and seeds.
#[derive(Clone, Debug)]
pub struct ArenaGames {
    /// The game, with its teams.
    pub setup: Setup,
    /// Players, each as often as the others where the seats allow it.
    pub field: Vec<ArenaContender>,
    /// The seed of the first game; each further game has the next one.
    pub from_seed: u64,
    pub games: u64,
    /// Number of games that are played at a time, at least 1.
    pub threads: usize,
    /// Time that a process may think.
    pub thinking: ThinkingTime,
}

/// Callback for each game that is over: its seed, its outcome, the game and its events, with what was sealed in them.
pub type GameSink<'a> = &'a (dyn Fn(u64, &PlayedGame, &Game, Vec<Event>) + Sync);

/// End of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// By seat: who sat there, the place, and the empty squares.
    pub seats: Vec<SeatResult>,
}

/// End of a game for one seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatResult {
    /// Player on that seat.
    pub bot: ArenaContender,
    /// The place (`E2`); equal where only a janken would decide.
    pub place: u32,
    /// Empty squares of the wall.
    pub empty: u32,
    /// Lists that the team's screen would ask about before it seals them.
    pub doubted: usize,
    /// Number of times that it was asked, if it is a process.
    pub decisions: u64,
    /// Decisions that came to nothing, by the reason's name: of a process all reasons, of others what the rules refused.
    pub errors: BTreeMap<&'static str, u64>,
    /// The first of them, if it is a process.
    pub first_error: Option<DecisionError>,
    /// Time for which its process was waited for.
    pub waited: Duration,
}

/// Result of one bot over all games.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub bot: String,
    /// Seats it had, all games together.
    pub seats: usize,
    pub place: Option<Estimate>,
    /// The share of the games that one of its seats wins; a shared first place counts by its part.
    pub won: Option<Estimate>,
    /// Its mean empty squares.
    pub empty: Option<Estimate>,
    /// Its lists that the team's screen would ask about before it seals them, all games together.
    pub doubted: usize,
    /// Number of times that it was asked, all games together; 0 for a bot that is no process.
    pub decisions: u64,
    /// Its decisions that came to nothing, by the reason's name, all games together.
    pub errors: BTreeMap<&'static str, u64>,
    /// The first of them in the game of the lowest seed, in English where it is written; of processes only.
    #[serde(serialize_with = "in_english")]
    pub first_error: Option<DecisionError>,
}

/// Comparison of two bots where both play.
#[derive(Clone, Debug, Serialize)]
pub struct BotPair {
    pub bot: String,
    pub against: String,
    /// The share of the pairs of their seats in which the first one has the better place; equal ones count half.
    pub share: Option<Estimate>,
}

/// Result of all games.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// The bots, the best mean place first.
    pub rows: Vec<Row>,
    /// Every two of them, in the same order.
    pub pairs: Vec<BotPair>,
}

impl ArenaGames {
    /// Plays all games, in the order of their seeds. `tell` is told how many are over.
    ///
    /// # Errors
    /// What the rules refuse of the first game in which they refuse something.
    pub fn play(&self, tell: &(dyn Fn(u64) + Sync)) -> Result<Vec<PlayedGame>, Rejection> {
        self.play_seen(tell, &|_, _, _, _| {})
    }

    /// As [`ArenaGames::play`], showing each game when it is over, in any order.
    ///
    /// # Errors
    /// As [`ArenaGames::play`].
    pub fn play_seen(
        &self,
        tell: &(dyn Fn(u64) + Sync),
        sink: GameSink<'_>,
    ) -> Result<Vec<PlayedGame>, Rejection> {
        let (next, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let worker = || {
            let mut played = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return played;
                }
                played.push((game, self.game(self.from_seed.wrapping_add(game), sink)));
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

    /// Returns the players in the order of their seats in the game of this seed.
    pub fn seats(&self, seed: u64) -> Vec<ArenaContender> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Whoever comes in one time more than the others is drawn too.
        let mut deck = self.field.clone();
        deck.shuffle(&mut rng);
        let mut seats: Vec<ArenaContender> =
            deck.iter().cloned().cycle().take(self.setup.teams.len()).collect();
        seats.shuffle(&mut rng);
        seats
    }

    fn game(&self, seed: u64, sink: GameSink<'_>) -> Result<PlayedGame, Rejection> {
        let seats = self.seats(seed);
        let sit =
            |(seat, bot): (usize, &ArenaContender)| ObservedBot::new(bot.sit(seed, seat, self.thinking));
        let mut bots: Vec<ObservedBot> = seats.iter().enumerate().map(sit).collect();
        let mut events = Vec::new();
        let game =
            play_offline_telling(self.setup.clone(), &mut bots, &mut |event| events.push(event.clone()))?;
        let ends: BTreeMap<TeamId, (u32, u32)> = game
            .standings()
            .into_iter()
            .map(|row| (row.team, (row.place, row.tally.map_or(0, |tally| tally.empty))))
            .collect();
        let seat = |((team, bot), watched): ((TeamId, ArenaContender), &ObservedBot)| {
            let &(place, empty) = ends.get(&team)?;
            let Conduct { decisions, errors, first: first_error, waited, .. } = watched.conduct();
            let doubted = watched.doubted;
            Some(SeatResult { bot, place, empty, doubted, decisions, errors, first_error, waited })
        };
        let played =
            PlayedGame { seats: self.setup.team_ids().zip(seats).zip(&bots).filter_map(seat).collect() };
        sink(seed, &played, &game, events);
        Ok(played)
    }
}

/// A bot whose lists are looked at as the team's screen looks at them.
struct ObservedBot {
    bot: SeatedContender,
    doubted: usize,
    refused: u64,
}

impl ObservedBot {
    fn new(bot: SeatedContender) -> Self {
        Self { bot, doubted: 0, refused: 0 }
    }

    /// Returns what it has done; of a bot inside what the rules refused.
    fn conduct(&self) -> Conduct {
        if let Some(external) = self.bot.external() {
            return external.conduct().clone();
        }
        let refused = Some(("refused", self.refused)).filter(|_| self.refused > 0);
        Conduct { errors: refused.into_iter().collect(), ..Conduct::default() }
    }
}

impl Strategy for ObservedBot {
    fn begin(&mut self, view: &View<'_>) {
        self.bot.strategy().begin(view);
    }

    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let bids = self.bot.strategy().bids(view);
        if let Some(record) = view.record() {
            let doubts = doubts(view.game, record.round, &record.offer, view.held(), &bids);
            self.doubted += usize::from(!doubts.is_empty());
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.bot.strategy().raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        self.bot.strategy().wall(view)
    }

    fn refused(&mut self, fault: &Fault) {
        self.refused += 1;
        self.bot.strategy().refused(fault);
    }

    fn over(&mut self, view: &View<'_>) {
        self.bot.strategy().over(view);
    }
}

impl Standings {
    /// Counts games.
    pub fn of(games: &[PlayedGame]) -> Self {
        let mut bots: Vec<&ArenaContender> =
            games.iter().flat_map(|game| &game.seats).map(|seat| &seat.bot).collect();
        bots.sort_unstable();
        bots.dedup();
        let mut rows: Vec<(&ArenaContender, Row)> =
            bots.iter().map(|&bot| (bot, Row::of(games, bot))).collect();
        let place = |row: &Row| row.place.map_or(f64::MAX, |place| place.mean);
        rows.sort_by(|(_, one), (_, other)| place(one).total_cmp(&place(other)));
        let order: Vec<&ArenaContender> = rows.iter().map(|(bot, _)| *bot).collect();
        let pairs = order.iter().enumerate().flat_map(|(at, &one)| {
            order.iter().skip(at + 1).map(move |&other| BotPair::of(games, one, other))
        });
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
    /// Returns whether it is a process none of whose decisions was valid, so that its figures are those of no bot.
    pub fn is_idle(&self) -> bool {
        self.decisions > 0 && self.errors.values().sum::<u64>() >= self.decisions
    }

    fn of(games: &[PlayedGame], bot: &ArenaContender) -> Self {
        let of_game = |figure: fn(&PlayedGame, &ArenaContender) -> Option<f64>| -> Vec<f64> {
            games.iter().filter_map(|game| figure(game, bot)).collect()
        };
        let mut errors = BTreeMap::new();
        for (&error, count) in games.iter().flat_map(|game| game.of(bot)).flat_map(|seat| &seat.errors) {
            *errors.entry(error).or_default() += count;
        }
        Self {
            bot: bot.name().to_owned(),
            first_error: games.iter().flat_map(|game| game.of(bot)).find_map(|seat| seat.first_error.clone()),
            decisions: games.iter().flat_map(|game| game.of(bot)).map(|seat| seat.decisions).sum(),
            errors,
            seats: games.iter().map(|game| game.of(bot).count()).sum(),
            place: Estimate::of(&of_game(|game, bot| mean(game.of(bot).map(|seat| f64::from(seat.place))))),
            won: Estimate::of_shares(&of_game(PlayedGame::won)),
            empty: Estimate::of(&of_game(|game, bot| mean(game.of(bot).map(|seat| f64::from(seat.empty))))),
            doubted: games.iter().flat_map(|game| game.of(bot)).map(|seat| seat.doubted).sum(),
        }
    }
}

impl BotPair {
    fn of(games: &[PlayedGame], one: &ArenaContender, other: &ArenaContender) -> Self {
        let of_game = |game: &PlayedGame| {
            let [mine, theirs] =
                [one, other].map(|bot| game.of(bot).map(|seat| seat.place).collect::<Vec<_>>());
            share(&mine, &theirs)
        };
        let shares: Vec<f64> = games.iter().filter_map(of_game).collect();
        let (bot, against) = (one.name().to_owned(), other.name().to_owned());
        Self { bot, against, share: Estimate::of_shares(&shares) }
    }
}

impl PlayedGame {
    fn of(&self, bot: &ArenaContender) -> impl Iterator<Item = &SeatResult> + Clone {
        self.seats.iter().filter(move |seat| seat.bot == *bot)
    }

    /// The part of the first place that a bot's seats have; `None` if it has none.
    fn won(&self, bot: &ArenaContender) -> Option<f64> {
        let first = |seat: &&SeatResult| seat.place == 1;
        let all = u32::try_from(self.seats.iter().filter(first).count()).ok()?.max(1);
        let own = u32::try_from(self.of(bot).filter(first).count()).ok()?;
        self.of(bot).next().map(|_| f64::from(own) / f64::from(all))
    }
}

#[expect(clippy::ref_option, reason = "so serde calls it")]
fn in_english<S: Serializer>(error: &Option<DecisionError>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(DecisionError::to_string).serialize(serializer)
}

/// The share of the pairs of places in which the first one is better; equal ones count half. `None` if there is no pair.
pub(super) fn share(mine: &[u32], theirs: &[u32]) -> Option<f64> {
    let pairs = mine.iter().flat_map(|mine| theirs.iter().map(move |theirs| mine.cmp(theirs)));
    mean(pairs.map(|order| match order {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }))
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
    use ishigaki_strategy::bot::{Breed, Temperament};

    use super::*;
    use rehearsal::prepared::{PreparedGame, ScriptChoice};

    const STEADY: ArenaContender = ArenaContender::Inside(Breed::Simple(Temperament::Steady));
    const BOLD: ArenaContender = ArenaContender::Inside(Breed::Simple(Temperament::Bold));

    fn played(places: &[(ArenaContender, u32)]) -> PlayedGame {
        let seat = |(bot, place): &(ArenaContender, u32)| SeatResult {
            bot: bot.clone(),
            place: *place,
            empty: *place,
            doubted: 0,
            decisions: 0,
            errors: BTreeMap::new(),
            first_error: None,
            waited: Duration::ZERO,
        };
        PlayedGame { seats: places.iter().map(seat).collect() }
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
        let setup = PreparedGame::read("tour-4", &ScriptChoice::None, None).unwrap().setup;
        let tournament = ArenaGames {
            setup,
            field: vec![STEADY, BOLD],
            from_seed: 0,
            games: 0,
            threads: 1,
            thinking: ThinkingTime::default(),
        };
        let drawn: Vec<Vec<ArenaContender>> = (0..20).map(|seed| tournament.seats(seed)).collect();
        for seats in &drawn {
            assert_eq!(seats.iter().filter(|&seat| *seat == BOLD).count(), 2);
        }
        assert!(drawn.iter().any(|seats| seats[0] == BOLD) && drawn.iter().any(|seats| seats[0] == STEADY));
        assert_eq!(drawn[3], tournament.seats(3));
    }

    #[test]
    fn threads_do_not_change_the_result() {
        let setup = PreparedGame::read("tiny-2", &ScriptChoice::None, None).unwrap().setup;
        let tournament = |threads| ArenaGames {
            setup: setup.clone(),
            field: vec![STEADY, BOLD],
            from_seed: 7,
            games: 6,
            threads,
            thinking: ThinkingTime::default(),
        };
        assert_eq!(tournament(1).play(&|_| ()).unwrap(), tournament(3).play(&|_| ()).unwrap());
    }
}
