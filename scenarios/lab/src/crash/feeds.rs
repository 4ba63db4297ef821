//! Reads all feeds of a game.

use ishigaki_client::{Address, Link, connect, now};
use ishigaki_proto::watch::WatchGameRequest;
use ishigaki_proto::wire;
use ishigaki_proto::wire::feed_item::Body;
use tonic::Status;

use super::auditor::FeedReadings;
use super::contest::team_token;
use super::{PAUSE, RETRY_TIMEOUT};
use rehearsal::credentials::Credentials;

pub(super) async fn read(
    address: &Address,
    credentials: &Credentials,
    game: &str,
    teams: &[String],
) -> anyhow::Result<FeedReadings> {
    // The judge's feed contains everything public, and announcements to some teams.
    let public = items(&connect(address, &credentials.judge), game).await?;
    let mut reading = FeedReadings { public, ..FeedReadings::default() };
    for code in teams {
        reading.teams.push(items(&connect(address, team_token(credentials, code)?), game).await?);
    }
    reading.board = items(&connect(address, &credentials.board), game).await?;
    Ok(reading)
}

/// Retried while the game is being taken over.
async fn items(link: &Link, game: &str) -> Result<Vec<wire::FeedItem>, Status> {
    let until = now() + RETRY_TIMEOUT;
    loop {
        match items_once(link, game).await {
            Err(status) if now() > until => return Err(status),
            Err(_) => tokio::time::sleep(PAUSE).await,
            Ok(items) => return Ok(items),
        }
    }
}

async fn items_once(link: &Link, game: &str) -> Result<Vec<wire::FeedItem>, Status> {
    let request = WatchGameRequest { game: game.to_owned(), from_sequence: 1, every_list: true };
    let mut answers = link.watch().watch_game(request).await?.into_inner();
    let mut items = Vec::new();
    while let Some(answer) = answers.message().await? {
        if !take(answer.item.unwrap_or_default(), &mut items) {
            break;
        }
    }
    Ok(items)
}

fn take(item: wire::FeedItem, items: &mut Vec<wire::FeedItem>) -> bool {
    let is_end = matches!(&item.body, Some(Body::Pulse(pulse)) if pulse.caught_up);
    if !is_end {
        items.push(item);
    }
    !is_end
}
