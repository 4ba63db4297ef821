//! A checkpoint of a game that is over: what lists say of it, and of which records it is.
//!
//! It stands beside the records of the journal ([`ishigaki_journal::Journal::keep_checkpoint`]), authenticated under the key
//! file, and names its last record by what authenticates that. So it is of one chain of records and of no other, and holds
//! nothing that does not follow from them but how much of the ranking is revealed. It is only a cache: one that is missing, older, not authentic or of other records
//! is dropped and made anew. Only records that do not verify are damage.

use std::fmt;

use bytes::Bytes;
use ishigaki_journal::{Record, Sequence, StreamId};
use ishigaki_proto::padding::request_len;
use ishigaki_proto::{convert, journal, wire};
use ishigaki_record::chain::Head;
use ishigaki_rules::{Game, GameTime};
use prost::Message as _;

use crate::authenticator::{JournalKey, tag_of};

/// The format of checkpoints.
const FORMAT: u32 = 1;

/// Checkpoint of a game that is over: its outcome, as far as lists and figures show it, and whether its ranking is revealed.
#[derive(Clone)]
pub struct Checkpoint(Box<journal::Checkpoint>);

/// Of the same records: whether the ranking is revealed no record says.
impl PartialEq for Checkpoint {
    fn eq(&self, other: &Self) -> bool {
        self.revealed(None).0 == other.revealed(None).0
    }
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "checkpoint after {} records", self.0.records)
    }
}

impl Checkpoint {
    /// That of a game after its last record, which `last` authenticates; `None` of a game that is not over.
    pub(crate) fn of(
        game: &Game,
        (records, last): (Sequence, [u8; 32]),
        head: Head,
        lines: u64,
    ) -> Option<Self> {
        if !game.phase().is_over() {
            return None;
        }
        let setup = game.setup();
        let has_sealed = |team| game.rounds().iter().any(|record| record.sealed.contains_key(&team));
        let teams = setup.team_ids().zip(&setup.teams);
        Some(Self(Box::new(journal::Checkpoint {
            format: FORMAT,
            records: records.0,
            last: last.to_vec(),
            head: head.0.to_vec(),
            lines,
            title: setup.title.clone(),
            title_ja: setup.title_ja.clone(),
            teams: convert::setup_to_wire(setup).teams,
            sealed: teams.filter(|(team, _)| has_sealed(*team)).map(|(_, team)| team.code.clone()).collect(),
            clock: Some(wire::Clock { now_ms: game.now().0, ..convert::clock_to_wire(game) }),
            sealing_bytes: u32::try_from(request_len(setup)).unwrap_or(0),
            authenticator: Vec::new(),
        })))
    }

    /// The checkpoint as it is kept.
    pub(crate) fn encode(&self, key: &JournalKey, game: &StreamId) -> Bytes {
        key.stamp_checkpoint(game, self.0.encode_to_vec())
    }

    /// A checkpoint as it was kept; `None` of one that is not authentic, or of another format.
    pub fn decode(bytes: &[u8], key: &JournalKey, game: &StreamId) -> Option<Self> {
        let message = journal::Checkpoint::decode(key.checked_checkpoint(game, bytes)?).ok()?;
        (message.format == FORMAT).then(|| Self(Box::new(message)))
    }

    /// The same with so many places revealed.
    pub(crate) fn revealed(&self, revealed_places: Option<u32>) -> Self {
        let clock = self.0.clock.map(|clock| wire::Clock { revealed_places, ..clock });
        Self(Box::new(journal::Checkpoint { clock, ..(*self.0).clone() }))
    }

    /// The game's last record.
    pub fn records(&self) -> Sequence {
        Sequence(self.0.records)
    }

    /// Returns whether this is the last record that it is of.
    pub fn is_of(&self, record: &Record) -> bool {
        record.sequence == self.records() && tag_of(record).is_some_and(|tag| *tag == *self.0.last)
    }

    /// The moment of the end.
    pub(crate) fn ended_at(&self) -> GameTime {
        GameTime(self.clock().now_ms)
    }

    /// The game's clock at the end.
    pub(crate) fn clock(&self) -> wire::Clock {
        self.0.clock.unwrap_or_default()
    }

    /// Returns the number of lines of the public record: all of them are open.
    pub(crate) fn lines(&self) -> u64 {
        self.0.lines
    }

    /// The game's title, and the same in Japanese.
    pub(crate) fn titles(&self) -> (&str, &str) {
        (&self.0.title, &self.0.title_ja)
    }

    /// The game's teams.
    pub(crate) fn teams(&self) -> &[wire::Team] {
        &self.0.teams
    }

    /// Returns whether a team has sealed a list in any round.
    pub(crate) fn has_sealed(&self, team: &str) -> bool {
        self.0.sealed.iter().any(|code| code == team)
    }

