//! The auditor: reads every feed without a gap, gets every answer, and checks the game's guarantees.
//!
//! It tracks public and team data independently. It implements the rules a second time, except settlements;
//! it only checks their limits.

mod answers;
mod book;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use ishigaki_audit::{Checked, Effect, Invariants, MergedLog, Violation, ensure};
use ishigaki_client::{Folded, Mirror};
use ishigaki_engine::feed::Audience;
use ishigaki_proto::shared::{Content, Round, WatchGameResponse};
use ishigaki_proto::{convert, wire};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Event, Fact, Game, Setup, TeamId, Tsuyama};
use prost::Message as _;

use crate::network::Call;
use crate::price;
use crate::tally::{Count, Tally};

use answers::View;
use book::{Decoded, PublicEntry, TeamBook, TeamEntry};

const ITEMS: usize = 48;

pub(crate) struct Auditor {
    setup: Arc<Setup>,
    public: Vec<PublicEntry>,
    teams: Vec<TeamBook>,
    mirror: Rc<Mirror>,
    told_to_all: usize,
    pulse: Option<(Content, bool)>,
    /// An arbitrary moment for the mirror; no result depends on it.
    moment: Instant,
    invariants: Invariants,
    log: MergedLog,
    received: (Vec<Event>, Vec<Vec<Event>>),
    has_heard: bool,
    answered: Vec<Event>,
    opened: BTreeSet<Tsuyama>,
    unknown: Vec<Rc<Call>>,
    views: Vec<View>,
    pub(crate) digest: Digest,
    pub(crate) tally: Tally,
}

