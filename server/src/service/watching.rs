//! Streams of feed items.

use std::pin::Pin;

use ishigaki_proto::shared::WatchGameResponse;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::{Services, status};
use crate::engine::Handle;
use crate::feed::Audience;
use crate::token::{Principal, Role};

/// How many items wait for a slow reader before its own feed, and nobody else's, is held up.
const READ_AHEAD: usize = 64;

/// A stream of answers to a watch call.
pub(super) type Answers = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

impl Services {
    /// Streams a game's feed to one watcher. A team counts as connected to the game for as long as it listens.
    pub(super) fn stream(
        &self,
        caller: &Principal,
        game: &Handle,
        audience: Audience,
        from: u64,
    ) -> Result<Answers, Status> {
        let mut watch =
            game.feeds().watch(audience, from).map_err(|error| status::from_the_future(&error))?;
        let watching = match &caller.role {
            Role::Team { team } => Some(self.presence.watch(team, game.id().as_str())),
            Role::Organiser | Role::Judge | Role::Board | Role::Standby => None,
        };
        let (sender, items) = mpsc::channel(READ_AHEAD);
        tokio::spawn(async move {
            let _watching = watching;
            loop {
                let item = tokio::select! {
                    item = watch.next() => item,
                    () = sender.closed() => return,
                };
                let is_end = item.is_none();
                let sent = sender.send(item.ok_or_else(status::stopped)).await;
                if is_end || sent.is_err() {
                    return;
                }
            }
        });
        Ok(Box::pin(ReceiverStream::new(items)))
    }
}
