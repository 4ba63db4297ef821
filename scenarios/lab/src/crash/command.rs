//! `lab crash`: reads what is asked, kills, and shows what came of it.

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
    /// How often the server is killed under traffic.
    #[arg(long, value_name = "N", default_value_t = 100)]
    cycles: u64,
    /// What all choices are drawn from. When the server dies depends on the machine too.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The server to kill: an `ishigaki-server` binary. Without it, the lab's own.
    #[arg(long, value_name = "FILE")]
    server: Option<PathBuf>,
    /// Show what came of it as one line of JSON.
    #[arg(long)]
    json: bool,
    /// Keep the server's files in this folder, also if all is well.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in a schema of its own
    /// that is removed if all is well and --keep is not given; in one of its own (`postgres`); or in a primary with a synchronous
    /// standby of its own (`postgres-pair`), of which the primary is killed, too.
    #[arg(long, value_name = "WHERE", value_parser = DatabaseAsked::parser())]
    journal: Option<DatabaseAsked>,
    /// How many servers share the journal in a database. They are killed, ended, or stopped and continued one by one, while others
    /// take over.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
    /// With `--journal postgres-pair` and several servers: every N-th time it is the database's primary that is killed, and its
    /// standby promoted.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    primary_every: u64,
    /// Let answers wait for the copy of a second machine; each kill takes the first machine away for good, with its journal, and
    /// the server goes on with the copy.
    #[arg(long, value_name = "WHICH", conflicts_with = "journal")]
    copy: Option<RequiredCopy>,
}

/// A copy that answers wait for: without waiting, a lost machine may take along what it answered last.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RequiredCopy {
    /// While the second machine is abreast, which it is whenever the first one is killed.
    Required,
}

impl Crash {
    /// Kills servers, and tells on standard output what came of it.
    ///
    /// # Errors
    /// Options that do not go together, or a server that cannot be started; what is wrong with a server is no error.
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
