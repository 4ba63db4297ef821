//! A TOML file while it is read: its tables and values with their places, and the faults found so far.
//!
//! Reading goes on after a fault, so that one pass finds as many as it can. Knows TOML; nothing of the contest.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::located::{Finding, Level, LineIndex};
use crate::wording::{Word, Wording};
use crate::{Basis, Located, basis};
use ishigaki_catalogue::Value;
use ishigaki_catalogue::toml_message_at;

/// Reason for which a key or a type is refused: not a rule of the contest, but of the file.
pub(crate) const FORMAT: Basis = basis::FORMAT;

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
            let at = error.span().map_or(0, |span| span.start);
            page.report(at, Wording::Toml { message: toml_message_at(&what, text, at) }, basis::TOML);
        }
        let value = if errors.is_empty() {
            read(
                &mut page,
                Table { entries: root.get_ref(), start: 0, noun: Word::File.into(), asked: Vec::new() },
            )
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
    pub(crate) fn report(&mut self, offset: usize, what: impl Into<Value>, why: Basis) {
        let fault = self.located(offset, what.into(), why);
        self.faults.push(fault);
    }

    /// Notes something that does not keep the file from being read.
    pub(crate) fn remark(&mut self, level: Level, offset: usize, what: impl Into<Value>, why: Basis) {
        let at = self.located(offset, what.into(), why);
        self.remarks.push(Finding { level, at });
    }

    /// Returns whether nothing was found so far that keeps the file from being read.
    pub(crate) fn reads_well(&self) -> bool {
        self.faults.is_empty()
    }

    fn located(&self, offset: usize, what: Value, why: Basis) -> Located {
        let (line, column) = self.lines.line_and_column(offset);
        Located { file: self.file.to_owned(), line, column, what, why }
    }

    /// Notes faults of another file that this one names.
    pub(crate) fn report_all(&mut self, faults: Vec<Located>) {
        self.faults.extend(faults);
    }

    pub(crate) fn text<'t>(
        &mut self,
        key: &str,
        value: &'t Spanned<DeValue<'_>>,
    ) -> Option<Spanned<&'t str>> {
        let text = value.get_ref().as_str();
        if text.is_none() {
            self.wrong_type(key, value, Word::QuotedText);
        }
        text.map(|text| Spanned::new(value.span(), text))
    }

    /// A text that is not blank; remarks on signs that are not seen, or not alike on every screen.
    pub(crate) fn title(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = self.text(key, value)?;
        if text.get_ref().trim().is_empty() {
            self.report(value.span().start, Wording::Empty { key: key.into() }, FORMAT);
            return None;
        }
        let odd: BTreeSet<char> = text.get_ref().chars().filter(|&sign| is_odd(sign)).collect();
        if !odd.is_empty() {
            let odd: Vec<String> = odd.into_iter().map(|sign| format!("U+{:04X}", u32::from(sign))).collect();
            let what = Wording::OddSigns { signs: odd.join(", ").into() };
            self.remark(Level::Warning, value.span().start, what, basis::NAMES);
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
            let (key, text, most) = (key.into(), code.into(), most.into());
            let what = if also.is_empty() {
                Wording::NoCode { key, text, most }
            } else {
                Wording::NoCodeAlso { key, text, most, also: also.into() }
            };
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
        why: Basis,
    ) -> Option<u64> {
        let Some(number) = value.get_ref().as_integer() else {
            self.wrong_type(key, value, Word::WholeNumber);
            return None;
        };
        let read = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let read = read.filter(|number| range.contains(number));
        if read.is_none() {
            let (least, most) = ((*range.start()).into(), (*range.end()).into());
            let what =
                Wording::OutOfRange { key: key.into(), number: number.to_string().into(), least, most };
            self.report(value.span().start, what, why);
        }
        read
    }

    /// Yes or no.
    pub(crate) fn flag(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(key, value, Word::TrueOrFalse);
        }
        flag
    }

    /// One of a few words.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        choices: &[(&str, T)],
        why: Basis,
    ) -> Option<T> {
        let text = self.text(key, value)?;
        let chosen = choices.iter().find(|(word, _)| word == text.get_ref());
        if chosen.is_none() {
            let quoted = choices.iter().map(|&(word, _)| Value::from(Word::Quoted { text: word.into() }));
            let choices = quoted.reduce(|first, next| Word::Or { first, next }.into());
            let what = Wording::NotOneOf {
                key: key.into(),
                text: (*text.get_ref()).into(),
                choices: choices.unwrap_or_else(|| "".into()),
            };
            self.report(value.span().start, what, why);
        }
        chosen.map(|&(_, choice)| choice)
    }

    /// The values of an array.
    pub(crate) fn array<'t, 'i>(
        &mut self,
        key: &str,
        value: &'t Spanned<DeValue<'i>>,
        of: Word,
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
        let items = self.array(key, value, Word::ArrayOfTexts)?;
        let texts: Vec<_> = items.iter().map(|item| self.text(key, item)).collect();
        texts.into_iter().collect()
    }

    fn wrong_type(&mut self, key: &str, value: &Spanned<DeValue<'_>>, wanted: Word) {
        let found = type_of(value.get_ref()).into();
        let what = Wording::WrongType { key: key.into(), wanted: wanted.into(), found };
        self.report(value.span().start, what, FORMAT);
    }
}

