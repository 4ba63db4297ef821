//! A game judged by the plan.

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

const PRESENCE_INTERVAL: Duration = Duration::from_secs(1);

pub(super) type NotificationSender = mpsc::UnboundedSender<(String, Notification)>;

#[derive(Clone, Debug, Default)]
struct FeedView {
    game: Option<Game>,
    game_log: GameLog,
    /// Number of acts before the feed first caught up: past acts don't take a game over.
    past: usize,
    connection: Option<Connection>,
    clock: Option<(GameTime, Instant)>,
}

impl FeedView {
    fn is_live(&self) -> bool {
        self.connection == Some(Connection::CaughtUp)
    }
}

/// Judges one game by the plan until it is over. `handed_back` changes whenever a person hands the game back.
pub(super) async fn judge_game(
    link: Link,
    id: String,
    plan: ActTiming,
    notifications: NotificationSender,
    handed_back: watch::Receiver<u64>,
) -> anyhow::Result<Notification> {
    let (view, views) = watch::channel(FeedView::default());
    let (game_sender, games) = watch::channel(None);
    let (presence, presences) = watch::channel(None);
    let mut readiness = PlannedReadiness {
        id: id.clone(),
        plan,
        notifications,
        view: views.clone(),
        presence: presences,
        handed_back,
        control: ControlTracker::default(),
        processed_acts: None,
        wake_at: None,
        last: None,
    };
    tokio::select! {
        followed = follow(link.clone(), &id, &view, &game_sender) => followed,
        watched = watch_presence(link.clone(), &id, views, &presence) => watched,
        judged = judge(link.clone(), &id, games, &mut readiness) => judged,
        ended = plan_ends(plan, view.subscribe()) => ended,
    }?;
    let phase = view.borrow().game.as_ref().map(Game::phase);
    Ok(match phase {
        Some(Phase::Abandoned) => {
            let reason = view.borrow().game_log.abandon_reason().unwrap_or_default();
            Notification::Abandoned { reason, spare: spare_of(&link, &id).await }
        }
        Some(Phase::Declared) => Notification::Declared,
        _ => Notification::ResultOpen,
    })
}

async fn spare_of(link: &Link, id: &str) -> Option<Spare> {
    let games = listing::all(link).await.ok()?.games;
    let game = games.iter().find(|game| game.game == id)?.spare.clone()?;
    let has_started = games.iter().any(|other| other.game == game && other.has_started());
    Some(Spare { game, has_started })
}

/// Completes when this plan has nothing left to do in the game.
async fn plan_ends(plan: ActTiming, mut view: watch::Receiver<FeedView>) -> anyhow::Result<()> {
    let is_end = |view: &FeedView| {
        let game = view.game.as_ref().filter(|_| view.is_live() && !plan.declares);
        game.is_some_and(|game| game.phase() == Phase::Ended && game.ranking().janken_needed.is_empty())
    };
    view.wait_for(is_end).await?;
    Ok(())
}

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
                let record = |view: &mut FeedView| {
                    if let Folded::Event(event) = &news {
                        view.game_log.record(event);
                    }
                    view.clock = clock;
                    if !is_pulse {
                        view.game = mirror.game().cloned();
                    }
                    !is_pulse
                };
                view.send_if_modified(record);
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

