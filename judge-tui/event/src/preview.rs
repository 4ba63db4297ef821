//! Changes by an act, with old and new values, before it is made (`TV3`).

use ishigaki_matching::Blossom;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{Act, Actor, Certificate, Command, Competition, CompetitionRejection};
use ishigaki_words::{NamedCompetition, Words};

use ishigaki_board::NamedStanding;

use crate::EventCall;

/// Returns the changes as sentences. A pairing by ruling is compared with the pairing by the rules, with the
/// cost of both (`TP3`).
///
/// # Errors
/// If the rules refuse the act.
pub fn preview(
    call: &EventCall,
    of: NamedStanding<'_>,
    words: Words,
) -> Result<Vec<String>, CompetitionRejection> {
    let EventCall::Act(act) = call else { return Ok(Vec::new()) };
    let now = &of.standing().competition;
    let after = after(now, act)?;
    let by_rules = match act {
        Act::PairByRuling { round, .. } => self::after(now, &Act::PairRound { round: *round }).ok(),
        _ => None,
    };
    let before = by_rules.as_ref().unwrap_or(now);
    let names: Vec<String> = (0..now.entrants()).map(|line| of.entrant_label(line, words)).collect();
    let named = NamedCompetition { competition: &after, names: &names };
    let mut lines: Vec<String> =
        before.changes(&after).into_iter().map(|change| words.competition_change(named, &change)).collect();
    if by_rules.is_some() {
        lines.insert(0, words.label("event-preview-by-rules"));
        lines.extend(costs(before, &after, words));
    }
    Ok(lines)
}

fn after(competition: &Competition, act: &Act) -> Result<Competition, CompetitionRejection> {
    let command = Command::new(GameTime(0), Actor::Referee, act.clone());
    let mut after = competition.clone();
    for event in competition.decide(&command, &Blossom)? {
        after.apply(&event);
    }
    Ok(after)
}

/// Returns the costs of the pools in which the ruling changes them.
fn costs(before: &Competition, after: &Competition, words: Words) -> Vec<String> {
    let pools = |competition: &Competition| {
        let paired = competition.leagues().and_then(|event| event.rounds().last());
        paired.map(|paired| paired.pools.clone()).unwrap_or_default()
    };
    let text = |cost: &Certificate| {
        let gaps = (0_u32..).zip(&cost.gaps).filter(|(_, pairs)| **pairs > 0);
        let gaps = gaps
            .map(|(gap, pairs)| words.say("print-gap", &[("gap", gap.into()), ("pairs", (*pairs).into())]));
        let gaps = words.list(gaps);
        let gaps = [("byes", cost.byes.into()), ("rematches", cost.rematches.into()), ("gaps", gaps.into())];
        words.say("event-preview-cost", &gaps)
    };
    let both = pools(before).into_iter().zip(pools(after));
    let worse = both.filter_map(|(old, new)| Some((new.pool, old.certificate?, new.certificate?)));
    let line = |(pool, old, new): (_, Certificate, Certificate)| {
        let gaps =
            [("pool", format!("{pool}").into()), ("after", text(&new).into()), ("before", text(&old).into())];
        words.say("event-preview-pool", &gaps)
    };
    worse.filter(|(_, old, new)| old != new).map(line).collect()
}
