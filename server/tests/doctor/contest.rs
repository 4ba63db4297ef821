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
];

#[test]
fn faults_of_the_contest_file_are_found() {
    find_each(FAULTS);
}
