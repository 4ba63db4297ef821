//! The explanation of a failure: an error and all that stands behind it, in the reader's language.
//!
//! Errors say what they are in English, for logs; here the ones that people meet when they start or keep a server are
//! sentences of the catalogue. What no sentence stands for, such as what a library says, is told as it is.

mod storage;

use std::error::Error as StdError;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::toml_message;
use ishigaki_journal::{FileError, StorageCause};
use ishigaki_report::NamesError;
use ishigaki_words::{Value, Words};

use crate::certificate;
use crate::entropy::Unavailable;
use crate::folder::{self, RosterFileError};
use crate::games;
use crate::key;
use crate::limits;
use crate::run;
use crate::standby::FollowError;
use crate::tls;
use crate::token;

/// Returns what went wrong and why, in one text: the failure, and behind it each reason that says something more.
pub fn explain(error: &anyhow::Error, words: &Words) -> String {
    explained(error.chain(), words, sentence)
}

/// As [`explain`], where a room has sentences for errors of its own.
pub fn explain_by(
    error: &anyhow::Error,
    words: &Words,
    own: impl Fn(&(dyn StdError + 'static), &Words) -> Option<String>,
) -> String {
    explained(error.chain(), words, |link, words| own(link, words).or_else(|| sentence(link, words)))
}

fn explained<'a>(
    chain: impl Iterator<Item = &'a (dyn StdError + 'static)>,
    words: &Words,
    sentence: impl Fn(&(dyn StdError + 'static), &Words) -> Option<String>,
) -> String {
    let mut texts = Vec::new();
    for link in chain {
        texts.push(sentence(link, words).unwrap_or_else(|| words.message(link)));
        // What SQLite says of it is kept for logs: it has a number beside it, and nothing more to say.
        if is_full_disk(link) {
            break;
        }
    }
    // What wraps an error without a word of its own says the same.
    texts.dedup();
    texts.join(&words.label("fail-because"))
}

/// A file that a command was given and that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}", path.display())]
pub struct UnreadableFile {
    /// The file.
    pub path: PathBuf,
    /// Error of the system.
    pub source: io::Error,
}

impl UnreadableFile {
    /// Of this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// A file that a command was to write and that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}", path.display())]
pub struct UnwritableFile {
    /// The file, or the folder that it was to stand in.
    pub path: PathBuf,
    /// Error of the system.
    pub source: io::Error,
}

impl UnwritableFile {
    /// Of this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// The sentence of one error, without what stands behind it; `None` if there is none.
fn sentence(link: &(dyn StdError + 'static), words: &Words) -> Option<String> {
    let say = ErrorPrinter(words);
    if let Some(error) = link.downcast_ref() {
        return Some(say.running(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.served(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.journal(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.start(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.record(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.key(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.tls(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.limits(error));
    }
    if let Some(games::Error::Engine(error)) = link.downcast_ref() {
        return Some(say.start(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.copy(error));
    }
    if let Some(UnreadableFile { path: file, .. }) = link.downcast_ref() {
        return Some(words.say("fail-unread", &[("path", path(file))]));
    }
    if let Some(UnwritableFile { path: file, .. }) = link.downcast_ref() {
        return Some(words.say("fail-unwritten", &[("path", path(file))]));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.certificate(error));
    }
    if let Some(error) = link.downcast_ref() {
        return Some(say.names(error));
    }
    if let Some(Unavailable) = link.downcast_ref() {
        return Some(words.label("fail-randomness"));
    }
    if let Some(FileError { file, is_full, .. }) = link.downcast_ref() {
        let key = if *is_full { "fail-disk-full" } else { "fail-disk-unsound" };
        return Some(words.say(key, &[("path", path(file))]));
    }
    link.downcast_ref()
        .map(|error| say.token(error))
        .or_else(|| link.downcast_ref().and_then(|error| say.folder(error)))
        .or_else(|| link.downcast_ref().and_then(|error| say.follow(error)))
        .or_else(|| link.downcast_ref().map(|error| say.archive(error)))
        .or_else(|| toml_error(link).map(|error| say.toml(error)))
        .or_else(|| link.downcast_ref().and_then(|cause: &StorageCause| sentence(cause.error(), words)))
        .or_else(|| link.downcast_ref().and_then(|error| words.system_error(error)))
}

fn is_full_disk(link: &(dyn StdError + 'static)) -> bool {
    let error = link.downcast_ref().map_or(link, StorageCause::error);
    matches!(error.downcast_ref(), Some(FileError { is_full: true, .. }))
}

/// The error of the TOML reader; rooms keep it in a box, for its size.
fn toml_error<'a>(link: &'a (dyn StdError + 'static)) -> Option<&'a toml::de::Error> {
    link.downcast_ref().or_else(|| link.downcast_ref::<Box<toml::de::Error>>().map(AsRef::as_ref))
}

/// Prints errors with their explanation.
struct ErrorPrinter<'a>(&'a Words);

/// Returns what stands in a gap for a file.
fn path(path: &Path) -> Value {
    path.display().to_string().into()
}

fn text(thing: &impl ToString) -> Value {
    thing.to_string().into()
}

fn count(number: u64) -> Value {
    usize::try_from(number).unwrap_or(usize::MAX).into()
}

impl ErrorPrinter<'_> {
    /// Why a standby gets no copy, as far as the server gave a reason.
    fn follow(&self, error: &FollowError) -> Option<String> {
        match error {
            FollowError::Refused { fault, .. } => fault.as_ref().map(|fault| self.0.fault(fault)),
            FollowError::Garbled(_) | FollowError::Copy(_) => None,
        }
    }

    fn running(&self, error: &run::Error) -> String {
        let Self(words) = self;
        match error {
            run::Error::NoContest => words.label("fail-no-contest"),
            run::Error::Unencrypted { listen } => words.say("fail-unencrypted", &[("address", text(listen))]),
            run::Error::Listen { address, .. } => words.say("fail-listen", &[("address", text(address))]),
            run::Error::Metrics { address, .. } => words.say("fail-metrics", &[("address", text(address))]),
            run::Error::Journal { location, .. } => words.say("fail-journal", &[("path", text(location))]),
            run::Error::Spool(_) => words.label("fail-spool"),
            run::Error::Closing(_) => words.label("fail-closing"),
            run::Error::Network(_) => words.label("fail-network"),
        }
    }

    fn roster(&self, error: &RosterFileError) -> String {
        let Self(words) = self;
        let lines =
            error.errors.iter().map(|found| words.message(&found.in_file(&error.path.display().to_string())));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn folder(&self, error: &folder::Error) -> Option<String> {
        use folder::Error;
        let Self(words) = self;
        Some(match error {
            Error::Contest(error) => words.message(error),
            Error::NotOurs(folder) => words.say("fail-folder-not-ours", &[("path", path(folder))]),
            Error::Differs(file) => words.say("fail-folder-differs", &[("path", path(file))]),
            Error::Missing(option) => words.say("fail-folder-missing", &[("option", text(option))]),
            Error::BadAddress { address, fault } => {
                let gaps = [("address", text(address)), ("why", words.label(fault.key()).into())];
                words.say("fail-folder-address", &gaps)
            }
            Error::Outside { contest, field, name } => {
                let gaps = [("path", path(contest)), ("field", (*field).into()), ("name", path(name))];
                words.say("fail-folder-outside", &gaps)
            }
            Error::Reserved { contest, field, name } => {
                let gaps = [("path", path(contest)), ("field", (*field).into()), ("name", path(name))];
                words.say("fail-folder-reserved", &gaps)
            }
            Error::Halved { here, gone } => {
                words.say("fail-folder-halved", &[("here", path(here)), ("gone", path(gone))])
            }
            Error::File { path: file, .. } => words.say("fail-unwritten", &[("path", path(file))]),
            Error::Unread { path: file, .. } => words.say("fail-unread", &[("path", path(file))]),
            Error::Roster(error) => self.roster(error),
            Error::Event(error) => words.message(error),
            Error::Key(error) => self.key(error),
            Error::Token(error) => self.token(error),
            Error::Certificate(error) => self.certificate(error),
        })
    }

    fn key(&self, error: &key::Error) -> String {
        let Self(words) = self;
        match error {
            key::Error::Missing { path: file, game, needed } => {
                let gaps = [("path", path(file)), ("game", text(game)), ("needed", text(needed))];
                words.say("fail-key-missing", &gaps)
            }
            key::Error::NotYet(file) => words.say("fail-key-not-yet", &[("path", path(file))]),
            key::Error::Foreign { path: file, game, found, needed } => {
                let gaps = [
                    ("path", path(file)),
                    ("game", text(game)),
                    ("found", text(found)),
                    ("needed", text(needed)),
                ];
                words.say("fail-key-foreign", &gaps)
            }
            key::Error::Exposed { path: file, mode } => {
                words.say("fail-key-exposed", &[("path", path(file)), ("mode", format!("{mode:03o}").into())])
            }
            key::Error::Read { path: file, .. } => words.say("fail-key-unread", &[("path", path(file))]),
            key::Error::Write { path: file, .. } => words.say("fail-key-unwritten", &[("path", path(file))]),
            key::Error::Garbled(file) => words.say("fail-key-garbled", &[("path", path(file))]),
            key::Error::UnknownFormat { path: file, found } => {
                let gaps = [("path", path(file)), ("found", text(found)), ("known", text(&key::FORMAT))];
                words.say("fail-key-format", &gaps)
            }
            key::Error::Randomness(_) => words.label("fail-key-none"),
        }
    }

    fn tls(&self, error: &tls::Error) -> String {
        let Self(words) = self;
        match error {
            tls::Error::Read { path: file, .. } => words.say("fail-unread", &[("path", path(file))]),
            tls::Error::Exposed { path: file, mode } => {
                let gaps = [("path", path(file)), ("mode", format!("{mode:03o}").into())];
                words.say("fail-tls-exposed", &gaps)
            }
            tls::Error::Garbled(file) => words.say("fail-tls-garbled", &[("path", path(file))]),
            tls::Error::Unmatched { chain, key, .. } => {
                words.say("fail-tls-unmatched", &[("path", path(chain)), ("key", path(key))])
            }
        }
    }

    fn limits(&self, error: &limits::Error) -> String {
        let Self(words) = self;
        match error {
            limits::Error::Read { path: file, .. } => {
                words.say("fail-limits-unread", &[("path", path(file))])
            }
            limits::Error::Parse { path: file, line, .. } => {
                words.say("fail-limits-bad", &[("path", path(file)), ("line", text(line))])
            }
        }
    }

    fn token(&self, error: &token::Error) -> String {
        let Self(words) = self;
        match error {
            token::Error::Read { path: file, .. } => words.say("fail-tokens-unread", &[("path", path(file))]),
            token::Error::Parse { path: file, line, .. } => {
                words.say("fail-tokens-bad", &[("path", path(file)), ("line", text(line))])
            }
            token::Error::Hash { path: file, id } => {
                words.say("fail-tokens-hash", &[("path", path(file)), ("id", text(id))])
            }
            token::Error::Write { path: file, .. } => {
                words.say("fail-tokens-unwritten", &[("path", path(file))])
            }
            token::Error::NoJudge { path: file, id } => {
                words.say("fail-tokens-no-judge", &[("path", path(file)), ("id", text(id))])
            }
            token::Error::UnknownTeam(team) => words.say("fail-no-team", &[("team", text(team))]),
            token::Error::UnknownGame(game) => words.say("fail-no-game", &[("game", text(game))]),
            token::Error::Nobody { path: file, who } => {
                words.say("fail-tokens-nobody", &[("path", path(file)), ("who", text(who))])
            }
            token::Error::Ambiguous { who } => words.say("fail-tokens-ambiguous", &[("who", text(who))]),
            token::Error::Taken { path: file, name } => {
                words.say("fail-tokens-taken", &[("path", path(file)), ("name", text(name))])
            }
            token::Error::Encode(_) => words.label("fail-tokens-unencoded"),
            token::Error::Randomness(_) => words.label("fail-tokens-none"),
        }
    }

    /// What the TOML reader says, in one line.
    fn toml(&self, error: &toml::de::Error) -> String {
        let Self(words) = self;
        words.message(&toml_message(&error.message().trim().replace('\n', " ")))
    }

    fn certificate(&self, error: &certificate::Error) -> String {
        let Self(words) = self;
        words.label(match error {
            certificate::Error::Make(_) => "fail-certificate-none",
            certificate::Error::NotACertificate => "fail-certificate-bad",
            certificate::Error::NotItsKey => "fail-certificate-key",
        })
    }

    fn names(&self, error: &NamesError) -> String {
        let Self(words) = self;
        match error {
            NamesError::NoColumn(column) => words.say("names-no-column", &[("column", text(column))]),
            NamesError::Empty { row, column } => {
                words.say("names-empty", &[("row", text(row)), ("column", text(column))])
            }
            NamesError::Csv(_) => words.label("names-no-csv"),
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_preset::EventConfigError;
    use ishigaki_scenarios::Contest;
    use ishigaki_words::Lang;

    use super::*;
    use crate::planned_config;

    #[test]
    fn what_is_wrong_with_a_contest_file_is_told_in_the_readers_language() {
        let faults = Contest::parse("c.toml", "server = 1\n").unwrap_err();
        let error: anyhow::Error =
            folder::Error::Contest(ishigaki_scenarios::Error::Faulty { faults }).into();
        assert_eq!(explain(&error, &Words::new(Lang::En)), error.to_string());
        let japanese = explain(&error, &Words::new(Lang::Ja));
        assert!(japanese.contains("`server`はテーブルで書きます"), "{japanese}");
    }

    #[test]
    fn a_preset_that_there_is_not_is_told_with_those_that_there_are() {
        let source = EventConfigError::UnknownPreset { name: "M43".into() };
        let event = planned_config::Error::Config { event: "cup".into(), source };
        let error: anyhow::Error = folder::Error::Event(event).into();
        let english = "event cup of the contest file cannot be held: there is no preset \"M43\"; known: M42, O18, MX, ishigaki";
        assert_eq!(explain(&error, &Words::new(Lang::En)), english);
        assert_eq!(
            explain(&error, &Words::new(Lang::Ja)),
            "大会ファイルの大会cupは行えません：プリセット「M43」はありません。あるもの：M42, O18, MX, ishigaki"
        );
    }

    #[test]
    fn files_that_are_none_are_told_in_the_readers_language() {
        let names = |text: &str| ishigaki_report::Particulars::read_names(text.as_bytes()).unwrap_err();
        let errors: [anyhow::Error; 5] = [
            names("id,name\n").into(),
            names("id,name,romaji\n1,,\n").into(),
            certificate::Error::NotACertificate.into(),
            folder::Error::Certificate(certificate::Error::NotItsKey).into(),
            UnwritableFile { path: "out".into(), source: io::ErrorKind::PermissionDenied.into() }.into(),
        ];
        for error in errors {
            let english = explain(&error, &Words::new(Lang::En));
            assert!(english.starts_with(&error.to_string()), "{english}");
            let japanese = explain(&error, &Words::new(Lang::Ja));
            assert!(!japanese.is_ascii() && !japanese.contains(&error.to_string()), "{japanese}");
        }
    }

    #[test]
    fn what_keeps_a_folder_from_being_made_is_told_in_the_readers_language() {
        let file = || PathBuf::from("day/contest.toml");
        for error in [
            folder::Error::NotOurs(file()),
            folder::Error::Differs(file()),
            folder::Error::Missing("--address HOST:PORT"),
            folder::Error::BadAddress { address: "nowhere".into(), fault: folder::AddressFault::Form },
            folder::Error::Outside { contest: file(), field: "game.spare", name: PathBuf::from("../x.toml") },
            folder::Error::Reserved {
                contest: file(),
                field: "event.plan",
                name: PathBuf::from("tokens.toml"),
            },
            folder::Error::Halved { here: file(), gone: file() },
        ] {
            let error = anyhow::Error::from(error);
            assert_eq!(explain(&error, &Words::new(Lang::En)), error.to_string());
            let japanese = explain(&error, &Words::new(Lang::Ja));
            let is_kana = |sign: char| ('\u{3040}'..='\u{309f}').contains(&sign);
            assert!(japanese.contains(is_kana), "{japanese}");
        }
    }
}
