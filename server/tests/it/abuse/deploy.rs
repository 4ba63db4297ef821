//! What the program is built and started with: nothing of the program can show that it was left out.

use std::collections::BTreeMap;

use toml::Table;

const MANIFEST: &str = include_str!("../../../../Cargo.toml");
const UNIT: &str = include_str!("../../../deploy/ishigaki.service");

/// The settings of one section of a unit file, by name.
fn section(name: &str) -> BTreeMap<&'static str, &'static str> {
    let header = format!("[{name}]");
    let lines = UNIT.lines().map(str::trim).skip_while(|line| *line != header).skip(1);
    let settings = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    settings.filter_map(|line| line.split_once('=')).collect()
}

#[test]
fn a_figure_that_overflows_stops_a_released_server_as_it_stops_a_test() {
    let manifest: Table = MANIFEST.parse().unwrap();
    let profiles = manifest["profile"].as_table().unwrap();
    let release = profiles["release"].as_table().unwrap();
    assert_eq!(
        release["overflow-checks"].as_bool(),
        Some(true),
        "prices and times are added up in release as well"
    );
    // Others' crates are written for figures that go round; `*` is all of them, and ours are never in it.
    let go_round = ["dist", "proof"];
    // A profile or a package of its own would take it back without a word.
    let checks = |settings: &toml::Value| settings.get("overflow-checks").and_then(toml::Value::as_bool);
    for (name, profile) in profiles {
        assert_ne!(checks(profile), Some(false), "{name}");
        for (package, settings) in
            profile.get("package").and_then(toml::Value::as_table).into_iter().flatten()
        {
            let is_of_others = go_round.contains(&&**name) && package == "*";
            assert!(is_of_others || checks(settings) != Some(false), "{name} of {package}");
        }
    }
    for name in go_round {
        // Of others' crates this one adds up figures that decide.
        let counted = &profiles[name]["package"]["integer-blossom"];
        assert_eq!(checks(counted), Some(true), "the cheapest matching is a sum: {name}");
    }
}

#[test]
fn the_unit_file_keeps_to_itself_what_the_server_holds_and_has_a_most_of_all() {
    let service = section("Service");
    let expected = [
        ("LimitCORE", "0"),
        ("LimitNOFILE", "65536"),
        ("TasksMax", "512"),
        ("UMask", "0077"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("PrivateDevices", "yes"),
        ("MemoryDenyWriteExecute", "yes"),
        ("CapabilityBoundingSet", ""),
        ("Restart", "always"),
    ];
    for (name, value) in expected {
        assert_eq!(service.get(name), Some(&value), "{name}");
    }
    assert!(!["root", "0"].contains(service.get("User").unwrap()));
    // Nothing but the contest's folder can be written, and it is the one that is served.
    let folder = service["Environment"].strip_prefix("ISHIGAKI_FOLDER=").unwrap();
    assert!(folder.starts_with(service["ReadWritePaths"]), "{folder}");
    assert_eq!(section("Unit").get("StartLimitIntervalSec"), Some(&"0"), "it is started again without end");
    // As many descriptors as the server reckons with for the most connections that it may have.
    let descriptors: usize = service["LimitNOFILE"].parse().unwrap();
    assert!(descriptors > 2 * ishigaki_grpc::limits::Limits::default().connections, "{descriptors}");
}
