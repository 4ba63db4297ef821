//! The draft of a list: what the team is about to bid. Nothing of it shows in debug output (`A4`).
//!
//! Knows how lines are written and moved, and which sealed list the draft goes back to. Whether it is valid, the
//! rules say.

use std::fmt;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Revision, Tsuyama};

/// The most that can be typed; more than any game has, and far from where amounts end.
const MOST: u64 = 999_999_999_999;

/// State of typing a price, with what was there before; `None`: nothing, the line is new.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Typing {
    /// None is.
    #[default]
    Not,
    /// The next figure begins a price.
    Armed(Option<Tsuyama>),
    /// The next figure goes on with it.
    Over(Option<Tsuyama>),
}

/// A draft and where the cursor stands in it.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ListSheet {
    lines: Vec<Bid>,
    at: usize,
    typing: Typing,
    /// The sealed list that the team has looked at when it wrote this: what it would replace.
    base: Option<Revision>,
}

impl ListSheet {
    pub(crate) fn lines(&self) -> &[Bid] {
        &self.lines
    }

    /// The place of the selected line.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn selected(&self) -> Option<Bid> {
        self.lines.get(self.at).copied()
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.typing != Typing::Not
    }

    pub(crate) fn base(&self) -> Option<Revision> {
        self.base
    }

    pub(crate) fn total(&self) -> Tsuyama {
        self.lines.iter().map(|bid| bid.price).sum()
    }

    /// Puts a line at the end, where it is wanted least, and selects it; figures write its price.
    pub(crate) fn add(&mut self, lot: LotId, price: Tsuyama) {
        self.lines.push(Bid { lot, price });
        self.at = self.lines.len() - 1;
        self.typing = Typing::Armed(None);
    }

    /// Selects the last line for a lot, and figures write its price. Whether there is one.
    pub(crate) fn reprice(&mut self, lot: LotId) -> bool {
        let Some((at, bid)) = self.lines.iter().enumerate().rev().find(|(_, bid)| bid.lot == lot) else {
            return false;
        };
        (self.at, self.typing) = (at, Typing::Armed(Some(bid.price)));
        true
    }

    /// Takes the selected line away.
    pub(crate) fn remove(&mut self) {
        self.typing = Typing::Not;
        if self.at < self.lines.len() {
            self.lines.remove(self.at);
            self.at = self.at.min(self.lines.len().saturating_sub(1));
        }
    }

    /// Moves the selected line up or down.
    pub(crate) fn shift(&mut self, down: isize) {
        self.typing = Typing::Not;
        let to = self.at.saturating_add_signed(down);
        if to < self.lines.len() && self.at < self.lines.len() {
            self.lines.swap(self.at, to);
            self.at = to;
        }
    }

    /// Selects another line.
    pub(crate) fn go(&mut self, down: isize) {
        self.typing = Typing::Not;
        self.at = self.at.saturating_add_signed(down).min(self.lines.len().saturating_sub(1));
    }

    /// Writes the whole price of a line and selects it. Whether there is such a line, for this lot.
    pub(crate) fn set(&mut self, at: usize, lot: LotId, price: Tsuyama) -> bool {
        self.typing = Typing::Not;
        let Some(bid) = self.lines.get_mut(at).filter(|bid| bid.lot == lot) else { return false };
        bid.price = Tsuyama(price.0.min(MOST));
        self.at = at;
        true
    }

    /// Moves a line to another place and selects it.
    pub(crate) fn put(&mut self, from: usize, to: usize) {
        self.typing = Typing::Not;
        if from < self.lines.len() && to < self.lines.len() {
            let bid = self.lines.remove(from);
            self.lines.insert(to, bid);
            self.at = to;
        }
    }

    /// Selects a line, if there is one there.
    pub(crate) fn select(&mut self, at: usize) -> bool {
        self.typing = Typing::Not;
        let is_there = at < self.lines.len();
        if is_there {
            self.at = at;
        }
        is_there
    }

    /// Raises the selected price, or lowers it. Who was typing goes on with that.
    pub(crate) fn turn(&mut self, by: i64) {
        if let Typing::Over(before) = self.typing {
            self.typing = Typing::Armed(before);
        }
        if let Some(bid) = self.lines.get_mut(self.at) {
            bid.price = turned(bid.price, by);
        }
    }

    /// Writes a figure behind those that are being typed.
    pub(crate) fn write(&mut self, figure: u8) {
        if let Some(bid) = self.lines.get_mut(self.at) {
            let (so_far, before) = match self.typing {
                Typing::Over(before) => (bid.price, before),
                Typing::Armed(before) => (Tsuyama::ZERO, before),
                Typing::Not => (Tsuyama::ZERO, Some(bid.price)),
            };
            self.typing = Typing::Over(before);
            bid.price = written(so_far, figure);
        }
    }

    /// Takes the last figure back.
    pub(crate) fn erase(&mut self) {
        if let (Typing::Over(before) | Typing::Armed(before), Some(bid)) =
            (self.typing, self.lines.get_mut(self.at))
        {
            bid.price = Tsuyama(bid.price.0 / 10);
            self.typing = Typing::Over(before);
        }
    }

    /// The price is as it shall be.
    pub(crate) fn accept(&mut self) {
        self.typing = Typing::Not;
    }

    /// The price is what it was before; a line that was not there before goes.
    pub(crate) fn cancel(&mut self) {
        match std::mem::take(&mut self.typing) {
            Typing::Over(None) | Typing::Armed(None) => self.remove(),
            Typing::Over(Some(before)) | Typing::Armed(Some(before)) => {
                if let Some(bid) = self.lines.get_mut(self.at) {
                    bid.price = before;
                }
            }
            Typing::Not => {}
        }
    }

    /// Becomes what is sealed.
    pub(crate) fn take(&mut self, lines: &[Bid], revision: Revision) {
        self.typing = Typing::Not;
        self.lines = lines.to_vec();
        self.at = self.at.min(self.lines.len().saturating_sub(1));
        self.base = Some(revision);
    }

    /// Becomes what is proposed; what it rests on stays.
    pub(crate) fn propose(&mut self, lines: Vec<Bid>) {
        self.typing = Typing::Not;
        self.lines = lines;
        self.at = 0;
    }

    /// The team has looked at this revision: the draft goes back to it.
    pub(crate) fn rest_on(&mut self, revision: Option<Revision>) {
        self.base = revision;
    }

    /// Starts anew, for the next round.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Follows a change of what is sealed. A draft that nobody has touched follows it; one that says something
    /// else stays as it is, and on what it rested, so that it replaces nothing unseen. `false` if it stays so.
    pub(crate) fn follow(&mut self, before: Option<&[Bid]>, now: &[Bid], revision: Revision) -> bool {
        if self.base == Some(revision) || self.lines == now {
            self.base = Some(revision);
        } else if self.lines == before.unwrap_or_default() {
            self.take(now, revision);
        } else {
            return false;
        }
        true
    }
}