    /// Returns the length of requests that seal, in bytes.
    pub(crate) fn sealing_bytes(&self) -> u32 {
        self.0.sealing_bytes
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use ishigaki_journal::{Journal, MemoryJournal};
    use ishigaki_rules::{Act, Actor, TeamSpec};
    use ishigaki_scenarios::Scenario;
    use tokio::sync::watch;

    use super::*;
    use crate::clock::SystemClock;
    use crate::engine::{
        self, AfterOutage, DormantGame, Options, StartError, Started, SweepExtent, start, start_all, wake,
    };
    use crate::entropy::SystemEntropy;
    use crate::key::ServerKey;
    use crate::meter::Meter;
    use crate::spool::Spool;

    /// A server's journal and key.
    struct CheckpointFixture {
        journal: Arc<MemoryJournal>,
        key: Arc<ServerKey>,
        game: StreamId,
        stop: watch::Sender<bool>,
    }

    impl CheckpointFixture {
        /// In which a game was played to its end.
        async fn with_a_game_that_is_over() -> Self {
            let place = Self {
                journal: Arc::new(MemoryJournal::new()),
                key: Arc::new(ServerKey::make(&SystemEntropy).unwrap()),
                game: StreamId::new("g").unwrap(),
                stop: watch::Sender::new(false),
            };
            let running = start(place.options()).await.unwrap();
            let abandon = Act::Abandon { reason: "over".into() };
            running.handle.act("judge", Actor::Judge, abandon).await.unwrap();
            while place.kept().await.is_none() {
                tokio::task::yield_now().await;
            }
            place.stop.send_replace(true);
            running.task.await.unwrap();
            place.stop.send_replace(false);
            place
        }

        fn options(&self) -> Options {
            let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
            Options {
                id: self.game.clone(),
                setup: Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap(),
                journal: Arc::clone(&self.journal) as Arc<dyn Journal>,
                clock: Arc::new(SystemClock::new()),
                entropy: Arc::new(SystemEntropy),
                key: Arc::clone(&self.key),
                after_outage: AfterOutage::Resume,
                meter: Meter::default(),
                spool: Spool::default(),
                stop: self.stop.subscribe(),
            }
        }

        async fn kept(&self) -> Option<Checkpoint> {
            let kept = self.journal.checkpoints(BTreeSet::from([self.game.clone()])).await.unwrap();
            Checkpoint::decode(kept.get(&self.game)?, self.key.journal(), &self.game)
        }

        /// Puts something else in the place of the checkpoint, authentic nevertheless.
        async fn keep(&self, change: impl FnOnce(&mut journal::Checkpoint)) {
            let mut checkpoint = self.kept().await.unwrap();
            change(&mut checkpoint.0);
            let bytes = checkpoint.encode(self.key.journal(), &self.game);
            self.journal.keep_checkpoint(self.game.clone(), bytes).await.unwrap();
        }

        async fn started(&self) -> Result<Started, StartError> {
            start_all(&*self.journal, vec![self.options()], SweepExtent::Most).await.unwrap().remove(0)
        }

        /// Returns whether the records come to what the checkpoint says.
        async fn verified(&self, game: &DormantGame) -> Result<bool, StartError> {
            engine::verify(self.options(), game, || std::future::ready(())).await.map(|setup| setup.is_some())
        }
    }

    #[tokio::test]
    async fn a_game_with_its_checkpoint_is_dormant_and_comes_back() {
        let place = CheckpointFixture::with_a_game_that_is_over().await;
        let Started::Dormant(game) = place.started().await.unwrap() else { panic!("it is over") };
        assert!(place.verified(&game).await.unwrap());
        let running = wake(place.options(), &game).await.unwrap();
        assert!(running.handle.feeds().is_over());
        assert!(running.handle.dormant().is_some(), "and nobody has it");
        let watching = Arc::clone(running.handle.feeds());
        assert!(running.handle.dormant().is_none(), "somebody has it");
        drop(watching);
    }

    #[tokio::test]
    async fn checkpoint_that_says_something_else_is_dropped_when_records_are_read() {
        type Change = fn(&mut journal::Checkpoint);
        let changes: [Change; 5] = [
            |checkpoint| checkpoint.title.push('!'),
            |checkpoint| checkpoint.lines += 1,
            |checkpoint| checkpoint.head[3] ^= 1,
            |checkpoint| checkpoint.sealed.push("a".into()),
            |checkpoint| checkpoint.clock = Some(wire::Clock { round: 7, ..Default::default() }),
        ];
        for change in changes {
            let place = CheckpointFixture::with_a_game_that_is_over().await;
            let made = place.kept().await.unwrap();
            place.keep(change).await;
            let Started::Dormant(game) = place.started().await.unwrap() else { panic!("it fits so far") };
            assert!(!place.verified(&game).await.unwrap());
            wake(place.options(), &game).await.unwrap();
            assert_eq!(place.kept().await.unwrap(), made, "it is made anew");
            place.keep(change).await;
            start(place.options()).await.unwrap();
            assert_eq!(place.kept().await.unwrap(), made, "it is made anew");
        }
    }

    #[tokio::test]
    async fn checkpoint_of_more_fewer_or_other_records_is_dropped() {
        type Change = fn(&mut journal::Checkpoint);
        let changes: [(&str, Change); 3] = [
            ("records are gone", |checkpoint| checkpoint.records += 1),
            ("another last record", |checkpoint| checkpoint.last[0] ^= 1),
            ("another first record", |checkpoint| checkpoint.records = 1),
        ];
        for (what, change) in changes {
            let place = CheckpointFixture::with_a_game_that_is_over().await;
            let made = place.kept().await.unwrap();
            place.keep(change).await;
            assert!(matches!(place.started().await.unwrap(), Started::Running(_)), "{what}");
            assert_eq!(place.kept().await.unwrap(), made, "it is made anew: {what}");
        }
    }

    #[tokio::test]
    async fn a_checkpoint_of_another_format_or_key_is_made_anew() {
        let place = CheckpointFixture::with_a_game_that_is_over().await;
        let kept = place.kept().await.unwrap();
        place.keep(|checkpoint| checkpoint.format += 1).await;
        assert!(place.kept().await.is_none());
        assert!(matches!(place.started().await.unwrap(), Started::Running(_)));
        assert_eq!(place.kept().await.unwrap(), kept);
        let other = ServerKey::make(&SystemEntropy).unwrap();
        let foreign = kept.encode(other.journal(), &place.game);
        place.journal.keep_checkpoint(place.game.clone(), foreign).await.unwrap();
        assert!(matches!(place.started().await.unwrap(), Started::Running(_)));
        assert_eq!(place.kept().await.unwrap(), kept);
    }
}
