//! A game as the hall has seen it: openings are revealed step by step, and the ranking from the last place
//! up.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ishigaki_client::{Connection, Folded, Mirror};
use ishigaki_proto::wire;
use ishigaki_rules::{Event, Fact, Game, LotId, Phase};

use super::announcement::is_announcement;
use super::requested_value::RequestedValue;
use super::uncovered_opening::UncoveredOpening;
use super::{Cover, GamePart};

/// Hidden places of a ranking during its reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenPlaces {
    /// Number of visible places, from the last ranked team.
    pub places: usize,
    pub has_begun: bool,
}

/// What the hall sees of a game: its state, clock and opening.
#[derive(Clone, Debug, Default)]
pub struct HallView {
    shown: Option<Game>,
    news: Option<Event>,
    lit: Vec<LotId>,
    cover: Option<Cover>,
    last_uncovered: Option<LastUncovered>,
    /// Events after the covered opening, with their times; `None` if that was before this machine's clock
    /// began.
    queued: VecDeque<(Event, Option<Instant>)>,
    /// End of revealing all openings so far, one after the other, on every board.
    busy_until: Option<Instant>,
    by_hand: bool,
    openings: u32,
    /// The last fully revealed opening, while it may be covered again.
    uncovered: Option<UncoveredOpening>,
    /// Progress of an opening that the judge allows.
    pub opening_steering: RequestedValue<wire::Uncovering>,
    /// Number of places of the declared ranking that the judge has revealed.
    pub ranking_steering: RequestedValue<u32>,
    /// True if all past events have arrived: later openings are revealed step by step.
    caught_up: bool,
}

#[derive(Clone, Copy, Debug)]
struct LastUncovered {
    since: Instant,
    pace: Duration,
    /// True if later events had arrived by then: then a person who reveals by key continues by key.
    was_overtaken: bool,
}

impl HallView {
    pub fn game(&self) -> Option<&Game> {
        self.shown.as_ref()
    }

    pub fn cover(&self) -> Option<&Cover> {
        self.cover.as_ref()
    }

    pub(super) fn news(&self) -> Option<&Event> {
        self.news.as_ref()
    }

    pub(super) fn lit(&self) -> &[LotId] {
        self.cover.as_ref().map_or(&self.lit, Cover::last)
    }

    pub(super) fn is_uncovering(&self) -> bool {
        self.cover.is_some() || self.last_uncovered.is_some()
    }

    pub(super) fn is_opening(&self) -> bool {
        self.cover.is_some() || !self.queued.is_empty()
    }

    /// Returns how many places of the ranking are visible, from the last ranked team; `None` for all. After
    /// the end nothing is visible until the judge reveals it.
    pub fn hidden_places(&self) -> Option<HiddenPlaces> {
        let game = self.shown.as_ref()?;
        let revealed = self.ranking_steering.current();
        let has_begun = revealed.is_some();
        (game.covered_rows(revealed) > 0)
            .then(|| HiddenPlaces { places: self.revealed().unwrap_or(0), has_begun })
    }

    pub fn revealed(&self) -> Option<usize> {
        Some(usize::try_from(self.ranking_steering.current()?).unwrap_or(usize::MAX))
    }

    pub fn opening(&self) -> u32 {
        self.openings
    }

    pub fn progress(&self) -> Option<(usize, usize)> {
        let whole = self.uncovered.as_ref().map(|uncovered| (uncovered.steps(), uncovered.steps()));
        self.cover.as_ref().map(Cover::progress).or(whole)
    }

    pub fn holds_next(&self) -> bool {
        self.opening_steering.current().is_some_and(|uncovering| uncovering.opening > self.openings)
    }

    pub fn is_held(&self) -> bool {
        self.cover.is_some() && self.steered_steps().is_some()
    }

    fn steered_steps(&self) -> Option<usize> {
        self.opening_steering.steps_of(self.openings).filter(|_| !self.is_overtaken())
    }

    fn cover_again(&mut self, steps: usize, now: Instant) -> bool {
        let Some(uncovered) = self.uncovered.take_if(|uncovered| steps < uncovered.steps()) else {
            return false;
        };
        let UncoveredOpening { before, news, lit, mut cover, since } = uncovered;
        cover.go_to(steps);
        cover.hold(now);
        (self.shown, self.news, self.lit, self.last_uncovered) = (Some(before), news, lit, None);
        self.cover = Some(cover);
        self.queued = since.into_iter().chain(std::mem::take(&mut self.queued)).collect();
        true
    }

