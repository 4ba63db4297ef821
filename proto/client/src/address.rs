//! The addresses of a contest's servers, and how a server is known to be the right one.

use std::fmt;
use std::str::FromStr;

use crate::Authority;
use crate::server_url::{ServerUrl, ServerUrls};
use crate::target::{AddressError, Target, Trust, UnsafeAddressError};

/// The addresses of a contest's servers, one or several, and what it takes to trust whoever answers there.
///
/// As text they can be addresses of this machine only, to which nothing is encrypted; any others come from
/// [`ServerUrl::address`] and [`ServerUrls::address`].
#[derive(Clone, Debug)]
pub struct Address {
    targets: Vec<Target>,
    trust: Trust,
}

impl Address {
    /// The servers of these addresses, all trusted alike.
    pub(crate) fn of(urls: &[ServerUrl], trust: Trust) -> Result<Self, UnsafeAddressError> {
        let targets = urls.iter().map(|url| url.target(&trust)).collect::<Result<_, _>>()?;
        Ok(Self { targets, trust })
    }

    /// The servers, in the order in which they are tried.
    pub(crate) fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Another server of the same contest, as one of them names it (`HOST:PORT`): trusted as they are. `None` if nothing may be
    /// sent there.
    pub(crate) fn another(&self, named: &str) -> Option<Target> {
        named.parse::<ServerUrl>().ok()?.target(&self.trust).ok()
    }

    /// Returns the authority to trust there; nobody is asked for that where nothing is encrypted.
    #[cfg(test)]
    pub(crate) fn authority(&self) -> Option<&Authority> {
        self.targets[0].authority.as_ref()
    }

    /// Returns whether everything goes over a network without encryption: whoever uses it must be told.
    pub fn is_exposed(&self) -> bool {
        self.targets.iter().any(|target| target.is_exposed)
    }
}

impl ServerUrl {
    /// The address, and whom to trust there: an authority's certificate if there is one. Nothing is sent without
    /// encryption but to this machine itself, or where `plaintext` allows it. An address that does not say `http://`
    /// is one for encryption, unless there is no authority and it is this machine.
    ///
    /// # Errors
    /// [`UnsafeAddressError`] if tokens and lists would go out readable for others.
    pub fn address(
        &self,
        authority: Option<Authority>,
        plaintext: bool,
    ) -> Result<Address, UnsafeAddressError> {
        Address::of(self.as_ref(), Trust { authority, plaintext })
    }
}

impl ServerUrls {
    /// The addresses, and whom to trust there: one authority for all of them. Otherwise as [`ServerUrl::address`], for each.
    ///
    /// # Errors
    /// As [`ServerUrl::address`], for the first address that it refuses.
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
    /// Host and port; with `http://` before it where that is a warning. Several with commas.
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

    /// What comes of an address with and without an authority and the permission to go without: `e`ncrypted,
    /// `p`lain on this machine, `x` exposed, or refused for want of an `A`uthority or of encryption `P`.
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
    fn nothing_goes_over_a_network_unencrypted_unless_that_is_asked_for() {
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
    fn an_exposed_address_shows_that_it_is() {
        let url: ServerUrl = "10.0.0.1:1".parse().unwrap();
        assert_eq!(url.address(None, true).unwrap().to_string(), "http://10.0.0.1:1");
        assert_eq!("localhost:1".parse::<Address>().unwrap().to_string(), "localhost:1");
    }

    #[test]
    fn of_several_addresses_each_has_to_be_safe() {
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
    fn a_server_that_another_names_is_trusted_as_that_one_is_and_no_more() {
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
