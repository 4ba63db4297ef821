//! Checks that `X.ja.md` corresponds to `X.md`, as far as a program can tell.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::pages::page::Page;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn twins(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() || name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        if path.is_dir() {
            twins(&path, found);
        } else if name.ends_with(".ja.md") {
            found.push(path);
        }
    }
}

fn english(path: &str) -> String {
    path.strip_suffix(".ja.md").map_or_else(|| path.to_owned(), |stem| format!("{stem}.md"))
}

/// A page with its path from the root.
struct NamedPage<'a> {
    name: &'a str,
    page: Page,
}

impl NamedPage<'_> {
    fn at(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }

    /// Returns the target of a link in the same form for both languages: the English file and the number of the
    /// heading. Returns `Err` with a description if the target is missing.
    fn leads_to(&self, target: &str, read: impl Fn(&str) -> Option<String>) -> Result<String, String> {
        if target.contains("://") {
            return Ok(target.to_owned());
        }
        let (file, anchor) =
            target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
        let path = if file.is_empty() { self.name.to_owned() } else { beside(self.name, file) };
        if !root().join(&path).exists() {
            return Err(format!("there is no {path}"));
        }
        let Some(anchor) = anchor else { return Ok(english(&path)) };
        let text = read(&path).unwrap_or_default();
        let heading = Page::read(&text).headings.iter().position(|heading| heading.anchor == anchor);
        let heading = heading.ok_or_else(|| format!("{path} has no heading #{anchor}"))?;
        Ok(format!("{}, heading {}", english(&path), heading + 1))
    }
}

