//! The `verify` command: checks records by the rules and against the team's receipts.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use ishigaki_client::receipts::{is_authentic, read_folder};
use ishigaki_client_command::{self as command, ProofArgs};
use ishigaki_command::{CommandResult, Exit, Output};
use ishigaki_record::tournament;
use ishigaki_record::verify::{ForeignReceipts, Gap, ReceiptChecker, ReceiptReport, Report, verify_from};
use ishigaki_words::Words;
use serde::Serialize;
use team_client_sdk::{Checked, ReceiptStore};

use super::error::Error;

#[derive(Serialize)]
struct VerifiedRecord {
    open: Vec<Gap>,
    report: Report,
    own: Vec<OwnReceipts>,
    left_out: usize,
    other_game: usize,
}

#[derive(Serialize)]
struct VerifiedEvent<'a> {
    open: Vec<Gap>,
    report: &'a tournament::Report,
}

#[derive(Serialize)]
struct OwnReceipts {
    team: String,
    receipts: usize,
    opened: usize,
    uncovered: Vec<u64>,
}

pub(crate) struct Task<'a> {
    pub(crate) file: &'a Path,
    pub(crate) proof: ProofArgs,
    pub(crate) folder: Option<&'a Path>,
}

pub(crate) fn verify(task: &Task<'_>, words: &Words, out: &mut Output) -> Result<(), Error> {
    let Task { file, proof, folder } = task;
    let (is_of_event, source) =
        open(file).and_then(tournament::peek).map_err(|error| read_error(file, error))?;
    let source = BufReader::new(source);
    if is_of_event {
        return verify_event(task, source, words, out);
    }
    let usual = ReceiptStore::usual_folder();
    let is_kept = folder.is_some() || usual.exists();
    let receipts =
        if is_kept { read_folder(folder.unwrap_or(usual)).map_err(Error::Receipts)? } else { Vec::new() };
    if let Some(altered) = receipts.iter().find(|filed| !is_authentic(&filed.stored)) {
        let (file, counter) = (altered.file.clone(), altered.stored.receipt.counter);
        return Err(Error::ReceiptAltered { file, counter });
    }
    let mut lists = ReceiptChecker::new(receipts.into_iter().map(|filed| filed.stored).collect());
    let report = verify_from(source, &proof.expected(), &mut lists);
    let report = report.map_err(|error| command::Error::unverified(*file, error))?;
    let foreign = lists.foreign();
    let mut own = Vec::new();
    for (team, report) in lists.finish() {
        own.push(report.map_err(|fault| Error::OwnNotInOrder { team, fault: Box::new(fault) })?);
    }
    if let (Some(folder), true, ForeignReceipts { instance: 0, key: 0 }) = (folder, own.is_empty(), foreign) {
        return Err(Error::NoReceipts { folder: folder.to_path_buf(), game: report.game });
    }
    // A team with receipts of another game of this name, and none of this one, was shown another game.
    let is_foreign = own.is_empty() && foreign.instance > 0;
    let open = words.partly_checked(&report.gaps(), is_foreign).filter(|_| !proof.partial);
    if out.is_json() {
        let gaps = report.gaps();
        let own = own.iter().map(OwnReceipts::of).collect();
        let (left_out, other_game) = (foreign.key, foreign.instance);
        let verified = VerifiedRecord { open: gaps, report, own, left_out, other_game };
        if open.is_some() {
            out.object(&CommandResult::partly("verify", verified))?;
            return Err(Error::Said(Exit::Partial));
        }
        out.object(&CommandResult::new("verify", verified))?;
        return Ok(());
    }
    let mut lines = words.verified(&report);
    lines.extend(own.iter().flat_map(|own| describe_own(own, words)));
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
    open.map_or(Ok(()), |open| Err(command::Error::Partly(open).into()))
}

fn read_error(file: &Path, what: io::Error) -> Error {
    command::Error::Unreadable { file: file.to_path_buf(), what }.into()
}

fn verify_event(task: &Task<'_>, source: impl BufRead, words: &Words, out: &mut Output) -> Result<(), Error> {
    let report = tournament::verify(source, &task.proof.expected()).map_err(|failure| match failure {
        tournament::Stop::Io(error) => read_error(task.file, error),
        tournament::Stop::Violation(violation) => Error::EventNotInOrder(Box::new(violation)),
    })?;
    let gaps = report.gaps();
    let open = words.partly_checked(&gaps, false).filter(|_| !task.proof.partial);
    if out.is_json() {
        let verified = VerifiedEvent { open: gaps, report: &report };
        if open.is_some() {
            out.object(&CommandResult::partly("verify", verified))?;
            return Err(Error::Said(Exit::Partial));
        }
        return Ok(out.object(&CommandResult::new("verify", verified))?);
    }
    out.text(&words.verified_event(&report).join("\n"))?;
    open.map_or(Ok(()), |open| Err(command::Error::Partly(open).into()))
}

fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}

fn describe_own(own: &ReceiptReport, words: &Words) -> Vec<String> {
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

pub(crate) fn describe_checked(checked: &Checked, words: &Words) -> String {
    let gaps = [("records", checked.records.into()), ("own", checked.own.receipts.into())];
    words.say("cli-checked", &gaps)
}

impl OwnReceipts {
    fn of(own: &ReceiptReport) -> Self {
        Self {
            team: own.team.clone(),
            receipts: own.receipts,
            opened: own.opened,
            uncovered: own.uncovered.iter().map(|uncovered| uncovered.counter).collect(),
        }
    }
}
