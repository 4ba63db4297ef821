//! Entering a game: choice of the team's game, and waiting for the next one.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use ishigaki_client::team::{AidsOff, TeamEvents, TeamGames, TeamPath};
use ishigaki_client::{Feed, Link, ReceiptStore};
use ishigaki_proto::watch::GameEntry;
use tokio::sync::mpsc;

use super::event::{Event, GameChoice, GameFinding};
use crate::drafts::DraftFile;
use team_client_sdk::Error;

const RETRY_DELAY: Duration = Duration::from_secs(1);

pub(super) struct JoinedGame {
    pub(super) game: String,
    pub(super) team: String,
    pub(super) practice: bool,
    aids_off: AidsOff,
    pub(super) kept: ReceiptStore,
    pub(super) drafts: DraftFile,
    pub(super) feed: Option<Feed>,
}

impl JoinedGame {
    fn at(link: &Link, game: String, games: &TeamGames, receipts: &Path) -> Self {
        let (team, practice) = (games.team.clone(), games.is_practice(&game));
        let kept = ReceiptStore::new(receipts.to_owned());
        let drafts = DraftFile::new(receipts, &game, &team);
        let feed = Some(Feed::reconnecting(link.clone(), game.clone(), 1));
        Self { game, team, practice, aids_off: games.aids_off, kept, drafts, feed }
    }

    pub(super) fn event(&self) -> Event {
        let (game, team, practice) = (self.game.clone(), self.team.clone(), self.practice);
        Event::Entered { game, team, practice, aids_off: self.aids_off }
    }
}

pub(super) type EntryFuture = Pin<Box<dyn Future<Output = Result<JoinedGame, Error>>>>;

pub(super) enum EntryOutcome {
    In(JoinedGame),
    Early { team: String },
    Several { team: String, games: Vec<GameChoice> },
}

/// The game that the screen shows while it waits for the next one.
pub(super) struct LeftGame {
    pub(super) game: String,
    pub(super) kind: LeftKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftKind {
    /// Its result stays until a round of the next game opens.
    Declared,
    /// The next game is entered as soon as it has started.
    Abandoned,
    /// Practice continues until a round of a game that counts opens.
    Practice,
}

fn on(games: &TeamGames) -> Vec<GameChoice> {
    let choice = |game: &GameEntry| GameChoice {
        game: game.game.clone(),
        title: game.title.clone(),
        title_ja: game.title_ja.clone(),
        practice: game.practice,
    };
    games.on().map(choice).collect()
}

pub(super) async fn list_running_games(link: &Link) -> Vec<GameChoice> {
    TeamGames::list(link).await.map(|games| on(&games)).unwrap_or_default()
}

/// The screen of that game may have been closed before it could delete them.
fn clear_drafts(games: &TeamGames, receipts: &Path) {
    for game in games.over() {
        // A draft that can't be deleted stays secret, and is retried at the next start.
        let _ = DraftFile::new(receipts, &game.game, &games.team).keep(None);
    }
}

pub(super) async fn enter_game(link: &Link, game: &str, receipts: &Path) -> Result<EntryOutcome, Error> {
    let games = TeamGames::list(link).await?;
    clear_drafts(&games, receipts);
    Ok(choose_game(link, game, games, receipts))
}

/// The feed is opened by id, because an unnamed one could switch games, and signatures would look forged.
fn choose_game(link: &Link, game: &str, games: TeamGames, receipts: &Path) -> EntryOutcome {
    let meant = games.meant(game.to_owned());
    if !meant.is_empty() {
        return EntryOutcome::In(JoinedGame::at(link, meant, &games, receipts));
    }
    let several = on(&games);
    if several.len() > 1 {
        return EntryOutcome::Several { team: games.team, games: several };
    }
    EntryOutcome::Early { team: games.team }
}

/// The search for a game to enter.
pub(super) struct Entrance {
    link: Link,
    receipts: PathBuf,
    tell: mpsc::Sender<Event>,
    events: TeamEvents,
    path: Option<TeamPath>,
    offered: Vec<GameChoice>,
    announced: Option<String>,
}

impl Entrance {
    pub(super) fn new(link: Link, receipts: PathBuf, tell: mpsc::Sender<Event>) -> Self {
        let (events, path) = (TeamEvents::default(), None);
        Self { link, receipts, tell, events, path, offered: Vec::new(), announced: None }
    }

