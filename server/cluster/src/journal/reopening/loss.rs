//! Losses of a journal between two openings: streams that were known to be longer.
//!
//! A copy that is promoted after an absence lacks records acknowledged during it. A member that knows of them
//! adds a note to that journal for all members. Later claims of such a game are rejected, and an earlier
//! claimer sees the note at its next lease renewal.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use ishigaki_engine::codec::is_heartbeat;
use ishigaki_journal::{
    Corruption, CorruptionKind, Error, Journal, Membership, Sequence, SharedNote, StreamId,
};

pub(super) const NOTE: &str = "lost";

#[derive(Default)]
pub(super) struct Witness(Mutex<BTreeMap<StreamId, SeenStream>>);

#[derive(Clone, Copy, Default)]
struct SeenStream {
    head: Sequence,
    /// First of the trailing heartbeats. Losing these is harmless, because they acknowledge nothing.
    heartbeats_from: Option<Sequence>,
}

impl SeenStream {
    fn reach(&mut self, head: Sequence) {
        if head > self.head {
            *self = Self { head, heartbeats_from: None };
        }
    }

    /// Adds consecutive records up to this one, each with whether it is a heartbeat.
    fn read(&mut self, last: Sequence, records: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator) {
        if last < self.head {
            return;
        }
        let count = records.len();
        let trailing = records.rev().take_while(|is_heartbeat| *is_heartbeat).count();
        let before = Sequence(last.0.saturating_sub(count as u64));
        let continues = trailing == count && before == self.head;
        let from = Sequence(last.0.saturating_sub(trailing as u64)).next();
        let from = self.heartbeats_from.filter(|_| continues).unwrap_or(from);
        *self = Self { head: last, heartbeats_from: (from <= last).then_some(from) };
    }

    /// Returns whether records are lost if the stream ends here.
    fn is_lost_after(&self, head: Sequence) -> bool {
        head < self.head && self.heartbeats_from.is_none_or(|from| head.next() < from)
    }
}

impl Witness {
    pub(super) fn note_head(&self, stream: StreamId, head: Sequence) {
        lock(&self.0).entry(stream).or_default().reach(head);
    }

    pub(super) fn note_records<'a>(
        &self,
        stream: StreamId,
        last: Sequence,
        records: impl DoubleEndedIterator<Item = &'a Bytes> + ExactSizeIterator,
    ) {
        lock(&self.0).entry(stream).or_default().read(last, records.map(|bytes| is_heartbeat(bytes)));
    }

    pub(super) fn ends_at(&self, stream: &StreamId, head: Sequence) -> bool {
        lock(&self.0).get(stream).is_some_and(|seen| seen.head == head)
    }

    #[cfg(test)]
    pub(super) fn knows(&self, stream: &StreamId, head: Sequence) -> bool {
        lock(&self.0).get(stream).is_some_and(|seen| seen.head >= head)
    }

    pub(super) fn note_all(&self, streams: &[(StreamId, Sequence)]) {
        let mut heads = lock(&self.0);
        for (stream, head) in streams {
            match heads.get_mut(stream) {
                Some(seen) => seen.reach(*head),
                None => heads.entry(stream.clone()).or_default().reach(*head),
            }
        }
    }
}

/// Seen heads, which count for the [`Witness`] once they are durable. One task at a time checks that, and the
/// latest heads are checked next.
#[derive(Default)]
pub(super) struct Sightings(Mutex<Option<StreamHeads>>);

pub(super) type StreamHeads = Vec<(StreamId, Sequence)>;

impl Sightings {
    /// Stores the latest heads. Returns whether the caller must check them until there is nothing more to
    /// [`take`](Self::take).
    pub(super) fn put(&self, heads: StreamHeads) -> bool {
        lock(&self.0).replace(heads).is_none()
    }

    /// Returns the latest heads unless they are those `asked` for; then checking ends.
    pub(super) fn take(&self, requested: &StreamHeads) -> Option<StreamHeads> {
        let mut seen = lock(&self.0);
        let next = seen.clone().filter(|next| next != requested);
        if next.is_none() {
            *seen = None;
        }
        next
    }

    pub(super) fn forget(&self) {
        *lock(&self.0) = None;
    }
}

#[derive(Default)]
pub(super) struct Losses(Mutex<LossNote>);

#[derive(Clone, Default)]
struct LossNote {
    version: u64,
    heads: BTreeMap<String, u64>,
}

impl Losses {
    /// Compares an opening with the witness, and adds a note about its losses.
    pub(super) async fn find(journal: &dyn Journal, witness: &Witness) -> Result<Self, Error> {
        let there: BTreeMap<StreamId, Sequence> = journal.streams().await?.into_iter().collect();
        let head_of = |stream: &StreamId| there.get(stream).copied().unwrap_or_default();
        let mut lost = BTreeMap::new();
        for (stream, seen) in lock(&witness.0).iter_mut() {
            let (has, had) = (head_of(stream), seen.head);
            if !seen.is_lost_after(has) {
                // Other records replace missing heartbeats.
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
                "game unavailable: the journal lacks records of this game that were answered. An outdated second copy may have been \
                 promoted: restore the right database"
            );
            lost.insert(stream.to_string(), has.0);
        }
        let noted = match journal.membership().filter(|_| !lost.is_empty()) {
            Some(membership) => note(membership, &lost).await?,
            None => LossNote { version: 0, heads: lost },
        };
        Ok(Self(Mutex::new(noted)))
    }

    pub(super) fn learn(&self, note: &SharedNote) {
        let mut known = lock(&self.0);
        known.version = note.version;
        for (stream, head) in read(note) {
            if known.heads.insert(stream.clone(), head).is_none() {
                tracing::error!(
                    game = stream,
                    has = head,
                    "game unavailable: another server reports that the journal lacks answered records of this game"
                );
            }
        }
    }

    pub(super) fn version(&self) -> u64 {
        lock(&self.0).version
    }

    /// The corruption of a stream that is behind.
    pub(super) fn of(&self, stream: &StreamId) -> Option<Corruption> {
        lock(&self.0).heads.get(stream.as_str()).copied().map(missing_after)
    }

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

fn read(note: &SharedNote) -> BTreeMap<String, u64> {
    serde_json::from_slice(&note.bytes).unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under the lock can panic.
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
