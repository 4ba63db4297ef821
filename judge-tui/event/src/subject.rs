//! Subject of an act as text, for its answer: it shows how a part of a name or a spreadsheet was understood.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_roster::RosterDraft;
use ishigaki_tournament::{Act, PlayerId};
use ishigaki_words::Words;

use ishigaki_board::NamedStanding;

use crate::EventCall;

/// Members of a roster that the rules use (`TD4`).
const RULE_MEMBERS: [&str; 6] = ["id", "name", "kana", "romaji", "seed", "woman"];

/// Returns the subject of a call; `None` if its answer needs none.
pub fn subject(call: &EventCall, of: NamedStanding<'_>, words: Words) -> Option<String> {
    let act = match call {
        EventCall::SetRoster(draft) => return Some(roster(draft, words)),
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
        Act::CallPlayers { round, table, players } => Some(of.call_text(*round, *table, players, words)),
        Act::MarkTeamAttendance { team, .. } => {
            let NamedStanding::Groups(contest) = of else { return None };
            Some(contest.team_name(*team, words))
        }
        _ => None,
    }
}

/// Describes a roster by what its lines have in common.
fn roster(draft: &RosterDraft, words: Words) -> String {
    let members = &draft.members;
    let mut seeds: BTreeMap<&str, u32> = BTreeMap::new();
    for class in members.iter().map(|member| member.text("seed")).filter(|class| !class.is_empty()) {
        *seeds.entry(class).or_default() += 1;
    }
    let women = members.iter().filter(|member| member.values.get("woman") == Some(&true.into())).count();
    let own: BTreeSet<&String> = members
        .iter()
        .flat_map(|member| member.values.keys())
        .filter(|name| !RULE_MEMBERS.contains(&name.as_str()))
        .collect();
    let mut parts = vec![words.say("event-subject-entries", &[("count", members.len().into())])];
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
    words.list(parts)
}

#[cfg(test)]
mod tests {
    use ishigaki_roster::{IdRule, RosterRules, read_roster};
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn roster_summary_counts_seeds_women_and_columns() {
        let rules = RosterRules { seed_classes: Some(&["A".to_owned()]), ids: IdRule::Any };
        let summary =
            |sheet: &str| roster(&read_roster(sheet.as_bytes(), rules).unwrap(), Words::new(Lang::En));
        let sheet = "id,name,seed,woman,club\nP1,a,A,yes,x\nP2,b,A,no,y\nP3,c,,,\n";
        assert_eq!(summary(sheet), "3 entries, seeds: A 2, women: 1, your own columns: affiliation");
        let misspelt = summary(&sheet.replacen("seed,woman,club", "seeds,women,club", 1));
        assert_eq!(misspelt, "3 entries, your own columns: affiliation");
    }
}
