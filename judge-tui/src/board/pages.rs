//! The board as pages in a browser, for the hall's projector and for everybody's phone.
//!
//! Knows the pages' files and how their state is made ([`Picture`]); what may be seen when is the board's own
//! [`State`], the same that a terminal shows. It is a client like any other: what it hands out is public already.

mod model;
mod picture;

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use ishigaki_client::now;
use ishigaki_page::{Asset, FURNITURE, Hub, Sentence, Shell, Site, sentences, serve};
use ishigaki_screen::Display;
use ishigaki_screen::terminal::Input;
use ishigaki_words::{Lang, Words};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tokio::time::interval;

use super::State;
use picture::Picture;

/// How often pages are told that there is nothing new.
const BEAT: Duration = Duration::from_secs(2);

/// The sentences that the pages fill by themselves.
const SENTENCES: [Sentence; 29] = [
    Sentence::label("board-title"),
    Sentence::label("board-no-games"),
    Sentence::label("board-lots"),
    Sentence::label("board-walls"),
    Sentence::label("board-no-lots"),
    Sentence::label("board-paused"),
    Sentence::label("board-covered"),
    Sentence::label("board-practice"),
    Sentence::label("console-disqualified"),
    Sentence::label("contact-connecting"),
    Sentence::with("contact-lost", &["time"]),
    Sentence::with("board-fingerprint", &["fingerprint"]),
    Sentence::with("board-head", &["head"]),
    Sentence::label("page-language"),
    Sentence::with("page-no-line", &["time"]),
    Sentence::label("page-my-team"),
    Sentence::label("page-no-team"),
    Sentence::label("page-sealed"),
    Sentence::label("page-awaited"),
    Sentence::label("page-aside"),
    Sentence::label("page-out"),
    Sentence::label("page-hall"),
    Sentence::label("page-phone"),
    Sentence::label("page-hold"),
    Sentence::label("page-go-on"),
    Sentence::label("page-tie"),
    Sentence::with("page-from", &["price"]),
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
    ];
    FURNITURE.into_iter().chain(own).collect()
}

/// What all pages get of the board at a moment, as JSON; the program's time counts from `began`.
///
/// # Errors
/// None that is known: every part of it can be written as JSON.
pub fn page_state(state: &State, began: Instant, now: Instant) -> serde_json::Result<String> {
    serde_json::to_string(&Picture::new(began).of(state, now))
}

/// The pages while they are handed out: where a board is seen that has no terminal.
#[derive(Debug)]
pub(super) struct Pages {
    hub: Hub,
    picture: Picture,
    address: SocketAddr,
    tasks: [AbortHandle; 2],
}

impl Pages {
    /// Hands the pages out at an address, in this language at first. Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If nobody can listen there.
    pub(super) async fn open(address: SocketAddr, lang: Lang) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let (hub, began) = (Hub::new(), now());
        let site = Site::new(assets(lang), hub.clone());
        let serving = tokio::spawn(serve(listener, site)).abort_handle();
        let beating = tokio::spawn(beat(hub.clone(), began)).abort_handle();
        Ok(Self { hub, picture: Picture::new(began), address, tasks: [serving, beating] })
    }

    /// Where they are.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

/// Tells all pages the time, again and again.
async fn beat(hub: Hub, began: Instant) {
    let picture = Picture::new(began);
    let mut beats = interval(BEAT);
    loop {
        beats.tick().await;
        hub.beat(picture.millis(now()));
    }
}

impl Display<State> for Pages {
    /// Nobody types: everything is steered in the browser, or by the judge.
    async fn input(&mut self) -> io::Result<Option<Input>> {
        std::future::pending().await
    }

    fn resized_from(&self, _: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        Ok(None)
    }

    fn wipe(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn ring(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn paint(&mut self, state: &State) -> io::Result<()> {
        let now = now();
        let text = serde_json::to_string(&self.picture.of(state, now))?;
        self.hub.publish(&text, self.picture.millis(now));
        Ok(())
    }
}
