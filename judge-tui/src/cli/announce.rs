//! Announcements by a command: to all teams of a game, or to some; in several games, such as those of an event's groups.

use ishigaki_client::{CallError, Link};
use ishigaki_command::{Done, Output};
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

/// Announces in one game after the other, and in no further once one has refused it.
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
    for game in games {
        let (teams, english, japanese) = (teams.clone(), english.clone(), japanese.clone());
        Announced { game, teams, english, japanese }.tell(link, words, out).await?;
    }
    Ok(())
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
