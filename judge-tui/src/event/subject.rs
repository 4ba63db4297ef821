//! Subject of an act as text, for its answer: it shows how a part of a name or a spreadsheet was understood.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_tournament::{Act, PlayerId};
use ishigaki_words::Words;
use serde_json::{Map, Value};

use super::roster::COLUMNS;
use super::{EventCall, NamedStanding};

pub(crate) fn subject(call: &EventCall, of: NamedStanding<'_>, words: Words) -> Option<String> {
    let act = match call {
        EventCall::SetRoster(text) => return roster(text, words),
        EventCall::Create { .. } | EventCall::Commit => return None,
        EventCall::Act(act) => act,
    };
    let player = |player: PlayerId| match of {
        NamedStanding::Leagues(event) => Some(event.edition(words).player(player)),
        NamedStanding::Groups(_) => None,
    };
    match act {
        Act::EnterDigits { results } | Act::OverruleDigits { results, .. } => {
            Some(words.list(results.iter().cloned()))
        }
        Act::MarkAttendance { player: of, .. }
        | Act::OverruleAttendance { player: of, .. }
        | Act::Withdraw { player: of } => player(*of),
        Act::DrawSlip { player: of, number } => {
            let gaps = [("player", player(*of)?.into()), ("number", number.0.into())];
            Some(words.say("event-subject-slip", &gaps))
        }
        Act::PairRound { .. } => {
            let NamedStanding::Leagues(event) = of else { return None };
            let names = words.list(event.tournament().staying().into_iter().filter_map(player));
            (!names.is_empty()).then(|| words.say("event-subject-staying", &[("players", names.into())]))
        }
        Act::EnterResult { round, slip } => {
            let (winner, loser) = (player(slip.winner)?, player(slip.loser)?);
            let gaps = [("round", round.0.into()), ("winner", winner.into()), ("loser", loser.into())];
            Some(words.say("event-subject-result", &gaps))
        }
        Act::MarkTeamAttendance { team, .. } => {
            let NamedStanding::Groups(contest) = of else { return None };
            Some(contest.team_name(*team, words))
        }
        _ => None,
    }
}

fn roster(text: &str, words: Words) -> Option<String> {
    let lines: Vec<Map<String, Value>> = serde_json::from_str(text).ok()?;
    let mut seeds: BTreeMap<&str, u32> = BTreeMap::new();
    for class in lines.iter().filter_map(|line| line.get("seed")?.as_str()) {
        *seeds.entry(class).or_default() += 1;
    }
    let women = lines.iter().filter(|line| line.get("woman") == Some(&Value::Bool(true))).count();
    let own: BTreeSet<&String> =
        lines.iter().flat_map(Map::keys).filter(|name| !COLUMNS.contains(&name.as_str())).collect();
    let mut parts = vec![words.say("event-subject-entries", &[("count", lines.len().into())])];
    if !seeds.is_empty() {
        let seeds = words.list(seeds.iter().map(|(class, count)| format!("{class} {count}")));
        parts.push(words.say("event-subject-seeds", &[("seeds", seeds.into())]));
    }
    if women > 0 {
        parts.push(words.say("event-subject-women", &[("count", women.into())]));
    }
    if !own.is_empty() {
        let own = words.list(own.into_iter().cloned());
        parts.push(words.say("event-subject-own", &[("columns", own.into())]));
    }
    Some(words.list(parts))
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::super::roster::roster_json;
    use super::*;

    #[test]
    fn roster_summary_counts_seeds_women_and_columns() {
        let summary = |sheet: &str| {
            roster(&roster_json(sheet.as_bytes(), &["A".to_owned()]).unwrap(), Words::new(Lang::En)).unwrap()
        };
        let sheet = "id,name,seed,woman,club\nP1,a,A,yes,x\nP2,b,A,no,y\nP3,c,,,\n";
        assert_eq!(summary(sheet), "3 entries, seeds: A 2, women: 1, your own columns: club");
        let misspelt = sheet.replacen("seed,woman,club", "seeds,women,club", 1);
        assert_eq!(summary(&misspelt), "3 entries, your own columns: club, seeds, women");
    }
}
