//! The draft of a list: what the team is about to bid. Nothing of it shows in debug output (`A4`).
//!
//! Knows how lines are written and moved, and which sealed list the draft goes back to. Whether it is valid, the
//! rules say.

use std::fmt;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Revision, Tsuyama};

use super::price::{self, PriceFault, PriceText, turned};

/// State of typing a price, with what was there before; `None`: nothing, the line is new.
#[derive(Clone, Default, PartialEq, Eq)]
enum Typing {
    #[default]
    Not,
    /// The next character begins a price.
    Armed(Option<(Tsuyama, PriceText)>),
    /// The next character goes on with it.
    Over(Option<(Tsuyama, PriceText)>),
}

/// A draft and where the cursor stands in it.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ListSheet {
    /// The price of a line whose text is no price is 0.
    lines: Vec<Bid>,
    /// The text of each line's price.
    texts: Vec<PriceText>,
    at: usize,
    typing: Typing,
    /// The sealed list that the team has looked at when it wrote this: what it would replace.
    base: Option<Revision>,
}

impl ListSheet {
    pub(crate) fn lines(&self) -> &[Bid] {
        &self.lines
    }

    /// Returns what the field of a line's price shows, and the text that was typed there.
    pub(crate) fn price_text(&self, at: usize) -> (String, Option<&str>) {
        let (Some(bid), Some(text)) = (self.lines.get(at), self.texts.get(at)) else {
            return Default::default();
        };
        (text.shown(bid.price), text.typed())
    }

    /// Returns what is wrong with the texts of prices, by their lines.
    pub(crate) fn price_faults(&self) -> impl Iterator<Item = (usize, PriceFault)> {
        self.texts.iter().enumerate().filter_map(|(at, text)| Some((at, text.fault()?)))
    }

    /// Returns whether every text is a price.
    pub(crate) fn is_readable(&self) -> bool {
        self.price_faults().next().is_none()
    }

    /// Returns whether it says the same as a list.
    pub(crate) fn says(&self, list: &[Bid]) -> bool {
        self.is_readable() && self.lines == list
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

    /// Returns whether a price has been typed in part.
    pub(crate) fn is_begun(&self) -> bool {
        matches!(self.typing, Typing::Over(_))
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
        self.texts.push(PriceText::default());
        self.at = self.lines.len() - 1;
        self.typing = Typing::Armed(None);
    }

    /// Selects the last line for a lot, and figures write its price. Whether there is one.
    pub(crate) fn reprice(&mut self, lot: LotId) -> bool {
        let Some((at, bid)) = self.lines.iter().enumerate().rev().find(|(_, bid)| bid.lot == lot) else {
            return false;
        };
        let before = self.texts.get(at).map(|text| (bid.price, text.clone()));
        (self.at, self.typing) = (at, Typing::Armed(before));
        true
    }

    /// Takes the selected line away.
    pub(crate) fn remove(&mut self) {
        self.typing = Typing::Not;
        if self.at < self.lines.len() {
            self.lines.remove(self.at);
            self.texts.remove(self.at);
            self.at = self.at.min(self.lines.len().saturating_sub(1));
        }
    }

    /// Moves the selected line up or down.
    pub(crate) fn shift(&mut self, down: isize) {
        self.typing = Typing::Not;
        let to = self.at.saturating_add_signed(down);
        if to < self.lines.len() && self.at < self.lines.len() {
            self.lines.swap(self.at, to);
            self.texts.swap(self.at, to);
            self.at = to;
        }
    }

    /// Selects another line.
    pub(crate) fn go(&mut self, down: isize) {
        self.typing = Typing::Not;
        self.at = self.at.saturating_add_signed(down).min(self.lines.len().saturating_sub(1));
    }

    /// Writes the whole text of a line's price and selects it. Whether there is such a line, for this lot.
    pub(crate) fn set(&mut self, at: usize, lot: LotId, text: &str) -> bool {
        self.typing = Typing::Not;
        let is_there = self.lines.get(at).is_some_and(|bid| bid.lot == lot);
        if is_there {
            self.at = at;
            self.put_text(PriceText::of(text));
        }
        is_there
    }

    /// Writes the text of the selected price.
    fn put_text(&mut self, text: PriceText) {
        if let (Some(bid), Some(known)) = (self.lines.get_mut(self.at), self.texts.get_mut(self.at)) {
            bid.price = text.typed().and_then(|text| price::parse(text).ok()).unwrap_or_default();
            *known = text;
        }
    }

    /// Moves a line to another place and selects it.
    pub(crate) fn put(&mut self, from: usize, to: usize) {
        self.typing = Typing::Not;
        if from < self.lines.len() && to < self.lines.len() {
            let (bid, text) = (self.lines.remove(from), self.texts.remove(from));
            self.lines.insert(to, bid);
            self.texts.insert(to, text);
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
        if let Typing::Over(before) = &mut self.typing {
            self.typing = Typing::Armed(before.take());
        }
        if let (Some(bid), Some(text)) = (self.lines.get_mut(self.at), self.texts.get_mut(self.at)) {
            bid.price = turned(bid.price, by);
            *text = PriceText::default();
        }
    }

    /// Writes a character behind those that are being typed.
    pub(crate) fn write(&mut self, char: char) {
        let (Some(bid), Some(text)) = (self.lines.get(self.at), self.texts.get(self.at)) else { return };
        let (so_far, before) = match std::mem::take(&mut self.typing) {
            Typing::Over(before) => (text.shown(bid.price), before),
            Typing::Armed(before) => (String::new(), before),
            Typing::Not => (String::new(), Some((bid.price, text.clone()))),
        };
        self.typing = Typing::Over(before);
        self.put_text(PriceText::written(&so_far, char));
    }

    /// Takes the last character back.
    pub(crate) fn erase(&mut self) {
        if let Typing::Over(before) | Typing::Armed(before) = std::mem::take(&mut self.typing) {
            let (so_far, _) = self.price_text(self.at);
            self.typing = Typing::Over(before);
            self.put_text(PriceText::erased(&so_far));
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
            Typing::Over(Some((price, before))) | Typing::Armed(Some((price, before))) => {
                if let (Some(bid), Some(text)) = (self.lines.get_mut(self.at), self.texts.get_mut(self.at)) {
                    (bid.price, *text) = (price, before);
                }
            }
            Typing::Not => {}
        }
    }

    /// Becomes what is sealed.
    pub(crate) fn take(&mut self, lines: &[Bid], revision: Revision) {
        self.typing = Typing::Not;
        self.lines = lines.to_vec();
        self.texts = vec![PriceText::default(); lines.len()];
        self.at = self.at.min(self.lines.len().saturating_sub(1));
        self.base = Some(revision);
    }

    /// Becomes what is proposed; what it rests on stays.
    pub(crate) fn propose(&mut self, lines: Vec<Bid>) {
        self.typing = Typing::Not;
        self.texts = vec![PriceText::default(); lines.len()];
        self.lines = lines;
        self.at = 0;
    }

    /// Becomes the lines that were kept, each with the text of its price.
    pub(crate) fn restore(&mut self, lines: &[(LotId, String)]) {
        self.propose(lines.iter().map(|&(lot, _)| Bid { lot, price: Tsuyama::ZERO }).collect());
        for (at, (_, text)) in lines.iter().enumerate() {
            self.at = at;
            self.put_text(PriceText::of(text));
        }
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
        if self.base == Some(revision) || self.says(now) {
            self.base = Some(revision);
        } else if self.says(before.unwrap_or_default()) {
            self.take(now, revision);
        } else {
            return false;
        }
        true
    }
}

impl fmt::Debug for ListSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::price::MOST_DIGITS;

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
        sheet.write('4');
        sheet.write('2');
        assert_eq!(prices(&sheet), [5, 42]);
        sheet.erase();
        assert_eq!(prices(&sheet), [5, 4]);
        sheet.cancel();
        assert_eq!(prices(&sheet), [5, 7]);
        sheet.write('9');
        sheet.accept();
        sheet.write('1');
        assert_eq!(prices(&sheet), [5, 1], "typing starts anew");
    }

