//! Checks of the journal and its key.
//!
//! Reads what a start reads, record by record, and claims nothing, so that a running server isn't disturbed.
//! If a server has locked the file, nothing can be checked.

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
use crate::served_note::ServedNote;

const PAGE: usize = 256;

/// Maximum time in the future of a record, in milliseconds, because clocks of two machines differ.
const AHEAD: u64 = 5_000;

#[derive(Default)]
pub(crate) struct StreamFindings {
    records: u64,
    /// The latest time of writing.
    latest: UnixMillis,
    /// The first record that the key doesn't authenticate.
    forged: Option<Sequence>,
    /// The last record of a checkpoint that doesn't match the records.
    pub(crate) misfit: Option<Sequence>,
}

pub(super) async fn examine(exam: &mut Examination<'_>, contest: Option<&Contest>) -> bool {
    let key = server_key(exam);
    let location = exam.options.journal.clone();
    if !are_plain(exam, &location) {
        return false;
    }
    let note = ServedNote::of(&location, &exam.options.key);
    let is_new = location.file().is_some_and(|file| !file.exists()) && note.expected() != Expected::Journal;
    if is_new {
        let gaps = [("path", location.to_string().into())];
        exam.report((ContestPart::Journal, Level::Note), "doctor-journal-new", &gaps, None);
        return false;
    }
    let journal = match journal::open(&location, Expected::JournalAsItIs) {
        Ok(journal) => journal,
        Err(JournalError::InUse { .. }) => {
            let gaps = [("path", location.to_string().into())];
            let fix = exam.fix("doctor-fix-in-use", &[("folder", exam.root())]);
            exam.report((ContestPart::Journal, Level::Note), "doctor-journal-in-use", &gaps, fix);
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
                // An unreadable file was reported already.
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
    // Nothing was written, so nothing can be lost.
    let _ = journal.close().await;
    false
}

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

/// The server's key. A missing one is reported with the journal, which shows whether it is needed.
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
            exam.report(
                (ContestPart::Key, Level::Note),
                "doctor-key-new",
                &[("file", super::path(&file))],
                None,
            );
            None
        }
        Err(error) => {
            let fix = match &error {
                key::Error::Exposed { path, .. } => exam.close(path),
                key::Error::Read { source, .. } => exam.access(&file, source),
                _ => exam.copy(&file),
            };
            exam.fail(ContestPart::Key, "doctor-key-unusable", &error.into(), fix);
            None
        }
    }
}

fn unopened(exam: &mut Examination<'_>, location: &Location, note: &ServedNote, error: JournalError) {
    let is_new = matches!(&error, JournalError::Gone { .. }) && note.expected() != Expected::Journal;
    if is_new {
        let gaps = [("path", location.to_string().into())];
        exam.report((ContestPart::Journal, Level::Note), "doctor-journal-new", &gaps, None);
        return;
    }
    if matches!(
        &error,
        JournalError::Database(DatabaseError { fault: DatabaseFault::OlderVersion { .. }, .. })
    ) {
        let gaps = [("path", location.to_string().into())];
        exam.report((ContestPart::Journal, Level::Note), "doctor-journal-older", &gaps, None);
        return;
    }
    match note.missing_records(error) {
        Ok(gone) => exam.fail(ContestPart::Journal, "doctor-journal-gone", &gone.into(), None),
        Err(source) => {
            let fix = unwritten(exam, location, &source);
            let error = OpenError { location: location.clone(), source };
            exam.fail(ContestPart::Journal, "doctor-journal-unusable", &error.into(), fix);
        }
    }
}

