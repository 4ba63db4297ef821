//! The real server binary, killed without warning in the middle of an event.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_client::{Link, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::watch::{EventStage, ListEventsRequest, WatchEventRequest};
use ishigaki_proto::wire::feed_item::Body;

use super::hall::{CONFIG, CONTEST, DIGITS, SEEDS, card, folded, reason, roster};

/// A server process; killed when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, listen: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args(["serve", "--contest", "contest.toml", "--listen", listen])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect("it says where it listens");
        Self { address: address.into(), process }
    }

    /// Kills the process (SIGKILL on Unix) and starts another one on the same port.
    fn kill_and_restart(self, folder: &Path) -> Self {
        let listen = self.address.strip_prefix("http://").unwrap().to_owned();
        drop(self);
        Self::start(folder, &listen)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

/// What the program prints.
fn said(folder: &Path, args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ishigaki-server")).args(args).current_dir(folder).output();
    let output = output.unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[tokio::test]
async fn an_acknowledged_slip_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), CONTEST).unwrap();
    let (_, tokens) = said(folder.path(), &["tokens", "--contest", "contest.toml"]);
    let token = tokens.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["organiser", token] => Some(token.to_owned()),
        _ => None,
    });
    let token = token.expect("a token of the organiser");
    let mut server = Server::start(folder.path(), "127.0.0.1:0");
    let address = server.address.parse().unwrap();
    // A connection of its own for each call: one that a kill has cut answers its next call with an error.
    let link = || -> Link { connect(&address, &token.parse().unwrap()) };
    let create = wire::CreateEventRequest { event: "meijin".into(), config: CONFIG.into() };
    link().event_organiser().create_event(create).await.unwrap();
    server = server.kill_and_restart(folder.path());
    link().event_organiser().set_roster(roster(24)).await.unwrap();
    server = server.kill_and_restart(folder.path());
    link().event_organiser().commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    let results = DIGITS.map(str::to_owned).into();
    let digits = wire::EnterDigitsRequest { event: String::new(), results };
    link().event_organiser().enter_digits(digits).await.unwrap();
    for (number, player) in (1..).zip(SEEDS) {
        let slip = wire::DrawSlipRequest { player, number, ..Default::default() };
        link().desk().draw_slip(slip).await.unwrap();
    }
    link().event_organiser().make_leagues(wire::MakeLeaguesRequest::default()).await.unwrap();
    let pair = wire::PairRoundRequest { round: 1, ..Default::default() };
    link().event_organiser().pair_round(pair).await.unwrap();
    let watch = WatchEventRequest { event: "meijin".into(), from_sequence: 1 };
    let mut feed = link().watch().watch_event(watch).await.unwrap().into_inner();
    let mut items = Vec::new();
    loop {
        let item = feed.message().await.unwrap().unwrap().item.unwrap();
        if matches!(item.body, Some(Body::Pulse(_))) {
            break;
        }
        items.push(item);
    }
    let (_, a, b) = folded(&items).rounds()[0].games().next().unwrap();
    let slip = Some(card(a.0 + 1, b.0 + 1));
    let result = wire::EnterResultRequest { round: 1, slip, ..Default::default() };
    link().desk().enter_result(result.clone()).await.unwrap();
    server = server.kill_and_restart(folder.path());
    let again = link().desk().enter_result(result).await.unwrap_err();
    assert_eq!(reason(&again), "ALREADY_ENTERED", "what was acknowledged is there");
    let listed = link().watch().list_events(ListEventsRequest {}).await.unwrap().into_inner().events;
    assert_eq!((listed[0].stage(), listed[0].round), (EventStage::Playing, 1));
    drop(server);
    let (done, text) = said(folder.path(), &["transcript", "meijin"]);
    assert!(done, "{text}");
    fs::write(folder.path().join("meijin.jsonl"), &text).unwrap();
    let (done, said_so) = said(folder.path(), &["verify", "meijin.jsonl", "--partial"]);
    assert!(done, "{said_so}");
    let changed = text.replacen(r#""results":["407""#, r#""results":["408""#, 1);
    assert_ne!(changed, text);
    fs::write(folder.path().join("meijin.jsonl"), changed).unwrap();
    let (done, said_so) = said(folder.path(), &["verify", "meijin.jsonl", "--partial"]);
    assert!(!done, "{said_so}");
}
