//! `lab load`: reads what is asked, measures, and shows the figures.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ishigaki_command::{Exit, Output};
use ishigaki_server::run::stop_signal;
use rehearsal::database::DatabaseAsked;
use rehearsal::server::ServerProgram;

use super::{LoadOptions, LoadPart, load};

/// Number of lists under way at once: answers leave on a grid, so fewer would measure the grid.
const IN_FLIGHT: usize = 2_048;

/// Arguments of `lab load`.
#[derive(Debug, Args)]
pub struct Load {
    /// What is measured.
    #[arg(
        long,
        value_name = "PART",
        value_delimiter = ',',
        default_value = "submits,openings,fanout,restart"
    )]
    parts: Vec<LoadPart>,
    /// How many games there are at once.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: usize,
    /// How many teams each game has.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: u8,
    /// How many watch one game: a measurement for each number.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1000,10000")]
    watchers: Vec<usize>,
    /// How many records there are when the server starts again.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    records: u64,
    /// Connections that share the lists that are sent.
    #[arg(long, value_name = "N", default_value_t = 8)]
    connections: usize,
    /// Lists under way at once [default: 2048, or one for each team if there are fewer].
    #[arg(long, value_name = "N")]
    in_flight: Option<usize>,
    /// Streams that share a connection.
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_connection: usize,
    /// How long a rate is measured and bidding is open, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    seconds: u64,
    /// How long the soak is, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    soak: u64,
    /// Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in one of its own
    /// (`postgres`), or in a primary with a synchronous standby of its own (`postgres-pair`).
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// How many servers share the journal in a database: lists, openings and takeovers are measured for each number.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1")]
    servers: Vec<u8>,
    /// Sample with `perf` where the processor time of echoes and lists goes, layer by layer.
    #[arg(long)]
    profile: bool,
    /// The server to measure: an `ishigaki-server` binary. Without it, the lab's own.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Show what was measured as one line of JSON.
    #[arg(long)]
    json: bool,
}

impl Load {
    /// Measures, and tells the figures on standard output.
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
            // Progress is nothing to fail for.
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
