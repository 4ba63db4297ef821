//! The statements of membership, prepared once.

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error, Statement};

use crate::statements::alive;

/// Lets the transaction end without waiting for a disk: a crash may forget it, and its locks are held
/// briefly.
macro_rules! unawaited {
    () => {
        "set_config('synchronous_commit', 'off', true)"
    };
}

/// Joins with the address `$1` and a lease of `$2` microseconds; an earlier member there is gone.
const JOIN: &str = "
    WITH replaced AS (
        UPDATE member SET is_gone = true WHERE address = $1 AND NOT is_gone
    )
    INSERT INTO member (address, seen, lease) VALUES ($1, clock_timestamp(), $2 * interval '1 microsecond')
    RETURNING number";

/// Renews a member's valid lease. Waits for no disk, local or remote.
const RENEW: &str = concat!(
    "
    UPDATE member m SET seen = statement_timestamp() WHERE m.number = $1 AND ",
    alive!(),
    " RETURNING ",
    unawaited!()
);

/// Resets leases written by another clock: of a promoted copy, or of this one before it was set back. Live
/// members renew, and dead ones are gone after one lease. Waits for no disk and no renewal.
const CALM: &str = concat!(
    "
    UPDATE member SET seen = statement_timestamp() WHERE number IN (
        SELECT number FROM member WHERE NOT is_gone AND seen > statement_timestamp() + lease
        ORDER BY number FOR UPDATE SKIP LOCKED
    ) RETURNING ",
    unawaited!()
);

/// All recent members, including the caller `$1`, which has just renewed.
const MEMBERS: &str = concat!(
    "
    SELECT m.number, m.address, (extract(epoch FROM statement_timestamp() - m.seen) * 1000000)::bigint, ",
    alive!(),
    ", m.is_draining, coalesce(h.held, 0)
    FROM member m LEFT JOIN (
        SELECT holder, count(*) AS held FROM stream WHERE holder IS NOT NULL GROUP BY holder
    ) h ON h.holder = m.number
    WHERE NOT m.is_gone AND (m.number = $1 OR h.held > 0 OR m.seen > statement_timestamp() - interval '10 minutes')
    ORDER BY m.number"
);

/// The streams that the member `$1` may claim, each case by an index.
const FREE: &str = concat!(
    "
    SELECT number, name, epoch, head, sum, holder, is_claimed FROM (
        SELECT * FROM stream WHERE holder IS NULL
        UNION ALL
        SELECT * FROM stream WHERE holder = $1 AND NOT is_claimed
        UNION ALL
        SELECT s.* FROM member m JOIN stream s ON s.holder = m.number WHERE m.number <> $1 AND NOT ",
    alive!(),
    ") free ORDER BY name"
);

const HOLDINGS: &str = "SELECT number, name, epoch, head, sum, holder, is_claimed FROM stream ORDER BY name";

/// The streams of the names `$1` with their holders.
const HOLDINGS_OF: &str = "
    SELECT number, name, epoch, head, sum, holder, is_claimed FROM stream WHERE name = ANY ($1) ORDER BY name";

/// Releases streams of the member `$1` with names in `$3`, to `$2` or to any. Returns a row if it is alive.
/// Rows are locked in the order of appends.
const RELEASE: &str = concat!(
    "
    WITH me AS (
        SELECT m.number FROM member m WHERE m.number = $1 AND ",
    alive!(),
    "), mine AS (
        SELECT s.number FROM stream s
        WHERE s.holder = $1 AND s.name = ANY ($3) AND EXISTS (SELECT FROM me) ORDER BY s.number FOR NO KEY UPDATE
    ), freed AS (
        UPDATE stream s SET holder = $2, is_claimed = false FROM mine WHERE s.number = mine.number
    )
    SELECT number FROM me"
);

/// Sets whether a live member drains. Waits for no disk, because its renewals would wait for the row.
const DRAIN: &str = concat!(
    "UPDATE member m SET is_draining = $2 WHERE m.number = $1 AND ",
    alive!(),
    " RETURNING m.number, ",
    unawaited!()
);

/// Releases all streams of a member, which then leaves. Returns a row if it was alive.
const LEAVE: &str = concat!(
    "
    WITH me AS (
        UPDATE member m SET is_gone = true WHERE m.number = $1 AND ",
    alive!(),
    " RETURNING m.number
    ), mine AS (
        SELECT s.number FROM stream s
        WHERE s.holder = $1 AND EXISTS (SELECT FROM me) ORDER BY s.number FOR NO KEY UPDATE
    ), freed AS (
        UPDATE stream s SET holder = NULL, is_claimed = false FROM mine WHERE s.number = mine.number
    )
    SELECT number FROM me"
);

/// One note, if its version isn't `$2`.
const NOTE: &str = "SELECT version, bytes FROM note WHERE name = $1 AND version <> $2";

/// Writes a note with the version `$2`, 0 for none. Returns a row if it did.
const WRITE_NOTE: &str = "
    WITH made AS (
        INSERT INTO note (name, version, bytes) SELECT $1, 1, $3 WHERE $2 = 0 ON CONFLICT (name) DO NOTHING
        RETURNING version
    ), changed AS (
        UPDATE note SET version = version + 1, bytes = $3 WHERE name = $1 AND version = $2 RETURNING version
    )
    SELECT version FROM made UNION ALL SELECT version FROM changed";

/// Writes something without touching a table; waiting for it waits for all earlier commits.
const CONFIRM: &str = "SELECT pg_logical_emit_message(true, 'ishigaki', '')";

pub(super) struct MemberStatements {
    pub(super) join: Statement,
    pub(super) calm: Statement,
    pub(super) renew: Statement,
    pub(super) members: Statement,
    pub(super) free: Statement,
    pub(super) holdings: Statement,
    pub(super) holdings_of: Statement,
    pub(super) confirm: Statement,
    pub(super) release: Statement,
    pub(super) drain: Statement,
    pub(super) leave: Statement,
    pub(super) note: Statement,
    pub(super) write_note: Statement,
}

impl MemberStatements {
    pub(super) async fn prepare(client: &Client) -> Result<Self, Error> {
        const NUMBER: Type = Type::INT8;
        const NAME: Type = Type::BYTEA;
        Ok(Self {
            join: client.prepare_typed(JOIN, &[Type::TEXT, NUMBER]).await?,
            calm: client.prepare(CALM).await?,
            renew: client.prepare_typed(RENEW, &[NUMBER]).await?,
            members: client.prepare_typed(MEMBERS, &[NUMBER]).await?,
            free: client.prepare_typed(FREE, &[NUMBER]).await?,
            holdings: client.prepare(HOLDINGS).await?,
            holdings_of: client.prepare_typed(HOLDINGS_OF, &[Type::BYTEA_ARRAY]).await?,
            confirm: client.prepare(CONFIRM).await?,
            release: client.prepare_typed(RELEASE, &[NUMBER, NUMBER, Type::BYTEA_ARRAY]).await?,
            drain: client.prepare_typed(DRAIN, &[NUMBER, Type::BOOL]).await?,
            leave: client.prepare_typed(LEAVE, &[NUMBER]).await?,
            note: client.prepare_typed(NOTE, &[NAME, NUMBER]).await?,
            write_note: client.prepare_typed(WRITE_NOTE, &[NAME, NUMBER, NAME]).await?,
        })
    }
}
