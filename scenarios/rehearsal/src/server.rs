//! The server as a process of its own: started, killed, started again. Nothing of it outlives the rehearsal.
//!
//! The program starts itself again to be the server ([`ishigaki_server::child`]); one that was built without the feature `server`,
//! as those that travel are, starts the server's program beside it. The two share two pipes: the server tells its address on
//! standard output, and ends when its standard input does, which happens whatever the rehearsal dies of.

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
use ishigaki_server::child::{FAREWELL, PATIENCE, SERVE};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child, ChildStdin, Command};

use crate::error::{Error, LogTail};

pub use files::ServerFiles;

/// Longest time that it may take to say where it listens: with millions of records of games that go on it reads for long. One
/// that ends instead is noticed at once.
const READING: Duration = Duration::from_mins(5);

/// Time for which a server waits for a copy that is required, in seconds: as long as it may.
const ALONE_AFTER: &str = "60";

/// Program that is started as the server.
#[derive(Clone, Debug)]
pub enum ServerProgram {
    /// The rehearsal's own, which ends when the rehearsal does.
    Own,
    /// An `ishigaki-server` binary.
    Binary(PathBuf),
}

/// Returns the path of the rehearsal's own server: in this program itself or, if that was built without it,
/// beside it.
///
/// # Errors
/// [`Error::NoServer`]; the system does not name the program itself.
pub fn own_server() -> anyhow::Result<PathBuf> {
    let itself = std::env::current_exe().context("cannot find the program itself")?;
    if cfg!(feature = "server") { Ok(itself) } else { Ok(beside(&itself)?) }
}

/// The server's program in the folder of this one.
fn beside(program: &Path) -> Result<PathBuf, Error> {
    let path = program.with_file_name(format!("ishigaki-server{EXE_SUFFIX}"));
    if path.is_file() { Ok(path) } else { Err(Error::NoServer { path }) }
}

/// A signal that a server is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Stop,
    Continue,
    End,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    program: ServerProgram,
    files: ServerFiles,
    /// From how many records of games that go on its next starts answer before they are read; `None`: from as many as always.
    awaited_records: Option<u64>,
    address: SocketAddr,
    child: Child,
    /// The server's standard input, held open as long as it shall run. Not the child's own handle: waiting
    /// for a child closes that.
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

    /// Starts a server with these files where it is told to listen.
    ///
    /// # Errors
    /// [`Error::NoServer`] or [`Error::Launch`] if its program is not there or does not start, [`Error::NoStart`] if it
    /// ends before it says where it listens; its log cannot be written.
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

    /// Its process, as long as it has not been waited for.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Its files.
    pub fn files(&self) -> &ServerFiles {
        &self.files
    }

    /// Returns the address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns how clients reach it.
    ///
    /// # Errors
    /// As [`ServerFiles::address`].
    pub fn client_address(&self) -> anyhow::Result<Address> {
        self.files.address(self.address)
    }

    /// Kills it, as a power cut would (`kill -9`).
    ///
    /// # Errors
    /// The system does not end it.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill().await.context("cannot kill the server")
    }

    /// Sends it a signal.
    ///
    /// # Errors
    /// It has ended and been waited for, or the system does not take the signal, or has none.
    pub fn signal(&self, sign: Sign) -> anyhow::Result<()> {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process};
            let signal = match sign {
                Sign::Stop => Signal::STOP,
                Sign::Continue => Signal::CONT,
                Sign::End => Signal::TERM,
            };
            let process = self.id().and_then(|id| Pid::from_raw(id.cast_signed()));
            Ok(kill_process(process.context("the server is gone")?, signal)?)
        }
        #[cfg(not(unix))]
        anyhow::bail!("there is no {sign:?} on this system")
    }

    /// Ends it as its operator does, and waits until it has ended. It can be started again.
    ///
    /// # Errors
    /// As [`Server::signal`]; and it does not end in time, or in peace. The rehearsal's own: as [`Server::end`].
    pub async fn leave(&mut self) -> anyhow::Result<()> {
        if matches!(self.program, ServerProgram::Own) {
            return self.end().await;
        }
        self.signal(Sign::End)?;
        let Ok(ended) = tokio::time::timeout(PATIENCE, self.child.wait()).await else {
            self.kill().await?;
            anyhow::bail!("the server did not end when asked");
        };
        let status = ended?;
        anyhow::ensure!(status.success(), "the server ended with {status}; {}", self.last_words());
        Ok(())
    }

    /// Takes other files after a kill, for the next start: those of the machine that goes on.
    pub fn move_to(&mut self, files: ServerFiles) {
        self.files = files;
    }

    /// Lets its next starts answer before the records of games that go on are read, if there are more than so many; `None`: more
    /// than always.
    pub fn await_records(&mut self, most: Option<u64>) {
        self.awaited_records = most;
    }

    /// Starts it again after a kill: its files, same port.
    ///
    /// # Errors
    /// As [`Server::start_at`].
    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        (self.child, self.address) =
            spawn(&self.program, &self.files, self.awaited_records, self.address).await?;
        self.lifeline = self.child.stdin.take();
        Ok(())
    }

    /// Starts it again after a kill, and does not wait until it listens.
    ///
    /// # Errors
    /// [`Error::NoServer`] or [`Error::Launch`]; its log cannot be written.
    pub fn launch_again(&mut self) -> anyhow::Result<()> {
        self.child = launch(&self.program, &self.files, self.awaited_records, self.address)?;
        self.lifeline = self.child.stdin.take();
        Ok(())
    }

    /// Returns whether it has ended.
    ///
    /// # Errors
    /// The system does not say.
    pub fn poll_exit(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait().context("cannot look after the server")?.is_some())
    }

    /// Returns whether it has said so in its log.
    pub fn has_said(&self, what: &str) -> bool {
        std::fs::read_to_string(self.files.log()).is_ok_and(|log| log.contains(what))
    }

    /// The end of its log, for a message.
    pub fn last_words(&self) -> String {
        self.files.last_words()
    }

    /// Waits until it ends by itself, which it should not.
    ///
    /// # Errors
    /// The system does not say.
    pub async fn ended(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Lets it end in peace, or kills it; for good.
    ///
    /// # Errors
    /// As [`Server::end`].
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.end().await
    }

    /// Lets it end in peace, or kills it; a binary hears nothing but signals, and is killed at once. It can be
    /// started again.
    ///
    /// # Errors
    /// It does not hear that it is to end, does not end in time, or in peace; a binary: as [`Server::kill`].
    pub async fn end(&mut self) -> anyhow::Result<()> {
        if matches!(self.program, ServerProgram::Binary(_)) {
            return self.kill().await;
        }
        if let Some(mut lifeline) = self.lifeline.take() {
            lifeline.write_all(FAREWELL).await.context("the server does not hear that it shall end")?;
        }
        let Ok(ended) = tokio::time::timeout(PATIENCE, self.child.wait()).await else {
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
    // The rehearsal's own says the address alone, a binary a sentence with its URL.
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
    // A Ctrl-C in the terminal is for the rehearsal, which then ends the server.
    #[cfg(unix)]
    command.process_group(0);
    Ok(command.spawn().map_err(|source| Error::Launch { path, source })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_program_is_found_beside_this_one_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("rehearsal");
        let path = folder.path().join(format!("ishigaki-server{EXE_SUFFIX}"));
        assert!(matches!(beside(&program), Err(Error::NoServer { path: named }) if named == path));
        std::fs::write(&path, "").unwrap();
        assert_eq!(beside(&program).unwrap(), path);
    }
}
