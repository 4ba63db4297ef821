//! `serve`: runs the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ishigaki_admin::command::{JournalFiles, say};
use ishigaki_admin::folder::{Folder, PORT};
use ishigaki_cluster::journal::Location;
use ishigaki_command::{Exit, log};
use ishigaki_engine::games::MAX_AWAITED_RECORDS;
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_rules::Millis;
use ishigaki_server::config::Config;
use ishigaki_server::run::{self, Error, Listeners};
use ishigaki_words::Lang;

use super::pages::{PageServer, PagesOptions};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Disks that an answer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CopyMode {
    /// Wait only for this machine's disk
    Preferred,
    /// Also wait for a standby that has caught up
    Required,
}

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Contest file; if it is in a contest's folder, that folder is used
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: Option<PathBuf>,
    #[command(flatten)]
    files: JournalFiles,
    /// Token file, as written by `ishigaki-server tokens` [default: tokens.toml]
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS")]
    tokens: Option<PathBuf>,
    /// Address to listen on. Without it: the port on the sheets, on all IPv4 addresses (0.0.0.0), all
    /// addresses ([::]) if the sheets have IPv6, or only this machine if they have loopback; without a
    /// folder, 127.0.0.1:7150
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_LISTEN")]
    listen: Option<SocketAddr>,
    /// Server certificate with its authority's (PEM), instead of those in the folder
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CERTIFICATE", requires = "certificate_key")]
    certificate: Option<PathBuf>,
    /// Private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CERTIFICATE_KEY", requires = "certificate")]
    certificate_key: Option<PathBuf>,
    /// Disable encryption: anyone on the network can read tokens and lists
    #[arg(long, conflicts_with = "certificate")]
    plaintext: bool,
    /// Address for metrics (`/metrics` for Prometheus, `/healthz`) over plain HTTP, such as 127.0.0.1:9150
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_METRICS")]
    metrics: Option<SocketAddr>,
    /// File of limits (TOML)
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_LIMITS")]
    limits: Option<PathBuf>,
    /// Whether responses wait for a standby that has caught up (`required`), or only for this machine's disk
    /// (`preferred`)
    #[arg(long, value_name = "WHICH", default_value = "preferred", env = "ISHIGAKI_COPY")]
    copy: CopyMode,
    /// With `--copy required`: seconds to wait for a lagging standby before the server continues alone
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    alone_after: u64,
    /// Address of this server for clients, HOST:PORT, if several servers share a database; without it, taken
    /// from the sheets or --listen
    #[arg(long, value_name = "HOST:PORT", env = "ISHIGAKI_ADVERTISE")]
    advertise: Option<String>,
    #[command(flatten)]
    pages: PagesOptions,
    /// Number of records of running games above which the server answers before reading them; for tests
    #[arg(long, value_name = "RECORDS", default_value_t = MAX_AWAITED_RECORDS, hide = true)]
    awaited_records: u64,
    /// Language for startup errors, en or ja; without it, the environment's. The log is in English
    #[arg(long, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    lang: Option<Lang>,
}

/// Maximum time for threads to end at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) fn run(options: Options) -> anyhow::Result<Exit> {
    log::start();
    let metrics = options.metrics;
    let (config, listen, pages) = settle(options)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener =
            TcpListener::bind(listen).await.map_err(|source| Error::Listen { address: listen, source })?;
        let scheme = if config.tls.is_some() { "https" } else { "http" };
        let address = listener.local_addr()?;
        let metrics = match metrics {
            Some(address) => Some(listen_for_metrics(address).await?),
            None => None,
        };
        let at = metrics.as_ref().map(TcpListener::local_addr).transpose()?;
        let (ready, opened) = oneshot::channel();
        let listeners = Listeners { calls: listener, metrics, ready: Some(ready) };
        let report = async {
            if opened.await.is_err() {
                return Ok(());
            }
            // Printed because with port 0 only the server knows its port.
            say(&format!("listening on {scheme}://{address}"))?;
            at.map_or(Ok(()), |at| say(&format!("metrics on http://{at}/metrics")))?;
            if let Some(pages) = pages {
                pages.run(address).await;
            }
            Ok(())
        };
        let serving = run::run(config, listeners, run::stop_signal());
        let (served, report_result) = Box::pin(unless_served(serving, report)).await;
        served?;
        report_result.map_err(anyhow::Error::from)
    });
    // Does not wait for a database that doesn't answer.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    served?;
    Ok(Exit::Done)
}

