//! Limits of ids, the same for contest files and calls.

/// Maximum characters of the id of a game or event.
pub const LONGEST_ID: usize = 32;

/// Maximum characters of the id of a team in a contest file.
pub const LONGEST_TEAM_ID: usize = 16;

/// Error of an event's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventIdFault {
    Length { characters: usize },
    Sign,
}

/// Checks the id of an event.
///
/// # Errors
/// The violated limit.
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
    fn event_id_rejects_bad_length_and_characters() {
        let long = "x".repeat(LONGEST_ID);
        assert_eq!([check_event_id("cup-2"), check_event_id(&long)], [Ok(()); 2]);
        assert_eq!(check_event_id(&(long + "é")), Err(EventIdFault::Length { characters: 33 }));
        assert_eq!(check_event_id(""), Err(EventIdFault::Length { characters: 0 }));
        for id in ["Cup", "-cup", "cup_2", "大会"] {
            assert_eq!(check_event_id(id), Err(EventIdFault::Sign), "{id}");
        }
    }
}
