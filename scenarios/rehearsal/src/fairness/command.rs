//! `rehearsal fairness`: reads what is asked and shows a table or one JSON object.
//!
//! Knows the command line, words and terminals; what is counted and played is known elsewhere.

use ishigaki_command::{Language, Output};
use ishigaki_generator::figures::{Band, Figure};
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;

use super::subject::Subject;

/// Arguments of `rehearsal fairness`.
#[derive(Debug, clap::Args)]
pub struct Fairness {
    /// What is looked at: the name of a shipped scenario, or a file (with a slash, or ending in .toml).
    #[arg(long, value_name = "NAME|FILE")]
    scenario: String,
    /// Another scenario that is to be as good: its spare, or another heat.
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// How many teams play [default: as many as the scenario is made for, or else the number that its name ends in]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Answer with one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

/// All that is said about a scenario, for programs.
#[derive(Debug, Serialize)]
struct FairnessReport<'a> {
    scenario: &'a str,
    teams: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Other<'a>>,
    figures: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Other<'a> {
    scenario: &'a str,
    teams: usize,
}

/// A static figure, of the other scenario as well if there is one.
#[derive(Debug, Serialize)]
struct Row {
    figure: Figure,
    value: f64,
    band: Band,
    inside: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    against: Option<Beside>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Beside {
    other: f64,
    other_inside: bool,
    /// The most by which the two may differ.
    apart: f64,
    alike: bool,
}

impl Fairness {
    /// Looks at the scenario and shows what is found on standard output.
    ///
    /// # Errors
    /// A scenario that cannot be read or played, and an output that cannot be written.
    pub fn run(&self) -> anyhow::Result<()> {
        let words = self.language.words();
        let teams = self.teams.map(usize::from);
        let subject = Subject::read(&self.scenario, teams)?;
        let against = self.against.as_deref().map(|named| Subject::read(named, teams)).transpose()?;
        let report = FairnessReport {
            scenario: &subject.named,
            teams: subject.teams,
            against: against.as_ref().map(|other| Other { scenario: &other.named, teams: other.teams }),
            figures: rows(&subject, against.as_ref()),
        };
        let mut out = Output::new(self.json);
        if self.json {
            return Ok(out.object(&report)?);
        }
        Ok(out.text(&text(&report, &words))?)
    }
}

fn rows(subject: &Subject, against: Option<&Subject>) -> Vec<Row> {
    let others = against.map(Subject::figures).unwrap_or_default();
    let row = |(at, line): (usize, ishigaki_generator::figures::Line)| {
        let beside = others.get(at).map(|other| {
            let apart = line.figure.apart();
            let alike = (line.value - other.value).abs() <= apart;
            Beside { other: other.value, other_inside: other.inside, apart, alike }
        });
        Row { figure: line.figure, value: line.value, band: line.band, inside: line.inside, against: beside }
    };
    subject.figures().into_iter().enumerate().map(row).collect()
}

fn text(report: &FairnessReport<'_>, words: &Words) -> String {
    let title = |scenario: &str, teams: usize| {
        let gaps = [("scenario", scenario.to_owned().into()), ("teams", teams.into())];
        words.say("fairness-head", &gaps)
    };
    let mut parts = vec![title(report.scenario, report.teams)];
    if let Some(other) = &report.against {
        let gaps = [("other", title(other.scenario, other.teams).into())];
        parts.push(words.say("fairness-against", &gaps));
    }
    let head = parts.join("\n");
    format!("{head}\n\n{}\n", figures_table(report, words))
}

fn figures_table(report: &FairnessReport<'_>, words: &Words) -> Table {
    let label = |key: &str| words.label(key);
    let mut heads = vec![
        (label("fairness-figures"), Align::Start),
        (report.scenario.to_owned(), Align::End),
        (label("fairness-band"), Align::Start),
        (String::new(), Align::Start),
    ];
    if let Some(other) = &report.against {
        let apart = (label("fairness-apart"), Align::Start);
        heads.extend([(other.scenario.to_owned(), Align::End), apart, (String::new(), Align::Start)]);
    }
    let mut table = Table::new(heads);
    for row in &report.figures {
        let place = |inside: bool| label(if inside { "fairness-inside" } else { "fairness-outside" });
        let mut cells = vec![
            label(&format!("fairness-{}", row.figure.name())),
            figure(row.value),
            format!("{:.2} .. {:.2}", row.band.low, row.band.high),
            place(row.inside),
        ];
        if let Some(beside) = row.against {
            let mut verdict = label(if beside.alike { "fairness-alike" } else { "fairness-unlike" });
            if !beside.other_inside {
                verdict = format!("{verdict}, {}", place(false));
            }
            cells.extend([figure(beside.other), format!("{:.3}", beside.apart), verdict]);
        }
        table.row(cells);
    }
    table
}

fn figure(value: f64) -> String {
    format!("{value:.3}")
}
