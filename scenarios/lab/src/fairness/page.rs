//! The report as a single-file page: tables, intervals with bands, plots.
//!
//! `page/fairness.js` draws it.

use ishigaki_page::{Sentence, StandalonePage, furniture, sentences};
use ishigaki_words::Words;
use serde_json::Value as Json;

const SENTENCES: [Sentence; 68] = [
    Sentence::label("shared-language"),
    Sentence::with("fairness-against", &["other"]),
    Sentence::label("fairness-figures"),
    Sentence::label("fairness-band"),
    Sentence::label("fairness-apart"),
    Sentence::label("fairness-inside"),
    Sentence::label("fairness-outside"),
    Sentence::label("fairness-open"),
    Sentence::with("fairness-few-games", &["games", "least"]),
    Sentence::label("fairness-no-spread"),
    Sentence::label("fairness-alike"),
    Sentence::label("fairness-unlike"),
    Sentence::label("fairness-stone-share"),
    Sentence::label("fairness-wins-share"),
    Sentence::label("fairness-first-round-share"),
    Sentence::label("fairness-lines-per-win"),
    Sentence::label("fairness-price-share"),
    Sentence::label("fairness-small-share"),
    Sentence::label("fairness-awkward-share"),
    Sentence::with("fairness-symmetry", &["games", "same"]),
    Sentence::label("fairness-equivalence"),
    Sentence::label("fairness-difference"),
    Sentence::label("shared-verdict"),
    Sentence::label("fairness-field-mixed"),
    Sentence::label("fairness-field-strong"),
    Sentence::label("fairness-field-steady"),
    Sentence::label("fairness-simulated"),
    Sentence::with("fairness-note", &["least"]),
    Sentence::label("fairness-skill"),
    Sentence::label("fairness-tau"),
    Sentence::label("fairness-by-empty"),
    Sentence::label("fairness-by-janken"),
    Sentence::label("fairness-ties"),
    Sentence::label("fairness-waves"),
    Sentence::label("fairness-failed"),
    Sentence::label("fairness-fallback"),
    Sentence::label("fairness-at-minimum"),
    Sentence::label("fairness-price-spread"),
    Sentence::label("fairness-left"),
    Sentence::label("fairness-efficiency"),
    Sentence::label("fairness-lead-changes"),
    Sentence::label("fairness-last-round"),
    Sentence::label("fairness-proved"),
    Sentence::label("fairness-full"),
    Sentence::label("fairness-without-adviser"),
    Sentence::label("fairness-without-rebid"),
    Sentence::label("fairness-without-fallback"),
    Sentence::label("fairness-without-rearranging"),
    Sentence::label("fairness-buy-out"),
    Sentence::label("fairness-one-team-less"),
    Sentence::label("fairness-one-team-more"),
    Sentence::with("fairness-page-title", &["scenario"]),
    Sentence::with("fairness-page-teams", &["teams"]),
    Sentence::with("fairness-page-of", &["scenario", "teams"]),
    Sentence::with("fairness-page-sum", &["inside", "outside", "open"]),
    Sentence::with("fairness-page-how", &["games", "first", "last"]),
    Sentence::label("fairness-page-plot"),
    Sentence::label("fairness-page-value"),
    Sentence::label("fairness-page-interval"),
    Sentence::label("fairness-page-equivalence"),
    Sentence::label("fairness-page-plots"),
    Sentence::label("fairness-page-empty"),
    Sentence::with("fairness-page-walls", &["scenario", "walls", "empty", "squares", "share"]),
    Sentence::label("fairness-page-prices"),
    Sentence::label("fairness-page-prices-how"),
    Sentence::label("fairness-page-table"),
    Sentence::label("fairness-page-leads"),
    Sentence::label("fairness-page-leads-how"),
];
const PRICES: [Sentence; 5] = [
    Sentence::label("shared-lot"),
    Sentence::label("fairness-page-minimum"),
    Sentence::label("fairness-page-quartiles"),
    Sentence::label("fairness-page-highest"),
    Sentence::label("fairness-page-sold"),
];

const STYLE: &str = include_str!("page/fairness.css");
const PROGRAM: &str = include_str!("page/fairness.js");

pub(super) fn html(scenario: &str, report: &Json, words: &Words) -> String {
    let title = words.say("fairness-page-title", &[("scenario", scenario.to_owned().into())]);
    let style = furniture("/page/page.css") + &furniture("/page/plot.css") + STYLE;
    let modules = ["/page/dom.js", "/page/words.js", "/page/plot.js"].map(furniture);
    let programs: Vec<String> = modules.into_iter().chain([PROGRAM.to_owned()]).collect();
    let page = StandalonePage {
        title: &title,
        lang: words.lang(),
        class: "fairness",
        style: &style,
        programs: &programs,
        data: &[("sentences", &sentences(&[&SENTENCES[..], &PRICES[..]].concat())), ("report", report)],
        without_script: &words.label("page-without-script"),
    };
    page.html()
}
