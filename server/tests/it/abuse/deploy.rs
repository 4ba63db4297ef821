//! Build and deployment settings that the program itself can't check.

use std::collections::BTreeMap;

use toml::Table;

const MANIFEST: &str = include_str!("../../../../Cargo.toml");
const UNIT: &str = include_str!("../../../deploy/ishigaki.service");

/// Returns the settings of one section of the unit file, by name.
fn section(name: &str) -> BTreeMap<&'static str, &'static str> {
    let header = format!("[{name}]");
    let lines = UNIT.lines().map(str::trim).skip_while(|line| *line != header).skip(1);
    let settings = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    settings.filter_map(|line| line.split_once('=')).collect()
}

#[test]
fn overflow_stops_a_released_server_as_it_stops_a_test() {
    let manifest: Table = MANIFEST.parse().unwrap();
    let profiles = manifest["profile"].as_table().unwrap();
    let release = profiles["release"].as_table().unwrap();
    assert_eq!(
        release["overflow-checks"].as_bool(),
        Some(true),
        "prices and times are added up in release as well"
    );
    // Dependencies may rely on wrapping arithmetic. `*` matches all of them and never a workspace member.
    let go_round = ["dist", "proof"];
    // A profile or package setting could silently turn the checks off again.
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
        // This dependency adds up weights that decide pairings.
        let counted = &profiles[name]["package"]["integer-blossom"];
        assert_eq!(checks(counted), Some(true), "the cheapest matching is a sum: {name}");
    }
}

#[test]
fn unit_file_limits_the_server() {
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
    // Only the contest directory is writable, and it is the one that is served.
    let folder = service["Environment"].strip_prefix("ISHIGAKI_FOLDER=").unwrap();
    assert!(folder.starts_with(service["ReadWritePaths"]), "{folder}");
    assert_eq!(section("Unit").get("StartLimitIntervalSec"), Some(&"0"), "it is started again without end");
    // The limit must cover the descriptors that the server needs at its maximum number of connections.
    let descriptors: usize = service["LimitNOFILE"].parse().unwrap();
    assert!(descriptors > 2 * ishigaki_grpc::limits::Limits::default().connections, "{descriptors}");
}
