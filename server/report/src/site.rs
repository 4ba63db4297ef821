//! A whole contest as static pages in both languages, readable without a server.
//!
//! ```text
//! index.html index.en.html index.ja.html     all results; index.html is in the site's language
//! games/ID.en.html games/ID.ja.html          places and walls of a game
//! games/ID.report.html                       the whole game, with its record, which the page verifies
//! events/ID.NAME.en.html ...ja.html          ranking, leagues, stages, rounds and draw of an event
//! records/                                   the archive of the public records
//! verify.en.html verify.ja.html              instructions for verifiers
//! press.en.txt press.ja.txt                  a text for the press
//! ```
//!
//! Games that are running, or whose ranking is not revealed, have a title and a state, but no page and no
//! record. All texts of records are escaped, and the pages load nothing from other hosts.

mod index;
mod press;

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_printout::{EntrantName, PrintKind, Printout};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};

use crate::archive::{OutputFile, archive_files};
use crate::placing::{Placing, placings};
use crate::{EventExport, GameExport, Particulars, Publication, VerifiedRecord};

pub use press::press_text;

/// Folder of the records in a site.
const RECORDS: &str = "records";

/// A contest to write as a site.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    particulars: Particulars,
    /// Records in the order of the pages.
    records: Vec<(&'a VerifiedRecord, Publication)>,
    lang: Lang,
}

impl<'a> Site<'a> {
    /// Makes a site of these records. Particulars that lack a title or names get them from the events.
    /// `lang` is the language of `index.html`.
    pub fn new(
        mut particulars: Particulars,
        records: impl IntoIterator<Item = (&'a VerifiedRecord, Publication)>,
        lang: Lang,
    ) -> Self {
        let records: Vec<_> = records.into_iter().collect();
        let events = || records.iter().filter_map(|(record, _)| record.event());
        if particulars.title.is_none()
            && particulars.title_ja.is_none()
            && let Some(event) = events().next()
        {
            let config = &event.header().config;
            particulars.title = Some(config.title().to_owned());
            particulars.title_ja = Some(config.title_ja().to_owned()).filter(|title| !title.is_empty());
        }
        let rostered: BTreeMap<String, EntrantName> = events().flat_map(EventExport::names_by_id).collect();
        let given = std::mem::take(&mut particulars.names);
        particulars.names = rostered.into_iter().chain(given).collect();
        Self { particulars, records, lang }
    }

    /// Returns all files of the site.
    pub fn files(&self) -> Vec<OutputFile> {
        let public: Vec<&VerifiedRecord> = self.public().collect();
        let mut files = Vec::new();
        for lang in Lang::ALL {
            let code = lang.code();
            files.push(OutputFile::new(format!("index.{code}.html"), self.index(lang)));
            files.push(OutputFile::new(format!("verify.{code}.html"), self.verify_page(lang)));
            files.push(OutputFile::new(format!("press.{code}.txt"), press_text(self, lang)));
            files.extend(self.events().flat_map(|record| event_pages(record, lang)));
            files.extend(self.games().map(|(record, game)| self.game_page(record, game, lang)));
        }
        files.push(OutputFile::new("index.html", self.index(self.lang)));
        files.extend(self.games().map(|(record, game)| {
            OutputFile::new(format!("games/{}", report_file(record)), game.page(record.text(), self.lang))
        }));
        let archive = archive_files(&public).into_iter();
        files.extend(
            archive.map(|file| OutputFile { path: format!("{RECORDS}/{}", file.path), bytes: file.bytes }),
        );
        files
    }

    /// Returns the contest's title.
    pub(crate) fn title(&self, words: Words) -> String {
        let title = self.particulars.contest(words.lang()).map(|title| clean(title).into_owned());
        title.unwrap_or_else(|| words.label("site-title"))
    }

    /// Returns the date.
    pub(crate) fn date(&self) -> Option<String> {
        self.particulars.date.as_deref().map(|date| clean(date).into_owned())
    }

    /// Returns the public records.
    pub(crate) fn public(&self) -> impl Iterator<Item = &'a VerifiedRecord> {
        let records = self.records.iter().copied();
        records.filter(|(_, publication)| *publication == Publication::Public).map(|(record, _)| record)
    }

    /// Returns the events.
    pub(crate) fn events(&self) -> impl Iterator<Item = &'a VerifiedRecord> {
        self.public().filter(|record| record.event().is_some())
    }

    /// Returns the public games.
    fn games(&self) -> impl Iterator<Item = (&'a VerifiedRecord, &'a GameExport)> {
        self.public().filter_map(|record| Some((record, record.game()?)))
    }

    /// Returns the public games that belong to no event.
    pub(crate) fn single_games(&self) -> impl Iterator<Item = &'a VerifiedRecord> {
        let events: BTreeSet<String> = self.events().map(|event| format!("{}-", event.id())).collect();
        let is_single = move |id: &str| !events.iter().any(|event| id.starts_with(event.as_str()));
        self.games().map(|(record, _)| record).filter(move |record| is_single(record.id()))
    }

    /// Returns the places of a game; none unless its result is declared.
    pub(crate) fn game_placings(&self, game: &GameExport, words: Words) -> Vec<Placing> {
        if !game.is_declared() {
            return Vec::new();
        }
        placings(&self.result(game, words.lang()))
    }

    fn result(&self, game: &GameExport, lang: Lang) -> Printout {
        game.result(&self.particulars, lang)
    }

    fn game_page(&self, record: &VerifiedRecord, game: &GameExport, lang: Lang) -> OutputFile {
        let words = Words::new(lang);
        let id = record.id();
        let other = page_file(id, lang.other());
        let links = [
            (words.label("site-contents"), format!("../index.{}.html", lang.code())),
            (words.label("site-report"), report_address(record, lang)),
            (words.label("site-record"), format!("../{RECORDS}/{}", record.file())),
            (words.label("shared-language"), other),
        ];
        let path = format!("games/{}", page_file(id, lang));
        OutputFile::new(path, self.result(game, lang).linked_html(&links))
    }
}

/// Returns the places of an event; none before its last game.
fn event_placings(event: &EventExport, words: Words) -> Vec<Placing> {
    event.printout(PrintKind::Ranking, words.lang()).map(|ranking| placings(&ranking)).unwrap_or_default()
}

fn event_pages(record: &VerifiedRecord, lang: Lang) -> Vec<OutputFile> {
    let Some(event) = record.event() else { return Vec::new() };
    let words = Words::new(lang);
    let page = |(name, printout): (String, Printout)| {
        let name = format!("{}.{name}", record.id());
        let links = [
            (words.label("site-contents"), format!("../index.{}.html", lang.code())),
            (words.label("site-record"), format!("../{RECORDS}/{}", record.file())),
            (words.label("shared-language"), page_file(&name, lang.other())),
        ];
        OutputFile::new(format!("events/{}", page_file(&name, lang)), printout.linked_html(&links))
    };
    event.results(lang).into_iter().map(page).collect()
}

fn page_file(name: &str, lang: Lang) -> String {
    format!("{name}.{}.html", lang.code())
}

fn report_file(record: &VerifiedRecord) -> String {
    format!("{}.report.html", record.id())
}

/// The address of a game's report next to it, in this language.
fn report_address(record: &VerifiedRecord, lang: Lang) -> String {
    format!("{}?lang={}", report_file(record), lang.code())
}
