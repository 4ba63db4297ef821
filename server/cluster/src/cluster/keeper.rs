//! Maintains this server's membership: renews the lease, claims free streams, and stops streams that it may
//! no longer serve.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ishigaki_engine::clock::Monotonic;
use ishigaki_engine::directory::LEASE;
use ishigaki_engine::engine::StartError;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::ShareError;
use ishigaki_journal::{AppendError, Error as JournalError, FatalError, MemberId, StreamId};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::placement::{Units, preferred, takers};
use super::takeover::Free;
use super::{Cluster, Served};
use crate::journal::reopening::Generation;

/// Interval of lease renewals, in milliseconds.
const RENEWAL: u64 = 200;

/// Minimum delay before an early renewal because another lease is about to expire, in milliseconds.
const SOONEST: u64 = 20;

/// Polling interval of the shared tokens, in milliseconds.
const TOKENS: u64 = 1_000;

/// Time that a starting server waits for others, in milliseconds.
const SETTLING: u64 = 400;

/// Time that a rejoined server waits for earlier members, in milliseconds: a failed journal is retried every
/// two seconds, and one attempt may take as long again.
const REJOINING: u64 = 4_000;

/// Time without a change in the set of servers before unstarted games are distributed, in milliseconds.
const SETTLING_TIME: u64 = 1_000;

/// Initial and maximum retry delay after an error, in milliseconds.
const PAUSES: (u64, u64) = (100, 2_000);

impl Cluster {
    /// Joins the cluster and serves this server's share of the free streams.
    ///
    /// # Errors
    ///
    /// Fails if the journal fails, or the contest file's event can't be created.
    pub async fn open(self: &Arc<Self>) -> anyhow::Result<()> {
        self.tournaments.contest_events()?;
        let mut number = self.generation().map_or(0, |generation| generation.number);
        self.join().await?;
        loop {
            match self.begin().await {
                Ok(()) => break,
                // Handled like a lease lost later: a join that waits for the database's copy may outlast its
                // lease.
                Err(error) if is_lease_lost(&error) && self.place.news.is_some() => {
                    tracing::warn!(
                        "the lease on the journal expired before this server served games; joining again"
                    );
                    self.shut_out(StopReason::Elsewhere);
                    number = self.open_again(number).await.number;
                }
                Err(error) => return Err(error),
            }
        }
        let events: BTreeSet<String> = self.directory.streams().into_iter().collect();
        let is_of_event = |game: &str| {
            game.match_indices('-').any(|(at, _)| game.get(..at).is_some_and(|event| events.contains(event)))
        };
        self.games.refuse_removed(is_of_event).await?;
        let addresses = self.directory.addresses().join(" ");
        tracing::info!(
            address = self.place.address,
            servers = addresses,
            "serving together with other servers over one journal"
        );
        Ok(())
    }

    async fn begin(self: &Arc<Self>) -> anyhow::Result<()> {
        self.renew().await?;
        let mut free = Free::default();
        // Tokens of tens of thousands of teams take longer to read than a lease lasts.
        let prepared = async {
            self.share_tokens().await?;
            let settled = Monotonic(self.clock.now().0.saturating_add(SETTLING));
            while !self.candidates().is_empty() && self.clock.now() < settled {
                self.after(RENEWAL.min(SETTLING)).await;
            }
            anyhow::Ok(self.take_free(&mut free).await?)
        };
        tokio::select! {
            prepared = prepared => prepared,
            lost = self.renew_for_good() => Err(lost.into()),
        }
    }

