//! The doctor finds each fault that is planted in a contest's folder, names the mend, and says of a sound folder that it is.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ishigaki_proto::SERVER_NAME;
use ishigaki_server::certificate::Authority;
use ishigaki_server::clock::{Clock as _, SystemClock, UnixMillis};
use serde_json::Value;
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
game = [{ id = "g", scenario = "tour.toml", close = "all-sealed" }]
"#;

const PLAN: &str = r#"
name = "own"
title = "A day"
lottery = [{ name = "Seven of them", digits = 7 }, { name = "Eight of them", digits = 8 }]

[[stage]]
name = "heats"
roster = true
groups = 2
per_group = 1

[[stage]]
name = "final"
advanced = ["heats"]
groups = 1
per_group = 0
"#;

/// A contest's folder, as an organiser has made it, in a folder of its own.
struct Hall {
    home: TempDir,
    /// The port on the sheets, which was free.
    port: u16,
}

/// What the doctor said of one thing.
#[derive(Debug)]
struct Finding {
    level: String,
    code: String,
    what: String,
    mend: String,
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
    for name in ["ISHIGAKI_FOLDER", "ISHIGAKI_KEY", "ISHIGAKI_JOURNAL", "ISHIGAKI_CONTEST", "LANG"] {
        command.env_remove(name);
    }
    command
}

impl Hall {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let hall = Self { home, port };
        let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
        let tour = fs::read_to_string(scenarios.join("tour-4.toml")).unwrap();
        fs::write(hall.home.path().join("tour.toml"), tour).unwrap();
        fs::write(hall.home.path().join("contest.toml"), CONTEST).unwrap();
        let made = hall.run(&["init", "--contest", "contest.toml", "--address", &hall.address()], "--out");
        assert!(made.status.success(), "{made:?}");
        hall
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("contest")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Runs the program on the folder, which this option names.
    fn run(&self, args: &[&str], option: &str) -> std::process::Output {
        let mut command = program();
        command.args(args).arg(option).arg(self.folder()).current_dir(self.home.path());
        command.output().unwrap()
    }

    fn edit(&self, name: &str, edit: impl FnOnce(String) -> String) {
        let file = self.file(name);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, edit(text)).unwrap();
    }

    fn expose(&self, name: &str) {
        self.chmod(name, 0o644);
    }

    fn chmod(&self, name: &str, mode: u32) {
        fs::set_permissions(self.file(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Puts in a file's place what is no file: `/dev/zero`, which never ends.
    fn make_endless(&self, name: &str) {
        self.remove(name);
        std::os::unix::fs::symlink("/dev/zero", self.file(name)).unwrap();
    }

    /// Puts in a file's place a pipe that nobody writes into.
    fn make_pipe(&self, name: &str) {
        let _ = fs::remove_file(self.file(name));
        let made = Command::new("mkfifo").arg(self.file(name)).status().unwrap();
        assert!(made.success());
    }

    /// Gives the server a certificate of this folder's authority that is good from so many days on, for so many.
    fn certify(&self, from_days: i64, days: i64) {
        const DAY: i64 = 24 * 60 * 60 * 1_000;
        let read = |name| fs::read_to_string(self.file(name)).unwrap();
        let authority = Authority::read(&read("ca.pem"), &read("ca-key.pem")).unwrap();
        let now = i64::try_from(SystemClock::new().time_of_day().0).unwrap();
        let at = |days: i64| UnixMillis(u64::try_from(now + days * DAY).unwrap());
        let made = authority.certify_for(&[SERVER_NAME], &(at(from_days)..at(from_days + days))).unwrap();
        fs::write(self.file("server.pem"), &made.chain).unwrap();
        fs::write(self.file("server-key.pem"), made.key.as_bytes()).unwrap();
    }

    /// Puts the file of another contest in the place of this one's.
    fn mix_up(&self, name: &str) {
        fs::copy(Self::new().file(name), self.file(name)).unwrap();
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.file(name)).unwrap();
    }

    /// Serves the folder until what it gives is dropped; its game has begun by then.
    fn serve(&self) -> Serving {
        let mut command = program();
        command.args(["serve", "--folder"]).arg(self.folder());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("listening on "), "{line}");
        Serving(process)
    }

    /// A folder that was served.
    fn served() -> Self {
        let hall = Self::new();
        drop(hall.serve());
        hall
    }

    /// A folder whose contest has an event as well, with a plan of its own, that was served.
    fn of_event() -> Self {
        let hall = Self::new();
        fs::write(hall.file("plan.toml"), PLAN).unwrap();
        hall.edit("contest.toml", |text| text + "[event]\nid = \"cup\"\nplan = \"plan.toml\"\n");
        assert!(hall.run(&["init"], "--out").status.success(), "for desk and referee");
        drop(hall.serve());
        hall
    }

    /// All that the doctor says, and whether something is in the contest's way.
    fn examine(&self) -> (Vec<Finding>, bool) {
        let said = self.run(&["doctor", "--json"], "--folder");
        let lines = String::from_utf8(said.stdout).unwrap();
        let found = lines.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            Finding { level: text("level"), code: text("code"), what: text("what"), mend: text("mend") }
        });
        (found.collect(), !said.status.success())
    }
}

