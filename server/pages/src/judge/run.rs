//! The task of a judge's page: listing, feed, painting.

use std::future::pending;
use std::time::Duration;

use ishigaki_client::listing::{self, Programme};
use ishigaki_client::{CallError, Feed, FeedError, Link, Update, now};
use ishigaki_page::Hub;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_screen::{ClosingMoment, Uptime};
use ishigaki_words::{Lang, Words};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use super::device::JudgeDevice;
use super::picture::Picture;
use crate::desk::{DeskEnd, END_NOTICE_GRACE, is_idle};

const LISTING_INTERVAL: Duration = Duration::from_secs(3);
const PULSE_INTERVAL: Duration = Duration::from_secs(2);
/// Delay before an inconsistent feed is read again.
const REREAD_DELAY: Duration = Duration::from_secs(2);

/// Runs a page until it is idle, or its token is revoked.
pub(super) async fn run(device: &JudgeDevice, hub: &Hub) -> DeskEnd {
    let end = tokio::select! {
        () = follow(device, hub) => DeskEnd::Revoked,
        () = is_idle(hub) => DeskEnd::Idle,
    };
    hub.publish(&format!("{{\"ended\":\"{}\"}}", end.code()), 0);
    sleep(END_NOTICE_GRACE).await;
    end
}

/// Follows the contest until the token is revoked.
async fn follow(device: &JudgeDevice, hub: &Hub) {
    let (sender, mut programmes) = mpsc::channel(1);
    let listing = list(&device.link, sender);
    tokio::pin!(listing);
    let (mut counts, mut langs) = (device.counts.changes(), hub.wanted_langs());
    let mut pulses = interval(PULSE_INTERVAL);
    let mut painter = Painter { uptime: Uptime::since(now()), closing: ClosingMoment::default() };
    let mut feed: Option<(String, Feed)> = None;
    loop {
        tokio::select! {
            () = &mut listing => return,
            Some(programme) = programmes.recv() => device.view().take_programme(programme),
            update = next(&mut feed) => {
                if matches!(&update, Err(FeedError::Refused(fault)) if is_revoked(fault)) {
                    return;
                }
                if !device.view().take_update(update) {
                    sleep(REREAD_DELAY).await;
                    feed = None;
                }
            }
            _ = counts.changed() => {}
            _ = langs.changed() => {}
            () = device.chosen.notified() => {}
            _ = pulses.tick() => hub.beat(painter.uptime.millis(now())),
        }
        let wanted = device.view().game.clone();
        if feed.as_ref().map(|(game, _)| game) != wanted.as_ref() {
            if let Some(game) = &wanted {
                device.view().follow(game);
            }
            feed = wanted.map(|game| (game.clone(), Feed::reconnecting(device.link.clone(), game, 1)));
        }
        painter.paint(device, hub);
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

/// Lists the games again and again, until the token is revoked.
async fn list(link: &Link, programmes: mpsc::Sender<Programme>) {
    let mut ticks = interval(LISTING_INTERVAL);
    loop {
        ticks.tick().await;
        match listing::all(link).await {
            Ok(programme) => {
                // The receiver lives as long as this future.
                let _ = programmes.send(programme).await;
            }
            Err(CallError::Refused(fault)) if is_revoked(&fault) => return,
            Err(_) => {}
        }
    }
}

pub(crate) fn is_revoked(fault: &Fault) -> bool {
    matches!(fault.reason, ErrorReason::TokenRevoked | ErrorReason::Unauthenticated)
}

struct Painter {
    uptime: Uptime,
    closing: ClosingMoment,
}

impl Painter {
    fn paint(&mut self, device: &JudgeDevice, hub: &Hub) {
        let (now, view) = (now(), device.view());
        let mirror = view.session.mirror();
        let is_paused = view.session.game().is_some_and(|game| game.paused_since().is_some());
        let left = mirror.time_left(now, view.is_live);
        let clock = self.closing.clock(left, is_paused, self.uptime, now);
        for lang in Lang::ALL.into_iter().filter(|lang| hub.wants(*lang)) {
            let picture = Picture::of(&view, &device.counts, &device.session, Words::new(lang), clock);
            match serde_json::to_string(&picture) {
                Ok(text) => hub.publish_in(lang, &text, self.uptime.millis(now)),
                Err(error) => tracing::error!(%error, "can't paint a judge's page"),
            }
        }
    }
}
