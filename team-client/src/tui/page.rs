//! The team's screen as a page in a browser, on this machine alone: the same state, the same rules, the same sentences as the
//! terminal's, drawn otherwise.
//!
//! Knows the page's files, how its state is made ([`Picture`]) and how its acts are read ([`Act`]); what an act does is
//! [`update`](super::update())'s matter. Token and encryption stay in this process: the page gets what its team may see, behind
//! a key in its address, which stands in no log.

mod model;
mod picture;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::time::Instant;

use ishigaki_page::{ActReception, Asset, FURNITURE, Key, Sentence, Shell, Site, sentences};
use ishigaki_screen::{Browser, Uptime, page_text};
use ishigaki_words::{Lang, Words};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::mpsc;

use super::act::Act;
use super::run::{RunError, ScreenOptions, run_on};
use super::state::State;
use ishigaki_strategy::child_environment;
use picture::Picture;

/// Number of acts that may wait for their turn. The page sends one after the other.
const ACTS: usize = 64;

/// The sentences that the page fills by itself.
const SENTENCES: [Sentence; 69] = [
    Sentence::label("page-desk"),
    Sentence::label("shared-language"),
    Sentence::with("page-no-line", &["time"]),
    Sentence::label("page-told-no-line"),
    Sentence::label("page-told-lost"),
    Sentence::label("page-desk-refused"),
    Sentence::label("page-desk-gone"),
    Sentence::label("page-desk-left"),
    Sentence::with("page-desk-unpainted", &["what"]),
    Sentence::label("page-desk-bids"),
    Sentence::label("page-desk-keys-on"),
    Sentence::label("page-desk-keys-off"),
    Sentence::with("page-desk-price", &["lot"]),
    Sentence::with("page-desk-add", &["lot"]),
    Sentence::with("page-desk-sooner", &["lot"]),
    Sentence::with("page-desk-later", &["lot"]),
    Sentence::with("page-desk-remove", &["lot"]),
    Sentence::with("page-desk-raise", &["lot"]),
    Sentence::label("page-desk-give-up"),
    Sentence::label("page-desk-stones"),
    Sentence::label("page-desk-plan"),
    Sentence::with("page-desk-hold", &["stone"]),
    Sentence::label("page-desk-board"),
    Sentence::label("page-desk-how"),
    Sentence::label("page-desk-past"),
    Sentence::label("page-desk-try"),
    Sentence::label("page-desk-news"),
    Sentence::label("page-desk-stop-search"),
    Sentence::with("page-desk-key", &["key"]),
    Sentence::with("page-desk-key-on-wall", &["key"]),
    Sentence::with("team-waiting", &["time"]),
    Sentence::with("team-game-time", &["time"]),
    Sentence::label("page-sealed"),
    Sentence::label("page-awaited"),
    Sentence::label("page-aside"),
    Sentence::label("shared-fate-disqualified"),
    Sentence::with("shared-from", &["price"]),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::with("page-wall", &["team", "stones"]),
    Sentence::label("board-practice"),
    Sentence::label("board-paused"),
    Sentence::label("contact-connecting"),
    Sentence::with("contact-lost", &["time"]),
    Sentence::label("team-panel-wall"),
    Sentence::label("team-panel-results"),
    Sentence::label("team-panel-rivals"),
    Sentence::label("panel-standings"),
    Sentence::label("team-panel-advice"),
    Sentence::label("team-panel-messages"),
    Sentence::label("team-panel-log"),
    Sentence::with("team-question-count", &["count", "most"]),
    Sentence::label("team-key-send-question"),
    Sentence::label("page-desk-question"),
    Sentence::label("page-desk-messages-new"),
    Sentence::label("team-draft"),
    Sentence::label("team-key-seal"),
    Sentence::label("team-key-decline"),
    Sentence::label("team-key-pass"),
    Sentence::label("team-key-take-sealed"),
    Sentence::label("key-yes"),
    Sentence::label("key-no"),
    Sentence::label("key-close"),
    Sentence::label("team-key-help"),
    Sentence::label("team-key-put-away"),
    Sentence::label("team-key-other-game"),
    Sentence::label("key-quit"),
    Sentence::label("team-head-last"),
    Sentence::label("head-left"),
    Sentence::with("board-fingerprint", &["fingerprint"]),
];

/// The words on the wall's buttons.
const WORKS: [Sentence; 14] = [
    Sentence::label("team-work-turn"),
    Sentence::label("team-work-turn-back"),
    Sentence::label("team-work-next-place"),
    Sentence::label("team-work-lay"),
    Sentence::label("team-work-lay-loose"),
    Sentence::label("team-work-take-out"),
    Sentence::label("team-work-take-out-all"),
    Sentence::label("team-work-undo"),
    Sentence::label("team-work-redo"),
    Sentence::label("team-work-send-wall"),
    Sentence::label("team-work-take-wall"),
    Sentence::label("team-work-fill"),
    Sentence::label("team-work-fill-with-plan"),
    Sentence::label("team-work-realise"),
];