/// A server process; ended when it is dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let id = rustix::process::Pid::from_child(&self.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.0.wait().unwrap();
    }
}

/// A fault: how it is planted, what it is told as, and what the mend has in it, or the text where that says it by itself.
type Fault = (&'static str, fn() -> Hall, fn(&Hall), &'static str, &'static str, &'static str);

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
        "a private key that others can read",
        Hall::new,
        |hall| hall.expose("server-key.pem"),
        "error",
        "certificate-unusable",
        "chmod 600",
    ),
    (
        "a certificate that is cut short",
        Hall::new,
        |hall| hall.edit("server.pem", |text| text[..100].to_owned()),
        "error",
        "certificate-unusable",
        "copy of",
    ),
    (
        "the certificate and the key of two folders",
        Hall::new,
        |hall| hall.mix_up("server-key.pem"),
        "error",
        "certificate-unusable",
        "init --out",
    ),
    (
        "another authority than the one that certified",
        Hall::new,
        |hall| hall.mix_up("ca.pem"),
        "error",
        "authority-other",
        "copy of",
    ),
    (
        "no key of the authority",
        Hall::new,
        |hall| hall.remove("ca-key.pem"),
        "warning",
        "authority-key-gone",
        "copy of",
    ),
    ("no token file", Hall::new, |hall| hall.remove("tokens.toml"), "error", "tokens-unread", "init --out"),
    (
        "a token file that is no TOML",
        Hall::new,
        |hall| hall.edit("tokens.toml", |text| text + "\n[token"),
        "error",
        "tokens-unread",
        "copy of",
    ),
    (
        "a team whose token was revoked",
        Hall::new,
        |hall| assert!(hall.run(&["token", "revoke", "b"], "--folder").status.success()),
        "error",
        "team-without-token",
        "token issue --folder",
    ),
    (
        "another contest's token in a team's folder",
        Hall::new,
        |hall| hall.mix_up("teams/b/token"),
        "error",
        "kit-stale",
        "--team b",
    ),
    (
        "a team's folder that names another server",
        Hall::new,
        |hall| fs::write(hall.file("teams/b/server"), "https://192.0.2.1:7150\n").unwrap(),
        "error",
        "kit-other",
        "init --out",
    ),
    (
        "a judge's token that is no more good",
        Hall::new,
        |hall| fs::write(hall.file("judge.token"), "ishi.00000000.AAAAAAAAAAAAAAAAAAAAAA\n").unwrap(),
        "error",
        "token-stale",
        "token reissue judge",
    ),
    (
        "a token that others can read",
        Hall::new,
        |hall| hall.expose("organiser.token"),
        "warning",
        "exposed",
        "chmod 600",
    ),
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
    (
        "a game under way that the contest file lost",
        Hall::served,
        |hall| hall.edit("contest.toml", |text| text.replace("id = \"g\"", "id = \"h\"")),
        "error",
        "left-out",
        "left_out",
    ),
    (
        "a clock that is a year behind",
        Hall::new,
        |hall| {
            let written = fs::metadata(hall.file("ca.pem")).unwrap().modified().unwrap();
            let later = written + Duration::from_hours(365 * 24);
            fs::File::options().write(true).open(hall.file("ca.pem")).unwrap().set_modified(later).unwrap();
        },
        "warning",
        "clock-behind",
        "timedatectl",
    ),
    (
        "no address",
        Hall::new,
        |hall| fs::write(hall.file("server"), "").unwrap(),
        "error",
        "no-address",
        "--address",
    ),
    (
        "the address of another machine",
        Hall::new,
        |hall| fs::write(hall.file("server"), "https://192.0.2.1:7150\n").unwrap(),
        "warning",
        "address-not-here",
        "--address",
    ),
    (
        "a team's token that others can read",
        Hall::new,
        |hall| hall.expose("teams/b/token"),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a token file that its owner's group can read",
        Hall::new,
        |hall| hall.chmod("tokens.toml", 0o640),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a token file that everybody can write",
        Hall::new,
        |hall| hall.chmod("tokens.toml", 0o666),
        "error",
        "writable",
        "chmod 600",
    ),
    (
        "a journal that others can read",
        Hall::served,
        |hall| hall.expose("contest.db"),
        "warning",
        "exposed",
        "chmod 600",
    ),
    (
        "a journal that everybody can write",
        Hall::served,
        |hall| hall.chmod("contest.db", 0o606),
        "error",
        "writable",
        "contest.db",
    ),
    (
        "a folder that others look into",
        Hall::new,
        |hall| hall.chmod("", 0o755),
        "warning",
        "folder-exposed",
        "chmod 700",
    ),
    (
        "a folder that everybody puts files into",
        Hall::new,
        |hall| hall.chmod("", 0o777),
        "error",
        "folder-writable",
        "chmod 700",
    ),
    (
        "a team's folder that others look into",
        Hall::new,
        |hall| hall.chmod("teams/b", 0o755),
        "warning",
        "folder-exposed",
        "teams/b",
    ),
    (
        "a contest file that others can write, in a folder that they look into",
        Hall::new,
        |hall| {
            hall.chmod("", 0o755);
            hall.chmod("contest.toml", 0o666);
        },
        "error",
        "writable",
        "contest.toml",
    ),
    (
        "all tokens open to others",
        Hall::new,
        |hall| {
            for team in ["a", "b", "c", "d"] {
                hall.expose(&format!("teams/{team}/token"));
            }
        },
        "warning",
        "exposed",
        "chmod -R go-rwx",
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
        "a pipe for an event's plan",
        Hall::of_event,
        |hall| hall.make_pipe("plan.toml"),
        "error",
        "not-a-file",
        "ls -l",
    ),
    (
        "the judge's token gone",
        Hall::new,
        |hall| hall.remove("judge.token"),
        "warning",
        "token-gone",
        "token reissue judge --folder",
    ),
    (
        "the standby's token gone",
        Hall::new,
        |hall| hall.remove("standby.token"),
        "warning",
        "token-gone",
        "token reissue standby --folder",
    ),
    (
        "a team's folder gone",
        Hall::new,
        |hall| fs::remove_dir_all(hall.file("teams/b")).unwrap(),
        "warning",
        "kit-gone",
        "token reissue b --folder",
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
    (
        "an expired certificate",
        Hall::new,
        |hall| hall.certify(-20, 10),
        "error",
        "certificate-ended",
        "init --out",
    ),
    (
        "a certificate that is not good yet",
        Hall::new,
        |hall| hall.certify(10, 10),
        "error",
        "certificate-not-yet",
        "init --out",
    ),
];

