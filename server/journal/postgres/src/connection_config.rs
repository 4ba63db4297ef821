//! Converts a database's URL into connection parameters, and checks that the connection is safe.

use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl, StorageCause};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use crate::tls::Tls;

const CONNECT: Duration = Duration::from_secs(5);

/// TCP keep-alive: idle time, interval, and total time.
const KEEPALIVE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(2);
const KEEPALIVE_TIMES: u32 = 3;

/// Maximum time without acknowledgement of sent data, unless the URL sets `tcp_user_timeout`.
const UNRECEIVED: Duration = Duration::from_secs(10);

/// Returns the connection parameters of this database. Fails if the URL is invalid, or the connection
/// wouldn't be safe.
pub(crate) fn place(url: &DatabaseUrl) -> Result<(Config, Tls), DatabaseFault> {
    let LibpqParameters { url, root } = LibpqParameters::of(url.reveal());
    let mut config: Config = url.parse().map_err(|error| DatabaseFault::Url(StorageCause::new(error)))?;
    if host_count(&config) == 0 {
        return Err(DatabaseFault::Url(StorageCause::new("it names no host")));
    }
    let tls = match (root, config.get_ssl_mode()) {
        (Some(root), mode) if mode != SslMode::Disable => {
            config.ssl_mode(SslMode::Require);
            Tls::trusting(&root)?
        }
        (_, SslMode::Prefer) if is_local(&config) => {
            config.ssl_mode(SslMode::Disable);
            Tls::none()
        }
        (_, SslMode::Disable) => Tls::none(),
        _ => return Err(DatabaseFault::Unencrypted),
    };
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(UNRECEIVED);
    }
    config
        .keepalives_idle(KEEPALIVE)
        .keepalives_interval(KEEPALIVE_INTERVAL)
        .keepalives_retries(KEEPALIVE_TIMES);
    if config.get_application_name().is_none() {
        config.application_name("ishigaki-journal");
    }
    if host_count(&config) > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    Ok((config, tls))
}

pub(crate) fn host_count(config: &Config) -> usize {
    config.get_hosts().len().max(config.get_hostaddrs().len())
}

fn is_local(config: &Config) -> bool {
    let is_local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(is_local)
        && config.get_hostaddrs().iter().all(std::net::IpAddr::is_loopback)
}

/// Parameters of libpq that the client doesn't know, removed from the URL.
struct LibpqParameters {
    url: String,
    root: Option<String>,
}

impl LibpqParameters {
    fn of(url: &str) -> Self {
        let Some((before, parameters)) = url.split_once('?') else {
            return Self { url: url.to_owned(), root: None };
        };
        let mut root = None;
        let mut left = Vec::new();
        for parameter in parameters.split('&') {
            match parameter.split_once('=') {
                Some(("sslrootcert", file)) => root = Some(file.replace("%2F", "/").replace("%2f", "/")),
                // Host names are always verified here.
                Some(("sslmode", "verify-full" | "verify-ca")) => left.push("sslmode=require"),
                _ => left.push(parameter),
            }
        }
        let after = if left.is_empty() { String::new() } else { format!("?{}", left.join("&")) };
        Self { url: format!("{before}{after}"), root }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> Option<DatabaseFault> {
        let location: ishigaki_journal::Location = url.parse().unwrap();
        let ishigaki_journal::Location::Postgres(url) = location else { panic!("{location} is a database") };
        place(&url).err()
    }

    #[test]
    fn remote_url_needs_encryption_or_explicit_disable() {
        for url in [
            "postgres://judge@localhost/contest",
            "postgres://judge@127.0.0.1:5433,[::1]/contest",
            "postgres://judge@%2Fvar%2Frun%2Fpostgresql/contest",
            "postgres://judge@hall/contest?sslmode=disable",
        ] {
            assert!(refused(url).is_none(), "{url}: {:?}", refused(url));
        }
        for url in [
            "postgres://judge@hall/contest",
            "postgres://judge@localhost,hall/contest",
            "postgres://judge@hall/contest?sslmode=prefer",
            "postgres://judge@hall/contest?sslmode=verify-full",
        ] {
            assert!(matches!(refused(url), Some(DatabaseFault::Unencrypted)), "{url}: {:?}", refused(url));
        }
        let lacking = refused("postgres://judge@hall/contest?sslmode=require&sslrootcert=%2Fno%2Fsuch.pem");
        assert!(matches!(lacking, Some(DatabaseFault::Authority(_))), "{lacking:?}");
    }

    #[test]
    fn url_error_hides_password() {
        for url in [
            "postgres:///contest",
            "postgres://judge:secret@localhost:port/contest",
            "postgres://judge:secret@localhost/contest?colour=red",
        ] {
            let Some(DatabaseFault::Url(cause)) = refused(url) else { panic!("{url} makes sense") };
            assert!(!format!("{cause} {cause:?}").contains("secret"), "{cause:?}");
        }
    }
}
