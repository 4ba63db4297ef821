//! Boards see exactly the public messages.

use ishigaki_rules::{Actor, Event};

use crate::{Checked, Violation};

/// Compares the boards' feed with the judge's: equal except for restricted messages. Either may be read later
/// and have more facts of the clock.
///
/// # Errors
///
/// Returns an error with the first event that is in only one of them.
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
