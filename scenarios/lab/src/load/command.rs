//! `lab load`: measures a server under load.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ishigaki_command::{Exit, Output};
use ishigaki_server::run::stop_signal;
use rehearsal::database::DatabaseAsked;
use rehearsal::server::ServerProgram;

use super::{LoadOptions, LoadPart, load};

/// Concurrent lists: answers leave on a grid, so fewer would measure the grid.
const IN_FLIGHT: usize = 2_048;

/// Arguments of `lab load`.
#[derive(Debug, Args)]
pub struct Load {
    /// Parts to measure
    #[arg(
        long,
        value_name = "PART",
        value_delimiter = ',',
        default_value = "submits,openings,fanout,restart"
    )]
    parts: Vec<LoadPart>,
    /// Number of concurrent games
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: usize,
    /// Teams per game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: u8,
    /// Watchers of one game, one measurement per number
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1000,10000")]
    watchers: Vec<usize>,
    /// Records when the server restarts
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    records: u64,
    /// Connections that share the lists
    #[arg(long, value_name = "N", default_value_t = 8)]
    connections: usize,
    /// Concurrent lists [default: 2048, or one per team if there are fewer]
    #[arg(long, value_name = "N")]
    in_flight: Option<usize>,
    /// Streams per connection
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_connection: usize,
    /// Duration of each measurement, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u64,
    /// Duration of the soak, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    soak: u64,
    /// Keep the journal in PostgreSQL: an existing database (`postgres://USER@HOST/DATABASE`), a temporary
    /// one (`postgres`), or a temporary primary with a synchronous standby (`postgres-pair`)
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// Number of servers that share the database, one measurement per number
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1")]
    servers: Vec<u8>,
    /// Profile echoes and lists with `perf`
    #[arg(long)]
    profile: bool,
    /// Server to measure, an `ishigaki-server` binary; without it, the built-in one
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

impl Load {
    /// Measures, and prints the figures.
    ///
    /// # Errors
    /// As [`load`].
    pub fn run(self) -> anyhow::Result<Exit> {
        let options = LoadOptions {
            parts: self.parts,
            games: self.games,
            teams: usize::from(self.teams),
            watchers: self.watchers,
            records: self.records,
            connections: self.connections,
            in_flight: self.in_flight.unwrap_or_else(|| IN_FLIGHT.min(self.games * usize::from(self.teams))),
            per_connection: self.per_connection,
            span: Duration::from_secs(self.seconds),
            soak: Duration::from_secs(self.soak),
            server: self.server.map_or(ServerProgram::Own, ServerProgram::Binary),
            journal: self.journal,
            servers: self.servers.into_iter().map(|servers| usize::from(servers.max(1))).collect(),
            is_profiled: self.profile,
        };
        let mut tell = |what: &str| {
            // Progress output may fail.
            let _ = Output::new(false).remark(what);
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let measured = runtime.block_on(async {
            tokio::select! {
                measured = load(&options, &mut tell) => measured.map(Some),
                () = stop_signal() => Ok(None),
            }
        });
        runtime.shutdown_background();
        let Some(summary) = measured? else { return Ok(Exit::Stopped) };
        if self.json {
            Output::new(true).object(&summary)?;
        } else {
            Output::new(false).text(&summary.to_string())?;
        }
        Ok(Exit::Done)
    }
}
