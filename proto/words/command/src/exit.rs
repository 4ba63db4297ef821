//! Exit codes.

use std::process::ExitCode;

use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};

/// The exit codes of all programs. Help pages list those of a program with their meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    Done = 0,
    /// The rules or the server rejected the call, a file or a game is invalid, or another error occurred;
    /// nothing has changed.
    Failed = 1,
    /// The command line, or a file named by it, can't be read or is invalid.
    Misused = 2,
    /// The server can't be reached or can't answer now, or its answer was lost.
    Unanswered = 3,
    /// Permission denied: no valid token, another role's or team's token, or no such game.
    Denied = 4,
    Disproved = 5,
    /// A record is valid as far as it could be checked.
    Partial = 6,
    /// The program was stopped by a signal, or left early; the value of shells for Ctrl+C.
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

    /// Returns the code for the shell.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns the exit code for a server's rejection, and the rejection's name.
    pub fn of_refusal(fault: &Fault) -> (Self, &'static str) {
        let exit = match fault.reason {
            ErrorReason::Unauthenticated
            | ErrorReason::TokenRevoked
            | ErrorReason::PermissionDenied
            | ErrorReason::UnknownGame => Self::Denied,
            _ if fault.is_passing() => Self::Unanswered,
            _ => Self::Failed,
        };
        (exit, reason_name(fault.reason))
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
        assert_eq!(Exit::of_refusal(&Fault::new(reason)).0, exit, "{reason:?}");
    }

    #[test]
    fn exit_code_depends_on_rejection_reason() {
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
