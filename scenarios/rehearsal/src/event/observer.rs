//! An event as spectators see it, from the board's feed.

use anyhow::Context as _;
use ishigaki_client::Link;
use ishigaki_preset::EventConfig;
use ishigaki_printout::{Edition, EntrantName};
use ishigaki_proto::convert::tournament_event_from_wire;
use ishigaki_proto::event::event::Fact as WireFact;
use ishigaki_proto::watch::{WatchEventRequest, WatchEventResponse};
use ishigaki_proto::wire::FeedItem;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_tournament::Tournament;
use ishigaki_words::{Lang, Words};
use tonic::Streaming;

pub(super) struct EventObserver {
    id: String,
    feed: Streaming<WatchEventResponse>,
    config: EventConfig,
    pub(super) fingerprint: Fingerprint,
    pub(super) tournament: Tournament,
    names: Vec<EntrantName>,
    seen: Vec<FeedItem>,
}

impl EventObserver {
    /// The first item contains the settings.
    pub(super) async fn open(board: &Link, id: &str) -> anyhow::Result<Self> {
        let mut feed = watch(board, id, 1).await?;
        let first = next(&mut feed).await?;
        let Some(Body::EventSetup(setup)) = &first.body else {
            anyhow::bail!("the feed of an event begins with {:?}", first.body);
        };
        let config = EventConfig::read(&setup.config).context("the feed's settings")?;
        let key: [u8; 32] = first.server_key.as_slice().try_into().context("the feed's key")?;
        let tournament = Tournament::new(config.plan().leagues().context("an event in leagues")?.clone());
        let fingerprint = PublicKey(key).fingerprint();
        Ok(Self {
            id: id.to_owned(),
            feed,
            config,
            fingerprint,
            tournament,
            names: Vec::new(),
            seen: vec![first],
        })
    }

    pub(super) async fn see(&mut self, item: u64) -> anyhow::Result<()> {
        while (self.seen.len() as u64) < item {
            let item = next(&mut self.feed).await?;
            let expected = self.seen.len() as u64 + 1;
            anyhow::ensure!(
                item.sequence == expected,
                "item {} of the feed comes as {expected}",
                item.sequence
            );
            self.take(&item)?;
            self.seen.push(item);
        }
        Ok(())
    }

    fn take(&mut self, item: &FeedItem) -> anyhow::Result<()> {
        let Some(Body::EventFact(event)) = &item.body else {
            anyhow::bail!("item {} of the feed is no fact", item.sequence);
        };
        if let Some(WireFact::RosterSet(set)) = &event.fact {
            let name = |entrant: &ishigaki_proto::event::Entrant| EntrantName {
                name: entrant.name.clone(),
                romaji: Some(entrant.romaji.clone()).filter(|romaji| !romaji.is_empty()),
                rank: entrant.rank.clone(),
                affiliation: entrant.affiliation.clone(),
            };
            self.names = set.entrants.iter().map(name).collect();
        }
        let event = tournament_event_from_wire(event).context("a fact of the feed")?;
        self.tournament.apply(&event);
        Ok(())
    }

    /// Watches from the first item after a restart: it must be the same feed.
    pub(super) async fn see_again(&mut self, board: &Link) -> anyhow::Result<()> {
        self.feed = watch(board, &self.id, 1).await?;
        for before in &self.seen {
            let again = next(&mut self.feed).await?;
            anyhow::ensure!(
                again == *before,
                "item {} of the feed is another one after a restart",
                before.sequence
            );
        }
        Ok(())
    }

    pub(super) fn edition(&self, words: Words) -> Edition<'_> {
        Edition {
            words,
            title: self.title(words.lang()),
            tournament: &self.tournament,
            names: &self.names,
            timetable: self.config.timetable().copied(),
        }
    }

    pub(super) fn title(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ja if !self.config.title_ja().is_empty() => self.config.title_ja(),
            Lang::Ja | Lang::En => self.config.title(),
        }
    }

    pub(super) fn heads(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.seen
            .iter()
            .filter_map(|item| item.proof.as_ref())
            .map(|proof| (proof.sequence, proof.head.as_slice()))
    }

    pub(super) fn facts(&self) -> usize {
        self.seen.len() - 1
    }
}

async fn watch(board: &Link, id: &str, from: u64) -> anyhow::Result<Streaming<WatchEventResponse>> {
    let request = WatchEventRequest { event: id.to_owned(), from_sequence: from };
    Ok(board.watch().watch_event(request).await.context("the event cannot be watched")?.into_inner())
}

async fn next(feed: &mut Streaming<WatchEventResponse>) -> anyhow::Result<FeedItem> {
    loop {
        let answer = feed.message().await.context("the feed broke off")?.context("the feed ended")?;
        let item = answer.item.context("an answer of the feed has no item")?;
        if !matches!(item.body, Some(Body::Pulse(_))) {
            return Ok(FeedItem { clock: None, ..item });
        }
    }
}
