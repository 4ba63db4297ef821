//! Plays fixed lists through the rules' auction, or finds why they can't be played.
//!
//! There is no clock and no wall. Every round is confirmed as it is (`A10`).

use std::collections::BTreeMap;

use ishigaki_rules::auction::{
    Bid, BidFault, Offer, OfferedLot, RebidFault, Settlement, TeamList, TeamRaises, check_bids, check_rebid,
};
use ishigaki_rules::{RoundPlan, Setup, TeamId, Tsuyama};

use crate::basis::{self, LIST, WAVES};
use crate::wording::{Word, Wording};
use crate::{Basis, FirstTry, Line, Lists, RefusalCode, RoundLists};
use ishigaki_catalogue::{Phrase, Value};

/// A played round.
#[derive(Clone, Debug)]
pub struct PlayedRound {
    pub offer: Offer,
    /// Real lists.
    pub lists: Vec<TeamList>,
    /// After the last wave.
    pub settlement: Settlement,
    pub held: BTreeMap<TeamId, Tsuyama>,
}

/// Something in lists that can't happen in a game, or happens differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    pub round: usize,
    pub place: MisfitPlace,
    pub what: Value,
    pub why: Basis,
}

/// Part of a round's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisfitPlace {
    Round,
    First(usize),
    List(String),
    Wave(usize),
    Raises(usize, String),
}

/// Plays lists of this set-up's scenario.
///
/// # Errors
/// The problem of the first round that can't be played; later ones would only follow from it.
pub fn replay(setup: &Setup, lists: &Lists) -> Result<Vec<PlayedRound>, Vec<ReplayError>> {
    let mut table = Tables {
        setup,
        held: setup.team_ids().map(|team| (team, setup.initial)).collect(),
        copies: setup.lots.iter().map(|lot| lot.copies).collect(),
    };
    let rounds = setup.rounds.iter().zip(&lists.rounds).enumerate();
    rounds.map(|(at, (plan, round))| table.play(at, plan, round)).collect()
}

struct Tables<'a> {
    setup: &'a Setup,
    held: BTreeMap<TeamId, Tsuyama>,
    copies: Vec<u32>,
}

struct Misfits {
    round: usize,
    found: Vec<ReplayError>,
}

impl Misfits {
    fn add(&mut self, place: MisfitPlace, what: impl Into<Value>, why: Basis) {
        self.found.push(ReplayError { round: self.round, place, what: what.into(), why });
    }
}

