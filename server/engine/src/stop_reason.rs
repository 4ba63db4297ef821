//! The end of a game's service.

/// Reason why a game or event isn't served any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The server shuts down cleanly.
    Stopping,
    Journal,
    /// An event can't be recorded, because randomness or sealing failed.
    Record,
    /// Another server on the same journal serves it, or will.
    Elsewhere,
}
