//! A running screen for one device of a team.

use std::path::PathBuf;
use std::time::Duration;

use ishigaki_client::{Address, Token};
use ishigaki_page::{ActReception, Hub};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use team_client::tui::{ActSender, Rematch, RunError, ScreenOptions, ScreenTurns, act_channel, run_hosted};
use team_client_sdk::Options;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_util::task::LocalPoolHandle;

/// Time without an open page after which a screen is closed; its draft is on disk.
const IDLE_TIMEOUT: Duration = Duration::from_mins(10);
/// Time for a page to read why its screen has ended.
pub(crate) const END_NOTICE_GRACE: Duration = Duration::from_millis(500);

/// Why a screen has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeskEnd {
    /// No page was open.
    Idle,
    /// The user has left.
    Quit,
    Revoked,
    Failed,
}

impl DeskEnd {
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Quit => "quit",
            Self::Revoked => "revoked",
            Self::Failed => "failed",
        }
    }

    /// Returns whether the session ends, too.
    pub(crate) const fn ends_session(self) -> bool {
        matches!(self, Self::Quit | Self::Revoked)
    }
}

pub(crate) struct DeskOptions {
    pub(crate) address: Address,
    pub(crate) token: Token,
    /// The team's turns to search, and to be advised.
    pub(crate) turns: ScreenTurns,
    /// Directory of drafts and receipts.
    pub(crate) folder: PathBuf,
    pub(crate) lang: Lang,
    pub(crate) rematch: Option<Rematch>,
}

/// A running screen and the page that shows it.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) hub: Hub,
    acts: ActSender,
    task: JoinHandle<()>,
}

impl Desk {
    /// Starts a screen; `ended` is called when it has ended by itself.
    pub(crate) fn start(
        pool: &LocalPoolHandle,
        options: DeskOptions,
        ended: impl FnOnce(DeskEnd) + Send + 'static,
    ) -> Self {
        let (hub, (acts, receiver)) = (Hub::new(), act_channel());
        let of_task = hub.clone();
        let task = pool.spawn_pinned(move || async move {
            let DeskOptions { address, token, turns, folder, lang, rematch } = options;
            let screening = ScreenOptions {
                options: Options { address, token, game: String::new() },
                receipts: folder,
                lang,
                palette: Palette::PLAIN,
                rematch,
            };
            let end = tokio::select! {
                result = run_hosted(screening, of_task.clone(), receiver, turns) => end_of(&result),
                () = is_idle(&of_task) => DeskEnd::Idle,
            };
            of_task.publish(&format!("{{\"ended\":\"{}\"}}", end.code()), 0);
            ended(end);
            sleep(END_NOTICE_GRACE).await;
        });
        Self { hub, acts, task }
    }

    pub(crate) fn accept(&self, act: &[u8]) -> ActReception {
        self.acts.accept(act)
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.task.is_finished()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn end_of(result: &Result<(), RunError>) -> DeskEnd {
    match result {
        Ok(()) => DeskEnd::Quit,
        Err(error) if error.is_revoked() => DeskEnd::Revoked,
        Err(error) => {
            tracing::warn!(error = %error, "a team's page has ended");
            DeskEnd::Failed
        }
    }
}

pub(crate) async fn is_idle(hub: &Hub) {
    hub.wait_unread(IDLE_TIMEOUT).await;
}
