//! The examination of the journal and of the key that it was sealed under.
//!
//! Reads what a start reads, record by record, and claims nothing: a server that runs goes on. One that has the file open keeps
//! it to itself, and then there is nothing more to say here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_cluster::journal;
use ishigaki_cluster::journal::OpenError;
use ishigaki_engine::archive::{self, Archive};
use ishigaki_engine::authenticator::Authenticator;
use ishigaki_engine::checkpoint::Checkpoint;
use ishigaki_engine::clock::UnixMillis;
use ishigaki_engine::codec::{self, DecodedRecord};
use ishigaki_engine::engine::{FoundingKeys, founders};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::key::{self, ServerKey};
use ishigaki_journal::{
    DatabaseError, DatabaseFault, Error as JournalError, Expected, Journal, Location, Sequence, StreamId,
};
use ishigaki_rules::Setup;
use ishigaki_scenarios::lint::Level;
use ishigaki_scenarios::{Contest, GameSpec, Start};

use super::{ContestPart, Examination, count, event, machine};
use crate::served::ServedBefore;

/// Number of records that are read at a time.
const PAGE: usize = 256;

/// Longest time after now at which a record may have been written, in milliseconds: clocks of two machines
/// differ.
const AHEAD: u64 = 5_000;

/// Findings in the records of one stream.
#[derive(Default)]
pub(crate) struct StreamFindings {
    records: u64,
    /// The latest time of day that any of them was written at.
    latest: UnixMillis,
    /// The first that the key did not authenticate.
    forged: Option<Sequence>,
    /// The last record that its checkpoint is of, if the checkpoint is not of these records.
    pub(crate) misfit: Option<Sequence>,
}

/// Looks at the key and the journal; whether a server has the journal open now.
pub(super) async fn examine(exam: &mut Examination<'_>, contest: Option<&Contest>) -> bool {
    let key = server_key(exam);
    let location = exam.options.journal.clone();
    if !are_plain(exam, &location) {
        return false;
    }
    let note = ServedBefore::of(&location, &exam.options.key);
    let is_new = location.file().is_some_and(|file| !file.exists()) && note.expected() != Expected::Journal;
    if is_new {
        let gaps = [("path", location.to_string().into())];
        exam.tell((ContestPart::Journal, Level::Note), "doctor-journal-new", &gaps, None);
        return false;
    }
    let journal = match journal::open(&location, Expected::JournalAsItIs) {
        Ok(journal) => journal,
        Err(JournalError::InUse { .. }) => {
            let gaps = [("path", location.to_string().into())];
            let mend = exam.mend("doctor-mend-in-use", &[("folder", exam.root())]);
            exam.tell((ContestPart::Journal, Level::Note), "doctor-journal-in-use", &gaps, mend);
            return true;
        }
        Err(error) => {
            unopened(exam, &location, &note, error);
            return false;
        }
    };
    if let Err(error) = note.refuse_if_shortened(&*journal).await {
        exam.fail(ContestPart::Journal, "doctor-journal-cut", &error, None);
    }
    let is_ours = match founders(&*journal).await {
        Ok(FoundingKeys { keys, .. }) if keys.is_empty() => true,
        Ok(FoundingKeys { keys, .. }) => match ServerKey::obtain(&exam.options.key, &keys, &SystemEntropy) {
            Ok(_) => true,
            Err(error) => {
                // A file that cannot be read has been told.
                if matches!(error, key::Error::Missing { .. } | key::Error::Foreign { .. }) {
                    exam.fail(ContestPart::Key, "doctor-key-other", &error.into(), None);
                }
                false
            }
        },
        Err(error) => {
            exam.fail(ContestPart::Journal, "doctor-journal-damaged", &error.into(), None);
            true
        }
    };
    match journal.streams().await {
        Ok(streams) => {
            let known =
                streams.into_iter().filter(|(_, head)| head.0 > 0).map(|(stream, _)| stream).collect();
            records(exam, &journal, known, key.as_ref().filter(|_| is_ours), contest).await;
        }
        Err(error) => exam.fail(ContestPart::Journal, "doctor-journal-damaged", &error.into(), None),
    }
    // Nothing was written, so there is nothing that could be lost.
    let _ = journal.close().await;
    false
}

