//! The team's screen as a page in a browser on this computer, with the terminal's state, rules and sentences.
//!
//! Token and encryption stay in this process: the page gets what its team may see, behind a key in its
//! address that is not logged.

mod model;
mod picture;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Stdio;
use std::time::Instant;

use ishigaki_page::{
    ActReception, Asset, FURNITURE, Hub, Key, Sentence, Shell, private_site, rules_pages, sentences,
};
use ishigaki_screen::{Browser, Uptime, page_text};
use ishigaki_words::{Lang, Words};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::mpsc;

use super::act::Act;
use super::run::{RunError, ScreenOptions, run_on, run_page_driver};
use super::state::State;
use super::turns::ScreenTurns;
use ishigaki_strategy::child_environment;
use picture::Picture;

/// Maximum number of waiting acts. The page sends them one by one.
const ACTS: usize = 64;

const SENTENCES: [Sentence; 141] = [
    Sentence::with("board-fingerprint", &["fingerprint"]),
    Sentence::label("board-paused"),
    Sentence::label("board-practice"),
    Sentence::label("contact-connecting"),
    Sentence::with("contact-lost", &["time"]),
    Sentence::label("key-close"),
    Sentence::label("key-help"),
    Sentence::label("key-no"),
    Sentence::label("key-quit"),
    Sentence::label("page-awaited"),
    Sentence::label("page-desk"),
    Sentence::with("page-desk-above", &["price"]),
    Sentence::with("page-desk-add", &["lot"]),
    Sentence::with("page-desk-again", &["lot"]),
    Sentence::label("page-desk-bids"),
    Sentence::label("page-desk-board"),
    Sentence::with("page-desk-cheaper", &["lot"]),
    Sentence::with("page-desk-copies", &["count"]),
    Sentence::with("page-desk-dearer", &["lot"]),
    Sentence::label("page-desk-decides"),
    Sentence::with("page-desk-drag", &["lot"]),
    Sentence::with("page-desk-earlier", &["lot"]),
    Sentence::label("page-desk-give-up"),
    Sentence::label("page-desk-gone"),
    Sentence::label("page-desk-head-lot"),
    Sentence::label("page-desk-head-winner"),
    Sentence::label("page-desk-head-you"),
    Sentence::label("page-desk-help"),
    Sentence::with("page-desk-hold", &["stone"]),
    Sentence::label("page-desk-how"),
    Sentence::label("page-desk-if-all-win"),
    Sentence::with("page-desk-key", &["key"]),
    Sentence::with("page-desk-key-on-wall", &["key"]),
    Sentence::label("page-desk-keys"),
    Sentence::label("page-desk-keys-off"),
    Sentence::label("page-desk-keys-on"),
    Sentence::with("page-desk-last", &["price"]),
    Sentence::label("page-desk-left"),
    Sentence::label("page-desk-legend"),
    Sentence::label("page-desk-legend-awaited"),
    Sentence::label("page-desk-legend-carried"),
    Sentence::label("page-desk-legend-checked"),
    Sentence::label("page-desk-legend-loose"),
    Sentence::label("page-desk-legend-pattern"),
    Sentence::label("page-desk-legend-plan"),
    Sentence::label("page-desk-legend-rank"),
    Sentence::label("page-desk-legend-rules"),
    Sentence::label("page-desk-legend-sealed"),
    Sentence::label("page-desk-line-lost"),
    Sentence::label("page-desk-line-new"),
    Sentence::label("page-desk-line-not-needed"),
    Sentence::label("page-desk-line-open"),
    Sentence::label("page-desk-line-tied"),
    Sentence::label("page-desk-line-won"),
    Sentence::label("page-desk-list"),
    Sentence::label("page-desk-list-how"),
    Sentence::label("page-desk-lots"),
    Sentence::label("page-desk-menu"),
    Sentence::label("page-desk-messages-new"),
    Sentence::with("page-desk-min", &["price"]),
    Sentence::with("page-desk-money", &["total", "budget"]),
    Sentence::label("page-desk-money-left"),
    Sentence::with("page-desk-most", &["price"]),
    Sentence::label("page-desk-no-round"),
    Sentence::label("page-desk-no-winner"),
    Sentence::with("page-desk-other-lots", &["count"]),
    Sentence::label("page-desk-pass"),
    Sentence::label("page-desk-pass-rebid"),
    Sentence::label("page-desk-plan"),
    Sentence::label("page-desk-play-again"),
    Sentence::with("page-desk-price", &["lot"]),
    Sentence::label("page-desk-question"),
    Sentence::with("page-desk-raise", &["lot"]),
    Sentence::label("page-desk-rebid"),
    Sentence::with("page-desk-receipt-differs", &["revision", "shown"]),
    Sentence::label("page-desk-refused"),
    Sentence::with("page-desk-refused-long", &["most"]),
    Sentence::with("page-desk-refused-sign", &["sign"]),
    Sentence::with("page-desk-remove", &["lot"]),
    Sentence::label("page-desk-result"),
    Sentence::label("page-desk-revert"),
    Sentence::label("page-desk-round"),
    Sentence::label("page-desk-rules"),
    Sentence::label("page-desk-save-wall"),
    Sentence::label("page-desk-sound-off"),
    Sentence::label("page-desk-sound-on"),
    Sentence::label("page-desk-stones"),
    Sentence::label("page-desk-stop-search"),
    Sentence::label("page-desk-submit"),
    Sentence::label("page-desk-submit-changes"),
    Sentence::label("page-desk-submit-rebid"),
    Sentence::label("page-desk-submitted"),
    Sentence::label("page-desk-suggest"),
    Sentence::label("page-desk-teams"),
    Sentence::label("page-desk-try"),
    Sentence::with("page-desk-unpainted", &["what"]),
    Sentence::label("page-desk-use-submitted"),
    Sentence::label("page-desk-wall"),
    Sentence::with("page-desk-wall-figures", &["empty", "purse"]),
    Sentence::with("page-desk-wall-large", &["team"]),
    Sentence::label("page-desk-wall-saved"),
    Sentence::with("page-desk-was", &["price"]),
    Sentence::with("page-desk-winner-you", &["price"]),
    Sentence::label("page-ended-failed"),
    Sentence::label("page-ended-idle"),
    Sentence::label("page-ended-quit"),
    Sentence::label("page-ended-revoked"),
    Sentence::label("page-hint-bidding"),
    Sentence::label("page-hint-building"),
    Sentence::label("page-hint-close"),
    Sentence::label("page-hint-rebid"),
    Sentence::label("page-hint-result"),
    Sentence::label("page-hint-waiting"),
    Sentence::with("page-no-line", &["time"]),
    Sentence::label("page-receipts"),
    Sentence::label("page-sealed"),
    Sentence::with("page-shape", &["lot", "squares"]),
    Sentence::label("page-sign-in"),
    Sentence::label("page-sign-in-code"),
    Sentence::label("page-sign-in-how"),
    Sentence::label("page-sign-in-wait"),
    Sentence::label("page-sign-out"),
    Sentence::label("page-signed-out"),
    Sentence::label("page-tie"),
    Sentence::label("page-told-lost"),
    Sentence::label("page-told-no-line"),
    Sentence::with("page-wall", &["team", "stones"]),
    Sentence::label("panel-standings"),
    Sentence::label("shared-fate-disqualified"),
    Sentence::label("shared-language"),
    Sentence::with("team-game-time", &["time"]),
    Sentence::label("team-key-other-game"),
    Sentence::label("team-key-put-away"),
    Sentence::label("team-key-send-question"),
    Sentence::label("team-panel-advice"),
    Sentence::label("team-panel-log"),
    Sentence::label("team-panel-messages"),
    Sentence::label("team-panel-results"),
    Sentence::label("team-panel-rivals"),
    Sentence::label("team-panel-wall"),
    Sentence::with("team-question-count", &["count", "most"]),
];

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

