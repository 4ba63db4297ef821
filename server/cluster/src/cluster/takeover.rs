//! Takeover of streams without a holder, and of games of the contest file that aren't in the journal yet.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_engine::clock::Monotonic;
use ishigaki_engine::engine::StartError;
use ishigaki_journal::{Holding, Member, MemberId, Sequence, StreamId};
use ishigaki_scenarios::Start;

use super::Cluster;
use super::placement::{FreeUnits, Units, beginnings, preferred, takers};

/// Time after which unclaimed streams are reported, in milliseconds.
const UNCLAIMED_REPORT_DELAY: u64 = 10_000;

/// Maximum number of names in a log line.
const NAMES: usize = 8;

#[derive(Default)]
pub(super) struct Free {
    waiting: FreeUnits,
    strays: BTreeSet<String>,
    /// Free unclaimed units, with the time since they are known, and whether they were reported.
    untaken: BTreeMap<String, (Monotonic, bool)>,
    pub(super) placed: BTreeSet<String>,
    /// The claiming servers, since when, and whether unstarted games have been distributed.
    pub(super) company: (BTreeSet<MemberId>, Monotonic, bool),
}

impl Cluster {
    /// Free units by id with their last holder: streams, and games of the contest file that aren't in the
    /// journal yet.
    pub(super) fn candidates(&self) -> BTreeMap<String, Option<Holding>> {
        let contest = self.games.contest();
        let known: BTreeSet<String> = self.directory.streams().into_iter().collect();
        let starting = contest.games().iter().filter(|game| game.start == Start::Now).map(|game| &game.id);
        let event_ids = contest.events.iter().map(|event| &event.id);
        let new = starting.chain(event_ids).filter(|id| !known.contains(*id)).map(|id| (id.clone(), None));
        let free = self.directory.free().into_iter();
        let free = free.map(|holding| (holding.stream.to_string(), Some(holding)));
        let is_open = |id: &str| !self.is_served(id) && !self.is_unreadable(id);
        free.chain(new).filter(|(id, holding)| is_open(id) && !self.waits(id, holding.as_ref())).collect()
    }

    /// Returns whether this is a game with a start interrupted by the loss of a server: its stream is empty,
    /// and its teams are unknown.
    fn waits(&self, id: &str, holding: Option<&Holding>) -> bool {
        holding.is_some_and(|holding| holding.head == Sequence::START)
            && self.games.contest().game(id).is_some_and(|game| game.start == Start::ByOrganiser)
    }

    pub(super) async fn take_free(&self, free: &mut Free) -> Result<(), StartError> {
        let began = self.clock.now();
        let mut candidates = self.candidates();
        let Some(me) = self.directory.me() else { return Ok(()) };
        if !self.takes() {
            // Streams handed to this server needn't wait.
            candidates
                .retain(|_, holding| holding.as_ref().is_some_and(|holding| holding.holder == Some(me)));
        }
        let (units, members) = (self.units(), self.directory.members());
        let takers = takers(&members);
        let chosen = |(id, holding): (&String, &Option<Holding>)| {
            (id.clone(), self.preferred(id, (&units, &takers, me), holding.as_ref()))
        };
        let chosen = candidates.iter().map(chosen).collect();
        let due = free.waiting.due(&chosen, me, self.clock.now());
        free.strays.retain(|stray| candidates.contains_key(stray));
        self.report_untaken(&candidates, free);
        if due.is_empty() {
            return Ok(());
        }
        let is_known = |id: &String| !free.strays.contains(id);
        let (of_file, others): (BTreeSet<String>, BTreeSet<String>) =
            due.into_iter().filter(is_known).partition(|id| units.is_of_file(id));
        // An error of one doesn't stop the others.
        let mut taken = self.games.take(&of_file).await;
        // A name that continues an event's may be its game or another event. Another server's event opens its
        // own games.
        let is_ours = |id: &&str| candidates.contains_key(*id) || self.tournaments.get(id).is_some();
        let events: BTreeSet<&str> = others.iter().flat_map(|id| beginnings(id)).filter(is_ours).collect();
        for event in events {
            // An earlier server may have opened it as a separate game.
            if self.games.find(event).is_none() {
                taken = taken.and(self.take_event(event, free).await);
            }
        }
        self.release_broken(of_file.iter().chain(&others)).await;
        let is_handed = |id: &&String| Self::is_handed(candidates.get(*id).and_then(Option::as_ref), me);
        let handed = of_file.iter().chain(&others).filter(is_handed);
        free.placed.extend(handed.map(|id| units.unit(id).to_owned()));
        self.report_taken(of_file.iter().chain(&others), &candidates, (&members, began));
        taken
    }

