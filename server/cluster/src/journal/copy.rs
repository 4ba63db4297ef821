//! The copier of a whole journal into another one, whatever engines they are of, and the proof that it is one.
//!
//! Whoever goes on with the copy takes its streams anew, as after a crash: epochs are the journal's own, and not copied.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_engine::directory::LEASE;
use ishigaki_journal::{Append, AppendError, Error as JournalError, Journal, Record, Sequence, StreamId};

/// How many records are read and written at a time.
const PAGE: usize = 512;

/// For how much longer than a lease a server is waited for that may have been killed.
const MARGIN: Duration = Duration::from_millis(100);

/// Extent of a copy: streams and records that were copied or compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyExtent {
    pub streams: u64,
    /// Records of all of them.
    pub records: u64,
}

/// Error of copying a journal, or of comparing it with its copy.
#[derive(Debug, thiserror::Error, Message)]
#[message("copy")]
pub enum Error {
    /// The journal that is copied cannot be read.
    From(#[source] JournalError),
    /// The copy cannot be read.
    To(#[source] JournalError),
    /// The copy cannot be written.
    Append(#[source] AppendError),
    /// A server serves from the journal that is copied.
    FromServed {
        /// Where its clients reach it.
        address: String,
    },
    /// A server serves from the journal that is to become the copy.
    ToServed {
        /// Where its clients reach it.
        address: String,
    },
    /// The copy holds something else, or more.
    Different {
        stream: StreamId,
        /// The first record that differs, or is too much.
        sequence: Sequence,
    },
    /// Somebody writes to the journal that is copied.
    Moving { stream: StreamId },
}

/// Copies all records that there are. What is in the copy already, as of an interrupted one, is not written again.
///
/// Nothing of the copy is claimed or written before all that it has is known to be the beginning of the original, and that
/// nobody serves from either: a claim would fence whoever writes there.
///
/// # Errors
/// [`Error::FromServed`] or [`Error::ToServed`] if a server serves from either; [`Error::Different`] if the copy has
/// other records or more; [`Error::Moving`] if somebody writes to it meanwhile; [`Error::From`], [`Error::To`] or
/// [`Error::Append`] of a journal that does not give or take.
pub async fn copy(from: &dyn Journal, to: &dyn Journal) -> Result<CopyExtent, Error> {
    refuse_served(from, to).await?;
    let ours = written(from).await.map_err(Error::From)?;
    let mut theirs = written(to).await.map_err(Error::To)?;
    let (mut extent, mut growing) = (CopyExtent::default(), Vec::new());
    for (stream, head) in ours {
        let copied = theirs.remove(&stream).unwrap_or_default();
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
    if let Some(stream) = theirs.into_keys().next() {
        return Err(Error::Different { stream, sequence: Sequence::START.next() });
    }
    // To compare takes a while, in which a server may have come.
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

/// Holds a copy against its original, record by record.
///
/// # Errors
/// [`Error::Different`] with the first record that differs, [`Error::Moving`] if the copy lacks some; [`Error::From`]
/// or [`Error::To`] of a journal that does not give its records.
pub async fn compare(from: &dyn Journal, to: &dyn Journal) -> Result<CopyExtent, Error> {
    let (ours, mut theirs) =
        (written(from).await.map_err(Error::From)?, written(to).await.map_err(Error::To)?);
    let mut extent = CopyExtent::default();
    for (stream, head) in &ours {
        let copied = theirs.remove(stream).unwrap_or_default();
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
    match theirs.into_keys().next() {
        Some(stream) => Err(Error::Different { stream, sequence: Sequence::START.next() }),
        None => Ok(extent),
    }
}

/// Refuses journals from which a server serves.
async fn refuse_served(from: &dyn Journal, to: &dyn Journal) -> Result<(), Error> {
    if let Some(address) = server_of(from).await.map_err(Error::From)? {
        return Err(Error::FromServed { address });
    }
    match server_of(to).await.map_err(Error::To)? {
        Some(address) => Err(Error::ToServed { address }),
        None => Ok(()),
    }
}

/// Where clients reach the first server that is alive over a journal, if any is. One that was killed is taken to be alive for as
/// long as its lease runs, and waited for.
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

/// Holds a stream of a copy against its original up to a record that both have; fails with the first that differs.
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
        // Pages of two engines may be of different lengths.
        let pairs = original.iter().zip(&copy);
        if let Some((other, _)) = pairs.clone().find(|(ours, theirs)| ours != theirs) {
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

/// The streams with records.
async fn written(journal: &dyn Journal) -> Result<BTreeMap<StreamId, Sequence>, JournalError> {
    Ok(journal.streams().await?.into_iter().filter(|(_, head)| *head > Sequence::START).collect())
}

/// The records after one, up to another.
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
    async fn a_copy_has_every_record_and_goes_on_where_it_was_interrupted() {
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
    async fn what_is_no_copy_is_told_with_the_record() {
        let from = MemoryJournal::new();
        write(&from, "game", &["a", "b", "c"]).await;
        let expected = |told: Error, record: u64| {
            assert!(
                matches!(told, Error::Different { sequence, .. } if sequence == Sequence(record)),
                "{told}, and not record {record}"
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
            let told = compared.unwrap_err();
            assert!(matches!(told, Error::Different { .. } | Error::Moving { .. }), "{told}");
        }
        assert_eq!(other.streams().await.unwrap(), before);
        other.append(append(head, b"y")).await.expect("nobody has fenced it");
    }

    #[tokio::test]
    async fn what_a_server_serves_from_is_neither_copied_nor_a_copy() {
        let Some(cluster) = Cluster::shared() else { return };
        let open = |url| PostgresJournal::open(url, Expected::JournalOrNothing).unwrap();
        let (url, from) = (cluster.place(), MemoryJournal::new());
        let served = open(&url);
        served.membership().unwrap().join("hall:1", Duration::from_hours(1)).await.unwrap();
        let claim = served.claim(StreamId::new("game").unwrap()).await.unwrap();
        write(&from, "game", &["a"]).await;
        let told = copy(&from, &open(&url)).await.unwrap_err();
        assert!(matches!(&told, Error::ToServed { address } if address == "hall:1"), "{told}");
        let told = copy(&open(&url), &MemoryJournal::new()).await.unwrap_err();
        assert!(matches!(&told, Error::FromServed { address } if address == "hall:1"), "{told}");
        let (stream, records) = (StreamId::new("game").unwrap(), vec![Bytes::from_static(b"x")]);
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        served.append(append).await.expect("nobody has fenced it");

        served.membership().unwrap().leave().await.unwrap();
        copy(&open(&url), &MemoryJournal::new()).await.unwrap();
    }
}
