//! The parts of a Markdown page that must match in both languages: headings, code blocks, tables, links and inline
//! code, with their lines.

pub(crate) struct Heading {
    pub(crate) line: usize,
    pub(crate) level: usize,
    pub(crate) anchor: String,
}

/// A code block, without its comments and empty lines.
pub(crate) struct CodeBlock {
    pub(crate) line: usize,
    pub(crate) info: String,
    pub(crate) commands: Vec<(usize, String)>,
}

/// A table: the number of cells in each line.
pub(crate) struct Table {
    pub(crate) line: usize,
    pub(crate) cells: Vec<usize>,
}

/// A link or picture. `section` is the number of headings before it.
pub(crate) struct PageLink {
    pub(crate) line: usize,
    pub(crate) section: usize,
    pub(crate) target: String,
}

/// Inline code in a sentence. `section` is the number of headings before it.
pub(crate) struct Code {
    pub(crate) line: usize,
    pub(crate) section: usize,
    pub(crate) text: String,
}

#[derive(Default)]
pub(crate) struct Page {
    pub(crate) headings: Vec<Heading>,
    pub(crate) blocks: Vec<CodeBlock>,
    pub(crate) tables: Vec<Table>,
    pub(crate) links: Vec<PageLink>,
    pub(crate) codes: Vec<Code>,
}

impl Page {
    pub(crate) fn read(text: &str) -> Self {
        let mut page = Self::default();
        let (mut fenced, mut in_table) = (false, false);
        // Inline code may continue on the next line.
        let mut open: Option<Code> = None;
        for (at, line) in text.lines().enumerate() {
            let (number, bare) = (at + 1, line.trim());
            if let Some(info) = bare.strip_prefix("```") {
                if !fenced {
                    let info = info.trim().to_owned();
                    page.blocks.push(CodeBlock { line: number, info, commands: Vec::new() });
                }
                fenced = !fenced;
                continue;
            }
            if fenced {
                if let Some(block) = page.blocks.last_mut() {
                    let command = without_comment(bare, &block.info);
                    if !command.is_empty() {
                        block.commands.push((number, command.to_owned()));
                    }
                }
                continue;
            }
            page.add_codes(number, bare, &mut open);
            page.links.extend(targets(line).map(|target| PageLink {
                line: number,
                section: page.headings.len(),
                target: target.to_owned(),
            }));
            if line.starts_with('#') {
                let level = line.chars().take_while(|sign| *sign == '#').count();
                page.add_heading(number, level, line[level..].trim());
            }
            if bare.starts_with('|') {
                if !in_table {
                    page.tables.push(Table { line: number, cells: Vec::new() });
                }
                if let Some(table) = page.tables.last_mut() {
                    table.cells.push(bare.replace("\\|", "").matches('|').count() - 1);
                }
            }
            in_table = bare.starts_with('|');
        }
        page
    }

    fn add_codes(&mut self, line: usize, text: &str, open: &mut Option<Code>) {
        if text.is_empty() {
            *open = None;
        }
        for (at, part) in text.split('`').enumerate() {
            if at > 0 {
                match open.take() {
                    Some(code) => self.codes.push(code),
                    None => *open = Some(Code { line, section: self.headings.len(), text: String::new() }),
                }
            }
            if let Some(code) = open {
                code.text.push_str(part);
            }
        }
        if let Some(code) = open {
            code.text.push(' ');
        }
    }

    fn add_heading(&mut self, line: usize, level: usize, text: &str) {
        let slug = slug(text);
        let before = self.headings.iter().filter(|heading| heading.anchor == slug).count();
        let anchor = if before == 0 { slug } else { format!("{slug}-{before}") };
        self.headings.push(Heading { line, level, anchor });
    }
}

pub(crate) fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.trim()))
}

fn slug(text: &str) -> String {
    let sign = |sign: char| match sign {
        ' ' => Some('-'),
        '-' | '_' => Some(sign),
        // The Japanese long vowel mark counts as a letter, but the middle dot doesn't.
        _ => sign.is_alphanumeric().then_some(sign),
    };
    text.to_lowercase().chars().filter_map(sign).collect()
}

/// Removes the comment from a line of a code block.
fn without_comment<'a>(line: &'a str, info: &str) -> &'a str {
    let mark = if info.starts_with("rust") { "//" } else { "# " };
    let begins = line.match_indices(mark).map(|(at, _)| at).find(|at| {
        let before = &line[..*at];
        before.is_empty() || before.ends_with([' ', '\t'])
    });
    begins.map_or(line, |at| &line[..at]).trim_end()
}
