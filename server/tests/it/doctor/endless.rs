//! What is no file, or far more than one has: it is told, and not read.

use std::fs;

use super::fixture::{Fault, FolderFixture, find_each};

const FAULTS: &[Fault] = &[
    (
        "a pipe for an event's plan",
        FolderFixture::of_event,
        |fixture| fixture.make_pipe("plan.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a contest file",
        FolderFixture::new,
        |fixture| fixture.make_pipe("contest.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a scenario",
        FolderFixture::new,
        |fixture| fixture.make_pipe("tour.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a token",
        FolderFixture::new,
        |fixture| fixture.make_pipe("teams/b/token"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a journal",
        FolderFixture::served,
        |fixture| fixture.make_pipe("contest.db"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a log",
        FolderFixture::served,
        |fixture| fixture.make_pipe("contest.db-wal"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for a note",
        FolderFixture::served,
        |fixture| fixture.make_pipe("contest.served"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for the key",
        FolderFixture::new,
        |fixture| fixture.make_pipe("contest.key"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for the address",
        FolderFixture::new,
        |fixture| fixture.make_pipe("server"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a pipe for the board's token",
        FolderFixture::new,
        |fixture| fixture.make_pipe("board.token"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "an endless certificate",
        FolderFixture::new,
        |fixture| fixture.make_endless("server.pem"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "an endless authority",
        FolderFixture::new,
        |fixture| fixture.make_endless("ca.pem"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "an endless token file",
        FolderFixture::new,
        |fixture| fixture.make_endless("tokens.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "a scenario outside the folder that never ends",
        FolderFixture::new,
        |fixture| fixture.edit("contest.toml", |text| text.replace("tour.toml", "/dev/zero")),
        "error",
        "not-a-file",
        "/dev/zero",
    ),
    (
        "a contest file of a gibibyte",
        FolderFixture::new,
        |fixture| {
            let file = fs::File::options().write(true).open(fixture.file("contest.toml")).unwrap();
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
