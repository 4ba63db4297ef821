//! The journal's contract, checked for every implementation in this crate.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod clauses;

use std::sync::Arc;

use ishigaki_journal::{Journal as _, MemoryJournal, SqliteJournal};

use clauses::{append, stream};

clauses::clauses! { in_memory, Some((MemoryJournal::new(), ())) }

clauses::clauses! { in_sqlite, {
    let folder = tempfile::tempdir().unwrap();
    Some((SqliteJournal::open(folder.path().join("journal")).unwrap(), folder))
} }

#[tokio::test]
async fn debug_output_hides_records() {
    let memory = MemoryJournal::new();
    let game = stream("game");
    let claim = memory.claim(game.clone()).await.unwrap();
    memory.append(append(&game, claim, claim.head, &["sealed"])).await.unwrap();
    let shown = format!("{memory:?}");
    assert!(shown.starts_with("MemoryJournal") && shown.contains("game"), "{shown}");
    assert!(!shown.contains("sealed") && !shown.contains(&format!("{:?}", b"sealed")), "{shown}");
    let folder = tempfile::tempdir().unwrap();
    let shown = format!("{:?}", SqliteJournal::open(folder.path().join("journal")).unwrap());
    assert_eq!(shown, "SqliteJournal { .. }");
}
