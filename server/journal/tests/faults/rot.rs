//! Files that are not as they were left: cut short, or with bytes changed, at any place.

use super::*;
use ishigaki_journal::{CorruptionKind, Journal as _};

/// The log beside the file.
fn log() -> PathBuf {
    let mut log = file().into_os_string();
    log.push("-wal");
    log.into()
}

#[test]
fn a_torn_log_keeps_what_was_answered_before_the_tear_and_no_half_append() {
    const APPENDS: usize = 3;
    let (disk, runtime) = (Disk::new(), runtime());
    // How long the log was when each append was answered, by turns of the streams.
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
        // As it stands, without being closed: what a killed process leaves.
        let left = (disk.bytes(&file()), disk.bytes(&log()));
        journal.close().await.unwrap();
        left
    });
    let claimed = answered[0] - (answered[1] - answered[0]);
    assert!(claimed > 0 && whole.len() == answered[2 * APPENDS - 1]);
    // Every byte where one append ends and the next begins, and many of those between.
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

/// A closed journal of several pages: `game` and `other` by turns, and in the middle all of `short`.
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

/// Which of the streams are served, or which record keeps them from it; nothing if the file is refused. What is given
/// is held to be what was written.
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
        // Damage to where a row stands can hide its neighbours; then whoever reads hears of it, and nobody reads less.
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
fn whatever_byte_is_changed_no_wrong_record_is_given_and_no_stream_is_served_short() {
    let (disk, runtime) = (Disk::new(), runtime());
    let sound = pages(&disk, &runtime);
    let (mut refused, mut apart, mut whole) = (0, 0, 0);
    // A step that meets every place in a page, over the pages; and some rows byte by byte. With it low and high bits.
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
    // Most bytes that matter are records' own, and of those it can be told whose they are.
    assert!(apart > 10 * refused, "refused {refused}, told apart {apart}, no matter {whole}");
}

#[test]
fn a_file_cut_short_is_refused_or_served_up_to_the_cut() {
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
fn a_lost_page_stops_the_streams_that_lost_records_and_no_other() {
    const PAGE: usize = 4_096;
    let (disk, runtime) = (Disk::new(), runtime());
    let sound = pages(&disk, &runtime);
    let mut told_apart = 0;
    for page in 0..sound.len() / PAGE {
        for filling in [0x00, 0x5a] {
            let mut garbled = sound.clone();
            garbled[page * PAGE..(page + 1) * PAGE].fill(filling);
            disk.replace(&[(&file(), &garbled)]);
            let Some(served) = runtime.block_on(what_is_served(&format!("page {page} lost"))) else {
                continue;
            };
            // A page has many records of both; each stream hears of its first that is missing.
            assert!(matches!(served[0], Err((_, CorruptionKind::Missing))), "page {page}: {served:?}");
            assert!(matches!(served[1], Err((_, CorruptionKind::Missing))), "page {page}: {served:?}");
            let Err((first, _)) = served[0] else { unreachable!() };
            // The only record of `short` stands among the fifth ones of the others. If that page is lost nothing
            // shows for certain that there was one; if another is, all that is lost is known.
            assert!(
                matches!(served[2], Ok(1))
                    || first <= 5 && matches!(served[2], Err((1, CorruptionKind::Doubtful))),
                "page {page}: {served:?}"
            );
            told_apart += 1;
        }
    }
    assert!(told_apart >= 4, "{told_apart} pages of {}", sound.len() / PAGE);
}
