//! The server as a child process: started, killed, restarted. It never outlives the rehearsal.
//!
//! The program starts itself as the server ([`ishigaki_server::child`]), or without the feature `server` the
//! server's program next to it. Over two pipes the server prints its address and ends when its standard input
//! does, however the rehearsal ends.

mod files;

use std::env::consts::EXE_SUFFIX;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_admin::folder::Folder;
use ishigaki_client::Address;
use ishigaki_grpc::tls;
use ishigaki_server::child::{EXIT_TIMEOUT, SERVE, STOP};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, Command};

use crate::error::{Error, LogTail};

pub use files::ServerFiles;

/// Maximum time until it listens: millions of records of running games take long to read. A server that ends
/// is noticed at once.
const READING: Duration = Duration::from_mins(5);

/// Timeout of a server for a required copy, in seconds: the maximum.
const ALONE_AFTER: &str = "60";

/// Program that is started as the server.
#[derive(Clone, Debug)]
pub enum ServerProgram {
    Own,
    Binary(PathBuf),
}

/// Returns the path of the server's program: this program, or if built without it, the one next to it.
///
/// # Errors
/// [`Error::NoServer`], or if the system doesn't know this program's path.
pub fn own_server() -> anyhow::Result<PathBuf> {
    let itself = std::env::current_exe().context("cannot find the program itself")?;
    if cfg!(feature = "server") { Ok(itself) } else { Ok(find_server(&itself)?) }
}

fn find_server(program: &Path) -> Result<PathBuf, Error> {
    let path = program.with_file_name(format!("ishigaki-server{EXE_SUFFIX}"));
    if path.is_file() { Ok(path) } else { Err(Error::NoServer { path }) }
}

/// A signal to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerSignal {
    Stop,
    Continue,
    End,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    program: ServerProgram,
    files: ServerFiles,
    /// Number of records of running games above which the next starts answer before reading them; `None` uses
    /// the default.
    awaited_records: Option<u64>,
    address: SocketAddr,
    child: Child,
    /// The server's standard input, which keeps it running. Not the child's own handle, because waiting for a
    /// child closes that.
    lifeline: Option<ChildStdin>,
}

impl Server {
    /// Starts a server with these files on a free port of this machine.
    ///
    /// # Errors
    /// As [`Server::start_at`].
    pub async fn start(program: ServerProgram, files: ServerFiles) -> anyhow::Result<Self> {
        Self::start_at(program, files, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    /// Starts a server with these files on this address.
    ///
    /// # Errors
    /// [`Error::NoServer`] or [`Error::Launch`] if its program is missing or doesn't start,
    /// [`Error::NoStart`] if it ends before it listens; or if its log can't be written.
    pub async fn start_at(
        program: ServerProgram,
        files: ServerFiles,
        listen: SocketAddr,
    ) -> anyhow::Result<Self> {
        let (mut child, address) = spawn(&program, &files, None, listen).await?;
        let lifeline = child.stdin.take();
        Ok(Self { program, files, awaited_records: None, address, child, lifeline })
    }

    /// Returns the program that is started as the server.
    pub fn program(&self) -> &ServerProgram {
        &self.program
    }

    /// Returns its process id, until it has been waited for.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Returns its files.
    pub fn files(&self) -> &ServerFiles {
        &self.files
    }

    /// Returns the address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address for clients.
    ///
    /// # Errors
    /// As [`ServerFiles::address`].
    pub fn client_address(&self) -> anyhow::Result<Address> {
        self.files.address(self.address)
    }

    /// Kills it (`kill -9`), as a power cut would.
    ///
    /// # Errors
    /// If the system doesn't end it.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Sends it a signal.
    ///
    /// # Errors
    /// If it has been waited for, or the system doesn't support the signal.
    pub fn signal(&self, signal: ServerSignal) -> anyhow::Result<()> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process};
            let signal = match signal {
                ServerSignal::Stop => Signal::STOP,
                ServerSignal::Continue => Signal::CONT,
                ServerSignal::End => Signal::TERM,
            };
            let process = self.id().and_then(|id| Pid::from_raw(id.cast_signed()));
            Ok(kill_process(process.context("the server is gone")?, signal)?)
        }
        #[cfg(not(unix))]
        anyhow::bail!("there is no {signal:?} on this system")
    }

    /// Stops it as its operator does, and waits for its end. It can be restarted.
    ///
    /// # Errors
    /// As [`Server::signal`], or if it doesn't end in time or successfully. The built-in one: as
    /// [`Server::end`].
    pub async fn leave(&mut self) -> anyhow::Result<()> {
        if matches!(self.program, ServerProgram::Own) {
            return self.end().await;
        }
        self.signal(ServerSignal::End)?;
        let Ok(ended) = tokio::time::timeout(EXIT_TIMEOUT, self.child.wait()).await else {
            self.kill().await?;
            anyhow::bail!("the server did not end when asked");
        };
        let status = ended?;
        anyhow::ensure!(status.success(), "the server ended with {status}; {}", self.last_words());
        Ok(())
    }

    /// Sets the files for the next start after a kill: those of the machine that takes over.
    pub fn move_to(&mut self, files: ServerFiles) {
        self.files = files;
    }

    /// Sets the number of records of running games above which the next starts answer before reading them;
    /// `None` uses the default.
    pub fn await_records(&mut self, most: Option<u64>) {
        self.awaited_records = most;
    }

    /// Restarts it after a kill with the same files and port.
    ///
    /// # Errors
    /// As [`Server::start_at`].
    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        (self.child, self.address) =
            spawn(&self.program, &self.files, self.awaited_records, self.address).await?;
        self.lifeline = self.child.stdin.take();
        Ok(())
    }

    /// Restarts it after a kill without waiting until it listens.
    ///
    /// # Errors
    /// [`Error::NoServer`] or [`Error::Launch`], or if its log can't be written.
    pub fn launch_again(&mut self) -> anyhow::Result<()> {
        self.child = launch(&self.program, &self.files, self.awaited_records, self.address)?;
        self.lifeline = self.child.stdin.take();
        Ok(())
    }

    /// Returns whether it has ended.
    ///
    /// # Errors
    /// If the system doesn't tell.
    pub fn poll_exit(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait().context("cannot look after the server")?.is_some())
    }

    /// Returns whether its log contains this text.
    pub fn has_said(&self, what: &str) -> bool {
        std::fs::read_to_string(self.files.log()).is_ok_and(|log| log.contains(what))
    }

    /// Returns the end of its log, for a message.
    pub fn last_words(&self) -> String {
        self.files.last_words()
    }

    /// Waits until it ends by itself, which it should not.
    ///
    /// # Errors
    /// If the system doesn't tell.
    pub async fn ended(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Stops it for good.
    ///
    /// # Errors
    /// As [`Server::end`].
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.end().await
    }

    /// Stops it; a separate binary understands only signals, and is killed. It can be restarted.
    ///
    /// # Errors
    /// If it doesn't end in time or successfully; a binary: as [`Server::kill`].
    pub async fn end(&mut self) -> anyhow::Result<()> {
        if matches!(self.program, ServerProgram::Binary(_)) {
            return self.kill().await;
        }
        if let Some(mut lifeline) = self.lifeline.take() {
            lifeline.write_all(STOP).await.context("the server does not hear that it shall end")?;
        }
        let Ok(ended) = tokio::time::timeout(EXIT_TIMEOUT, self.child.wait()).await else {
            self.kill().await?;
            anyhow::bail!("the server did not end when asked");
        };
        let status = ended?;
        anyhow::ensure!(status.success(), "the server ended with {status}; {}", self.files.last_words());
        Ok(())
    }
}