    fn follow_steps(&mut self, steps: usize, now: Instant) -> bool {
        let Some(cover) = &mut self.cover else { return false };
        cover.hold(now);
        let (done, of) = cover.progress();
        if steps.min(of) == done {
            return false;
        }
        if steps < of {
            cover.go_to(steps);
        } else {
            cover.go_to(of - 1);
            self.step(now);
        }
        true
    }

    pub(super) fn fitting_view(&self, hidden_places: Option<HiddenPlaces>) -> GamePart {
        if hidden_places.is_some_and(|hidden_places| !hidden_places.has_begun) {
            return GamePart::Walls;
        }
        match (self.game(), self.cover()) {
            (Some(game), None) => GamePart::at(game),
            _ => GamePart::Lots,
        }
    }

    fn is_overtaken(&self) -> bool {
        let settles = |(event, _): &(Event, Option<Instant>)| {
            matches!(event.fact, Fact::RoundFinalised { .. } | Fact::RoundOpened { .. } | Fact::GameEnded)
        };
        self.queued.iter().any(settles)
    }

    pub(super) fn is_over(&self) -> bool {
        let phase = self.shown.as_ref().map(Game::phase);
        self.cover.is_none() && phase.is_some_and(Phase::is_over)
    }

    pub(super) fn has_caught_up(&self) -> bool {
        self.caught_up
    }

    /// Applies the clock of an item, and returns whether it has one.
    pub fn receive_clock(&mut self, item: &wire::FeedItem) -> bool {
        let Some(clock) = &item.clock else { return false };
        let before = (self.revealed(), self.steered_steps());
        self.opening_steering.receive(clock.uncovering);
        self.ranking_steering.receive(clock.revealed_places);
        (self.revealed(), self.steered_steps()) != before
    }

    /// Applies a folded item, and returns whether something visible has changed.
    pub fn take(&mut self, folded: &Folded, mirror: &Mirror, received: Instant) -> bool {
        match folded {
            Folded::Pulse { .. } => return false,
            Folded::SetUp => self.shown = mirror.game().cloned(),
            Folded::Event(event) => {
                let passed = mirror.game_time(received).map_or(0, |time| time.since(event.at).0);
                let at = received.checked_sub(Duration::from_millis(passed));
                self.receive_event(event.clone(), at, received);
            }
        }
        true
    }

    /// Applies a change of the connection.
    pub fn connect(&mut self, connection: Connection, is_inconsistent: bool) {
        self.opening_steering.reconnect();
        self.ranking_steering.reconnect();
        let has_caught_up = matches!(connection, Connection::CaughtUp | Connection::Stopped { .. });
        self.caught_up |= !is_inconsistent && has_caught_up;
    }

    pub(super) fn uncover(&mut self, now: Instant) {
        if self.cover.is_some() {
            self.by_hand = true;
            self.step(now);
        } else {
            self.resume(now);
        }
    }

    fn step(&mut self, at: Instant) {
        let Some(cover) = &mut self.cover else { return };
        if cover.step() {
            let last_uncovered = LastUncovered { since: at, pace: cover.pace(), was_overtaken: false };
            self.last_uncovered = Some(last_uncovered);
            self.remove_cover(at);
            let was_overtaken = !self.queued.is_empty();
            self.last_uncovered = Some(LastUncovered { was_overtaken, ..last_uncovered });
        }
    }

    /// Advances the opening as far as it is due or the console has steered it. Returns whether it has moved.
    pub fn advance(&mut self, now: Instant, is_automatic: bool) -> bool {
        self.by_hand = !is_automatic;
        match self.steered_steps() {
            Some(steps) if self.cover.is_some() => return self.follow_steps(steps, now),
            Some(steps) if self.cover_again(steps, now) => return true,
            _ => {}
        }
        let is_automatic = is_automatic || self.is_overtaken();
        let due = |cover: &Cover| Some(cover.next_at()).filter(|at| is_automatic && *at <= now);
        let mut has_advanced = false;
        while let Some(at) = self.cover.as_ref().and_then(due) {
            self.step(at);
            has_advanced = true;
        }
        if has_advanced {
            return true;
        }
        if let Some(cover) = self.cover.as_mut().filter(|_| !is_automatic) {
            cover.hold(now);
        }
        let is_over = |last_uncovered: LastUncovered| {
            let has_been_seen = now.saturating_duration_since(last_uncovered.since) >= last_uncovered.pace;
            has_been_seen && (is_automatic || !last_uncovered.was_overtaken)
        };
        if !self.last_uncovered.is_some_and(is_over) {
            return false;
        }
        self.resume(now);
        true
    }

