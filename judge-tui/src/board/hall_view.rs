//! One game as the hall has been shown it: openings are uncovered step by step, and the ranking from the last place on.
//!
//! Knows no feed: it takes what a mirror has folded.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ishigaki_client::{Connection, Folded, Mirror};
use ishigaki_proto::wire;
use ishigaki_rules::{Event, Fact, Game, LotId, Phase};

use super::announcement::is_announcement;
use super::requested_value::RequestedValue;
use super::uncovered::UncoveredOpening;
use super::{Cover, GamePart};

/// Hidden places of a ranking while it is revealed: from where on the hall may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenPlaces {
    /// Number of places, from the last team that counts.
    pub places: usize,
    /// Whether it is being revealed, or still waits for that.
    pub has_begun: bool,
}

/// State of a game on every board.
#[derive(Clone, Debug, Default)]
pub(crate) struct HallView {
    /// The game as the hall has been shown it.
    shown: Option<Game>,
    /// Last event in it.
    news: Option<Event>,
    /// The lots that were uncovered last.
    lit: Vec<LotId>,
    cover: Option<Cover>,
    /// The last step of an opening, while the hall looks at it.
    lingering: Option<LastUncovered>,
    /// What has happened behind the cover, each with its moment; `None` if that was before this machine's clock began.
    behind: VecDeque<(Event, Option<Instant>)>,
    /// Until when the openings that have happened are uncovered, one after the other, on every board.
    busy_until: Option<Instant>,
    /// Whether openings are uncovered by key here.
    by_hand: bool,
    /// Number of openings, the one that is uncovered among them.
    openings: u32,
    /// The opening that the hall has seen to its last step, as long as it may be covered again.
    uncovered: Option<UncoveredOpening>,
    /// Steering of the openings: how far the judge lets the hall see which one.
    pub(crate) opening_steering: RequestedValue<wire::Uncovering>,
    /// Steering of the ranking: number of places of the declared ranking that the judge has revealed.
    pub(crate) ranking_steering: RequestedValue<u32>,
    /// Whether all that had happened before the board looked has arrived: openings are staged from then on.
    caught_up: bool,
}

/// Last lot that was uncovered, shown for a while before the view changes.
#[derive(Clone, Copy, Debug)]
struct LastUncovered {
    since: Instant,
    /// Shortest time that it takes.
    pace: Duration,
    /// Whether what follows had happened by then: then whoever uncovers by hand goes on by hand.
    was_overtaken: bool,
}

