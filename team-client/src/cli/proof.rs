//! Records: fetched into a file, checked from the rules on, and held against the receipts the team has kept.
//!
//! What is to be checked is the record's to say; this module puts it in words. Findings in the record itself are
//! named as the record names them, in English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ishigaki_link::Kit;
use ishigaki_link::record::Record;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript::{self, Transcript};
use ishigaki_record::verify::{self, Finding, OwnFault, OwnReport, Report, own_lists};
use ishigaki_words::Words;
use serde::Serialize;
use team_client::receipts::{self, read_folder, usual_folder};
use team_client::{CheckError, Checked};

use super::json;
use super::out::Out;

/// Why a record is not in order, or cannot be looked at.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The file that is to be checked cannot be read.
    Unreadable {
        /// Which.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The file cannot be written.
    File {
        /// Which.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The record does not hold.
    NotInOrder(Box<Finding>),
    /// The server gave lines that are no record.
    NoRecord(transcript::Located),
    /// The receipts that are kept cannot be read.
    Receipts(receipts::Unreadable),
    /// There are no receipts of the game where they were said to be.
    NoReceipts {
        /// The folder.
        folder: PathBuf,
        /// The game.
        game: String,
    },
    /// A team's own lists are not in the record as it sent them.
    Own {
        /// The team's code.
        team: String,
        /// What is wrong.
        fault: Box<OwnFault>,
    },
}

/// What was found in order, for scripts.
#[derive(Serialize)]
struct Verified {
    report: Report,
    own: Vec<Own>,
    left_out: usize,
}

#[derive(Serialize)]
struct Own {
    team: String,
    receipts: usize,
    opened: usize,
    uncovered: Vec<u64>,
}

/// A record that was written.
#[derive(Serialize)]
struct Written {
    file: String,
    records: usize,
    complete: bool,
    fingerprint: Fingerprint,
}

/// Checks a record, and the receipts of its game in a folder; without a folder those in the usual one, if any.
pub(crate) fn verify(
    file: &Path,
    key: Option<&Fingerprint>,
    folder: Option<&Path>,
    words: &Words,
    out: &mut Out,
) -> Result<(), super::Failure> {
    let text = read(file)?;
    let report = verify::verify(&text, key).map_err(|finding| Failure::NotInOrder(Box::new(finding)))?;
    let transcript = transcript::read(&text).map_err(Failure::NoRecord)?;
    let teams = own_receipts(&transcript, folder)?;
    let mut own = Vec::new();
    for (team, sorted) in &teams.by_team {
        let fault = |fault| Failure::Own { team: team.clone(), fault: Box::new(fault) };
        own.push(own_lists(&transcript, sorted).map_err(fault)?);
    }
    if out.is_json() {
        let own = own.iter().map(Own::of).collect();
        out.object(&json::Done::new("verify", Verified { report, own, left_out: teams.left_out }))?;
        return Ok(());
    }
    let mut lines = words.verified(&report);
    lines.extend(own.iter().flat_map(|own| say_own(own, words)));
    if own.is_empty() {
        let folder = folder.unwrap_or(usual_folder()).display().to_string();
        lines.push(words.say("cli-own-none", &[("folder", folder.into())]));
    }
    if teams.left_out > 0 {
        lines.push(words.say("cli-own-left-out", &[("count", teams.left_out.into())]));
    }
    Ok(out.text(&lines.join("\n"))?)
}

/// Writes a record that was fetched, with its result, to a file or as the answer itself.
pub(crate) fn write(
    record: &Record,
    file: Option<&Path>,
    words: &Words,
    out: &mut Out,
) -> Result<(), super::Failure> {
    let text = record.transcript().map_err(Failure::NoRecord)?;
    let transcript = transcript::read(&text).map_err(Failure::NoRecord)?;
    let fingerprint = transcript.server_key.fingerprint();
    let Some(path) = file else {
        out.text(&text)?;
        out.remark(&words.say("cli-fingerprint", &[("fingerprint", fingerprint.to_string().into())]))?;
        return Ok(());
    };
    let file = path.display().to_string();
    fs::write(path, &text)
        .map_err(|error| Failure::File { file: path.to_owned(), what: error.to_string() })?;
    let (records, complete) = (transcript.entries.len(), record.is_complete());
    if out.is_json() {
        out.object(&json::Done::new("transcript", Written { file, records, complete, fingerprint }))?;
        return Ok(());
    }
    let mut text = words.say("cli-transcript", &[("file", file.into()), ("records", records.into())]);
    if !complete {
        text = text + "\n" + &words.label("cli-transcript-open");
    }
    text = text + "\n" + &words.say("cli-fingerprint", &[("fingerprint", fingerprint.to_string().into())]);
    Ok(out.text(&text)?)
}

/// The receipts of a game, by team.
struct Sorted {
    by_team: BTreeMap<String, Vec<StoredReceipt>>,
    /// How many are of the same game and team, but of another server, and do not count for that.
    left_out: usize,
}

/// A folder may also hold receipts of other games, and of a practice server's game of the same name. Those signed
/// with the record's key count; if a team has none of these, the others do, and will be found to be wrong.
fn own_receipts(transcript: &Transcript, folder: Option<&Path>) -> Result<Sorted, Failure> {
    let usual = usual_folder();
    if folder.is_none() && !usual.exists() {
        return Ok(Sorted { by_team: BTreeMap::new(), left_out: 0 });
    }
    let kept = read_folder(folder.unwrap_or(usual)).map_err(Failure::Receipts)?;
    let of_game = kept.into_iter().map(|kept| kept.stored).filter(|one| one.receipt.game == transcript.game);
    let mut by_team: BTreeMap<String, Vec<StoredReceipt>> = BTreeMap::new();
    for stored in of_game {
        by_team.entry(stored.receipt.team.clone()).or_default().push(stored);
    }
    if let (Some(folder), true) = (folder, by_team.is_empty()) {
        return Err(Failure::NoReceipts { folder: folder.to_owned(), game: transcript.game.clone() });
    }
    let mut left_out = 0;
    for receipts in by_team.values_mut() {
        let keys: BTreeSet<_> = receipts.iter().map(|stored| stored.server_key).collect();
        if keys.contains(&transcript.server_key) {
            let before = receipts.len();
            receipts.retain(|stored| stored.server_key == transcript.server_key);
            left_out += before - receipts.len();
        }
    }
    Ok(Sorted { by_team, left_out })
}

fn read(file: &Path) -> Result<String, Failure> {
    let read = if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(file)
    };
    read.map_err(|error| Failure::Unreadable { file: file.to_owned(), what: error.to_string() })
}

