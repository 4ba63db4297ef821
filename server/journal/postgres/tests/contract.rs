//! The contract of a journal, held against PostgreSQL itself, where there is one.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

#[path = "../../tests/contract/clauses.rs"]
mod clauses;

use std::sync::Arc;

use ishigaki_journal::{Expected, Journal as _};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};

use clauses::{append, stream};

clauses::clauses! { in_postgres, Cluster::shared().map(|cluster| {
    (PostgresJournal::open(&cluster.place(), Expected::JournalOrNothing).unwrap(), ())
}) }

clauses::clauses! { by_a_role_that_cannot_delete, Cluster::shared().map(|cluster| {
    let owner = cluster.place();
    drop(PostgresJournal::open(&owner, Expected::JournalOrNothing).unwrap());
    let schema = sql(&owner, "SELECT current_schema()").remove(0);
    let role = format!("writer_of_{schema}");
    sql(&owner, &format!(
        "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};
         GRANT SELECT ON journal TO {role}; GRANT SELECT, INSERT ON record TO {role};
         GRANT SELECT, INSERT, UPDATE ON stream TO {role}"
    ));
    let url = cluster.url(&format!("postgres://{role}@HOST/postgres?options=-csearch_path%3D{schema}"));
    let refused = sql(&url, "SELECT has_table_privilege('record', 'DELETE') OR has_table_privilege('record', 'UPDATE')");
    assert_eq!(refused, ["f"]);
    (PostgresJournal::open(&url, Expected::JournalOrNothing).unwrap(), ())
}) }

#[tokio::test]
async fn a_journal_shows_what_it_is_and_never_what_records_say() {
    let Some(cluster) = Cluster::shared() else { return };
    let journal = PostgresJournal::open(&cluster.place(), Expected::JournalOrNothing).unwrap();
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    journal.append(append(&game, claim, claim.head, &["sealed"])).await.unwrap();
    assert_eq!(format!("{journal:?}"), "PostgresJournal { .. }");
}
