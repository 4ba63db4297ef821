//! `init`: creates a contest's directory with keys, tokens and sheets.

use std::path::PathBuf;

use ishigaki_command::{Exit, Language};
use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_words::Words;

use crate::folder::{ContestSource, Folder, Provision, ProvisionReport, Reach, RosterFile, provision, reach};
use clap::Args;

use super::say;

#[derive(Debug, Args)]
pub struct Options {
    /// Folder to create; an existing one keeps its keys and tokens
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Contest file, copied with its scenario files; without it, the one in the folder
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: Option<PathBuf>,
    /// Roster instead of a contest file: an Excel workbook or CSV with a header row
    #[arg(long, value_name = "FILE", conflicts_with = "contest", requires_all = ["event", "lottery_date"])]
    roster: Option<PathBuf>,
    /// Id of the event with this roster: 1 to 32 characters from a-z, 0-9 and -
    #[arg(long, value_name = "ID", requires = "roster")]
    event: Option<String>,
    /// Date of the event's lotteries, such as 2026-12-05; only results from that date count (TV1)
    #[arg(long, value_name = "DATE", requires = "roster")]
    lottery_date: Option<String>,
    /// Preset of the event: ishigaki, M42, O18, MX, swiss or round-robin
    #[arg(long, value_name = "NAME", requires = "roster", default_value = "ishigaki")]
    preset: String,
    /// Address on the sheets, HOST:PORT; several servers separated by commas. Without it, the current one
    #[arg(long, value_name = "HOST:PORT", value_delimiter = ',')]
    address: Vec<String>,
    /// Address of the pages on the sheets, HOST:PORT. Without it, the current one, or the first server's host
    /// with port 7443
    #[arg(long, value_name = "HOST:PORT")]
    pages_address: Option<String>,
    /// Replace the contest file or address if it differs; keys and tokens are kept
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: Options) -> anyhow::Result<Exit> {
    let Options { out, contest, roster, event, lottery_date, address, pages_address, .. } = options;
    let (force, words) = (options.force, options.language.words());
    let contest = match (contest, roster.zip(event).zip(lottery_date)) {
        (_, Some(((path, event), lottery_date))) => {
            ContestSource::Roster(RosterFile { path, event, preset: options.preset, lottery_date })
        }
        (Some(file), None) => ContestSource::File(file),
        (None, None) => ContestSource::Folder,
    };
    let folder = Folder::at(out);
    let address = (!address.is_empty()).then(|| address.join(","));
    let plan = Provision { contest, address, pages_address, first: words.lang(), force };
    let report = provision(&folder, &plan, SystemClock::new().time_of_day(), &SystemEntropy)?;
    say(&summary(&folder, &report, words))?;
    Ok(Exit::Done)
}

/// Describes what was created and the next step, without tokens.
fn summary(folder: &Folder, report: &ProvisionReport, words: Words) -> String {
    let root = folder.root().display().to_string();
    let mut lines: Vec<String> = report.remarks.iter().map(|remark| words.message(remark)).collect();
    if report.is_new {
        lines.push(words.say("init-made", &[("folder", root.as_str().into())]));
    }
    if report.is_certified && !report.is_new {
        lines.push(words.label("init-certified"));
    }
    if !report.issued.is_empty() {
        let names = words.list(report.issued.iter().cloned());
        lines.push(words.say("init-issued", &[("names", names.into())]));
    }
    if !report.without_file.is_empty() {
        let names = words.list(report.without_file.iter().cloned());
        lines.push(
            words.say("init-without-file", &[("names", names.into()), ("folder", root.as_str().into())]),
        );
    }
    if report.is_renewed {
        lines.push(words.label("init-renewed"));
    }
    if lines.is_empty() {
        lines.push(words.label("init-nothing"));
    }
    let listens = folder.listens_at();
    let where_to = if listens.ip().is_loopback() { "init-listens-here" } else { "init-listens-everywhere" };
    lines.push(words.say(where_to, &[("address", listens.to_string().into())]));
    for address in folder.addresses().unwrap_or_default() {
        if reach(&address) == Ok(Reach::Machine) {
            lines.push(words.say("init-address-machine", &[("address", address.into())]));
        }
    }
    let next = match (report.is_on_boards, report.has_sheets) {
        (true, true) => "init-next-boards",
        (true, false) => "init-next-staff",
        (false, _) => "init-next",
    };
    lines.push(words.say(next, &[("folder", root.into())]));
    lines.join("\n") + "\n"
}
