//! The linter of the contest file's event: its plan, the scenarios of its games, its teams.
//!
//! It needs a readable contest file; the reader reports errors in the file itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::{Argument, Phrase, Value, phrases, toml_message_at};
use ishigaki_preset::{Error as PresetError, EventConfig};
use ishigaki_rules::TeamSpec;
use ishigaki_scenarios::lint::{Finding, Level};
use ishigaki_scenarios::{Basis, Contest, Error as ScenarioError, EventSpec, Located, PlanSource};
use ishigaki_tournament::{CompetitionPlan, GroupPlan, GroupPlanFault, GroupStage, Plan, Source};
use toml::de::DeTable;

use super::contest_event::{Error as ContestEventError, roster_errors};
use super::wording::chained;
use crate::planned_config;

const HELD: Basis = Basis::Text("basis-event-plan");
const SCENARIO: Basis = Basis::Text("basis-event-scenario");
const SIZE: Basis = Basis::Text("basis-group-size");
const GUEST: Basis = Basis::Text("basis-guests");
const ROSTER: Basis = Basis::Text("basis-roster");
const WOMEN: Basis = Basis::Text("basis-women");
const LEAGUES: Basis = Basis::Text("basis-leagues");
const ROUND_ROBIN: Basis = Basis::Text("basis-round-robin");

phrases! {
    enum EventWording = "lint" {
        LongRoster { lines, most };
        NoRoster;
        ShortRoster { lines, least };
        WomanUnused { team };
        UnknownGuest { stage, guest };
        LeftOut { team };
        StageOf { stage, teams, what };
        #[message("lint-stage-no-scenario")]
        NoScenario { stage, groups, teams, size };
        #[message("lint-stage-no-scenario-absent")]
        NoScenarioAbsent { stage, sizes };
        StageScenario { stage, what };
        NotPlayable { scenario, teams, why };
        BadScenario { scenario, why };
    }
}

/// Returns findings about the events of a contest file; empty without an event.
pub fn lint(file: &Path) -> Vec<Finding> {
    let Ok(contest) = Contest::load(file) else { return Vec::new() };
    let of_event = |event: &EventSpec| {
        let mut linter = Linter::new(file, event);
        if let Some(config) = linter.config(event) {
            linter.check(&contest, event, &config);
        }
        linter.findings
    };
    contest.events.iter().flat_map(of_event).collect()
}

struct Linter {
    event: String,
    contest: PathBuf,
    file: PathBuf,
    text: String,
    /// Set if the file contains the plan itself instead of a preset's name.
    is_plan: bool,
    findings: Vec<Finding>,
}

impl Linter {
    fn new(contest: &Path, event: &EventSpec) -> Self {
        let (file, text, is_plan) = match &event.plan {
            PlanSource::Preset(_) => {
                (contest.to_owned(), ishigaki_scenarios::read_text(contest).unwrap_or_default(), false)
            }
            PlanSource::File { name, text } => (contest.with_file_name(name), text.clone(), true),
        };
        Self {
            event: event.id.clone(),
            contest: contest.to_owned(),
            file,
            text,
            is_plan,
            findings: Vec::new(),
        }
    }

    fn find(&mut self, level: Level, offset: usize, what: impl Into<Value>, basis: Basis) {
        let at = located(&self.file, &self.text, offset, what.into(), basis);
        self.findings.push(Finding { level, at });
    }

    /// Reports all errors of the contest's teams as a roster, each at its team in the contest file.
    fn find_roster_errors(&mut self, errors: Vec<ContestEventError>, event: &EventSpec) {
        let text = ishigaki_scenarios::read_text(&self.contest).unwrap_or_default();
        for error in errors {
            let place = match &error {
                ContestEventError::Roster { source, .. } => {
                    let entrant = source.line().and_then(|line| event.entrants.get(line.checked_sub(1)?));
                    entrant.and_then(|entrant| team_place(&text, &entrant.team.code, source.field()))
                }
                _ => None,
            };
            let at = located(&self.contest, &text, place.unwrap_or_default(), chained(&error), ROSTER);
            self.findings.push(Finding { level: Level::Error, at });
        }
    }