/// Returns whether the journal's files, and the note beside it, are files.
fn are_plain(exam: &mut Examination<'_>, location: &Location) -> bool {
    let Some(file) = location.file() else { return true };
    let part = |ending: &str| {
        let mut part = file.as_os_str().to_owned();
        part.push(ending);
        PathBuf::from(part)
    };
    let are_plain =
        ["", "-wal", "-shm"].map(|ending| exam.check_journal_readable(ContestPart::Journal, &part(ending)));
    let note = journal::companion(location, &exam.options.key, "served");
    are_plain == [true; 3] && exam.check_readable(ContestPart::Journal, &note)
}

/// The server's key as its file has it. That there is none is told with the journal, which says whether one is needed.
fn server_key(exam: &mut Examination<'_>) -> Option<ServerKey> {
    let file = exam.options.key.clone();
    if !exam.check_readable(ContestPart::Key, &file) {
        return None;
    }
    match ServerKey::load(&file) {
        Ok(key) => {
            let gaps = [("file", super::path(&file)), ("fingerprint", key.fingerprint().to_string().into())];
            exam.fine(ContestPart::Key, "doctor-key", &gaps);
            Some(key)
        }
        Err(key::Error::NotYet(_)) => {
            exam.tell(
                (ContestPart::Key, Level::Note),
                "doctor-key-new",
                &[("file", super::path(&file))],
                None,
            );
            None
        }
        Err(error) => {
            let mend = match &error {
                key::Error::Exposed { path, .. } => exam.close(path),
                key::Error::Read { source, .. } => exam.access(&file, source),
                _ => exam.copy(&file),
            };
            exam.fail(ContestPart::Key, "doctor-key-unusable", &error.into(), mend);
            None
        }
    }
}

fn unopened(exam: &mut Examination<'_>, location: &Location, note: &ServedBefore, error: JournalError) {
    let is_new = matches!(&error, JournalError::Gone { .. }) && note.expected() != Expected::Journal;
    if is_new {
        let gaps = [("path", location.to_string().into())];
        exam.tell((ContestPart::Journal, Level::Note), "doctor-journal-new", &gaps, None);
        return;
    }
    if matches!(
        &error,
        JournalError::Database(DatabaseError { fault: DatabaseFault::OlderVersion { .. }, .. })
    ) {
        let gaps = [("path", location.to_string().into())];
        exam.tell((ContestPart::Journal, Level::Note), "doctor-journal-older", &gaps, None);
        return;
    }
    match note.gone(error) {
        Ok(gone) => exam.fail(ContestPart::Journal, "doctor-journal-gone", &gone.into(), None),
        Err(source) => {
            let mend = unwritten(exam, location, &source);
            let error = OpenError { location: location.clone(), source };
            exam.fail(ContestPart::Journal, "doctor-journal-unusable", &error.into(), mend);
        }
    }
}

/// What helps where the journal's file cannot be opened: what the disk or its folder lacks, or that the log is away, if that
/// is it.
fn unwritten(exam: &Examination<'_>, location: &Location, error: &JournalError) -> Option<String> {
    let folder = location.file()?.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if let JournalError::OtherLog { log, .. } = error {
        let mut away = log.clone().into_os_string();
        away.push(".old");
        let gaps = [("log", super::shell(log)), ("away", super::shell(Path::new(&away)))];
        return exam.mend("doctor-mend-other-log", &gaps);
    }
    match (error, machine::probe(folder)) {
        (
            JournalError::ReadOnly { .. } | JournalError::Unopenable { .. } | JournalError::DiskFull { .. },
            Err(why),
        ) => exam.access(folder, &why),
        (JournalError::ReadOnly { place }, Ok(())) => {
            exam.mend("doctor-mend-writable", &[("path", super::shell(place)), ("folder", exam.root())])
        }
        _ => None,
    }
}

