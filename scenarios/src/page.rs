//! A TOML file during reading: tables and values with positions, and the faults so far.
//!
//! Reading continues after a fault, so that one pass finds as many as possible.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::located::{Finding, Level, LineIndex};
use crate::wording::{Word, Wording};
use crate::{Basis, Located, basis};
use ishigaki_catalogue::Value;
use ishigaki_catalogue::toml_message_at;

/// Reason for rejecting a key or type: not a contest rule, but the file format.
pub(crate) const FORMAT: Basis = basis::FORMAT;

pub(crate) struct Page<'a> {
    file: &'a str,
    text: &'a str,
    lines: LineIndex<'a>,
    faults: Vec<Located>,
    remarks: Vec<Finding>,
}

impl<'a> Page<'a> {
    /// Parses a file's text with `read`, which returns `None` only after a report.
    ///
    /// A text that isn't TOML is not read further, because later faults may be false.
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
            // A fault is one line, but some messages have more.
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

    pub(crate) fn file(&self) -> &'a str {
        self.file
    }

    pub(crate) fn raw(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    pub(crate) fn line(&self, offset: usize) -> usize {
        self.lines.line_and_column(offset).0
    }

    pub(crate) fn report(&mut self, offset: usize, what: impl Into<Value>, why: Basis) {
        let fault = self.located(offset, what.into(), why);
        self.faults.push(fault);
    }

    pub(crate) fn remark(&mut self, level: Level, offset: usize, what: impl Into<Value>, why: Basis) {
        let at = self.located(offset, what.into(), why);
        self.remarks.push(Finding { level, at });
    }

    pub(crate) fn reads_well(&self) -> bool {
        self.faults.is_empty()
    }

    fn located(&self, offset: usize, what: Value, why: Basis) -> Located {
        let (line, column) = self.lines.line_and_column(offset);
        Located { file: self.file.to_owned(), line, column, what, why }
    }

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

    pub(crate) fn title(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<String> {
        let text = self.text(key, value)?;
        if text.get_ref().trim().is_empty() {
            self.report(value.span().start, Wording::Empty { key: key.into() }, FORMAT);
            return None;
        }
        let odd: BTreeSet<char> = text.get_ref().chars().filter(|&character| is_odd(character)).collect();
        if !odd.is_empty() {
            let odd: Vec<String> =
                odd.into_iter().map(|character| format!("U+{:04X}", u32::from(character))).collect();
            let what = Wording::OddSigns { signs: odd.join(", ").into() };
            self.remark(Level::Warning, value.span().start, what, basis::NAMES);
        }
        Some((*text.get_ref()).to_owned())
    }

    pub(crate) fn code(
        &mut self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        most: usize,
        also: &str,
    ) -> Option<String> {
        let text = self.text(key, value)?;
        let code = *text.get_ref();
        let good = |(at, character): (usize, char)| {
            character.is_ascii_alphanumeric() || at > 0 && also.contains(character)
        };
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

    pub(crate) fn flag(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_type(key, value, Word::TrueOrFalse);
        }
        flag
    }

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

pub(crate) struct Table<'t> {
    entries: &'t DeTable<'t>,
    start: usize,
    noun: Value,
    asked: Vec<&'static str>,
}

impl<'t> Table<'t> {
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

    pub(crate) fn start(&self) -> usize {
        self.start
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }

    pub(crate) fn place_of(&self, key: &str) -> Option<usize> {
        self.entries.get(key).map(|value| value.span().start)
    }

    pub(crate) fn place(&self, key: &str) -> usize {
        self.place_of(key).unwrap_or(self.start)
    }

    pub(crate) fn peek(&self, key: &str) -> Option<&'t str> {
        self.entries.get(key)?.get_ref().as_str()
    }

    pub(crate) fn find(&mut self, key: &'static str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.asked.push(key);
        self.entries.get(key)
    }

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

    pub(crate) fn tables(&mut self, page: &mut Page<'_>, key: &'static str) -> Vec<Table<'t>> {
        let Some(value) = self.find(key) else { return Vec::new() };
        let Some(items) = page.array(key, value, Word::ListOfTables { key: key.into() }) else {
            return Vec::new();
        };
        items.iter().filter_map(|item| Table::of(page, key, item)).collect()
    }

    pub(crate) fn entries(
        &self,
    ) -> impl Iterator<Item = (&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)> {
        self.entries.iter()
    }

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

/// Control characters, direction marks, invisible joiners and variation selectors, and the voiced marks of
/// halfwidth kana, which some terminals draw onto the previous character.
fn is_odd(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ff9e}' | '\u{ff9f}')
}
