//! Changes to a game's record. Verification must find each on a line known in advance.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a record that cannot be tampered with is a failed test"
)]

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::verify::{Part, TranscriptViolationKind as Kind};
use ishigaki_rules::auction::{Bid, TeamList};
use ishigaki_rules::*;

/// Tampers with the record of the played game and signs it again with the server's key. The violation must be on
/// the line at the index that `change` returns.
#[track_caller]
pub(crate) fn tampered(change: impl FnOnce(&mut TranscriptLines) -> usize) -> Kind {
    let mut record = played().record();
    let place = change(&mut record);
    record.re_sign(&key());
    let (line, violation) = record.verified().expect_err("the change is found");
    assert_eq!(line, place + 1, "{violation:?}");
    violation
}

/// Replaces text in one line. The violation must be on that line.
#[track_caller]
pub(crate) fn changed(fact: &str, nth: usize, from: &str, to: &str) -> Kind {
    tampered(|record| {
        let place = record.find(fact, nth);
        record.replace(place, from, to);
        place
    })
}

/// Replaces text in the result line.
#[track_caller]
pub(crate) fn result_changed(from: &str, to: &str) -> Part {
    let violation = tampered(|record| {
        let place = record.result();
        record.replace(place, from, to);
        place
    });
    let Kind::WrongResult { part, .. } = violation else { panic!("{violation:?}") };
    part
}

/// Removes a line and renumbers the rest. The violation must be found `behind` lines later.
#[track_caller]
pub(crate) fn dropped(fact: &str, nth: usize, behind: usize) -> Kind {
    tampered(|record| {
        let place = record.find(fact, nth);
        record.take_out(place);
        record.renumber();
        place + behind
    })
}

/// Changes the events of the played game before they are recorded. The violation must be on the line of the `nth`
/// such fact.
#[track_caller]
pub(crate) fn forged(fact: &str, nth: usize, change: impl FnOnce(&mut Vec<Event>)) -> Kind {
    let mut events = played().events;
    change(&mut events);
    let record = record(&setup(), &events);
    let (line, violation) = record.verified().expect_err("the change is found");
    assert_eq!(line, record.find(fact, nth) + 1, "{violation:?}");
    violation
}

/// The index of the `nth` event, from 1, with this fact.
pub(crate) fn place(events: &[Event], fact: &str, nth: usize) -> usize {
    let places = events.iter().enumerate().filter(|(_, event)| event.fact.name() == fact);
    places.map(|(place, _)| place).nth(nth - 1).expect("there is such an event")
}

/// Replaces the list that a team had sealed before the `nth` opening.
pub(crate) fn rebid(events: &mut [Event], nth: usize, by: TeamId, lines: &[(LotId, u64)]) {
    let changed: Vec<Bid> = lines.iter().map(|&(lot, price)| Bid { lot, price: Tsuyama(price) }).collect();
    let opening = place(events, "lists_opened", nth);
    for event in events[..=opening].iter_mut().rev() {
        match &mut event.fact {
            Fact::ListsOpened { lists, .. } => {
                lists.iter_mut().find(|list| list.team == by).unwrap().bids.clone_from(&changed);
            }
            Fact::BidsSealed { team, sealed: Some(sealed) } if *team == by => {
                sealed.lines = changed.into();
                return;
            }
            _ => {}
        }
    }
    panic!("the team has sealed");
}

pub(crate) fn lists(event: &mut Event) -> &mut Vec<TeamList> {
    let Fact::ListsOpened { lists, .. } = &mut event.fact else { panic!("no opening") };
    lists
}
