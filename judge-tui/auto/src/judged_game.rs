//! A game judged by the plan: what the automatic judge has seen of it, whom it waits for, in whose hand it is.

use std::time::{Duration, Instant};

use ishigaki_client::{Connection, Folded, Followed, Follower, Link, Mirror, now};
use ishigaki_rules::{Act, Game, GameTime, Phase, TeamId};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::controller::{ControlChange, ControlTracker, Controller};
use super::game_log::GameLog;
use super::narrator::{Notification, Spare};
use super::plan::ActTiming;
use super::{Readiness, judge};
use ishigaki_client::CallError;
use ishigaki_client::listing::{self};
use ishigaki_client::presence::TeamPresence;

/// Interval at which it is asked who is there, while teams are waited for.
const LOOK: Duration = Duration::from_secs(1);

/// Sender of one game's notifications to whoever prints them.
pub(super) type NotificationSender = mpsc::UnboundedSender<(String, Notification)>;

/// A game as its feed shows it.
#[derive(Clone, Debug, Default)]
struct FeedView {
    game: Option<Game>,
    game_log: GameLog,
    /// Number of acts of the log that were done before the feed had first caught up: nobody can take over in the
    /// past.
    past: usize,
    /// State of the feed's connection; `None` before it has said so.
    connection: Option<Connection>,
    /// Time in the game, and the moment of it.
    clock: Option<(GameTime, Instant)>,
}

impl FeedView {
    /// Returns whether what is seen is all there is.
    fn is_live(&self) -> bool {
        self.connection == Some(Connection::CaughtUp)
    }
}

/// Judges one game by the plan until it is over; gives how it is. `handed` changes whenever a person hands the game back.
pub(super) async fn judge_game(
    link: Link,
    id: String,
    plan: ActTiming,
    told: NotificationSender,
    handed: watch::Receiver<u64>,
) -> anyhow::Result<Notification> {
    let (view, views) = watch::channel(FeedView::default());
    let (game_sender, games) = watch::channel(None);
    let (presence, presences) = watch::channel(None);
    let mut readiness = PlannedReadiness {
        id: id.clone(),
        plan,
        told,
        view: views.clone(),
        presence: presences,
        handed,
        hands: ControlTracker::default(),
        acts: None,
        wakes: None,
        last: None,
    };
    tokio::select! {
        followed = follow(link.clone(), &id, &view, &game_sender) => followed,
        looked = look(link.clone(), &id, plan, views, &presence) => looked,
        judged = judge(link.clone(), &id, games, &mut readiness) => judged,
        ended = plan_ends(plan, view.subscribe()) => ended,
    }?;
    let phase = view.borrow().game.as_ref().map(Game::phase);
    Ok(match phase {
        Some(Phase::Abandoned) => {
            let reason = view.borrow().game_log.why_abandoned().unwrap_or_default();
            Notification::Abandoned { reason, spare: spare_of(&link, &id).await }
        }
        Some(Phase::Declared) => Notification::Declared,
        _ => Notification::ResultOpen,
    })
}

/// The spare of a game, if it has one and the server says so.
async fn spare_of(link: &Link, id: &str) -> Option<Spare> {
    let games = listing::all(link).await.ok()?.games;
    let game = games.iter().find(|game| game.game == id)?.spare.clone()?;
    let has_started = games.iter().any(|other| other.game == game && other.has_started());
    Some(Spare { game, has_started })
}

/// Comes when the game is in a state in which this plan does nothing any more, and a person has the rest to do.
async fn plan_ends(plan: ActTiming, mut view: watch::Receiver<FeedView>) -> anyhow::Result<()> {
    let is_end = |view: &FeedView| {
        let game = view.game.as_ref().filter(|_| view.is_live() && !plan.declares);
        game.is_some_and(|game| game.phase() == Phase::Ended && game.ranking().janken_needed.is_empty())
    };
    view.wait_for(is_end).await?;
    Ok(())
}

