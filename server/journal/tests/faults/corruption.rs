//! Files that were damaged: cut short, or with changed bytes, at any place.

use super::*;
use ishigaki_journal::{CorruptionKind, Journal as _};

fn log() -> PathBuf {
    let mut log = file().into_os_string();
    log.push("-wal");
    log.into()
}

#[test]
fn torn_log_keeps_confirmed_appends_and_no_partial_one() {
    const APPENDS: usize = 3;
    let (disk, runtime) = (Disk::new(), runtime());
    // Length of the log when each append was acknowledged; the streams take turns.
    let (mut answered, mut claims) = (Vec::new(), Vec::new());
    let (main, whole) = runtime.block_on(async {
        let journal = SqliteJournal::open(file()).unwrap();
        for name in STREAMS {
            claims.push(journal.claim(stream(name)).await.unwrap());
        }
        let mut ledger = ClientKnowledge::default();
        for number in 0..2 * APPENDS {
            let index = number % 2;
            claims[index].head = journal.append(ledger.next(index, claims[index])).await.unwrap();
            ledger.answered[index] += 1;
            answered.push(disk.bytes(&log()).len());
        }
        // Copied without closing the journal, as after a killed process.
        let left = (disk.bytes(&file()), disk.bytes(&log()));
        journal.close().await.unwrap();
        left
    });
    let claimed = answered[0] - (answered[1] - answered[0]);
    assert!(claimed > 0 && whole.len() == answered[2 * APPENDS - 1]);
    // Every byte around the end of an append, and many in between.
    let is_tried =
        |tear: &usize| tear.is_multiple_of(41) || answered.iter().any(|end| end.abs_diff(*tear) < 12);
    for tear in (claimed..=whole.len()).filter(is_tried) {
        let mut garbled = whole.clone();
        if let Some(byte) = garbled.get_mut(tear) {
            *byte ^= 0x55;
        }
        for (kind, left) in [("cut", &whole[..tear]), ("garbled", &garbled)] {
            disk.replace(&[(&file(), &main), (&log(), left)]);
            let before = answered.iter().filter(|length| **length <= tear).count();
            let ledger =
                ClientKnowledge { answered: [before.div_ceil(2), before / 2], ..ClientKnowledge::default() };
            runtime.block_on(async {
                let journal = SqliteJournal::open(file()).unwrap();
                let found = ledger.check(&journal, &format!("{kind} at {tear}")).await;
                assert_eq!(found, ledger.answered, "{kind} at {tear}");
                journal.close().await.unwrap();
            });
        }
    }
}

/// A closed journal of several pages: `game` and `other` take turns, with all of `short` in the middle.
fn pages(disk: &Disk, runtime: &Runtime) -> Vec<u8> {
    runtime.block_on(async {
        disk.wipe();
        let journal = SqliteJournal::open(file()).unwrap();
        let mut heads = Vec::new();
        for name in ["game", "other", "short"] {
            heads.push((name, journal.claim(stream(name)).await.unwrap()));
        }
        for turn in 0..24 {
            for (name, claim) in &mut heads {
                if *name == "short" && turn != 4 {
                    continue;
                }
                let append = Append {
                    stream: stream(name),
                    epoch: claim.epoch,
                    expected: claim.head,
                    records: vec![content(name, claim.head.next())],
                };
                claim.head = journal.append(append).await.unwrap();
            }
        }
        journal.close().await.unwrap();
        disk.bytes(&file())
    })
}

fn content(name: &str, sequence: Sequence) -> Bytes {
    Bytes::from(format!("{name} {sequence} ").repeat(30))
}

