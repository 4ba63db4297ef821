//! The records of a game, and the game after any of them.

use ishigaki_record::transcript::Transcript;
use ishigaki_rules::{Event, Fact, Game, GameTime, Setup};

/// Number of records between stored games, and so the maximum number of folds to any moment.
const STRIDE: usize = 64;

/// The records of a game, with stored games in between so that every moment is reached quickly.
#[derive(Clone, Debug)]
pub struct Timeline {
    id: String,
    events: Vec<Event>,
    kept: Vec<Game>,
    rounds: Vec<usize>,
    is_covered: bool,
}

impl Timeline {
    /// Returns the timeline of a game. Folds the records once.
    pub fn new(id: String, setup: Setup, events: Vec<Event>) -> Self {
        let mut game = Game::new(setup);
        let (mut kept, mut rounds) = (vec![game.clone()], Vec::new());
        for (at, event) in events.iter().enumerate() {
            if matches!(event.fact, Fact::RoundOpened { .. }) {
                rounds.push(at);
            }
            game.apply(event);
            if (at + 1).is_multiple_of(STRIDE) {
                kept.push(game.clone());
            }
        }
        let is_covered = game.is_cut_before_ranking();
        Self { id, events, kept, rounds, is_covered }
    }

    pub(crate) fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the number of records. A moment is the number of records before it.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns the record that led to a moment; `None` at the start.
    pub fn event(&self, moment: usize) -> Option<&Event> {
        self.events.get(moment.checked_sub(1)?)
    }

    /// Returns the records before a moment, in order.
    pub fn events(&self, moment: usize) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().take(moment)
    }

    /// Returns the time of the record that led to a moment; at the start that of the game.
    pub fn time(&self, moment: usize) -> GameTime {
        self.event(moment).map_or(GameTime(0), |event| event.at)
    }

    /// Returns the game at a moment; its end for all later ones.
    pub fn game(&self, moment: usize) -> Option<Game> {
        let moment = moment.min(self.len());
        let at = moment / STRIDE;
        let mut game = self.kept.get(at)?.clone();
        for event in self.events.get(at * STRIDE..moment)? {
            game.apply(event);
        }
        Some(game)
    }

    /// Returns the moments just after a round was opened, void attempts included.
    pub fn rounds(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.rounds.iter().map(|before| before + 1)
    }
}

impl From<&Transcript> for Timeline {
    fn from(transcript: &Transcript) -> Self {
        let events = transcript.entries.iter().map(|entry| entry.event.clone()).collect();
        Self::new(transcript.game.clone(), transcript.setup.clone(), events)
    }
}
