//! The program's tasks around the record, as an operator types them.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_client::{Link, connect};
use ishigaki_journal::{Append, Journal as _, SqliteJournal, StreamId};
use ishigaki_journal_postgres::harness::{Cluster, sql};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{judge, team, wire};
use tempfile::TempDir;

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

/// Folder with a contest file and tokens, in which an operator works.
struct ContestFolder {
    home: TempDir,
    tokens: String,
}

/// What a task said, and whether it ended well.
#[derive(Debug)]
struct TaskOutput {
    out: String,
    err: String,
    is_success: bool,
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
        // Whoever reads no input may have ended by now.
        drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let is_success = output.status.success();
        TaskOutput { out: text(output.stdout), err: text(output.stderr), is_success }
    }

    fn serve(&self) -> Server {
        let mut command = self.command(&["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0"]);
        let log = fs::File::create(self.path().join("log")).unwrap();
        let mut process = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect("it says where it listens");
        Server { address: address.into(), process }
    }

    /// What `serve` says when it does not come to serving.
    fn serve_in_vain(&self) -> String {
        let said = self.run(&["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0"]);
        assert!(!said.is_success && said.out.is_empty(), "it says that it listens only if it does: {said:?}");
        said.err
    }

    /// What the server has logged since it was started last.
    fn log(&self) -> String {
        fs::read_to_string(self.path().join("log")).unwrap()
    }

    fn token(&self, name: &str) -> String {
        let line = self.tokens.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap();
        line.split_whitespace().last().unwrap().into()
    }

    fn fingerprint(&self) -> String {
        let said = self.run(&["key"]);
        assert!(said.is_success, "{said:?}");
        said.out.trim().into()
    }
}

/// A server process; killed when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn link(&self, folder: &ContestFolder, name: &str) -> Link {
        connect(&self.address.parse().unwrap(), &folder.token(name).parse().unwrap())
    }

    /// Opens round 1 of a game.
    async fn play_in(&self, folder: &ContestFolder, game: &str) {
        let open = judge::OpenRoundRequest { round: 1, game: game.into() };
        self.link(folder, "judge").judge().open_round(open).await.unwrap();
    }

    /// Opens round 1 and lets team a seal; with team b's list the round would close.
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

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

