//! Connections to a database over a network are encrypted, and the server's certificate must be from the
//! given authority and for the given host name; otherwise opening fails.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use ishigaki_journal::{
    Append, DatabaseError, DatabaseFault, DatabaseUrl, Error, Expected, Journal as _, Location, Sequence,
    StreamId,
};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

struct TestAuthority {
    file: PathBuf,
    issuer: Issuer<'static, KeyPair>,
}

impl TestAuthority {
    fn make(folder: &Path, file: &str, name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        let key = KeyPair::generate().unwrap();
        let file = folder.join(file);
        std::fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
        Self { file, issuer: Issuer::new(params, key) }
    }

    fn certify(&self, host: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        (params.signed_by(&key, &self.issuer).unwrap().pem(), key.serialize_pem())
    }
}

/// The cluster's database by this host name over the network, with or without an authority.
fn place(cluster: &Cluster, host: &str, authority: Option<&TestAuthority>) -> DatabaseUrl {
    let port = cluster.port().unwrap();
    let root = authority.map_or("sslmode=require".into(), |authority| {
        format!("sslmode=verify-full&sslrootcert={}", authority.file.display())
    });
    let url = format!("postgres://postgres@{host}:{port}/postgres?{root}");
    let Ok(Location::Postgres(url)) = url.parse() else { panic!("{url} is a database") };
    url
}

fn open(url: &DatabaseUrl) -> Result<PostgresJournal, Error> {
    PostgresJournal::open(url, Expected::JournalOrNothing)
}

/// Returns the reason why the database can't be opened.
fn refusal(url: &DatabaseUrl) -> String {
    match open(url) {
        Err(Error::Database(DatabaseError { fault: fault @ DatabaseFault::Unreachable(_), .. })) => {
            let mut message = fault.to_string();
            let mut source = fault.source();
            while let Some(error) = source {
                message = format!("{message}: {error}");
                source = error.source();
            }
            message
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn encrypted_connection_requires_valid_certificate() {
    if Cluster::shared().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let authority = |file, name| TestAuthority::make(folder.path(), file, name);
    let ours = authority("ours.pem", "ours");
    let cluster = Cluster::start_in_network().unwrap();
    let plain = refusal(&place(&cluster, "localhost", Some(&ours)));
    assert!(plain.contains("server does not support TLS"), "it does not encrypt yet: {plain}");

    let (certificate, key) = ours.certify("localhost");
    cluster.encrypt(&certificate, &key);
    let url = place(&cluster, "localhost", Some(&ours));
    let journal = open(&url).unwrap();
    let game = StreamId::new("game").unwrap();
    journal.membership().unwrap().join("hall:1", Duration::from_hours(1)).await.unwrap();
    let claim = journal.claim(game.clone()).await.unwrap();
    // More than one TLS record.
    let records = vec![Bytes::from(vec![7; 100_000])];
    let append = Append { stream: game.clone(), epoch: claim.epoch, expected: claim.head, records };
    assert_eq!(journal.append(append).await.unwrap(), Sequence(1));
    let read = journal.read(game, Sequence(1), 1).await.unwrap();
    assert!(read.iter().all(|record| record.bytes.len() == 100_000));
    let connections =
        "SELECT application_name || ' ' || ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name LIKE 'ishigaki%' ORDER BY 1";
    let encrypted = ["ishigaki-journal lease true", "ishigaki-journal member true", "ishigaki-journal true"];
    assert_eq!(cluster.sql(connections), encrypted);

    for (file, name, why) in
        [("another.pem", "another", "UnknownIssuer"), ("same.pem", "ours", "BadSignature")]
    {
        let rejection = refusal(&place(&cluster, "localhost", Some(&authority(file, name))));
        assert!(rejection.contains(why), "{rejection}");
    }
    let elsewhere = refusal(&place(&cluster, "127.0.0.1", Some(&ours)));
    assert!(elsewhere.contains("not valid for name"), "{elsewhere}");
    // Encryption without authentication is not enough.
    let unauthenticated = open(&place(&cluster, "localhost", None));
    assert!(
        matches!(
            unauthenticated,
            Err(Error::Database(DatabaseError { fault: DatabaseFault::Unencrypted, .. }))
        ),
        "{unauthenticated:?}"
    );
    assert_eq!(sql(&cluster.url("postgres://postgres@HOST/postgres"), "SELECT head FROM stream"), ["1"]);
}
