//! A journal in a database that is opened again by itself after it has failed.
//!
//! A database that is started anew or whose second copy takes over is the same database, so a server over one need not end
//! with the connection. A file that failed is for a human, and stays failed. Knows journals and no game: whoever serves
//! games from it watches [`Reopening::news`].

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

/// How long is waited before the first try to open a failed journal again; twice as long before each that follows.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Generation of the journal: its opening that is served, and whether that one still serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Counts openings, from 1.
    pub number: u64,
    /// Which member this opening is. Set by the first join, and by each opening after it: as that is another one, it is
    /// another member.
    pub member: Option<MemberId>,
    /// Whether it serves; if not, it has failed, and the next one is not there yet.
    pub is_open: bool,
}

/// A journal by its location. Clones are handles of the same one.
///
/// When a request fails because the journal has, or because its lease is over, so does every later one in the same way,
/// until the journal is open again: then requests are served as if it were a new journal, which it is. Whoever had claimed
/// streams claims them again, for what was under way is unknown. A request that waits when the journal fails is never made
/// again.
///
/// Once it has joined, it joins under the same address, with a lease of the same length, whenever it is opened again,
/// before anything else is served. So no claim is made for nobody. [`Membership::leave`] and [`Journal::close`] are the end:
/// after either nothing is opened any more.
///
/// What it has given or acknowledged it remembers by its heads. A stream that is behind that in a later opening, as where a second
/// copy was promoted that had been absent, is refused as one whose next record is missing: here, and by a note in the journal at
/// every other member. One that has claimed it before the note was there finds it in [`Membership::losses`] when it renews its
/// lease the next time.
///
/// At least one task should ask it for something often, as a member does who renews its lease: a failure is noticed by who
/// asks. What is in a file is served as it is, and never opened again.
#[derive(Clone)]
pub struct Reopening(Arc<SharedReopening>);

struct SharedReopening {
    location: Location,
    /// Whether it has records, so that a next opening has to find some.
    has_records: AtomicBool,
    /// How far each stream was known to reach, whichever opening it was.
    witness: Witness,
    /// What is not known to be durable of what was seen.
    sightings: Sightings,
    state: Mutex<State>,
    generation: watch::Sender<Generation>,
}

struct State {
    current: CurrentOpening,
    /// As whom it joins.
    membership: Option<(String, Duration)>,
    /// Nothing is opened any more.
    is_over: bool,
}

enum CurrentOpening {
    Open(Opening),
    Failed(FatalError),
}

/// An opening, as requests go to it.
#[derive(Clone)]
struct Opening {
    number: u64,
    journal: Arc<dyn Journal>,
    /// What it lacks: of this opening alone, so that an answer that comes late says nothing of the next one.
    losses: Arc<Losses>,
}

impl Opening {
    fn members(&self) -> Result<&dyn Membership, Error> {
        self.journal.membership().ok_or_else(|| FatalError::LeaseLost.into())
    }

    /// Learns of what other members have found it to lack.
    async fn look_for_losses(&self) -> Result<(), Error> {
        if let Some(note) = self.members()?.note(loss::NOTE, self.losses.version()).await? {
            self.losses.learn(&note);
        }
        Ok(())
    }
}

impl Reopening {
    /// Opens the journal at a location as [`open`](super::open) does. Blocks while it reads.
    ///
    /// # Errors
    /// Those of [`open`](super::open).
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

    /// Which opening is served, now and whenever that changes: when it fails, and when the next one is open. With that
    /// one all streams have to be claimed again. Joining changes the value and wakes nobody.
    pub fn news(&self) -> watch::Receiver<Generation> {
        self.0.generation.subscribe()
    }

    /// Makes a request of the journal that is open, and notices if it has failed.
    async fn ask<T, E, F>(&self, request: impl FnOnce(Opening) -> F) -> Result<T, E>
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

