//! The board as pages in a browser, for the hall's projector and for everybody's phone.
//!
//! Knows the pages' files and how their state is made ([`Picture`]); what may be seen when is the board's own
//! [`State`], the same that a terminal shows. It is a client like any other: what it hands out is public already.

mod model;
mod picture;

use std::io;
use std::net::SocketAddr;
use std::time::Instant;

use ishigaki_page::{Asset, FURNITURE, Sentence, Shell, Site, sentences};
use ishigaki_screen::{Browser, Display, Uptime, page_text};
use ishigaki_words::{Lang, Words};
use tokio::net::TcpListener;

use super::State;
use picture::Picture;

/// The sentences that the pages fill by themselves.
const SENTENCES: [Sentence; 33] = [
    Sentence::label("board-title"),
    Sentence::label("board-no-games"),
    Sentence::with("board-unknown-games", &["games", "known"]),
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
    Sentence::label("page-phone"),
    Sentence::label("page-hold"),
    Sentence::label("page-go-on"),
    Sentence::label("page-tie"),
    Sentence::with("shared-from", &["price"]),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::with("page-wall", &["team", "stones"]),
];

/// The modules that both pages ask for.
const MODULES: [&str; 5] =
    ["/page/dom.js", "/page/words.js", "/page/stone.js", "/page/line.js", "/board/parts.js"];

/// The board's files.
fn assets(lang: Lang) -> Vec<Asset> {
    let words = Words::new(lang);
    let (title, without_script) = (words.label("board-title"), words.label("page-without-script"));
    let sentences = sentences(&SENTENCES);
    let page = |path: &'static str, class: &'static str, script: &'static str| {
        let shell = Shell {
            title: &title,
            lang,
            class,
            styles: &["/board/board.css"],
            script,
            modules: &MODULES,
            sentences: &sentences,
            without_script: &without_script,
        };
        Asset::page(path, shell.html())
    };
    let own = [
        page("/", "phone", "/board/phone.js"),
        page("/hall", "hall", "/board/hall.js"),
        Asset::style("/board/board.css", include_str!("pages/board.css")),
        Asset::script("/board/parts.js", include_str!("pages/parts.js")),
        Asset::script("/board/phone.js", include_str!("pages/phone.js")),
        Asset::script("/board/hall.js", include_str!("pages/hall.js")),
        Asset::script("/board/room.js", include_str!("pages/room.js")),
    ];
    FURNITURE.into_iter().chain(own).collect()
}

/// Returns the board's state at a moment for all pages, as JSON; the program's time counts from `began`.
///
/// # Errors
/// None that is known: every part of it can be written as JSON.
pub fn page_state(state: &State, began: Instant, now: Instant) -> serde_json::Result<String> {
    page_text(&mut Picture::default(), state, Uptime::since(began), now)
}

/// The board in browsers, and where its pages are. Must be called within a tokio runtime.
///
/// # Errors
/// If nobody can listen there.
pub(super) async fn open(address: SocketAddr, lang: Lang) -> io::Result<(impl Display<State>, SocketAddr)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok((Browser::serve(listener, Picture::default(), |hub| Site::new(assets(lang), hub)), address))
}

#[cfg(test)]
mod tests;