/// All records of all games and events, as a start would read them.
async fn records(
    exam: &mut Examination<'_>,
    journal: &Arc<dyn Journal>,
    streams: BTreeSet<StreamId>,
    key: Option<&ServerKey>,
    contest: Option<&Contest>,
) {
    let (mut whole, mut records, mut latest) = (0, 0, UnixMillis(0));
    for stream in &streams {
        let game = || ("game", stream.to_string().into());
        match survey(&**journal, stream, key).await {
            Ok(StreamFindings { forged: Some(at), .. }) => {
                let gaps = [game(), ("record", at.0.to_string().into())];
                let mend = exam.mend("doctor-mend-restore", &[]);
                exam.tell((ContestPart::Journal, Level::Error), "doctor-record-forged", &gaps, mend);
            }
            Ok(found) => {
                if found.misfit.is_some() {
                    exam.tell((ContestPart::Journal, Level::Warning), "doctor-checkpoint", &[game()], None);
                }
                (whole, records) = (whole + 1, records + found.records);
                latest = latest.max(found.latest);
            }
            Err(error) => exam.fail(ContestPart::Journal, "doctor-record-damaged", &error.into(), None),
        }
    }
    if latest.0 > exam.options.now.0.saturating_add(AHEAD) {
        let seconds = (latest.0 - exam.options.now.0) / 1_000;
        let mend = exam.mend("doctor-mend-clock", &[]);
        exam.tell(
            (ContestPart::Machine, Level::Error),
            "doctor-clock-back",
            &[("seconds", count(seconds))],
            mend,
        );
    }
    if let Some(contest) = contest {
        against(exam, journal, &streams, contest).await;
    }
    let gaps = [
        ("path", exam.options.journal.to_string().into()),
        ("games", count(whole)),
        ("of", streams.len().into()),
    ];
    if whole > 0 || streams.is_empty() {
        exam.fine(ContestPart::Journal, "doctor-journal", &gaps);
    }
    tracing::debug!(records, "read of the journal");
}

/// One stream, record by record; each authenticated, and compared with the stream's checkpoint, if the key is at hand.
pub(crate) async fn survey(
    journal: &dyn Journal,
    stream: &StreamId,
    key: Option<&ServerKey>,
) -> Result<StreamFindings, archive::Error> {
    let mut authenticator = key.map(|key| Authenticator::new(key.journal(), stream));
    let kept = journal.checkpoints(BTreeSet::from([stream.clone()])).await?;
    let kept = kept.into_iter().find_map(|(_, kept)| Checkpoint::decode(&kept, key?.journal(), stream));
    let (mut survey, mut next, mut setup) = (StreamFindings::default(), Sequence::START.next(), None);
    loop {
        let page = journal.read(stream.clone(), next, PAGE).await?;
        let Some(last) = page.last() else {
            let is_cut = |kept: &Checkpoint| kept.records() >= next;
            survey.misfit = survey.misfit.or(kept.filter(is_cut).map(|kept| kept.records()));
            return Ok(survey);
        };
        next = last.sequence.next();
        for record in &page {
            survey.records += 1;
            let is_ours = authenticator.as_mut().is_none_or(|authenticator| authenticator.check(record));
            if !is_ours && survey.forged.is_none() {
                survey.forged = Some(record.sequence);
            }
            if let Some(kept) = &kept
                && kept.records() == record.sequence
                && !kept.is_of(record)
            {
                survey.misfit = Some(kept.records());
            }
            let unread = |source| archive::Error::Record { sequence: record.sequence, source };
            let decoded = codec::decode(&record.bytes, setup.as_ref()).map_err(unread)?;
            survey.latest = survey.latest.max(decoded.written().unwrap_or_default());
            if let DecodedRecord::Founding(founding) = decoded {
                setup = Some(founding.header.setup);
            }
        }
    }
}

/// Examines what is under way against the contest file: games that it does not name any more, over which a server refuses to
/// start, and games and events that it has otherwise than they began.
async fn against(
    exam: &mut Examination<'_>,
    journal: &Arc<dyn Journal>,
    streams: &BTreeSet<StreamId>,
    contest: &Contest,
) {
    let mut events = Vec::new();
    let mut strangers = Vec::new();
    for stream in streams {
        let id = stream.to_string();
        let is_named = contest.game(&id).is_some() || contest.left_out.contains(&id);
        // What is damaged has been told.
        let Ok(archive) = Archive::of_journal(Arc::clone(journal), stream.clone()).await else { continue };
        if archive.is_of_tournament() {
            event::changed(exam, &**journal, stream, contest).await;
            events.push(id);
        } else if archive.is_over() {
            // Whatever the file says of it now, its record says what was played.
        } else if let Some(spec) = contest.game(&id) {
            changed(exam, &**journal, stream, spec).await;
        } else if !is_named {
            strangers.push(id);
        }
    }
    // The games of an event are named by itself.
    strangers.retain(|id| !events.iter().any(|event| id.starts_with(event.as_str())));
    if !strangers.is_empty() {
        let games = exam.words.list(strangers);
        let mend = exam.mend("doctor-mend-left-out", &[]);
        exam.tell((ContestPart::Journal, Level::Error), "doctor-left-out", &[("games", games.into())], mend);
    }
}

