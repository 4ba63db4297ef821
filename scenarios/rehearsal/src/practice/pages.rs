//! `practice --pages`: the seat is taken in a browser, on any device of the network.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use ishigaki_client::{Address, PageLink, ReceiptStore, Token};
use ishigaki_page::{CertificateFiles, HTTP_1, serve_encrypted};
use ishigaki_pages::{Pages, PagesOptions};
use ishigaki_rules::Secret;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use team_client::tui::Rematch;
use tokio::net::TcpListener;
use tokio_rustls::rustls::ServerConfig;

use super::PracticeOptions;
use super::joining::public_address;
use crate::server::ServerFiles;
use crate::story::Story;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};

/// Devices that may take the seat.
const DEVICES: usize = 4;
const THREADS: usize = 2;

/// A page server for the seat.
pub(super) struct SeatPages {
    listener: TcpListener,
    tls: Arc<ServerConfig>,
    pages: Pages,
    link: String,
}

impl SeatPages {
    pub(super) async fn open(
        listen: SocketAddr,
        address: Address,
        files: &ServerFiles,
        Secret(token): &Secret<String>,
        rematch: Rematch,
        options: &PracticeOptions,
    ) -> anyhow::Result<Self> {
        let listener =
            TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
        let authority = address.fingerprint().context("the pages need encryption")?;
        let secret = PageLink::text(&authority, token).context("the token has no code")?;
        let link = format!("https://{}/team/#{secret}", public_address(listener.local_addr()?));
        let (chain, key) = files.certificate();
        let tls = CertificateFiles { chain, key }.load(HTTP_1)?;
        let folder = files.folder().join("pages");
        let lang = options.words.lang();
        let pages = Pages::open(PagesOptions {
            address,
            folder,
            devices: DEVICES,
            lang,
            threads: THREADS,
            searches: THREADS,
            board: None,
            rematch: Some(rematch),
        })?;
        Ok(Self { listener, tls, pages, link })
    }

    /// Prints the link and its QR code.
    pub(super) async fn invite(
        &self,
        options: &PracticeOptions,
        writer: &mut StoryWriter,
    ) -> anyhow::Result<()> {
        if options.is_json {
            return Ok(writer.object(&serde_json::json!({ "page": self.link }))?);
        }
        let story = Story::new(options.words, &options.setting.setup, options.columns);
        let mut lines = story.remark(TextStyle::Strong, "practice-pages", &[]);
        let code = QrCode::new(&self.link).context("the link is too long")?;
        let picture =
            code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
        lines.extend(picture.lines().map(|line| StyledLine::of(TextStyle::Plain, line.to_owned())));
        // Not wrapped, so that it can be copied.
        lines.push(StyledLine::of(TextStyle::Plain, self.link.clone()));
        lines.extend(story.remark(TextStyle::Plain, "practice-pages-warning", &[]));
        Ok(writer.tell(&lines).await?)
    }

    /// Returns the page server, which also answers after [`SeatPages::serve`].
    pub(super) fn pages(&self) -> Pages {
        self.pages.clone()
    }

    pub(super) async fn serve(self) {
        serve_encrypted(self.listener, self.tls, self.pages.router()).await;
    }
}

/// Copies the receipts of the seat's devices in a game into one directory.
///
/// # Errors
/// If one can't be read or written.
pub(super) fn copy_receipts(pages: &Pages, token: &Token, game: &str, folder: PathBuf) -> anyhow::Result<()> {
    let mut store = ReceiptStore::new(folder);
    for stored in pages.receipts(token)?.iter().filter(|stored| stored.receipt.branch.game == game) {
        store.keep(stored);
    }
    store.error().cloned().map_or(Ok(()), |error| Err(error.into()))
}