impl Tables<'_> {
    fn play(
        &mut self,
        round: usize,
        plan: &RoundPlan,
        lists: &RoundLists,
    ) -> Result<PlayedRound, Vec<ReplayError>> {
        let mut misfits = Misfits { round, found: Vec::new() };
        let lots = self.setup.lots.iter().zip(&self.copies);
        let offer = Offer {
            max_bids: plan.max_bids,
            max_wins: plan.max_wins,
            lots: lots.map(|(lot, &copies)| OfferedLot { min_price: lot.min_price, copies }).collect(),
        };
        for (at, first) in lists.first.iter().enumerate() {
            self.check_first(&offer, at, first, &mut misfits);
        }
        let mut sealed = Vec::new();
        for (code, lines) in &lists.lists {
            let Some(team) = self.setup.team_by_code(code) else { continue };
            let bids = self.bids(lines);
            if let Err(faults) = check_bids(&offer, self.held(team), &bids) {
                for fault in faults {
                    misfits.add(MisfitPlace::List(code.clone()), self.tell(&fault), LIST);
                }
            }
            sealed.push(TeamList { team, bids });
        }
        if !misfits.found.is_empty() {
            return Err(misfits.found);
        }
        let settlement = self.settle(&offer, &sealed, lists, &mut misfits);
        if !misfits.found.is_empty() {
            return Err(misfits.found);
        }
        for award in settlement.awards() {
            if let Some(copies) = self.copies.get_mut(award.lot.index()) {
                *copies = copies.saturating_sub(1);
            }
            self.held.insert(award.team, self.held(award.team).minus(award.price));
        }
        Ok(PlayedRound { offer, lists: sealed, settlement, held: self.held.clone() })
    }

    fn settle(
        &self,
        offer: &Offer,
        sealed: &[TeamList],
        lists: &RoundLists,
        misfits: &mut Misfits,
    ) -> Settlement {
        let mut settlement = Settlement::open(offer, sealed);
        for (at, wave) in lists.waves.iter().enumerate() {
            let mut sent = Vec::new();
            for (code, raises) in wave {
                let Some(team) = self.setup.team_by_code(code) else { continue };
                if let Err(faults) = check_rebid(&settlement, team, self.held(team), raises) {
                    for fault in faults {
                        misfits.add(
                            MisfitPlace::Raises(at, code.clone()),
                            self.tell_rebid(&fault),
                            basis::REBID,
                        );
                    }
                }
                sent.push(TeamRaises { team, raises: raises.clone() });
            }
            if settlement.is_settled() {
                misfits.add(MisfitPlace::Wave(at), Wording::NothingTied, WAVES);
            }
            if !misfits.found.is_empty() || settlement.wave(&sent).is_err() {
                return settlement;
            }
        }
        if !settlement.is_settled() {
            let what = Wording::FurtherWave { ties: self.tell_ties(&settlement) };
            misfits.add(MisfitPlace::Round, what, WAVES);
        }
        settlement
    }

    fn check_first(&self, offer: &Offer, at: usize, first: &FirstTry, misfits: &mut Misfits) {
        let Some(team) = self.setup.team_by_code(&first.team) else { return };
        let checked = check_bids(offer, self.held(team), &self.bids(&first.list));
        let faults = checked.err().unwrap_or_default();
        let what = match first.refused {
            None => faults.first().map(|fault| self.tell(fault).into()),
            Some(code) if faults.iter().any(|fault| RefusalCode::of(fault) == code) => None,
            Some(code) => Some(match faults.first() {
                Some(fault) => {
                    let why = self.tell(fault).into();
                    Phrase::from(Wording::RefusedOtherwise { code: code.as_str().into(), why })
                }
                None => Wording::Accepted { code: code.as_str().into() }.into(),
            }),
        };
        if let Some(what) = what {
            misfits.add(MisfitPlace::First(at), what, LIST);
        }
    }

    fn held(&self, team: TeamId) -> Tsuyama {
        self.held.get(&team).copied().unwrap_or(Tsuyama::ZERO)
    }

    fn bids(&self, lines: &[Line]) -> Vec<Bid> {
        let beyond = ishigaki_rules::LotId::at(self.setup.lots.len());
        let bid =
            |line: &Line| Bid { lot: self.setup.lot_by_code(&line.lot).unwrap_or(beyond), price: line.price };
        lines.iter().map(bid).collect()
    }

    fn lot(&self, lot: ishigaki_rules::LotId) -> &str {
        self.setup.lot(lot).map_or("?", |lot| &lot.code)
    }

    fn tell(&self, fault: &BidFault) -> Wording {
        match *fault {
            BidFault::TooManyBids { lines, max_bids } => {
                Wording::ManyLines { lines: text(lines), most: text(max_bids) }
            }
            BidFault::TooManyOfLot { lot, lines, copies } => {
                Wording::ManyLinesOf { stone: self.lot(lot).into(), lines: text(lines), copies: text(copies) }
            }
            BidFault::UnknownLot { line, lot } => {
                Wording::NoCopyLeft { line: text(line + 1), stone: self.lot(lot).into() }
            }
            BidFault::BelowMin { line, lot, price, min_price } => Wording::BelowMinimum {
                line: text(line + 1),
                price: text(price),
                stone: self.lot(lot).into(),
                least: text(min_price),
            },
            BidFault::OverBudget { total, held } => {
                Wording::OverMoney { total: text(total), held: text(held) }
            }
        }
    }

    fn tell_rebid(&self, fault: &RebidFault) -> Wording {
        match *fault {
            RebidFault::DuplicateLine { priority, .. } => Wording::RaisedTwice { line: text(priority) },
            RebidFault::NotTied { priority, .. } => Wording::NotTied { line: text(priority) },
            RebidFault::NotAbove { priority, lot, price, tied_at, .. } => Wording::NotAbove {
                line: text(priority),
                price: text(price),
                stone: self.lot(lot).into(),
                tied_at: text(tied_at),
            },
            RebidFault::OverBudget { total, budget } => {
                Wording::RaisesOver { total: text(total), most: text(budget) }
            }
        }
    }

    fn tell_ties(&self, settlement: &Settlement) -> Value {
        let ties = settlement.ties().iter().map(|tie| {
            let lines = tie.lines.iter().map(|line| {
                let team = self.setup.team(line.team).map_or("?", |team| &team.code);
                Value::from(Word::TiedLine { team: team.into(), line: text(line.priority) })
            });
            let lines = lines.reduce(|first, next| Word::And { first, next }.into());
            let lines = lines.unwrap_or_else(|| "".into());
            Value::from(Word::Tie { stone: self.lot(tie.lot).into(), price: text(tie.price), lines })
        });
        ties.reduce(|first, next| Word::Then { first, next }.into()).unwrap_or_else(|| "".into())
    }
}

fn text(number: impl ToString + Copy) -> Value {
    number.to_string().into()
}
