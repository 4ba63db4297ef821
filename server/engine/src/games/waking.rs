//! Games on their way between memory and their checkpoints: they are put away, and brought back.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use ishigaki_journal::StreamId;
use ishigaki_rules::Millis;

use super::dormant::{Dormant, ListedGame};
use super::{Error, Games, recorded};
use crate::checkpoint::Checkpoint;
use crate::clock::{Monotonic, Wakeup};
use crate::engine::{self, Departure, Handle, Running, StartError};

impl Games {
    /// A game that is served here, brought back if it is dormant or returning: after that its feeds and its record are as they
    /// were. Of several who ask at once all wait for one.
    ///
    /// # Errors
    /// If its records are damaged, or the journal does not give them.
    pub async fn wake(&self, id: &str) -> Result<Option<Handle>, Error> {
        loop {
            let dormant = match self.find(id) {
                Some(ListedGame::Awake(game)) => return Ok(Some(game)),
                Some(ListedGame::Dormant(dormant)) => dormant,
                Some(ListedGame::Returning(returning)) => {
                    self.demand(&returning).await?;
                    continue;
                }
                None => return Ok(None),
            };
            let _one_at_a_time = dormant.waking.lock().await;
            if !self.is_dormant(&dormant) {
                continue;
            }
            let spec = self.spec(id).ok_or_else(|| Error::UnknownGame(id.into()))?;
            match engine::wake(self.options(id, spec.setup.clone())?, &dormant.game).await {
                Ok(running) => {
                    if !dormant.is_verified() {
                        Self::warn_of_changes(id, running.handle.setup(), &spec);
                    }
                    let woken = self.exchange(&dormant, running);
                    if woken.is_none() {
                        // It was let go meanwhile, perhaps before this claim of it: then nobody else can take it, and nobody
                        // here serves it.
                        self.give_up(&dormant).await;
                    }
                    return Ok(woken);
                }
                Err(error) if error.is_held() => {
                    // Another server has it, whatever was known here.
                    dormant.depart(Departure::Now);
                    return Ok(None);
                }
                Err(error) if error.is_damage() => {
                    self.found_damaged(&dormant, &error).await;
                    return Err(Error::Damaged(id.into()));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Returns whether this is a game that is served here, and dormant.
    fn is_dormant(&self, dormant: &Arc<Dormant>) -> bool {
        let table = self.table();
        let known = table.dormant.get(dormant.id().as_str());
        known.is_some_and(|known| Arc::ptr_eq(known, dormant)) && !dormant.is_elsewhere()
    }

    /// Puts a running engine in the place of the dormant game, unless that has gone to another server meanwhile.
    fn exchange(&self, dormant: &Arc<Dormant>, running: Running) -> Option<Handle> {
        let Running { handle, task } = running;
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        let mut table = self.table_mut();
        let id = handle.id().as_str();
        if !table.dormant.contains_key(id) || !dormant.wakes(&handle) {
            handle.depart(Departure::Now);
            return None;
        }
        table.dormant.remove(id);
        table.awake.insert(id.to_owned(), handle.clone());
        tracing::info!(game = id, "over, and back in memory because somebody asks for it");
        Some(handle)
    }

    /// The ids of the games that could be dormant at this moment.
    pub(super) fn quiet(&self) -> BTreeSet<String> {
        let table = self.table();
        let quiet = table.awake.iter().filter(|(_, game)| game.dormant().is_some());
        quiet.map(|(id, _)| id.clone()).collect()
    }

    /// Keeps no more of a game in memory than its checkpoint, if it can be dormant. Whether it is.
    pub(super) fn hibernate(&self, id: &str) -> bool {
        // Nobody gets a handle while this is held.
        let mut table = self.table_mut();
        let Some((handle, game)) = table.awake.get(id).and_then(|game| Some((game, game.dormant()?))) else {
            return false;
        };
        handle.depart(Departure::Now);
        table.awake.remove(id);
        table.dormant.insert(id.to_owned(), Dormant::new(game, true));
        drop(table);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).retain(|task| !task.is_finished());
        true
    }

    /// The dormant games whose records have not been read since the server started, by id.
    pub(super) fn unverified(&self) -> Vec<Arc<Dormant>> {
        let table = self.table();
        table.dormant.values().filter(|game| !game.is_verified()).cloned().collect()
    }

    /// Returns how many games are dormant, and how many of them have not been verified since the server started.
    pub fn dormant(&self) -> (usize, usize) {
        let table = self.table();
        (table.dormant.len(), table.dormant.values().filter(|game| !game.is_verified()).count())
    }

    /// A dormant game's records are damaged or cannot be read: it is not served any more, here or, where
    /// there are others, until one of them can read it.
    pub(super) async fn found_damaged(&self, dormant: &Arc<Dormant>, error: &StartError) {
        self.note_damage(dormant.id().as_str(), error);
        self.give_up(dormant).await;
    }

    /// Serves a dormant game no longer, and lets other servers have it, if there are any and this one holds it.
    async fn give_up(&self, dormant: &Arc<Dormant>) {
        self.table_mut().dormant.retain(|_, known| !Arc::ptr_eq(known, dormant));
        if let Some(membership) = self.context.journal.membership()
            && let Err(error) = membership.release(vec![dormant.id().clone()], None).await
        {
            tracing::debug!(%error, "cannot let go");
        }
    }

    /// The games of the journal that are over by their checkpoints and that nobody names.
    pub(super) async fn known_to_be_over(&self) -> Result<BTreeSet<String>, StartError> {
        let unnamed = recorded(&self.context).await?.into_iter().filter(|game| self.spec(game).is_none());
        let unnamed: BTreeSet<StreamId> = unnamed.filter_map(|game| StreamId::new(game).ok()).collect();
        let key = self.context.key.journal();
        let kept = self.context.journal.checkpoints(unnamed).await.map_err(StartError::streams)?;
        let over = kept.into_iter().filter(|(game, kept)| Checkpoint::decode(kept, key, game).is_some());
        Ok(over.map(|(game, _)| game.to_string()).collect())
    }

    /// Ends when so much time has passed.
    pub(super) fn after(&self, span: Millis) -> Wakeup {
        let clock = &self.context.clock;
        clock.reach(Monotonic(clock.now().0.saturating_add(span.0)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use bytes::Bytes;
    use futures_core::future::BoxFuture;
    use ishigaki_journal::{
        Append, AppendError, Checkpoints, Error as JournalError, FatalError, Holding, Journal, Member,
        MemberId, Membership, MemoryJournal, Pending, Record, Renewal, Sequence, SharedNote, StreamClaim,
    };
    use ishigaki_rules::{Act, Actor};
    use ishigaki_scenarios::Contest;
    use tokio::sync::watch;

    use super::*;
    use crate::clock::SystemClock;
    use crate::directory::Directory;
    use crate::entropy::SystemEntropy;
    use crate::games::GameContext;
    use crate::key::ServerKey;
    use crate::meter::Meter;
    use crate::required_copy::CopyConfirmations;
    use crate::spool::Spool;
    use crate::stop_reason::StopReason;

    const CONTEST: &str = r#"
        team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
        game = [{ id = "g", scenario = "tiny-2" }]
    "#;

    /// A journal that others have open as well, and whose claims wait while it is said so.
    struct SharedJournal {
        records: MemoryJournal,
        /// Whether claims are answered.
        answers: watch::Sender<bool>,
        /// How many claims were made.
        claims: watch::Sender<u32>,
        /// Who has everything, if that is somebody else.
        holder: Mutex<Option<MemberId>>,
        released: Mutex<Vec<StreamId>>,
    }

    impl Journal for SharedJournal {
        fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
            Box::pin(async move {
                self.claims.send_modify(|claims| *claims += 1);
                self.answers.subscribe().wait_for(|answers| *answers).await.unwrap();
                let holder = *self.holder.lock().unwrap();
                match holder {
                    Some(holder) => Err(JournalError::Held { stream, holder }),
                    None => self.records.claim(stream).await,
                }
            })
        }

        fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
            self.records.append(append)
        }

        fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
            self.records.read(stream, from, limit)
        }

        fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
            self.records.keep_checkpoint(stream, checkpoint)
        }

        fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
            self.records.checkpoints(streams)
        }

        fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
            self.records.streams()
        }

        fn membership(&self) -> Option<&dyn Membership> {
            Some(self)
        }
    }

