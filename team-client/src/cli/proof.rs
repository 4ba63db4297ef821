//! The verification of records: checked from the rules on, and held against the receipts the team has kept.
//!
//! What is to be checked is the record's to say; this module puts what is in order in words.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ishigaki_client::receipts::{is_authentic, read_folder};
use ishigaki_client_command::ProofArgs;
use ishigaki_command::{Done, Output};
use ishigaki_record::tournament;
use ishigaki_record::verify::{self, ForeignReceipts, Gap, OwnLists, OwnReport, Report, verify_from};
use ishigaki_words::Words;
use serde::Serialize;
use team_client_sdk::{Checked, ReceiptStore};

use super::error::{Error, ProofError};

/// Findings of a verification, for scripts.
#[derive(Serialize)]
struct Verified {
    /// Gaps that the record leaves open.
    open: Vec<Gap>,
    report: Report,
    own: Vec<Own>,
    left_out: usize,
    /// Receipts of another game of this name.
    other_game: usize,
}

/// The same of an event's record.
#[derive(Serialize)]
struct VerifiedEvent<'a> {
    open: Vec<Gap>,
    report: &'a tournament::Report,
}

#[derive(Serialize)]
struct Own {
    team: String,
    receipts: usize,
    opened: usize,
    uncovered: Vec<u64>,
}

/// Task of a check: the record, and what it is checked against.
pub(crate) struct Task<'a> {
    /// The record; `-` is standard input.
    pub(crate) file: &'a Path,
    /// Facts known of it from elsewhere, and how much of it has to be proved.
    pub(crate) proof: ProofArgs,
    /// The folder of the receipts; without one the usual one counts, if it is there.
    pub(crate) folder: Option<&'a Path>,
}

/// Checks a record, and the receipts of its game in a folder; without a folder those in the usual one, if any. Of an event's
/// record there are no receipts.
pub(crate) fn verify(task: &Task<'_>, words: &Words, out: &mut Output) -> Result<(), Error> {
    let Task { file, proof, folder } = task;
    let (is_of_event, source) =
        open(file).and_then(tournament::peek).map_err(|error| unread(file, &error))?;
    let source = BufReader::new(source);
    if is_of_event {
        return verify_event(task, source, words, out);
    }
    let usual = ReceiptStore::usual_folder();
    let is_kept = folder.is_some() || usual.exists();
    let kept = if is_kept {
        read_folder(folder.unwrap_or(usual)).map_err(ProofError::Receipts)?
    } else {
        Vec::new()
    };
    if let Some(altered) = kept.iter().find(|filed| !is_authentic(&filed.stored)) {
        let (file, counter) = (altered.file.clone(), altered.stored.receipt.counter);
        return Err(ProofError::Altered { file, counter }.into());
    }
    let mut lists = OwnLists::new(kept.into_iter().map(|kept| kept.stored).collect());
    let report = verify_from(source, &proof.expected(), &mut lists).map_err(|failure| match failure {
        verify::VerifyError::Io(error) => unread(file, &error),
        verify::VerifyError::Violation(violation) => ProofError::NotInOrder(Box::new(violation)),
    })?;
    let foreign = lists.foreign();
    let mut own = Vec::new();
    for (team, report) in lists.finish() {
        own.push(report.map_err(|fault| ProofError::Own { team, fault: Box::new(fault) })?);
    }
    if let (Some(folder), true, ForeignReceipts { instance: 0, key: 0 }) = (folder, own.is_empty(), foreign) {
        return Err(ProofError::NoReceipts { folder: folder.to_path_buf(), game: report.game }.into());
    }
    // Whoever has receipts of a game of this name, and none of this one, has been shown another game.
    let is_foreign = own.is_empty() && foreign.instance > 0;
    let open = words.partly_checked(&report.gaps(), is_foreign).filter(|_| !proof.partial);
    if out.is_json() {
        let gaps = report.gaps();
        let own = own.iter().map(Own::of).collect();
        let (left_out, other_game) = (foreign.key, foreign.instance);
        let verified = Verified { open: gaps, report, own, left_out, other_game };
        if open.is_some() {
            out.object(&Done::partly("verify", verified))?;
            return Err(ProofError::Partly(None).into());
        }
        out.object(&Done::new("verify", verified))?;
        return Ok(());
    }
    let mut lines = words.verified(&report);
    lines.extend(own.iter().flat_map(|own| say_own(own, words)));
    if own.is_empty() && !is_foreign {
        let folder = folder.unwrap_or(usual).display().to_string();
        lines.push(words.say("cli-own-none", &[("folder", folder.into())]));
    }
    if foreign.instance > 0 {
        lines.push(words.say("cli-own-other-game", &[("count", foreign.instance.into())]));
    }
    if foreign.key > 0 {
        lines.push(words.say("cli-own-left-out", &[("count", foreign.key.into())]));
    }
    out.text(&lines.join("\n"))?;
    open.map_or(Ok(()), |open| Err(ProofError::Partly(Some(open)).into()))
}

fn unread(file: &Path, error: &io::Error) -> ProofError {
    ProofError::Unreadable { file: file.display().to_string(), what: error.into() }
}

/// Checks an event's record: no team seals anything in it.
fn verify_event(task: &Task<'_>, source: impl BufRead, words: &Words, out: &mut Output) -> Result<(), Error> {
    let report = tournament::verify(source, &task.proof.expected()).map_err(|failure| match failure {
        tournament::Stop::Io(error) => unread(task.file, &error),
        tournament::Stop::Violation(violation) => ProofError::EventNotInOrder(Box::new(violation)),
    })?;
    let gaps = report.gaps();
    let open = words.partly_checked(&gaps, false).filter(|_| !task.proof.partial);
    if out.is_json() {
        let verified = VerifiedEvent { open: gaps, report: &report };
        if open.is_some() {
            out.object(&Done::partly("verify", verified))?;
            return Err(ProofError::Partly(None).into());
        }
        return Ok(out.object(&Done::new("verify", verified))?);
    }
    out.text(&words.verified_event(&report).join("\n"))?;
    open.map_or(Ok(()), |open| Err(ProofError::Partly(Some(open)).into()))
}

/// Opens the record that is read, piece by piece.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}

/// Says what a team's receipts show.
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

/// Says what was found in order at an opening, in one line.
pub(crate) fn say_checked(checked: &Checked, words: &Words) -> String {
    let gaps = [("records", checked.records.into()), ("own", checked.own.receipts.into())];
    words.say("cli-checked", &gaps)
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
