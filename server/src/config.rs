//! The server's configuration.

use std::path::PathBuf;

use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_journal::Location;
use ishigaki_rules::Millis;

/// Configuration of one server.
#[derive(Clone, Debug)]
pub struct Config {
    pub contest: PathBuf,
    /// Location of the journal; created if missing.
    pub journal: Location,
    /// The key file, which signs and opens sealed lists; created with the journal. See
    /// [`ishigaki_engine::key`].
    pub key: PathBuf,
    pub tokens: PathBuf,
    /// The server's certificate; without it nothing is encrypted.
    pub tls: Option<tls::CertificateFiles>,
    /// Time that answers wait for a standby that had caught up, before the server continues alone; `None` if
    /// answers don't wait for a copy.
    pub copy_timeout: Option<Millis>,
    /// Address for clients, `HOST:PORT`, if several servers share the journal; with port 0 or by default, the
    /// listening address.
    pub advertise: Option<String>,
    /// Number of records of unfinished games that a start waits for;
    /// [`MAX_AWAITED_RECORDS`](ishigaki_engine::games::MAX_AWAITED_RECORDS) except in tests.
    pub awaited_records: u64,
    pub limits: Limits,
}
