//! Rejections with the names of teams instead of the codes in faults.

use std::collections::BTreeMap;

use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Setup, TeamId};
use ishigaki_words::Words;

/// First of the private-use characters that replace teams while a sentence is built, so no sentence contains
/// them.
const FIRST_MARK: u32 = 0xe000;
const MAX_MARKS: u32 = 6_400;

/// Codes in a fault are separated by blanks, which names may contain: so each code becomes a single character
/// first, and a name in the finished sentence.
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
    // In one pass, so that names are not replaced again.
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

fn mark(setup: &Setup, code: &str) -> String {
    let team = setup.team_ids().zip(&setup.teams).find(|(_, team)| team.code == code);
    team.and_then(|(team, _)| mark_of(team)).map_or_else(|| code.to_owned(), String::from)
}

fn mark_of(team: TeamId) -> Option<char> {
    let place = u32::try_from(team.index()).ok().filter(|&place| place < MAX_MARKS)?;
    char::from_u32(FIRST_MARK + place)
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
    fn janken_groups_are_named_despite_separators_in_names() {
        let fault = Fault::new(ErrorReason::JankenOpen).with("groups", "t1 t2; t3 t9");
        let text = super::fault(Words::new(Lang::En), &fault, &setup());
        assert_eq!(text, "janken needed: Stone Masons = 津山; 高専, t1 = t9");
    }

    #[test]
    fn team_is_named_and_unknown_team_shown_by_code() {
        let words = Words::new(Lang::En);
        let fault_text = |code: &str| {
            super::fault(words, &Fault::new(ErrorReason::AlreadyDisqualified).with("team", code), &setup())
        };
        assert_eq!(fault_text("t1"), "Stone Masons is already disqualified");
        assert_eq!(fault_text("t7"), "t7 is already disqualified");
    }
}
