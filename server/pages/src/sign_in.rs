//! Signing in with the link of a sheet.

use ishigaki_catalogue::Message;
use ishigaki_client::code::CodeError;
use ishigaki_client::team::TeamGames;
use ishigaki_client::{Address, CallError, PageLink, Pin, Token, connect, listing};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::Audience;
use ishigaki_record::signing::Fingerprint;

use crate::session::StoreError;
use crate::visitor::Visitor;

/// Reason why a device can't sign in.
#[derive(Debug, thiserror::Error, Message)]
#[message("sign-in")]
pub enum SignInError {
    /// The link was cut or changed.
    Link,
    /// The code was mistyped.
    #[message(transparent)]
    Code(#[from] CodeError),
    /// The link names another contest's authority.
    OtherContest,
    Unknown,
    Revoked,
    NotTeam,
    NotJudge,
    NotStaff,
    TooManyDevices {
        #[message(display)]
        most: usize,
    },
    TooManySheetDevices {
        #[message(display)]
        most: usize,
    },
    TooManyAttempts {
        #[message(display)]
        seconds: u64,
    },
    NoServer,
    #[message(transparent)]
    Store(#[from] StoreError),
}

impl SignInError {
    /// Returns the code that the page and tests check.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Code(_) => "code",
            Self::OtherContest => "other-contest",
            Self::Unknown => "unknown",
            Self::Revoked => "revoked",
            Self::NotTeam => "not-team",
            Self::NotJudge => "not-judge",
            Self::NotStaff => "not-staff",
            Self::TooManyDevices { .. } | Self::TooManySheetDevices { .. } => "too-many-devices",
            Self::TooManyAttempts { .. } => "too-many-attempts",
            Self::NoServer => "no-server",
            Self::Store(_) => "store",
        }
    }
}

/// Returns the token of a link or typed code, without asking the server.
pub(crate) fn read_link(text: &str, authority: Option<&Fingerprint>) -> Result<Token, SignInError> {
    // The whole address may have been pasted.
    let secret = text.rsplit_once('#').map_or(text, |(_, secret)| secret);
    let is_typed = !text.contains(['#', '/']);
    let read = secret.parse::<PageLink>();
    let PageLink { pin, token } =
        read.map_err(|error| if is_typed { error.into() } else { SignInError::Link })?;
    let is_other = |pin: &Pin| authority.is_some_and(|authority| !pin.is_of(authority));
    if pin.as_ref().is_some_and(is_other) {
        return Err(SignInError::OtherContest);
    }
    Ok(token)
}

const fn is_staff(audience: Audience) -> bool {
    matches!(audience, Audience::Organiser | Audience::Desk | Audience::Referee | Audience::Judge)
}

/// Asks the contest server whether a token is of this kind of visitor. The organiser may do what a judge may.
pub(crate) async fn check_token(
    visitor: Visitor,
    address: &Address,
    token: &Token,
) -> Result<(), SignInError> {
    let link = connect(address, token);
    let answer = match visitor {
        Visitor::Team => TeamGames::list(&link).await.map(drop),
        Visitor::Judge => listing::all(&link).await.map(drop),
        Visitor::Staff => match listing::list_events(&link).await {
            Ok(list) if is_staff(list.audience()) => Ok(()),
            Ok(_) => return Err(SignInError::NotStaff),
            Err(error) => Err(error),
        },
    };
    match answer {
        Ok(()) => Ok(()),
        Err(CallError::Refused(fault)) => Err(match (fault.reason, visitor) {
            (ErrorReason::Unauthenticated, _) => SignInError::Unknown,
            (ErrorReason::TokenRevoked, _) => SignInError::Revoked,
            (ErrorReason::PermissionDenied, Visitor::Team) => SignInError::NotTeam,
            (ErrorReason::PermissionDenied, Visitor::Judge) => SignInError::NotJudge,
            (ErrorReason::PermissionDenied, Visitor::Staff) => SignInError::NotStaff,
            _ => SignInError::NoServer,
        }),
        Err(CallError::Unanswered { .. } | CallError::Unknown { .. }) => Err(SignInError::NoServer),
    }
}
