//! A contest moves to a second machine: the real binary copies its journal, is killed, and the game continues
//! there.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use bytes::Bytes;
use ishigaki_client::{Feed, Folded, Link, Mirror, Update, connect};
use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_journal::{Append, Expected, Journal as _, SqliteJournal, StreamId};
use ishigaki_journal_postgres::harness::{Cluster, sql};
use ishigaki_proto::{event, judge, standby, team, watch, wire};
use ishigaki_rules::Fact;
use serde_json::Value;

mod required_copy;

const CONTEST: &str = r#"
[[team]]
id = "a"
name = "Team A"

[[team]]
id = "b"
name = "Team B"

[[game]]
id = "g"
scenario = "tiny-2"
close = "all-sealed"
"#;

fn two_games() -> String {
    format!("{CONTEST}\n[[game]]\nid = \"other\"\nscenario = \"tiny-2\"\n")
}

struct Process {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn serve(folder: &Path, listen: &str, more: &[&str]) -> (Self, String) {
        let arguments = ["serve", "--contest", "contest.toml", "--listen", listen];
        let mut server = Self::start(folder, &[&arguments[..], more].concat());
        let line = server.line();
        let address = line.strip_prefix("listening on http://").expect("it says where it listens").to_owned();
        (server, address)
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("it says something").unwrap()
    }

    /// Waits until the standby reports that it has caught up and that at least this many lines of records are
    /// open.
    fn caught_up(&mut self, least: u64) -> u64 {
        loop {
            let lines = self.status()["lines"].as_u64().unwrap_or(0);
            if lines >= least {
                return lines;
            }
        }
    }

    /// Waits until the standby reports having everything that is durable now. Returns its reports.
    fn in_step_from_now_on(&mut self) -> Vec<Value> {
        let now = SystemClock::new().time_of_day().0;
        let mut statuses = Vec::new();
        while statuses.last().is_none_or(|last: &Value| last["at_unix_ms"].as_u64().unwrap_or(0) < now) {
            statuses.push(self.status());
        }
        statuses
    }

    fn status(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        self.child.wait().expect("the process is gone");
    }
}

/// Two machines: the second one has all files of the first except the journal.
struct Machines {
    first: tempfile::TempDir,
    second: tempfile::TempDir,
    tokens: String,
}

impl Machines {
    fn new() -> Self {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(first.path().join("contest.toml"), CONTEST).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args(["tokens", "--contest", "contest.toml"])
            .current_dir(first.path())
            .output()
            .unwrap();
        Self { first, second, tokens: String::from_utf8(output.stdout).unwrap() }
    }

    /// Two machines: the first one serves, and the second one has the necessary files.
    async fn serving(contest: &str, more: &[&str]) -> (Self, Process, String) {
        let machines = Self::new();
        fs::write(machines.first.path().join("contest.toml"), contest).unwrap();
        let (first, address) = Process::serve(machines.first.path(), "127.0.0.1:0", more);
        machines.bring_over(&address).await;
        (machines, first, address)
    }

    async fn open_round(&self, address: &str) {
        let open = judge::OpenRoundRequest { round: 1, ..Default::default() };
        self.link(address, "judge").judge().open_round(open).await.unwrap();
    }

    fn token(&self, name: &str) -> String {
        let token =
            self.tokens.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
                [named, token] if named == name => Some(token.to_owned()),
                _ => None,
            });
        token.expect("a token of that name")
    }

    /// Copies the necessary files to the second machine. The first start creates the key before it answers.
    async fn bring_over(&self, address: &str) {
        let games = watch::ListGamesRequest {};
        self.link(address, "judge").watch().list_games(games).await.unwrap();
        for file in ["contest.toml", "tokens.toml", "contest.key"] {
            fs::copy(self.first.path().join(file), self.second.path().join(file)).unwrap();
        }
        fs::write(self.second.path().join("standby.token"), self.token("standby")).unwrap();
    }

    fn standby(&self, from: &str) -> Process {
        let arguments = ["standby", "--from", from, "--token-file", "standby.token", "--json"];
        Process::start(self.second.path(), &arguments)
    }

    fn backup(&self, from: &str) -> Process {
        let arguments = ["standby", "--from", from, "--token-file", "standby.token", "--json", "--once"];
        Process::start(self.second.path(), &arguments)
    }

    fn link(&self, address: &str, name: &str) -> Link {
        connect(&address.parse().unwrap(), &self.token(name).parse().unwrap())
    }
}

async fn bid(link: &Link, replaces: u32, price: u64) -> u32 {
    let request = team::SubmitBidsRequest {
        round: 1,
        replaces_revision: replaces,
        bids: vec![wire::Bid { lot: "P".into(), price }],
        ..Default::default()
    };
    link.team().submit_bids(request).await.unwrap().into_inner().revision
}

