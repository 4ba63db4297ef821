//! Checks the allowed dependencies between crates (see ARCHITECTURE.md).
//!
//! They are read from `cargo metadata`, so a new dependency fails here until it is added to the plan.
#![expect(clippy::expect_used, reason = "a house that cannot be looked at is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The workspace dependencies that each crate may have, except for tests.
const PLAN: &[(&str, &[&str])] = &[
    ("ishigaki-rules", &[]),
    ("ishigaki-catalogue-derive", &[]),
    // Contains the texts of all messages, including errors.
    ("ishigaki-catalogue", &["ishigaki-catalogue-derive", "ishigaki-rules", "ishigaki-tournament"]),
    (
        "ishigaki-adjudicate",
        &[
            "ishigaki-catalogue",
            "ishigaki-matching",
            "ishigaki-othello",
            "ishigaki-preset",
            "ishigaki-rules",
            "ishigaki-tournament",
        ],
    ),
    // For proofs. Only the rehearsal and the lab ship with it.
    ("ishigaki-audit", &["ishigaki-catalogue", "ishigaki-rules", "ishigaki-tournament"]),
    ("ishigaki-journal", &["ishigaki-catalogue"]),
    // A storage engine: only crates that open journals may use it. Its harness skips tests without PostgreSQL.
    ("ishigaki-journal-postgres", &["ishigaki-catalogue", "ishigaki-journal", "ishigaki-prerequisite"]),
    ("ishigaki-othello", &[]),
    ("ishigaki-tournament", &["ishigaki-othello", "ishigaki-rules"]),
    ("ishigaki-matching", &["ishigaki-tournament"]),
    ("ishigaki-preset", &["ishigaki-catalogue", "ishigaki-tournament"]),
    (
        "ishigaki-record",
        &[
            "ishigaki-catalogue",
            "ishigaki-matching",
            "ishigaki-othello",
            "ishigaki-preset",
            "ishigaki-rules",
            "ishigaki-tournament",
        ],
    ),
    (
        "ishigaki-report",
        &[
            "ishigaki-catalogue",
            "ishigaki-page",
            "ishigaki-printout",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    // Reads files of organisers. It knows no wire format and no engine.
    ("ishigaki-roster", &["ishigaki-catalogue", "ishigaki-preset"]),
    ("ishigaki-scenarios", &["ishigaki-catalogue", "ishigaki-rules"]),
    ("ishigaki-proto", &["ishigaki-othello", "ishigaki-record", "ishigaki-rules", "ishigaki-tournament"]),
    // Reads the schema and generates its Rust code, for proto's tests and for schema changes.
    ("ishigaki-schema", &[]),
    (
        "ishigaki-client",
        &[
            "ishigaki-catalogue",
            "ishigaki-preset",
            "ishigaki-private-file",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-tournament",
        ],
    ),
    (
        "ishigaki-client-command",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-report",
            "ishigaki-rules",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-words",
        &[
            "ishigaki-catalogue",
            "ishigaki-othello",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-tournament",
        ],
    ),
    ("ishigaki-command", &["ishigaki-catalogue", "ishigaki-proto", "ishigaki-words"]),
    // Tokens, keys, drafts and receipts, of servers and clients.
    ("ishigaki-private-file", &["ishigaki-catalogue"]),
    // Pages use words. They know no games and no wire format.
    ("ishigaki-page", &["ishigaki-catalogue", "ishigaki-private-file", "ishigaki-words"]),
    ("ishigaki-printout", &["ishigaki-othello", "ishigaki-rules", "ishigaki-tournament", "ishigaki-words"]),
    // The page server is a client of the contest server.
    (
        "ishigaki-pages",
        &[
            "ishigaki-board",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-event",
            "ishigaki-othello",
            "ishigaki-page",
            "ishigaki-preset",
            "ishigaki-printout",
            "ishigaki-private-file",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-roster",
            "ishigaki-rules",
            "ishigaki-screen",
            "ishigaki-tournament",
            "ishigaki-words",
            "team-client",
            "team-client-sdk",
        ],
    ),
    (
        "ishigaki-engine",
        &[
            "ishigaki-catalogue",
            "ishigaki-journal",
            "ishigaki-matching",
            "ishigaki-preset",
            "ishigaki-private-file",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-cluster",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-engine",
            "ishigaki-journal",
            "ishigaki-journal-postgres",
            "ishigaki-proto",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-grpc",
        &[
            "ishigaki-catalogue",
            "ishigaki-cluster",
            "ishigaki-engine",
            "ishigaki-journal",
            "ishigaki-page",
            "ishigaki-preset",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-admin",
        &[
            "ishigaki-adjudicate",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-client-command",
            "ishigaki-cluster",
            "ishigaki-command",
            "ishigaki-engine",
            "ishigaki-grpc",
            "ishigaki-journal",
            "ishigaki-preset",
            "ishigaki-printout",
            "ishigaki-private-file",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-report",
            "ishigaki-roster",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-server",
        &[
            "ishigaki-admin",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-cluster",
            "ishigaki-command",
            "ishigaki-engine",
            "ishigaki-grpc",
            "ishigaki-journal",
            "ishigaki-page",
            "ishigaki-proto",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-screen",
        &["ishigaki-client", "ishigaki-page", "ishigaki-proto", "ishigaki-rules", "ishigaki-words"],
    ),
    (
        "ishigaki-board",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-page",
            "ishigaki-printout",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-screen",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-event",
        &[
            "ishigaki-board",
            "ishigaki-client",
            "ishigaki-matching",
            "ishigaki-proto",
            "ishigaki-roster",
            "ishigaki-rules",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "judge-tui",
        &[
            "ishigaki-auto",
            "ishigaki-board",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-client-command",
            "ishigaki-command",
            "ishigaki-event",
            "ishigaki-feed",
            "ishigaki-matching",
            "ishigaki-page",
            "ishigaki-preset",
            "ishigaki-printout",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-roster",
            "ishigaki-rules",
            "ishigaki-screen",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-auto",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-proto",
            "ishigaki-rules",
            "ishigaki-words",
        ],
    ),
    (
        "ishigaki-feed",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-client-command",
            "ishigaki-command",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-words",
        ],
    ),
    (
        "team-client",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-client-command",
            "ishigaki-command",
            "ishigaki-page",
            "ishigaki-private-file",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-screen",
            "ishigaki-solver",
            "ishigaki-strategy",
            "ishigaki-words",
            "team-client-sdk",
        ],
    ),
    // For third-party bots: no screen, no page, no command line.
    (
        "team-client-sdk",
        &["ishigaki-catalogue", "ishigaki-client", "ishigaki-proto", "ishigaki-record", "ishigaki-rules"],
    ),
    (
        "ishigaki-strategy",
        &[
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-solver",
            "ishigaki-words",
            "team-client-sdk",
        ],
    ),
    ("ishigaki-solver", &["ishigaki-rules"]),
    // Generates scenarios from a seed. Only the lab ships with it.
    (
        "ishigaki-generator",
        &["ishigaki-catalogue", "ishigaki-rules", "ishigaki-scenarios", "ishigaki-solver"],
    ),
    (
        "rehearsal",
        &[
            "ishigaki-audit",
            "ishigaki-auto",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            // Starts its own database, which it kills.
            "ishigaki-journal-postgres",
            "ishigaki-othello",
            "ishigaki-page",
            "ishigaki-pages",
            "ishigaki-preset",
            "ishigaki-printout",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-screen",
            "ishigaki-admin",
            "ishigaki-cluster",
            "ishigaki-engine",
            "ishigaki-grpc",
            "ishigaki-server",
            "ishigaki-strategy",
            "ishigaki-tournament",
            "ishigaki-words",
            "team-client",
            "team-client-sdk",
        ],
    ),
    // For proofs and measurements. It starts servers through the rehearsal's library.
    (
        "ishigaki-lab",
        &[
            "ishigaki-audit",
            "ishigaki-catalogue",
            "ishigaki-client",
            "ishigaki-command",
            "ishigaki-generator",
            // Starts its own database, which it kills.
            "ishigaki-journal-postgres",
            // Styles the HTML report on fairness.
            "ishigaki-page",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-admin",
            "ishigaki-cluster",
            "ishigaki-engine",
            "ishigaki-grpc",
            "ishigaki-server",
            "ishigaki-solver",
            "ishigaki-strategy",
            "ishigaki-words",
            "rehearsal",
            "team-client-sdk",
        ],
    ),
    (
        "ishigaki-fuzz-targets",
        &[
            "ishigaki-adjudicate",
            "ishigaki-journal",
            "ishigaki-client",
            "ishigaki-preset",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-scenarios",
            "ishigaki-engine",
            "ishigaki-tournament",
            "ishigaki-words",
        ],
    ),
    // Proves the server's guarantees. Nothing ships with it.
    (
        "ishigaki-simulation",
        &[
            "ishigaki-audit",
            "ishigaki-journal",
            "ishigaki-client",
            "ishigaki-matching",
            "ishigaki-othello",
            "ishigaki-preset",
            "ishigaki-proto",
            "ishigaki-record",
            "ishigaki-rules",
            "ishigaki-engine",
            "ishigaki-testkit",
            "ishigaki-tournament",
        ],
    ),
    (
        "ishigaki-testkit",
        &["ishigaki-engine", "ishigaki-grpc", "ishigaki-journal", "ishigaki-scenarios", "ishigaki-server"],
    ),
    // Prerequisites of tests. It comes with PostgreSQL's harness.
    ("ishigaki-prerequisite", &[]),
];

/// Packages that a crate must not depend on, even indirectly.
const BARRED: &[(&str, &[&str])] = &[
    ("ishigaki-rules", &["*"]),
    ("ishigaki-othello", &["*"]),
    ("ishigaki-tournament", &["serde", "tokio", "rand", "getrandom", "integer-blossom"]),
    ("ishigaki-preset", &["tokio", "rand", "getrandom"]),
    ("ishigaki-audit", &["prost", "tonic", "tokio", "getrandom"]),
    // The names of languages in the catalogue may depend on `serde`.
    ("ishigaki-journal", &["prost", "tonic", "serde_json", "tokio-postgres"]),
    ("ishigaki-journal-postgres", &["prost", "tonic", "openssl-sys", "native-tls"]),
    ("ishigaki-adjudicate", &["tonic", "prost", "tokio", "getrandom"]),
    ("ishigaki-record", &["tonic", "prost", "tokio", "getrandom"]),
    ("ishigaki-scenarios", &["tonic", "prost", "tokio"]),
    ("ishigaki-generator", &["tonic", "prost", "tokio"]),
    ("ishigaki-solver", &["serde", "tokio", "rand", "getrandom"]),
    ("ishigaki-words", &["crossterm", "ratatui", "rusqlite"]),
    ("ishigaki-page", &["crossterm", "ratatui", "rusqlite"]),
    ("ishigaki-printout", &["crossterm", "ratatui", "rusqlite"]),
    // Used by programs without a terminal.
    ("ishigaki-auto", &["ratatui", "crossterm", "ishigaki-server"]),
    ("ishigaki-feed", &["ratatui", "crossterm", "ishigaki-server"]),
    (
        "team-client-sdk",
        &["ratatui", "crossterm", "clap", "ishigaki-page", "ishigaki-words", "ishigaki-server"],
    ),
    ("ishigaki-strategy", &["ratatui", "crossterm", "ishigaki-page", "ishigaki-server"]),
    // For new users, so it must not build developer tools.
    ("rehearsal", &["ishigaki-lab", "ishigaki-generator", "judge-tui"]),
    ("ishigaki-board", &["clap", "ishigaki-server"]),
    ("ishigaki-event", &["clap", "ishigaki-server"]),
    ("judge-tui", &["ishigaki-server", "ishigaki-journal", "rusqlite", "tokio-postgres"]),
    ("team-client", &["ishigaki-server", "ishigaki-journal", "rusqlite", "tokio-postgres"]),
    ("ishigaki-pages", &["ishigaki-server", "ishigaki-journal", "rusqlite", "tokio-postgres"]),
];

struct Dependencies {
    direct: BTreeMap<String, BTreeSet<String>>,
    all: BTreeMap<String, BTreeSet<String>>,
}

fn dependencies() -> Dependencies {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    // Packages for other targets may never have been downloaded.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path", manifest])
        .args(["--filter-platform", &this_machine()])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let name_of: BTreeMap<&str, &str> =
        list(&metadata["packages"]).map(|package| (text(&package["id"]), text(&package["name"]))).collect();
    let edges: BTreeMap<&str, Vec<&str>> = list(&metadata["resolve"]["nodes"])
        .map(|node| {
            let is_normal = |dep: &&Value| list(&dep["dep_kinds"]).any(|kind| kind["kind"].is_null());
            let deps = list(&node["deps"]).filter(is_normal).map(|dep| text(&dep["pkg"])).collect();
            (text(&node["id"]), deps)
        })
        .collect();
    let mut dependencies = Dependencies { direct: BTreeMap::new(), all: BTreeMap::new() };
    for member in list(&metadata["workspace_members"]).map(text) {
        let names = |ids: &BTreeSet<&str>| ids.iter().map(|id| name_of[id].to_owned()).collect();
        let direct: BTreeSet<&str> = edges[member].iter().copied().collect();
        let mut all = direct.clone();
        let mut open: Vec<&str> = direct.iter().copied().collect();
        while let Some(id) = open.pop() {
            open.extend(edges[id].iter().filter(|next| all.insert(next)));
        }
        dependencies.direct.insert(name_of[member].to_owned(), names(&direct));
        dependencies.all.insert(name_of[member].to_owned(), names(&all));
    }
    dependencies
}

/// Returns the host target of rustc.
fn this_machine() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("rustc speaks UTF-8");
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_owned()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn rooms_know_only_the_rooms_on_the_plan() {
    let dependencies = dependencies();
    let rooms: BTreeSet<&str> = PLAN.iter().map(|(room, _)| *room).collect();
    let built: BTreeSet<&str> = dependencies.direct.keys().map(String::as_str).collect();
    assert_eq!(built, rooms, "every crate is a room on the plan");
    for (room, allowed) in PLAN {
        for known in dependencies.direct[*room].iter().filter(|name| rooms.contains(name.as_str())) {
            assert!(allowed.contains(&known.as_str()), "{room} must not know {known}");
        }
        let unused: Vec<&&str> =
            allowed.iter().filter(|room_known| !dependencies.direct[*room].contains(**room_known)).collect();
        assert!(unused.is_empty(), "{room} knows nothing of {unused:?}, and need not be allowed to");
    }
}

#[test]
fn crates_do_not_use_barred_dependencies() {
    let dependencies = dependencies();
    for (room, barred) in BARRED {
        for name in &dependencies.all[*room] {
            assert!(
                !barred.contains(&"*") && !barred.contains(&name.as_str()),
                "{room} must not have {name}"
            );
        }
    }
}

#[test]
fn shipped_crates_do_not_depend_on_test_crates() {
    for (room, all) in &dependencies().all {
        let is_proof = room == "ishigaki-simulation";
        assert!(is_proof || !all.contains("ishigaki-testkit"), "{room} ships the testkit");
        assert!(!all.contains("ishigaki-simulation"), "{room} ships the simulation");
        assert!(!all.contains("ishigaki-fuzz-targets"), "{room} ships the fuzz targets");
        assert!(!all.contains("ishigaki-schema"), "{room} ships the schema's generator");
    }
}
