//! Where the server is.

use std::fmt;
use std::str::FromStr;

use tonic::transport::Uri;

/// The server's address: a host and a port, such as `192.168.0.10:7150` or `http://localhost:7150`.
///
/// Plain HTTP/2 only; a scheme for encrypted connections belongs here, and its settings into
/// [`connect`](crate::connect()).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    uri: Uri,
}

/// What was given is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is no address of a server; one looks like localhost:7150")]
pub struct BadAddress {
    /// What was given.
    pub given: String,
}

impl Address {
    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let bad = || BadAddress { given: given.to_string() };
        let trimmed = given.trim();
        let place = trimmed.strip_prefix("http://").unwrap_or(trimmed).trim_end_matches('/');
        let uri: Uri = format!("http://{place}").parse().map_err(|_| bad())?;
        let has_port = uri.port_u16().is_some_and(|port| port > 0);
        let has_host = uri.host().is_some_and(|host| !host.is_empty());
        // Somebody's name before the host would only be a slip: tokens are given apart.
        let is_plain = uri.path() == "/" && uri.query().is_none() && !place.contains(['/', '@']);
        if has_port && has_host && is_plain { Ok(Self { uri }) } else { Err(bad()) }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.uri.authority().map_or("", |authority| authority.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[track_caller]
    fn check(given: &str, expected: Option<&str>) {
        let read = given.parse::<Address>().ok().map(|address| address.to_string());
        assert_eq!(read.as_deref(), expected, "{given:?}");
    }

    #[test]
    fn an_address_is_a_host_and_a_port() {
        check("localhost:7150", Some("localhost:7150"));
        check(" http://10.0.0.1:80/ ", Some("10.0.0.1:80"));
        check("[::1]:7150", Some("[::1]:7150"));
    }

    #[test]
    fn anything_else_is_no_address() {
        for given in ["", "localhost", "localhost:0", "https://localhost:7150", "a:1/b", "me@a:1", "a b:1"] {
            check(given, None);
        }
    }
}
