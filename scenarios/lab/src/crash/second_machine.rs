//! The second machine of a required copy: it replaces a lost one, and a new one replaces it.

use anyhow::Context as _;
use ishigaki_rules::Secret;

use crate::standby::StandbyProcess;
use rehearsal::server::{Server, ServerFiles};

#[derive(Debug)]
pub(super) struct SecondMachine {
    root: ServerFiles,
    token: Secret<String>,
    standby: Option<StandbyProcess>,
    count: u64,
    lost: Option<ServerFiles>,
}

impl SecondMachine {
    pub(super) fn new(root: ServerFiles, token: Secret<String>) -> Self {
        Self { root, token, standby: None, count: 0, lost: None }
    }

    pub(super) async fn set_up(&mut self, server: &Server) -> anyhow::Result<()> {
        self.count += 1;
        let files = self.root.machine(&format!("machine-{}", self.count + 1))?;
        self.standby = Some(StandbyProcess::start(server, files, &self.token.0).await?);
        Ok(())
    }

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
