//! The task of a staff page: listing, feed, painting.

use std::future::pending;
use std::time::Duration;

use ishigaki_client::listing;
use ishigaki_client::{CallError, Feed, FeedError, FeedSubject, Link, Update, now};
use ishigaki_page::Hub;
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_screen::Uptime;
use ishigaki_words::{Lang, Words};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use super::device::StaffDevice;
use super::picture::Picture;
use crate::desk::{DeskEnd, END_NOTICE_GRACE, is_idle};
use crate::judge::is_revoked;

const LISTING_INTERVAL: Duration = Duration::from_secs(3);
const PULSE_INTERVAL: Duration = Duration::from_secs(2);
/// Delay before an inconsistent feed is read again.
const REREAD_DELAY: Duration = Duration::from_secs(2);
/// Time for more news before painting, because an event's feed begins with many items at once.
const PAINTING_DELAY: Duration = Duration::from_millis(30);

/// Runs a page until it is idle, or its token is revoked.
pub(super) async fn run(device: &StaffDevice, hub: &Hub) -> DeskEnd {
    let end = tokio::select! {
        () = follow(device, hub) => DeskEnd::Revoked,
        () = is_idle(hub) => DeskEnd::Idle,
    };
    hub.publish(&format!("{{\"ended\":\"{}\"}}", end.code()), 0);
    sleep(END_NOTICE_GRACE).await;
    end
}

/// Follows the contest's events until the token is revoked.
async fn follow(device: &StaffDevice, hub: &Hub) {
    let (sender, mut lists) = mpsc::channel(1);
    let listing = list(&device.link, sender);
    tokio::pin!(listing);
    let (mut notes, mut langs) = (device.notes.changes(), hub.wanted_langs());
    let mut pulses = interval(PULSE_INTERVAL);
    let uptime = Uptime::since(now());
    let mut feed: Option<(String, Feed)> = None;
    let mut is_unpainted = true;
    loop {
        tokio::select! {
            biased;
            () = &mut listing => return,
            Some(list) = lists.recv() => device.view().take_list(list),
            update = next(&mut feed) => {
                if matches!(&update, Err(FeedError::Refused(fault)) if is_revoked(fault)) {
                    return;
                }
                if !device.view().take_update(update) {
                    sleep(REREAD_DELAY).await;
                    feed = None;
                }
            }
            _ = notes.changed() => {}
            _ = langs.changed() => {}
            () = device.chosen.notified() => {}
            () = sleep(PAINTING_DELAY), if is_unpainted => {
                paint(device, hub, uptime);
                is_unpainted = false;
                continue;
            }
            _ = pulses.tick() => {
                hub.beat(uptime.millis(now()));
                continue;
            }
        }
        is_unpainted = true;
        let wanted = device.view().event.clone();
        if feed.as_ref().map(|(event, _)| event) != wanted.as_ref() {
            if let Some(event) = &wanted {
                device.view().follow(event);
            }
            let open = |event: String| {
                let subject = FeedSubject::Event(event.clone());
                (event, Feed::reconnecting(device.link.clone(), subject, 1))
            };
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

/// Lists the events again and again, until the token is revoked.
async fn list(link: &Link, lists: mpsc::Sender<ListEventsResponse>) {
    let mut ticks = interval(LISTING_INTERVAL);
    loop {
        ticks.tick().await;
        match listing::list_events(link).await {
            Ok(list) => {
                // The receiver lives as long as this future.
                let _ = lists.send(list).await;
            }
            Err(CallError::Refused(fault)) if is_revoked(&fault) => return,
            Err(_) => {}
        }
    }
}

fn paint(device: &StaffDevice, hub: &Hub, uptime: Uptime) {
    let (now, view) = (now(), device.view());
    for lang in Lang::ALL.into_iter().filter(|lang| hub.wants(*lang)) {
        let picture = Picture::of(&view, &device.notes, &device.session, Words::new(lang));
        match serde_json::to_string(&picture) {
            Ok(text) => hub.publish_in(lang, &text, uptime.millis(now)),
            Err(error) => tracing::error!(%error, "can't paint a staff page"),
        }
    }
}
