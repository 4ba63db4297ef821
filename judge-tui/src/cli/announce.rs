//! The `announce` command: to all or some teams, in one or more games.

use std::collections::BTreeSet;

use ishigaki_client::listing::{self, Listed};
use ishigaki_client::{CallError, Link};
use ishigaki_command::{CommandResult, Output};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::AnnounceRequest;
use ishigaki_proto::padding::pad_message;
use ishigaki_proto::wire::Announcement;
use ishigaki_words::Words;
use serde::Serialize;

use super::error::Error;
use super::event::games_of_groups;
use crate::event::NamedMirror;
use crate::options::AnnounceArgs;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AnnouncementObject {
    pub(crate) game: String,
    pub(crate) teams: Vec<String>,
    pub(crate) english: Option<String>,
    pub(crate) japanese: Option<String>,
}

/// Announces in no game if one would reject it, and stops after the first unexpected rejection.
pub(super) async fn announce(
    link: &Link,
    args: AnnounceArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let AnnounceArgs { mut games, groups, all_groups, event, teams, english, japanese, .. } = args;
    if all_groups || !groups.is_empty() {
        let mirror = NamedMirror::fetch(link, &event).await?;
        games.extend(games_of_groups(mirror.require_standing()?, &groups)?);
    }
    let mut known = BTreeSet::new();
    games.retain(|game| known.insert(game.clone()));
    if games.len() > 1 {
        let listed = listing::all(link).await?.games;
        let unknown_games = || games.iter().filter(|game| listed.iter().all(|listed| listed.game != **game));
        if let Some(first) = unknown_games().next() {
            let fault = Box::new(Fault::new(ErrorReason::UnknownGame).with("game", first));
            return Err(Error::NoGames { games: unknown_games().cloned().collect(), fault });
        }
        games.iter().try_for_each(|game| check_addressees(game, &teams, &listed))?;
    }
    let outcome = announce_each(&games, async |game| {
        let (teams, english, japanese) = (teams.clone(), english.clone(), japanese.clone());
        let announcement = AnnouncementObject { game: game.to_owned(), teams, english, japanese };
        announcement.print(link, words, out).await.map_err(|error| (game.to_owned(), error))
    });
    let Err((announced_count, (game, error))) = outcome.await else { return Ok(()) };
    if let Some(remark) = partial_sentence(&games, announced_count, words) {
        out.remark(&remark)?;
    }
    Err(error.distinguish_waiting(link).await.of_announcement(&game))
}

/// # Errors
/// The first error, and the number of games before it.
async fn announce_each<E>(
    games: &[String],
    mut announce: impl AsyncFnMut(&str) -> Result<(), E>,
) -> Result<(), (usize, E)> {
    for (announced_count, game) in games.iter().enumerate() {
        announce(game).await.map_err(|error| (announced_count, error))?;
    }
    Ok(())
}

fn partial_sentence(games: &[String], announced_count: usize, words: &Words) -> Option<String> {
    let (announced, missing) =
        games.split_at_checked(announced_count).filter(|(announced, _)| !announced.is_empty())?;
    let list = |games: &[String]| words.list(games.iter().cloned()).into();
    Some(words.say("cli-announced-in-part", &[("told", list(announced)), ("untold", list(missing))]))
}

/// For a game of another server, that server checks it.
fn check_addressees(id: &str, teams: &[String], listed: &[Listed]) -> Result<(), Error> {
    let refused = |fault| Error::call(CallError::Refused(Box::new(fault)));
    let unknown = || Fault::new(ErrorReason::UnknownGame).with("game", id);
    let game = listed.iter().find(|listed| listed.game == id).ok_or_else(|| refused(unknown()))?;
    if game.is_damaged {
        return Err(refused(Fault::new(ErrorReason::GameDamaged).with("game", id)));
    }
    if game.is_waiting() {
        return Err(Error::Waits { game: id.to_owned(), fault: Box::new(unknown()) });
    }
    if let Some(phase) = game.standing.and_then(|standing| standing.phase).filter(|phase| phase.is_over()) {
        return Err(refused(Fault::wrong_phase(phase).with("game", id)));
    }
    match teams.iter().find(|team| !game.teams.contains(team)) {
        Some(team) => Err(refused(Fault::unknown_team("teams", team).with("game", id))),
        None => Ok(()),
    }
}

