//! The journal's contract, checked on PostgreSQL if it is installed.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

#[path = "../../../tests/it/contract/clauses.rs"]
mod clauses;

use std::sync::Arc;
use std::time::Duration;

use ishigaki_journal::{DatabaseUrl, Expected, Journal as _};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};

use clauses::{append, stream};

clauses::clauses! { in_postgres, Cluster::shared().map(|cluster| {
    (PostgresJournal::open(&cluster.place(), Expected::JournalOrNothing).unwrap(), ())
}) }

/// A place with tables of another role.
fn place_of_a_role_that_cannot_delete(cluster: &Cluster) -> DatabaseUrl {
    let owner = cluster.place();
    drop(PostgresJournal::open(&owner, Expected::JournalOrNothing).unwrap());
    let schema = sql(&owner, "SELECT current_schema()").remove(0);
    let role = format!("writer_of_{schema}");
    sql(
        &owner,
        &format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};
             GRANT SELECT ON journal TO {role}; GRANT SELECT, INSERT ON record TO {role};
             GRANT SELECT, INSERT, UPDATE ON stream, member, note TO {role}"
        ),
    );
    let url = cluster.url(&format!("postgres://{role}@HOST/postgres?options=-csearch_path%3D{schema}"));
    let may = "SELECT bool_or(has_table_privilege(name, 'DELETE') OR has_table_privilege(name, 'TRUNCATE'))
               OR has_table_privilege('record', 'UPDATE')
               FROM (VALUES ('journal'), ('record'), ('stream'), ('member'), ('note')) t (name)";
    assert_eq!(sql(&url, may), ["f"]);
    url
}

clauses::clauses! { by_a_member_whose_role_cannot_delete, match Cluster::shared() {
    Some(cluster) => {
        let url = place_of_a_role_that_cannot_delete(cluster);
        let journal = PostgresJournal::open(&url, Expected::JournalOrNothing).unwrap();
        let lease = Duration::from_hours(1);
        journal.membership().unwrap().join("hall:1", lease).await.unwrap();
        Some((journal, ()))
    }
    None => None,
} }

#[tokio::test]
async fn debug_output_hides_records() {
    let Some(cluster) = Cluster::shared() else { return };
    let journal = PostgresJournal::open(&cluster.place(), Expected::JournalOrNothing).unwrap();
    let game = stream("game");
    let claim = journal.claim(game.clone()).await.unwrap();
    journal.append(append(&game, claim, claim.head, &["sealed"])).await.unwrap();
    assert_eq!(format!("{journal:?}"), "PostgresJournal { .. }");
}
