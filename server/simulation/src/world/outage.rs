//! Crashes and restarts: what was told survives, and windows stand still (`T`).

use ishigaki_rules::{Actor, Fact, Game, GameTime, Millis, TeamId};
use ishigaki_server::feed::Audience;

use super::{AuditedFeed, Due, World, missing};
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::feed_reader::FeedReader;
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use crate::trace::trace;
use ishigaki_audit::{Checked, Violation, ensure};

/// An outage costs at most the time since the last heartbeat (`T`).
const HEARTBEAT: Millis = Millis(1_000);

impl World<'_> {
    /// The machine stops dead.
    pub(super) fn crashed(&mut self) {
        trace!(self, "crash");
        if self.host.is_starting() {
            self.auditor.tally.add(Count::CrashRecovering);
        }
        self.host.journal.crash();
        self.went_down();
    }

    /// The server is gone: so are the feeds and the calls it worked on.
    pub(super) fn went_down(&mut self) {
        trace!(self, "the server is down");
        if let Some(handle) = self.host.handle() {
            self.down_at = Some(handle.now());
        }
        self.host.kill();
        self.is_stirred = true;
        self.taps.clear();
        for client in &mut self.clients {
            client.feed = None;
        }
        for flight in std::mem::take(&mut self.flights) {
            self.auditor.forgotten(&flight.delivery.call);
        }
        let after = self.chance.between(1, 3_000);
        self.agenda.schedule(after, Due::Boot);
    }

    /// The machine starts again: with clocks of another origin, on what its disk kept.
    pub(super) fn boot(&mut self) -> Checked {
        let unsynced = self.host.journal.unsynced();
        let kept = self.chance.index(unsynced + 1);
        if kept < unsynced {
            self.auditor.tally.add(Count::TailLost);
        }
        if kept > 0 {
            self.auditor.tally.add(Count::TailKept);
        }
        trace!(self, "boot: {kept} of {unsynced} unsynced appends are kept");
        self.host.journal.reopen(kept);
        self.is_syncing = false;
        self.agenda.retain(|due| !matches!(due, Due::Sync));
        let wall = self.chance.between(1_600_000_000_000, 1_800_000_000_000);
        self.host.clock = SimClock::new(self.chance.below(1 << 40), wall);
        self.is_stirred = true;
        self.host.boot()
    }

    /// The server serves the game: all feeds are there again, byte by byte.
    pub(super) fn came_up(&mut self) -> Checked {
        trace!(self, "the server is up");
        self.boots += 1;
        if self.boots > 1 {
            self.auditor.tally.add(Count::Recovered);
        }
        self.open_taps()?;
        self.listen()?;
        for tap in &self.taps {
            let length = to_u64(self.auditor.length(tap.audience));
            ensure!(
                tap.next > length,
                "after the restart the feed of {:?} has {} items, and had {length}",
                tap.audience,
                tap.next - 1
            );
        }
        self.auditor.settled()?;
        self.auditor.settle_unknown();
        self.check_clock()
    }

    pub(super) fn open_taps(&mut self) -> Checked {
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let teams = handle.setup().team_ids().map(Audience::Team);
        let is_leaking = self.planted_fault == PlantedFault::LeakedList;
        let public = if is_leaking { Audience::Team(TeamId(0)) } else { Audience::Public };
        let feeds = std::iter::once((Audience::Public, public)).chain(teams.map(|team| (team, team)));
        let mut taps = Vec::new();
        for (audience, watched) in feeds {
            let watch =
                handle.feeds().watch(watched, 1).map_err(|error| Violation::Broken(error.to_string()))?;
            taps.push(AuditedFeed { audience, reading: FeedReader::new(watch), next: 1 });
        }
        self.taps = taps;
        // All of it is heard again.
        self.heard = u64::MAX;
        Ok(())
    }

    /// The game's time goes on from the last record or heartbeat: it has not gone on during the outage, and
    /// has not gone back further than a heartbeat.
    fn check_clock(&mut self) -> Checked {
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let now = handle.now();
        let recorded = self.auditor.game().map(Game::now).unwrap_or_default();
        ensure!(now >= recorded, "it is {now:?}, and something happened at {recorded:?}");
        if let Some(before) = self.down_at.take() {
            // A pause right after the outage is stamped with the next whole second (`A4`), and may not have been heard yet.
            let second = GameTime(before.0 - before.0 % HEARTBEAT.0 + HEARTBEAT.0);
            let latest = if self.healthy.is_some() { second.max(recorded) } else { before.max(recorded) };
            ensure!(now <= latest, "it was {before:?}, and is {now:?} after the outage");
        }
        if let Some(healthy) = self.healthy.take() {
            self.auditor.tally.add(Count::OutageInWindow);
            let least = GameTime(healthy.0.saturating_sub(HEARTBEAT.0));
            ensure!(now >= least, "it was {healthy:?} in an open window, and is {now:?} after the outage");
        }
        let last = self.auditor.last_event();
        if last.is_some_and(|last| last.by == Actor::Clock && matches!(last.fact, Fact::Paused { .. })) {
            self.auditor.tally.add(Count::WaitAfterOutage);
        }
        let face = handle.feeds().face();
        self.auditor.check_face(&face)
    }
}
