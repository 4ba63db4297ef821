//! One open feed, read by hand.

use std::task::Poll;

use ishigaki_proto::shared::WatchGameResponse;
use ishigaki_server::feed::Watch;

use crate::host::{Polled, poll};

/// A watcher's connection.
pub(crate) struct Reading {
    next: Option<Polled<(Watch, Option<WatchGameResponse>)>>,
}

impl Reading {
    pub(crate) fn new(watch: Watch) -> Self {
        Self { next: Some(next(watch)) }
    }

    /// The next item or pulse, if there is one now.
    pub(crate) fn read(&mut self) -> Option<WatchGameResponse> {
        match poll(self.next.as_mut()?) {
            Poll::Pending => None,
            Poll::Ready((watch, item)) => {
                // A feed that has ended brings nothing more.
                self.next = item.is_some().then(|| next(watch));
                item
            }
        }
    }
}

fn next(mut watch: Watch) -> Polled<(Watch, Option<WatchGameResponse>)> {
    Box::pin(async move {
        let item = watch.next().await;
        (watch, item)
    })
}
