//! `lab fairness`: checks a scenario.

use std::path::PathBuf;

use anyhow::Context as _;
use ishigaki_command::{Exit, Language, Output, write_file};
use ishigaki_generator::figures::{Band, Figure};
use ishigaki_words::{Align, Table, Words};
use serde::Serialize;

use super::judgement::{BandVerdict, Judgement, LEAST_GAMES, OpenReason, VerdictCounts};
use super::page;
use super::simulated::{Equivalence, Line, Simulated, SimulationExtent, simulate};
use super::subject::ScenarioSubject;
use crate::arena::estimate::Estimate;

/// Arguments of `lab fairness`.
#[derive(Debug, clap::Args)]
pub struct Fairness {
    /// Name of a shipped scenario, or a file (with a slash, or ending in .toml)
    #[arg(long, value_name = "NAME|FILE")]
    scenario: String,
    /// Another scenario to compare: its spare, or another heat
    #[arg(long, value_name = "NAME|FILE")]
    against: Option<String>,
    /// Number of teams [default: the scenario's, else the number at the end of its name]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=16))]
    teams: Option<u8>,
    /// Number of games to play with each field of bots, to compare the results with the fairness bands
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    games: u64,
    /// Seed of the first game; the others follow
    #[arg(long, value_name = "S", default_value_t = 1)]
    from_seed: u64,
    /// Number of concurrent games, 1 to 256
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Also write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

#[derive(Debug, Serialize)]
struct FairnessReport<'a> {
    scenario: &'a str,
    teams: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Other<'a>>,
    verdict: BandVerdict,
    figures: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    simulated: Option<Simulated>,
}

#[derive(Debug, Serialize)]
struct Other<'a> {
    scenario: &'a str,
    teams: usize,
}

#[derive(Debug, Serialize)]
struct Row {
    figure: Figure,
    value: f64,
    band: Band,
    inside: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    against: Option<FigureComparison>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct FigureComparison {
    other: f64,
    other_inside: bool,
    /// Maximum difference.
    apart: f64,
    alike: bool,
}

impl Fairness {
    /// Checks the scenario and prints the result. Returns [`Exit::Failed`] if anything is outside, else
    /// [`Exit::Partial`] if anything is open.
    ///
    /// # Errors
    /// An unreadable or unplayable scenario, or failing output.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let words = self.language.words();
        let teams = self.teams.map(usize::from);
        let subject = ScenarioSubject::read(&self.scenario, teams)?;
        let against = self.against.as_deref().map(|named| ScenarioSubject::read(named, teams)).transpose()?;
        let extent = SimulationExtent {
            games: self.games,
            from_seed: self.from_seed,
            threads: usize::from(self.threads),
        };
        let simulated = (self.games > 0).then(|| simulate(&subject, against.as_ref(), extent)).transpose()?;
        let figures = rows(&subject, against.as_ref());
        let verdict = count(&figures, simulated.as_ref()).verdict();
        let report = FairnessReport {
            scenario: &subject.named,
            teams: subject.teams,
            against: against.as_ref().map(|other| Other { scenario: &other.named, teams: other.teams }),
            verdict,
            figures,
            simulated,
        };
        if let Some(path) = &self.html {
            let page = page::html(report.scenario, &serde_json::to_value(&report)?, &words);
            let file = || words.say("fairness-page-file", &[("file", path.display().to_string().into())]);
            write_file(path, page).with_context(file)?;
        }
        let mut out = Output::new(self.json);
        if self.json {
            out.object(&report)?;
        } else {
            out.text(&text(&report, &words))?;
        }
        Ok(match verdict {
            BandVerdict::Inside => Exit::Done,
            BandVerdict::Outside => Exit::Failed,
            BandVerdict::Open => Exit::Partial,
        })
    }
}

fn count(figures: &[Row], simulated: Option<&Simulated>) -> VerdictCounts {
    let firm = |is_good: bool| if is_good { BandVerdict::Inside } else { BandVerdict::Outside };
    let mut count = VerdictCounts::default();
    count.extend(figures.iter().map(|row| firm(row.inside)));
    let comparisons = figures.iter().filter_map(|row| row.against);
    count.extend(comparisons.map(|comparison| firm(comparison.alike && comparison.other_inside)));
    if let Some(simulated) = simulated {
        count.extend(Some(firm(simulated.symmetric == simulated.permuted)));
        count.extend(simulated.lines.iter().map(|line| line.judgement.verdict));
        count.extend(simulated.equivalence.iter().map(|row| row.judgement.verdict));
    }
    count
}

