//! Compares the feeds of a game after a kill with earlier readings and with the log of calls.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::Arc;

use ishigaki_audit::{Call, Effect, Invariants, MergedLog, Party, Violation, align, board, sums};
use ishigaki_client::{Folded, Mirror, now};
use ishigaki_proto::wire;
use ishigaki_rules::{Actor, Event, Game, Setup};
use prost::Message as _;

#[cfg(test)]
mod tests;

/// Readings of all feeds of a game, each from its first item to its last.
#[derive(Clone, Debug, Default)]
pub struct FeedReadings {
    pub public: Vec<wire::FeedItem>,
    pub teams: Vec<Vec<wire::FeedItem>>,
    pub board: Vec<wire::FeedItem>,
}

/// Calls of one game since the last check, by the actor in their facts.
pub type CallLog = BTreeMap<Actor, Vec<Call>>;

/// State of a client that survived the kill.
#[derive(Clone, Debug)]
pub struct SurvivingClient {
    pub by: Actor,
    pub folded: u64,
    pub game: Game,
}

/// Counts of successful checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckCounts {
    pub facts: u64,
    /// Unanswered calls that took effect.
    pub took_effect: u64,
}

/// Length and digest of each feed of a game: the public one, each team's, the boards'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedDigests(Vec<(usize, u64)>);

/// Audits one game repeatedly.
#[derive(Debug)]
pub struct CrashAuditor {
    log: MergedLog,
    invariants: Invariants,
    /// Bytes of all items, in the order of [`FeedDigests`].
    seen: Vec<Vec<Vec<u8>>>,
}

struct FoldedFeed {
    events: Vec<Event>,
    game: Option<Game>,
}

impl CrashAuditor {
    /// Returns an auditor of a game that hasn't been seen.
    pub fn new(setup: Setup) -> Self {
        let feeds = setup.teams.len() + 2;
        let setup = Arc::new(setup);
        Self {
            invariants: Invariants::new(&setup),
            log: MergedLog::new(setup),
            seen: vec![Vec::new(); feeds],
        }
    }

    /// Returns the known game, sealed content included.
    pub fn game(&self) -> &Game {
        self.log.game()
    }

    /// Returns the number of facts.
    pub fn facts(&self) -> u64 {
        self.log.facts()
    }

    /// Returns the digests that the feeds must keep.
    pub fn digests(&self) -> FeedDigests {
        FeedDigests(self.seen.iter().map(|items| (items.len(), digest(items))).collect())
    }

    /// Checks everything, and accepts new facts.
    ///
    /// # Errors
    /// Violations. If feeds have changed or don't fold, only those are reported.
    pub fn check(
        &mut self,
        reading: &FeedReadings,
        calls: &CallLog,
        witnesses: &[SurvivingClient],
    ) -> Result<CheckCounts, Vec<Violation>> {
        let mut violations = self.compare(reading);
        if !violations.is_empty() {
            return Err(violations);
        }
        let setup = self.game().setup().clone();
        let mut folds = Vec::new();
        for (place, items) in feeds(reading).enumerate() {
            let readers = witnesses.iter().filter(|witness| place_of(witness.by) == place);
            match fold(items, &readers.collect::<Vec<_>>(), &setup, place) {
                Ok(fold) => folds.push(fold),
                Err(violation) => violations.push(violation),
            }
        }
        if !violations.is_empty() {
            return Err(violations);
        }
        let mut events = folds.iter_mut().map(|fold| std::mem::take(&mut fold.events));
        let public = events.next().unwrap_or_default();
        let mut teams: Vec<Vec<Event>> = events.collect();
        let shown = teams.pop().unwrap_or_default();
        board(&public, &shown).map_err(|violation| vec![violation])?;
        let before = self.facts();
        let mut follow =
            |before: &Game, event: &Event, after: &Game| self.invariants.follow(before, event, after);
        let effects = self.log.extend(&public, &teams, &mut follow).map_err(|violation| vec![violation])?;
        let took_effect = explain(&effects, calls, &self.log, &mut violations);
        for game in folds.iter().filter_map(|fold| fold.game.as_ref()).chain([self.game()]) {
            violations.extend(sums::adds_up(game).err().unwrap_or_default());
        }
        if violations.is_empty() {
            Ok(CheckCounts { facts: self.facts() - before, took_effect })
        } else {
            Err(violations)
        }
    }

