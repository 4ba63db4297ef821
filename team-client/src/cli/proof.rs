//! Records: fetched into a file, checked from the rules on, and held against the receipts the team has kept.
//!
//! What is to be checked is the record's to say; this module puts it in words. Findings in the record itself are
//! named as the record names them, in English.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use ishigaki_client::Kit;
use ishigaki_client::receipts::{ReadReceiptsError, read_folder};
use ishigaki_client::record::Record;
use ishigaki_command::Output;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript;
use ishigaki_record::verify::{
    self, Expected, Finding, Gap, LeftOut, OwnFault, OwnLists, OwnReport, Report, verify_from,
};
use ishigaki_words::Words;
use serde::Serialize;
use team_client::{CheckError, Checked, ReceiptStore};

use super::json;

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
    NoRecord(transcript::LineError),
    /// The receipts that are kept cannot be read.
    Receipts(ReadReceiptsError),
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
    /// The record is in order as far as it could be checked; what is left open, unless it has been said.
    Partly(Option<String>),
}

/// What was found in order, for scripts.
#[derive(Serialize)]
struct Verified {
    /// What the record leaves open.
    open: Vec<Gap>,
    report: Report,
    own: Vec<Own>,
    left_out: usize,
    /// Receipts of another game of this name.
    other_game: usize,
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

/// What is to be checked, and against what.
pub(crate) struct Task<'a> {
    /// The record; `-` is standard input.
    pub(crate) file: &'a Path,
    /// What is known of it from elsewhere.
    pub(crate) expected: Expected,
    /// Whether what is in order as far as it could be checked is good.
    pub(crate) partial: bool,
    /// The folder of the receipts; without one the usual one counts, if it is there.
    pub(crate) folder: Option<&'a Path>,
}

/// Checks a record, and the receipts of its game in a folder; without a folder those in the usual one, if any.
pub(crate) fn verify(task: &Task<'_>, words: &Words, out: &mut Output) -> Result<(), super::Failure> {
    let Task { file, expected, partial, folder } = task;
    let unread = |error: io::Error| Failure::Unreadable { file: file.to_path_buf(), what: error.to_string() };
    let usual = ReceiptStore::usual_folder();
    let is_kept = folder.is_some() || usual.exists();
    let kept =
        if is_kept { read_folder(folder.unwrap_or(usual)).map_err(Failure::Receipts)? } else { Vec::new() };
    let mut lists = OwnLists::new(kept.into_iter().map(|kept| kept.stored).collect());
    let source = BufReader::new(open(file).map_err(unread)?);
    let report = verify_from(source, expected, &mut lists).map_err(|failure| match failure {
        verify::VerifyError::Io(error) => unread(error),
        verify::VerifyError::Finding(finding) => Failure::NotInOrder(Box::new(finding)),
    })?;
    let left_out = lists.left_out();
    let mut own = Vec::new();
    for (team, report) in lists.finish() {
        own.push(report.map_err(|fault| Failure::Own { team, fault: Box::new(fault) })?);
    }
    if let (Some(folder), true, LeftOut { instance: 0, key: 0 }) = (folder, own.is_empty(), left_out) {
        return Err(Failure::NoReceipts { folder: folder.to_path_buf(), game: report.game }.into());
    }
    // Whoever has receipts of a game of this name, and none of this one, has been shown another game.
    let is_foreign = own.is_empty() && left_out.instance > 0;
    let open = words.partly_checked(&report.gaps(), is_foreign).filter(|_| !partial);
    if out.is_json() {
        let gaps = report.gaps();
        let own = own.iter().map(Own::of).collect();
        let (left_out, other_game) = (left_out.key, left_out.instance);
        let verified = Verified { open: gaps, report, own, left_out, other_game };
        if open.is_some() {
            out.object(&json::Done::partly("verify", verified))?;
            return Err(Failure::Partly(None).into());
        }
        out.object(&json::Done::new("verify", verified))?;
        return Ok(());
    }
    let mut lines = words.verified(&report);
    lines.extend(own.iter().flat_map(|own| say_own(own, words)));
    if own.is_empty() && !is_foreign {
        let folder = folder.unwrap_or(usual).display().to_string();
        lines.push(words.say("cli-own-none", &[("folder", folder.into())]));
    }
    if left_out.instance > 0 {
        lines.push(words.say("cli-own-other-game", &[("count", left_out.instance.into())]));
    }
    if left_out.key > 0 {
        lines.push(words.say("cli-own-left-out", &[("count", left_out.key.into())]));
    }
    out.text(&lines.join("\n"))?;
    open.map_or(Ok(()), |open| Err(Failure::Partly(Some(open)).into()))
}

/// Writes a record that was fetched, with its result, to a file or as the answer itself.
pub(crate) fn write(
    record: &Record,
    file: Option<&Path>,
    words: &Words,
    out: &mut Output,
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

/// What the record is read from, piece by piece.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}

/// What a team's receipts show.
fn say_own(own: &OwnReport, words: &Words) -> Vec<String> {
    let gaps = [
        ("team", own.team.as_str().into()),
        ("receipts", own.receipts.into()),
        ("opened", own.opened.into()),
    ];
    let mut lines = vec![words.say("cli-own-lists", &gaps)];
    if own.uncovered_count > 0 {
        let gaps = [("team", own.team.as_str().into()), ("count", own.uncovered_count.into())];
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
            Self::Partly(open) => return open.clone().unwrap_or_default(),
        };
        words.not_in_order(&what)
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } | Self::File { .. } => "FILE",
            Self::Receipts(_) => "RECEIPTS",
            Self::NoReceipts { .. } => "NO_RECEIPTS",
            Self::Own { .. } => "OWN_LISTS",
            Self::Partly(_) => "PARTLY_CHECKED",
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
        OwnFault::OtherBranch { counter, epoch, tag, found } => {
            let found = found.map_or_else(|| "none".into(), |found| found.to_string());
            let gaps = [
                of(counter),
                ("epoch", (*epoch).into()),
                ("tag", tag.to_string().into()),
                ("found", found.into()),
            ];
            words.say("cli-own-branch", &gaps)
        }
        OwnFault::CutOff { counter, epoch, next } => {
            words.say("cli-own-cut-off", &[of(counter), ("epoch", (*epoch).into()), ("next", (*next).into())])
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
