//! A TOML file while it is read: its tables and values with their places, and the faults found so far.
//!
//! Reading goes on after a fault, so that one pass finds as many as it can. Knows TOML; nothing of the contest.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::Located;
use crate::located::{Finding, Level, LineIndex};

/// Reason for which a key or a type is refused: not a rule of the contest, but of the file.
pub(crate) const FORMAT: &str = "the file format, scenarios/README.md";

/// A file while it is read.
pub(crate) struct Page<'a> {
    file: &'a str,
    text: &'a str,
    lines: LineIndex<'a>,
    /// What cannot be read.
    faults: Vec<Located>,
    /// Findings in what can be read, and is wrong or strange all the same.
    remarks: Vec<Finding>,
}

impl<'a> Page<'a> {
    /// Reads a file's text with `read`, which gives `None` only after a report. All faults, by place, or what
    /// was read.
    ///
    /// A text that is not TOML is not looked into: what would be missed there may only be misread.
    pub(crate) fn read<T>(
        file: &'a str,
        text: &'a str,
        read: impl FnOnce(&mut Self, Table<'_>) -> Option<T>,
    ) -> Result<T, Vec<Located>> {
        let (page, value) = Self::turn(file, text, read);
        match value {
            Some(value) if page.faults.is_empty() => Ok(value),
            _ => Err(page.faults),
        }
    }

    /// As [`Page::read`], for what `read` has to say rather than for what it reads.
    pub(crate) fn survey(
        file: &'a str,
        text: &'a str,
        read: impl FnOnce(&mut Self, Table<'_>),
    ) -> Vec<Finding> {
        let (page, _) = Self::turn(file, text, |page, root| {
            read(page, root);
            Some(())
        });
        let faults = page.faults.into_iter().map(|at| Finding { level: Level::Error, at });
        faults.chain(page.remarks).collect()
    }

    fn turn<T>(
        file: &'a str,
        text: &'a str,
        read: impl FnOnce(&mut Self, Table<'_>) -> Option<T>,
    ) -> (Self, Option<T>) {
        let mut page =
            Page { file, text, lines: LineIndex::of(text), faults: Vec::new(), remarks: Vec::new() };
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            // Some messages go on in further lines; a fault is one line.
            let what = error.message().lines().collect::<Vec<_>>().join("; ");
            page.report(error.span().map_or(0, |span| span.start), what, "TOML");
        }
        let value = if errors.is_empty() {
            read(&mut page, Table { entries: root.get_ref(), start: 0, noun: "file", asked: Vec::new() })
        } else {
            None
        };
        page.faults.sort();
        page.faults.dedup();
        (page, value)
    }

    /// The name of the file.
    pub(crate) fn file(&self) -> &'a str {
        self.file
    }

    /// The text between two places.
    pub(crate) fn raw(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// The line, from 1, of a place.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.lines.line_and_column(offset).0
    }

    /// Notes a fault at a place of the text.
    pub(crate) fn report(&mut self, offset: usize, what: impl Into<String>, why: &'static str) {
        let fault = self.located(offset, &what.into(), why);
        self.faults.push(fault);
    }

    /// Notes something that does not keep the file from being read.
    pub(crate) fn remark(&mut self, level: Level, offset: usize, what: impl Into<String>, why: &'static str) {
        let at = self.located(offset, &what.into(), why);
        self.remarks.push(Finding { level, at });
    }

    /// Returns whether nothing was found so far that keeps the file from being read.
    pub(crate) fn reads_well(&self) -> bool {
        self.faults.is_empty()
    }

    fn located(&self, offset: usize, what: &str, why: &'static str) -> Located {
        let (line, column) = self.lines.line_and_column(offset);
        Located { file: self.file.to_owned(), line, column, what: on_one_line(what), why }
    }

    /// Notes faults of another file that this one names.
    pub(crate) fn report_all(&mut self, faults: Vec<Located>) {
        self.faults.extend(faults);
    }

    /// A text.
    pub(crate) fn text<'t>(
        &mut self,
        key: &str,
        value: &'t Spanned<DeValue<'_>>,
    ) -> Option<Spanned<&'t str>> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(key, value, "a text in quotes");
        }
        text.map(|text| Spanned::new(value.span(), text))
    }

    /// A text that is not blank.
    pub(crate) fn title(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = self.text(key, value)?;
        if text.get_ref().trim().is_empty() {
            self.report(value.span().start, format!("`{key}` is empty"), FORMAT);
            return None;
        }
        Some((*text.get_ref()).to_owned())
    }

    /// A short name of 1 to `most` letters and digits; the signs of `also` may follow the first one.
    pub(crate) fn code(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        most: usize,
        also: &str,
    ) -> Option<String> {
        let text = self.text(key, value)?;
        let code = *text.get_ref();
        let good = |(at, sign): (usize, char)| sign.is_ascii_alphanumeric() || at > 0 && also.contains(sign);
        if !(1..=most).contains(&code.len()) || !code.char_indices().all(good) {
            let signs = if also.is_empty() { String::new() } else { format!(", and after the first {also}") };
            let what = format!("`{key}` is {code:?}; it takes 1 to {most} of A-Z a-z 0-9{signs}");
            self.report(value.span().start, what, FORMAT);
            return None;
        }
        Some(code.to_owned())
    }

    /// A whole number within a range.
    pub(crate) fn whole(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        range: RangeInclusive<u64>,
        why: &'static str,
    ) -> Option<u64> {
        let Some(number) = value.get_ref().as_integer() else {
            self.wrong_type(key, value, "a whole number");
            return None;
        };
        let read = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let read = read.filter(|number| range.contains(number));
        if read.is_none() {
            let what = format!("`{key}` is {number}; it must be {} to {}", range.start(), range.end());
            self.report(value.span().start, what, why);
        }
        read
    }

    /// Yes or no.
    pub(crate) fn flag(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(key, value, "true or false");
        }
        flag
    }

    /// One of a few words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        choices: &[(&str, T)],
        why: &'static str,
    ) -> Option<T> {
        let text = self.text(key, value)?;
        let chosen = choices.iter().find(|(word, _)| word == text.get_ref());
        if chosen.is_none() {
            let words: Vec<String> = choices.iter().map(|(word, _)| format!("{word:?}")).collect();
            let what = format!("`{key}` is {:?}; it takes {}", text.get_ref(), words.join(" or "));
            self.report(value.span().start, what, why);
        }
        chosen.map(|&(_, choice)| choice)
    }

    /// The values of an array.
    pub(crate) fn array<'t, 'i>(
        &mut self,
        key: &str,
        value: &'t Spanned<DeValue<'i>>,
        of: &str,
    ) -> Option<&'t [Spanned<DeValue<'i>>]> {
        let array = value.get_ref().as_array();
        if array.is_none() {
            self.wrong_type(key, value, of);
        }
        array.map(|array| &**array)
    }

    /// The texts of an array.
    pub(crate) fn texts<'t>(
        &mut self,
        key: &str,
        value: &'t Spanned<DeValue<'_>>,
    ) -> Option<Vec<Spanned<&'t str>>> {
        let items = self.array(key, value, "an array of texts")?;
        let texts: Vec<_> = items.iter().map(|item| self.text(key, item)).collect();
        texts.into_iter().collect()
    }

    fn wrong_type(&mut self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let what = format!("`{key}` must be {wanted}, not {}", value.get_ref().type_str());
        self.report(value.span().start, what, FORMAT);
    }
}

