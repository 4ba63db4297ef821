//! Ladder: a file of all games of its bots, and their ratings.
//!
//! A game is identified by scenario, seed and seating; a repetition replaces it. Ratings are recomputed from
//! all games, so the order doesn't matter ([`rating`](super::rating)).

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::rating::{Meetings, Rating};
use super::tournament::{PlayedGame, share};
use rehearsal::error::Error;

use crate::error::OptionsError;

const FORMAT: u32 = 1;

/// Description of the method, for readers of the file.
const METHOD: &str =
    "Bradley-Terry, fitted by Hunter's MM algorithm; 400 points are ten to one; 95% intervals";

/// A ladder file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    format: u32,
    method: String,
    ratings: Vec<Rung>,
    games: Vec<GameLine>,
}

/// A bot on its ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    pub bot: String,
    pub games: usize,
    pub rating: i64,
    pub low: i64,
    pub high: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    scenario: String,
    seed: u64,
    bots: Vec<String>,
    places: Vec<u32>,
}

impl Default for Ladder {
    fn default() -> Self {
        Self { format: FORMAT, method: METHOD.to_owned(), ratings: Vec::new(), games: Vec::new() }
    }
}

impl Ladder {
    /// Reads a ladder; a missing file is empty.
    ///
    /// # Errors
    /// If the file can't be read, or isn't a ladder of this format.
    pub fn read(path: &Path) -> Result<Self, OptionsError> {
        let wrong = |why: String| OptionsError::Ladder { path: path.to_owned(), why };
        let text = match ishigaki_client::read_text(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let ladder: Self = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if ladder.format != FORMAT {
            return Err(wrong(format!("format {}, and this program knows {FORMAT}", ladder.format)));
        }
        match ladder.games.iter().position(|game| game.bots.len() != game.places.len()) {
            Some(at) => Err(wrong(format!("games[{at}]: as many places as bots"))),
            None => Ok(ladder),
        }
    }

    /// Adds the games of a scenario, with seeds from `from_seed` on.
    pub fn add(&mut self, scenario: &str, from_seed: u64, games: &[PlayedGame]) {
        let mut known: BTreeMap<(String, u64, Vec<String>), Vec<u32>> = std::mem::take(&mut self.games)
            .into_iter()
            .map(|game| ((game.scenario, game.seed, game.bots), game.places))
            .collect();
        for (after, game) in (0..).zip(games) {
            let bots = game.seats.iter().map(|seat| seat.bot.name().to_owned()).collect();
            let places = game.seats.iter().map(|seat| seat.place).collect();
            known.insert((scenario.to_owned(), from_seed.wrapping_add(after), bots), places);
        }
        let line = |((scenario, seed, bots), places)| GameLine { scenario, seed, bots, places };
        self.games = known.into_iter().map(line).collect();
        self.ratings = self.rate_bots();
    }

    /// Returns its bots, best rating first.
    pub fn rungs(&self) -> &[Rung] {
        &self.ratings
    }

    /// Replaces the file atomically.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let failed = |source| Error::Write { path: path.to_owned(), source };
        let rungs: Vec<String> = self.ratings.iter().map(line).collect();
        let games: Vec<String> = self.games.iter().map(line).collect();
        let (format, method) = (self.format, line(&self.method));
        let text = format!(
            "{{\"format\":{format},\"method\":{method},\n\"ratings\":[\n{}\n],\n\"games\":[\n{}\n]}}\n",
            rungs.join(",\n"),
            games.join(",\n")
        );
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".new");
        std::fs::write(&temporary, text).map_err(failed)?;
        std::fs::rename(&temporary, path).map_err(failed)
    }

    fn rate_bots(&self) -> Vec<Rung> {
        let names: BTreeSet<&str> =
            self.games.iter().flat_map(|game| &game.bots).map(String::as_str).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let mut meetings = Meetings::of(names.len());
        for game in &self.games {
            game.meet(&names, &mut meetings);
        }
        let rung = |(name, rating): (&&str, Rating)| {
            #[expect(clippy::cast_possible_truncation, reason = "ratings are a few thousand points")]
            let [rating, low, high] =
                [rating.rating, rating.low, rating.high].map(|figure| figure.round() as i64);
            let games = self.games.iter().filter(|game| game.bots.iter().any(|bot| bot == name)).count();
            Rung { bot: (*name).to_owned(), games, rating, low, high }
        };
        let mut rungs: Vec<Rung> = names.iter().zip(meetings.ratings()).map(rung).collect();
        rungs.sort_by(|a, b| b.rating.cmp(&a.rating).then_with(|| a.bot.cmp(&b.bot)));
        rungs
    }
}