/// Runs the server and its reports and page server, until the server has ended.
async fn unless_served<S, R>(
    serving: impl Future<Output = S>,
    reporting: impl Future<Output = io::Result<R>>,
) -> (S, io::Result<()>) {
    let (mut serving, mut reporting) = (pin!(serving), pin!(reporting));
    tokio::select! {
        served = &mut serving => (served, Ok(())),
        reported = &mut reporting => (serving.await, reported.map(drop)),
    }
}

async fn listen_for_metrics(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address);
    let listener = listener.await.map_err(|source| Error::Metrics { address, source })?;
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "metrics are served in plain HTTP to everyone who can reach this address");
    }
    Ok(listener)
}

/// Returns the address on the sheets that belongs to this machine.
fn own_address(folder: &Folder) -> Option<String> {
    let addresses = folder.addresses().ok()?;
    if let [only] = &addresses[..] {
        return Some(only.clone());
    }
    let is_ours = |address: &String| {
        let host = address
            .rsplit_once(':')
            .and_then(|(host, _)| host.trim_matches(['[', ']']).parse::<IpAddr>().ok());
        // The system rejects another machine's address.
        host.is_some_and(|ip| UdpSocket::bind((ip, 0)).is_ok())
    };
    addresses.into_iter().find(is_ours)
}

/// Warns if a new journal is about to be created where another one served the contest: its name may be
/// misspelt.
fn warn_of_new_journal(journal: &Location, folder: Option<&Folder>) {
    let Some(file) = journal.file().filter(|file| !file.exists()) else { return };
    let journal_folder =
        file.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
    let folders = journal_folder.into_iter().chain(folder.map(Folder::root));
    let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let is_note = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "served");
    for note in files.map(|entry| entry.path()).filter(is_note) {
        if note != file.with_extension("served") {
            tracing::warn!(
                journal = %file.display(),
                served = %note.with_extension("db").display(),
                "creating a new journal, although this folder has another one. To use that one, name it with --journal"
            );
        }
    }
}

/// Returns the configuration, the address to listen on, and the page server to run.
fn settle(options: Options) -> anyhow::Result<(Config, SocketAddr, Option<PageServer>)> {
    let Options { contest, mut files, tokens, listen, certificate, certificate_key, plaintext, .. } = options;
    let folder = files.folder().or_else(|| contest.as_deref().and_then(Folder::around));
    if let Some(folder) = &folder {
        files.settle_in(folder);
    }
    let pages = options.pages.server(folder.as_ref().filter(|_| !plaintext))?;
    let in_folder = |path: fn(&Folder) -> PathBuf| folder.as_ref().map(path);
    let contest = contest.or_else(|| in_folder(Folder::contest));
    let contest = contest.ok_or(Error::NoContest)?;
    let tokens = tokens.or_else(|| in_folder(Folder::tokens)).unwrap_or_else(|| PathBuf::from("tokens.toml"));
    let given = certificate.zip(certificate_key).map(|(chain, key)| tls::CertificateFiles { chain, key });
    let tls = given.or_else(|| folder.as_ref().map(Folder::tls)).filter(|_| !plaintext);
    let usual = || match &folder {
        Some(folder) => folder.listens_at(),
        None => SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)),
    };
    let listen = listen.unwrap_or_else(usual);
    if tls.is_none() && !listen.ip().is_loopback() {
        anyhow::ensure!(plaintext, Error::Unencrypted { listen });
        tracing::warn!(%listen, "connections are not encrypted: anyone on the network can read tokens and bids");
    }
    let limits = options.limits.as_deref().map(Limits::load).transpose()?.unwrap_or_default();
    let (journal, key) = (files.journal(), files.key());
    warn_of_new_journal(&journal, folder.as_ref());
    let copy_timeout = Millis(options.alone_after.saturating_mul(1_000));
    let copy_timeout = (options.copy == CopyMode::Required).then_some(copy_timeout);
    let awaited_records = options.awaited_records;
    let advertise = options.advertise.or_else(|| folder.as_ref().and_then(own_address));
    let config =
        Config { contest, journal, key, tokens, tls, copy_timeout, advertise, awaited_records, limits };
    Ok((config, listen, pages))
}