    /// Keeps this server's membership until the server stops, then leaves.
    pub async fn keep(self: &Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut number = self.generation().map_or(0, |generation| generation.number);
        let mut company = BTreeSet::new();
        loop {
            let mut free = Free::default();
            let settled = AtomicBool::new(false);
            let following = async {
                self.settle(&company).await;
                settled.store(true, Ordering::Relaxed);
                self.follow(&mut free).await
            };
            let lost = tokio::select! {
                // The reason for a failed renewal is more specific than the journal's error.
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                lost = self.renew_for_good() => Some(lost),
                lost = self.follow_tokens() => Some(lost),
                () = self.overtaken(number) => None,
                never = self.watch_lease() => match never {},
                never = following => match never {},
            };
            // If membership is lost before all have rejoined, the same members are awaited again.
            if settled.into_inner() {
                company.clear();
            }
            company.extend(self.directory.addresses());
            self.lost(lost.as_ref());
            tokio::select! {
                generation = self.open_again(number) => number = generation.number,
                _ = stop.wait_for(|stop| *stop) => return,
            }
        }
        let ended = async {
            self.games.ended().await;
            self.tournaments.ended().await;
        };
        tokio::select! {
            () = ended => {}
            _ = self.renew_for_good() => {}
        }
        let left = match self.membership() {
            Ok(membership) => membership.leave().await,
            Err(error) => Err(error),
        };
        if let Err(error) = left {
            tracing::warn!(%error, "can't announce that this server leaves; the others notice when its lease expires");
        }
    }

    /// Waits for members that were alive when this server lost its membership. A failed database makes all of
    /// them rejoin, and the first one must not take everything.
    async fn settle(&self, company: &BTreeSet<String>) {
        let until = Monotonic(self.clock.now().0.saturating_add(REJOINING));
        let is_complete = || {
            let alive: BTreeSet<String> = self.directory.addresses().into_iter().collect();
            company.is_subset(&alive)
        };
        while !is_complete() && self.clock.now() < until {
            self.after(SOONEST).await;
        }
    }

    async fn join(&self) -> Result<(), JournalError> {
        let me = self.membership()?.join(&self.place.address, LEASE).await?;
        self.directory.joined(me);
        tracing::info!(member = %me, address = self.place.address, "joined");
        Ok(())
    }

    /// The current opening of the journal, if it can be reopened.
    fn generation(&self) -> Option<Generation> {
        self.place.news.as_ref().map(|news| *news.borrow())
    }

    async fn overtaken(&self, number: u64) {
        let is_over = |generation: &Generation| generation.number != number || !generation.is_open;
        match self.place.news.clone() {
            // The journal outlives this task, so its channel stays open.
            Some(mut news) => _ = news.wait_for(is_over).await,
            None => std::future::pending().await,
        }
    }

    /// Stops everything served here: pending writes are unknown, and others may hold it now.
    fn lost(&self, cause: Option<&JournalError>) {
        let is_lease_lost = matches!(cause, Some(JournalError::Failed(FatalError::LeaseLost)));
        let error = cause.map(|error| error as &dyn std::error::Error);
        tracing::error!(
            error,
            "another server took this server's lease: its games stop here, and it joins again"
        );
        self.shut_out(if is_lease_lost { StopReason::Elsewhere } else { StopReason::Journal });
    }

    /// Waits until the journal is open and joined again. Everything is recovered from it.
    async fn open_again(&self, number: u64) -> Generation {
        let is_next = |generation: &Generation| generation.number != number && generation.is_open;
        let next = match self.place.news.clone() {
            Some(mut news) => news.wait_for(is_next).await.ok().map(|next| *next),
            None => None,
        };
        let Some(next) = next else { return std::future::pending().await };
        if let Some(me) = next.member {
            self.directory.joined(me);
            tracing::info!(member = %me, address = self.place.address, "joined again");
        }
        self.games.forget(|_| true);
        self.tournaments.forget(|_| true);
        self.games.forget_damage();
        self.tournaments.forget_damage();
        next
    }

