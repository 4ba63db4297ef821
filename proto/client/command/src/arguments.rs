//! Arguments of a connection: server, authority, token.

use std::convert::Infallible;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{FalseyValueParser, TypedValueParser};
use ishigaki_command::{ValueError, value_of};
use ishigaki_rules::Secret;
use ishigaki_words::Value;

use ishigaki_catalogue::Message;
use ishigaki_client::{CodeError, Kit, Pin, ServerOptions, ServerUrls, Token, code, read_text};

const TOKEN: &str = "ISHIGAKI_TOKEN";
const TOKEN_FILE: &str = "ISHIGAKI_TOKEN_FILE";

/// Arguments of a connection: server, authority, token.
#[derive(Args)]
pub struct ConnectArgs {
    /// Server as https://HOST:PORT, several separated by commas [default: the `server` file in this folder,
    /// written by join, else 127.0.0.1:7150]
    #[arg(long, global = true, value_name = "URL", env = "ISHIGAKI_SERVER")]
    pub server: Option<ServerUrls>,
    /// CA certificate of the server in PEM [default: ca.pem in this folder]
    #[arg(long, global = true, value_name = "FILE", env = "ISHIGAKI_CA")]
    pub ca: Option<PathBuf>,
    /// Allow an unencrypted connection, if the address is not https://
    #[arg(long, global = true, env = "ISHIGAKI_INSECURE_PLAINTEXT", value_parser = FalseyValueParser::new())]
    pub insecure_plaintext: bool,
    /// Token. Prefer the environment or a file, which other users of this machine can't see
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        env = TOKEN,
        hide_env_values = true,
        value_parser = secret
    )]
    pub token: Option<Secret<String>>,
    /// File with the token, alone or after its holder's name. Takes precedence over --token [default: the
    /// `token` file in this folder]
    #[arg(long, global = true, value_name = "FILE", env = TOKEN_FILE)]
    pub token_file: Option<PathBuf>,
}

/// Error of a missing or unusable token, which it doesn't repeat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli")]
pub enum TokenError {
    #[message("cli-no-token")]
    Missing,
    #[message("cli-bad-token")]
    Bad,
    #[message("cli-empty-token")]
    Empty { file: String },
    #[message("cli-token-file")]
    File {
        /// Path as given, with the option or variable.
        file: String,
        what: Value,
    },
}

impl ConnectArgs {
    /// Returns the options about the server.
    pub fn server_options(&self) -> ServerOptions {
        ServerOptions {
            server: self.server.clone(),
            authority: self.ca.clone(),
            plaintext: self.insecure_plaintext,
        }
    }

    /// Returns the token: from the given file, the argument, or this directory. A token on the command line
    /// takes precedence over a file named only by the environment.
    ///
    /// # Errors
    /// [`TokenError`] if it is missing, unreadable or invalid.
    pub fn token(&self) -> Result<Token, TokenError> {
        let is_typed = self.token.is_some() && !self.is_token_of_environment();
        let text = match (&self.token_file, &self.token) {
            (Some(_), Some(Secret(token))) if is_typed && self.is_file_of_environment() => token.clone(),
            (Some(file), _) => token_file(file, self.file_origin())?,
            (None, Some(Secret(token))) => token.clone(),
            (None, None) => token_file(&Kit::here().token_file().ok_or(TokenError::Missing)?, "")?,
        };
        read(&text)
    }

    /// Returns the token if one was given, ignoring this directory.
    ///
    /// # Errors
    /// [`TokenError`] if it is unreadable or invalid.
    pub fn given_token(&self) -> Result<Option<Token>, TokenError> {
        if self.token.is_none() && self.token_file.is_none() { Ok(None) } else { self.token().map(Some) }
    }
}

impl ConnectArgs {
    /// Returns the environment variable with a token that overrides the one in this directory.
    pub(super) fn overriding_variable(&self) -> Option<&'static str> {
        Kit::here().token_file()?;
        match (&self.token_file, &self.token) {
            (Some(_), None) if self.is_file_of_environment() => Some(TOKEN_FILE),
            (Some(_), Some(_)) if self.is_file_of_environment() && self.is_token_of_environment() => {
                Some(TOKEN_FILE)
            }
            (None, Some(_)) if self.is_token_of_environment() => Some(TOKEN),
            _ => None,
        }
    }

    /// Returns the option or variable that names the file.
    fn file_origin(&self) -> &'static str {
        if self.is_file_of_environment() { "ISHIGAKI_TOKEN_FILE=" } else { "--token-file " }
    }

    fn is_file_of_environment(&self) -> bool {
        self.token_file.as_deref().is_some_and(|file| is_value_of(TOKEN_FILE, file.as_os_str()))
    }

    fn is_token_of_environment(&self) -> bool {
        self.token.as_ref().is_some_and(|Secret(token)| is_value_of(TOKEN, OsStr::new(token)))
    }
}

