//! Receipts are checked to the last field, and kept once.

use std::fs;
use std::path::Path;

use ishigaki_proto::receipt::{signature_to_wire, to_wire};
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::receipt::Receipt;
use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::sealing::Nonce;
use ishigaki_record::signing::SigningKey;
use ishigaki_rules::RoundNo;

use super::*;

fn store(folder: &Path) -> ReceiptStore {
    ReceiptStore::new(folder.to_owned())
}

const INSTANCE: Instance = Instance([5; 16]);
const LIST: &str = r#"{"bids":[{"lot":"L","price":4711}]}"#;
const MOMENT: ReceiptOccasion = ReceiptOccasion { round: 2, attempt: 1, wave: 0, at: GameTime(1_234) };

fn key() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

fn answer(key: &SigningKey, counter: u64) -> (wire::SealReceipt, wire::ReceiptSignature) {
    let nonce = Nonce([9; 32]);
    let receipt = Receipt {
        branch: Branch::first("g", INSTANCE),
        round: RoundNo(MOMENT.round),
        attempt: MOMENT.attempt,
        wave: MOMENT.wave,
        team: "north".into(),
        counter,
        at: MOMENT.at,
        commitment: commit(&nonce, LIST),
    };
    (to_wire(&receipt, &nonce), signature_to_wire(&receipt.sign(key)))
}

fn checked(
    (sent, signature): &(wire::SealReceipt, wire::ReceiptSignature),
) -> Result<StoredReceipt, ReceiptFault> {
    check(
        SentReceipt { receipt: Some(sent), signature: Some(signature) },
        &MOMENT.in_game("g", INSTANCE, "north", &key().public()),
        LIST.to_owned(),
    )
}

fn stored(counter: u64) -> StoredReceipt {
    checked(&answer(&key(), counter)).unwrap()
}

#[test]
fn valid_receipt_is_stored_with_its_list() {
    let stored = stored(3);
    assert_eq!((stored.receipt.counter, stored.list.as_str()), (3, LIST));
    assert_eq!(stored.server_key, key().public());
}

#[test]
fn tampered_receipt_is_rejected() {
    let with = |change: &dyn Fn(&mut wire::SealReceipt)| {
        let mut sent = answer(&key(), 3);
        change(&mut sent.0);
        checked(&sent).unwrap_err()
    };
    let signed = |change: &dyn Fn(&mut wire::ReceiptSignature)| {
        let mut sent = answer(&key(), 3);
        change(&mut sent.1);
        checked(&sent).unwrap_err()
    };
    let field = |fault: ReceiptFault| match fault {
        ReceiptFault::Other { field, .. } | ReceiptFault::Malformed { field } => field,
        other => panic!("{other}"),
    };
    assert_eq!(field(with(&|sent| sent.game.push('2'))), "game");
    assert_eq!(field(with(&|sent| sent.branch.as_mut().unwrap().instance[0] ^= 1)), "instance");
    assert_eq!(field(with(&|sent| sent.branch = None)), "branch");
    assert_eq!(field(with(&|sent| sent.team = "south".into())), "team");
    assert_eq!(field(with(&|sent| sent.round = 1)), "round");
    assert_eq!(field(with(&|sent| sent.attempt = 2)), "attempt");
    assert_eq!(field(with(&|sent| sent.wave = 1)), "wave");
    assert_eq!(field(with(&|sent| sent.at_ms += 1)), "at_ms");
    assert_eq!(field(signed(&|sent| sent.root.push(0))), "root");
    assert_eq!(field(signed(&|sent| sent.leaf = 64)), "leaf");
    assert_eq!(field(signed(&|sent| sent.path.truncate(160))), "path");
    assert_eq!(field(with(&|sent| sent.nonce.clear())), "nonce");
    assert_eq!(field(with(&|sent| sent.commitment.truncate(31))), "commitment");
    assert_eq!(with(&|sent| sent.nonce[0] ^= 1), ReceiptFault::OtherList);
    assert_eq!(with(&|sent| sent.commitment[31] ^= 1), ReceiptFault::OtherList);
    let unsigned = ReceiptFault::Signature(signing::Error::WrongSignature);
    assert_eq!(signed(&|sent| sent.root[0] ^= 1), unsigned);
    assert_eq!(signed(&|sent| sent.leaf ^= 1), unsigned);
    assert_eq!(signed(&|sent| sent.path[191] ^= 1), unsigned);
    assert_eq!(with(&|sent| sent.branch.as_mut().unwrap().epoch = 2), unsigned);
    assert_eq!(with(&|sent| sent.counter += 1), unsigned, "the counter is signed too");
    let other = SigningKey::from_seed([8; 32]);
    assert_eq!(signed(&|sent| *sent = answer(&other, 3).1), unsigned);
}

