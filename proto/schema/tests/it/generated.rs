//! The checked-in Rust matches the schema.
//!
//! `ISHIGAKI_UPDATE_SCHEMA=1 cargo test -p ishigaki-schema` rewrites it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn checked_in_rust_matches_schema() {
    let folder = Path::new(ishigaki_schema::GENERATED);
    if std::env::var_os("ISHIGAKI_UPDATE_SCHEMA").is_some() {
        fs::remove_dir_all(folder).unwrap();
        fs::create_dir(folder).unwrap();
        ishigaki_schema::generate(folder).unwrap();
    }
    let fresh = tempfile::tempdir().unwrap();
    ishigaki_schema::generate(fresh.path()).unwrap();
    let (standing, made) = (files(folder), files(fresh.path()));
    let paths = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(paths(&standing), paths(&made), "{WRITE_ANEW}");
    for (path, text) in &made {
        assert!(standing[path] == *text, "{} differs: {WRITE_ANEW}", path.display());
    }
}

const WRITE_ANEW: &str = "the schema was changed; see the head of proto/schema/tests/it/generated.rs";
