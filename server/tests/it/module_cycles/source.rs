//! A crate's modules as declared in its sources, and the paths with which they refer to each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

pub(crate) type SourceTexts = BTreeMap<PathBuf, String>;

pub(crate) type ModulePath = Vec<String>;

#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) children: BTreeSet<String>,
    /// Functions, types, traits and constants declared here.
    pub(crate) items: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// Paths of at least two names outside `use`, such as `super::wall::judge`.
    pub(crate) paths: BTreeSet<Vec<String>>,
}

/// A name brought in by `use`.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    /// The name in this module, or `None` for a glob import.
    pub(crate) name: Option<String>,
}

pub(crate) fn modules(root: &Path, files: &SourceTexts) -> BTreeMap<ModulePath, Module> {
    let mut reader = Reader { files, modules: BTreeMap::new() };
    reader.file(root, &root.with_file_name(""), &ModulePath::new());
    reader.modules
}

struct Reader<'a> {
    files: &'a SourceTexts,
    modules: BTreeMap<ModulePath, Module>,
}

impl Reader<'_> {
    /// Reads the file of a module that has its children's files in `folder`.
    fn file(&mut self, file: &Path, folder: &Path, module: &ModulePath) {
        let text = self.files.get(file).unwrap_or_else(|| panic!("{} is missing", file.display()));
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.modules.insert(module.clone(), Module::default());
        self.tokens(tokens, folder, module, true);
    }

    /// Reads tokens of a module; `top` is false inside its items.
    fn tokens(&mut self, tokens: TokenStream, folder: &Path, module: &ModulePath, top: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = match &tokens[at] {
                TokenTree::Punct(sign) if sign.as_char() == '#' && is_for_tests(&tokens[at + 1..]) => {
                    past_item(&tokens, at)
                }
                TokenTree::Group(group) => {
                    self.tokens(group.stream(), folder, module, false);
                    at + 1
                }
                TokenTree::Ident(word) if word == "use" && !is_sign(tokens.get(at + 1), '<') => {
                    let end = end_of_statement(&tokens, at);
                    let module = self.module(module);
                    import(&tokens[at + 1..end], &[], &mut module.imports);
                    end
                }
                TokenTree::Ident(word) if word == "mod" => self.declaration(&tokens, at, folder, module),
                TokenTree::Ident(word) if top && declares(&word.to_string()) => {
                    if let Some(TokenTree::Ident(name)) = tokens.get(at + 1) {
                        self.module(module).items.insert(name.to_string());
                    }
                    at + 1
                }
                TokenTree::Ident(_) => {
                    let (path, next) = path(&tokens, at);
                    if path.len() > 1 && !follows_colons(&tokens, at) {
                        self.module(module).paths.insert(path);
                    }
                    next
                }
                _ => at + 1,
            };
        }
    }

    /// Reads `mod name;` or `mod name { .. }` and returns the index after it.
    fn declaration(&mut self, tokens: &[TokenTree], at: usize, folder: &Path, module: &ModulePath) -> usize {
        let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else { return at + 1 };
        let name = name.to_string();
        let child: ModulePath = module.iter().cloned().chain([name.clone()]).collect();
        self.module(module).children.insert(name.clone());
        let own = folder.join(&name);
        match tokens.get(at + 2) {
            Some(TokenTree::Group(body)) => {
                self.modules.insert(child.clone(), Module::default());
                self.tokens(body.stream(), &own, &child, true);
            }
            _ => self.file(&folder.join(format!("{name}.rs")), &own, &child),
        }
        at + 3
    }

    fn module(&mut self, path: &ModulePath) -> &mut Module {
        self.modules.entry(path.clone()).or_default()
    }
}

/// Returns whether a name that others can import follows this keyword.
fn declares(word: &str) -> bool {
    ["const", "enum", "fn", "static", "struct", "trait", "type", "union"].contains(&word)
}

/// Returns whether the attribute after a `#` is `cfg(test)`.
fn is_for_tests(rest: &[TokenTree]) -> bool {
    let Some(TokenTree::Group(attribute)) = rest.first() else { return false };
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Returns the index after the item of the attribute at `at`.
fn past_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        _ => false,
    };
    tokens[at..].iter().position(ends).map_or(tokens.len(), |length| at + length + 1)
}

fn end_of_statement(tokens: &[TokenTree], at: usize) -> usize {
    let length = tokens[at..].iter().position(|token| is_sign(Some(token), ';'));
    length.map_or(tokens.len(), |length| at + length)
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn follows_colons(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_sign(tokens.get(at - 1), ':') && is_sign(tokens.get(at - 2), ':')
}

fn path(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        names.push(name.to_string());
        at += 1;
        if !is_sign(tokens.get(at), ':') || !is_sign(tokens.get(at + 1), ':') {
            break;
        }
        at += 2;
    }
    (names, at)
}

/// Adds the tree of a `use` under this path prefix.
fn import(tree: &[TokenTree], before: &[String], imports: &mut Vec<Import>) {
    let (names, at) = path(tree, 0);
    let mut path: Vec<String> = before.iter().cloned().chain(names).collect();
    match tree.get(at) {
        Some(TokenTree::Group(group)) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            for branch in inner.split(|token| is_sign(Some(token), ',')).filter(|branch| !branch.is_empty()) {
                import(branch, &path, imports);
            }
        }
        Some(TokenTree::Punct(sign)) if sign.as_char() == '*' => imports.push(Import { path, name: None }),
        Some(TokenTree::Ident(word)) if word == "as" => {
            let name = tree.get(at + 1).map(ToString::to_string);
            imports.push(Import { path, name });
        }
        // A path that begins with `::`.
        Some(TokenTree::Punct(_)) => {}
        _ => {
            if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
                path.pop();
            }
            let name = path.last().cloned();
            imports.push(Import { path, name });
        }
    }
}