/// A price so much higher or lower, within what can be typed.
pub(crate) fn turned(price: Tsuyama, by: i64) -> Tsuyama {
    Tsuyama(price.0.saturating_add_signed(by).min(MOST))
}

/// A price with a figure more.
pub(crate) fn written(price: Tsuyama, figure: u8) -> Tsuyama {
    let longer = price.0.saturating_mul(10).saturating_add(u64::from(figure));
    if longer > MOST { price } else { Tsuyama(longer) }
}

impl fmt::Debug for ListSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: LotId = LotId(0);
    const O: LotId = LotId(1);

    fn sheet(lines: &[(LotId, u64)]) -> ListSheet {
        let mut sheet = ListSheet::default();
        for &(lot, price) in lines {
            sheet.add(lot, Tsuyama(price));
        }
        sheet.accept();
        sheet
    }

    fn prices(sheet: &ListSheet) -> Vec<u64> {
        sheet.lines().iter().map(|bid| bid.price.0).collect()
    }

    #[test]
    fn a_price_is_typed_over_and_can_be_as_before() {
        let mut sheet = sheet(&[(P, 5), (O, 7)]);
        sheet.write(4);
        sheet.write(2);
        assert_eq!(prices(&sheet), [5, 42]);
        sheet.erase();
        assert_eq!(prices(&sheet), [5, 4]);
        sheet.cancel();
        assert_eq!(prices(&sheet), [5, 7]);
        sheet.write(9);
        sheet.accept();
        sheet.write(1);
        assert_eq!(prices(&sheet), [5, 1], "typing starts anew");
    }

    #[test]
    fn a_line_that_is_taken_back_while_its_price_is_typed_was_never_there() {
        let mut sheet = sheet(&[(P, 5)]);
        sheet.add(O, Tsuyama(9));
        sheet.write(4);
        sheet.cancel();
        assert_eq!((prices(&sheet), sheet.at()), (vec![5], 0));
        assert!(sheet.reprice(P) && !sheet.reprice(O));
        sheet.turn(1);
        sheet.write(8);
        assert_eq!(prices(&sheet), [8], "a figure begins a price");
        sheet.cancel();
        assert_eq!(prices(&sheet), [5]);
    }

    #[test]
    fn a_price_ends_at_nothing_and_where_no_more_can_be_typed() {
        let mut sheet = sheet(&[(P, 3)]);
        sheet.turn(-10);
        assert_eq!(prices(&sheet), [0]);
        for _ in 0..40 {
            sheet.write(9);
        }
        assert_eq!(prices(&sheet), [MOST]);
        sheet.turn(1);
        assert_eq!(prices(&sheet), [MOST]);
    }

    #[test]
    fn lines_move_with_the_cursor() {
        let mut sheet = sheet(&[(P, 1), (O, 2), (P, 3)]);
        sheet.shift(-1);
        assert_eq!((prices(&sheet), sheet.at()), (vec![1, 3, 2], 1));
        sheet.shift(isize::MAX);
        sheet.remove();
        assert_eq!((prices(&sheet), sheet.at()), (vec![1, 2], 1));
        sheet.remove();
        sheet.remove();
        sheet.remove();
        assert_eq!((prices(&sheet), sheet.selected()), (vec![], None));
    }

    #[test]
    fn an_untouched_draft_follows_what_is_sealed_elsewhere_and_another_one_does_not() {
        let sealed = |price| [Bid { lot: P, price: Tsuyama(price) }];
        let mut draft = ListSheet::default();
        assert!(draft.follow(None, &sealed(5), Revision(1)));
        assert!(draft.follow(Some(&sealed(5)), &sealed(6), Revision(2)));
        assert_eq!((prices(&draft), draft.base()), (vec![6], Some(Revision(2))));
        draft.turn(1);
        assert!(!draft.follow(Some(&sealed(6)), &sealed(9), Revision(3)));
        assert_eq!(
            (prices(&draft), draft.base()),
            (vec![7], Some(Revision(2))),
            "it replaces nothing unseen"
        );
    }

    #[test]
    fn a_draft_shows_in_no_debug_output() {
        assert_eq!(format!("{:?}", sheet(&[(P, 4711)])), "sealed");
    }
}
