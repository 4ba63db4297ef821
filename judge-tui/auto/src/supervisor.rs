//! Supervisor of several judged games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead as _;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_client::Link;
use ishigaki_client::stop_signal;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{EventEntry, EventKind, EventStage};
use tokio::sync::{mpsc, watch};
use tokio::task::{Id, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use super::judged_game::{NotificationSender, judge_game};
use super::narrator::{Narrator, Notification};
use super::plan::ActTiming;
use ishigaki_client::CallError;
use ishigaki_client::listing::{self, Listed};

const LIST_INTERVAL: Duration = Duration::from_secs(2);

struct GameSupervisor {
    link: Link,
    plan: ActTiming,
    wanted: Vec<String>,
    notifications: NotificationSender,
    tasks: JoinSet<anyhow::Result<Notification>>,
    judged: BTreeMap<Id, (String, watch::Sender<u64>)>,
    known: BTreeSet<String>,
    awaited: BTreeSet<String>,
    unserved: BTreeSet<String>,
    open: BTreeMap<String, usize>,
}

/// Judges these games, or all of the contest, by a plan, until they are over or the program is stopped. The
/// games of an event in groups are created stage by stage, so an open event keeps it running. A lasting
/// rejection leaves that game to a person, and is returned when the other games are over.
///
/// # Errors
/// Rejections by the server, and output errors.
pub async fn judge_games(
    link: &Link,
    plan: ActTiming,
    wanted: Vec<String>,
    narrator: &mut Narrator<'_>,
) -> anyhow::Result<()> {
    let (notifications, mut receiver) = mpsc::unbounded_channel();
    let mut supervisor = GameSupervisor {
        link: link.clone(),
        plan,
        wanted,
        notifications,
        tasks: JoinSet::new(),
        judged: BTreeMap::new(),
        known: BTreeSet::new(),
        awaited: BTreeSet::new(),
        unserved: BTreeSet::new(),
        open: BTreeMap::new(),
    };
    narrator.report_plan(&plan)?;
    let mut lines = input_lines();
    let mut ticks = interval(LIST_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stop_requested());
    let mut fault = None;
    loop {
        tokio::select! {
            // Notifications come before the end.
            biased;
            Some((game, notification)) = receiver.recv() => narrator.report(&game, &notification)?,
            () = &mut stop => {
                narrator.report_stop()?;
                return Ok(());
            }
            Some(line) = lines.recv() => supervisor.hand_back(line.trim()),
            Some(ended) = supervisor.tasks.join_next_with_id() => {
                let (id, ended) = ended?;
                let game = supervisor.judged.remove(&id).map(|(game, _)| game).unwrap_or_default();
                match ended {
                    Ok(end) => narrator.report(&game, &end)?,
                    Err(error) => {
                        narrator.report_failure(&game, &error)?;
                        fault = Some(error);
                    }
                }
                ticks.reset_immediately();
            }
            _ = ticks.tick() => {
                if supervisor.refresh(narrator).await? {
                    return fault.map_or(Ok(()), Err);
                }
            }
        }
    }
}

/// The server rejected the request for the list of games.
#[derive(Debug, thiserror::Error, Message)]
#[message("auto-unlisted")]
pub struct ListingError(#[message(skip)] pub CallError);

impl GameSupervisor {
    /// Starts to judge started games, and returns whether all are over and no event will add more.
    async fn refresh(&mut self, narrator: &mut Narrator<'_>) -> anyhow::Result<bool> {
        let is_over = match listing::all(&self.link).await {
            Ok(programme) => self.judge_new_games(&programme.games, narrator)?,
            Err(error) => return self.tolerate_outage(error),
        };
        if !is_over || !self.wanted.is_empty() {
            return Ok(is_over);
        }
        match listing::events(&self.link).await {
            Ok(events) => Ok(!self.report_open_events(&events, narrator)?),
            Err(error) => self.tolerate_outage(error),
        }
    }

    /// An outage is tolerated once a game was taken up.
    fn tolerate_outage(&self, error: CallError) -> anyhow::Result<bool> {
        let has_begun = !self.known.is_empty() || !self.open.is_empty();
        if error.is_passing() && has_begun { Ok(false) } else { Err(ListingError(error).into()) }
    }

    fn report_open_events(
        &mut self,
        events: &[EventEntry],
        narrator: &mut Narrator<'_>,
    ) -> anyhow::Result<bool> {
        let is_over = |stage| matches!(stage, EventStage::Declared | EventStage::Abandoned);
        let is_open = |event: &&EventEntry| event.kind() == EventKind::Groups && !is_over(event.stage());
        let known = self.known.len();
        let mut awaits = false;
        for event in events.iter().filter(is_open) {
            awaits = true;
            if self.open.insert(event.event.clone(), known) != Some(known) {
                narrator.report(&event.event, &Notification::AwaitsStage)?;
            }
        }
        Ok(awaits)
    }

    fn judge_new_games(&mut self, games: &[Listed], narrator: &mut Narrator<'_>) -> anyhow::Result<bool> {
        let unknown = self.wanted.iter().find(|id| games.iter().all(|game| game.game != **id));
        if let Some(unknown) = unknown {
            let metadata = [("game".to_owned(), unknown.clone())].into();
            let reason = ErrorReason::UnknownGame;
            let fault = Fault { reason, rule: None, metadata, violations: Vec::new() };
            return Err(ListingError(CallError::Refused(Box::new(fault))).into());
        }
        let is_spare = |id: &str| games.iter().any(|game| game.spare.as_deref() == Some(id));
        let is_wanted = |game: &&Listed| self.wanted.is_empty() || self.wanted.contains(&game.game);
        let wanted_games: Vec<&Listed> = games.iter().filter(is_wanted).collect();
        let mut is_over = true;
        for game in wanted_games {
            if game.is_waiting() {
                let is_to_come = !self.wanted.is_empty() || !is_spare(&game.game);
                is_over &= !is_to_come;
                if is_to_come && self.awaited.insert(game.game.clone()) {
                    narrator.report(&game.game, &Notification::AwaitsStart)?;
                }
            } else if game.has_started() && self.known.insert(game.game.clone()) {
                is_over = false;
                self.start_judging(game, narrator)?;
            } else if self.unserved.contains(&game.game) {
                self.report_served(game, narrator)?;
            }
        }
        Ok(is_over && self.judged.is_empty())
    }

    fn start_judging(&mut self, game: &Listed, narrator: &mut Narrator<'_>) -> anyhow::Result<()> {
        if let Some(notification) = first_notification(game) {
            if notification == Notification::AwaitsServer {
                self.unserved.insert(game.game.clone());
            }
            narrator.report(&game.game, &notification)?;
        }
        let (hand_back_sender, handed_back) = watch::channel(0);
        let judging = judge_game(
            self.link.clone(),
            game.game.clone(),
            self.plan,
            self.notifications.clone(),
            handed_back,
        );
        let task = self.tasks.spawn(judging);
        self.judged.insert(task.id(), (game.game.clone(), hand_back_sender));
        Ok(())
    }

    fn report_served(&mut self, game: &Listed, narrator: &mut Narrator<'_>) -> anyhow::Result<()> {
        match first_notification(game) {
            Some(notification @ Notification::TakenUp { .. }) if self.unserved.remove(&game.game) => {
                narrator.report(&game.game, &notification)
            }
            _ => Ok(()),
        }
    }

    fn hand_back(&self, game: &str) {
        for (_, hand_back_sender) in self.judged.values().filter(|(id, _)| game.is_empty() || id == game) {
            hand_back_sender.send_modify(|times| *times = times.wrapping_add(1));
        }
    }
}

fn first_notification(game: &Listed) -> Option<Notification> {
    match game.standing {
        Some(standing) => standing.phase.map(|phase| Notification::TakenUp { phase }),
        None => (game.is_elsewhere && game.server.is_none()).then_some(Notification::AwaitsServer),
    }
}

/// The thread that reads the lines ends with the program.
fn input_lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, lines) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

async fn stop_requested() {
    tokio::select! {
        // Without this signal, the others remain.
        Ok(()) = tokio::signal::ctrl_c() => {}
        () = stop_signal() => {}
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::watch::{GameEntry, GameState};
    use ishigaki_proto::wire;

    use super::*;

    fn listed(state: GameState, address: &str) -> Listed {
        let clock = (state == GameState::Started).then(|| wire::Clock { phase: 1, ..Default::default() });
        GameEntry {
            game: "g".into(),
            state: state.into(),
            address: address.into(),
            clock,
            ..Default::default()
        }
        .into()
    }

    #[test]
    fn game_on_another_server_needs_no_start() {
        let unserved_game = listed(GameState::Elsewhere, "");
        assert!(unserved_game.has_started() && !unserved_game.is_waiting());
        assert_eq!(first_notification(&unserved_game), Some(Notification::AwaitsServer));
        assert_eq!(
            first_notification(&listed(GameState::Elsewhere, "hall:7150")),
            None,
            "its server has not told of it"
        );
        assert!(matches!(
            first_notification(&listed(GameState::Started, "")),
            Some(Notification::TakenUp { .. })
        ));
        assert!(listed(GameState::Waiting, "").is_waiting());
    }
}
