//! The page's shell, scripts and sentences.

use ishigaki_page::{Asset, Sentence, Shell, sentences};
use ishigaki_words::{Lang, Words};

const SENTENCES: [Sentence; 79] = [
    Sentence::label("page-ended-failed"),
    Sentence::label("page-ended-idle"),
    Sentence::label("page-judge"),
    Sentence::label("page-judge-all-handed"),
    Sentence::with("page-judge-answer", &["team"]),
    Sentence::label("page-judge-answer-english"),
    Sentence::label("page-judge-answer-japanese"),
    Sentence::label("page-judge-answer-one"),
    Sentence::label("page-judge-answer-prepared"),
    Sentence::label("page-judge-answer-replace"),
    Sentence::label("page-judge-answer-replace-yes"),
    Sentence::label("page-judge-answer-public"),
    Sentence::label("page-judge-answer-send"),
    Sentence::label("page-judge-carried"),
    Sentence::label("page-judge-choose"),
    Sentence::label("page-judge-confirm"),
    Sentence::label("page-judge-confirm-alone"),
    Sentence::label("page-judge-confirm-agreed"),
    Sentence::label("page-judge-confirm-anyway"),
    Sentence::label("page-judge-confirm-other"),
    Sentence::label("page-judge-count-again"),
    Sentence::label("page-judge-count-check"),
    Sentence::label("page-judge-count-differs"),
    Sentence::label("page-judge-count-drop"),
    Sentence::label("page-judge-count-first"),
    Sentence::label("page-judge-count-how"),
    Sentence::label("page-judge-count-manual"),
    Sentence::label("page-judge-count-matches"),
    Sentence::label("page-judge-count-other"),
    Sentence::label("page-judge-count-reason"),
    Sentence::label("page-judge-count-reason-text"),
    Sentence::label("page-judge-count-saved"),
    Sentence::label("page-judge-count-second"),
    Sentence::label("page-judge-counts"),
    Sentence::label("page-judge-counts-agree"),
    Sentence::label("page-judge-counts-differ"),
    Sentence::label("page-judge-decline"),
    Sentence::with("page-judge-decline-replace-sure", &["team"]),
    Sentence::with("page-judge-decline-sure", &["team"]),
    Sentence::label("page-act-done"),
    Sentence::label("page-judge-empty"),
    Sentence::label("page-act-failed"),
    Sentence::label("page-judge-hand-all"),
    Sentence::with("page-judge-hand-out", &["stone", "team"]),
    Sentence::label("page-judge-line-add"),
    Sentence::with("page-judge-line-lot", &["line"]),
    Sentence::with("page-judge-line-price", &["line"]),
    Sentence::label("page-judge-list-add-first"),
    Sentence::label("page-judge-list-bad"),
    Sentence::with("page-judge-list-entered", &["team"]),
    Sentence::label("page-judge-list-how"),
    Sentence::label("page-judge-list-organiser"),
    Sentence::label("page-judge-list-reason"),
    Sentence::label("page-judge-list-reason-text"),
    Sentence::with("page-judge-list-replace-sure", &["team"]),
    Sentence::label("page-judge-list-submit"),
    Sentence::with("page-judge-list-submitted", &["team"]),
    Sentence::label("page-judge-list-team"),
    Sentence::label("page-judge-lists"),
    Sentence::label("page-judge-no-game"),
    Sentence::label("page-judge-no-list"),
    Sentence::label("page-judge-no-questions"),
    Sentence::with("page-judge-progress", &["won", "carried", "checked", "placed"]),
    Sentence::label("page-judge-questions"),
    Sentence::label("sign-in-revoked"),
    Sentence::label("page-judge-server"),
    Sentence::label("page-judge-sign-in-how"),
    Sentence::label("page-judge-signed-out"),
    Sentence::label("page-judge-stones"),
    Sentence::label("page-judge-top-gaps"),
    Sentence::label("page-judge-undo"),
    Sentence::label("page-judge-used"),
    Sentence::with("page-no-line", &["time"]),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::label("page-sign-in"),
    Sentence::label("page-sign-in-code"),
    Sentence::label("page-sign-in-wait"),
    Sentence::label("page-sign-out"),
    Sentence::label("page-told-no-line"),
];

const MORE: [Sentence; 6] = [
    Sentence::label("board-paused"),
    Sentence::label("key-no"),
    Sentence::with("page-desk-min", &["price"]),
    Sentence::label("page-told-lost"),
    Sentence::label("shared-fate-disqualified"),
    Sentence::label("shared-language"),
];

const MODULES: [&str; 10] = [
    "/page/dom.js",
    "/page/words.js",
    "/page/reader_language.js",
    "/page/stone.js",
    "/page/line.js",
    "/page/sign_in.js",
    "/page/act.js",
    "/page/hosted.js",
    "/judge/stones.js",
    "/judge/forms.js",
];

/// Returns the assets that only this page has, without the page itself.
pub(crate) fn own_assets() -> [Asset; 4] {
    [
        Asset::style("/judge/judge.css", include_str!("judge.css")),
        Asset::script("/judge/judge.js", include_str!("judge.js")),
        Asset::script("/judge/stones.js", include_str!("stones.js")),
        Asset::script("/judge/forms.js", include_str!("forms.js")),
    ]
}

/// Returns the assets of the page in a language; the page itself is at `/`.
pub(crate) fn page_assets(lang: Lang) -> Vec<Asset> {
    let words = Words::new(lang);
    let (title, without_script) = (words.label("page-judge"), words.label("page-without-script"));
    let wanted: Vec<Sentence> = SENTENCES.into_iter().chain(MORE).collect();
    let shell = Shell {
        title: &title,
        lang,
        class: "judge",
        styles: &["/judge/judge.css"],
        script: "/judge/judge.js",
        modules: &MODULES,
        sentences: &sentences(&wanted),
        without_script: &without_script,
    };
    own_assets().into_iter().chain([Asset::page("/", shell.html())]).collect()
}
