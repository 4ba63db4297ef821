//! `lab crash`: kills servers and checks the result.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use ishigaki_command::{Exit, Output, ProgressLine};
use ishigaki_server::run::stop_signal;
use rehearsal::database::DatabaseAsked;
use rehearsal::server::ServerProgram;

use super::{CrashOptions, Outcome, crash};

/// Arguments of `lab crash`.
#[derive(Debug, Args)]
pub struct Crash {
    /// Number of kills under traffic
    #[arg(long, value_name = "N", default_value_t = 100)]
    cycles: u64,
    /// Seed of all choices; the moment of a kill also depends on the machine
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Server to kill, an `ishigaki-server` binary; without it, the built-in one
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    /// Keep the server's files in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the journal in PostgreSQL: an existing database (`postgres://USER@HOST/DATABASE`, in a schema
    /// that is removed on success unless --keep is given), a temporary one (`postgres`), or a temporary
    /// primary with a synchronous standby (`postgres-pair`), whose primary is killed too
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// Number of servers that share the database; they are killed, stopped or paused one by one while others
    /// take over
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
    /// With `--journal postgres-pair` and several servers: kill the primary every Nth time, and promote its
    /// standby
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    primary_every: u64,
    /// Let responses wait for a second machine's copy; each kill removes the first machine with its journal,
    /// and the copy takes over
    #[arg(long, value_name = "WHICH", conflicts_with = "journal")]
    copy: Option<RequiredCopy>,
}

/// Copy that answers wait for. Without it, a lost machine could take its last answers with it.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RequiredCopy {
    /// While the second machine has caught up, as it has at every kill
    Required,
}

impl Crash {
    /// Kills servers, and prints the result.
    ///
    /// # Errors
    /// Conflicting options, or a server that doesn't start. A faulty server is not an error.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let server = self.server.clone().map_or(ServerProgram::Own, ServerProgram::Binary);
        let (keep, journal) = (self.keep.clone(), self.journal.clone());
        let options = CrashOptions {
            cycles: self.cycles,
            seed: self.seed,
            server,
            keep,
            journal,
            servers: usize::from(self.servers),
            primary_every: self.primary_every,
            needs_copy: self.copy.is_some(),
        };
        let mut progress = ProgressLine::default();
        let mut tell = |cycle: u64| progress.show(&format!("{cycle}/{} cycles", options.cycles));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let outcome = runtime.block_on(crash(&options, &mut tell, stop_signal()));
        runtime.shutdown_background();
        progress.wipe();
        match outcome? {
            Outcome::Passed(summary) if self.json => {
                Output::new(true).object(&summary)?;
                Ok(Exit::Done)
            }
            Outcome::Passed(summary) => {
                Output::new(false).text(&summary.to_string())?;
                Ok(Exit::Done)
            }
            Outcome::Failed { cycle, findings, kept } => {
                let mut out = Output::new(false);
                out.remark(&format!("after kill {cycle} of {}, seed {}:", options.cycles, options.seed))?;
                for finding in &findings {
                    out.remark(&format!("  {finding}"))?;
                }
                out.remark(&format!("the server's files are kept in {}", kept.display()))?;
                Ok(Exit::Failed)
            }
            Outcome::Stopped => Ok(Exit::Stopped),
        }
    }
}
