//! The modules that modules lead to, and the circles among those that share a parent.

use std::collections::{BTreeMap, BTreeSet};

use crate::circles::source::{Import, Module, ModulePath};

/// Modules with one parent of which each leads to all others, and a path for each step between two of them.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Circle {
    pub(crate) parent: ModulePath,
    pub(crate) members: BTreeSet<String>,
    pub(crate) steps: Vec<String>,
}

impl Circle {
    /// The circle in a word: `parent::{one, two}`.
    pub(crate) fn name(&self) -> String {
        let members = self.members.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        format!("{}{{{members}}}", self.parent.iter().fold(String::new(), |path, name| path + name + "::"))
    }
}

/// All circles of a crate. What stands in a module counts for its parents too, so that a step between two modules is
/// one between those of their ancestors that share a parent; a step between a module and an ancestor of it is none.
pub(crate) fn circles(modules: &BTreeMap<ModulePath, Module>) -> Vec<Circle> {
    // By parent, what leads from one child to another.
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
    steps.into_iter().flat_map(|(parent, steps)| circles_among(&parent, &steps)).collect()
}

fn circles_among(parent: &ModulePath, steps: &BTreeMap<(String, String), String>) -> Vec<Circle> {
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
        found.push(Circle {
            parent: parent.clone(),
            members: members.iter().map(|&name| name.to_owned()).collect(),
            steps: steps.iter().filter(|(step, _)| inside(step)).map(|(_, text)| text.clone()).collect(),
        });
    }
    found
}

/// The children that one child leads to, directly or not; itself only by a circle.
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

/// What a name means in a module.
enum Meaning {
    Module(ModulePath),
    /// Something that this module declares.
    Item(ModulePath),
}

/// The names that are being looked up, so that a name that stands for itself ends the search.
type LookedUp = BTreeSet<(ModulePath, String)>;

/// The module of the crate that declares what a path leads to; `None` if that is of another crate.
fn resolve(
    modules: &BTreeMap<ModulePath, Module>,
    from: &ModulePath,
    path: &[String],
    asked: &mut LookedUp,
) -> Option<ModulePath> {
    match meaning_of(modules, from, path, asked)? {
        Meaning::Module(module) | Meaning::Item(module) => Some(module),
    }
}

fn meaning_of(
    modules: &BTreeMap<ModulePath, Module>,
    from: &ModulePath,
    path: &[String],
    asked: &mut LookedUp,
) -> Option<Meaning> {
    let (first, rest) = path.split_first()?;
    let mut here = match first.as_str() {
        "crate" => ModulePath::new(),
        "self" => from.clone(),
        "super" => from.split_last()?.1.to_vec(),
        name => match look_up(modules, from, name, asked)? {
            Meaning::Module(module) => module,
            item @ Meaning::Item(_) => return Some(item),
        },
    };
    for name in rest {
        if name == "super" {
            here.pop();
            continue;
        }
        match look_up(modules, &here, name, asked) {
            Some(Meaning::Module(module)) => here = module,
            Some(item) => return Some(item),
            // Made by a macro: it stands in the module all the same.
            None => return Some(Meaning::Item(here)),
        }
    }
    Some(Meaning::Module(here))
}

fn look_up(
    modules: &BTreeMap<ModulePath, Module>,
    here: &ModulePath,
    name: &str,
    asked: &mut LookedUp,
) -> Option<Meaning> {
    let module = modules.get(here)?;
    if module.children.contains(name) {
        return Some(Meaning::Module(here.iter().cloned().chain([name.to_owned()]).collect()));
    }
    if module.items.contains(name) {
        return Some(Meaning::Item(here.clone()));
    }
    if !asked.insert((here.clone(), name.to_owned())) {
        return None;
    }
    let named = module.imports.iter().find(|import| import.name.as_deref() == Some(name));
    if let Some(import) = named {
        return meaning_of(modules, here, &import.path, asked);
    }
    module.imports.iter().filter(|import| import.name.is_none()).find_map(|import| {
        let source = resolve(modules, here, &import.path, asked)?;
        look_up(modules, &source, name, asked)
    })
}
