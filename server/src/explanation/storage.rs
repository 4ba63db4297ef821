//! The sentences for what goes wrong with what is kept: journals and their databases, copies, records, and games that come back from them.

use ishigaki_journal::{CorruptionKind, DatabaseError, DatabaseFault, FatalError};
use ishigaki_words::Value;

use super::{ErrorPrinter, count, path, text};
use crate::archive;
use crate::codec;
use crate::engine::StartError;
use crate::journal::copy;
use crate::served::{self, LossError};

impl ErrorPrinter<'_> {
    pub(super) fn served(&self, error: &served::Error) -> String {
        let Self(words) = self;
        match error {
            served::Error::Gone { journal, is_empty, left } => {
                let left = words.list(left.iter().map(|file| file.display().to_string()));
                let key = if *is_empty { "fail-journal-empty" } else { "fail-journal-gone" };
                words.say(key, &[("path", text(journal)), ("left", left.into())])
            }
            served::Error::Unread { note, what } => {
                words.say("fail-note", &[("path", path(note)), ("what", text(what))])
            }
            served::Error::CutShort { journal, lost, note } => {
                let lost = words.list(lost.iter().map(|loss| self.loss(loss)));
                let gaps = [("path", text(journal)), ("lost", lost.into()), ("note", path(note))];
                words.say("fail-journal-cut", &gaps)
            }
        }
    }

    fn loss(&self, loss: &LossError) -> String {
        let Self(words) = self;
        match loss {
            LossError::Game { game, had } => {
                words.say("fail-lost-game", &[("game", text(game)), ("had", count(*had))])
            }
            LossError::Records { game, has, had } => {
                let gaps = [("game", text(game)), ("has", count(*has)), ("had", count(*had))];
                words.say("fail-lost-records", &gaps)
            }
            LossError::Sealed { game } => words.say("fail-lost-sealed", &[("game", text(game))]),
            LossError::Another { game, record } => {
                words.say("fail-lost-another", &[("game", text(game)), ("record", text(record))])
            }
        }
    }

    pub(super) fn journal(&self, error: &ishigaki_journal::Error) -> String {
        use ishigaki_journal::Error;
        let Self(words) = self;
        match error {
            Error::NamelessStream(_) => words.label("fail-stream-nameless"),
            Error::UnknownStream(stream) => words.say("fail-stream-unknown", &[("game", text(stream))]),
            Error::Damaged { stream, damage } => {
                let key = match damage.kind {
                    CorruptionKind::Garbled => "fail-record-garbled",
                    CorruptionKind::Missing => "fail-record-missing",
                    CorruptionKind::Doubtful => "fail-record-doubtful",
                };
                words.say(key, &[("game", text(stream)), ("record", text(&damage.sequence.0))])
            }
            Error::Held { stream, holder } => {
                words.say("fail-held", &[("game", text(stream)), ("holder", text(holder))])
            }
            Error::InUse { file } => words.say("fail-in-use", &[("path", path(file))]),
            Error::Foreign { file } => words.say("fail-no-journal", &[("path", path(file))]),
            Error::UnknownVersion { file, found, known } => {
                let key = if found > known { "fail-journal-newer" } else { "fail-journal-older" };
                words.say(key, &[("path", path(file)), ("found", text(found)), ("known", text(known))])
            }
            Error::ReadOnly { place } => words.say("fail-read-only", &[("path", path(place))]),
            Error::Broken { file, .. } => words.say("fail-broken", &[("path", path(file))]),
            Error::OtherLog { file, log } => {
                words.say("fail-other-log", &[("path", path(file)), ("log", path(log))])
            }
            Error::DiskFull { file } => words.say("fail-disk-full", &[("path", path(file))]),
            Error::Unopenable { file, .. } => words.say("fail-unopenable", &[("path", path(file))]),
            Error::Gone { location, is_empty, .. } => {
                let key = if *is_empty { "fail-journal-blank" } else { "fail-journal-absent" };
                words.say(key, &[("path", text(location))])
            }
            Error::Database(DatabaseError { url, fault }) => self.database(&text(url), fault),
            Error::Failed(FatalError::Poisoned { .. }) => words.label("fail-poisoned"),
            Error::Failed(FatalError::Closed) => words.label("fail-closed"),
            Error::Failed(FatalError::LeaseLost) => words.label("fail-lease-lost"),
        }
    }

    pub(super) fn copy(&self, error: &copy::Error) -> String {
        let Self(words) = self;
        match error {
            copy::Error::From(_) => words.label("fail-copy-from"),
            copy::Error::To(_) => words.label("fail-copy-to"),
            copy::Error::Append(_) => words.label("fail-copy-append"),
            copy::Error::FromServed { address } => {
                words.say("fail-copy-from-served", &[("address", text(address))])
            }
            copy::Error::ToServed { address } => {
                words.say("fail-copy-to-served", &[("address", text(address))])
            }
            copy::Error::Different { stream, sequence } => {
                words.say("fail-copy-different", &[("game", text(stream)), ("record", text(&sequence.0))])
            }
            copy::Error::Moving { stream } => words.say("fail-copy-moving", &[("game", text(stream))]),
        }
    }

    fn database(&self, url: &Value, fault: &DatabaseFault) -> String {
        let Self(words) = self;
        let url = || ("path", url.clone());
        match fault {
            DatabaseFault::Url(_) => words.say("fail-db-url", &[url()]),
            DatabaseFault::Unreachable(_) => words.say("fail-db-unreachable", &[url()]),
            DatabaseFault::Refused(_) => words.say("fail-db-refused", &[url()]),
            DatabaseFault::Unencrypted => words.say("fail-db-unencrypted", &[url()]),
            DatabaseFault::Authority(_) => words.say("fail-db-authority", &[url()]),
            DatabaseFault::ReadOnly => words.say("fail-db-read-only", &[url()]),
            DatabaseFault::Rivals { hosts } => words.say("fail-db-rivals", &[url(), ("hosts", text(hosts))]),
            DatabaseFault::Pooled => words.say("fail-db-pooled", &[url()]),
            DatabaseFault::Unsafe { setting, found, needed } => {
                let gaps =
                    [url(), ("setting", text(setting)), ("found", text(found)), ("needed", text(needed))];
                words.say("fail-db-unsafe", &gaps)
            }
            DatabaseFault::Foreign => words.say("fail-db-foreign", &[url()]),
            DatabaseFault::UnknownVersion { found, known } => {
                words.say("fail-db-version", &[url(), ("found", text(found)), ("known", text(known))])
            }
            DatabaseFault::OlderVersion { found, known } => {
                words.say("fail-db-older", &[url(), ("found", text(found)), ("known", text(known))])
            }
            DatabaseFault::Broken(number) => words.say("fail-db-broken", &[url(), ("number", text(number))]),
            DatabaseFault::Unusable(_) => words.say("fail-db-unusable", &[url()]),
        }
    }

    pub(super) fn start(&self, error: &StartError) -> String {
        let Self(words) = self;
        match error {
            StartError::Journal { game, .. } => words.say("fail-game-journal", &[("game", text(game))]),
            StartError::Streams(_) => words.label("fail-streams"),
            StartError::Record { game, sequence, .. } => {
                words.say("fail-record-unread", &[("game", text(game)), ("record", text(&sequence.0))])
            }
            StartError::Kept { game, sequence, .. } => {
                words.say("fail-record-shut", &[("game", text(game)), ("record", text(&sequence.0))])
            }
            StartError::Panicked { game, panic } => {
                words.say("fail-game-panicked", &[("game", text(game)), ("panic", text(panic))])
            }
            StartError::Key { game, found, needed } => {
                let gaps = [("game", text(game)), ("found", text(found)), ("needed", text(needed))];
                words.say("fail-game-key", &gaps)
            }
            StartError::Removed { games } => words.say("fail-removed", &[("games", text(games))]),
            StartError::Setup { game, fault } => {
                let gaps = [("game", text(game)), ("fault", words.setup_fault(fault).into())];
                words.say("fail-setup", &gaps)
            }
        }
    }

    pub(super) fn record(&self, error: &codec::Error) -> String {
        let Self(words) = self;
        match error {
            codec::Error::Garbled(_) => words.label("fail-codec-garbled"),
            codec::Error::OlderFormat { found } => {
                let gaps = [("found", text(found)), ("known", text(&codec::FORMAT))];
                words.say("fail-codec-older", &gaps)
            }
            codec::Error::NewerFormat { found } => {
                let gaps = [("found", text(found)), ("known", text(&codec::FORMAT))];
                words.say("fail-codec-newer", &gaps)
            }
            codec::Error::Misfit { reason } => words.say("fail-codec-misfit", &[("reason", text(reason))]),
            codec::Error::NotAuthentic => words.label("fail-codec-not-authentic"),
            codec::Error::OfAnotherKind { .. } => words.label("fail-codec-of-another-kind"),
            codec::Error::NoSetup => words.label("fail-codec-no-setup"),
        }
    }

    pub(super) fn archive(&self, error: &archive::Error) -> String {
        let Self(words) = self;
        match error {
            archive::Error::UnknownGame(game) => words.say("fail-archive-no-game", &[("game", text(game))]),
            archive::Error::Journal(_) => words.label("fail-archive-journal"),
            archive::Error::Record { sequence, .. } => {
                words.say("fail-archive-record", &[("record", text(&sequence.0))])
            }
            archive::Error::Incomplete(_) => words.label("fail-archive-incomplete"),
            archive::Error::Spool(_) => words.label("fail-archive-spool"),
            archive::Error::Line { sequence, .. } => {
                words.say("fail-archive-line", &[("record", text(&sequence.0))])
            }
        }
    }
}