impl Auditor {
    pub(crate) fn new(setup: &Setup, moment: Instant) -> Self {
        let setup = Arc::new(setup.clone());
        let views = 0..=setup.teams.len();
        Self {
            public: Vec::with_capacity(ITEMS),
            teams: setup.team_ids().map(TeamBook::new).collect(),
            mirror: Rc::default(),
            told_to_all: 0,
            pulse: None,
            moment,
            invariants: Invariants::new(&setup),
            log: MergedLog::new(Arc::clone(&setup)),
            received: (
                Vec::with_capacity(ITEMS),
                setup.teams.iter().map(|_| Vec::with_capacity(ITEMS)).collect(),
            ),
            has_heard: false,
            answered: Vec::new(),
            opened: BTreeSet::new(),
            unknown: Vec::new(),
            views: views.map(|_| View::new(&setup)).collect(),
            digest: Digest::default(),
            tally: Tally::default(),
            setup,
        }
    }

    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the public game; `None` before anything was published.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.mirror.game()
    }

    pub(crate) fn length(&self, audience: Audience) -> usize {
        match audience {
            Audience::Public => self.public.len(),
            Audience::Board => self.board().count(),
            Audience::Team(team) => self.teams[team.index()].entries.len(),
        }
    }

    pub(crate) fn compare(&self, audience: Audience, item: &WatchGameResponse) -> Checked<&Decoded> {
        let at = usize::try_from(item.sequence.saturating_sub(1)).unwrap_or(usize::MAX);
        let known = match audience {
            Audience::Public => self.public.get(at).map(PublicEntry::contents),
            Audience::Board => self.board().nth(at).map(PublicEntry::contents),
            Audience::Team(team) => match self.teams[team.index()].entries.get(at) {
                Some(TeamEntry::Public(nth)) => self.public.get(*nth).map(PublicEntry::contents),
                Some(TeamEntry::Own(own)) => Some((&own.content, &own.decoded)),
                None => None,
            },
        };
        match known {
            Some((content, decoded)) if *content == item.content => Ok(decoded),
            _ => Err(Violation::Broken(format!(
                "item {} of the feed of {audience:?} is not what it was: {:?}",
                item.sequence,
                item.item().map(|item| item.body)
            ))),
        }
    }

    pub(crate) fn folded(&self, audience: Audience, sequence: u64) -> Option<&Rc<Mirror>> {
        let at = usize::try_from(sequence.checked_sub(1)?).ok()?;
        let is_same = match audience {
            Audience::Public => true,
            Audience::Board => at < self.told_to_all,
            // The set-up.
            Audience::Team(_) => at == 0,
        };
        self.public.get(at).filter(|_| is_same).map(|entry| &entry.mirror)
    }

    /// Checks whether a mirror accepts an item without a number as a pulse.
    pub(crate) fn check_pulse(&mut self, item: &WatchGameResponse) -> Checked<bool> {
        if let Some((_, is_pulse)) = self.pulse.as_ref().filter(|(content, _)| *content == item.content) {
            return Ok(*is_pulse);
        }
        let decoded = item.item().map_err(|error| Violation::Broken(format!("a garbled item: {error}")))?;
        let folded = Mirror::new().fold(&decoded, self.moment);
        let folded =
            folded.map_err(|error| Violation::Broken(format!("an item without a number: {error}")))?;
        let is_pulse = matches!(folded, Folded::Pulse { .. });
        self.pulse = Some((item.content.clone(), is_pulse));
        Ok(is_pulse)
    }

    /// Checks an item of a feed that is read without a gap: the next one or a known one.
    pub(crate) fn receive(&mut self, audience: Audience, item: &WatchGameResponse) -> Checked {
        let length = self.length(audience);
        if item.sequence <= to_u64(length) {
            return self.compare(audience, item).map(drop);
        }
        ensure!(
            item.sequence == to_u64(length) + 1,
            "the feed of {audience:?} goes from item {length} to {}",
            item.sequence
        );
        self.has_heard = true;
        match audience {
            Audience::Public => self.receive_public(item),
            Audience::Board => Err(Violation::Broken(format!("a board is told before the judge: {item:?}"))),
            Audience::Team(team) => self.receive_team(team, item),
        }
    }

    fn board(&self) -> impl Iterator<Item = &PublicEntry> {
        self.public.iter().filter(|entry| !entry.is_addressed())
    }

    fn receive_public(&mut self, item: &WatchGameResponse) -> Checked {
        let bytes = bytes_of(&item.content);
        self.digest.add(&bytes);
        let decoded = item.item().map_err(|error| Violation::Broken(format!("a garbled item: {error}")))?;
        let mut after = Mirror::clone(&self.mirror);
        let folded = after.fold(&decoded, self.moment);
        let folded = folded.map_err(|error| Violation::Broken(format!("the public feed: {error}")))?;
        let before = std::mem::replace(&mut self.mirror, Rc::new(after));
        let event = match (folded, before.game()) {
            (Folded::SetUp, _) => {
                ensure!(self.mirror.setup() == Some(&*self.setup), "the set-up is another one");
                None
            }
            (Folded::Event(event), Some(before)) => {
                self.check_event(before, &event)?;
                Some(event)
            }
            (folded, _) => return Err(Violation::Broken(format!("an item out of place: {folded:?}"))),
        };
        for price in price::find(&bytes) {
            ensure!(
                self.opened.contains(&price),
                "item {} of the public feed shows {price}, which is sealed",
                item.sequence
            );
        }
        let (content, decoded) = (item.content.clone(), Decoded::new(decoded));
        let mirror = Rc::clone(&self.mirror);
        let entry = PublicEntry { content, decoded, event, mirror, claimed: false };
        if self.told_to_all == self.public.len() && !entry.is_addressed() {
            self.told_to_all += 1;
        }
        self.public.push(entry);
        Ok(())
    }

    fn check_event(&mut self, before: &Game, event: &Event) -> Checked {
        ensure!(event.at >= before.now(), "{event:?} happened before {:?}", before.now());
        match &event.fact {
            Fact::ListsOpened { lists, .. } => {
                self.opened.extend(lists.iter().flat_map(|list| &list.bids).map(|bid| bid.price));
            }
            Fact::RebidsOpened { raises, .. } => {
                self.opened.extend(raises.iter().flat_map(|sent| &sent.raises).map(|raise| raise.price));
            }
            _ => {}
        }
        let Some(after) = self.mirror.game() else {
            return Ok(());
        };
        self.invariants.see(before, event, after)?;
        self.received.0.push(event.clone());
        Ok(())
    }

    fn receive_team(&mut self, team: TeamId, item: &WatchGameResponse) -> Checked {
        self.pass_over(team);
        let book = &self.teams[team.index()];
        if let Some(entry) = self.public.get(book.paired)
            && entry.content == item.content
        {
            let nth = book.paired;
            let book = &mut self.teams[team.index()];
            book.paired += 1;
            book.entries.push(TeamEntry::Public(nth));
            if let Some(event) = &self.public[nth].event {
                self.invariants.show(team, event)?;
                self.received.1[team.index()].push(event.clone());
            }
            return Ok(());
        }
        self.digest.add(&bytes_of(&item.content));
        let (decoded, event) = decode(item, &self.setup)?;
        self.receive_own(team, item, decoded, event)
    }

    /// Skips public items that aren't for this team.
    fn pass_over(&mut self, team: TeamId) {
        let book = &mut self.teams[team.index()];
        let is_for_others =
            |entry: &PublicEntry| entry.event.as_ref().is_some_and(|event| !event.fact.is_for(team));
        while self.public.get(book.paired).is_some_and(is_for_others) {
            book.paired += 1;
        }
    }

    /// Checks a team's own sealed list. The public sees only the first submission.
    fn receive_own(
        &mut self,
        team: TeamId,
        item: &WatchGameResponse,
        decoded: Decoded,
        event: Event,
    ) -> Checked {
        let is_first = self.invariants.seal(team, &event)?;
        let book = &mut self.teams[team.index()];
        let public = self.public.get(book.paired).and_then(|entry| entry.event.as_ref());
        if is_first {
            let counterpart = public.is_some_and(|public| {
                public.at == event.at && public.by == event.by && public.fact.sealer() == Some(team)
            });
            ensure!(counterpart, "the public was not told that team {team:?} has sealed: {public:?}");
            book.paired += 1;
        }
        for price in price::find(&bytes_of(&item.content)) {
            ensure!(
                self.invariants.knows(team, price),
                "team {team:?} is shown {price}, which is not its own"
            );
        }
        self.received.1[team.index()].push(event.clone());
        book.own(item.content.clone(), decoded, event);
        Ok(())
    }

    pub(crate) fn settled(&mut self) -> Checked {
        if !std::mem::take(&mut self.has_heard) {
            return Ok(());
        }
        self.setup.clone().team_ids().for_each(|team| self.pass_over(team));
        for book in &self.teams {
            ensure!(
                book.paired == self.public.len(),
                "team {:?} is told {} of {} public items",
                book.team,
                book.paired,
                self.public.len()
            );
        }
        let effects = self.log.extend(&self.received.0, &self.received.1, &mut |_, _, _| Ok(()))?;
        effects.iter().try_for_each(|effect| self.account(effect))
    }

    pub(crate) fn last_event(&self) -> Option<Event> {
        self.public.last()?.event.clone()
    }

    pub(crate) fn check_opened(&self, rounds: &[Round]) -> Checked {
        for round in rounds {
            for price in price::find(round.as_bytes()) {
                ensure!(self.opened.contains(&price), "an opened round shows {price}, which is sealed");
            }
        }
        Ok(())
    }

    pub(crate) fn check_records(&self, records: &[bytes::Bytes]) -> Checked {
        for record in records {
            for price in price::find(record) {
                ensure!(self.opened.contains(&price), "the journal shows {price}, which is sealed");
            }
        }
        Ok(())
    }

    pub(crate) fn check_messages(&self, recorded: &Game) -> Checked {
        let Some(game) = self.game() else { return Ok(()) };
        ensure!(recorded.questions().eq(game.questions()), "the record has other questions than were asked");
        for team in self.setup.team_ids() {
            let is_same = recorded.messages(team).eq(game.messages(team));
            ensure!(is_same, "the record tells {team:?} something else than it was told");
        }
        Ok(())
    }

    pub(crate) fn check_text(&self, text: &str) -> Checked {
        for price in price::find_in_text(text) {
            ensure!(self.opened.contains(&price), "the open record shows {price}, which is sealed");
        }
        for fact in [
            r#"{"fact":"question_asked"#,
            r#"{"fact":"question_answered"#,
            r#"{"fact":"messages_read"#,
            r#"{"fact":"announced","teams":[""#,
        ] {
            ensure!(!text.contains(fact), "the record has {fact} in plain");
        }
        Ok(())
    }

    pub(crate) fn check_face(&self, face: &wire::Clock) -> Checked {
        let Some(game) = self.game() else {
            return Ok(());
        };
        let shown = wire::Clock { now_ms: 0, server_unix_ms: 0, ..*face };
        let due = wire::Clock { now_ms: 0, server_unix_ms: 0, ..convert::clock_to_wire(game) };
        ensure!(shown == due, "the clock shows {shown:?} instead of {due:?}");
        Ok(())
    }

    /// The final ranking is in the order of its criteria (`E2`, `E3`).
    pub(crate) fn check_ranking(&self) -> Checked {
        let Some(game) = self.game() else {
            return Ok(());
        };
        let standings = game.standings();
        ensure!(standings.len() == self.setup.teams.len(), "not every team has its place");
        for pair in standings.windows(2) {
            ensure!(pair[0].place <= pair[1].place, "places out of order: {standings:?}");
            // Disqualified teams are last. Figures that are better when greater are inverted.
            let key = |row: &ishigaki_rules::Standing| {
                let worse = |(criterion, figure): (Criterion, u64)| {
                    if criterion.is_more_better() { u64::MAX - figure } else { figure }
                };
                let figures =
                    row.tally.iter().flat_map(|tally| Criterion::RANKED.into_iter().zip(tally.figures()));
                (row.tally.is_none(), figures.map(worse).collect::<Vec<_>>())
            };
            ensure!(key(&pair[0]) <= key(&pair[1]), "ranked against the criteria: {standings:?}");
        }
        Ok(())
    }

    fn account(&mut self, effect: &Effect) -> Checked {
        if let Some(at) = self.answered.iter().position(|event| *event == effect.event) {
            self.answered.swap_remove(at);
            return Ok(());
        }
        if effect.is_consequence {
            return Ok(());
        }
        let event = &effect.event;
        let is_its = |call: &Rc<Call>| call.by == event.by && effect.follows_from(&call.act);
        let Some(sender) = self.unknown.iter().position(is_its) else {
            return Err(Violation::Broken(format!("nobody sent this: {event:?}")));
        };
        self.unknown.swap_remove(sender);
        self.tally.add(Count::UnknownKept);
        Ok(())
    }

    pub(crate) fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        tally.cover(&self.invariants.coverage);
        tally
    }
}

