//! A session: one connection to the database, set up so that what it answers is durable.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ishigaki_journal::engine::stream_sum;
use ishigaki_journal::{
    Cause, DatabaseError, DatabaseFault, DatabaseUrl, Epoch, Error, Expected, Location, Sequence, StreamId,
};
use tokio::task::JoinHandle;
use tokio_postgres::error::DbError;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, Row, Socket, Statement};

use crate::batch::{Batch, FoundStream};
use crate::place::place;
use crate::schema::{self, Found};
use crate::statements::Statements;
use crate::tls::Encrypted;
use crate::trouble::Trouble;

/// After how long without an answer it is told that the database takes its time, and how often again.
const SLOW: Duration = Duration::from_secs(2);

/// How often a statement is made again that others were in the way of.
const TRIES: u32 = 3;

/// What every session sets. Synchronous commit: an answer is durable here and, where there is a second copy, there.
/// Plans are made once, by the indexes: statistics of a table that was small when they were taken mislead.
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

/// What is asked of the database before it is trusted.
const PROMISES: &str = "
    SELECT current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
           current_setting('synchronous_standby_names'), current_setting('data_checksums'),
           pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'";

/// Who else has the journal open, and whether this role could take records away.
const COMPANY: &str = "
    SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()),
           has_table_privilege('record', 'DELETE') OR has_table_privilege('record', 'TRUNCATE')";

/// A connection.
pub(crate) struct Session {
    client: Client,
    statements: Statements,
    warnings: Warnings,
    driver: JoinHandle<()>,
}

/// What the database warned of since somebody looked.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Option<String>>>);

/// A stream's row.
pub(crate) struct StreamRow {
    pub(crate) number: i64,
    pub(crate) stream: StreamId,
    pub(crate) epoch: Epoch,
    pub(crate) head: Sequence,
}

/// A stream's row, and what there is of its records.
pub(crate) struct SurveyRow {
    pub(crate) row: StreamRow,
    pub(crate) count: u64,
    pub(crate) last: u64,
}

/// The list of streams has a row that cannot be believed.
pub(crate) struct BrokenRow(pub(crate) i64);

impl Session {
    /// Connects, looks whether the database is safe and has a journal, and makes one if that is all right.
    pub(crate) async fn open(url: &DatabaseUrl, expected: Expected) -> Result<Self, Error> {
        let failed = |fault| Error::from(DatabaseError { url: url.clone(), fault });
        let (config, tls) = place(url).map_err(failed)?;
        let (mut client, connection) = config.connect(tls).await.map_err(|error| failed(fault(error)))?;
        let warnings = Warnings::default();
        let driver = tokio::spawn(drive(connection, warnings.clone()));
        client.batch_execute(SETTINGS).await.map_err(|error| failed(fault(error)))?;
        let promises = client.query_one(PROMISES, &[]).await.map_err(|error| failed(fault(error)))?;
        hold_to(&promises).map_err(failed)?;
        let gone =
            |is_empty| Error::Gone { location: Location::Postgres(url.clone()), is_empty, left: vec![] };
        match schema::find(&client).await.map_err(|error| failed(fault(error)))? {
            Found::Nothing if expected == Expected::Journal => return Err(gone(false)),
            Found::Nothing => schema::make(&mut client).await.map_err(|error| failed(fault(error)))?,
            Found::Tables(schema::VERSION) => {}
            Found::Tables(found) => {
                return Err(failed(DatabaseFault::UnknownVersion { found, known: schema::VERSION }));
            }
            Found::Foreign => return Err(failed(DatabaseFault::Foreign)),
        }
        let statements = Statements::prepare(&client).await.map_err(|error| failed(fault(error)))?;
        let company = client.query_one(COMPANY, &[]).await.map_err(|error| failed(fault(error)))?;
        warn(url, &promises, &company).map_err(|error| failed(fault(error)))?;
        warnings.take();
        let session = Self { client, statements, warnings, driver };
        if expected == Expected::Journal {
            let written = "SELECT EXISTS (SELECT FROM record)";
            let row = session.client.query_one(written, &[]).await.map_err(|error| failed(fault(error)))?;
            if !row.get::<_, bool>(0) {
                return Err(gone(true));
            }
        }
        Ok(session)
    }