impl AnnouncementObject {
    pub(super) async fn print(&self, link: &Link, words: &Words, out: &mut Output) -> Result<(), Error> {
        self.send(link).await?;
        if out.is_json() {
            return Ok(out.object(&CommandResult::new("announce", self))?);
        }
        Ok(out.text(&self.sentence(words))?)
    }

    pub(crate) async fn send(&self, link: &Link) -> Result<(), CallError> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let text = Announcement { english: text(&self.english), japanese: text(&self.japanese) };
        let (game, teams) = (self.game.clone(), self.teams.clone());
        let request = AnnounceRequest { game, teams, text: Some(text), ..Default::default() };
        link.judge().announce(pad_message(request)).await?;
        Ok(())
    }

    pub(crate) fn sentence(&self, words: &Words) -> String {
        let game = ("game", self.game.as_str().into());
        if self.teams.is_empty() {
            return words.say("cli-announced", &[game]);
        }
        words.say("cli-announced-to", &[game, ("teams", words.list(self.teams.iter().cloned()).into())])
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_client_command as command;
    use ishigaki_proto::watch::{GameEntry, GameState};
    use ishigaki_words::Lang;

    use super::*;

    async fn announce_to_three(refusing: Option<&str>, lang: Lang) -> (Vec<String>, Option<String>) {
        let games = ["g1", "g2", "g3"].map(str::to_owned);
        let mut tried = Vec::new();
        let outcome = announce_each(&games, async |game| {
            tried.push(game.to_owned());
            if refusing == Some(game) { Err("no") } else { Ok(()) }
        });
        let outcome = outcome.await;
        let part = outcome
            .err()
            .and_then(|(announced_count, _)| partial_sentence(&games, announced_count, &Words::new(lang)));
        (tried, part)
    }

    #[tokio::test]
    async fn rejection_midway_lists_announced_games() {
        let (tried, part) = announce_to_three(Some("g2"), Lang::En).await;
        assert_eq!(tried, ["g1", "g2"], "none is told after a refusal");
        assert_eq!(
            part.as_deref(),
            Some("Announced in g1, not in g2, g3. Repeat the command for the remaining games only.")
        );
        let (_, part) = announce_to_three(Some("g3"), Lang::Ja).await;
        assert_eq!(
            part.as_deref(),
            Some("g1、g2には伝えました。g3にはまだ伝えていません。残りの試合だけを指定してください。")
        );
    }

    #[tokio::test]
    async fn full_or_failed_announcement_has_no_partial_note() {
        assert_eq!(
            announce_to_three(None, Lang::En).await,
            (vec!["g1".into(), "g2".into(), "g3".into()], None)
        );
        assert_eq!(announce_to_three(Some("g1"), Lang::En).await, (vec!["g1".into()], None));
    }

    #[test]
    fn damaged_game_is_rejected_before_announcing() {
        let entry = |id: &str, state: GameState| GameEntry {
            game: id.into(),
            state: state.into(),
            ..GameEntry::default()
        };
        let listed = [entry("g1", GameState::Started), entry("g2", GameState::Damaged)].map(Listed::from);
        assert!(check_addressees("g1", &[], &listed).is_ok());
        let refused = check_addressees("g2", &[], &listed).unwrap_err();
        let Error::Common(command::Error::Call(CallError::Refused(fault))) = refused else {
            panic!("the server would refuse it: {refused:?}");
        };
        assert_eq!(fault.reason, ErrorReason::GameDamaged);
    }
}