/// Returns for each stream its number of records or its damage, or `None` if the file is rejected. Checks
/// that returned records are as written.
async fn what_is_served(context: &str) -> Option<Vec<Result<u64, (u64, CorruptionKind)>>> {
    let journal = match SqliteJournal::open(file()) {
        Ok(journal) => journal,
        Err(error) => {
            assert!(error.to_string().contains(file().to_str().unwrap()), "{error}, {context}");
            return None;
        }
    };
    let mut served = Vec::new();
    let listed = journal.streams().await.unwrap();
    for (name, length) in [("game", 24), ("other", 24), ("short", 1)] {
        assert!(listed.iter().any(|(listed, _)| *listed == stream(name)), "{name} is gone, {context}");
        let (limit, verdict) = match journal.claim(stream(name)).await {
            Ok(claim) => {
                assert_eq!(claim.head, Sequence(length), "{name} is served and lost records, {context}");
                (length, Ok(length))
            }
            Err(Error::Damaged { damage, .. }) => {
                let beyond = journal.read(stream(name), Sequence(1), usize::MAX).await;
                assert!(matches!(beyond, Err(Error::Damaged { .. })), "{context}");
                (damage.sequence.0 - 1, Err((damage.sequence.0, damage.kind)))
            }
            Err(error) => panic!("{error}, {context}"),
        };
        // Damage to a row's position can hide its neighbours. Reads then fail instead of returning fewer
        // records.
        let read = match journal.read(stream(name), Sequence(1), usize::try_from(limit).unwrap()).await {
            Ok(read) => read,
            Err(Error::Damaged { damage, .. }) => {
                assert!(matches!(journal.claim(stream(name)).await, Err(Error::Damaged { .. })), "{context}");
                served.push(Err((damage.sequence.0, damage.kind)));
                continue;
            }
            Err(error) => panic!("{error}, {context}"),
        };
        assert_eq!(read.len() as u64, limit, "{context}");
        for record in read {
            assert!(
                record.bytes == content(name, record.sequence),
                "{name} {} is wrong, {context}",
                record.sequence
            );
        }
        served.push(verdict);
    }
    drop(journal.close().await);
    Some(served)
}

#[test]
fn changed_byte_never_gives_wrong_records() {
    let (disk, runtime) = (Disk::new(), runtime());
    let sound = pages(&disk, &runtime);
    let (mut refused, mut apart, mut whole) = (0, 0, 0);
    // The step reaches every offset in a page. Some rows are tested byte by byte. Low and high bits are
    // changed.
    let rows = 18_000..18_800;
    for (turn, at) in (0..sound.len()).step_by(23).chain(rows).enumerate() {
        let mut garbled = sound.clone();
        garbled[at] ^= [0x01, 0x80, 0xff][turn % 3];
        disk.replace(&[(&file(), &garbled)]);
        match runtime.block_on(what_is_served(&format!("byte {at} changed"))) {
            None => refused += 1,
            Some(served) if served.iter().all(Result::is_ok) => whole += 1,
            Some(_) => apart += 1,
        }
    }
    // Most bytes belong to records, and damage to these can be attributed to a stream.
    assert!(apart > 10 * refused, "refused {refused}, told apart {apart}, no matter {whole}");
}

#[test]
fn truncated_file_is_rejected_or_reports_loss() {
    let (disk, runtime) = (Disk::new(), runtime());
    let sound = pages(&disk, &runtime);
    for length in (1..sound.len()).step_by(509) {
        disk.replace(&[(&file(), &sound[..length])]);
        if let Some(served) = runtime.block_on(what_is_served(&format!("cut to {length}"))) {
            assert!(served[..2].iter().any(Result::is_err), "nothing is said of the cut to {length}");
        }
    }
}

#[test]
fn lost_page_stops_only_streams_that_lost_records() {
    const PAGE: usize = 4_096;
    let (disk, runtime) = (Disk::new(), runtime());
    let sound = pages(&disk, &runtime);
    let mut detected = 0;
    for page in 0..sound.len() / PAGE {
        for filling in [0x00, 0x5a] {
            let mut garbled = sound.clone();
            garbled[page * PAGE..(page + 1) * PAGE].fill(filling);
            disk.replace(&[(&file(), &garbled)]);
            let Some(served) = runtime.block_on(what_is_served(&format!("page {page} lost"))) else {
                continue;
            };
            // A page has many records of both; each stream reports its first missing one.
            assert!(matches!(served[0], Err((_, CorruptionKind::Missing))), "page {page}: {served:?}");
            assert!(matches!(served[1], Err((_, CorruptionKind::Missing))), "page {page}: {served:?}");
            let Err((first, _)) = served[0] else { unreachable!() };
            // The only record of `short` is among the fifth ones of the other streams. If its page is lost,
            // nothing proves that it existed. If another page is lost, the damage is certain.
            assert!(
                matches!(served[2], Ok(1))
                    || first <= 5 && matches!(served[2], Err((1, CorruptionKind::Doubtful))),
                "page {page}: {served:?}"
            );
            detected += 1;
        }
    }
    assert!(detected >= 4, "{detected} pages of {}", sound.len() / PAGE);
}
