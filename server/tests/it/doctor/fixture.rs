//! A contest directory for planting faults, and the doctor's findings.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};

use ishigaki_engine::clock::{Clock as _, SystemClock, UnixMillis};
use ishigaki_grpc::certificate::CertificateIssuer;
use ishigaki_proto::SERVER_NAME;
use ishigaki_proto::event::CommitRosterRequest;
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

pub(crate) struct FolderFixture {
    pub(crate) home: TempDir,
    /// The port on the sheets.
    port: u16,
}

/// Returns a free port that the system gives to nobody else.
///
/// The sheets name it before the server starts, so it is chosen below the range of ports that binding port 0 returns.
fn reserve_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let process = u16::try_from(std::process::id() % 100).unwrap();
    loop {
        let port = 20_000 + 100 * process + NEXT.fetch_add(1, Ordering::Relaxed) % 100;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

#[derive(Debug)]
pub(crate) struct DoctorLine {
    pub(crate) level: String,
    pub(crate) code: String,
    pub(crate) what: String,
    pub(crate) mend: String,
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
    for name in ["ISHIGAKI_FOLDER", "ISHIGAKI_KEY", "ISHIGAKI_JOURNAL", "ISHIGAKI_CONTEST", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// Codes of findings about the test machine, which don't depend on the directory.
pub(crate) const OF_MACHINE: [&str; 2] = ["disk-little", "descriptors-few"];

impl FolderFixture {
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let fixture = Self { home, port: reserve_port() };
        let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
        let tour = fs::read_to_string(scenarios.join("tour-4.toml")).unwrap();
        fs::write(fixture.home.path().join("tour.toml"), tour).unwrap();
        fs::write(fixture.home.path().join("contest.toml"), CONTEST).unwrap();
        let made =
            fixture.run(&["init", "--contest", "contest.toml", "--address", &fixture.address()], "--out");
        assert!(made.status.success(), "{made:?}");
        fixture
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.home.path().join("contest")
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder().join(name)
    }

    /// Runs the program on the directory, passed with this option.
    pub(crate) fn run(&self, args: &[&str], option: &str) -> std::process::Output {
        let mut command = program();
        command.args(args).arg(option).arg(self.folder()).current_dir(self.home.path());
        command.output().unwrap()
    }

    pub(crate) fn edit(&self, name: &str, edit: impl FnOnce(String) -> String) {
        let file = self.file(name);
        let text = fs::read_to_string(&file).unwrap();
        fs::write(file, edit(text)).unwrap();
    }

    pub(crate) fn expose(&self, name: &str) {
        self.chmod(name, 0o644);
    }

    pub(crate) fn chmod(&self, name: &str, mode: u32) {
        fs::set_permissions(self.file(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Replaces a file by a link to `/dev/zero`, which never ends.
    pub(crate) fn make_endless(&self, name: &str) {
        self.remove(name);
        std::os::unix::fs::symlink("/dev/zero", self.file(name)).unwrap();
    }

    pub(crate) fn make_pipe(&self, name: &str) {
        let _ = fs::remove_file(self.file(name));
        let made = Command::new("mkfifo").arg(self.file(name)).status().unwrap();
        assert!(made.success());
    }

    /// Installs a server certificate of this directory's authority. It is valid for `days` days from `from_days`
    /// days from now.
    pub(crate) fn certify(&self, from_days: i64, days: i64) {
        const DAY: i64 = 24 * 60 * 60 * 1_000;
        let read = |name| fs::read_to_string(self.file(name)).unwrap();
        let authority = CertificateIssuer::read(&read("ca.pem"), &read("ca-key.pem")).unwrap();
        let now = i64::try_from(SystemClock::new().time_of_day().0).unwrap();
        let at = |days: i64| UnixMillis(u64::try_from(now + days * DAY).unwrap());
        let made = authority.certify_for(&[SERVER_NAME], &(at(from_days)..at(from_days + days))).unwrap();
        fs::write(self.file("server.pem"), &made.chain).unwrap();
        fs::write(self.file("server-key.pem"), made.key.as_bytes()).unwrap();
    }

    pub(crate) fn mix_up(&self, name: &str) {
        fs::copy(Self::new().file(name), self.file(name)).unwrap();
    }

    pub(crate) fn copy(&self, from: &str, to: &str) {
        fs::copy(self.file(from), self.file(to)).unwrap();
    }

    /// Runs the command at the end of a suggested fix, without any remark in brackets. Its arguments contain no
    /// spaces.
    #[track_caller]
    pub(crate) fn follow(&self, mend: &str) {
        let (_, command) = mend.split_once("ishigaki-server ").unwrap();
        let words: Vec<&str> = command.split('(').next().unwrap_or_default().split_whitespace().collect();
        let ran = program().args(&words).current_dir(self.home.path()).output().unwrap();
        assert!(ran.status.success(), "{words:?}: {ran:?}");
    }

    /// Asserts that the doctor reports no error or warning, except that the sheets name a loopback address.
    #[track_caller]
    pub(crate) fn assert_sound(&self) {
        let (found, is_in_the_way) = self.examine();
        let is_reported = |finding: &&DoctorLine| finding.level == "error" || finding.level == "warning";
        let is_own = |finding: &&DoctorLine| {
            finding.code != "address-loopback" && !OF_MACHINE.contains(&finding.code.as_str())
        };
        let reported: Vec<_> = found.iter().filter(is_reported).filter(is_own).collect();
        assert!(!is_in_the_way && reported.is_empty(), "{reported:#?}");
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.file(name)).unwrap();
    }

    /// Serves the directory until the result is dropped; its game has begun by then.
    pub(crate) fn serve(&self) -> RunningServer {
        self.serve_by(&[]).0
    }

    /// Serves with these arguments and returns the line with the address.
    fn serve_by(&self, args: &[&str]) -> (RunningServer, String) {
        let mut command = program();
        command.args(["serve", "--folder"]).arg(self.folder()).args(args);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("listening on "), "{line}");
        (RunningServer(process), line)
    }

    /// A directory that was served once.
    pub(crate) fn served() -> Self {
        let fixture = Self::new();
        drop(fixture.serve());
        fixture
    }

    /// A directory that was served once, and has an event with its own plan.
    pub(crate) fn of_event() -> Self {
        let fixture = Self::new();
        fs::write(fixture.file("plan.toml"), PLAN).unwrap();
        fixture.edit("contest.toml", |text| {
            text + "[[event]]\nid = \"cup\"\nplan = \"plan.toml\"\nlottery_date = \"2026-12-05\"\n"
        });
        assert!(fixture.run(&["init"], "--out").status.success(), "for desk and referee");
        drop(fixture.serve());
        fixture
    }

    pub(crate) fn of_committed_event() -> Self {
        let fixture = Self::of_event();
        let (serving, listens) = fixture.serve_by(&["--plaintext", "--listen", "127.0.0.1:0"]);
        let address = listens.trim().strip_prefix("listening on ").unwrap().parse().unwrap();
        let token = fs::read_to_string(fixture.file("organiser.token")).unwrap();
        let commit = async {
            let link = ishigaki_client::connect(&address, &token.trim().parse().unwrap());
            link.event_organiser().commit_roster(CommitRosterRequest::default()).await.unwrap();
        };
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(commit);
        drop(serving);
        fixture
    }

    pub(crate) fn examine(&self) -> (Vec<DoctorLine>, bool) {
        let output = self.run(&["doctor", "--json"], "--folder");
        let lines = String::from_utf8(output.stdout).unwrap();
        let found = lines.lines().map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            DoctorLine { level: text("level"), code: text("code"), what: text("what"), mend: text("mend") }
        });
        (found.collect(), !output.status.success())
    }
}

pub(crate) struct RunningServer(Child);

impl Drop for RunningServer {
    fn drop(&mut self) {
        let id = rustix::process::Pid::from_child(&self.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.0.wait().unwrap();
    }
}

/// A fault: its directory, how to plant it, and the expected finding.
pub(crate) struct Fault {
    folder: fn() -> FolderFixture,
    plant: fn(&FolderFixture),
    level: &'static str,
    code: &'static str,
    mend: &'static str,
}

impl Fault {
    pub(crate) const fn of(mut self, folder: fn() -> FolderFixture) -> Self {
        self.folder = folder;
        self
    }
}

pub(crate) const fn error(code: &'static str, mend: &'static str, plant: fn(&FolderFixture)) -> Fault {
    Fault { folder: FolderFixture::new, plant, level: "error", code, mend }
}

pub(crate) const fn warning(code: &'static str, mend: &'static str, plant: fn(&FolderFixture)) -> Fault {
    Fault { folder: FolderFixture::new, plant, level: "warning", code, mend }
}

#[track_caller]
pub(crate) fn find_each(faults: &[Fault]) {
    for (nth, Fault { folder, plant, level, code, mend }) in faults.iter().enumerate() {
        let fixture = folder();
        plant(&fixture);
        let (found, is_in_the_way) = fixture.examine();
        let finding = found.iter().find(|finding| finding.code == *code);
        let finding = finding.unwrap_or_else(|| panic!("row {nth}, {code}, is not found: {found:#?}"));
        assert_eq!(finding.level, *level, "row {nth}: {finding:?}");
        let lines = if mend.is_empty() { !finding.what.is_empty() } else { finding.mend.contains(mend) };
        assert!(lines, "row {nth}: {finding:?}");
        assert!(is_in_the_way || *level != "error", "row {nth}: the exit code says nothing of {code}");
    }
}
