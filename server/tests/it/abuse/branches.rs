//! Attacks by someone who has the server's files: replaying a game, serving a copy, appending to its record or
//! journal.

use std::fs;
use std::path::Path;

use ishigaki_client::{Link, ServerUrl, connect, record};
use ishigaki_journal::{Append, Journal as _, Sequence, SqliteJournal, StreamId};
use ishigaki_proto::receipt;
use ishigaki_proto::{judge, team, wire};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::transcript::{Transcript, complete, read};
use ishigaki_record::verify::{Gap, ReceiptChecker, ReceiptViolation, own_lists, verify};
use ishigaki_testkit::{Operator, Program};

/// Two games on one server, opened once all lists are sealed.
const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [
    { id = "g", scenario = "tiny-2", close = "all-sealed" },
    { id = "h", scenario = "tiny-2", close = "all-sealed" },
]
"#;

const SERVE: [&str; 3] = ["--folder", "day", "--plaintext"];

fn operator() -> Operator {
    Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST)
}

fn link(operator: &Operator, server: &Program, name: &str) -> Link {
    let address = server.url().parse::<ServerUrl>().unwrap().address(None, false).unwrap();
    connect(&address, &operator.token(name).parse().unwrap())
}

async fn open_round(operator: &Operator, server: &Program, game: &str) {
    let request = judge::OpenRoundRequest { round: 1, game: game.into() };
    link(operator, server, "judge").judge().open_round(request).await.unwrap();
}

