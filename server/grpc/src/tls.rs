//! The server's certificate as it is served: read from its files, and looked over.
//!
//! Knows files and `rustls`; who made the certificate, [`crate::certificate`] knows.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_engine::clock::{UnixMillis, local_minute};
use ishigaki_engine::private_file;
use ishigaki_engine::private_file::FileMode;
use ishigaki_proto::SERVER_NAME;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::ServerCertVerifier as _;
use tokio_rustls::rustls::crypto::{CryptoProvider, aws_lc_rs};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, RootCertStore, ServerConfig};

/// Name of HTTP/2 when encryption is agreed on; nothing else is spoken here.
const PROTOCOL: &[u8] = b"h2";

/// Files of the server's certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate, and the authority's behind it, in PEM.
    pub chain: PathBuf,
    /// The private key, in PEM.
    pub key: PathBuf,
}

/// Error of the files that encryption needs.
#[derive(Debug, thiserror::Error, Message)]
#[message("tls")]
pub enum Error {
    /// A file cannot be read.
    #[message("fail-unread")]
    Read {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Others than the owner can read the private key.
    Exposed { path: PathBuf, mode: FileMode },
    /// A file holds no certificate, or no private key. What it holds is not told.
    Garbled(#[message("path")] PathBuf),
    /// The certificate and the key do not belong together.
    Unmatched {
        chain: PathBuf,
        key: PathBuf,
        /// Error of the certificate.
        source: rustls::Error,
    },
}

/// A certificate that can be served, and what clients would object to, if anything.
#[derive(Debug)]
pub struct ServerTls {
    /// Configuration by which the gate encrypts.
    pub config: Arc<ServerConfig>,
    /// Reason for which clients would not take it today.
    pub objection: Option<Objection>,
}

/// Objection that clients would have to a certificate.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message("objection")]
pub enum Objection {
    /// Its time is over, or this machine's date is wrong.
    #[message(at = local_minute(*at))]
    Ended {
        /// Time at which it ended.
        #[message(skip)]
        at: UnixMillis,
    },
    /// Its time has not come, or this machine's date is wrong.
    #[message(at = local_minute(*at))]
    NotYet {
        /// Time at which it begins.
        #[message(skip)]
        at: UnixMillis,
    },
    /// It is not one of a contest's server.
    Name,
    /// The authority behind it did not make it, or it is no certificate of a server.
    Other(#[source] rustls::Error),
}

impl From<rustls::Error> for Objection {
    fn from(error: rustls::Error) -> Self {
        use rustls::CertificateError::{
            ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYetContext,
        };
        let millis = |at: UnixTime| UnixMillis(at.as_secs().saturating_mul(1_000));
        match error {
            rustls::Error::InvalidCertificate(ExpiredContext { not_after, .. }) => {
                Self::Ended { at: millis(not_after) }
            }
            rustls::Error::InvalidCertificate(NotValidYetContext { not_before, .. }) => {
                Self::NotYet { at: millis(not_before) }
            }
            rustls::Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. }) => Self::Name,
            other => Self::Other(other),
        }
    }
}

/// Reads the server's certificate, and looks it over as a client would that pins the authority behind it.
///
/// # Errors
/// [`Error::Read`] or [`Error::Garbled`] of either file, [`Error::Exposed`] if others can read the key's;
/// [`Error::Unmatched`] if they do not belong together. What clients object to is none: it is told beside the
/// certificate.
pub fn load(files: &CertificateFiles, now: UnixMillis) -> Result<ServerTls, Error> {
    let chain = chain(&files.chain)?;
    let unread = |source| Error::Read { path: files.key.clone(), source };
    if let Some(mode) = private_file::exposed(&files.key).map_err(unread)? {
        return Err(Error::Exposed { path: files.key.clone(), mode });
    }
    let pem = zeroize::Zeroizing::new(fs::read(&files.key).map_err(unread)?);
    let key = PrivateKeyDer::from_pem_slice(&pem).map_err(|_| Error::Garbled(files.key.clone()))?;
    let unmatched = |source| Error::Unmatched { chain: files.chain.clone(), key: files.key.clone(), source };
    let objection = look_over(&chain, now).err().map(Objection::from);
    let mut config = ServerConfig::builder_with_provider(provider())
        // Not only the newest: some systems that students have know no other.
        .with_safe_default_protocol_versions()
        .map_err(unmatched)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(unmatched)?;
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Ok(ServerTls { config: Arc::new(config), objection })
}

/// The hours in a day.
pub const DAY_HOURS: u64 = 24;

/// With fewer hours left, thirty days of them, a certificate is to be made anew: an event of several stages ends before.
pub const SOON_HOURS: u64 = 30 * DAY_HOURS;

/// For how many whole hours more clients will take the server's certificate, if it is taken now; `None` if it is not, or cannot
/// be read. At most ten years of 365 days.
pub fn hours_left(files: &CertificateFiles, now: UnixMillis) -> Option<u64> {
    const HOUR: u64 = 60 * 60 * 1_000;
    let chain = chain(&files.chain).ok()?;
    let is_good = |hours: u64| look_over(&chain, UnixMillis(now.0.saturating_add(hours * HOUR))).is_ok();
    let hours: Vec<u64> = (0..3_650 * DAY_HOURS).collect();
    let good = hours.partition_point(|&hours| is_good(hours));
    u64::try_from(good).ok()?.checked_sub(1)
}

/// Returns whether the authority behind the server's certificate is the one in this file.
pub fn is_certified_by(files: &CertificateFiles, authority: &Path) -> Result<bool, Error> {
    Ok(chain(&files.chain)?.last() == chain(authority)?.first())
}

fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let pem = fs::read(path).map_err(|source| Error::Read { path: path.into(), source })?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(|| Error::Garbled(path.into()))
}

