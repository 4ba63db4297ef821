//! Enums that have the same names on the wire: messages number them from 1, and 0 says nothing.

use ishigaki_othello::Named;

use crate::fault::Fault;

pub(super) fn number_of<T: Named>(value: T) -> i32 {
    let at = T::NAMES.iter().position(|(other, _)| *other == value);
    at.and_then(|at| i32::try_from(at).ok()).map_or(0, |at| at.saturating_add(1))
}

/// The value of a number; `None` if the field says nothing.
pub(super) fn part<T: Named>(number: i32, field: &str) -> Result<Option<T>, Fault> {
    if number == 0 {
        return Ok(None);
    }
    let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
    let value = at.and_then(|at| T::NAMES.get(at)).map(|(value, _)| *value);
    let bad = || Fault::bad_field(field).with("value", u32::try_from(number).unwrap_or(u32::MAX));
    value.map(Some).ok_or_else(bad)
}

/// The value of a number that cannot be left out.
pub(super) fn needed<T: Named>(number: i32, field: &str) -> Result<T, Fault> {
    part(number, field)?.ok_or_else(|| Fault::missing_field(field))
}

#[cfg(test)]
mod tests {
    use ishigaki_othello::{Colour, Irregularity, Reason};
    use ishigaki_tournament::Actor;

    use super::*;
    use crate::event as wire;

    /// The names of a message's enum, by numbers from 1, are those of the rules.
    fn holds<T: Named>(prefix: &str, name: impl Fn(i32) -> Option<&'static str>) {
        for (value, of_rules) in T::NAMES {
            let spelled = format!("{prefix}_{}", of_rules.to_uppercase());
            assert_eq!(name(number_of(*value)), Some(&*spelled));
        }
        let count = i32::try_from(T::NAMES.len()).unwrap();
        assert_eq!(name(count + 1), None, "the wire has no more than the rules");
    }

    #[test]
    fn enums_have_one_name_in_rules_and_messages() {
        let reason = |number| wire::EndReason::try_from(number).ok().map(|reason| reason.as_str_name());
        holds::<Reason>("END_REASON", reason);
        let colour = |number| wire::Colour::try_from(number).ok().map(|colour| colour.as_str_name());
        holds::<Colour>("COLOUR", colour);
        let kind = |number| wire::Irregularity::try_from(number).ok().map(|kind| kind.as_str_name());
        holds::<Irregularity>("IRREGULARITY", kind);
        let officer = |number| wire::Officer::try_from(number).ok().map(|officer| officer.as_str_name());
        holds::<Actor>("OFFICER", officer);
    }
}
