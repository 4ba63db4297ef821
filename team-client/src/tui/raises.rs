//! The draft of a re-bid: a new price for each tied line, or none (`A7`). Nothing of it shows in debug output (`A4`).

use std::fmt;

use ishigaki_client::team::same_raises;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{LotId, Priority, Revision, RoundNo, Tsuyama, WaveNo};

use super::sheet::{turned, written};
use crate::bot::View;

/// Identity of a wave: its round, the round's attempt, and the wave itself.
pub(crate) type WaveIdentity = (RoundNo, u32, WaveNo);

/// A tied line, and what the team is about to offer for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct OfferRow {
    pub(crate) priority: Priority,
    pub(crate) lot: LotId,
    pub(crate) tied_at: Tsuyama,
    /// Number of copies that are contested.
    pub(crate) copies: u32,
    /// `None`: it is given up.
    pub(crate) price: Option<Tsuyama>,
}

/// State of typing an offer, with what was there before.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Typing {
    /// None is.
    #[default]
    Not,
    /// One is; before, the line was given up or had this offer.
    Over(Option<Tsuyama>),
}

/// A draft and where the cursor stands in it.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Raises {
    moment: Option<WaveIdentity>,
    lines: Vec<OfferRow>,
    at: usize,
    typing: Typing,
    base: Option<Revision>,
}

impl Raises {
    /// Turns to the wave that is open, if it is another one; a new wave begins with everything given up, for a price
    /// that nobody has thought about is none.
    pub(crate) fn attend(&mut self, view: &View<'_>) {
        let moment = view.open_wave();
        if moment == self.moment {
            return;
        }
        let lines = view.tied_lines().into_iter().map(|(priority, tie)| OfferRow {
            priority,
            lot: tie.lot,
            tied_at: tie.price,
            copies: tie.copies,
            price: None,
        });
        let mut lines: Vec<OfferRow> = if moment.is_some() { lines.collect() } else { Vec::new() };
        lines.sort_by_key(|line| line.priority);
        *self = Self { moment, lines, ..Self::default() };
    }

    /// The wave, if one is open in which the team can re-bid.
    pub(crate) fn moment(&self) -> Option<WaveIdentity> {
        self.moment
    }

    pub(crate) fn lines(&self) -> &[OfferRow] {
        &self.lines
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.typing != Typing::Not
    }

    pub(crate) fn base(&self) -> Option<Revision> {
        self.base
    }

    /// Returns what would be sent: the lines that are not given up.
    pub(crate) fn raises(&self) -> Vec<Raise> {
        let raise = |line: &OfferRow| Some(Raise { priority: line.priority, price: line.price? });
        self.lines.iter().filter_map(raise).collect()
    }

    pub(crate) fn total(&self) -> Tsuyama {
        self.lines.iter().filter_map(|line| line.price).sum()
    }

    pub(crate) fn go(&mut self, down: isize) {
        self.typing = Typing::Not;
        self.at = self.at.saturating_add_signed(down).min(self.lines.len().saturating_sub(1));
    }

    /// Raises the selected offer, or lowers it; the first is just above the tied price.
    pub(crate) fn turn(&mut self, by: i64) {
        self.typing = Typing::Not;
        if let Some(line) = self.lines.get_mut(self.at) {
            line.price = match line.price {
                Some(price) => Some(turned(price, by)),
                None if by > 0 => Some(turned(line.tied_at, by)),
                None => None,
            };
        }
    }

    /// Writes the whole offer for a tied line, or gives it up, and selects it.
    pub(crate) fn set(&mut self, priority: Priority, price: Option<Tsuyama>) {
        self.typing = Typing::Not;
        if let Some(at) = self.lines.iter().position(|line| line.priority == priority) {
            self.at = at;
            self.lines[at].price = price.map(|price| turned(price, 0));
        }
    }

    pub(crate) fn write(&mut self, figure: u8) {
        if let Some(line) = self.lines.get_mut(self.at) {
            let so_far = match self.typing {
                Typing::Over(_) => line.price.unwrap_or_default(),
                Typing::Not => {
                    self.typing = Typing::Over(line.price);
                    Tsuyama::ZERO
                }
            };
            line.price = Some(written(so_far, figure));
        }
    }

    pub(crate) fn erase(&mut self) {
        if let (Typing::Over(_), Some(line)) = (self.typing, self.lines.get_mut(self.at)) {
            line.price = line.price.map(|price| Tsuyama(price.0 / 10));
        }
    }

    /// The offer is as it shall be; the next line is selected, as among the lots.
    pub(crate) fn accept(&mut self) {
        self.go(1);
    }

    pub(crate) fn cancel(&mut self) {
        if let (Typing::Over(before), Some(line)) = (self.typing, self.lines.get_mut(self.at)) {
            line.price = before;
        }
        self.typing = Typing::Not;
    }

    /// Gives the selected line up.
    pub(crate) fn give_up(&mut self) {
        self.typing = Typing::Not;
        if let Some(line) = self.lines.get_mut(self.at) {
            line.price = None;
        }
    }

    /// Becomes what is sealed.
    pub(crate) fn take(&mut self, raises: &[Raise], revision: Revision) {
        self.base = Some(revision);
        self.propose(raises);
    }

    /// Becomes what is proposed, all else given up; what it rests on stays.
    pub(crate) fn propose(&mut self, raises: &[Raise]) {
        self.typing = Typing::Not;
        for line in &mut self.lines {
            let sealed = raises.iter().find(|raise| raise.priority == line.priority);
            line.price = sealed.map(|raise| raise.price);
        }
    }

    pub(crate) fn rest_on(&mut self, revision: Option<Revision>) {
        self.base = revision;
    }

    /// As the sheet of bids does it: what nobody has touched follows what is sealed.
    pub(crate) fn follow(&mut self, before: Option<&[Raise]>, now: &[Raise], revision: Revision) -> bool {
        let own = self.raises();
        if self.base == Some(revision) || same_raises(&own, now) {
            self.base = Some(revision);
        } else if same_raises(&own, before.unwrap_or_default()) {
            self.take(now, revision);
        } else {
            return false;
        }
        true
    }
}

impl fmt::Debug for Raises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_that_is_taken_leads_to_the_next_line_until_the_last() {
        let line = |number| OfferRow {
            priority: Priority(number),
            lot: LotId(0),
            tied_at: Tsuyama(9),
            copies: 1,
            price: None,
        };
        let mut raises = Raises { lines: vec![line(1), line(2)], ..Raises::default() };
        let mut typed = |figures: [u8; 2]| {
            for figure in figures {
                raises.write(figure);
            }
            raises.accept();
            raises.raises().iter().map(|raise| raise.price.0).collect::<Vec<_>>()
        };
        assert_eq!(typed([2, 1]), [21]);
        assert_eq!(typed([1, 0]), [21, 10], "the second price is the second line's");
        assert_eq!(typed([1, 2]), [21, 12]);
    }
}
