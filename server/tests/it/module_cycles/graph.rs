//! The references between modules, and the cycles among modules with the same parent.

use std::collections::{BTreeMap, BTreeSet};

use crate::module_cycles::source::{Import, Module, ModulePath};

/// A set of siblings in which each reaches all others, with an example path for each step.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cycle {
    pub(crate) parent: ModulePath,
    pub(crate) members: BTreeSet<String>,
    pub(crate) steps: Vec<String>,
}

impl Cycle {
    /// Formats the cycle as `parent::{one, two}`.
    pub(crate) fn name(&self) -> String {
        let members = self.members.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        format!("{}{{{members}}}", self.parent.iter().fold(String::new(), |path, name| path + name + "::"))
    }
}

/// Returns all cycles of a crate. References count for a module's ancestors too: each becomes a step between the
/// two siblings above its ends. References between a module and its ancestor are ignored.
pub(crate) fn cycles(modules: &BTreeMap<ModulePath, Module>) -> Vec<Cycle> {
    // Maps each parent to the steps between its children, with an example path.
    let mut steps: BTreeMap<ModulePath, BTreeMap<(String, String), String>> = BTreeMap::new();
    for (from, module) in modules {
        let imports = module.imports.iter().map(|Import { path, .. }| path);
        for path in imports.chain(&module.paths) {
            let Some(to) = resolve(modules, from, path, &mut BTreeSet::new()) else { continue };
            let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                let step = format!("{} names {}", from.join("::"), path.join("::"));
                let steps = steps.entry(from[..shared].to_vec()).or_default();
                steps.entry((one.clone(), other.clone())).or_insert(step);
            }
        }
    }
    steps.into_iter().flat_map(|(parent, steps)| cycles_among(&parent, &steps)).collect()
}

fn cycles_among(parent: &ModulePath, steps: &BTreeMap<(String, String), String>) -> Vec<Cycle> {
    let children: BTreeSet<&str> = steps.keys().map(|(from, _)| from.as_str()).collect();
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        children.iter().map(|child| (*child, reached(child, steps))).collect();
    let leads = |from: &str, to: &str| reach.get(from).is_some_and(|reached| reached.contains(to));
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for child in children.iter().copied().filter(|child| leads(child, child)) {
        if !seen.insert(child) {
            continue;
        }
        let members: BTreeSet<&str> =
            children.iter().copied().filter(|other| leads(child, other) && leads(other, child)).collect();
        seen.extend(&members);
        let inside =
            |(from, to): &(String, String)| members.contains(from.as_str()) && members.contains(to.as_str());
        found.push(Cycle {
            parent: parent.clone(),
            members: members.iter().map(|&name| name.to_owned()).collect(),
            steps: steps.iter().filter(|(step, _)| inside(step)).map(|(_, text)| text.clone()).collect(),
        });
    }
    found
}

/// Returns the children reachable from a child, including itself if it is on a cycle.
fn reached<'a>(child: &str, steps: &'a BTreeMap<(String, String), String>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![child];
    while let Some(from) = open.pop() {
        for (_, to) in steps.keys().filter(|(start, _)| start == from) {
            if reached.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    reached
}

/// The target of a name in a module.
enum NameTarget {
    Module(ModulePath),
    /// An item declared by this module.
    Item(ModulePath),
}

/// The names that are being resolved, so that a name that refers to itself ends the search.
type PendingNames = BTreeSet<(ModulePath, String)>;

/// Returns the module that declares the target of a path, or `None` if another crate does.
fn resolve(
    modules: &BTreeMap<ModulePath, Module>,
    from: &ModulePath,
    path: &[String],
    pending: &mut PendingNames,
) -> Option<ModulePath> {
    match meaning_of(modules, from, path, pending)? {
        NameTarget::Module(module) | NameTarget::Item(module) => Some(module),
    }
}

fn meaning_of(
    modules: &BTreeMap<ModulePath, Module>,
    from: &ModulePath,
    path: &[String],
    pending: &mut PendingNames,
) -> Option<NameTarget> {
    let (first, rest) = path.split_first()?;
    let mut here = match first.as_str() {
        "crate" => ModulePath::new(),
        "self" => from.clone(),
        "super" => from.split_last()?.1.to_vec(),
        name => match look_up(modules, from, name, pending)? {
            NameTarget::Module(module) => module,
            item @ NameTarget::Item(_) => return Some(item),
        },
    };
    for name in rest {
        if name == "super" {
            here.pop();
            continue;
        }
        match look_up(modules, &here, name, pending) {
            Some(NameTarget::Module(module)) => here = module,
            Some(item) => return Some(item),
            // A macro may have made the item, which still belongs to this module.
            None => return Some(NameTarget::Item(here)),
        }
    }
    Some(NameTarget::Module(here))
}

fn look_up(
    modules: &BTreeMap<ModulePath, Module>,
    here: &ModulePath,
    name: &str,
    pending: &mut PendingNames,
) -> Option<NameTarget> {
    let module = modules.get(here)?;
    if module.children.contains(name) {
        return Some(NameTarget::Module(here.iter().cloned().chain([name.to_owned()]).collect()));
    }
    if module.items.contains(name) {
        return Some(NameTarget::Item(here.clone()));
    }
    if !pending.insert((here.clone(), name.to_owned())) {
        return None;
    }
    let named = module.imports.iter().find(|import| import.name.as_deref() == Some(name));
    if let Some(import) = named {
        return meaning_of(modules, here, &import.path, pending);
    }
    module.imports.iter().filter(|import| import.name.is_none()).find_map(|import| {
        let source = resolve(modules, here, &import.path, pending)?;
        look_up(modules, &source, name, pending)
    })
}
