//! Several servers over one journal, started together.

use std::collections::BTreeMap;

use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::key::ServerKey;
use rehearsal::server::{Server, ServerFiles, ServerProgram};
use tokio::task::JoinSet;

/// Starts so many servers at once, each on a free port and with files of its own beside the ones that are given, under one key.
///
/// # Errors
/// Their key cannot be made ([`ServerKey::obtain`]), their files ([`ServerFiles::machine`],
/// [`ServerFiles::bring_over`]), or one of them does not start ([`Server::start`]).
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
