//! `serve`: the server itself.

use std::io::{self, IsTerminal as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use ishigaki_admin::command::{JournalFiles, say};
use ishigaki_admin::folder::{Folder, PORT};
use ishigaki_cluster::journal::Location;
use ishigaki_command::Exit;
use ishigaki_engine::games::AWAITED;
use ishigaki_grpc::limits::Limits;
use ishigaki_grpc::tls;
use ishigaki_rules::Millis;
use ishigaki_server::config::Config;
use ishigaki_server::run::{self, Error, Listeners};
use ishigaki_words::Lang;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Whose disks an answer waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CopyMode {
    /// This machine's.
    Preferred,
    /// That of a standby that is abreast as well.
    Required,
}

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The contest file: teams and games. If it stands in a contest's folder, that is the folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: Option<PathBuf>,
    #[command(flatten)]
    files: JournalFiles,
    /// The token file, as `ishigaki-server tokens` writes it [default: tokens.toml].
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS")]
    tokens: Option<PathBuf>,
    /// Where to listen. Without it: for a contest's folder at the port that its sheets give, on every IPv4 address of this
    /// machine (0.0.0.0), or on every address of both versions ([::]) where the sheets give one of IPv6, or on this machine
    /// alone where they give one of loopback; without a folder at 127.0.0.1:7150.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_LISTEN")]
    listen: Option<SocketAddr>,
    /// The server's certificate and its authority's, in PEM, in place of those of the folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CERTIFICATE", requires = "certificate_key")]
    certificate: Option<PathBuf>,
    /// The certificate's private key, in PEM.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CERTIFICATE_KEY", requires = "certificate")]
    certificate_key: Option<PathBuf>,
    /// Do not encrypt: whoever is on the network reads tokens and sealed lists.
    #[arg(long, conflicts_with = "certificate")]
    plaintext: bool,
    /// Where to hand out metrics (`/metrics` for Prometheus, and `/healthz`), such as 127.0.0.1:9150. They go out in
    /// plain HTTP to whoever asks, so nowhere unless this says so.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_METRICS")]
    metrics: Option<SocketAddr>,
    /// A file of limits (TOML), where the defaults do not fit; server/README.md lists them.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_LIMITS")]
    limits: Option<PathBuf>,
    /// Whether an answer waits until a standby's disk has it as well, while one is abreast (`required`), or for this machine's disk
    /// alone (`preferred`).
    #[arg(long, value_name = "WHICH", default_value = "preferred", env = "ISHIGAKI_COPY")]
    copy: CopyMode,
    /// With `--copy required`: for how long answers wait for a standby that falls behind or goes, before the server goes on
    /// alone, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=60))]
    alone_after: u64,
    /// Where clients reach this server, HOST:PORT, if several servers serve the contest over one journal in a database. Without
    /// it: the address on the folder's sheets, of several the one that is this machine's, or where it listens.
    #[arg(long, value_name = "HOST:PORT", env = "ISHIGAKI_ADVERTISE")]
    advertise: Option<String>,
    /// From how many records of games that go on it answers before they are read: for whoever tries that with few.
    #[arg(long, value_name = "RECORDS", default_value_t = AWAITED, hide = true)]
    awaited_records: u64,
    /// The language of why it does not run: en or ja. Without it, Japanese if the environment asks for it, else English.
    /// The log is English.
    #[arg(long, value_name = "LANG", value_parser = ishigaki_command::language(), ignore_case = true)]
    lang: Option<Lang>,
}

/// Longest time that threads may take to end when everything else has.
const LEAVING: Duration = Duration::from_secs(1);

/// The crates that move bytes: below `info` they tell of each frame how long it is, of what is sealed as well (`A4`).
const CARRIERS: [&str; 4] = ["h2", "hyper", "hyper_util", "rustls"];

/// Variable that says what is logged.
const ASKED: &str = "RUST_LOG";

/// Returns what is logged: as asked for, `info` where nothing is or it makes no sense. Whoever wants to see frames asks for their crates
/// by name.
fn log_filter(asked: Option<&str>) -> Targets {
    let asked = asked.unwrap_or_default();
    let filter = asked.parse().ok().filter(|_| !asked.trim().is_empty());
    let filter: Targets = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let levels = filter.iter().map(|(_, level)| level);
    if levels.chain(filter.default_level()).all(|level| level <= LevelFilter::INFO) {
        return filter;
    }
    let names = |target: &str| {
        let mut directives = asked.split(',').map(|directive| directive.trim().split(['=', '[', ':']).next());
        directives.any(|named| named == Some(target))
    };
    let held = CARRIERS.into_iter().filter(|carrier| !names(carrier));
    held.fold(filter, |filter, carrier| filter.with_target(carrier, LevelFilter::INFO))
}

