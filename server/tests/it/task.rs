//! The program's record commands, as an operator types them.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod site;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use ishigaki_client::{Link, connect};
use ishigaki_journal::{Append, Journal as _, SqliteJournal, StreamId};
use ishigaki_journal_postgres::harness::{Cluster, sql};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{judge, team, wire};
use ishigaki_testkit::Program;
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

const SERVE: [&str; 5] = ["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0"];

struct ContestFolder {
    home: TempDir,
    tokens: String,
}

#[derive(Debug)]
struct TaskOutput {
    out: String,
    err: String,
    is_success: bool,
    code: Option<i32>,
}

impl ContestFolder {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("contest.toml"), CONTEST).unwrap();
        let mut folder = Self { home, tokens: String::new() };
        folder.tokens = folder.run(&["tokens", "--contest", "contest.toml"]).out;
        folder
    }

    fn path(&self) -> &Path {
        self.home.path()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
        command.args(args).current_dir(self.path()).env_remove("ISHIGAKI_KEY").env_remove("ISHIGAKI_JOURNAL");
        command
    }

    fn run(&self, args: &[&str]) -> TaskOutput {
        self.run_on(args, "")
    }

    fn run_on(&self, args: &[&str], input: &str) -> TaskOutput {
        let mut command = self.command(args);
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        // The process may have exited without reading its input.
        drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (is_success, code) = (output.status.success(), output.status.code());
        TaskOutput { out: text(output.stdout), err: text(output.stderr), is_success, code }
    }

    fn serve(&self) -> Server {
        self.serve_by(&mut self.command(&SERVE))
    }

    fn serve_by(&self, command: &mut Command) -> Server {
        let log = fs::File::create(self.path().join("log")).unwrap();
        Server(Program::start(command.stderr(log)))
    }

    /// Returns the error of a `serve` that fails to start.
    fn serve_in_vain(&self) -> String {
        let output = self.run(&SERVE);
        assert!(
            !output.is_success && output.out.is_empty(),
            "it says that it listens only if it does: {output:?}"
        );
        output.err
    }

    fn log(&self) -> String {
        fs::read_to_string(self.path().join("log")).unwrap()
    }

    fn token(&self, name: &str) -> String {
        let line = self.tokens.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        line.split_whitespace().last().unwrap().into()
    }

    fn fingerprint(&self) -> String {
        let output = self.run(&["key"]);
        assert!(output.is_success, "{output:?}");
        output.out.trim().into()
    }
}

struct Server(Program);

impl Server {
    fn link(&self, folder: &ContestFolder, name: &str) -> Link {
        connect(&self.0.url().parse().unwrap(), &folder.token(name).parse().unwrap())
    }

    async fn play_in(&self, folder: &ContestFolder, game: &str) {
        let open = judge::OpenRoundRequest { round: 1, game: game.into() };
        self.link(folder, "judge").judge().open_round(open).await.unwrap();
    }

    /// Opens round 1 and lets team a seal. Team b's list would close the round.
    async fn play(&self, folder: &ContestFolder) {
        let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
        self.link(folder, "judge").judge().open_round(open).await.unwrap();
        let bids = vec![wire::Bid { lot: "P".into(), price: 20 }];
        let list = team::SubmitBidsRequest { round: 1, bids, ..Default::default() };
        self.link(folder, "a").team().submit_bids(list).await.unwrap();
    }

    async fn decline(&self, folder: &ContestFolder, name: &str) {
        let list = team::SubmitBidsRequest { round: 1, ..Default::default() };
        self.link(folder, name).team().submit_bids(list).await.unwrap();
    }
}

