//! The authority that a client trusts, and how it recognises servers.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use ishigaki_catalogue::Message;
use ishigaki_proto::SERVER_NAME;
use ishigaki_record::signing::Fingerprint;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use crate::{ConnectionError, Pin};

/// The certificate of the authority that certifies a contest's servers. A server with a certificate from it,
/// for the common server name, is trusted at any address.
#[derive(Clone)]
pub struct Authority {
    certificate: CertificateDer<'static>,
    connector: TlsConnector,
}

/// Error of a file that isn't an authority's certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("kit-authority")]
pub struct AuthorityError;

impl Authority {
    /// Reads a certificate in PEM, such as `ca.pem`.
    ///
    /// # Errors
    ///
    /// [`AuthorityError`] unless there is exactly one certificate.
    pub fn read(pem: &[u8]) -> Result<Self, AuthorityError> {
        Self::of(CertificateDer::from_pem_slice(pem).map_err(|_| AuthorityError)?).map_err(|_| AuthorityError)
    }

    /// Returns the fingerprint that people compare.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.certificate)
    }

    pub(crate) fn der(&self) -> &[u8] {
        &self.certificate
    }

    fn of(certificate: CertificateDer<'static>) -> Result<Self, Error> {
        let verifier = pinned(&certificate)?;
        Ok(Self { certificate, connector: connector(verifier)? })
    }

    /// Encrypts a connection to a server certified by this authority.
    pub(crate) async fn greet<IO>(&self, line: IO) -> io::Result<TlsStream<IO>>
    where
        IO: AsyncRead + AsyncWrite + Unpin,
    {
        greet(&self.connector, line).await
    }
}

impl fmt::Debug for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Authority({})", self.fingerprint())
    }
}

async fn greet<IO>(connector: &TlsConnector, line: IO) -> io::Result<TlsStream<IO>>
where
    IO: AsyncRead + AsyncWrite + Unpin,
{
    let name = ServerName::try_from(SERVER_NAME).map_err(io::Error::other)?;
    connector.connect(name, line).await.map_err(|error| match ConnectionError::of_handshake(&error) {
        Some(trouble) => io::Error::other(trouble),
        None => error,
    })
}

/// Connects to a server with only its authority's fingerprint known. Returns the authority if the server's
/// certificate is valid; otherwise the fingerprint found instead.
pub(crate) async fn introduce<IO>(
    line: IO,
    expected: &Pin,
) -> Result<Authority, (io::Error, Option<Fingerprint>)>
where
    IO: AsyncRead + AsyncWrite + Unpin,
{
    let unknown = Arc::new(UnknownAuthority { expected: expected.clone(), found: Mutex::new(None) });
    let connector = connector(Arc::clone(&unknown) as _).map_err(|error| (io::Error::other(error), None))?;
    let greeted = greet(&connector, line).await;
    let found = unknown.found.lock().unwrap_or_else(PoisonError::into_inner).take();
    match (greeted, found) {
        (Ok(_), Some(authority)) => Authority::of(authority).map_err(|error| (io::Error::other(error), None)),
        (Ok(_), None) => Err((io::Error::other(ConnectionError::WrongAuthority), None)),
        (Err(error), found) => {
            let found = found.map(|found| Fingerprint::of(&found)).filter(|found| !expected.is_of(found));
            Err((error, found))
        }
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

fn pinned(authority: &CertificateDer<'static>) -> Result<Arc<WebPkiServerVerifier>, Error> {
    let mut roots = RootCertStore::empty();
    roots.add(authority.clone())?;
    let built = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider()).build();
    built.map_err(|error| Error::General(error.to_string()))
}

fn connector(verifier: Arc<dyn ServerCertVerifier>) -> Result<TlsConnector, Error> {
    let mut config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}

#[derive(Debug)]
struct UnknownAuthority {
    expected: Pin,
    /// The authority, or the last other certificate.
    found: Mutex<Option<CertificateDer<'static>>>,
}

impl ServerCertVerifier for UnknownAuthority {
    fn verify_server_cert(
        &self,
        own: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let authority = others.iter().find(|shown| self.expected.is_of(&Fingerprint::of(shown)));
        let shown = authority.or(others.last()).unwrap_or(own).clone().into_owned();
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = found.insert(shown);
        if authority.is_none() {
            return Err(CertificateError::UnknownIssuer.into());
        }
        pinned(shown)?.verify_server_cert(own, &[], name, ocsp, now)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, own, signed, &provider().signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        own: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, own, signed, &provider().signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        provider().signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An authority's certificate as made by `ishigaki-server init`.
    pub(crate) const AUTHORITY: &[u8] = include_bytes!("../tests/it/ca.pem");

    #[test]
    fn authority_accepts_only_certificate() {
        let read = Authority::read(AUTHORITY).unwrap();
        assert_eq!(format!("{read:?}"), format!("Authority({})", read.fingerprint()));
        let torn = &AUTHORITY[..AUTHORITY.len() / 2];
        for wrong in [b"".as_slice(), b"ca.pem", torn] {
            assert_eq!(Authority::read(wrong).unwrap_err(), AuthorityError);
        }
    }
}
