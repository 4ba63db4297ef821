//! Boards: they are told what is told to everybody, and nothing else.

use ishigaki_rules::{Actor, Event};

use crate::{Checked, Violation};

/// Holds what boards are told against what the judge is told: all of it but what is for some teams only. Either may have been
/// read a moment later and have more of what time brought about.
///
/// # Errors
/// With the first event that one has and the other should.
pub fn board(public: &[Event], board: &[Event]) -> Checked {
    let mut shown = board.iter();
    for (nth, event) in (1..).zip(public).filter(|(_, event)| event.fact.addressees().is_none()) {
        let found = shown.next();
        if found != Some(event) && !(found.is_none() && event.by == Actor::Clock) {
            return Err(Violation::Apart {
                reader: "boards".to_owned(),
                fact: event.fact.name(),
                event: nth,
            });
        }
    }
    match shown.find(|event| event.by != Actor::Clock) {
        Some(event) => {
            let (reader, fact) = ("boards".to_owned(), event.fact.name());
            Err(Violation::Apart { reader, fact, event: public.len() + 1 })
        }
        None => Ok(()),
    }
}