#[test]
fn receipt_for_another_list_or_missing_is_rejected() {
    let (public, (sent, signature)) = (key().public(), answer(&key(), 3));
    let context = MOMENT.in_game("g", INSTANCE, "north", &public);
    let dearer = LIST.replace("4711", "4712");
    let whole = SentReceipt { receipt: Some(&sent), signature: Some(&signature) };
    assert_eq!(check(whole, &context, dearer), Err(ReceiptFault::OtherList));
    for lacking in [SentReceipt { receipt: None, ..whole }, SentReceipt { signature: None, ..whole }] {
        assert_eq!(check(lacking, &context, LIST.to_owned()), Err(ReceiptFault::Absent));
    }
}

#[test]
fn fed_receipts_may_leave_numbers_out_but_never_go_back() {
    let mut receipts = Receipts::new("g".into(), "north".into());
    receipts.take_fed(stored(2)).unwrap();
    assert_eq!(
        receipts.take_fed(stored(1)),
        Err(ReceiptFault::Other { field: "counter", expected: "3".into(), found: "1".into() })
    );
    receipts.take(stored(4)).unwrap();
    receipts.close();
    receipts.take_fed(stored(4)).unwrap();
    let due: Vec<u64> = receipts.due().map(|stored| stored.receipt.counter).collect();
    assert_eq!(due, [2], "what was sealed after the opening is not due yet");
    assert_eq!(receipts.all().count(), 2);
    receipts.take_fed(stored(7)).unwrap();
}

#[test]
fn duplicate_counter_is_reported_and_both_receipts_are_kept() {
    let mut receipts = Receipts::new("g".into(), "north".into());
    receipts.take(stored(1)).unwrap();
    let mut other = stored(1);
    other.receipt.at = GameTime(1_235);
    assert_eq!(receipts.take(other.clone()), Err(ReceiptFault::Twice { counter: 1 }));
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder.path().join("new"));
    receipts.take_new().iter().for_each(|stored| store.keep(stored));
    let kept: Vec<StoredReceipt> =
        read_folder(store.folder()).unwrap().into_iter().map(|kept| kept.stored).collect();
    assert_eq!(kept, [stored(1), other]);
    assert!(receipts.take_new().is_empty(), "each is new once");
}

#[test]
fn receipt_signed_again_with_others_is_no_second_one() {
    let mut receipts = Receipts::new("g".into(), "north".into());
    let first = stored(1);
    let others = [first.receipt.leaf(), stored(2).receipt.leaf()];
    let again = StoredReceipt { signature: sign_all(&key(), &others)[0], ..first.clone() };
    assert_ne!(again, first);
    receipts.take(first.clone()).unwrap();
    receipts.take(again.clone()).unwrap();
    assert_eq!(receipts.take_new(), std::slice::from_ref(&first));
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(&folder.path().join("new"));
    for receipt in [&first, &again, &stored(2)] {
        store.keep(receipt);
    }
    let kept: Vec<StoredReceipt> =
        read_folder(store.folder()).unwrap().into_iter().map(|kept| kept.stored).collect();
    assert_eq!(kept, [first, stored(2)]);
}

#[test]
fn receipts_are_kept_once_and_for_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let keep = |counters: &[u64]| {
        let mut store = store(folder.path());
        for &counter in counters {
            store.keep(&stored(counter));
        }
        assert_eq!(store.error(), None);
        store.file(&stored(1))
    };
    let file = keep(&[1, 2]);
    assert_eq!(keep(&[1, 2, 3, 3]), file, "another program of the team uses the same file");
    let lines = fs::read_to_string(&file).unwrap();
    assert_eq!(lines, [1, 2, 3].map(|counter| stored(counter).line()).concat());
    let kept: Vec<StoredReceipt> =
        read_folder(folder.path()).unwrap().into_iter().map(|kept| kept.stored).collect();
    assert_eq!(kept, [1, 2, 3].map(stored));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn half_written_line_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    store.keep(&stored(1));
    let file = store.file(&stored(1));
    let half = stored(2).line()[..40].to_owned();
    fs::write(&file, stored(1).line() + &half).unwrap();
    assert_eq!(read_folder(folder.path()).unwrap().len(), 1);
    store.keep(&stored(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), stored(1).line() + &stored(2).line());
}

#[test]
fn last_line_without_newline_counts_and_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    store.keep(&stored(1));
    let file = store.file(&stored(1));
    let unended = (stored(1).line() + &stored(2).line()).trim_end().to_owned();
    fs::write(&file, &unended).unwrap();
    assert_eq!(read_folder(folder.path()).unwrap().len(), 2);
    store.keep(&stored(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), unended, "it is there already");
    store.keep(&stored(3));
    assert_eq!(fs::read_to_string(&file).unwrap(), [1, 2, 3].map(|counter| stored(counter).line()).concat());
}

