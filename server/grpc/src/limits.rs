//! Limits per caller and connection. Real use stays far below the defaults.
//!
//! [`quota`] counts concurrent use, [`rate_limit`] counts use over time. The code that receives calls and
//! connections applies both.

pub mod quota;
pub mod rate_limit;

use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_engine::toml_error::TomlError;
use ishigaki_rules::Millis;
use ishigaki_scenarios::line_and_column;
use serde::Deserialize;

use rate_limit::RateLimit;

/// Limits, as `--limits FILE` (TOML) sets them; settings that the file omits keep their defaults. A limit of
/// 0 admits nothing, except that a rate of 0 means unlimited.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum message size, in bytes. A whole wall of a large game fits many times over.
    pub message_bytes: usize,
    /// Maximum size of the request headers, in bytes, as HTTP/2 counts them.
    pub header_bytes: u32,
    /// Maximum number of concurrent calls on one connection, feeds included.
    pub calls_per_connection: u32,
    /// Maximum number of concurrent calls with the token of one team, feeds included.
    pub calls_per_team: usize,
    /// Maximum number of concurrent calls with any other token. Thousands may watch with the board's token.
    pub calls_per_token: usize,
    /// Maximum number of concurrent journal copies with a standby's token. Each may hold some megabytes while
    /// its standby is slow.
    pub calls_per_standby: usize,
    /// Maximum number of concurrent calls from one address (one /64 network for IPv6 outside the server's own
    /// network). This machine's own calls don't count.
    pub calls_per_address: usize,
    /// Maximum number of concurrent calls without a token (health, schema). At the limit, the oldest call of
    /// the busiest address is ended.
    pub unauthenticated_calls: usize,
    /// The same limit per address, this machine included.
    pub unauthenticated_calls_per_address: usize,
    /// Maximum duration of a call without a token, in milliseconds. Watchers call again.
    pub unauthenticated_call_ms: u64,
    /// Maximum number of concurrent calls in total.
    pub calls: usize,
    /// Number of calls reserved for judges, organisers and teams, at most half of all.
    pub reserved_calls: usize,
    /// Maximum burst of reads (lines of records, opened rounds) per team or other token.
    pub reading_burst: u32,
    /// Reads per second after that; 0 means unlimited.
    pub reading_per_second: u32,
    /// Maximum number of concurrent answers to such reads per token.
    pub readings_per_token: usize,
    /// Maximum burst of lists and re-bids per team.
    pub sealing_burst: u32,
    /// Lists and re-bids per second after that; 0 means unlimited.
    pub sealing_per_second: u32,
    /// Maximum burst of wall changes per team.
    pub wall_burst: u32,
    /// Wall changes per second after that; 0 means unlimited.
    pub wall_per_second: u32,
    /// Maximum burst of questions and read marks per team.
    pub message_burst: u32,
    /// Questions and read marks per second after that; 0 means unlimited.
    pub message_per_second: u32,
    /// Maximum time from a call to the start of its answer, in milliseconds. It includes the time to receive
    /// the message, except on streams.
    pub call_ms: u64,
    /// Maximum time until an answer is taken, in milliseconds. Feeds have their own limits.
    pub untaken_answer_ms: u64,
    /// Maximum time that a watcher or standby may take nothing while items wait, in milliseconds.
    pub stalled_reader_ms: u64,
    /// Maximum time that a watcher may lag without catching up, in milliseconds.
    pub late_reader_ms: u64,
    /// Maximum number of connections, capped by the process's descriptors. At the limit, the oldest
    /// unauthenticated connection is dropped.
    pub connections: usize,
    /// The same limit per address, counted as for calls.
    pub connections_per_address: usize,
    /// Maximum number of concurrent TLS handshakes. At the limit, the oldest handshake of the busiest address
    /// is dropped.
    pub handshakes: usize,
    /// Handshake timeout, in milliseconds.
    pub handshake_ms: u64,
    /// Maximum time from accepting a connection to its first call, in milliseconds.
    pub first_call_ms: u64,
    /// Maximum time without a call after that, in milliseconds.
    pub idle_connection_ms: u64,
    /// Maximum time that a connection may take no data while data waits, in milliseconds.
    pub stalled_connection_ms: u64,
    /// Maximum number of bytes that one connection may receive at once.
    pub burst_bytes: u64,
    /// Bytes per second after that; 0 means unlimited.
    pub bytes_per_second: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_bytes: 64 * 1024,
            header_bytes: 8 * 1024,
            calls_per_connection: 256,
            calls_per_team: 32,
            calls_per_token: 16_384,
            calls_per_standby: 8,
            calls_per_address: 1_024,
            unauthenticated_calls: 256,
            unauthenticated_calls_per_address: 16,
            unauthenticated_call_ms: 10_000,
            calls: 16_384,
            reserved_calls: 2_048,
            reading_burst: 100,
            reading_per_second: 20,
            readings_per_token: 8,
            sealing_burst: 20,
            sealing_per_second: 5,
            wall_burst: 200,
            wall_per_second: 50,
            message_burst: 20,
            message_per_second: 2,
            call_ms: 20_000,
            untaken_answer_ms: 20_000,
            stalled_reader_ms: 20_000,
            late_reader_ms: 120_000,
            connections: 16_384,
            connections_per_address: 512,
            handshakes: 256,
            // Covers a round trip of three seconds on a line that also loses a packet.
            handshake_ms: 8_000,
            first_call_ms: 10_000,
            idle_connection_ms: 300_000,
            stalled_connection_ms: 20_000,
            burst_bytes: 8 * 1024 * 1024,
            bytes_per_second: 4 * 1024 * 1024,
        }
    }
}

