//! Refusals with the names of teams. Faults carry the codes that programs use; whoever knows the set-up can tell
//! people more.

use std::collections::BTreeMap;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Setup, TeamId};
use ishigaki_words::Words;

/// The first of the characters that stand for teams while a sentence is made: private, so no sentence has them.
const FIRST: u32 = 0xe000;
/// Number of them.
const MOST: u32 = 6_400;

/// Returns the reason of a refusal, with teams by name.
///
/// A name may hold blanks, which part codes from each other in a fault: so each code first becomes a single
/// character, and in the finished sentence the name.
pub(super) fn fault(words: Words, fault: &Fault, setup: &Setup) -> String {
    let mut marked = fault.clone();
    let violations = marked.violations.iter_mut().map(|violation| &mut violation.metadata);
    for metadata in violations.chain([&mut marked.metadata]) {
        for (key, value) in metadata {
            match key.as_str() {
                "team" => *value = mark(setup, value),
                "groups" => *value = mark_groups(setup, value),
                _ => {}
            }
        }
    }
    let text = words.fault(&marked);
    let marks: BTreeMap<char, TeamId> =
        setup.team_ids().filter_map(|team| Some((mark_of(team)?, team))).collect();
    // In one go: what a name holds is no mark.
    let named = text
        .chars()
        .map(|char| marks.get(&char).map_or_else(|| char.to_string(), |&team| words.team(setup, team)));
    named.collect()
}

fn mark_groups(setup: &Setup, groups: &str) -> String {
    let group =
        |group: &str| group.split_whitespace().map(|code| mark(setup, code)).collect::<Vec<_>>().join(" ");
    groups.split(';').map(group).collect::<Vec<_>>().join(";")
}

/// A team's character, or what was given if no team has this code.
fn mark(setup: &Setup, code: &str) -> String {
    let team = setup.team_ids().zip(&setup.teams).find(|(_, team)| team.code == code);
    team.and_then(|(team, _)| mark_of(team)).map_or_else(|| code.to_owned(), String::from)
}

fn mark_of(team: TeamId) -> Option<char> {
    let place = u32::try_from(team.index()).ok().filter(|&place| place < MOST)?;
    char::from_u32(FIRST + place)
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::fault::{ErrorReason, Fault};
    use ishigaki_rules::Setup;
    use ishigaki_words::{Lang, Words};

    fn setup() -> Setup {
        use ishigaki_rules::*;
        let team = |code: &str, name: &str| TeamSpec { code: code.into(), name: name.into() };
        Setup {
            title: String::new(),
            frame: Frame::parse(&["#"]).unwrap(),
            lots: Vec::new(),
            teams: vec![team("t1", "Stone Masons"), team("t2", "津山; 高専"), team("t3", "t1")],
            initial: Tsuyama(0),
            rounds: Vec::new(),
            support: SupportRule::EachMove,
            end_countdown: Millis(0),
            title_ja: String::new(),
        }
    }

    #[test]
    fn groups_are_told_by_names_whatever_the_names_hold() {
        let fault = Fault::new(ErrorReason::JankenOpen).with("groups", "t1 t2; t3 t9");
        let text = super::fault(Words::new(Lang::En), &fault, &setup());
        assert_eq!(text, "the janken is still to be held: Stone Masons = 津山; 高専, t1 = t9");
    }

    #[test]
    fn a_team_is_told_by_its_name_and_an_unknown_one_by_its_code() {
        let words = Words::new(Lang::En);
        let told = |code: &str| {
            super::fault(words, &Fault::new(ErrorReason::AlreadyDisqualified).with("team", code), &setup())
        };
        assert_eq!(told("t1"), "Stone Masons is disqualified already");
        assert_eq!(told("t7"), "t7 is disqualified already");
    }
}