#[test]
fn each_planted_fault_is_found_and_its_mend_is_named() {
    assert!(FAULTS.len() >= 20);
    for (name, hall, plant, level, code, mend) in FAULTS {
        let hall = hall();
        plant(&hall);
        let (found, is_in_the_way) = hall.examine();
        let finding = found.iter().find(|finding| finding.code == *code);
        let finding = finding.unwrap_or_else(|| panic!("{name} is not found: {found:#?}"));
        assert_eq!(finding.level, *level, "{name}: {finding:?}");
        let says = if mend.is_empty() { !finding.what.is_empty() } else { finding.mend.contains(mend) };
        assert!(says, "{name}: {finding:?}");
        assert!(is_in_the_way || *level != "error", "{name}: the exit code says nothing of it");
    }
}

#[test]
fn a_sound_folder_is_in_order_before_and_after_it_was_served_and_while_it_is() {
    let hall = Hall::new();
    let faults = |hall: &Hall| {
        let (found, is_in_the_way) = hall.examine();
        assert!(!is_in_the_way, "{found:#?}");
        let codes: Vec<String> = found
            .iter()
            .filter(|finding| ["warning", "error"].contains(&finding.level.as_str()))
            .map(|finding| finding.code.clone())
            // Whatever is free on the disk of whoever runs the test.
            .filter(|code| !["disk-little", "descriptors-few"].contains(&code.as_str()))
            .collect();
        // The test's contest is served on this machine alone.
        assert_eq!(codes, ["address-loopback"], "{found:#?}");
        found.into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let before = faults(&hall);
    assert!(
        ["key", "journal-new", "server-none"].iter().all(|code| before.contains(&(*code).to_owned())),
        "{before:?}"
    );
    let serving = hall.serve();
    let during = faults(&hall);
    assert!(
        ["journal-in-use", "server"].iter().all(|code| during.contains(&(*code).to_owned())),
        "{during:?}"
    );
    drop(serving);
    let after = faults(&hall);
    assert!(["journal", "server-none"].iter().all(|code| after.contains(&(*code).to_owned())), "{after:?}");
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
        let hall = Hall::served();
        let (day, copy) = (hall.folder(), hall.home.path().join("contest.orig"));
        fs::rename(&day, &copy).unwrap();
        fs::create_dir(&day).unwrap();
        let script = format!("{script} || exit 99; '{doctor}' doctor --json --lang en --folder $DAY");
        let ran = Command::new("unshare").args(sandbox).arg(&script).env("DAY", &day).output();
        let Ok(ran) = ran else { return };
        let text = String::from_utf8(ran.stdout).unwrap();
        if text.is_empty() {
            return;
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
    let hall = Hall::new();
    let mark = |mark| Command::new("chattr").arg(mark).arg(hall.folder()).output();
    // Root alone can, and not on every disk.
    if !mark("+i").is_ok_and(|marked| marked.status.success()) {
        return;
    }
    let (found, is_in_the_way) = hall.examine();
    mark("-i").unwrap();
    let finding = found.iter().find(|finding| finding.code == "folder-read-only").unwrap();
    assert!(is_in_the_way && finding.mend.contains("chattr"), "{finding:?}");
    assert!(!finding.mend.contains("chown"), "{finding:?}");
}

#[test]
fn the_dates_of_a_certificate_are_told_and_the_command_makes_a_new_one() {
    let hall = Hall::new();
    hall.certify(-20, 10);
    let (found, _) = hall.examine();
    let ended = found.iter().find(|finding| finding.code == "certificate-ended").unwrap();
    assert!(ended.what.matches("20").count() >= 2 && ended.what.contains(':'), "{ended:?}");
    assert!(!ended.what.contains("invalid peer"), "{ended:?}");
    let made = hall.run(&["init"], "--out");
    assert!(made.status.success(), "{made:?}");
    let (found, is_in_the_way) = hall.examine();
    assert!(!is_in_the_way && found.iter().any(|finding| finding.code == "certificate"), "{found:#?}");
}

#[test]
fn tokens_that_are_gone_are_there_again_after_the_commands_that_are_named() {
    let hall = Hall::new();
    for name in ["judge.token", "organiser.token", "board.token"] {
        hall.remove(name);
    }
    fs::remove_dir_all(hall.file("teams/b")).unwrap();
    let (found, _) = hall.examine();
    let gone: Vec<_> =
        found.iter().filter(|finding| ["token-gone", "kit-gone"].contains(&finding.code.as_str())).collect();
    assert_eq!(gone.len(), 4, "{found:#?}");
    for finding in gone {
        let (_, command) = finding.mend.split_once("ishigaki-server ").unwrap();
        let ran = program().args(command.split_whitespace()).output().unwrap();
        assert!(ran.status.success(), "{command}: {ran:?}");
    }
    let (found, is_in_the_way) = hall.examine();
    let warned: Vec<_> = found.iter().filter(|finding| finding.level == "warning").collect();
    assert!(!is_in_the_way && warned.iter().all(|finding| finding.code == "address-loopback"), "{found:#?}");
}

#[test]
fn a_port_that_something_else_has_and_a_server_of_another_contest_are_told() {
    let (hall, other) = (Hall::new(), Hall::new());
    let listener = TcpListener::bind(hall.address()).unwrap();
    let (found, is_in_the_way) = hall.examine();
    assert!(is_in_the_way, "{found:#?}");
    let codes: Vec<&str> = found.iter().map(|finding| finding.code.as_str()).collect();
    assert!(codes.contains(&"port-taken") || codes.contains(&"server-other"), "{found:#?}");
    drop(listener);
    fs::write(other.file("server"), format!("https://{}\n", hall.address())).unwrap();
    let _serving = hall.serve();
    let (found, _) = other.examine();
    let finding = found.iter().find(|finding| finding.code == "server-other").unwrap();
    assert!(finding.what.contains("authority") && finding.mend.contains("another contest"), "{finding:?}");
}

#[test]
fn no_token_and_no_key_shows_in_what_is_said() {
    let hall = Hall::served();
    let said = hall.run(&["doctor"], "--folder");
    let text = String::from_utf8(said.stdout).unwrap() + &String::from_utf8(said.stderr).unwrap();
    for name in ["organiser.token", "judge.token", "board.token", "standby.token", "teams/a/token"] {
        let token = fs::read_to_string(hall.file(name)).unwrap();
        let secret = token.trim().rsplit('.').next().unwrap().to_owned();
        assert!(secret.len() > 20 && !text.contains(&secret), "{name}");
    }
}
