//! Checks that the table of attacks in `README.md` names every test of this suite and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const TABLE: &str = include_str!("README.md");

fn tests(file: &Path) -> BTreeSet<String> {
    let source = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut found = BTreeSet::new();
    let mut is_marked = false;
    for line in source.lines().map(str::trim) {
        is_marked |= line == "#[test]" || line.starts_with("#[tokio::test");
        let name =
            line.trim_start_matches("async ").strip_prefix("fn ").or_else(|| line.strip_prefix("def "));
        let Some((name, _)) = name.and_then(|name| name.split_once('(')) else { continue };
        if is_marked || name.starts_with("test_") {
            found.insert(name.to_owned());
        }
        is_marked = false;
    }
    found
}

/// Returns the texts between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn table_of_attacks_names_every_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let here = root.join("server/tests/it/abuse");
    let mut suite = BTreeMap::new();
    for entry in fs::read_dir(&here).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        // This file is not part of the suite.
        if path.extension().is_some_and(|extension| extension == "rs") && stem != "index" {
            suite.extend(tests(&path).into_iter().map(|test| (format!("{stem}::{test}"), false)));
        }
    }
    let mut rows = 0;
    for row in TABLE.lines().filter(|line| line.starts_with("| ")).skip(1) {
        rows += 1;
        let named = row.trim_end_matches(" |").rsplit_once(" | ").unwrap().1;
        let mut elsewhere = Vec::new();
        let files: Vec<&str> = quoted(named).filter(|name| name.contains('/')).collect();
        for name in quoted(named).filter(|name| !name.contains('/')) {
            match suite.get_mut(name) {
                Some(is_named) => *is_named = true,
                None => elsewhere.push(name),
            }
        }
        let found: BTreeSet<String> = files
            .iter()
            .flat_map(
                |file| if root.join(file).is_file() { tests(&root.join(file)) } else { BTreeSet::new() },
            )
            .collect();
        for name in elsewhere {
            // A module of `server/grpc` may contain its own tests.
            let is_module = || {
                let file = root.join("server/grpc/src").join(name.replace("::", "/")).with_extension("rs");
                named.contains("`server/grpc/src`") && !tests(&file).is_empty()
            };
            assert!(found.contains(name) || is_module(), "no such test: {name}, in: {row}");
        }
    }
    assert!(rows > 40, "{rows}");
    let missing: Vec<&String> =
        suite.iter().filter(|(_, is_named)| !**is_named).map(|(test, _)| test).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}