    fn config(&mut self, event: &EventSpec) -> Option<EventConfig> {
        if self.is_plan
            && let Err(error) = read_plan(&self.text)
        {
            self.report_preset(&error);
            return None;
        }
        match planned_config::of(event) {
            Ok(config) => Some(config),
            Err(error) => {
                let key = match &error {
                    planned_config::Error::Config { source, .. } if !source.field().is_empty() => {
                        source.field()
                    }
                    _ => "preset",
                };
                self.find(Level::Error, self.place(None, key), chained(&error), HELD);
                None
            }
        }
    }

    fn report_preset(&mut self, error: &PresetError) {
        match error {
            PresetError::Shape(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                let text = toml_message_at(error.message(), &self.text, offset);
                self.find(Level::Error, offset, text, HELD);
            }
            PresetError::GroupPlan { fault } => {
                let (stage, key) = place_of(fault);
                let offset = self.place(stage, key);
                self.find(Level::Error, offset, fault, Basis::Rule(fault.rule()));
            }
            PresetError::Plan { fault } => {
                let offset = self.place(None, fault.field());
                self.find(Level::Error, offset, fault, Basis::Rule(fault.rule()));
            }
            other => self.find(Level::Error, 0, chained(other), HELD),
        }
    }

    /// Returns the position of a key: in the stage of this name, otherwise at the top or in the event's table;
    /// the start of that table, or of the file, if it is missing.
    fn place(&self, stage: Option<&str>, key: &str) -> usize {
        let (root, _) = DeTable::parse_recoverable(&self.text);
        let root = root.get_ref();
        let key = key.rsplit('.').next().unwrap_or(key);
        let found = match stage {
            Some(name) => stage_of(root, name).map(|(at, table)| place_in(table, key).unwrap_or(at)),
            None => place_in(root, key)
                .or_else(|| root.iter().find_map(|(_, value)| place_in(value.get_ref().as_table()?, key))),
        };
        let event = item_of(root, "event", "id", &self.event);
        let in_event = || event.map(|(at, table)| place_in(table, key).unwrap_or(at));
        found.or_else(in_event).unwrap_or_default()
    }

    fn check(&mut self, contest: &Contest, event: &EventSpec, config: &EventConfig) {
        if !event.entrants.is_empty() {
            self.find_roster_errors(roster_errors(event, config.plan()), event);
        }
        match config.plan() {
            CompetitionPlan::Leagues(plan) => self.check_leagues(event, plan),
            CompetitionPlan::Groups(plan) => {
                self.check_women(event);
                self.check_guests(event, plan);
                self.check_stages(event, plan);
                self.check_scenarios(contest, plan);
            }
        }
    }

    fn check_leagues(&mut self, event: &EventSpec, plan: &Plan) {
        let (players, least) = (event.entrants.len(), plan.least_players());
        if players == 0 {
            self.find(Level::Note, self.place(None, "preset"), EventWording::NoRoster, ROSTER);
        } else if players < least {
            let what = EventWording::ShortRoster { lines: players.into(), least: least.into() };
            self.find(Level::Error, self.place(None, "preset"), what, LEAGUES);
        }
        if let Some(most) = plan.most_players().filter(|most| players > *most) {
            let what = EventWording::LongRoster { lines: players.into(), most: most.into() };
            self.find(Level::Error, self.place(None, "preset"), what, ROUND_ROBIN);
        }
    }

    /// Reports women in an event without leagues, because only a women's final, which needs leagues, uses the
    /// mark.
    fn check_women(&mut self, event: &EventSpec) {
        if let Some(entrant) = event.entrants.iter().find(|entrant| entrant.woman) {
            let what = EventWording::WomanUnused { team: (&entrant.team.code).into() };
            self.find(Level::Warning, self.place(None, "preset"), what, WOMEN);
        }
    }

    fn check_guests(&mut self, event: &EventSpec, plan: &GroupPlan) {
        let teams = || event.entrants.iter().map(|entrant| &entrant.team);
        let is_team = |code: &String| teams().any(|team| team.code == *code);
        for stage in &plan.stages {
            for guest in guests(stage).filter(|guest| !is_team(guest)) {
                let what = EventWording::UnknownGuest { stage: (&stage.name).into(), guest: guest.into() };
                self.find(Level::Error, self.place(Some(&stage.name), "guests"), what, GUEST);
            }
        }
        let all: BTreeSet<&String> = plan.stages.iter().flat_map(guests).collect();
        let takes_roster = plan.stages.iter().any(|stage| stage.from.contains(&Source::Roster));
        if let Some(team) = teams().find(|team| !takes_roster && !all.contains(&team.code)) {
            let what = EventWording::LeftOut { team: (&team.code).into() };
            self.find(Level::Error, self.place(None, "stage"), what, GUEST);
        }
    }