async fn spawn(
    program: &ServerProgram,
    files: &ServerFiles,
    awaited_records: Option<u64>,
    listen: SocketAddr,
) -> anyhow::Result<(Child, SocketAddr)> {
    let mut child = launch(program, files, awaited_records, listen)?;
    let output = child.stdout.take().context("the server has no output")?;
    let mut lines = BufReader::new(output).lines();
    let line = tokio::time::timeout(READING, lines.next_line()).await;
    let Ok(Ok(Some(line))) = line else {
        return Err(Error::NoStart { source: LogTail(files.last_lines()) }.into());
    };
    // The built-in server prints the address alone, a binary a sentence with its URL.
    let address = line.trim_start_matches("listening on ");
    let address = address.trim_start_matches("http://").trim_start_matches("https://");
    let address = address.parse().with_context(|| format!("the server says it listens on {line:?}"))?;
    Ok((child, address))
}

fn launch(
    program: &ServerProgram,
    files: &ServerFiles,
    awaited_records: Option<u64>,
    listen: SocketAddr,
) -> anyhow::Result<Child> {
    let (path, task) = match program {
        ServerProgram::Own => (own_server()?, SERVE),
        ServerProgram::Binary(path) => (path.clone(), "serve"),
    };
    let mut command = Command::new(&path);
    command
        .arg(task)
        .arg("--contest")
        .arg(files.contest())
        .env("ISHIGAKI_JOURNAL", files.journal().reveal())
        .arg("--key")
        .arg(files.key())
        .arg("--tokens")
        .arg(files.tokens())
        .arg("--listen")
        .arg(listen.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(files.log_file().context("cannot write the server's log")?)
        .kill_on_drop(true);
    if files.limits().exists() {
        command.arg("--limits").arg(files.limits());
    }
    if let Some(records) = awaited_records {
        command.arg("--awaited-records").arg(records.to_string());
    }
    if files.needs_copy() {
        if matches!(program, ServerProgram::Binary(_)) {
            command.args(["--copy", "required"]);
        }
        command.args(["--alone-after", ALONE_AFTER]);
    }
    if let (Some(folder), ServerProgram::Own) = (files.private(), program) {
        command.arg("--private").arg(folder);
    }
    if files.is_encrypted() {
        let tls::CertificateFiles { chain, key } = Folder::at(files.folder()).tls();
        match program {
            ServerProgram::Own => command.arg("--tls"),
            ServerProgram::Binary(_) => {
                command.arg("--certificate").arg(chain).arg("--certificate-key").arg(key)
            }
        };
    }
    // Ctrl-C in the terminal is for the rehearsal, which then stops the server.
    #[cfg(unix)]
    command.process_group(0);
    Ok(command.spawn().map_err(|source| Error::Launch { path, source })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_program_is_found_only_in_own_directory() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("rehearsal");
        let path = folder.path().join(format!("ishigaki-server{EXE_SUFFIX}"));
        assert!(matches!(find_server(&program), Err(Error::NoServer { path: named }) if named == path));
        std::fs::write(&path, "").unwrap();
        assert_eq!(find_server(&program).unwrap(), path);
    }
}
