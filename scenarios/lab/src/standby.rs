//! The standby as a process of its own: it keeps a copy of a server's journal in the files of another machine.
//!
//! Where no binary is given the lab's own server is started as the standby, too ([`ishigaki_server::child`]).

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_server::child::STANDBY;
use tokio::process::{Child, Command};

use rehearsal::error::Error;
use rehearsal::server::{Server, ServerFiles, ServerProgram, own_server};

/// The file of the standby's token, beside the copy.
const TOKEN: &str = "standby.token";

/// Lines of a server when its answers wait for a standby, and when they do not any more.
const ABREAST: &str = "answers wait for the standby's disk";
const ALONE: &str = "THE SERVER GOES ON ALONE";

/// Longest time that a standby may take to copy everything, and the interval at which it is looked.
const PATIENCE: Duration = Duration::from_mins(1);
const LOOK: Duration = Duration::from_millis(5);

/// A standby that runs, and the files that it could be served from.
#[derive(Debug)]
pub(crate) struct StandbyProcess {
    child: Child,
    files: ServerFiles,
}

impl StandbyProcess {
    /// Brings over to the machine of these files what has to be, starts a standby there, and waits until answers of the
    /// server wait for it.
    pub(crate) async fn start(server: &Server, files: ServerFiles, token: &str) -> anyhow::Result<Self> {
        server.files().bring_over(&files)?;
        let token_file = files.folder().join(TOKEN);
        std::fs::write(&token_file, token).context("cannot write the standby's token")?;
        let (path, task) = match server.program() {
            ServerProgram::Own => (own_server()?, STANDBY),
            ServerProgram::Binary(path) => (path.clone(), "standby"),
        };
        let mut command = Command::new(&path);
        command.arg(task).arg("--json").arg("--from").arg(server.address().to_string());
        command.arg("--journal").arg(files.journal().reveal()).arg("--key").arg(files.key());
        command.arg("--tokens").arg(files.tokens()).arg("--token-file").arg(token_file);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true);
        // A Ctrl-C in the terminal is for the lab.
        #[cfg(unix)]
        command.process_group(0);
        let child = command.spawn().map_err(|source| Error::Launch { path, source })?;
        let mut process = Self { child, files };
        process.abreast(server).await?;
        Ok(process)
    }

    /// Watches the server's log, which was begun with its machine, until answers wait for the copy.
    async fn abreast(&mut self, server: &Server) -> anyhow::Result<()> {
        let abreast = async {
            loop {
                if server.has_said(ABREAST) {
                    return Ok(());
                }
                anyhow::ensure!(self.child.try_wait()?.is_none(), "the standby ended by itself");
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::time::timeout(PATIENCE, abreast).await.context("the standby does not get abreast")?
    }

    /// Ends it for good after the server's machine is lost (`kill -9`); gives what is to be served in its place. Fails if the
    /// server did not wait for it to the last.
    pub(crate) async fn take_over(mut self, lost: &ServerFiles) -> anyhow::Result<ServerFiles> {
        self.child.kill().await.context("cannot kill the standby")?;
        let log = std::fs::read_to_string(lost.log()).unwrap_or_default();
        anyhow::ensure!(!log.contains(ALONE), "the server went on alone, so its copy proves nothing");
        Ok(self.files)
    }
}