#[tokio::test]
async fn a_record_is_written_from_the_journal_and_verified_by_its_fingerprint() {
    let folder = ContestFolder::new();
    let server = folder.serve();
    server.play(&folder).await;
    server.decline(&folder, "b").await;
    let running = folder.run(&["transcript", "g"]);
    assert!(!running.is_success && running.err.contains("in use by a running server"), "{running:?}");
    assert!(running.err.contains("judge-tui transcript g "), "whom to ask is said: {running:?}");
    let running = folder.run(&["transcript", "g", "--lang", "ja"]);
    assert!(running.err.contains("team-client transcript g"), "{running:?}");
    drop(server);
    let written = folder.run(&["transcript", "g", "--out", "g.jsonl"]);
    assert!(written.is_success, "{written:?}");
    let text = fs::read_to_string(folder.path().join("g.jsonl")).unwrap();
    assert_eq!(folder.run(&["transcript", "g"]).out, text);
    let fingerprint = folder.fingerprint();
    let verified = folder.run(&["verify", "g.jsonl", "--key", &fingerprint]);
    assert!(verified.is_success && verified.out.contains("Signer checked"), "{verified:?}");
    let unsure = folder.run_on(&["verify", "-"], &text);
    assert!(!unsure.is_success && unsure.out.contains("Signer not checked"), "{unsure:?}");
    assert!(unsure.out.contains("PARTLY CHECKED"), "{unsure:?}");
    let taken = folder.run_on(&["verify", "-", "--partial"], &text);
    assert!(taken.is_success && taken.out.contains("Last signed head, of record 4: "), "{taken:?}");
    let japanese = folder.run_on(&["verify", "-", "--lang", "ja", "--key", &fingerprint], &text);
    assert!(japanese.is_success && japanese.out.starts_with("不備なし：試合g"), "{japanese:?}");
    let json = |said: &TaskOutput| serde_json::from_str::<serde_json::Value>(&said.out).unwrap();
    let verified = folder.run(&["verify", "g.jsonl", "--key", &fingerprint, "--json"]);
    assert_eq!((verified.is_success, &json(&verified)["report"]["seals"]), (true, &2.into()), "{verified:?}");
    let refused = folder.run_on(&["verify", "-", "--json"], "no record");
    assert!(!refused.is_success && json(&refused)["wrong"].is_string(), "{refused:?}");
    assert_eq!(json(&folder.run(&["key", "--json"]))["fingerprint"], fingerprint.as_str());
    let other = "0000-".repeat(8);
    let foreign = folder.run(&["verify", "g.jsonl", "--key", other.trim_end_matches('-')]);
    assert!(!foreign.is_success && foreign.out.contains("line 1"), "{foreign:?}");
    assert!(foreign.out.contains("takes the sheet's fingerprint, not the code of the server"), "{foreign:?}");
    let changed = text.replace(r#""price":20"#, r#""price":21"#);
    let refused = folder.run_on(&["verify", "-"], &changed);
    assert!(!refused.is_success && refused.out.contains("NOT IN ORDER"), "{refused:?}");
    let nosuch = folder.run(&["transcript", "nosuch"]);
    assert!(!nosuch.is_success && nosuch.err.contains("no game nosuch"), "{nosuch:?}");
    let nowhere = folder.run(&["transcript", "g", "--journal", "nosuch.db"]);
    assert!(!nowhere.is_success && nowhere.err.contains("there is no journal nosuch.db"), "{nowhere:?}");
    assert!(!folder.path().join("nosuch.db").exists(), "asking makes nothing");
}

#[tokio::test]
async fn a_server_does_not_start_without_the_key_its_games_were_sealed_under() {
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
fn findings_can_be_json_or_japanese_and_shells_can_complete_every_task() {
    let folder = ContestFolder::new();
    fs::write(folder.path().join("bad.toml"), "money = 1\nmoeny = 2\n").unwrap();
    let linted = folder.run(&["lint", "bad.toml", "--json"]);
    assert!(!linted.is_success, "{linted:?}");
    let findings: Vec<serde_json::Value> =
        linted.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(findings.iter().any(|at| at["level"] == "error" && at["file"] == "bad.toml"), "{findings:?}");
    let said = folder.run(&["lint", "bad.toml", "--lang", "ja"]);
    assert!(!said.is_success && said.out.starts_with("bad.toml:1:1: 誤り："), "{said:?}");
    for shell in ["bash", "zsh", "fish"] {
        let said = folder.run(&["completions", shell]);
        assert!(said.is_success && said.out.contains("adjudicate"), "{shell}");
    }
}

#[tokio::test]
async fn a_damaged_game_is_named_and_the_others_are_served() {
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
    assert!(log.contains("THIS GAME IS NOT SERVED") && log.contains("try"), "{log}");
    let open = judge::OpenRoundRequest { round: 1, game: "try".into() };
    let all = ishigaki_proto::watch::ListGamesRequest {};
    let listed = server.link(&folder, "judge").watch().list_games(all).await.unwrap().into_inner().games;
    let damaged = listed.iter().find(|entry| entry.game == "try").unwrap();
    assert_eq!(damaged.state(), ishigaki_proto::watch::GameState::Damaged);
    assert!(
        damaged.clock.is_none() && listed.iter().all(|entry| entry.game == "try" || entry.clock.is_some())
    );
    let refused = server.link(&folder, "judge").judge().open_round(open).await.unwrap_err();
    assert_eq!(Fault::from_status(&refused).unwrap().reason, ErrorReason::GameDamaged);
    let list = team::SubmitBidsRequest { game: "try".into(), round: 1, ..Default::default() };
    let refused = server.link(&folder, "a").team().submit_bids(list).await.unwrap_err();
    assert_eq!(Fault::from_status(&refused).unwrap().reason, ErrorReason::GameDamaged);
    let start = ishigaki_proto::organiser::StartGameRequest { game: "try".into(), ..Default::default() };
    let refused = server.link(&folder, "judge").organiser().start_game(start).await.unwrap_err();
    assert_eq!(Fault::from_status(&refused).unwrap().reason, ErrorReason::GameDamaged);
}

#[test]
fn where_a_journal_is_gone_no_other_one_begins_until_the_place_is_cleared() {
    let folder = ContestFolder::new();
    for _ in 0..2 {
        drop(folder.serve());
    }
    let file = |name: &str| folder.path().join(name);
    fs::rename(file("contest.db"), file("away.db")).unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("THE JOURNAL IS GONE") && refused.contains("contest.served"), "{refused}");
    assert!(!file("contest.db").exists(), "nothing stands in its place");
    let refused =
        folder.run(&["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0", "--lang", "ja"]);
    assert!(!refused.is_success && refused.err.contains("記録簿がありません"), "{refused:?}");
    fs::remove_file(file("contest.served")).unwrap();
    fs::write(file("contest.db-wal"), "of the lost one").unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("contest.db-wal"), "{refused}");
    assert_eq!(fs::read_to_string(file("contest.db-wal")).unwrap(), "of the lost one");
    fs::remove_file(file("contest.db-wal")).unwrap();
    drop(folder.serve());
}

