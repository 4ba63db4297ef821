//! State of the replay.

use ishigaki_rules::{Event, Game, GameTime};
use ishigaki_words::{Lang, Words};

use super::{ProofGaps, Timeline};
use ishigaki_board::{GamePart, current_announcements};
use ishigaki_screen::Surface;

const SPEEDS: [u32; 9] = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/// Makes a replay at the start. `proof` belongs to the record of the timeline.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    pub(super) timeline: Timeline,
    pub(super) proof: ProofGaps,
    pub(super) moment: usize,
    pub(super) game: Game,
    pub(super) clock: GameTime,
    pub(super) playing: bool,
    pub(super) speed: usize,
    pub(super) surface: Surface,
    pub(super) view: Option<GamePart>,
    pub(super) turn: usize,
    pub(super) shows_help: bool,
}

impl State {
    /// Makes a replay at the start. `proof` is of the record that the timeline is of.
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
            shows_help: false,
        })
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns the number of records so far.
    pub fn moment(&self) -> usize {
        self.moment
    }

    /// Returns the game at this moment.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Includes announcements to some teams, because the record has all.
    pub(super) fn announcements(&self) -> Vec<&Event> {
        current_announcements(self.timeline.events(self.moment), self.clock)
    }

    /// Returns whether it plays.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Returns the speed as a multiple of the game's.
    pub fn speed(&self) -> u32 {
        SPEEDS.get(self.speed).copied().unwrap_or(1)
    }

    pub(super) fn change_speed(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    pub(super) fn go_to(&mut self, moment: usize) {
        self.fold_to(moment);
        self.clock = self.timeline.time(self.moment);
    }

    pub(super) fn fold_to(&mut self, moment: usize) {
        let moment = moment.min(self.timeline.len());
        // The next record is only one fold away.
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
