//! The project's pages, and a program's command lines on them.

use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;

use super::shell;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

const PLACEHOLDERS: [(&str, &str); 6] = [
    ("FINGERPRINT", FINGERPRINT),
    ("the fingerprint", FINGERPRINT),
    ("指紋", FINGERPRINT),
    ("HEAD", HEAD),
    ("the head", HEAD),
    ("照合番号", HEAD),
];
const HEAD: &str = "00000000000000000000000000000000000000000000000000000000000000ff";
const INSTANCE: &str = "0123456789abcdef0123456789abcdef";
const FINGERPRINT: &str = "0123-4567-89ab-cdef-0123-4567-89ab-cdef";

struct Line {
    place: String,
    words: Vec<String>,
}

pub(super) fn are_read<C: CommandFactory>() {
    let program = crate::command::<C>().get_name().to_owned();
    let mut lines = Vec::new();
    for page in pages(Path::new(ROOT)) {
        let text = fs::read_to_string(&page).expect("a page");
        let name = page.strip_prefix(ROOT).unwrap_or(&page).display().to_string();
        lines.extend(lines_of(&program, &name, &text));
    }
    assert!(!lines.is_empty(), "no line of {program} is on a page");
    let refused: Vec<String> = lines.iter().filter_map(refusal::<C>).collect();
    assert!(refused.is_empty(), "{} lines on pages are refused:\n\n{}", refused.len(), refused.join("\n"));
}

/// Returns the program's error for a line, if any.
fn refusal<C: CommandFactory>(line: &Line) -> Option<String> {
    let error = crate::command::<C>().try_get_matches_from(&line.words).err()?;
    let is_answer = !error.use_stderr();
    (!is_answer).then(|| format!("{}: {}\n{error}", line.place, line.words.join(" ")))
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules"].contains(&&*name) {
                found.extend(pages(&path));
            }
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Returns a program's command lines in a page's code blocks, and in inline code with the program's build
/// directory.
fn lines_of(program: &str, page: &str, text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut block: Option<Vec<(usize, &str)>> = None;
    let mut is_of_commands = false;
    let mut keep = |number: usize, text: &str| {
        let place = format!("{page}:{number}");
        let read = shell::commands(text).into_iter().filter_map(|words| given(program, &words));
        lines.extend(read.map(|words| Line { place: place.clone(), words }));
    };
    for (at, line) in text.lines().enumerate() {
        match (line.trim().strip_prefix("```"), &mut block) {
            (Some(language), None) => {
                is_of_commands = ["console", "sh", "bash"].contains(&language);
                block = Some(Vec::new());
            }
            (Some(_), Some(_)) => {
                let commands_text = block.take().unwrap_or_default();
                for (number, command) in commands(&commands_text).filter(|_| is_of_commands) {
                    keep(number, &command);
                }
            }
            (None, Some(block)) => block.push((at + 1, line.trim())),
            (None, None) => {
                let built = format!("target/release/{program} ");
                for code in line.split('`').skip(1).step_by(2).filter(|code| code.contains(&built)) {
                    keep(at + 1, code);
                }
            }
        }
    }
    lines
}

fn commands<'a>(block: &'a [(usize, &'a str)]) -> impl Iterator<Item = (usize, String)> + 'a {
    let has_prompts = block.iter().any(|(_, line)| line.starts_with("$ "));
    let mut lines = block.iter();
    std::iter::from_fn(move || {
        loop {
            let (number, line) = *lines.next()?;
            let mut command = match line.strip_prefix("$ ") {
                Some(line) => line.to_owned(),
                None if has_prompts => continue,
                None => line.to_owned(),
            };
            while let Some(begun) = command.strip_suffix('\\') {
                let (_, next) = lines.next()?;
                command = format!("{begun}{next}");
            }
            return Some((number, command));
        }
    })
}

fn given(program: &str, words: &[String]) -> Option<Vec<String>> {
    let is_variable = |word: &&String| {
        word.split_once('=')
            .is_some_and(|(name, _)| name.chars().all(|sign| sign.is_ascii_uppercase() || sign == '_'))
    };
    let figure =
        |word: &String| PLACEHOLDERS.iter().find(|(stand_in, _)| stand_in == word).map(|(_, figure)| *figure);
    let spelled = |word: &String| figure(word).map_or_else(|| word.replace('…', INSTANCE), str::to_owned);
    let mut words = words.iter().skip_while(is_variable).map(spelled);
    let first = words.next()?;
    let name = first.rsplit('/').next().unwrap_or_default();
    let rest: Vec<String> = words.collect();
    let rest = if name == program {
        rest
    } else if name == "cargo" && rest.windows(2).any(|pair| pair == ["--bin", program]) {
        rest.into_iter().skip_while(|word| word != "--").skip(1).collect()
    } else {
        return None;
    };
    Some(std::iter::once(program.to_owned()).chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::lines_of;

    const PAGE: &str = "\
Text with `mine lost`, and `cargo build && target/release/mine kept 1`.
```console
$ cd day && mine kept 2     # mine lost
mine lost
```
```json
mine lost
```
   ```sh
   LANG=C a/b/mine kept 3 | yours lost
   cargo run --bin mine -- kept \\
       4
   cargo run --bin yours -- lost
   ```
";

    #[test]
    fn finds_only_command_lines_of_program() {
        let lines = lines_of("mine", "page.md", PAGE);
        let read: Vec<_> = lines.iter().map(|line| (line.place.as_str(), line.words.join(" "))).collect();
        let kept = |place, number| (place, format!("mine kept {number}"));
        assert_eq!(
            read,
            [kept("page.md:1", 1), kept("page.md:3", 2), kept("page.md:10", 3), kept("page.md:11", 4)]
        );
    }
}
