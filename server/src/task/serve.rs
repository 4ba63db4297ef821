//! `serve`: the server itself.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use ishigaki_server::config::Config;
use ishigaki_server::limits::Limits;
use ishigaki_server::run::{self, Listeners};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use super::Files;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The contest file: teams and games.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: PathBuf,
    #[command(flatten)]
    files: Files,
    /// The token file, as `ishigaki-server tokens` writes it.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS", default_value = "tokens.toml")]
    tokens: PathBuf,
    /// Where to listen. There is no encryption yet: beyond this machine, use a network you trust.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_LISTEN", default_value = "127.0.0.1:7150")]
    listen: SocketAddr,
    /// Where to hand out metrics (`/metrics` for Prometheus, and `/healthz`), such as 127.0.0.1:9150. They go out in
    /// plain HTTP to whoever asks, so nowhere unless this says so.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_METRICS")]
    metrics: Option<SocketAddr>,
    /// A file of limits (TOML), where the defaults do not fit; server/README.md lists them.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_LIMITS")]
    limits: Option<PathBuf>,
}

pub(crate) fn run(options: Options) -> anyhow::Result<ExitCode> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours).init();
    let Options { contest, files, tokens, listen, metrics, limits } = options;
    let limits = limits.as_deref().map(Limits::load).transpose()?.unwrap_or_default();
    let key = files.key();
    let config = Config { contest, journal: files.journal, key, tokens, limits };
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener =
            TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        // Whoever started the server reads where it listens: with port 0 only it can know.
        writeln!(io::stdout(), "listening on http://{}", listener.local_addr()?)?;
        let metrics = match metrics {
            Some(address) => Some(listen_for_metrics(address).await?),
            None => None,
        };
        run::run(config, Listeners { calls: listener, metrics }, run::stop_signal()).await
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn listen_for_metrics(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address);
    let listener = listener.await.with_context(|| format!("cannot hand out metrics on {address}"))?;
    if !address.ip().is_loopback() {
        tracing::warn!(%address, "metrics go out in plain HTTP to whoever can reach this address");
    }
    writeln!(io::stdout(), "metrics on http://{}/metrics", listener.local_addr()?)?;
    Ok(listener)
}
