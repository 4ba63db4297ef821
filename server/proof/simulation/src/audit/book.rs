//! The book of each feed's items.

use std::cell::{RefCell, RefMut};
use std::rc::Rc;

use ishigaki_client::Mirror;
use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire;
use ishigaki_rules::{Event, TeamId};

pub(crate) struct Decoded(RefCell<wire::FeedItem>);

impl Decoded {
    pub(super) fn new(item: wire::FeedItem) -> Self {
        Self(RefCell::new(item))
    }

    pub(crate) fn read(&self, item: &WatchGameResponse) -> RefMut<'_, wire::FeedItem> {
        let mut decoded = self.0.borrow_mut();
        decoded.sequence = item.sequence;
        decoded.skipped = item.skipped;
        decoded.clock = Some(item.clock);
        decoded
    }
}

pub(super) struct PublicEntry {
    pub(super) content: Content,
    pub(super) decoded: Decoded,
    /// `None` for the set-up.
    pub(super) event: Option<Event>,
    pub(super) mirror: Rc<Mirror>,
    pub(super) claimed: bool,
}

impl PublicEntry {
    /// Returns its contents, as bytes and decoded.
    pub(super) fn contents(&self) -> (&Content, &Decoded) {
        (&self.content, &self.decoded)
    }

    /// Returns whether it is hidden from some audiences.
    pub(super) fn is_addressed(&self) -> bool {
        self.event.as_ref().is_some_and(|event| event.fact.addressees().is_some())
    }
}

pub(super) enum TeamEntry {
    Public(usize),
    Own(Box<OwnEntry>),
}

pub(super) struct OwnEntry {
    pub(super) content: Content,
    pub(super) decoded: Decoded,
    pub(super) event: Event,
    pub(super) claimed: bool,
}

pub(super) struct TeamBook {
    pub(super) team: TeamId,
    pub(super) entries: Vec<TeamEntry>,
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
