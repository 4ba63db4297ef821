//! The tasks of engines and of their openers, until they are awaited.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::JoinHandle;

/// Tasks that are waited for before the server ends.
#[derive(Debug, Default)]
pub(crate) struct EngineTasks(Mutex<Vec<JoinHandle<()>>>);

impl EngineTasks {
    fn tasks(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, task: JoinHandle<()>) {
        self.tasks().push(task);
    }

    pub(crate) fn prune(&self) {
        self.tasks().retain(|task| !task.is_finished());
    }

    fn pop(&self) -> Option<JoinHandle<()>> {
        self.tasks().pop()
    }

    pub(crate) async fn ended(&self) {
        // A task may have started others.
        while let Some(task) = self.pop() {
            if let Err(error) = task.await {
                tracing::error!(%error, "an engine ended with an error");
            }
        }
    }
}
