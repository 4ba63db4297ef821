//! The log of what an audience was told, with its numbers: of a team's own sealings in one window only the first and the latest ones.
//!
//! Whoever watches over the network gets only the latest sealing of each window from before the watch began (`Replay`), in the place of
//! the first: neither the number of items nor their lengths tell how often a list was replaced (`A4`).
//!
//! Knows numbers and places; what the items say, and to whom, is decided above.

use std::collections::VecDeque;
use std::sync::Arc;

use ishigaki_proto::shared::{Content, SharedSignature};

use super::own_sealing::OwnSealing;
use crate::clock::Monotonic;

/// Number of sealings of one window that are kept: more than people make, so that whoever reads a feed again meets
/// each of them, and few enough that nobody fills the memory by sealing in a loop.
const KEPT: usize = 64;

/// Log of what one audience was told, as far as it is kept.
#[derive(Clone, Default)]
pub(super) struct Log {
    /// In the order of their numbers.
    items: Vec<Item>,
    /// The number of the last item there was.
    pub(super) last: u64,
    /// The windows in which the team has sealed, in order.
    windows: Vec<OwnWindow>,
    /// The numbers of the replacements in the last of them, as far as they are kept.
    replacements: VecDeque<u64>,
}

/// Sealings of the team whose log this is in one window.
#[derive(Clone)]
struct OwnWindow {
    /// Number of the first.
    first: u64,
    /// Number of the latest.
    latest: u64,
    /// Content of the latest.
    content: ItemContent,
}

/// Something that one audience was told.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) number: u64,
    /// Time at which it was published; 0 if that was before the server started.
    pub(super) at: Monotonic,
    content: ItemContent,
    /// Index of its window, if it is a sealing of the team whose log this is.
    window: Option<usize>,
}

#[derive(Clone)]
pub(super) enum ItemContent {
    Encoded(Content),
    /// It is encoded when somebody reads it.
    Own {
        sealing: Arc<OwnSealing>,
        /// To how many bytes.
        padded_to: usize,
    },
}

/// What a watch passes over of the team's sealings from before it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replay {
    /// Number of the last item that the reader had.
    start: u64,
    /// Number of the last item that there was.
    until: u64,
    /// Whether the reader has the latest sealing of the last window: an item without content takes the place of a newer one.
    pub(super) is_current: bool,
}

impl ItemContent {
    /// Returns what the item says.
    pub(super) fn content(&self) -> Content {
        match self {
            Self::Encoded(content) => content.clone(),
            Self::Own { sealing, padded_to } => sealing.content().padded_to(*padded_to),
        }
    }

    /// Returns the signature of the receipt in it, if there is one.
    pub(super) fn signature(&self) -> Option<SharedSignature> {
        match self {
            Self::Encoded(_) => None,
            Self::Own { sealing, .. } => sealing.signature(),
        }
    }
}

impl Log {
    pub(super) fn add(&mut self, content: Content, at: Monotonic) {
        self.push(ItemContent::Encoded(content), None, at);
    }

    fn push(&mut self, content: ItemContent, window: Option<usize>, at: Monotonic) {
        self.last += 1;
        self.items.push(Item { number: self.last, at, content, window });
    }

    /// Adds a sealing of the team whose log this is: one that replaces another, or the first of its window.
    pub(super) fn add_own(&mut self, content: ItemContent, replaces: bool, at: Monotonic) {
        if replaces && !self.windows.is_empty() {
            self.replace(content, at);
        } else {
            self.replacements.clear();
            self.push(content.clone(), Some(self.windows.len()), at);
            self.windows.push(OwnWindow { first: self.last, latest: self.last, content });
        }
    }

    fn replace(&mut self, content: ItemContent, at: Monotonic) {
        if self.replacements.len() + 1 >= KEPT
            && let Some(oldest) = self.replacements.pop_front()
        {
            // What came since is little: these sealings, and each other team's first.
            self.items.remove(self.place_after(oldest.saturating_sub(1)));
        }
        self.push(content.clone(), Some(self.windows.len() - 1), at);
        self.replacements.push_back(self.last);
        if let Some(window) = self.windows.last_mut() {
            window.latest = self.last;
            window.content = content;
        }
    }

    fn place_after(&self, number: u64) -> usize {
        self.items.partition_point(|item| item.number <= number)
    }

    /// The first item with a higher number.
    pub(super) fn after(&self, number: u64) -> Option<&Item> {
        self.items.get(self.place_after(number))
    }

    /// Returns what a watch that begins now after this number passes over.
    pub(super) fn replay(&self, start: u64) -> Replay {
        let is_current = self.windows.last().is_some_and(|window| window.latest <= start);
        Replay { start, until: self.last, is_current }
    }

    /// The first item with a higher number that this reader gets, and what it says to it. Without a replay it gets all.
    pub(super) fn next(&self, number: u64, replay: Option<&Replay>) -> Option<(&Item, &ItemContent)> {
        let mut items = self.items.get(self.place_after(number)..)?.iter();
        let Some(replay) = replay else { return items.next().map(|item| (item, &item.content)) };
        items.find_map(|item| Some((item, self.shown(item, replay)?)))
    }

    /// Returns what an item says in a replay; `None` if it is passed over.
    fn shown<'a>(&'a self, item: &'a Item, replay: &Replay) -> Option<&'a ItemContent> {
        let window = item.window.filter(|_| item.number <= replay.until);
        let Some((index, window)) = window.and_then(|index| Some((index, self.windows.get(index)?))) else {
            return Some(&item.content);
        };
        let is_last = index + 1 == self.windows.len();
        // The reader has the first: of the last window it gets the latest in its own place.
        let is_news = is_last && window.first <= replay.start && item.number == window.latest;
        (item.number == window.first || is_news).then_some(&window.content)
    }
}
