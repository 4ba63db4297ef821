//! The layout of integration tests: one program per crate, `tests/it/main.rs`, which includes every test file.
#![expect(clippy::expect_used, reason = "tests that cannot be read are a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

/// Tests with their own program, and the reasons.
const SEPARATE: &[(&str, &str)] = &[
    ("server/proof/fuzz/targets/tests/memory.rs", "counts what is allocated, with its own global allocator"),
    ("server/journal/tests/faults/main.rs", "replaces the default file system of SQLite"),
    ("server/record/tests/bounded_memory.rs", "measures the peak memory of its process"),
];

pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the server is a folder of the workspace")
}

pub(crate) fn members() -> Vec<String> {
    let manifest = fs::read_to_string(workspace().join("Cargo.toml")).expect("a manifest");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list of members");
    members.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
}

/// Returns all Rust files in a folder and its subfolders, or none if it doesn't exist.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Returns whether a file is declared in its parent module: `it/a/b.rs` in `it/a.rs`.
fn is_declared(file: &Path) -> bool {
    let folder = file.parent().expect("a file is in a folder");
    let name = file.file_stem().expect("a file has a name").to_string_lossy();
    let declaration = format!("mod {name};");
    [folder.join("main.rs"), folder.with_extension("rs")]
        .iter()
        .filter_map(|parent| fs::read_to_string(parent).ok())
        .any(|text| text.lines().any(|line| line.trim_start_matches("pub(crate) ") == declaration))
}

#[test]
fn each_test_file_belongs_to_single_test_program() {
    let mut stray = Vec::new();
    for member in &members() {
        let tests = workspace().join(member).join("tests");
        for file in sources(&tests) {
            let name = file.strip_prefix(workspace()).expect("below the workspace").to_string_lossy();
            let name = name.replace('\\', "/");
            let is_root = file.parent() == Some(&tests) || file.ends_with("main.rs");
            let is_expected =
                file == tests.join("it/main.rs") || SEPARATE.iter().any(|(root, _)| *root == name);
            if if is_root { !is_expected } else { !is_declared(&file) } {
                stray.push(name);
            }
        }
    }
    assert!(stray.is_empty(), "in no test program, or in one more than `tests/it/main.rs`: {stray:?}");
}

#[test]
fn separate_test_programs_exist() {
    for (file, reason) in SEPARATE {
        assert!(workspace().join(file).is_file(), "{file}, which {reason}, is gone");
    }
}

#[test]
fn manifests_do_not_disable_test_discovery() {
    for member in members() {
        let manifest = fs::read_to_string(workspace().join(&member).join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
        let package = manifest["package"].as_table().expect("a package");
        assert!(!package.contains_key("autotests") && !manifest.contains_key("test"), "{member}");
    }
}