#[tokio::test]
async fn record_is_written_from_the_journal_and_verified() {
    let folder = ContestFolder::new();
    let server = folder.serve();
    server.play(&folder).await;
    server.decline(&folder, "b").await;
    assert!(!folder.run(&["transcript", "g"]).is_success, "the running server has the journal");
    drop(server);
    let written = folder.run(&["transcript", "g", "--out", "g.jsonl"]);
    assert!(written.is_success, "{written:?}");
    let text = fs::read_to_string(folder.path().join("g.jsonl")).unwrap();
    assert_eq!(folder.run(&["transcript", "g"]).out, text);
    let fingerprint = folder.fingerprint();
    let verified = folder.run(&["verify", "g.jsonl", "--key", &fingerprint, "--json"]);
    let json = |output: &TaskOutput| serde_json::from_str::<serde_json::Value>(&output.out).unwrap();
    assert_eq!((verified.is_success, &json(&verified)["report"]["seals"]), (true, &2.into()), "{verified:?}");
    assert!(folder.run_on(&["verify", "-", "--partial"], &text).is_success);
    let refused = folder.run_on(&["verify", "-", "--json"], "no record");
    assert!(!refused.is_success && json(&refused)["wrong"].is_string(), "{refused:?}");
    assert_eq!(json(&folder.run(&["key", "--json"]))["fingerprint"], fingerprint.as_str());
    let changed = text.replace(r#""price":20"#, r#""price":21"#);
    let refused = folder.run_on(&["verify", "-", "--partial"], &changed);
    assert!(!refused.is_success, "{refused:?}");
    assert!(!folder.run(&["transcript", "nosuch"]).is_success);
    assert!(!folder.run(&["transcript", "g", "--journal", "nosuch.db"]).is_success);
    assert!(!folder.path().join("nosuch.db").exists(), "asking makes nothing");
}

#[tokio::test]
async fn server_does_not_start_without_its_games_key() {
    let folder = ContestFolder::new();
    let none = folder.run(&["key"]);
    assert!(!none.is_success && none.err.contains("no key file contest.key"), "{none:?}");
    folder.serve().play(&folder).await;
    let (key, copy) = (folder.path().join("contest.key"), folder.path().join("copy.key"));
    let fingerprint = folder.fingerprint();
    fs::rename(&key, &copy).unwrap();
    let missing = folder.serve_in_vain();
    assert!(missing.contains(&fingerprint) && missing.contains("contest.key is missing"), "{missing}");
    let fresh = ContestFolder::new();
    fresh.serve().play(&fresh).await;
    fs::copy(fresh.path().join("contest.key"), &key).unwrap();
    let foreign = folder.serve_in_vain();
    assert!(foreign.contains(&fingerprint) && foreign.contains(&fresh.fingerprint()), "{foreign}");
    fs::rename(&copy, &key).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
        let exposed = folder.serve_in_vain();
        assert!(exposed.contains("chmod 600 contest.key"), "{exposed}");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    }
    let server = folder.serve();
    server.decline(&folder, "b").await;
    assert_eq!(folder.fingerprint(), fingerprint);
    let tokens = folder.run(&["tokens", "--contest", "contest.toml", "--force"]);
    assert!(tokens.out.contains(&fingerprint), "the team sheet takes it from here: {tokens:?}");
}

#[test]
fn lint_prints_json_and_completions_list_commands() {
    let folder = ContestFolder::new();
    fs::write(folder.path().join("bad.toml"), "money = 1\nmoeny = 2\n").unwrap();
    let linted = folder.run(&["lint", "bad.toml", "--json"]);
    assert!(!linted.is_success, "{linted:?}");
    let findings: Vec<serde_json::Value> =
        linted.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(findings.iter().any(|at| at["level"] == "error" && at["file"] == "bad.toml"), "{findings:?}");
    for shell in ["bash", "zsh", "fish"] {
        let output = folder.run(&["completions", shell]);
        assert!(output.is_success && output.out.contains("adjudicate"), "{shell}");
    }
}

