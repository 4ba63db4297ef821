//! `team-client verify`: a record, held against the receipts that a team has kept.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ishigaki_client::Kit;
use ishigaki_record::receipt::{Receipt, StoredReceipt, stored_receipt};
use ishigaki_record::sealing::{bids_text, commit, padded_len, raises_text, seal};
use ishigaki_record::signing::SigningKey;
use ishigaki_record::transcript::{self, Entry, Header, OpenedProof, Proof, SealProof, Transcript, Writer};
use ishigaki_rules::{Fact, Game, Phase, TeamId, Tsuyama};
use tempfile::TempDir;

/// A small game: a voided round, a replaced list, a tie with its wave; signed by [`server`].
const RECORD: &str = include_str!("../../../server/record/tests/golden/small.jsonl");

fn server() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

fn forger() -> SigningKey {
    SigningKey::from_seed([8; 32])
}

struct RecordFolder(TempDir);

impl RecordFolder {
    fn new(record: &str, receipts: &[StoredReceipt]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("record.jsonl"), record).unwrap();
        fs::create_dir(folder.path().join("kept")).unwrap();
        fs::write(folder.path().join("kept/g1.a.jsonl"), stored_receipt::write(receipts)).unwrap();
        Self(folder)
    }

    fn verify(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
        command
            .current_dir(self.0.path())
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .env_remove("ISHIGAKI_RECEIPTS");
        command.arg("verify").args(args).arg("record.jsonl").output().unwrap()
    }

    #[track_caller]
    fn assert_partly_in_order(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(6), "{args:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap() + &stderr
    }

    #[track_caller]
    fn assert_in_order(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.as_str()), (Some(0), ""), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn assert_wrong(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), stdout.as_str()), (Some(1), ""), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

fn receipts(record: &Transcript, team: &str) -> Vec<StoredReceipt> {
    let me = record.setup.team_by_code(team).unwrap();
    let mut game = Game::new(record.setup.clone());
    let mut receipts = Vec::new();
    for (place, entry) in record.entries.iter().enumerate() {
        if let Proof::Sealed(proof) = &entry.proof
            && let Some((opened, list)) = opening(record, place, me, proof.counter)
            && sealing_team(entry) == Some(me)
        {
            let receipt = receipt(record, &game, place, proof);
            let (signature, nonce, server_key) = (receipt.sign(&server()), opened.nonce, record.server_key);
            receipts.push(StoredReceipt { receipt, signature, nonce, list, server_key });
        }
        game.apply(&entry.event);
    }
    receipts
}

fn sealing_team(entry: &Entry) -> Option<TeamId> {
    match entry.event.fact {
        Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => Some(team),
        _ => None,
    }
}

fn opening(record: &Transcript, from: usize, team: TeamId, counter: u64) -> Option<(OpenedProof, String)> {
    record.entries[from..].iter().find_map(|entry| {
        let Proof::Opened(proofs) = &entry.proof else { return None };
        let proof = proofs.iter().find(|proof| proof.team == team && proof.counter == counter)?;
        let text = match &entry.event.fact {
            Fact::ListsOpened { lists, .. } => {
                let list = lists.iter().find(|list| list.team == team)?;
                bids_text(&record.setup, &list.bids).unwrap()
            }
            Fact::RebidsOpened { raises, .. } => {
                raises_text(&raises.iter().find(|sent| sent.team == team)?.raises)
            }
            _ => return None,
        };
        Some((proof.clone(), text))
    })
}

fn receipt(record: &Transcript, game: &Game, place: usize, proof: &SealProof) -> Receipt {
    let entry = &record.entries[place];
    let round = game.current_round().unwrap();
    let wave = match (&entry.event.fact, game.phase()) {
        (Fact::RebidSealed { .. }, Phase::Rebidding { wave, .. }) => wave.0,
        _ => 0,
    };
    let team = sealing_team(entry).unwrap();
    Receipt {
        branch: record.branch(place as u64 + 1),
        round: round.round,
        attempt: round.attempt,
        wave,
        team: record.setup.team(team).unwrap().code.clone(),
        counter: proof.counter,
        at: entry.event.at,
        commitment: proof.commitment,
    }
}

