//! `team-client verify`: a record, held against the receipts that a team has kept.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ishigaki_client::Kit;
use ishigaki_record::receipt::{Receipt, StoredReceipt, stored};
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

/// Folder with a record in it, and in `kept` what team a has kept.
struct RecordFolder(TempDir);

impl RecordFolder {
    fn new(record: &str, receipts: &[StoredReceipt]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("record.jsonl"), record).unwrap();
        fs::create_dir(folder.path().join("kept")).unwrap();
        fs::write(folder.path().join("kept/g1.a.jsonl"), stored::write(receipts)).unwrap();
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

    /// What is said of a record that is in order as far as it could be checked; with a last line that says so.
    #[track_caller]
    fn assert_partly_in_order(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(6), "{args:?}: {said}");
        String::from_utf8(output.stdout).unwrap() + &said
    }

    /// What is said of a record that is in order.
    #[track_caller]
    fn assert_in_order(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{args:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// What is said of one that is not.
    #[track_caller]
    fn assert_wrong(&self, args: &[&str]) -> String {
        let output = self.verify(args);
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!((output.status.code(), told.as_str()), (Some(1), ""), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// Every receipt that the server of this record gave to a team and whose list was opened.
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

/// What opens a sealing later, and to what.
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

/// The record written anew with another re-bid of team a, everything sealed and signed as it should be.
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
fn a_record_with_the_teams_own_lists_is_in_order() {
    let folder = RecordFolder::new(RECORD, &own());
    let key = server().public().fingerprint().to_string().to_uppercase();
    let told = folder.assert_in_order(&["--receipts", "kept", "--key", &key]);
    for words in ["In order: game g1, 2 teams, 24 records", "Signer checked", "all 2 receipts of team a"] {
        assert!(told.contains(words), "{words:?} is not told in:\n{told}");
    }
    assert!(told.contains("without a receipt here (another laptop may hold it): 2."), "{told}");
    let told = folder.assert_partly_in_order(&[]);
    assert!(told.contains("Signer not checked") && told.contains("Own lists not checked"), "{told}");
    assert!(told.contains("PARTLY CHECKED") && told.contains("nobody said whose key it is"), "{told}");
    assert!(told.contains("Ranking: 1 チームa (a), 2 チームb (b)."), "{told}");
    folder.assert_in_order(&["--partial"]);
    let told = folder.assert_in_order(&["--receipts", "kept", "--lang", "ja", "--key", &key]);
    assert!(told.contains("不備なし") && told.contains("チームaの受領証2件"), "{told}");
}

#[test]
fn a_verdict_is_one_object_for_scripts() {
    let folder = RecordFolder::new(RECORD, &own());
    let told: serde_json::Value =
        serde_json::from_str(&folder.assert_in_order(&["--json", "--receipts", "kept", "--partial"]))
            .unwrap();
    assert_eq!((&told["ok"], &told["report"]["records"]), (&true.into(), &24.into()));
    let open: serde_json::Value =
        serde_json::from_str(&folder.assert_partly_in_order(&["--json", "--receipts", "kept"])).unwrap();
    assert_eq!((&open["ok"], &open["open"]), (&false.into(), &serde_json::json!(["signer"])));
    assert_eq!(
        told["own"],
        serde_json::json!([{ "team": "a", "receipts": 2, "opened": 2, "uncovered": [1, 2] }])
    );
}

#[test]
fn a_changed_list_signed_anew_with_another_key_is_found_by_the_receipts() {
    let folder = RecordFolder::new(&forged(&forger()), &own());
    let told = folder.assert_partly_in_order(&[]);
    assert!(told.contains("Signer not checked"), "in itself the forgery is perfect: {told}");
    let said = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(said.contains("NOT IN ORDER for team a") && said.contains("another server's key"), "{said}");
    let key = server().public().fingerprint().to_string();
    let said = folder.assert_wrong(&["--key", &key]);
    assert!(said.contains("NOT IN ORDER: line 1") && said.contains(&key), "{said}");
    assert!(said.contains("takes the sheet's fingerprint, not the code of the server"), "{said}");
}

#[test]
fn the_sheets_fingerprint_for_join_is_told_from_the_one_for_verify() {
    let folder = RecordFolder::new(RECORD, &own());
    let pem = include_str!("../../../proto/client/tests/it/ca.pem");
    fs::write(folder.0.path().join("ca.pem"), pem).unwrap();
    let join = Kit::at(folder.0.path()).authority().unwrap().fingerprint().to_string();
    let said = folder.assert_wrong(&["--key", &join]);
    assert!(said.contains("was given the fingerprint for join"), "{said}");
    let said = folder.assert_wrong(&["--key", &join, "--lang", "ja"]);
    assert!(said.contains("join用の指紋が指定されています"), "{said}");
}

#[test]
fn a_changed_list_signed_anew_with_the_servers_own_key_is_found_by_the_receipts() {
    let folder = RecordFolder::new(&forged(&server()), &own());
    let key = server().public().fingerprint().to_string();
    folder.assert_in_order(&["--key", &key]);
    let said = folder.assert_wrong(&["--key", &key, "--receipts", "kept"]);
    assert!(said.contains("line 14 of the record has another commitment than receipt 4"), "{said}");
}

#[test]
fn receipts_of_a_practice_server_are_left_out_but_said() {
    let mut practice = receipts(&transcript::read(&forged(&forger())).unwrap(), "a");
    for stored in &mut practice {
        stored.receipt.branch.instance.0[0] ^= 1;
        stored.signature = stored.receipt.sign(&forger());
    }
    let folder = RecordFolder::new(RECORD, &[practice.clone(), own()].concat());
    let told = folder.assert_in_order(&["--receipts", "kept", "--partial"]);
    assert!(told.contains("all 2 receipts") && told.contains("another server signed them: 2"), "{told}");
    let folder = RecordFolder::new(RECORD, &practice);
    assert!(folder.assert_wrong(&["--receipts", "kept"]).contains("another server's key"));
}

#[test]
fn receipts_of_another_game_of_that_name_are_said_to_be_that_and_not_fraud() {
    let key = server().public().fingerprint().to_string();
    let mut elsewhere = own();
    for stored in &mut elsewhere {
        stored.receipt.branch.instance.0[0] ^= 1;
        stored.signature = stored.receipt.sign(&server());
    }
    let folder = RecordFolder::new(RECORD, &[elsewhere.clone(), own()].concat());
    let told = folder.assert_in_order(&["--receipts", "kept", "--key", &key]);
    assert!(told.contains("all 2 receipts") && told.contains("another game of this name"), "{told}");
    // Nothing but these: the record that was shown is not of the game that the team has played.
    let folder = RecordFolder::new(RECORD, &elsewhere);
    let told = folder.assert_partly_in_order(&["--receipts", "kept", "--key", &key]);
    assert!(told.contains("not of the game that they are of") && told.contains("PARTLY CHECKED"), "{told}");
}

#[test]
fn a_receipt_of_another_branch_is_told_with_its_numbers() {
    let key = server().public().fingerprint().to_string();
    let mut copied = own();
    let last = copied.last_mut().unwrap();
    last.receipt.branch.tag.0[0] ^= 1;
    last.signature = last.receipt.sign(&server());
    let (epoch, tag) = (last.receipt.branch.epoch, last.receipt.branch.tag);
    let folder = RecordFolder::new(RECORD, &copied);
    let said = folder.assert_wrong(&["--receipts", "kept", "--key", &key]);
    assert!(said.contains("another branch of this game"), "{said}");
    assert!(said.contains(&format!("in epoch {epoch} (tag {tag})")), "{said}");
}

#[test]
fn the_head_that_was_noted_is_the_records_or_is_named() {
    let key = server().public().fingerprint().to_string();
    let folder = RecordFolder::new(RECORD, &own());
    let signed = transcript::read(RECORD).unwrap().signed;
    let last = signed.last().unwrap().head;
    let told = folder.assert_in_order(&["--key", &key, "--head", &last.short()]);
    assert!(told.contains(&last.short()) && told.contains("It is the head that was given"), "{told}");
    let earlier = signed[0].head.short();
    assert!(folder.assert_partly_in_order(&["--key", &key, "--head", &earlier]).contains("not the last one"));
    let said = folder.assert_wrong(&["--key", &key, "--head", "0123-4567-89ab-cdef"]);
    assert!(said.contains("no signed head is 0123-4567-89ab-cdef"), "{said}");
}

#[test]
fn receipts_that_are_asked_for_must_be_there() {
    let folder = RecordFolder::new(RECORD, &[]);
    let said = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(said.contains("no receipts of game g1 in kept"), "{said}");
    assert!(folder.assert_wrong(&["--receipts", "nowhere"]).contains("nowhere: no such file"));
    let kept = Path::new("kept/g1.a.jsonl");
    fs::write(folder.0.path().join(kept), "{}\n").unwrap();
    let said = folder.assert_wrong(&["--receipts", "kept"]);
    assert!(said.contains("line 1 of kept/g1.a.jsonl is not a receipt"), "{said}");
}

#[test]
fn the_first_thing_that_is_wrong_is_said() {
    let folder = RecordFolder::new(&RECORD.replace("\"reason\":\"power\"", "\"reason\":\"paper\""), &own());
    let said = folder.assert_wrong(&[]);
    assert!(said.starts_with("NOT IN ORDER: line 5:"), "{said}");
    let said = folder.verify(&["--lang", "ja"]).stderr;
    assert!(String::from_utf8(said).unwrap().starts_with("不備があります：5行目："));
}

#[test]
fn altered_receipt_is_an_error_whatever_it_claims_to_be_of() {
    let mut kept = own();
    kept[0].receipt.branch.instance.0[0] ^= 1;
    let said = RecordFolder::new(RECORD, &kept).assert_wrong(&["--receipts", "kept"]);
    assert!(said.contains("altered"), "{said}");
}
