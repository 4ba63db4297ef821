//! Checks that public types and functions have doc comments. `missing_docs` can't exempt fields, variants and
//! accessors, whose names say enough.

use std::fs;

use crate::test_layout::{members, sources, workspace};

/// Documented elsewhere: generated code in the schema, commands in the program's command line.
const EXEMPT: [&str; 2] = ["proto/src/generated/", "server/admin/src/command/"];

const KINDS: [&str; 10] =
    ["fn", "async fn", "const fn", "unsafe fn", "struct", "enum", "trait", "type", "const", "static"];

fn is_public_item(line: &str) -> bool {
    let Some(item) = line.trim_start().strip_prefix("pub ") else { return false };
    KINDS.iter().any(|kind| item.strip_prefix(kind).is_some_and(|rest| rest.starts_with(' ')))
        && !is_accessor(item)
}

fn is_accessor(item: &str) -> bool {
    ["(self) -> ", "(&self) -> "].iter().any(|signature| item.contains(signature))
}

/// Returns the line numbers of public items without a doc comment.
fn undocumented(text: &str) -> Vec<usize> {
    let shipped = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines: Vec<&str> = shipped.lines().collect();
    let has_comment = |item: usize| {
        let above = lines[..item].iter().rev().map(|line| line.trim());
        let mut belonging = above.take_while(|line| !line.is_empty() && !line.ends_with([';', '{', '}']));
        belonging
            .any(|line| ["///", "#[doc", "$(#[", "#[cfg(not("].iter().any(|start| line.starts_with(start)))
    };
    (0..lines.len())
        .filter(|line| is_public_item(lines[*line]) && !has_comment(*line))
        .map(|line| line + 1)
        .collect()
}

#[test]
fn public_types_and_functions_are_documented() {
    let mut found = Vec::new();
    for member in members() {
        for file in sources(&workspace().join(member).join("src")) {
            let name = file.strip_prefix(workspace()).expect("below the workspace").to_string_lossy();
            let name = name.replace('\\', "/");
            if EXEMPT.iter().any(|exempt| name.starts_with(exempt)) {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a source");
            found.extend(undocumented(&text).iter().map(|line| format!("{name}:{line}")));
        }
    }
    assert!(found.is_empty(), "add a comment above:\n{}", found.join("\n"));
}

#[test]
fn undocumented_item_is_found_at_its_line() {
    let text = "/// A wall.\n#[derive(Clone)]\npub struct Wall;\n\npub fn clear(&mut self) {}\npub fn frame(&self) -> &Frame {\n}\n";
    assert_eq!(undocumented(text), [5]);
}