    /// `None` also for an opening that a late board finds revealed everywhere. Revealing begins with the
    /// opening, or after earlier ones.
    fn cover_of(&mut self, event: &Event, at: Option<Instant>, now: Instant) -> Option<Cover> {
        let start = if self.by_hand { now } else { at.max(self.busy_until).unwrap_or(now) };
        let cover = Cover::over(self.shown.as_ref()?, event, start)?;
        self.busy_until = Some(cover.ends_at() + cover.pace());
        let is_held = self.steered_steps().is_some_and(|steps| steps < cover.progress().1);
        let is_running = at.is_some() && (cover.ends_at() > now || is_held);
        if self.caught_up || is_running {
            return Some(cover);
        }
        self.remember_uncovered(cover);
        None
    }

    fn remember_uncovered(&mut self, mut cover: Cover) {
        cover.go_to(cover.progress().1);
        self.uncovered = self.shown.clone().map(|before| UncoveredOpening {
            before,
            news: self.news.clone(),
            lit: self.lit.clone(),
            cover,
            since: Vec::new(),
        });
    }

    fn resume(&mut self, now: Instant) {
        self.last_uncovered = None;
        if self.cover.is_none() {
            self.catch_up(now);
        }
    }

    fn receive_event(&mut self, event: Event, at: Option<Instant>, now: Instant) {
        // A voided or abandoned round is not revealed: it has no result.
        let is_cancelled = matches!(event.fact, Fact::RoundVoided { .. } | Fact::GameAbandoned { .. });
        self.queued.push_back((event, at));
        if is_cancelled {
            self.busy_until = None;
            self.queued.iter_mut().for_each(|(_, at)| *at = None);
            let had_caught_up = std::mem::replace(&mut self.caught_up, false);
            self.last_uncovered = None;
            self.remove_cover(now);
            self.caught_up = had_caught_up;
        } else if self.cover.is_none() {
            self.catch_up(now);
        } else if !self.caught_up
            && self.is_overtaken()
            && self.cover.as_ref().is_some_and(|cover| cover.ends_at() <= now)
        {
            // A board that starts late doesn't reveal step by step what is over for all others.
            self.remove_cover(now);
        }
    }

    fn remove_cover(&mut self, now: Instant) {
        if let Some(cover) = self.cover.take() {
            self.remember_uncovered(cover.clone());
            let (game, event, last) = cover.into_parts();
            self.shown = Some(game);
            self.news = Some(event);
            self.lit = last;
        }
        self.catch_up(now);
    }

    fn catch_up(&mut self, now: Instant) {
        while let Some((event, at)) = self.queued.pop_front() {
            let Some(game) = &self.shown else {
                return;
            };
            if self.last_uncovered.is_some() && (event.fact.is_opening() || changes_view(game, &event)) {
                self.queued.push_front((event, at));
                return;
            }
            self.openings += u32::from(event.fact.is_opening());
            match &mut self.uncovered {
                Some(_) if event.fact.begins_phase() => self.uncovered = None,
                Some(uncovered) => uncovered.since.push((event.clone(), at)),
                None => {}
            }
            self.cover = self.cover_of(&event, at, now);
            let Some(game) = self.shown.as_mut().filter(|_| self.cover.is_none()) else {
                return;
            };
            game.apply(&event);
            if matches!(event.fact, Fact::RoundOpened { .. } | Fact::RoundVoided { .. }) {
                self.lit.clear();
            }
            if is_news(&event.fact) && !reveals_place(game, &event.fact) {
                self.news = Some(event);
            }
        }
    }
}

fn changes_view(game: &Game, event: &Event) -> bool {
    let mut after = game.clone();
    after.apply(event);
    GamePart::at(&after) != GamePart::Lots
}

/// Returns whether its sentence would reveal a place that the judge has not revealed.
fn reveals_place(game: &Game, fact: &Fact) -> bool {
    game.phase().is_ranked() && matches!(fact, Fact::WallCounted { .. } | Fact::JankenEntered { .. })
}

fn is_news(fact: &Fact) -> bool {
    let is_move =
        matches!(fact, Fact::StonePlaced { .. } | Fact::StoneTakenOut { .. } | Fact::WallReplaced { .. });
    // A judge's feed also has messages to some teams, which are not for the hall.
    !is_move && !is_announcement(fact) && fact.addressees().is_none()
}
