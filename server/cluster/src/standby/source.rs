//! The sending side of a copy.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::Message;
use ishigaki_engine::clock::{Clock, Monotonic, UnixMillis};
use ishigaki_engine::required_copy::{CopiedStream, CopyConfirmations};
use ishigaki_engine::token::{self, RegistryUpdates};
use ishigaki_journal::{Error, Journal, Sequence, StreamId};
use ishigaki_rules::Millis;
use tokio::sync::watch;

use super::digest;

/// Polling interval of a quiet journal, which is the maximum lag of a copy on a quiet machine.
const ROUND: Millis = Millis(100);

/// Interval of caught-up messages while nothing changes.
const PULSE: Millis = Millis(2_000);

/// Number of records per read, and bytes per piece.
const PAGE: usize = 512;
const PIECE: usize = 1 << 20;

/// Error of a copy that isn't a prefix of this journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("fault-other-journal")]
pub struct DifferentJournalError {
    pub stream: StreamId,
    pub sequence: Sequence,
}

/// Next piece for a copy.
pub enum CopyPiece {
    Records {
        stream: StreamId,
        first: Sequence,
        /// At least one.
        records: Vec<Bytes>,
    },
    Tokens {
        /// Text of a token file with only hashes.
        file: String,
    },
    CaughtUp {
        streams: u64,
        records: u64,
        /// Damaged streams that are no longer copied; the counts exclude them.
        left_out: Vec<StreamId>,
        pulse: bool,
        at: UnixMillis,
    },
}

/// Error of the next piece.
#[derive(Debug, thiserror::Error, Message)]
#[message("source")]
pub enum SourceError {
    #[message(transparent)]
    Journal(#[from] Error),
    #[message(transparent)]
    Tokens(#[from] token::Error),
}

/// A journal being sent to a copy, with its tokens.
pub struct CopySource {
    journal: Arc<dyn Journal>,
    tokens: RegistryUpdates,
    clock: Arc<dyn Clock>,
    sent: BTreeMap<StreamId, Sequence>,
    /// The rest of this round: streams with their heads at its beginning, the next one last.
    ahead: Vec<(StreamId, Sequence)>,
    /// Streams and records at the round's beginning, until its end is handled.
    totals: Option<(u64, u64)>,
    /// Set if something was sent since the last caught-up message.
    is_owed: bool,
    last_pulse: Option<Monotonic>,
    /// Damaged streams, which aren't sent.
    damaged: BTreeSet<StreamId>,
    copies: CopyConfirmations,
    /// Notified of appends if answers wait for the copy.
    appended: watch::Receiver<()>,
}

impl CopySource {
    /// Starts after the contents of the copy. Copies of damaged streams stay as they are. Fails with the
    /// journal's error, or inside with the stream in which the copy differs.
    pub async fn after(
        held: Vec<CopiedStream>,
        journal: Arc<dyn Journal>,
        tokens: RegistryUpdates,
        clock: Arc<dyn Clock>,
        copies: &CopyConfirmations,
    ) -> Result<Result<Self, DifferentJournalError>, Error> {
        let (mut sent, mut damaged) = (BTreeMap::new(), BTreeSet::new());
        for CopiedStream { stream, head, digest: theirs } in held {
            if head == Sequence::START {
                continue;
            }
            let stored = match journal.read(stream.clone(), head, 1).await {
                Ok(records) => records.first().map(|record| digest(&record.bytes)),
                Err(Error::UnknownStream(_)) => None,
                Err(error @ Error::Damaged { .. }) => {
                    leave_out(copies, &stream, &error);
                    damaged.insert(stream);
                    continue;
                }
                Err(error) => return Err(error),
            };
            if stored != Some(theirs) {
                return Ok(Err(DifferentJournalError { stream, sequence: head }));
            }
            sent.insert(stream, head);
        }
        Ok(Ok(Self {
            journal,
            tokens,
            clock,
            sent,
            ahead: Vec::new(),
            totals: None,
            is_owed: true,
            last_pulse: None,
            damaged,
            appended: copies.news(),
            copies: copies.clone(),
        }))
    }

    /// Returns the next piece, waiting until there is one. Fails only if the journal does, or tokens can't be
    /// encoded.
    pub async fn next(&mut self) -> Result<CopyPiece, SourceError> {
        loop {
            if let Some(file) = self.tokens.take()? {
                self.is_owed = true;
                return Ok(CopyPiece::Tokens { file });
            }
            if let Some(piece) = self.records().await? {
                self.is_owed = true;
                return Ok(piece);
            }
            if let Some((streams, records)) = self.totals.take() {
                let now = self.clock.now();
                let pulse = self.last_pulse.is_none_or(|last_pulse| now.0 / PULSE.0 > last_pulse.0 / PULSE.0);
                if std::mem::take(&mut self.is_owed) || pulse {
                    self.last_pulse = Some(now);
                    let left_out = self.damaged.iter().cloned().collect();
                    let at = self.clock.time_of_day();
                    return Ok(CopyPiece::CaughtUp { streams, records, left_out, pulse, at });
                }
                tokio::select! {
                    () = self.clock.reach(Monotonic(now.0.saturating_add(ROUND.0))) => {}
                    // A stopping server sends nothing more.
                    Ok(()) = self.appended.changed() => {}
                }
            }
            self.appended.mark_unchanged();
            self.begin_round().await?;
        }
    }

    async fn begin_round(&mut self) -> Result<(), Error> {
        let streams = self.journal.streams().await?;
        let is_sent =
            |(stream, head): &(StreamId, Sequence)| *head > Sequence::START && !self.damaged.contains(stream);
        self.ahead = streams.into_iter().filter(is_sent).collect();
        self.totals = Some((self.ahead.len() as u64, self.ahead.iter().map(|(_, head)| head.0).sum()));
        Ok(())
    }

    /// Records of this round that the copy lacks.
    async fn records(&mut self) -> Result<Option<CopyPiece>, Error> {
        while let Some((stream, head)) = self.ahead.last().cloned() {
            let sent = self.sent.get(&stream).copied().unwrap_or_default();
            if sent >= head {
                self.ahead.pop();
                continue;
            }
            let page = match self.journal.read(stream.clone(), sent.next(), PAGE).await {
                Err(error @ Error::Damaged { .. }) => {
                    leave_out(&self.copies, &stream, &error);
                    self.damaged.insert(stream);
                    self.ahead.pop();
                    self.totals = self.totals.map(|(streams, records)| (streams - 1, records - head.0));
                    continue;
                }
                page => page?,
            };
            let mut size = 0;
            let mut has_room = |bytes: &Bytes| {
                let has_room = size < PIECE;
                size += bytes.len();
                has_room
            };
            let records = page.into_iter().map(|record| record.bytes);
            let records: Vec<Bytes> = records.take_while(&mut has_room).collect();
            self.sent.insert(stream.clone(), sent.after(records.len() as u64));
            return Ok(Some(CopyPiece::Records { stream, first: sent.next(), records }));
        }
        Ok(None)
    }
}

/// Excludes a damaged stream from copies, and from the waits for them.
fn leave_out(copies: &CopyConfirmations, stream: &StreamId, error: &Error) {
    tracing::error!(%stream, %error, "this game is no longer copied to the standby");
    copies.leave_out(stream);
}

#[cfg(test)]
mod tests {
    use futures_core::future::BoxFuture;
    use ishigaki_engine::clock::SystemClock;
    use ishigaki_engine::token::{TokenRegistry, TokenStore};
    use ishigaki_journal::{
        Append, AppendError, Corruption, CorruptionKind, MemoryJournal, Pending, Record, StreamClaim,
    };

    use super::*;

    struct Damaged(MemoryJournal, StreamId);

    impl Journal for Damaged {
        fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
            self.0.claim(stream)
        }

        fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
            self.0.append(append)
        }

        fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
            if stream == self.1 {
                let damage = Corruption { sequence: Sequence(1), kind: CorruptionKind::Garbled };
                return Box::pin(std::future::ready(Err(Error::Damaged { stream, damage })));
            }
            self.0.read(stream, from, limit)
        }

        fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
            self.0.streams()
        }
    }

    fn stream(name: &str) -> StreamId {
        StreamId::new(name).unwrap()
    }

    #[tokio::test]
    async fn damaged_stream_is_left_out_and_needs_no_confirmation() {
        let memory = MemoryJournal::new();
        for name in ["damaged", "sound"] {
            let claim = memory.claim(stream(name)).await.unwrap();
            let records = vec![Bytes::from_static(b"a"), Bytes::from_static(b"b")];
            let append = Append { stream: stream(name), epoch: claim.epoch, expected: claim.head, records };
            memory.append(append).await.unwrap();
        }
        let of =
            |name, head| CopiedStream { stream: stream(name), head: Sequence(head), digest: digest(b"b") };
        // A new standby, and one that already has the damaged stream.
        for held in [vec![], vec![of("damaged", 2)]] {
            let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
            let copies = CopyConfirmations::new(Some(Millis(1_000)));
            let journal: Arc<dyn Journal> = Arc::new(Damaged(memory.clone(), stream("damaged")));
            let journal = copies.over(journal, Arc::clone(&clock)).await.unwrap();
            let tokens = TokenRegistry::new(TokenStore::default()).news();
            let written = Arc::clone(&journal);
            let source = CopySource::after(held.clone(), journal, tokens, clock, &copies).await.unwrap();
            let mut source = source.unwrap();
            let follower = copies.follow(&held);
            let (left_out, streams, records) = loop {
                match source.next().await.unwrap() {
                    CopyPiece::Records { stream: sent, records, .. } => {
                        assert_eq!(sent, stream("sound"));
                        copies.confirm(follower.id(), sent, Sequence(records.len() as u64));
                    }
                    CopyPiece::Tokens { .. } => {}
                    CopyPiece::CaughtUp { left_out, streams, records, .. } => {
                        break (left_out, streams, records);
                    }
                }
            };
            assert_eq!((left_out, streams, records), (vec![stream("damaged")], 1, 2));
            assert!(copies.standing().is_caught_up);
            // The game continues, and its answers don't wait for a copy.
            let claim = written.claim(stream("damaged")).await.unwrap();
            let records = vec![Bytes::from_static(b"c")];
            let append =
                Append { stream: stream("damaged"), epoch: claim.epoch, expected: claim.head, records };
            written.append(append).await.unwrap();
            assert!(copies.standing().is_caught_up, "the others' answers wait as before");
        }
    }
}
