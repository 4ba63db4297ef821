//! The seat of a practice: a screen or page here, or a client elsewhere.

use std::io::Write as _;
use std::net::SocketAddr;
use std::pin::Pin;

use anyhow::Context as _;
use ishigaki_client::{Address, Token};
use ishigaki_command::json_line;
use ishigaki_pages::Pages;
use ishigaki_screen::Palette;
use team_client::tui::{self, PageAddress, Rematch, ScreenOptions};
use team_client_sdk::Options as ClientOptions;
use tokio::task::JoinSet;

use super::joining::{SeatAddress, invite, write_secret};
use super::pages::SeatPages;
use super::proof::receipts;
use super::{PracticeOptions, SeatMode};
use crate::credentials::Credentials;
use crate::server::ServerFiles;
use crate::story_writer::StoryWriter;

/// A seat that can be taken.
pub(super) struct Seat<'a> {
    /// Ends when the seat is left, which one elsewhere never is.
    pub(super) left: Pin<Box<dyn Future<Output = anyhow::Result<()>> + 'a>>,
    pub(super) rematch: Rematch,
    /// Page server of a hosted seat, which keeps its receipts.
    pub(super) hosted: Option<(Pages, Token)>,
}

impl<'a> Seat<'a> {
    /// Opens the seat, and prints how to take it.
    pub(super) async fn open(
        options: &'a PracticeOptions,
        writer: &mut StoryWriter,
        listens: SocketAddr,
        address: &Address,
        credentials: &Credentials,
        files: &ServerFiles,
    ) -> anyhow::Result<Self> {
        let rematch = Rematch::default();
        let token = credentials.teams.first().context("there is no seat")?.clone();
        let secret = credentials.team_secrets.first().context("there is no seat")?;
        let mut hosted = None;
        let own_token = token.clone();
        let screen = |palette: Palette| ScreenOptions {
            options: ClientOptions { address: address.clone(), token, game: String::new() },
            receipts: receipts(files),
            lang: options.words.lang(),
            palette,
            rematch: Some(rematch.clone()),
        };
        let left: Pin<Box<dyn Future<Output = anyhow::Result<()>>>> = match options.seat {
            SeatMode::Screen(palette) => {
                let screen = screen(palette);
                Box::pin(async { tui::run(screen).await.context("the team's screen") })
            }
            SeatMode::Page { opens } => {
                let screen = screen(Palette::PLAIN);
                let on_ready = move |page: &PageAddress| tell_page(page, opens, options);
                Box::pin(async move { tui::run_page(screen, 0, on_ready).await.context("the team's page") })
            }
            SeatMode::Joined(_) => {
                let token_file = files.folder().join(format!("{}.token", options.setting.seat_code()));
                write_secret(&token_file, secret).context("cannot write the token file")?;
                invite(options, writer, &SeatAddress::of(listens, files, token_file)?).await?;
                Box::pin(std::future::pending())
            }
            SeatMode::Hosted(listen) => {
                let pages =
                    SeatPages::open(listen, address.clone(), files, secret, rematch.clone(), options).await?;
                pages.invite(options, writer).await?;
                hosted = Some((pages.pages(), own_token));
                let mut serving = JoinSet::new();
                serving.spawn(pages.serve());
                Box::pin(async move {
                    serving.join_next().await;
                    Ok(())
                })
            }
        };
        Ok(Self { left, rematch, hosted })
    }
}

fn tell_page(page: &PageAddress, opens: bool, options: &PracticeOptions) -> std::io::Result<()> {
    let words = options.words;
    let mut out = std::io::stdout().lock();
    if options.is_json {
        out.write_all(&json_line(&serde_json::json!({ "page": page.address }))?)?;
    } else {
        writeln!(out, "{}", words.say("page-desk-at", &[("address", page.address.as_str().into())]))?;
        writeln!(out, "{}", words.label("page-practice-care"))?;
    }
    if opens && !page.open() {
        writeln!(out, "{}", words.label("page-desk-no-browser"))?;
    }
    out.flush()
}
