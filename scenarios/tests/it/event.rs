//! A contest file with an event: its teams are the roster, and it needs no game.

use ishigaki_rules::{ClosePolicy, TeamSpec};
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

fn team(code: &str, name: &str) -> TeamSpec {
    TeamSpec { code: code.into(), name: name.into() }
}

/// A contest of five players in three divisions, with these events.
fn divided(events: &[(&str, &str)]) -> String {
    let players = [("a", ""), ("b", "女子"), ("c", "女子"), ("d", "小学生以下"), ("e", "")];
    let player = |(id, division): (&str, &str)| {
        let division =
            if division.is_empty() { String::new() } else { format!("division = \"{division}\"\n") };
        format!("[[team]]\nid = \"{id}\"\nname = \"{id}\"\n{division}")
    };
    let event = |(id, more): &(&str, &str)| format!("[[event]]\nid = \"{id}\"\npreset = \"M42\"\n{more}");
    players.map(player).concat() + &events.iter().map(event).collect::<String>()
}

#[test]
fn events_take_the_teams_of_their_divisions() {
    let text = divided(&[("meijin", ""), ("women", "division = \"女子\"\n")]);
    let contest = Contest::parse("c.toml", &text).unwrap();
    let codes = |id: &str| {
        let event = contest.event(id).unwrap();
        event.entrants.iter().map(|entrant| entrant.team.code.as_str()).collect::<String>()
    };
    assert_eq!((codes("meijin"), codes("women")), ("ade".into(), "bc".into()));
}

#[test]
fn divisions_without_teams_or_events_are_reported() {
    for (events, expected) in [
        (&[("m", ""), ("n", "")][..], &["lint-division-missing"][..]),
        (
            &[("m", ""), ("n", "division = \"女子\"\n"), ("o", "division = \"女子\"\n")],
            &["lint-division-taken"],
        ),
        (&[("m", ""), ("n", "division = \"大学生\"\n")], &["lint-event-teams"]),
        (&[("m", ""), ("n", "division = \"小学生以下\"\n")], &["lint-event-teams"]),
        (&[("m", "division = \"女子\"\n")], &["lint-no-division"; 3]),
        (&[("m", ""), ("m", "division = \"女子\"\n")], &["lint-id-taken"]),
        (&[("m", ""), ("m-x", "division = \"女子\"\n")], &["lint-events-own-id"]),
    ] {
        let found = Contest::parse("c.toml", &divided(events)).unwrap_err();
        let mut codes: Vec<String> =
            found.iter().map(|fault| fault.code().split(' ').nth(1).unwrap_or_default().to_owned()).collect();
        codes.sort();
        assert_eq!(codes, expected, "{events:?}");
    }
}

#[test]
fn event_without_games_uses_teams_as_roster() {
    let more = "seed = \"A\"\nwoman = true\n";
    let text =
        format!("{TEAMS}{more}[[event]]\nid = \"kosen-18\"\npreset = \"ishigaki\"\nclose = \"all-sealed\"\n");
    let contest = Contest::parse("c.toml", &text).unwrap();
    assert!(contest.games().is_empty());
    let expected = EventSpec {
        id: "kosen-18".into(),
        title: None,
        title_ja: None,
        lottery_date: None,
        plan: PlanSource::Preset("ishigaki".into()),
        division: None,
        slip_check: None,
        entrants: vec![
            EntrantSpec {
                team: team("a", "津山"), texts: [("kana", "ツヤマ".into())].into(), woman: false
            },
            EntrantSpec { team: team("b", "Kosen Two"), texts: [("seed", "A".into())].into(), woman: true },
        ],
        close: Some(ClosePolicy::WhenAllSealed),
    };
    assert_eq!(contest.events, [expected]);
    assert!(lint::contest("c.toml", &text).findings.iter().all(|finding| finding.level != Level::Error));
}

#[test]
fn organisers_roster_event_needs_no_team_and_one_is_too_few() {
    let event = "[[event]]\nid = \"meijin\"\npreset = \"M42\"\n";
    let contest = Contest::parse("c.toml", event).unwrap();
    assert!(contest.teams.is_empty() && contest.events.iter().all(|event| event.entrants.is_empty()));
    let alone = format!("{event}[[team]]\nid = \"a\"\nname = \"A\"\n");
    let found = Contest::parse("c.toml", &alone).unwrap_err();
    assert!(found[0].code().contains(" lint-event-teams "), "{found:?}");
}

#[test]
fn event_faults_report_position_and_rule() {
    for (rest, place, basis) in [
        ("preset = \"ishigaki\"\n", "9:1 lint-no-key ", "(basis-format)"),
        ("id = \"X\"\npreset = \"ishigaki\"\n", "10:6 lint-event-id ", "(basis-format)"),
        ("id = \"x\"\n", "9:1 lint-no-plan ", "(basis-event-plan)"),
        ("id = \"x\"\nplan = \"../p.toml\"\n", "11:8 lint-not-beside ", "(basis-event-plan)"),
        (
            "id = \"x\"\npreset = \"ishigaki\"\nplan = \"p.toml\"\n",
            "12:8 lint-preset-and-plan ",
            "(basis-event-plan)",
        ),
        (
            "id = \"x\"\npreset = \"ishigaki\"\n[[game]]\nid = \"x-heats-1\"\nscenario = \"tiny-2\"\n",
            "12:1 lint-events-own-id ",
            "(basis-unique)",
        ),
    ] {
        let found = Contest::parse("c.toml", &format!("{TEAMS}[[event]]\n{rest}")).unwrap_err();
        let [fault] = &found[..] else { panic!("{rest}: {found:?}") };
        let code = fault.code();
        assert!(code.starts_with(place) && code.ends_with(basis), "{rest}: {code}");
    }
}

#[test]
fn plan_and_scenarios_load_only_from_contest_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("contest.toml");
    std::fs::write(folder.path().join("plan.toml"), "name = \"own\"\n").unwrap();
    std::fs::write(folder.path().join("mine.toml"), ishigaki_scenarios::builtin("tiny-2").unwrap()).unwrap();
    std::fs::write(&file, format!("{TEAMS}[[event]]\nid = \"x\"\nplan = \"plan.toml\"\n")).unwrap();
    let contest = Contest::load(&file).unwrap();
    let plan = PlanSource::File { name: "plan.toml".into(), text: "name = \"own\"\n".into() };
    assert_eq!(contest.events[0].plan, plan);
    assert_eq!(contest.scenario("mine.toml").unwrap().name, "mine");
    assert_eq!(contest.scenario("heat-7").unwrap().name, "heat-7");
    for away in ["../mine.toml", "/etc/passwd.toml"] {
        assert!(matches!(contest.scenario(away), Err(Error::Outside { .. })), "{away}");
    }
}

#[test]
fn variant_has_stones_in_proportion_and_nothing_else_changed() {
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
