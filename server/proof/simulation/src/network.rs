//! Calls, and the network between clients and server: it loses, repeats, delays and reorders them.

use std::rc::Rc;

use ishigaki_engine::engine::{ActError, Subject};
use ishigaki_rules::{Act, Actor, GameTime};

use crate::chance::Chance;
use crate::host::BoxedFuture;
use crate::setting::FaultRates;
use crate::tally::{Count, Tally};

#[derive(Debug)]
pub(crate) struct Call<B = Actor, A = Act> {
    pub(crate) id: u64,
    pub(crate) client: usize,
    pub(crate) by: B,
    pub(crate) act: A,
}

impl Call {
    pub(crate) fn seals(&self) -> bool {
        matches!(self.act, Act::SubmitBids { .. } | Act::SubmitRebid { .. })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Delivery<B = Actor, A = Act> {
    pub(crate) call: Rc<Call<B, A>>,
    pub(crate) answer: ReplyDelivery,
}

pub(crate) type CallOf<S> = Call<<S as Subject>::Actor, <S as Subject>::Act>;

pub(crate) type DeliveryOf<S> = Delivery<<S as Subject>::Actor, <S as Subject>::Act>;

pub(crate) type AnswerOf<S> = Result<<S as Subject>::Acceptance, ActError<<S as Subject>::Rejection>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplyDelivery {
    After(u64),
    Lost,
    /// The connection is cut when the server has received the call.
    HungUp,
}

pub(crate) struct Flight<S: Subject> {
    pub(crate) delivery: DeliveryOf<S>,
    pub(crate) future: BoxedFuture<AnswerOf<S>>,
    pub(crate) stamp: GameTime,
    /// Length, at the time of the call, of the feed that will show its effect.
    pub(crate) since: usize,
}

pub(crate) fn route<B, A>(
    chance: &mut Chance,
    faults: FaultRates,
    call: &Rc<Call<B, A>>,
    aim: Option<u64>,
    tally: &mut Tally,
) -> Vec<(u64, Delivery<B, A>)> {
    if chance.permille(faults.lost_before) {
        tally.add(Count::LostBefore);
        return Vec::new();
    }
    let mut copies = 1;
    while copies < 4 && chance.permille(faults.repeated) {
        tally.add(Count::Repeated);
        copies += 1;
    }
    let mut deliveries = Vec::new();
    for copy in 0..copies {
        let mut after = aim.unwrap_or_else(|| chance.below(40));
        if copy > 0 || aim.is_none() && chance.permille(faults.delayed) {
            let most = if chance.permille(500) { 300 } else { 6_000 };
            after += chance.between(1, most);
            if copy == 0 {
                tally.add(Count::Delayed);
            }
        }
        let answer = if chance.permille(faults.hung_up) {
            tally.add(Count::HungUp);
            ReplyDelivery::HungUp
        } else if chance.permille(faults.lost_after) {
            tally.add(Count::LostAfter);
            ReplyDelivery::Lost
        } else {
            ReplyDelivery::After(chance.below(40))
        };
        deliveries.push((after, Delivery { call: Rc::clone(call), answer }));
    }
    deliveries
}
