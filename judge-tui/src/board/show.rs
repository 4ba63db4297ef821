//! One game on the board: what has arrived, and how much of it the hall has been shown.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ishigaki_client::{Connection, FeedError, Folded, Mirror, TimeLeft};
use ishigaki_proto::wire;
use ishigaki_record::signing::Fingerprint;
use ishigaki_rules::{Event, Fact, Game, LotId, Phase};

use super::announcement::{is_announcement, is_for_all};
use super::bell::Bell;
use super::requested_value::RequestedValue;
use super::uncovered::UncoveredOpening;
use super::{Cover, GamePart, standing};
use ishigaki_screen::{Contact, WatchedGame};

/// Hidden places of a ranking while it is revealed: from where on the hall may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenPlaces {
    /// Number of places, from the last team that counts.
    pub places: usize,
    /// Whether it is being revealed, or still waits for that.
    pub has_begun: bool,
}

/// One game on the board.
#[derive(Clone, Debug)]
pub struct Show {
    game: String,
    /// The game as it is. Nothing is painted from it but its clock and its pause.
    watched: WatchedGame,
    /// The game as the hall has been shown it.
    shown: Option<Game>,
    /// Last event in it.
    news: Option<Event>,
    /// Events that were announced to all.
    announced: Vec<Event>,
    /// The lots that were uncovered last.
    lit: Vec<LotId>,
    cover: Option<Cover>,
    /// The last step of an opening, while the hall looks at it.
    lingering: Option<LastUncovered>,
    /// Whether nothing in the game counts; `None` until the list has told.
    practice: Option<bool>,
    /// The abandoned game in whose place it is played (`G4`), as the list has told.
    stands_for: Option<String>,
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
    bell: Bell,
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

impl Show {
    /// A game of which nothing has arrived. The signatures of what its feed brings are checked.
    pub(crate) fn new(game: String) -> Self {
        Self {
            watched: WatchedGame::new(Mirror::of(game.clone())),
            game,
            shown: None,
            news: None,
            announced: Vec::new(),
            lit: Vec::new(),
            cover: None,
            lingering: None,
            practice: None,
            stands_for: None,
            behind: VecDeque::new(),
            busy_until: None,
            by_hand: false,
            openings: 0,
            uncovered: None,
            opening_steering: RequestedValue::default(),
            ranking_steering: RequestedValue::default(),
            caught_up: false,
            bell: Bell::default(),
        }
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.game
    }

    /// The game as the hall may see it; `None` before its set-up has arrived.
    pub fn game(&self) -> Option<&Game> {
        self.shown.as_ref()
    }

    /// The opening that is being uncovered, if any.
    pub fn cover(&self) -> Option<&Cover> {
        self.cover.as_ref()
    }

    /// Returns how the board stands with the game's feed.
    pub fn contact(&self) -> &Contact {
        self.watched.contact()
    }

    /// Returns the last event, as far as the hall has been shown it.
    pub(super) fn news(&self) -> Option<&Event> {
        self.news.as_ref()
    }

    /// The announcements to all that stand, newest first. They follow from no list, so they are shown whatever is covered.
    pub(super) fn announcements(&self, now: Instant) -> Vec<&Event> {
        let at = self.watched.mirror().game_time(now).unwrap_or_default();
        standing(self.announced.iter(), at)
    }

    /// The lots that were uncovered last.
    pub(super) fn lit(&self) -> &[LotId] {
        self.cover.as_ref().map_or(&self.lit, Cover::last)
    }

    /// Returns the fingerprint by which people compare the server's key.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.watched.mirror().fingerprint()
    }

    /// The last signed head of the record, as people note it, once the hall has seen the game to its end.
    pub(super) fn last_head(&self) -> Option<String> {
        let last = self.watched.mirror().heads().last().filter(|_| self.is_over())?;
        Some(last.head.short())
    }

    /// Returns whether the clocks stand. That follows from no list, so it is shown whatever is covered.
    pub(super) fn is_paused(&self) -> bool {
        self.watched.game().is_some_and(|game| game.paused_since().is_some())
    }

    /// Returns whether nothing in the game counts, as far as that is known.
    pub fn is_practice(&self) -> bool {
        self.practice == Some(true)
    }

    /// Returns whether the list has still to say what the game is, and may.
    pub(super) fn wants_listing(&self) -> bool {
        self.practice.is_none() && !matches!(self.contact(), Contact::Closed(_))
    }

    /// The abandoned game in whose place this one is played (`G4`), once the list has told.
    pub(super) fn stands_for(&self) -> Option<&str> {
        self.stands_for.as_deref()
    }

    /// What the list says of the game, and of which one it is the spare; whether that is news.
    pub(super) fn take_listing(&mut self, practice: bool, stands_for: Option<&str>) -> bool {
        let is_new = self.practice != Some(practice) || self.stands_for.as_deref() != stands_for;
        if is_new {
            self.practice = Some(practice);
            self.stands_for = stands_for.map(str::to_owned);
        }
        is_new
    }