/// Follows the judge's feed.
async fn follow(
    link: Link,
    id: &str,
    view: &watch::Sender<FeedView>,
    game_sender: &watch::Sender<Option<Game>>,
) -> anyhow::Result<()> {
    let mut follower = Follower::open(link, id, Mirror::of(id));
    let mut has_caught_up = false;
    loop {
        match follower.next().await? {
            Followed::News { news, received, .. } => {
                let mirror = &follower.session;
                let clock = mirror.game_time(received).map(|at| (at, received));
                let is_pulse = matches!(news, Folded::Pulse { .. });
                let note = |view: &mut FeedView| {
                    if let Folded::Event(event) = &news {
                        view.game_log.note(event);
                    }
                    view.clock = clock;
                    if !is_pulse {
                        view.game = mirror.game().cloned();
                    }
                    !is_pulse
                };
                view.send_if_modified(note);
                if !is_pulse {
                    game_sender.send_replace(mirror.game().cloned());
                }
            }
            Followed::Connection(connection) => view.send_modify(|view| {
                if connection == Connection::CaughtUp && !std::mem::replace(&mut has_caught_up, true) {
                    view.past = view.game_log.acts.len();
                }
                view.connection = Some(connection);
            }),
        }
    }
}

/// Asks who is there for as long as a round waits for teams.
async fn look(
    link: Link,
    id: &str,
    plan: ActTiming,
    view: watch::Receiver<FeedView>,
    presence: &watch::Sender<Option<Vec<TeamPresence>>>,
) -> anyhow::Result<()> {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let waits = {
            let view = view.borrow();
            view.is_live() && view.game.as_ref().is_some_and(|game| plan.awaits_teams(game))
        };
        if waits {
            // Without an answer nobody knows better than before.
            if let Ok(teams) = listing::presence(&link, id.to_owned()).await {
                presence.send_if_modified(|known| known.replace(teams.clone()).as_ref() != Some(&teams));
            }
        }
    }
}

/// State of the next act by the plan and by who controls the game: due, or what it waits for.
struct PlannedReadiness {
    id: String,
    plan: ActTiming,
    told: NotificationSender,
    view: watch::Receiver<FeedView>,
    presence: watch::Receiver<Option<Vec<TeamPresence>>>,
    handed: watch::Receiver<u64>,
    hands: ControlTracker,
    /// Number of acts of the log that have been looked at; `None` before the feed has first caught up.
    acts: Option<usize>,
    /// Moment at which the next act is due, if nothing else is waited for.
    wakes: Option<Instant>,
    /// Last news of what is waited for: it is told once.
    last: Option<Notification>,
}

impl PlannedReadiness {
    fn tell(&self, news: Notification) {
        // Without a reader the program is about to end.
        _ = self.told.send((self.id.clone(), news));
    }

    /// Tells what is waited for, unless that was told last.
    fn wait(&mut self, news: Notification) {
        if self.last.as_ref() != Some(&news) {
            self.tell(news.clone());
            self.last = Some(news);
        }
    }

    /// Looks at what judges have done since it last looked.
    fn look_at_acts(&mut self, view: &FeedView, game: &Game) {
        let from = *self.acts.get_or_insert(view.past);
        self.acts = Some(view.game_log.acts.len().max(from));
        for event in view.game_log.acts.iter().skip(from) {
            let was = self.hands.hand();
            let news = match self.hands.see(event) {
                ControlChange::None => None,
                ControlChange::Paused => {
                    Some(Notification::Paused { game: Box::new(game.clone()), event: event.clone() })
                }
                ControlChange::Resumed => Some(Notification::Resumed),
                ControlChange::TakenOver if was == Controller::Person => None,
                ControlChange::TakenOver => {
                    Some(Notification::TakenOver { game: Box::new(game.clone()), event: event.clone() })
                }
            };
            if let Some(news) = news {
                self.last = Some(news.clone());
                self.tell(news);
            }
        }
    }

