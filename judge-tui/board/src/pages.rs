//! The board as web pages, for the hall's projector and for phones.
//!
//! The state is the terminal board's own [`State`], so it contains only public data.

mod entrants;
mod model;
mod picture;

use std::io;
use std::net::SocketAddr;
use std::time::Instant;

use ishigaki_page::{Asset, FURNITURE, Hub, Sentence, Shell, public_site, rules_pages, sentences};
use ishigaki_screen::{Browser, Display, Uptime, page_text};
use ishigaki_words::{Lang, Words};
use tokio::net::TcpListener;

use super::State;
use picture::Picture;

const SENTENCES: [Sentence; 53] = [
    Sentence::label("board-title"),
    Sentence::label("board-no-games"),
    Sentence::with("board-unknown-games", &["games", "known"]),
    Sentence::with("board-unknown-events", &["events", "known"]),
    Sentence::label("shared-heading-stones"),
    Sentence::label("shared-walls"),
    Sentence::label("board-no-lots"),
    Sentence::label("board-paused"),
    Sentence::label("board-covered"),
    Sentence::label("board-practice"),
    Sentence::with("board-more-announcements", &["count"]),
    Sentence::label("console-disqualified"),
    Sentence::label("contact-connecting"),
    Sentence::with("contact-lost", &["time"]),
    Sentence::with("board-fingerprint", &["fingerprint"]),
    Sentence::with("board-head", &["head"]),
    Sentence::label("shared-language"),
    Sentence::with("page-no-line", &["time"]),
    Sentence::label("page-told-no-line"),
    Sentence::label("page-told-lost"),
    Sentence::label("page-my-team"),
    Sentence::label("page-no-team"),
    Sentence::label("page-sealed"),
    Sentence::label("page-awaited"),
    Sentence::label("page-aside"),
    Sentence::label("shared-fate-disqualified"),
    Sentence::label("page-hall"),
    Sentence::label("page-home"),
    Sentence::label("page-schedule"),
    Sentence::label("page-phone"),
    Sentence::label("page-hold"),
    Sentence::label("page-go-on"),
    Sentence::label("page-tie"),
    Sentence::with("shared-from", &["price"]),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::with("page-wall", &["team", "stones"]),
    Sentence::label("board-winner"),
    Sentence::with("board-winner-why", &["why"]),
    Sentence::with("page-next-in", &["time"]),
    Sentence::with("page-next-at", &["clock"]),
    Sentence::label("page-find"),
    Sentence::label("page-find-how"),
    Sentence::with("page-find-none", &["text"]),
    Sentence::with("page-find-more", &["count"]),
    Sentence::label("page-find-again"),
    Sentence::label("page-me"),
    Sentence::label("page-called"),
    Sentence::label("page-seat-next"),
    Sentence::label("page-seat-last"),
    Sentence::label("page-seat-none"),
    Sentence::with("page-against", &["names"]),
    Sentence::label("page-show-game"),
    Sentence::with("page-starts-in", &["time"]),
];

const MODULES: [&str; 5] =
    ["/page/dom.js", "/page/words.js", "/page/stone.js", "/page/line.js", "/board/parts.js"];

/// Returns the assets that only the board's pages have, without the pages themselves.
pub fn own_assets() -> [Asset; 6] {
    [
        Asset::style("/board/board.css", include_str!("pages/board.css")),
        Asset::script("/board/board.js", include_str!("pages/board.js")),
        Asset::script("/board/parts.js", include_str!("pages/parts.js")),
        Asset::script("/board/phone.js", include_str!("pages/phone.js")),
        Asset::script("/board/hall.js", include_str!("pages/hall.js")),
        Asset::script("/board/room.js", include_str!("pages/room.js")),
    ]
}

/// Returns the page for a projector, which is the one for phones on a narrow screen, of a site with a start
/// page. Its state and events are next to it.
pub fn hosted_hall_page(lang: Lang) -> Asset {
    page("/hall", lang, "hall hosted", "/board/board.js")
}

fn page(path: &'static str, lang: Lang, class: &'static str, script: &'static str) -> Asset {
    let words = Words::new(lang);
    let (title, without_script) = (words.label("board-title"), words.label("page-without-script"));
    let shell = Shell {
        title: &title,
        lang,
        class,
        styles: &["/board/board.css"],
        script,
        modules: &MODULES,
        sentences: &sentences(&SENTENCES),
        without_script: &without_script,
    };
    Asset::page(path, shell.html())
}

fn assets(lang: Lang) -> Vec<Asset> {
    let pages = [page("/", lang, "phone", "/board/phone.js"), page("/hall", lang, "hall", "/board/board.js")];
    FURNITURE.into_iter().chain(rules_pages()).chain(own_assets()).chain(pages).collect()
}

/// Returns the board's state for the pages at a moment, as JSON; times count from `began`.
///
/// # Errors
/// If serialisation fails, which has no known cause.
pub fn page_state(state: &State, began: Instant, now: Instant) -> serde_json::Result<String> {
    page_text(&mut Picture::default(), state, Lang::En, Uptime::since(began), now)
}

pub(super) async fn open(address: SocketAddr, lang: Lang) -> io::Result<(impl Display<State>, SocketAddr)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok((Browser::serve(listener, Picture::default(), |hub| public_site(assets(lang), hub)), address))
}

/// Returns the display of pages that are served elsewhere.
pub(super) fn publish(hub: Hub) -> impl Display<State> {
    Browser::publish(hub, Picture::default())
}

#[cfg(test)]
mod tests;
