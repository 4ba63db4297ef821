//! The cut of a connection: once, by whoever may.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::oneshot;

/// Cuts a connection, and is kept by it.
pub(super) struct Cut(Arc<Mutex<Option<oneshot::Sender<()>>>>);

/// Cuts a connection, and does not keep it.
#[derive(Clone)]
pub(super) struct Cutter(Weak<Mutex<Option<oneshot::Sender<()>>>>);

impl Cut {
    /// A cut, and what hears of it.
    pub(super) fn new() -> (Self, oneshot::Receiver<()>) {
        let (cut, is_cut) = oneshot::channel();
        (Self(Arc::new(Mutex::new(Some(cut)))), is_cut)
    }

    /// Cuts the connection at once, with everything that is under way on it.
    pub(super) fn cut(&self) {
        if let Some(cut) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // It may be gone already.
            let _ = cut.send(());
        }
    }

    /// Returns the handle that cuts it as long as there is one.
    pub(super) fn cutter(&self) -> Cutter {
        Cutter(Arc::downgrade(&self.0))
    }
}

impl Cutter {
    pub(super) fn cut(&self) {
        if let Some(cut) = self.0.upgrade() {
            Cut(cut).cut();
        }
    }
}
