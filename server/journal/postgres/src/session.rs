//! A session: the journal's statements over its first connection.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::engine::stream_sum;
use ishigaki_journal::{
    Checkpoints, DatabaseError, DatabaseUrl, Epoch, Error, Expected, Location, MemberId, Sequence, StreamId,
};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Statement};

use crate::batch::{BatchStreams, RefusedStream, StatementBatch};
use crate::database::{Database, MEMBERS, fault};
use crate::pooler;
use crate::rivals;
use crate::schema::{self, SchemaState};
use crate::statement_failure::StatementFailure;
use crate::statements::Statements;

/// Time without an answer after which a slow database is reported, repeatedly.
const SLOW: Duration = Duration::from_secs(2);

/// Query for remarks to the operator: processes that have the journal open without being members, and whether
/// this role could delete records.
const REMARKS: &str = "
    SELECT current_setting('synchronous_standby_names'), current_setting('data_checksums'),
           (SELECT count(*) FILTER (WHERE application_name = current_setting('application_name'))
                - count(*) FILTER (WHERE application_name <> current_setting('application_name'))
            FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                AND application_name IN (current_setting('application_name'), current_setting('application_name') || $1)),
           has_table_privilege('record', 'DELETE') OR has_table_privilege('record', 'TRUNCATE')";

pub(crate) struct Session {
    database: Database,
    statements: Statements,
}

pub(crate) struct StreamRow {
    pub(crate) number: i64,
    pub(crate) stream: StreamId,
    pub(crate) epoch: Epoch,
    pub(crate) head: Sequence,
}

/// Outcome of claims: the claimed streams, and the holders of the others. `None` if the claimer isn't a
/// member any more.
pub(crate) type Claimed = Option<Vec<(StreamId, Result<StreamRow, MemberId>)>>;

pub(crate) struct SurveyRow {
    pub(crate) row: StreamRow,
    pub(crate) count: u64,
    pub(crate) last: u64,
}

/// The list of streams has an invalid row.
pub(crate) struct BrokenRow(pub(crate) i64);

impl Session {
    /// Connects, checks that the database is safe and has a journal, and otherwise creates one if allowed.
    pub(crate) async fn open(url: &DatabaseUrl, expected: Expected) -> Result<Self, Error> {
        let failed = |fault| Error::from(DatabaseError { url: url.clone(), fault });
        pooler::refuse(url).await.map_err(failed)?;
        let (database, alone) = tokio::join!(Database::connect(url, ""), rivals::refuse(url));
        let mut database = database.map_err(failed)?;
        alone.map_err(failed)?;
        let gone =
            |is_empty| Error::Gone { location: Location::Postgres(url.clone()), is_empty, left: vec![] };
        let found = schema::find(database.client()).await.map_err(|error| failed(fault(error)))?;
        if found == SchemaState::Nothing && expected.is_journal() {
            return Err(gone(false));
        }
        let may_change = expected != Expected::JournalAsItIs;
        schema::bring(database.client_mut(), found, may_change).await.map_err(failed)?;
        let client = database.client();
        let statements = Statements::prepare(client).await.map_err(|error| failed(fault(error)))?;
        let remarks = client.query_one(REMARKS, &[&MEMBERS]).await.map_err(|error| failed(fault(error)))?;
        warn(url, &remarks).map_err(|error| failed(fault(error)))?;
        if expected.is_journal() {
            let written = "SELECT EXISTS (SELECT FROM record)";
            let row = client.query_one(written, &[]).await.map_err(|error| failed(fault(error)))?;
            if !row.get::<_, bool>(0) {
                return Err(gone(true));
            }
        }
        Ok(Self { database, statements })
    }

    pub(crate) async fn close(self) {
        self.database.close().await;
    }

    pub(crate) async fn survey(&self) -> Result<Vec<Result<SurveyRow, BrokenRow>>, StatementFailure> {
        let rows = self.query(&self.statements.survey, &[]).await?;
        let survey = |row: &Row| {
            let (count, last): (i64, i64) = (row.try_get(5)?, row.try_get(6)?);
            let (count, last) = (count.cast_unsigned(), last.cast_unsigned());
            Ok(stream_row(row)?.map(|row| SurveyRow { row, count, last }))
        };
        rows.iter().map(survey).collect()
    }

    /// The first missing record before a later one.
    pub(crate) async fn gap(&self, number: i64) -> Result<Option<Sequence>, StatementFailure> {
        let rows = self.query(&self.statements.gap, &[&number]).await?;
        rows.first().map(|row| Ok(Sequence(row.try_get::<_, i64>(0)?.cast_unsigned()))).transpose()
    }

