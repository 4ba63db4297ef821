//! Announcements by a command: to all teams of a game, or to some; in several games, such as those of an event's groups.

use std::collections::BTreeSet;

use ishigaki_client::listing::{self, Listed};
use ishigaki_client::{CallError, Link};
use ishigaki_command::{Done, Output};
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

/// Result of `announce`: the text and its addressees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Announced {
    pub(crate) game: String,
    /// The ids of the teams that it is for; none: all of them.
    pub(crate) teams: Vec<String>,
    pub(crate) english: Option<String>,
    pub(crate) japanese: Option<String>,
}

/// Announces in one game after the other, once in each; in none if it is known of one that it would refuse, and in no further once one has
/// refused it all the same.
pub(super) async fn announce(
    link: &Link,
    args: AnnounceArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let AnnounceArgs { mut games, groups, all_groups, event, teams, english, japanese, .. } = args;
    if all_groups || !groups.is_empty() {
        let mirror = NamedMirror::fetch(link, &event).await?;
        games.extend(games_of_groups(mirror.fetched()?, &groups)?);
    }
    let mut known = BTreeSet::new();
    games.retain(|game| known.insert(game.clone()));
    if games.len() > 1 {
        let listed = listing::all(link).await?.games;
        let strangers = || games.iter().filter(|game| listed.iter().all(|listed| listed.game != **game));
        if let Some(first) = strangers().next() {
            let fault = Box::new(Fault::new(ErrorReason::UnknownGame).with("game", first));
            return Err(Error::NoGames { named: strangers().cloned().collect(), fault });
        }
        games.iter().try_for_each(|game| check_addressees(game, &teams, &listed))?;
    }
    let told = tell_each(&games, async |game| {
        let (teams, english, japanese) = (teams.clone(), english.clone(), japanese.clone());
        let announced = Announced { game: game.to_owned(), teams, english, japanese };
        announced.tell(link, words, out).await.map_err(|error| (game.to_owned(), error))
    });
    let Err((told, (game, error))) = told.await else { return Ok(()) };
    if let Some(told) = told_in_part(&games, told, words) {
        out.remark(&told)?;
    }
    Err(error.told_apart(link).await.of_announcement(&game))
}

/// Tells one game after the other.
///
/// # Errors
/// The first one, and how many games were told before; no other is told after it.
async fn tell_each<E>(
    games: &[String],
    mut tell: impl AsyncFnMut(&str) -> Result<(), E>,
) -> Result<(), (usize, E)> {
    for (told, game) in games.iter().enumerate() {
        tell(game).await.map_err(|error| (told, error))?;
    }
    Ok(())
}

/// In which games it was told and in which not, where that is not one and the same for all; so many were told.
fn told_in_part(games: &[String], told: usize, words: &Words) -> Option<String> {
    let (told, untold) = games.split_at_checked(told).filter(|(told, _)| !told.is_empty())?;
    let list = |games: &[String]| words.list(games.iter().cloned()).into();
    Some(words.say("cli-announced-in-part", &[("told", list(told)), ("untold", list(untold))]))
}

/// Refuses a game in which the announcement would be refused, before any is told: one that waits, that is over, or that a team does not
/// play. Of one that another server has, that server says so.
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

impl Announced {
    /// Announces it and says so.
    pub(super) async fn tell(&self, link: &Link, words: &Words, out: &mut Output) -> Result<(), Error> {
        self.send(link).await?;
        if out.is_json() {
            return Ok(out.object(&Done::new("announce", self))?);
        }
        Ok(out.text(&self.sentence(words))?)
    }

    /// Asks the server for it.
    pub(crate) async fn send(&self, link: &Link) -> Result<(), CallError> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let text = Announcement { english: text(&self.english), japanese: text(&self.japanese) };
        let (game, teams) = (self.game.clone(), self.teams.clone());
        let request = AnnounceRequest { game, teams, text: Some(text), ..Default::default() };
        link.judge().announce(pad_message(request)).await?;
        Ok(())
    }

    /// That it is done, in a sentence.
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

    /// What was tried in three games of which one refuses, and what is said of that.
    async fn told(refusing: Option<&str>, lang: Lang) -> (Vec<String>, Option<String>) {
        let games = ["g1", "g2", "g3"].map(str::to_owned);
        let mut tried = Vec::new();
        let told = tell_each(&games, async |game| {
            tried.push(game.to_owned());
            if refusing == Some(game) { Err("no") } else { Ok(()) }
        });
        let told = told.await;
        let part = told.err().and_then(|(told, _)| told_in_part(&games, told, &Words::new(lang)));
        (tried, part)
    }

    #[tokio::test]
    async fn where_a_game_refuses_on_the_way_it_is_said_who_was_told_and_who_was_not() {
        let (tried, part) = told(Some("g2"), Lang::En).await;
        assert_eq!(tried, ["g1", "g2"], "none is told after a refusal");
        assert_eq!(
            part.as_deref(),
            Some("Told in g1; not told in g2, g3. To tell the rest, name only those.")
        );
        let (_, part) = told(Some("g3"), Lang::Ja).await;
        assert_eq!(
            part.as_deref(),
            Some("g1、g2には伝えました。g3にはまだ伝えていません。残りの試合だけを指定してください。")
        );
    }

    #[tokio::test]
    async fn nothing_is_said_of_it_where_all_were_told_or_none() {
        assert_eq!(told(None, Lang::En).await, (vec!["g1".into(), "g2".into(), "g3".into()], None));
        assert_eq!(told(Some("g1"), Lang::En).await, (vec!["g1".into()], None));
    }

    #[test]
    fn a_game_that_is_damaged_is_told_before_others_are() {
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
