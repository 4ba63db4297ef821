//! Content of a draft list, the history for undo and redo, and its difference from a submitted list.

use std::collections::BTreeMap;

use ishigaki_rules::LotId;
use ishigaki_rules::auction::Bid;

use super::price::PriceText;

/// Maximum number of undo steps.
const MAX_UNDO_STEPS: usize = 200;

#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct DraftContent {
    /// The price of a line with invalid text is 0.
    pub(super) lines: Vec<Bid>,
    pub(super) texts: Vec<PriceText>,
    pub(super) at: usize,
}

impl DraftContent {
    fn is_same_list(&self, other: &Self) -> bool {
        (&self.lines, &self.texts) == (&other.lines, &other.texts)
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct DraftHistory {
    before: Vec<DraftContent>,
    after: Vec<DraftContent>,
}

impl DraftHistory {
    pub(super) fn keep(&mut self, now: &DraftContent) {
        self.after.clear();
        if self.before.last().is_some_and(|last| last.is_same_list(now)) {
            return;
        }
        if self.before.len() >= MAX_UNDO_STEPS {
            self.before.remove(0);
        }
        self.before.push(now.clone());
    }

    pub(super) fn undo(&mut self, now: &mut DraftContent) -> bool {
        Self::step(&mut self.before, &mut self.after, now)
    }

    pub(super) fn redo(&mut self, now: &mut DraftContent) -> bool {
        Self::step(&mut self.after, &mut self.before, now)
    }

    pub(super) fn can_undo(&self, now: &DraftContent) -> bool {
        self.before.iter().any(|content| !content.is_same_list(now))
    }

    pub(super) fn can_redo(&self, now: &DraftContent) -> bool {
        self.after.iter().any(|content| !content.is_same_list(now))
    }

    /// Skips contents equal to the current one, which remain after a cancelled price.
    fn step(from: &mut Vec<DraftContent>, to: &mut Vec<DraftContent>, now: &mut DraftContent) -> bool {
        while let Some(content) = from.pop() {
            if !content.is_same_list(now) {
                to.push(std::mem::replace(now, content));
                return true;
            }
        }
        false
    }
}

/// Counts the lines that are new, deleted, moved or have another price.
pub(super) fn count_changes(before: &[Bid], now: &[Bid]) -> usize {
    let kept = common_lots(before, now);
    let repriced = kept.iter().filter(|&&(from, to)| before[from].price != now[to].price).count();
    // A lot that left one position and entered another has moved.
    let mut other: BTreeMap<LotId, (usize, usize)> = BTreeMap::new();
    for (_, bid) in before.iter().enumerate().filter(|(at, _)| kept.iter().all(|(from, _)| from != at)) {
        other.entry(bid.lot).or_default().0 += 1;
    }
    for (_, bid) in now.iter().enumerate().filter(|(at, _)| kept.iter().all(|(_, to)| to != at)) {
        other.entry(bid.lot).or_default().1 += 1;
    }
    repriced + other.values().map(|&(left, entered)| left.max(entered)).sum::<usize>()
}

/// Returns the positions of a longest common subsequence of lots, preferring equal prices.
fn common_lots(before: &[Bid], now: &[Bid]) -> Vec<(usize, usize)> {
    let score = |from: usize, to: usize| match (before[from], now[to]) {
        (from, to) if from == to => 3,
        (from, to) if from.lot == to.lot => 2,
        _ => 0,
    };
    let mut best = vec![vec![0; now.len() + 1]; before.len() + 1];
    for from in (0..before.len()).rev() {
        for to in (0..now.len()).rev() {
            let both = score(from, to) + best[from + 1][to + 1];
            best[from][to] = both.max(best[from + 1][to]).max(best[from][to + 1]);
        }
    }
    let (mut from, mut to, mut kept) = (0, 0, Vec::new());
    while from < before.len() && to < now.len() {
        if best[from][to] == best[from + 1][to] {
            from += 1;
        } else if best[from][to] == best[from][to + 1] {
            to += 1;
        } else {
            kept.push((from, to));
            (from, to) = (from + 1, to + 1);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Tsuyama;

    use super::*;

    fn list(lines: &[(u32, u64)]) -> Vec<Bid> {
        lines.iter().map(|&(lot, price)| Bid { lot: LotId(lot), price: Tsuyama(price) }).collect()
    }

    #[test]
    fn each_new_deleted_moved_or_repriced_line_is_a_change() {
        let before = list(&[(0, 9), (1, 5), (2, 7)]);
        let changes = |now: &[(u32, u64)]| count_changes(&before, &list(now));
        assert_eq!(changes(&[(0, 9), (1, 5), (2, 7)]), 0);
        assert_eq!(changes(&[(0, 9), (1, 6), (2, 7)]), 1, "another price");
        assert_eq!(changes(&[(2, 7), (0, 9), (1, 5)]), 1, "moved");
        assert_eq!(changes(&[(2, 8), (0, 9), (1, 5)]), 1, "moved, with another price");
        assert_eq!(changes(&[(0, 9), (2, 7)]), 1, "deleted");
        assert_eq!(changes(&[(0, 9), (1, 5), (2, 7), (2, 3)]), 1, "new");
        assert_eq!(changes(&[(3, 9), (1, 6)]), 4, "two deleted, one new, one with another price");
        assert_eq!(changes(&[]), 3);
    }
}
