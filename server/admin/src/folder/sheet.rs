//! The sheet of paper that a team gets: a page of HTML for A4, in both languages, with a QR code.

use ishigaki_client::{Invitation, Pin, code};
use ishigaki_record::signing::Fingerprint;
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::qr;

/// The style sheet, part of each page so that a page needs no other file.
const STYLE: &str = include_str!("sheet.css");

/// Commands of a team, in their order.
const STEPS: [&str; 3] = ["team-client join", "team-client status", "team-client tui"];

/// Contents of a team's sheet.
pub(super) struct Sheet<'a> {
    pub code: &'a str,
    pub name: &'a str,
    /// The server's host and port, or those of several servers with commas.
    pub address: &'a str,
    pub token: &'a str,
    /// The fingerprint of the authority's certificate.
    pub authority: Fingerprint,
    /// The fingerprint of the key that the server signs with.
    pub signer: Fingerprint,
}

/// Returns sheets as one self-contained HTML page without scripts, each on a page of paper, beginning with one language.
pub(super) fn page(sheets: &[Sheet<'_>], first: Lang) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(first.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (Words::new(first).label("sheet-title")) }
                style { (PreEscaped(STYLE)) }
            }
            body { @for sheet in sheets { (sheet.article(first)) } }
        }
    };
    page.into_string()
}

impl Sheet<'_> {
    fn article(&self, first: Lang) -> Markup {
        let second = match first {
            Lang::En => Lang::Ja,
            Lang::Ja => Lang::En,
        };
        let line = Invitation::line(self.address, &self.authority, self.token);
        html! {
            article {
                div class="top" {
                    h1 { span { (clean(self.code)) } (clean(self.name)) }
                    @if let Some(code) = line.and_then(|line| qr::svg(&line)) { (code) }
                }
                (self.half(first))
                (self.half(second))
            }
        }
    }

    fn half(&self, lang: Lang) -> Markup {
        let words = Words::new(lang);
        html! {
            section lang=(lang.code()) {
                h2 { (words.label("sheet-title")) }
                dl {
                    @for (key, value) in self.rows() {
                        div { dt { (words.label(key)) } dd { (value) } }
                    }
                }
                p { (words.label("sheet-how")) }
                ol { @for step in STEPS { li { code { (step) } } } }
                @for key in ["sheet-one-line", "sheet-squares", "sheet-secret", "sheet-verify"] {
                    p { (words.label(key)) }
                }
            }
        }
    }

    /// Returns what a team types, with the key of each label.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let servers = self.address.split(',').enumerate();
        let servers =
            servers.map(|(at, server)| (if at == 0 { "sheet-server" } else { "sheet-also" }, server));
        // A token of an older form is typed as it is.
        let token = code::of_token(self.token).unwrap_or_else(|| self.token.to_owned());
        servers
            .map(|(key, server)| (key, server.trim().to_owned()))
            .chain([
                ("sheet-authority", Pin::code(&self.authority)),
                ("shared-token", token),
                ("sheet-signer", self.signer.to_string()),
            ])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheet_escapes_names_and_names_every_server_in_each_language() {
        let token = "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw";
        let fingerprint = Fingerprint::of(b"");
        let name = "とても長い名前の津山工業高等専門学校石垣研究同好会第一チーム".repeat(2);
        let one = "contest-server-of-the-hall.example:65535";
        let three = "192.168.100.101:65535,192.168.100.102:65535,192.168.100.103:65535";
        for (name, address) in [(name.as_str(), one), ("bell\u{7}\n</h1><script>&\"", one), (&name, three)] {
            let sheet =
                Sheet { code: "t1", name, address, token, authority: fingerprint, signer: fingerprint };
            for first in [Lang::En, Lang::Ja] {
                let page = page(std::slice::from_ref(&sheet), first);
                assert!(!page.contains("<script") && !page.chars().any(|c| c == '\u{7}'), "{page}");
                assert_eq!(page.matches("<svg").count(), 1, "one code a sheet");
                assert_eq!(page.matches("team-client tui").count(), 2, "once a language");
                assert!(address.split(',').all(|server| page.matches(server).count() == 2), "{page}");
            }
        }
    }

    /// Returns what a camera reads on a page: the modules of its SVG, painted four pixels wide.
    fn scanned(page: &str) -> String {
        const PIXELS: usize = 4;
        let (_, path) = page.split_once("<path d=\"").unwrap();
        let modules: std::collections::BTreeSet<(usize, usize)> = path
            .split('"')
            .next()
            .unwrap()
            .split_terminator("h1v1h-1z")
            .map(|module| module.trim_start_matches('M').split_once(' ').unwrap())
            .map(|(col, row)| (col.parse().unwrap(), row.parse().unwrap()))
            .collect();
        let side = (modules.iter().map(|module| module.0).max().unwrap() + 5) * PIXELS;
        let is_dark = |x: usize, y: usize| modules.contains(&(x / PIXELS, y / PIXELS));
        let mut paper = rqrr::PreparedImage::prepare_from_bitmap(side, side, is_dark);
        let grids = paper.detect_grids();
        assert_eq!(grids.len(), 1, "one code");
        grids[0].decode().unwrap().1
    }

    #[test]
    fn code_of_a_sheet_is_the_invitation_it_prints() {
        let token = "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw";
        let (authority, signer) = (Fingerprint::of(b"a certificate"), Fingerprint::of(b"a key"));
        let address = "192.168.0.10:7150";
        let sheet = Sheet { code: "t1", name: "津山高専", address, token, authority, signer };
        let page = page(&[sheet], Lang::Ja);
        let invitation: Invitation = scanned(&page).parse().unwrap();
        assert_eq!(invitation.server.to_string(), "https://192.168.0.10:7150");
        assert!(invitation.pin.is_of(&authority) && !invitation.pin.is_of(&signer));
        assert_eq!(invitation.token, Some(token.parse().unwrap()));
        assert!(page.contains(&code::of_token(token).unwrap()) && page.contains(&signer.to_string()));
    }
}
