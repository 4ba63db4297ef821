//! Certificates: a contest's own authority, and the certificate it gives the server.
//!
//! Clients trust this one authority and no other, and ask for one fixed name ([`SERVER_NAME`]) whatever address they
//! dial: a server that moves to another machine takes its certificate along, and no certificate is made under way. The
//! keys are made by `aws-lc` from the machine's randomness; nothing of a contest follows from them.

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

/// Time before it is made from which a certificate is good already: the clocks of laptops without internet
/// differ.
const BEFORE: u64 = 3 * DAY;

/// Time for which an authority is good.
const AUTHORITY: u64 = 3_650 * DAY;

/// Time for which a server's certificate is good: a season, with time to spare.
const SERVER: u64 = 800 * DAY;

/// Error of making a certificate.
#[derive(Debug, thiserror::Error, Message)]
#[message("certificate")]
pub enum Error {
    /// It cannot be made.
    Make(#[from] rcgen::Error),
    /// The bytes that should be an authority's certificate are none.
    NotACertificate,
    /// The key and the certificate are of two authorities.
    NotItsKey,
}

/// Issuer of a contest's certificates: its authority, with the private key. Who has it can speak as the contest's server. Silent in
/// `Debug`.
pub struct CertificateIssuer {
    certificate: CertificateDer<'static>,
    pem: String,
    issuer: Issuer<'static, KeyPair>,
}

/// A server's certificate, as files hold it. Silent in `Debug`.
pub struct Certified {
    /// The certificate and the authority's, in PEM: whoever compares fingerprints finds the authority's in it.
    pub chain: String,
    /// The private key, in PEM.
    pub key: Zeroizing<String>,
}

impl CertificateIssuer {
    /// Makes an authority, good from now on.
    ///
    /// # Errors
    /// [`Error::Make`] if no key can be made, or it does not sign.
    pub fn make(now: UnixMillis) -> Result<Self, Error> {
        let key = KeyPair::generate()?;
        let params = authority(&season(now, AUTHORITY));
        let made = params.self_signed(&key)?;
        Ok(Self { certificate: made.der().clone(), pem: made.pem(), issuer: Issuer::new(params, key) })
    }

    /// The authority that was written down as these two, both in PEM.
    ///
    /// # Errors
    /// [`Error::NotACertificate`], [`Error::Make`] if the other one is no private key, [`Error::NotItsKey`].
    pub fn read(pem: &str, key: &str) -> Result<Self, Error> {
        let certificate =
            CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|_| Error::NotACertificate)?;
        let key = KeyPair::from_pem(key)?;
        let its = key.public_key_raw();
        if !certificate.windows(its.len()).any(|bytes| bytes == its) {
            return Err(Error::NotItsKey);
        }
        // Its name is always the same, and nothing else of it goes into what it signs.
        let issuer = Issuer::new(authority(&season(UnixMillis(0), AUTHORITY)), key);
        Ok(Self { certificate, pem: pem.to_owned(), issuer })
    }

    /// Returns what people compare it by.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.certificate)
    }

    /// Its certificate, in PEM; public.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// Its private key, in PEM.
    pub fn key_pem(&self) -> Zeroizing<String> {
        Zeroizing::new(self.issuer.key().serialize_pem())
    }

    /// Makes a certificate for a server that is also known under this host name or address.
    ///
    /// # Errors
    /// [`Error::Make`], as [`CertificateIssuer::certify_for`].
    pub fn certify(&self, host: &str, now: UnixMillis) -> Result<Certified, Error> {
        self.certify_all(&[host], now)
    }

    /// As [`CertificateIssuer::certify`], for a server that may be any of these hosts.
    pub fn certify_all(&self, hosts: &[&str], now: UnixMillis) -> Result<Certified, Error> {
        let own = [SERVER_NAME, "localhost", "127.0.0.1", "::1"];
        self.certify_for(&[&own, hosts].concat(), &season(now, SERVER))
    }

    /// Makes a certificate for these names and addresses, good for a time of one's own choice.
    ///
    /// # Errors
    /// [`Error::Make`] if no key can be made, or the authority's does not sign.
    pub fn certify_for(&self, names: &[&str], good: &Range<UnixMillis>) -> Result<Certified, Error> {
        let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        names.sort();
        names.dedup();
        // What is neither a name nor an address cannot be certified, and nobody asks for it.
        names.retain(|name| name.parse::<IpAddr>().is_ok() || (name.is_ascii() && !name.is_empty()));
        let mut params = CertificateParams::new(names)?;
        params.distinguished_name.push(DnType::CommonName, SERVER_NAME);
        limit(&mut params, good);
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        params.use_authority_key_identifier_extension = true;
        let key = KeyPair::generate()?;
        let made = params.signed_by(&key, &self.issuer)?;
        Ok(Certified {
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

impl fmt::Debug for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Certified")
    }
}

/// An authority that signs servers and no further authorities.
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

/// Makes it good for this time and no longer.
fn limit(params: &mut CertificateParams, good: &Range<UnixMillis>) {
    let epoch = date_time_ymd(1970, 1, 1);
    params.not_before = epoch + Duration::from_millis(good.start.0);
    params.not_after = epoch + Duration::from_millis(good.end.0);
}