async fn watch_presence(
    link: Link,
    id: &str,
    mut view: watch::Receiver<FeedView>,
    presence: &watch::Sender<Option<Vec<TeamPresence>>>,
) -> anyhow::Result<()> {
    let mut ticks = interval(PRESENCE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let is_before_round = |view: &FeedView| {
        let phase = view.game.as_ref().map(Game::phase);
        view.is_live() && matches!(phase, Some(Phase::Ready { .. }))
    };
    loop {
        view.wait_for(is_before_round).await?;
        ticks.tick().await;
        // On an error the last answer stays valid.
        if let Ok(teams) = listing::presence(&link, id.to_owned()).await {
            presence.send_if_modified(|known| known.replace(teams.clone()).as_ref() != Some(&teams));
        }
    }
}

struct PlannedReadiness {
    id: String,
    plan: ActTiming,
    notifications: NotificationSender,
    view: watch::Receiver<FeedView>,
    presence: watch::Receiver<Option<Vec<TeamPresence>>>,
    handed_back: watch::Receiver<u64>,
    control: ControlTracker,
    processed_acts: Option<usize>,
    wake_at: Option<Instant>,
    last: Option<Notification>,
}

impl PlannedReadiness {
    fn notify(&self, notification: Notification) {
        // Without a receiver the program is about to end.
        _ = self.notifications.send((self.id.clone(), notification));
    }

    fn notify_once(&mut self, notification: Notification) {
        if self.last.as_ref() != Some(&notification) {
            self.notify(notification.clone());
            self.last = Some(notification);
        }
    }

    fn process_acts(&mut self, view: &FeedView, game: &Game) {
        let from = *self.processed_acts.get_or_insert(view.past);
        self.processed_acts = Some(view.game_log.acts.len().max(from));
        for event in view.game_log.acts.iter().skip(from) {
            let was = self.control.controller();
            let notification = match self.control.observe(event) {
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
            if let Some(notification) = notification {
                self.last = Some(notification.clone());
                self.notify(notification);
            }
        }
    }

    /// Returns the teams that are not connected; `None` before the server's first answer.
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
        self.wake_at = None;
        let view = self.view.borrow_and_update().clone();
        if view.game.as_ref() != Some(game) {
            return false;
        }
        match view.connection {
            Some(Connection::Lost { .. }) => self.notify_once(Notification::Lost),
            Some(Connection::Stopped { .. }) => self.notify_once(Notification::Stopped),
            Some(Connection::Connected | Connection::CaughtUp) | None => {}
        }
        if !view.is_live() {
            return false;
        }
        if matches!(self.last, Some(Notification::Lost | Notification::Stopped)) {
            self.last = None;
            self.notify(Notification::Back);
        }
        self.process_acts(&view, game);
        if game.paused_since().is_some() {
            if !matches!(self.last, Some(Notification::Paused { .. })) {
                self.notify_once(Notification::Stands);
            }
            return false;
        }
        if self.control.controller() == Controller::Person {
            return false;
        }
        let Some((due, (at, received))) = self.plan.due(game, &view.game_log).zip(view.clock) else {
            return false;
        };
        let missing = match game.phase() {
            Phase::Ready { .. } => match self.missing(game) {
                None => return false,
                Some(missing) => missing,
            },
            _ => Vec::new(),
        };
        if self.plan.awaits_teams(game) && !missing.is_empty() {
            self.notify_once(Notification::AwaitsTeams { setup: Box::new(game.setup().clone()), missing });
            return false;
        }
        let due = received + Duration::from_millis(due.since(at).0);
        if due > now() {
            let left = due.saturating_duration_since(now());
            self.wake_at = Some(due);
            let phase = game.phase();
            if !matches!(&self.last, Some(Notification::Next { phase: last, .. }) if *last == phase) {
                self.notify_once(Notification::Next { phase, left });
            }
            return false;
        }
        if let (Phase::Ready { next: round }, false) = (game.phase(), missing.is_empty()) {
            let setup = Box::new(game.setup().clone());
            self.notify_once(Notification::OpensWithout { round, setup, missing });
        }
        true
    }

    async fn changed(&mut self) -> anyhow::Result<()> {
        let wake_at = self.wake_at;
        let is_due = async {
            match wake_at {
                Some(due) => sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = self.view.changed() => changed?,
            changed = self.presence.changed() => changed?,
            changed = self.handed_back.changed() => {
                changed?;
                if self.control.controller() == Controller::Person {
                    self.control.hand_back();
                    self.last = None;
                    self.notify(Notification::HandedBack);
                }
            }
            () = is_due => {}
        }
        Ok(())
    }

    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>> {
        let setup = self.view.borrow().game.as_ref()?.setup().clone();
        self.notify_once(Notification::Janken { setup: Box::new(setup), teams: group.to_vec() });
        None
    }

    fn before_act(&mut self, act: &Act) {
        self.control.record_act(act);
        let waiting = self.view.borrow().game.as_ref().map_or(0, |game| game.waiting_questions().count());
        if *act == Act::DeclareResult && waiting > 0 {
            self.notify_once(Notification::QuestionsWait { waiting });
        }
    }

    fn after_act(&mut self, act: &Act, game: &Game) {
        self.last = None;
        self.notify(Notification::Did { act: act.clone(), countdown: game.setup().end_countdown });
    }

    fn on_failure(&mut self, error: &CallError) {
        if matches!(error, CallError::Refused(_)) {
            self.control.forget_act();
        }
    }
}