    /// Lets the connection end.
    pub(crate) async fn close(self) {
        let Self { client, mut driver, .. } = self;
        drop(client);
        // The database is told; whether it hears does not matter.
        drop(tokio::time::timeout(SLOW, &mut driver).await);
    }

    /// All streams, with what there is of their records.
    pub(crate) async fn survey(&self) -> Result<Vec<Result<SurveyRow, BrokenRow>>, Trouble> {
        let rows = self.ask(&self.statements.survey, &[]).await?;
        let survey = |row: &Row| {
            let (count, last): (i64, i64) = (row.try_get(5)?, row.try_get(6)?);
            let (count, last) = (count.cast_unsigned(), last.cast_unsigned());
            Ok(stream_row(row)?.map(|row| SurveyRow { row, count, last }))
        };
        rows.iter().map(survey).collect()
    }

    /// The first record that a stream lacks before a later one.
    pub(crate) async fn gap(&self, number: i64) -> Result<Option<Sequence>, Trouble> {
        let rows = self.ask(&self.statements.gap, &[&number]).await?;
        rows.first().map(|row| Ok(Sequence(row.try_get::<_, i64>(0)?.cast_unsigned()))).transpose()
    }

    /// All streams.
    pub(crate) async fn streams(&self) -> Result<Vec<Result<StreamRow, BrokenRow>>, Trouble> {
        self.ask(&self.statements.streams, &[]).await?.iter().map(stream_row).collect()
    }

    /// One stream, if there is one of that name.
    pub(crate) async fn stream(
        &self,
        stream: &StreamId,
    ) -> Result<Option<Result<StreamRow, BrokenRow>>, Trouble> {
        let rows = self.ask(&self.statements.stream, &[&stream.as_str().as_bytes()]).await?;
        rows.first().map(stream_row).transpose()
    }

    /// Takes a stream. Its number, epoch and head are as they are then.
    pub(crate) async fn claim(&self, stream: &StreamId) -> Result<StreamRow, Trouble> {
        let sum = stream_sum(0, stream.as_str(), 0);
        let rows = self.change(&self.statements.claim, &[&stream.as_str().as_bytes(), &sum]).await?;
        let row = rows.first().ok_or(Trouble::Senseless("a claim was not answered"))?;
        let (epoch, head): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
        let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
        Ok(StreamRow { number: row.try_get(0)?, stream: stream.clone(), epoch, head })
    }

    /// Writes a batch; gives its streams by number, as they were found.
    pub(crate) async fn append(&self, batch: &Batch) -> Result<BTreeMap<i64, FoundStream>, Trouble> {
        let bytes: Vec<&[u8]> = batch.records.iter().map(|record| &record[..]).collect();
        let parameters: [&(dyn ToSql + Sync); 8] = [
            &batch.numbers,
            &batch.epochs,
            &batch.expected,
            &batch.counts,
            &batch.streams,
            &batch.places,
            &batch.sums,
            &bytes,
        ];
        let rows = self.change(&self.statements.append, &parameters).await?;
        let found = |row: &Row| {
            let (epoch, head): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
            let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
            Ok((row.try_get(0)?, FoundStream { epoch, head, is_written: row.try_get(3)? }))
        };
        rows.iter().map(found).collect()
    }

    /// Rows of records of a stream: sequence, checksum, bytes.
    pub(crate) async fn read(
        &self,
        number: i64,
        from: i64,
        end: i64,
        limit: i64,
    ) -> Result<Vec<Row>, Trouble> {
        self.ask(&self.statements.read, &[&number, &from, &end, &limit]).await
    }

    /// Rows of records of all streams: stream, sequence, checksum, bytes.
    pub(crate) async fn sweep(&self, number: i64, after: i64, limit: i64) -> Result<Vec<Row>, Trouble> {
        self.ask(&self.statements.sweep, &[&number, &after, &limit]).await
    }