/// What a team's receipts show.
fn say_own(own: &OwnReport, words: &Words) -> Vec<String> {
    let gaps = [
        ("team", own.team.as_str().into()),
        ("receipts", own.receipts.into()),
        ("opened", own.opened.into()),
    ];
    let mut lines = vec![words.say("cli-own-lists", &gaps)];
    if !own.uncovered.is_empty() {
        let gaps = [("team", own.team.as_str().into()), ("count", own.uncovered.len().into())];
        lines.push(words.say("cli-own-uncovered", &gaps));
    }
    lines
}

/// What was found in order at an opening, in one line.
pub(crate) fn say_checked(checked: &Checked, words: &Words) -> String {
    let gaps = [("records", checked.records.into()), ("own", checked.own.receipts.into())];
    words.say("cli-checked", &gaps)
}

/// What is not in order at an opening.
pub(crate) fn say_check(error: &CheckError, words: &Words) -> String {
    let what = match error {
        CheckError::Own(fault) => say_own_fault(fault, words),
        error => with_sources(error),
    };
    words.not_in_order(&what)
}

impl Failure {
    pub(crate) fn say(&self, words: &Words) -> String {
        let what = match self {
            Self::Unreadable { file, what } | Self::File { file, what } => {
                let gaps = [("file", file.display().to_string().into()), ("what", what.as_str().into())];
                return words.say("cli-file", &gaps);
            }
            Self::Receipts(error) => {
                return words.say("cli-receipts", &[("what", with_sources(error).into())]);
            }
            Self::NoReceipts { folder, game } => {
                let gaps = [("folder", folder.display().to_string().into()), ("game", game.as_str().into())];
                return words.say("cli-no-receipts", &gaps);
            }
            Self::Own { team, fault } => {
                let gaps = [("team", team.as_str().into()), ("what", say_own_fault(fault, words).into())];
                return words.say("cli-own-not-in-order", &gaps);
            }
            Self::NotInOrder(finding) => {
                let authority = Kit::here().authority().map(|authority| authority.fingerprint());
                let said = words.not_in_order(&with_sources(finding.as_ref()));
                let hint = words.which_fingerprint(finding, authority);
                return [said].into_iter().chain(hint).collect::<Vec<_>>().join("\n");
            }
            Self::NoRecord(error) => with_sources(error),
        };
        words.not_in_order(&what)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } | Self::File { .. } => "FILE",
            Self::Receipts(_) => "RECEIPTS",
            Self::NoReceipts { .. } => "NO_RECEIPTS",
            Self::Own { .. } => "OWN_LISTS",
            Self::NotInOrder(_) | Self::NoRecord(_) => "NOT_IN_ORDER",
        }
    }
}

fn say_own_fault(fault: &OwnFault, words: &Words) -> String {
    let of = |counter: &u64| ("counter", counter.to_string().into());
    match fault {
        OwnFault::OtherGame { counter, expected, found }
        | OwnFault::OtherTeam { counter, expected, found } => {
            let gaps =
                [of(counter), ("expected", expected.as_str().into()), ("found", found.as_str().into())];
            words.say("cli-own-foreign", &gaps)
        }
        OwnFault::OtherKey { counter } => words.say("cli-own-other-key", &[of(counter)]),
        OwnFault::Signature { counter, .. } => words.say("cli-own-signature", &[of(counter)]),
        OwnFault::OtherList { counter } => words.say("cli-own-other-list", &[of(counter)]),
        OwnFault::Missing { counter } => words.say("cli-own-missing", &[of(counter)]),
        OwnFault::Differs { counter, line, field } => {
            let gaps = [of(counter), ("line", (*line).into()), ("field", (*field).into())];
            words.say("cli-own-differs", &gaps)
        }
        OwnFault::OpenedOther { counter, line } => {
            words.say("cli-own-opened-other", &[of(counter), ("line", (*line).into())])
        }
    }
}

/// An error with what stands behind it.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

impl Own {
    fn of(own: &OwnReport) -> Self {
        Self {
            team: own.team.clone(),
            receipts: own.receipts,
            opened: own.opened,
            uncovered: own.uncovered.iter().map(|uncovered| uncovered.counter).collect(),
        }
    }
}
