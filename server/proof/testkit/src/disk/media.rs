//! The contents of a simulated disk, written and synced, and the outcomes of pending writes when the machine
//! stops.

use std::collections::{BTreeMap, VecDeque};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use ishigaki_journal::{Append, AppendError, Epoch, Error, FatalError, Sequence, StorageCause, StreamId};

use super::{AppendOutcome, CheckpointOutcome, CheckpointSource, OutcomeSource};

pub(super) struct Disk {
    pub(super) streams: BTreeMap<StreamId, Stream>,
    /// Written but unsynced data, in order.
    pub(super) unsynced: VecDeque<Unsynced>,
    pub(super) outcomes: OutcomeSource,
    pub(super) checkpoint_outcomes: CheckpointSource,
    pub(super) tickets: u64,
    pub(super) answered: u64,
    pub(super) is_down: bool,
    pub(super) is_poisoned: bool,
    pub(super) openings: u64,
    pub(super) requests_left: Option<u64>,
    /// Number of checkpoints stored before all records of their streams were synced.
    pub(super) hasty_checkpoints: u64,
}

pub(super) struct Stream {
    pub(super) epoch: Epoch,
    pub(super) synced: Vec<Bytes>,
    pub(super) head: Sequence,
    pub(super) checkpoint: Option<Bytes>,
}

pub(super) struct Unsynced {
    pub(super) ticket: u64,
    pub(super) stream: StreamId,
    pub(super) written: Written,
    pub(super) waker: Option<Waker>,
}

pub(super) enum Written {
    Records(Vec<Bytes>),
    Checkpoint(Bytes),
}

impl Disk {
    pub(super) fn lets_in(&mut self, opening: Option<u64>) -> bool {
        let is_of_now = opening.is_none_or(|opening| opening == self.openings);
        match &mut self.requests_left {
            Some(0) if is_of_now => self.is_down = true,
            Some(left) if is_of_now => *left -= 1,
            _ => {}
        }
        is_of_now && !self.is_down
    }

    pub(super) fn keep(&mut self, stream: &StreamId, written: Written) {
        let Some(stream) = self.streams.get_mut(stream) else { return };
        match written {
            Written::Records(records) => stream.synced.extend(records),
            Written::Checkpoint(checkpoint) => stream.checkpoint = Some(checkpoint),
        }
    }

    pub(super) fn sync(&mut self) {
        while let Some(unsynced) = self.unsynced.pop_front() {
            self.answered = self.answered.max(unsynced.ticket);
            self.keep(&unsynced.stream, unsynced.written);
            if let Some(waker) = unsynced.waker {
                waker.wake();
            }
        }
    }

    pub(super) fn next_ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    pub(super) fn usable(&self) -> Result<(), FatalError> {
        if self.is_poisoned { Err(poisoned("earlier")) } else { Ok(()) }
    }

    pub(super) fn admit(&mut self, append: Append) -> Result<(u64, Sequence), AppendError> {
        self.usable()?;
        let Some(stream) = self.streams.get_mut(&append.stream) else {
            return Err(AppendError::UnknownStream(append.stream));
        };
        if append.epoch != stream.epoch {
            return Err(AppendError::Fenced { held: append.epoch, current: stream.epoch });
        }
        if append.expected != stream.head {
            return Err(AppendError::Conflict { expected: append.expected, head: stream.head });
        }
        if append.records.is_empty() {
            return Err(AppendError::Empty);
        }
        self.tickets += 1;
        let ticket = self.tickets;
        let outcome = if self.is_down { AppendOutcome::CrashBefore } else { (self.outcomes)() };
        match outcome {
            AppendOutcome::CrashBefore => {
                self.is_down = true;
                return Ok((ticket, append.expected));
            }
            AppendOutcome::FailUnwritten => {
                self.is_poisoned = true;
                return Err(poisoned("while writing").into());
            }
            _ => {}
        }
        // A length fits into 64 bits on every machine.
        let head = stream.head.after(append.records.len() as u64);
        stream.head = head;
        let Append { stream, records, .. } = append;
        if outcome != AppendOutcome::Pretend {
            let written = Written::Records(records);
            self.unsynced.push_back(Unsynced { ticket, stream, written, waker: None });
        }
        match outcome {
            AppendOutcome::Keep => self.sync(),
            AppendOutcome::Pretend => self.answered = ticket,
            AppendOutcome::CrashWritten => self.is_down = true,
            AppendOutcome::CrashSynced => {
                self.sync();
                self.is_down = true;
            }
            AppendOutcome::FailWritten => {
                self.is_poisoned = true;
                return Err(poisoned("while syncing").into());
            }
            _ => {}
        }
        Ok((ticket, head))
    }

    pub(super) fn admit_checkpoint(&mut self, stream: StreamId, checkpoint: Bytes) -> Result<u64, Error> {
        self.usable()?;
        let Some(found) = self.streams.get_mut(&stream) else { return Err(Error::UnknownStream(stream)) };
        let is_unsynced = |unsynced: &Unsynced| {
            unsynced.stream == stream && matches!(unsynced.written, Written::Records(_))
        };
        self.hasty_checkpoints += u64::from(self.unsynced.iter().any(is_unsynced));
        let outcome = (self.checkpoint_outcomes)();
        match outcome {
            CheckpointOutcome::CrashBefore => {
                self.is_down = true;
                return Ok(self.next_ticket());
            }
            CheckpointOutcome::CrashTorn => {
                let torn = checkpoint.len() / 2;
                found.checkpoint = Some(checkpoint.slice(..torn));
                self.is_down = true;
                return Ok(self.next_ticket());
            }
            CheckpointOutcome::Fail => {
                self.is_poisoned = true;
                return Err(poisoned("while keeping a checkpoint").into());
            }
            _ => {}
        }
        let (ticket, written) = (self.next_ticket(), Written::Checkpoint(checkpoint));
        self.unsynced.push_back(Unsynced { ticket, stream, written, waker: None });
        match outcome {
            CheckpointOutcome::Keep => self.sync(),
            CheckpointOutcome::CrashSynced => {
                self.sync();
                self.is_down = true;
            }
            CheckpointOutcome::CrashWritten => self.is_down = true,
            _ => {}
        }
        Ok(ticket)
    }

    pub(super) fn poll_answer(&mut self, ticket: u64, context: &Context<'_>) -> Poll<()> {
        if self.is_down {
            return Poll::Pending;
        }
        if self.answered >= ticket {
            return Poll::Ready(());
        }
        if let Some(written) = self.unsynced.iter_mut().find(|written| written.ticket == ticket) {
            written.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

pub(super) fn head_of(records: usize) -> Sequence {
    Sequence::START.after(records as u64)
}

fn poisoned(operation: &'static str) -> FatalError {
    FatalError::Poisoned { doing: operation, source: StorageCause::new("a simulated I/O error") }
}
