//! The book of what each feed has brought, item by item.

use ishigaki_proto::shared::Content;
use ishigaki_rules::{Event, TeamId};

/// An item of the public feed.
pub(super) struct PublicEntry {
    pub(super) content: Content,
    /// `None`: the set-up.
    pub(super) event: Option<Event>,
    /// Whether an answer told of it.
    pub(super) claimed: bool,
}

/// An item of a team's feed.
pub(super) enum TeamEntry {
    /// The public item at this place.
    Public(usize),
    /// What only this team sees.
    Own(OwnEntry),
}

/// A team's own sealed list or re-bid.
pub(super) struct OwnEntry {
    pub(super) content: Content,
    pub(super) event: Event,
    /// Whether an answer told of it.
    pub(super) claimed: bool,
}

/// A team's feed.
pub(super) struct TeamBook {
    pub(super) team: TeamId,
    pub(super) entries: Vec<TeamEntry>,
    /// How many public items it has had.
    pub(super) paired: usize,
}

impl TeamBook {
    pub(super) fn new(team: TeamId) -> Self {
        Self { team, entries: Vec::new(), paired: 0 }
    }

    pub(super) fn own(&mut self, content: Content, event: Event) {
        self.entries.push(TeamEntry::Own(OwnEntry { content, event, claimed: false }));
    }
}
