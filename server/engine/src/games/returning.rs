//! Games that go on and whose records are still being read after a start: they are known by their first record.
//!
//! A start waits for so many records and no more. With a longer history the server answers first: nothing happens in a game
//! before all of its records are read and verified, whoever asks for one waits for that one, which is read before all others,
//! and those that nobody asks for are read behind. A game's clock stands still until its game is back, as it did while the
//! server was down (`T`).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError};

use ishigaki_journal::StreamId;
use ishigaki_rules::Setup;
use ishigaki_scenarios::GameSpec;
use tokio::sync::{Mutex as AsyncMutex, Semaphore};

use super::{Error, Games};
use crate::engine::{self, Claimed, ClaimedGame, GameClaim, Running, StartError, SweepExtent, SweepPriority};

/// From so many records on a start does not wait until they are read: more than any contest of one day has, and read in a
/// small part of a second.
pub const AWAITED: u64 = 50_000;

/// Number of games that are read at once because somebody waits for them.
pub(super) const DEMANDED: usize = 4;

/// A game that is served here, and of which only the first record has been read.
pub struct Returning {
    id: StreamId,
    /// As its first record has it.
    setup: Setup,
    claim: GameClaim,
    /// Held while its engine is started, so that it starts once.
    turn: AsyncMutex<()>,
}

impl fmt::Debug for Returning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "returning game {}", self.id)
    }
}

impl Returning {
    fn of(game: &ClaimedGame) -> Arc<Self> {
        let (id, setup) = (game.id().clone(), game.setup().clone());
        Arc::new(Self { id, setup, claim: game.claim(), turn: AsyncMutex::default() })
    }

    pub(crate) fn id(&self) -> &StreamId {
        &self.id
    }

    /// Its set-up.
    pub(super) fn setup(&self) -> &Setup {
        &self.setup
    }
}

/// Games on their way back, with what has been read of them.
struct Return {
    games: Vec<(Arc<Returning>, ClaimedGame)>,
    /// Number of records of all games that are served.
    all: u64,
    share: SweepExtent,
}

impl Games {
    /// Serves these games, but for those that another server holds; those whose records are damaged, and why, as far as that is
    /// known when this returns. If they have many records, those that go on are returning then.
    pub(super) async fn serve_all(
        self: &Arc<Self>,
        specs: Vec<Arc<GameSpec>>,
        share: SweepExtent,
    ) -> Result<BTreeMap<String, StartError>, StartError> {
        let options = specs.iter().map(|spec| self.options(&spec.id, spec.setup.clone()));
        let options = options.collect::<Result<_, _>>()?;
        let (mut damaged, mut games, mut all) = (BTreeMap::new(), Vec::new(), 0);
        let claimed = engine::claim_all(&*self.context.journal, options).await?;
        for (spec, claimed) in specs.into_iter().zip(claimed) {
            all += claimed.as_ref().map_or(0, Claimed::records);
            match claimed {
                Ok(Claimed::Dormant(game)) => self.enter_dormant(game),
                Ok(Claimed::Game(game)) => {
                    let returning = Returning::of(&game);
                    self.table_mut().returning.insert(spec.id.clone(), Arc::clone(&returning));
                    games.push((returning, game));
                }
                Err(error) if error.is_held() => tracing::debug!(game = spec.id, "held by another server"),
                Err(error) => {
                    self.note_damage(&spec.id, &error);
                    damaged.insert(spec.id.clone(), error);
                }
            }
        }
        let due = games.iter().map(|(_, game)| game.records()).sum::<u64>();
        let back = Return { games, all, share };
        if due <= self.context.awaited_records {
            damaged.extend(Arc::clone(self).bring_all_back(back, SweepPriority::Awaited).await?);
        } else {
            // Not how many records: those of rounds that are not opened count the lists that were replaced (`A4`).
            tracing::info!(games = back.games.len(), "games that go on are read while the server answers");
            self.bring_back_behind(back);
        }
        Ok(damaged)
    }

