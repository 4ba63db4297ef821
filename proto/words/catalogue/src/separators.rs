//! Thousands separators.

/// Returns a number with thousands separators: `1,240`.
pub fn grouped(number: u64) -> String {
    with_separators(&number.to_string())
}

/// Adds a separator after each three digits. Text with other characters is unchanged.
pub(crate) fn with_separators(digits: &str) -> String {
    if digits.len() <= 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.to_owned();
    }
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