/// Error of reading limits.
#[derive(Debug, thiserror::Error, Message)]
#[message("limits")]
pub enum Error {
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    Parse {
        path: PathBuf,
        /// The line, counted from 1.
        #[message(display)]
        line: usize,
        source: TomlError,
    },
}

impl Limits {
    /// Reads a limits file.
    ///
    /// # Errors
    /// [`Error::Read`]; [`Error::Parse`], also for an unknown setting.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })?;
        toml::from_str(&text).map_err(|source| {
            let (line, _) = line_and_column(&text, source.span().map_or(0, |span| span.start));
            Error::Parse { path: path.into(), line, source: source.into() }
        })
    }

    /// Returns the maximum time until an answer begins.
    pub fn call(&self) -> Millis {
        Millis(self.call_ms)
    }

    /// Returns the maximum duration of a call without a token.
    pub fn unauthenticated_call(&self) -> Millis {
        Millis(self.unauthenticated_call_ms)
    }

    /// Returns the rate limit of lists and re-bids.
    pub fn sealing(&self) -> RateLimit {
        RateLimit { burst: self.sealing_burst, per_second: self.sealing_per_second }
    }

    /// Returns the rate limit of reading records and rounds.
    pub fn reading(&self) -> RateLimit {
        RateLimit { burst: self.reading_burst, per_second: self.reading_per_second }
    }

    /// Returns the rate limit of wall changes.
    pub fn wall(&self) -> RateLimit {
        RateLimit { burst: self.wall_burst, per_second: self.wall_per_second }
    }

    /// Returns the rate limit of questions and read marks.
    pub fn message(&self) -> RateLimit {
        RateLimit { burst: self.message_burst, per_second: self.message_per_second }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Limits, Error> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("limits.toml");
        fs::write(&path, text).unwrap();
        Limits::load(&path)
    }

    #[test]
    fn limits_file_overrides_only_named_limits() {
        let limits = read("calls_per_team = 7").unwrap();
        assert_eq!(limits, Limits { calls_per_team: 7, ..Limits::default() });
        assert_eq!(read("").unwrap(), Limits::default());
    }

    #[test]
    fn unknown_limit_name_is_rejected() {
        let Err(Error::Parse { source, .. }) = read("calls_per_teem = 7") else { panic!("refused") };
        assert!(source.to_string().contains("calls_per_teem"), "{source}");
    }

    #[test]
    fn limits_page_lists_all_defaults() {
        let listed = include_str!("../../../docs/reference/metrics-and-limits.md");
        let defaults = format!("{:?}", Limits::default());
        let fields = defaults.trim_start_matches("Limits {").trim_end_matches('}').split(',');
        for field in fields {
            let (name, value) = field.trim().split_once(": ").unwrap();
            assert!(
                listed.contains(&format!("| `{name}` | {value} |")),
                "{field} is not in docs/reference/metrics-and-limits.md"
            );
        }
    }
}
