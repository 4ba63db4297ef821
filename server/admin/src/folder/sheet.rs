//! Paper sheets of teams, judges and staff: A4 pages in HTML, in both languages. A large QR code opens the page in a
//! browser; a small one is for the program in a terminal.

use ishigaki_client::{Invitation, PageLink, Pin, code};
use ishigaki_preset::EventConfig;
use ishigaki_printout::qr_code;
use ishigaki_record::signing::Fingerprint;
use ishigaki_scenarios::EntrantSpec;
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet, embedded so that a page needs no other file.
const STYLE: &str = include_str!("sheet.css");

/// Characters of a name above which it is printed smaller.
const LONG_NAME: usize = 30;

/// Person or team that gets a sheet.
#[derive(Clone, Copy)]
pub(super) enum SheetHolder<'a> {
    Team {
        code: &'a str,
        name: &'a str,
    },
    Judge {
        name: &'a str,
    },
    /// Desk, referee or organiser of events.
    Staff {
        name: &'a str,
        /// The events on real boards.
        events: &'a [EventConfig],
    },
}

/// Names of the staff's tokens, with their roles' labels.
const ROLES: [(&str, &str); 3] =
    [("organiser", "sheet-role-organiser"), ("desk", "sheet-role-desk"), ("referee", "sheet-role-referee")];

/// Catalogue keys, the page's path, and the commands in order.
struct SheetKind {
    title: &'static str,
    path: &'static str,
    last_step: &'static str,
    secret: &'static str,
    warning: &'static str,
    commands: &'static [&'static str],
}

const TEAM: SheetKind = SheetKind {
    title: "sheet-title",
    path: "team",
    last_step: "sheet-page-bid",
    secret: "sheet-secret",
    warning: "sheet-page-warning",
    commands: &["team-client join", "team-client status", "team-client tui"],
};

const JUDGE: SheetKind = SheetKind {
    title: "sheet-title-judge",
    path: "judge",
    last_step: "sheet-page-judge",
    secret: "sheet-secret-judge",
    warning: "sheet-page-warning",
    commands: &["judge-tui join", "judge-tui"],
};

const STAFF: SheetKind = SheetKind {
    title: "sheet-title-staff",
    path: "staff",
    last_step: "sheet-page-staff",
    secret: "sheet-secret-judge",
    warning: "sheet-page-warning-staff",
    commands: &["judge-tui join", "judge-tui event"],
};

impl SheetHolder<'_> {
    const fn kind(self) -> &'static SheetKind {
        match self {
            Self::Team { .. } => &TEAM,
            Self::Judge { .. } => &JUDGE,
            Self::Staff { .. } => &STAFF,
        }
    }

    const fn names(&self) -> (&str, &str) {
        match self {
            Self::Team { code, name } => (code, name),
            Self::Judge { name } | Self::Staff { name, .. } => (name, ""),
        }
    }

    /// Returns the heading's texts: id and name, or the role in each language.
    fn heading(&self, langs: [Lang; 2]) -> Markup {
        let (code, name) = self.names();
        let is_staff = matches!(self, Self::Staff { .. });
        let role = ROLES.into_iter().find(|(role, _)| is_staff && *role == code);
        role.map_or_else(|| html! { span { (clean(code)) } (clean(name)) }, |(_, key)| label(key, langs))
    }

    /// Returns the title above the heading, with the events' names.
    fn title(&self, lang: Lang) -> String {
        let words = Words::new(lang);
        let title = words.label(self.kind().title);
        let Self::Staff { events, .. } = self else { return title };
        let names = events.iter().map(|config| event_title(config, lang)).chain([title]);
        names.collect::<Vec<_>>().join("  ")
    }
}

pub(super) struct Sheet<'a> {
    pub holder: SheetHolder<'a>,
    /// The servers' hosts and ports, separated by commas.
    pub address: &'a str,
    /// Host and port of the pages.
    pub pages: &'a str,
    pub token: &'a str,
    pub authority: Fingerprint,
    pub signer: Fingerprint,
}

