//! The hall's board: one screen for all visitors, who can only read it.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ishigaki_board::{BoardOptions, run_hosted};
use ishigaki_catalogue::Message;
use ishigaki_client::{Token, read_text};
use ishigaki_page::Hub;
use tokio::task::JoinHandle;
use tokio_util::task::LocalPoolHandle;

/// Time without a visitor after which the board stops reading feeds.
const IDLE_TIMEOUT: Duration = Duration::from_mins(10);

/// Error of the board's token, which it doesn't repeat.
#[derive(Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum BoardTokenError {
    #[message("cli-token-file")]
    File {
        #[message(display)]
        file: String,
        what: io::Error,
    },
    #[message("cli-bad-token")]
    Bad,
}

/// Reads the file with the board's token.
///
/// # Errors
/// If it can't be read, or is no token.
pub fn read_board_token(file: &Path) -> Result<Token, BoardTokenError> {
    let given = || file.display().to_string();
    let text = read_text(file).map_err(|what| BoardTokenError::File { file: given(), what })?;
    text.trim().parse().map_err(|_| BoardTokenError::Bad)
}

/// The board, which runs while it has visitors. A clone is the same board.
#[derive(Clone, Debug)]
pub(crate) struct Hall(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    pool: LocalPoolHandle,
    options: BoardOptions,
    running: Mutex<Option<RunningBoard>>,
}

#[derive(Debug)]
struct RunningBoard {
    hub: Hub,
    task: JoinHandle<()>,
}

impl Hall {
    pub(crate) fn new(pool: LocalPoolHandle, options: BoardOptions) -> Self {
        Self(Arc::new(Shared { pool, options, running: Mutex::default() }))
    }

    /// Returns the hub of the running board, which is started if necessary.
    pub(crate) fn hub(&self) -> Hub {
        let mut running = self.0.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = running.as_ref().filter(|board| !board.task.is_finished()) {
            return board.hub.clone();
        }
        let board = self.start();
        running.insert(board).hub.clone()
    }

    fn start(&self) -> RunningBoard {
        let (hub, options) = (Hub::new(), self.0.options.clone());
        let of_task = hub.clone();
        let task = self.0.pool.spawn_pinned(move || async move {
            tokio::select! {
                ended = run_hosted(options, of_task.clone()) => {
                    if let Err(error) = ended {
                        tracing::warn!(error = %error, "the hall's board has ended");
                    }
                }
                () = of_task.wait_unread(IDLE_TIMEOUT) => {}
            }
        });
        RunningBoard { hub, task }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let running = self.running.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(board) = running {
            board.task.abort();
        }
    }
}