    #[test]
    fn a_line_that_is_taken_back_while_its_price_is_typed_was_never_there() {
        let mut sheet = sheet(&[(P, 5)]);
        sheet.add(O, Tsuyama(9));
        sheet.write('4');
        sheet.cancel();
        assert_eq!((prices(&sheet), sheet.at()), (vec![5], 0));
        assert!(sheet.reprice(P) && !sheet.reprice(O));
        sheet.turn(1);
        sheet.write('8');
        assert_eq!(prices(&sheet), [8], "a figure begins a price");
        sheet.cancel();
        assert_eq!(prices(&sheet), [5]);
    }

    #[test]
    fn price_with_too_many_digits_is_shown_and_unreadable() {
        let mut sheet = sheet(&[(P, 3)]);
        sheet.turn(-10);
        assert_eq!(prices(&sheet), [0]);
        for _ in 0..MOST_DIGITS {
            sheet.write('9');
        }
        assert!(sheet.is_readable());
        sheet.write('9');
        assert_eq!(sheet.price_text(0).0, "9".repeat(MOST_DIGITS + 1));
        assert_eq!(sheet.price_faults().collect::<Vec<_>>(), [(0, PriceFault::TooLong)]);
        sheet.erase();
        assert!(sheet.is_readable());
        sheet.turn(1);
        assert_eq!(sheet.price_text(0).0, "9".repeat(MOST_DIGITS));
    }

    #[test]
    fn text_that_is_no_price_moves_with_its_line() {
        let mut sheet = sheet(&[(P, 1), (O, 2)]);
        assert!(sheet.set(1, O, "9.5") && !sheet.set(1, P, "7"));
        sheet.shift(-1);
        assert_eq!((sheet.price_text(0).0.as_str(), sheet.price_text(1).0.as_str()), ("9.5", "1"));
        sheet.put(0, 1);
        assert_eq!(sheet.price_faults().collect::<Vec<_>>(), [(1, PriceFault::NoDigits)]);
        sheet.write('8');
        sheet.cancel();
        assert_eq!(sheet.price_text(1).0, "9.5");
        sheet.remove();
        assert!(sheet.is_readable());
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
