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

use serde_json::Value;
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
game = [{ id = "g", scenario = "tour.toml", close = "all-sealed" }]
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
        fs::set_permissions(self.file(name), fs::Permissions::from_mode(0o644)).unwrap();
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
        "--role judge",
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
