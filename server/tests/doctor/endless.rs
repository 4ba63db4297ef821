//! What is no file, or far more than one has: it is told, and not read.

use std::fs;

use super::hall::{Fault, Hall, find_each};

const FAULTS: &[Fault] = &[
    (
        "a pipe for an event's plan",
        Hall::of_event,
        |hall| hall.make_pipe("plan.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a contest file",
        Hall::new,
        |hall| hall.make_pipe("contest.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    ("a pipe for a scenario", Hall::new, |hall| hall.make_pipe("tour.toml"), "error", "not-a-file", "ls -l"),
    ("a pipe for a token", Hall::new, |hall| hall.make_pipe("teams/b/token"), "error", "not-a-file", "ls -l"),
    (
        "a pipe for a journal",
        Hall::served,
        |hall| hall.make_pipe("contest.db"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a log",
        Hall::served,
        |hall| hall.make_pipe("contest.db-wal"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a note",
        Hall::served,
        |hall| hall.make_pipe("contest.served"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    ("a pipe for the key", Hall::new, |hall| hall.make_pipe("contest.key"), "error", "not-a-file", "ls -l"),
    ("a pipe for the address", Hall::new, |hall| hall.make_pipe("server"), "error", "not-a-file", "ls -l"),
    (
        "a pipe for the board's token",
        Hall::new,
        |hall| hall.make_pipe("board.token"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "an endless certificate",
        Hall::new,
        |hall| hall.make_endless("server.pem"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    ("an endless authority", Hall::new, |hall| hall.make_endless("ca.pem"), "error", "not-a-file", "ls -l"),
    (
        "an endless token file",
        Hall::new,
        |hall| hall.make_endless("tokens.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a scenario outside the folder that never ends",
        Hall::new,
        |hall| hall.edit("contest.toml", |text| text.replace("tour.toml", "/dev/zero")),
        "error",
        "not-a-file",
        "/dev/zero",
    ),
    (
        "a contest file of a gibibyte",
        Hall::new,
        |hall| {
            let file = fs::File::options().write(true).open(hall.file("contest.toml")).unwrap();
            file.set_len(1 << 30).unwrap();
        },
        "error",
        "file-large",
        "copy of",
    ),
];

#[test]
fn what_may_have_no_end_is_found_and_not_read() {
    find_each(FAULTS);
}
