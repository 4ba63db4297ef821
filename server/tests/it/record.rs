//! The engine's record: restarts and failures, and the content that the journal's files reveal.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::path::Path;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use ishigaki_engine::archive::{Archive, Extent};
use ishigaki_engine::engine::{
    Acceptance, ActError, Handle, Options, Running, StartError, StopReason, start,
};
use ishigaki_engine::feed::Audience;
use ishigaki_engine::key::ServerKey;
use ishigaki_journal::{Append, Journal, MemoryJournal, SqliteJournal, StreamId};
use ishigaki_proto::{journal, wire};
use ishigaki_record::verify::{Ending, verify};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::{
    Act, Actor, ClosePolicy, LotChoice, LotId, Priority, Revision, RoundNo, Secret, TeamId, Tsuyama, WaveNo,
};
use ishigaki_testkit::{AppendOutcome, ManualClock, SeededEntropy, SimJournal};
use prost::Message as _;
use tokio::sync::watch;

/// Prices that don't occur by chance.
const CANARIES: [u64; 4] = [987_654_321, 987_654_322, 987_654_323, 987_654_324];

fn key(seed: u64) -> Arc<ServerKey> {
    Arc::new(ServerKey::make(&SeededEntropy::new(seed)).unwrap())
}

fn id() -> StreamId {
    StreamId::new("g").unwrap()
}

struct EngineFixture {
    clock: ManualClock,
    entropy: SeededEntropy,
    journal: Arc<dyn Journal>,
    running: Running,
    _stop: watch::Sender<bool>,
}

fn options(journal: &Arc<dyn Journal>, clock: &ManualClock, entropy: &SeededEntropy) -> Options {
    let options = crate::engine::options("g", journal, clock, &watch::Sender::new(false));
    let mut options = Options { entropy: Arc::new(entropy.clone()), ..options };
    options.setup.rounds.iter_mut().for_each(|plan| plan.close = ClosePolicy::AtDeadline);
    options.setup.initial = Tsuyama(2_000_000_000);
    options
}

impl EngineFixture {
    async fn open(journal: Arc<dyn Journal>) -> Self {
        Self::on(journal, ManualClock::new(), SeededEntropy::new(1)).await.unwrap()
    }

    async fn on(
        journal: Arc<dyn Journal>,
        clock: ManualClock,
        entropy: SeededEntropy,
    ) -> Result<Self, StartError> {
        let (sender, stop) = watch::channel(false);
        let options = Options { stop, ..options(&journal, &clock, &entropy) };
        let running = start(options).await?;
        Ok(Self { clock, entropy, journal, running, _stop: sender })
    }

    /// Starts another engine on the same journal, with the same clock and randomness, as after a kill.
    async fn again(&self) -> Self {
        let (journal, clock) = (Arc::clone(&self.journal), self.clock.clone());
        Self::on(journal, clock, self.entropy.clone()).await.unwrap()
    }

    fn game(&self) -> &Handle {
        &self.running.handle
    }

    async fn judge(&self, act: Act) {
        self.game().act("judge", Actor::Judge, act).await.unwrap();
    }

    async fn bid(&self, team: u32, round: u32, replaces: u32, price: u64) -> Result<Acceptance, ActError> {
        let team = TeamId(team);
        // Each round has its own lot, and no team has a copy of it yet.
        let bids = Secret(vec![Bid { lot: LotId(round - 1), price: Tsuyama(price) }]);
        let replaces = (replaces > 0).then_some(Revision(replaces));
        let act =
            Act::SubmitBids { team, round: RoundNo(round), attempt: None, replaces, bids, by_hand: None };
        self.game().act(["a", "b"][team.index()], Actor::Team(team), act).await
    }

    async fn raise(&self, team: u32, replaces: u32, price: u64) -> Result<Acceptance, ActError> {
        let team = TeamId(team);
        let raises = Secret(vec![Raise { priority: Priority(1), price: Tsuyama(price) }]);
        let replaces = (replaces > 0).then_some(Revision(replaces));
        let (round, wave) = (RoundNo(1), WaveNo(1));
        let act = Act::SubmitRebid { team, round, attempt: None, wave, replaces, raises, by_hand: None };
        self.game().act(["a", "b"][team.index()], Actor::Team(team), act).await
    }

