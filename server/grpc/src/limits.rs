//! The limits of what anybody gets: the settings, with defaults that real use does not come near.
//!
//! [`quota`] counts who is in, [`rate_limit`] how often somebody comes. What is done with both stands where calls and
//! connections are received. This room knows numbers and names, no network and no game.

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

/// The limits, as `--limits FILE` sets them (TOML); what the file does not name stays as it is here. A limit of 0 lets
/// nobody through, except where a pace of 0 means that there is none.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest message that is taken, in bytes: a whole wall of a large game fits many times over.
    pub message_bytes: usize,
    /// The longest list of headers that is taken, in bytes, as HTTP/2 counts them.
    pub header_bytes: u32,
    /// Greatest number of calls that one connection may have under way, feeds included.
    pub calls_per_connection: u32,
    /// Greatest number of calls that may be under way by the token of one team, feeds included.
    pub calls_per_team: usize,
    /// Greatest number of calls that may be under way by any other token; thousands may watch by the board's.
    pub calls_per_token: usize,
    /// Greatest number of copies of the journal that may be under way by a standby's token: each may hold some megabytes
    /// for as long as its standby takes nothing.
    pub calls_per_standby: usize,
    /// Greatest number of calls that may be under way from one address (of IPv6 beyond the server's own network, one
    /// network of 64 bits). This machine's own are not counted.
    pub calls_per_address: usize,
    /// Greatest number of calls that need no token (health, schema) that may be under way. One more, and the eldest
    /// has to go of the address that has the most.
    pub calls_of_strangers: usize,
    /// Greatest number of them from one address; this machine's own are counted as well.
    pub calls_of_strangers_per_address: usize,
    /// Longest time of such a call, in milliseconds; who watches asks again.
    pub call_of_stranger_ms: u64,
    /// Greatest number of calls that may be under way in all.
    pub calls: usize,
    /// Number of them that are kept for judge, organiser and teams: nobody else gets those. At the most half of
    /// all.
    pub reserved_calls: usize,
    /// Greatest number of times that one team, or one other token, may ask for lines of records and for
    /// opened rounds at once...
    pub reading_burst: u32,
    /// ...and how often a second after that; 0: as often as it likes.
    pub reading_per_second: u32,
    /// Greatest number of such answers that may be under way to it.
    pub readings_per_token: usize,
    /// Greatest number of lists and re-bids that a team may seal at once...
    pub sealing_burst: u32,
    /// ...and how many a second after that; 0: as many as it likes.
    pub sealing_per_second: u32,
    /// Greatest number of changes that a team may make to its wall at once...
    pub wall_burst: u32,
    /// ...and how many a second after that; 0: as many as it likes.
    pub wall_per_second: u32,
    /// Greatest number of questions and read marks that a team may send at once...
    pub message_burst: u32,
    /// ...and how many a second after that; 0: as many as it likes.
    pub message_per_second: u32,
    /// Longest time of a call until its answer begins, in milliseconds, the time its message takes to come included unless it
    /// comes on a stream.
    pub call_ms: u64,
    /// Longest time that an answer may stand there before it is taken, in milliseconds; feeds have limits of
    /// their own.
    pub untaken_answer_ms: u64,
    /// Longest time that a watcher or a standby may take nothing while something waits for it, in
    /// milliseconds.
    pub stalled_reader_ms: u64,
    /// Longest time that a watcher may be behind without ever catching up, in milliseconds.
    pub late_reader_ms: u64,
    /// Greatest number of connections. Never more than the machine gives the process descriptors for. One more, and the
    /// eldest has to go on which nobody has shown a good token.
    pub connections: usize,
    /// Greatest number of them from one address, counted as calls are; one more is as one more of all.
    pub connections_per_address: usize,
    /// Greatest number of connections that may agree on encryption at once; one more, and the eldest has to go of the
    /// address that has the most...
    pub handshakes: usize,
    /// ...and how long one may take to, in milliseconds.
    pub handshake_ms: u64,
    /// Longest time that a connection may stay open before its first call, in milliseconds...
    pub first_call_ms: u64,
    /// ...and how long without one after that.
    pub idle_connection_ms: u64,
    /// Longest time that a connection may take nothing of what is sent on it, in milliseconds.
    pub stalled_connection_ms: u64,
    /// Greatest number of bytes that may come at once on one connection...
    pub burst_bytes: u64,
    /// ...and how many a second after that; 0: as many as the network carries.
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
            calls_of_strangers: 256,
            calls_of_strangers_per_address: 16,
            call_of_stranger_ms: 10_000,
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
            // A round trip of three seconds, on a line that also loses a packet.
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
    /// The file cannot be read.
    Read {
        path: PathBuf,
        /// Error of the system.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    Parse {
        path: PathBuf,
        /// The line, from 1.
        #[message(display)]
        line: usize,
        /// Error of the reader.
        source: TomlError,
    },
}

