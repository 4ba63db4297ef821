//! The game's own time.

/// A span of time in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

/// A moment of the game, in milliseconds since the game was set up, as counted by the server (`T`).
///
/// The game's clock stands while the server is down: after a restart it goes on from the last moment that
/// was recorded, so every open window stands still during an outage without further ado. A pause by the
/// judge is different: this clock goes on, and the windows are moved when the judge resumes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameTime(pub u64);

impl GameTime {
    /// The moment `span` later.
    #[must_use]
    pub const fn after(self, span: Millis) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// The span from `earlier` to this moment; nothing if `earlier` is the later one.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}
