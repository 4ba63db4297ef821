//! The copier of a whole journal into another one, whatever engines they are of, and the proof that it is one.
//!
//! Whoever goes on with the copy takes its streams anew, as after a crash: epochs are the journal's own, and not copied.

use std::collections::BTreeMap;

use ishigaki_journal::{Append, AppendError, Error as JournalError, Journal, Record, Sequence, StreamId};

/// How many records are read and written at a time.
const PAGE: usize = 512;

/// Extent of a copy: streams and records that were copied or compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Streams with records.
    pub streams: u64,
    /// Records of all of them.
    pub records: u64,
}

/// Error of copying a journal, or of comparing it with its copy.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal that is copied cannot be read.
    #[error("the journal that is copied cannot be read")]
    From(#[source] JournalError),
    /// The copy cannot be read.
    #[error("the copy cannot be read")]
    To(#[source] JournalError),
    /// The copy cannot be written.
    #[error("the copy cannot be written")]
    Append(#[source] AppendError),
    /// The copy holds something else, or more.
    #[error(
        "record {sequence} of game {stream} is in the copy as another one; copy to a place where nothing is"
    )]
    Different {
        /// The stream.
        stream: StreamId,
        /// The first record that differs, or is too much.
        sequence: Sequence,
    },
    /// Somebody writes to the journal that is copied.
    #[error("game {stream} went on while it was copied; stop the server first")]
    Moving {
        /// The stream.
        stream: StreamId,
    },
}

/// Copies all records that there are. What is in the copy already, as of an interrupted one, is not written again; whether it
/// is the same, [`compare`] says.
pub async fn copy(from: &dyn Journal, to: &dyn Journal) -> Result<Extent, Error> {
    let mut extent = Extent::default();
    for (stream, head) in written(from).await.map_err(Error::From)? {
        let mut claim = to.claim(stream.clone()).await.map_err(Error::To)?;
        if claim.head > head {
            return Err(Error::Different { stream, sequence: head.next() });
        }
        while claim.head < head {
            let records = page(from, &stream, claim.head, head).await.map_err(Error::From)?;
            let records = records.into_iter().map(|record| record.bytes).collect();
            let append = Append { stream: stream.clone(), epoch: claim.epoch, expected: claim.head, records };
            claim.head = to.append(append).await.map_err(Error::Append)?;
        }
        extent.streams += 1;
        extent.records += head.0;
    }
    Ok(extent)
}

/// Holds a copy against its original, record by record; fails with the first that differs.
pub async fn compare(from: &dyn Journal, to: &dyn Journal) -> Result<Extent, Error> {
    let (ours, mut theirs) =
        (written(from).await.map_err(Error::From)?, written(to).await.map_err(Error::To)?);
    let mut extent = Extent::default();
    for (stream, head) in &ours {
        let copied = theirs.remove(stream).unwrap_or_default();
        if copied < *head {
            return Err(Error::Moving { stream: stream.clone() });
        }
        let mut done = Sequence::START;
        while done < *head {
            let original = page(from, stream, done, *head).await.map_err(Error::From)?;
            let copy = page(to, stream, done, *head).await.map_err(Error::To)?;
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
    use ishigaki_journal::MemoryJournal;

    use super::*;

    async fn write(journal: &MemoryJournal, name: &str, records: &[&'static str]) {
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
        assert_eq!(copied, Extent { streams: 2, records: long.len() as u64 + 2 });
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
        let other = MemoryJournal::new();
        write(&other, "game", &["a", "x"]).await;
        copy(&from, &other).await.unwrap();
        expected(compare(&from, &other).await.unwrap_err(), 2);
        let longer = MemoryJournal::new();
        write(&longer, "game", &["a", "b", "c", "d"]).await;
        expected(copy(&from, &longer).await.unwrap_err(), 4);
        expected(compare(&from, &longer).await.unwrap_err(), 4);
        let more = MemoryJournal::new();
        write(&more, "game", &["a", "b", "c"]).await;
        write(&more, "other", &["a"]).await;
        expected(compare(&from, &more).await.unwrap_err(), 1);
        let copied = MemoryJournal::new();
        copy(&from, &copied).await.unwrap();
        write(&from, "game", &["d"]).await;
        assert!(matches!(compare(&from, &copied).await.unwrap_err(), Error::Moving { .. }));
    }
}
