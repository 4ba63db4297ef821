//! The certificate of a server and its private key, as PEM files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_private_file::{FileMode, exposed};
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use zeroize::Zeroizing;

/// ALPN name of HTTP/1.1.
pub const HTTP_1: &str = "http/1.1";
/// ALPN name of HTTP/2.
pub const HTTP_2: &str = "h2";

/// Files of a server's certificate and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    /// The certificate followed by the authority's, in PEM.
    pub chain: PathBuf,
    pub key: PathBuf,
}

/// Error of the certificate files.
#[derive(Debug, thiserror::Error, Message)]
#[message("tls")]
pub enum CertificateError {
    #[message("fail-unread")]
    Read {
        path: PathBuf,
        source: io::Error,
    },
    /// Others than the owner can read the private key.
    Exposed {
        path: PathBuf,
        mode: FileMode,
    },
    /// A file holds no certificate or no private key. Its content is not printed.
    Garbled(#[message("path")] PathBuf),
    Unmatched {
        chain: PathBuf,
        key: PathBuf,
        source: rustls::Error,
    },
}

impl CertificateFiles {
    /// Reads the files for a server of this protocol with TLS 1.2 or 1.3. Some students' systems don't have 1.3.
    ///
    /// # Errors
    /// [`CertificateError::Read`] or [`CertificateError::Garbled`] for either file,
    /// [`CertificateError::Exposed`] if others can read the key, [`CertificateError::Unmatched`] if the key
    /// belongs to another certificate.
    pub fn load(&self, protocol: &str) -> Result<Arc<ServerConfig>, CertificateError> {
        let chain = read_chain(&self.chain)?;
        let unread = |source| CertificateError::Read { path: self.key.clone(), source };
        if let Some(mode) = exposed(&self.key).map_err(unread)? {
            return Err(CertificateError::Exposed { path: self.key.clone(), mode });
        }
        let pem = Zeroizing::new(fs::read(&self.key).map_err(unread)?);
        let key =
            PrivateKeyDer::from_pem_slice(&pem).map_err(|_| CertificateError::Garbled(self.key.clone()))?;
        let unmatched = |source| {
            let Self { chain, key } = self.clone();
            CertificateError::Unmatched { chain, key, source }
        };
        let mut config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unmatched)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unmatched)?;
        config.alpn_protocols = vec![protocol.as_bytes().to_vec()];
        Ok(Arc::new(config))
    }
}

/// Reads the certificates of a PEM file, at least one.
///
/// # Errors
/// [`CertificateError::Read`] or [`CertificateError::Garbled`].
pub fn read_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, CertificateError> {
    let pem = fs::read(path).map_err(|source| CertificateError::Read { path: path.into(), source })?;
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(|| CertificateError::Garbled(path.into()))
}
