//! The statements of a journal, prepared once for each connection.

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error, Statement};

/// Condition that the member `m` is alive. It uses the time of the statement's snapshot, so that members that
/// renewed while the statement waited for a lock don't count as dead.
macro_rules! alive {
    () => {
        "(NOT m.is_gone AND m.seen + m.lease >= statement_timestamp())"
    };
}
pub(crate) use alive;

/// Claims the streams `$1` with the checksums `$2` for the member `$3` or none, creating new ones. Waits for
/// pending appends of earlier writers. Returns the claimed streams: none if the member isn't alive, and none
/// that are held by others. A holder that joined too late to be visible counts as alive. Rows are locked by
/// number, as in appends, and new ones are created by name; in a deadlock one side fails without changes.
const CLAIM: &str = concat!(
    "
    INSERT INTO stream (name, epoch, sum, holder, is_claimed)
    SELECT a.name, 1, a.sum, $3, $3 IS NOT NULL
    FROM unnest($1::bytea[], $2::bigint[]) AS a (name, sum) LEFT JOIN stream s ON s.name = a.name
    WHERE $3 IS NULL OR EXISTS (SELECT FROM member m WHERE m.number = $3 AND ",
    alive!(),
    ")
    ORDER BY s.number, a.name
    ON CONFLICT (name) DO UPDATE
    SET epoch = stream.epoch + 1, holder = excluded.holder, is_claimed = excluded.is_claimed
    WHERE excluded.holder IS NULL OR stream.holder IS NULL OR stream.holder = excluded.holder
        OR EXISTS (SELECT FROM member m WHERE m.number = stream.holder AND NOT ",
    alive!(),
    ")
    RETURNING number, name, epoch, head"
);

/// Query for why claims of the streams `$1` by the member `$2` failed: whether it is alive, and each holder.
const REFUSAL: &str = concat!(
    "
    SELECT EXISTS (SELECT FROM member m WHERE m.number = $2 AND ",
    alive!(),
    "), a.name, s.holder
    FROM unnest($1::bytea[]) AS a (name) LEFT JOIN stream s ON s.name = a.name"
);

/// Appends to many streams, each at most once: `$1` to `$6` are numbers, epochs, expected heads, record
/// counts, and checksum and bytes of each first record; `$7` to `$10` are streams, offsets from the expected
/// head, checksums and bytes of all further records. Returns the written streams. Most streams have one
/// record in a batch, which needs no join. Rows are locked in the order of `$1`; in a deadlock one side fails
/// without changes.
const APPEND: &str = "
    WITH moved AS (
        UPDATE stream s SET head = s.head + a.count
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])
            AS a (number, epoch, expected, count, sum, bytes)
        WHERE s.number = a.number AND s.epoch = a.epoch AND s.head = a.expected
        RETURNING s.number, a.epoch, a.expected, a.sum, a.bytes
    ), kept AS (
        INSERT INTO record (stream, sequence, epoch, sum, bytes)
        SELECT number, expected + 1, epoch, sum, bytes FROM moved
        UNION ALL
        SELECT m.number, m.expected + r.place, m.epoch, r.sum, r.bytes
        FROM moved m JOIN unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::bytea[]) AS r (number, place, sum, bytes)
        USING (number)
    )
    SELECT array_agg(number) FROM moved";

/// Query for the state of streams that weren't written.
const STANDING: &str = "SELECT number, epoch, head FROM stream WHERE number = ANY ($1)";

const NAMED: &str = "SELECT number, name, epoch, head, sum FROM stream WHERE name = ANY ($1)";

const STREAMS: &str = "SELECT number, name, epoch, head, sum FROM stream ORDER BY number";

/// All streams with number of records and last record, in one snapshot.
const SURVEY: &str = "
    SELECT s.number, s.name, s.epoch, s.head, s.sum, coalesce(r.count, 0), coalesce(r.last, 0)
    FROM stream s LEFT JOIN (
        SELECT stream AS number, count(*) AS count, max(sequence) AS last FROM record GROUP BY stream
    ) r USING (number) ORDER BY s.number";

/// The first missing record of a stream before a later one.
const GAP: &str = "
    SELECT place FROM (
        SELECT sequence, row_number() OVER (ORDER BY sequence) AS place FROM record WHERE stream = $1
    ) r WHERE sequence <> place ORDER BY place LIMIT 1";

/// Records of one stream in a range, with a limit.
const READ: &str = "
    SELECT sequence, sum, bytes FROM record
    WHERE stream = $1 AND sequence >= $2 AND sequence < $3 ORDER BY sequence LIMIT $4";

/// Records of all streams after a position, with a limit.
const SWEEP: &str = "
    SELECT stream, sequence, sum, bytes FROM record
    WHERE (stream, sequence) > ($1, $2) ORDER BY stream, sequence LIMIT $3";

/// Stores the text `$2` as the note `$1` if the stream `$3` exists. Returns a row if it did.
const KEEP_CHECKPOINT: &str = "
    INSERT INTO note (name, version, bytes) SELECT $1, 1, $2 WHERE EXISTS (SELECT FROM stream WHERE name = $3)
    ON CONFLICT (name) DO UPDATE SET version = note.version + 1, bytes = excluded.bytes
    RETURNING version";

const CHECKPOINTS: &str = "SELECT name, bytes FROM note WHERE name = ANY ($1)";

pub(crate) struct Statements {
    pub(crate) claim: Statement,
    pub(crate) refusal: Statement,
    pub(crate) append: Statement,
    pub(crate) standing: Statement,
    pub(crate) named: Statement,
    pub(crate) streams: Statement,
    pub(crate) survey: Statement,
    pub(crate) gap: Statement,
    pub(crate) read: Statement,
    pub(crate) sweep: Statement,
    pub(crate) keep_checkpoint: Statement,
    pub(crate) checkpoints: Statement,
}

impl Statements {
    pub(crate) async fn prepare(client: &Client) -> Result<Self, Error> {
        const NUMBER: Type = Type::INT8;
        const NUMBERS: Type = Type::INT8_ARRAY;
        const BYTES: Type = Type::BYTEA_ARRAY;
        let records = [NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, BYTES, NUMBERS, NUMBERS, NUMBERS, BYTES];
        Ok(Self {
            claim: client.prepare_typed(CLAIM, &[Type::BYTEA_ARRAY, NUMBERS, NUMBER]).await?,
            refusal: client.prepare_typed(REFUSAL, &[Type::BYTEA_ARRAY, NUMBER]).await?,
            append: client.prepare_typed(APPEND, &records).await?,
            standing: client.prepare_typed(STANDING, &[NUMBERS]).await?,
            named: client.prepare_typed(NAMED, &[Type::BYTEA_ARRAY]).await?,
            streams: client.prepare(STREAMS).await?,
            survey: client.prepare(SURVEY).await?,
            gap: client.prepare_typed(GAP, &[NUMBER]).await?,
            read: client.prepare_typed(READ, &[NUMBER, NUMBER, NUMBER, NUMBER]).await?,
            sweep: client.prepare_typed(SWEEP, &[NUMBER, NUMBER, NUMBER]).await?,
            keep_checkpoint: client.prepare_typed(KEEP_CHECKPOINT, &[Type::BYTEA; 3]).await?,
            checkpoints: client.prepare_typed(CHECKPOINTS, &[BYTES]).await?,
        })
    }
}
