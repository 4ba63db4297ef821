//! Many games of bots against each other, with seats drawn from each game's seed.
//!
//! The result depends on the options alone, not on the number of threads.

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

use ishigaki_strategy::bot::play_offline_with;

use super::contender::{ArenaContender, SeatedContender};
use super::estimate::Estimate;

/// Games of an arena: set-up, bots and seeds.
#[derive(Clone, Debug)]
pub struct ArenaGames {
    pub setup: Setup,
    /// Each plays equally often, if the seats allow it.
    pub field: Vec<ArenaContender>,
    pub from_seed: u64,
    pub games: u64,
    pub threads: usize,
    pub thinking: ThinkingTime,
}

/// Callback for each finished game: seed, outcome, game and events, sealed content included.
pub type GameSink<'a> = &'a (dyn Fn(u64, &PlayedGame, &Game, Vec<Event>) + Sync);

/// Result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    pub seats: Vec<SeatResult>,
}

/// Result of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatResult {
    pub bot: ArenaContender,
    /// Equal if only a janken would decide (`E2`).
    pub place: u32,
    pub empty: u32,
    /// Lists that the team's screen would ask about before they are submitted.
    pub doubted: usize,
    pub decisions: u64,
    /// Counts by error name: all failed decisions of a process, or rejections by the rules for other bots.
    pub errors: BTreeMap<&'static str, u64>,
    pub first_error: Option<DecisionError>,
    pub waited: Duration,
}

/// Result of one bot over all games.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub bot: String,
    pub seats: usize,
    pub place: Option<Estimate>,
    /// Share of the games won; a shared first place counts in part.
    pub won: Option<Estimate>,
    pub empty: Option<Estimate>,
    pub doubted: usize,
    pub decisions: u64,
    pub errors: BTreeMap<&'static str, u64>,
    /// From the game with the lowest seed; of processes only.
    #[serde(serialize_with = "in_english")]
    pub first_error: Option<DecisionError>,
}

/// Comparison of two bots.
#[derive(Clone, Debug, Serialize)]
pub struct BotPair {
    pub bot: String,
    pub against: String,
    /// Share of the pairs of their seats in which the first one has the better place; equal ones count half.
    pub share: Option<Estimate>,
}

/// Result of all games.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    pub rows: Vec<Row>,
    pub pairs: Vec<BotPair>,
}

impl ArenaGames {
    /// Plays all games in the order of their seeds. `tell` receives the number of finished games.
    ///
    /// # Errors
    /// The first rejection by the rules.
    pub fn play(&self, tell: &(dyn Fn(u64) + Sync)) -> Result<Vec<PlayedGame>, Rejection> {
        self.play_seen(tell, &|_, _, _, _| {})
    }

    /// Like [`ArenaGames::play`], and passes each finished game to `see`, in any order.
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

    /// Returns the players of a game in the order of their seats.
    pub fn seats(&self, seed: u64) -> Vec<ArenaContender> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // The bots with an extra seat are drawn too.
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
        let game = play_offline_with(self.setup.clone(), &mut bots, &mut |event| events.push(event.clone()))?;
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

struct ObservedBot {
    bot: SeatedContender,
    doubted: usize,
    refused: u64,
}

impl ObservedBot {
    fn new(bot: SeatedContender) -> Self {
        Self { bot, doubted: 0, refused: 0 }
    }

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
        rows.sort_by(|(_, a), (_, b)| place(a).total_cmp(&place(b)));
        let order: Vec<&ArenaContender> = rows.iter().map(|(bot, _)| *bot).collect();
        let pairs = order.iter().enumerate().flat_map(|(at, &bot)| {
            order.iter().skip(at + 1).map(move |&against| BotPair::of(games, bot, against))
        });
        Self { pairs: pairs.collect(), rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// Returns how one bot compares to another one, in either order.
    pub fn share(&self, bot: &str, against: &str) -> Option<Estimate> {
        let turned = |share: Estimate| Estimate {
            mean: 1.0 - share.mean,
            low: 1.0 - share.high,
            high: 1.0 - share.low,
            games: share.games,
        };
        let find = |bot: &str, against: &str| {
            self.pairs
                .iter()
                .find(|pair| pair.bot == bot && pair.against == against)
                .and_then(|pair| pair.share)
        };
        find(bot, against).or_else(|| find(against, bot).map(turned))
    }
}

impl Row {
    /// Returns whether no decision of a process was valid, so that its figures mean nothing.
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
    fn of(games: &[PlayedGame], bot: &ArenaContender, against: &ArenaContender) -> Self {
        let of_game = |game: &PlayedGame| {
            let [mine, theirs] =
                [bot, against].map(|bot| game.of(bot).map(|seat| seat.place).collect::<Vec<_>>());
            share(&mine, &theirs)
        };
        let shares: Vec<f64> = games.iter().filter_map(of_game).collect();
        let (bot, against) = (bot.name().to_owned(), against.name().to_owned());
        Self { bot, against, share: Estimate::of_shares(&shares) }
    }
}

impl PlayedGame {
    fn of(&self, bot: &ArenaContender) -> impl Iterator<Item = &SeatResult> + Clone {
        self.seats.iter().filter(move |seat| seat.bot == *bot)
    }

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
