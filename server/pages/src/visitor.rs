//! Kinds of visitors. Each has its own path, cookie, sessions and tokens.

/// Kind of a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visitor {
    Team,
    Judge,
    /// Desk, referee or organiser of an event.
    Staff,
}

impl Visitor {
    pub(crate) const ALL: [Self; 3] = [Self::Team, Self::Judge, Self::Staff];

    /// Returns the name of its cookie. `__Host-` binds it to this host, and to HTTPS.
    pub(crate) const fn cookie(self) -> &'static str {
        match self {
            Self::Team => "__Host-ishigaki-team",
            Self::Judge => "__Host-ishigaki-judge",
            Self::Staff => "__Host-ishigaki-staff",
        }
    }

    /// Returns the path of its page without the final slash.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::Team => "/team",
            Self::Judge => "/judge",
            Self::Staff => "/staff",
        }
    }

    /// Returns the directory of its sessions.
    pub(crate) const fn folder(self) -> &'static str {
        match self {
            Self::Team => "sessions",
            Self::Judge => "judges",
            Self::Staff => "staff",
        }
    }
}
