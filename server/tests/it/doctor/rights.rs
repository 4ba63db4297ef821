//! File permissions: access for other users, and missing access for the owner.

use std::fs;
use std::process::Command;

use ishigaki_prerequisite::Prerequisite;
use serde_json::Value;

use super::fixture::{Fault, FolderFixture, error, find_each, warning};

const FAULTS: &[Fault] = &[
    warning("exposed", "chmod 600", |day| day.expose("organiser.token")),
    warning("exposed", "chmod 600", |day| day.expose("teams/b/token")),
    warning("exposed", "chmod 600", |day| day.chmod("tokens.toml", 0o640)),
    error("writable", "chmod 600", |day| day.chmod("tokens.toml", 0o666)),
    warning("exposed", "chmod 600", |day| day.expose("contest.db")).of(FolderFixture::served),
    error("writable", "contest.db", |day| day.chmod("contest.db", 0o606)).of(FolderFixture::served),
    warning("folder-exposed", "chmod 700", |day| day.chmod("", 0o755)),
    error("folder-writable", "chmod 700", |day| day.chmod("", 0o777)),
    warning("folder-exposed", "teams/b", |day| day.chmod("teams/b", 0o755)),
    error("writable", "contest.toml", |day| {
        day.chmod("", 0o755);
        day.chmod("contest.toml", 0o666);
    }),
    warning("exposed", "chmod -R go-rwx", |day| {
        for team in ["a", "b", "c", "d"] {
            day.expose(&format!("teams/{team}/token"));
        }
    }),
];

#[test]
fn files_that_are_open_to_others_are_found() {
    find_each(FAULTS);
}

#[test]
fn unwritable_folders_are_reported_with_their_cause() {
    // Only root can mount a disk or mark a directory, and not on every system. Otherwise the test is skipped.
    let sandbox = ["--user", "--map-root-user", "--mount", "sh", "-c"];
    let doctor = env!("CARGO_BIN_EXE_ishigaki-server");
    for (script, needle, fix) in [
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
        let findings =
            lines.iter().filter(|line| line["what"].as_str().unwrap().to_lowercase().contains(needle));
        let fixes: Vec<&str> = findings.map(|line| line["mend"].as_str().unwrap_or("none")).collect();
        assert!(!fixes.is_empty() && fixes.iter().all(|advice| advice.contains(fix)), "{script}: {lines:#?}");
        assert!(!text.contains("chown -R"), "{script}: {text}");
    }
}

#[test]
fn immutable_folder_is_reported_with_chattr_fix() {
    let fixture = FolderFixture::new();
    let mark = |mark| Command::new("chattr").arg(mark).arg(fixture.folder()).output();
    // Only root can set this mark, and not on every filesystem.
    if !mark("+i").is_ok_and(|marked| marked.status.success()) {
        return Prerequisite::Chattr.pass_over("no folder can be marked unchangeable");
    }
    let (found, is_in_the_way) = fixture.examine();
    mark("-i").unwrap();
    let finding = found.iter().find(|finding| finding.code == "folder-read-only").unwrap();
    assert!(is_in_the_way && finding.mend.contains("chattr"), "{finding:?}");
    assert!(!finding.mend.contains("chown"), "{finding:?}");
}