/// The modules that the page asks for.
const MODULES: [&str; 11] = [
    "/page/dom.js",
    "/page/words.js",
    "/page/stone.js",
    "/page/line.js",
    "/desk/act.js",
    "/desk/price.js",
    "/desk/bids.js",
    "/desk/wall.js",
    "/desk/keys.js",
    "/desk/ask.js",
    "/desk/panels.js",
];

/// The page's files.
fn assets(lang: Lang) -> Vec<Asset> {
    let words = Words::new(lang);
    let (title, without_script) = (words.label("page-desk"), words.label("page-without-script"));
    let wanted: Vec<Sentence> = SENTENCES.into_iter().chain(WORKS).collect();
    let shell = Shell {
        title: &title,
        lang,
        class: "desk",
        styles: &["/desk/desk.css"],
        script: "/desk/desk.js",
        modules: &MODULES,
        sentences: &sentences(&wanted),
        without_script: &without_script,
    };
    let own = [
        Asset::page("/", shell.html()),
        Asset::style("/desk/desk.css", include_str!("page/desk.css")),
        Asset::script("/desk/desk.js", include_str!("page/desk.js")),
        Asset::script("/desk/act.js", include_str!("page/act.js")),
        Asset::script("/desk/keys.js", include_str!("page/keys.js")),
        Asset::script("/desk/ask.js", include_str!("page/ask.js")),
        Asset::script("/desk/price.js", include_str!("page/price.js")),
        Asset::script("/desk/bids.js", include_str!("page/bids.js")),
        Asset::script("/desk/wall.js", include_str!("page/wall.js")),
        Asset::script("/desk/panels.js", include_str!("page/panels.js")),
    ];
    FURNITURE.into_iter().chain(own).collect()
}

/// Returns the page's state of a screen at a moment, as JSON; the program's time counts from `began`. The draft and what is
/// sealed are in it (`A4`).
///
/// # Errors
/// None that is known: every part of it can be written as JSON.
pub fn page_state(state: &State, began: Instant, now: Instant) -> serde_json::Result<String> {
    page_text(&mut Picture::default(), state, Uptime::since(began), now)
}

/// Address of the page, for whoever opens it. Its address has the key in it, so it shows in no debug output.
#[derive(Clone)]
pub struct PageAddress {
    pub address: String,
}

/// Programs that open an address on the systems that there are.
const OPENERS: [(&str, &[&str]); 3] =
    [("xdg-open", &[]), ("open", &[]), ("rundll32", &["url.dll,FileProtocolHandler"])];

impl PageAddress {
    /// Opens the page in whatever browser this computer has; whether a program could be started for that. Must be called
    /// within a tokio runtime.
    pub fn open(&self) -> bool {
        OPENERS.iter().any(|&(program, arguments)| {
            let mut command = Command::new(program);
            child_environment::withhold(command.as_std_mut());
            command.args(arguments).arg(&self.address);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            // A browser that is started by this goes on when this program is stopped.
            #[cfg(unix)]
            command.process_group(0);
            command.spawn().is_ok()
        })
    }
}

/// Hands the team's page out until somebody leaves it or stops the program. `port` 0 takes any that is free; `told` gets
/// where it is, once the server has let the team in or is waited for. Must be called within a tokio runtime.
///
/// # Errors
/// As [`run`](super::run()), and [`RunError::Listen`] if nobody can listen at the port.
pub async fn run_page(
    screening: ScreenOptions,
    port: u16,
    told: impl FnOnce(&PageAddress) -> io::Result<()>,
) -> Result<(), RunError> {
    let (sender, acts) = mpsc::channel(ACTS);
    let lang = screening.lang;
    let display = async move {
        let (browser, page) = open(port, lang, sender).await?;
        told(&page)?;
        Ok(browser)
    };
    run_on(screening, display, acts).await
}

/// The screen in a browser, and where its page is; what is done there goes to `acts`.
async fn open(
    port: u16,
    lang: Lang,
    acts: mpsc::Sender<Act>,
) -> Result<(Browser<Picture>, PageAddress), RunError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address).await.map_err(|source| RunError::Listen { port, source })?;
    let (address, key) = (listener.local_addr()?, Key::random()?);
    let page = PageAddress { address: format!("http://{address}/{}/", key.reveal()) };
    let site = |hub| Site::new(assets(lang), hub).private(key, move |bytes| read(bytes, &acts));
    Ok((Browser::serve(listener, Picture::default(), site), page))
}

/// Reads an act and has it wait for its turn.
fn read(bytes: &[u8], acts: &mpsc::Sender<Act>) -> ActReception {
    let Ok(act) = serde_json::from_slice(bytes) else { return ActReception::Unreadable };
    if acts.try_send(act).is_ok() { ActReception::Yes } else { ActReception::Full }
}

#[cfg(test)]
mod tests;
