//! Invitations: one line with everything needed to join.

use std::str::FromStr;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;

use crate::code::{self, CodeError, Pin, of_token};
use crate::{ServerUrls, Token};

const SCHEME: &str = "ISHIGAKI:";

/// Separator between servers: one of the few characters that QR codes encode like a letter.
const NEXT: char = '+';

/// Invitation of a client: the servers' addresses, the pin of their authority, and the client's token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub server: ServerUrls,
    pub pin: Pin,
    pub token: Option<Token>,
}

/// Error of an invalid invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("join-bad")]
pub enum InvitationError {
    /// It has no server, or a wrong number of parts.
    #[message("join-bad-line")]
    Form,
    Server,
    #[message(transparent)]
    Code(#[from] CodeError),
}

impl InvitationError {
    /// Returns the wrong group of the code, from 1, if only one must be typed again.
    pub fn group(self) -> Option<usize> {
        match self {
            Self::Code(CodeError::Group { group }) => Some(group),
            Self::Form | Self::Server | Self::Code(CodeError::Length { .. }) => None,
        }
    }
}

/// First input of a person who joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinTarget {
    /// Addresses of servers; the rest is still missing.
    Server(ServerUrls),
    All(Invitation),
}

impl FromStr for JoinTarget {
    type Err = InvitationError;

    /// Reads an [`Invitation`], or one or several addresses separated by commas, encrypted by default.
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
    /// Returns whether a text is meant as an invitation.
    pub fn is_meant(text: &str) -> bool {
        text.trim().get(..SCHEME.len()).is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
    }

    /// Returns the invitation's line, in upper-case letters, digits and few other characters so that its QR
    /// code stays small. `None` for a token of another form.
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

/// Secret part of a link to the team's page, after its `#`: `PIN/TOKEN`, or only a typed token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// Pin of the contest's authority. It differs in another contest's link.
    pub pin: Option<Pin>,
    pub token: Token,
}

impl PageLink {
    /// Returns the link's text. `None` for a token of another form.
    pub fn text(authority: &Fingerprint, token: &str) -> Option<String> {
        let compact = |code: String| code.replace('-', "");
        Some(format!("{}/{}", compact(Pin::code(authority)), compact(of_token(token)?)))
    }
}

impl FromStr for PageLink {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        match text.trim().split_once('/') {
            Some((pin, token)) => Ok(Self { pin: Some(pin.parse()?), token: code::token(token)? }),
            None => Ok(Self { pin: None, token: code::token(text)? }),
        }
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
    fn line_holds_server_pin_and_token() {
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
    fn line_holds_several_servers() {
        let line = Invitation::line("10.0.0.1:7150, 10.0.0.2:7150", &fingerprint(), TOKEN_TEXT).unwrap();
        assert!(line.starts_with("ISHIGAKI:10.0.0.1:7150+10.0.0.2:7150/"), "{line}");
        let read: Invitation = line.parse().unwrap();
        assert_eq!(read.server.to_string(), "https://10.0.0.1:7150,https://10.0.0.2:7150");
        let typed: JoinTarget = "10.0.0.1:7150, 10.0.0.2:7150".parse().unwrap();
        assert_eq!(typed, JoinTarget::Server(read.server));
    }

    #[test]
    fn page_link_is_read_and_cut_one_is_rejected() {
        let text = PageLink::text(&fingerprint(), TOKEN_TEXT).unwrap();
        let link: PageLink = text.parse().unwrap();
        assert!(link.pin.unwrap().is_of(&fingerprint()));
        assert_eq!(link.token, TOKEN_TEXT.parse().unwrap());
        assert_eq!(of_token(TOKEN_TEXT).unwrap().parse::<PageLink>().map(|link| link.pin), Ok(None));
        for end in 0..text.len() {
            assert!(text[..end].parse::<PageLink>().is_err(), "{}", &text[..end]);
        }
    }
}
