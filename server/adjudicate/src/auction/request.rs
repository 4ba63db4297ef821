//! The request, and the round that it asks of.

use std::borrow::Cow;
use std::num::IntErrorKind;

use ishigaki_rules::auction::{Offer, OfferedLot};
use ishigaki_rules::{LotId, TeamId, Tsuyama};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::RequestError;
use crate::request::{ById, Object};

#[derive(Deserialize)]
pub(super) struct CheckBids<'a> {
    pub(super) round: Object<RawRound>,
    pub(super) team: String,
    #[serde(borrow)]
    pub(super) bids: Vec<Object<RawBid<'a>>>,
}

#[derive(Deserialize)]
pub(super) struct Settle<'a> {
    pub(super) round: Object<RawRound>,
    #[serde(borrow)]
    pub(super) bids: ById<Vec<Object<RawBid<'a>>>>,
    #[serde(borrow, default)]
    pub(super) waves: Vec<ById<Vec<Object<RawRaise<'a>>>>>,
}

#[derive(Deserialize)]
pub(super) struct RawRound {
    max_bids: u64,
    max_wins: u64,
    lots: Vec<Object<RawLot>>,
    teams: Vec<Object<RawTeam>>,
}

#[derive(Deserialize)]
struct RawLot {
    id: String,
    min_price: u64,
    #[serde(default = "one")]
    count: u32,
}

#[derive(Deserialize)]
struct RawTeam {
    id: String,
    held: u64,
}

#[derive(Deserialize)]
pub(super) struct RawBid<'a> {
    #[serde(borrow)]
    pub(super) lot: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) price: &'a RawValue,
}

#[derive(Deserialize)]
pub(super) struct RawRaise<'a> {
    #[serde(borrow)]
    pub(super) priority: &'a RawValue,
    #[serde(borrow)]
    pub(super) price: &'a RawValue,
}

pub(super) enum PriceValue {
    Amount(Tsuyama),
    Beyond,
    Bad,
}

impl PriceValue {
    /// Reads the very text of the request: `7.0` and `7e0` are no whole numbers, and no digit is lost.
    pub(super) fn read(raw: &RawValue) -> Self {
        let text = raw.get();
        let digits = if text == "-0" { "0" } else { text };
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::Bad;
        }
        match digits.parse() {
            Ok(amount) => Self::Amount(Tsuyama(amount)),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Self::Beyond,
            Err(_) => Self::Bad,
        }
    }
}

pub(super) struct RequestedRound {
    pub(super) offer: Offer,
    pub(super) lots: Vec<String>,
    pub(super) teams: Vec<String>,
    held: Vec<Tsuyama>,
}

impl RequestedRound {
    /// Numbers the lots and the teams in the order of their ids.
    pub(super) fn new(Object(raw): Object<RawRound>) -> Result<Self, RequestError> {
        let mut lots: Vec<RawLot> = raw.lots.into_iter().map(|Object(lot)| lot).collect();
        let mut teams: Vec<RawTeam> = raw.teams.into_iter().map(|Object(team)| team).collect();
        // The order of UTF-8 text is that of its code points.
        lots.sort_by(|a, b| a.id.cmp(&b.id));
        teams.sort_by(|a, b| a.id.cmp(&b.id));
        if let Some(lot) = lots.iter().find(|lot| lot.count == 0) {
            return Err(RequestError::NoCopies { lot: lot.id.clone() });
        }
        if let Some(pair) = lots.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(RequestError::Duplicate { kind: "lot", id: pair[0].id.clone() });
        }
        if let Some(pair) = teams.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(RequestError::Duplicate { kind: "team", id: pair[0].id.clone() });
        }
        let offered = |lot: &RawLot| OfferedLot { min_price: Tsuyama(lot.min_price), copies: lot.count };
        let offer = Offer {
            max_bids: u32::try_from(raw.max_bids).unwrap_or(u32::MAX),
            max_wins: u32::try_from(raw.max_wins).unwrap_or(u32::MAX),
            lots: lots.iter().map(offered).collect(),
        };
        Ok(Self {
            offer,
            lots: lots.into_iter().map(|lot| lot.id).collect(),
            held: teams.iter().map(|team| Tsuyama(team.held)).collect(),
            teams: teams.into_iter().map(|team| team.id).collect(),
        })
    }

    pub(super) fn lot(&self, id: &str) -> Option<LotId> {
        self.lots.binary_search_by(|lot| lot.as_str().cmp(id)).ok().map(LotId::at)
    }

    pub(super) fn team(&self, id: &str) -> Option<TeamId> {
        self.teams.binary_search_by(|team| team.as_str().cmp(id)).ok().map(TeamId::at)
    }

    pub(super) fn held(&self, team: TeamId) -> Tsuyama {
        self.held[team.index()]
    }
}

fn one() -> u32 {
    1
}
