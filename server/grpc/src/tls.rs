//! The server's certificate in use: reads its files and checks them. [`crate::certificate`] makes them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_engine::clock::{UnixMillis, local_minute};
use ishigaki_page::{HTTP_2, read_chain};
use ishigaki_proto::SERVER_NAME;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::ServerCertVerifier as _;
use tokio_rustls::rustls::crypto::{CryptoProvider, aws_lc_rs};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, RootCertStore, ServerConfig};

pub use ishigaki_page::{CertificateError, CertificateFiles};

/// A certificate ready for use, and the objection that clients would have to it.
#[derive(Debug)]
pub struct ServerTls {
    pub config: Arc<ServerConfig>,
    pub objection: Option<Objection>,
}

/// Reason why clients reject a certificate.
#[derive(Clone, Debug, PartialEq, thiserror::Error, Message)]
#[message("objection")]
pub enum Objection {
    /// It has expired, or this machine's date is wrong.
    #[message(at = local_minute(*at))]
    Ended {
        #[message(skip)]
        at: UnixMillis,
    },
    /// It is not valid yet, or this machine's date is wrong.
    #[message(at = local_minute(*at))]
    NotYet {
        #[message(skip)]
        at: UnixMillis,
    },
    /// It is not a contest server's certificate.
    Name,
    /// The authority that follows it didn't sign it, or it is not a server's certificate.
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

/// Reads the server's certificate and checks it as a client that pins its authority would.
///
/// # Errors
/// As [`CertificateFiles::load`]. An objection of clients is not an error.
pub fn load(files: &CertificateFiles, now: UnixMillis) -> Result<ServerTls, CertificateError> {
    let config = files.load(HTTP_2)?;
    let objection = check_certificate(&read_chain(&files.chain)?, now).err().map(Objection::from);
    Ok(ServerTls { config, objection })
}

/// Hours in a day.
pub const DAY_HOURS: u64 = 24;

/// Remaining hours below which a certificate should be renewed: thirty days, longer than an event of several
/// stages.
pub const SOON_HOURS: u64 = 30 * DAY_HOURS;

/// Returns for how many more hours clients accept the server's certificate, at most ten years; `None` if they
/// don't accept it now or it can't be read.
pub fn hours_left(files: &CertificateFiles, now: UnixMillis) -> Option<u64> {
    const HOUR: u64 = 60 * 60 * 1_000;
    let chain = read_chain(&files.chain).ok()?;
    let is_good =
        |hours: u64| check_certificate(&chain, UnixMillis(now.0.saturating_add(hours * HOUR))).is_ok();
    let hours: Vec<u64> = (0..3_650 * DAY_HOURS).collect();
    let good = hours.partition_point(|&hours| is_good(hours));
    u64::try_from(good).ok()?.checked_sub(1)
}

/// Returns whether the server's certificate names the authority in this file.
///
/// # Errors
/// As [`load`], for any of the files.
pub fn compare_authority(files: &CertificateFiles, authority: &Path) -> Result<bool, CertificateError> {
    Ok(read_chain(&files.chain)?.last() == read_chain(authority)?.first())
}

/// Returns whether browsers would accept the server's certificate for all these hosts, if they trust its
/// authority.
pub fn covers(files: &CertificateFiles, hosts: &[&str], now: UnixMillis) -> bool {
    let Ok(chain) = read_chain(&files.chain) else { return false };
    hosts.iter().all(|host| check_certificate_of(&chain, host, now).is_ok())
}

/// Checks the chain as a client that pins its last certificate does.
fn check_certificate(chain: &[CertificateDer<'static>], now: UnixMillis) -> Result<(), rustls::Error> {
    check_certificate_of(chain, SERVER_NAME, now)
}

fn check_certificate_of(
    chain: &[CertificateDer<'static>],
    host: &str,
    now: UnixMillis,
) -> Result<(), rustls::Error> {
    let (Some(own), Some(authority)) = (chain.first(), chain.last()) else {
        return Err(rustls::Error::NoCertificatesPresented);
    };
    let mut roots = RootCertStore::empty();
    roots.add(authority.clone())?;
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider())
        .build()
        .map_err(|error| rustls::Error::General(error.to_string()))?;
    let name = ServerName::try_from(host).map_err(|error| rustls::Error::General(error.to_string()))?;
    let now = UnixTime::since_unix_epoch(Duration::from_millis(now.0));
    verifier.verify_server_cert(own, &[], &name, &[], now).map(drop)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ishigaki_private_file::{self as private_file, FileMode};

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
    fn certificate_with_wrong_date_name_or_authority_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let authority = CertificateIssuer::make(NOW).unwrap();
        let good = authority.certify("192.168.0.10", NOW).unwrap();
        let files = write(folder.path(), &good.chain, &good.key);
        assert_eq!(load(&files, NOW).unwrap().objection, None);
        assert!(covers(&files, &["192.168.0.10", "localhost"], NOW));
        assert!(!covers(&files, &["192.168.0.10", "192.168.0.11"], NOW));
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
        let foreign_issuer = CertificateIssuer::make(NOW).unwrap();
        let forged = good.chain.replace(authority.pem(), foreign_issuer.pem());
        let files = write(folder.path(), &forged, &good.key);
        assert!(matches!(load(&files, NOW).unwrap().objection, Some(Objection::Other(_))));
    }

    #[test]
    fn reloaded_authority_issues_valid_certificates() {
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
    fn debug_output_and_errors_hide_keys() {
        let folder = tempfile::tempdir().unwrap();
        let authority = CertificateIssuer::make(NOW).unwrap();
        let made = authority.certify("localhost", NOW).unwrap();
        let line = made.key.lines().nth(1).unwrap().to_owned();
        assert!(!format!("{authority:?} {made:?}").contains(&line));
        let cut = made.key.replace("-----END PRIVATE KEY-----", "");
        let error = load(&write(folder.path(), &made.chain, &cut), NOW).unwrap_err();
        assert!(
            matches!(error, CertificateError::Garbled(_)) && !format!("{error:?}").contains(&line),
            "{error:?}"
        );
        let other = authority.certify("localhost", NOW).unwrap();
        let error = load(&write(folder.path(), &made.chain, &other.key), NOW).unwrap_err();
        assert!(matches!(error, CertificateError::Unmatched { .. }), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn exposed_private_key_is_rejected() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let made = CertificateIssuer::make(NOW).unwrap().certify("localhost", NOW).unwrap();
        let files = write(folder.path(), &made.chain, &made.key);
        fs::set_permissions(&files.key, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(load(&files, NOW), Err(CertificateError::Exposed { mode: FileMode(0o640), .. })));
    }
}
