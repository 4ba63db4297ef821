//! The draft of a re-bid: a new price for each tied line, or none (`A7`). Nothing of it shows in debug output (`A4`).

use std::fmt;

use ishigaki_client::team::same_raises;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{LotId, Priority, Revision, RoundNo, Tsuyama, WaveNo};

use super::price::{self, PriceFault, PriceText, turned};
use ishigaki_strategy::bot::View;

/// Identity of a wave: its round, the round's attempt, and the wave itself.
pub(crate) type WaveIdentity = (RoundNo, u32, WaveNo);

/// A tied line, and what the team is about to offer for it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OfferRow {
    pub(crate) priority: Priority,
    pub(crate) lot: LotId,
    pub(crate) tied_at: Tsuyama,
    /// Number of copies that are contested.
    pub(crate) copies: u32,
    /// `None`: it is given up, or its text is no price.
    pub(crate) price: Option<Tsuyama>,
    text: PriceText,
}

impl OfferRow {
    /// Returns what its field shows, nothing if it is given up; and the text that was typed there.
    pub(crate) fn price_text(&self) -> (String, Option<&str>) {
        let shown = match (self.price, self.fault()) {
            (None, None) => String::new(),
            (price, _) => self.text.shown(price.unwrap_or_default()),
        };
        (shown, self.text.typed())
    }

    /// Returns what is wrong with its text. An empty one gives the line up.
    pub(crate) fn fault(&self) -> Option<PriceFault> {
        self.text.fault().filter(|fault| *fault != PriceFault::Empty)
    }

    /// Takes a text as its price.
    fn put_text(&mut self, text: PriceText) {
        self.price = text.typed().and_then(|text| price::parse(text).ok());
        self.text = text;
    }

    /// Takes a price that was not typed.
    fn put_price(&mut self, price: Option<Tsuyama>) {
        (self.price, self.text) = (price, PriceText::default());
    }
}

/// State of typing an offer, with what was there before.
#[derive(Clone, Default, PartialEq, Eq)]
enum Typing {
    #[default]
    Not,
    /// One is; before, the line was given up or had this offer.
    Over(Option<Tsuyama>, PriceText),
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
            text: PriceText::default(),
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

    /// Returns whether no field says anything.
    pub(crate) fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.price_text().0.is_empty())
    }

    /// Returns what is wrong with the texts of prices, by their lines.
    pub(crate) fn price_faults(&self) -> impl Iterator<Item = (usize, PriceFault)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.fault()?)))
    }

    /// Returns whether it says the same as what is sealed.
    pub(crate) fn says(&self, raises: &[Raise]) -> bool {
        self.price_faults().next().is_none() && same_raises(&self.raises(), raises)
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
            line.put_price(match line.price {
                Some(price) => Some(turned(price, by)),
                None if by > 0 => Some(turned(line.tied_at, by)),
                None => None,
            });
        }
    }

    /// Selects a tied line. Whether there is such a line.
    pub(crate) fn select(&mut self, priority: Priority) -> bool {
        self.typing = Typing::Not;
        let place = self.lines.iter().position(|line| line.priority == priority);
        self.at = place.unwrap_or(self.at);
        place.is_some()
    }

    /// Writes the whole text of a tied line's price, and selects it; an empty one gives the line up.
    pub(crate) fn set(&mut self, priority: Priority, text: &str) {
        if self.select(priority) {
            self.lines[self.at].put_text(PriceText::of(text));
        }
    }

    /// Writes a character behind those that are being typed.
    pub(crate) fn write(&mut self, char: char) {
        if let Some(line) = self.lines.get_mut(self.at) {
            let so_far = match self.typing {
                Typing::Over(..) => line.price_text().0,
                Typing::Not => {
                    self.typing = Typing::Over(line.price, line.text.clone());
                    String::new()
                }
            };
            line.put_text(PriceText::written(&so_far, char));
        }
    }

    pub(crate) fn erase(&mut self) {
        if let (Typing::Over(..), Some(line)) = (&self.typing, self.lines.get_mut(self.at)) {
            let (so_far, _) = line.price_text();
            line.put_text(PriceText::erased(&so_far));
        }
    }

    /// The offer is as it shall be; the next line is selected, as among the lots.
    pub(crate) fn accept(&mut self) {
        self.go(1);
    }

    pub(crate) fn cancel(&mut self) {
        if let (Typing::Over(price, text), Some(line)) =
            (std::mem::take(&mut self.typing), self.lines.get_mut(self.at))
        {
            (line.price, line.text) = (price, text);
        }
    }

    /// Gives the selected line up.
    pub(crate) fn give_up(&mut self) {
        self.typing = Typing::Not;
        if let Some(line) = self.lines.get_mut(self.at) {
            line.put_price(None);
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
            line.put_price(sealed.map(|raise| raise.price));
        }
    }

    pub(crate) fn rest_on(&mut self, revision: Option<Revision>) {
        self.base = revision;
    }

    /// As the sheet of bids does it: what nobody has touched follows what is sealed.
    pub(crate) fn follow(&mut self, before: Option<&[Raise]>, now: &[Raise], revision: Revision) -> bool {
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
            text: PriceText::default(),
        };
        let mut raises = Raises { lines: vec![line(1), line(2)], ..Raises::default() };
        let mut typed = |figures: &str| {
            for figure in figures.chars() {
                raises.write(figure);
            }
            raises.accept();
            raises.raises().iter().map(|raise| raise.price.0).collect::<Vec<_>>()
        };
        assert_eq!(typed("21"), [21]);
        assert_eq!(typed("10"), [21, 10], "the second price is the second line's");
        assert_eq!(typed("12"), [21, 12]);
    }
}
