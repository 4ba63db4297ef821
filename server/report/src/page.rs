//! The page as one file: style, programs, words, the game and its record within the markup.

use ishigaki_page::{Sentence, StandalonePage, furniture, sentences};
use ishigaki_words::{Lang, Words};
use serde_json::{Value as Json, json};

/// The sentences that the page fills by itself.
const SENTENCES: [Sentence; 34] = [
    Sentence::label("page-language"),
    Sentence::label("board-walls"),
    Sentence::label("board-covered"),
    Sentence::label("console-disqualified"),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::with("page-wall", &["team", "stones"]),
    Sentence::label("page-report"),
    Sentence::label("page-report-proof"),
    Sentence::with("page-report-checking", &["line", "lines"]),
    Sentence::with("page-report-holds", &["records", "heads", "lists"]),
    Sentence::with("page-report-fails", &["line", "what"]),
    Sentence::label("page-report-fails-head"),
    Sentence::label("page-report-fails-signature"),
    Sentence::label("page-report-fails-list"),
    Sentence::label("page-report-fails-read"),
    Sentence::with("page-report-signer", &["fingerprint"]),
    Sentence::with("page-report-unsigned", &["lines"]),
    Sentence::label("page-report-rules"),
    Sentence::label("page-report-maker"),
    Sentence::label("page-report-moment"),
    Sentence::label("page-report-before"),
    Sentence::label("page-report-after"),
    Sentence::label("page-report-play"),
    Sentence::label("page-report-stop"),
    Sentence::label("page-report-rounds"),
    Sentence::label("page-report-void"),
    Sentence::label("page-report-declined"),
    Sentence::label("page-report-team"),
    Sentence::label("page-report-plots"),
    Sentence::label("page-report-prices"),
    Sentence::label("page-report-money"),
    Sentence::label("page-report-filled"),
    Sentence::label("page-report-messages"),
    Sentence::label("page-report-log"),
];

const STYLE: &str = include_str!("../assets/report.css");
const PROGRAMS: [&str; 4] = [
    include_str!("../assets/sha.js"),
    include_str!("../assets/ed25519.js"),
    include_str!("../assets/prove.js"),
    include_str!("../assets/report.js"),
];

/// The page of a game and its record.
pub(super) fn html(game: &Json, record: &str, lang: Lang) -> String {
    let words = Words::new(lang);
    let title = format!(
        "{} – {}",
        game["title"][lang.code()].as_str().unwrap_or_default(),
        words.label("page-report")
    );
    let style = furniture("/page/page.css") + &furniture("/page/plot.css") + STYLE;
    let common = ["/page/dom.js", "/page/words.js", "/page/stone.js", "/page/plot.js"].map(furniture);
    let programs: Vec<String> = common.into_iter().chain(PROGRAMS.map(str::to_owned)).collect();
    let page = StandalonePage {
        title: &title,
        lang,
        class: "report",
        style: &style,
        programs: &programs,
        data: &[("sentences", &sentences(&SENTENCES)), ("game", game), ("record", &json!(record))],
        without_script: &words.label("page-without-script"),
    };
    page.html()
}
