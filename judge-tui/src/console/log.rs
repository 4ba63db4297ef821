//! Log of a game's events, and its filter.

use ishigaki_rules::{Actor, Event, Fact, Game, Setup, TeamId, Topic};
use ishigaki_words::Words;

/// All events, and those that pass the filter.
///
/// The filter is applied when something changes, because a long log is painted often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    events: Vec<Event>,
    shown: Vec<usize>,
    filter: Filter,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) team: Option<TeamId>,
    pub(crate) kind: Option<EventKind>,
    pub(crate) text: String,
    pub(crate) moves: bool,
}

ishigaki_catalogue::keyed! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum EventKind: pub(crate) label {
        Auction = "console-log-kind-auction",
        Walls = "shared-log-kind-walls",
        Clocks = "console-log-kind-clocks",
        Rulings = "console-log-kind-rulings",
    }
}

impl Log {
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    pub(crate) fn filter(&self) -> &Filter {
        &self.filter
    }

    pub(crate) fn shown(&self) -> impl DoubleEndedIterator<Item = &Event> + ExactSizeIterator {
        self.shown.iter().map(|&at| &self.events[at])
    }

    pub(crate) fn push(&mut self, event: Event, words: Words, game: &Game) {
        if self.filter.fits(&event, words, game) {
            self.shown.push(self.events.len());
        }
        self.events.push(event);
    }

    pub(crate) fn show(&mut self, filter: Filter, words: Words, game: &Game) {
        self.filter = filter;
        let fitting = self.events.iter().enumerate();
        let fitting = fitting.filter(|(_, event)| self.filter.fits(event, words, game));
        self.shown = fitting.map(|(at, _)| at).collect();
    }
}

impl Filter {
    pub(crate) fn next_team(&self, setup: &Setup) -> Self {
        let next = match self.team {
            None => setup.team_ids().next(),
            Some(team) => setup.team_ids().find(|other| *other > team),
        };
        Self { team: next, ..self.clone() }
    }

    pub(crate) fn next_kind(&self) -> Self {
        let next = match self.kind {
            None => Some(EventKind::Auction),
            Some(EventKind::Auction) => Some(EventKind::Walls),
            Some(EventKind::Walls) => Some(EventKind::Clocks),
            Some(EventKind::Clocks) => Some(EventKind::Rulings),
            Some(EventKind::Rulings) => None,
        };
        Self { kind: next, ..self.clone() }
    }

    pub(crate) fn is_narrow(&self) -> bool {
        self.team.is_some() || self.kind.is_some() || !self.text.is_empty()
    }

    fn fits(&self, event: &Event, words: Words, game: &Game) -> bool {
        let kind = EventKind::of(&event.fact);
        let kind_fits = match self.kind {
            Some(wanted) => kind == wanted,
            None => self.moves || kind != EventKind::Walls,
        };
        let team_fits = self.team.is_none_or(|team| concerns(event, team));
        let text_fits = || words.event(game, event).to_lowercase().contains(&self.text.to_lowercase());
        kind_fits && team_fits && (self.text.is_empty() || text_fits())
    }
}

impl EventKind {
    const fn of(fact: &Fact) -> Self {
        match fact.topic() {
            Topic::Auction => Self::Auction,
            Topic::Wall => Self::Walls,
            Topic::Clock => Self::Clocks,
            Topic::Note if matches!(fact, Fact::StonesTicked { .. } | Fact::StonesChecked { .. }) => {
                Self::Walls
            }
            Topic::Note | Topic::Ruling => Self::Rulings,
        }
    }
}

fn concerns(event: &Event, team: TeamId) -> bool {
    let is_named = match &event.fact {
        Fact::BidsSealed { team: one, .. }
        | Fact::RebidSealed { team: one, .. }
        | Fact::StonePlaced { team: one, .. }
        | Fact::StoneTakenOut { team: one, .. }
        | Fact::WallReplaced { team: one, .. }
        | Fact::WallCounted { team: one, .. }
        | Fact::StonesChecked { team: one, .. }
        | Fact::TeamDisqualified { team: one, .. }
        | Fact::TeamReinstated { team: one, .. } => *one == team,
        Fact::ListsOpened { lists, .. } => lists.iter().any(|list| list.team == team),
        Fact::RebidsOpened { raises, .. } => raises.iter().any(|one| one.team == team),
        Fact::JankenEntered { order } => order.contains(&team),
        // The rest concerns all teams, except messages to some.
        fact => fact.addressees().is_some_and(|teams| teams.contains(&team)),
    };
    is_named || event.by == Actor::Team(team)
}