#[test]
fn changed_receipt_file_is_reported_with_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = store(folder.path());
    store.keep(&stored(1));
    store.keep(&stored(2));
    let file = store.file(&stored(1));
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"counter\":2", "\"counter\": 2", 1)).unwrap();
    let Err(ReadReceiptsError::Receipt { line, .. }) = read_folder(folder.path()) else {
        panic!("it was changed")
    };
    assert_eq!(line, 2);
}

#[test]
fn failed_receipt_write_leaves_error() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "").unwrap();
    let mut store = store(&blocked);
    store.keep(&stored(1));
    assert!(store.error().is_some_and(|error| error.file.starts_with(&blocked)));
}

#[test]
fn ids_cannot_lead_out_of_the_folder() {
    let mut far = stored(1);
    (far.receipt.branch.game, far.receipt.team) = ("../g".into(), "石/x".into());
    let path = store(Path::new("r")).file(&far);
    let name = path.strip_prefix("r").unwrap().to_str().unwrap();
    assert!(name.starts_with("%2e%2e%2fg.%e7%9f%b3%2fx."), "{name}");
}

#[test]
fn nothing_of_a_receipt_shows_before_its_opening() {
    let mut receipts = Receipts::new("g".into(), "north".into());
    receipts.take(stored(1)).unwrap();
    let shown = format!("{receipts:?} {:?}", stored(1));
    assert!(!shown.contains("4711") && !shown.contains("0909"), "{shown}");
}

fn sealed(counter: u64, (epoch, tag): (u32, u8), round: u32, at: u64) -> StoredReceipt {
    let nonce = Nonce([9; 32]);
    let branch = Branch { epoch, tag: EpochTag([tag; 16]), ..Branch::first("g", INSTANCE) };
    let receipt = Receipt {
        branch,
        round: RoundNo(round),
        attempt: 1,
        wave: 0,
        team: "north".into(),
        counter,
        at: GameTime(at),
        commitment: commit(&nonce, LIST),
    };
    let signature = receipt.sign(&key());
    StoredReceipt { receipt, signature, nonce, list: LIST.to_owned(), server_key: key().public() }
}

fn fed(brought: &[StoredReceipt]) -> Receipts {
    let mut receipts = Receipts::new("g".into(), "north".into());
    for stored in brought {
        receipts.take_fed(stored.clone()).unwrap();
    }
    receipts
}

/// The revision that is lost, the one that is held, and whether the team has sealed again.
fn lost(receipts: &Receipts, kept: &[StoredReceipt]) -> Vec<(u64, u64, bool)> {
    let missing = receipts.missing(kept, INSTANCE, &key().public());
    missing.iter().map(|lost| (lost.revision, lost.held, lost.sealed_again)).collect()
}

#[test]
fn lost_receipt_stays_lost_after_resubmission() {
    let first = sealed(1, (1, 5), 1, 1_000);
    let cut_off = sealed(2, (2, 6), 1, 2_000);
    let kept = [first.clone(), cut_off.clone()];
    assert_eq!(lost(&fed(&kept), &kept), []);
    assert_eq!(lost(&fed(&kept[..1]), &kept), [(2, 1, false)]);
    // The same number on another branch, on a later epoch, and the next number.
    for again in [sealed(2, (2, 7), 1, 2_500), sealed(2, (3, 7), 1, 2_500), sealed(3, (2, 7), 1, 2_500)] {
        let all = [kept.as_slice(), std::slice::from_ref(&again)].concat();
        let receipts = fed(&[first.clone(), again.clone()]);
        let held = again.receipt.counter;
        assert_eq!(lost(&receipts, &all), [(2, held, true)], "{:?}", again.receipt);
        assert_eq!(lost(&receipts, &kept), [(2, held, true)], "and on the other laptop");
    }
}

#[test]
fn list_of_the_next_round_does_not_cover_a_lost_one() {
    let first = sealed(1, (1, 5), 1, 1_000);
    let cut_off = sealed(2, (2, 6), 1, 2_000);
    let next = sealed(2, (3, 7), 2, 90_000);
    assert_eq!(lost(&fed(&[first.clone(), next]), &[first, cut_off]), [(2, 1, true)]);
}

#[test]
fn replaced_lists_that_the_feed_passes_over_are_not_lost() {
    let kept = [sealed(1, (1, 5), 1, 1_000), sealed(2, (1, 5), 1, 2_000), sealed(3, (2, 6), 1, 2_000)];
    let next = sealed(4, (2, 6), 2, 9_000);
    assert_eq!(lost(&fed(&kept[2..]), &kept), []);
    assert_eq!(lost(&fed(&[kept[2].clone(), next.clone()]), &kept), []);
    assert_eq!(lost(&fed(&[next]), &kept), [], "an earlier window, passed over");
}