fn rows(subject: &ScenarioSubject, against: Option<&ScenarioSubject>) -> Vec<Row> {
    let others = against.map(ScenarioSubject::figures).unwrap_or_default();
    let row = |(at, line): (usize, ishigaki_generator::figures::Line)| {
        let comparison = others.get(at).map(|other| {
            let apart = line.figure.apart();
            let alike = (line.value - other.value).abs() <= apart;
            FigureComparison { other: other.value, other_inside: other.inside, apart, alike }
        });
        Row {
            figure: line.figure,
            value: line.value,
            band: line.band,
            inside: line.inside,
            against: comparison,
        }
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
    let text = format!("{head}\n\n{}\n", figures_table(report, words));
    match &report.simulated {
        Some(simulated) => text + &simulated_text(simulated, words),
        None => text,
    }
}

fn simulated_text(simulated: &Simulated, words: &Words) -> String {
    let gaps = [("games", simulated.permuted.into()), ("same", simulated.symmetric.into())];
    let mut parts = vec![words.say("fairness-symmetry", &gaps)];
    if !simulated.equivalence.is_empty() {
        parts.push(equivalence_table(&simulated.equivalence, words).to_string());
    }
    parts.push(lines_table(&simulated.lines, words).to_string());
    let mut count = VerdictCounts::default();
    count.extend(simulated.lines.iter().map(|line| line.judgement.verdict));
    let gaps = [("inside", count.inside), ("outside", count.outside), ("open", count.open)];
    parts.push(words.say("fairness-page-sum", &gaps.map(|(name, count)| (name, count.into()))));
    parts.push(words.say("fairness-note", &[("least", simulated.least_games.into())]));
    let parts: Vec<&str> = parts.iter().map(|part| part.trim_end()).collect();
    parts.join("\n\n") + "\n"
}

fn verdict(judgement: Judgement, games: usize, words: &Words) -> String {
    match (judgement.verdict, judgement.doubt) {
        (BandVerdict::Inside, _) => words.label("fairness-inside"),
        (BandVerdict::Outside, _) => words.label("fairness-outside"),
        (BandVerdict::Open, Some(OpenReason::FewGames)) => {
            let gaps = [("games", games.into()), ("least", LEAST_GAMES.into())];
            words.say("fairness-few-games", &gaps)
        }
        (BandVerdict::Open, Some(OpenReason::NoSpread)) => words.label("fairness-no-spread"),
        (BandVerdict::Open, _) => words.label("fairness-open"),
    }
}

fn interval(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(
        || "-".to_owned(),
        |estimate| match estimate.games {
            1 => format!("{:.3}", estimate.mean),
            _ => format!("{:.3} [{:.3}, {:.3}]", estimate.mean, estimate.low, estimate.high),
        },
    )
}

fn games_of(estimate: Option<Estimate>) -> usize {
    estimate.map_or(0, |estimate| estimate.games)
}

fn equivalence_table(rows: &[Equivalence], words: &Words) -> Table {
    let heads = [
        ("fairness-equivalence", Align::Start),
        ("fairness-this", Align::End),
        ("fairness-other", Align::End),
        ("fairness-difference", Align::End),
        ("fairness-apart", Align::End),
        ("shared-verdict", Align::Start),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for row in rows {
        let difference = row.difference.map_or_else(
            || "-".to_owned(),
            |estimate| format!("{:+.4} [{:+.4}, {:+.4}]", estimate.mean, estimate.low, estimate.high),
        );
        table.row([
            words.label(&format!("fairness-field-{}", row.field)),
            interval(row.scenario),
            interval(row.against),
            difference,
            format!("{:.3}", row.limit),
            verdict(row.judgement, games_of(row.scenario).min(games_of(row.against)), words),
        ]);
    }
    table
}

fn lines_table(lines: &[Line], words: &Words) -> Table {
    let heads = [
        ("fairness-simulated", Align::Start),
        ("fairness-mean", Align::End),
        ("fairness-band", Align::Start),
        ("shared-verdict", Align::Start),
    ];
    let mut table = Table::new(heads.map(|(key, align)| (words.label(key), align)));
    for line in lines {
        table.row([
            words.label(&format!("fairness-{}", line.name)),
            interval(line.estimate),
            format!("{:.2} .. {:.2}", line.band.low, line.band.high),
            verdict(line.judgement, games_of(line.estimate), words),
        ]);
    }
    table
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
        if let Some(comparison) = row.against {
            let mut verdict = label(if comparison.alike { "fairness-alike" } else { "fairness-unlike" });
            if !comparison.other_inside {
                verdict = format!("{verdict}, {}", place(false));
            }
            cells.extend([figure(comparison.other), format!("{:.3}", comparison.apart), verdict]);
        }
        table.row(cells);
    }
    table
}

fn figure(value: f64) -> String {
    format!("{value:.3}")
}
