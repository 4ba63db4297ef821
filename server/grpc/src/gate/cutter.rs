//! Cutting a connection, once, from several places.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::oneshot;

/// Cuts a connection and keeps it open.
pub(super) struct Cut(Arc<Mutex<Option<oneshot::Sender<()>>>>);

/// Cuts a connection without keeping it open.
#[derive(Clone)]
pub(super) struct Cutter(Weak<Mutex<Option<oneshot::Sender<()>>>>);

impl Cut {
    /// Returns a cut and the receiver that it signals.
    pub(super) fn new() -> (Self, oneshot::Receiver<()>) {
        let (cut, is_cut) = oneshot::channel();
        (Self(Arc::new(Mutex::new(Some(cut)))), is_cut)
    }

    /// Cuts the connection at once, with all calls on it.
    pub(super) fn cut(&self) {
        if let Some(cut) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // The connection may be gone already.
            let _ = cut.send(());
        }
    }

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