#[tokio::test(flavor = "multi_thread")]
async fn running_contest_moves_to_second_machine() {
    let (machines, first, address) = Machines::serving(CONTEST, &[]).await;
    machines.open_round(&address).await;
    let mut standby = machines.standby(&address);
    standby.caught_up(2);
    // The acknowledged bid reaches the copy without being requested.
    assert_eq!(bid(&machines.link(&address, "a"), 0, 20).await, 1);
    standby.in_step_from_now_on();

    // The first machine is lost in the middle of a round.
    drop(first);
    drop(standby);
    let (_second, address) = Process::serve(machines.second.path(), &address, &[]);
    assert_eq!(bid(&machines.link(&address, "a"), 1, 21).await, 2, "the sealed list came along, and opens");
    assert_eq!(bid(&machines.link(&address, "b"), 0, 22).await, 1);
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm = judge::ConfirmLotsRequest { round: 1, attempt: 1, choice, ..Default::default() };
    machines.link(&address, "judge").judge().confirm_lots(confirm).await.unwrap();

    // A watcher from the start sees one consistent game, signed with the same key.
    let mut feed = Feed::open(machines.link(&address, "board"), "g", 1);
    let mut mirror = Mirror::new();
    loop {
        let Some(Ok(update)) = feed.next().await else {
            panic!("the feed goes on");
        };
        let Update::Item { item, received } = update else {
            continue;
        };
        let folded = mirror.fold(&item, received).unwrap();
        if matches!(folded, Folded::Event(event) if matches!(event.fact, Fact::RoundFinalised { .. })) {
            break;
        }
    }
    let game = mirror.game().unwrap();
    let held: Vec<u64> = game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect();
    assert_eq!(held, [60, 38], "team A has paid nothing, team B what it bid");
}

