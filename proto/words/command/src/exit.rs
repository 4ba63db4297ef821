//! Exit codes.

use std::process::ExitCode;

use ishigaki_proto::fault::{ErrorReason, Fault};

/// The exit codes of every program. A program's help page lists those it ends with, and what they mean for its commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// The command was done.
    Done = 0,
    /// The rules or the server refused, a file or a game is not in order, or something else went wrong; nothing has
    /// changed.
    Failed = 1,
    /// The command line, or a file that it names, cannot be read or makes no sense.
    Misused = 2,
    /// The server cannot be reached, cannot answer now, or its answer got lost.
    Unanswered = 3,
    /// The caller is not allowed: no good token, another role's or team's token, or no such game.
    Denied = 4,
    /// The server's receipt or record is wrong.
    Disproved = 5,
    /// A record is in order as far as it could be checked.
    Partial = 6,
    /// The program was stopped from outside, or left before the end; as shells have it for Ctrl+C.
    Stopped = 130,
}

impl Exit {
    /// All exit codes, in ascending order.
    pub const ALL: [Self; 8] = [
        Self::Done,
        Self::Failed,
        Self::Misused,
        Self::Unanswered,
        Self::Denied,
        Self::Disproved,
        Self::Partial,
        Self::Stopped,
    ];

    /// The number that the shell gets.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The exit code after a server's refusal.
    pub fn of_refusal(fault: &Fault) -> Self {
        match fault.reason {
            ErrorReason::Unauthenticated
            | ErrorReason::TokenRevoked
            | ErrorReason::PermissionDenied
            | ErrorReason::UnknownGame => Self::Denied,
            _ if fault.is_passing() => Self::Unanswered,
            _ => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reason: ErrorReason, exit: Exit) {
        assert_eq!(Exit::of_refusal(&Fault::new(reason)), exit, "{reason:?}");
    }

    #[test]
    fn the_exit_code_after_a_refusal_tells_what_to_do_about_it() {
        check(ErrorReason::AlreadyStarted, Exit::Failed);
        check(ErrorReason::NoSpare, Exit::Failed);
        check(ErrorReason::UnknownTeam, Exit::Failed);
        check(ErrorReason::ServerStopping, Exit::Unanswered);
        check(ErrorReason::Unauthenticated, Exit::Denied);
        check(ErrorReason::TokenRevoked, Exit::Denied);
        check(ErrorReason::PermissionDenied, Exit::Denied);
        check(ErrorReason::UnknownGame, Exit::Denied);
    }

    #[test]
    fn exit_codes_ascend_and_differ() {
        assert!(Exit::ALL.is_sorted_by(|one, next| one.code() < next.code()));
    }
}