    /// As [`ask`](Self::ask), of its members.
    async fn ask_members<T: Send>(
        &self,
        request: impl for<'a> FnOnce(&'a dyn Membership) -> Pending<'a, T> + Send,
    ) -> Result<T, Error> {
        self.ask(async move |opening: Opening| request(opening.members()?).await).await
    }

    /// Remembers heads that were seen as soon as they are durable: nobody has been answered for what may still be lost.
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
                shared.witness.saw_all(&heads);
                seen = shared.sightings.take(&heads);
            }
        });
    }

    /// As [`ask`](Self::ask), before streams are claimed: of what is lacking there, if this is a member.
    async fn ask_for_claims<T, F>(&self, request: impl FnOnce(Opening) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.ask(async move |opening: Opening| {
            if self.0.state().membership.is_some() {
                opening.look_for_losses().await?;
            }
            request(opening).await
        })
        .await
    }
}

impl Journal for Reopening {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        Box::pin(self.ask_for_claims(async move |Opening { journal, losses, .. }: Opening| {
            if let Some(damage) = losses.of(&stream) {
                return Err(Error::Damaged { stream, damage });
            }
            let claim = journal.claim(stream.clone()).await?;
            self.0.witness.saw(stream, claim.head);
            Ok(claim)
        }))
    }

    fn claim_all(&self, mut streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        Box::pin(self.ask_for_claims(async move |Opening { journal, losses, .. }: Opening| {
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
                    self.0.witness.saw(stream.clone(), claim.head);
                }
            }
            claims.append(&mut refused);
            Ok(claims)
        }))
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let (stream, records) = (append.stream.clone(), append.records.clone());
            let head =
                self.ask(async move |Opening { journal, .. }: Opening| journal.append(append).await).await?;
            self.0.witness.saw_records(stream, head, records.iter());
            self.0.has_records.store(true, Ordering::Relaxed);
            Ok(head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            let read = stream.clone();
            let records = self
                .ask(async move |Opening { journal, .. }: Opening| journal.read(read, from, limit).await)
                .await?;
            // What another server writes meanwhile may not be durable yet: only what is known to be is looked at.
            if let Some(last) = records.last().filter(|last| self.0.witness.ends_at(&stream, last.sequence)) {
                self.0.witness.saw_records(stream, last.sequence, records.iter().map(|record| &record.bytes));
            }
            Ok(records)
        })
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(self.ask(async move |Opening { journal, .. }: Opening| journal.sweep(from, limit).await))
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(self.ask(async move |Opening { journal, .. }: Opening| {
            journal.keep_checkpoint(stream, checkpoint).await
        }))
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(self.ask(async move |Opening { journal, .. }: Opening| journal.checkpoints(streams).await))
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(async move {
            let streams = self.ask(async |Opening { journal, .. }: Opening| journal.streams().await).await?;
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
        // Each engine that has members has them at every opening.
        self.0.location.file().is_none().then_some(self)
    }
}

