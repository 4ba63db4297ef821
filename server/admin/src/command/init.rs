//! `init`: a contest's folder, from which the server is run and the teams are equipped.

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
    /// The folder to make; made again, it keeps all keys and tokens and gets what is missing.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The contest file: teams and games. Copied into the folder, with the scenario files it names. Without it, the
    /// one that is there.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: Option<PathBuf>,
    /// A spreadsheet's roster in place of a contest file: CSV in UTF-8 with the columns id, name, kana and romaji, in any
    /// order; of an event in leagues seed and woman as well. The contest file of an event with these teams is written from it.
    #[arg(long, value_name = "FILE", conflicts_with = "contest", requires_all = ["event", "lottery_date"])]
    roster: Option<PathBuf>,
    /// The id of the event that is held with the roster: 1 to 32 of a-z 0-9 and -.
    #[arg(long, value_name = "ID", requires = "roster")]
    event: Option<String>,
    /// The date of that event's lotteries, such as 2026-12-05: only their results of that day count (TV1).
    #[arg(long, value_name = "DATE", requires = "roster")]
    lottery_date: Option<String>,
    /// The shipped plan of that event: ishigaki, M42, O18 or MX.
    #[arg(long, value_name = "NAME", requires = "roster", default_value = "ishigaki")]
    preset: String,
    /// Where teams reach the server: host and port, for their sheets. Of several servers over one journal each is named, with
    /// commas or an option each. Without it, what the sheets say already.
    #[arg(long, value_name = "HOST:PORT", value_delimiter = ',')]
    address: Vec<String>,
    /// Replace a contest file or an address that is another. Keys and tokens stay all the same.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: Options) -> anyhow::Result<Exit> {
    let Options { out, contest, roster, event, lottery_date, preset, address, force, language } = options;
    let contest = match (contest, roster.zip(event).zip(lottery_date)) {
        (_, Some(((path, event), lottery_date))) => {
            ContestSource::Roster(RosterFile { path, event, preset, lottery_date })
        }
        (Some(file), None) => ContestSource::File(file),
        (None, None) => ContestSource::Folder,
    };
    let words = language.words();
    let folder = Folder::at(out);
    let address = (!address.is_empty()).then(|| address.join(","));
    let plan = Provision { contest, address, first: words.lang(), force };
    let report = provision(&folder, &plan, SystemClock::new().time_of_day(), &SystemEntropy)?;
    say(&told(&folder, &report, words))?;
    Ok(Exit::Done)
}

/// Tells what has been made, and what to do with it. No token: those are in the folder.
fn told(folder: &Folder, report: &ProvisionReport, words: Words) -> String {
    let root = folder.root().display().to_string();
    let mut lines = Vec::new();
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
    lines.push(words.say("init-next", &[("folder", root.into())]));
    lines.join("\n") + "\n"
}
