//! After the game: is what was seen consistent, and does the record say so to anybody who checks it?

use std::collections::BTreeMap;

use anyhow::Context as _;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::{ListKey, Nonce, bids_text, commit, padded_len, raises_text, seal as boxed};
use ishigaki_record::signing::SigningKey;
use ishigaki_record::transcript::{Entry, OpenedProof, Proof, SealProof, Writer};
use ishigaki_record::verify;
use ishigaki_rules::{Event, Fact, Game, Phase, Revision, RoundNo, Setup, TeamId};
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
    let verified =
        verify::verify(&transcript, None).context("the transcript does not follow from the rules")?;
    anyhow::ensure!(verified.records == seen.events.len(), "the transcript lacks events");
    let story = Story::new(options.words, seen.game.setup(), options.columns);
    let mut lines = story.verdict();
    lines.extend(told(&story, seen, &sums, verified.records));
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

/// A record of what the board saw, sealed and signed here and now with a key that is nobody's: it shows that
/// the game follows from the rules, not who held it.
fn transcript(seen: &Seen) -> anyhow::Result<String> {
    let key = SigningKey::from_seed([0; 32]);
    let setup = seen.game.setup();
    let mut writer = Writer::start(Vec::new(), GAME, &key.public(), 0, setup)?;
    let mut after = Game::new(setup.clone());
    let mut counters: BTreeMap<TeamId, u64> = BTreeMap::new();
    for (place, event) in seen.events.iter().enumerate() {
        let proof = match &event.fact {
            Fact::BidsSealed { team, .. } | Fact::RebidSealed { team, .. } => {
                let counter = counters.entry(*team).or_default();
                *counter += 1;
                let text = opened_text(setup, *team, &seen.events[place..])?;
                Proof::Sealed(sealed(&key, &after, event, *team, *counter, &text)?)
            }
            Fact::ListsOpened { lists, .. } => {
                Proof::Opened(lists.iter().map(|list| opening(list.team, &counters)).collect())
            }
            Fact::RebidsOpened { raises, .. } => {
                Proof::Opened(raises.iter().map(|sent| opening(sent.team, &counters)).collect())
            }
            _ => Proof::None,
        };
        after.apply(event);
        let entry = Entry { event: event.clone(), unix_ms: 0, principal: String::new(), proof };
        if writer.entry(&entry)? {
            writer.sign(&key)?;
        }
    }
    String::from_utf8(writer.finish()?).context("the transcript is no text")
}

/// What will be opened of what a team seals at the first of these events; nothing if it never is.
fn opened_text(setup: &Setup, team: TeamId, events: &[Event]) -> anyhow::Result<String> {
    let is_list = matches!(events.first().map(|event| &event.fact), Some(Fact::BidsSealed { .. }));
    for event in events {
        match &event.fact {
            Fact::ListsOpened { lists, .. } if is_list => {
                let own = lists.iter().find(|list| list.team == team);
                return Ok(bids_text(setup, own.map_or(&[], |list| &list.bids))?);
            }
            Fact::RebidsOpened { raises, .. } if !is_list => {
                let own = raises.iter().find(|sent| sent.team == team);
                return Ok(raises_text(own.map_or(&[], |sent| &sent.raises)));
            }
            Fact::RoundVoided { .. } => break,
            _ => {}
        }
    }
    Ok(if is_list { bids_text(setup, &[])? } else { raises_text(&[]) })
}

fn sealed(
    key: &SigningKey,
    game: &Game,
    event: &Event,
    team: TeamId,
    counter: u64,
    text: &str,
) -> anyhow::Result<SealProof> {
    let OpenedProof { nonce, key: list_key, .. } = unlocked(team, counter);
    let commitment = commit(&nonce, text);
    let sealed_box = boxed(&list_key, [0; 12], &nonce, text, padded_len(game.setup()))?;
    let record = game.current_round();
    let wave = match (&event.fact, game.phase()) {
        (Fact::RebidSealed { .. }, Phase::Rebidding { wave, .. }) => wave.0,
        _ => 0,
    };
    let receipt = Receipt {
        game: GAME.into(),
        round: record.map_or(RoundNo::FIRST, |record| record.round),
        attempt: record.map_or(1, |record| record.attempt),
        wave,
        team: game.setup().team(team).map(|team| team.code.clone()).unwrap_or_default(),
        counter,
        at: event.at,
        commitment,
    };
    let signature = receipt.sign(key);
    Ok(SealProof { revision: Revision::FIRST, counter, commitment, sealed_box, signature })
}

fn opening(team: TeamId, counters: &BTreeMap<TeamId, u64>) -> OpenedProof {
    unlocked(team, counters.get(&team).copied().unwrap_or_default())
}

/// Nonce and key of a sealing. Nothing is secret any more, so they need only be different.
fn unlocked(team: TeamId, counter: u64) -> OpenedProof {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&team.0.to_be_bytes());
    bytes[4..12].copy_from_slice(&counter.to_be_bytes());
    OpenedProof { team, counter, nonce: Nonce(bytes), key: ListKey(bytes) }
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