    /// Releases streams that can't be served here, because another server, perhaps of another version, may be
    /// able to read them. The journal releases only streams that this server holds.
    async fn release_broken(&self, taken: impl Iterator<Item = &String>) {
        let broken = taken.filter(|id| self.is_unreadable(id));
        let broken: Vec<StreamId> = broken.filter_map(|id| StreamId::new(&**id).ok()).collect();
        if broken.is_empty() {
            return;
        }
        let released = match self.membership() {
            Ok(membership) => membership.release(broken, None).await,
            Err(error) => Err(error),
        };
        if let Err(error) = released {
            tracing::debug!(%error, "can't release a game");
        }
    }

    /// Returns whether this server failed to read a stream.
    fn is_unreadable(&self, id: &str) -> bool {
        self.games.is_unreadable(id) || self.tournaments.is_damaged(id)
    }

    fn preferred(
        &self,
        id: &str,
        (units, takers, me): (&Units, &[&Member], MemberId),
        holding: Option<&Holding>,
    ) -> Option<MemberId> {
        if Self::is_handed(holding, me) {
            return Some(me);
        }
        let unit = units.unit(id);
        let holder = if unit == id { None } else { self.directory.holder(unit) };
        preferred(unit, holder, takers).map(|member| member.id)
    }

    fn is_handed(holding: Option<&Holding>, me: MemberId) -> bool {
        holding.is_some_and(|holding| holding.holder == Some(me) && !holding.is_claimed)
    }

    async fn take_event(&self, id: &str, free: &mut Free) -> Result<(), StartError> {
        if free.strays.contains(id) {
            return Ok(());
        }
        let is_requested = self.games.contest().event(id).is_some();
        let is_event = self.tournaments.take(id).await?;
        if is_requested {
            if let Err(error) = self.tournaments.follow_contest().await {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "can't create the contest file's event"
                );
            }
        } else if !is_event {
            free.strays.insert(id.to_owned());
        }
        Ok(())
    }

    fn is_served(&self, id: &str) -> bool {
        self.games.find(id).is_some() || self.tournaments.get(id).is_some()
    }

    /// Reports once that a free stream hasn't been claimed for some seconds.
    fn report_untaken(&self, candidates: &BTreeMap<String, Option<Holding>>, free: &mut Free) {
        let now = self.clock.now();
        let left_out = &self.games.contest().left_out;
        free.untaken.retain(|id, _| candidates.contains_key(id));
        for id in candidates.keys().filter(|id| !left_out.contains(*id)) {
            free.untaken.entry(id.clone()).or_insert((now, false));
        }
        let mut late = Vec::new();
        for (id, (since, is_reported)) in &mut free.untaken {
            if !*is_reported && now.0 >= since.0.saturating_add(UNCLAIMED_REPORT_DELAY) {
                *is_reported = true;
                late.push(id.as_str());
            }
        }
        if !late.is_empty() {
            tracing::warn!(
                count = late.len(),
                names = late[..late.len().min(NAMES)].join(" "),
                "games or events unavailable: they are not in the contest file, or their records can't be read"
            );
        }
    }

    fn report_taken<'a>(
        &self,
        taken: impl Iterator<Item = &'a String>,
        candidates: &BTreeMap<String, Option<Holding>>,
        (members, began): (&[Member], Monotonic),
    ) {
        let served = self.served_ids();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for id in taken.filter(|id| served.contains(*id)) {
            let holder = candidates.get(id).and_then(|holding| holding.as_ref()?.holder);
            let address =
                members.iter().find(|member| Some(member.id) == holder).map_or("", |member| &member.address);
            *counts.entry(address).or_default() += 1;
        }
        for (address, count) in counts {
            if address.is_empty() || address == self.place.address {
                tracing::info!(games = count, "serving more games");
            } else {
                self.directory.took_over(count);
                let holder = members.iter().find(|member| member.address == address);
                let silent =
                    holder.and_then(|member| self.directory.silence(member.id)).map(|silent| silent.0);
                tracing::warn!(
                    games = count,
                    of = address,
                    silent_ms = silent,
                    took_ms = self.clock.now().0.saturating_sub(began.0),
                    "TOOK OVER games of another server"
                );
            }
        }
    }
}
