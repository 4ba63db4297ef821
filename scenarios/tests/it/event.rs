//! A contest file that asks for an event: its teams are the roster, and no game has to stand in it.

use ishigaki_rules::ClosePolicy;
use ishigaki_scenarios::lint::{self, Level};
use ishigaki_scenarios::{Contest, EntrantSpec, Error, EventSpec, PlanSource, Scenario};

const TEAMS: &str = "\
[[team]]
id = \"a\"
name = \"津山\"
kana = \"ツヤマ\"

[[team]]
id = \"b\"
name = \"Kosen Two\"
";

#[test]
fn an_event_needs_no_game_and_takes_the_teams_for_its_roster() {
    let more = "seed = \"A\"\nwoman = true\n";
    let text =
        format!("{TEAMS}{more}[event]\nid = \"kosen-18\"\npreset = \"ishigaki\"\nclose = \"all-sealed\"\n");
    let contest = Contest::parse("c.toml", &text).unwrap();
    assert!(contest.games().is_empty());
    let expected = EventSpec {
        id: "kosen-18".into(),
        title: None,
        title_ja: None,
        lottery_date: None,
        plan: PlanSource::Preset("ishigaki".into()),
        entrants: vec![
            EntrantSpec { kana: "ツヤマ".into(), ..EntrantSpec::default() },
            EntrantSpec { seed: Some("A".into()), woman: true, ..EntrantSpec::default() },
        ],
        close: Some(ClosePolicy::WhenAllSealed),
    };
    assert_eq!(contest.event, Some(expected));
    assert!(lint::contest("c.toml", &text).findings.iter().all(|finding| finding.level != Level::Error));
}

#[test]
fn an_event_whose_roster_the_organiser_sets_needs_no_team_and_one_alone_is_none() {
    let event = "[event]\nid = \"meijin\"\npreset = \"M42\"\n";
    let contest = Contest::parse("c.toml", event).unwrap();
    assert!(contest.teams.is_empty() && contest.event.is_some_and(|event| event.entrants.is_empty()));
    let alone = format!("{event}[[team]]\nid = \"a\"\nname = \"A\"\n");
    let found = Contest::parse("c.toml", &alone).unwrap_err();
    assert!(found[0].to_string().contains("the event's roster has 1 team"), "{found:?}");
}

#[test]
fn what_is_wrong_with_an_event_is_told_by_its_place() {
    let check = |rest: &str, faults: &[&str]| {
        let found = Contest::parse("c.toml", &format!("{TEAMS}{rest}")).unwrap_err();
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(told, faults);
    };
    check(
        "[event]\npreset = \"ishigaki\"\n",
        &["c.toml:9:1: this event has no `id` (the file format, scenarios/README.md)"],
    );
    check(
        "[event]\nid = \"X\"\npreset = \"ishigaki\"\n",
        &[
            "c.toml:10:6: `id` is \"X\"; it takes 1 to 32 of a-z 0-9, and after the first - (the file format, scenarios/README.md)",
        ],
    );
    check(
        "[event]\nid = \"x\"\n",
        &["c.toml:9:1: this event has neither a `preset` nor a `plan` (TG: an event is held by a plan)"],
    );
    check(
        "[event]\nid = \"x\"\nplan = \"../p.toml\"\n",
        &["c.toml:11:8: \"../p.toml\" is no file in the contest's folder (TG: an event is held by a plan)"],
    );
    check(
        "[event]\nid = \"x\"\npreset = \"ishigaki\"\nplan = \"p.toml\"\n",
        &["c.toml:12:8: `plan` stands beside `preset`; it is one of them (TG: an event is held by a plan)"],
    );
    check(
        "[event]\nid = \"x\"\npreset = \"ishigaki\"\n[[game]]\nid = \"x-heats-1\"\nscenario = \"tiny-2\"\n",
        &[
            "c.toml:12:1: game \"x-heats-1\" is called as the event's own games are, x-STAGE-GROUP (ids are unique)",
        ],
    );
}

#[test]
fn a_plan_and_scenarios_of_an_event_are_found_beside_the_contest_file_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contest.toml");
    std::fs::write(folder.path().join("plan.toml"), "name = \"own\"\n").unwrap();
    std::fs::write(folder.path().join("mine.toml"), ishigaki_scenarios::builtin("tiny-2").unwrap()).unwrap();
    std::fs::write(&file, format!("{TEAMS}[event]\nid = \"x\"\nplan = \"plan.toml\"\n")).unwrap();
    let contest = Contest::load(&file).unwrap();
    let plan = PlanSource::File { name: "plan.toml".into(), text: "name = \"own\"\n".into() };
    assert_eq!(contest.event.as_ref().unwrap().plan, plan);
    assert_eq!(contest.scenario("mine.toml").unwrap().name, "mine");
    assert_eq!(contest.scenario("heat-7").unwrap().name, "heat-7");
    for away in ["../mine.toml", "/etc/passwd.toml"] {
        assert!(matches!(contest.scenario(away), Err(Error::Outside { .. })), "{away}");
    }
}

#[test]
fn a_variant_has_stones_in_proportion_to_its_teams_and_nothing_else_changed() {
    let made = Scenario::find("heat-7").unwrap();
    assert_eq!(made.clone().variant(7), made, "as many as it is made for");
    for teams in 2..=16_u32 {
        let variant = made.clone().variant(teams as usize);
        for (lot, of) in variant.lots.iter().zip(&made.lots) {
            assert_eq!(lot.copies, (of.copies * teams).div_ceil(7), "{teams} teams");
            assert_eq!((&lot.code, &lot.shape, lot.min_price), (&of.code, &of.shape, of.min_price));
        }
        let rest = Scenario { lots: made.lots.clone(), made_for: made.made_for, ..variant };
        assert_eq!(rest, made);
    }
    let any = Scenario { made_for: None, ..made };
    assert_eq!(any.clone().variant(4), any, "nobody knows in which proportion");
}
