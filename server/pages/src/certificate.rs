//! The pages' certificate.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_catalogue::Message;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use zeroize::Zeroizing;

/// Error that prevents the pages from starting.
#[derive(Debug, thiserror::Error, Message)]
#[message("tls")]
pub enum StartError {
    #[message("fail-listen")]
    Listen {
        address: SocketAddr,
        source: io::Error,
    },
    #[message("fail-unread")]
    Read {
        path: PathBuf,
        source: io::Error,
    },
    Garbled(#[message("path")] PathBuf),
    Unmatched {
        chain: PathBuf,
        key: PathBuf,
        source: rustls::Error,
    },
}

/// Files of a certificate, followed by its authority's, and of its private key, in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    pub chain: PathBuf,
    pub key: PathBuf,
}

impl CertificateFiles {
    /// Reads the files for HTTP/1.1 with TLS 1.2 or 1.3.
    ///
    /// # Errors
    /// [`StartError::Read`] or [`StartError::Garbled`] for either file; [`StartError::Unmatched`] if the key
    /// belongs to another certificate.
    pub fn load(&self) -> Result<Arc<ServerConfig>, StartError> {
        let garbled = |path: &Path| StartError::Garbled(path.to_owned());
        let pem = Zeroizing::new(read(&self.chain)?);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty()).ok_or_else(|| garbled(&self.chain))?;
        let pem = Zeroizing::new(read(&self.key)?);
        let key = PrivateKeyDer::from_pem_slice(&pem).map_err(|_| garbled(&self.key))?;
        let unmatched =
            |source| StartError::Unmatched { chain: self.chain.clone(), key: self.key.clone(), source };
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unmatched)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unmatched)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, StartError> {
    fs::read(path).map_err(|source| StartError::Read { path: path.to_owned(), source })
}