const MODULES: [&str; 22] = [
    "/page/dom.js",
    "/page/words.js",
    "/page/reader_language.js",
    "/page/stone.js",
    "/page/line.js",
    "/page/sign_in.js",
    "/desk/act.js",
    "/desk/kinds.js",
    "/desk/price.js",
    "/desk/list.js",
    "/desk/bar.js",
    "/desk/lots.js",
    "/desk/wall.js",
    "/desk/keys.js",
    "/desk/ask.js",
    "/desk/rounds.js",
    "/desk/panels.js",
    "/desk/walls.js",
    "/desk/outcome.js",
    "/desk/help.js",
    "/desk/sound.js",
    "/desk/layout.js",
];

/// Returns the assets of the team's page in a language; the page itself is at `/`.
pub fn page_assets(lang: Lang) -> Vec<Asset> {
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
        Asset::script("/desk/kinds.js", include_str!("page/kinds.js")),
        Asset::script("/desk/price.js", include_str!("page/price.js")),
        Asset::script("/desk/list.js", include_str!("page/list.js")),
        Asset::script("/desk/bar.js", include_str!("page/bar.js")),
        Asset::script("/desk/lots.js", include_str!("page/lots.js")),
        Asset::script("/desk/wall.js", include_str!("page/wall.js")),
        Asset::script("/desk/keys.js", include_str!("page/keys.js")),
        Asset::script("/desk/ask.js", include_str!("page/ask.js")),
        Asset::script("/desk/rounds.js", include_str!("page/rounds.js")),
        Asset::script("/desk/panels.js", include_str!("page/panels.js")),
        Asset::script("/desk/walls.js", include_str!("page/walls.js")),
        Asset::script("/desk/outcome.js", include_str!("page/outcome.js")),
        Asset::script("/desk/help.js", include_str!("page/help.js")),
        Asset::script("/desk/sound.js", include_str!("page/sound.js")),
        Asset::script("/desk/layout.js", include_str!("page/layout.js")),
    ];
    FURNITURE.into_iter().chain(rules_pages()).chain(own).collect()
}