    /// Returns whether the hall looks at what was uncovered last.
    pub(super) fn is_uncovering(&self) -> bool {
        self.cover.is_some() || self.lingering.is_some()
    }

    /// Returns whether the hall's attention is the game's: a window or a countdown runs, an opening is uncovered, the judge
    /// confirms, has announced something or reveals the ranking, or the clocks stand.
    pub(super) fn has_attention(&self, now: Instant) -> bool {
        let runs = |game: &Game| {
            matches!(
                game.phase(),
                Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming | Phase::Countdown { .. }
            )
        };
        self.is_uncovering()
            || self.is_opening()
            || self.is_paused()
            || self.game().is_some_and(runs)
            || self.veil().is_some_and(|veil| veil.has_begun)
            || !self.announcements(now).is_empty()
    }

    /// Returns whether the hall has still to be shown something of an opening, or looks at its last step while what
    /// follows waits.
    pub(super) fn is_opening(&self) -> bool {
        self.cover.is_some() || !self.behind.is_empty()
    }

    /// Returns how many places of the ranking the hall may see, from the last team that counts, and whether anybody is revealing
    /// them; `None` if it may see all. From the end of the game on nothing of it is seen until the judge reveals it.
    pub fn veil(&self) -> Option<HiddenPlaces> {
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
    pub fn opening(&self) -> u32 {
        self.openings
    }

    /// The steps that the hall has seen of that opening, and how many there are; `None` once it cannot be covered any more.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let whole = self.uncovered.as_ref().map(|uncovered| (uncovered.steps(), uncovered.steps()));
        self.cover.as_ref().map(Cover::progress).or(whole)
    }

    /// Returns whether the judge has the opening after that one stand at its first step when it comes.
    pub fn holds_next(&self) -> bool {
        self.opening_steering.current().is_some_and(|uncovering| uncovering.opening > self.openings)
    }

    /// Returns whether the opening that the hall looks at goes no further than the judge lets it.
    pub fn is_held(&self) -> bool {
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

    /// Returns what is left of the running window by the server's clock; `None` if none runs, or if even that is covered:
    /// a window for re-bids tells that there is a tie. Without a connection it goes on as a guess (`T`).
    pub fn time_left(&self, now: Instant) -> Option<TimeLeft> {
        if self.is_opening() {
            return None;
        }
        self.watched.time_left(Some(now))
    }

    /// Returns the seconds since the connection was lost; `None` if it is not.
    pub(super) fn lost_for(&self, now: Instant) -> Option<u64> {
        self.contact().lost_for(Some(now))
    }

    /// Returns whether the bell rings for what an item has just brought. Behind a cover it is silent: a wave that nobody
    /// knows of has no bell.
    pub(super) fn rings(&mut self, was_opening: bool) -> bool {
        let is_news = self.watched.game().is_some_and(|game| self.bell.hears(game));
        is_news && self.caught_up && !was_opening
    }

    /// Returns whether it rings because a window is about to close.
    pub(super) fn warns(&mut self, now: Instant) -> bool {
        let left = self.time_left(now).filter(|left| !self.is_paused() && !left.is_guess);
        self.bell.warns(left.map(|left| left.left))
    }

    /// Takes in what the feed brought; whether there is anything new to be seen.
    pub(crate) fn take(&mut self, item: &wire::FeedItem, received: Instant) -> bool {
        let told = (self.revealed(), self.steered());
        if let Some(clock) = &item.clock {
            self.opening_steering.hear(clock.uncovering);
            self.ranking_steering.hear(clock.revealed_places);
        }
        match self.watched.fold(item, received) {
            Some(Ok(Folded::Pulse { .. })) => (self.revealed(), self.steered()) != told,
            Some(Ok(Folded::SetUp)) => {
                self.shown = self.watched.game().cloned();
                true
            }
            Some(Ok(Folded::Event(event))) => {
                if is_for_all(&event.fact) {
                    self.announced.push(event.clone());
                }
                self.bring(event, received);
                true
            }
            Some(Err(_)) => true,
            None => false,
        }
    }

    pub(crate) fn connect(&mut self, connection: Connection) {
        self.opening_steering.reconnect();
        self.ranking_steering.reconnect();
        let has_caught_up = matches!(connection, Connection::CaughtUp | Connection::Stopped { .. });
        self.caught_up |= self.watched.connect(connection) && has_caught_up;
    }

    pub(super) fn close(&mut self, error: FeedError) {
        self.watched.close(error);
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

    fn bring(&mut self, event: Event, now: Instant) {
        let passed = self.watched.mirror().game_time(now).map_or(0, |time| time.since(event.at).0);
        let at = now.checked_sub(Duration::from_millis(passed));
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
