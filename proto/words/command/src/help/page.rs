//! A page of help: about, usage, commands, arguments, options, foot, as clap lays them out.

use clap::builder::PossibleValue;
use clap::builder::styling::Style;
use clap::{Arg, Command};
use ishigaki_words::columns::width;
use ishigaki_words::help::HelpTexts;
use ishigaki_words::wrap::wrap;
use ishigaki_words::{Value, Words};

use super::key;

/// The indent of a row, and the gap between its name and its text.
const TAB: usize = 2;
/// The indent of a text below its row's name.
const BELOW: usize = 10;
/// The columns of `-x, `, which stand free before a long option without a short one.
const SHORT: usize = 4;

/// Where the texts of a page come from.
pub(crate) enum Texts {
    /// From the command line itself: English.
    #[cfg_attr(not(feature = "harness"), expect(dead_code, reason = "clap shows English itself"))]
    AsTheyAre,
    /// From a program's catalogue; what that lacks, from the command line.
    Catalogue(HelpTexts),
}

impl Texts {
    /// The text of a key of the catalogue.
    #[cfg(feature = "harness")]
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        match self {
            Self::AsTheyAre => None,
            Self::Catalogue(texts) => texts.text(key),
        }
    }

    /// The text of the first of these keys that there is.
    fn text(&self, keys: &[String], given: &str) -> String {
        let found = match self {
            Self::AsTheyAre => None,
            Self::Catalogue(texts) => keys.iter().find_map(|key| texts.text(key)),
        };
        found.unwrap_or_else(|| given.to_owned())
    }
}

/// How pages look.
pub(crate) struct PageStyle<'a> {
    pub(crate) texts: &'a Texts,
    pub(crate) words: Words,
    /// Whether everything is told: `--help`, not `-h`.
    pub(crate) is_long: bool,
    /// How wide the page may be.
    pub(crate) columns: usize,
}

/// One command, argument or option of a page.
struct Row {
    /// How it is written, with its style.
    styled: String,
    /// How wide that is.
    wide: usize,
    text: String,
    /// The width of the short text, by which clap decides where texts stand.
    short: usize,
    /// What is noted of an argument: default, environment, values.
    notes: Vec<String>,
    /// Values with what they mean, where that is told.
    values: Vec<(String, String)>,
    is_argument: bool,
}

