//! Texts that name a database other than by URL: keywords and values, host and port, a misspelt scheme.
//!
//! As a path each would create a new, empty journal.

use std::net::IpAddr;

/// The keywords of a connection string.
const KEYWORDS: [&str; 16] = [
    "host",
    "hostaddr",
    "server",
    "port",
    "dbname",
    "database",
    "user",
    "username",
    "password",
    "passfile",
    "service",
    "sslmode",
    "options",
    "application_name",
    "connect_timeout",
    "target_session_attrs",
];

/// Returns the database URL for a text, as far as it is known and without password; `None` if the text is a
/// path.
pub(super) fn spelling(text: &str) -> Option<String> {
    let text = text.trim().trim_matches(['"', '\'']);
    let place = text.split(['/', '\\']).next().unwrap_or_default();
    if place.to_ascii_lowercase().contains("postgres") && place.contains(':') {
        return Some(url("USER", "HOST", None, "DATABASE"));
    }
    if names_port(place) {
        return Some(url("USER", "HOST", None, "DATABASE"));
    }
    if place.parse::<IpAddr>().is_ok() {
        return Some(url("USER", place, None, "DATABASE"));
    }
    // There may be spaces around `=`.
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let mut pairs = text.split([' ', '\t', '\n', ';', '&']).filter_map(|word| {
        let (key, value) = word.split_once('=')?;
        let key = key.to_ascii_lowercase();
        let key = key.strip_prefix("pg").map(str::to_owned).unwrap_or(key);
        KEYWORDS.contains(&&*key).then(|| (key, value.trim_matches(['"', '\'']).to_owned()))
    });
    let first = pairs.next()?;
    // Such a word further on is part of a path.
    let lower = text.to_ascii_lowercase();
    if !lower.trim_start_matches("pg").starts_with(&first.0) {
        return None;
    }
    let pairs: Vec<_> = [first].into_iter().chain(pairs).collect();
    let parameter = |names: &[&str]| {
        let mut found = pairs.iter().filter(|(key, value)| names.contains(&&**key) && !value.is_empty());
        found.next().map(|(_, value)| value.as_str())
    };
    let host = parameter(&["host", "hostaddr", "server"]).unwrap_or("HOST");
    let (user, name) = (parameter(&["user", "username"]), parameter(&["dbname", "database"]));
    Some(url(user.unwrap_or("USER"), host, parameter(&["port"]), name.unwrap_or("DATABASE")))
}

fn names_port(place: &str) -> bool {
    place.rsplit_once(':').is_some_and(|(host, port)| {
        let is_port = !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit());
        !host.is_empty() && is_port
    })
}

fn url(user: &str, host: &str, port: Option<&str>, database: &str) -> String {
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    format!("postgres://{user}@{host}{port}/{database}")
}

#[cfg(test)]
mod tests {
    use super::spelling;

    #[test]
    fn connection_string_is_spelled_as_a_url_without_its_password() {
        for (text, url) in [
            ("host=127.0.0.1 port=5432 user=judge", "postgres://judge@127.0.0.1:5432/DATABASE"),
            ("dbname=day", "postgres://USER@HOST/day"),
            (" host=hall  password='s3cret' dbname=day", "postgres://USER@hall/day"),
            (
                "Host=hall;Port=5433;Username=judge;Password=s3cret;Database=day",
                "postgres://judge@hall:5433/day",
            ),
            ("host = 127.0.0.1 port = 5432 user = judge", "postgres://judge@127.0.0.1:5432/DATABASE"),
            ("user\t=judge", "postgres://judge@HOST/DATABASE"),
            ("PGHOST=10.0.0.2", "postgres://USER@10.0.0.2/DATABASE"),
            ("127.0.0.1", "postgres://USER@127.0.0.1/DATABASE"),
            ("service=contest", "postgres://USER@HOST/DATABASE"),
            ("postgres:hall/day", "postgres://USER@HOST/DATABASE"),
            ("postgresql:/hall/day", "postgres://USER@HOST/DATABASE"),
            ("jdbc:postgresql://hall/day", "postgres://USER@HOST/DATABASE"),
            ("\"postgres://judge@hall/day\"", "postgres://USER@HOST/DATABASE"),
            (" postgres://judge:s3cret@hall/day", "postgres://USER@HOST/DATABASE"),
            ("judge@hall:5432/day", "postgres://USER@HOST/DATABASE"),
            ("127.0.0.1:5432", "postgres://USER@HOST/DATABASE"),
        ] {
            assert_eq!(spelling(text).as_deref(), Some(url), "{text}");
        }
    }

    #[test]
    fn path_is_no_connection_string() {
        for text in [
            "contest.db",
            "./host=hall",
            "/data/host=hall/contest.db",
            "day 1 host=2.db",
            "C:\\day\\contest.db",
            "./postgres:/x",
            "postgres.db",
            "postgres/contest.db",
            "hosts.db",
            "final=2.db",
        ] {
            assert_eq!(spelling(text), None, "{text}");
        }
    }
}
