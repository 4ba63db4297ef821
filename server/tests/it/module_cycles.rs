//! Checks that modules don't form cycles, except between a parent and its children.
#![expect(clippy::expect_used, reason = "sources that cannot be read are a failed test")]

mod graph;
mod source;

use std::fs;
use std::path::{Path, PathBuf};

use graph::{Cycle, cycles};
use source::{SourceTexts, modules};

#[test]
fn workspace_modules_have_no_cycles() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the server stands in the workspace");
    let manifest = fs::read_to_string(home.join("Cargo.toml")).expect("the workspace has a manifest");
    let manifest: toml::Table = manifest.parse().expect("the manifest is TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list of members");
    let mut found = Vec::new();
    for member in members.iter().filter_map(toml::Value::as_str) {
        let mut files = SourceTexts::new();
        read_folder(&home.join(member).join("src"), &mut files);
        for root in files.keys().filter(|file| is_root(file)) {
            found.extend(cycles(&modules(root, &files)).into_iter().map(|cycle| (member, cycle)));
        }
    }
    let message = |(member, found_cycle): &(&str, Cycle)| {
        format!("{member} {}:\n  {}", found_cycle.name(), found_cycle.steps.join("\n  "))
    };
    let messages: Vec<String> = found.iter().map(message).collect();
    assert!(messages.is_empty(), "circles:\n{}", messages.join("\n"));
}

fn is_root(file: &Path) -> bool {
    let is = |name: &str| file.ends_with(Path::new("src").join(name));
    is("lib.rs") || is("main.rs")
}

fn read_folder(folder: &Path, files: &mut SourceTexts) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read_folder(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            files.insert(path, text);
        }
    }
}

fn check(files: &[(&str, &str)]) -> Vec<String> {
    let files: SourceTexts =
        files.iter().map(|(path, text)| (PathBuf::from(format!("src/{path}")), (*text).to_owned())).collect();
    cycles(&modules(Path::new("src/lib.rs"), &files)).iter().map(Cycle::name).collect()
}

#[test]
fn mutual_use_of_two_modules_is_cycle() {
    let found = check(&[
        ("lib.rs", "mod wall; mod stone;"),
        ("wall.rs", "use crate::stone::Stone; pub struct Wall(Stone);"),
        ("stone.rs", "pub struct Stone; fn fits(_: &super::wall::Wall) {}"),
    ]);
    assert_eq!(found, ["{stone, wall}"]);
}

#[test]
fn cycle_through_re_export_and_macro_is_found() {
    let root = "mod a; mod b; mod c; pub use c::C as Passed;";
    let found = check(&[
        ("lib.rs", root),
        ("a.rs", "use crate::b; fn f() { b::g() }"),
        ("b.rs", "use crate::{Passed}; pub fn g() { Passed::new(); }"),
        ("c.rs", "pub struct C; macro_rules! m { () => { $crate::a::f() } }"),
    ]);
    assert_eq!(found, ["{a, b, c}"]);
}

#[test]
fn cycle_between_submodules_is_reported_for_parents() {
    let found = check(&[
        ("lib.rs", "mod screen;"),
        ("screen.rs", "mod head { mod clock { use crate::screen::log::lines::*; } pub fn h() {} } mod log;"),
        ("screen/log.rs", "pub mod lines;"),
        ("screen/log/lines.rs", "fn f() { super::super::head::h() }"),
    ]);
    assert_eq!(found, ["screen::{head, log}"]);
}

#[test]
fn parents_and_children_and_tests_may_form_circles() {
    let found = check(&[
        ("lib.rs", "mod a; mod b; pub struct Root; pub use a::inner::Inner;"),
        ("a.rs", "pub mod inner; use crate::b::B; use inner::Inner; pub struct A(Inner, B);"),
        ("a/inner.rs", "use super::A; use crate::Root; pub struct Inner(Option<Box<A>>, Root);"),
        ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
    ]);
    assert!(found.is_empty(), "{found:?}");
}
