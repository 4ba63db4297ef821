//! The keeper of this server's place among the others: it renews the lease, takes what is free, and ends what it may not
//! serve any more.

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

/// How often the lease is renewed, in milliseconds.
const RENEWAL: u64 = 200;

/// How soon the lease is renewed again because another's is about to be over, in milliseconds.
const SOONEST: u64 = 20;

/// How often the tokens are looked at that all servers share, in milliseconds.
const TOKENS: u64 = 1_000;

/// For how long a server that starts waits for others that start with it, in milliseconds.
const SETTLING: u64 = 400;

/// For how long a server that has joined again waits for others that were there before, in milliseconds: a failed journal is
/// tried every two seconds, and one try may take as long again.
const REJOINING: u64 = 4_000;

/// For how long the same servers have to be there before what has not begun is shared out among them, in milliseconds.
const LASTING: u64 = 1_000;

/// For how long nothing is tried after a failure: at first, and at the most, in milliseconds.
const PAUSES: (u64, u64) = (100, 2_000);

impl Cluster {
    /// Joins the others, and serves this server's share of what is free.
    ///
    /// # Errors
    /// If the journal does not take or give, or the contest file's event cannot be held.
    pub async fn open(self: &Arc<Self>) -> anyhow::Result<()> {
        self.tournaments.contest_event()?;
        let mut number = self.generation().map_or(0, |generation| generation.number);
        self.join().await?;
        loop {
            match self.begin().await {
                Ok(()) => break,
                // As while it serves: a join that waited for the database's second copy may have outlasted its own lease.
                Err(error) if is_lease_lost(&error) && self.place.news.is_some() => {
                    tracing::warn!(
                        "the lease on the journal was over before this server served: it joins again"
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
            "serving with others over one journal"
        );
        Ok(())
    }

    /// Takes this server's share of what is free when it begins.
    async fn begin(self: &Arc<Self>) -> anyhow::Result<()> {
        self.renew().await?;
        let mut free = Free::default();
        // Tokens of tens of thousands of teams take longer than a lease lasts.
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

    /// Keeps this server's place until the server stops, and leaves it then.
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
                // Why the lease is not renewed says more than that the journal has failed.
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                lost = self.renew_for_good() => Some(lost),
                lost = self.follow_tokens() => Some(lost),
                () = self.overtaken(number) => None,
                never = self.watch_lease() => match never {},
                never = following => match never {},
            };
            // Who was waited for is waited for again, if this place is lost before everybody was there.
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
            tracing::warn!(%error, "the others find out by themselves that this server has left");
        }
    }

    /// Waits for those that were alive when this server lost its place: with the database all of them may have, and whoever is
    /// the first to join again is not to take everything for good.
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

    /// Which opening of the journal is served, if that can change.
    fn generation(&self) -> Option<Generation> {
        self.place.news.as_ref().map(|news| *news.borrow())
    }

    /// Ends when this opening of the journal has failed.
    async fn overtaken(&self, number: u64) {
        let is_over = |generation: &Generation| generation.number != number || !generation.is_open;
        match self.place.news.clone() {
            // The journal lives longer.
            Some(mut news) => _ = news.wait_for(is_over).await,
            None => std::future::pending().await,
        }
    }

    /// Ends what is served here: what was under way is unknown, and others may have it by now.
    fn lost(&self, why: Option<&JournalError>) {
        let is_lease_lost = matches!(why, Some(JournalError::Failed(FatalError::LeaseLost)));
        let error = why.map(|error| error as &dyn std::error::Error);
        tracing::error!(error, "THIS SERVER HAS LOST ITS PLACE: its games stop, and it joins again");
        self.shut_out(if is_lease_lost { StopReason::Elsewhere } else { StopReason::Journal });
    }

    /// Waits until the journal is open again, and this server one of its members. What was served is forgotten: all of it is
    /// taken up anew.
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

    /// Renews the lease again and again, for as long as this is waited for; ends with why that is no longer possible. In a
    /// task of its own: what takes thousands of games up may keep its task busy for longer than a lease lasts.
    async fn renew_for_good(self: &Arc<Self>) -> JournalError {
        let cluster = Arc::clone(self);
        let mut renewing = JoinSet::new();
        renewing.spawn(async move {
            loop {
                let begun = cluster.clock.now();
                if let Err(error) = cluster.renew().await {
                    return error;
                }
                // What a server held that is not heard of any more is free at that moment, and not a while later.
                let lapse = cluster.directory.next_lapse().max(Monotonic(begun.0.saturating_add(SOONEST)));
                cluster.clock.reach(lapse.min(Monotonic(begun.0.saturating_add(RENEWAL)))).await;
            }
        });
        match renewing.join_next().await {
            Some(Ok(error)) => error,
            _ => FatalError::LeaseLost.into(),
        }
    }

    /// Renews the lease, and looks at all streams if something has changed or somebody has asked.
    async fn renew(&self) -> Result<(), JournalError> {
        let asked = self.clock.now();
        let renewal = self.membership()?.renew().await?;
        self.shut_out_lost()?;
        if self.directory.renewed(asked, renewal) {
            self.directory.looked(self.membership()?.holdings().await?);
        }
        Ok(())
    }

    /// Keeps the tokens as all servers have them; ends with why that is no longer possible.
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
                tracing::error!(%error, "the tokens cannot be shared");
                Ok(())
            }
        }
    }

    /// Ends at once what is served here whenever others may serve it by now. In a task of its own, as
    /// [`renew_for_good`](Self::renew_for_good) is.
    async fn watch_lease(self: &Arc<Self>) -> Infallible {
        let cluster = Arc::clone(self);
        let mut watching = JoinSet::new();
        watching.spawn(async move { cluster.shut_out_when_late().await });
        match watching.join_next().await {
            Some(Ok(never)) => match never {},
            // Nothing in it can fail.
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
                        "THE LEASE ON THE JOURNAL IS OVER: games may be served elsewhere, and are not served here"
                    );
                }
                if news.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
    }

    /// Lets nobody see or do anything here any more, for this reason. Whether there was something.
    fn shut_out(&self, stop_reason: StopReason) -> bool {
        let shut_out = self.served().map(|part| part.shut_out(stop_reason)).count();
        // Those on their way to another server are not served here, and would be again if they were told to stay.
        self.games.shut_out_dormant(stop_reason);
        shut_out > 0
    }

    /// Ends what is served here and lacks records that were answered, as another server has found since it was taken up: it is
    /// let go as if it could not have been read. Asked again and again, since it may have been on its way here.
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
                Served::Game(_) | Served::Dormant(_) => self.games.note_damage(stream.as_str(), &error),
            }
            part.shut_out(StopReason::Elsewhere);
        }
        Ok(())
    }

    /// Takes and gives whenever something was learned.
    async fn follow(&self, free: &mut Free) -> Infallible {
        let mut news = self.directory.news();
        loop {
            news.mark_unchanged();
            if !self.directory.is_late() {
                self.let_go().await;
                let done = match self.take_free(free).await {
                    Ok(()) if self.takes() => self.share_out(free).await,
                    Ok(()) => self.give_away().await,
                    failed => failed,
                };
                if let Err(error) = done {
                    tracing::error!(
                        error = &error as &dyn std::error::Error,
                        "games cannot be taken up; it is tried again"
                    );
                    self.after(PAUSES.1).await;
                    // What is free is no news to anybody.
                    continue;
                }
            }
            if news.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Lets go for good what was ended here, so that somebody takes it up.
    async fn let_go(&self) {
        let Ok(_giving) = self.giving.try_lock() else { return };
        let gone = self.games.gone().into_iter().chain(self.tournaments.gone());
        let gone: Vec<StreamId> = gone.collect();
        if gone.is_empty() {
            return;
        }
        let Ok(membership) = self.membership() else { return };
        match membership.release(gone, None).await {
            Ok(()) => self.forget_elsewhere(),
            // The next renewal fails as well.
            Err(error) => tracing::debug!(%error, "cannot let go"),
        }
    }

    /// Whether this server takes what is free. One that does not, gives away what it has.
    pub(super) fn takes(&self) -> bool {
        let me = self.directory.me();
        takers(&self.directory.members()).iter().any(|member| Some(member.id) == me)
    }

    /// Gives everything away that can go now.
    async fn give_away(&self) -> Result<(), StartError> {
        let Ok(_giving) = self.giving.try_lock() else { return Ok(()) };
        let mut units = self.by_unit(&self.units());
        // Where a window is open, it goes later.
        units.retain(|_, parts| !parts.iter().any(Served::is_window_open));
        self.give_all(units).await
    }

    /// Lets the games go in which nothing has happened yet and that others should have, once for each company that lasts: so
    /// servers that start one after the other share a contest that has not begun.
    async fn share_out(&self, free: &mut Free) -> Result<(), StartError> {
        let members = self.directory.members();
        let takers = takers(&members);
        let (company, since, is_shared) = &mut free.company;
        let now: BTreeSet<MemberId> = takers.iter().map(|member| member.id).collect();
        if *company != now {
            (*company, *since, *is_shared) = (now, self.clock.now(), false);
        }
        if *is_shared || self.clock.now().0 < since.0.saturating_add(LASTING) {
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

    /// Gives these units to the servers that should have them.
    async fn give_all(&self, units: BTreeMap<String, Vec<Served>>) -> Result<(), StartError> {
        let parts: Vec<Served> = units.into_values().flatten().collect();
        match self.give(&parts, None).await {
            Err(super::Error::Journal(error)) => Err(StartError::streams(error)),
            _ => Ok(()),
        }
    }

    /// All that is served here, by its unit.
    fn by_unit(&self, units: &Units) -> BTreeMap<String, Vec<Served>> {
        let mut served: BTreeMap<String, Vec<Served>> = BTreeMap::new();
        for part in self.served() {
            served.entry(units.unit(part.id().as_str()).to_owned()).or_default().push(part);
        }
        served
    }
}

/// Whether a server did not come to serving because its lease was over.
fn is_lease_lost(error: &anyhow::Error) -> bool {
    error.chain().any(|error| {
        let journal = error.downcast_ref::<JournalError>();
        let append = error.downcast_ref::<AppendError>();
        matches!(journal, Some(JournalError::Failed(FatalError::LeaseLost)))
            || matches!(append, Some(AppendError::Failed(FatalError::LeaseLost)))
    })
}

impl Served {
    /// Lets nobody see or do anything of it here any more.
    fn shut_out(&self, stop_reason: StopReason) {
        match self {
            Self::Game(game) => game.shut_out(stop_reason),
            Self::Event(event) => event.shut_out(stop_reason),
            Self::Dormant(game) => game.shut_out(stop_reason),
        }
    }
}
