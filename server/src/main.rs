//! The `ishigaki-server` program: reads its command line and hands over to the library.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use ishigaki_server::config::Config;
use ishigaki_server::token::{Desk, Principal, Role};
use ishigaki_server::{adjudicate, run};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// The contest server.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Serve a contest over gRPC until stopped. After a kill, start it again with the same files: every game
    /// goes on.
    Serve(Serve),
    /// Make a token for the organiser, the judge, the board and every team of a contest. They are shown this
    /// once; the file keeps only their hashes.
    Tokens(Tokens),
    /// Check scenario, contest and list files: what cannot be played, and what is suspicious, with line,
    /// column, rule and reason. Exits with 1 if anything cannot be played.
    Lint(Lint),
    /// Judge requests by the rule book: one JSON request a line on standard input, one JSON answer a line
    /// on standard output.
    Adjudicate,
}

#[derive(Debug, Args)]
struct Serve {
    /// The contest file: teams and games.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: PathBuf,
    /// The journal file; made if it does not exist.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_JOURNAL", default_value = "contest.db")]
    journal: PathBuf,
    /// The token file, as `ishigaki-server tokens` writes it.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS", default_value = "tokens.toml")]
    tokens: PathBuf,
    /// Where to listen. There is no encryption yet: beyond this machine, use a network you trust.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_LISTEN", default_value = "127.0.0.1:7150")]
    listen: SocketAddr,
}

#[derive(Debug, Args)]
struct Tokens {
    /// The contest file: teams and games.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: PathBuf,
    /// The file to write. An existing file is replaced, and its tokens are no longer good.
    #[arg(long, value_name = "FILE", default_value = "tokens.toml")]
    out: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Lint {
    /// The files. What each one is, its content says.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().task {
        Task::Serve(serve) => start(serve)?,
        Task::Tokens(tokens) => issue(&tokens)?,
        Task::Lint(lint) => return check(&lint),
        Task::Adjudicate => adjudicate::run(io::stdin().lock(), io::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn check(lint: &Lint) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for file in &lint.files {
        let report = ishigaki_scenarios::lint::file(file);
        write!(out, "{report}")?;
        if !report.passes() {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

fn start(serve: Serve) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = io::stderr().is_terminal();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours).init();
    let Serve { contest, journal, tokens, listen } = serve;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let listener =
            TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        // Whoever started the server reads where it listens: with port 0 only it can know.
        writeln!(io::stdout(), "listening on http://{}", listener.local_addr()?)?;
        run::run(Config { contest, journal, tokens }, listener, run::stop_signal()).await
    })
}

fn issue(tokens: &Tokens) -> anyhow::Result<()> {
    let contest = ishigaki_scenarios::Contest::load(&tokens.contest)?;
    anyhow::ensure!(
        tokens.force || !tokens.out.exists(),
        "{} exists; its tokens would no longer be good (--force replaces it)",
        tokens.out.display()
    );
    let principal = |name: &str, role| Principal { name: name.into(), role };
    let mut principals = vec![
        principal("organiser", Role::Organiser),
        principal("judge", Role::Judge),
        principal("board", Role::Board),
    ];
    let team = |code: &String| principal(code, Role::Team { team: code.clone() });
    principals.extend(contest.teams.iter().map(|spec| team(&spec.code)));
    let mut desk = Desk::new();
    let mut lines = Vec::new();
    for principal in principals {
        let name = principal.name.clone();
        lines.push((name, desk.issue(principal)?));
    }
    desk.save(&tokens.out)?;
    let mut out = io::stdout().lock();
    for (name, token) in lines {
        writeln!(out, "{name:<12} {}", token.reveal())?;
    }
    Ok(())
}