    fn compare(&mut self, reading: &FeedReadings) -> Vec<Violation> {
        let setup = self.log.game().setup();
        let mut violations = Vec::new();
        for ((place, items), seen) in feeds(reading).enumerate().zip(&mut self.seen) {
            let reader = || reader(place, setup);
            let bytes: Vec<Vec<u8>> = items.iter().map(without_envelope).collect();
            let same = seen.iter().zip(&bytes).take_while(|(before, now)| before == now).count();
            if same < seen.len().min(bytes.len()) {
                violations.push(Violation::Changed { reader: reader(), sequence: same as u64 + 1 });
            } else if bytes.len() < seen.len() {
                violations.push(Violation::Shorter {
                    reader: reader(),
                    before: seen.len(),
                    now: bytes.len(),
                });
            } else {
                *seen = bytes;
            }
        }
        violations
    }
}

impl FeedReadings {
    /// Returns the digests that the feeds must keep.
    pub fn digests(&self) -> FeedDigests {
        let of_feed = |items: &Vec<wire::FeedItem>| {
            let bytes: Vec<Vec<u8>> = items.iter().map(without_envelope).collect();
            (bytes.len(), digest(&bytes))
        };
        FeedDigests(feeds(self).map(of_feed).collect())
    }
}

/// Assigns every effect to a call of its actor, and counts the unanswered calls that took effect.
fn explain(effects: &[Effect], calls: &CallLog, log: &MergedLog, violations: &mut Vec<Violation>) -> u64 {
    let mut by_actor: BTreeMap<Actor, Vec<Effect>> = calls.keys().map(|by| (*by, Vec::new())).collect();
    for effect in effects.iter().filter(|effect| !effect.is_consequence) {
        by_actor.entry(effect.event.by).or_default().push(effect.clone());
    }
    let mut took_effect = 0;
    for (by, effects) in &by_actor {
        let entries = calls.get(by).map_or(&[][..], Vec::as_slice);
        let can_be_idle = |call: &Call| log.can_be_idle(*by, &call.act);
        let alignment = align(&Party::of(*by, log.game().setup()), entries, effects, can_be_idle);
        took_effect += alignment.took_effect;
        violations.extend(alignment.violations);
    }
    took_effect
}

fn fold(
    items: &[wire::FeedItem],
    witnesses: &[&SurvivingClient],
    setup: &Setup,
    place: usize,
) -> Result<FoldedFeed, Violation> {
    let mut mirror = Mirror::new();
    let mut events = Vec::new();
    for item in items {
        let folded = mirror.fold(item, now());
        match folded
            .map_err(|error| Violation::Unreadable { reader: reader(place, setup), why: error.to_string() })?
        {
            Folded::SetUp if mirror.setup() != Some(setup) => return Err(Violation::OtherTeams),
            Folded::Event(event) => events.push(event),
            Folded::SetUp | Folded::Pulse { .. } => {}
        }
        for witness in witnesses.iter().filter(|witness| witness.folded == item.sequence) {
            if mirror.game() != Some(&witness.game) {
                return Err(Violation::Diverged { client: Party::of(witness.by, setup).to_string() });
            }
        }
    }
    let length = items.len() as u64;
    if let Some(ahead) = witnesses.iter().find(|witness| witness.folded > length) {
        let client = Party::of(ahead.by, setup).to_string();
        return Err(Violation::CutOff { client, why: format!("it has {} items, of {length}", ahead.folded) });
    }
    Ok(FoldedFeed { events, game: mirror.game().cloned() })
}

fn feeds(reading: &FeedReadings) -> impl Iterator<Item = &Vec<wire::FeedItem>> {
    [&reading.public].into_iter().chain(&reading.teams).chain([&reading.board])
}

fn place_of(by: Actor) -> usize {
    match by {
        Actor::Team(team) => team.index() + 1,
        Actor::Clock | Actor::Judge | Actor::Organiser => 0,
    }
}

fn reader(place: usize, setup: &Setup) -> String {
    match place.checked_sub(1).map(|team| setup.teams.get(team)) {
        None => "everybody".into(),
        Some(Some(spec)) => format!("team {}", spec.code),
        Some(None) => "boards".into(),
    }
}

/// Returns the content of an item without its time and the signature of a receipt, which a restarted server
/// makes again.
fn without_envelope(item: &wire::FeedItem) -> Vec<u8> {
    wire::FeedItem { clock: None, receipt_signature: None, padding: Vec::new(), ..item.clone() }
        .encode_to_vec()
}

fn digest(items: &[Vec<u8>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for item in items {
        hasher.write_usize(item.len());
        hasher.write(item);
    }
    hasher.finish()
}
