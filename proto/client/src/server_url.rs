//! Servers' addresses as written by people.

use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ishigaki_catalogue::text_arguments;
use tonic::transport::Uri;

use crate::target::{AddressError, Target, Trust, UnsafeAddressError, place};

/// Address as written: host and port, such as `192.168.0.10:7150`, optionally with `https://` or `http://`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    scheme: Option<Scheme>,
    uri: Uri,
}

/// Addresses of all servers of a contest, separated by commas or line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrls {
    urls: Vec<ServerUrl>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

text_arguments!(ServerUrl, ServerUrls);

impl ServerUrl {
    /// Returns whether it asks for no encryption.
    pub fn is_plain(&self) -> bool {
        self.scheme == Some(Scheme::Http)
    }

    pub(crate) fn place(&self) -> (&str, u16) {
        place(&self.uri)
    }

    pub(crate) fn target(&self, trust: &Trust) -> Result<Target, UnsafeAddressError> {
        let is_loopback = self.is_loopback();
        let encrypts = match self.scheme {
            Some(scheme) => scheme == Scheme::Https,
            None => trust.authority.is_some() || !(is_loopback || trust.plaintext),
        };
        let plain = |is_exposed| Target { uri: self.with(Scheme::Http), authority: None, is_exposed };
        match (encrypts, trust.authority.clone()) {
            (true, None) => Err(UnsafeAddressError::NoAuthority),
            (true, authority) => Ok(Target { uri: self.with(Scheme::Https), authority, is_exposed: false }),
            (false, _) if is_loopback => Ok(plain(false)),
            (false, _) if trust.plaintext => Ok(plain(true)),
            (false, _) => Err(UnsafeAddressError::Plaintext),
        }
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
        // Its parts have been parsed already.
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
        // A user name before the host would be a mistake, because tokens are given separately.
        let is_plain = uri.path() == "/" && uri.query().is_none() && !place.contains(['/', '@']);
        if has_port && has_host && is_plain { Ok(Self { scheme, uri }) } else { Err(bad()) }
    }
}

impl fmt::Display for ServerUrl {
    /// As written, with its scheme if it had one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.scheme {
            None => "",
            Some(Scheme::Http) => "http://",
            Some(Scheme::Https) => "https://",
        })?;
        f.write_str(self.uri.authority().map_or("", |authority| authority.as_str()))
    }
}

impl ServerUrls {
    /// Returns whether one of them asks for no encryption.
    pub fn is_plain(&self) -> bool {
        self.urls.iter().any(ServerUrl::is_plain)
    }

    /// Returns whether these include all servers of the others, regardless of schemes.
    pub fn has_all_of(&self, others: &Self) -> bool {
        let places = |urls: &[ServerUrl]| -> BTreeSet<(String, u16)> {
            let places = urls.iter().map(ServerUrl::place);
            places.map(|(host, port)| (host.to_ascii_lowercase(), port)).collect()
        };
        places(&self.urls).is_superset(&places(&others.urls))
    }
}

impl AsRef<[ServerUrl]> for ServerUrls {
    /// All of them, in the order of attempts.
    fn as_ref(&self) -> &[ServerUrl] {
        &self.urls
    }
}

impl AsRef<[ServerUrl]> for ServerUrl {
    fn as_ref(&self) -> &[ServerUrl] {
        std::slice::from_ref(self)
    }
}

impl From<ServerUrl> for ServerUrls {
    fn from(only: ServerUrl) -> Self {
        Self { urls: vec![only] }
    }
}

impl FromStr for ServerUrls {
    type Err = AddressError;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let mut urls: Vec<ServerUrl> = Vec::new();
        for given in given.split([',', '\n']).filter(|given| !given.trim().is_empty()) {
            let url = given.parse()?;
            if !urls.contains(&url) {
                urls.push(url);
            }
        }
        if urls.is_empty() { Err(AddressError { given: given.to_owned() }) } else { Ok(Self { urls }) }
    }
}

impl fmt::Display for ServerUrls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separated = |(place, url): (usize, &ServerUrl)| {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{url}")
        };
        self.urls.iter().enumerate().try_for_each(separated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, expected: Option<&str>) {
        let read = given.parse::<ServerUrl>().ok().map(|address| address.to_string());
        assert_eq!(read.as_deref(), expected, "{given:?}");
    }

    #[test]
    fn address_has_host_and_port() {
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

    #[test]
    fn addresses_are_separated_by_commas_or_lines() {
        let read = |given: &str| given.parse::<ServerUrls>().map(|urls| urls.to_string());
        assert_eq!(read("a:1").as_deref(), Ok("a:1"));
        assert_eq!(read("https://a:1, b:2,a:3").as_deref(), Ok("https://a:1,b:2,a:3"));
        assert_eq!(read("https://a:1\nhttps://b:1\r\n\n").as_deref(), Ok("https://a:1,https://b:1"));
        assert_eq!(read("a:1,a:1").as_deref(), Ok("a:1"), "one server is asked once");
        assert!(read("").is_err() && read(",").is_err() && read("a:1,b").is_err());
    }
}
