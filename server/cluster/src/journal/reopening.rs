//! A journal in a database that reopens itself after a failure.
//!
//! A restarted or failed-over database is the same one, so a server needn't end with the connection. A failed
//! file needs a human and stays failed. Servers watch [`Reopening::news`].

mod loss;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, Checkpoints, Claims, Corruption, Error, Expected, FatalError, Holding, Journal,
    Location, Member, MemberId, Membership, Pending, Record, Renewal, Sequence, SharedNote, StreamClaim,
    StreamId, SweepCursor, SweepPage,
};
use tokio::runtime::Builder;
use tokio::sync::watch;

use loss::{Losses, Sightings, StreamHeads, Witness};

/// First retry delay for reopening a journal; it doubles every time.
const FIRST_WAIT: Duration = Duration::from_millis(100);

const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// An opening of the journal, and whether it is still usable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Number of the opening, from 1.
    pub number: u64,
    /// The member id of this opening. Set by the first join, and by each later opening, which is another
    /// member.
    pub member: Option<MemberId>,
    /// False after a failure, until the next opening is ready.
    pub is_open: bool,
}

/// A journal by its location. Clones are handles of the same one.
///
/// When a request fails because the journal or its lease has, all later ones fail too until the journal is
/// reopened. Then streams must be claimed again, because the outcome of pending writes is unknown. Pending
/// requests are never repeated.
///
/// Once joined, it joins again with the same address and lease after every reopening, before serving anything
/// else, so that no claim is made without a member. [`Membership::leave`] and [`Journal::close`] end
/// reopening.
///
/// It remembers the heads that it has returned or acknowledged. A stream that is behind in a later opening,
/// for example on a promoted copy that had been absent, is rejected as lacking its next record: here, and by
/// a note in the journal on every other member. A member that claimed it earlier finds it in
/// [`Membership::losses`] at its next renewal.
///
/// At least one task should make frequent requests, such as lease renewals, because only requests notice a
/// failure. A file's journal is never reopened.
#[derive(Clone)]
pub struct Reopening(Arc<SharedReopening>);

struct SharedReopening {
    location: Location,
    /// Set once the journal has records, so that the next opening must have some.
    has_records: AtomicBool,
    /// Known heads of streams across openings.
    witness: Witness,
    /// Seen heads that may not be durable.
    sightings: Sightings,
    state: Mutex<State>,
    generation: watch::Sender<Generation>,
}

struct State {
    current: CurrentOpening,
    membership: Option<(String, Duration)>,
    is_over: bool,
}

enum CurrentOpening {
    Open(Opening),
    Failed(FatalError),
}

#[derive(Clone)]
struct Opening {
    number: u64,
    journal: Arc<dyn Journal>,
    /// Losses of this opening only, so that a late answer doesn't affect the next one.
    losses: Arc<Losses>,
}

impl Opening {
    fn members(&self) -> Result<&dyn Membership, Error> {
        self.journal.membership().ok_or_else(|| FatalError::LeaseLost.into())
    }

    async fn find_losses(&self) -> Result<(), Error> {
        if let Some(note) = self.members()?.note(loss::NOTE, self.losses.version()).await? {
            self.losses.learn(&note);
        }
        Ok(())
    }
}

impl Reopening {
    /// Opens the journal at a location like [`open`](super::open). Blocks while reading.
    pub fn open(location: &Location, expected: Expected) -> Result<Self, Error> {
        let journal = super::open(location, expected)?;
        let generation = Generation { number: 1, member: None, is_open: true };
        let opening = Opening { number: 1, journal, losses: Arc::default() };
        Ok(Self(Arc::new(SharedReopening {
            location: location.clone(),
            has_records: AtomicBool::new(expected.is_journal()),
            witness: Witness::default(),
            sightings: Sightings::default(),
            state: Mutex::new(State {
                current: CurrentOpening::Open(opening),
                membership: None,
                is_over: false,
            }),
            generation: watch::channel(generation).0,
        })))
    }

    /// Returns the current opening and its changes: a failure, or a new opening, after which streams must be
    /// claimed again. Joining changes the value without notification.
    pub fn news(&self) -> watch::Receiver<Generation> {
        self.0.generation.subscribe()
    }

