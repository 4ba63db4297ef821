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

/// What is announced, and to whom.
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
        games.iter().try_for_each(|game| can_be_told(game, &teams, &listed))?;
    }
    for (at, game) in games.iter().enumerate() {
        let (teams, english, japanese) = (teams.clone(), english.clone(), japanese.clone());
        let announced = Announced { game: game.clone(), teams, english, japanese };
        if let Err(error) = announced.tell(link, words, out).await {
            let (told, untold) = games.split_at(at);
            if !told.is_empty() {
                let list = |games: &[String]| words.list(games.iter().cloned()).into();
                let gaps = [("told", list(told)), ("untold", list(untold))];
                out.remark(&words.say("cli-announced-in-part", &gaps))?;
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Refuses a game in which the announcement would be refused, before any is told: one that there is not, that waits, that is over, or that a
/// team does not play. Of one that another server has, that server says so.
fn can_be_told(id: &str, teams: &[String], listed: &[Listed]) -> Result<(), Error> {
    let refused = |fault| Error::call(CallError::Refused(Box::new(fault)));
    let unknown = || Fault::new(ErrorReason::UnknownGame).with("game", id);
    let game = listed.iter().find(|listed| listed.game == id).ok_or_else(|| refused(unknown()))?;
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
