//! After the game: is what was seen consistent, and does the record say so to anybody who checks it?

use anyhow::Context as _;
use ishigaki_record::transcript::Writer;
use ishigaki_record::verify;
use ishigaki_words::grouped;

use crate::audit::{self, Sums};
use crate::cast::GAME;
use crate::hall::Hall;
use crate::ink::{Ink, Line};
use crate::performance::Seen;
use crate::rehearse::Options;
use crate::report::Report;
use crate::story::Story;

/// Checks a game that has been played, tells what was checked, and reports it.
///
/// # Errors
/// The first inconsistency, or all that does not add up.
pub async fn check(options: &Options, hall: &mut Hall, seen: &Seen) -> anyhow::Result<Report> {
    let sums = audit::check(&seen.game).map_err(|faults| {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("the game does not add up: {}", faults.join("; "))
    })?;
    let of = |game| Report::of(game, &options.cast, options.seed, seen.refused);
    let report = of(&seen.game);
    for (name, game) in &seen.views {
        anyhow::ensure!(of(game) == report, "{name} saw another game than the board");
    }
    let transcript = transcript(seen)?;
    let verified = verify::verify(&transcript).context("the transcript does not follow from the rules")?;
    anyhow::ensure!(verified.events == seen.events.len(), "the transcript lacks events");
    let story = Story::new(options.words, seen.game.setup(), options.columns);
    let mut lines = story.verdict();
    lines.extend(told(&story, seen, &sums, verified.events));
    if let Some(path) = &options.transcript {
        std::fs::write(path, &transcript).with_context(|| format!("cannot write {}", path.display()))?;
        let gaps = [("path", path.display().to_string().into())];
        lines.extend(story.remark(Ink::Plain, "rehearsal-transcript-kept", &gaps));
    }
    if let Some(path) = &options.keep {
        let gaps = [("path", path.display().to_string().into())];
        lines.extend(story.remark(Ink::Plain, "rehearsal-files-kept", &gaps));
    }
    lines.push(Line::new());
    hall.tell(&lines).await?;
    Ok(report)
}

/// The public record of the game.
fn transcript(seen: &Seen) -> anyhow::Result<String> {
    let mut writer = Writer::start(Vec::new(), GAME, seen.game.setup())?;
    for event in &seen.events {
        writer.event(event)?;
    }
    let bytes = writer.finish(&seen.game)?;
    String::from_utf8(bytes).context("the transcript is no text")
}

fn told(story: &Story, seen: &Seen, sums: &Sums, events: usize) -> Vec<Line> {
    let amount = |amount: u128| u64::try_from(amount).map_or_else(|_| amount.to_string(), grouped);
    let count = |count: u64| grouped(count).into();
    let mut lines = story.remark(Ink::Good, "rehearsal-check-derived", &[("items", seen.derived.into())]);
    let gaps = [
        ("initial", amount(sums.initial).into()),
        ("held", amount(sums.held).into()),
        ("paid", amount(sums.paid).into()),
    ];
    lines.extend(story.remark(Ink::Good, "rehearsal-check-money", &gaps));
    let gaps = [("copies", count(sums.copies)), ("handed", count(sums.handed)), ("pool", count(sums.pool))];
    lines.extend(story.remark(Ink::Good, "rehearsal-check-stones", &gaps));
    lines.extend(story.remark(Ink::Good, "rehearsal-check-views", &[]));
    if seen.refused > 0 {
        let gaps = [("refused", seen.refused.into())];
        lines.extend(story.remark(Ink::Good, "rehearsal-check-scripted-refusals", &gaps));
    }
    lines.extend(story.remark(Ink::Good, "rehearsal-check-transcript", &[("events", events.into())]));
    lines
}