    /// Waits for the server and for a game. A chosen game is entered at once.
    pub(super) async fn enter(mut self, game: String) -> Result<JoinedGame, Error> {
        let mut is_asked_again = game.is_empty();
        loop {
            if is_asked_again {
                tokio::time::sleep(RETRY_DELAY).await;
            }
            is_asked_again = true;
            match enter_game(&self.link, &game, &self.receipts).await {
                Err(error) if error.is_passing() => self.report(GameFinding::Silence).await,
                Ok(EntryOutcome::Early { team }) => {
                    self.report(GameFinding::NoGame { team: team.clone() }).await;
                    self.report_path(&team).await;
                }
                Ok(EntryOutcome::Several { team, games }) => {
                    self.report(GameFinding::Several { team, games }).await;
                }
                Ok(EntryOutcome::In(joined)) => return Ok(joined),
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits for the game after this one.
    pub(super) async fn follow(mut self, left: LeftGame) -> Result<JoinedGame, Error> {
        loop {
            tokio::time::sleep(RETRY_DELAY).await;
            // The feed of the shown game reports connection and token problems.
            let Ok(games) = TeamGames::list(&self.link).await else { continue };
            if let Some(next) = games.after(&left.game) {
                if left.kind == LeftKind::Abandoned || games.has_begun(&next) {
                    return Ok(JoinedGame::at(&self.link, next, &games, &self.receipts));
                }
                if self.announced.as_ref() != Some(&next) {
                    self.announced = Some(next.clone());
                    self.report(GameFinding::Next { game: next }).await;
                }
            } else if left.kind != LeftKind::Practice {
                self.offer(&games).await;
                self.report_path(&games.team).await;
            }
        }
    }

    /// Offers a choice once, until there are other games.
    async fn offer(&mut self, games: &TeamGames) {
        let several = on(games);
        if several.len() > 1 && self.offered != several && games.meant(String::new()).is_empty() {
            self.offered.clone_from(&several);
            self.report(GameFinding::Several { team: games.team.clone(), games: several }).await;
        }
    }

    /// Reports the team's path through its event if it has changed. An event that can't be read now is read
    /// with the next list.
    async fn report_path(&mut self, team: &str) {
        if self.events.refresh(&self.link).await.is_err() {
            return;
        }
        let path = self.events.path(team);
        if let Some(now) = path.clone().filter(|_| self.path != path) {
            self.report(GameFinding::Path(Box::new(now))).await;
        }
        self.path = path;
    }

    async fn report(&self, finding: GameFinding) {
        // The receiver is gone if the screen was left.
        let _ = self.tell.send(Event::Listed(finding)).await;
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_client::connect;
    use ishigaki_proto::wire;

    use super::*;
    use crate::drafts::Draft;

    fn game_entry(game: &str, phase: wire::Phase) -> GameEntry {
        GameEntry {
            game: game.into(),
            clock: Some(wire::Clock { phase: phase.into(), ..wire::Clock::default() }),
            ..GameEntry::default()
        }
    }

    #[tokio::test]
    async fn team_between_stages_waits_and_several_games_need_choice() {
        use wire::Phase::{Abandoned, Declared, Ready};
        let link = connect(&"http://127.0.0.1:1".parse().unwrap(), &"token".parse().unwrap());
        let choose = |games: &[(&str, wire::Phase)]| {
            let games = games.iter().map(|&(game, phase)| game_entry(game, phase)).collect();
            let games = TeamGames { team: "a".into(), games, ..TeamGames::default() };
            match choose_game(&link, "", games, Path::new("receipts")) {
                EntryOutcome::In(joined) => joined.game,
                EntryOutcome::Early { team } => format!("early: {team}"),
                EntryOutcome::Several { games, .. } => format!("several: {}", games.len()),
            }
        };
        assert_eq!(choose(&[]), "early: a");
        assert_eq!(choose(&[("heat", Declared)]), "heat", "its result is to be seen");
        assert_eq!(choose(&[("heat", Declared), ("repechage", Declared)]), "early: a");
        assert_eq!(choose(&[("heat", Abandoned), ("spare", Declared)]), "early: a");
        assert_eq!(choose(&[("heat", Declared), ("repechage", Declared), ("semi", Ready)]), "semi");
        assert_eq!(choose(&[("heat", Declared), ("one", Ready), ("other", Ready)]), "several: 2");
    }

    #[test]
    fn drafts_for_games_that_are_over_are_taken_away_and_no_others() {
        let folder = std::env::temp_dir().join(format!("ishigaki-over-{}", std::process::id()));
        let draft = Draft { instance: None, round: 1, attempt: 0, base: 0, lines: Vec::new() };
        let file = |game: &str, team: &str| DraftFile::new(&folder, game, team);
        for (game, team) in [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")] {
            file(game, team).keep(Some(&draft)).unwrap();
        }
        let games = vec![
            game_entry("over", wire::Phase::Declared),
            game_entry("left", wire::Phase::Abandoned),
            game_entry("on", wire::Phase::Bidding),
        ];
        clear_drafts(&TeamGames { team: "a".into(), games, ..TeamGames::default() }, &folder);
        let kept = [("over", "a"), ("left", "a"), ("on", "a"), ("over", "b")];
        let kept = kept.map(|(game, team)| file(game, team).read().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(kept, [false, false, true, true]);
    }
}
