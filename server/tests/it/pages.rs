//! The pages: every link in the archive has a target, and a Japanese page corresponds to its English one.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod page;
mod translations;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found
}

fn links(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(page::targets).filter(|target| !target.contains("://") && !target.starts_with('#'))
}

#[test]
fn archive_links_stay_inside_archive() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let staged = Command::new(root.join("deploy/pages")).arg(folder.path().join("archive")).output().unwrap();
    assert!(staged.status.success(), "{}", String::from_utf8_lossy(&staged.stderr));
    let (mut kept, mut broken) = (0, Vec::new());
    for page in pages(folder.path()) {
        for link in links(&fs::read_to_string(&page).unwrap()) {
            let (target, _) = link.split_once('#').unwrap_or((link, ""));
            if page.parent().unwrap().join(target).exists() {
                kept += 1;
            } else {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
    assert!(kept > 50, "{kept} links are left");
    // Contributors have the source. Other pages link only to files of the archive.
    let of_contributors =
        ["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "BUILD", "fuzz", "simulation", "benches"];
    let workspace = root.parent().unwrap();
    let mut missing = Vec::new();
    for page in pages(&folder.path().join("archive")) {
        let at = page.strip_prefix(folder.path().join("archive")).unwrap();
        let source = workspace.join(if at.starts_with("deploy") {
            Path::new("server").join(at)
        } else {
            at.to_owned()
        });
        for link in links(&fs::read_to_string(&source).unwrap_or_default()) {
            let target = source.parent().unwrap().join(link.split('#').next().unwrap_or_default());
            let is_theirs =
                of_contributors.iter().any(|name| link.contains(name) || at.to_string_lossy().contains(name));
            let is_data = target.extension().is_some_and(|ending| ending != "rs") && target.is_file();
            if is_data && !is_theirs && !page.parent().unwrap().join(link.split('#').next().unwrap()).exists()
            {
                missing.push(format!("{}: {link}", at.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    let text = fs::read_to_string(folder.path().join("archive/ARCHITECTURE.md")).unwrap();
    let source = fs::read_to_string(root.join("../ARCHITECTURE.md")).unwrap();
    assert!(source.contains("[`ishigaki-rules`](server/core/rules)"), "the source links to the crate");
    assert!(text.contains("`ishigaki-rules` contains only the rules"), "the text of a link stays");
}
