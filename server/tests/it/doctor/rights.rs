//! What others than the owner may read and write, and what the owner may not.

use std::fs;
use std::process::Command;

use ishigaki_prerequisite::Prerequisite;
use serde_json::Value;

use super::fixture::{Fault, FolderFixture, find_each};

const FAULTS: &[Fault] = &[
    (
        "a token that others can read",
        FolderFixture::new,
        |fixture| fixture.expose("organiser.token"),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a team's token that others can read",
        FolderFixture::new,
        |fixture| fixture.expose("teams/b/token"),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a token file that its owner's group can read",
        FolderFixture::new,
        |fixture| fixture.chmod("tokens.toml", 0o640),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a token file that everybody can write",
        FolderFixture::new,
        |fixture| fixture.chmod("tokens.toml", 0o666),
        "error",
        "writable",
        "chmod 600",
    ),
    (
        "a journal that others can read",
        FolderFixture::served,
        |fixture| fixture.expose("contest.db"),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a journal that everybody can write",
        FolderFixture::served,
        |fixture| fixture.chmod("contest.db", 0o606),
        "error",
        "writable",
        "contest.db",
    ),
    (
        "a folder that others look into",
        FolderFixture::new,
        |fixture| fixture.chmod("", 0o755),
        "warning",
        "folder-exposed",
        "chmod 700",
    ),
    (
        "a folder that everybody puts files into",
        FolderFixture::new,
        |fixture| fixture.chmod("", 0o777),
        "error",
        "folder-writable",
        "chmod 700",
    ),
    (
        "a team's folder that others look into",
        FolderFixture::new,
        |fixture| fixture.chmod("teams/b", 0o755),
        "warning",
        "folder-exposed",
        "teams/b",
    ),
    (
        "a contest file that others can write, in a folder that they look into",
        FolderFixture::new,
        |fixture| {
            fixture.chmod("", 0o755);
            fixture.chmod("contest.toml", 0o666);
        },
        "error",
        "writable",
        "contest.toml",
    ),
    (
        "all tokens open to others",
        FolderFixture::new,
        |fixture| {
            for team in ["a", "b", "c", "d"] {
                fixture.expose(&format!("teams/{team}/token"));
            }
        },
        "warning",
        "exposed",
        "chmod -R go-rwx",
    ),
];

#[test]
fn files_that_are_open_to_others_are_found() {
    find_each(FAULTS);
}

#[test]
fn what_the_system_does_not_let_be_written_is_told_with_what_is_true() {
    // Nobody but root can mount a disk or mark a folder, and not everywhere: then there is nothing to see.
    let sandbox = ["--user", "--map-root-user", "--mount", "sh", "-c"];
    let doctor = env!("CARGO_BIN_EXE_ishigaki-server");
    for (script, said, mend) in [
        (
            "mount -t tmpfs -o size=4m x $DAY && cp -a $DAY.orig/. $DAY && mount -o remount,ro $DAY",
            "read-only",
            "remount,rw",
        ),
        (
            "mount -t tmpfs -o size=4m x $DAY && cp -a $DAY.orig/. $DAY && (head -c 9m /dev/zero > $DAY/rest || true)",
            "no space",
            "df -h",
        ),
    ] {
        let fixture = FolderFixture::served();
        let (day, copy) = (fixture.folder(), fixture.home.path().join("contest.orig"));
        fs::rename(&day, &copy).unwrap();
        fs::create_dir(&day).unwrap();
        let script = format!("{script} || exit 99; '{doctor}' doctor --json --lang en --folder $DAY");
        let ran = Command::new("unshare").args(sandbox).arg(&script).env("DAY", &day).output();
        let text = ran.map_or_else(|_| String::new(), |ran| String::from_utf8(ran.stdout).unwrap());
        if text.is_empty() {
            return Prerequisite::Mount.pass_over("no disk of a test's own can be mounted");
        }
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let told = lines.iter().filter(|line| line["what"].as_str().unwrap().to_lowercase().contains(said));
        let mends: Vec<&str> = told.map(|line| line["mend"].as_str().unwrap_or("none")).collect();
        assert!(!mends.is_empty() && mends.iter().all(|told| told.contains(mend)), "{script}: {lines:#?}");
        assert!(!text.contains("chown -R"), "{script}: {text}");
    }
}

#[test]
fn a_folder_that_is_marked_unchangeable_is_told_as_that() {
    let fixture = FolderFixture::new();
    let mark = |mark| Command::new("chattr").arg(mark).arg(fixture.folder()).output();
    // Root alone can, and not on every disk.
    if !mark("+i").is_ok_and(|marked| marked.status.success()) {
        return Prerequisite::Chattr.pass_over("no folder can be marked unchangeable");
    }
    let (found, is_in_the_way) = fixture.examine();
    mark("-i").unwrap();
    let finding = found.iter().find(|finding| finding.code == "folder-read-only").unwrap();
    assert!(is_in_the_way && finding.mend.contains("chattr"), "{finding:?}");
    assert!(!finding.mend.contains("chown"), "{finding:?}");
}
