//! A screen shown in a browser: its state as JSON for the pages.

use std::io;
use std::time::{Duration, Instant};

use axum::Router;
use ishigaki_client::{TimeLeft, now};
use ishigaki_page::{Hub, WantedLangs, serve};
use ishigaki_words::Lang;
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::AbortHandle;
use tokio::time::interval;

use crate::terminal::Input;
use crate::{App, Display};

const PULSE_INTERVAL: Duration = Duration::from_secs(2);
/// Tolerance in milliseconds within which a closing time counts as unchanged.
const CLOSING_TOLERANCE_MS: u64 = 300;

/// Converts a program's state to the state of its pages.
pub trait PagePainter<A> {
    type Picture: Serialize;

    /// True if each language has its own state; otherwise all share one.
    const IS_PER_LANGUAGE: bool = false;

    fn paint(&mut self, app: &A, lang: Lang, uptime: Uptime, now: Instant) -> Self::Picture;
}

/// Returns the pages' state at a moment as one line of JSON.
///
/// # Errors
/// If a part of it can't be serialised.
pub fn page_text<A, P: PagePainter<A>>(
    painter: &mut P,
    app: &A,
    lang: Lang,
    uptime: Uptime,
    now: Instant,
) -> serde_json::Result<String> {
    serde_json::to_string(&painter.paint(app, lang, uptime, now))
}

/// Milliseconds since the program started, used for times on pages.
#[derive(Clone, Copy, Debug)]
pub struct Uptime {
    began: Instant,
}

impl Uptime {
    /// Counts from this moment.
    pub const fn since(began: Instant) -> Self {
        Self { began }
    }

    /// Returns the milliseconds until a moment; 0 before the start.
    pub fn millis(self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }
}

/// A running window or countdown for a page, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PageClock {
    /// `None` while the clock is paused.
    pub closes_at: Option<u64>,
    /// Time left while the clock is paused.
    pub left: Option<u64>,
    /// True if it is derived from the server's last message.
    pub guess: bool,
}

/// Closing time of a window, without the jitter between feed items.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosingMoment {
    known: Option<u64>,
}

impl ClosingMoment {
    /// Returns the clock of a running window from its time left and whether it is paused.
    pub fn clock(
        &mut self,
        left: Option<TimeLeft>,
        stands: bool,
        uptime: Uptime,
        now: Instant,
    ) -> Option<PageClock> {
        let Some(TimeLeft { left, is_guess: guess }) = left.filter(|_| !stands) else {
            self.known = None;
            let standing =
                |left: TimeLeft| PageClock { closes_at: None, left: Some(left.left.0), guess: left.is_guess };
            return left.map(standing);
        };
        let closes_at = uptime.millis(now).saturating_add(left.0);
        let known = self.known.get_or_insert(closes_at);
        // A closed window stays closed at any later moment.
        if left.0 > 0 && known.abs_diff(closes_at) > CLOSING_TOLERANCE_MS {
            *known = closes_at;
        }
        Some(PageClock { closes_at: Some(*known), left: None, guess })
    }
}

/// Display of a program on its pages.
#[derive(Debug)]
pub struct Browser<P> {
    hub: Hub,
    wanted: watch::Receiver<WantedLangs>,
    painter: P,
    uptime: Uptime,
    tasks: Vec<AbortHandle>,
}

impl<P> Browser<P> {
    /// Serves a site built around the hub of its state. Must be called within a tokio runtime.
    pub fn serve(listener: TcpListener, painter: P, site: impl FnOnce(&Hub) -> Router) -> Self {
        let hub = Hub::new();
        let serving = tokio::spawn(serve(listener, site(&hub))).abort_handle();
        let mut browser = Self::publish(hub, painter);
        browser.tasks.push(serving);
        browser
    }

    /// Publishes the state to a hub that is served elsewhere. Must be called within a tokio runtime.
    pub fn publish(hub: Hub, painter: P) -> Self {
        let uptime = Uptime::since(now());
        let pulsing = tokio::spawn(send_pulses(hub.clone(), uptime)).abort_handle();
        let wanted = hub.wanted_langs();
        Self { hub, wanted, painter, uptime, tasks: vec![pulsing] }
    }
}

impl<P> Drop for Browser<P> {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

async fn send_pulses(hub: Hub, uptime: Uptime) {
    let mut ticks = interval(PULSE_INTERVAL);
    loop {
        ticks.tick().await;
        hub.beat(uptime.millis(now()));
    }
}

impl<A: App, P: PagePainter<A>> Display<A> for Browser<P> {
    /// Pages have no keys: acts on them arrive as the driver's events. A page in a new language needs a repaint.
    async fn input(&mut self) -> io::Result<Option<Input>> {
        if P::IS_PER_LANGUAGE && self.wanted.changed().await.is_ok() {
            return Ok(Some(Input::Resize { columns: u16::MAX, lines: u16::MAX }));
        }
        std::future::pending().await
    }

    fn resized_from(&self, _: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        Ok(None)
    }

    fn wipe(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn ring(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn paint(&mut self, app: &A) -> io::Result<()> {
        let now = now();
        let millis = self.uptime.millis(now);
        if !P::IS_PER_LANGUAGE {
            self.hub.publish(&page_text(&mut self.painter, app, Lang::En, self.uptime, now)?, millis);
            return Ok(());
        }
        for lang in Lang::ALL.into_iter().filter(|lang| self.hub.wants(*lang)) {
            let text = page_text(&mut self.painter, app, lang, self.uptime, now)?;
            self.hub.publish_in(lang, &text, millis);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ishigaki_client::{TimeLeft, now};
    use ishigaki_rules::Millis;

    use super::{ClosingMoment, PageClock, Uptime};

    #[test]
    fn closing_time_is_stable_unless_window_is_extended() {
        let began = now();
        let uptime = Uptime::since(began);
        let mut moment = ClosingMoment::default();
        let mut at = |passed: u64, left: Option<u64>, stands: bool| {
            let left = left.map(|left| TimeLeft { left: Millis(left), is_guess: false });
            moment.clock(left, stands, uptime, began + Duration::from_millis(passed))
        };
        let closes = |at| Some(PageClock { closes_at: Some(at), left: None, guess: false });
        assert_eq!(at(1_000, Some(9_000), false), closes(10_000));
        assert_eq!(at(2_000, Some(8_200), false), closes(10_000), "it wavers");
        assert_eq!(at(3_000, Some(8_000), false), closes(11_000), "there is more time");
        assert_eq!(at(12_000, Some(0), false), closes(11_000), "it is over");
        let stands = Some(PageClock { closes_at: None, left: Some(5_000), guess: false });
        assert_eq!(at(12_000, Some(5_000), true), stands);
        assert_eq!(at(13_000, Some(5_000), false), closes(18_000));
        assert_eq!(at(14_000, None, false), None);
    }
}
