//! The games worth seeing: which of those played they are, and why, and their records as files.
//!
//! A record is what a server would have written of the game ([`transcribe`]), so that whatever reads records reads it: the page of a
//! game, replays, verification. Its key follows from the game's seed: it proves nothing but that the file is whole.

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

/// Reason for which a game is worth seeing. Of all games the one that has most of it is kept; of equal ones
/// the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HighlightReason {
    /// First and second place are the closest (`E2`): equal in the most figures, then the smallest difference in the next one.
    Close,
    /// The winner stood in the worst place after half of the rounds.
    Comeback,
    /// The most waves of re-bids were held (`A7`), then the most lines were tied.
    Fought,
    /// The most decisions came to nothing.
    Failed,
}

/// Score of a game by a reason: the more the better, by the first figure, then by the second one.
type HighlightScore = (u64, u64);

#[derive(Clone, Debug)]
struct SavedGame {
    score: HighlightScore,
    seed: u64,
    bots: Vec<String>,
    events: Arc<Vec<Event>>,
}

/// The games worth seeing so far.
#[derive(Debug, Default)]
pub struct Highlights {
    best: Mutex<BTreeMap<HighlightReason, SavedGame>>,
}

/// A record that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Replay {
    pub file: String,
    pub seed: u64,
    /// Reasons for which it was chosen.
    pub reasons: Vec<HighlightReason>,
}

impl HighlightReason {
    /// Returns its name, as a key of the words.
    pub fn key(self) -> &'static str {
        match self {
            Self::Close => "arena-close",
            Self::Comeback => "arena-comeback",
            Self::Fought => "arena-fought",
            Self::Failed => "arena-most-failed",
        }
    }

    /// Returns how much a game has of it; `None` for nothing.
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

/// In how many figures the first two are equal, and how little the next one differs.
fn closeness(game: &Game) -> Option<HighlightScore> {
    let standings = game.standings();
    let mut ranked = standings.iter().filter_map(|row| row.tally);
    let (first, second) = (ranked.next()?, ranked.next()?);
    let differences: Vec<u64> =
        first.figures().into_iter().zip(second.figures()).map(|(one, other)| one.abs_diff(other)).collect();
    let equal = differences.iter().take_while(|&&difference| difference == 0).count();
    Some((equal as u64, u64::MAX - differences.get(equal).copied().unwrap_or(0)))
}

/// The place of the winner when half of the rounds were over and the walls rebuilt.
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

    /// Looks at a game that is over.
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

    /// Writes the records into a folder, one file a game, however many reasons there are for it; `name` begins their names.
    ///
    /// # Errors
    /// A folder or a file that cannot be written, and a record that cannot be made.
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

/// Makes the folder for records, and sees that a file can be made in it: nobody shall wait for games that have nowhere to go.
///
/// # Errors
/// A folder that cannot be made or written.
pub fn make_room(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|source| Error::Make { path: folder.to_owned(), source })?;
    let trial = folder.join(".room.new");
    let failed = |source| Error::Write { path: trial.clone(), source };
    std::fs::write(&trial, "").map_err(failed)?;
    std::fs::remove_file(&trial).map_err(failed)
}

impl SavedGame {
    /// The game's record; its teams are called after their bots.
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

/// Randomness that follows from a game's seed, so that its record is the same each time.
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