    pub(crate) async fn streams(&self) -> Result<Vec<Result<StreamRow, BrokenRow>>, StatementFailure> {
        self.query(&self.statements.streams, &[]).await?.iter().map(stream_row).collect()
    }

    pub(crate) async fn named<'a>(
        &self,
        streams: impl Iterator<Item = &'a StreamId>,
    ) -> Result<Vec<Result<StreamRow, BrokenRow>>, StatementFailure> {
        let names: Vec<&[u8]> = streams.map(|stream| stream.as_str().as_bytes()).collect();
        self.query(&self.statements.named, &[&names]).await?.iter().map(stream_row).collect()
    }

    /// Claims streams in one statement, for a member or not; returns their new states.
    pub(crate) async fn claim(
        &self,
        mut streams: BTreeSet<StreamId>,
        member: Option<MemberId>,
    ) -> Result<Claimed, StatementFailure> {
        let member = member.map(|member| member.0.cast_signed());
        let mut claimed = Vec::with_capacity(streams.len());
        while !streams.is_empty() {
            let names: Vec<&[u8]> = streams.iter().map(|stream| stream.as_str().as_bytes()).collect();
            let sums: Vec<i64> = streams.iter().map(|stream| stream_sum(0, stream.as_str(), 0)).collect();
            let taken = self.change(&self.statements.claim, &[&names, &sums, &member]).await?;
            let missing = names.len() - taken.len();
            for row in &taken {
                let stream = taken_from(&mut streams, row)?;
                let (epoch, head): (i64, i64) = (row.try_get(2)?, row.try_get(3)?);
                let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
                let row = StreamRow { number: row.try_get(0)?, stream: stream.clone(), epoch, head };
                claimed.push((stream, Ok(row)));
            }
            if missing == 0 {
                break;
            }
            let names: Vec<&[u8]> = streams.iter().map(|stream| stream.as_str().as_bytes()).collect();
            let refused = self.query(&self.statements.refusal, &[&names, &member]).await?;
            if refused.len() != missing {
                return Err(StatementFailure::Senseless("a claim was not answered"));
            }
            for row in &refused {
                if !row.try_get(0)? {
                    return Ok(None);
                }
                // A stream without a holder was released in the meantime, and is claimed again.
                if let Some(holder) = row.try_get::<_, Option<i64>>(2)? {
                    let stream = taken_from(&mut streams, row)?;
                    claimed.push((stream, Err(MemberId(holder.cast_unsigned()))));
                }
            }
        }
        Ok(Some(claimed))
    }

    /// Writes a batch; returns the rejected streams by number with their states.
    pub(crate) async fn append(
        &self,
        batch: &StatementBatch,
    ) -> Result<BTreeMap<i64, RefusedStream>, StatementFailure> {
        let BatchStreams { numbers, epochs, expected, counts, sums, records } = batch.streams();
        let further = batch.further();
        let parameters: [&(dyn ToSql + Sync); 10] = [
            &numbers,
            &epochs,
            &expected,
            &counts,
            &sums,
            &records,
            &further.numbers,
            &further.places,
            &further.sums,
            &further.records,
        ];
        let rows = self.change(&self.statements.append, &parameters).await?;
        let row = rows.first().ok_or(StatementFailure::Senseless("an append was not answered"))?;
        let written: Vec<i64> = row.try_get::<_, Option<_>>(0)?.unwrap_or_default();
        if written.len() == numbers.len() {
            return Ok(BTreeMap::new());
        }
        let written: BTreeSet<i64> = written.into_iter().collect();
        let refused: Vec<i64> = numbers.into_iter().filter(|number| !written.contains(number)).collect();
        let rows = self.query(&self.statements.standing, &[&refused]).await?;
        let found = |row: &Row| {
            let (epoch, head): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
            let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
            Ok((row.try_get(0)?, RefusedStream { epoch, head }))
        };
        let found: BTreeMap<i64, RefusedStream> =
            rows.iter().map(found).collect::<Result<_, StatementFailure>>()?;
        if found.len() != refused.len() {
            return Err(StatementFailure::Senseless("a stream is not in the database any more"));
        }
        Ok(found)
    }

    /// Rows of a stream's records: sequence, checksum, bytes.
    pub(crate) async fn read(
        &self,
        number: i64,
        from: i64,
        end: i64,
        limit: i64,
    ) -> Result<Vec<Row>, StatementFailure> {
        self.query(&self.statements.read, &[&number, &from, &end, &limit]).await
    }

    /// Rows of all streams' records: stream, sequence, checksum, bytes.
    pub(crate) async fn sweep(
        &self,
        number: i64,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Row>, StatementFailure> {
        self.query(&self.statements.sweep, &[&number, &after, &limit]).await
    }

    pub(crate) async fn keep_checkpoint(
        &self,
        stream: &StreamId,
        checkpoint: &[u8],
    ) -> Result<bool, StatementFailure> {
        let (note, name) = (checkpoint_note(stream), stream.as_str().as_bytes());
        let kept = self.change(&self.statements.keep_checkpoint, &[&note, &checkpoint, &name]).await?;
        Ok(!kept.is_empty())
    }

    pub(crate) async fn checkpoints(
        &self,
        streams: BTreeSet<StreamId>,
    ) -> Result<Checkpoints, StatementFailure> {
        let mut notes: BTreeMap<Vec<u8>, StreamId> =
            streams.into_iter().map(|stream| (checkpoint_note(&stream), stream)).collect();
        let names: Vec<&[u8]> = notes.keys().map(Vec::as_slice).collect();
        let rows = self.query(&self.statements.checkpoints, &[&names]).await?;
        let mut checkpoints = Checkpoints::new();
        for row in &rows {
            if let Some(stream) = notes.remove(row.try_get::<_, &[u8]>(0)?) {
                checkpoints.insert(stream, Bytes::copy_from_slice(row.try_get(1)?));
            }
        }
        Ok(checkpoints)
    }

    async fn query(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        await_with_warning(self.database.query(statement, parameters)).await
    }

    async fn change(
        &self,
        statement: &Statement,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StatementFailure> {
        await_with_warning(self.database.change(statement, parameters)).await
    }
}

/// The name of a stream's checkpoint note. Members' notes have no line break in their names.
fn checkpoint_note(stream: &StreamId) -> Vec<u8> {
    format!("checkpoint\n{stream}").into_bytes()
}

/// Waits for an answer and reports if it takes long, because a wait for a missing copy has no time limit.
async fn await_with_warning<T>(answer: impl Future<Output = T>) -> T {
    let mut answer = pin!(answer);
    let mut seconds = 0;
    loop {
        tokio::select! {
            answer = &mut answer => return answer,
            () = tokio::time::sleep(SLOW) => {
                seconds += SLOW.as_secs();
                tracing::warn!(
                    seconds,
                    "the database does not answer: games wait. It is stopped, unreachable, or waits for a missing second copy"
                );
            }
        }
    }
}

fn warn(url: &DatabaseUrl, remarks: &Row) -> Result<(), tokio_postgres::Error> {
    if remarks.try_get::<_, String>(0)?.is_empty() {
        tracing::warn!(
            database = %url,
            "answers do not wait for a second copy (synchronous_standby_names is empty): if the database's machine is lost, \
             they are lost"
        );
    }
    if remarks.try_get::<_, String>(1)? == "off" {
        tracing::warn!(database = %url, "the database has no page checksums (initdb --data-checksums)");
    }
    let others: i64 = remarks.try_get(2)?;
    if others > 0 {
        tracing::warn!(
            database = %url,
            others,
            "other connections have this journal open without joining. A starting server joins soon; stop any other program"
        );
    }
    if remarks.try_get(3)? {
        tracing::warn!(
            database = %url,
            "this role can delete records; a role that can't is safer (docs/how-to/several-servers.md)"
        );
    }
    Ok(())
}

/// Removes the stream named in a row's second field.
fn taken_from(streams: &mut BTreeSet<StreamId>, row: &Row) -> Result<StreamId, StatementFailure> {
    let name = std::str::from_utf8(row.try_get(1)?).ok().and_then(|name| StreamId::new(name).ok());
    name.and_then(|name| streams.take(&name))
        .ok_or(StatementFailure::Senseless("a stream was claimed for nobody"))
}

/// The stream in a row that begins with number, name, epoch, head and checksum.
pub(crate) fn stream_row(row: &Row) -> Result<Result<StreamRow, BrokenRow>, StatementFailure> {
    let number: i64 = row.try_get(0)?;
    let (epoch, head, sum): (i64, i64, i64) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
    let name = std::str::from_utf8(row.try_get(1)?).ok();
    let name = name.filter(|name| stream_sum(0, name, 0) == sum);
    let stream = name.and_then(|name| StreamId::new(name).ok());
    let (epoch, head) = (Epoch(epoch.cast_unsigned()), Sequence(head.cast_unsigned()));
    Ok(stream.map(|stream| StreamRow { number, stream, epoch, head }).ok_or(BrokenRow(number)))
}