fn forged(key: &SigningKey) -> String {
    let mut record = transcript::read(RECORD).unwrap();
    for entry in &mut record.entries {
        if let Fact::RebidsOpened { raises, .. } = &mut entry.event.fact {
            raises[0].raises[0].price = Tsuyama(12);
        }
    }
    let record = record;
    let Transcript { game, instance, unix_ms, setup, .. } = record.clone();
    let header = Header { game, instance, server_key: key.public(), unix_ms, setup };
    let mut writer = Writer::start(Vec::new(), &header).unwrap();
    let mut takeovers = record.takeovers.iter().peekable();
    let mut game = Game::new(record.setup.clone());
    for (place, entry) in record.entries.iter().enumerate() {
        while let Some(takeover) = takeovers.next_if(|takeover| takeover.after <= place as u64) {
            writer.epoch(takeover.tag, takeover.unix_ms).unwrap();
        }
        let mut entry = entry.clone();
        if let Proof::Sealed(sealed) = &entry.proof {
            let mut sealed = sealed.clone();
            if let Some((proof, text)) =
                opening(&record, place, sealing_team(&entry).unwrap(), sealed.counter)
            {
                sealed.commitment = commit(&proof.nonce, &text);
                let length = padded_len(&record.setup);
                sealed.sealed_box = seal(&proof.key, [1; 12], &proof.nonce, &text, length).unwrap();
            }
            entry.proof = Proof::Sealed(sealed);
        }
        game.apply(&entry.event);
        if writer.entry(&entry).unwrap() {
            writer.sign(key).unwrap();
        }
    }
    String::from_utf8(writer.finish().unwrap()).unwrap()
}

fn own() -> Vec<StoredReceipt> {
    receipts(&transcript::read(RECORD).unwrap(), "a")
}

#[test]
fn record_matching_own_receipts_verifies() {
    let folder = RecordFolder::new(RECORD, &own());
    let key = server().public().fingerprint().to_string().to_uppercase();
    folder.assert_in_order(&["--receipts", "kept", "--key", &key]);
    folder.assert_partly_in_order(&[]);
    folder.assert_in_order(&["--partial"]);
}

#[test]
fn verdict_is_printed_as_single_json_object() {
    let folder = RecordFolder::new(RECORD, &own());
    let report: serde_json::Value =
        serde_json::from_str(&folder.assert_in_order(&["--json", "--receipts", "kept", "--partial"]))
            .unwrap();
    assert_eq!((&report["ok"], &report["report"]["records"]), (&true.into(), &24.into()));
    let open: serde_json::Value =
        serde_json::from_str(&folder.assert_partly_in_order(&["--json", "--receipts", "kept"])).unwrap();
    assert_eq!((&open["ok"], &open["open"]), (&false.into(), &serde_json::json!(["signer"])));
    assert_eq!(
        report["own"],
        serde_json::json!([{ "team": "a", "receipts": 2, "opened": 2, "uncovered": [1, 2] }])
    );
}

#[test]
fn list_changed_by_another_key_is_found_by_receipts() {
    let folder = RecordFolder::new(&forged(&forger()), &own());
    let report = folder.assert_partly_in_order(&[]);
    assert!(report.contains("Signer not checked"), "in itself the forgery is perfect: {report}");
    let stderr = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(
        stderr.contains("INVALID for team a") && stderr.contains("the server key named in the record"),
        "{stderr}"
    );
    let key = server().public().fingerprint().to_string();
    let stderr = folder.assert_wrong(&["--key", &key]);
    assert!(stderr.contains("INVALID: line 1") && stderr.contains(&key), "{stderr}");
    assert!(stderr.contains("Compare --key with the fingerprint on the sheet"), "{stderr}");
}

#[test]
fn join_fingerprint_given_to_verify_is_reported() {
    let folder = RecordFolder::new(RECORD, &own());
    let pem = include_str!("../../../proto/client/tests/it/ca.pem");
    fs::write(folder.0.path().join("ca.pem"), pem).unwrap();
    let join = Kit::at(folder.0.path()).authority().unwrap().fingerprint().to_string();
    let stderr = folder.assert_wrong(&["--key", &join]);
    assert!(stderr.contains("--key has the fingerprint for join. Use"), "{stderr}");
    let stderr = folder.assert_wrong(&["--key", &join, "--lang", "ja"]);
    assert!(stderr.contains("join用の指紋が指定されています"), "{stderr}");
}

#[test]
fn list_changed_by_the_servers_key_is_found_by_receipts() {
    let folder = RecordFolder::new(&forged(&server()), &own());
    let key = server().public().fingerprint().to_string();
    folder.assert_in_order(&["--key", &key]);
    let stderr = folder.assert_wrong(&["--key", &key, "--receipts", "kept"]);
    assert!(stderr.contains("line 14 of the record differs from receipt 4 in commitment"), "{stderr}");
}

#[test]
fn missing_or_invalid_receipts_are_reported() {
    let folder = RecordFolder::new(RECORD, &[]);
    let stderr = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(stderr.contains("No receipts of game g1 in kept"), "{stderr}");
    assert!(folder.assert_wrong(&["--receipts", "nowhere"]).contains("nowhere"));
    let kept = Path::new("kept/g1.a.jsonl");
    fs::write(folder.0.path().join(kept), "{}\n").unwrap();
    let stderr = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(stderr.contains("line 1 of kept/g1.a.jsonl is not a receipt"), "{stderr}");
}