impl Membership for Reopening {
    fn join(&self, address: &str, lease: Duration) -> Pending<'_, MemberId> {
        let address = address.to_owned();
        Box::pin(async move {
            let Opening { number, .. } = self.0.opening()?;
            let (again, theirs) = (address.clone(), address);
            let member =
                self.ask_members(move |members| Box::pin(async move { members.join(&theirs, lease).await }));
            let member = member.await?;
            self.0.joined(number, member, again, lease)?;
            Ok(member)
        })
    }

    fn renew(&self) -> Pending<'_, Renewal> {
        Box::pin(self.ask(async |opening: Opening| {
            // Both go out together: neither waits for anything there.
            let (renewal, looked) = tokio::join!(opening.members()?.renew(), opening.look_for_losses());
            let renewal = renewal?;
            looked.map(|()| renewal)
        }))
    }

    fn members(&self) -> Pending<'_, Vec<Member>> {
        Box::pin(self.ask_members(|members| members.members()))
    }

    fn holdings(&self) -> Pending<'_, Vec<Holding>> {
        Box::pin(async move {
            let opening = self.0.opening()?;
            let holdings = self.ask_members(|members| members.holdings()).await?;
            let head = |holding: &Holding| (holding.stream.clone(), holding.head);
            self.remember(opening, holdings.iter().map(head).collect());
            Ok(holdings)
        })
    }

    fn holdings_of(&self, streams: Vec<StreamId>) -> Pending<'_, Vec<Holding>> {
        Box::pin(self.ask_members(move |members| members.holdings_of(streams)))
    }

    fn losses(&self) -> BTreeMap<StreamId, Corruption> {
        self.0.opening().map(|opening| opening.losses.all()).unwrap_or_default()
    }

    fn release(&self, streams: Vec<StreamId>, to: Option<MemberId>) -> Pending<'_, ()> {
        Box::pin(self.ask_members(move |members| members.release(streams, to)))
    }

    fn drain(&self, member: MemberId, is_draining: bool) -> Pending<'_, bool> {
        Box::pin(self.ask_members(move |members| members.drain(member, is_draining)))
    }

    fn leave(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.0.end();
            self.ask_members(|members| members.leave()).await
        })
    }

    fn note(&self, name: &str, known: u64) -> Pending<'_, Option<SharedNote>> {
        let name = name.to_owned();
        Box::pin(self.ask_members(move |members| Box::pin(async move { members.note(&name, known).await })))
    }

    fn write_note(&self, name: &str, known: u64, bytes: Bytes) -> Pending<'_, bool> {
        let name = name.to_owned();
        Box::pin(self.ask_members(move |members| {
            Box::pin(async move { members.write_note(&name, known, bytes).await })
        }))
    }
}

/// An error that may be the end of a journal.
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
        // Nothing that can panic runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opening(&self) -> Result<Opening, FatalError> {
        match &self.state().current {
            CurrentOpening::Open(opening) => Ok(opening.clone()),
            CurrentOpening::Failed(failure) => Err(failure.clone()),
        }
    }

    /// Takes note of a failure of an opening, of which only the first is one, and sees that there will be another opening.
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
            error = %told(failure),
            "THE JOURNAL FAILED: games stop, and it is opened again"
        );
        let weak = Arc::downgrade(shared);
        let spawned =
            thread::Builder::new().name("journal-again".into()).spawn(move || reopen(&weak, failed));
        if let Err(error) = spawned {
            tracing::error!(%error, "the journal cannot be opened again: start the server again");
        }
    }

    /// Takes note that an opening has joined. Fails if it is not the one that is served any more.
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

    /// What comes of one try to open the journal: the opening after the one that has failed.
    async fn opened(&self) -> Result<(Opening, Option<MemberId>), Error> {
        let has_records = self.has_records.load(Ordering::Relaxed);
        let expected = if has_records { Expected::Journal } else { Expected::JournalOrNothing };
        let journal = super::open(&self.location, expected)?;
        // Before it joins: whoever sees it alive finds what it has noted.
        let losses = Arc::new(Losses::find(&*journal, &self.witness).await?);
        let membership = self.state().membership.clone();
        let member = match (membership, journal.membership()) {
            (Some((address, lease)), Some(members)) => Some(members.join(&address, lease).await?),
            _ => None,
        };
        Ok((Opening { number: self.generation.borrow().number + 1, journal, losses }, member))
    }

    /// Serves an opening; gives it back if there is to be none any more.
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

    /// Opens nothing any more.
    fn end(&self) {
        self.state().is_over = true;
    }
}

/// Tries to open a journal until it is open or nobody wants it any more. Blocks, in a thread of its own.
fn reopen(shared: &Weak<SharedReopening>, failed: Arc<dyn Journal>) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            return tracing::error!(%error, "the journal cannot be opened again: start the server again");
        }
    };
    runtime.block_on(async {
        // Its connections end, so that nothing of it is in the way; it has told that it failed already.
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
                    let error = told(&error);
                    if error != last {
                        tracing::error!(journal = %shared.location, %error, "the journal does not open again yet");
                        last = error;
                    }
                }
            }
        }
    });
}

/// An error with all that stands behind it.
fn told(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", told(source)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
