//! Calls, and the network between clients and server: it loses, repeats, delays and reorders them.

use std::rc::Rc;

use ishigaki_engine::engine::{ActError, Subject};
use ishigaki_rules::{Act, Actor, GameTime};

use crate::chance::Chance;
use crate::host::Polled;
use crate::setting::FaultRates;
use crate::tally::{Count, Tally};

/// One call of a client.
#[derive(Debug)]
pub(crate) struct Call<B = Actor, A = Act> {
    /// Counted over all clients.
    pub(crate) id: u64,
    /// Client that made it.
    pub(crate) client: usize,
    pub(crate) by: B,
    pub(crate) act: A,
}

impl Call {
    /// Returns whether it brings something sealed.
    pub(crate) fn seals(&self) -> bool {
        matches!(self.act, Act::SubmitBids { .. } | Act::SubmitRebid { .. })
    }
}

/// A copy of a call that reaches the server.
#[derive(Clone, Debug)]
pub(crate) struct Delivery<B = Actor, A = Act> {
    pub(crate) call: Rc<Call<B, A>>,
    /// Whether the client hears the answer.
    pub(crate) answer: ReplyDelivery,
}

/// A call to what is served.
pub(crate) type CallOf<S> = Call<<S as Subject>::Actor, <S as Subject>::Act>;

/// A copy of a call to what is served.
pub(crate) type DeliveryOf<S> = Delivery<<S as Subject>::Actor, <S as Subject>::Act>;

/// What is answered to a call.
pub(crate) type AnswerOf<S> = Result<<S as Subject>::Acceptance, ActError<<S as Subject>::Rejection>>;

/// Delivery of the answer to a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReplyDelivery {
    /// It is on the way for so many milliseconds.
    After(u64),
    Lost,
    /// The connection is cut as soon as the server has the call.
    HungUp,
}

/// A call that the engine works on.
pub(crate) struct Flight<S: Subject> {
    pub(crate) delivery: DeliveryOf<S>,
    pub(crate) future: Polled<AnswerOf<S>>,
    /// The time of what is served when the server had it.
    pub(crate) stamp: GameTime,
    /// Length, at that moment, of the feed that will tell of it.
    pub(crate) since: usize,
}

/// Routes a call: when its copies arrive, in milliseconds from now, and what becomes of their answers. `aim`
/// is when the client wants it to arrive.
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
