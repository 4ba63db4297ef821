//! The sheet of paper that a team gets.

use std::fmt::Write as _;

use ishigaki_client::{Invitation, Pin, code};
use ishigaki_record::signing::Fingerprint;
use ishigaki_words::columns::{pad_end, truncate, width};
use ishigaki_words::{Lang, Words};

use super::qr;

/// The longest line, in columns: it fits on a page of A4 in a printer's own type.
const COLUMNS: usize = 78;

/// Distance of what is said of a thing from its name.
const LABEL: usize = 21;

/// Contents of a team's sheet.
pub struct Sheet<'a> {
    /// The team's code.
    pub code: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The server's host and port, or those of several servers with commas.
    pub address: &'a str,
    /// The team's token.
    pub token: &'a str,
    /// The fingerprint of the authority's certificate.
    pub authority: Fingerprint,
    /// The fingerprint of the key that the server signs with.
    pub signer: Fingerprint,
}

impl Sheet<'_> {
    /// The sheet, in both languages, beginning with one.
    pub fn text(&self, first: Lang) -> String {
        let second = match first {
            Lang::En => Lang::Ja,
            Lang::Ja => Lang::En,
        };
        let mut text = format!("{}\n{}", self.half(Words::new(first)), self.half(Words::new(second)));
        if let Some(squares) = self.line().and_then(|line| qr::squares(&line)) {
            text.push('\n');
            text.push_str(&squares);
        }
        text
    }

    /// The one line that says all of it.
    fn line(&self) -> Option<String> {
        Invitation::line(self.address, &self.authority, self.token)
    }

    fn half(&self, words: Words) -> String {
        let rule = "=".repeat(COLUMNS);
        let title = words.label("sheet-title");
        let room = COLUMNS.saturating_sub(width(&title)).saturating_sub(2);
        let whose = format!("{}  {}", self.code, ishigaki_words::columns::clean(self.name));
        let whose = truncate(&whose, room);
        let gap = " ".repeat(room.saturating_sub(width(&whose)).saturating_add(2));
        let mut text = format!("{rule}\n{title}{gap}{whose}\n{rule}\n");
        let (pin, signer) = (Pin::code(&self.authority), self.signer.to_string());
        // A token of an older form is typed as it is.
        let token = code::of_token(self.token).unwrap_or_else(|| self.token.to_owned());
        let label = |key: &str| words.label(key);
        let mut servers = self.address.split(',').map(str::trim);
        let first = (label("sheet-server"), servers.next().unwrap_or_default());
        let also = servers.enumerate().map(|(at, server)| match at {
            0 => (label("sheet-also"), server),
            _ => (String::new(), server),
        });
        let rest = [("sheet-authority", pin.as_str()), ("sheet-token", &token), ("sheet-signer", &signer)];
        let rest = rest.map(|(key, value)| (label(key), value));
        for (label, value) in [first].into_iter().chain(also).chain(rest) {
            // A text in memory takes everything.
            _ = writeln!(text, "{}{value}", pad_end(&label, LABEL));
        }
        _ = writeln!(text, "\n{}", words.label("sheet-how"));
        _ = writeln!(text, "  1. team-client join");
        _ = writeln!(text, "  2. team-client status");
        _ = writeln!(text, "  3. team-client tui\n");
        for line in ["sheet-one-line", "sheet-squares", "sheet-secret", "sheet-verify"] {
            _ = writeln!(text, "{}", words.label(line));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_fits_its_page_whatever_the_teams_name() {
        let token = "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw";
        let fingerprint = Fingerprint::of(b"");
        let name = "とても長い名前の津山工業高等専門学校石垣研究同好会第一チーム".repeat(2);
        let one = "contest-server-of-the-hall.example:65535";
        let three = "192.168.100.101:65535,192.168.100.102:65535,192.168.100.103:65535";
        let sheets = [("津山高専", one), (name.as_str(), one), ("bell\u{7}\nand line", one), (&name, three)];
        for (name, address) in sheets {
            let sheet =
                Sheet { code: "t1", name, address, token, authority: fingerprint, signer: fingerprint };
            for first in [Lang::En, Lang::Ja] {
                let text = sheet.text(first);
                for line in text.lines() {
                    assert!(width(line) <= COLUMNS, "{} columns: {line}", width(line));
                    assert!(!line.chars().any(char::is_control), "{line:?}");
                }
                assert!(text.lines().count() <= 66, "{} lines are no page", text.lines().count());
                assert_eq!(text.matches("3. team-client tui").count(), 2, "once a language");
                assert!(address.split(',').all(|server| text.matches(server).count() == 2), "{text}");
            }
        }
    }
}
