//! Appends to PostgreSQL compared with one optimised batch statement in a loop: the same cluster, records and
//! grouping, in turns. `cargo bench -p ishigaki-journal-postgres` prints a table; add `-- 5` to set the
//! number of rounds.
#![expect(clippy::unwrap_used, reason = "a bench that cannot measure has nothing to say")]
#![expect(clippy::print_stdout, reason = "its output is the table")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use ishigaki_journal::{Append, DatabaseUrl, Expected, Journal as _, StreamClaim, StreamId};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, NoTls, Statement};

const TURN: Duration = Duration::from_millis(250);

/// Default number of rounds.
const ROUNDS: usize = 15;

const RECORD: usize = 200;

const BARE: &str = "
    WITH asked AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS a (number, expected)), moved AS (
        UPDATE bare_stream s SET head = s.head + 1 FROM asked a
        WHERE s.number = a.number AND s.epoch = 1 AND s.head = a.expected RETURNING s.number, a.expected
    ) INSERT INTO bare_record (stream, sequence, epoch, sum, bytes)
    SELECT m.number, m.expected + 1, 1, 0, r.bytes
    FROM moved m JOIN unnest($1::bigint[], $3::bytea[]) AS r (number, bytes) USING (number) RETURNING stream";

const TABLES: &str = "
    CREATE TABLE bare_stream (number bigint PRIMARY KEY, epoch bigint NOT NULL, head bigint NOT NULL) WITH (fillfactor = 50);
    CREATE TABLE bare_record (stream bigint, sequence bigint, epoch bigint NOT NULL, sum bigint NOT NULL, bytes bytea NOT NULL,
        PRIMARY KEY (stream, sequence));
    ALTER TABLE bare_record ALTER bytes SET STORAGE EXTERNAL;
    INSERT INTO bare_stream SELECT number, 1, 0 FROM generate_series(1, 128) AS number;
    SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET jit = off";

/// Query for the mean number of records per statement of the journal.
const GROUP: &str = "SELECT round(count(*)::numeric / count(DISTINCT xmin::text)) FROM record";

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let Some(cluster) = Cluster::shared() else { return };
    println!(
        "| in flight | bare statement, appends/s | journal, appends/s | ratio: least, middle, greatest | appends in a statement |"
    );
    println!("|--:|--:|--:|--:|--:|");
    for flight in [1, 16, 128] {
        let (mut bare, mut journal) = (BareStatement::new(cluster, flight), Writers::new(cluster, flight));
        let mut figures = Vec::new();
        for _ in 0..rounds {
            figures.push((bare.turn(), journal.turn()));
        }
        let group = &sql(&journal.url, GROUP)[0];
        let middle = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            (values[0], values[values.len() / 2], values[values.len() - 1])
        };
        let (_, bare, _) = middle(figures.iter().map(|(bare, _)| *bare).collect());
        let (_, journal, _) = middle(figures.iter().map(|(_, journal)| *journal).collect());
        let (least, ratio, greatest) = middle(figures.iter().map(|(bare, journal)| journal / bare).collect());
        println!("| {flight} | {bare:.0} | {journal:.0} | {least:.2}, {ratio:.2}, {greatest:.2} | {group} |");
    }
}

struct BareStatement {
    runtime: tokio::runtime::Runtime,
    client: Client,
    statement: Statement,
    numbers: Vec<i64>,
    heads: Vec<i64>,
}

impl BareStatement {
    fn new(cluster: &Cluster, flight: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (client, statement) = runtime.block_on(async {
            let (client, connection) =
                tokio_postgres::connect(cluster.place().reveal(), NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(TABLES).await.unwrap();
            let types = [Type::INT8_ARRAY, Type::INT8_ARRAY, Type::BYTEA_ARRAY];
            let statement = client.prepare_typed(BARE, &types).await.unwrap();
            (client, statement)
        });
        let numbers = (1..).take(flight).collect();
        Self { runtime, client, statement, numbers, heads: vec![0; flight] }
    }

    fn turn(&mut self) -> f64 {
        let Self { runtime, client, statement, numbers, heads } = self;
        let record = [7_u8; RECORD];
        let begin = Instant::now();
        let mut appends = 0_u32;
        runtime.block_on(async {
            while begin.elapsed() < TURN {
                let records = vec![&record[..]; numbers.len()];
                let rows = client.query(statement, &[numbers, heads, &records]).await.unwrap();
                assert_eq!(rows.len(), numbers.len());
                for head in heads.iter_mut() {
                    *head += 1;
                    appends += 1;
                }
            }
        });
        f64::from(appends) / begin.elapsed().as_secs_f64()
    }
}

struct Writers {
    runtime: tokio::runtime::Runtime,
    journal: PostgresJournal,
    url: DatabaseUrl,
    streams: Vec<(StreamId, StreamClaim)>,
}

impl Writers {
    fn new(cluster: &Cluster, flight: usize) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let url = cluster.place();
        let journal = PostgresJournal::open(&url, Expected::JournalOrNothing).unwrap();
        let streams = runtime.block_on(async {
            let mut streams = Vec::new();
            for number in 0..flight {
                let stream = StreamId::new(format!("game {number}")).unwrap();
                streams.push((stream.clone(), journal.claim(stream).await.unwrap()));
            }
            streams
        });
        Self { runtime, journal, url, streams }
    }

    fn turn(&mut self) -> f64 {
        let (stop, appends) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let begin = Instant::now();
        self.runtime.block_on(async {
            let writers: Vec<_> = std::mem::take(&mut self.streams)
                .into_iter()
                .map(|(stream, mut claim)| {
                    let (journal, stop, appends) =
                        (self.journal.clone(), Arc::clone(&stop), Arc::clone(&appends));
                    tokio::spawn(async move {
                        while !stop.load(Ordering::Relaxed) {
                            let records = vec![Bytes::from_static(&[7; RECORD])];
                            let (stream, expected) = (stream.clone(), claim.head);
                            let append = Append { stream, epoch: claim.epoch, expected, records };
                            claim.head = journal.append(append).await.unwrap();
                            appends.fetch_add(1, Ordering::Relaxed);
                        }
                        (stream, claim)
                    })
                })
                .collect();
            tokio::time::sleep(TURN).await;
            stop.store(true, Ordering::Relaxed);
            for writer in writers {
                self.streams.push(writer.await.unwrap());
            }
        });
        f64::from(appends.load(Ordering::Relaxed)) / begin.elapsed().as_secs_f64()
    }
}
