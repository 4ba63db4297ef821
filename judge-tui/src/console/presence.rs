//! The presence of teams.

use ishigaki_client::presence::TeamPresence;

use crate::poll::Poll;

#[derive(Clone, Debug, Default)]
pub(crate) struct Presence {
    pub(crate) teams: Option<Vec<TeamPresence>>,
    /// True if the last request failed, so the data is old.
    pub(crate) stale: bool,
    pub(crate) poll: Poll,
}
