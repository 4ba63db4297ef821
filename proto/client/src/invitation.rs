//! Invitations: the one line that says all that it takes to join.

use std::str::FromStr;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;

use crate::code::{self, CodeError, Pin, of_token};
use crate::{ServerUrls, Token};

/// Beginning of the line.
const SCHEME: &str = "ISHIGAKI:";

/// Separator between two servers in it: one of the few signs that a code of squares takes like a letter.
const NEXT: char = '+';

/// Invitation of a client: the server's addresses, the pin by which to know it, and the client's own token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Address of the server, or of the servers.
    pub server: ServerUrls,
    /// By what it is known.
    pub pin: Pin,
    /// Token of the client.
    pub token: Option<Token>,
}

/// Error of a text that is nothing to join by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("join-bad")]
pub enum InvitationError {
    /// It does not say where the server is, or has more parts or fewer.
    #[message("join-bad-line")]
    Form,
    /// It is no server's address.
    Server,
    /// A code in it has a slip.
    #[message(transparent)]
    Code(#[from] CodeError),
}

impl InvitationError {
    /// Returns the group of the code that has the slip, from 1, if only one has to be typed again.
    pub fn group(self) -> Option<usize> {
        match self {
            Self::Code(CodeError::Group { group }) => Some(group),
            Self::Form | Self::Server | Self::Code(CodeError::Length { .. }) => None,
        }
    }
}

/// Target of a joining: what somebody who joins types first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinTarget {
    /// Address of the server, or of the servers; the rest is still to be said.
    Server(ServerUrls),
    /// Everything, in one line.
    All(Invitation),
}

impl FromStr for JoinTarget {
    type Err = InvitationError;

    /// Reads the line of [`Invitation`], or the address of a server, or those of several with commas: encrypted, unless they say
    /// otherwise.
    fn from_str(typed: &str) -> Result<Self, InvitationError> {
        let typed = typed.trim();
        if Invitation::is_meant(typed) {
            return typed.parse().map(Self::All);
        }
        let url = |typed: &str| {
            let typed = typed.trim();
            if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") }
        };
        let urls: Vec<String> = typed.split(',').map(url).collect();
        urls.join(",").parse().map(Self::Server).map_err(|_| InvitationError::Server)
    }
}

impl Invitation {
    /// Returns whether a text is meant as a line to join by.
    pub fn is_meant(text: &str) -> bool {
        text.trim().get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
    }

    /// The line that says all of it, for servers with commas between their addresses: capitals, digits and few signs, so that
    /// a code of squares stays small. `None` for a token of another form.
    pub fn line(addresses: &str, authority: &Fingerprint, token: &str) -> Option<String> {
        let compact = |code: String| code.replace('-', "");
        let (pin, token) = (compact(Pin::code(authority)), compact(of_token(token)?));
        let addresses = addresses.replace(' ', "").replace(',', NEXT.encode_utf8(&mut [0; 4]));
        Some(format!("{SCHEME}{}/{pin}/{token}", addresses.to_ascii_uppercase()))
    }
}

impl FromStr for Invitation {
    type Err = InvitationError;

    fn from_str(text: &str) -> Result<Self, InvitationError> {
        let text = text.trim();
        let rest = text.get(SCHEME.len()..).filter(|_| Self::is_meant(text)).ok_or(InvitationError::Form)?;
        let mut parts = rest.split('/');
        let (Some(place), Some(pin), token, None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(InvitationError::Form);
        };
        let place = place.to_ascii_lowercase();
        let urls: Vec<String> = place.split(NEXT).map(|place| format!("https://{place}")).collect();
        let server = urls.join(",").parse().map_err(|_| InvitationError::Server)?;
        let token = token.filter(|token| !token.is_empty()).map(code::token).transpose()?;
        Ok(Self { server, pin: pin.parse()?, token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN_TEXT: &str = "ishi.843f0330.AAECAwQFBgcICQoLDA0ODw";

    fn fingerprint() -> Fingerprint {
        Fingerprint::of(b"a certificate")
    }

    #[test]
    fn one_line_says_all() {
        let line = Invitation::line("192.168.0.10:7150", &fingerprint(), TOKEN_TEXT).unwrap();
        assert!(
            line.len() <= 90
                && line
                    .chars()
                    .all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit() || ":./".contains(sign))
        );
        for typed in [line.clone(), line.to_lowercase(), format!("  {line}\n")] {
            let read: Invitation = typed.parse().unwrap();
            assert_eq!(read.server.to_string(), "https://192.168.0.10:7150");
            assert!(read.pin.is_of(&fingerprint()));
            assert_eq!(read.token, Some(TOKEN_TEXT.parse().unwrap()));
        }
        let all: JoinTarget = line.parse().unwrap();
        assert_eq!(all, JoinTarget::All(line.parse().unwrap()));
        for typed in ["192.168.0.10:7150", " https://192.168.0.10:7150\n"] {
            assert_eq!(typed.parse(), Ok(JoinTarget::Server("https://192.168.0.10:7150".parse().unwrap())));
        }
        assert_eq!("".parse::<JoinTarget>(), Err(InvitationError::Server));
        assert_eq!("ISHIGAKI:nowhere".parse::<Invitation>(), Err(InvitationError::Form));
    }
    #[test]
    fn one_line_names_several_servers() {
        let line = Invitation::line("10.0.0.1:7150, 10.0.0.2:7150", &fingerprint(), TOKEN_TEXT).unwrap();
        assert!(line.starts_with("ISHIGAKI:10.0.0.1:7150+10.0.0.2:7150/"), "{line}");
        let read: Invitation = line.parse().unwrap();
        assert_eq!(read.server.to_string(), "https://10.0.0.1:7150,https://10.0.0.2:7150");
        let typed: JoinTarget = "10.0.0.1:7150, 10.0.0.2:7150".parse().unwrap();
        assert_eq!(typed, JoinTarget::Server(read.server));
    }
}
