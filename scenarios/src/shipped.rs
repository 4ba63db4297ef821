//! Scenarios of the project, embedded from this directory.

struct Shipped {
    name: &'static str,
    scenario: &'static str,
    lists: Option<&'static str>,
}

const SHIPPED: [Shipped; 10] = [
    plain("tiny-2", include_str!("../tiny-2.toml")),
    Shipped {
        name: "tour-4",
        scenario: include_str!("../tour-4.toml"),
        lists: Some(include_str!("../tour-4.lists.toml")),
    },
    plain("rehearsal-8", include_str!("../rehearsal-8.toml")),
    plain("rehearsal-8-spare", include_str!("../rehearsal-8-spare.toml")),
    plain("heat-7", include_str!("../heat-7.toml")),
    plain("heat-7-spare", include_str!("../heat-7-spare.toml")),
    plain("heat-9", include_str!("../heat-9.toml")),
    plain("heat-9-spare", include_str!("../heat-9-spare.toml")),
    plain("final-6", include_str!("../final-6.toml")),
    plain("final-6-spare", include_str!("../final-6-spare.toml")),
];

const fn plain(name: &'static str, scenario: &'static str) -> Shipped {
    Shipped { name, scenario, lists: None }
}

/// Returns the names of the shipped scenarios.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// Returns the text of a shipped scenario.
pub fn builtin(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|shipped| shipped.name == name).map(|shipped| shipped.scenario)
}

/// Returns the text of the fixed lists of a shipped scenario, if there are any.
pub fn builtin_lists(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|shipped| shipped.name == name).and_then(|shipped| shipped.lists)
}