    async fn open_round(&self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) }).await;
    }

    /// Advances the clock and waits until the engine has processed everything due. It answers requests in order.
    async fn wait(&self, millis: u64) {
        self.clock.advance(millis);
        let nothing = Act::Extend { by: ishigaki_rules::Millis(0), reason: "none".into() };
        self.game().act("judge", Actor::Judge, nothing).await.unwrap_err();
    }

    async fn confirm(&self, round: u32, attempt: u32) {
        let lots = LotChoice::All;
        self.judge(Act::ConfirmLots { round: RoundNo(round), attempt, lots, seen: None }).await;
    }

    async fn void(&self, round: u32) {
        let (round, reason) = (RoundNo(round), "power cut".into());
        self.judge(Act::VoidRound { round, attempt: None, reason }).await;
    }

    /// Performs a step of a complete game with sealed, replaced, withdrawn, voided and opened lists.
    async fn step(&self, step: usize) {
        match step {
            0 | 3 => self.open_round(1).await,
            1 => drop(self.bid(0, 1, 0, 10).await.unwrap()),
            2 => self.void(1).await,
            4 => drop(self.bid(0, 1, 0, 11).await.unwrap()),
            5 => drop(self.bid(0, 1, 1, 12).await.unwrap()),
            6 => drop(self.bid(1, 1, 0, 12).await.unwrap()),
            7 | 15 => self.wait(90_000).await,
            8 => drop(self.raise(0, 0, 13).await.unwrap()),
            9 => drop(self.raise(0, 1, 14).await.unwrap()),
            10 => self.wait(30_000).await,
            11 => self.confirm(1, 2).await,
            12 => self.open_round(2).await,
            13 => drop(self.bid(1, 2, 0, 15).await.unwrap()),
            14 => {
                let (team, reason) = (TeamId(1), "obstruction".into());
                self.judge(Act::Disqualify { team, reason }).await;
            }
            16 => self.confirm(2, 1).await,
            17 => self.judge(Act::SignalEnd).await,
            18 => self.wait(5_000).await,
            19 => self.judge(Act::DeclareResult).await,
            _ => panic!("the game has {STEPS} steps"),
        }
    }

    /// Returns everything visible: the items of all audiences, without clocks and signatures of receipts, and the
    /// transcript.
    async fn seen(&self) -> (Vec<Vec<wire::FeedItem>>, String) {
        let mut feeds = Vec::new();
        for audience in [Audience::Public, Audience::Team(TeamId(0)), Audience::Team(TeamId(1))] {
            let mut watch = self.game().feeds().watch(audience, 1).unwrap();
            let mut items = Vec::new();
            while let Some(item) = watch.next().await.filter(|item| item.sequence > 0) {
                items.push(item.content.item().unwrap());
            }
            feeds.push(items);
        }
        (feeds, self.transcript().await)
    }

    async fn transcript(&self) -> String {
        self.game().record().transcript().await.unwrap()
    }
}

const STEPS: usize = 20;

#[tokio::test]
async fn feeds_and_record_are_unchanged_by_restart_at_any_step() {
    let quiet = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    let mut fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    for step in 0..STEPS {
        // After an outage, events in an open window are stamped from the next full second on (A4).
        quiet.clock.advance(1_000);
        fixture.clock.advance(1_000);
        quiet.step(step).await;
        fixture.step(step).await;
        let before = fixture.seen().await;
        fixture = fixture.again().await;
        let after = fixture.seen().await;
        assert_eq!(after.0, before.0, "after step {step}");
        assert_eq!(after.1, before.1, "after step {step}");
    }
    // The restarts are invisible except in the branches of signatures.
    let ((feeds, transcript), (calm, quiet_record)) = (fixture.seen().await, quiet.seen().await);
    assert_eq!(unsigned(feeds), unsigned(calm));
    assert_eq!(facts(&transcript), facts(&quiet_record));
    let report = verify(&transcript, Some(&key(7).fingerprint())).unwrap();
    assert_eq!((report.ending, report.heads, report.unsigned), (Ending::Declared, 9, 0));
    // All starts but the first and the last wrote a record.
    assert_eq!(usize::try_from(report.epochs).unwrap(), STEPS);
    let report = verify(&quiet_record, Some(&key(7).fingerprint())).unwrap();
    assert_eq!(report.epochs, 1);
    assert_eq!((report.seals, report.lists, report.rebids, report.unopened), (7, 2, 1, 4));
}

fn unsigned(mut feeds: Vec<Vec<wire::FeedItem>>) -> Vec<Vec<wire::FeedItem>> {
    for item in feeds.iter_mut().flatten() {
        if let Some(proof) = &mut item.proof {
            *proof = wire::Proof { sequence: proof.sequence, ..Default::default() };
        }
        let Some(wire::feed_item::Body::Event(event)) = &mut item.body else { continue };
        let receipt = match &mut event.fact {
            Some(wire::event::Fact::BidsSealed(sealed)) => sealed.sealed.as_mut().map(|own| &mut own.receipt),
            Some(wire::event::Fact::RebidSealed(sealed)) => {
                sealed.sealed.as_mut().map(|own| &mut own.receipt)
            }
            _ => None,
        };
        if let Some(Some(receipt)) = receipt {
            receipt.branch = None;
        }
    }
    feeds
}

