//! Draft of a list. `Debug` omits it (`A4`).
//!
//! It knows the submitted list that it is based on. The rules decide whether it is valid.

use std::fmt;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Revision, Tsuyama};

use super::draft_content::{DraftContent, DraftHistory, count_changes};
use super::price::{self, PriceFault, PriceText, adjust_price};

/// Previous content in case of a cancel; `None` for a new line.
#[derive(Clone, Default, PartialEq, Eq)]
enum Typing {
    #[default]
    Not,
    Armed(Option<(Tsuyama, PriceText)>),
    Over(Option<(Tsuyama, PriceText)>),
}

#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct ListSheet {
    content: DraftContent,
    history: DraftHistory,
    typing: Typing,
    /// The submitted list that the team saw and that this draft replaces.
    base: Option<Revision>,
}

impl ListSheet {
    pub(crate) fn lines(&self) -> &[Bid] {
        &self.content.lines
    }

    pub(crate) fn price_text(&self, at: usize) -> (String, Option<&str>) {
        let (Some(bid), Some(text)) = (self.content.lines.get(at), self.content.texts.get(at)) else {
            return Default::default();
        };
        (text.display_price(bid.price), text.typed())
    }

    pub(crate) fn price_faults(&self) -> impl Iterator<Item = (usize, PriceFault)> {
        self.content.texts.iter().enumerate().filter_map(|(at, text)| Some((at, text.fault()?)))
    }

    pub(crate) fn is_readable(&self) -> bool {
        self.price_faults().next().is_none()
    }

    pub(crate) fn says(&self, list: &[Bid]) -> bool {
        self.is_readable() && self.content.lines == list
    }

    pub(crate) fn at(&self) -> usize {
        self.content.at
    }

    pub(crate) fn selected(&self) -> Option<Bid> {
        self.content.lines.get(self.content.at).copied()
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.typing != Typing::Not
    }

    pub(crate) fn is_begun(&self) -> bool {
        matches!(self.typing, Typing::Over(_))
    }

    pub(crate) fn base(&self) -> Option<Revision> {
        self.base
    }

    pub(crate) fn total(&self) -> Tsuyama {
        self.content.lines.iter().map(|bid| bid.price).sum()
    }

    /// Counts the changes since a submitted list; at least 1 if they differ.
    pub(crate) fn changes_since(&self, sealed: &[Bid]) -> usize {
        count_changes(sealed, &self.content.lines).max(usize::from(!self.says(sealed)))
    }

    pub(crate) fn undo(&mut self) -> bool {
        self.typing = Typing::Not;
        self.history.undo(&mut self.content)
    }

    pub(crate) fn redo(&mut self) -> bool {
        self.typing = Typing::Not;
        self.history.redo(&mut self.content)
    }

    pub(crate) fn can_undo(&self) -> bool {
        self.history.can_undo(&self.content)
    }

    pub(crate) fn can_redo(&self) -> bool {
        self.history.can_redo(&self.content)
    }

    fn keep(&mut self) {
        self.history.keep(&self.content);
    }

    pub(crate) fn add(&mut self, lot: LotId, price: Tsuyama) {
        self.keep();
        self.content.lines.push(Bid { lot, price });
        self.content.texts.push(PriceText::default());
        self.content.at = self.content.lines.len() - 1;
        self.typing = Typing::Armed(None);
    }

    pub(crate) fn reprice(&mut self, lot: LotId) -> bool {
        let Some((at, bid)) = self.content.lines.iter().enumerate().rev().find(|(_, bid)| bid.lot == lot)
        else {
            return false;
        };
        let before = self.content.texts.get(at).map(|text| (bid.price, text.clone()));
        (self.content.at, self.typing) = (at, Typing::Armed(before));
        true
    }

    pub(crate) fn remove(&mut self) {
        self.typing = Typing::Not;
        if self.content.at < self.content.lines.len() {
            self.keep();
            self.remove_line();
        }
    }

