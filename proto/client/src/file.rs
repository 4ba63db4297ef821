//! Text files for programs.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text file without a byte order mark.
///
/// # Errors
///
/// The system's error, and [`InvalidData`](io::ErrorKind::InvalidData) if the file isn't UTF-8.
pub fn read_text(file: &Path) -> io::Result<String> {
    fs::read_to_string(file).map(without_mark)
}

/// Reads a text file like [`read_text`], or standard input for `-`.
pub fn read_text_or_input(file: &Path) -> io::Result<String> {
    if file != Path::new("-") {
        return read_text(file);
    }
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    Ok(without_mark(text))
}

fn without_mark(mut text: String) -> String {
    // In place, because the text may be a secret that must not be copied.
    while text.starts_with(BYTE_ORDER_MARK) {
        text.remove(0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_mark_is_no_part_of_a_text() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("text");
        for (bytes, text) in [("\u{feff}L 10\n", "L 10\n"), ("\u{feff}", ""), ("L\u{feff}", "L\u{feff}")] {
            fs::write(&file, bytes).unwrap();
            assert_eq!(read_text(&file).unwrap(), text);
        }
    }
}