impl PageStyle<'_> {
    /// The page of the command at a path below the program, which has been built.
    pub(crate) fn of(&self, program: &Command, path: &[String]) -> Option<String> {
        let command = path.iter().try_fold(program, |command, name| command.find_subcommand(name))?;
        let mut page = String::new();
        let about = self.about(command, path);
        if !about.is_empty() {
            page = self.wrapped(&about, 0) + "\n\n";
        }
        page += &self.usage(command);
        for section in self.sections(command, path) {
            page = page + "\n\n" + &section;
        }
        if let Some(foot) = command.get_after_help() {
            page = page + "\n\n" + &self.foot(&foot.to_string(), path);
        }
        let lines: Vec<&str> = page.lines().map(str::trim_end).collect();
        Some(lines.join("\n") + "\n")
    }

    fn about(&self, command: &Command, path: &[String]) -> String {
        let key = key::of_command(path);
        let long = command.get_long_about().filter(|_| self.is_long);
        let long =
            long.map(|text| self.texts.text(&[key.clone() + key::LONG, key.clone()], &text.to_string()));
        let short = || command.get_about().map(|text| self.texts.text(&[key], &text.to_string()));
        long.or_else(short).unwrap_or_default()
    }

    /// The line or lines that say how the command is used.
    fn usage(&self, command: &Command) -> String {
        let style = command.get_styles().get_usage();
        let shown = command.clone().render_usage().ansi().to_string();
        // Behind clap's own heading, whatever its style.
        let usage = shown
            .split_once("Usage:")
            .and_then(|(_, rest)| rest.split_once(' '))
            .map_or("", |(_, line)| line);
        let label = self.words.label("usage-line");
        let heading = label.trim_end();
        let indent = width(&label);
        let usage = usage.trim_end().replace("\n       ", &format!("\n{:indent$}", ""));
        format!("{}{}{usage}", painted(style, heading), &label[heading.len()..])
    }

    fn sections(&self, command: &Command, path: &[String]) -> Vec<String> {
        let arguments: Vec<&Arg> = command.get_arguments().filter(|argument| self.shows(argument)).collect();
        let without = |is_positional: bool| {
            let has_none = |argument: &&&Arg| argument.get_help_heading().is_none();
            let is_such = move |argument: &&&Arg| argument.is_positional() == is_positional;
            arguments.iter().filter(has_none).filter(is_such).copied().collect::<Vec<_>>()
        };
        let mut headings: Vec<&str> = Vec::new();
        for heading in command.get_arguments().filter_map(Arg::get_help_heading) {
            if !headings.contains(&heading) {
                headings.push(heading);
            }
        }
        let mut positionals = without(true);
        positionals.sort_by_key(|argument| argument.get_index());
        let mut sections = vec![
            (self.words.label("help-commands"), self.commands(command, path)),
            (self.words.label("help-arguments"), self.rows(&positionals, path)),
            (self.words.label("help-options"), self.rows(&in_order(without(false)), path)),
        ];
        for heading in headings {
            let under = arguments.iter().filter(|argument| argument.get_help_heading() == Some(heading));
            let rows = self.rows(&in_order(under.copied().collect()), path);
            let is_common = heading == crate::COMMON;
            let heading =
                if is_common { self.words.label("help-common-options") } else { format!("{heading}:") };
            sections.push((heading, rows));
        }
        let style = command.get_styles().get_header();
        let is_filled = |(_, rows): &(String, Vec<Row>)| !rows.is_empty();
        let section =
            |(heading, rows): (String, Vec<Row>)| painted(style, &heading) + "\n" + &self.table(&rows);
        sections.into_iter().filter(is_filled).map(section).collect()
    }

    fn shows(&self, argument: &Arg) -> bool {
        let is_hidden =
            if self.is_long { argument.is_hide_long_help_set() } else { argument.is_hide_short_help_set() };
        !argument.is_hide_set() && (!is_hidden || argument.is_next_line_help_set())
    }

    fn commands(&self, command: &Command, path: &[String]) -> Vec<Row> {
        let mut subs: Vec<&Command> = command.get_subcommands().filter(|sub| !sub.is_hide_set()).collect();
        subs.sort_by_key(|sub| (sub.get_display_order(), sub.get_name()));
        let literal = command.get_styles().get_literal();
        let row = |sub: &&Command| {
            let path = [path, &[sub.get_name().to_owned()]].concat();
            let given = sub.get_about().or_else(|| sub.get_long_about()).map(ToString::to_string);
            let given = given.unwrap_or_default();
            let text = self.own(&given).unwrap_or_else(|| self.texts.text(&[key::of_command(&path)], &given));
            Row {
                styled: painted(literal, sub.get_name()),
                wide: width(sub.get_name()),
                short: width(&text),
                text,
                notes: self
                    .aliases(&sub.get_visible_aliases().map(str::to_owned).collect::<Vec<_>>())
                    .into_iter()
                    .collect(),
                values: Vec::new(),
                is_argument: false,
            }
        };
        subs.iter().map(row).collect()
    }

    fn rows(&self, arguments: &[&Arg], path: &[String]) -> Vec<Row> {
        arguments.iter().map(|argument| self.row(argument, path)).collect()
    }

    fn row(&self, argument: &Arg, path: &[String]) -> Row {
        let shown = argument.to_string();
        let name = argument.get_long().map(|long| format!("--{long}"));
        let short = argument.get_short().map(|short| format!("-{short}"));
        let literal = Style::new().bold();
        let behind = shown.get(name.as_ref().or(short.as_ref()).map_or(0, String::len)..).unwrap_or_default();
        let before = match (&short, &name) {
            (Some(short), Some(_)) => painted(&literal, short) + ", ",
            (Some(short), None) => painted(&literal, short),
            (None, Some(_)) => " ".repeat(SHORT),
            (None, None) => String::new(),
        };
        let name = name.map(|name| painted(&literal, &name)).unwrap_or_default();
        let (short_text, text) = self.told(argument, path);
        Row {
            styled: before + &name + behind,
            wide: width(&shown) + if argument.get_long().is_some() { SHORT } else { 0 },
            short: width(&short_text),
            text: if self.is_long { text } else { short_text },
            notes: self.notes(argument),
            values: self.values(argument, path),
            is_argument: true,
        }
    }

    /// What is told of an argument in short, and in full.
    fn told(&self, argument: &Arg, path: &[String]) -> (String, String) {
        let id = argument.get_id().as_str();
        let look = |id: &str, given: &str| {
            self.own(given).unwrap_or_else(|| self.texts.text(&key::of_argument(path, id), given))
        };
        let short = argument.get_help().map(|text| look(id, &text.to_string()));
        let long = argument.get_long_help().map(|text| look(&(id.to_owned() + key::LONG), &text.to_string()));
        let full = long.clone().or_else(|| short.clone()).unwrap_or_default();
        (short.or(long).unwrap_or_default(), full)
    }

    /// What clap itself says of its own commands and options.
    fn own(&self, given: &str) -> Option<String> {
        let key = match given {
            "Print help" => "help-print-help",
            "Print help (see more with '--help')" => "help-print-help-short",
            "Print help (see a summary with '-h')" => "help-print-help-long",
            "Print version" => "help-print-version",
            "Print this message or the help of the given subcommand(s)" => "help-of-command",
            _ => return None,
        };
        Some(self.words.label(key))
    }

    fn values(&self, argument: &Arg, path: &[String]) -> Vec<(String, String)> {
        let told = |value: &PossibleValue| {
            let given = value.get_help().map(ToString::to_string).unwrap_or_default();
            let key = key::value(argument.get_id().as_str(), value.get_name());
            let text = self.texts.text(&key::of_argument(path, &key), &given);
            (value.get_name().to_owned(), text)
        };
        if self.tells_values(argument) {
            shown_values(argument).iter().map(told).collect()
        } else {
            Vec::new()
        }
    }

    fn tells_values(&self, argument: &Arg) -> bool {
        self.is_long
            && !argument.is_hide_possible_values_set()
            && shown_values(argument).iter().any(|value| value.get_help().is_some())
    }

    fn notes(&self, argument: &Arg) -> Vec<String> {
        let note = |key: &str, said: String| self.words.say(key, &[("said", said.into())]);
        let mut notes = Vec::new();
        if let Some(name) = argument.get_env().filter(|_| !argument.is_hide_env_set()) {
            let mut said = name.to_string_lossy().into_owned();
            if !argument.is_hide_env_values_set() {
                let value = std::env::var_os(name).unwrap_or_default();
                said = said + "=" + &value.to_string_lossy();
            }
            notes.push(note("help-note-variable", said));
        }
        let defaults = argument.get_default_values();
        if argument.get_action().takes_values()
            && !argument.is_hide_default_value_set()
            && !defaults.is_empty()
        {
            let said: Vec<String> = defaults.iter().map(|value| quoted(&value.to_string_lossy())).collect();
            notes.push(note("help-note-default", said.join(" ")));
        }
        let short = argument
            .get_visible_short_aliases()
            .unwrap_or_default()
            .into_iter()
            .map(|name| format!("-{name}"));
        let long =
            argument.get_visible_aliases().unwrap_or_default().into_iter().map(|name| format!("--{name}"));
        notes.extend(self.aliases(&short.chain(long).collect::<Vec<_>>()));
        let values = shown_values(argument);
        if !argument.is_hide_possible_values_set() && !self.tells_values(argument) && !values.is_empty() {
            let names: Vec<String> = values.iter().map(|value| quoted(value.get_name())).collect();
            notes.push(note("help-note-values", names.join(", ")));
        }
        notes
    }

    fn aliases(&self, names: &[String]) -> Option<String> {
        let count = Value::from(names.len());
        let gaps = [("count", count), ("said", names.join(", ").into())];
        (!names.is_empty()).then(|| self.words.say("help-note-aliases", &gaps))
    }

    /// Rows below each other: texts beside the names where they fit, else below.
    fn table(&self, rows: &[Row]) -> String {
        let longest = rows.iter().map(|row| row.wide).max().unwrap_or(0).max(2);
        let beside = longest + 2 * TAB;
        let is_narrow = self.columns >= beside && beside * 5 > self.columns * 2;
        let overflows = |row: &Row| {
            let notes =
                row.notes.iter().map(|note| width(note)).sum::<usize>() + row.notes.len().saturating_sub(1);
            is_narrow && row.short + notes > self.columns - beside
        };
        let is_full = self.is_long && rows.iter().any(|row| row.is_argument);
        let is_below = is_full || rows.iter().any(overflows);
        let row = |row: &Row| self.laid_out(row, if is_below { None } else { Some(beside) });
        let gap = if is_full { "\n\n" } else { "\n" };
        rows.iter().map(row).collect::<Vec<_>>().join(gap)
    }

    fn laid_out(&self, row: &Row, beside: Option<usize>) -> String {
        let indent = beside.unwrap_or(BELOW);
        let mut laid = format!("{:TAB$}{}", "", row.styled);
        match beside {
            Some(beside) => laid += &" ".repeat(beside - TAB - row.wide),
            None => laid = laid + "\n" + &" ".repeat(indent),
        }
        let is_full = self.is_long && row.is_argument;
        let mut text = row.text.clone();
        if !is_full && !row.notes.is_empty() {
            let gap = if text.is_empty() { "" } else { " " };
            text = text + gap + &row.notes.join(" ");
        }
        let mut parts: Vec<String> = Vec::new();
        parts.extend((!text.is_empty()).then(|| self.wrapped(&text, indent)));
        parts.extend((!row.values.is_empty()).then(|| self.listed(&row.values, indent)));
        let notes = row.notes.iter().map(|note| self.wrapped(note, indent)).collect::<Vec<_>>();
        let notes = notes.join(&format!("\n{:indent$}", ""));
        parts.extend((is_full && !notes.is_empty()).then_some(notes));
        laid + &parts.join(&format!("\n\n{:indent$}", ""))
    }

    /// Values with what they mean, a line each.
    fn listed(&self, values: &[(String, String)], indent: usize) -> String {
        let longest = values.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
        let mut listed = self.words.label("help-values");
        for (name, text) in values {
            let name_wide = width(name);
            let mut line = name.clone();
            if !text.is_empty() {
                line = format!("{name}: {:1$}{text}", "", longest - name_wide);
            }
            let line = self.wrapped(&line, indent + TAB).replacen(
                name.as_str(),
                &painted(&Style::new().bold(), name),
                1,
            );
            listed = format!("{listed}\n{:indent$}- {line}", "");
        }
        listed
    }

    /// What stands below a page. Examples are code, whatever the language.
    fn foot(&self, foot: &str, path: &[String]) -> String {
        let (said, examples) = key::parts(foot);
        let said = (!said.is_empty()).then(|| self.texts.text(&[key::of_foot(path)], &said));
        let examples = examples.into_iter().map(|code| self.words.label("help-examples") + "\n" + code);
        self.wrapped(&said.into_iter().chain(examples).collect::<Vec<_>>().join("\n\n"), 0)
    }

    /// A text in lines that stand under each other, its own line breaks and indents kept.
    fn wrapped(&self, text: &str, indent: usize) -> String {
        let columns = self.columns.saturating_sub(indent).max(1);
        let lines = text.split('\n').flat_map(|line| {
            let said = line.trim_start_matches(' ');
            let own = line.len() - said.len();
            let kept = columns.saturating_sub(own).max(1);
            wrap(said, kept).into_iter().map(move |part| format!("{:own$}{part}", "").trim_end().to_owned())
        });
        lines.collect::<Vec<_>>().join(&format!("\n{:indent$}", ""))
    }
}

/// Options in clap's order: as they are declared.
fn in_order(mut options: Vec<&Arg>) -> Vec<&Arg> {
    options.sort_by_key(|option| {
        let short = option.get_short().map(|short| {
            format!("{}{}", short.to_ascii_lowercase(), if short.is_ascii_lowercase() { '0' } else { '1' })
        });
        let name = short.or_else(|| option.get_long().map(str::to_owned));
        (option.get_display_order(), name.unwrap_or_else(|| format!("{{{}", option.get_id())))
    });
    options
}

fn shown_values(argument: &Arg) -> Vec<PossibleValue> {
    argument.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect()
}

/// A value in quotation marks where it has spaces or nothing at all.
fn quoted(value: &str) -> String {
    if value.is_empty() || value.contains(char::is_whitespace) {
        format!("{value:?}")
    } else {
        value.to_owned()
    }
}

fn painted(style: &Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}
