//! The contest file, the files it refers to, and its games and events that have begun.

use super::fixture::{Fault, FolderFixture, error, find_each, warning};

const FAULTS: &[Fault] = &[
    error("no-contest", "init --out", |day| day.remove("contest.toml")),
    error("lint", "ishigaki-server lint", |day| day.edit("contest.toml", |text| text + "[[")),
    error("lint", "lint", |day| day.remove("tour.toml")),
    error("left-out", "left_out", |day| {
        day.edit("contest.toml", |text| text.replace("id = \"g\"", "id = \"h\""));
    })
    .of(FolderFixture::served),
    warning("game-changed", "judge-tui replace g", |day| {
        day.edit("tour.toml", |text| text.replacen("money = ", "money = 1", 1));
    })
    .of(FolderFixture::served),
    warning("game-changed", "restore the file", |day| {
        day.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\""));
    })
    .of(FolderFixture::served),
    warning("event-changed", "another id", |day| {
        day.edit("contest.toml", |text| text + "title = \"Another cup\"\n");
    })
    .of(FolderFixture::of_event),
    warning("roster-changed", "match the roster", |day| {
        day.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\""));
    })
    .of(FolderFixture::of_committed_event),
];

#[test]
fn entrants_differing_from_committed_roster_are_listed() {
    let fixture = FolderFixture::of_committed_event();
    fixture.assert_sound();
    let others = "{ id = \"d\", name = \"Oak\" }, { id = \"e\", name = \"E\" }";
    fixture.edit("contest.toml", |text| {
        text.replace("{ id = \"a\", name = \"A\" }, ", "").replace("{ id = \"d\", name = \"D\" }", others)
    });
    let (found, _) = fixture.examine();
    let reported = found.iter().find(|finding| finding.code == "roster-changed").unwrap();
    let who = "a only in the roster, e only in the file, d differs in name";
    assert!(reported.what.contains(who), "{reported:?}");
}

#[test]
fn faults_of_the_contest_file_are_found() {
    find_each(FAULTS);
}
