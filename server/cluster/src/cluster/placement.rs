//! The placement of games and events: units that stay together, and their preferred servers.
//!
//! Every server computes it from shared knowledge, so they agree without communication. If they don't, the
//! journal decides, because a stream has one claimer.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_engine::clock::Monotonic;
use ishigaki_journal::{Member, MemberId};
use ishigaki_scenarios::Contest;
use sha2::{Digest as _, Sha256};

/// Extra time before taking a unit preferred by another server, in milliseconds.
pub(super) const GRACE: u64 = 500;

pub(super) struct Units {
    /// Maps each game of the contest file to its unit: the game that it is a spare of, or itself.
    games: BTreeMap<String, String>,
    others: BTreeSet<String>,
}

impl Units {
    pub(super) fn of(contest: &Contest, streams: Vec<String>) -> Self {
        let replaced: BTreeMap<&str, &str> = contest
            .games()
            .iter()
            .filter_map(|game| Some((game.spare.as_deref()?, game.id.as_str())))
            .collect();
        let root = |id: &str| {
            // No game is its own spare.
            let mut root = id.to_owned();
            while let Some(before) = replaced.get(root.as_str()) {
                root = (*before).to_owned();
            }
            root
        };
        let games = contest.games().iter().map(|game| (game.id.clone(), root(&game.id))).collect();
        let event_ids = contest.events.iter().map(|event| event.id.clone());
        let others =
            streams.into_iter().filter(|stream| contest.game(stream).is_none()).chain(event_ids).collect();
        Self { games, others }
    }

    /// The unit of a stream. The games of an event begin with its id, so the longest common prefix that is a
    /// stream is the event.
    pub(super) fn unit<'a>(&'a self, stream: &'a str) -> &'a str {
        if let Some(unit) = self.games.get(stream) {
            return unit;
        }
        beginnings(stream).find(|event| self.others.contains(*event)).unwrap_or(stream)
    }

    pub(super) fn is_of_file(&self, stream: &str) -> bool {
        self.games.contains_key(stream)
    }
}

/// The prefixes that a stream may belong to, shortest first, ending with its own name.
pub(super) fn beginnings(stream: &str) -> impl Iterator<Item = &str> {
    stream.match_indices('-').filter_map(|(at, _)| stream.get(..at)).chain([stream])
}

/// The servers that claim streams: all live ones that aren't draining, or all live ones if every one is
/// draining.
pub(super) fn takers(members: &[Member]) -> Vec<&Member> {
    let alive = || members.iter().filter(|member| member.is_alive);
    let takers: Vec<&Member> = alive().filter(|member| !member.is_draining).collect();
    if takers.is_empty() { alive().collect() } else { takers }
}

/// The preferred server of a unit: the holder of its first stream if available, otherwise the one chosen by
/// rendezvous hashing.
pub(super) fn preferred<'a>(
    unit: &str,
    holder: Option<MemberId>,
    takers: &[&'a Member],
) -> Option<&'a Member> {
    let held = takers.iter().find(|member| holder == Some(member.id));
    held.or_else(|| takers.iter().max_by_key(|member| (weight(unit, &member.address), member.id))).copied()
}

/// The weight of a server for a unit: the highest wins, so that only a lost server's units move.
fn weight(unit: &str, address: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(unit);
    hash.update([0]);
    hash.update(address);
    hash.finalize().into()
}

/// Free units, with the time since this server has known them.
#[derive(Debug, Default)]
pub(super) struct FreeUnits {
    since: BTreeMap<String, Monotonic>,
    /// The last known share of each server.
    shares: BTreeMap<MemberId, usize>,
}