/// Returns an item's contents, as bytes.
pub(crate) fn bytes_of(content: &Content) -> Vec<u8> {
    let bare = WatchGameResponse {
        sequence: 0,
        skipped: 0,
        clock: wire::Clock::default(),
        content: content.clone(),
        signature: None,
    };
    bare.encode_to_vec()
}

fn decode(item: &WatchGameResponse, setup: &Setup) -> Checked<(Decoded, Event)> {
    let garbled = |what: &str| Violation::Broken(format!("item {} of a team's feed: {what}", item.sequence));
    // The receipt's signature isn't requested, because the simulation doesn't sign receipts.
    let decoded = item.content.item().map_err(|error| garbled(&error.to_string()))?;
    let Some(wire::feed_item::Body::Event(event)) = &decoded.body else {
        return Err(garbled("neither public nor an event"));
    };
    let event = convert::event_from_wire(event, setup).map_err(|fault| garbled(&fault.to_string()))?;
    Ok((Decoded::new(decoded), event))
}

pub(crate) fn to_u64(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// A running hash of all observable output: FNV-1a, eight bytes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digest(pub(crate) u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last));
        // Distinguishes trailing zeros by length.
        self.mix(to_u64(bytes.len()));
    }

    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0100_0000_01b3);
        // Multiplication only carries to higher bits.
        self.0 ^= self.0 >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_other_byte_length_or_order_is_another_digest() {
        let digest = |parts: &[&[u8]]| {
            let mut digest = Digest::default();
            for part in parts {
                digest.add(part);
            }
            digest.0
        };
        let bytes: Vec<u8> = (0..40).collect();
        let mut seen = BTreeSet::new();
        for end in 0..=bytes.len() {
            assert!(seen.insert(digest(&[&bytes[..end]])), "{end} bytes");
            assert!(seen.insert(digest(&[&bytes[..end], &[0]])), "{end} bytes and a zero apart");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert!(seen.insert(digest(&[&changed])), "bit {bit} of byte {at}");
            }
        }
        assert_ne!(digest(&[b"one", b"other"]), digest(&[b"other", b"one"]));
    }
}