    /// Reports groups without a scenario of their size, and impossible groups: errors with all teams present,
    /// warnings with absences.
    fn check_stages(&mut self, event: &EventSpec, plan: &GroupPlan) {
        let mut expected = ExpectedTeams::default();
        for stage in &plan.stages {
            let teams = expected.teams(event, plan, stage);
            // The output of an earlier stage is certain only without absences and disqualifications.
            let is_sure = stage.from.iter().all(|from| matches!(from, Source::Roster | Source::Guests(_)));
            let level = if is_sure { Level::Error } else { Level::Warning };
            let groups = match stage.size.groups(teams) {
                Ok(groups) => groups,
                Err(_) if teams < 2 => usize::from(teams > 0),
                Err(fault) => {
                    let (name, what) = ((&stage.name).into(), fault.argument());
                    let what = EventWording::StageOf { stage: name, teams: teams.into(), what };
                    self.find(level, self.place(Some(&stage.name), "groups"), what, SIZE);
                    1
                }
            };
            expected.close(stage, teams, groups);
            let sizes: BTreeSet<usize> = match groups {
                0 => BTreeSet::new(),
                groups => [teams / groups, teams.div_ceil(groups)].into(),
            };
            let lacks =
                |size: &usize| *size > 1 && !stage.variants.is_empty() && stage.variant(*size).is_none();
            for size in sizes.iter().copied().filter(lacks) {
                let what = EventWording::NoScenario {
                    stage: (&stage.name).into(),
                    groups: groups.into(),
                    teams: teams.into(),
                    size: size.into(),
                };
                self.find(level, self.place(Some(&stage.name), "game"), what, SCENARIO);
            }
            let others: Vec<String> = (4..=8)
                .filter(|size| lacks(size) && !sizes.contains(size))
                .map(|size| size.to_string())
                .collect();
            if !others.is_empty() {
                let (name, sizes) = ((&stage.name).into(), others.join(", ").into());
                let what = EventWording::NoScenarioAbsent { stage: name, sizes };
                self.find(Level::Warning, self.place(Some(&stage.name), "game"), what, SCENARIO);
            }
        }
    }

    /// Reports missing or unplayable scenarios, and findings in scenario files next to the contest file.
    fn check_scenarios(&mut self, contest: &Contest, plan: &GroupPlan) {
        // Entries without a number of teams apply to many, and several stages may share a scenario.
        let (mut reported, mut files) = (BTreeSet::new(), BTreeSet::new());
        for stage in &plan.stages {
            for variant in &stage.variants {
                for name in std::iter::once(&variant.scenario).chain(&variant.spare) {
                    let Some((what, within)) = misfit(contest, name, variant.teams) else {
                        files.insert(name);
                        continue;
                    };
                    if reported.insert((&stage.name, name)) {
                        let (name, what) = ((&stage.name).into(), what.into());
                        let what = EventWording::StageScenario { stage: name, what };
                        self.find(Level::Error, self.place(Some(&stage.name), "game"), what, SCENARIO);
                        let of_file = within.into_iter().map(|at| Finding { level: Level::Error, at });
                        self.findings.extend(of_file);
                    }
                }
            }
        }
        let is_file = |name: &&String| {
            name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending == "toml")
        };
        for name in files.into_iter().filter(is_file) {
            let path = self.contest.with_file_name(name);
            self.findings.extend(ishigaki_scenarios::lint::file(&path).findings);
        }
    }
}

/// Returns why this number of teams can't play a scenario, and findings in its file.
fn misfit(contest: &Contest, name: &str, teams: u32) -> Option<(Phrase, Vec<Located>)> {
    let count = usize::try_from(teams).unwrap_or(usize::MAX);
    match contest.scenario(name) {
        Ok(scenario) => {
            let fault = scenario.variant(count).setup(some_teams(count)).err()?;
            let why = Phrase::from(&fault).into();
            let (scenario, teams) = (name.into(), teams.into());
            Some((EventWording::NotPlayable { scenario, teams, why }.into(), Vec::new()))
        }
        Err(error) => {
            let what = Phrase::from(&error);
            if let ScenarioError::Faulty { faults } = error {
                return Some((what, faults));
            }
            Some((EventWording::BadScenario { scenario: name.into(), why: what.into() }.into(), Vec::new()))
        }
    }
}