impl FreeUnits {
    /// The free units to claim now, with preferred servers: own ones at once, others' after these have
    /// claimed nothing for a while.
    pub(super) fn due(
        &mut self,
        free: &BTreeMap<String, Option<MemberId>>,
        me: MemberId,
        now: Monotonic,
    ) -> BTreeSet<String> {
        let mut shares: BTreeMap<MemberId, usize> = BTreeMap::new();
        for preferred in free.values().flatten() {
            *shares.entry(*preferred).or_default() += 1;
        }
        // A server that is claiming its share gets time for the rest.
        let is_busy = |member: &MemberId| self.shares.get(member) > shares.get(member);
        let busy: BTreeSet<MemberId> = shares.keys().copied().filter(is_busy).collect();
        self.since.retain(|stream, _| free.contains_key(stream));
        let mut due = BTreeSet::new();
        for (stream, preferred) in free {
            let since = self.since.entry(stream.clone()).or_insert(now);
            if preferred.is_some_and(|preferred| busy.contains(&preferred)) {
                *since = now;
            }
            if *preferred == Some(me) || now.0 >= since.0.saturating_add(GRACE) {
                due.insert(stream.clone());
            }
        }
        self.shares = shares;
        due
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn member(id: u64) -> Member {
        let address = format!("10.0.0.{id}:7150");
        let (seen, is_alive, is_draining) = (Duration::ZERO, true, false);
        Member { id: MemberId(id), address, seen, is_alive, is_draining, held: 0 }
    }

    fn units() -> Units {
        let team = |id| format!("[[team]]\nid = \"{id}\"\nname = \"{id}\"\n");
        let game = "[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\nspare = \"tiny-2\"\n";
        let text = format!("{}{}{game}", team("a"), team("b"));
        let contest = Contest::parse("contest.toml", &text).unwrap();
        let streams = ["cup", "cup-1", "cup-2-spare", "open-a-1", "g-x"];
        Units::of(&contest, streams.map(str::to_owned).to_vec())
    }

    #[test]
    fn unit_contains_spares_and_the_games_of_an_event() {
        let units = units();
        for (stream, unit) in [
            ("g", "g"),
            ("g-spare", "g"),
            ("cup", "cup"),
            ("cup-1", "cup"),
            ("cup-2-spare", "cup"),
            ("open-a-1", "open-a-1"),
            ("g-x", "g-x"),
        ] {
            assert_eq!(units.unit(stream), unit, "{stream}");
        }
    }

    #[test]
    fn games_are_shared_out_and_only_those_of_a_lost_server_move() {
        let members: Vec<Member> = (1..=3).map(member).collect();
        let ids: Vec<String> = (0..300).map(|number| format!("g{number}")).collect();
        let of = |members: &[Member]| -> Vec<MemberId> {
            ids.iter().map(|id| preferred(id, None, &takers(members)).unwrap().id).collect()
        };
        let before = of(&members);
        for member in &members {
            let share = before.iter().filter(|id| **id == member.id).count();
            assert!((60..=140).contains(&share), "{share}");
        }
        let after = of(&members[..2]);
        for (before, after) in before.iter().zip(after) {
            assert!(*before == MemberId(3) || *before == after);
        }
    }

    #[test]
    fn group_is_placed_on_holder_of_its_first_stream() {
        let mut members: Vec<Member> = (1..=3).map(member).collect();
        for holder in members.clone() {
            let preferred = preferred("cup", Some(holder.id), &takers(&members));
            assert_eq!(preferred.unwrap().id, holder.id);
        }
        let chosen = |members: &[Member], holder| {
            preferred("cup", Some(MemberId(holder)), &takers(members)).unwrap().id
        };
        members[0].is_draining = true;
        members[1].is_alive = false;
        assert_eq!(chosen(&members, 1), MemberId(3));
        assert_eq!(chosen(&members, 2), MemberId(3));
        members[2].is_alive = false;
        assert_eq!(chosen(&members, 3), MemberId(1), "better than nobody");
        members[0].is_alive = false;
        assert!(takers(&members).is_empty());
    }

    #[test]
    fn units_of_a_slow_server_wait_while_it_still_claims() {
        let mut waiting = FreeUnits::default();
        let free = |ids: &[(&str, u64)]| -> BTreeMap<String, Option<MemberId>> {
            ids.iter().map(|(id, member)| ((*id).to_owned(), Some(MemberId(*member)))).collect()
        };
        let mut due = |ids: &[(&str, u64)], at| -> String {
            waiting.due(&free(ids), MemberId(1), Monotonic(at)).into_iter().collect()
        };
        assert_eq!(due(&[("a", 1), ("b", 2), ("c", 2)], 100), "a");
        assert_eq!(due(&[("a", 1), ("b", 2), ("c", 2)], 599), "a");
        // The other server is slow but still there.
        assert_eq!(due(&[("c", 2)], 600), "");
        assert_eq!(due(&[("c", 2)], 1_099), "");
        assert_eq!(due(&[("c", 2)], 1_100), "c");
        // It was claimed in between and is free again.
        assert_eq!(due(&[], 1_200), "");
        assert_eq!(due(&[("c", 2)], 1_300), "");
    }
}
