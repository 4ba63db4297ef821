//! A screen that is seen in a browser instead of a terminal: the same state, handed out as JSON for its pages.
//!
//! Knows how pages get a state, and by which time they name moments; what they get is a [`PagePainter`]'s.

use std::io;
use std::time::{Duration, Instant};

use ishigaki_client::{TimeLeft, now};
use ishigaki_page::{Hub, Site, serve};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tokio::time::interval;

use crate::terminal::Input;
use crate::{App, Display};

/// Interval at which pages are told that there is nothing new.
const BEAT: Duration = Duration::from_secs(2);
/// By how many milliseconds the moment at which a window closes may waver from one item of a feed to the next, and still be
/// told as the same.
const WAVERING: u64 = 300;

/// Turns a program's state into what its pages get.
pub trait PagePainter<A> {
    /// The state as pages get it.
    type Picture: Serialize;

    /// Makes it of the state at a moment.
    fn paint(&mut self, app: &A, uptime: Uptime, now: Instant) -> Self::Picture;
}

/// Returns the pages' state at a moment, as JSON in one line.
///
/// # Errors
/// If a part of it cannot be written as JSON.
pub fn page_text<A, P: PagePainter<A>>(
    painter: &mut P,
    app: &A,
    uptime: Uptime,
    now: Instant,
) -> serde_json::Result<String> {
    serde_json::to_string(&painter.paint(app, uptime, now))
}

/// The program's own time, by which pages name moments: milliseconds since it began.
#[derive(Clone, Copy, Debug)]
pub struct Uptime {
    began: Instant,
}

impl Uptime {
    /// Counts from this moment.
    pub const fn since(began: Instant) -> Self {
        Self { began }
    }

    /// The milliseconds to a moment; 0 before the program began.
    pub fn millis(self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }
}

/// A running window or countdown as a page gets it, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PageClock {
    /// Time at which it closes, by the program's time; `None` while it stands.
    pub closes_at: Option<u64>,
    /// Time left of one that stands.
    pub left: Option<u64>,
    /// Whether it is only worked out from what the server said last.
    pub guess: bool,
}

/// The moment at which a window was said to close: the same as long as it wavers by less than anybody sees.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClosingMoment {
    known: Option<u64>,
}

impl ClosingMoment {
    /// The clock of what is left of a window, if one runs; whether it stands.
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
        // A window that is over stays so: what is left of it is nothing, whatever the moment.
        if left.0 > 0 && known.abs_diff(closes_at) > WAVERING {
            *known = closes_at;
        }
        Some(PageClock { closes_at: Some(*known), left: None, guess })
    }
}

/// Display of a program on its pages, for as long as they are handed out.
#[derive(Debug)]
pub struct Browser<P> {
    hub: Hub,
    painter: P,
    uptime: Uptime,
    tasks: [AbortHandle; 2],
}

impl<P> Browser<P> {
    /// Hands a site out, made around the hub of its state. Must be called within a tokio runtime.
    pub fn serve(listener: TcpListener, painter: P, site: impl FnOnce(Hub) -> Site) -> Self {
        let (hub, uptime) = (Hub::new(), Uptime::since(now()));
        let serving = tokio::spawn(serve(listener, site(hub.clone()))).abort_handle();
        let beating = tokio::spawn(beat(hub.clone(), uptime)).abort_handle();
        Self { hub, painter, uptime, tasks: [serving, beating] }
    }
}

impl<P> Drop for Browser<P> {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

/// Tells all pages the time, again and again.
async fn beat(hub: Hub, uptime: Uptime) {
    let mut beats = interval(BEAT);
    loop {
        beats.tick().await;
        hub.beat(uptime.millis(now()));
    }
}

impl<A: App, P: PagePainter<A>> Display<A> for Browser<P> {
    /// Nobody types here: what is done on a page comes as the driver's events, if at all.
    async fn input(&mut self) -> io::Result<Option<Input>> {
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
        let text = page_text(&mut self.painter, app, self.uptime, now)?;
        self.hub.publish(&text, self.uptime.millis(now));
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
    fn a_window_closes_at_one_moment_unless_it_really_moves() {
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