/// A player of an event on real boards, who needs no token.
pub(super) struct PlayerSheet<'a> {
    pub config: &'a EventConfig,
    pub entrant: &'a EntrantSpec,
    /// Host and port of the pages.
    pub pages: &'a str,
}

/// Returns sheets as one self-contained HTML page without scripts, each on its own page, starting with one
/// language.
pub(super) fn page(sheets: &[Sheet<'_>], players: &[PlayerSheet<'_>], first: Lang) -> String {
    let title = match (sheets.first(), players.first()) {
        (None, Some(player)) => event_title(player.config, first),
        (Some(sheet), _) => sheet.holder.title(first),
        (None, None) => Words::new(first).label(TEAM.title),
    };
    let page = html! {
        (DOCTYPE)
        html lang=(first.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                @for sheet in sheets { (sheet.article(both(first))) }
                @for player in players { (player.article(both(first))) }
            }
        }
    };
    page.into_string()
}

const fn both(first: Lang) -> [Lang; 2] {
    match first {
        Lang::En => [Lang::En, Lang::Ja],
        Lang::Ja => [Lang::Ja, Lang::En],
    }
}

fn event_title(config: &EventConfig, lang: Lang) -> String {
    let is_japanese = lang == Lang::Ja && !config.title_ja().is_empty();
    clean(if is_japanese { config.title_ja() } else { config.title() }).into_owned()
}

/// A label in both languages.
fn label(key: &str, langs: [Lang; 2]) -> Markup {
    html! { @for lang in langs { span lang=(lang.code()) { (Words::new(lang).label(key)) } } }
}

impl Sheet<'_> {
    /// The link that opens the page and signs in; `None` for a token in an older format.
    fn link(&self) -> Option<String> {
        let secret = PageLink::text(&self.authority, self.token)?;
        Some(format!("https://{}/{}/#{secret}", self.pages, self.holder.kind().path))
    }

    fn article(&self, langs: [Lang; 2]) -> Markup {
        let (_, name) = self.holder.names();
        let is_long = clean(name).chars().count() > LONG_NAME;
        html! {
            article {
                header {
                    p { @for lang in langs { span lang=(lang.code()) { (self.holder.title(lang)) } } }
                    h1 class=[is_long.then_some("long")] { (self.holder.heading(langs)) }
                }
                (self.browser(langs))
                (self.terminal(langs))
            }
        }
    }

    fn browser(&self, langs: [Lang; 2]) -> Markup {
        // A token in an older format is printed unchanged.
        let token = code::of_token(self.token).unwrap_or_else(|| self.token.to_owned());
        let kind = self.holder.kind();
        html! {
            div class="browser" {
                @if let Some(code) = self.link().and_then(|link| qr_code(&link)) { (code) }
                dl {
                    dt { (label("sheet-page-address", langs)) }
                    dd class="address" { "https://" (self.pages) }
                    dt { (label("page-sign-in-code", langs)) }
                    dd class="code" { (token) }
                }
            }
            (columns(langs, |words| html! {
                h2 { (words.label("sheet-page")) }
                ol {
                    @for key in ["sheet-page-scan", kind.warning, kind.last_step] {
                        li { (words.label(key)) }
                    }
                }
                p class="secret" { (words.label(kind.secret)) }
            }))
        }
    }

    fn terminal(&self, langs: [Lang; 2]) -> Markup {
        let line = Invitation::line(self.address, &self.authority, self.token);
        let servers = self.address.split(',').map(|server| ("sheet-server", server.trim().to_owned()));
        let codes =
            [("sheet-authority", Pin::code(&self.authority)), ("sheet-signer", self.signer.to_string())];
        html! {
            h2 class="rule" { (label("sheet-terminal", langs)) }
            div class="terminal" {
                @if let Some(code) = line.and_then(|line| qr_code(&line)) { (code) }
                dl {
                    @for (key, value) in servers.chain(codes) {
                        div { dt { (label(key, langs)) } dd { (value) } }
                    }
                }
            }
            ol class="commands" {
                @for command in self.holder.kind().commands { li { code { (command) } } }
            }
            (columns(langs, |words| html! {
                p { (words.label("sheet-one-line")) }
                @if matches!(self.holder, SheetHolder::Team { .. }) { p { (words.label("sheet-verify")) } }
            }))
        }
    }
}

