//! The supervisor of several judged games at once: which ones, what is told of them, and when it is over.

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

/// Interval at which it is asked which games there are.
const LIST: Duration = Duration::from_secs(2);

/// Supervises the tasks of judged games.
struct GameSupervisor {
    link: Link,
    plan: ActTiming,
    /// Those that are meant; none: all of the contest.
    wanted: Vec<String>,
    told: NotificationSender,
    tasks: JoinSet<anyhow::Result<Notification>>,
    /// The games of the tasks, and how their hands-back are told.
    judged: BTreeMap<Id, (String, watch::Sender<u64>)>,
    /// Games that were taken up once: none is taken up again.
    known: BTreeSet<String>,
    /// Games that have been said to wait for their start.
    awaited: BTreeSet<String>,
    /// Games that no server served when they were taken up.
    unserved: BTreeSet<String>,
    /// Events that have been said to be open, and how many games had been taken up then.
    open: BTreeMap<String, usize>,
}

/// Judges these games, or all of the contest, by a plan, until they are over or somebody stops it. The games of an event in
/// groups come stage by stage, so all of the contest are not over while such an event is open. An act that is refused for good leaves its game
/// to a person and is the error that this ends with when the other games are over.
///
/// # Errors
/// What the server refuses, and an output that cannot be written.
pub async fn judge_games(
    link: &Link,
    plan: ActTiming,
    wanted: Vec<String>,
    teller: &mut Narrator<'_>,
) -> anyhow::Result<()> {
    let (told, mut news) = mpsc::unbounded_channel();
    let mut supervisor = GameSupervisor {
        link: link.clone(),
        plan,
        wanted,
        told,
        tasks: JoinSet::new(),
        judged: BTreeMap::new(),
        known: BTreeSet::new(),
        awaited: BTreeSet::new(),
        unserved: BTreeSet::new(),
        open: BTreeMap::new(),
    };
    teller.plan(&plan)?;
    let mut lines = typed();
    let mut looks = interval(LIST);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut stop = std::pin::pin!(stopped());
    let mut fault = None;
    loop {
        tokio::select! {
            // What was told comes before how it ended.
            biased;
            Some((game, told)) = news.recv() => teller.tell(&game, &told)?,
            () = &mut stop => {
                teller.stopped()?;
                return Ok(());
            }
            Some(line) = lines.recv() => supervisor.hand_back(line.trim()),
            Some(ended) = supervisor.tasks.join_next_with_id() => {
                let (id, ended) = ended?;
                let game = supervisor.judged.remove(&id).map(|(game, _)| game).unwrap_or_default();
                match ended {
                    Ok(end) => teller.tell(&game, &end)?,
                    Err(error) => {
                        teller.left(&game, &error)?;
                        fault = Some(error);
                    }
                }
                looks.reset_immediately();
            }
            _ = looks.tick() => {
                if supervisor.look(teller).await? {
                    return fault.map_or(Ok(()), Err);
                }
            }
        }
    }
}

