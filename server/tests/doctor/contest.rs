//! The contest file, what it names, and games and events that have begun by it.

use super::hall::{Fault, Hall, find_each};

const FAULTS: &[Fault] = &[
    ("no contest file", Hall::new, |hall| hall.remove("contest.toml"), "error", "no-contest", "init --out"),
    (
        "a contest file that cannot be read",
        Hall::new,
        |hall| hall.edit("contest.toml", |text| text + "[["),
        "error",
        "lint",
        "ishigaki-server lint",
    ),
    ("a scenario that is gone", Hall::new, |hall| hall.remove("tour.toml"), "error", "lint", "lint"),
    (
        "a game under way that the contest file lost",
        Hall::served,
        |hall| hall.edit("contest.toml", |text| text.replace("id = \"g\"", "id = \"h\"")),
        "error",
        "left-out",
        "left_out",
    ),
    (
        "a game under way whose scenario was changed",
        Hall::served,
        |hall| hall.edit("tour.toml", |text| text.replacen("money = ", "money = 1", 1)),
        "warning",
        "game-changed",
        "judge-tui replace g",
    ),
    (
        "a game under way that has other teams in the file",
        Hall::served,
        |hall| hall.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\"")),
        "warning",
        "game-changed",
        "put the file back",
    ),
    (
        "an event whose plan was changed",
        Hall::of_event,
        |hall| hall.edit("contest.toml", |text| text + "title = \"Another cup\"\n"),
        "warning",
        "event-changed",
        "another id",
    ),
    (
        "an event whose committed roster is not the file's",
        Hall::of_committed_event,
        |hall| hall.edit("contest.toml", |text| text.replace("name = \"D\"", "name = \"Oak\"")),
        "warning",
        "roster-changed",
        "put the teams back",
    ),
];

#[test]
fn who_differs_from_the_committed_roster_is_named() {
    let hall = Hall::of_committed_event();
    hall.is_sound();
    let others = "{ id = \"d\", name = \"Oak\" }, { id = \"e\", name = \"E\" }";
    hall.edit("contest.toml", |text| {
        text.replace("{ id = \"a\", name = \"A\" }, ", "").replace("{ id = \"d\", name = \"D\" }", others)
    });
    let (found, _) = hall.examine();
    let told = found.iter().find(|finding| finding.code == "roster-changed").unwrap();
    let who = "a is only in the roster, e is only in the file, d differs in name";
    assert!(told.what.contains(who), "{told:?}");
}

#[test]
fn faults_of_the_contest_file_are_found() {
    find_each(FAULTS);
}
