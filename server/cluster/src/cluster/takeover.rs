//! The takeover of what is free: streams that nobody holds any more, and what the contest file has and the journal does not yet.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_engine::clock::Monotonic;
use ishigaki_engine::engine::StartError;
use ishigaki_journal::{Holding, Member, MemberId, Sequence, StreamId};
use ishigaki_scenarios::Start;

use super::Cluster;
use super::placement::{FreeUnits, Units, beginnings, preferred, takers};

/// After how long it is told that nobody takes what is free, in milliseconds.
const UNTAKEN: u64 = 10_000;

/// How many names a line of the log has at the most.
const NAMES: usize = 8;

/// What the keeper knows of what is free.
#[derive(Default)]
pub(super) struct Free {
    waiting: FreeUnits,
    /// Streams that are free and nothing that is served from here.
    strays: BTreeSet<String>,
    /// What is free and was not taken, since when this server has known it, and whether it was told.
    untaken: BTreeMap<String, (Monotonic, bool)>,
    /// Units that somebody has moved here by hand.
    pub(super) placed: BTreeSet<String>,
    /// Who takes something, since when, and whether what has not begun is shared out among them.
    pub(super) company: (BTreeSet<MemberId>, Monotonic, bool),
}

impl Cluster {
    /// What is free, by its id, with whoever held it: streams, and what the contest file has and the journal does not yet.
    pub(super) fn candidates(&self) -> BTreeMap<String, Option<Holding>> {
        let contest = self.games.contest();
        let known: BTreeSet<String> = self.directory.streams().into_iter().collect();
        let starting = contest.games().iter().filter(|game| game.start == Start::Now).map(|game| &game.id);
        let asked = contest.event.iter().map(|event| &event.id);
        let new = starting.chain(asked).filter(|id| !known.contains(*id)).map(|id| (id.clone(), None));
        let free = self.directory.free().into_iter();
        let free = free.map(|holding| (holding.stream.to_string(), Some(holding)));
        let is_open = |id: &str| !self.is_served(id) && !self.is_unreadable(id);
        free.chain(new).filter(|(id, holding)| is_open(id) && !self.waits(id, holding.as_ref())).collect()
    }

    /// Whether it is a game that the organiser was about to start when a server was lost: its stream is there and empty, and
    /// nobody knows who was to play.
    fn waits(&self, id: &str, holding: Option<&Holding>) -> bool {
        holding.is_some_and(|holding| holding.head == Sequence::START)
            && self.games.contest().game(id).is_some_and(|game| game.start == Start::ByOrganiser)
    }

    /// Takes what is free and this server's to take.
    pub(super) async fn take_free(&self, free: &mut Free) -> Result<(), StartError> {
        let began = self.clock.now();
        let mut candidates = self.candidates();
        let Some(me) = self.directory.me() else { return Ok(()) };
        if !self.takes() {
            // What was handed to this server waits for nobody else.
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
        self.tell_untaken(&candidates, free);
        if due.is_empty() {
            return Ok(());
        }
        let is_known = |id: &String| !free.strays.contains(id);
        let (of_file, others): (BTreeSet<String>, BTreeSet<String>) =
            due.into_iter().filter(is_known).partition(|id| units.is_of_file(id));
        // What keeps some from being taken keeps no other.
        let mut taken = self.games.take(&of_file).await;
        // What follows an event's name may be a game of it, or another event. One that another server has takes its games up
        // itself.
        let is_ours = |id: &&str| candidates.contains_key(*id) || self.tournaments.get(id).is_some();
        let events: BTreeSet<&str> = others.iter().flat_map(|id| beginnings(id)).filter(is_ours).collect();
        for event in events {
            // Whoever came before it may have taken it up as a game of its own.
            if self.games.find(event).is_none() {
                taken = taken.and(self.take_event(event, free).await);
            }
        }
        self.let_go_broken(of_file.iter().chain(&others)).await;
        let is_handed = |id: &&String| Self::is_handed(candidates.get(*id).and_then(Option::as_ref), me);
        let handed = of_file.iter().chain(&others).filter(is_handed);
        free.placed.extend(handed.map(|id| units.unit(id).to_owned()));
        self.tell_taken(of_file.iter().chain(&others), &candidates, (&members, began));
        taken
    }

    /// Lets go what cannot be served here: another server, of another version perhaps, may read what this one cannot. Whatever
    /// is believed of its holder: the journal lets go only what this server holds.
    async fn let_go_broken(&self, taken: impl Iterator<Item = &String>) {
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
            tracing::debug!(%error, "cannot let go");
        }
    }

    /// Whether this server has tried to read something and could not.
    fn is_unreadable(&self, id: &str) -> bool {
        self.games.is_unreadable(id) || self.tournaments.is_damaged(id)
    }

    /// Who should have what is free.
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

    /// Whether somebody has given it to this server.
    fn is_handed(holding: Option<&Holding>, me: MemberId) -> bool {
        holding.is_some_and(|holding| holding.holder == Some(me) && !holding.is_claimed)
    }

    /// Takes an event with its games, or creates the contest file's.
    async fn take_event(&self, id: &str, free: &mut Free) -> Result<(), StartError> {
        if free.strays.contains(id) {
            return Ok(());
        }
        let is_asked = self.games.contest().event.as_ref().is_some_and(|event| event.id == id);
        let is_event = self.tournaments.take(id).await?;
        if is_asked {
            if let Err(error) = self.tournaments.follow_contest().await {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the contest file's event is not as it asks for"
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

    /// Says once of what is free that nobody has taken it for some seconds.
    fn tell_untaken(&self, candidates: &BTreeMap<String, Option<Holding>>, free: &mut Free) {
        let now = self.clock.now();
        let left_out = &self.games.contest().left_out;
        free.untaken.retain(|id, _| candidates.contains_key(id));
        for id in candidates.keys().filter(|id| !left_out.contains(*id)) {
            free.untaken.entry(id.clone()).or_insert((now, false));
        }
        let mut late = Vec::new();
        for (id, (since, is_told)) in &mut free.untaken {
            if !*is_told && now.0 >= since.0.saturating_add(UNTAKEN) {
                *is_told = true;
                late.push(id.as_str());
            }
        }
        if !late.is_empty() {
            tracing::warn!(
                count = late.len(),
                names = late[..late.len().min(NAMES)].join(" "),
                "NO SERVER TAKES WHAT IS FREE: no game of the contest file and no event that can be served"
            );
        }
    }

    /// Says what was taken, and of whom.
    fn tell_taken<'a>(
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
                tracing::info!(games = count, "took games up");
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
