//! Addresses of a contest's servers, and how a server is authenticated.

use std::fmt;
use std::str::FromStr;

use ishigaki_record::signing::Fingerprint;

use crate::Authority;
use crate::server_url::{ServerUrl, ServerUrls};
use crate::target::{AddressError, Target, Trust, UnsafeAddressError};

/// The addresses of a contest's servers, and the authority to trust there.
///
/// Parsed from text, they can only be unencrypted addresses of this machine; all others come from
/// [`ServerUrl::address`] and [`ServerUrls::address`].
#[derive(Clone, Debug)]
pub struct Address {
    targets: Vec<Target>,
    trust: Trust,
}

impl Address {
    pub(crate) fn of(urls: &[ServerUrl], trust: Trust) -> Result<Self, UnsafeAddressError> {
        let targets = urls.iter().map(|url| url.target(&trust)).collect::<Result<_, _>>()?;
        Ok(Self { targets, trust })
    }

    /// The servers, in the order of attempts.
    pub(crate) fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Another server of the same contest, as one of them names it (`HOST:PORT`), with the same trust. `None`
    /// if nothing may be sent there.
    pub(crate) fn another(&self, named: &str) -> Option<Target> {
        named.parse::<ServerUrl>().ok()?.target(&self.trust).ok()
    }

    /// Returns the fingerprint of the authority to trust, if connections are encrypted.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        self.trust.authority.as_ref().map(Authority::fingerprint)
    }

    #[cfg(test)]
    pub(crate) fn authority(&self) -> Option<&Authority> {
        self.targets[0].authority.as_ref()
    }

    /// Returns whether traffic crosses a network without encryption, which users must be warned of.
    pub fn is_exposed(&self) -> bool {
        self.targets.iter().any(|target| target.is_exposed)
    }
}

impl ServerUrl {
    /// Returns the address with the authority to trust there. Without encryption, it may only be this
    /// machine, unless `plaintext` allows others. An address without `http://` is encrypted, unless it is
    /// this machine and there is no authority.
    ///
    /// # Errors
    ///
    /// [`UnsafeAddressError`] if tokens and lists could be read by others.
    pub fn address(
        &self,
        authority: Option<Authority>,
        plaintext: bool,
    ) -> Result<Address, UnsafeAddressError> {
        Address::of(self.as_ref(), Trust { authority, plaintext })
    }
}

impl ServerUrls {
    /// Returns the addresses with one authority for all, each like [`ServerUrl::address`].
    pub fn address(
        &self,
        authority: Option<Authority>,
        plaintext: bool,
    ) -> Result<Address, UnsafeAddressError> {
        Address::of(self.as_ref(), Trust { authority, plaintext })
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let urls: ServerUrls = given.parse()?;
        urls.address(None, false).map_err(|_| AddressError { given: given.to_string() })
    }
}

impl fmt::Display for Address {
    /// Host and port, with `http://` as a warning; separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, target) in self.targets.iter().enumerate() {
            f.write_str(if place > 0 { ", " } else { "" })?;
            f.write_str(if target.is_exposed { "http://" } else { "" })?;
            f.write_str(target.uri.authority().map_or("", |authority| authority.as_str()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::tests::AUTHORITY;

    /// Checks the address without and with an authority, then the same with plaintext allowed: `e`ncrypted,
    /// `p`lain on this machine, e`x`posed, or rejected without an `A`uthority or because of `P`laintext.
    #[track_caller]
    fn check_ways(given: &str, expected: [char; 4]) {
        let url: ServerUrl = given.parse().unwrap();
        let authority = || Some(Authority::read(AUTHORITY).unwrap());
        let way =
            |authority, plaintext| match url.address(authority, plaintext).as_ref().map(Address::targets) {
                Ok([Target { authority: Some(_), is_exposed: false, uri }]) => {
                    assert_eq!(uri.scheme_str(), Some("https"));
                    'e'
                }
                Ok([Target { is_exposed: false, .. }]) => 'p',
                Ok(_) => 'x',
                Err(UnsafeAddressError::NoAuthority) => 'A',
                Err(UnsafeAddressError::Plaintext) => 'P',
            };
        let ways = [way(None, false), way(authority(), false), way(None, true), way(authority(), true)];
        assert_eq!(ways, expected, "{given}");
    }

    #[test]
    fn plaintext_over_a_network_needs_permission() {
        check_ways("https://10.0.0.1:1", ['A', 'e', 'A', 'e']);
        check_ways("http://10.0.0.1:1", ['P', 'P', 'x', 'x']);
        check_ways("10.0.0.1:1", ['A', 'e', 'x', 'e']);
        check_ways("https://localhost:1", ['A', 'e', 'A', 'e']);
        for local in ["localhost:1", "127.0.0.1:1", "127.9.9.9:1", "[::1]:1"] {
            check_ways(local, ['p', 'e', 'p', 'e']);
            check_ways(&format!("http://{local}"), ['p', 'p', 'p', 'p']);
        }
        assert!("10.0.0.1:1".parse::<Address>().is_err() && "127.0.0.1:1".parse::<Address>().is_ok());
    }

    #[test]
    fn exposed_address_shows_http_scheme() {
        let url: ServerUrl = "10.0.0.1:1".parse().unwrap();
        assert_eq!(url.address(None, true).unwrap().to_string(), "http://10.0.0.1:1");
        assert_eq!("localhost:1".parse::<Address>().unwrap().to_string(), "localhost:1");
    }

    #[test]
    fn each_of_several_addresses_must_be_safe() {
        let urls = |given: &str| given.parse::<ServerUrls>().unwrap();
        let authority = || Some(Authority::read(AUTHORITY).unwrap());
        let mixed = urls("https://10.0.0.1:1,http://10.0.0.2:1").address(authority(), false);
        assert_eq!(mixed.unwrap_err(), UnsafeAddressError::Plaintext);
        let all = urls("10.0.0.1:1,10.0.0.2:1").address(authority(), false).unwrap();
        assert_eq!((all.to_string().as_str(), all.is_exposed()), ("10.0.0.1:1, 10.0.0.2:1", false));
        assert_eq!("127.0.0.1:1,localhost:2".parse::<Address>().unwrap().targets().len(), 2);
        assert!("127.0.0.1:1,10.0.0.1:1".parse::<Address>().is_err());
    }

    #[test]
    fn server_named_by_another_is_trusted_no_more_than_it() {
        let url: ServerUrl = "10.0.0.1:1".parse().unwrap();
        let encrypted = url.address(Some(Authority::read(AUTHORITY).unwrap()), false).unwrap();
        let another = encrypted.another("10.0.0.2:7").unwrap();
        assert_eq!((another.uri.scheme_str(), another.name().as_str()), (Some("https"), "10.0.0.2:7"));
        assert!(another.authority.is_some());
        assert!(encrypted.another("http://10.0.0.2:7").is_none(), "nobody talks it out of encryption");
        let local: Address = "127.0.0.1:1".parse().unwrap();
        assert!(local.another("127.0.0.1:2").is_some() && local.another("10.0.0.2:7").is_none());
        let exposed = url.address(None, true).unwrap();
        assert!(exposed.another("10.0.0.2:7").unwrap().is_exposed);
        assert!(exposed.another("nowhere").is_none());
    }
}