    /// Makes a request to the open journal, and notices its failure.
    async fn request<T, E, F>(&self, request: impl FnOnce(Opening) -> F) -> Result<T, E>
    where
        E: From<FatalError> + Failing,
        F: Future<Output = Result<T, E>>,
    {
        let opening = self.0.opening()?;
        let number = opening.number;
        let answer = request(opening).await;
        if let Err(error) = &answer
            && let Some(failure) = error.failure()
        {
            SharedReopening::fail(&self.0, number, failure);
        }
        answer
    }

    /// Makes a request like [`request`](Self::request) to its members.
    async fn request_members<T: Send>(
        &self,
        request: impl for<'a> FnOnce(&'a dyn Membership) -> Pending<'a, T> + Send,
    ) -> Result<T, Error> {
        self.request(async move |opening: Opening| request(opening.members()?).await).await
    }

    /// Remembers seen heads once they are durable, because records that may be lost were not acknowledged.
    fn remember(&self, opening: Opening, heads: StreamHeads) {
        if !self.0.sightings.put(heads.clone()) {
            return;
        }
        let shared = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut seen = Some(heads);
            while let Some(heads) = seen {
                let confirmed = async { opening.members()?.confirm().await }.await;
                let Some(shared) = shared.upgrade() else { return };
                if confirmed.is_err() {
                    return shared.sightings.forget();
                }
                shared.witness.note_all(&heads);
                seen = shared.sightings.take(&heads);
            }
        });
    }

    /// Makes a request like [`request`](Self::request) after loading known losses, if this is a member.
    async fn request_claims<T, F>(&self, request: impl FnOnce(Opening) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.request(async move |opening: Opening| {
            if self.0.state().membership.is_some() {
                opening.find_losses().await?;
            }
            request(opening).await
        })
        .await
    }
}

impl Journal for Reopening {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        Box::pin(self.request_claims(async move |Opening { journal, losses, .. }: Opening| {
            if let Some(damage) = losses.of(&stream) {
                return Err(Error::Damaged { stream, damage });
            }
            let claim = journal.claim(stream.clone()).await?;
            self.0.witness.note_head(stream, claim.head);
            Ok(claim)
        }))
    }

    fn claim_all(&self, mut streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        Box::pin(self.request_claims(async move |Opening { journal, losses, .. }: Opening| {
            let mut refused = Claims::new();
            streams.retain(|stream| match losses.of(stream) {
                Some(damage) => {
                    refused.insert(stream.clone(), Err(Error::Damaged { stream: stream.clone(), damage }));
                    false
                }
                None => true,
            });
            let mut claims = journal.claim_all(streams).await?;
            for (stream, claim) in &claims {
                if let Ok(claim) = claim {
                    self.0.witness.note_head(stream.clone(), claim.head);
                }
            }
            claims.append(&mut refused);
            Ok(claims)
        }))
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let (stream, records) = (append.stream.clone(), append.records.clone());
            let head = self
                .request(async move |Opening { journal, .. }: Opening| journal.append(append).await)
                .await?;
            self.0.witness.note_records(stream, head, records.iter());
            self.0.has_records.store(true, Ordering::Relaxed);
            Ok(head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            let read = stream.clone();
            let records = self
                .request(async move |Opening { journal, .. }: Opening| journal.read(read, from, limit).await)
                .await?;
            // Another server's new records may not be durable yet, so only known ones are compared.
            if let Some(last) = records.last().filter(|last| self.0.witness.ends_at(&stream, last.sequence)) {
                self.0.witness.note_records(
                    stream,
                    last.sequence,
                    records.iter().map(|record| &record.bytes),
                );
            }
            Ok(records)
        })
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(self.request(async move |Opening { journal, .. }: Opening| journal.sweep(from, limit).await))
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(self.request(async move |Opening { journal, .. }: Opening| {
            journal.keep_checkpoint(stream, checkpoint).await
        }))
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(
            self.request(async move |Opening { journal, .. }: Opening| journal.checkpoints(streams).await),
        )
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(async move {
            let streams =
                self.request(async |Opening { journal, .. }: Opening| journal.streams().await).await?;
            if streams.iter().any(|(_, head)| *head > Sequence::START) {
                self.0.has_records.store(true, Ordering::Relaxed);
            }
            Ok(streams)
        })
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.0.end();
            let Opening { journal, .. } = self.0.opening()?;
            journal.close().await
        })
    }

    fn file(&self) -> Option<&Path> {
        self.0.location.file()
    }

    fn membership(&self) -> Option<&dyn Membership> {
        // An engine with members has them at every opening.
        self.0.location.file().is_none().then_some(self)
    }
}

