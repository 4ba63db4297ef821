//! A connection to the database, set up so that what it answers is durable.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl, StorageCause};
use tokio::task::JoinHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::DbError;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Row, Socket, Statement};

use crate::place::{host_count, place};
use crate::statement_failure::StatementFailure;
use crate::tls::{Encrypted, Tls};

/// Suffix of the name of the members' connection after the journal's name, so that a database's list of connections tells them
/// apart.
pub(crate) const MEMBERS: &str = " member";

/// As [`MEMBERS`], what the connection of renewals is called.
pub(crate) const LEASE: &str = " lease";

/// As [`MEMBERS`], what the connection is called over which a member waits for a second copy to have what it has seen.
pub(crate) const CONFIRM: &str = " confirm";

/// How long a connection may take to end.
const END: Duration = Duration::from_secs(2);

/// Number of times that a statement is made again that others were in the way of.
const TRIES: u32 = 3;

/// Settings of every connection. Synchronous commit: an answer is durable here and, where there is a second copy,
/// there. Plans are made once, by the indexes: statistics of a table that was small when they were taken mislead.
const SETTINGS: &str = "
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET jit = off;
    SET statement_timeout = 0;
    SET lock_timeout = 0;
    SELECT set_config(name, 'on', false) FROM pg_settings
        WHERE name = 'synchronous_commit' AND setting <> 'remote_apply';
    SELECT set_config(name, '0', false) FROM pg_settings
        WHERE name IN ('idle_session_timeout', 'transaction_timeout');";

/// Settings that the database is asked for before it is trusted.
const PROMISES: &str = "
    SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
           pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'";

/// A connection.
pub(crate) struct Database {
    client: Client,
    warnings: Warnings,
    driver: JoinHandle<()>,
}

/// Warnings of the database since the last look.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Option<String>>>);

impl Database {
    /// Connects, and refuses a database that does not keep what it says it keeps. What it is for stands after the name
    /// under which the database lists it.
    pub(crate) async fn connect(url: &DatabaseUrl, purpose: &str) -> Result<Self, DatabaseFault> {
        let (mut config, tls) = place(url)?;
        let name = format!("{}{purpose}", config.get_application_name().unwrap_or_default());
        config.application_name(name);
        let connected = match config.connect(tls.clone()).await {
            Err(error) => Err(unanswered(config, tls, error).await),
            connected => connected.map_err(fault),
        };
        let (client, connection) = connected?;
        let warnings = Warnings::default();
        let driver = tokio::spawn(drive(connection, warnings.clone()));
        client.batch_execute(SETTINGS).await.map_err(fault)?;
        hold_to(&client.query_one(PROMISES, &[]).await.map_err(fault)?)?;
        Ok(Self { client, warnings, driver })
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn client_mut(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Lets the connection end.
    pub(crate) async fn close(self) {
        let Self { client, mut driver, .. } = self;
        drop(client);
        // The database is told; whether it hears does not matter.
        drop(tokio::time::timeout(END, &mut driver).await);
    }

    /// Returns the rows of a statement.
    pub(crate) async fn ask(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        Ok(self.client.query(statement, parameters).await?)
    }

    /// As [`ask`](Self::ask), by a statement that changes something: a warning on the way is no answer.
    pub(crate) async fn change(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        let mut tries = TRIES;
        loop {
            self.warnings.take();
            let outcome = self.ask(statement, parameters).await;
            if let Some(warning) = self.warnings.take() {
                return Err(StatementFailure::Warned(warning));
            }
            match outcome {
                Err(trouble) if trouble.may_be_tried_again() && tries > 0 => tries -= 1,
                outcome => return outcome,
            }
        }
    }
}

impl Warnings {
    fn note(&self, notice: &DbError) {
        // Class 01 is "successful completion with a warning".
        if notice.code().code().starts_with("01") {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(notice.message().to_owned());
        }
    }

    fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Returns the fault of a database that did not answer at one of several hosts: one that answers and takes no changes says
/// more than one that does not answer, whichever was asked last.
async fn unanswered(mut config: Config, tls: Tls, error: tokio_postgres::Error) -> DatabaseFault {
    let fault = fault(error);
    if !matches!(fault, DatabaseFault::Unreachable(_)) || host_count(&config) < 2 {
        return fault;
    }
    config.target_session_attrs(TargetSessionAttrs::ReadOnly);
    match config.connect(tls).await {
        Ok(_) => DatabaseFault::ReadOnly,
        Err(_) => fault,
    }
}

/// Sends and receives until the connection ends. A warning is noted before the answer that follows it is handed on.
async fn drive(mut connection: Connection<Socket, Encrypted>, warnings: Warnings) {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => warnings.note(&notice),
            Ok(_) => {}
            // Whoever waits for an answer hears of it.
            Err(_) => return,
        }
    }
}

/// Refuses a database that does not keep what it says it keeps, or takes nothing.
fn hold_to(promises: &Row) -> Result<(), DatabaseFault> {
    let text = |column: usize| {
        promises
            .try_get::<_, String>(column)
            .map_err(|error| DatabaseFault::Unusable(StorageCause::new(error)))
    };
    if promises.try_get(3).map_err(|error| DatabaseFault::Unusable(StorageCause::new(error)))? {
        return Err(DatabaseFault::ReadOnly);
    }
    for (column, setting) in [(0, "fsync"), (1, "full_page_writes")] {
        let found = text(column)?;
        if found != "on" {
            return Err(DatabaseFault::Unsafe { setting, found, needed: "on" });
        }
    }
    let found = text(2)?;
    if found != "on" && found != "remote_apply" {
        return Err(DatabaseFault::Unsafe { setting: "synchronous_commit", found, needed: "on" });
    }
    Ok(())
}

/// Returns the fault that keeps a database from being taken, by what it said.
pub(crate) fn fault(error: tokio_postgres::Error) -> DatabaseFault {
    match error.as_db_error().map(|error| error.code().code().to_owned()) {
        // It is starting or ending.
        Some(code) if code.starts_with("57P") => DatabaseFault::Unreachable(StorageCause::new(error)),
        // Who may come in, to which database, and what a role may do there.
        Some(code) if ["28", "3D", "42501", "53"].iter().any(|class| code.starts_with(class)) => {
            DatabaseFault::Refused(StorageCause::new(error))
        }
        Some(code) if code == "25006" => DatabaseFault::ReadOnly,
        Some(_) => DatabaseFault::Unusable(StorageCause::new(error)),
        None if told(&error).contains("does not allow writes") => DatabaseFault::ReadOnly,
        None => DatabaseFault::Unreachable(StorageCause::new(error)),
    }
}

/// An error with all that stands behind it.
fn told(error: &dyn std::error::Error) -> String {
    let behind = error.source().map(told).unwrap_or_default();
    format!("{error} {behind}")
}
