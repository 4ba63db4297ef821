//! The command line and the environment. The only place that reads either.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow};
use clap::Parser;
use ishigaki_link::{Address, Token};
use ishigaki_widgets::Palette;
use ishigaki_words::Lang;

/// The chief judge's console: shows one game and does what the chief judge does.
#[derive(Parser)]
#[command(version, about)]
pub struct Options {
    /// Where the server listens: host and port.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_SERVER", default_value = "127.0.0.1:7150")]
    server: String,
    /// The judge's token. Safer in the environment or a file, where no other user of this machine sees it.
    #[arg(long, value_name = "TEXT", env = "ISHIGAKI_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A file with the judge's token and nothing else; goes before the token itself.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The game to judge; may be left out if the contest has one only.
    #[arg(long, value_name = "ID", default_value = "")]
    game: String,
    /// The language: en or ja. Without it, that of the environment.
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
}

/// All that the console is told at its start.
pub struct Console {
    pub(crate) address: Address,
    pub(crate) token: Token,
    pub(crate) game: String,
    pub(crate) lang: Lang,
    pub(crate) palette: Palette,
}

impl Options {
    /// Reads the token and the rest of the environment. Fails where something is missing or makes no sense;
    /// never shows the token.
    pub fn console(self) -> anyhow::Result<Console> {
        let text = match &self.token_file {
            Some(file) => {
                fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?
            }
            None => self.token.ok_or_else(|| {
                anyhow!("no token: say --token-file FILE, or set ISHIGAKI_TOKEN to the judge's token")
            })?,
        };
        let lang = std::env::var("LANG").ok();
        // https://no-color.org: any value but an empty one.
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Ok(Console {
            address: self.server.parse()?,
            token: text.parse()?,
            game: self.game,
            lang: Lang::pick(self.lang.as_deref(), lang.as_deref())?,
            palette: if no_colour { Palette::PLAIN } else { Palette::COLOUR },
        })
    }
}