    fn remove_line(&mut self) {
        let DraftContent { lines, texts, at } = &mut self.content;
        if *at < lines.len() {
            lines.remove(*at);
            texts.remove(*at);
            *at = (*at).min(lines.len().saturating_sub(1));
        }
    }

    pub(crate) fn shift(&mut self, down: isize) {
        self.typing = Typing::Not;
        let to = self.content.at.saturating_add_signed(down);
        if to < self.content.lines.len() && self.content.at < self.content.lines.len() {
            self.keep();
            self.content.lines.swap(self.content.at, to);
            self.content.texts.swap(self.content.at, to);
            self.content.at = to;
        }
    }

    pub(crate) fn go(&mut self, down: isize) {
        self.typing = Typing::Not;
        self.content.at =
            self.content.at.saturating_add_signed(down).min(self.content.lines.len().saturating_sub(1));
    }

    pub(crate) fn set(&mut self, at: usize, lot: LotId, text: &str) -> bool {
        self.typing = Typing::Not;
        let is_there = self.content.lines.get(at).is_some_and(|bid| bid.lot == lot);
        if is_there {
            self.keep();
            self.content.at = at;
            self.put_text(PriceText::of(text));
        }
        is_there
    }

    fn put_text(&mut self, text: PriceText) {
        if let (Some(bid), Some(known)) =
            (self.content.lines.get_mut(self.content.at), self.content.texts.get_mut(self.content.at))
        {
            bid.price = text.typed().and_then(|text| price::parse(text).ok()).unwrap_or_default();
            *known = text;
        }
    }

    pub(crate) fn put(&mut self, from: usize, to: usize) {
        self.typing = Typing::Not;
        if from < self.content.lines.len() && to < self.content.lines.len() {
            self.keep();
            let (bid, text) = (self.content.lines.remove(from), self.content.texts.remove(from));
            self.content.lines.insert(to, bid);
            self.content.texts.insert(to, text);
            self.content.at = to;
        }
    }

    pub(crate) fn select(&mut self, at: usize) -> bool {
        self.typing = Typing::Not;
        let is_there = at < self.content.lines.len();
        if is_there {
            self.content.at = at;
        }
        is_there
    }

    pub(crate) fn turn(&mut self, by: i64) {
        if let Typing::Over(before) = &mut self.typing {
            self.typing = Typing::Armed(before.take());
        }
        if self.typing != Typing::Armed(None) {
            self.keep();
        }
        if let (Some(bid), Some(text)) =
            (self.content.lines.get_mut(self.content.at), self.content.texts.get_mut(self.content.at))
        {
            bid.price = adjust_price(bid.price, by);
            *text = PriceText::default();
        }
    }

    pub(crate) fn write(&mut self, char: char) {
        let (Some(bid), Some(text)) =
            (self.content.lines.get(self.content.at), self.content.texts.get(self.content.at))
        else {
            return;
        };
        // A new line and its price are one step.
        if matches!(self.typing, Typing::Not | Typing::Armed(Some(_))) {
            self.history.keep(&self.content);
        }
        let (so_far, before) = match std::mem::take(&mut self.typing) {
            Typing::Over(before) => (text.display_price(bid.price), before),
            Typing::Armed(before) => (String::new(), before),
            Typing::Not => (String::new(), Some((bid.price, text.clone()))),
        };
        self.typing = Typing::Over(before);
        self.put_text(PriceText::with_char(&so_far, char));
    }

    pub(crate) fn erase(&mut self) {
        if matches!(self.typing, Typing::Armed(Some(_))) {
            self.keep();
        }
        if let Typing::Over(before) | Typing::Armed(before) = std::mem::take(&mut self.typing) {
            let (so_far, _) = self.price_text(self.content.at);
            self.typing = Typing::Over(before);
            self.put_text(PriceText::without_last(&so_far));
        }
    }

    pub(crate) fn accept(&mut self) {
        self.typing = Typing::Not;
    }

