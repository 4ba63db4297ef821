//! What the console has to tell the judge about the last key. Knows facts, not words.

use ishigaki_link::MirrorError;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::TeamId;

use crate::act::JudgeAct;

/// A line for the judge; it stays until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The act is on its way.
    Sent(JudgeAct),
    /// The act is done.
    Done(JudgeAct),
    /// The very same act is on its way already.
    OnItsWay(JudgeAct),
    /// The act is refused: by the rules before it was sent, or by the server.
    Refused(Fault),
    /// No answer came: it may be done or not.
    Silent {
        /// What was asked for.
        act: JudgeAct,
        /// What the connection says.
        code: tonic::Code,
    },
    /// The game moved on while a question was open, and what was asked makes no sense any more.
    MovedOn,
    /// There is no connection, so nothing can be sent.
    Offline,
    /// No team could be meant.
    NoTeam,
    /// All stones of the team are ticked as carried.
    AllCarried(TeamId),
    /// There is no ranking to be revealed before the game is over.
    NoReveal,
    /// What the feed brought does not fit: the screen may be wrong.
    Astray(MirrorError),
}

impl Notice {
    /// Whether it is bad news.
    pub const fn is_bad(&self) -> bool {
        !matches!(self, Self::Sent(_) | Self::Done(_))
    }
}