pub(crate) fn run(options: Options) -> anyhow::Result<Exit> {
    let filter = log_filter(std::env::var(ASKED).ok().as_deref());
    let lines =
        tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry().with(filter).with(lines).init();
    let metrics = options.metrics;
    let (config, listen) = settle(options)?;
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
        let tell = async {
            if opened.await.is_err() {
                return Ok(());
            }
            // Whoever started the server reads where it listens: with port 0 only it can know.
            say(&format!("listening on {scheme}://{address}"))?;
            at.map_or(Ok(()), |at| say(&format!("metrics on http://{at}/metrics")))
        };
        let (served, told) = tokio::join!(run::run(config, listeners, run::stop_signal()), tell);
        served?;
        told.map_err(anyhow::Error::from)
    });
    // What waits for a database that does not answer is not waited for.
    runtime.shutdown_timeout(LEAVING);
    served?;
    Ok(Exit::Done)
}

async fn listen_for_metrics(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address);
    let listener = listener.await.map_err(|source| Error::Metrics { address, source })?;
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "metrics go out in plain HTTP to whoever can reach this address");
    }
    Ok(listener)
}

/// The address on a folder's sheets at which clients reach this machine: the only one, or of several the one whose host is
/// this machine.
fn own_address(folder: &Folder) -> Option<String> {
    let addresses = folder.addresses().ok()?;
    if let [only] = &addresses[..] {
        return Some(only.clone());
    }
    let is_ours = |address: &String| {
        let host = address
            .rsplit_once(':')
            .and_then(|(host, _)| host.trim_matches(['[', ']']).parse::<IpAddr>().ok());
        // The system lets nobody have another machine's address.
        host.is_some_and(|ip| UdpSocket::bind((ip, 0)).is_ok())
    };
    addresses.into_iter().find(is_ours)
}

/// Warns if the journal is about to be made where a contest was served from another one: its name may be misspelt.
fn warn_of_new_journal(journal: &Location, folder: Option<&Folder>) {
    let Some(file) = journal.file().filter(|file| !file.exists()) else { return };
    let beside =
        file.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
    let folders = beside.into_iter().chain(folder.map(Folder::root));
    let files = folders.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let is_note = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "served");
    for note in files.map(|entry| entry.path()).filter(is_note) {
        if note != file.with_extension("served") {
            tracing::warn!(
                journal = %file.display(),
                served = %note.with_extension("db").display(),
                "A NEW JOURNAL IS MADE, with a new contest in it, although one was served from here. To go on with that one, name it \
                 with --journal"
            );
        }
    }
}

/// Returns what is served, from which files, and where.
fn settle(options: Options) -> anyhow::Result<(Config, SocketAddr)> {
    let Options { contest, mut files, tokens, listen, certificate, certificate_key, plaintext, .. } = options;
    let folder = files.folder().or_else(|| contest.as_deref().and_then(Folder::around));
    if let Some(folder) = &folder {
        files.settle_in(folder);
    }
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
        tracing::warn!(%listen, "PLAINTEXT: EVERYBODY ON THE NETWORK CAN READ TOKENS AND SEALED LISTS");
    }
    let limits = options.limits.as_deref().map(Limits::load).transpose()?.unwrap_or_default();
    let (journal, key) = (files.journal(), files.key());
    warn_of_new_journal(&journal, folder.as_ref());
    let patience = Millis(options.alone_after.saturating_mul(1_000));
    let copy_patience = (options.copy == CopyMode::Required).then_some(patience);
    let awaited_records = options.awaited_records;
    let advertise = options.advertise.or_else(|| folder.as_ref().and_then(own_address));
    let config =
        Config { contest, journal, key, tokens, tls, copy_patience, advertise, awaited_records, limits };
    Ok((config, listen))
}

#[cfg(test)]
mod tests {
    use super::log_filter;

    #[test]
    fn no_frame_is_logged_unless_its_crate_is_asked_for_by_name() {
        for asked in [None, Some(""), Some("info"), Some("no such = level =")] {
            assert_eq!(log_filter(asked).to_string(), "info", "{asked:?}");
        }
        assert_eq!(log_filter(Some("warn")).to_string(), "warn");
        for asked in ["trace", "debug", "ishigaki_server=trace,info", "info,tonic=debug"] {
            let held = log_filter(Some(asked)).to_string();
            for directive in ["h2=info", "hyper=info", "hyper_util=info", "rustls=info"] {
                assert!(held.split(',').any(|one| one == directive), "{asked}: {held}");
            }
        }
        let named = log_filter(Some("info,h2::codec=debug,hyper=trace")).to_string();
        assert!(!named.contains("h2=info") && !named.contains("hyper=info"), "{named}");
        assert!(named.contains("rustls=info"), "{named}");
    }
}