/// Number of teams that advance from the stages if all are present.
#[derive(Default)]
struct ExpectedTeams {
    closed: Vec<(String, usize, usize)>,
}

impl ExpectedTeams {
    fn teams(&self, event: &EventSpec, plan: &GroupPlan, stage: &GroupStage) -> usize {
        let of = |name: &String| self.closed.iter().find(|(closed, ..)| closed == name);
        let all: BTreeSet<&String> = plan.stages.iter().flat_map(guests).collect();
        let of_roster = event.entrants.iter().filter(|entrant| !all.contains(&entrant.team.code)).count();
        let from = stage.from.iter().map(|source| match source {
            Source::Roster => of_roster,
            Source::Advanced(name) => of(name).map_or(0, |(_, _, advance)| *advance),
            Source::Repechage(name) => of(name).map_or(0, |(_, teams, advance)| teams - advance),
            Source::Guests(guests) => guests.len(),
        });
        from.sum::<usize>().min(event.entrants.len())
    }

    fn close(&mut self, stage: &GroupStage, teams: usize, groups: usize) {
        let best = groups.saturating_mul(stage.quota.per_group).saturating_add(stage.quota.best_rest);
        self.closed.push((stage.name.clone(), teams, best.min(teams)));
    }
}

fn guests(stage: &GroupStage) -> impl Iterator<Item = &String> {
    stage.from.iter().flat_map(|source| match source {
        Source::Guests(guests) => guests.as_slice(),
        Source::Roster | Source::Advanced(_) | Source::Repechage(_) => &[],
    })
}

fn some_teams(count: usize) -> Vec<TeamSpec> {
    let team = |at| TeamSpec { code: format!("t{at}"), name: format!("t{at}") };
    (0..count).map(team).collect()
}

/// Checks the text of a plan: of groups if it has stages.
fn read_plan(text: &str) -> Result<(), PresetError> {
    let (root, _) = DeTable::parse_recoverable(text);
    if root.get_ref().contains_key("stage") {
        return ishigaki_preset::read_groups(text).map(drop);
    }
    ishigaki_preset::read(text).map(drop)
}

fn place_of(fault: &GroupPlanFault) -> (Option<&str>, &'static str) {
    let stage = match fault {
        GroupPlanFault::NoStage | GroupPlanFault::SeedDigits { .. } => None,
        GroupPlanFault::Name { stage }
        | GroupPlanFault::Source { stage }
        | GroupPlanFault::Size { stage, .. }
        | GroupPlanFault::TwoSizes { stage }
        | GroupPlanFault::PerGroup { stage, .. }
        | GroupPlanFault::Variant { stage, .. } => Some(stage.as_str()),
    };
    (stage, fault.field())
}

fn stage_of<'a, 'i>(root: &'a DeTable<'i>, name: &str) -> Option<(usize, &'a DeTable<'i>)> {
    item_of(root, "stage", "name", name)
}

/// Returns the table of an array of tables whose key has this value.
fn item_of<'a, 'i>(
    root: &'a DeTable<'i>,
    list: &str,
    key: &str,
    value: &str,
) -> Option<(usize, &'a DeTable<'i>)> {
    root.get(list)?.get_ref().as_array()?.iter().find_map(|item| {
        let table = item.get_ref().as_table()?;
        let found = table.get(key)?.get_ref().as_str()?;
        (found == value).then(|| (item.span().start, table))
    })
}

/// Returns the position of a member of a team in a contest file, or else of its table.
fn team_place(text: &str, team: &str, member: &str) -> Option<usize> {
    let (root, _) = DeTable::parse_recoverable(text);
    let (at, table) = item_of(root.get_ref(), "team", "id", team)?;
    Some(place_in(table, member).unwrap_or(at))
}

fn located(file: &Path, text: &str, offset: usize, what: Value, basis: Basis) -> Located {
    let (line, column) = ishigaki_scenarios::line_and_column(text, offset);
    Located { file: file.to_string_lossy().into_owned(), line, column, what, why: basis }
}