/// Checks the chain as a client does that pins its last certificate.
fn look_over(chain: &[CertificateDer<'static>], now: UnixMillis) -> Result<(), rustls::Error> {
    let (Some(own), Some(authority)) = (chain.first(), chain.last()) else {
        return Err(rustls::Error::NoCertificatesPresented);
    };
    let mut roots = RootCertStore::empty();
    roots.add(authority.clone())?;
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider())
        .build()
        .map_err(|error| rustls::Error::General(error.to_string()))?;
    let name =
        ServerName::try_from(SERVER_NAME).map_err(|error| rustls::Error::General(error.to_string()))?;
    let now = UnixTime::since_unix_epoch(Duration::from_millis(now.0));
    verifier.verify_server_cert(own, &[], &name, &[], now).map(drop)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::CertificateIssuer;

    const DAY: u64 = 24 * 60 * 60 * 1_000;
    const NOW: UnixMillis = UnixMillis(20_000 * DAY);

    fn write(folder: &Path, chain: &str, key: &str) -> CertificateFiles {
        let files = CertificateFiles { chain: folder.join("server.pem"), key: folder.join("server-key.pem") };
        fs::write(&files.chain, chain).unwrap();
        private_file::write(&files.key, key.as_bytes()).unwrap();
        files
    }

    #[test]
    fn a_certificate_of_the_authority_is_served_and_one_out_of_time_or_name_is_objected_to() {
        let folder = tempfile::tempdir().unwrap();
        let authority = CertificateIssuer::make(NOW).unwrap();
        let good = authority.certify("192.168.0.10", NOW).unwrap();
        let files = write(folder.path(), &good.chain, &good.key);
        assert_eq!(load(&files, NOW).unwrap().objection, None);
        let objection = |now| load(&files, UnixMillis(now)).unwrap().objection;
        assert_eq!(
            objection(NOW.0 + 801 * DAY),
            Some(Objection::Ended { at: UnixMillis(NOW.0 + 800 * DAY) })
        );
        assert_eq!(objection(NOW.0 - 4 * DAY), Some(Objection::NotYet { at: UnixMillis(NOW.0 - 3 * DAY) }));
        let season = UnixMillis(NOW.0 - DAY)..UnixMillis(NOW.0 + DAY);
        let other = authority.certify_for(&["localhost"], &season).unwrap();
        let files = write(folder.path(), &other.chain, &other.key);
        assert_eq!(load(&files, NOW).unwrap().objection, Some(Objection::Name));
        let stranger = CertificateIssuer::make(NOW).unwrap();
        let forged = good.chain.replace(authority.pem(), stranger.pem());
        let files = write(folder.path(), &forged, &good.key);
        assert!(matches!(load(&files, NOW).unwrap().objection, Some(Objection::Other(_))));
    }

    #[test]
    fn an_authority_that_was_written_down_goes_on_certifying() {
        let folder = tempfile::tempdir().unwrap();
        let first = CertificateIssuer::make(NOW).unwrap();
        let again = CertificateIssuer::read(first.pem(), &first.key_pem()).unwrap();
        assert_eq!(again.fingerprint(), first.fingerprint());
        let made = again.certify("localhost", NOW).unwrap();
        let files = write(folder.path(), &made.chain, &made.key);
        assert_eq!(load(&files, NOW).unwrap().objection, None);
        let other = CertificateIssuer::make(NOW).unwrap();
        assert!(CertificateIssuer::read(first.pem(), &other.key_pem()).is_err(), "another authority's key");
    }

    #[test]
    fn keys_show_in_no_debug_output_and_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let authority = CertificateIssuer::make(NOW).unwrap();
        let made = authority.certify("localhost", NOW).unwrap();
        let line = made.key.lines().nth(1).unwrap().to_owned();
        assert!(!format!("{authority:?} {made:?}").contains(&line));
        let cut = made.key.replace("-----END PRIVATE KEY-----", "");
        let error = load(&write(folder.path(), &made.chain, &cut), NOW).unwrap_err();
        assert!(matches!(error, Error::Garbled(_)) && !format!("{error:?}").contains(&line), "{error:?}");
        let other = authority.certify("localhost", NOW).unwrap();
        let error = load(&write(folder.path(), &made.chain, &other.key), NOW).unwrap_err();
        assert!(matches!(error, Error::Unmatched { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_private_key_that_others_can_read_is_refused() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let made = CertificateIssuer::make(NOW).unwrap().certify("localhost", NOW).unwrap();
        let files = write(folder.path(), &made.chain, &made.key);
        fs::set_permissions(&files.key, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(load(&files, NOW), Err(Error::Exposed { mode: FileMode(0o640), .. })));
    }
}