impl Membership for Reopening {
    fn join(&self, address: &str, lease: Duration) -> Pending<'_, MemberId> {
        let address = address.to_owned();
        Box::pin(async move {
            let Opening { number, .. } = self.0.opening()?;
            let (again, theirs) = (address.clone(), address);
            let member = self
                .request_members(move |members| Box::pin(async move { members.join(&theirs, lease).await }));
            let member = member.await?;
            self.0.joined(number, member, again, lease)?;
            Ok(member)
        })
    }

    fn renew(&self) -> Pending<'_, Renewal> {
        Box::pin(self.request(async |opening: Opening| {
            // Sent together, because neither depends on the other.
            let (renewal, losses) = tokio::join!(opening.members()?.renew(), opening.find_losses());
            let renewal = renewal?;
            losses.map(|()| renewal)
        }))
    }

    fn members(&self) -> Pending<'_, Vec<Member>> {
        Box::pin(self.request_members(|members| members.members()))
    }

    fn holdings(&self) -> Pending<'_, Vec<Holding>> {
        Box::pin(async move {
            let opening = self.0.opening()?;
            let holdings = self.request_members(|members| members.holdings()).await?;
            let head = |holding: &Holding| (holding.stream.clone(), holding.head);
            self.remember(opening, holdings.iter().map(head).collect());
            Ok(holdings)
        })
    }

    fn holdings_of(&self, streams: Vec<StreamId>) -> Pending<'_, Vec<Holding>> {
        Box::pin(self.request_members(move |members| members.holdings_of(streams)))
    }

    fn losses(&self) -> BTreeMap<StreamId, Corruption> {
        self.0.opening().map(|opening| opening.losses.all()).unwrap_or_default()
    }

    fn release(&self, streams: Vec<StreamId>, to: Option<MemberId>) -> Pending<'_, ()> {
        Box::pin(self.request_members(move |members| members.release(streams, to)))
    }

    fn drain(&self, member: MemberId, is_draining: bool) -> Pending<'_, bool> {
        Box::pin(self.request_members(move |members| members.drain(member, is_draining)))
    }

    fn leave(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.0.end();
            self.request_members(|members| members.leave()).await
        })
    }

    fn note(&self, name: &str, known: u64) -> Pending<'_, Option<SharedNote>> {
        let name = name.to_owned();
        Box::pin(
            self.request_members(move |members| Box::pin(async move { members.note(&name, known).await })),
        )
    }

    fn write_note(&self, name: &str, known: u64, bytes: Bytes) -> Pending<'_, bool> {
        let name = name.to_owned();
        Box::pin(self.request_members(move |members| {
            Box::pin(async move { members.write_note(&name, known, bytes).await })
        }))
    }
}

trait Failing {
    fn failure(&self) -> Option<&FatalError>;
}

impl Failing for Error {
    fn failure(&self) -> Option<&FatalError> {
        if let Self::Failed(failure) = self { Some(failure) } else { None }
    }
}

impl Failing for AppendError {
    fn failure(&self) -> Option<&FatalError> {
        if let Self::Failed(failure) = self { Some(failure) } else { None }
    }
}

impl SharedReopening {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opening(&self) -> Result<Opening, FatalError> {
        match &self.state().current {
            CurrentOpening::Open(opening) => Ok(opening.clone()),
            CurrentOpening::Failed(failure) => Err(failure.clone()),
        }
    }

