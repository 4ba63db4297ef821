//! Bounds of ids, the same for contest files and for what is made by calls.

/// The most characters of an id of a game or an event: it names streams, files and pages.
pub const LONGEST_ID: usize = 32;

/// The most characters of an id of a team in a contest file.
pub const LONGEST_TEAM_ID: usize = 16;

/// Error of an id that an event cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventIdFault {
    /// It has none, or more than [`LONGEST_ID`].
    Length {
        /// How many characters it has.
        characters: usize,
    },
    /// It has other signs than `a` to `z`, `0` to `9` and, after the first, `-`.
    Sign,
}

/// Returns whether an event can have an id.
///
/// # Errors
/// With what stands against it.
pub fn check_event_id(id: &str) -> Result<(), EventIdFault> {
    let characters = id.chars().count();
    if !(1..=LONGEST_ID).contains(&characters) {
        return Err(EventIdFault::Length { characters });
    }
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.bytes().all(fits) && !id.starts_with('-') { Ok(()) } else { Err(EventIdFault::Sign) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_has_an_id_of_few_signs() {
        let long = "x".repeat(LONGEST_ID);
        assert_eq!([check_event_id("cup-2"), check_event_id(&long)], [Ok(()); 2]);
        assert_eq!(check_event_id(&(long + "é")), Err(EventIdFault::Length { characters: 33 }));
        assert_eq!(check_event_id(""), Err(EventIdFault::Length { characters: 0 }));
        for id in ["Cup", "-cup", "cup_2", "大会"] {
            assert_eq!(check_event_id(id), Err(EventIdFault::Sign), "{id}");
        }
    }
}