#[tokio::test]
async fn damaged_game_is_reported_and_others_are_served() {
    let folder = ContestFolder::new();
    let practice = r#"{ id = "try", scenario = "tiny-2", practice = true }, "#;
    let contest = CONTEST.replace("game = [", &format!("game = [{practice}"));
    fs::write(folder.path().join("contest.toml"), contest).unwrap();
    let journal = SqliteJournal::open(folder.path().join("contest.db")).unwrap();
    let stream = StreamId::new("try").unwrap();
    let claim = journal.claim(stream.clone()).await.unwrap();
    let records = vec![vec![0xff].into()];
    journal.append(Append { stream, epoch: claim.epoch, expected: claim.head, records }).await.unwrap();
    journal.close().await.unwrap();
    assert!(
        folder.serve_in_vain().contains("record 1 of game try"),
        "a new key would be another one than the game's"
    );
    let copy = ContestFolder::new();
    drop(copy.serve());
    fs::copy(copy.path().join("contest.key"), folder.path().join("contest.key")).unwrap();
    let server = folder.serve();
    server.play(&folder).await;
    let log = folder.log();
    assert!(log.contains("game unavailable") && log.contains("try"), "{log}");
    let list = team::SubmitBidsRequest { game: "try".into(), round: 1, ..Default::default() };
    let refused = server.link(&folder, "a").team().submit_bids(list).await.unwrap_err();
    assert_eq!(Fault::from_status(&refused).unwrap().reason, ErrorReason::GameDamaged);
}

#[test]
fn missing_journal_is_not_replaced_until_the_place_is_cleared() {
    let folder = ContestFolder::new();
    for _ in 0..2 {
        drop(folder.serve());
    }
    let file = |name: &str| folder.path().join(name);
    fs::rename(file("contest.db"), file("away.db")).unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("THE JOURNAL IS GONE") && refused.contains("contest.served"), "{refused}");
    assert!(!file("contest.db").exists(), "nothing stands in its place");
    fs::remove_file(file("contest.served")).unwrap();
    fs::write(file("contest.db-wal"), "of the lost one").unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("contest.db-wal"), "{refused}");
    assert_eq!(fs::read_to_string(file("contest.db-wal")).unwrap(), "of the lost one");
    fs::remove_file(file("contest.db-wal")).unwrap();
    drop(folder.serve());
}

#[tokio::test]
async fn empty_or_shortened_journal_is_rejected() {
    let folder = ContestFolder::new();
    let file = |name: &str| folder.path().join(name);
    let parts = ["db", "db-wal", "db-shm"];
    let clear = || parts.iter().for_each(|part| drop(fs::remove_file(file(&format!("contest.{part}")))));
    let copy = |from: &str, to: &str| {
        for part in parts {
            // The WAL may not exist.
            drop(fs::copy(file(&format!("{from}.{part}")), file(&format!("{to}.{part}"))));
        }
    };
    drop(folder.serve());
    copy("contest", "early");
    let server = folder.serve();
    let remark = judge::AddRemarkRequest { text: "the hall is open".into(), ..Default::default() };
    server.link(&folder, "judge").judge().add_remark(remark).await.unwrap();
    drop(server);
    drop(folder.serve());
    let note = fs::read_to_string(file("contest.served")).unwrap();
    assert!(note.contains("[game.g]") && note.contains("records"), "{note}");
    copy("contest", "late");
    clear();
    fs::write(file("contest.db"), "").unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("THE JOURNAL IS GONE") && refused.contains("is empty"), "{refused}");
    assert_eq!(fs::metadata(file("contest.db")).unwrap().len(), 0, "nothing is made of it");
    // An empty journal, as created by a program.
    fs::remove_file(file("contest.db")).unwrap();
    SqliteJournal::open(file("contest.db")).unwrap().close().await.unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("SHORTER OR DIFFERENT") && refused.contains("game g is missing"), "{refused}");
    clear();
    copy("early", "contest");
    let refused = folder.serve_in_vain();
    assert!(refused.contains("SHORTER OR DIFFERENT") && refused.contains("game g "), "{refused}");
    clear();
    copy("late", "contest");
    drop(folder.serve());
}

