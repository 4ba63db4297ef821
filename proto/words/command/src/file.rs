//! An answer as a file.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file atomically, replacing it. Pipes and devices are written directly.
///
/// # Errors
///
/// The system's error; no partial file is left.
pub fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, bytes);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // An error means that it wasn't created.
        drop(fs::remove_file(&part));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_replaced_and_failed_write_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("ishigaki-file-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken")).unwrap();
        write_file(&folder.join("answer.jsonl"), "one").unwrap();
        write_file(&folder.join("answer.jsonl"), "another").unwrap();
        write_file(&folder.join("taken"), "text").unwrap_err();
        write_file(&folder.join("nowhere").join("answer.jsonl"), "text").unwrap_err();
        let text = fs::read_to_string(folder.join("answer.jsonl")).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text, "another");
        assert_eq!(left, ["answer.jsonl", "taken"]);
    }
}