/// The server refuses to say which games there are.
#[derive(Debug, thiserror::Error, Message)]
#[message("auto-unlisted")]
pub struct ListingError(#[message(skip)] pub CallError);

impl GameSupervisor {
    /// Asks which games there are, and takes up those that have started; whether all are over, and no event will bring more.
    async fn look(&mut self, teller: &mut Narrator<'_>) -> anyhow::Result<bool> {
        let is_over = match listing::all(&self.link).await {
            Ok(programme) => self.take_up(&programme.games, teller)?,
            Err(trouble) => return self.wait_out(trouble),
        };
        if !is_over || !self.wanted.is_empty() {
            return Ok(is_over);
        }
        match listing::events(&self.link).await {
            Ok(events) => Ok(!self.awaits_stage(&events, teller)?),
            Err(trouble) => self.wait_out(trouble),
        }
    }

    /// An outage is waited for once there has been something to do.
    fn wait_out(&self, trouble: CallError) -> anyhow::Result<bool> {
        let has_begun = !self.known.is_empty() || !self.open.is_empty();
        if trouble.is_passing() && has_begun { Ok(false) } else { Err(ListingError(trouble).into()) }
    }

    /// Returns whether one of these is an event in groups that may bring more games; tells that once a stage.
    fn awaits_stage(&mut self, events: &[EventEntry], teller: &mut Narrator<'_>) -> anyhow::Result<bool> {
        let is_over = |stage| matches!(stage, EventStage::Declared | EventStage::Abandoned);
        let is_open = |event: &&EventEntry| event.kind() == EventKind::Groups && !is_over(event.stage());
        let known = self.known.len();
        let mut awaits = false;
        for event in events.iter().filter(is_open) {
            awaits = true;
            if self.open.insert(event.event.clone(), known) != Some(known) {
                teller.tell(&event.event, &Notification::AwaitsStage)?;
            }
        }
        Ok(awaits)
    }

    /// Takes up games that have started; whether all are over.
    fn take_up(&mut self, games: &[Listed], teller: &mut Narrator<'_>) -> anyhow::Result<bool> {
        let stranger = self.wanted.iter().find(|id| games.iter().all(|game| game.game != **id));
        if let Some(stranger) = stranger {
            let metadata = [("game".to_owned(), stranger.clone())].into();
            let reason = ErrorReason::UnknownGame;
            let fault = Fault { reason, rule: None, metadata, violations: Vec::new() };
            return Err(ListingError(CallError::Refused(Box::new(fault))).into());
        }
        let is_spare = |id: &str| games.iter().any(|game| game.spare.as_deref() == Some(id));
        let is_meant = |game: &&Listed| self.wanted.is_empty() || self.wanted.contains(&game.game);
        let meant: Vec<&Listed> = games.iter().filter(is_meant).collect();
        let mut is_over = true;
        for game in meant {
            if game.is_waiting() {
                let is_to_come = !self.wanted.is_empty() || !is_spare(&game.game);
                is_over &= !is_to_come;
                if is_to_come && self.awaited.insert(game.game.clone()) {
                    teller.tell(&game.game, &Notification::AwaitsStart)?;
                }
            } else if game.has_started() && self.known.insert(game.game.clone()) {
                is_over = false;
                self.take(game, teller)?;
            } else if self.unserved.contains(&game.game) {
                self.tell_taken(game, teller)?;
            }
        }
        Ok(is_over && self.judged.is_empty())
    }

    fn take(&mut self, game: &Listed, teller: &mut Narrator<'_>) -> anyhow::Result<()> {
        if let Some(news) = first_news(game) {
            if news == Notification::AwaitsServer {
                self.unserved.insert(game.game.clone());
            }
            teller.tell(&game.game, &news)?;
        }
        let (hand, handed) = watch::channel(0);
        let judging = judge_game(self.link.clone(), game.game.clone(), self.plan, self.told.clone(), handed);
        let task = self.tasks.spawn(judging);
        self.judged.insert(task.id(), (game.game.clone(), hand));
        Ok(())
    }

    /// Tells where a game stands of which no server could say that when it was taken up.
    fn tell_taken(&mut self, game: &Listed, teller: &mut Narrator<'_>) -> anyhow::Result<()> {
        match first_news(game) {
            Some(news @ Notification::TakenUp { .. }) if self.unserved.remove(&game.game) => {
                teller.tell(&game.game, &news)
            }
            _ => Ok(()),
        }
    }

    /// Hands one game back, or all that are in a person's hand if none is named.
    fn hand_back(&self, game: &str) {
        for (_, hand) in self.judged.values().filter(|(id, _)| game.is_empty() || id == game) {
            hand.send_modify(|times| *times = times.wrapping_add(1));
        }
    }
}

/// Returns what is told first of a game that has started: where it stands, or that no server serves it at this
/// moment.
fn first_news(game: &Listed) -> Option<Notification> {
    match game.standing {
        Some(standing) => standing.phase.map(|phase| Notification::TakenUp { phase }),
        None => (game.is_elsewhere && game.server.is_none()).then_some(Notification::AwaitsServer),
    }
}

/// The lines that somebody types. The thread that reads them ends with the program.
fn typed() -> mpsc::UnboundedReceiver<String> {
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

async fn stopped() {
    tokio::select! {
        // Without that signal there are the others.
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
    fn a_game_that_no_server_has_is_being_taken_up_and_waits_for_nobody_to_start_it() {
        let nowhere = listed(GameState::Elsewhere, "");
        assert!(nowhere.has_started() && !nowhere.is_waiting());
        assert_eq!(first_news(&nowhere), Some(Notification::AwaitsServer));
        assert_eq!(
            first_news(&listed(GameState::Elsewhere, "hall:7150")),
            None,
            "its server has not told of it"
        );
        assert!(matches!(first_news(&listed(GameState::Started, "")), Some(Notification::TakenUp { .. })));
        assert!(listed(GameState::Waiting, "").is_waiting());
    }
}