/// The type of a value, as TOML calls it.
fn type_of(value: &DeValue<'_>) -> Word {
    match value {
        DeValue::String(_) => Word::TypeText,
        DeValue::Integer(_) => Word::TypeInteger,
        DeValue::Float(_) => Word::TypeFloat,
        DeValue::Boolean(_) => Word::TypeBoolean,
        DeValue::Datetime(_) => Word::TypeDatetime,
        DeValue::Array(_) => Word::TypeArray,
        DeValue::Table(_) => Word::TypeTable,
    }
}

/// What people call a table or an id of this key: a word, or the key itself.
pub(crate) fn noun(key: &'static str) -> Value {
    match key {
        "stone" => Word::Stone.into(),
        "team" => Word::Team.into(),
        "game" => Word::Game.into(),
        "judge" => Word::Judge.into(),
        "round" => Word::Round.into(),
        "event" => Word::Event.into(),
        _ => key.into(),
    }
}

/// A table of the file, which remembers what it was asked for: what is left is unknown.
pub(crate) struct Table<'t> {
    entries: &'t DeTable<'t>,
    start: usize,
    noun: Value,
    asked: Vec<&'static str>,
}

impl<'t> Table<'t> {
    /// A value as a table, which is called by its key.
    pub(crate) fn of(
        page: &mut Page<'_>,
        key: &'static str,
        value: &'t Spanned<DeValue<'t>>,
    ) -> Option<Self> {
        let entries = value.get_ref().as_table();
        if entries.is_none() {
            page.wrong_type(key, value, Word::ATable);
        }
        entries.map(|entries| Self { entries, start: value.span().start, noun: noun(key), asked: Vec::new() })
    }

    /// Returns the offset at which the table starts.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Returns whether a key is there, without asking for it.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    /// Returns the offset of a key's value; `None` if it is absent.
    pub(crate) fn place_of(&self, key: &str) -> Option<usize> {
        self.entries.get(key).map(|value| value.span().start)
    }

    /// Returns the offset of a key's value; that of the table's start, if it is absent.
    pub(crate) fn place(&self, key: &str) -> usize {
        self.place_of(key).unwrap_or(self.start)
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
        why: Basis,
    ) -> Option<&'t Spanned<DeValue<'t>>> {
        let value = self.find(key);
        if value.is_none() {
            page.report(self.start, Wording::NoKey { noun: self.noun.clone(), key: key.into() }, why);
        }
        value
    }

    /// The tables of `[[key]]`, in order; none if it is absent.
    pub(crate) fn tables(&mut self, page: &mut Page<'_>, key: &'static str) -> Vec<Table<'t>> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let Some(items) = page.array(key, value, Word::ListOfTables { key: key.into() }) else {
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
                let (noun, key_name) = (self.noun.clone(), key.get_ref().as_ref());
                let known = self.asked.join(", ").into();
                let what = Wording::UnknownKey { noun, key: key_name.into(), known };
                page.report(key.span().start, what, FORMAT);
            }
        }
    }
}

/// Control characters, what turns the direction of writing, what joins or varies others unseen, and the voiced marks of
/// halfwidth kana, which some terminals draw onto the sign before them.
fn is_odd(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ff9e}' | '\u{ff9f}')
}