#[tokio::test]
async fn rollback_that_loses_a_sealed_list_is_refused_without_a_count() {
    let folder = ContestFolder::new();
    let file = |name: &str| folder.path().join(name);
    let parts = ["db", "db-wal", "db-shm"];
    let copy = |from: &str, to: &str| {
        for part in parts {
            drop(fs::remove_file(file(&format!("{to}.{part}"))));
            // The WAL may not exist.
            drop(fs::copy(file(&format!("{from}.{part}")), file(&format!("{to}.{part}"))));
        }
    };
    let server = folder.serve();
    server.play(&folder).await;
    server.0.stop();
    copy("contest", "early");
    let server = folder.serve();
    let list = team::SubmitBidsRequest { round: 1, replaces_revision: 1, ..Default::default() };
    server.link(&folder, "a").team().submit_bids(list).await.unwrap();
    server.0.stop();
    copy("contest", "late");
    copy("early", "contest");
    let refused = folder.serve_in_vain();
    assert!(refused.contains("SUBMITTED LISTS MAY BE LOST") && refused.contains("game g"), "{refused}");
    assert!(
        !refused.contains("records instead of"),
        "their number tells how often a list was replaced: {refused}"
    );
    copy("late", "contest");
    drop(folder.serve());
    // The server may be killed between two notes. Heartbeats follow, so the note covers less than the journal.
    drop(folder.serve());
}

#[tokio::test]
async fn file_limit_ends_games_with_an_error_and_not_the_server() {
    let folder = ContestFolder::new();
    drop(folder.serve());
    let program = env!("CARGO_BIN_EXE_ishigaki-server");
    let script = "ulimit -f 400 && exec \"$0\" serve --contest contest.toml --listen 127.0.0.1:0";
    let mut command = Command::new("bash");
    let mut server = folder.serve_by(command.args(["-c", script, program]).current_dir(folder.path()));
    let judge = server.link(&folder, "judge");
    let mut refused = None;
    for _ in 0..2_000 {
        let remark = judge::AddRemarkRequest { text: "a remark ".repeat(20), ..Default::default() };
        if let Err(status) = judge.judge().add_remark(remark).await {
            refused = Some(status);
            break;
        }
    }
    let fault =
        Fault::from_status(&refused.expect("the journal reaches the limit")).expect("a refusal of ours");
    assert_eq!(fault.reason, ErrorReason::JournalFailed);
    assert!(server.0.is_running(), "the server is still there, and says why");
    assert!(folder.log().contains("THE JOURNAL FAILED"), "{}", folder.log());
}

#[test]
fn init_files_are_not_writable_by_others_at_umask_0() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = ContestFolder::new();
    let program = env!("CARGO_BIN_EXE_ishigaki-server");
    let script = "umask 0; exec \"$0\" init --contest contest.toml --out day --address 192.168.0.10:7150";
    let made = Command::new("sh").args(["-c", script, program]).current_dir(folder.path()).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    let mut left = vec![folder.path().join("day")];
    let mut files = 0;
    while let Some(path) = left.pop() {
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o022, 0, "{}", path.display());
        files += 1;
        if path.is_dir() {
            left.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    assert!(files > 15, "{files}");
}

#[tokio::test]
async fn new_journal_in_served_folder_is_reported() {
    let folder = ContestFolder::new();
    drop(folder.serve());
    let command = |journal: &str| folder.command(&[&SERVE[..], &["--journal", journal]].concat());
    let output = |journal: &str| {
        drop(folder.serve_by(&mut command(journal)));
        folder.log()
    };
    assert!(output("contets.db").contains("creating a new journal"));
    assert!(!output("contest.db").contains("creating a new journal"));
    let refused = command("host=127.0.0.1 port=5432 user=judge password=secret").output().unwrap();
    let output = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && output.contains("judge@127.0.0.1:5432"), "{output}");
    assert!(!output.contains("secret"), "{output}");
}