    /// Brings games back while the server answers.
    fn bring_back_behind(self: &Arc<Self>, back: Return) {
        let (games, mut stop) = (Arc::clone(self), self.stop.clone());
        let began = self.context.clock.now();
        let task = tokio::spawn(async move {
            let reading = Arc::clone(&games).bring_all_back(back, SweepPriority::Behind);
            let read = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                read = reading => read,
            };
            let failure = match read {
                Ok(mut damaged) if games.are_all_damaged() => damaged.pop_first().map(|(_, error)| error),
                Ok(_) => None,
                Err(error) => Some(error),
            };
            if let Some(error) = failure {
                games.fail(error);
                return;
            }
            let took_ms = games.context.clock.now().0.saturating_sub(began.0);
            tracing::info!(took_ms, "all games that go on are back");
        });
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    /// Brings games back, each to be served as soon as its own records are read; those whose records are damaged, and why.
    async fn bring_all_back(
        self: Arc<Self>,
        Return { games, all, share }: Return,
        haste: SweepPriority,
    ) -> Result<BTreeMap<String, StartError>, StartError> {
        let (returning, mut claimed): (Vec<Arc<Returning>>, Vec<ClaimedGame>) = games.into_iter().unzip();
        if share == SweepExtent::Most {
            claimed = engine::read_together(&*self.context.journal, claimed, all, haste).await?;
        }
        let finishing = returning.into_iter().zip(claimed).map(|(returning, game)| {
            let games = Arc::clone(&self);
            async move {
                let outcome = games.bring_back(&returning, None, |_| Ok(game)).await;
                (returning.id().to_string(), outcome)
            }
        });
        let (mut damaged, mut failed) = (BTreeMap::new(), None);
        engine::side_by_side(finishing, |_, (id, outcome)| match outcome {
            Ok(()) => {}
            Err(error) if error.is_damage() => drop(damaged.insert(id, error)),
            Err(error) => failed = failed.take().or(Some(error)),
        })
        .await;
        failed.map_or(Ok(damaged), Err)
    }

    /// Brings a game back because somebody waits for it: it is read by itself, before all others.
    pub(super) async fn demand(&self, returning: &Arc<Returning>) -> Result<(), Error> {
        let id = returning.id().as_str();
        let planned = self.spec(id).ok_or_else(|| Error::UnknownGame(id.into()))?;
        let again = |claim| Ok(ClaimedGame::again(self.options(id, planned.setup.clone())?, claim));
        match self.bring_back(returning, Some(&self.demanded), again).await {
            Err(error) if error.is_damage() => Err(Error::Damaged(id.into())),
            other => Ok(other?),
        }
    }

    /// Serves a game that has been read, or is read now, unless somebody else has brought it back meanwhile. So many games are
    /// read at once as `room` has room for.
    async fn bring_back(
        &self,
        returning: &Arc<Returning>,
        room: Option<&Semaphore>,
        claimed: impl FnOnce(GameClaim) -> Result<ClaimedGame, StartError>,
    ) -> Result<(), StartError> {
        let id = returning.id().as_str();
        let _turn = returning.turn.lock().await;
        if !self.is_returning(returning) {
            return Ok(());
        }
        // After the turn: of all who wait for one game one takes room, or they would leave none for who waits for another.
        let _room = match room {
            // Nothing closes it.
            Some(room) => room.acquire().await.ok(),
            None => None,
        };
        match claimed(returning.claim.clone())?.start().await {
            Ok(running) => {
                if let Some(planned) = self.spec(id) {
                    Self::warn_of_changes(id, running.handle.setup(), &planned);
                }
                self.enter_returned(running);
                Ok(())
            }
            Err(error) if error.is_held() => {
                tracing::debug!(game = id, "held by another server");
                self.table_mut().returning.remove(id);
                Ok(())
            }
            Err(error) if error.is_damage() => {
                self.note_damage(id, &error);
                self.table_mut().returning.remove(id);
                Err(error)
            }
            Err(error) => Err(error),
        }
    }

    fn enter_returned(&self, running: Running) {
        let Running { handle, task } = running;
        let id = handle.id().to_string();
        tracing::info!(game = id, "served");
        let mut table = self.table_mut();
        table.returning.remove(&id);
        table.awake.insert(id, handle);
        drop(table);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    fn is_returning(&self, returning: &Arc<Returning>) -> bool {
        let table = self.table();
        table.returning.get(returning.id().as_str()).is_some_and(|known| Arc::ptr_eq(known, returning))
    }

    /// Returns how many games are returning.
    pub fn returning(&self) -> usize {
        self.table().returning.len()
    }

    /// Games cannot be brought back, for a reason that none of them has alone.
    fn fail(&self, error: StartError) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.failed.notify_one();
    }

    /// Ends when games cannot be brought back that the start has not waited for, with the reason: the server would not have
    /// started if it had.
    pub async fn failed(&self) -> StartError {
        loop {
            self.failed.notified().await;
            if let Some(error) = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return error;
            }
        }
    }
}
