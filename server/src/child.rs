//! The server, and the standby, as processes of a rehearsal: they end when their standard input does, which happens whatever the
//! rehearsal dies of.
//!
//! The server tells its address on standard output. If its input ends without a farewell, nobody else is left to remove a private
//! folder, so the server does. Two programs can be such a process: `ishigaki-server`, and the rehearsal that has the server in it.

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
use ishigaki_engine::games::AWAITED;
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_journal::{Expected, Location};
use ishigaki_rules::Millis;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::config::Config;
use crate::run;

/// The hidden subcommand of a program that can be the server.
pub const SERVE: &str = "serve-child";

/// The hidden subcommand of one that can be the standby.
pub const STANDBY: &str = "standby-child";

/// Message of the rehearsal on the server's standard input before it lets go of it.
pub const FAREWELL: &[u8] = b"farewell\n";

/// Longest time that the server may take to end when asked.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Arguments of the server process.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// The contest file.
    #[arg(long)]
    contest: PathBuf,
    /// The journal. The environment is for a URL, which may hold a password and would show in a list of processes.
    #[arg(long, env = "ISHIGAKI_JOURNAL", hide_env_values = true)]
    journal: Location,
    /// The key file.
    #[arg(long)]
    key: PathBuf,
    /// The token file.
    #[arg(long)]
    tokens: PathBuf,
    /// Where to listen.
    #[arg(long)]
    listen: SocketAddr,
    /// A file of limits, where the defaults do not fit.
    #[arg(long)]
    limits: Option<PathBuf>,
    /// Encrypt, with the certificate that stands beside the contest file.
    #[arg(long)]
    tls: bool,
    /// Let answers wait for a standby that is abreast, for as long as this, in seconds.
    #[arg(long)]
    alone_after: Option<u64>,
    /// From how many records of games that go on it answers before they are read.
    #[arg(long, default_value_t = AWAITED)]
    awaited_records: u64,
    /// The private folder to remove if standard input ends without a farewell.
    #[arg(long)]
    private: Option<PathBuf>,
}

/// Is the server, until standard input ends.
///
/// # Errors
/// It cannot listen or tell where, the limits cannot be read, or what [`run`](run::run) fails with.
pub fn serve(serve: Serve) -> anyhow::Result<()> {
    tracing_subscriber::fmt().with_ansi(false).with_writer(std::io::stderr).init();
    let (parent_left, left) = oneshot::channel::<()>();
    let orphaned = Arc::new(AtomicBool::new(false));
    let (found, private) = (Arc::clone(&orphaned), serve.private.clone());
    // A thread of its own: a read of standard input cannot be given up, and would hold the runtime back.
    std::thread::spawn(move || {
        let mut said = 0;
        let mut input = std::io::stdin().lock();
        while let Ok(count @ 1..) = input.read(&mut [0; 64]) {
            said += count;
        }
        found.store(said < FAREWELL.len(), Ordering::Relaxed);
        let _ = parent_left.send(());
        std::thread::sleep(PATIENCE);
        if said < FAREWELL.len() {
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

/// Removes what a rehearsal that died would have removed. There is nobody to tell if it cannot be.
fn sweep(private: Option<&Path>) {
    let _ = private.map(std::fs::remove_dir_all);
}

fn listen(serve: Serve, left: oneshot::Receiver<()>) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener = TcpListener::bind(serve.listen).await.context("cannot listen")?;
        Output::new(false).text(&listener.local_addr()?.to_string())?;
        let Serve { contest, journal, key, tokens, tls, limits, alone_after, awaited_records, .. } = serve;
        let tls = tls.then(|| certificate_beside(&contest));
        let limits = limits.as_deref().map(Limits::load).transpose()?.unwrap_or_default();
        let copy_patience = alone_after.map(|seconds| Millis(seconds.saturating_mul(1_000)));
        let config = Config {
            contest,
            journal,
            key,
            tokens,
            tls,
            copy_patience,
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

fn certificate_beside(contest: &Path) -> tls::CertificateFiles {
    Folder::at(contest.parent().unwrap_or(Path::new(""))).tls()
}

/// Arguments of the standby process: what `ishigaki-server standby` takes, too.
#[derive(Clone, Debug, Args)]
pub struct Standby {
    /// The running server.
    #[arg(long)]
    from: ServerUrl,
    /// The copy of the journal.
    #[arg(long)]
    journal: Location,
    /// The key file.
    #[arg(long)]
    key: PathBuf,
    /// The token file that goes with the copy.
    #[arg(long)]
    tokens: PathBuf,
    /// A file with the standby's token.
    #[arg(long)]
    token_file: PathBuf,
    /// Nobody listens to how it goes.
    #[arg(long)]
    json: bool,
}

/// Is the standby, until standard input ends.
///
/// # Errors
/// The token's file holds none, the server's address cannot be dialled, or what [`journal::open`] and [`follow`] fail
/// with.
pub fn keep(asked: Standby) -> anyhow::Result<()> {
    // A thread of its own: a read of standard input cannot be given up.
    std::thread::spawn(|| {
        // Whatever comes: the program that started this one is gone, or wants it to go.
        let _ = std::io::stdin().lock().read(&mut [0; 1]);
        std::process::exit(0);
    });
    let Standby { from, journal, tokens, token_file, .. } = asked;
    let token: Token = std::fs::read_to_string(token_file)?.trim().parse()?;
    let address = from.address(None, false)?;
    let journal = journal::open(&journal, Expected::JournalOrNothing)?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let mut copy = JournalCopy::into_journal(journal, tokens);
        Ok(follow(&connect(&address, &token), &mut copy, &clock, true, &mut |_| true).await?)
    })
}
