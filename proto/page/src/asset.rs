//! Static bytes of a page: what the program has built in.

use bytes::Bytes;

/// Bytes with their path and kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The path, from `/` on.
    pub path: &'static str,
    pub kind: &'static str,
    pub bytes: Bytes,
}

impl Asset {
    /// A module of a page's program.
    pub const fn script(path: &'static str, text: &'static str) -> Self {
        Self { path, kind: "text/javascript; charset=utf-8", bytes: Bytes::from_static(text.as_bytes()) }
    }

    /// A stylesheet.
    pub const fn style(path: &'static str, text: &'static str) -> Self {
        Self { path, kind: "text/css; charset=utf-8", bytes: Bytes::from_static(text.as_bytes()) }
    }

    /// A whole page.
    pub fn page(path: &'static str, html: String) -> Self {
        Self { path, kind: "text/html; charset=utf-8", bytes: Bytes::from(html) }
    }
}

/// What all pages have in common: the stylesheet, and the modules for markup, words, stones, plots, and the line to the program.
pub const FURNITURE: [Asset; 8] = [
    Asset::style("/page/page.css", include_str!("../assets/page.css")),
    Asset::script("/page/dom.js", include_str!("../assets/dom.js")),
    Asset::script("/page/words.js", include_str!("../assets/words.js")),
    Asset::script("/page/stone.js", include_str!("../assets/stone.js")),
    Asset::style("/page/plot.css", include_str!("../assets/plot.css")),
    Asset::script("/page/plot.js", include_str!("../assets/plot.js")),
    Asset::script("/page/line.js", include_str!("../assets/line.js")),
    Asset {
        path: "/favicon.ico",
        kind: "image/svg+xml",
        bytes: Bytes::from_static(include_bytes!("../assets/icon.svg")),
    },
];

/// The text of a piece of furniture, for a page that is one file; nothing of a path that there is not.
pub fn furniture(path: &str) -> String {
    let found = FURNITURE.into_iter().find(|asset| asset.path == path);
    found.map(|asset| String::from_utf8_lossy(&asset.bytes).into_owned()).unwrap_or_default()
}
