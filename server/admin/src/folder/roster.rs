//! Makes an event's contest file from a roster's file.

use std::fmt;
use std::path::PathBuf;

use ishigaki_preset::EventConfig;
use ishigaki_roster::{IdRule, RosterFileError, RosterMember, RosterRemark, RosterRules, read_roster};
use ishigaki_scenarios::{ENTRANT_TEXTS, LONGEST_TEAM_ID};
use ishigaki_tournament::Plan;

/// A roster's file with its event.
#[derive(Clone, Debug)]
pub struct RosterFile {
    pub path: PathBuf,
    pub event: String,
    pub preset: String,
    pub lottery_date: String,
}

/// Error of an invalid roster file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidRoster {
    pub path: PathBuf,
    /// All errors with their positions, at least one.
    pub errors: Vec<RosterFileError>,
}

impl fmt::Display for InvalidRoster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        let lines: Vec<_> = self.errors.iter().map(|error| error.in_file(&path).to_string()).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for InvalidRoster {}

/// Mark of a roster that isn't a text.
const WOMAN: &str = "woman";

impl RosterFile {
    /// Returns the contest file's text for this roster, and remarks about the roster.
    ///
    /// # Errors
    ///
    /// Returns all errors, or only those of the header row.
    pub fn contest(&self, bytes: &[u8]) -> Result<(String, Vec<RosterRemark>), InvalidRoster> {
        let classes = self
            .leagues()
            .map(|plan| plan.seed_classes.iter().map(|class| class.name.clone()).collect::<Vec<_>>());
        let ids = IdRule::Team { longest: LONGEST_TEAM_ID };
        let draft = read_roster(bytes, RosterRules { seed_classes: classes.as_deref(), ids })
            .map_err(|errors| InvalidRoster { path: self.path.clone(), errors })?;
        let teams: String = draft.members.iter().map(team).collect();
        Ok((self.event_table() + &teams, draft.remarks))
    }

    fn event_table(&self) -> String {
        let [id, preset, date] = [&self.event, &self.preset, &self.lottery_date].map(|text| quoted(text));
        format!("[[event]]\nid = {id}\npreset = {preset}\nlottery_date = {date}\n")
    }

    /// The event's plan if it is in leagues.
    fn leagues(&self) -> Option<Plan> {
        // An invalid plan is reported when the contest file is read.
        let config = EventConfig::of(&serde_json::json!({ "preset": self.preset })).ok()?;
        config.plan().leagues().cloned()
    }
}

/// A line of the roster as a team's table.
fn team(member: &RosterMember) -> String {
    let texts = ["id", "name"]
        .into_iter()
        .chain(ENTRANT_TEXTS)
        .map(|name| (name, member.text(name)))
        .filter(|(_, text)| !text.is_empty());
    let mut lines: Vec<String> = texts.map(|(name, text)| format!("{name} = {}", quoted(text))).collect();
    if member.values.get(WOMAN) == Some(&true.into()) {
        lines.push(format!("{WOMAN} = true"));
    }
    format!("\n[[team]]\n{}\n", lines.join("\n"))
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ishigaki_rules::TeamSpec;
    use ishigaki_scenarios::{Contest, EntrantSpec};

    use super::*;

    pub(super) fn roster() -> RosterFile {
        RosterFile {
            path: "teams.csv".into(),
            event: "kosen-18".into(),
            preset: "ishigaki".into(),
            lottery_date: "2026-12-05".into(),
        }
    }

    #[test]
    fn roster_becomes_contest_file() {
        let sheet =
            "番号,チーム名,ふりがな,電話番号\nt1,津山高専,つやまこうせん,090\nt2,\"Kosen, \"\"Two\"\"\",,\n";
        let (text, remarks) = roster().contest(sheet.as_bytes()).unwrap();
        assert_eq!(remarks, [RosterRemark::LeftOut { name: "電話番号".into() }]);
        let contest = Contest::parse("contest.toml", &text).unwrap();
        let teams: Vec<_> = contest.teams.iter().map(|team| (&*team.code, &*team.name)).collect();
        assert_eq!(teams, [("t1", "津山高専"), ("t2", "Kosen, \"Two\"")]);
        let event = &contest.events[0];
        assert_eq!(event.entrants[0].texts["kana"], "つやまこうせん");
    }

    #[test]
    fn seeds_and_women_are_read_only_for_leagues() {
        let sheet = "id,name,romaji,seed,woman\nP1,佐藤,Sato,A,○\nP2,Ito,,,no\n";
        let leagues = RosterFile { preset: "M42".into(), ..roster() };
        let (text, _) = leagues.contest(sheet.as_bytes()).unwrap();
        let entrants = Contest::parse("contest.toml", &text).unwrap().events[0].entrants.clone();
        let team = |code: &str, name: &str| TeamSpec { code: code.into(), name: name.into() };
        let texts = [("romaji", "Sato".into()), ("seed", "A".into())].into();
        let expected = [
            EntrantSpec { team: team("P1", "佐藤"), texts, woman: true },
            EntrantSpec { team: team("P2", "Ito"), texts: BTreeMap::new(), woman: false },
        ];
        assert_eq!(entrants, expected);
        let (groups, remarks) = roster().contest(sheet.as_bytes()).unwrap();
        assert!(!groups.contains("seed") && !groups.contains("woman"), "{groups}");
        assert_eq!(remarks.len(), 2);
    }

    #[test]
    fn every_fault_has_its_file_and_line() {
        let error = roster().contest("id,name\n-x,A\nt1,\n高専,B\n".as_bytes()).unwrap_err();
        let lines: Vec<u64> = error.errors.iter().map(|error| error.line).collect();
        assert_eq!(lines, [2, 3, 4]);
        let text = error.to_string();
        assert!(text.lines().all(|line| line.starts_with("teams.csv, line ")), "{text}");
    }
}
