//! The records of a game, and the game as it was after any of them.

use ishigaki_record::transcript::Transcript;
use ishigaki_rules::{Event, Fact, Game, GameTime, Setup};

/// Number of records between two games that are kept: any moment is at most so many folds away.
const STRIDE: usize = 64;

/// The records of a game, with kept games in between so that every moment is near one.
#[derive(Clone, Debug)]
pub struct Timeline {
    id: String,
    events: Vec<Event>,
    /// The game after 0, [`STRIDE`], twice [`STRIDE`] … records.
    kept: Vec<Game>,
    /// Number of records before each round's first one.
    rounds: Vec<usize>,
    /// Whether the standings are those of a covered ranking.
    is_covered: bool,
}

impl Timeline {
    /// The records of the game with this id and set-up, in order. Folds them once.
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

    /// Returns whether the standings would give away a ranking that is not revealed.
    pub(crate) fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns how many records there are. A moment is named by how many of them lie before it: from 0 to this.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Returns whether nothing ever happened.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The record that led to a moment; `None` at the start.
    pub fn event(&self, moment: usize) -> Option<&Event> {
        self.events.get(moment.checked_sub(1)?)
    }

    /// The records that lie before a moment, in order.
    pub fn events(&self, moment: usize) -> impl DoubleEndedIterator<Item = &Event> {
        self.events.iter().take(moment)
    }

    /// Returns the time of the record that led to a moment; the start of the game at the start.
    pub fn time(&self, moment: usize) -> GameTime {
        self.event(moment).map_or(GameTime(0), |event| event.at)
    }

    /// The game as it was at a moment; its end for all later ones.
    pub fn game(&self, moment: usize) -> Option<Game> {
        let moment = moment.min(self.len());
        let at = moment / STRIDE;
        let mut game = self.kept.get(at)?.clone();
        for event in self.events.get(at * STRIDE..moment)? {
            game.apply(event);
        }
        Some(game)
    }

    /// The moments at which a round has just been opened, void attempts included.
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
