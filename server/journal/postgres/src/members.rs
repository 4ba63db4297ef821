//! The members of a journal in a database, their leases and their streams.
//!
//! It has its own lazy connections, so that calls don't wait for appends. Queries and renewals use a separate
//! one, because changes wait for a missing copy, and a lease would expire during that wait. Renewals don't
//! wait for a disk: if a crash loses one, the lease just expires earlier.

mod statements;

use std::sync::{Arc, Mutex as SyncMutex, OnceLock, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::{
    DatabaseError, DatabaseFault, DatabaseUrl, Error, FatalError, Holding, Member, MemberId, Membership,
    Pending, Renewal, SharedNote, StorageCause, StreamId,
};
use tokio::runtime::Handle;
use tokio::sync::{Mutex, OnceCell};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::database::{CONFIRM, Database, LEASE, MEMBERS, fault};
use crate::session::{BrokenRow, StreamRow, stream_row};
use crate::statement_failure::StatementFailure;
use statements::MemberStatements;

#[derive(Clone, Debug, Default)]
pub(crate) struct LeaseState(Arc<SyncMutex<State>>);

#[derive(Clone, Copy, Debug, Default)]
enum State {
    /// It never joined.
    #[default]
    Alone,
    Joined(MemberId),
    Over,
}

impl LeaseState {
    /// The claiming member. Fails if it was a member and isn't any more.
    pub(crate) fn member(&self) -> Result<Option<MemberId>, FatalError> {
        match *self.state() {
            State::Alone => Ok(None),
            State::Joined(member) => Ok(Some(member)),
            State::Over => Err(FatalError::LeaseLost),
        }
    }

    pub(crate) fn end(&self) -> FatalError {
        *self.state() = State::Over;
        FatalError::LeaseLost
    }

    fn joined(&self) -> Result<i64, FatalError> {
        let member = self.member()?.ok_or(FatalError::LeaseLost)?;
        Ok(member.0.cast_signed())
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The members, as seen by one of them.
pub(crate) struct Members {
    url: DatabaseUrl,
    /// The journal's own runtime, so that answers don't depend on the caller's.
    runtime: Handle,
    standing: LeaseState,
    changes: OnceCell<Arc<Registry>>,
    looks: OnceCell<Arc<Registry>>,
    /// For calls that wait for a copy and change nothing, so that no other call waits or fails with them.
    confirms: Mutex<Option<Registry>>,
    /// Set once, never cleared.
    failure: OnceLock<FatalError>,
}

#[derive(Clone, Copy)]
enum ConnectionRole {
    /// Operation that may wait for a synchronous copy.
    Change,
    /// Operation that never waits.
    Look,
}

struct Registry {
    database: Database,
    statements: MemberStatements,
}

impl Members {
    pub(crate) fn new(url: &DatabaseUrl, runtime: Handle, standing: LeaseState) -> Self {
        let url = url.clone();
        Self {
            url,
            runtime,
            standing,
            changes: OnceCell::new(),
            looks: OnceCell::new(),
            confirms: Mutex::default(),
            failure: OnceLock::new(),
        }
    }

    /// Runs `work` over one of the connections on the journal's thread; `None` means the lease has expired.
    async fn run<T: Send + 'static, F>(
        &self,
        way: ConnectionRole,
        operation: &'static str,
        work: impl FnOnce(Arc<Registry>) -> F + Send,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<Option<T>, StatementFailure>> + Send + 'static,
    {
        if let Some(failure) = self.failure.get() {
            return Err(failure.clone().into());
        }
        let registry = self.registry(way, operation).await?;
        match self.runtime.spawn(work(Arc::clone(registry))).await {
            Ok(Ok(Some(answer))) => Ok(answer),
            Ok(Ok(None)) => Err(self.standing.end().into()),
            Ok(Err(trouble)) => Err(self.fail(operation, StorageCause::new(trouble.at(&self.url)))),
            Err(_) => Err(FatalError::Closed.into()),
        }
    }

    /// One of the connections, created on first use.
    async fn registry(&self, way: ConnectionRole, operation: &'static str) -> Result<&Arc<Registry>, Error> {
        match way {
            ConnectionRole::Change => self.changes.get_or_try_init(|| self.connect(operation, MEMBERS)).await,
            ConnectionRole::Look => self.looks.get_or_try_init(|| self.connect(operation, LEASE)).await,
        }
    }

    async fn connect(&self, operation: &'static str, purpose: &'static str) -> Result<Arc<Registry>, Error> {
        let url = self.url.clone();
        let connected =
            self.runtime.spawn(async move { Registry::connect(&url, purpose).await.map(Arc::new) });
        match connected.await {
            Ok(connected) => connected.map_err(|fault| {
                self.fail(operation, StorageCause::new(DatabaseError { url: self.url.clone(), fault }))
            }),
            Err(_) => Err(FatalError::Closed.into()),
        }
    }

    fn fail(&self, operation: &'static str, source: StorageCause) -> Error {
        self.failure.get_or_init(|| FatalError::Poisoned { doing: operation, source }).clone().into()
    }
}

impl Registry {
    async fn connect(url: &DatabaseUrl, purpose: &str) -> Result<Self, DatabaseFault> {
        let database = Database::connect(url, purpose).await?;
        let statements = MemberStatements::prepare(database.client()).await.map_err(fault)?;
        Ok(Self { database, statements })
    }

    async fn renew(&self, member: i64) -> Result<Option<Renewal>, StatementFailure> {
        let (database, statements) = (&self.database, &self.statements);
        let asker: [&(dyn ToSql + Sync); 1] = [&member];
        // Pipelined in one round trip.
        let (calmed, renewed, members, free) = tokio::join!(
            database.query(&statements.calm, &[]),
            database.query(&statements.renew, &asker),
            database.query(&statements.members, &asker),
            database.query(&statements.free, &asker),
        );
        calmed?;
        if renewed?.is_empty() {
            return Ok(None);
        }
        let members: Vec<Member> = members?.iter().map(member_row).collect::<Result<_, _>>()?;
        let mut free = holdings(&free?)?;
        // A lease may expire between the two answers, which must agree.
        let is_kept = |holder: MemberId| {
            members
                .iter()
                .any(|other| other.id == holder && other.is_alive && holder.0 != member.cast_unsigned())
        };
        free.retain(|holding| !holding.holder.is_some_and(is_kept));
        Ok(Some(Renewal { members, free }))
    }
}

impl Membership for Members {
    fn join(&self, address: &str, lease: Duration) -> Pending<'_, MemberId> {
        let address = address.to_owned();
        let lease = i64::try_from(lease.as_micros()).unwrap_or(i64::MAX);
        Box::pin(async move {
            if self.standing.member()?.is_some() {
                return Err(FatalError::LeaseLost.into());
            }
            let join = async move |registry: Arc<Registry>| {
                let (database, statements) = (&registry.database, &registry.statements);
                let rows = database.change(&statements.join, &[&address, &lease]).await?;
                let row = rows.first().ok_or(StatementFailure::Senseless("a join was not answered"))?;
                Ok(Some(MemberId(row.try_get::<_, i64>(0)?.cast_unsigned())))
            };
            self.registry(ConnectionRole::Look, "while joining").await?;
            let member = self.run(ConnectionRole::Change, "while joining", join).await?;
            *self.standing.state() = State::Joined(member);
            Ok(member)
        })
    }

    fn renew(&self) -> Pending<'_, Renewal> {
        Box::pin(async move {
            let member = self.standing.joined()?;
            self.run(ConnectionRole::Look, "while renewing a lease", async move |registry| {
                registry.renew(member).await
            })
            .await
        })
    }

    fn members(&self) -> Pending<'_, Vec<Member>> {
        Box::pin(self.run(ConnectionRole::Look, "while reading who is alive", async |registry| {
            // No member has the id 0.
            let rows = registry.database.query(&registry.statements.members, &[&0_i64]).await?;
            rows.iter().map(member_row).collect::<Result<_, _>>().map(Some)
        }))
    }

    fn holdings(&self) -> Pending<'_, Vec<Holding>> {
        Box::pin(self.run(ConnectionRole::Look, "while reading who holds what", async |registry| {
            let rows = registry.database.query(&registry.statements.holdings, &[]).await?;
            holdings(&rows).map(Some)
        }))
    }

    fn holdings_of(&self, streams: Vec<StreamId>) -> Pending<'_, Vec<Holding>> {
        Box::pin(self.run(ConnectionRole::Look, "while reading who holds what", async move |registry| {
            let names: Vec<&[u8]> = streams.iter().map(|stream| stream.as_str().as_bytes()).collect();
            let rows = registry.database.query(&registry.statements.holdings_of, &[&names]).await?;
            holdings(&rows).map(Some)
        }))
    }

    fn confirm(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let mut kept = self.confirms.lock().await;
            let (url, last) = (self.url.clone(), kept.take());
            let confirmed = self.runtime.spawn(async move {
                let registry = match last {
                    Some(registry) => registry,
                    None => Registry::connect(&url, CONFIRM).await?,
                };
                let written = registry.database.change(&registry.statements.confirm, &[]).await;
                written.map_err(|trouble| DatabaseFault::Unusable(StorageCause::new(trouble.at(&url))))?;
                Ok(registry)
            });
            let confirmed = confirmed.await.map_err(|_| FatalError::Closed)?;
            let failed = |fault| Error::from(DatabaseError { url: self.url.clone(), fault });
            *kept = Some(confirmed.map_err(failed)?);
            Ok(())
        })
    }

    fn release(&self, streams: Vec<StreamId>, to: Option<MemberId>) -> Pending<'_, ()> {
        Box::pin(async move {
            let member = self.standing.joined()?;
            let to = to.map(|to| to.0.cast_signed());
            self.run(ConnectionRole::Change, "while letting streams go", async move |registry| {
                let names: Vec<&[u8]> = streams.iter().map(|stream| stream.as_str().as_bytes()).collect();
                let statement = &registry.statements.release;
                let rows = registry.database.change(statement, &[&member, &to, &names]).await?;
                Ok((!rows.is_empty()).then_some(()))
            })
            .await
        })
    }

    fn drain(&self, member: MemberId, is_draining: bool) -> Pending<'_, bool> {
        let member = member.0.cast_signed();
        Box::pin(self.run(ConnectionRole::Change, "while draining a member", async move |registry| {
            let statement = &registry.statements.drain;
            let rows = registry.database.change(statement, &[&member, &is_draining]).await?;
            Ok(Some(!rows.is_empty()))
        }))
    }

    fn leave(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            let member = self.standing.joined()?;
            self.run(ConnectionRole::Change, "while leaving", async move |registry| {
                let rows = registry.database.change(&registry.statements.leave, &[&member]).await?;
                Ok((!rows.is_empty()).then_some(()))
            })
            .await?;
            self.standing.end();
            Ok(())
        })
    }

    fn note(&self, name: &str, known: u64) -> Pending<'_, Option<SharedNote>> {
        let (name, known) = (name.as_bytes().to_owned(), known.cast_signed());
        Box::pin(self.run(ConnectionRole::Look, "while reading a note", async move |registry| {
            let rows = registry.database.query(&registry.statements.note, &[&name, &known]).await?;
            let Some(row) = rows.first() else { return Ok(Some(None)) };
            let version = row.try_get::<_, i64>(0)?.cast_unsigned();
            Ok(Some(Some(SharedNote { version, bytes: Bytes::copy_from_slice(row.try_get(1)?) })))
        }))
    }

    fn write_note(&self, name: &str, known: u64, bytes: Bytes) -> Pending<'_, bool> {
        let name = name.as_bytes().to_owned();
        Box::pin(async move {
            let Ok(known) = i64::try_from(known) else { return Ok(false) };
            self.run(ConnectionRole::Change, "while writing a note", async move |registry| {
                let statement = &registry.statements.write_note;
                let rows = registry.database.change(statement, &[&name, &known, &&bytes[..]]).await?;
                Ok(Some(!rows.is_empty()))
            })
            .await
        })
    }
}

fn member_row(row: &Row) -> Result<Member, StatementFailure> {
    let seen: i64 = row.try_get(2)?;
    Ok(Member {
        id: MemberId(row.try_get::<_, i64>(0)?.cast_unsigned()),
        address: row.try_get(1)?,
        // A clock that was set back gives negative values.
        seen: Duration::from_micros(seen.max(0).cast_unsigned()),
        is_alive: row.try_get(3)?,
        is_draining: row.try_get(4)?,
        held: row.try_get::<_, i64>(5)?.cast_unsigned(),
    })
}

fn holdings(rows: &[Row]) -> Result<Vec<Holding>, StatementFailure> {
    let holding = |row: &Row| {
        let Ok(StreamRow { stream, head, .. }): Result<_, BrokenRow> = stream_row(row)? else {
            return Err(StatementFailure::Senseless("the list of streams is damaged"));
        };
        let holder = row.try_get::<_, Option<i64>>(5)?.map(|holder| MemberId(holder.cast_unsigned()));
        Ok(Holding { stream, head, holder, is_claimed: row.try_get(6)? })
    };
    rows.iter().map(holding).collect()
}
