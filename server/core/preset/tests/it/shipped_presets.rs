//! The shipped presets, and invalid preset files.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_preset::{Error, EventConfig, ISHIGAKI, commitment, names, read, read_groups, shipped, text};
use ishigaki_tournament::{GroupPlanFault, PlanFault, Round, Source};
use serde_json::json;

fn changed(name: &str, line: &str, by: &str) -> Result<ishigaki_preset::Preset, Error> {
    let text = text(name).expect("a shipped preset");
    assert!(text.contains(line), "{line}");
    read(&text.replacen(line, by, 1))
}

#[test]
fn shipped_presets_parse_with_matching_name() {
    for name in names() {
        let preset = read(text(name).expect("its text")).expect("a preset");
        assert_eq!((preset.name.as_str(), shipped(name)), (name, Some(preset.clone())));
    }
    assert_eq!(names().count(), 5);
    assert_eq!(shipped("M43"), None);
}

#[test]
fn round_start_times_follow_m42_timetable() {
    let timetable = shipped("M42").and_then(|preset| preset.timetable).expect("a timetable");
    let starts: Vec<u32> = (1..=8).map(|round| timetable.starts(Round(round))).collect();
    let at = |hours: u32, minutes: u32| hours * 60 + minutes;
    let expected =
        [at(9, 45), at(10, 35), at(11, 25), at(13, 5), at(13, 55), at(14, 45), at(15, 35), at(16, 25)];
    assert_eq!(starts, expected);
}

#[test]
fn unplayable_preset_is_rejected_with_plan_fault() {
    let fault = |line, by| match changed("M42", line, by) {
        Err(Error::Plan { fault }) => fault,
        other => panic!("{by}: {other:?}"),
    };
    let leagues = |leagues, expected| PlanFault::Leagues { leagues, expected };
    assert_eq!(fault("count = 4 ", "count = 1 "), leagues(1, 4));
    assert_eq!(fault("count = 4 ", "count = 8 "), leagues(8, 4));
    assert_eq!(fault("semi_finals = 7 ", ""), leagues(4, 2));
    let round = |field, round, least, most| {
        let [round, least, most] = [round, least, most].map(Round);
        PlanFault::Round { field, round, least, most }
    };
    assert_eq!(fault("finals = 8 ", "finals = 7 "), round("knock_out.finals", 7, 8, 8));
    assert_eq!(fault("finals = 8 ", "finals = 10 "), round("knock_out.finals", 10, 8, 8));
    assert_eq!(fault("\nrounds = 6 ", "\nrounds = 8 "), round("leagues.rounds", 8, 1, 7));
    assert_eq!(fault("\nrounds = 6 ", "\nrounds = 7 "), round("knock_out.semi_finals", 7, 8, 8));
    assert_eq!(fault("last_round = 7 ", "last_round = 13 "), round("leagues.last_round", 13, 1, 12));
    assert_eq!(fault("strength_depth = 7 ", "strength_depth = 0 "), PlanFault::StrengthDepth { depth: 0 });
    assert_eq!(fault("digits = 3", "digits = 30"), PlanFault::SeedDigits { digits: 42 });
    assert_eq!(fault("digits = 3", "digits = 0"), PlanFault::SeedDigits { digits: 12 });
    let most = u64::from(u32::MAX);
    assert_eq!(fault("digits = 3", "digits = 4294967295"), PlanFault::SeedDigits { digits: most + 12 });
    assert_eq!(fault("\"prize\", ", ""), PlanFault::PrizeOrder { at: 1 });
    assert_eq!(fault("womens_final = false", "womens_final = true"), PlanFault::TwoGames);
    assert!(matches!(fault("A = [1, 2, 3, 4]", "A = [1, 2, 3, 3]"), PlanFault::SeedNumber { .. }));
    assert!(matches!(fault("A = [1, 2, 3, 4]", "A = [11]"), PlanFault::SeedNumber { .. }));
    assert_eq!(fault("count = 4 ", "count = 3 "), PlanFault::Leagues { leagues: 3, expected: 4 });
}

#[test]
fn misspelt_key_and_invalid_time_are_rejected() {
    assert!(matches!(changed("O18", "finals = 7", "finale = 7"), Err(Error::Shape(_))));
    assert!(matches!(changed("O18", "\"9:45\"", "\"25:00\""), Err(Error::Time { .. })));
    assert!(matches!(changed("O18", "slot = 50", "slot = 0"), Err(Error::Slot)));
}

#[test]
fn commitment_depends_on_every_member_and_not_their_order() {
    let roster = json!([{"id": "P01"}]);
    let one = commitment(&json!({"preset": "M42", "note": "a"}), &roster);
    assert_eq!(one, commitment(&json!({"note": "a", "preset": "M42"}), &roster));
    assert_ne!(one, commitment(&json!({"note": "b", "preset": "M42"}), &roster));
    assert_ne!(one, commitment(&json!({"preset": "M42", "note": "a"}), &json!([{"id": "P02"}])));
    assert!(commitment(&json!({"share": 0.5}), &roster).is_err());
}