    async fn ask(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Trouble> {
        Ok(patiently(self.client.query(statement, parameters)).await?)
    }

    /// As [`ask`](Self::ask), by a statement that changes something: a warning on the way is no answer.
    async fn change(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Trouble> {
        let mut tries = TRIES;
        loop {
            self.warnings.take();
            let outcome = self.ask(statement, parameters).await;
            if let Some(warning) = self.warnings.take() {
                return Err(Trouble::Warned(warning));
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

/// Waits for an answer, and says so where it takes long: a wait for a second copy that is gone ends by no time limit.
async fn patiently<T>(answer: impl Future<Output = T>) -> T {
    let mut answer = pin!(answer);
    let mut seconds = 0;
    loop {
        tokio::select! {
            answer = &mut answer => return answer,
            () = tokio::time::sleep(SLOW) => {
                seconds += SLOW.as_secs();
                tracing::warn!(
                    seconds,
                    "THE DATABASE DOES NOT ANSWER: games wait. It is stopped or cannot be reached, or waits for a second copy \
                     that is missing"
                );
            }
        }
    }
}

/// Refuses a database that does not keep what it says it keeps, or takes nothing.
fn hold_to(promises: &Row) -> Result<(), DatabaseFault> {
    let text = |column: usize| {
        promises.try_get::<_, String>(column).map_err(|error| DatabaseFault::Unusable(Cause::new(error)))
    };
    if promises.try_get(5).map_err(|error| DatabaseFault::Unusable(Cause::new(error)))? {
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

/// Tells what an operator should know of a database that is taken.
fn warn(url: &DatabaseUrl, promises: &Row, company: &Row) -> Result<(), tokio_postgres::Error> {
    if promises.try_get::<_, String>(3)?.is_empty() {
        tracing::warn!(
            database = %url,
            "the database has no second copy that answers wait for (synchronous_standby_names is empty): with its machine \
             everything is lost that was answered"
        );
    }
    if promises.try_get::<_, String>(4)? == "off" {
        tracing::warn!(database = %url, "the database does not check its pages (initdb --data-checksums)");
    }
    let others: i64 = company.try_get(0)?;
    if others > 0 {
        tracing::warn!(
            database = %url,
            others,
            "others have this journal open: what is served here is taken from them"
        );
    }
    if company.try_get(1)? {
        tracing::warn!(
            database = %url,
            "this role could delete records; one that cannot is safer (server/deploy/cluster.md)"
        );
    }
    Ok(())
}

/// What keeps a database from being taken, by what it said.
pub(crate) fn fault(error: tokio_postgres::Error) -> DatabaseFault {
    match error.as_db_error().map(|error| error.code().code().to_owned()) {
        // It is starting or ending.
        Some(code) if code.starts_with("57P") => DatabaseFault::Unreachable(Cause::new(error)),
        // Who may come in, to which database, and what a role may do there.
        Some(code) if ["28", "3D", "42501", "53"].iter().any(|class| code.starts_with(class)) => {
            DatabaseFault::Refused(Cause::new(error))
        }
        Some(code) if code == "25006" => DatabaseFault::ReadOnly,
        Some(_) => DatabaseFault::Unusable(Cause::new(error)),
        None if told(&error).contains("does not allow writes") => DatabaseFault::ReadOnly,
        None => DatabaseFault::Unreachable(Cause::new(error)),
    }
}

/// An error with all that stands behind it.
fn told(error: &dyn std::error::Error) -> String {
    let behind = error.source().map(told).unwrap_or_default();
    format!("{error} {behind}")
}

fn stream_row(row: &Row) -> Result<Result<StreamRow, BrokenRow>, Trouble> {
    let number: i64 = row.try_get(0)?;
    let (epoch, head, sum): (i64, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
    let name = std::str::from_utf8(row.try_get(1)?).ok();
    let name = name.filter(|name| stream_sum(0, name, 0) == sum);
    let stream = name.and_then(|name| StreamId::new(name).ok());
    let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
    Ok(stream.map(|stream| StreamRow { number, stream, epoch, head }).ok_or(BrokenRow(number)))
}
