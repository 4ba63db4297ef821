//! The presence of teams, as far as the console knows it.

use ishigaki_client::presence::TeamPresence;

use crate::poll::Poll;

/// Presence of all teams, renewed while somebody looks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    /// `None` until the server has answered once.
    pub(crate) teams: Option<Vec<TeamPresence>>,
    /// Whether the last question was not answered: what is shown is what was known before.
    pub(crate) stale: bool,
    pub(crate) poll: Poll,
}
