//! An event with the names of its roster: as a screen follows it, and as one command finds it.

use std::time::Instant;

use ishigaki_client::{
    CallError, Connection, EventFolded, EventMirror, EventStanding, Feed, FeedSubject, Link, MirrorError,
    Update,
};
use ishigaki_printout::{Edition, EntrantName, GroupEdition};
use ishigaki_proto::convert::player_from_wire;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{event as events, wire};
use ishigaki_screen::Fold;
use ishigaki_tournament::{Fact, PlayerId, Tournament};
use ishigaki_words::{Lang, Words};
use tonic::Code;

use crate::options::EventUsage;

/// An event as its feed shows it, with what the roster calls its players.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedMirror {
    mirror: EventMirror,
    names: Vec<EntrantName>,
}

/// An event in leagues as it stands, with what the roster calls its players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedEvent<'a> {
    /// The event.
    pub(crate) standing: &'a EventStanding,
    tournament: &'a Tournament,
    names: &'a [EntrantName],
}

impl Fold for NamedMirror {
    type News = EventFolded;

    fn fold(&mut self, item: &wire::FeedItem, _: Instant) -> Result<EventFolded, MirrorError> {
        let folded = self.mirror.fold(item)?;
        let is_roster =
            matches!(&folded, EventFolded::Fact(event) if matches!(event.fact, Fact::RosterSet { .. }));
        if let Some(standing) = self.mirror.standing().filter(|_| is_roster) {
            self.names = standing.entrants.iter().map(name).collect();
        }
        Ok(folded)
    }
}

impl NamedMirror {
    /// The event as it is now. An empty id means the only event that is not over.
    pub(crate) async fn fetch(link: &Link, event: &str) -> Result<Self, CallError> {
        let mut feed = Feed::open(link.clone(), FeedSubject::Event(event.to_owned()), 1);
        let mut mirror = Self::default();
        loop {
            match feed.next().await {
                Some(Ok(Update::Item { item, received })) => {
                    mirror.fold(&item, received).map_err(|_| TOO_NEW)?;
                }
                Some(Ok(Update::Connection(Connection::Connected))) => {}
                Some(Ok(Update::Connection(Connection::CaughtUp | Connection::Stopped { .. }))) | None => {
                    return Ok(mirror);
                }
                Some(Ok(Update::Connection(Connection::Lost { code, .. }))) => {
                    return Err(CallError::Unanswered { code });
                }
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// The event in leagues; `None` before its set-up has come, and of one in groups.
    pub(crate) fn event(&self) -> Option<NamedEvent<'_>> {
        let standing = self.mirror.standing()?;
        Some(NamedEvent { standing, tournament: standing.competition.leagues()?, names: &self.names })
    }

    /// The event of either kind; `None` before its set-up has come.
    pub(crate) fn standing(&self) -> Option<&EventStanding> {
        self.mirror.standing()
    }

    /// The contest in groups as it is printed in a language; `None` before its set-up has come, and of an event in leagues.
    pub(crate) fn group_edition(&self, words: Words) -> Option<GroupEdition<'_>> {
        let standing = self.mirror.standing()?;
        let (title, names) = (title(standing, words), self.names.as_slice());
        Some(GroupEdition { words, title, contest: standing.competition.groups()?, names })
    }

    /// The event of a mirror that was fetched.
    pub(crate) fn fetched(&self) -> Result<NamedEvent<'_>, CallError> {
        self.event().ok_or(CallError::Unanswered { code: Code::Unavailable })
    }
}

impl<'a> NamedEvent<'a> {
    /// Its id.
    pub(crate) fn id(self) -> &'a str {
        &self.standing.event
    }

    /// Where it is, by its rules.
    pub(crate) fn tournament(self) -> &'a Tournament {
        self.tournament
    }

    /// The event as it is printed in a language.
    pub(crate) fn edition(self, words: Words) -> Edition<'a> {
        let timetable = self.standing.config.timetable().copied();
        let title = title(self.standing, words);
        Edition { words, title, tournament: self.tournament(), names: self.names, timetable }
    }

    /// What the roster's lines are called.
    pub(crate) fn names(self) -> &'a [EntrantName] {
        self.names
    }

    /// The id in the roster of a player.
    pub(crate) fn entrant_id(self, player: PlayerId) -> &'a str {
        self.standing.entrant(player).map_or("", |entrant| &entrant.id)
    }

    /// Whether somebody has this number or id, or is called so in a part of a name, in kana or in Latin letters.
    pub(crate) fn is_called(self, player: PlayerId, named: &str, words: Words) -> bool {
        if let Ok(number) = named.parse::<u32>() {
            return self.edition(words).number(player) == Some(number);
        }
        self.standing
            .entrant(player)
            .is_some_and(|entrant| entrant.id == named || has_in_name(entrant, named))
    }

    /// Why a call was refused, with players by number and name instead of the roster's line.
    pub(crate) fn refusal(self, fault: &Fault, words: Words) -> String {
        let mut named = fault.clone();
        for key in ["player", "winner", "loser"] {
            let line = named.metadata.get(key).and_then(|line| line.parse().ok());
            let player = line.and_then(|line| player_from_wire(line, key).ok());
            if let Some(player) = player.filter(|player| self.standing.entrant(*player).is_some()) {
                named.metadata.insert(key.to_owned(), self.edition(words).player(player));
            }
        }
        words.fault(&named)
    }

    /// Who is meant by a number, an id of the roster, or a part of a name that only one has.
    pub(crate) fn player(self, named: &str, words: Words) -> Result<PlayerId, EventUsage> {
        let edition = self.edition(words);
        let number: Option<u32> = named.parse().ok();
        let all = || (0..).map(PlayerId).zip(&self.standing.entrants);
        let exactly = all()
            .filter(|(player, entrant)| {
                entrant.id == named || number.is_some() && edition.number(*player) == number
            })
            .map(|(player, _)| player);
        let mut found: Vec<PlayerId> = exactly.collect();
        if found.is_empty() {
            let called = all().filter(|(_, entrant)| has_in_name(entrant, named));
            found = called.map(|(player, _)| player).collect();
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

fn has_in_name(entrant: &events::Entrant, part: &str) -> bool {
    let part = part.to_lowercase();
    [&entrant.name, &entrant.kana, &entrant.romaji]
        .into_iter()
        .any(|name| name.to_lowercase().contains(&part))
}

/// What this program cannot follow.
const TOO_NEW: CallError = CallError::Unknown { code: Code::Ok };

/// What an event is called in a language.
pub(crate) fn title(standing: &EventStanding, words: Words) -> &str {
    let config = &standing.config;
    let is_japanese = words.lang() == Lang::Ja && !config.title_ja().is_empty();
    if is_japanese { config.title_ja() } else { config.title() }
}

fn name(entrant: &events::Entrant) -> EntrantName {
    let romaji = Some(entrant.romaji.clone()).filter(|romaji| !romaji.is_empty());
    let name = if entrant.name.is_empty() { &entrant.id } else { &entrant.name };
    EntrantName { name: name.clone(), romaji }
}
