//! The log of an audience's numbered items. It keeps only the first and the latest of a team's own
//! submissions in one window.
//!
//! A watcher over the network gets only the latest earlier submission of each window (`Replay`), in place of
//! the first, so that numbers and lengths of items don't reveal how often a list was replaced (`A4`).

use std::collections::VecDeque;
use std::sync::Arc;

use ishigaki_proto::shared::{Content, SharedSignature};

use super::own_sealing::OwnSealing;
use crate::clock::Monotonic;

/// Number of kept submissions per window: more than people make, so that readers normally see all, and few
/// enough that a loop of submissions can't fill the memory.
const KEPT: usize = 64;

#[derive(Clone, Default)]
pub(super) struct Log {
    /// In the order of their numbers.
    items: Vec<Item>,
    pub(super) last: u64,
    /// The windows in which the team has submitted, in order.
    windows: Vec<OwnWindow>,
    /// Numbers of the kept replacements in the last window.
    replacements: VecDeque<u64>,
}

#[derive(Clone)]
struct OwnWindow {
    first: u64,
    latest: u64,
    content: ItemContent,
}

#[derive(Clone)]
pub(super) struct Item {
    pub(super) number: u64,
    /// Time of publication; 0 if before the server's start.
    pub(super) at: Monotonic,
    content: ItemContent,
    /// Index of its window, if it is the log owner's submission.
    window: Option<usize>,
}

#[derive(Clone)]
pub(super) enum ItemContent {
    Encoded(Content),
    Own {
        sealing: Arc<OwnSealing>,
        /// Padded length in bytes.
        padded_to: usize,
    },
}

/// Which of the team's earlier submissions a watch skips.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replay {
    start: u64,
    until: u64,
    /// Set if the reader has the latest submission of the last window. If not, an item without content
    /// replaces a newer one.
    pub(super) is_current: bool,
}

impl ItemContent {
    pub(super) fn content(&self) -> Content {
        match self {
            Self::Encoded(content) => content.clone(),
            Self::Own { sealing, padded_to } => sealing.content().padded_to(*padded_to),
        }
    }

    /// Returns the signature of its receipt.
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

    /// Adds a submission of the log's owner: a replacement, or the first of its window.
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
            // Few items are newer: these submissions, and the first of each other team.
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

    pub(super) fn after(&self, number: u64) -> Option<&Item> {
        self.items.get(self.place_after(number))
    }

    /// Returns the replay of a watch that begins after this number.
    pub(super) fn replay(&self, start: u64) -> Replay {
        let is_current = self.windows.last().is_some_and(|window| window.latest <= start);
        Replay { start, until: self.last, is_current }
    }

    /// Returns the next item for this reader after `number`, and its content. Without a replay it gets all.
    pub(super) fn next(&self, number: u64, replay: Option<&Replay>) -> Option<(&Item, &ItemContent)> {
        let mut items = self.items.get(self.place_after(number)..)?.iter();
        let Some(replay) = replay else { return items.next().map(|item| (item, &item.content)) };
        items.find_map(|item| Some((item, self.shown(item, replay)?)))
    }

    /// Returns the content of an item in a replay; `None` if it is skipped.
    fn shown<'a>(&'a self, item: &'a Item, replay: &Replay) -> Option<&'a ItemContent> {
        let window = item.window.filter(|_| item.number <= replay.until);
        let Some((index, window)) = window.and_then(|index| Some((index, self.windows.get(index)?))) else {
            return Some(&item.content);
        };
        let is_last = index + 1 == self.windows.len();
        // The reader has the first, so for the last window it gets the latest at its own number.
        let is_news = is_last && window.first <= replay.start && item.number == window.latest;
        (item.number == window.first || is_news).then_some(&window.content)
    }
}
