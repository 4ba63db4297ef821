//! A connection to the database, configured so that its answers are durable.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl, StorageCause};
use tokio::task::JoinHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::DbError;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Row, Socket, Statement};

use crate::connection_config::{host_count, place};
use crate::statement_failure::StatementFailure;
use crate::tls::{Encrypted, Tls};

/// Suffix of the journal's application name for the members' connection.
pub(crate) const MEMBERS: &str = " member";

pub(crate) const LEASE: &str = " lease";

pub(crate) const CONFIRM: &str = " confirm";

const END: Duration = Duration::from_secs(2);

/// Number of retries of a statement that conflicted with others.
const TRIES: u32 = 3;

/// Settings of every connection. Synchronous commit makes answers durable here and on a synchronous copy.
/// Plans are made once, by index: statistics of a then small table would mislead.
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

/// Settings that are checked before the database is trusted.
const PROMISES: &str = "
    SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
           pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'";

pub(crate) struct Database {
    client: Client,
    warnings: Warnings,
    driver: JoinHandle<()>,
}

/// Warnings of the database since the last check.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Option<String>>>);

impl Database {
    /// Connects, and rejects a database that isn't durable. The purpose is appended to the application name.
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

    pub(crate) async fn close(self) {
        let Self { client, mut driver, .. } = self;
        drop(client);
        // The result of telling the database doesn't matter.
        drop(tokio::time::timeout(END, &mut driver).await);
    }

    pub(crate) async fn query(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        Ok(self.client.query(statement, parameters).await?)
    }

    /// Executes a statement like [`query`](Self::query) that changes something: with a warning it counts as
    /// failed.
    pub(crate) async fn change(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        let mut tries = TRIES;
        loop {
            self.warnings.take();
            let outcome = self.query(statement, parameters).await;
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

/// Returns the fault of a database with several hosts: a read-only one is more informative than an
/// unreachable one.
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

/// Drives the connection until it ends. A warning is recorded before the next answer is passed on.
async fn drive(mut connection: Connection<Socket, Encrypted>, warnings: Warnings) {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notice(notice)) => warnings.note(&notice),
            Ok(_) => {}
            // Waiting callers get an error.
            Err(_) => return,
        }
    }
}

/// Rejects a database that isn't durable or is read-only.
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

pub(crate) fn fault(error: tokio_postgres::Error) -> DatabaseFault {
    match error.as_db_error().map(|error| error.code().code().to_owned()) {
        // It is starting or shutting down.
        Some(code) if code.starts_with("57P") => DatabaseFault::Unreachable(StorageCause::new(error)),
        // Authentication, database name, permissions, resources.
        Some(code) if ["28", "3D", "42501", "53"].iter().any(|class| code.starts_with(class)) => {
            DatabaseFault::Refused(StorageCause::new(error))
        }
        Some(code) if code == "25006" => DatabaseFault::ReadOnly,
        Some(_) => DatabaseFault::Unusable(StorageCause::new(error)),
        None if message_chain(&error).contains("does not allow writes") => DatabaseFault::ReadOnly,
        None => DatabaseFault::Unreachable(StorageCause::new(error)),
    }
}

fn message_chain(error: &dyn std::error::Error) -> String {
    let behind = error.source().map(message_chain).unwrap_or_default();
    format!("{error} {behind}")
}