    pub(crate) fn cancel(&mut self) {
        match std::mem::take(&mut self.typing) {
            Typing::Over(None) | Typing::Armed(None) => self.remove_line(),
            Typing::Over(Some((price, before))) | Typing::Armed(Some((price, before))) => {
                if let (Some(bid), Some(text)) =
                    (self.content.lines.get_mut(self.content.at), self.content.texts.get_mut(self.content.at))
                {
                    (bid.price, *text) = (price, before);
                }
            }
            Typing::Not => {}
        }
    }

    pub(crate) fn take(&mut self, lines: &[Bid], revision: Revision) {
        self.typing = Typing::Not;
        self.keep();
        self.content.lines = lines.to_vec();
        self.content.texts = vec![PriceText::default(); lines.len()];
        self.content.at = self.content.at.min(self.content.lines.len().saturating_sub(1));
        self.base = Some(revision);
    }

    pub(crate) fn propose(&mut self, lines: Vec<Bid>) {
        self.typing = Typing::Not;
        self.keep();
        self.content.texts = vec![PriceText::default(); lines.len()];
        self.content.lines = lines;
        self.content.at = 0;
    }

    pub(crate) fn restore(&mut self, lines: &[(LotId, String)]) {
        self.propose(lines.iter().map(|&(lot, _)| Bid { lot, price: Tsuyama::ZERO }).collect());
        for (at, (_, text)) in lines.iter().enumerate() {
            self.content.at = at;
            self.put_text(PriceText::of(text));
        }
        self.content.at = 0;
        self.history = DraftHistory::default();
    }

    pub(crate) fn rest_on(&mut self, revision: Option<Revision>) {
        self.base = revision;
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// An untouched draft follows the submitted list. Another one keeps its content and base, so that it
    /// replaces nothing unseen; then returns `false`.
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
    fn typed_price_replaces_old_and_cancel_restores_it() {
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
    fn line_taken_back_while_its_price_is_typed_was_never_there() {
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
    fn untouched_draft_follows_and_another_does_not() {
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
    fn undo_and_redo_go_through_all_changes() {
        let mut sheet = sheet(&[(P, 5), (O, 7)]);
        sheet.write('4');
        sheet.write('2');
        sheet.accept();
        sheet.shift(-1);
        sheet.remove();
        assert_eq!(prices(&sheet), [5]);
        let mut undone = Vec::new();
        while sheet.undo() {
            undone.push(prices(&sheet));
        }
        assert_eq!(undone, [vec![42, 5], vec![5, 42], vec![5, 7], vec![5], vec![]]);
        while sheet.redo() {}
        assert_eq!(prices(&sheet), [5]);
        assert!(sheet.undo());
        sheet.turn(1);
        assert!(!sheet.redo(), "a change ends the redo");
        assert!(sheet.undo());
        assert_eq!((prices(&sheet), sheet.at()), (vec![42, 5], 0));
    }

    #[test]
    fn cancelled_price_leaves_nothing_to_undo() {
        let mut sheet = sheet(&[(P, 5)]);
        sheet.write('4');
        sheet.cancel();
        assert!(sheet.undo());
        assert_eq!(prices(&sheet), [0; 0], "the line was new");
        assert!(sheet.redo() && prices(&sheet) == [5]);
        sheet.add(O, Tsuyama(9));
        sheet.cancel();
        assert!(sheet.undo());
        assert_eq!(prices(&sheet), [0; 0]);
    }

    #[test]
    fn replaced_draft_can_be_brought_back() {
        let mut sheet = sheet(&[(P, 5)]);
        sheet.take(&[Bid { lot: O, price: Tsuyama(3) }], Revision(2));
        assert!(sheet.undo());
        assert_eq!((prices(&sheet), sheet.base()), (vec![5], Some(Revision(2))));
        assert_eq!(sheet.changes_since(&[Bid { lot: O, price: Tsuyama(3) }]), 2);
    }

    #[test]
    fn debug_output_hides_draft_prices() {
        assert_eq!(format!("{:?}", sheet(&[(P, 4711)])), "sealed");
    }
}