    /// Nobody asks for these here.
    fn unasked<T: Send + 'static>() -> Pending<'static, T> {
        Box::pin(std::future::ready(Err(FatalError::Closed.into())))
    }

    impl Membership for SharedJournal {
        fn join(&self, _: &str, _: Duration) -> Pending<'_, MemberId> {
            unasked()
        }

        fn renew(&self) -> Pending<'_, Renewal> {
            unasked()
        }

        fn members(&self) -> Pending<'_, Vec<Member>> {
            unasked()
        }

        fn holdings(&self) -> Pending<'_, Vec<Holding>> {
            unasked()
        }

        fn holdings_of(&self, _: Vec<StreamId>) -> Pending<'_, Vec<Holding>> {
            unasked()
        }

        fn release(&self, streams: Vec<StreamId>, _: Option<MemberId>) -> Pending<'_, ()> {
            self.released.lock().unwrap().extend(streams);
            Box::pin(std::future::ready(Ok(())))
        }

        fn drain(&self, _: MemberId, _: bool) -> Pending<'_, bool> {
            unasked()
        }

        fn leave(&self) -> Pending<'_, ()> {
            unasked()
        }

        fn note(&self, _: &str, _: u64) -> Pending<'_, Option<SharedNote>> {
            unasked()
        }

        fn write_note(&self, _: &str, _: u64, _: Bytes) -> Pending<'_, bool> {
            unasked()
        }
    }

    /// One of several servers, with a game that is over and dormant.
    struct DormantFixture {
        games: Arc<Games>,
        journal: Arc<SharedJournal>,
        _stop: watch::Sender<bool>,
    }

    impl DormantFixture {
        async fn with_a_dormant_game() -> Self {
            let journal = Arc::new(SharedJournal {
                records: MemoryJournal::new(),
                answers: watch::Sender::new(true),
                claims: watch::Sender::new(0),
                holder: Mutex::default(),
                released: Mutex::default(),
            });
            let context = GameContext {
                journal: Arc::clone(&journal) as _,
                clock: Arc::new(SystemClock::new()),
                entropy: Arc::new(SystemEntropy),
                key: Arc::new(ServerKey::make(&SystemEntropy).unwrap()),
                meter: Meter::default(),
                spool: Spool::default(),
                copies: CopyConfirmations::default(),
                awaited_records: u64::MAX,
            };
            let stop = watch::Sender::new(false);
            let contest = Contest::parse("contest.toml", CONTEST).unwrap();
            let directory = Directory::shared(Arc::clone(&context.clock));
            let games = Arc::new(Games::among(contest, context, stop.subscribe(), directory));
            games.take(&BTreeSet::from(["g".to_owned()])).await.unwrap();
            let abandon = Act::Abandon { reason: "over".into() };
            games.get("g").unwrap().act("judge", Actor::Judge, abandon).await.unwrap();
            while !games.hibernate("g") {
                tokio::task::yield_now().await;
            }
            Self { games, journal, _stop: stop }
        }

        fn dormant(&self) -> Arc<Dormant> {
            match self.games.find("g") {
                Some(ListedGame::Dormant(dormant)) => dormant,
                other => panic!("{other:?}"),
            }
        }

        fn released(&self) -> Vec<String> {
            self.journal.released.lock().unwrap().iter().map(ToString::to_string).collect()
        }
    }

    #[tokio::test]
    async fn a_game_that_is_given_away_while_it_wakes_is_not_kept_from_others() {
        let place = DormantFixture::with_a_dormant_game().await;
        let dormant = place.dormant();
        place.journal.answers.send_replace(false);
        place.journal.claims.send_replace(0);
        let games = Arc::clone(&place.games);
        let waking = tokio::spawn(async move { games.wake("g").await });
        place.journal.claims.subscribe().wait_for(|claims| *claims > 0).await.unwrap();
        // It is let go before the claim, which makes this server its holder again.
        dormant.depart(Departure::WhenCalm);
        assert!(dormant.is_elsewhere());
        place.games.forget(|stop_reason| stop_reason == StopReason::Elsewhere);
        assert!(place.released().is_empty());
        place.journal.answers.send_replace(true);
        assert!(waking.await.unwrap().unwrap().is_none());
        assert!(place.games.find("g").is_none() && place.games.served().is_empty());
        assert_eq!(place.released(), ["g"], "nobody would serve it, and nobody else could");
    }

    #[tokio::test]
    async fn a_game_that_another_server_has_is_not_listed_here_any_more() {
        let place = DormantFixture::with_a_dormant_game().await;
        *place.journal.holder.lock().unwrap() = Some(MemberId(7));
        assert!(place.games.wake("g").await.unwrap().is_none());
        assert!(place.games.find("g").is_none(), "whoever asks is told where it is");
        assert_eq!(place.games.gone().len(), 1, "and it is forgotten soon");
    }

    #[tokio::test]
    async fn whoever_gives_a_dormant_game_away_gives_away_what_serves_it_since() {
        let place = DormantFixture::with_a_dormant_game().await;
        let dormant = place.dormant();
        let game = place.games.wake("g").await.unwrap().unwrap();
        assert!(!dormant.is_elsewhere() && dormant.stop_reason().is_none());
        dormant.depart(Departure::WhenCalm);
        dormant.closed().await;
        assert!(dormant.is_elsewhere() && game.is_elsewhere());
        assert!(place.games.find("g").is_none());

        let place = DormantFixture::with_a_dormant_game().await;
        let dormant = place.dormant();
        let game = place.games.wake("g").await.unwrap().unwrap();
        dormant.shut_out(StopReason::Journal);
        assert_eq!(game.feeds().stop_reason(), Some(StopReason::Journal));
    }
}