    /// Renews the lease while polled; ends with the error. A separate task, because recovering thousands of
    /// games may block a task for longer than a lease.
    async fn renew_for_good(self: &Arc<Self>) -> JournalError {
        let cluster = Arc::clone(self);
        let mut renewing = JoinSet::new();
        renewing.spawn(async move {
            loop {
                let begun = cluster.clock.now();
                if let Err(error) = cluster.renew().await {
                    return error;
                }
                // The streams of a silent server are free from that moment on.
                let lapse = cluster.directory.next_lapse().max(Monotonic(begun.0.saturating_add(SOONEST)));
                cluster.clock.reach(lapse.min(Monotonic(begun.0.saturating_add(RENEWAL)))).await;
            }
        });
        match renewing.join_next().await {
            Some(Ok(error)) => error,
            _ => FatalError::LeaseLost.into(),
        }
    }

    /// Renews the lease, and scans all streams if something changed or a scan was requested.
    async fn renew(&self) -> Result<(), JournalError> {
        let requested_at = self.clock.now();
        let renewal = self.membership()?.renew().await?;
        self.shut_out_lost()?;
        if self.directory.renewed(requested_at, renewal) {
            self.directory.replace_streams(self.membership()?.holdings().await?);
        }
        Ok(())
    }

    /// Synchronises the shared tokens; ends with the error.
    async fn follow_tokens(&self) -> JournalError {
        loop {
            self.after(TOKENS).await;
            if let Err(error) = self.share_tokens().await {
                return error;
            }
        }
    }

    async fn share_tokens(&self) -> Result<(), JournalError> {
        match self.tokens.lock().await.look(self.membership()?).await {
            Ok(()) => Ok(()),
            Err(ShareError::Journal(error)) => Err(error),
            Err(ShareError::Tokens(error)) => {
                tracing::error!(%error, "can't share the tokens with other servers");
                Ok(())
            }
        }
    }

    /// Stops everything served here as soon as others may serve it. A separate task, like
    /// [`renew_for_good`](Self::renew_for_good).
    async fn watch_lease(self: &Arc<Self>) -> Infallible {
        let cluster = Arc::clone(self);
        let mut watching = JoinSet::new();
        watching.spawn(async move { cluster.shut_out_when_late().await });
        match watching.join_next().await {
            Some(Ok(never)) => match never {},
            // It can't fail.
            _ => std::future::pending().await,
        }
    }

