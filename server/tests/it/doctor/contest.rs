//! The contest file, what it names, and games and events that have begun by it.

use super::fixture::{Fault, FolderFixture, find_each};

const FAULTS: &[Fault] = &[
    (
        "no contest file",
        FolderFixture::new,
        |fixture| fixture.remove("contest.toml"),
        "error",
        "no-contest",
        "init --out",
    ),
    (
        "a contest file that cannot be read",
        FolderFixture::new,
        |fixture| fixture.edit("contest.toml", |text| text + "[["),
        "error",
        "lint",
        "ishigaki-server lint",
    ),
    (
        "a scenario that is gone",
        FolderFixture::new,
        |fixture| fixture.remove("tour.toml"),
        "error",
        "lint",
        "lint",
    ),
    (
        "a game under way that the contest file lost",
        FolderFixture::served,
        |fixture| fixture.edit("contest.toml", |text| text.replace("id = \"g\"", "id = \"h\"")),
        "error",
        "left-out",
        "left_out",
    ),
    (
        "a game under way whose scenario was changed",
        FolderFixture::served,
        |fixture| fixture.edit("tour.toml", |text| text.replacen("money = ", "money = 1", 1)),
        "warning",
        "game-changed",
        "judge-tui replace g",
    ),
    (
        "a game under way that has other teams in the file",
        FolderFixture::served,
        |fixture| fixture.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\"")),
        "warning",
        "game-changed",
        "put the file back",
    ),
    (
        "an event whose plan was changed",
        FolderFixture::of_event,
        |fixture| fixture.edit("contest.toml", |text| text + "title = \"Another cup\"\n"),
        "warning",
        "event-changed",
        "another id",
    ),
    (
        "an event whose committed roster is not the file's",
        FolderFixture::of_committed_event,
        |fixture| fixture.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\"")),
        "warning",
        "roster-changed",
        "put the teams back",
    ),
];

#[test]
fn who_differs_from_the_committed_roster_is_named() {
    let fixture = FolderFixture::of_committed_event();
    fixture.assert_sound();
    let others = "{ id = \"d\", name = \"Oak\" }, { id = \"e\", name = \"E\" }";
    fixture.edit("contest.toml", |text| {
        text.replace("{ id = \"a\", name = \"A\" }, ", "").replace("{ id = \"d\", name = \"D\" }", others)
    });
    let (found, _) = fixture.examine();
    let told = found.iter().find(|finding| finding.code == "roster-changed").unwrap();
    let who = "a is only in the roster, e is only in the file, d differs in name";
    assert!(told.what.contains(who), "{told:?}");
}

#[test]
fn faults_of_the_contest_file_are_found() {
    find_each(FAULTS);
}
