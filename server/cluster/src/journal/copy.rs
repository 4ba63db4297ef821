//! Copies a whole journal to another one, of any engines, and compares them.
//!
//! Epochs belong to a journal and aren't copied, so servers claim the copy's streams again, as after a crash.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_engine::directory::LEASE;
use ishigaki_journal::{Append, AppendError, Error as JournalError, Journal, Record, Sequence, StreamId};

const PAGE: usize = 512;

/// Time beyond the lease to wait for a possibly killed server.
const MARGIN: Duration = Duration::from_millis(100);

/// Number of copied or compared streams and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyExtent {
    pub streams: u64,
    pub records: u64,
}

/// Error of copying or comparing journals.
#[derive(Debug, thiserror::Error, Message)]
#[message("copy")]
pub enum Error {
    /// The original can't be read.
    From(#[source] JournalError),
    To(#[source] JournalError),
    Append(#[source] AppendError),
    FromServed {
        address: String,
    },
    /// A server is using the target journal.
    ToServed {
        address: String,
    },
    Different {
        stream: StreamId,
        sequence: Sequence,
    },
    Moving {
        stream: StreamId,
    },
}

/// Copies all records, skipping those of an interrupted copy.
///
/// The target is claimed and written only once its contents are known to be a prefix of the original, and no
/// server uses either, because a claim would fence its writer.
///
/// # Errors
///
/// [`Error::FromServed`] or [`Error::ToServed`] if a server uses either; [`Error::Different`] if the copy has
/// other or more records; [`Error::Moving`] if it is being written; [`Error::From`], [`Error::To`] or
/// [`Error::Append`] if a journal fails.
pub async fn copy(from: &dyn Journal, to: &dyn Journal) -> Result<CopyExtent, Error> {
    refuse_served(from, to).await?;
    let source_heads = written(from).await.map_err(Error::From)?;
    let mut target_heads = written(to).await.map_err(Error::To)?;
    let (mut extent, mut growing) = (CopyExtent::default(), Vec::new());
    for (stream, head) in source_heads {
        let copied = target_heads.remove(&stream).unwrap_or_default();
        hold_against(from, to, &stream, copied.min(head)).await?;
        if copied > head {
            return Err(Error::Different { stream, sequence: head.next() });
        }
        extent.streams += 1;
        extent.records += head.0;
        if copied < head {
            growing.push((stream, copied, head));
        }
    }
    if let Some(stream) = target_heads.into_keys().next() {
        return Err(Error::Different { stream, sequence: Sequence::START.next() });
    }
    // A server may have started during the comparison.
    refuse_served(from, to).await?;
    for (stream, copied, head) in growing {
        let mut claim = to.claim(stream.clone()).await.map_err(Error::To)?;
        if claim.head != copied {
            return Err(Error::Moving { stream });
        }
        while claim.head < head {
            let records = page(from, &stream, claim.head, head).await.map_err(Error::From)?;
            let records = records.into_iter().map(|record| record.bytes).collect();
            let append = Append { stream: stream.clone(), epoch: claim.epoch, expected: claim.head, records };
            claim.head = to.append(append).await.map_err(Error::Append)?;
        }
    }
    Ok(extent)
}

/// Compares a copy with its original, record by record.
///
/// # Errors
///
/// [`Error::Different`] with the first difference, [`Error::Moving`] if the copy lacks records;
/// [`Error::From`] or [`Error::To`] if a journal fails.
pub async fn compare(from: &dyn Journal, to: &dyn Journal) -> Result<CopyExtent, Error> {
    let (source_heads, mut target_heads) =
        (written(from).await.map_err(Error::From)?, written(to).await.map_err(Error::To)?);
    let mut extent = CopyExtent::default();
    for (stream, head) in &source_heads {
        let copied = target_heads.remove(stream).unwrap_or_default();
        if copied < *head {
            return Err(Error::Moving { stream: stream.clone() });
        }
        hold_against(from, to, stream, *head).await?;
        if copied > *head {
            return Err(Error::Different { stream: stream.clone(), sequence: head.next() });
        }
        extent.streams += 1;
        extent.records += head.0;
    }
    match target_heads.into_keys().next() {
        Some(stream) => Err(Error::Different { stream, sequence: Sequence::START.next() }),
        None => Ok(extent),
    }
}

async fn refuse_served(from: &dyn Journal, to: &dyn Journal) -> Result<(), Error> {
    if let Some(address) = server_of(from).await.map_err(Error::From)? {
        return Err(Error::FromServed { address });
    }
    match server_of(to).await.map_err(Error::To)? {
        Some(address) => Err(Error::ToServed { address }),
        None => Ok(()),
    }
}

/// The address of a live server of a journal. A killed one counts as alive until its lease expires, which is
/// awaited.
async fn server_of(journal: &dyn Journal) -> Result<Option<String>, JournalError> {
    let Some(membership) = journal.membership() else { return Ok(None) };
    let alive = async || -> Result<Option<String>, JournalError> {
        let members = membership.members().await?;
        Ok(members.into_iter().find(|member| member.is_alive).map(|member| member.address))
    };
    if alive().await?.is_none() {
        return Ok(None);
    }
    tokio::time::sleep(LEASE + MARGIN).await;
    alive().await
}

/// Compares a stream with its original up to a record that both have; fails with the first difference.
async fn hold_against(
    from: &dyn Journal,
    to: &dyn Journal,
    stream: &StreamId,
    head: Sequence,
) -> Result<(), Error> {
    let mut done = Sequence::START;
    while done < head {
        let original = page(from, stream, done, head).await.map_err(Error::From)?;
        let copy = page(to, stream, done, head).await.map_err(Error::To)?;
        // Pages of two engines may differ in length.
        let pairs = original.iter().zip(&copy);
        if let Some((other, _)) =
            pairs.clone().find(|(source_heads, target_heads)| source_heads != target_heads)
        {
            return Err(Error::Different { stream: stream.clone(), sequence: other.sequence });
        }
        let same = pairs.count() as u64;
        if same == 0 {
            return Err(Error::Different { stream: stream.clone(), sequence: done.next() });
        }
        done = done.after(same);
    }
    Ok(())
}

async fn written(journal: &dyn Journal) -> Result<BTreeMap<StreamId, Sequence>, JournalError> {
    Ok(journal.streams().await?.into_iter().filter(|(_, head)| *head > Sequence::START).collect())
}

async fn page(
    journal: &dyn Journal,
    stream: &StreamId,
    after: Sequence,
    head: Sequence,
) -> Result<Vec<Record>, JournalError> {
    let left = usize::try_from(head.0.saturating_sub(after.0)).unwrap_or(usize::MAX);
    journal.read(stream.clone(), after.next(), left.min(PAGE)).await
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use ishigaki_journal::{Expected, MemoryJournal};
    use ishigaki_journal_postgres::PostgresJournal;
    use ishigaki_journal_postgres::harness::Cluster;

    use super::*;

    async fn write(journal: &dyn Journal, name: &str, records: &[&'static str]) {
        let stream = StreamId::new(name).unwrap();
        let claim = journal.claim(stream.clone()).await.unwrap();
        let records = records.iter().map(|record| Bytes::from_static(record.as_bytes())).collect();
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        journal.append(append).await.unwrap();
    }

    #[tokio::test]
    async fn copy_has_all_records_and_resumes_after_interruption() {
        let (from, to) = (MemoryJournal::new(), MemoryJournal::new());
        let long: Vec<&str> = (0..=3 * PAGE).map(|_| "x").collect();
        write(&from, "long", &long).await;
        write(&from, "short", &["a", "b"]).await;
        from.claim(StreamId::new("empty").unwrap()).await.unwrap();
        write(&to, "short", &["a"]).await;
        let copied = copy(&from, &to).await.unwrap();
        assert_eq!(copied, CopyExtent { streams: 2, records: long.len() as u64 + 2 });
        assert_eq!(compare(&from, &to).await.unwrap(), copied);
        assert_eq!(copy(&from, &to).await.unwrap(), copied, "a second time changes nothing");
        assert_eq!(compare(&from, &to).await.unwrap(), copied);
    }

    #[tokio::test]
    async fn differing_copy_is_rejected_with_first_record() {
        let from = MemoryJournal::new();
        write(&from, "game", &["a", "b", "c"]).await;
        let expected = |error: Error, record: u64| {
            assert!(
                matches!(error, Error::Different { sequence, .. } if sequence == Sequence(record)),
                "{error}, and not record {record}"
            );
        };
        let longer = MemoryJournal::new();
        write(&longer, "game", &["a", "b", "c", "d"]).await;
        expected(copy(&from, &longer).await.unwrap_err(), 4);
        expected(compare(&from, &longer).await.unwrap_err(), 4);
        let more = MemoryJournal::new();
        write(&more, "game", &["a", "b", "c"]).await;
        write(&more, "other", &["a"]).await;
        expected(copy(&from, &more).await.unwrap_err(), 1);
        expected(compare(&from, &more).await.unwrap_err(), 1);
        let copied = MemoryJournal::new();
        copy(&from, &copied).await.unwrap();
        write(&from, "game", &["d"]).await;
        assert!(matches!(compare(&from, &copied).await.unwrap_err(), Error::Moving { .. }));
    }

    #[tokio::test]
    async fn another_journal_is_left_as_it_is_and_its_writers_go_on() {
        let (from, other) = (MemoryJournal::new(), MemoryJournal::new());
        write(&from, "first", &["a"]).await;
        write(&from, "game", &["a", "b", "c"]).await;
        write(&other, "game", &["a"]).await;
        let stream = StreamId::new("game").unwrap();
        let claim = other.claim(stream.clone()).await.unwrap();
        let append = |expected, record| Append {
            stream: stream.clone(),
            epoch: claim.epoch,
            expected,
            records: vec![Bytes::from_static(record)],
        };
        let head = other.append(append(claim.head, b"x")).await.unwrap();
        let before = other.streams().await.unwrap();
        for compared in [copy(&from, &other).await, compare(&from, &other).await] {
            let error = compared.unwrap_err();
            assert!(matches!(error, Error::Different { .. } | Error::Moving { .. }), "{error}");
        }
        assert_eq!(other.streams().await.unwrap(), before);
        other.append(append(head, b"y")).await.expect("nobody has fenced it");
    }

    #[tokio::test]
    async fn journal_in_use_is_rejected_as_copy_source_and_target() {
        let Some(cluster) = Cluster::shared() else { return };
        let open = |url| PostgresJournal::open(url, Expected::JournalOrNothing).unwrap();
        let (url, from) = (cluster.place(), MemoryJournal::new());
        let served = open(&url);
        served.membership().unwrap().join("hall:1", Duration::from_hours(1)).await.unwrap();
        let claim = served.claim(StreamId::new("game").unwrap()).await.unwrap();
        write(&from, "game", &["a"]).await;
        let error = copy(&from, &open(&url)).await.unwrap_err();
        assert!(matches!(&error, Error::ToServed { address } if address == "hall:1"), "{error}");
        let error = copy(&open(&url), &MemoryJournal::new()).await.unwrap_err();
        assert!(matches!(&error, Error::FromServed { address } if address == "hall:1"), "{error}");
        let (stream, records) = (StreamId::new("game").unwrap(), vec![Bytes::from_static(b"x")]);
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        served.append(append).await.expect("nobody has fenced it");

        served.membership().unwrap().leave().await.unwrap();
        copy(&open(&url), &MemoryJournal::new()).await.unwrap();
    }
}
