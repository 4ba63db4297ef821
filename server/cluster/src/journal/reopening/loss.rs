//! The losses of a journal between two openings: streams that were known to reach further than they do.
//!
//! A second copy that was absent, and is promoted nevertheless, lacks what was answered meanwhile. Whoever knows of it notes it in
//! that journal, for all members and for all who open it later: who claims such a game after that is refused it, and who has
//! claimed it before learns of it when it renews its lease.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use ishigaki_engine::codec::is_heartbeat;
use ishigaki_journal::{
    Corruption, CorruptionKind, Error, Journal, Membership, Sequence, SharedNote, StreamId,
};

/// The name of the note of what is lost.
pub(super) const NOTE: &str = "lost";

/// How far each stream was known to reach: what was acknowledged, or given as durable.
#[derive(Default)]
pub(super) struct Witness(Mutex<BTreeMap<StreamId, SeenStream>>);

/// What is known of a stream.
#[derive(Clone, Copy, Default)]
struct SeenStream {
    head: Sequence,
    /// First of the heartbeats that end it, as far as they were seen. Nobody was answered for one, so they are no loss.
    heartbeats_from: Option<Sequence>,
}

impl SeenStream {
    fn reach(&mut self, head: Sequence) {
        if head > self.head {
            *self = Self { head, heartbeats_from: None };
        }
    }

    /// Takes in records that follow each other up to this one, each with whether it is a heartbeat.
    fn read(&mut self, last: Sequence, records: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) {
        if last < self.head {
            return;
        }
        let count = records.len();
        let trailing = records.rev().take_while(|is_heartbeat| *is_heartbeat).count();
        let before = Sequence(last.0.saturating_sub(count as u64));
        let goes_on = trailing == count && before == self.head;
        let from = Sequence(last.0.saturating_sub(trailing as u64)).next();
        let from = self.heartbeats_from.filter(|_| goes_on).unwrap_or(from);
        *self = Self { head: last, heartbeats_from: (from <= last).then_some(from) };
    }

    /// Returns whether records are lost if the stream ends here.
    fn is_lost_after(&self, head: Sequence) -> bool {
        head < self.head && self.heartbeats_from.is_none_or(|from| head.next() < from)
    }
}

impl Witness {
    pub(super) fn saw(&self, stream: StreamId, head: Sequence) {
        lock(&self.0).entry(stream).or_default().reach(head);
    }

    /// Takes in records that were written or read, up to this one.
    pub(super) fn saw_records<'a>(
        &self,
        stream: StreamId,
        last: Sequence,
        records: impl DoubleEndedIterator<Item = &'a Bytes> + ExactSizeIterator,
    ) {
        lock(&self.0).entry(stream).or_default().read(last, records.map(|bytes| is_heartbeat(bytes)));
    }

    /// Returns whether a stream is known to end here.
    pub(super) fn ends_at(&self, stream: &StreamId, head: Sequence) -> bool {
        lock(&self.0).get(stream).is_some_and(|seen| seen.head == head)
    }

    #[cfg(test)]
    pub(super) fn knows(&self, stream: &StreamId, head: Sequence) -> bool {
        lock(&self.0).get(stream).is_some_and(|seen| seen.head >= head)
    }

    pub(super) fn saw_all(&self, streams: &[(StreamId, Sequence)]) {
        let mut heads = lock(&self.0);
        for (stream, head) in streams {
            match heads.get_mut(stream) {
                Some(seen) => seen.reach(*head),
                None => heads.entry(stream.clone()).or_default().reach(*head),
            }
        }
    }
}

/// Heads that were seen, and count for the [`Witness`] as soon as they are known to be durable. One task at a time asks for that,
/// and of what is seen meanwhile the latest waits for it.
#[derive(Default)]
pub(super) struct Sightings(Mutex<Option<StreamHeads>>);

/// Streams as they stood at one moment.
pub(super) type StreamHeads = Vec<(StreamId, Sequence)>;

impl Sightings {
    /// Keeps what was seen last. Whether nobody asks yet: then the asker does, until there is nothing more to
    /// [`take`](Self::take).
    pub(super) fn put(&self, heads: StreamHeads) -> bool {
        lock(&self.0).replace(heads).is_none()
    }

    /// What was seen last, if it is not what was `asked` for; nobody asks any more if it is.
    pub(super) fn take(&self, asked: &StreamHeads) -> Option<StreamHeads> {
        let mut seen = lock(&self.0);
        let next = seen.clone().filter(|next| next != asked);
        if next.is_none() {
            *seen = None;
        }
        next
    }

    /// Nobody asks any more.
    pub(super) fn forget(&self) {
        *lock(&self.0) = None;
    }
}

/// What an opening lacks: the last record of each stream that is behind.
#[derive(Default)]
pub(super) struct Losses(Mutex<LossNote>);

