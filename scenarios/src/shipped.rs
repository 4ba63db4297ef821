//! The scenarios that come with the project, embedded as they stand in this folder.

/// A shipped scenario.
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

/// A scenario without lists to be played by.
const fn plain(name: &'static str, scenario: &'static str) -> Shipped {
    Shipped { name, scenario, lists: None }
}

/// The names of the shipped scenarios.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// The text of a shipped scenario, if there is one of that name.
pub fn builtin(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|shipped| shipped.name == name).map(|shipped| shipped.scenario)
}

/// The text of the fixed lists beside a shipped scenario, if it has some.
pub fn builtin_lists(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|shipped| shipped.name == name).and_then(|shipped| shipped.lists)
}
