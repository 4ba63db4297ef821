//! The end of a game's service.

/// Reason for which a game or event is not served any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The server stops in good order.
    Stopping,
    /// The journal does not take what happens.
    Journal,
    /// The event cannot be put on record: the machine gives no randomness, or a sealing does not let itself be made.
    Record,
    /// Another server over the same journal serves it from now on, or will.
    Elsewhere,
}
