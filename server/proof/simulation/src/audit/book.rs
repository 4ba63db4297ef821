//! The book of what each feed has brought, item by item.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use ishigaki_client::Mirror;
use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire;
use ishigaki_rules::{Event, TeamId};

/// An item, decoded once for all who are told the same bytes; numbers and clock are those of whoever read it last.
pub(crate) struct Decoded(RefCell<wire::FeedItem>);

impl Decoded {
    pub(super) fn new(item: wire::FeedItem) -> Self {
        Self(RefCell::new(item))
    }

    /// The item as this reader has it, who was told the same.
    pub(crate) fn read(&self, item: &WatchGameResponse) -> RefMut<'_, wire::FeedItem> {
        let mut decoded = self.0.borrow_mut();
        decoded.sequence = item.sequence;
        decoded.skipped = item.skipped;
        decoded.clock = Some(item.clock);
        decoded
    }
}

/// An item of the public feed.
pub(super) struct PublicEntry {
    pub(super) content: Content,
    pub(super) decoded: Decoded,
    /// `None`: the set-up.
    pub(super) event: Option<Event>,
    /// The game after it, as whoever has been told all of this feed holds it.
    pub(super) mirror: Rc<Mirror>,
    /// Whether an answer told of it.
    pub(super) claimed: bool,
}

impl PublicEntry {
    /// Returns what it says, as bytes and decoded.
    pub(super) fn said(&self) -> (&Content, &Decoded) {
        (&self.content, &self.decoded)
    }

    /// Returns whether some are not told of it.
    pub(super) fn is_addressed(&self) -> bool {
        self.event.as_ref().is_some_and(|event| event.fact.addressees().is_some())
    }
}

/// An item of a team's feed.
pub(super) enum TeamEntry {
    /// The public item at this place.
    Public(usize),
    /// Entry that only this team sees.
    Own(Box<OwnEntry>),
}

/// A team's own sealed list or re-bid.
pub(super) struct OwnEntry {
    pub(super) content: Content,
    pub(super) decoded: Decoded,
    pub(super) event: Event,
    /// Whether an answer told of it.
    pub(super) claimed: bool,
}

/// A team's feed.
pub(super) struct TeamBook {
    pub(super) team: TeamId,
    pub(super) entries: Vec<TeamEntry>,
    /// Number of public items that it has had.
    pub(super) paired: usize,
}

impl TeamBook {
    pub(super) fn new(team: TeamId) -> Self {
        Self { team, entries: Vec::new(), paired: 0 }
    }

    pub(super) fn own(&mut self, content: Content, decoded: Decoded, event: Event) {
        self.entries.push(TeamEntry::Own(Box::new(OwnEntry { content, decoded, event, claimed: false })));
    }
}
