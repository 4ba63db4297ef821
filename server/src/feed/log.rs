//! The log of what an audience was told, with its numbers: of a team's own sealings in one window only the latest ones.
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
    /// The numbers of the team's own sealings in the window that is open, as far as they are kept.
    own: VecDeque<u64>,
}

/// Something that one audience was told.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) number: u64,
    /// Time at which it was published; 0 if that was before the server started.
    pub(super) at: Monotonic,
    content: ItemContent,
}

/// Content of an item.
#[derive(Clone)]
pub(super) enum ItemContent {
    /// It is encoded.
    Encoded(Content),
    /// It is encoded when somebody reads it.
    Own {
        sealing: Arc<OwnSealing>,
        /// To how many bytes.
        padded_to: usize,
    },
}

impl Item {
    /// Returns what it says.
    pub(super) fn content(&self) -> Content {
        match &self.content {
            ItemContent::Encoded(content) => content.clone(),
            ItemContent::Own { sealing, padded_to } => sealing.content().padded_to(*padded_to),
        }
    }

    /// The signature of the receipt in it, if there is one.
    pub(super) fn signature(&self) -> Option<SharedSignature> {
        match &self.content {
            ItemContent::Encoded(_) => None,
            ItemContent::Own { sealing, .. } => sealing.signature(),
        }
    }
}

impl Log {
    pub(super) fn add(&mut self, content: Content, at: Monotonic) {
        self.push(ItemContent::Encoded(content), at);
    }

    fn push(&mut self, content: ItemContent, at: Monotonic) {
        self.last += 1;
        self.items.push(Item { number: self.last, at, content });
    }

    /// Adds a sealing of the team whose log this is: one that replaces another, or the first of its window.
    pub(super) fn add_own(&mut self, content: ItemContent, replaces: bool, at: Monotonic) {
        if !replaces {
            self.own.clear();
        } else if self.own.len() >= KEPT
            && let Some(oldest) = self.own.pop_front()
        {
            // What came since is little: these sealings, and each other team's first.
            self.items.remove(self.place_after(oldest.saturating_sub(1)));
        }
        self.push(content, at);
        self.own.push_back(self.last);
    }

    fn place_after(&self, number: u64) -> usize {
        self.items.partition_point(|item| item.number <= number)
    }

    /// The first item with a higher number.
    pub(super) fn after(&self, number: u64) -> Option<&Item> {
        self.items.get(self.place_after(number))
    }
}
