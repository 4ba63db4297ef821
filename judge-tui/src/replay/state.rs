//! The replay's state. No drawing library, no styles.

use ishigaki_rules::{Event, Game, GameTime};
use ishigaki_words::{Lang, Words};

use super::{ProofGaps, Timeline};
use crate::board::{GamePart, standing};
use ishigaki_screen::Surface;

/// Speeds at which a replay can run, as multiples of the game's.
const SPEEDS: [u32; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/// The whole state of a replay.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    pub(super) timeline: Timeline,
    pub(super) proof: ProofGaps,
    /// Number of records that have happened.
    pub(super) moment: usize,
    /// The game at that moment.
    pub(super) game: Game,
    pub(super) clock: GameTime,
    pub(super) playing: bool,
    /// Index among [`SPEEDS`].
    pub(super) speed: usize,
    pub(super) surface: Surface,
    pub(super) view: Option<GamePart>,
    pub(super) turn: usize,
    pub(super) helps: bool,
}

impl State {
    /// A replay that stands at the start. `proof` is of the record that the timeline is of.
    pub fn new(lang: Lang, timeline: Timeline, proof: ProofGaps, columns: u16, lines: u16) -> Option<Self> {
        Some(Self {
            words: Words::new(lang),
            moment: 0,
            game: timeline.game(0)?,
            clock: GameTime(0),
            timeline,
            proof,
            playing: false,
            speed: 3,
            surface: Surface::new(columns, lines),
            view: None,
            turn: 0,
            helps: false,
        })
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns how many records have happened.
    pub fn moment(&self) -> usize {
        self.moment
    }

    /// The game at this moment.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The announcements that stand at this moment, newest first; also those to some teams alone, as the record has all.
    pub(super) fn announcements(&self) -> Vec<&Event> {
        standing(self.timeline.events(self.moment), self.clock)
    }

    /// Returns whether it plays.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Returns how many times faster than the game it plays.
    pub fn speed(&self) -> u32 {
        SPEEDS.get(self.speed).copied().unwrap_or(1)
    }

    pub(super) fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// Goes to a moment, as near as there is one; the clock is set to it.
    pub(super) fn go_to(&mut self, moment: usize) {
        self.fold_to(moment);
        self.clock = self.timeline.time(self.moment);
    }

    /// Folds up to a moment, as near as there is one.
    pub(super) fn fold_to(&mut self, moment: usize) {
        let moment = moment.min(self.timeline.len());
        // The next record is one fold away from where the game stands.
        if moment == self.moment + 1
            && let Some(event) = self.timeline.event(moment)
        {
            self.game.apply(event);
        } else if let Some(game) = self.timeline.game(moment) {
            self.game = game;
        }
        self.moment = moment;
    }
}