fn facts(transcript: &str) -> Vec<&str> {
    transcript.lines().filter(|line| line.starts_with(r#"{"kind":"event""#)).collect()
}

#[tokio::test]
async fn epoch_comes_with_the_first_write_and_costs_a_start_nothing() {
    let fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    fixture.open_round(1).await;
    let records = async |fixture: &EngineFixture| fixture.journal.streams().await.unwrap()[0].1.0;
    assert_eq!(records(&fixture).await, 2);
    let fixture = fixture.again().await.again().await;
    assert_eq!(records(&fixture).await, 2, "nothing is written by a start");
    fixture.bid(0, 1, 0, 10).await.unwrap();
    assert_eq!(records(&fixture).await, 5, "the epoch, the list and the heartbeat of its second");
    fixture.bid(1, 1, 0, 11).await.unwrap();
    assert_eq!(records(&fixture).await, 6);
    fixture.judge(Act::Abandon { reason: "enough".into() }).await;
    let over = records(&fixture).await;
    let fixture = fixture.again().await;
    assert_eq!((over, records(&fixture).await), (7, 7), "a game that is over stays as it is");
    let report = verify(&fixture.transcript().await, Some(&key(7).fingerprint())).unwrap();
    let takeovers: Vec<_> = report.takeovers.iter().map(|one| (one.epoch, one.after)).collect();
    assert_eq!((report.epochs, takeovers), (2, vec![(2, 1)]));
}

#[tokio::test]
async fn heartbeat_after_takeover_keeps_journal_valid() {
    let fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    fixture.open_round(1).await;
    let fixture = fixture.again().await;
    fixture.wait(1_500).await;
    fixture.judge(Act::Abandon { reason: "enough".into() }).await;
    let report = verify(&fixture.transcript().await, Some(&key(7).fingerprint())).unwrap();
    assert_eq!((report.epochs, report.takeovers[0].after), (2, 1));
    // Every record is intact at the next start.
    fixture.again().await;
}

#[tokio::test]
async fn heads_signed_while_lists_are_sealed_stay_out_of_feeds() {
    let fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    fixture.open_round(1).await;
    fixture.bid(0, 1, 0, 10).await.unwrap();
    fixture.bid(0, 1, 1, 11).await.unwrap();
    let (team, reason) = (TeamId(1), "obstruction".into());
    fixture.judge(Act::Disqualify { team, reason }).await;
    let head = |item: &wire::FeedItem| Some(item.proof.as_ref()?.sequence);
    let heads = |feeds: &[Vec<wire::FeedItem>]| -> Vec<Vec<u64>> {
        feeds.iter().map(|items| items.iter().filter_map(head).collect()).collect()
    };
    // Such a head would reveal how often team a has sealed.
    assert_eq!(heads(&fixture.seen().await.0), vec![Vec::<u64>::new(); 3]);
    fixture.wait(90_000).await;
    fixture.confirm(1, 1).await;
    let (feeds, transcript) = fixture.seen().await;
    assert_eq!(heads(&feeds), vec![vec![5, 7]; 3], "the opening and the final round");
    let signed = transcript.lines().filter(|line| line.starts_with(r#"{"kind":"signed""#)).count();
    assert_eq!(signed, 3, "the disqualification is signed in the record");
}

#[tokio::test]
async fn transcript_is_available_at_any_step_and_offline() {
    let fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    for step in 0..STEPS {
        fixture.step(step).await;
        let transcript = fixture.transcript().await;
        let report = verify(&transcript, Some(&key(7).fingerprint()));
        assert!(report.is_ok(), "after step {step}: {report:?}");
        let archive = Archive::of_journal(Arc::clone(&fixture.journal), id()).await.unwrap();
        assert_eq!(archive.transcript().await.unwrap(), transcript, "after step {step}");
    }
    let nosuch = Archive::of_journal(Arc::clone(&fixture.journal), StreamId::new("nosuch").unwrap()).await;
    assert!(matches!(nosuch, Err(ishigaki_engine::archive::Error::UnknownGame(game)) if game == "nosuch"));
}

#[tokio::test]
async fn record_pages_of_any_size_have_same_lines() {
    let fixture = EngineFixture::open(Arc::new(MemoryJournal::new())).await;
    for step in 0..STEPS {
        fixture.step(step).await;
    }
    let whole = fixture.game().record().read(0, 0, Extent::Whole).await.unwrap();
    let lines = whole.texts().unwrap();
    assert!(whole.is_complete && lines.len() > 25, "{} lines", lines.len());
    let served_again = fixture.again().await;
    for record in [fixture.game().record(), served_again.game().record()] {
        for limit in 1..=lines.len() {
            for from in 1..=lines.len() {
                let page = record.read(u64::try_from(from).unwrap(), limit, Extent::Whole).await.unwrap();
                let end = lines.len().min(from - 1 + limit);
                assert_eq!(page.texts().unwrap(), lines[from - 1..end]);
                assert_eq!(page.next_line, u64::try_from(end).unwrap() + 1);
                assert_eq!(page.is_complete, end == lines.len());
            }
        }
    }
}

/// Returns whether a file of the folder contains this number as text or in a binary encoding.
fn shows(folder: &Path, number: u64) -> bool {
    let varint = wire::Bid { lot: String::new(), price: number }.encode_to_vec();
    let spellings = [
        number.to_string().into_bytes(),
        varint[1..].to_vec(),
        number.to_be_bytes()[4..].to_vec(),
        number.to_le_bytes()[..4].to_vec(),
    ];
    let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
    files.into_iter().any(|bytes| {
        spellings.iter().any(|spelling| bytes.windows(spelling.len()).any(|window| window == &spelling[..]))
    })
}

#[tokio::test]
async fn journal_files_hide_sealed_prices_before_opening() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = SqliteJournal::open(folder.path().join("contest.db")).unwrap();
    let fixture = EngineFixture::open(Arc::new(sqlite)).await;
    let shown = || CANARIES.map(|canary| shows(folder.path(), canary));
    fixture.open_round(1).await;
    fixture.bid(0, 1, 0, CANARIES[0]).await.unwrap();
    fixture.bid(0, 1, 1, CANARIES[1]).await.unwrap();
    fixture.bid(1, 1, 0, CANARIES[1]).await.unwrap();
    assert_eq!(shown(), [false; 4], "everything is sealed");
    fixture.wait(90_000).await;
    fixture.raise(0, 0, CANARIES[2]).await.unwrap();
    fixture.raise(0, 1, CANARIES[3]).await.unwrap();
    assert_eq!(shown(), [false, true, false, false], "what is open can be found, what was replaced cannot");
    fixture.wait(30_000).await;
    fixture.confirm(1, 1).await;
    assert_eq!(shown(), [false, true, false, true], "what was replaced stays closed for good");
}

#[tokio::test]
async fn submission_after_failed_append_leaves_no_gap() {
    for (outcome, kept) in
        [(AppendOutcome::FailUnwritten, 0), (AppendOutcome::FailWritten, 0), (AppendOutcome::FailWritten, 1)]
    {
        let next = Arc::new(Mutex::new(AppendOutcome::Keep));
        let disk = SimJournal::new({
            let next = Arc::clone(&next);
            move || *next.lock().unwrap()
        });
        let fixture = EngineFixture::open(Arc::new(disk.clone())).await;
        fixture.open_round(1).await;
        fixture.bid(0, 1, 0, 10).await.unwrap();
        *next.lock().unwrap() = outcome;
        assert_eq!(fixture.bid(0, 1, 1, 11).await.unwrap_err(), ActError::Stopped(StopReason::Journal));
        *next.lock().unwrap() = AppendOutcome::Keep;
        disk.reopen(kept);
        // The unanswered list may be on disk or not. In both cases the next one follows without a gap.
        let sealed = 1 + u32::try_from(kept).unwrap();
        let again = fixture.again().await;
        let receipt = again.bid(0, 1, sealed, 12).await.unwrap().sealed.unwrap();
        assert_eq!(receipt.receipt.counter, u64::from(sealed) + 1, "{outcome:?}, {kept} kept");
        again.judge(Act::Abandon { reason: "enough".into() }).await;
        let report = verify(&again.transcript().await, Some(&key(7).fingerprint())).unwrap();
        assert_eq!(report.seals, 2 + kept);
    }
}

#[tokio::test]
async fn game_start_under_another_key_is_rejected() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    drop(EngineFixture::open(Arc::clone(&journal)).await);
    let options = options(&journal, &ManualClock::new(), &SeededEntropy::new(1));
    let error = start(Options { key: key(8), ..options }).await.unwrap_err();
    let message = error.to_string();
    for part in [key(7).fingerprint().to_string(), key(8).fingerprint().to_string(), "game g".into()] {
        assert!(message.contains(&part), "{message} lacks {part}");
    }
}

#[tokio::test]
async fn journal_of_older_format_is_rejected() {
    for format in [1, 2] {
        assert_refused(format).await;
    }
}

async fn assert_refused(format: u32) {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let claim = journal.claim(id()).await.unwrap();
    let old = journal::Record {
        format,
        body: Some(journal::record::Body::GameCreated(journal::GameCreated::default())),
        ..Default::default()
    };
    let records = vec![Bytes::from(old.encode_to_vec())];
    journal.append(Append { stream: id(), epoch: claim.epoch, expected: claim.head, records }).await.unwrap();
    let started = EngineFixture::on(Arc::clone(&journal), ManualClock::new(), SeededEntropy::new(1)).await;
    let error = started.map(drop).unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains(&format!("format {format} of an earlier version")), "{source}");
}
