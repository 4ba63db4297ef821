//! Devices and oversized files: the doctor reports them without reading them.

use std::fs;

use super::fixture::{Fault, FolderFixture, error, find_each};

const FAULTS: &[Fault] = &[
    error("not-a-file", "ls -l", |day| day.make_pipe("plan.toml")).of(FolderFixture::of_event),
    error("not-a-file", "ls -l", |day| day.make_pipe("contest.toml")),
    error("not-a-file", "ls -l", |day| day.make_pipe("tour.toml")),
    error("not-a-file", "ls -l", |day| day.make_pipe("teams/b/token")),
    error("not-a-file", "ls -l", |day| day.make_pipe("contest.db")).of(FolderFixture::served),
    error("not-a-file", "ls -l", |day| day.make_pipe("contest.db-wal")).of(FolderFixture::served),
    error("not-a-file", "ls -l", |day| day.make_pipe("contest.served")).of(FolderFixture::served),
    error("not-a-file", "ls -l", |day| day.make_pipe("contest.key")),
    error("not-a-file", "ls -l", |day| day.make_pipe("server")),
    error("not-a-file", "ls -l", |day| day.make_pipe("board.token")),
    error("not-a-file", "ls -l", |day| day.make_endless("server.pem")),
    error("not-a-file", "ls -l", |day| day.make_endless("ca.pem")),
    error("not-a-file", "ls -l", |day| day.make_endless("tokens.toml")),
    error("not-a-file", "/dev/zero", |day| {
        day.edit("contest.toml", |text| text.replace("tour.toml", "/dev/zero"));
    }),
    error("file-large", "restore", |day| {
        let file = fs::File::options().write(true).open(day.file("contest.toml")).unwrap();
        file.set_len(1 << 30).unwrap();
    }),
];

#[test]
fn endless_files_are_reported_without_reading_them() {
    find_each(FAULTS);
}