#[derive(Clone, Default)]
struct LossNote {
    version: u64,
    heads: BTreeMap<String, u64>,
}

impl Losses {
    /// Holds an opening against what is known of earlier ones, and notes in it what it lacks.
    pub(super) async fn find(journal: &dyn Journal, witness: &Witness) -> Result<Self, Error> {
        let there: BTreeMap<StreamId, Sequence> = journal.streams().await?.into_iter().collect();
        let head_of = |stream: &StreamId| there.get(stream).copied().unwrap_or_default();
        let mut lost = BTreeMap::new();
        for (stream, seen) in lock(&witness.0).iter_mut() {
            let (has, had) = (head_of(stream), seen.head);
            if !seen.is_lost_after(has) {
                // Other records come in the place of heartbeats that are missing.
                if has < had {
                    let heartbeats_from = seen.heartbeats_from.filter(|from| *from <= has);
                    *seen = SeenStream { head: has, heartbeats_from };
                }
                continue;
            }
            tracing::error!(
                game = %stream,
                has = has.0,
                had = had.0,
                "THE JOURNAL HAS BEEN CUT SHORT, OR IS ANOTHER ONE: it lacks records of this game that were answered, and the game \
                 is not served. A second copy that had been absent may have been promoted: put the right database back"
            );
            lost.insert(stream.to_string(), has.0);
        }
        let noted = match journal.membership().filter(|_| !lost.is_empty()) {
            Some(membership) => note(membership, &lost).await?,
            None => LossNote { version: 0, heads: lost },
        };
        Ok(Self(Mutex::new(noted)))
    }

    /// Takes in what is noted.
    pub(super) fn learn(&self, note: &SharedNote) {
        let mut known = lock(&self.0);
        known.version = note.version;
        for (stream, head) in read(note) {
            if known.heads.insert(stream.clone(), head).is_none() {
                tracing::error!(
                    game = stream,
                    has = head,
                    "THE JOURNAL LACKS RECORDS OF THIS GAME that were answered, as another server has found: it is not served"
                );
            }
        }
    }

    pub(super) fn version(&self) -> u64 {
        lock(&self.0).version
    }

    /// What is wrong with a stream, if it is behind.
    pub(super) fn of(&self, stream: &StreamId) -> Option<Corruption> {
        lock(&self.0).heads.get(stream.as_str()).copied().map(missing_after)
    }

    /// What is wrong with each stream that is behind.
    pub(super) fn all(&self) -> BTreeMap<StreamId, Corruption> {
        let known = lock(&self.0);
        let streams = known.heads.iter().filter_map(|(stream, head)| {
            StreamId::new(&**stream).ok().map(|stream| (stream, missing_after(*head)))
        });
        streams.collect()
    }
}

fn missing_after(head: u64) -> Corruption {
    Corruption { sequence: Sequence(head).next(), kind: CorruptionKind::Missing }
}

/// Adds to what is noted, and gives all of it.
async fn note(membership: &dyn Membership, lost: &BTreeMap<String, u64>) -> Result<LossNote, Error> {
    loop {
        let noted = membership.note(NOTE, 0).await?;
        let version = noted.as_ref().map_or(0, |note| note.version);
        let mut heads = noted.as_ref().map(read).unwrap_or_default();
        heads.extend(lost.iter().map(|(stream, head)| (stream.clone(), *head)));
        let bytes = serde_json::to_vec(&heads).unwrap_or_default();
        if membership.write_note(NOTE, version, Bytes::from(bytes)).await? {
            return Ok(LossNote { version: version + 1, heads });
        }
    }
}

/// What a note says; nothing where it is none of ours.
fn read(note: &SharedNote) -> BTreeMap<String, u64> {
    serde_json::from_slice(&note.bytes).unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that can panic runs under the lock.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_heartbeats_are_no_loss_and_other_records_are() {
        let mut seen = SeenStream::default();
        seen.read(Sequence(3), [false, false, true].into_iter());
        seen.read(Sequence(4), [true].into_iter());
        seen.read(Sequence(5), [true].into_iter());
        for (head, is_lost) in [(1, true), (2, false), (3, false), (4, false), (5, false)] {
            assert_eq!(seen.is_lost_after(Sequence(head)), is_lost, "{head}");
        }
        seen.read(Sequence(6), [false].into_iter());
        assert!(seen.is_lost_after(Sequence(5)));
        seen.reach(Sequence(7));
        assert!(seen.is_lost_after(Sequence(6)), "what nobody has read may be anything");
        seen.read(Sequence(7), [false, true].into_iter());
        assert!(!seen.is_lost_after(Sequence(6)) && seen.is_lost_after(Sequence(5)), "read again");
    }
}
