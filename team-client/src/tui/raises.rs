//! Draft of a re-bid: a new price for each tied line, or none (`A7`). `Debug` omits it (`A4`).

use std::fmt;

use ishigaki_client::team::same_raises;
use ishigaki_rules::auction::Raise;
use ishigaki_rules::{LotId, Priority, Revision, RoundNo, Tsuyama, WaveNo};

use super::price::{self, PriceFault, PriceText, adjust_price};
use ishigaki_strategy::bot::View;

pub(crate) type WaveIdentity = (RoundNo, u32, WaveNo);

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct OfferRow {
    pub(crate) priority: Priority,
    pub(crate) lot: LotId,
    pub(crate) tied_at: Tsuyama,
    pub(crate) copies: u32,
    /// `None` if it is given up, or its text is invalid.
    pub(crate) price: Option<Tsuyama>,
    text: PriceText,
}

impl OfferRow {
    pub(crate) fn price_text(&self) -> (String, Option<&str>) {
        let shown = match (self.price, self.fault()) {
            (None, None) => String::new(),
            (price, _) => self.text.display_price(price.unwrap_or_default()),
        };
        (shown, self.text.typed())
    }

    pub(crate) fn fault(&self) -> Option<PriceFault> {
        self.text.fault().filter(|fault| *fault != PriceFault::Empty)
    }

    fn put_text(&mut self, text: PriceText) {
        self.price = text.typed().and_then(|text| price::parse(text).ok());
        self.text = text;
    }

    fn put_price(&mut self, price: Option<Tsuyama>) {
        (self.price, self.text) = (price, PriceText::default());
    }
}

#[derive(Clone, Default, PartialEq, Eq)]
enum Typing {
    #[default]
    Not,
    Over(Option<Tsuyama>, PriceText),
}

#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Raises {
    wave: Option<WaveIdentity>,
    lines: Vec<OfferRow>,
    at: usize,
    typing: Typing,
    base: Option<Revision>,
}

impl Raises {
    /// A new wave starts with all lines given up, because no price may be offered unseen.
    pub(crate) fn follow_wave(&mut self, view: &View<'_>) {
        let wave = view.open_wave();
        if wave == self.wave {
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
        let mut lines: Vec<OfferRow> = if wave.is_some() { lines.collect() } else { Vec::new() };
        lines.sort_by_key(|line| line.priority);
        *self = Self { wave, lines, ..Self::default() };
    }

    pub(crate) fn wave(&self) -> Option<WaveIdentity> {
        self.wave
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

    pub(crate) fn raises(&self) -> Vec<Raise> {
        let raise = |line: &OfferRow| Some(Raise { priority: line.priority, price: line.price? });
        self.lines.iter().filter_map(raise).collect()
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.lines.iter().all(|line| line.price_text().0.is_empty())
    }

    pub(crate) fn price_faults(&self) -> impl Iterator<Item = (usize, PriceFault)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.fault()?)))
    }

    pub(crate) fn says(&self, raises: &[Raise]) -> bool {
        self.price_faults().next().is_none() && same_raises(&self.raises(), raises)
    }

    /// Counts the lines with another price than submitted; at least 1 if they differ.
    pub(crate) fn changes_since(&self, sealed: &[Raise]) -> usize {
        let sealed_price = |line: &OfferRow| {
            sealed.iter().find(|raise| raise.priority == line.priority).map(|raise| raise.price)
        };
        let changed = self.lines.iter().filter(|line| line.price != sealed_price(line)).count();
        changed.max(usize::from(!self.says(sealed)))
    }

    pub(crate) fn total(&self) -> Tsuyama {
        self.lines.iter().filter_map(|line| line.price).sum()
    }

    pub(crate) fn go(&mut self, down: isize) {
        self.typing = Typing::Not;
        self.at = self.at.saturating_add_signed(down).min(self.lines.len().saturating_sub(1));
    }

    pub(crate) fn turn(&mut self, by: i64) {
        self.typing = Typing::Not;
        if let Some(line) = self.lines.get_mut(self.at) {
            line.put_price(match line.price {
                Some(price) => Some(adjust_price(price, by)),
                None if by > 0 => Some(adjust_price(line.tied_at, by)),
                None => None,
            });
        }
    }

    pub(crate) fn select(&mut self, priority: Priority) -> bool {
        self.typing = Typing::Not;
        let place = self.lines.iter().position(|line| line.priority == priority);
        self.at = place.unwrap_or(self.at);
        place.is_some()
    }

    pub(crate) fn set(&mut self, priority: Priority, text: &str) {
        if self.select(priority) {
            self.lines[self.at].put_text(PriceText::of(text));
        }
    }

    pub(crate) fn write(&mut self, char: char) {
        if let Some(line) = self.lines.get_mut(self.at) {
            let so_far = match self.typing {
                Typing::Over(..) => line.price_text().0,
                Typing::Not => {
                    self.typing = Typing::Over(line.price, line.text.clone());
                    String::new()
                }
            };
            line.put_text(PriceText::with_char(&so_far, char));
        }
    }

    pub(crate) fn erase(&mut self) {
        if let (Typing::Over(..), Some(line)) = (&self.typing, self.lines.get_mut(self.at)) {
            let (so_far, _) = line.price_text();
            line.put_text(PriceText::without_last(&so_far));
        }
    }

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

    pub(crate) fn give_up(&mut self) {
        self.typing = Typing::Not;
        if let Some(line) = self.lines.get_mut(self.at) {
            line.put_price(None);
        }
    }

    pub(crate) fn take(&mut self, raises: &[Raise], revision: Revision) {
        self.base = Some(revision);
        self.propose(raises);
    }

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

    /// An untouched draft follows the submitted re-bid.
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
    fn accepting_price_selects_next_line_until_last() {
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
