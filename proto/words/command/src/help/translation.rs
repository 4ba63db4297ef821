//! Files of translated texts in gettext's format (`.po`): English texts, each with its translation.

pub(crate) struct Translation(pub(crate) Vec<Entry>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) place: String,
    pub(crate) is_fuzzy: bool,
    pub(crate) english: String,
    pub(crate) translated: String,
}

impl Translation {
    /// Reads a file. Unknown lines are skipped.
    pub(crate) fn read(file: &str) -> Self {
        let mut entries = Vec::new();
        let mut entry = Entry::default();
        let mut is_english = true;
        for line in file.lines() {
            if line.is_empty() {
                entries.push(std::mem::take(&mut entry));
            } else if let Some(place) = line.strip_prefix("#: ") {
                place.clone_into(&mut entry.place);
            } else if line == "#, fuzzy" {
                entry.is_fuzzy = true;
            } else if let Some((start, text)) = line.split_once('"').filter(|_| !line.starts_with('#')) {
                is_english = start == "msgid " || (is_english && start.is_empty());
                let field = if is_english { &mut entry.english } else { &mut entry.translated };
                field.push_str(&unescaped(text.strip_suffix('"').unwrap_or(text)));
            }
        }
        entries.push(entry);
        entries.retain(|entry| !entry.english.is_empty());
        Self(entries)
    }

    pub(crate) fn of(&self, english: &str) -> Option<&str> {
        let entry = self.0.iter().find(|entry| entry.english == english)?;
        Some(entry.translated.as_str()).filter(|text| !text.is_empty())
    }
}

fn unescaped(text: &str) -> String {
    let mut signs = text.chars();
    let mut plain = String::new();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => plain.extend(signs.next().map(|sign| if sign == 'n' { '\n' } else { sign })),
            _ => plain.push(sign),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_has_texts_of_several_lines() {
        let file =
            "# A file.\n\n#: go --to\n#, fuzzy\nmsgid \"The \\\"place\\\"\"\nmsgstr \"\"\n\"a\\n\"\n\"b\"\n";
        let texts = Translation::read(file);
        let entry = Entry {
            place: "go --to".into(),
            is_fuzzy: true,
            english: "The \"place\"".into(),
            translated: "a\nb".into(),
        };
        assert_eq!(texts.0, [entry]);
        assert_eq!(texts.of("The \"place\""), Some("a\nb"));
        assert_eq!(texts.of("Another"), None);
    }
}
