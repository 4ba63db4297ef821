//! What-if: another price for a line of an opened round, and the outcome by the rules. All of it is public by
//! then (`A4`).

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{Game, RoundNo, TeamId, Tsuyama};

use super::price::{self, PriceFault, PriceText, adjust_price};
use ishigaki_strategy::adviser::{WhatIf, WhatIfFault, opened, what_if};

pub(crate) struct Trial {
    pub(crate) round: RoundNo,
    list: Vec<Bid>,
    at: usize,
    price: Tsuyama,
    text: PriceText,
    is_typing: bool,
    pub(crate) answer: Result<WhatIf, WhatIfFault>,
}

impl Trial {
    pub(crate) fn new(game: &Game, round: RoundNo, me: TeamId) -> Option<Self> {
        let list = opened(game, round)?.list(me)?.bids.clone();
        let price = list.first()?.price;
        let answer = what_if(game, round, me, &list);
        Some(Self { round, list, at: 0, price, text: PriceText::default(), is_typing: false, answer })
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn line(&self) -> Option<(Bid, Tsuyama)> {
        self.list.get(self.at).map(|bid| (*bid, self.price))
    }

    pub(crate) fn bids(&self) -> Vec<Bid> {
        let mut bids = self.list.clone();
        if let Some(bid) = bids.get_mut(self.at) {
            bid.price = self.price;
        }
        bids
    }

    pub(crate) fn go(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.list.len().saturating_sub(1));
        self.put_price(self.list.get(self.at).map_or(Tsuyama::ZERO, |bid| bid.price));
    }

    pub(crate) fn price_text(&self) -> (String, Option<&str>) {
        (self.text.display_price(self.price), self.text.typed())
    }

    pub(crate) fn fault(&self) -> Option<PriceFault> {
        self.text.fault()
    }

    fn put_text(&mut self, text: PriceText) {
        self.price = text.typed().and_then(|text| price::parse(text).ok()).unwrap_or_default();
        self.text = text;
    }

    fn put_price(&mut self, price: Tsuyama) {
        (self.price, self.text, self.is_typing) = (price, PriceText::default(), false);
    }

    pub(crate) fn set(&mut self, at: usize, text: Option<&str>) {
        if at < self.list.len() {
            self.at = at;
            self.go(0);
            if let Some(text) = text {
                self.put_text(PriceText::of(text));
            }
        }
    }

    pub(crate) fn turn(&mut self, by: i64) {
        self.put_price(adjust_price(self.price, by));
    }

    pub(crate) fn is_typing(&self) -> bool {
        self.is_typing
    }

    pub(crate) fn write(&mut self, char: char) {
        let so_far = if self.is_typing { self.price_text().0 } else { String::new() };
        self.put_text(PriceText::with_char(&so_far, char));
        self.is_typing = true;
    }

    pub(crate) fn erase(&mut self) {
        self.put_text(PriceText::without_last(&self.price_text().0));
        self.is_typing = true;
    }

    pub(crate) fn accept(&mut self) {
        self.is_typing = false;
    }

    /// Returns `false` if the list doesn't count any more.
    pub(crate) fn settle(&mut self, game: &Game, me: TeamId) -> bool {
        let list = opened(game, self.round).and_then(|record| record.list(me));
        self.answer = what_if(game, self.round, me, &self.bids());
        list.is_some_and(|list| list.bids == self.list)
    }
}