/// Seals one bid and returns the team's stored receipt.
async fn seal(operator: &Operator, server: &Program, name: &str, replaces: u32, price: u64) -> StoredReceipt {
    let request = team::SubmitBidsRequest {
        game: "g".into(),
        round: 1,
        replaces_revision: replaces,
        bids: vec![wire::Bid { lot: "P".into(), price }],
        ..Default::default()
    };
    let link = link(operator, server, name);
    let sent = link.team().submit_bids(request).await.unwrap().into_inner();
    let key = record::server_key(&link, "g").await.unwrap();
    let (receipt, nonce) = receipt::from_wire(&sent.receipt.unwrap()).unwrap();
    let signature = receipt::signature_from_wire(&sent.receipt_signature.unwrap()).unwrap();
    receipt.verify(&key, &signature).unwrap();
    let list = format!(r#"{{"bids":[{{"lot":"P","price":{price}}}]}}"#);
    StoredReceipt { receipt, signature, nonce, list, server_key: key }
}

/// Returns the published record of game g and asserts that the server signed all of it.
async fn recorded(operator: &Operator, server: &Program) -> Transcript {
    let link = link(operator, server, "judge");
    let text = record::download(&link, "g").await.unwrap().transcript().unwrap();
    let transcript = read(&text).unwrap();
    verify(&text, Some(&transcript.server_key.fingerprint())).unwrap();
    transcript
}

/// Plays game g up to the opening of its first round, and returns team a's receipts.
async fn played(operator: &Operator, server: &Program) -> Vec<StoredReceipt> {
    open_round(operator, server, "g").await;
    let first = seal(operator, server, "a", 0, 20).await;
    seal(operator, server, "b", 0, 21).await;
    vec![first]
}

/// Copies a stopped server's journal after checkpointing its WAL, and replaces any journal at the destination.
async fn copied(from: &Path, to: &Path) {
    SqliteJournal::open(from).unwrap().close().await.unwrap();
    for log in ["-wal", "-shm"] {
        let mut path = to.as_os_str().to_owned();
        path.push(log);
        // The file may not exist.
        let _ = fs::remove_file(path);
    }
    fs::copy(from, to).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn journal_deleted_and_played_again_is_another_game() {
    let operator = operator();
    let server = operator.serve(&SERVE);
    let kept = played(&operator, &server).await;
    let first = recorded(&operator, &server).await;
    own_lists(&first, &kept).unwrap();
    drop(server);
    // An attacker who wants another outcome removes all evidence of the first game.
    for file in fs::read_dir(operator.folder()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("contest.db") || name.starts_with("contest.served") {
            fs::remove_file(path).unwrap();
        }
    }
    let server = operator.serve(&SERVE);
    played(&operator, &server).await;
    let second = recorded(&operator, &server).await;
    assert_eq!((&first.game, first.server_key), (&second.game, second.server_key));
    assert_ne!(first.instance, second.instance);
    // The team's tools attribute the receipts to another game instead of calling them forged.
    let mut own = ReceiptChecker::new(kept.clone());
    own.read(&second);
    assert_eq!((own.foreign().instance, own.finish().len()), (1, 0));
    // A head noted from the first game is found only in that game.
    assert!(first.signed.iter().all(|signed| second.signed.iter().all(|other| other.head != signed.head)));
}

#[tokio::test(flavor = "multi_thread")]
async fn journal_copy_served_in_parallel_signs_own_branch() {
    let operator = operator();
    let server = operator.serve(&SERVE);
    open_round(&operator, &server, "g").await;
    let shared = seal(&operator, &server, "a", 0, 20).await;
    drop(server);
    let copy = operator.home().join("copy.db");
    let journal = operator.folder().join("contest.db");
    copied(&journal, &copy).await;
    // The original and the copy each continue with a different list of team a.
    let server = operator.serve(&SERVE);
    let one = seal(&operator, &server, "a", 1, 30).await;
    seal(&operator, &server, "b", 0, 21).await;
    let here = recorded(&operator, &server).await;
    drop(server);
    copied(&copy, &journal).await;
    let server = operator.serve(&SERVE);
    let other = seal(&operator, &server, "a", 1, 10).await;
    seal(&operator, &server, "b", 0, 21).await;
    let there = recorded(&operator, &server).await;
    let branches = [&shared, &one, &other].map(|stored| stored.receipt.branch.clone());
    assert_eq!(branches.clone().map(|branch| branch.epoch), [1, 2, 2]);
    assert_ne!(branches[1].tag, branches[2].tag);
    // Both records contain the list sealed before the copy and one of the later ones. The other is reported as
    // another branch, with its numbers.
    for (transcript, own, foreign) in [(&here, &one, &other), (&there, &other, &one)] {
        own_lists(transcript, &[shared.clone(), own.clone()]).unwrap();
        let violation = own_lists(transcript, &[shared.clone(), foreign.clone()]).unwrap_err();
        let tag = foreign.receipt.branch.tag;
        let found = Some(own.receipt.branch.tag);
        assert_eq!(violation, ReceiptViolation::OtherBranch { counter: 2, epoch: 2, tag, found });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_tail_fails_verification() {
    let operator = operator();
    let server = operator.serve(&SERVE);
    played(&operator, &server).await;
    let link = link(&operator, &server, "judge");
    let record = record::download(&link, "g").await.unwrap();
    let whole = record.text().to_owned();
    let transcript = read(&complete(&whole).unwrap()).unwrap();
    let fingerprint = transcript.server_key.fingerprint().to_string();
    let (sequence, at) = (transcript.records + 1, transcript.entries.last().unwrap().event.at.0);
    let verified = |text: &str, more: &[&str]| {
        fs::write(operator.home().join("g.jsonl"), text).unwrap();
        operator.run(&[&["verify", "g.jsonl", "--key", &fingerprint, "--json"], more].concat())
    };
    let run_verify = |text: &str, more: &[&str]| {
        let output = verified(text, more);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code().unwrap(), report)
    };
    let (code, report) = run_verify(&complete(&whole).unwrap(), &[]);
    assert_eq!((code, &report["ok"], &report["open"]), (0, &true.into(), &serde_json::json!([])));
    // A remark needs no signature. The line uses the canonical spelling and everything derived from it is
    // complete.
    let line = |fact: &str| {
        format!(
            r#"{{"kind":"event","sequence":{sequence},"at_ms":{at},"unix_ms":0,"by":"judge","principal":"judge","fact":{{{fact}}}}}"#
        ) + "\n"
    };
    let remarked = whole.clone() + &line(r#""fact":"remarked","text":"team a has cheated""#);
    let (code, report) = run_verify(&complete(&remarked).unwrap(), &[]);
    assert_eq!((code, &report["ok"]), (6, &false.into()));
    assert_eq!(report["open"], serde_json::json!(["unsigned"]));
    let (code, report) = run_verify(&complete(&remarked).unwrap(), &["--partial"]);
    assert_eq!((code, &report["ok"]), (0, &true.into()));
    let report = verify(&complete(&remarked).unwrap(), None).unwrap();
    assert_eq!(report.gaps(), [Gap::Signer, Gap::Unsigned]);
    // A disqualification needs a signature, and the last available one covers another event.
    let out = whole.clone() + &line(r#""fact":"team_disqualified","team":"a","reason":"cheated""#);
    complete(&out).unwrap_err();
    let signed = whole.lines().rev().find(|line| line.starts_with(r#"{"kind":"signed""#)).unwrap();
    let before = transcript.signed.last().unwrap().sequence;
    let again = signed.replace(&format!(r#""sequence":{before}"#), &format!(r#""sequence":{sequence}"#));
    let (code, report) = run_verify(&complete(&(out + &again + "\n")).unwrap(), &["--partial"]);
    assert_eq!((code, &report["ok"]), (1, &false.into()), "{report}");
}

/// Maps a record to its replacements, given the game and the record's number.
type Change<'a> = Box<dyn Fn(&str, u64, Vec<u8>) -> Vec<Vec<u8>> + 'a>;

/// Applies `change` to all records of a journal and writes them to a new file with valid checksums.
async fn rewritten(path: &Path, change: impl Fn(&str, u64, Vec<u8>) -> Vec<Vec<u8>>) {
    let journal = SqliteJournal::open(path).unwrap();
    let mut games = Vec::new();
    for (stream, head) in journal.streams().await.unwrap() {
        let count = usize::try_from(head.0).unwrap();
        let records = journal.read(stream.clone(), Sequence::START.next(), count.max(1)).await.unwrap();
        let changed = records.into_iter().flat_map(|record| {
            change(stream.as_str(), record.sequence.0, record.bytes.to_vec()).into_iter().map(Into::into)
        });
        let records: Vec<bytes::Bytes> = changed.collect();
        games.push((stream, records));
    }
    journal.close().await.unwrap();
    fs::remove_file(path).unwrap();
    let journal = SqliteJournal::open(path).unwrap();
    for (stream, records) in games {
        let claim = journal.claim(stream.clone()).await.unwrap();
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        journal.append(append).await.unwrap();
    }
    journal.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn journal_rewritten_after_the_last_signed_head_is_not_signed() {
    let operator = operator();
    let server = operator.serve(&SERVE);
    played(&operator, &server).await;
    let request = judge::AddRemarkRequest { game: "g".into(), text: "the lamp is dim".into() };
    link(&operator, &server, "judge").judge().add_remark(request).await.unwrap();
    drop(server);
    let (path, good) = (operator.folder().join("contest.db"), operator.home().join("good.db"));
    copied(&path, &good).await;
    let head = {
        let journal = SqliteJournal::open(&path).unwrap();
        let streams = journal.streams().await.unwrap();
        journal.close().await.unwrap();
        streams.into_iter().find(|(stream, _)| *stream == StreamId::new("g").unwrap()).unwrap().1.0
    };
    // Changes after the opening that no signed head covers: altered text, a duplicated record, a removed record
    // with one after it.
    let dim = |bytes: Vec<u8>| {
        let at = bytes.windows(3).position(|word| word == b"dim").unwrap();
        [&bytes[..at], b"out", &bytes[at + 3..]].concat()
    };
    let last = |game: &str, sequence: u64| game == "g" && sequence == head;
    let changes: [(u64, Change<'_>); 4] = [
        (head, Box::new(|game, at, bytes| vec![if last(game, at) { dim(bytes) } else { bytes }])),
        (
            head + 1,
            Box::new(|game, at, bytes| if last(game, at) { vec![bytes.clone(), bytes] } else { vec![bytes] }),
        ),
        (2, Box::new(|game, at, bytes| if game == "g" && at == 2 { vec![] } else { vec![bytes] })),
        (
            1,
            Box::new(|game, at, bytes| {
                // The game's first record names another key. Only that game is affected.
                let mut bytes = bytes;
                if game == "g" && at == 1 {
                    let middle = bytes.len() - 60;
                    bytes[middle] ^= 1;
                }
                vec![bytes]
            }),
        ),
    ];
    for (at, change) in changes {
        copied(&good, &path).await;
        rewritten(&path, change).await;
        // An attacker who can write the journal can also remove the file that notes its contents.
        fs::remove_file(path.with_extension("served")).unwrap();
        let server = operator.serve(&SERVE);
        let log = operator.log();
        let named = format!("record {at} of game g");
        assert!(log.contains(&named), "{named} is not in {log}");
        let judge = link(&operator, &server, "judge");
        let request = judge::AddRemarkRequest { game: "g".into(), text: "on".into() };
        judge.judge().add_remark(request).await.unwrap_err();
        // The other game can still be played.
        open_round(&operator, &server, "h").await;
        drop(server);
    }
    // Everything works again with the original journal.
    copied(&good, &path).await;
    fs::remove_file(path.with_extension("served")).unwrap();
    let server = operator.serve(&SERVE);
    let request = judge::AddRemarkRequest { game: "g".into(), text: "on".into() };
    link(&operator, &server, "judge").judge().add_remark(request).await.unwrap();
}