impl Limits {
    /// Reads a file of limits.
    ///
    /// # Errors
    /// [`Error::Read`]; [`Error::Parse`], also of a name that is no limit's.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::Read { path: path.into(), source })?;
        toml::from_str(&text).map_err(|source| {
            let (line, _) = line_and_column(&text, source.span().map_or(0, |span| span.start));
            Error::Parse { path: path.into(), line, source: source.into() }
        })
    }

    /// Returns how long a call may take until its answer begins.
    pub fn call(&self) -> Millis {
        Millis(self.call_ms)
    }

    /// Returns how long a call that needs no token may last.
    pub fn call_of_stranger(&self) -> Millis {
        Millis(self.call_of_stranger_ms)
    }

    /// Returns how often a team may seal.
    pub fn sealing(&self) -> RateLimit {
        RateLimit { burst: self.sealing_burst, per_second: self.sealing_per_second }
    }

    /// Returns how often somebody may read records and rounds.
    pub fn reading(&self) -> RateLimit {
        RateLimit { burst: self.reading_burst, per_second: self.reading_per_second }
    }

    /// Returns how often a team may change its wall.
    pub fn wall(&self) -> RateLimit {
        RateLimit { burst: self.wall_burst, per_second: self.wall_per_second }
    }

    /// Returns how often a team may ask, or mark messages as read.
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
    fn a_file_changes_what_it_names_and_nothing_else() {
        let limits = read("calls_per_team = 7").unwrap();
        assert_eq!(limits, Limits { calls_per_team: 7, ..Limits::default() });
        assert_eq!(read("").unwrap(), Limits::default());
    }

    #[test]
    fn a_name_that_there_is_not_is_refused() {
        let Err(Error::Parse { source, .. }) = read("calls_per_teem = 7") else { panic!("refused") };
        assert!(source.to_string().contains("calls_per_teem"), "{source}");
    }

    #[test]
    fn the_list_of_limits_is_complete() {
        let listed = include_str!("../../README.md");
        let defaults = format!("{:?}", Limits::default());
        let fields = defaults.trim_start_matches("Limits {").trim_end_matches('}').split(',');
        for field in fields {
            let (name, value) = field.trim().split_once(": ").unwrap();
            assert!(
                listed.contains(&format!("| `{name}` | {value} |")),
                "{field} is not in server/README.md"
            );
        }
    }

    #[test]
    fn the_page_for_writers_of_clients_has_the_same_figures() {
        let page = include_str!("../../../proto/CLIENTS.md");
        let (_, limits) = page.split_once("## Limits").unwrap();
        let (limits, _) = limits.split_once("## Refusals").unwrap();
        let defaults = format!("{:?}", Limits::default());
        let rows: Vec<&str> = limits.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(rows.len() > 10, "{rows:?}");
        for row in rows {
            let mut cells = row.split('|').map(str::trim).skip(1);
            let (name, value) = (cells.next().unwrap().trim_matches('`'), cells.next().unwrap());
            assert!(defaults.contains(&format!(" {name}: {value}")), "{row}");
        }
    }
}
