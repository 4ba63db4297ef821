//! A checkpoint of a finished game: its summary, and the records it belongs to.
//!
//! It is stored next to the journal's records ([`ishigaki_journal::Journal::keep_checkpoint`]), authenticated
//! under the key file, and names its last record by that record's tag. It therefore belongs to exactly one
//! chain of records, and everything in it except the reveal follows from them. It is only a cache: a missing,
//! outdated or foreign checkpoint is made again. Only records that fail verification are damage.

use std::collections::BTreeSet;
use std::fmt;

use bytes::Bytes;
use ishigaki_journal::{Journal, Record, Sequence, StreamId};
use ishigaki_proto::padding::request_len;
use ishigaki_proto::{convert, journal, wire};
use ishigaki_record::chain::Head;
use ishigaki_rules::{Game, GameTime, Setup, TeamSpec};
use prost::Message as _;

use crate::authenticator::{JournalKey, tag_of};

const FORMAT: u32 = 1;

/// Checkpoint of a finished game: its outcome for lists and figures, and whether its ranking is revealed.
#[derive(Clone)]
pub struct Checkpoint(Box<journal::Checkpoint>);

/// Compares the records only, because no record contains the reveal.
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
    /// The summary of a game with only its setup known. It has no clock.
    pub(crate) fn of_setup(setup: &Setup) -> Self {
        let team = |team: &TeamSpec| wire::Team { code: team.code.clone(), name: team.name.clone() };
        Self(Box::new(journal::Checkpoint {
            format: FORMAT,
            title: setup.title.clone(),
            title_ja: setup.title_ja.clone(),
            teams: setup.teams.iter().map(team).collect(),
            sealing_bytes: u32::try_from(request_len(setup)).unwrap_or(0),
            ..journal::Checkpoint::default()
        }))
    }

    /// The checkpoint of a game after its last record with the tag `last`; `None` if the game isn't over.
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
            records: records.0,
            last: last.to_vec(),
            head: head.0.to_vec(),
            lines,
            sealed: teams.filter(|(team, _)| has_sealed(*team)).map(|(_, team)| team.code.clone()).collect(),
            clock: Some(wire::Clock { now_ms: game.now().0, ..convert::clock_to_wire(game) }),
            ..*Self::of_setup(setup).0
        })))
    }

    pub(crate) fn encode(&self, key: &JournalKey, game: &StreamId) -> Bytes {
        key.stamp_checkpoint(game, self.0.encode_to_vec())
    }

    /// Reads a stored checkpoint; `None` if it isn't authentic or has another format.
    pub fn decode(bytes: &[u8], key: &JournalKey, game: &StreamId) -> Option<Self> {
        let message = journal::Checkpoint::decode(key.checked_checkpoint(game, bytes)?).ok()?;
        (message.format == FORMAT).then(|| Self(Box::new(message)))
    }

    /// Returns the number of places of the game's ranking that were revealed, by the stored checkpoint of its
    /// last record; `None` if the reveal hasn't begun, or there is no such checkpoint.
    ///
    /// # Errors
    ///
    /// Fails if the journal can't be read.
    pub async fn revealed_places(
        journal: &dyn Journal,
        key: &JournalKey,
        (game, last): (&StreamId, Sequence),
    ) -> Result<Option<u32>, ishigaki_journal::Error> {
        let kept = journal.checkpoints(BTreeSet::from([game.clone()])).await?.remove(game);
        let Some(checkpoint) = kept.and_then(|kept| Self::decode(&kept, key, game)) else { return Ok(None) };
        let records = journal.read(game.clone(), last, 1).await?;
        let is_current = records.first().is_some_and(|record| checkpoint.is_of(record));
        Ok(checkpoint.clock().revealed_places.filter(|_| is_current))
    }

    pub(crate) fn revealed(&self, revealed_places: Option<u32>) -> Self {
        let clock = self.0.clock.map(|clock| wire::Clock { revealed_places, ..clock });
        Self(Box::new(journal::Checkpoint { clock, ..(*self.0).clone() }))
    }

    /// Returns the game's last record.
    pub fn records(&self) -> Sequence {
        Sequence(self.0.records)
    }

    /// Returns whether this is the last record of the checkpoint.
    pub fn is_of(&self, record: &Record) -> bool {
        record.sequence == self.records() && tag_of(record).is_some_and(|tag| *tag == *self.0.last)
    }

    pub(crate) fn ended_at(&self) -> GameTime {
        GameTime(self.clock().now_ms)
    }

    pub(crate) fn clock(&self) -> wire::Clock {
        self.0.clock.unwrap_or_default()
    }

    pub(crate) fn lines(&self) -> u64 {
        self.0.lines
    }

    pub(crate) fn titles(&self) -> (String, String) {
        (self.0.title.clone(), self.0.title_ja.clone())
    }

    pub(crate) fn teams(&self) -> &[wire::Team] {
        &self.0.teams
    }

    pub(crate) fn has_sealed(&self, team: &str) -> bool {
        self.0.sealed.iter().any(|code| code == team)
    }

    /// Returns the length of submitting requests, in bytes.
    pub(crate) fn sealing_bytes(&self) -> u32 {
        self.0.sealing_bytes
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use ishigaki_journal::{Journal, MemoryJournal};
    use ishigaki_rules::{Act, Actor};
    use ishigaki_scenarios::Scenario;
    use tokio::sync::watch;

    use super::*;
    use crate::clock::SystemClock;
    use crate::engine::{AfterOutage, ClosedGame, Options, RecoveredSubject, Recovery, claim_all, start};
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
        /// Returns a fixture with a finished game.
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

        /// Changes the stored checkpoint and authenticates it again.
        async fn keep(&self, change: impl FnOnce(&mut journal::Checkpoint)) {
            let mut checkpoint = self.kept().await.unwrap();
            change(&mut checkpoint.0);
            let bytes = checkpoint.encode(self.key.journal(), &self.game);
            self.journal.keep_checkpoint(self.game.clone(), bytes).await.unwrap();
        }

        async fn closed(&self) -> ClosedGame {
            claim_all(&*self.journal, vec![self.options()]).await.unwrap().remove(0).unwrap().0
        }

        /// Reads the game, which isn't known to be over.
        async fn read_again(&self) {
            let game = self.closed().await;
            assert!(!game.is_over());
            self.read(&game).await;
        }

        async fn read(&self, game: &ClosedGame) -> RecoveredSubject {
            Recovery::of(self.options(), game).finish().await.unwrap()
        }
    }

    #[tokio::test]
    async fn game_with_its_checkpoint_is_closed_and_opened_again() {
        let place = CheckpointFixture::with_a_game_that_is_over().await;
        let game = place.closed().await;
        assert!(game.is_over());
        let read = place.read(&game).await;
        assert_eq!(read.checkpoint(), game.checkpoint());
        let running = read.run();
        assert!(running.handle.feeds().is_over());
        assert!(running.handle.closed().is_some(), "and nobody has it");
        let watching = Arc::clone(running.handle.feeds());
        assert!(running.handle.closed().is_none(), "somebody has it");
        drop(watching);
    }

    #[tokio::test]
    async fn checkpoint_that_contradicts_the_records_is_replaced() {
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
            let game = place.closed().await;
            assert!(game.is_over(), "it fits so far");
            assert_ne!(place.read(&game).await.checkpoint(), game.checkpoint());
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
            place.read_again().await;
            assert_eq!(place.kept().await.unwrap(), made, "it is made anew: {what}");
        }
    }

    #[tokio::test]
    async fn checkpoint_of_other_format_or_key_is_rebuilt() {
        let place = CheckpointFixture::with_a_game_that_is_over().await;
        let kept = place.kept().await.unwrap();
        place.keep(|checkpoint| checkpoint.format += 1).await;
        assert!(place.kept().await.is_none());
        place.read_again().await;
        assert_eq!(place.kept().await.unwrap(), kept);
        let other = ServerKey::make(&SystemEntropy).unwrap();
        let foreign = kept.encode(other.journal(), &place.game);
        place.journal.keep_checkpoint(place.game.clone(), foreign).await.unwrap();
        place.read_again().await;
        assert_eq!(place.kept().await.unwrap(), kept);
    }
}
