//! Joining by a command: connects to the server, stores its authority and a token, and asks for missing
//! values.

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

/// Questions of a joining program.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    pub audiences: &'static [Audience],
    pub prompt_fingerprint: &'static str,
    pub prompt_token: &'static str,
}

#[derive(Serialize)]
struct JoinResult {
    ok: bool,
    server: String,
}

/// Verifies the server and stores its address, authority and token. The token is stored only if the server
/// accepts it.
///
/// # Errors
/// Returns an error if input can't be read, the server isn't the one on the sheet, or the token is rejected.
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
        // A typed answer can't be cut by a line end, and isn't in the shell's history.
        (None, None) => prompt("join-ask-server", words, out, str::parse)?,
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
            let pin = prompt(joining.prompt_fingerprint, words, out, |text| Ok(text.parse()?))?;
            Invitation { server, pin, token: None }
        }
    };
    // Before asking for the token, so that it isn't typed for another server.
    let authority = ishigaki_client::join(&server, &pin).await?;
    let token = match (args.given_token()?, token) {
        (Some(token), _) | (None, Some(token)) => Some(token),
        (None, None) if is_pinned => None,
        (None, None) => prompt(joining.prompt_token, words, out, typed_token)?,
    };
    if let Some(token) = &token {
        let address = server.address(Some(authority.clone()), false);
        let address = address.map_err(|why| KitError::of_address(server.clone(), why))?;
        // A rejected token isn't stored either.
        let listed = list_games(&connect(&address, token), joining.audiences).await;
        listed.map_err(|status| match CallError::from(status) {
            CallError::Refused(fault) if fault.reason == ErrorReason::Unauthenticated => Error::UnknownToken,
            error => error.into(),
        })?;
    }
    Kit::here().keep(&server, &authority, token.as_ref())?;
    let server = server.to_string();
    if out.is_json() {
        return Ok(out.object(&JoinResult { ok: true, server })?);
    }
    let key = if token.is_some() { "join-done-token" } else { "join-done" };
    Ok(out.text(&words.say(key, &[("server", server.into())]))?)
}

fn typed_token(text: &str) -> Result<Option<Token>, InvitationError> {
    let word = text.split_whitespace().next_back().filter(|word| word.contains('.'));
    let typed = word.unwrap_or(text);
    if typed.is_empty() { Ok(None) } else { Ok(Some(code::token(typed)?)) }
}

fn prompt<T>(
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
