//! Joining by a command: the server is met, its authority and a token are kept, and what is not given is asked for.

use std::io;

use ishigaki_command::Output;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::Audience;
use ishigaki_rules::Secret;
use ishigaki_words::Words;
use serde::Serialize;

use super::{ConnectArgs, Error};
use ishigaki_client::{
    CallError, Invitation, InvitationError, JoinTarget, Kit, KitError, Pin, Token, code, connect, inquire,
    list_games,
};

/// Questions of a program to whoever joins with it.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    /// The audiences whose tokens do; none: any token does.
    pub audiences: &'static [Audience],
    /// The key of the question for the server's code.
    pub ask_fingerprint: &'static str,
    /// The key of the question for the token.
    pub ask_token: &'static str,
}

/// The JSON object of a server that is known from now on.
#[derive(Serialize)]
struct Joined {
    ok: bool,
    server: String,
}

/// Gets to know the server, and keeps what that takes; a token only if the server takes it.
///
/// # Errors
/// What cannot be read, a server that is not the one of the sheet, a token that is not taken.
pub async fn join(
    joining: Joining,
    args: &ConnectArgs,
    place: Option<Secret<String>>,
    given: Option<Pin>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let place = match (place, &args.server) {
        (Some(Secret(text)), _) => text.parse()?,
        (None, Some(server)) => server.to_string().parse()?,
        // What is typed at a question cannot be cut in two by a line's end, and stands in no shell's history.
        (None, None) => asked("join-ask-server", words, out, str::parse)?,
    };
    if let (JoinTarget::Server(joined) | JoinTarget::All(Invitation { server: joined, .. }), Some(named)) =
        (&place, &args.server)
        && !joined.has_all_of(named)
    {
        return Err(Error::OtherServer { joined: joined.clone(), named: named.clone() });
    }
    let is_pinned = given.is_some();
    let Invitation { server, pin, token } = match (place, given) {
        (JoinTarget::All(invitation), _) => invitation,
        (JoinTarget::Server(server), Some(pin)) => Invitation { server, pin, token: None },
        (JoinTarget::Server(server), None) => {
            let pin = asked(joining.ask_fingerprint, words, out, |text| Ok(text.parse()?))?;
            Invitation { server, pin, token: None }
        }
    };
    // Before the token is asked for: nobody types it for another server.
    let authority = ishigaki_client::join(&server, &pin).await?;
    let token = match (args.given_token()?, token) {
        (Some(token), _) | (None, Some(token)) => Some(token),
        (None, None) if is_pinned => None,
        (None, None) => asked(joining.ask_token, words, out, typed_token)?,
    };
    if let Some(token) = &token {
        let address = server.address(Some(authority.clone()), false);
        let address = address.map_err(|why| KitError::of_address(server.clone(), why))?;
        // One that is not taken is not kept either.
        let listed = list_games(&connect(&address, token), joining.audiences).await;
        listed.map_err(|status| match CallError::from(status) {
            CallError::Refused(fault) if fault.reason == ErrorReason::Unauthenticated => Error::UnknownToken,
            error => error.into(),
        })?;
    }
    Kit::here().keep(&server, &authority, token.as_ref())?;
    let server = server.to_string();
    if out.is_json() {
        return Ok(out.object(&Joined { ok: true, server })?);
    }
    let key = if token.is_some() { "join-done-token" } else { "join-done" };
    Ok(out.text(&words.say(key, &[("server", server.into())]))?)
}

/// A token as somebody types it: its code, or itself, behind its holder's name perhaps, as a file has it; nothing: none.
fn typed_token(text: &str) -> Result<Option<Token>, InvitationError> {
    let word = text.split_whitespace().next_back().filter(|word| word.contains('.'));
    let typed = word.unwrap_or(text);
    if typed.is_empty() { Ok(None) } else { Ok(Some(code::token(typed)?)) }
}

/// Asks until the answer is right, and says what is wrong with it.
fn asked<T>(
    question: &str,
    words: &Words,
    out: &mut Output,
    read: impl Fn(&str) -> Result<T, InvitationError>,
) -> Result<T, Error> {
    inquire(read, |asked| {
        if let Some(bad) = asked.bad {
            out.remark(&words.message(&bad))?;
        }
        let text = match asked.group {
            Some(group) => words.say("join-ask-group", &[("group", group.into())]),
            None => words.label(question),
        };
        out.remark(&text)?;
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        Ok(line.trim().to_owned())
    })
}