impl GameLine {
    /// Every two bots of a game meet, weighted by their pairs of seats; all meetings of a bot in a game have
    /// total weight 1.
    fn meet(&self, names: &[&str], meetings: &mut Meetings) {
        let mut places: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (bot, place) in self.bots.iter().zip(&self.places) {
            if let Ok(at) = names.binary_search(&bot.as_str()) {
                places.entry(at).or_default().push(*place);
            }
        }
        let others = places.len().saturating_sub(1).max(1);
        #[expect(clippy::cast_precision_loss, reason = "a game has at most 16 seats")]
        let weight = 1.0 / others as f64;
        for (&a, mine) in &places {
            for (&b, theirs) in places.range(a + 1..) {
                let Some(share) = share(mine, theirs) else { continue };
                meetings.add(a, b, share, weight);
            }
        }
    }
}

fn line(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::arena::contender::ArenaContender;
    use crate::arena::tournament::SeatResult;

    fn played(places: &[(&str, u32)]) -> PlayedGame {
        let seat = |&(bot, place): &(&str, u32)| SeatResult {
            bot: ArenaContender::Outside(format!("{bot}=x").parse().unwrap()),
            place,
            empty: 0,
            doubted: 0,
            decisions: 0,
            errors: BTreeMap::new(),
            first_error: None,
            waited: Duration::ZERO,
        };
        PlayedGame { seats: places.iter().map(seat).collect() }
    }

    fn games_by_rank(ladder: &Ladder) -> Vec<(&str, usize)> {
        ladder.rungs().iter().map(|rung| (rung.bot.as_str(), rung.games)).collect()
    }

    #[test]
    fn order_of_games_changes_nothing_and_a_repeat_replaces() {
        let (first, second) = (played(&[("a", 1), ("b", 2)]), played(&[("b", 2), ("c", 1), ("c", 2)]));
        let mut ladder = Ladder::default();
        ladder.add("tiny-2", 1, std::slice::from_ref(&first));
        ladder.add("tiny-2", 2, std::slice::from_ref(&second));
        let mut turned = Ladder::default();
        turned.add("tiny-2", 2, &[second]);
        turned.add("tiny-2", 1, &[first]);
        assert_eq!(ladder, turned);
        assert_eq!(games_by_rank(&ladder), [("a", 1), ("c", 1), ("b", 2)]);
        turned.add("tiny-2", 1, &[played(&[("a", 2), ("b", 1)])]);
        assert_eq!(games_by_rank(&turned), [("c", 1), ("b", 2), ("a", 1)]);
        assert_eq!(turned.games.len(), 2);
    }

    #[test]
    fn seats_of_one_bot_do_not_meet_each_other() {
        let mut ladder = Ladder::default();
        ladder.add("tiny-2", 1, &[played(&[("a", 1), ("a", 2)])]);
        assert_eq!((ladder.rungs()[0].rating, ladder.rungs()[0].games), (1500, 1));
    }

    #[test]
    fn ladder_is_read_as_written_and_anything_else_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ladder.json");
        assert_eq!(Ladder::read(&path).unwrap(), Ladder::default());
        let mut ladder = Ladder::default();
        ladder.add("tiny-2", 1, &[played(&[("a", 1), ("b", 2)]), played(&[("b", 1), ("a", 1)])]);
        ladder.write(&path).unwrap();
        assert_eq!(Ladder::read(&path).unwrap(), ladder);
        let text = std::fs::read_to_string(&path).unwrap();
        for (from, to, why) in [
            ("\"format\":1", "\"format\":2", "format 2"),
            ("[1,2]", "[1]", "games[0]: as many places as bots"),
            ("\"places\"", "\"ranks\"", "ranks"),
        ] {
            std::fs::write(&path, text.replace(from, to)).unwrap();
            let error = Ladder::read(&path).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
