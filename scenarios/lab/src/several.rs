//! Several servers over one journal, started together.

use std::collections::BTreeMap;

use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::key::ServerKey;
use rehearsal::server::{Server, ServerFiles, ServerProgram};
use tokio::task::JoinSet;

/// Each on a free port with its own files, under one key.
pub(crate) async fn start_several(
    program: &ServerProgram,
    root: &ServerFiles,
    count: usize,
) -> anyhow::Result<Vec<Server>> {
    ServerKey::obtain(&root.key(), &BTreeMap::new(), &SystemEntropy)?;
    let mut starting = JoinSet::new();
    for number in 1..=count {
        let files = root.machine(&format!("server-{number}"))?;
        root.bring_over(&files)?;
        let program = program.clone();
        starting.spawn(async move { (number, Server::start(program, files).await) });
    }
    let mut started = starting.join_all().await;
    started.sort_by_key(|(number, _)| *number);
    started.into_iter().map(|(_, server)| server).collect()
}
