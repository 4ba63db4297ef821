//! The task of a page for judges or staff: listing, one feed, painting.

use std::future::pending;
use std::time::Duration;

use ishigaki_client::{CallError, Feed, FeedError, FeedSubject, Link, Update, now};
use ishigaki_page::Hub;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_screen::Uptime;
use ishigaki_words::{Lang, Words};
use serde::Serialize;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{interval, sleep};

use crate::desk::{DeskEnd, END_NOTICE_GRACE, is_idle};

const LISTING_INTERVAL: Duration = Duration::from_secs(3);
const PULSE_INTERVAL: Duration = Duration::from_secs(2);
/// Delay before an inconsistent feed is read again.
const REREAD_DELAY: Duration = Duration::from_secs(2);
/// Time for more news before painting, because a feed begins with many items at once.
const PAINTING_DELAY: Duration = Duration::from_millis(20);

/// A device's view of the contest, which follows one of its games or events.
pub(crate) trait FollowingDevice {
    /// The games or events of the contest.
    type List;
    type Picture: Serialize;

    fn link(&self) -> &Link;
    async fn list(&self) -> Result<Self::List, CallError>;
    fn take_list(&self, list: Self::List);
    /// Takes an update of the feed; `false` if it must be read again.
    fn take_update(&self, update: Result<Update, FeedError>) -> bool;
    /// Returns the id of the wanted game or event.
    fn wanted(&self) -> Option<String>;
    fn subject(id: String) -> FeedSubject;
    /// Forgets what was read of the wanted game or event.
    fn restart(&self, id: &str);
    /// Notified when the page chooses another game or event.
    fn chosen(&self) -> &Notify;
    /// Returns a receiver that changes with the notes of other devices.
    fn changes(&self) -> watch::Receiver<()>;
    fn picture(&self, words: Words, uptime: Uptime) -> Self::Picture;
}

/// Runs a page until it is idle, or its token is revoked.
pub(crate) async fn run(device: &impl FollowingDevice, hub: &Hub) -> DeskEnd {
    let end = tokio::select! {
        () = follow(device, hub) => DeskEnd::Revoked,
        () = is_idle(hub) => DeskEnd::Idle,
    };
    hub.publish(&format!("{{\"ended\":\"{}\"}}", end.code()), 0);
    sleep(END_NOTICE_GRACE).await;
    end
}

/// Follows the contest until the token is revoked.
async fn follow<D: FollowingDevice>(device: &D, hub: &Hub) {
    let (sender, mut lists) = mpsc::channel(1);
    let listing = list(device, sender);
    tokio::pin!(listing);
    let (mut changes, mut langs) = (device.changes(), hub.wanted_langs());
    let mut pulses = interval(PULSE_INTERVAL);
    let uptime = Uptime::since(now());
    let mut feed: Option<(String, Feed)> = None;
    let mut is_unpainted = true;
    loop {
        tokio::select! {
            biased;
            () = &mut listing => return,
            Some(list) = lists.recv() => device.take_list(list),
            update = next(&mut feed) => {
                if matches!(&update, Err(FeedError::Refused(fault)) if is_revoked(fault)) {
                    return;
                }
                if !device.take_update(update) {
                    sleep(REREAD_DELAY).await;
                    feed = None;
                }
            }
            () = device.chosen().notified() => {}
            _ = changes.changed() => {}
            _ = langs.changed() => {}
            () = sleep(PAINTING_DELAY), if is_unpainted => {
                paint(device, hub, uptime);
                is_unpainted = false;
                continue;
            }
            // A clock can run without news.
            _ = pulses.tick() => hub.beat(uptime.millis(now())),
        }
        is_unpainted = true;
        let wanted = device.wanted();
        if feed.as_ref().map(|(id, _)| id) != wanted.as_ref() {
            if let Some(id) = &wanted {
                device.restart(id);
            }
            let open =
                |id: String| (id.clone(), Feed::reconnecting(device.link().clone(), D::subject(id), 1));
            feed = wanted.map(open);
        }
    }
}

async fn next(feed: &mut Option<(String, Feed)>) -> Result<Update, FeedError> {
    match feed {
        Some((_, feed)) => match feed.next().await {
            Some(update) => update,
            None => pending().await,
        },
        None => pending().await,
    }
}

/// Lists the games or events again and again, until the token is revoked.
async fn list<D: FollowingDevice>(device: &D, lists: mpsc::Sender<D::List>) {
    let mut ticks = interval(LISTING_INTERVAL);
    loop {
        ticks.tick().await;
        match device.list().await {
            Ok(list) => {
                // The receiver lives as long as this future.
                let _ = lists.send(list).await;
            }
            Err(CallError::Refused(fault)) if is_revoked(&fault) => return,
            Err(_) => {}
        }
    }
}

fn is_revoked(fault: &Fault) -> bool {
    matches!(fault.reason, ErrorReason::TokenRevoked | ErrorReason::Unauthenticated)
}

fn paint(device: &impl FollowingDevice, hub: &Hub, uptime: Uptime) {
    for lang in Lang::ALL.into_iter().filter(|lang| hub.wants(*lang)) {
        match serde_json::to_string(&device.picture(Words::new(lang), uptime)) {
            Ok(text) => hub.publish_in(lang, &text, uptime.millis(now())),
            Err(error) => tracing::error!(%error, "can't paint a page"),
        }
    }
}
