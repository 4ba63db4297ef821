//! Static assets of a page, built into the program.

use bytes::Bytes;

/// Bytes with their path and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    pub path: &'static str,
    pub kind: &'static str,
    pub bytes: Bytes,
}

impl Asset {
    /// Returns a module of a page's program.
    pub const fn script(path: &'static str, text: &'static str) -> Self {
        Self { path, kind: "text/javascript; charset=utf-8", bytes: Bytes::from_static(text.as_bytes()) }
    }

    /// Returns a stylesheet.
    pub const fn style(path: &'static str, text: &'static str) -> Self {
        Self { path, kind: "text/css; charset=utf-8", bytes: Bytes::from_static(text.as_bytes()) }
    }

    /// Returns a whole page.
    pub fn page(path: &'static str, html: String) -> Self {
        Self { path, kind: "text/html; charset=utf-8", bytes: Bytes::from(html) }
    }
}

/// Assets of all pages: the stylesheet, and the modules for markup, words, languages, stones, plots, the connection to the
/// program, signing in, acts, and finding people.
pub const FURNITURE: [Asset; 13] = [
    Asset::style("/page/page.css", include_str!("../assets/page.css")),
    Asset::script("/page/dom.js", include_str!("../assets/dom.js")),
    Asset::script("/page/words.js", include_str!("../assets/words.js")),
    Asset::script("/page/reader_language.js", include_str!("../assets/reader_language.js")),
    Asset::script("/page/stone.js", include_str!("../assets/stone.js")),
    Asset::style("/page/plot.css", include_str!("../assets/plot.css")),
    Asset::script("/page/plot.js", include_str!("../assets/plot.js")),
    Asset::script("/page/line.js", include_str!("../assets/line.js")),
    Asset::script("/page/sign_in.js", include_str!("../assets/sign_in.js")),
    Asset::script("/page/act.js", include_str!("../assets/act.js")),
    Asset::script("/page/hosted.js", include_str!("../assets/hosted.js")),
    Asset::script("/page/names.js", include_str!("../assets/names.js")),
    Asset {
        path: "/favicon.ico",
        kind: "image/svg+xml",
        bytes: Bytes::from_static(include_bytes!("../assets/icon.svg")),
    },
];

/// Returns the text of an asset for a single-file page; empty for an unknown path.
pub fn furniture(path: &str) -> String {
    let found = FURNITURE.into_iter().find(|asset| asset.path == path);
    found.map(|asset| String::from_utf8_lossy(&asset.bytes).into_owned()).unwrap_or_default()
}
