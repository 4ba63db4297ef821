//! Checks after a game: consistency of the observations, and verification of the record.

use anyhow::Context as _;
use ishigaki_client::record::check_heads;
use ishigaki_record::transcript::{self, Entry, Proof};
use ishigaki_record::verify::{self, own_lists};
use ishigaki_rules::{Event, Revision};
use ishigaki_words::grouped;

use crate::error::Error;
use crate::options::RehearsalOptions;
use crate::orchestrator::GameObservations;
use crate::report::Report;
use crate::story::Story;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};
use ishigaki_audit::sums::{self, Sums};

/// Checks a played game, prints the checks, and returns the report.
///
/// # Errors
/// The first inconsistency.
pub async fn check(
    options: &RehearsalOptions,
    writer: &mut StoryWriter,
    observations: &GameObservations,
) -> anyhow::Result<Report> {
    let sums = sums::check(&observations.game).map_err(|violations| {
        let violations: Vec<String> = violations.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("the game does not add up: {}", violations.join("; "))
    })?;
    let of = |game| Report::of(game, &options.prepared, options.seed, observations.refused);
    let report = of(&observations.game);
    for (name, game) in &observations.views {
        anyhow::ensure!(of(game) == report, "{name} saw another game than the board");
    }
    let proved = verify_record(observations)?;
    let story = Story::new(options.words, observations.game.setup(), options.columns);
    let mut lines = story.verdict();
    lines.extend(check_lines(&story, observations, &sums, &proved.report));
    if let Some(path) = &options.transcript {
        std::fs::write(path, &proved.text).map_err(|source| Error::Write { path: path.clone(), source })?;
        let gaps = [("path", path.display().to_string().into())];
        lines.extend(story.remark(TextStyle::Plain, "rehearsal-transcript-kept", &gaps));
    }
    if let Some(path) = &options.keep {
        let gaps = [("path", path.display().to_string().into())];
        lines.extend(story.remark(TextStyle::Plain, "rehearsal-files-kept", &gaps));
    }
    lines.push(StyledLine::new());
    writer.tell(&lines).await?;
    Ok(report)
}

/// The record must follow from the rules, be signed by the key in the board's feed, contain the heads and
/// exactly the events of the feed, and contain every team's lists as in its receipts.
fn verify_record(observations: &GameObservations) -> anyhow::Result<RecordProof> {
    let text = observations.record.transcript().context("the server's record cannot be read")?;
    anyhow::ensure!(
        observations.record.is_complete(),
        "the server's record of a game that is over is not complete"
    );
    let report =
        verify::verify(&text, Some(&observations.fingerprint)).context("the transcript is not in order")?;
    let transcript = transcript::read(&text).context("the transcript cannot be read")?;
    check_heads(&transcript, &observations.heads)?;
    anyhow::ensure!(report.gaps().is_empty(), "the transcript leaves open {:?}", report.gaps());
    let public: Vec<&Event> =
        transcript.entries.iter().filter(|entry| is_public(entry)).map(|entry| &entry.event).collect();
    anyhow::ensure!(
        public.iter().copied().eq(&observations.events),
        "the transcript has other events than the board saw"
    );
    let mut receipts = 0;
    for (team, kept) in &observations.receipts {
        let own = own_lists(&transcript, kept).with_context(|| format!("the lists of {team}"))?;
        anyhow::ensure!(own.uncovered.is_empty(), "{team} has no receipt for some of what it sealed");
        receipts += own.receipts;
    }
    anyhow::ensure!(receipts == report.seals, "{receipts} receipts were given for {} sealings", report.seals);
    Ok(RecordProof { text, report })
}

struct RecordProof {
    text: String,
    report: verify::Report,
}

/// Replaced lists are visible only to their team, and some messages only to some teams.
fn is_public(entry: &Entry) -> bool {
    entry.event.fact.addressees().is_none()
        && !matches!(&entry.proof, Proof::Sealed(sealed) if sealed.revision > Revision::FIRST)
}

fn check_lines(
    story: &Story,
    observations: &GameObservations,
    sums: &Sums,
    proved: &verify::Report,
) -> Vec<StyledLine> {
    let amount = |amount: u128| u64::try_from(amount).map_or_else(|_| amount.to_string(), grouped);
    let count = |count: u64| grouped(count).into();
    let mut lines =
        story.remark(TextStyle::Good, "rehearsal-check-derived", &[("items", observations.derived.into())]);
    let gaps = [
        ("initial", amount(sums.initial).into()),
        ("held", amount(sums.held).into()),
        ("paid", amount(sums.paid).into()),
    ];
    lines.extend(story.remark(TextStyle::Good, "rehearsal-check-money", &gaps));
    let gaps = [("copies", count(sums.copies)), ("handed", count(sums.handed)), ("pool", count(sums.pool))];
    lines.extend(story.remark(TextStyle::Good, "rehearsal-check-stones", &gaps));
    lines.extend(story.remark(TextStyle::Good, "rehearsal-check-views", &[]));
    if observations.refused > 0 {
        let gaps = [("refused", observations.refused.into())];
        lines.extend(story.remark(TextStyle::Good, "rehearsal-check-scripted-refusals", &gaps));
    }
    let gaps = [("events", proved.records.into()), ("heads", proved.heads.into())];
    lines.extend(story.remark(TextStyle::Good, "rehearsal-check-transcript", &gaps));
    lines.extend(story.remark(
        TextStyle::Good,
        "rehearsal-check-receipts",
        &[("receipts", proved.seals.into())],
    ));
    let gaps = [("fingerprint", proved.fingerprint.to_string().into())];
    lines.extend(story.remark(TextStyle::Plain, "rehearsal-fingerprint", &gaps));
    lines
}
