//! The scenario of a game or spare, by path or shipped.

use std::path::Path;

use toml::Spanned;
use toml::de::DeValue;

use crate::page::Page;
use crate::scenario::is_path;
use crate::wording::Wording;
use crate::{Error, Scenario, basis};
use ishigaki_catalogue::Phrase;

pub(super) fn read(
    page: &mut Page<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    other: Option<&str>,
) -> Option<Scenario> {
    let name = *page.text(key, value)?.get_ref();
    let path = path_of(page, name);
    let what = match Scenario::find(path.as_deref().unwrap_or(name)) {
        Ok(scenario) => return Some(scenario),
        Err(error @ Error::Unreadable { .. }) => Phrase::from(&error),
        Err(error @ (Error::Unknown { .. } | Error::Outside { .. })) => match other {
            None => Phrase::from(&error),
            Some(name) => {
                let error = Phrase::from(&error).into();
                Wording::NoGameAnd { name: name.into(), error }.into()
            }
        },
        Err(Error::Faulty { faults }) => {
            let count = faults.len().into();
            page.report_all(faults);
            Wording::FaultyScenario { name: name.into(), faults: count }.into()
        }
    };
    page.report(value.span().start, what, basis::SCENARIO);
    None
}

pub(super) fn path_of(page: &Page<'_>, name: &str) -> Option<String> {
    if !is_path(name) {
        return None;
    }
    let folder = Path::new(page.file()).parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(folder.map_or_else(|| name.to_owned(), |folder| folder.join(name).to_string_lossy().into_owned()))
}
