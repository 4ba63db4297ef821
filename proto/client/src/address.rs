//! The server's address, and how the server is known to be the right one.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use tonic::transport::Uri;

use crate::Authority;

/// Server's address as somebody wrote it down: a host and a port, such as `192.168.0.10:7150`, and before it
/// `https://` or `http://` if they said how to talk to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    scheme: Option<Scheme>,
    /// Always with `http://` or `https://`, a host and a port.
    uri: Uri,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

/// The server's address and what it takes to trust whoever answers there.
///
/// As text it can be an address of this machine only, to which nothing is encrypted; any other comes from
/// [`ServerUrl::address`].
#[derive(Clone, Debug)]
pub struct Address {
    uri: Uri,
    authority: Option<Authority>,
    /// Whether others read along.
    is_exposed: bool,
}

/// Error of a text that is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is no address of a server; one looks like https://192.168.0.10:7150")]
pub struct AddressError {
    /// What was given.
    pub given: String,
}

/// An address to which nothing may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsafeAddressError {
    /// It takes encryption, and nobody said by which authority the server is known.
    #[error("the server is not known: name its authority's certificate, or join it with the fingerprint")]
    NoAuthority,
    /// Nothing would be encrypted, and the server is not this machine.
    #[error("nothing would be encrypted on the way to the server")]
    Plaintext,
}

impl ServerUrl {
    /// The address, and whom to trust there: an authority's certificate if there is one. Nothing is sent without
    /// encryption but to this machine itself, or where `plaintext` allows it. An address that does not say `http://`
    /// is one for encryption, unless there is no authority and it is this machine.
    pub fn address(
        &self,
        authority: Option<Authority>,
        plaintext: bool,
    ) -> Result<Address, UnsafeAddressError> {
        let is_loopback = self.is_loopback();
        let encrypts = match self.scheme {
            Some(scheme) => scheme == Scheme::Https,
            None => authority.is_some() || !(is_loopback || plaintext),
        };
        let address =
            |scheme, authority, is_exposed| Address { uri: self.with(scheme), authority, is_exposed };
        match (encrypts, authority) {
            (true, None) => Err(UnsafeAddressError::NoAuthority),
            (true, authority) => Ok(address(Scheme::Https, authority, false)),
            (false, _) if is_loopback => Ok(address(Scheme::Http, None, false)),
            (false, _) if plaintext => Ok(address(Scheme::Http, None, true)),
            (false, _) => Err(UnsafeAddressError::Plaintext),
        }
    }

    /// Returns whether it says that nothing is to be encrypted.
    pub fn is_plain(&self) -> bool {
        self.scheme == Some(Scheme::Http)
    }

    /// Host and port.
    pub(crate) fn place(&self) -> (&str, u16) {
        place(&self.uri)
    }

    fn is_loopback(&self) -> bool {
        let host = place(&self.uri).0;
        host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
    }

    fn with(&self, scheme: Scheme) -> Uri {
        let scheme = match scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        // What it is made of has been read already.
        format!("{scheme}://{authority}").parse().unwrap_or_else(|_| self.uri.clone())
    }
}

impl FromStr for ServerUrl {
    type Err = AddressError;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let bad = || AddressError { given: given.to_string() };
        let trimmed = given.trim();
        let (scheme, place) = if let Some(place) = trimmed.strip_prefix("https://") {
            (Some(Scheme::Https), place)
        } else if let Some(place) = trimmed.strip_prefix("http://") {
            (Some(Scheme::Http), place)
        } else {
            (None, trimmed)
        };
        let place = place.strip_suffix('/').unwrap_or(place);
        let uri: Uri = format!("http://{place}").parse().map_err(|_| bad())?;
        let has_port = uri.port_u16().is_some_and(|port| port > 0);
        let has_host = uri.host().is_some_and(|host| !host.is_empty());
        // Somebody's name before the host would only be a slip: tokens are given apart.
        let is_plain = uri.path() == "/" && uri.query().is_none() && !place.contains(['/', '@']);
        if has_port && has_host && is_plain { Ok(Self { scheme, uri }) } else { Err(bad()) }
    }
}

impl fmt::Display for ServerUrl {
    /// As it was written: with its scheme, if it had one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.scheme {
            None => "",
            Some(Scheme::Http) => "http://",
            Some(Scheme::Https) => "https://",
        })?;
        f.write_str(self.uri.authority().map_or("", |authority| authority.as_str()))
    }
}

impl Address {
    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Whom to trust there; nobody is asked for that where nothing is encrypted.
    pub(crate) fn authority(&self) -> Option<&Authority> {
        self.authority.as_ref()
    }

    pub(crate) fn place(&self) -> (&str, u16) {
        place(&self.uri)
    }

    /// Returns whether everything goes over a network without encryption: whoever uses it must be told.
    pub fn is_exposed(&self) -> bool {
        self.is_exposed
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let url: ServerUrl = given.parse()?;
        url.address(None, false).map_err(|_| AddressError { given: given.to_string() })
    }
}

impl fmt::Display for Address {
    /// Host and port; with `http://` before it where that is a warning.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_exposed { "http://" } else { "" })?;
        f.write_str(self.uri.authority().map_or("", |authority| authority.as_str()))
    }
}

fn place(uri: &Uri) -> (&str, u16) {
    let host = uri.host().unwrap_or_default();
    (host.trim_matches(['[', ']']), uri.port_u16().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authority::tests::AUTHORITY;

    #[track_caller]
    fn check(given: &str, expected: Option<&str>) {
        let read = given.parse::<ServerUrl>().ok().map(|address| address.to_string());
        assert_eq!(read.as_deref(), expected, "{given:?}");
    }

    #[test]
    fn an_address_is_a_host_and_a_port() {
        check("localhost:7150", Some("localhost:7150"));
        check(" http://10.0.0.1:80/ ", Some("http://10.0.0.1:80"));
        check("https://[::1]:7150", Some("https://[::1]:7150"));
    }

    #[test]
    fn anything_else_is_no_address() {
        for given in
            ["", "localhost", "localhost:0", "ftp://localhost:7150", "a:1/b", "me@a:1", "a b:1", "a:1//"]
        {
            check(given, None);
        }
    }

    /// What comes of an address with and without an authority and the permission to go without: `e`ncrypted,
    /// `p`lain on this machine, `x` exposed, or refused for want of an `A`uthority or of encryption `P`.
    #[track_caller]
    fn check_ways(given: &str, expected: [char; 4]) {
        let url: ServerUrl = given.parse().unwrap();
        let authority = || Some(Authority::read(AUTHORITY).unwrap());
        let way = |authority, plaintext| match url.address(authority, plaintext) {
            Ok(Address { authority: Some(_), is_exposed: false, uri }) => {
                assert_eq!(uri.scheme_str(), Some("https"));
                'e'
            }
            Ok(Address { is_exposed: false, .. }) => 'p',
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
}