#[test]
fn lottery_dates_are_dates_and_those_of_the_plan_hold() {
    let read = |date: &str| EventConfig::of(&json!({ "preset": "O18", "lottery_date": date }));
    let config = read("2028-02-29").expect("settings");
    let lotteries = &config.plan().leagues().expect("in leagues").lotteries;
    assert!(lotteries.iter().all(|lottery| lottery.date.as_deref() == Some("2028-02-29")));
    for text in [
        "",
        "2026-2-28",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-04-31",
        "２０２６-04-01",
        "+026-04-01",
    ] {
        let fault = read(text).expect_err("no date");
        assert_eq!(fault.field(), "lottery_date", "{text}");
    }
}

#[test]
fn contest_in_groups_goes_from_heats_to_one_final_group() {
    let preset = read_groups(ISHIGAKI).expect("a preset");
    let names: Vec<&str> = preset.plan.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, ["heats", "repechage", "semi-finals", "final"]);
    assert_eq!(preset.plan.stages[0].from, [Source::Roster]);
    assert_eq!(preset.plan.stages[1].from, [Source::Repechage("heats".to_owned())]);
    // 40 teams make 7 heats. Seven teams advance, and five more from five groups of the rest.
    assert_eq!(preset.plan.stages[0].size.groups(40), Ok(7));
    assert_eq!(preset.plan.stages[1].size.groups(33), Ok(5));
}

#[test]
fn stage_takes_from_earlier_ones_and_has_possible_groups() {
    let fault = |line: &str, by: &str| match read_groups(&ISHIGAKI.replacen(line, by, 1)) {
        Err(Error::GroupPlan { fault }) => fault,
        other => panic!("{by}: {other:?}"),
    };
    let late = fault("repechage = [\"heats\"]", "repechage = [\"final\"]");
    assert_eq!(late, GroupPlanFault::Source { stage: "repechage".to_owned() });
    let fault_found = fault("roster = true", "roster = false");
    assert_eq!(fault_found, GroupPlanFault::Source { stage: "heats".to_owned() });
    assert!(matches!(fault("target = 6", "target = 9"), GroupPlanFault::Size { .. }));
    let both = fault("target = 6", "target = 6\ngroups = 2");
    assert_eq!(both, GroupPlanFault::TwoSizes { stage: "heats".to_owned() });
    let heats = |per_group| GroupPlanFault::PerGroup { stage: "heats".to_owned(), per_group, most: 8 };
    assert_eq!(fault("per_group = 1", "per_group = 9"), heats(9));
    let last = GroupPlanFault::PerGroup { stage: "final".to_owned(), per_group: 17, most: 16 };
    assert_eq!(fault("per_group = 0 ", "per_group = 17 "), last);
    assert!(matches!(fault("name = \"repechage\"", "name = \"heats\""), GroupPlanFault::Name { .. }));
    assert_eq!(fault("digits = 3", "digits = 4"), GroupPlanFault::SeedDigits { digits: 16 });
    let zero = fault("groups = 1", "groups = 0");
    assert_eq!((zero.field(), zero.rule()), ("stage.groups", "TG1"));
    assert!(matches!(fault("name = \"final\"", "name = \"the grand final\""), GroupPlanFault::Name { .. }));
    let own = "game = [{ scenario = \"final-6\", spare = \"final-6-spare\" }]";
    let game = |games: &str| format!("game = [{games}]");
    let heat = "{ teams = 7, scenario = \"heat-7\", spare = \"heat-7-spare\" }";
    let twice = fault(own, &game(&format!("{heat}, {heat}")));
    assert_eq!(twice, GroupPlanFault::Variant { stage: "final".to_owned(), teams: 7 });
    let alone = fault(own, &game("{ teams = 1, scenario = \"heat-7\" }"));
    assert_eq!(alone, GroupPlanFault::Variant { stage: "final".to_owned(), teams: 1 });
    let preset = read_groups(&ISHIGAKI.replacen(own, &game(heat), 1)).expect("a preset");
    let variant = preset.plan.stages[3].variant(7).expect("for seven teams");
    assert_eq!((variant.scenario.as_str(), variant.spare.as_deref()), ("heat-7", Some("heat-7-spare")));
    assert_eq!(preset.plan.stages[3].variant(6), None);
    let mixed = game(&format!("{{ scenario = \"final-6\" }}, {heat}"));
    let preset = read_groups(&ISHIGAKI.replacen(own, &mixed, 1)).expect("a preset");
    let scenario = |teams| preset.plan.stages[3].variant(teams).map(|variant| variant.scenario.as_str());
    assert_eq!([scenario(7), scenario(6), scenario(16)], [Some("heat-7"), Some("final-6"), Some("final-6")]);
    assert_eq!(scenario(17), None, "no game has so many teams");
}
