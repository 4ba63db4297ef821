//! The journal, and the key that it needs.

use std::fs;

use super::hall::{Fault, Hall, find_each};

const FAULTS: &[Fault] = &[
    (
        "a server's key that others can read",
        Hall::new,
        |hall| hall.expose("contest.key"),
        "error",
        "key-unusable",
        "chmod 600",
    ),
    (
        "no key, and a journal that needs it",
        Hall::served,
        |hall| hall.remove("contest.key"),
        "error",
        "key-other",
        "",
    ),
    ("the key of another contest", Hall::served, |hall| hall.mix_up("contest.key"), "error", "key-other", ""),
    ("a journal that is gone", Hall::served, |hall| hall.remove("contest.db"), "error", "journal-gone", ""),
    (
        "a journal from before the last game",
        Hall::served,
        |hall| hall.edit("contest.served", |text| text.replace("records = 1", "records = 9")),
        "error",
        "journal-cut",
        "",
    ),
    (
        "a journal that is something else",
        Hall::served,
        |hall| {
            fs::write(hall.file("contest.db"), "The quick brown fox jumps over the lazy dog. ".repeat(400))
                .unwrap();
        },
        "error",
        "journal-unusable",
        "",
    ),
];

#[test]
fn faults_of_journal_and_key_are_found() {
    find_each(FAULTS);
}
