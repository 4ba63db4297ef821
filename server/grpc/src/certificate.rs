//! Certificates: a contest's own authority, and the server certificates it issues.
//!
//! Clients trust only this authority and expect one fixed name ([`SERVER_NAME`]) at any address, so a server
//! that moves to another machine takes its certificate along. Keys come from `aws-lc` and the machine's
//! randomness.

use std::fmt;
use std::net::IpAddr;
use std::ops::Range;
use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_engine::clock::UnixMillis;
use ishigaki_proto::SERVER_NAME;
use ishigaki_record::signing::Fingerprint;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use zeroize::Zeroizing;

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// How far validity starts in the past, because clocks of offline laptops differ.
const BEFORE: u64 = 3 * DAY;

/// Lifetime of an authority, in seconds.
const AUTHORITY: u64 = 3_650 * DAY;

/// Lifetime of a server's certificate: a season with a margin.
const SERVER: u64 = 800 * DAY;

/// Error of making a certificate.
#[derive(Debug, thiserror::Error, Message)]
#[message("certificate")]
pub enum Error {
    Make(#[from] rcgen::Error),
    /// The bytes are not an authority's certificate.
    NotACertificate,
    /// The key and the certificate belong to different authorities.
    NotItsKey,
}

/// Issuer of a contest's certificates: the authority with its private key, which lets its holder speak as the
/// contest's server. `Debug` omits the key.
pub struct CertificateIssuer {
    certificate: CertificateDer<'static>,
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A server's certificate in PEM. `Debug` omits the key.
pub struct CertifiedKey {
    /// The server's certificate followed by the authority's, in PEM, so that both fingerprints can be
    /// compared.
    pub chain: String,
    pub key: Zeroizing<String>,
}

impl CertificateIssuer {
    /// Makes an authority that is valid from now on.
    ///
    /// # Errors
    /// [`Error::Make`] if no key can be made or signing fails.
    pub fn make(now: UnixMillis) -> Result<Self, Error> {
        let key = KeyPair::generate()?;
        let params = authority(&season(now, AUTHORITY));
        let made = params.self_signed(&key)?;
        Ok(Self { certificate: made.der().clone(), pem: made.pem(), issuer: Issuer::new(params, key) })
    }

    /// Reads an authority from its certificate and private key, both in PEM.
    ///
    /// # Errors
    /// [`Error::NotACertificate`], [`Error::Make`] if `key` is not a private key, [`Error::NotItsKey`].
    pub fn read(pem: &str, key: &str) -> Result<Self, Error> {
        let certificate =
            CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|_| Error::NotACertificate)?;
        let key = KeyPair::from_pem(key)?;
        let its = key.public_key_raw();
        if !certificate.windows(its.len()).any(|bytes| bytes == its) {
            return Err(Error::NotItsKey);
        }
        // The issuer's name is constant, and nothing else of the authority goes into what it signs.
        let issuer = Issuer::new(authority(&season(UnixMillis(0), AUTHORITY)), key);
        Ok(Self { certificate, pem: pem.to_owned(), issuer })
    }

    /// Returns the fingerprint that people compare.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.certificate)
    }

    /// Returns the certificate in PEM.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// Returns the private key in PEM.
    pub fn key_pem(&self) -> Zeroizing<String> {
        Zeroizing::new(self.issuer.key().serialize_pem())
    }

    /// Issues a server certificate that also covers this host name or address.
    ///
    /// # Errors
    /// [`Error::Make`], as [`CertificateIssuer::certify_for`].
    pub fn certify(&self, host: &str, now: UnixMillis) -> Result<CertifiedKey, Error> {
        self.certify_all(&[host], now)
    }

    /// Issues a server certificate that covers all these hosts.
    pub fn certify_all(&self, hosts: &[&str], now: UnixMillis) -> Result<CertifiedKey, Error> {
        let own = [SERVER_NAME, "localhost", "127.0.0.1", "::1"];
        self.certify_for(&[&own, hosts].concat(), &season(now, SERVER))
    }

    /// Issues a certificate for these names and addresses with this validity.
    ///
    /// # Errors
    /// [`Error::Make`] if no key can be made or signing fails.
    pub fn certify_for(&self, names: &[&str], good: &Range<UnixMillis>) -> Result<CertifiedKey, Error> {
        let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names.dedup();
        // Only addresses and ASCII names can be certified, and clients ask for nothing else.
        names.retain(|name| name.parse::<IpAddr>().is_ok() || (name.is_ascii() && !name.is_empty()));
        let mut params = CertificateParams::new(names)?;
        params.distinguished_name.push(DnType::CommonName, SERVER_NAME);
        limit(&mut params, good);
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let key = KeyPair::generate()?;
        let made = params.signed_by(&key, &self.issuer)?;
        Ok(CertifiedKey {
            chain: format!("{}{}", made.pem(), self.pem),
            key: Zeroizing::new(key.serialize_pem()),
        })
    }
}

impl fmt::Debug for CertificateIssuer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CertificateIssuer({})", self.fingerprint())
    }
}

impl fmt::Debug for CertifiedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Certified")
    }
}

/// Parameters of an authority that signs servers but no further authorities.
fn authority(good: &Range<UnixMillis>) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "Ishigaki contest authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    limit(&mut params, good);
    params
}

fn season(now: UnixMillis, length: u64) -> Range<UnixMillis> {
    UnixMillis(now.0.saturating_sub(BEFORE))..UnixMillis(now.0.saturating_add(length))
}

/// Sets the validity.
fn limit(params: &mut CertificateParams, good: &Range<UnixMillis>) {
    let epoch = date_time_ymd(1970, 1, 1);
    params.not_before = epoch + Duration::from_millis(good.start.0);
    params.not_after = epoch + Duration::from_millis(good.end.0);
}
