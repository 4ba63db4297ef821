//! Arguments: where the server is, whom to trust there, and who calls.

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

/// Environment variable with a token.
const TOKEN: &str = "ISHIGAKI_TOKEN";
/// Environment variable with the path of a token's file.
const TOKEN_FILE: &str = "ISHIGAKI_TOKEN_FILE";

/// Where the server is, whom to trust there, and who calls.
#[derive(Args)]
pub struct ConnectArgs {
    /// The server: https://HOST:PORT, or several that share the games, with commas [default: what the file `server` in this
    /// folder says, as join writes it; else 127.0.0.1:7150].
    #[arg(long, global = true, value_name = "URL", env = "ISHIGAKI_SERVER")]
    pub server: Option<ServerUrls>,
    /// The certificate of the authority by which the server is known, in PEM [default: the file ca.pem in this
    /// folder, if there is one].
    #[arg(long, global = true, value_name = "FILE", env = "ISHIGAKI_CA")]
    pub ca: Option<PathBuf>,
    /// Let tokens and lists go over the network without encryption, if the address does not say https://.
    #[arg(long, global = true, env = "ISHIGAKI_INSECURE_PLAINTEXT", value_parser = FalseyValueParser::new())]
    pub insecure_plaintext: bool,
    /// The token: a team's, or that of whoever runs the contest. Safer in the environment or a file, where no other
    /// user of this machine sees it.
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        env = TOKEN,
        hide_env_values = true,
        value_parser = secret
    )]
    pub token: Option<Secret<String>>,
    /// A file with the token, alone or behind its holder's name as the server prints it. Counts before --token;
    /// without either it is the file `token` in this folder, if there is one.
    #[arg(long, global = true, value_name = "FILE", env = TOKEN_FILE)]
    pub token_file: Option<PathBuf>,
}

/// Error of a token that is missing or unusable. It does not repeat what was given, which may be a token with a slip in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli")]
pub enum TokenError {
    #[message("cli-no-token")]
    Missing,
    /// The argument cannot be one.
    #[message("cli-bad-token")]
    Bad,
    /// There is nothing in the file.
    #[message("cli-empty-token")]
    Empty {
        /// Path of the file.
        file: String,
    },
    /// The file cannot be read.
    #[message("cli-token-file")]
    File {
        /// Path of the file, as it was given: behind the option or the variable that names it.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
}

impl ConnectArgs {
    /// Returns what was said of the server.
    pub fn server_options(&self) -> ServerOptions {
        ServerOptions {
            server: self.server.clone(),
            authority: self.ca.clone(),
            plaintext: self.insecure_plaintext,
        }
    }

    /// Returns the token: that of the named file, the one that was given, or the one in this folder. A token on the command
    /// line takes precedence over a file that only the environment names.
    ///
    /// # Errors
    /// [`TokenError`] if there is none, if its file cannot be read, or if what was typed is none.
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

    /// The token, if one was given; the one in this folder is none.
    ///
    /// # Errors
    /// [`TokenError`] if its file cannot be read, or if what was typed is none.
    pub fn given_token(&self) -> Result<Option<Token>, TokenError> {
        if self.token.is_none() && self.token_file.is_none() { Ok(None) } else { self.token().map(Some) }
    }
}

impl ConnectArgs {
    /// Returns the environment variable whose token is used in place of the one in this folder, if there are both.
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

    /// Returns what stands before the file's path where it is given.
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

/// A text that shows in no debug output, as clap reads it.
///
/// # Errors
/// None: any text may be one.
pub fn secret(text: &str) -> Result<Secret<String>, Infallible> {
    Ok(Secret(text.to_owned()))
}

/// The code of a server or its whole fingerprint, as clap reads it.
pub fn pin() -> impl TypedValueParser<Value = Pin> {
    value_of(|error: &CodeError| match error {
        CodeError::Length { found, expected } => {
            ValueError::new("usage-form-code-length").with("found", found).with("expected", expected)
        }
        CodeError::Group { group } => ValueError::new("usage-form-code-group").with("group", group),
    })
}

/// A token as it is, or as a sheet has it.
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

/// The token on a card: alone, or behind its holder's name as the server prints it.
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
    fn a_token_card_may_name_its_holder() {
        assert_eq!(token_card("abc\n"), Some("abc"));
        assert_eq!(token_card("judge        abc\n"), Some("abc"));
        assert_eq!((token_card(""), token_card("judge abc organiser def")), (None, None));
    }

    #[test]
    fn a_token_file_counts_before_the_token_itself() {
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
    fn what_was_said_of_the_server_is_handed_on() {
        let told =
            connect(&["--server", "localhost:1", "--ca", "a.pem", "--insecure-plaintext"]).server_options();
        assert_eq!(told.server.unwrap().to_string(), "localhost:1");
        assert_eq!((told.authority, told.plaintext), (Some(PathBuf::from("a.pem")), true));
    }
}