    async fn shut_out_when_late(&self) -> Infallible {
        let mut news = self.directory.news();
        loop {
            self.clock.reach(self.directory.good_until()).await;
            if self.directory.is_late() {
                if self.shut_out(StopReason::Elsewhere) {
                    tracing::error!(
                        "the lease on the journal expired: this server serves no games, and another server may take them over"
                    );
                }
                if news.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
    }

    /// Stops everything served here for this reason. Returns whether there was anything.
    fn shut_out(&self, stop_reason: StopReason) -> bool {
        let events = self.tournaments.served();
        for event in &events {
            event.shut_out(stop_reason);
        }
        self.games.shut_out(stop_reason) || !events.is_empty()
    }

    /// Stops streams that lack acknowledged records, as another server has found, and releases them as
    /// unreadable. Repeated, because a stream may arrive later.
    fn shut_out_lost(&self) -> Result<(), JournalError> {
        let losses = self.membership()?.losses();
        if losses.is_empty() {
            return Ok(());
        }
        for part in self.served() {
            let Some(damage) = losses.get(part.id()).copied() else { continue };
            let stream = part.id().clone();
            let error = JournalError::Damaged { stream: stream.clone(), damage };
            match &part {
                Served::Event(_) => self.tournaments.note_damage(&stream, &error),
                Served::Game(_) => self.games.note_damage(stream.as_str(), &error),
            }
            part.shut_out(StopReason::Elsewhere);
        }
        Ok(())
    }

    /// Claims and releases streams on every change.
    async fn follow(&self, free: &mut Free) -> Infallible {
        let mut news = self.directory.news();
        loop {
            news.mark_unchanged();
            if !self.directory.is_late() {
                self.release().await;
                let done = match self.take_free(free).await {
                    Ok(()) if self.takes() => self.share_out(free).await,
                    Ok(()) => self.give_away().await,
                    failed => failed,
                };
                if let Err(error) = done {
                    tracing::error!(error = &error as &dyn std::error::Error, "can't serve games; retrying");
                    self.after(PAUSES.1).await;
                    // Free streams need no notification.
                    continue;
                }
            }
            if news.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Releases streams that were stopped here, so that others can claim them.
    async fn release(&self) {
        let Ok(_giving) = self.giving.try_lock() else { return };
        let stopped = self.games.lost_streams().into_iter().chain(self.tournaments.lost_streams());
        let stopped: Vec<StreamId> = stopped.collect();
        if stopped.is_empty() {
            return;
        }
        let Ok(membership) = self.membership() else { return };
        match membership.release(stopped, None).await {
            Ok(()) => self.forget_elsewhere(),
            // The next renewal fails too.
            Err(error) => tracing::debug!(%error, "can't release a game"),
        }
    }

    /// Returns whether this server claims free streams. Otherwise it releases its own.
    pub(super) fn takes(&self) -> bool {
        let me = self.directory.me();
        takers(&self.directory.members()).iter().any(|member| Some(member.id) == me)
    }

    async fn give_away(&self) -> Result<(), StartError> {
        let Ok(_giving) = self.giving.try_lock() else { return Ok(()) };
        let mut units = self.by_unit(&self.units());
        // Units with an open window move later.
        units.retain(|_, parts| !parts.iter().any(Served::is_window_open));
        self.give_all(units).await
    }

    /// Releases unstarted games that other servers should have, once per stable set of servers, so that
    /// servers started one after the other share the contest.
    async fn share_out(&self, free: &mut Free) -> Result<(), StartError> {
        let members = self.directory.members();
        let takers = takers(&members);
        let (company, since, is_shared) = &mut free.company;
        let now: BTreeSet<MemberId> = takers.iter().map(|member| member.id).collect();
        if *company != now {
            (*company, *since, *is_shared) = (now, self.clock.now(), false);
        }
        if *is_shared || self.clock.now().0 < since.0.saturating_add(SETTLING_TIME) {
            return Ok(());
        }
        let Ok(_giving) = self.giving.try_lock() else { return Ok(()) };
        *is_shared = true;
        let (units, me) = (self.units(), self.directory.me());
        let mut served = self.by_unit(&units);
        let is_for_another = |unit: &String, parts: &mut Vec<Served>| {
            let preferred = preferred(unit, None, &takers).map(|member| member.id);
            preferred != me && !free.placed.contains(unit) && parts.iter().all(Served::is_untouched)
        };
        served.retain(is_for_another);
        self.give_all(served).await
    }

    async fn give_all(&self, units: BTreeMap<String, Vec<Served>>) -> Result<(), StartError> {
        let parts: Vec<Served> = units.into_values().flatten().collect();
        match self.give(&parts, None).await {
            Err(super::Error::Journal(error)) => Err(StartError::streams(error)),
            _ => Ok(()),
        }
    }

    fn by_unit(&self, units: &Units) -> BTreeMap<String, Vec<Served>> {
        let mut served: BTreeMap<String, Vec<Served>> = BTreeMap::new();
        for part in self.served() {
            served.entry(units.unit(part.id().as_str()).to_owned()).or_default().push(part);
        }
        served
    }
}

/// Returns whether a server did not start serving because its lease expired.
fn is_lease_lost(error: &anyhow::Error) -> bool {
    error.chain().any(|error| {
        let journal = error.downcast_ref::<JournalError>();
        let append = error.downcast_ref::<AppendError>();
        matches!(journal, Some(JournalError::Failed(FatalError::LeaseLost)))
            || matches!(append, Some(AppendError::Failed(FatalError::LeaseLost)))
    })
}

impl Served {
    fn shut_out(&self, stop_reason: StopReason) {
        match self {
            Self::Game(game) => game.shut_out(stop_reason),
            Self::Event(event) => event.shut_out(stop_reason),
        }
    }
}