    /// Records the first failure of an opening, and starts the next opening.
    fn fail(shared: &Arc<Self>, number: u64, failure: &FatalError) {
        if shared.location.file().is_some() {
            return;
        }
        let mut state = shared.state();
        let is_lease_lost = matches!(failure, FatalError::LeaseLost);
        if state.is_over
            || is_lease_lost && state.membership.is_none()
            || shared.generation.borrow().number != number
        {
            return;
        }
        let failed = match std::mem::replace(&mut state.current, CurrentOpening::Failed(failure.clone())) {
            CurrentOpening::Open(failed) => failed.journal,
            CurrentOpening::Failed(first) => return state.current = CurrentOpening::Failed(first),
        };
        shared.generation.send_modify(|generation| generation.is_open = false);
        drop(state);
        tracing::error!(
            journal = %shared.location,
            error = %message_chain(failure),
            "THE JOURNAL FAILED: games stop until it can be opened again"
        );
        let weak = Arc::downgrade(shared);
        let spawned =
            thread::Builder::new().name("journal-again".into()).spawn(move || reopen(&weak, failed));
        if let Err(error) = spawned {
            tracing::error!(%error, "can't open the journal again: restart the server");
        }
    }

    /// Records that an opening has joined. Fails if it isn't the current one any more.
    fn joined(
        &self,
        number: u64,
        member: MemberId,
        address: String,
        lease: Duration,
    ) -> Result<(), FatalError> {
        let mut state = self.state();
        if let CurrentOpening::Failed(failure) = &state.current {
            return Err(failure.clone());
        }
        if self.generation.borrow().number != number {
            return Err(FatalError::LeaseLost);
        }
        state.membership = Some((address, lease));
        self.generation.send_if_modified(|generation| {
            generation.member = Some(member);
            false
        });
        Ok(())
    }

    /// Tries to open the journal once.
    async fn opened(&self) -> Result<(Opening, Option<MemberId>), Error> {
        let has_records = self.has_records.load(Ordering::Relaxed);
        let expected = if has_records { Expected::Journal } else { Expected::JournalOrNothing };
        let journal = super::open(&self.location, expected)?;
        // Losses are noted before joining, so that other members find the notes as soon as they see this one
        // alive.
        let losses = Arc::new(Losses::find(&*journal, &self.witness).await?);
        let membership = self.state().membership.clone();
        let member = match (membership, journal.membership()) {
            (Some((address, lease)), Some(members)) => Some(members.join(&address, lease).await?),
            _ => None,
        };
        Ok((Opening { number: self.generation.borrow().number + 1, journal, losses }, member))
    }

    /// Makes an opening current; returns it if none is wanted any more.
    fn serve(&self, opening: Opening, member: Option<MemberId>) -> Result<(), Opening> {
        let mut state = self.state();
        if state.is_over {
            return Err(opening);
        }
        let number = opening.number;
        state.current = CurrentOpening::Open(opening);
        self.generation.send_replace(Generation { number, member, is_open: true });
        Ok(())
    }

    fn end(&self) {
        self.state().is_over = true;
    }
}

/// Tries to open a journal until it succeeds or isn't wanted any more. Blocks, in its own thread.
fn reopen(shared: &Weak<SharedReopening>, failed: Arc<dyn Journal>) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            return tracing::error!(%error, "can't open the journal again: restart the server");
        }
    };
    runtime.block_on(async {
        // Closes its connections; its error was reported already.
        drop(failed.close().await);
        drop(failed);
        let mut wait = FIRST_WAIT;
        let mut last = String::new();
        loop {
            tokio::time::sleep(wait).await;
            wait = LONGEST_WAIT.min(wait * 2);
            let Some(shared) = shared.upgrade().filter(|shared| !shared.state().is_over) else { return };
            match shared.opened().await {
                Ok((opening, member)) => {
                    match shared.serve(opening, member) {
                        Ok(()) => tracing::warn!(journal = %shared.location, "the journal is open again"),
                        Err(unwanted) => drop(unwanted.journal.close().await),
                    }
                    return;
                }
                Err(error) => {
                    let error = message_chain(&error);
                    if error != last {
                        tracing::error!(journal = %shared.location, %error, "can't open the journal yet; retrying");
                        last = error;
                    }
                }
            }
        }
    });
}

fn message_chain(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", message_chain(source)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
