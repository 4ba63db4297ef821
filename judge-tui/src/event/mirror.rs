//! An event as its feed tells it.

use ishigaki_client::{CallError, Link};
use ishigaki_preset::Config;
use ishigaki_printout::{Edition, EntrantName};
use ishigaki_proto::convert::tournament_event_from_wire;
use ishigaki_proto::event::event::Fact as WireFact;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event as wire, watch};
use ishigaki_tournament::{PlayerId, Tournament};
use ishigaki_words::{Lang, Words};
use tonic::Code;

use crate::options::EventUsage;

/// An event folded from its feed, with what the roster calls its players.
pub(crate) struct EventMirror {
    /// Its id.
    pub(crate) event: String,
    /// Its settings.
    pub(crate) config: Config,
    /// Where it stands.
    pub(crate) tournament: Tournament,
    entrants: Vec<wire::Entrant>,
    names: Vec<EntrantName>,
}

impl EventMirror {
    /// The event as it is now. An empty id means the only event that is not over.
    pub(crate) async fn fetch(link: &Link, event: &str) -> Result<Self, CallError> {
        let request = watch::WatchEventRequest { event: event.to_owned(), from_sequence: 1 };
        let mut feed = link.watch().watch_event(request).await?.into_inner();
        let mut mirror = None;
        while let Some(answer) = feed.message().await? {
            let item = answer.item.ok_or(TOO_NEW)?;
            match (item.body, &mut mirror) {
                (Some(Body::EventSetup(setup)), None) => mirror = Some(Self::of(&setup)?),
                (Some(Body::EventFact(fact)), Some(mirror)) => mirror.fold(&fact)?,
                (Some(Body::Pulse(_)), Some(_)) => break,
                _ => return Err(TOO_NEW),
            }
        }
        mirror.ok_or(CallError::Unanswered { code: Code::Unavailable })
    }

    fn of(setup: &wire::EventSetup) -> Result<Self, CallError> {
        let config = Config::read(&setup.config).map_err(|_| TOO_NEW)?;
        let tournament = Tournament::new(config.plan().clone());
        let (entrants, names) = (Vec::new(), Vec::new());
        Ok(Self { event: setup.event.clone(), config, tournament, entrants, names })
    }

    fn fold(&mut self, fact: &wire::Event) -> Result<(), CallError> {
        self.tournament.apply(&tournament_event_from_wire(fact).map_err(|_| TOO_NEW)?);
        if let Some(WireFact::RosterSet(set)) = &fact.fact {
            self.entrants.clone_from(&set.entrants);
            self.names = set.entrants.iter().map(name).collect();
        }
        Ok(())
    }

    /// The event as it is printed in a language.
    pub(crate) fn edition(&self, words: Words) -> Edition<'_> {
        let is_japanese = words.lang() == Lang::Ja && !self.config.title_ja().is_empty();
        let title = if is_japanese { self.config.title_ja() } else { self.config.title() };
        let timetable = self.config.timetable().copied();
        Edition { words, title, tournament: &self.tournament, names: &self.names, timetable }
    }

    /// What the roster's lines are called.
    pub(crate) fn names(&self) -> &[EntrantName] {
        &self.names
    }

    /// The id in the roster of a player.
    pub(crate) fn id(&self, player: PlayerId) -> &str {
        self.entrants.get(player.index()).map_or("", |entrant| &entrant.id)
    }

    /// Who is meant by a number, an id of the roster, or a part of a name that only one has.
    pub(crate) fn player(&self, named: &str, words: Words) -> Result<PlayerId, EventUsage> {
        let edition = self.edition(words);
        let number: Option<u32> = named.parse().ok();
        let all = || (0..).map(PlayerId).zip(&self.entrants);
        let exactly = all()
            .filter(|(player, entrant)| {
                entrant.id == named || number.is_some() && edition.number(*player) == number
            })
            .map(|(player, _)| player);
        let mut found: Vec<PlayerId> = exactly.collect();
        if found.is_empty() {
            let part = named.to_lowercase();
            let has = |name: &String| name.to_lowercase().contains(&part);
            let called = |entrant: &wire::Entrant| {
                [&entrant.name, &entrant.kana, &entrant.romaji].into_iter().any(has)
            };
            found = all().filter(|(_, entrant)| called(entrant)).map(|(player, _)| player).collect();
        }
        match found[..] {
            [player] => Ok(player),
            [] => Err(EventUsage::NoPlayer { named: named.to_owned() }),
            _ => {
                let players = found.iter().map(|player| edition.player(*player)).collect();
                Err(EventUsage::SeveralPlayers { named: named.to_owned(), players })
            }
        }
    }
}

/// What this program cannot follow.
const TOO_NEW: CallError = CallError::Unknown { code: Code::Ok };

fn name(entrant: &wire::Entrant) -> EntrantName {
    let romaji = Some(entrant.romaji.clone()).filter(|romaji| !romaji.is_empty());
    let name = if entrant.name.is_empty() { &entrant.id } else { &entrant.name };
    EntrantName { name: name.clone(), romaji }
}
