//! A staff device's view of the contest: its events, and one of them with its feed.

use ishigaki_board::NamedMirror;
use ishigaki_client::{Connection, FeedError, Fold as _, Update};
use ishigaki_proto::convert::player_to_wire;
use ishigaki_proto::watch::{Audience, EventEntry, ListEventsResponse};
use ishigaki_tournament::Actor;

use super::notes::{OpenGames, pair};

/// The device's view of the contest.
#[derive(Default)]
pub(super) struct StaffView {
    pub(super) events: Vec<EventEntry>,
    pub(super) audience: Option<Audience>,
    /// The followed event, and its feed so far.
    pub(super) event: Option<String>,
    pub(super) mirror: NamedMirror,
    pub(super) is_live: bool,
}

impl StaffView {
    /// Returns whether the token may make acts of this role.
    pub(super) fn has_office(&self, office: Actor) -> bool {
        match self.audience {
            Some(Audience::Organiser) => matches!(office, Actor::Organiser | Actor::Desk),
            Some(Audience::Desk) => office == Actor::Desk,
            Some(Audience::Referee | Audience::Judge) => office == Actor::Referee,
            _ => false,
        }
    }

    pub(super) fn follow(&mut self, event: &str) {
        self.event = Some(event.to_owned());
        self.mirror = NamedMirror::default();
        self.is_live = false;
    }

    /// Takes the list of events, and follows the only one if none is followed.
    pub(super) fn take_list(&mut self, list: ListEventsResponse) {
        self.audience = Some(list.audience());
        self.events = list.events;
        if let (None, [only]) = (&self.event, self.events.as_slice()) {
            let event = only.event.clone();
            self.follow(&event);
        }
    }

    /// Takes an update of the feed; `false` if the event must be followed again.
    pub(super) fn take_update(&mut self, update: Result<Update, FeedError>) -> bool {
        match update {
            Ok(Update::Item { item, received }) => return self.mirror.fold(&item, received).is_ok(),
            Ok(Update::Connection(Connection::CaughtUp)) => self.is_live = true,
            Ok(Update::Connection(Connection::Connected)) => {}
            Ok(Update::Connection(Connection::Lost { .. } | Connection::Stopped { .. })) | Err(_) => {
                self.is_live = false;
            }
        }
        true
    }

    /// Returns the games without a result of the latest round.
    pub(super) fn open_games(&self) -> OpenGames {
        let tournament = self.mirror.standing().and_then(|standing| standing.competition.leagues());
        let Some(paired) = tournament.and_then(|tournament| tournament.rounds().last()) else {
            return OpenGames::new();
        };
        let lines = |(one, other)| pair(player_to_wire(one), player_to_wire(other));
        paired.open_games().map(|game| (paired.round.0, lines(game))).collect()
    }
}
