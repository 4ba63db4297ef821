//! The server's configuration: what it is told when it starts.

use std::path::PathBuf;

use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_journal::Location;
use ishigaki_rules::Millis;

/// Set-up of one server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The contest file: teams and games.
    pub contest: PathBuf,
    /// Location of the journal; made if there is none.
    pub journal: Location,
    /// The key file: what the server signs with, and what opens the sealed lists of the journal. Made with the
    /// journal; see [`ishigaki_engine::key`].
    pub key: PathBuf,
    /// The token file, as `ishigaki-server tokens` writes it.
    pub tokens: PathBuf,
    /// The server's certificate; without it nothing is encrypted, and everybody on the way reads along.
    pub tls: Option<tls::CertificateFiles>,
    /// Time for which answers wait for a standby's disk that was abreast and is not any more, before the server goes on
    /// alone; `None`: they do not wait for a copy.
    pub copy_patience: Option<Millis>,
    /// Address at which clients reach this server, `HOST:PORT`, if several serve this contest over one journal; with port
    /// 0, and where nothing is said, that at which it listens.
    pub advertise: Option<String>,
    /// Number of records of games that go on that a start waits for, before it answers; [`AWAITED`](ishigaki_engine::games::AWAITED) but
    /// where a start with a long history is tried with a short one.
    pub awaited_records: u64,
    /// Limits on what anybody gets.
    pub limits: Limits,
}