impl PlayerSheet<'_> {
    fn article(&self, langs: [Lang; 2]) -> Markup {
        let EntrantSpec { team, texts, .. } = self.entrant;
        let [first, second] = langs.map(|lang| event_title(self.config, lang));
        let rank = texts.get("rank").map(|rank| clean(rank).into_owned());
        let link = format!("https://{}/hall", self.pages);
        html! {
            article {
                header {
                    p { span { (first) } @if second != first { span { (second) } } }
                    h1 { span { (clean(&team.code)) } (clean(&team.name)) }
                    @if let Some(rank) = rank { p { (rank) } }
                }
                div class="browser" {
                    @if let Some(code) = qr_code(&link) { (code) }
                    dl {
                        dt { (label("sheet-page-address", langs)) }
                        dd class="address" { (link) }
                    }
                }
                (columns(langs, |words| html! {
                    h2 { (words.label("sheet-player")) }
                    ol {
                        @for key in ["sheet-player-scan", "sheet-player-search", "sheet-player-card"] {
                            li { (words.label(key)) }
                        }
                    }
                }))
            }
        }
    }
}

/// The same content in both languages, in columns.
fn columns(langs: [Lang; 2], content: impl Fn(Words) -> Markup) -> Markup {
    html! {
        div class="columns" {
            @for lang in langs { section lang=(lang.code()) { (content(Words::new(lang))) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::TeamSpec;

    use super::*;

    #[test]
    fn sheet_escapes_names_and_names_every_server_in_each_language() {
        let token = "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw";
        let fingerprint = Fingerprint::of(b"");
        let name = "とても長い名前の津山工業高等専門学校石垣研究同好会第一チーム".repeat(2);
        let one = "contest-server-of-the-hall.example:65535";
        let three = "192.168.100.101:65535,192.168.100.102:65535,192.168.100.103:65535";
        let (authority, signer) = (fingerprint, fingerprint);
        for (name, address) in [(name.as_str(), one), ("bell\u{7}\n</h1><script>&\"", one), (&name, three)] {
            let (holder, pages) = (SheetHolder::Team { code: "t1", name }, "hall.example:7443");
            let sheet = Sheet { holder, address, pages, token, authority, signer };
            for first in [Lang::En, Lang::Ja] {
                let page = page(std::slice::from_ref(&sheet), &[], first);
                assert!(!page.contains("<script") && !page.chars().any(|c| c == '\u{7}'), "{page}");
                assert_eq!(page.matches("<svg").count(), 2, "one code for the page, one for the program");
                assert_eq!(page.matches("team-client tui").count(), 1);
                assert!(address.split(',').all(|server| page.matches(server).count() == 1), "{page}");
            }
        }
    }

    /// Returns the texts of a page's codes as a camera reads them: the modules of each SVG, painted four pixels
    /// wide.
    fn scanned(page: &str) -> Vec<String> {
        page.split("<path d=\"").skip(1).map(|path| decoded(path.split('"').next().unwrap())).collect()
    }

    fn decoded(path: &str) -> String {
        const PIXELS: usize = 4;
        let modules: std::collections::BTreeSet<(usize, usize)> = path
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
    fn codes_of_a_sheet_are_the_link_and_the_invitation() {
        let token = "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw";
        let (authority, signer) = (Fingerprint::of(b"a certificate"), Fingerprint::of(b"a key"));
        let (address, pages) = ("192.168.0.10:7150", "[fd00::10]:7443");
        let team = SheetHolder::Team { code: "t1", name: "津山高専" };
        for (holder, start) in [
            (team, "https://[fd00::10]:7443/team/#"),
            (SheetHolder::Judge { name: "yamada" }, "https://[fd00::10]:7443/judge/#"),
        ] {
            let page = page(&[Sheet { holder, address, pages, token, authority, signer }], &[], Lang::Ja);
            let codes = scanned(&page);
            let [link, line] = codes.as_slice() else { panic!("{codes:?}") };
            let link: PageLink = link.strip_prefix(start).unwrap().parse().unwrap();
            assert!(link.pin.unwrap().is_of(&authority));
            assert_eq!(link.token, token.parse().unwrap());
            let invitation: Invitation = line.parse().unwrap();
            assert_eq!(invitation.server.to_string(), "https://192.168.0.10:7150");
            assert!(invitation.pin.is_of(&authority) && !invitation.pin.is_of(&signer));
            assert_eq!(invitation.token, Some(token.parse().unwrap()));
            assert!(page.contains(&code::of_token(token).unwrap()) && page.contains(&signer.to_string()));
        }
    }

    #[test]
    fn players_of_boards_get_no_token_and_no_word_of_bidding() {
        let settings = serde_json::json!({ "preset": "M42", "lottery_date": "2026-12-05" });
        let config = EventConfig::of(&settings).unwrap();
        let team = TeamSpec { code: "p1".into(), name: "佐藤<b>".into() };
        let texts = [("rank", "三段".to_owned())].into();
        let entrant = EntrantSpec { team, texts, woman: false };
        let player = PlayerSheet { config: &config, entrant: &entrant, pages: "hall.example:7443" };
        for lang in [Lang::En, Lang::Ja] {
            let page = page(&[], std::slice::from_ref(&player), lang);
            assert_eq!(scanned(&page), ["https://hall.example:7443/hall"]);
            for text in ["第42期オセロ名人戦", "三段", "佐藤&lt;b&gt;"] {
                assert!(page.contains(text), "{text}: {page}");
            }
            for text in ["石垣", "ishi", "oken", "トークン", "入札", "bid", "team-client"] {
                assert!(!page.contains(text), "{text}: {page}");
            }
        }
    }

    #[test]
    fn staff_sheet_names_role_and_event_and_no_bidding() {
        let settings = serde_json::json!({ "preset": "M42", "lottery_date": "2026-12-05" });
        let events = [EventConfig::of(&settings).unwrap()];
        let (authority, signer) = (Fingerprint::of(b"a certificate"), Fingerprint::of(b"a key"));
        let (address, pages, token) = ("a:1", "a:7443", "ishi.0123abcd.AAECAwQFBgcICQoLDA0ODw");
        for (name, role) in [("organiser", "主催者"), ("desk", "受付"), ("referee", "審判員")] {
            let holder = SheetHolder::Staff { name, events: &events };
            let page = page(&[Sheet { holder, address, pages, token, authority, signer }], &[], Lang::Ja);
            for text in [role, "第42期オセロ名人戦", "<title>第42期"] {
                assert!(page.contains(text), "{text}: {page}");
            }
            assert!(!page.contains("入札") && !page.contains("bid in a browser"), "{page}");
        }
    }

    #[test]
    fn token_in_an_older_format_is_printed_without_codes() {
        let (authority, signer) = (Fingerprint::of(b"a certificate"), Fingerprint::of(b"a key"));
        let (address, pages, token) = ("a:1", "a:7443", "an older token");
        let holder = SheetHolder::Judge { name: "judge" };
        let page = page(&[Sheet { holder, address, pages, token, authority, signer }], &[], Lang::En);
        assert!(page.contains(token) && !page.contains("<svg"), "{page}");
    }
}
