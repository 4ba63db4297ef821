//! Interesting games: selection, reasons, and records as files.
//!
//! A record is written as by a server ([`transcribe`]), so all readers of records can use it. Its key comes
//! from the game's seed, so it proves only that the file is complete.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use ishigaki_engine::engine::transcribe;
use ishigaki_engine::entropy::{Entropy, Purpose, Unavailable};
use ishigaki_engine::key::ServerKey;
use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Actor, Event, Fact, Game, Setup, TeamSpec};
use rand::rngs::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _};
use serde::Serialize;

use super::tournament::PlayedGame;
use rehearsal::error::Error;

ishigaki_catalogue::keyed! {
    /// Reason for keeping a game. The game with the highest score is kept, the first of equal ones.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum HighlightReason: pub key {
        /// First and second place are closest (`E2`): most equal figures, then the smallest difference in the
        /// next one.
        Close = "arena-close",
        /// The winner was last after half of the rounds.
        Comeback = "arena-comeback",
        /// The most waves of re-bids (`A7`), then the most tied lines.
        Fought = "arena-fought",
        /// The most failed decisions.
        Failed = "arena-most-failed",
    }
}

type HighlightScore = (u64, u64);

#[derive(Clone, Debug)]
struct SavedGame {
    score: HighlightScore,
    seed: u64,
    bots: Vec<String>,
    events: Arc<Vec<Event>>,
}

/// The most interesting games so far.
#[derive(Debug, Default)]
pub struct Highlights {
    best: Mutex<BTreeMap<HighlightReason, SavedGame>>,
}

/// A saved record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    pub file: String,
    pub seed: u64,
    pub reasons: Vec<HighlightReason>,
}

impl HighlightReason {
    fn score(self, played: &PlayedGame, game: &Game, events: &[Event]) -> Option<HighlightScore> {
        match self {
            Self::Close => closeness(game),
            Self::Comeback => comeback(game, events).filter(|score| score.0 > 1),
            Self::Fought => Some(fight(game)).filter(|score| score.0 > 0),
            Self::Failed => {
                let failed = played.seats.iter().flat_map(|seat| seat.errors.values()).sum();
                Some((failed, 0)).filter(|score| score.0 > 0)
            }
        }
    }
}

fn closeness(game: &Game) -> Option<HighlightScore> {
    let standings = game.standings();
    let mut ranked = standings.iter().filter_map(|row| row.tally);
    let (first, second) = (ranked.next()?, ranked.next()?);
    let differences: Vec<u64> =
        first.figures().into_iter().zip(second.figures()).map(|(a, b)| a.abs_diff(b)).collect();
    let equal = differences.iter().take_while(|&&difference| difference == 0).count();
    Some((equal as u64, u64::MAX - differences.get(equal).copied().unwrap_or(0)))
}

fn comeback(game: &Game, events: &[Event]) -> Option<HighlightScore> {
    let winner = game.standings().first()?.team;
    let half = game.setup().rounds.len() / 2;
    let is_next =
        |event: &Event| matches!(event.fact, Fact::RoundOpened { round, .. } if round.index() == half);
    let mut before = Game::new(game.setup().clone());
    events.iter().take_while(|event| !is_next(event)).for_each(|event| before.apply(event));
    let place = before.standings().iter().find(|row| row.team == winner)?.place;
    Some((u64::from(place), 0))
}

fn fight(game: &Game) -> HighlightScore {
    let settlements = || game.rounds().iter().filter_map(|record| record.settlement.as_ref());
    let waves: u64 = settlements().map(Settlement::waves_held).map(u64::from).sum();
    let raises = game.rounds().iter().flat_map(|record| &record.waves).flatten();
    (waves, raises.map(|sent| sent.raises.len() as u64).sum())
}

impl Highlights {
    const REASONS: [HighlightReason; 4] =
        [HighlightReason::Close, HighlightReason::Comeback, HighlightReason::Fought, HighlightReason::Failed];

    /// Scores a finished game.
    pub fn see(&self, seed: u64, played: &PlayedGame, game: &Game, events: Vec<Event>) {
        let scores = Self::REASONS
            .into_iter()
            .filter_map(|reason| Some((reason, reason.score(played, game, &events)?)))
            .collect::<Vec<_>>();
        let bots: Vec<String> = played.seats.iter().map(|seat| seat.bot.name().to_owned()).collect();
        let events = Arc::new(events);
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        for (reason, score) in scores {
            let is_better = |kept: &SavedGame| (score, Reverse(seed)) > (kept.score, Reverse(kept.seed));
            if best.get(&reason).is_none_or(is_better) {
                best.insert(
                    reason,
                    SavedGame { score, seed, bots: bots.clone(), events: Arc::clone(&events) },
                );
            }
        }
    }

    /// Writes the records to a directory, one file per game; `name` is the prefix of their names.
    ///
    /// # Errors
    /// If a file can't be written, or a record can't be made.
    pub fn write(&self, folder: &Path, name: &str, setup: &Setup) -> anyhow::Result<Vec<Replay>> {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let mut games: BTreeMap<u64, (&SavedGame, Vec<HighlightReason>)> = BTreeMap::new();
        for (&reason, kept) in &*best {
            games.entry(kept.seed).or_insert((kept, Vec::new())).1.push(reason);
        }
        let made = |source| Error::Make { path: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(made)?;
        let mut replays = Vec::new();
        for (seed, (kept, reasons)) in games {
            let path = folder.join(format!("{name}-{seed}.jsonl"));
            let written = |source| Error::Write { path: path.clone(), source };
            std::fs::write(&path, kept.record(&format!("{name}-{seed}"), setup)?).map_err(written)?;
            replays.push(Replay { file: path.display().to_string(), seed, reasons });
        }
        Ok(replays)
    }
}

/// Makes the directory for records and checks that it is writable, before any game.
///
/// # Errors
/// If it can't be made or written.
pub fn make_room(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|source| Error::Make { path: folder.to_owned(), source })?;
    let trial = folder.join(".room.new");
    let failed = |source| Error::Write { path: trial.clone(), source };
    std::fs::write(&trial, "").map_err(failed)?;
    std::fs::remove_file(&trial).map_err(failed)
}

impl SavedGame {
    fn record(&self, id: &str, setup: &Setup) -> anyhow::Result<String> {
        let mut setup = setup.clone();
        for (team, bot) in setup.teams.iter_mut().zip(&self.bots) {
            *team = TeamSpec { code: team.code.clone(), name: bot.clone() };
        }
        let entropy = SeededEntropy(Mutex::new(ChaCha8Rng::seed_from_u64(self.seed)));
        let key = Arc::new(ServerKey::make(&entropy).context("no key for a replay")?);
        let principal = |actor: Actor| match actor {
            Actor::Team(team) => self.bots.get(team.index()).cloned().unwrap_or_default(),
            Actor::Judge | Actor::Organiser => "judge".to_owned(),
            Actor::Clock => String::new(),
        };
        let record = transcribe(id, &setup, &self.events, principal, key, Arc::new(entropy));
        record.with_context(|| format!("no record of the game of seed {}", self.seed))
    }
}

/// Randomness from a game's seed, so that its record is reproducible.
struct SeededEntropy(Mutex<ChaCha8Rng>);

impl fmt::Debug for SeededEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeededEntropy")
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, _: Purpose<'_>, out: &mut [u8]) -> Result<(), Unavailable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(out);
        Ok(())
    }
}
