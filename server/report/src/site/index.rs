//! The index of a site, and its page for verifiers.

use std::collections::BTreeSet;

use ishigaki_record::verify::Gap;
use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{RECORDS, Site, event_placings, page_file, report_address};
use crate::archive::{OutputFile, archive_files};
use crate::guide::{GuideStep, fingerprints, steps};
use crate::placing::Placing;
use crate::{Publication, VerifiedRecord};

const STYLE: &str = include_str!("../../assets/site.css");

/// Places of an event and of a game on the index, besides those with an award.
const INDEX_PLACES: u32 = 3;

impl Site<'_> {
    pub(super) fn index(&self, lang: Lang) -> String {
        let words = Words::new(lang);
        let has_single_games = self.single_games().next().is_some();
        let body = html! {
            (self.warning(words))
            @for record in self.events() { (self.event(record, words)) }
            @if has_single_games {
                h2 { (words.label("site-games")) }
                div class="games" {
                    @for record in self.single_games() { (self.game(record, words)) }
                }
            }
            (self.pending(words))
            (self.downloads(words))
        };
        let links = html! {
            a href=(page_file("verify", lang)) { (words.label("guide-heading")) }
            a href=(format!("press.{}.txt", lang.code())) { (words.label("site-press")) }
            a href=(page_file("index", lang.other())) lang=(lang.other().code()) { (words.label("shared-language")) }
        };
        self.page(&words.label("site-contents"), &links, &body, words)
    }

    pub(super) fn verify_page(&self, lang: Lang) -> String {
        let words = Words::new(lang);
        let records: Vec<&VerifiedRecord> = self.public().collect();
        let body = html! {
            (self.warning(words))
            h2 { (words.label("guide-heading")) }
            p { (words.label("guide-intro")) }
            ol {
                @for GuideStep { text, commands } in steps(&records, words) {
                    li {
                        (text)
                        @if !commands.is_empty() { pre { (commands.join("\n")) } }
                    }
                }
            }
            h2 { (words.label("site-files")) }
            ul {
                @for file in archive_files(&records) {
                    li { a href={ (RECORDS) "/" (file.path) } download { (file.path) } }
                }
            }
        };
        let links = html! {
            a href=(page_file("index", lang)) { (words.label("site-contents")) }
            a href=(page_file("verify", lang.other())) lang=(lang.other().code()) { (words.label("shared-language")) }
        };
        self.page(&words.label("guide-heading"), &links, &body, words)
    }

    fn page(&self, heading: &str, links: &Markup, body: &Markup, words: Words) -> String {
        let title = self.title(words);
        let page = html! {
            (DOCTYPE)
            html lang=(words.lang().code()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (heading) " – " (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (title) }
                        @if let Some(date) = self.date() { p { (date) } }
                        nav { (links) }
                    }
                    main { (body) }
                }
            }
        };
        page.into_string()
    }

    /// Says what the records leave open, if they were accepted although they are only partly checked.
    fn warning(&self, words: Words) -> Markup {
        let gaps: Vec<Gap> = self.public().flat_map(VerifiedRecord::gaps).collect();
        let labels = [(Gap::Signer, "site-gap-signer"), (Gap::Unsigned, "site-gap-unsigned")];
        let found = labels.into_iter().filter(|(gap, _)| gaps.contains(gap));
        let found: Vec<String> = found.map(|(_, key)| words.label(key)).collect();
        html! {
            @if !found.is_empty() {
                p class="warning" { (words.say("site-partial", &[("gaps", words.list(found).into())])) }
            }
        }
    }

    fn event(&self, record: &VerifiedRecord, words: Words) -> Markup {
        let Some(event) = record.event() else { return html! {} };
        let lang = words.lang();
        let games: Vec<&VerifiedRecord> =
            self.public().filter(|game| game.game().is_some() && is_of(game, record)).collect();
        html! {
            section {
                @if record.title(words) != self.title(words) { h2 { (record.title(words)) } }
                (places(&event_placings(event, words), words))
                @if !event.is_declared() { p { (words.label("press-not-over")) } }
                ul class="links" {
                    @for (name, printout) in event.results(lang) {
                        @let file = page_file(&format!("{}.{name}", record.id()), lang);
                        li { a href={ "events/" (file) } { (printout.heading) } }
                    }
                }
                @if !games.is_empty() {
                    h3 { (words.label("site-games")) }
                    div class="games" { @for game in games { (self.game(game, words)) } }
                }
            }
        }
    }

    fn game(&self, record: &VerifiedRecord, words: Words) -> Markup {
        let Some(game) = record.game() else { return html! {} };
        html! {
            section class="game" {
                h3 { (record.title(words)) " " small { (record.id()) } }
                @if game.is_declared() {
                    (places(&self.game_placings(game, words), words))
                } @else {
                    p { (words.label("print-result-abandoned")) }
                }
                p class="links" {
                    a href={ "games/" (page_file(record.id(), words.lang())) } { (words.label("site-result")) }
                    a href={ "games/" (report_address(record, words.lang())) } { (words.label("site-report")) }
                }
            }
        }
    }

    /// The games without a public result: only their titles.
    fn pending(&self, words: Words) -> Markup {
        let pending = self.records.iter().filter_map(|(record, publication)| {
            let key = match publication {
                Publication::Running => "site-running",
                Publication::Covered => "site-covered",
                Publication::NotStarted | Publication::Public => return None,
            };
            Some(words.say(key, &[("title", record.title(words).into())]))
        });
        let pending: Vec<String> = pending.collect();
        html! {
            @if !pending.is_empty() {
                h2 { (words.label("site-pending")) }
                ul { @for text in pending { li { (text) } } }
            }
        }
    }

    fn downloads(&self, words: Words) -> Markup {
        let records: Vec<&VerifiedRecord> = self.public().collect();
        let fingerprints: BTreeSet<String> = fingerprints(&records);
        let row = |record: &VerifiedRecord| {
            let sum = OutputFile::new(record.file(), record.text()).sha256();
            html! {
                dt { a href={ (RECORDS) "/" (record.file()) } download { (record.file()) } " " (record.title(words)) }
                dd class="sum" { "SHA-256 " (sum) }
                @if let Some(head) = record.head() {
                    dd { (words.label("site-head")) " " code { (head.short()) } }
                }
            }
        };
        html! {
            @if !records.is_empty() {
                h2 { (words.label("site-records")) }
                @for fingerprint in fingerprints {
                    p { (words.label("site-fingerprint")) " " code { (fingerprint) } }
                }
                dl class="records" { @for record in records { (row(record)) } }
            }
        }
    }
}

fn is_of(game: &VerifiedRecord, event: &VerifiedRecord) -> bool {
    game.id().strip_prefix(event.id()).is_some_and(|rest| rest.starts_with('-'))
}

fn places(placings: &[Placing], words: Words) -> Markup {
    let is_listed = |placing: &&Placing| placing.place <= INDEX_PLACES || !placing.honours.is_empty();
    html! {
        @if !placings.is_empty() {
            ul class="places" { @for placing in placings.iter().filter(is_listed) { li { (placing.line(words)) } } }
        }
    }
}
