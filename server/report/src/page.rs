//! The page as one file: style, programs, words and the record within the markup.

use ishigaki_page::{Sentence, StandalonePage, furniture, sentences};
use ishigaki_rules::Setup;
use ishigaki_words::{Lang, Words};
use serde_json::json;

const SENTENCES: [Sentence; 87] = [
    Sentence::label("shared-language"),
    Sentence::label("shared-walls"),
    Sentence::label("board-covered"),
    Sentence::label("console-disqualified"),
    Sentence::label("page-report"),
    Sentence::label("page-report-proof"),
    Sentence::label("page-report-fails-head"),
    Sentence::label("page-report-fails-signature"),
    Sentence::label("page-report-fails-list"),
    Sentence::label("page-report-fails-read"),
    Sentence::label("page-report-rules"),
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
    Sentence::label("page-report-announced"),
    Sentence::label("page-report-not-needed"),
    Sentence::label("page-report-outbid"),
    Sentence::label("page-report-rebid-lost"),
    Sentence::label("board-standings-ended"),
    Sentence::label("board-standings-final"),
    Sentence::label("event-note-sealed"),
    Sentence::label("auction-failure-no-rebid"),
    Sentence::label("auction-failure-short-rebid"),
    Sentence::label("auction-failure-tied-rebid"),
    Sentence::label("criterion-head-empty"),
    Sentence::label("criterion-head-top-gaps"),
    Sentence::label("criterion-head-held"),
    Sentence::label("criterion-head-used"),
    Sentence::label("criterion-head-unused"),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::with("page-wall", &["team", "stones"]),
    Sentence::with("page-report-checking", &["line", "lines"]),
    Sentence::with("page-report-holds", &["records", "heads", "lists"]),
    Sentence::with("page-report-fails", &["line", "what"]),
    Sentence::with("page-report-signer", &["fingerprint"]),
    Sentence::with("page-report-unsigned", &["lines"]),
    Sentence::with("page-report-lists-opened", &["lists"]),
    Sentence::with("page-report-rebids-opened", &["wave"]),
    Sentence::with("page-report-placed", &["team", "stone", "row", "col", "turn"]),
    Sentence::with("page-report-wall", &["team", "stones"]),
    Sentence::with("page-report-counted", &["team", "empty", "top_gaps", "used", "reason"]),
    Sentence::with("page-report-failed", &["lot", "copies", "why"]),
    Sentence::with("board-round", &["round", "rounds", "attempt"]),
    Sentence::with("board-round-final", &["round", "rounds"]),
    Sentence::with("board-round-void", &["round", "rounds", "attempt"]),
    Sentence::with("outcome-awarded", &["price", "rule"]),
    Sentence::with("outcome-awarded-by-rebid", &["price", "rule"]),
    Sentence::with("outcome-tied", &["price", "rule"]),
    Sentence::with("outcome-waiting", &["rule"]),
    Sentence::with("event-round-opened", &["round", "window", "rule"]),
    Sentence::with("event-round-opened-again", &["round", "attempt", "window", "rule"]),
    Sentence::with("event-bids-sealed", &["team", "rule"]),
    Sentence::with("event-rebid-sealed", &["team", "rule"]),
    Sentence::with("event-lots-confirmed", &["lots", "rule"]),
    Sentence::with("event-nothing-confirmed", &["rule"]),
    Sentence::with("event-round-finalised", &["round", "rule"]),
    Sentence::with("event-round-voided", &["round", "attempt", "reason", "rule"]),
    Sentence::with("event-stone-taken-out", &["team", "stone", "rule"]),
    Sentence::with("event-wall-counted-no-more", &["team", "reason", "rule"]),
    Sentence::with("event-stones-carried", &["stones", "rule"]),
    Sentence::with("event-stones-not-carried", &["stones", "rule"]),
    Sentence::with("event-stones-checked", &["team", "stones", "rule"]),
    Sentence::with("event-remarked", &["text"]),
    Sentence::with("event-announced", &["text"]),
    Sentence::with("event-end-signalled", &["window", "rule"]),
    Sentence::with("event-game-ended", &["rule"]),
    Sentence::with("event-janken-entered", &["order", "rule"]),
    Sentence::with("event-team-disqualified", &["team", "reason", "rule"]),
    Sentence::with("event-team-reinstated", &["team", "reason", "rule"]),
    Sentence::with("event-result-declared", &["rule"]),
    Sentence::with("event-paused", &["reason", "rule"]),
    Sentence::with("event-resumed", &["rule"]),
    Sentence::with("event-resumed-window", &["window", "rule"]),
    Sentence::with("event-window-extended", &["window", "reason", "rule"]),
    Sentence::with("event-game-abandoned", &["reason", "rule"]),
];

const STYLE: &str = include_str!("../assets/report.css");
const PROGRAMS: [&str; 6] = [
    include_str!("../assets/sha.js"),
    include_str!("../assets/ed25519.js"),
    include_str!("../assets/prove.js"),
    include_str!("../assets/settle.js"),
    include_str!("../assets/game.js"),
    include_str!("../assets/report.js"),
];

/// The page of a record. It works out what it draws from the record's lines, once it has proved them: nothing else on it could be
/// compared with anything.
pub(super) fn html(setup: &Setup, record: &str, lang: Lang) -> String {
    let words = Words::new(lang);
    let title = format!("{} – {}", words.title(setup), words.label("page-report"));
    let style = furniture("/page/page.css") + &furniture("/page/plot.css") + STYLE;
    let common = ["/page/dom.js", "/page/words.js", "/page/stone.js", "/page/plot.js"].map(furniture);
    let programs: Vec<String> = common.into_iter().chain(PROGRAMS.map(str::to_owned)).collect();
    let page = StandalonePage {
        title: &title,
        lang,
        class: "report",
        style: &style,
        programs: &programs,
        data: &[("sentences", &sentences(&SENTENCES)), ("record", &json!(record))],
        without_script: &words.label("page-without-script"),
    };
    page.html()
}
