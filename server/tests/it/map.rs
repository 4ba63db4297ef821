//! Checks that ARCHITECTURE.md names exactly the existing files.
#![expect(clippy::unwrap_used, reason = "a map that cannot be read is a failed test")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns a section of the page, from its heading to the next heading of any level.
fn section(page: &str, heading: &str) -> String {
    let after = page.split_once(&format!("\n{heading}\n")).unwrap().1;
    after.lines().take_while(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the paths of the modules in a folder, without the extension.
fn modules(folder: &Path, within: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(modules(&path, within));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let module = path.strip_prefix(within).unwrap().with_extension("");
            found.insert(module.to_string_lossy().replace('\\', "/"));
        }
    }
    found
}

/// Expands a path like `a/{b,c}.rs`.
fn spelled_out(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('{') else { return vec![text.to_owned()] };
    let (choices, after) = rest.split_once('}').unwrap();
    choices.split(',').flat_map(|choice| spelled_out(&format!("{before}{choice}{after}"))).collect()
}

fn modules_of(source: &Path, layer: &str) -> BTreeSet<String> {
    modules(source, source).into_iter().map(|module| format!("{layer}{module}")).collect()
}

#[test]
fn architecture_page_names_each_server_module() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = section(&page, "### Inside the server");
    let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let named: BTreeSet<String> =
        cells.flat_map(|(cell, _)| cell.split("`, `").map(str::to_owned).collect::<Vec<_>>()).collect();
    let server = root().join("server");
    let mut modules = modules_of(&server.join("src"), "");
    for layer in ["admin", "cluster", "engine", "grpc"] {
        let mut files = modules_of(&server.join(layer).join("src"), &format!("{layer}/"));
        files.remove(&format!("{layer}/lib"));
        modules.extend(files);
    }
    let is_named = |module: &str| {
        named.contains(module)
            || module.rsplit_once('/').is_some_and(|(folder, _)| named.contains(&format!("{folder}/*")))
    };
    let lacking: Vec<_> = modules.iter().filter(|module| !is_named(module)).collect();
    assert!(lacking.is_empty(), "ARCHITECTURE.md does not say what these know: {lacking:?}");
    let is_there = |name: &&String| {
        modules.contains(*name)
            || name
                .strip_suffix('*')
                .is_some_and(|folder| modules.iter().any(|module| module.starts_with(folder)))
    };
    let missing: Vec<_> = named.iter().filter(|name| !is_there(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names files that there are not: {missing:?}");
}

/// Collects the source files that name the act of announcing, except tests, proofs, catalogues and generated
/// files.
fn named_in(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    const APART: [&str; 7] = ["target", "tests", "generated", "simulation", "fuzz", "crash", "load"];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !APART.contains(&&*name) {
                named_in(&path, root, found);
            }
        } else if [".rs", ".proto", ".py", "record-events.md"].iter().any(|ending| name.ends_with(ending))
            && !name.starts_with("try_")
            && name != "tests.rs"
        {
            let text = fs::read_to_string(&path).unwrap();
            if ["Announce", "\"announced\"", "`announced`"].iter().any(|act| text.contains(act)) {
                let path = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(path);
            }
        }
    }
}

#[test]
fn act_is_named_in_exactly_listed_files() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let list = page.split_once("- *The files of one act*").unwrap().1.split("\n- *").next().unwrap();
    let listed: BTreeSet<String> =
        quoted(list).filter(|text| text.contains('/')).flat_map(spelled_out).collect();
    let mut found = BTreeSet::new();
    named_in(&root(), &root(), &mut found);
    assert_eq!(found, listed, "left: where the act is named, right: what ARCHITECTURE.md lists");
}

#[test]
fn paths_in_feature_guide_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let lists = section(&page, "## Adding a feature");
    let paths = quoted(&lists).filter(|text| text.contains('/') && !text.contains(' '));
    let mut looked_at = 0;
    for path in paths.flat_map(spelled_out) {
        looked_at += 1;
        // A star matches the files of its folder.
        let path = path.split_once('*').map_or(path.as_str(), |(folder, _)| folder);
        assert!(root().join(path).exists(), "ARCHITECTURE.md names {path}, which there is not");
    }
    assert!(looked_at > 10, "only {looked_at} paths were found");
}
