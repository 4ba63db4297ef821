//! The server and the standby as child processes of a rehearsal. They end with their standard input, even if
//! the rehearsal crashes.
//!
//! The server prints its address. If its input ends without a stop request, it removes the private folder. Both
//! `ishigaki-server` and a rehearsal with the server built in can be such a process.

use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use ishigaki_admin::folder::Folder;
use ishigaki_client::{ServerUrl, Token, connect};
use ishigaki_cluster::journal;
use ishigaki_cluster::standby::{JournalCopy, follow};
use ishigaki_command::Output;
use ishigaki_engine::clock::{Clock, SystemClock};
use ishigaki_engine::games::MAX_AWAITED_RECORDS;
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_journal::{Expected, Location};
use ishigaki_rules::Millis;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::config::Config;
use crate::run;

/// Hidden subcommand that runs the server.
pub const SERVE: &str = "serve-child";

/// Hidden subcommand that runs the standby.
pub const STANDBY: &str = "standby-child";

/// Message on standard input that precedes a regular end.
pub const STOP: &[u8] = b"stop\n";

/// Maximum time for the server to end.
pub const EXIT_TIMEOUT: Duration = Duration::from_secs(10);

/// Arguments of the server process.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Contest file
    #[arg(long)]
    contest: PathBuf,
    /// Journal. A URL comes from the environment, because it may contain a password
    #[arg(long, env = "ISHIGAKI_JOURNAL", hide_env_values = true)]
    journal: Location,
    /// Key file
    #[arg(long)]
    key: PathBuf,
    /// Token file
    #[arg(long)]
    tokens: PathBuf,
    /// Address to listen on
    #[arg(long)]
    listen: SocketAddr,
    /// File of limits (TOML)
    #[arg(long)]
    limits: Option<PathBuf>,
    /// Encrypt, with the certificate next to the contest file
    #[arg(long)]
    tls: bool,
    /// Seconds that answers wait for a standby that has caught up
    #[arg(long)]
    alone_after: Option<u64>,
    /// Number of records of running games above which the server answers before reading them
    #[arg(long, default_value_t = MAX_AWAITED_RECORDS)]
    awaited_records: u64,
    /// Private folder to remove if standard input ends without a stop request
    #[arg(long)]
    private: Option<PathBuf>,
}

/// Runs the server until standard input ends.
///
/// # Errors
/// It can't listen or print its address, the limits are invalid, or [`run`](run::run) fails.
pub fn serve(serve: Serve) -> anyhow::Result<()> {
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).init();
    let (parent_left, left) = oneshot::channel::<()>();
    let orphaned = Arc::new(AtomicBool::new(false));
    let (found, private) = (Arc::clone(&orphaned), serve.private.clone());
    // A separate thread, because reading standard input can't be cancelled and would block the runtime.
    std::thread::spawn(move || {
        let mut received = 0;
        let mut input = std::io::stdin().lock();
        while let Ok(count @ 1..) = input.read(&mut [0; 64]) {
            received += count;
        }
        found.store(received < STOP.len(), Ordering::Relaxed);
        let _ = parent_left.send(());
        std::thread::sleep(EXIT_TIMEOUT);
        if received < STOP.len() {
            sweep(private.as_deref());
        }
        std::process::exit(1);
    });
    let private = serve.private.clone();
    let served = listen(serve, left);
    if orphaned.load(Ordering::Relaxed) {
        sweep(private.as_deref());
    }
    served
}

/// Removes the files of a crashed rehearsal. Errors are ignored, because there is no reader for them.
fn sweep(private: Option<&Path>) {
    let _ = private.map(std::fs::remove_dir_all);
}

fn listen(serve: Serve, left: oneshot::Receiver<()>) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(serve.listen).await.context("cannot listen")?;
        Output::new(false).text(&listener.local_addr()?.to_string())?;
        let Serve { contest, journal, key, tokens, tls, limits, alone_after, awaited_records, .. } = serve;
        let tls = tls.then(|| sibling_certificate(&contest));
        let limits = limits.as_deref().map(Limits::load).transpose()?.unwrap_or_default();
        let copy_timeout = alone_after.map(|seconds| Millis(seconds.saturating_mul(1_000)));
        let config = Config {
            contest,
            journal,
            key,
            tokens,
            tls,
            copy_timeout,
            advertise: None,
            awaited_records,
            limits,
        };
        let stop = async {
            let _ = left.await;
        };
        Box::pin(run::run(config, listener, stop)).await
    })
}

fn sibling_certificate(contest: &Path) -> tls::CertificateFiles {
    Folder::at(contest.parent().unwrap_or(Path::new(""))).tls()
}

/// Arguments of the standby process.
#[derive(Clone, Debug, Args)]
pub struct Standby {
    /// Running server
    #[arg(long)]
    from: ServerUrl,
    /// Copy of the journal
    #[arg(long)]
    journal: Location,
    /// Key file
    #[arg(long)]
    key: PathBuf,
    /// Token file of the copy
    #[arg(long)]
    tokens: PathBuf,
    /// File with the standby's token
    #[arg(long)]
    token_file: PathBuf,
    /// Print no progress
    #[arg(long)]
    json: bool,
}

/// Runs the standby until standard input ends.
///
/// # Errors
/// The token file has no token, the server's address can't be dialled, or [`journal::open`] or [`follow`]
/// fails.
pub fn keep(options: Standby) -> anyhow::Result<()> {
    // A separate thread, because reading standard input can't be cancelled.
    std::thread::spawn(|| {
        // Any result means that the parent is gone or wants this process to end.
        let _ = std::io::stdin().lock().read(&mut [0; 1]);
        std::process::exit(0);
    });
    let Standby { from, journal, tokens, token_file, .. } = options;
    let token: Token = std::fs::read_to_string(token_file)?.trim().parse()?;
    let address = from.address(None, false)?;
    let journal = journal::open(&journal, Expected::JournalOrNothing)?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let mut copy = JournalCopy::into_journal(journal, tokens);
        Ok(follow(&connect(&address, &token), &mut copy, &clock, true, &mut |_| true).await?)
    })
}