impl HallView {
    /// The game as the hall may see it; `None` before its set-up has arrived.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.shown.as_ref()
    }

    /// The opening that is being uncovered, if any.
    pub(crate) fn cover(&self) -> Option<&Cover> {
        self.cover.as_ref()
    }

    /// Returns the last event, as far as the hall has been shown it.
    pub(super) fn news(&self) -> Option<&Event> {
        self.news.as_ref()
    }

    /// The lots that were uncovered last.
    pub(super) fn lit(&self) -> &[LotId] {
        self.cover.as_ref().map_or(&self.lit, Cover::last)
    }

    /// Returns whether the hall looks at what was uncovered last.
    pub(super) fn is_uncovering(&self) -> bool {
        self.cover.is_some() || self.lingering.is_some()
    }

    /// Returns whether the hall has still to be shown something of an opening, or looks at its last step while what
    /// follows waits.
    pub(super) fn is_opening(&self) -> bool {
        self.cover.is_some() || !self.behind.is_empty()
    }

    /// Returns how many places of the ranking the hall may see, from the last team that counts, and whether anybody is revealing
    /// them; `None` if it may see all. From the end of the game on nothing of it is seen until the judge reveals it.
    pub(crate) fn veil(&self) -> Option<HiddenPlaces> {
        let game = self.shown.as_ref()?;
        let revealed = self.ranking_steering.current();
        let has_begun = revealed.is_some();
        (game.covered_rows(revealed) > 0)
            .then(|| HiddenPlaces { places: self.revealed().unwrap_or(0), has_begun })
    }

    /// Returns the number of places that the judge has revealed; `None` before that has begun.
    pub(crate) fn revealed(&self) -> Option<usize> {
        Some(usize::try_from(self.ranking_steering.current()?).unwrap_or(usize::MAX))
    }

    /// Returns the number of the opening that the hall was shown last, or is being shown; from 1, and 0
    /// before the first.
    pub(crate) fn opening(&self) -> u32 {
        self.openings
    }

    /// The steps that the hall has seen of that opening, and how many there are; `None` once it cannot be covered any more.
    pub(crate) fn progress(&self) -> Option<(usize, usize)> {
        let whole = self.uncovered.as_ref().map(|uncovered| (uncovered.steps(), uncovered.steps()));
        self.cover.as_ref().map(Cover::progress).or(whole)
    }

    /// Returns whether the judge has the opening after that one stand at its first step when it comes.
    pub(crate) fn holds_next(&self) -> bool {
        self.opening_steering.current().is_some_and(|uncovering| uncovering.opening > self.openings)
    }

    /// Returns whether the opening that the hall looks at goes no further than the judge lets it.
    pub(crate) fn is_held(&self) -> bool {
        self.cover.is_some() && self.steered().is_some()
    }

    /// Returns the number of steps that the judge lets the hall see of the opening that it looks at; `None` while boards go
    /// on by themselves.
    fn steered(&self) -> Option<usize> {
        self.opening_steering.steps_of(self.openings).filter(|_| !self.is_overtaken())
    }

    /// Covers the opening again that was uncovered whole, but for so many steps; whether that is so now. What has happened
    /// since waits behind it.
    fn cover_again(&mut self, steps: usize, now: Instant) -> bool {
        let Some(uncovered) = self.uncovered.take_if(|uncovered| steps < uncovered.steps()) else {
            return false;
        };
        let UncoveredOpening { before, news, lit, mut cover, since } = uncovered;
        cover.go_to(steps);
        cover.hold(now);
        (self.shown, self.news, self.lit, self.lingering) = (Some(before), news, lit, None);
        self.cover = Some(cover);
        self.behind = since.into_iter().chain(std::mem::take(&mut self.behind)).collect();
        true
    }

    /// Goes to the step at which the judge has the opening; whether that is another one.
    fn follow(&mut self, steps: usize, now: Instant) -> bool {
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

    /// The view that fits what the hall waits for: until the ranking is revealed, the walls.
    pub(super) fn fitting_view(&self, veil: Option<HiddenPlaces>) -> GamePart {
        if veil.is_some_and(|veil| !veil.has_begun) {
            return GamePart::Walls;
        }
        match (self.game(), self.cover()) {
            (Some(game), None) => GamePart::at(game),
            _ => GamePart::Lots,
        }
    }

    /// Returns whether the round that is being uncovered is over for everybody but the hall: then nobody waits
    /// for a key.
    fn is_overtaken(&self) -> bool {
        let settles = |(event, _): &(Event, Option<Instant>)| {
            matches!(event.fact, Fact::RoundFinalised { .. } | Fact::RoundOpened { .. } | Fact::GameEnded)
        };
        self.behind.iter().any(settles)
    }

    /// Returns whether the hall has seen the game to its end.
    pub(super) fn is_over(&self) -> bool {
        let phase = self.shown.as_ref().map(Game::phase);
        self.cover.is_none() && phase.is_some_and(Phase::is_over)
    }

    /// Returns whether all that had happened before has arrived.
    pub(super) fn has_caught_up(&self) -> bool {
        self.caught_up
    }

    /// Hears how far the judge lets boards go. Returns whether that changes what the hall sees.
    pub(crate) fn hear(&mut self, item: &wire::FeedItem) -> bool {
        let Some(clock) = &item.clock else { return false };
        let told = (self.revealed(), self.steered());
        self.opening_steering.hear(clock.uncovering);
        self.ranking_steering.hear(clock.revealed_places);
        (self.revealed(), self.steered()) != told
    }

    /// Takes in what a mirror has folded. Returns whether the hall sees anything new.
    pub(crate) fn take(&mut self, folded: &Folded, mirror: &Mirror, received: Instant) -> bool {
        match folded {
            Folded::Pulse { .. } => return false,
            Folded::SetUp => self.shown = mirror.game().cloned(),
            Folded::Event(event) => {
                let passed = mirror.game_time(received).map_or(0, |time| time.since(event.at).0);
                let at = received.checked_sub(Duration::from_millis(passed));
                self.bring(event.clone(), at, received);
            }
        }
        true
    }

    /// Notes the connection of the feed, and whether the feed has gone astray.
    pub(crate) fn connect(&mut self, connection: Connection, is_astray: bool) {
        self.opening_steering.reconnect();
        self.ranking_steering.reconnect();
        let has_caught_up = matches!(connection, Connection::CaughtUp | Connection::Stopped { .. });
        self.caught_up |= !is_astray && has_caught_up;
    }

    /// Takes one step in uncovering by hand, if anything is covered.
    pub(super) fn uncover(&mut self, now: Instant) {
        if self.cover.is_some() {
            self.by_hand = true;
            self.step(now);
        } else {
            self.look_on(now);
        }
    }

    /// Takes one step of what is covered, at this moment.
    fn step(&mut self, at: Instant) {
        let Some(cover) = &mut self.cover else { return };
        if cover.step() {
            let lingering = LastUncovered { since: at, pace: cover.pace(), was_overtaken: false };
            self.lingering = Some(lingering);
            self.lift(at);
            let was_overtaken = !self.behind.is_empty();
            self.lingering = Some(LastUncovered { was_overtaken, ..lingering });
        }
    }

    /// Goes on as far as it is time to; whether there is anything new to be seen. By itself, or once the round is final,
    /// uncovering goes on at its pace.
    pub(crate) fn go_on(&mut self, now: Instant, by_itself: bool) -> bool {
        self.by_hand = !by_itself;
        match self.steered() {
            Some(steps) if self.cover.is_some() => return self.follow(steps, now),
            Some(steps) if self.cover_again(steps, now) => return true,
            _ => {}
        }
        let by_itself = by_itself || self.is_overtaken();
        let due = |cover: &Cover| Some(cover.next_at()).filter(|at| by_itself && *at <= now);
        let mut has_gone_on = false;
        while let Some(at) = self.cover.as_ref().and_then(due) {
            self.step(at);
            has_gone_on = true;
        }
        if has_gone_on {
            return true;
        }
        if let Some(cover) = self.cover.as_mut().filter(|_| !by_itself) {
            cover.hold(now);
        }
        let is_over = |lingering: LastUncovered| {
            let has_been_seen = now.saturating_duration_since(lingering.since) >= lingering.pace;
            has_been_seen && (by_itself || !lingering.was_overtaken)
        };
        if !self.lingering.is_some_and(is_over) {
            return false;
        }
        self.look_on(now);
        true
    }

    /// The cover of an opening that happened at this moment; `None` for anything else, and for an opening that a board which
    /// looks only now finds uncovered everywhere. Its uncovering begins with the opening, or after those before it.
    fn cover_of(&mut self, event: &Event, at: Option<Instant>, now: Instant) -> Option<Cover> {
        let start = if self.by_hand { now } else { at.max(self.busy_until).unwrap_or(now) };
        let cover = Cover::over(self.shown.as_ref()?, event, start)?;
        self.busy_until = Some(cover.ends_at() + cover.pace());
        let is_held = self.steered().is_some_and(|steps| steps < cover.progress().1);
        let is_running = at.is_some() && (cover.ends_at() > now || is_held);
        if self.caught_up || is_running {
            return Some(cover);
        }
        self.keep(cover);
        None
    }

    /// Keeps an opening that the hall sees whole from now on, so that it can be covered again.
    fn keep(&mut self, mut cover: Cover) {
        cover.go_to(cover.progress().1);
        self.uncovered = self.shown.clone().map(|before| UncoveredOpening {
            before,
            news: self.news.clone(),
            lit: self.lit.clone(),
            cover,
            since: Vec::new(),
        });
    }

    /// The hall has seen the last step of the opening.
    fn look_on(&mut self, now: Instant) {
        self.lingering = None;
        if self.cover.is_none() {
            self.catch_up(now);
        }
    }

    fn bring(&mut self, event: Event, at: Option<Instant>, now: Instant) {
        // What is void or abandoned needs no uncovering any more: no result of it is shown.
        let cuts = matches!(event.fact, Fact::RoundVoided { .. } | Fact::GameAbandoned { .. });
        self.behind.push_back((event, at));
        if cuts {
            self.busy_until = None;
            self.behind.iter_mut().for_each(|(_, at)| *at = None);
            let was_staged = std::mem::replace(&mut self.caught_up, false);
            self.lingering = None;
            self.lift(now);
            self.caught_up = was_staged;
        } else if self.cover.is_none() {
            self.catch_up(now);
        } else if !self.caught_up
            && self.is_overtaken()
            && self.cover.as_ref().is_some_and(|cover| cover.ends_at() <= now)
        {
            // A board that looks only now does not stage what is over for everybody.
            self.lift(now);
        }
    }

    /// Ends the uncovering, and goes on with what has happened behind it.
    fn lift(&mut self, now: Instant) {
        if let Some(cover) = self.cover.take() {
            self.keep(cover.clone());
            let (game, event, last) = cover.lift();
            self.shown = Some(game);
            self.news = Some(event);
            self.lit = last;
        }
        self.catch_up(now);
    }

    /// Shows what has happened, up to the next opening.
    fn catch_up(&mut self, now: Instant) {
        while let Some((event, at)) = self.behind.pop_front() {
            let Some(game) = &self.shown else {
                return;
            };
            if self.lingering.is_some() && (event.fact.is_opening() || leaves_the_lots(game, &event)) {
                self.behind.push_front((event, at));
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
            if is_news(&event.fact) && !gives_away(game, &event.fact) {
                self.news = Some(event);
            }
        }
    }
}

/// Returns whether the hall would look at something else than the lots after this.
fn leaves_the_lots(game: &Game, event: &Event) -> bool {
    let mut after = game.clone();
    after.apply(event);
    GamePart::at(&after) != GamePart::Lots
}

/// Returns whether the sentence on it would give a place away that the judge has not revealed yet.
fn gives_away(game: &Game, fact: &Fact) -> bool {
    game.phase().is_ranked() && matches!(fact, Fact::WallCounted { .. } | Fact::JankenEntered { .. })
}

/// Returns whether it is told in the line of the last news: moves of stones are seen on the walls, and announcements
/// stand by themselves.
fn is_news(fact: &Fact) -> bool {
    let is_move =
        matches!(fact, Fact::StonePlaced { .. } | Fact::StoneTakenOut { .. } | Fact::WallReplaced { .. });
    // A judge's feed has what is for some teams alone, too; that is nothing for the hall.
    !is_move && !is_announcement(fact) && fact.addressees().is_none()
}