fn place_in(table: &DeTable<'_>, key: &str) -> Option<usize> {
    table.get_key_value(key).map(|(name, _)| name.span().start)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns the findings in a contest with this number of teams and these files next to it.
    fn found(teams: usize, event: &str, files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let team = |at: usize| format!("[[team]]\nid = \"t{at}\"\nname = \"Team {at}\"\n");
        let dated = "lottery_date = \"2026-12-05\"\n";
        let contest =
            format!("[[event]]\nid = \"cup\"\n{dated}{event}{}", (1..=teams).map(team).collect::<String>());
        fs::write(folder.path().join("contest.toml"), contest).unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let root = format!("{}/", folder.path().display());
        let findings = lint(&folder.path().join("contest.toml"));
        findings.iter().map(|finding| finding.to_string().replace(&root, "")).collect()
    }

    /// Returns a plan of heats and a final, with `heats` in the table of the heats.
    fn plan(heats: &str) -> String {
        let lottery = |digits| format!("[[lottery]]\nname = \"Cash\"\ndigits = {digits}\n");
        let lotteries: String = [3, 4, 4, 4].map(lottery).concat();
        format!(
            "name = \"own\"\ntitle = \"A day\"\n{lotteries}[[stage]]\nname = \"heats\"\nroster = true\nper_group = 1\n\
             {heats}[[stage]]\nname = \"final\"\nadvanced = [\"heats\"]\ngroups = 1\nper_group = 0\n"
        )
    }

    #[track_caller]
    fn assert_found(teams: usize, heats: &str, expected: &[&str]) {
        assert_eq!(found(teams, "plan = \"plan.toml\"\n", &[("plan.toml", &plan(heats))]), expected);
    }

    #[test]
    fn shipped_presets_and_custom_plan_are_in_order() {
        assert_eq!(found(40, "preset = \"ishigaki\"\n", &[]), [""; 0]);
        assert_eq!(found(24, "preset = \"M42\"\n", &[]), [""; 0]);
        assert_found(12, "target = 6\ngame = [{ scenario = \"heat-7\", spare = \"heat-7-spare\" }]\n", &[]);
        assert_found(12, "", &[]);
    }

    #[test]
    fn lottery_without_date_is_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("contest.toml");
        fs::write(&file, "[[event]]\nid = \"cup\"\npreset = \"M42\"\n").unwrap();
        let [finding] = lint(&file).try_into().unwrap();
        assert_eq!((finding.level, finding.at.line), (Level::Error, 1));
        assert!(finding.to_string().contains("lottery_date"), "{finding}");
    }

    #[test]
    fn unknown_preset_and_wrong_number_of_players_are_found() {
        let unknown = "contest.toml:4:1: error: invalid event cup in the contest file: unknown preset \"M43\"; known: \
                       M42, O18, MX, swiss, round-robin, ishigaki (TG1: an event has a plan)";
        assert_eq!(found(8, "preset = \"M43\"\n", &[]), [unknown]);
        let few = "contest.toml:4:1: error: the event's roster has 7 lines; its leagues need at least 8 (TL3: at least 2 players \
                   per league)";
        assert_eq!(found(7, "preset = \"M42\"\n", &[]), [few]);
        let many = "contest.toml:4:1: error: the event's roster has 25 lines; in this round robin, at most 24 players can all meet \
                    (TS2: all players meet each other)";
        assert_eq!(found(25, "preset = \"round-robin\"\n", &[]), [many]);
    }

    #[test]
    fn invalid_plan_is_reported_with_position_and_rule() {
        let unknown = "plan.toml:19:1: error: unknown field `goals`, expected one of `name`, `roster`, `advanced`, \
                       `repechage`, `guests`, `target`, `groups`, `per_group`, `best_rest`, `game` (TG1: an event has a plan)";
        assert_found(12, "goals = 6\n", &[unknown]);
        let target = "plan.toml:19:1: error: stage.target (TG1): stage \"heats\": 9 teams per group, expected 4 to 8 (TG1)";
        assert_found(12, "target = 9\n", &[target]);
        let twice = "plan.toml:19:1: error: stage.game (TG1): stage \"heats\": a game of 6 teams is listed twice, out of range (2 to 16), \
                     or has no scenario (TG1)";
        assert_found(
            12,
            "game = [{ teams = 6, scenario = \"heat-7\" }, { teams = 6, scenario = \"heat-9\" }]\n",
            &[twice],
        );
        let groups = "plan.toml:19:1: error: stage \"heats\" of 12 teams: can't form 7 groups of 2 to 16 teams (TG1: groups of 2 \
                      to 16 teams)";
        let first = found(12, "plan = \"plan.toml\"\n", &[("plan.toml", &plan("groups = 7\n"))]);
        assert_eq!(first.first().map(String::as_str), Some(groups));
    }

    #[test]
    fn missing_scenario_for_group_size_is_reported() {
        let of_six = "target = 6\ngame = [{ teams = 6, scenario = \"heat-7\" }]\n";
        let absent = "plan.toml:20:1: warning: stage.game: stage \"heats\" has no scenario for games of 4, 5, 7, 8 teams, which \
                      absences can cause (TG1: a stage needs a scenario for each group size)";
        assert_found(12, of_six, &[absent]);
        let seven = "plan.toml:20:1: error: stage.game: stage \"heats\" has 13 teams in 2 groups, but no scenario for 7 \
                     teams (TG1: a stage needs a scenario for each group size)";
        let found = found(13, "plan = \"plan.toml\"\n", &[("plan.toml", &plan(of_six))]);
        assert_eq!(found.first().map(String::as_str), Some(seven));
    }

    #[test]
    fn name_with_control_character_is_reported() {
        let team = "preset = \"ishigaki\"\n[[team]]\nid = \"x\"\nname = \"B\\tX\"\n";
        let found = found(12, team, &[]);
        let control = "contest.toml:7:1: error: the teams of the contest file are not a valid roster for event cup: roster line 1 has \
                       a control character (TD4: roster ids and names have no control characters)";
        assert!(found.contains(&control.to_owned()), "{found:?}");
    }

    #[test]
    fn roster_errors_of_a_contest_file_are_all_found() {
        let player = |at: usize, more: &str| format!("[[team]]\nid = \"p{at}\"\n{more}\n");
        let players = [
            player(1, "name = \"B\\tX\""),
            player(2, "name = \"A\"\nseed = \"Z\""),
            player(3, "name = \"C\""),
            player(4, "name = \"D\\u0007\"\nseed = \"Y\""),
        ];
        let found = found(8, &format!("preset = \"M42\"\n{}", players.concat()), &[]);
        let places: Vec<&str> = found.iter().filter_map(|finding| finding.split(" error").next()).collect();
        let expected =
            ["contest.toml:7:1:", "contest.toml:11:1:", "contest.toml:17:1:", "contest.toml:18:1:"];
        assert_eq!(places, expected, "{found:?}");
    }

    #[test]
    fn league_only_team_keys_are_reported_in_group_event() {
        let team =
            |more: &str| format!("preset = \"ishigaki\"\n[[team]]\nid = \"x\"\nname = \"X\"\n{more}\n");
        let woman = "contest.toml:4:1: warning: `woman` of team \"x\" is not used in an event in groups (TK3: a women's final \
                     needs leagues)";
        assert_eq!(found(12, &team("woman = true"), &[]), [woman]);
        let seed = found(12, &team("seed = \"A\""), &[]);
        assert!(seed.len() == 1 && seed[0].contains("error") && seed[0].contains("seed"), "{seed:?}");
    }

    #[test]
    fn unusable_scenarios_and_unknown_guests_are_found() {
        let unknown = found(
            12,
            "plan = \"plan.toml\"\n",
            &[("plan.toml", &plan("game = [{ scenario = \"heat-8\" }]\n"))],
        );
        let what = "plan.toml:19:1: error: stage.game: stage \"heats\": scenario \"heat-8\": unknown scenario \"heat-8\"";
        assert!(unknown.len() == 1 && unknown[0].starts_with(what), "{unknown:?}");
        let broken =
            [("plan.toml", &*plan("game = [{ scenario = \"own.toml\" }]\n")), ("own.toml", "money = 1\n")];
        let broken = found(12, "plan = \"plan.toml\"\n", &broken);
        assert!(broken.len() == 5 && broken[0].contains("scenario \"own.toml\" has 4 errors"), "{broken:?}");
        assert!(broken[1..].iter().all(|fault| fault.starts_with("own.toml:")), "{broken:?}");
        let guest = "plan.toml:19:1: error: guest \"abroad\" of stage \"heats\" is not a team of the contest (TG5: guests are on the \
                     roster)";
        assert_found(12, "guests = [\"abroad\"]\n", &[guest]);
    }
}