#[tokio::test(flavor = "multi_thread")]
async fn event_continues_on_second_machine() {
    let (machines, first, address) = Machines::serving(CONTEST, &[]).await;
    let organiser = |address: &str| machines.link(address, "organiser").event_organiser();
    let config = r#"{"preset":"O18","lottery_date":"2026-12-05","seed_mode":"lcg"}"#.into();
    organiser(&address)
        .create_event(event::CreateEventRequest { event: "oza".into(), config })
        .await
        .unwrap();
    let mut standby = machines.standby(&address);
    while standby.status()["events"] != 1 {}
    // The acknowledged roster reaches the copy without being requested.
    let roster = r#"[{"id":"1"},{"id":"2"},{"id":"3"},{"id":"4"}]"#.into();
    let set = event::SetRosterRequest { event: "oza".into(), roster };
    let item = organiser(&address).set_roster(set).await.unwrap().into_inner().item;
    let status = standby.in_step_from_now_on();
    assert_eq!(status.last().unwrap()["games"], 1, "an event is no game: {status:?}");

    drop(first);
    drop(standby);
    let (_second, address) = Process::serve(machines.second.path(), &address, &[]);
    let commit = event::CommitRosterRequest { event: "oza".into() };
    let committed = organiser(&address).commit_roster(commit).await.unwrap().into_inner();
    assert_eq!(committed.item, item + 1, "the roster came along");
    let results = ["2718", "0314", "9265"].map(str::to_owned).into();
    let digits = event::EnterDigitsRequest { event: "oza".into(), results };
    organiser(&address).enter_digits(digits).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn standby_output_does_not_reveal_replaced_list() {
    let (machines, _first, address) = Machines::serving(CONTEST, &[]).await;
    machines.open_round(&address).await;
    let mut standby = machines.standby(&address);
    standby.caught_up(2);
    let a = machines.link(&address, "a");
    bid(&a, 0, 20).await;
    let mut idle = standby.in_step_from_now_on();
    for revision in 1..8 {
        bid(&a, revision, 20 + u64::from(revision)).await;
    }
    let mut busy = standby.in_step_from_now_on();
    let at = |status: &mut Value| status["at_unix_ms"].take().as_u64().unwrap();
    let moments: Vec<u64> = idle.iter_mut().chain(&mut busy).map(at).collect();
    for pair in moments.windows(2) {
        assert!(pair[1] - pair[0] > 1_500, "it says something every two seconds: {moments:?}");
    }
    for status in idle.iter().chain(&busy) {
        assert_eq!(*status, idle[0], "and always the same");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_resumes_where_it_was_interrupted_and_backup_ends() {
    let (machines, _first, address) = Machines::serving(CONTEST, &[]).await;
    let before = machines.standby(&address).caught_up(1);
    machines.open_round(&address).await;
    let mut backup = machines.backup(&address);
    assert!(backup.caught_up(before + 1) > before);
    assert!(backup.child.wait().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_without_damaged_game_fails_and_names_it() {
    let Some(cluster) = Cluster::shared() else { return };
    let place = cluster.place();
    let journal = ["--journal", place.reveal()];
    let (machines, _first, address) = Machines::serving(&two_games(), &journal).await;
    let backup = || {
        let mut backup = machines.backup(&address);
        let mut last = Value::Null;
        for line in backup.lines.by_ref() {
            last = serde_json::from_str(&line.unwrap()).unwrap();
        }
        (last["games"].clone(), last["left_out"].clone(), backup.child.wait().unwrap().code())
    };
    assert_eq!(backup(), (2.into(), Value::Array(vec![]), Some(0)));
    let of_other = "stream = (SELECT number FROM stream WHERE name = 'other')";
    sql(&place, &format!("UPDATE record SET bytes = 'x' WHERE {of_other}"));
    // The result is the same for an existing copy and a new one.
    let expected = (1.into(), Value::Array(vec!["other".into()]), Some(1));
    assert_eq!(backup(), expected);
    fs::remove_file(machines.second.path().join("contest.db")).unwrap();
    assert_eq!(backup(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_parts_are_not_counted_as_something_else() {
    let Some(cluster) = Cluster::shared() else { return };
    let place = cluster.place();
    let (machines, _first, address) = Machines::serving(CONTEST, &["--journal", place.reveal()]).await;
    let figures =
        |status: Value| ["games", "waiting", "events", "lines"].map(|figure| status[figure].clone());
    let mut standby = machines.standby(&address);
    let of_game = figures(standby.in_step_from_now_on().pop().unwrap());
    assert_eq!(of_game[..3], [1, 0, 0].map(Value::from));
    let create = event::CreateEventRequest {
        event: "oza".into(),
        config: r#"{"preset":"O18","lottery_date":"2026-12-05"}"#.into(),
    };
    machines.link(&address, "organiser").event_organiser().create_event(create).await.unwrap();
    while standby.status()["events"] != 1 {}
    drop(standby);
    // The event is still served, but it can't be read again.
    let of_event = "stream = (SELECT number FROM stream WHERE name = 'oza')";
    sql(&place, &format!("UPDATE record SET bytes = 'x' WHERE {of_event}"));
    // The killed standby leaves its WAL next to the file.
    for part in ["contest.db", "contest.db-wal"] {
        fs::remove_file(machines.second.path().join(part)).unwrap();
    }
    let status = machines.standby(&address).in_step_from_now_on().pop().unwrap();
    assert_eq!(status["left_out"], Value::Array(vec!["oza".into()]));
    assert_eq!(figures(status), of_game);
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_game_is_not_counted_as_waiting() {
    let (machines, first, _) = Machines::serving(&two_games(), &[]).await;
    drop(first);
    let journal =
        SqliteJournal::open_expected(machines.first.path().join("contest.db"), Expected::Journal).unwrap();
    let stream = StreamId::new("other").unwrap();
    let claim = journal.claim(stream.clone()).await.unwrap();
    let records = vec![Bytes::from_static(b"no record of any game")];
    journal.append(Append { stream, epoch: claim.epoch, expected: claim.head, records }).await.unwrap();
    journal.close().await.unwrap();
    let (_first, address) = Process::serve(machines.first.path(), "127.0.0.1:0", &[]);
    let status = machines.standby(&address).in_step_from_now_on().pop().unwrap();
    assert_eq!((&status["games"], &status["waiting"]), (&2.into(), &0.into()), "{status}");
}

impl Machines {
    /// Replaces a principal's token on the first machine, which revokes the old one.
    fn reissue(&self, name: &str) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args(["token", "reissue", name])
            .current_dir(self.first.path())
            .output()
            .unwrap();
        let status = String::from_utf8(output.stdout).unwrap();
        status.split_whitespace().last().expect("the new token").to_owned()
    }

    /// Returns whether the second machine's token file has this token.
    fn second_knows(&self, token: &str) -> bool {
        let file = fs::read_to_string(self.second.path().join("tokens.toml")).unwrap();
        file.contains(token.split('.').nth(1).expect("its id"))
    }

    /// Returns the server's answer to a team with this token.
    async fn answers(&self, address: &str, token: &str) -> Result<(), tonic::Code> {
        let link = connect(&address.parse().unwrap(), &token.parse().unwrap());
        let listed = link.watch().list_games(watch::ListGamesRequest {}).await;
        listed.map(drop).map_err(|status| status.code())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reissued_token_is_good_at_the_standby_and_the_old_one_not() {
    for once in [false, true] {
        let (machines, first, address) = Machines::serving(CONTEST, &[]).await;
        let old = machines.token("a");
        let mut standby = (!once).then(|| machines.standby(&address));
        if let Some(standby) = &mut standby {
            standby.caught_up(1);
        }
        let new = machines.reissue("a");
        while machines.answers(&address, &new).await.is_err() {
            tokio::task::yield_now().await;
        }
        if let Some(standby) = &mut standby {
            // The standby reports at once, and again after every change.
            while !machines.second_knows(&new) {
                standby.caught_up(1);
            }
        } else {
            assert!(machines.backup(&address).child.wait().unwrap().success());
        }
        drop((first, standby));
        let file = fs::read_to_string(machines.second.path().join("tokens.toml")).unwrap();
        assert!(![&old, &new].iter().any(|token| file.contains(token.rsplit('.').next().unwrap())));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(machines.second.path().join("tokens.toml")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let (_second, address) = Process::serve(machines.second.path(), &address, &[]);
        assert_eq!(machines.answers(&address, &new).await, Ok(()), "once: {once}");
        assert_eq!(machines.answers(&address, &old).await, Err(tonic::Code::Unauthenticated), "once: {once}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn standby_lists_missing_files() {
    let (machines, _first, address) = Machines::serving(CONTEST, &[]).await;
    let second = machines.second.path();
    fs::remove_file(second.join("contest.key")).unwrap();
    fs::write(second.join("contest.toml"), CONTEST.replace("tiny-2", "own/wall.toml")).unwrap();
    let arguments = ["standby", "--folder", ".", "--from", &address, "--json"];
    let mut standby = Process::start(second, &arguments);
    let mut status = || -> Value { serde_json::from_str(&standby.line()).unwrap() };
    let names = |status: &Value| -> Vec<String> { serde_json::from_value(status.clone()).unwrap() };
    let mut lacks = || names(&status()["lacks"]);
    assert_eq!(lacks(), ["contest.key", "own/wall.toml", "server.pem", "server-key.pem"]);
    fs::copy(machines.first.path().join("contest.key"), second.join("contest.key")).unwrap();
    assert_eq!(lacks(), ["own/wall.toml", "server.pem", "server-key.pem"]);
    assert_eq!(names(&status()["lacks_to_hand_out"]), ["ca.pem", "ca-key.pem", "teams"]);
    fs::create_dir_all(second.join("teams/a")).unwrap();
    fs::write(second.join("teams/a/token"), "").unwrap();
    while names(&status()["lacks_to_hand_out"]) != ["ca.pem", "ca-key.pem", "teams/b/token"] {}
    drop(standby);
    fs::create_dir_all(second.join("own")).unwrap();
    for file in ["own/wall.toml", "server.pem", "server-key.pem"] {
        fs::write(second.join(file), "").unwrap();
    }
    let arguments = ["standby", "--folder", ".", "--from", &address, "--lang", "en"];
    let mut standby = Process::start(second, &arguments);
    let status = standby.line();
    assert!(status.contains("teams/b/token"), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn standby_with_copy_of_another_journal_exits() {
    let (machines, first, address) = Machines::serving(CONTEST, &[]).await;
    machines.standby(&address).caught_up(1);
    drop(first);
    for file in ["contest.db", "contest.db-wal", "contest.served", "contest.key"] {
        fs::remove_file(machines.first.path().join(file)).unwrap();
    }
    let (_other, address) = Process::serve(machines.first.path(), &address, &[]);
    let mut standby = machines.standby(&address);
    assert!(!standby.child.wait().unwrap().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn journal_copy_needs_standby_token_that_sees_no_game() {
    let machines = Machines::new();
    let (_first, address) = Process::serve(machines.first.path(), "127.0.0.1:0", &[]);
    for name in ["organiser", "judge", "board", "a"] {
        let request = tokio_stream::once(standby::CopyJournalRequest::default());
        let refused = machines.link(&address, name).standby().copy_journal(request).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::PermissionDenied, "{name}");
    }
    let link = machines.link(&address, "standby");
    let refused = link.watch().list_games(watch::ListGamesRequest {}).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::PermissionDenied);
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    assert_eq!(link.watch().watch_game(request).await.unwrap_err().code(), tonic::Code::PermissionDenied);
    let end = judge::SignalEndRequest { game: "g".into() };
    assert_eq!(link.judge().signal_end(end).await.unwrap_err().code(), tonic::Code::PermissionDenied);
}