/// A text that may quote the file, such as a key with a line break in it, fit for one line of a terminal.
fn on_one_line(what: &str) -> String {
    let mut line = String::with_capacity(what.len());
    for sign in what.chars() {
        if sign.is_control() {
            line.extend(sign.escape_debug());
        } else {
            line.push(sign);
        }
    }
    line
}

/// A table of the file, which remembers what it was asked for: what is left is unknown.
pub(crate) struct Table<'t> {
    entries: &'t DeTable<'t>,
    start: usize,
    noun: &'static str,
    asked: Vec<&'static str>,
}

impl<'t> Table<'t> {
    /// A value as a table; `noun` is what people call it.
    pub(crate) fn of(
        page: &mut Page<'_>,
        noun: &'static str,
        value: &'t Spanned<DeValue<'t>>,
    ) -> Option<Self> {
        let entries = value.get_ref().as_table();
        if entries.is_none() {
            page.wrong_type(noun, value, "a table");
        }
        entries.map(|entries| Self { entries, start: value.span().start, noun, asked: Vec::new() })
    }

    /// Returns the offset at which the table starts.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Returns whether a key is there, without asking for it.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Returns the offset of a key's value; that of the table's start, if it is absent.
    pub(crate) fn place(&self, key: &str) -> usize {
        self.entries.get(key).map_or(self.start, |value| value.span().start)
    }

    /// The text of a key, without a word if it is absent or no text, and without asking for the key.
    pub(crate) fn peek(&self, key: &str) -> Option<&'t str> {
        self.entries.get(key)?.get_ref().as_str()
    }

    /// The value of a key that may be absent.
    pub(crate) fn find(&mut self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.asked.push(key);
        self.entries.get(key)
    }

    /// The value of a key that must be there.
    pub(crate) fn need(
        &mut self,
        page: &mut Page<'_>,
        key: &'static str,
        why: &'static str,
    ) -> Option<&'t Spanned<DeValue<'t>>> {
        let value = self.find(key);
        if value.is_none() {
            page.report(self.start, format!("this {} has no `{key}`", self.noun), why);
        }
        value
    }

    /// The tables of `[[key]]`, in order; none if it is absent.
    pub(crate) fn tables(&mut self, page: &mut Page<'_>, key: &'static str) -> Vec<Table<'t>> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let Some(items) = page.array(key, value, &format!("a list of tables, [[{key}]]")) else {
            return Vec::new();
        };
        items.iter().filter_map(|item| Table::of(page, key, item)).collect()
    }

    /// All keys with their values, in the order of the file, for a table whose keys are names.
    pub(crate) fn entries(
        &self,
    ) -> impl Iterator<Item = (&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)> {
        self.entries.iter()
    }

    /// Reports every key that was not asked for.
    pub(crate) fn close(&self, page: &mut Page<'_>) {
        for (key, _) in self.entries {
            if !self.asked.contains(&key.get_ref().as_ref()) {
                let what = format!(
                    "a {} has no key `{}`; it takes {}",
                    self.noun,
                    key.get_ref(),
                    self.asked.join(", ")
                );
                page.report(key.span().start, what, FORMAT);
            }
        }
    }
}