/// Resolves a link target in a page to a path from the root.
fn beside(page: &str, target: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in Path::new(page).parent().unwrap().join(target).components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Splits a command into words. Quotes keep a word together, and so do angle brackets around a placeholder.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let (mut closing, mut signs) = (None, command.chars().peekable());
    while let Some(sign) = signs.next() {
        if sign.is_whitespace() && closing.is_none() {
            words.push(String::new());
            continue;
        }
        if closing == Some(sign) {
            closing = None;
        } else if closing.is_none() {
            let opens_gap = sign == '<' && signs.peek().is_some_and(|next| next.is_alphabetic());
            closing = if sign == '"' { Some('"') } else { opens_gap.then_some('>') };
        }
        words.last_mut().unwrap().push(sign);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether two words correspond: equal words, translated texts or placeholders, or the languages `ja` and
/// `en`.
fn matches(japanese: &str, english: &str) -> bool {
    let is_text = english.contains(['"', '<']);
    let stem = english.split('.').next().unwrap();
    let is_gap = stem.chars().any(char::is_uppercase) && !stem.chars().any(char::is_lowercase);
    japanese == english
        || (japanese, english) == ("ja", "en")
        || ((is_text || is_gap) && !japanese.is_ascii())
}

fn same_command(japanese: &str, english: &str) -> bool {
    let (japanese, english) = (words(japanese), words(english));
    japanese.len() == english.len()
        && japanese.iter().zip(&english).all(|(japanese, english)| matches(japanese, english))
}

/// Returns the differences between two pages as `file:line: what`.
fn parted(english: &NamedPage<'_>, japanese: &NamedPage<'_>) -> Vec<String> {
    let mut found = Vec::new();
    headings(english, japanese, &mut found);
    if found.is_empty() {
        // Sections of links can be compared only if the headings match.
        links(english, japanese, &mut found);
        commands(english, japanese, &mut found);
    }
    blocks(english, japanese, &mut found);
    tables(english, japanese, &mut found);
    for (page, other) in [(english, japanese), (japanese, english)] {
        let name = other.name.rsplit('/').next().unwrap();
        // The rules are also shown by the programs, where links don't work.
        let is_of_rules = name.contains("rules.");
        if !is_of_rules && !page.page.links.iter().any(|link| link.line <= 5 && link.target == name) {
            found.push(format!("{}: no link to {name} in the first five lines", page.at(1)));
        }
    }
    found
}

fn headings(english: &NamedPage<'_>, japanese: &NamedPage<'_>, found: &mut Vec<String>) {
    let (one, other) = (&english.page.headings, &japanese.page.headings);
    if let Some((one, other)) = one.iter().zip(other).find(|(one, other)| one.level != other.level) {
        found.push(format!(
            "{}: a heading of level {}, where {} has level {}",
            japanese.at(other.line),
            other.level,
            english.at(one.line),
            one.level
        ));
    } else if one.len() != other.len() {
        let (page, more) = if one.len() > other.len() {
            (english, &one[other.len()])
        } else {
            (japanese, &other[one.len()])
        };
        found.push(format!("{}: a heading that the other language lacks", page.at(more.line)));
    }
}

fn blocks(english: &NamedPage<'_>, japanese: &NamedPage<'_>, found: &mut Vec<String>) {
    let (one, other) = (&english.page.blocks, &japanese.page.blocks);
    for (one, other) in one.iter().zip(other) {
        if one.info != other.info {
            found.push(format!(
                "{}: a block of `{}`, not `{}`",
                japanese.at(other.line),
                other.info,
                one.info
            ));
        }
        // Program output is in the page's language.
        if one.info == "text" {
            continue;
        }
        let mut pairs = one.commands.iter().zip(&other.commands);
        if let Some(((from, command), (line, translated))) =
            pairs.find(|((_, command), (_, translated))| !same_command(translated, command))
        {
            found.push(format!(
                "{}: `{translated}`, where {} has `{command}`",
                japanese.at(*line),
                english.at(*from)
            ));
        } else if one.commands.len() != other.commands.len() {
            found.push(format!(
                "{}: a block of {} lines, where {} has {}",
                japanese.at(other.line),
                other.commands.len(),
                english.at(one.line),
                one.commands.len()
            ));
        }
    }
    if one.len() != other.len() {
        let (page, more) = if one.len() > other.len() {
            (english, &one[other.len()])
        } else {
            (japanese, &other[one.len()])
        };
        found.push(format!("{}: a block that the other language lacks", page.at(more.line)));
    }
}

fn tables(english: &NamedPage<'_>, japanese: &NamedPage<'_>, found: &mut Vec<String>) {
    let (one, other) = (&english.page.tables, &japanese.page.tables);
    for (one, other) in one.iter().zip(other) {
        // Rows are on consecutive lines.
        let mut rows = one.cells.iter().zip(&other.cells);
        if one.cells.len() != other.cells.len() {
            found.push(format!(
                "{}: a table of {} lines, where {} has {}",
                japanese.at(other.line),
                other.cells.len(),
                english.at(one.line),
                one.cells.len()
            ));
        } else if let Some(row) = rows.position(|(cells, translated)| cells != translated) {
            found.push(format!(
                "{}: a row of {} cells, where {} has {}",
                japanese.at(other.line + row),
                other.cells[row],
                english.at(one.line + row),
                one.cells[row]
            ));
        }
    }
    if one.len() != other.len() {
        let (page, more) = if one.len() > other.len() {
            (english, &one[other.len()])
        } else {
            (japanese, &other[one.len()])
        };
        found.push(format!("{}: a table that the other language lacks", page.at(more.line)));
    }
}

fn links(english: &NamedPage<'_>, japanese: &NamedPage<'_>, found: &mut Vec<String>) {
    let read = |path: &str| fs::read_to_string(root().join(path)).ok();
    let mut led = Vec::new();
    for page in [english, japanese] {
        let mut places = Vec::new();
        for link in &page.page.links {
            match page.leads_to(&link.target, read) {
                Ok(place) => places.push((link, place)),
                Err(why) => found.push(format!("{}: {}: {why}", page.at(link.line), link.target)),
            }
        }
        led.push(places);
    }
    for (page, own, others) in [(english, &led[0], &led[1]), (japanese, &led[1], &led[0])] {
        let others: BTreeSet<_> = others.iter().map(|(link, place)| (link.section, place)).collect();
        for (link, place) in own.iter().filter(|(link, place)| !others.contains(&(link.section, place))) {
            found.push(format!(
                "{}: a link to {place}, which this section lacks in the other language",
                page.at(link.line)
            ));
        }
    }
}

/// Compares the commands of this project's programs in sentences.
fn commands(english: &NamedPage<'_>, japanese: &NamedPage<'_>, found: &mut Vec<String>) {
    const PROGRAMS: [&str; 5] = ["ishigaki-server ", "judge-tui ", "team-client ", "rehearsal ", "lab "];
    let of = |page: &Page| -> Vec<(usize, usize, String)> {
        let codes = page.codes.iter().filter(|code| PROGRAMS.iter().any(|name| code.text.starts_with(name)));
        codes.map(|code| (code.line, code.section, code.text.clone())).collect()
    };
    let (one, other) = (of(&english.page), of(&japanese.page));
    let mut lacks = |page: &NamedPage<'_>, line: usize, command: &str| {
        found.push(format!("{}: `{command}`, which this section lacks in the other language", page.at(line)));
    };
    for (line, section, command) in &one {
        if !other.iter().any(|(_, within, translated)| within == section && same_command(translated, command))
        {
            lacks(english, *line, command);
        }
    }
    for (line, section, translated) in &other {
        if !one.iter().any(|(_, within, command)| within == section && same_command(translated, command)) {
            lacks(japanese, *line, translated);
        }
    }
}

#[test]
fn japanese_pages_match_english_pages() {
    let mut paths = Vec::new();
    twins(&root(), &mut paths);
    paths.sort();
    let mut found = Vec::new();
    for path in &paths {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        let other = english(&name);
        let Ok(text) = fs::read_to_string(root().join(&other)) else {
            found.push(format!("{name}:1: there is no {other}"));
            continue;
        };
        let japanese = NamedPage { name: &name, page: Page::read(&fs::read_to_string(path).unwrap()) };
        found.extend(parted(&NamedPage { name: &other, page: Page::read(&text) }, &japanese));
    }
    assert!(found.is_empty(), "{} places:\n{}", found.len(), found.join("\n"));
    assert!(paths.len() >= 11, "{} pages in Japanese", paths.len());
}

#[test]
fn page_differences_are_reported_by_file_and_line() {
    const ENGLISH: &str = "# Day\n[日本語](README.ja.md)\n\n## Bid\n\n| a | b |\n|---|---|\n| c | d |\n\n\
        ```sh\nbid L:12 --reason \"too late\" FILE   # once\n```\n[map](ARCHITECTURE.md), `judge-tui\nstart GAME`\n";
    const JAPANESE: &str = "# 当日\n[English](README.md)\n\n## 入札\n\n| あ | い |\n|---|---|\n| う | え |\n\n\
        ```sh\n# 1回だけ\nbid L:12 --reason \"遅刻\" ファイル\n```\n[地図](ARCHITECTURE.md)、`judge-tui start 試合`\n";
    let differences = |japanese: &str| {
        let english = NamedPage { name: "README.md", page: Page::read(ENGLISH) };
        parted(&english, &NamedPage { name: "README.ja.md", page: Page::read(japanese) })
    };
    assert_eq!(differences(JAPANESE), Vec::<String>::new());
    let parts = [
        ("## 入札", "### 入札", "README.ja.md:4: a heading of level 3, where README.md:4 has level 2"),
        ("## 入札\n", "\n", "README.md:4: a heading that the other language lacks"),
        ("| う | え |\n", "", "README.ja.md:6: a table of 2 lines, where README.md:6 has 3"),
        ("| う | え |", "| う |", "README.ja.md:8: a row of 1 cells, where README.md:8 has 2"),
        ("L:12", "L:13", "README.ja.md:12: `bid L:13 --reason \"遅刻\" ファイル`, where README.md:11 has"),
        ("\"遅刻\"", "遅刻 今日", "README.ja.md:12: `bid L:12"),
        ("```sh", "```toml", "README.ja.md:10: a block of `toml`, not `sh`"),
        ("ARCHITECTURE.md", "BUILD.md", "README.md:13: a link to ARCHITECTURE.md, which this section lacks"),
        ("ARCHITECTURE.md", "NOWHERE.md", "README.ja.md:14: NOWHERE.md: there is no NOWHERE.md"),
        (
            "ARCHITECTURE.md",
            "ARCHITECTURE.md#no",
            "README.ja.md:14: ARCHITECTURE.md#no: ARCHITECTURE.md has no heading",
        ),
        (
            "judge-tui start",
            "judge-tui stop",
            "README.md:13: `judge-tui start GAME`, which this section lacks",
        ),
        ("[English](README.md)", "", "README.ja.md:1: no link to README.md in the first five lines"),
    ];
    for (from, to, what) in parts {
        let found = differences(&JAPANESE.replacen(from, to, 1));
        assert!(found.iter().any(|difference| difference.starts_with(what)), "{what}: {found:?}");
    }
}