/// Advice for a journal file that can't be opened: disk, directory or missing log.
fn unwritten(exam: &Examination<'_>, location: &Location, error: &JournalError) -> Option<String> {
    let folder = location.file()?.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if let JournalError::OtherLog { log, .. } = error {
        let mut away = log.clone().into_os_string();
        away.push(".old");
        let gaps = [("log", super::shell(log)), ("away", super::shell(Path::new(&away)))];
        return exam.fix("doctor-fix-other-log", &gaps);
    }
    match (error, machine::probe(folder)) {
        (
            JournalError::ReadOnly { .. } | JournalError::Unopenable { .. } | JournalError::DiskFull { .. },
            Err(why),
        ) => exam.access(folder, &why),
        (JournalError::ReadOnly { place }, Ok(())) => {
            exam.fix("doctor-fix-writable", &[("path", super::shell(place)), ("folder", exam.root())])
        }
        _ => None,
    }
}

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
                let fix = exam.fix("doctor-fix-restore", &[]);
                exam.report((ContestPart::Journal, Level::Error), "doctor-record-forged", &gaps, fix);
            }
            Ok(found) => {
                if found.misfit.is_some() {
                    exam.report((ContestPart::Journal, Level::Warning), "doctor-checkpoint", &[game()], None);
                }
                (whole, records) = (whole + 1, records + found.records);
                latest = latest.max(found.latest);
            }
            Err(error) => exam.fail(ContestPart::Journal, "doctor-record-damaged", &error.into(), None),
        }
    }
    if latest.0 > exam.options.now.0.saturating_add(AHEAD) {
        let seconds = (latest.0 - exam.options.now.0) / 1_000;
        let fix = exam.fix("doctor-fix-clock", &[]);
        exam.report(
            (ContestPart::Machine, Level::Error),
            "doctor-clock-back",
            &[("seconds", count(seconds))],
            fix,
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
    tracing::debug!(records, "journal read");
}

/// Reads one stream; checks authentication and the checkpoint if the key is available.
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

/// Compares unfinished games with the contest file: missing ones, which prevent a start, and changed ones.
async fn against(
    exam: &mut Examination<'_>,
    journal: &Arc<dyn Journal>,
    streams: &BTreeSet<StreamId>,
    contest: &Contest,
) {
    let mut events = Vec::new();
    let mut unlisted = Vec::new();
    for stream in streams {
        let id = stream.to_string();
        let is_named = contest.game(&id).is_some() || contest.left_out.contains(&id);
        // Damage was reported already.
        let Ok(archive) = Archive::of_journal(Arc::clone(journal), stream.clone()).await else { continue };
        if archive.is_of_tournament() {
            event::changed(exam, &**journal, stream, contest).await;
            events.push(id);
        } else if archive.is_over() {
            // A finished game doesn't depend on the file any more.
        } else if let Some(spec) = contest.game(&id) {
            changed(exam, &**journal, stream, spec).await;
        } else if !is_named {
            unlisted.push(id);
        }
    }
    // Games of an event have its name.
    unlisted.retain(|id| !events.iter().any(|event| id.starts_with(event.as_str())));
    if !unlisted.is_empty() {
        let games = exam.words.list(unlisted);
        let fix = exam.fix("doctor-fix-left-out", &[]);
        exam.report((ContestPart::Journal, Level::Error), "doctor-left-out", &[("games", games.into())], fix);
    }
}

/// A game in progress that differs from the contest file or scenario. It continues as it began (`G1`).
async fn changed(exam: &mut Examination<'_>, journal: &dyn Journal, stream: &StreamId, spec: &GameSpec) {
    let Ok(Some(began)) = Archive::game_setup(journal, stream).await else { return };
    let mut now = spec.setup.clone();
    if spec.start == Start::ByOrganiser || spec.seats.is_some() {
        // The organiser may have named other teams.
        now.teams.clone_from(&began.teams);
    }
    let differing = differing(&began, &now);
    if differing.is_empty() {
        return;
    }
    let file = super::path(&exam.folder().contest());
    let gaps =
        [("game", stream.to_string().into()), ("file", file), ("what", exam.words.list(differing).into())];
    let fix = exam.fix("doctor-fix-game-changed", &[("game", stream.to_string().into())]);
    exam.report((ContestPart::Journal, Level::Warning), "doctor-game-changed", &gaps, fix);
}

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
