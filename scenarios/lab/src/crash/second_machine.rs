//! The second machine, where a copy is required: it takes the place of one that is lost, and a new one takes its place.

use anyhow::Context as _;
use ishigaki_rules::Secret;

use crate::standby::StandbyProcess;
use rehearsal::server::{Server, ServerFiles};

/// Second machines, one after the other.
#[derive(Debug)]
pub(super) struct SecondMachine {
    /// Folder of the machines' folders.
    root: ServerFiles,
    /// The standby's token, as it is written down.
    token: Secret<String>,
    standby: Option<StandbyProcess>,
    /// Number of machines so far.
    count: u64,
    /// The machine that was lost last, which somebody may want to look into.
    lost: Option<ServerFiles>,
}

impl SecondMachine {
    /// There is none yet.
    pub(super) fn new(root: ServerFiles, token: Secret<String>) -> Self {
        Self { root, token, standby: None, count: 0, lost: None }
    }

    /// Makes a new one beside a server that runs, and waits until answers wait for it.
    pub(super) async fn set_up(&mut self, server: &Server) -> anyhow::Result<()> {
        self.count += 1;
        let files = self.root.machine(&format!("machine-{}", self.count + 1))?;
        self.standby = Some(StandbyProcess::start(server, files, &self.token.0).await?);
        Ok(())
    }

    /// The first machine is lost, and all that stood on it: the server is to go on with the copy.
    pub(super) async fn take_over(&mut self, server: &mut Server) -> anyhow::Result<()> {
        let standby = self.standby.take().context("there is no second machine")?;
        let lost = server.files().clone();
        server.move_to(standby.take_over(&lost).await?);
        if let Some(before) = self.lost.replace(lost) {
            std::fs::remove_dir_all(before.folder()).context("cannot remove a lost machine")?;
        }
        Ok(())
    }
}