/// Returns the page's state at a moment, as JSON; times count from `began`. It contains the draft and
/// submissions (`A4`).
///
/// # Errors
/// If serialisation fails, which has no known cause.
pub fn page_state(state: &State, began: Instant, now: Instant) -> serde_json::Result<String> {
    page_text(&mut Picture::default(), state, state.lang(), Uptime::since(began), now)
}

/// Address of the page. It contains the key, so `Debug` omits it.
#[derive(Clone)]
pub struct PageAddress {
    pub address: String,
}

const OPENERS: [(&str, &[&str]); 3] =
    [("xdg-open", &[]), ("open", &[]), ("rundll32", &["url.dll,FileProtocolHandler"])];

impl PageAddress {
    /// Opens the page in the default browser, and returns whether a program was started. Must be called
    /// within a tokio runtime.
    pub fn open(&self) -> bool {
        OPENERS.iter().any(|&(program, arguments)| {
            let mut command = Command::new(program);
            child_environment::withhold(command.as_std_mut());
            command.args(arguments).arg(&self.address);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            // The browser keeps running when this program is stopped.
            #[cfg(unix)]
            command.process_group(0);
            command.spawn().is_ok()
        })
    }
}

/// Serves the team's page until it is closed or the program is stopped. `port` 0 chooses a free one;
/// `on_ready` gets the address once the team is admitted or the server is awaited. Must be called within a
/// tokio runtime.
///
/// # Errors
/// As [`run`](super::run()), and [`RunError::Listen`] if the port is not available.
pub async fn run_page(
    screening: ScreenOptions,
    port: u16,
    on_ready: impl FnOnce(&PageAddress) -> io::Result<()>,
) -> Result<(), RunError> {
    let (sender, acts) = mpsc::channel(ACTS);
    let lang = screening.lang;
    let display = async move {
        let (browser, page) = open(port, lang, sender).await?;
        on_ready(&page)?;
        Ok(browser)
    };
    run_on(screening, display, acts).await
}

/// Sender of a page's acts to its screen.
#[derive(Clone, Debug)]
pub struct ActSender(mpsc::Sender<Act>);

/// Acts of a page, as input of [`run_hosted`].
#[derive(Debug)]
pub struct ActReceiver(mpsc::Receiver<Act>);

/// Returns a channel for a page's acts.
pub fn act_channel() -> (ActSender, ActReceiver) {
    let (sender, acts) = mpsc::channel(ACTS);
    (ActSender(sender), ActReceiver(acts))
}

impl ActSender {
    /// Passes on an act, as the page sends it in JSON.
    pub fn accept(&self, bytes: &[u8]) -> ActReception {
        read(bytes, &self.0)
    }
}

/// Runs a team's screen for a page that is served elsewhere, until the user quits. It computes only in the
/// team's turns. Must be called within a tokio runtime.
///
/// # Errors
/// As [`run`](super::run()), and [`RunError::Revoked`] once the token has been revoked.
pub async fn run_hosted(
    screening: ScreenOptions,
    hub: Hub,
    acts: ActReceiver,
    turns: ScreenTurns,
) -> Result<(), RunError> {
    let hosted = Some((turns, hub.clone()));
    let display = async move { Ok(Browser::publish(hub, Picture::default())) };
    run_page_driver(screening, display, acts.0, hosted).await
}

async fn open(
    port: u16,
    lang: Lang,
    acts: mpsc::Sender<Act>,
) -> Result<(Browser<Picture>, PageAddress), RunError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address).await.map_err(|why| RunError::Listen { port, why })?;
    let (address, key) = (listener.local_addr()?, Key::random()?);
    let page = PageAddress { address: format!("http://{address}/{}/", key.reveal()) };
    let site = |hub: &Hub| private_site(page_assets(lang), hub, key, move |bytes| read(bytes, &acts));
    Ok((Browser::serve(listener, Picture::default(), site), page))
}

fn read(bytes: &[u8], acts: &mpsc::Sender<Act>) -> ActReception {
    let Ok(act) = serde_json::from_slice(bytes) else { return ActReception::Unreadable };
    if acts.try_send(act).is_ok() { ActReception::Accepted } else { ActReception::Full }
}

#[cfg(test)]
mod tests;