fn is_value_of(variable: &str, value: &OsStr) -> bool {
    env::var_os(variable).is_some_and(|set| set == value)
}

/// Parses a text that `Debug` doesn't print.
pub fn secret(text: &str) -> Result<Secret<String>, Infallible> {
    Ok(Secret(text.to_owned()))
}

/// Parses a server code or a whole fingerprint.
pub fn pin() -> impl TypedValueParser<Value = Pin> {
    value_of(|error: &CodeError| match error {
        CodeError::Length { found, expected } => {
            ValueError::new("usage-form-code-length").with("found", found).with("expected", expected)
        }
        CodeError::Group { group } => ValueError::new("usage-form-code-group").with("group", group),
    })
}

/// Parses a token as in a file or on a sheet.
fn read(text: &str) -> Result<Token, TokenError> {
    code::token(text).ok().or_else(|| text.parse().ok()).ok_or(TokenError::Bad)
}

fn token_file(file: &Path, origin: &str) -> Result<String, TokenError> {
    let given = || format!("{origin}{}", file.display());
    let text = read_text(file).map_err(|error| TokenError::File { file: given(), what: (&error).into() })?;
    if text.trim().is_empty() {
        return Err(TokenError::Empty { file: given() });
    }
    token_card(&text).map(str::to_owned).ok_or(TokenError::Bad)
}

/// Returns the token alone or after its holder's name.
fn token_card(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    words.next().is_none().then_some(second.unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use std::fs;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        connect: ConnectArgs,
    }

    fn connect(words: &[&str]) -> ConnectArgs {
        Line::parse_from(std::iter::once(&"client").chain(words)).connect
    }

    #[test]
    fn token_card_may_include_holder_name() {
        assert_eq!(token_card("abc\n"), Some("abc"));
        assert_eq!(token_card("judge        abc\n"), Some("abc"));
        assert_eq!((token_card(""), token_card("judge abc organiser def")), (None, None));
    }

    #[test]
    fn token_file_takes_precedence_over_token() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("judge.token");
        fs::write(&file, "judge abc\n").unwrap();
        let file = file.display().to_string();
        let given = connect(&["--token", "other", "--token-file", &file]);
        assert_eq!(given.given_token(), Ok(Some("abc".parse().unwrap())));
        assert_eq!(connect(&["--token", "other"]).token(), Ok("other".parse().unwrap()));
        assert_eq!(connect(&["--token", "two words"]).token(), Err(TokenError::Bad));
        let token = "ishi.843f0330.AAECAwQFBgcICQoLDA0ODw";
        let typed = connect(&["--token", &code::of_token(token).unwrap().to_lowercase()]);
        assert_eq!(typed.token(), Ok(token.parse().unwrap()), "as the sheet has it");
        let gone = connect(&["--token-file", "no/such/file"]).token().unwrap_err();
        assert!(
            matches!(&gone, TokenError::File { file, .. } if file == "--token-file no/such/file"),
            "{gone:?}"
        );
    }

    #[test]
    fn token_file_with_a_byte_order_mark_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        for text in ["\u{feff}abc\r\n", "\u{feff}judge abc"] {
            fs::write(&file, text).unwrap();
            assert_eq!(token_file(&file, ""), Ok("abc".to_owned()), "{text:?}");
        }
        fs::write(&file, "\u{feff}").unwrap();
        assert!(matches!(token_file(&file, ""), Err(TokenError::Empty { .. })));
    }

    #[test]
    fn server_arguments_become_server_options() {
        let options =
            connect(&["--server", "localhost:1", "--ca", "a.pem", "--insecure-plaintext"]).server_options();
        assert_eq!(options.server.unwrap().to_string(), "localhost:1");
        assert_eq!((options.authority, options.plaintext), (Some(PathBuf::from("a.pem")), true));
    }
}