#[tokio::test]
async fn an_empty_or_shortened_journal_is_no_new_contest() {
    let folder = ContestFolder::new();
    let file = |name: &str| folder.path().join(name);
    let parts = ["db", "db-wal", "db-shm"];
    let clear = || parts.iter().for_each(|part| drop(fs::remove_file(file(&format!("contest.{part}")))));
    let copy = |from: &str, to: &str| {
        for part in parts {
            // There is a log or there is none.
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
    // A journal of nothing, as a program makes one.
    fs::remove_file(file("contest.db")).unwrap();
    SqliteJournal::open(file("contest.db")).unwrap().close().await.unwrap();
    let refused = folder.serve_in_vain();
    assert!(refused.contains("CUT SHORT") && refused.contains("game g is not in it"), "{refused}");
    clear();
    copy("early", "contest");
    let refused = folder.serve_in_vain();
    assert!(refused.contains("CUT SHORT") && refused.contains("game g "), "{refused}");
    clear();
    copy("late", "contest");
    drop(folder.serve());
}

/// Waits for a server's good end.
fn end(mut server: Server) {
    let told = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert!(server.process.wait().unwrap().success());
}

#[tokio::test]
async fn rollback_that_loses_a_sealed_list_is_refused_without_a_count() {
    let folder = ContestFolder::new();
    let file = |name: &str| folder.path().join(name);
    let parts = ["db", "db-wal", "db-shm"];
    let copy = |from: &str, to: &str| {
        for part in parts {
            drop(fs::remove_file(file(&format!("{to}.{part}"))));
            // There is a log or there is none.
            drop(fs::copy(file(&format!("{from}.{part}")), file(&format!("{to}.{part}"))));
        }
    };
    let server = folder.serve();
    server.play(&folder).await;
    end(server);
    copy("contest", "early");
    let server = folder.serve();
    let list = team::SubmitBidsRequest { round: 1, replaces_revision: 1, ..Default::default() };
    server.link(&folder, "a").team().submit_bids(list).await.unwrap();
    end(server);
    copy("contest", "late");
    copy("early", "contest");
    let refused = folder.serve_in_vain();
    assert!(refused.contains("SEALED LISTS MAY BE LOST") && refused.contains("game g"), "{refused}");
    assert!(
        !refused.contains("records, and had"),
        "their number tells how often a list was replaced: {refused}"
    );
    copy("late", "contest");
    drop(folder.serve());
    // A kill between two notes, and heartbeats since: the note says less than the journal has.
    drop(folder.serve());
}

#[tokio::test]
async fn file_limit_ends_games_with_an_error_and_not_the_server() {
    let folder = ContestFolder::new();
    drop(folder.serve());
    let program = env!("CARGO_BIN_EXE_ishigaki-server");
    let script = "ulimit -f 400 && exec \"$0\" serve --contest contest.toml --listen 127.0.0.1:0";
    let log = fs::File::create(folder.path().join("log")).unwrap();
    let mut command = Command::new("bash");
    command.args(["-c", script, program]).current_dir(folder.path()).stdout(Stdio::piped()).stderr(log);
    let mut process = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").expect("it says where it listens").to_owned();
    let mut server = Server { process, address };
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
    assert!(server.process.try_wait().unwrap().is_none(), "the server is still there, and says why");
    assert!(folder.log().contains("THE JOURNAL FAILED"), "{}", folder.log());
}

#[test]
fn files_of_a_folder_are_nobody_elses_to_change_without_a_umask() {
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
async fn misspelt_journal_beside_a_served_one_is_told() {
    let folder = ContestFolder::new();
    drop(folder.serve());
    let args = ["serve", "--contest", "contest.toml", "--listen", "127.0.0.1:0", "--journal"];
    let said = |journal: &str| {
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let mut command = folder.command(&[&args[..], &[journal]].concat());
        let mut process = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
        drop(Server { process, address: String::new() });
        folder.log()
    };
    assert!(said("contets.db").contains("A NEW JOURNAL IS MADE"));
    assert!(!said("contest.db").contains("A NEW JOURNAL IS MADE"));
    let refused = folder
        .run(&[&args[..], &["host=127.0.0.1 port=5432 user=judge password=secret", "--lang", "en"]].concat());
    assert!(
        !refused.is_success && refused.err.contains("postgres://judge@127.0.0.1:5432/DATABASE"),
        "{refused:?}"
    );
    assert!(!refused.err.contains("secret"), "{refused:?}");
}

#[tokio::test]
async fn a_contest_file_that_was_changed_is_told_game_by_game() {
    let folder = ContestFolder::new();
    let write = |text: &str| fs::write(folder.path().join("contest.toml"), text).unwrap();
    let two = CONTEST.replace("game = [", r#"game = [{ id = "h", scenario = "tiny-2", practice = true }, "#);
    write(&two);
    folder.serve().play_in(&folder, "h").await;
    write(&two.replace(r#"name = "A""#, r#"name = "Ishi""#));
    drop(folder.serve());
    let log = folder.log();
    assert!(log.contains("THE CONTEST FILE HAS BEEN CHANGED") && log.contains("team a is"), "{log}");
    write(CONTEST);
    let refused = folder.serve_in_vain();
    assert!(refused.contains("does not name them any more: h") && refused.contains("left_out"), "{refused}");
    write(&format!("{CONTEST}[server]\nleft_out = [\"h\"]\n"));
    drop(folder.serve());
    assert!(folder.log().contains("the contest file does not name it"), "{}", folder.log());
}

#[tokio::test]
async fn a_contest_moves_to_a_database_and_back_and_goes_on_there() {
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
    // The other team seals at the server over the database, with the key that was beside the file.
    let files = ["--contest", "contest.toml", "--listen", "127.0.0.1:0"];
    let mut command = folder.command(&[&["serve", "--journal", url][..], &files].concat());
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").expect("it says where it listens").to_owned();
    let server = Server { process, address };
    server.decline(&folder, "b").await;
    drop(server);
    let after = record(url);
    assert!(after.contains("lists_opened") && !before.contains("lists_opened"), "{after}");
    let back = folder.run(&["journal", "copy", url, "back.db", "--lang", "en"]);
    assert!(back.is_success && back.out.contains("compared record by record"), "{back:?}");
    assert_eq!(record("back.db"), after);
    // What is there already is no place for another journal.
    let refused = folder.run(&["journal", "copy", "contest.db", url, "--lang", "en"]);
    assert!(!refused.is_success && refused.err.contains("is in the copy as another one"), "{refused:?}");
    let nowhere = folder.run(&["journal", "copy", "nosuch.db", url]);
    assert!(!nowhere.is_success && nowhere.err.contains("there is no journal nosuch.db"), "{nowhere:?}");
    assert!(!folder.path().join("nosuch.db").exists(), "asking makes nothing");
}

#[tokio::test]
async fn tables_of_an_older_version_are_no_place_to_copy_to_and_stay_as_they_are() {
    let Some(cluster) = Cluster::shared() else { return };
    let place = cluster.place();
    let folder = ContestFolder::new();
    folder.serve().play(&folder).await;
    let copy = || folder.run(&["journal", "copy", "contest.db", place.reveal(), "--lang", "en"]);
    assert!(copy().is_success && copy().is_success, "what is there already is compared");
    // As the version without members made them.
    let age = "DROP TABLE member, note; ALTER TABLE stream DROP holder, DROP is_claimed; UPDATE journal SET format = 1";
    sql(&place, age);
    let refused = copy();
    assert!(!refused.is_success && refused.err.contains("format version 1"), "{refused:?}");
    assert_eq!(sql(&place, "SELECT format FROM journal"), ["1"]);
}

#[test]
fn what_is_wrong_with_where_a_journal_is_is_said_without_its_password() {
    let folder = ContestFolder::new();
    let journal = |location: &str| {
        let said = folder.run(&["transcript", "g", "--journal", location, "--lang", "en"]);
        assert!(!said.is_success && !said.err.contains("secret"), "{said:?}");
        said.err
    };
    assert!(journal("mysql://judge:secret@hall/contest").contains("mysql:// keeps no journal"));
    assert!(journal("postgres://judge:secret@hall/contest").contains("not encrypted for certain"));
    assert!(
        journal("postgres://judge:secret@127.0.0.1:1/contest")
            .contains("judge@127.0.0.1:1/contest: cannot be reached")
    );
    assert!(journal("postgres://judge:secret@127.0.0.1/contest?colour=red").contains("is not understood"));
}