#[tokio::test]
async fn contest_file_changes_are_reported_per_game() {
    let folder = ContestFolder::new();
    let write = |text: &str| fs::write(folder.path().join("contest.toml"), text).unwrap();
    let two = CONTEST.replace("game = [", r#"game = [{ id = "h", scenario = "tiny-2", practice = true }, "#);
    write(&two);
    folder.serve().play_in(&folder, "h").await;
    write(&two.replace(r#"name = "A""#, r#"name = "Ishi""#));
    drop(folder.serve());
    let log = folder.log();
    assert!(log.contains("the contest file changed") && log.contains("team a is"), "{log}");
    write(CONTEST);
    let refused = folder.serve_in_vain();
    assert!(refused.contains("no longer lists: h") && refused.contains("left_out"), "{refused}");
    write(&format!("{CONTEST}[server]\nleft_out = [\"h\"]\n"));
    drop(folder.serve());
    assert!(folder.log().contains("not in the contest file"), "{}", folder.log());
}

#[tokio::test]
async fn contest_continues_after_journal_copy_to_database() {
    let Some(cluster) = Cluster::shared() else { return };
    let place = cluster.place();
    let url = place.reveal();
    let folder = ContestFolder::new();
    folder.serve().play(&folder).await;
    let record = |journal: &str| folder.run(&["transcript", "g", "--journal", journal]).out;
    let before = record("contest.db");
    let copied = folder.run(&["journal", "copy", "contest.db", url, "--json"]);
    assert!(copied.is_success && copied.out.contains(r#""games":1"#), "{copied:?}");
    assert_eq!(record(url), before);
    // The other team seals on the server with the database, which uses the key of the file.
    let server = folder.serve_by(&mut folder.command(&[&SERVE[..], &["--journal", url]].concat()));
    server.decline(&folder, "b").await;
    drop(server);
    let after = record(url);
    assert!(after.contains("lists_opened") && !before.contains("lists_opened"), "{after}");
    let back = folder.run(&["journal", "copy", url, "back.db", "--lang", "en"]);
    assert!(back.is_success, "{back:?}");
    assert_eq!(record("back.db"), after);
    // An existing journal is never overwritten by another one.
    assert!(!folder.run(&["journal", "copy", "contest.db", url]).is_success);
    assert!(!folder.run(&["journal", "copy", "nosuch.db", url]).is_success);
    assert!(!folder.path().join("nosuch.db").exists(), "asking makes nothing");
}

#[tokio::test]
async fn older_tables_are_refused_for_a_copy_and_unchanged() {
    let Some(cluster) = Cluster::shared() else { return };
    let place = cluster.place();
    let folder = ContestFolder::new();
    folder.serve().play(&folder).await;
    let copy = || folder.run(&["journal", "copy", "contest.db", place.reveal(), "--lang", "en"]);
    assert!(copy().is_success && copy().is_success, "what is there already is compared");
    // Restore the format before members were added.
    let age = "DROP TABLE member, note; ALTER TABLE stream DROP holder, DROP is_claimed; UPDATE journal SET format = 1";
    sql(&place, age);
    let refused = copy();
    assert!(!refused.is_success && refused.err.contains("format version 1"), "{refused:?}");
    assert_eq!(sql(&place, "SELECT format FROM journal"), ["1"]);
}

#[test]
fn invalid_journal_location_error_hides_password() {
    let folder = ContestFolder::new();
    let journal = |location: &str| {
        let output = folder.run(&["transcript", "g", "--journal", location, "--lang", "en"]);
        assert!(!output.is_success && !output.err.contains("secret"), "{output:?}");
        output.err
    };
    assert!(journal("mysql://judge:secret@hall/contest").contains("mysql:// is not a journal"));
    assert!(journal("postgres://judge:secret@hall/contest").contains("may be unencrypted"));
    assert!(
        journal("postgres://judge:secret@127.0.0.1:1/contest")
            .contains("judge@127.0.0.1:1/contest: no connection")
    );
    assert!(journal("postgres://judge:secret@127.0.0.1/contest?colour=red").contains("invalid URL"));
}