    /// The teams that the next round waits for and that are not there; `None` if nobody has asked yet.
    fn missing(&self, game: &Game) -> Option<Vec<TeamId>> {
        let presence = self.presence.borrow();
        let presence = presence.as_ref()?;
        let is_connected = |code: &str| presence.iter().any(|team| team.team == code && team.connections > 0);
        let playing = game.setup().team_ids().filter(|&team| game.takes_part(team));
        let code = |team: TeamId| game.setup().team(team).map_or("", |spec| &spec.code);
        Some(playing.filter(|&team| !is_connected(code(team))).collect())
    }
}

impl Readiness for PlannedReadiness {
    fn check(&mut self, game: &Game) -> bool {
        self.wakes = None;
        let view = self.view.borrow_and_update().clone();
        if view.game.as_ref() != Some(game) {
            return false;
        }
        match view.connection {
            Some(Connection::Lost { .. }) => self.wait(Notification::Lost),
            Some(Connection::Stopped { .. }) => self.wait(Notification::Stopped),
            Some(Connection::Connected | Connection::CaughtUp) | None => {}
        }
        if !view.is_live() {
            return false;
        }
        if matches!(self.last, Some(Notification::Lost | Notification::Stopped)) {
            self.last = None;
            self.tell(Notification::Back);
        }
        self.look_at_acts(&view, game);
        if game.paused_since().is_some() {
            if !matches!(self.last, Some(Notification::Paused { .. })) {
                self.wait(Notification::Stands);
            }
            return false;
        }
        if self.hands.hand() == Controller::Person {
            return false;
        }
        let Some((due, (at, received))) = self.plan.due(game, &view.game_log).zip(view.clock) else {
            return false;
        };
        if self.plan.awaits_teams(game) {
            match self.missing(game) {
                None => return false,
                Some(missing) if missing.is_empty() => {}
                Some(missing) => {
                    self.wait(Notification::AwaitsTeams { setup: Box::new(game.setup().clone()), missing });
                    return false;
                }
            }
        }
        let due = received + Duration::from_millis(due.since(at).0);
        if due > now() {
            let left = due.saturating_duration_since(now());
            self.wakes = Some(due);
            let phase = game.phase();
            if !matches!(&self.last, Some(Notification::Next { phase: told, .. }) if *told == phase) {
                self.wait(Notification::Next { phase, left });
            }
            return false;
        }
        true
    }

    async fn changed(&mut self) -> anyhow::Result<()> {
        let wakes = self.wakes;
        let is_due = async {
            match wakes {
                Some(due) => sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = self.view.changed() => changed?,
            changed = self.presence.changed() => changed?,
            changed = self.handed.changed() => {
                changed?;
                if self.hands.hand() == Controller::Person {
                    self.hands.hand_back();
                    self.last = None;
                    self.tell(Notification::HandedBack);
                }
            }
            () = is_due => {}
        }
        Ok(())
    }

    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>> {
        let setup = self.view.borrow().game.as_ref()?.setup().clone();
        self.wait(Notification::Janken { setup: Box::new(setup), teams: group.to_vec() });
        None
    }

    fn acts(&mut self, act: &Act) {
        self.hands.acts(act);
        let waiting = self.view.borrow().game.as_ref().map_or(0, |game| game.waiting_questions().count());
        if *act == Act::DeclareResult && waiting > 0 {
            self.wait(Notification::QuestionsWait { waiting });
        }
    }

    fn acted(&mut self, act: &Act, game: &Game) {
        self.last = None;
        self.tell(Notification::Did { act: act.clone(), countdown: game.setup().end_countdown });
    }

    fn failed(&mut self, trouble: &CallError) {
        if matches!(trouble, CallError::Refused(_)) {
            self.hands.refused();
        }
    }
}
