//! The scenarios that come with the project, embedded as they stand in this folder.

/// A shipped scenario.
struct Shipped {
    name: &'static str,
    scenario: &'static str,
    lists: Option<&'static str>,
}

const SHIPPED: [Shipped; 2] = [
    Shipped { name: "tiny-2", scenario: include_str!("../tiny-2.toml"), lists: None },
    Shipped {
        name: "tour-4",
        scenario: include_str!("../tour-4.toml"),
        lists: Some(include_str!("../tour-4.lists.toml")),
    },
];

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
