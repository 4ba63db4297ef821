//! The standby as a child process: it copies a server's journal to the files of another machine.
//!
//! Without a binary, the lab's own server is also the standby ([`ishigaki_server::child`]).

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_server::child::STANDBY;
use tokio::process::{Child, Command};

use rehearsal::error::Error;
use rehearsal::server::{Server, ServerFiles, ServerProgram, own_server};

const TOKEN: &str = "standby.token";

const CAUGHT_UP_LINE: &str = "answers wait for the standby's disk";
const ALONE: &str = "answers are not copied. If";

const COPY_TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(crate) struct StandbyProcess {
    child: Child,
    files: ServerFiles,
}

impl StandbyProcess {
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
        // Ctrl-C in the terminal is for the lab.
        #[cfg(unix)]
        command.process_group(0);
        let child = command.spawn().map_err(|source| Error::Launch { path, source })?;
        let mut process = Self { child, files };
        process.caught_up(server).await?;
        Ok(process)
    }

    async fn caught_up(&mut self, server: &Server) -> anyhow::Result<()> {
        let caught_up = async {
            loop {
                if server.has_said(CAUGHT_UP_LINE) {
                    return Ok(());
                }
                anyhow::ensure!(self.child.try_wait()?.is_none(), "the standby ended by itself");
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(COPY_TIMEOUT, caught_up).await.context("the standby does not catch up")?
    }

    /// Fails if the server did not wait for the copy to the end.
    pub(crate) async fn take_over(mut self, lost: &ServerFiles) -> anyhow::Result<ServerFiles> {
        self.child.kill().await.context("cannot kill the standby")?;
        let log = std::fs::read_to_string(lost.log()).unwrap_or_default();
        anyhow::ensure!(!log.contains(ALONE), "the server went on alone, so its copy proves nothing");
        Ok(self.files)
    }
}