/// A game under way that the contest file, or its scenario's, has otherwise than it began: it goes on as it began (`G1`).
async fn changed(exam: &mut Examination<'_>, journal: &dyn Journal, stream: &StreamId, spec: &GameSpec) {
    let Ok(Some(began)) = Archive::game_setup(journal, stream).await else { return };
    let mut now = spec.setup.clone();
    if spec.start == Start::ByOrganiser || spec.seats.is_some() {
        // The organiser may have named others than the file does, and that is in order.
        now.teams.clone_from(&began.teams);
    }
    let differing = differing(&began, &now);
    if differing.is_empty() {
        return;
    }
    let file = super::path(&exam.folder().contest());
    let gaps =
        [("game", stream.to_string().into()), ("file", file), ("what", exam.words.list(differing).into())];
    let mend = exam.mend("doctor-mend-game-changed", &[("game", stream.to_string().into())]);
    exam.tell((ContestPart::Journal, Level::Warning), "doctor-game-changed", &gaps, mend);
}

/// In what two set-ups differ, as the files call it.
fn differing(began: &Setup, now: &Setup) -> Vec<String> {
    let parts = [
        ("title", began.title == now.title && began.title_ja == now.title_ja),
        ("teams", began.teams == now.teams),
        ("money", began.initial == now.initial),
        ("frame", began.frame == now.frame),
        ("[[stone]]", began.lots == now.lots),
        ("[[round]]", began.rounds == now.rounds),
        ("support", began.support == now.support),
        ("end_countdown_s", began.end_countdown == now.end_countdown),
    ];
    parts.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use ishigaki_engine::clock::SystemClock;
    use ishigaki_engine::engine::{AfterOutage, Options, start};
    use ishigaki_engine::meter::Meter;
    use ishigaki_engine::spool::Spool;
    use ishigaki_journal::MemoryJournal;
    use ishigaki_rules::{Act, Actor, TeamSpec};
    use ishigaki_scenarios::Scenario;
    use tokio::sync::watch;

    use super::*;

    /// Plays a game to its end, and returns its journal with the game's checkpoint.
    async fn played(key: &Arc<ServerKey>, game: &StreamId) -> (Arc<MemoryJournal>, bytes::Bytes) {
        let journal = Arc::new(MemoryJournal::new());
        let stop = watch::Sender::new(false);
        let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
        let options = Options {
            id: game.clone(),
            setup: Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap(),
            journal: Arc::clone(&journal) as Arc<dyn Journal>,
            clock: Arc::new(SystemClock::new()),
            entropy: Arc::new(SystemEntropy),
            key: Arc::clone(key),
            after_outage: AfterOutage::Resume,
            meter: Meter::default(),
            spool: Spool::default(),
            stop: stop.subscribe(),
        };
        let running = start(options).await.unwrap();
        let abandon = Act::Abandon { reason: "over".into() };
        running.handle.act("judge", Actor::Judge, abandon).await.unwrap();
        loop {
            let kept = journal.checkpoints(BTreeSet::from([game.clone()])).await.unwrap();
            if let Some((_, checkpoint)) = kept.into_iter().next() {
                stop.send_replace(true);
                running.task.await.unwrap();
                return (journal, checkpoint);
            }
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn checkpoint_of_other_records_is_found() {
        let (key, game) = (Arc::new(ServerKey::make(&SystemEntropy).unwrap()), StreamId::new("g").unwrap());
        let ((journal, _), (_, other)) = (played(&key, &game).await, played(&key, &game).await);
        assert_eq!(survey(&*journal, &game, Some(&key)).await.unwrap().misfit, None);
        journal.keep_checkpoint(game.clone(), other).await.unwrap();
        let found = survey(&*journal, &game, Some(&key)).await.unwrap();
        assert_eq!(found.misfit, Some(Sequence(found.records)));
    }
}
