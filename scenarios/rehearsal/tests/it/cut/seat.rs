//! People on the simulated network: they watch through a healing feed, and act.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ishigaki_client::{Connection, Feed, Folded, Link, Mirror, Update};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{judge, team, wire};
use ishigaki_rules::{Fact, Game};
use prost::Message as _;
use tonic::Status;

use super::fixture::CutFixture;

#[derive(Clone, Debug)]
pub(crate) struct ParticipantNotes {
    page: Arc<Mutex<Page>>,
}

#[derive(Debug)]
struct Page {
    mirror: Mirror,
    items: Vec<wire::FeedItem>,
    outages: usize,
    declared: bool,
}

impl ParticipantNotes {
    pub(crate) fn new() -> Self {
        let page = Page { mirror: Mirror::of("g"), items: Vec::new(), outages: 0, declared: false };
        Self { page: Arc::new(Mutex::new(page)) }
    }

    fn page(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn bytes(&self) -> Vec<Vec<u8>> {
        let same = |item: &wire::FeedItem| {
            wire::FeedItem { clock: None, skipped: 0, padding: Vec::new(), ..item.clone() }.encode_to_vec()
        };
        self.page().items.iter().filter(|item| item.receipt_signature.is_none()).map(same).collect()
    }

    pub(crate) fn game(&self) -> Option<Game> {
        self.page().mirror.game().cloned()
    }

    pub(crate) fn outages(&self) -> usize {
        self.page().outages
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.page().declared
    }

    pub(crate) fn count(&self, name: &str) -> usize {
        self.facts().iter().filter(|fact| fact.as_str() == name).count()
    }

    fn facts(&self) -> Vec<String> {
        let page = self.page();
        let setup = page.mirror.setup().expect("the set-up has come").clone();
        let event = |item: &wire::FeedItem| match &item.body {
            Some(wire::feed_item::Body::Event(event)) => {
                let event = ishigaki_proto::convert::event_from_wire(event, &setup).unwrap();
                Some(event.fact.name().to_owned())
            }
            _ => None,
        };
        page.items.iter().filter_map(event).collect()
    }

    /// The team's own sealed lists of a round's first attempt, as its feed brought them.
    pub(crate) fn own_lists(&self) -> Vec<wire::SealedBids> {
        let own = |item: &wire::FeedItem| match &item.body {
            Some(wire::feed_item::Body::Event(event)) => match &event.fact {
                Some(wire::event::Fact::BidsSealed(sealed)) => sealed.sealed.clone(),
                _ => None,
            },
            _ => None,
        };
        self.page().items.iter().filter_map(own).collect()
    }

    pub(crate) fn receipt_signatures(&self) -> Vec<wire::ReceiptSignature> {
        self.page().items.iter().filter_map(|item| item.receipt_signature.clone()).collect()
    }

    pub(crate) fn server_key(&self) -> ishigaki_record::signing::PublicKey {
        self.page().mirror.server_key().copied().expect("the set-up has come")
    }
}

pub(crate) struct SimulatedParticipant {
    pub(crate) link: Link,
    feed: Feed,
    pub(crate) notes: ParticipantNotes,
}

impl SimulatedParticipant {
    /// Sits down and watches from where the notes end. Must be called on the simulated host.
    pub(crate) fn take(fixture: &CutFixture, name: &str, notes: ParticipantNotes) -> Self {
        let link = fixture.link(name);
        let next = notes.page().mirror.next_sequence();
        Self { feed: Feed::open(link.clone(), "g", next), link, notes }
    }

    pub(crate) fn new(fixture: &CutFixture, name: &str) -> Self {
        Self::take(fixture, name, ParticipantNotes::new())
    }

    /// The next fact. A gap, a repeat or a head that is not the server's would end the test here.
    pub(crate) async fn fact(&mut self) -> Fact {
        loop {
            let update = self.feed.next().await.expect("the feed goes on").expect("the feed is not refused");
            let mut page = self.notes.page();
            match update {
                Update::Item { item, received } => {
                    let folded = page.mirror.fold(&item, received).unwrap();
                    if item.sequence > 0 {
                        page.items.push(*item);
                    }
                    if let Folded::Event(event) = folded {
                        page.declared |= event.fact.name() == "result_declared";
                        return event.fact;
                    }
                }
                Update::Connection(Connection::Lost { .. }) => page.outages += 1,
                Update::Connection(_) => {}
            }
        }
    }

    pub(crate) async fn until(&mut self, name: &str) -> Fact {
        loop {
            let fact = self.fact().await;
            if fact.name() == name {
                return fact;
            }
        }
    }

    /// Follows the game until the feed is taken up again after `outages` outages and all there is has come.
    pub(crate) async fn caught_up_after(&mut self, outages: usize) {
        loop {
            let update = self.feed.next().await.expect("the feed goes on").expect("the feed is not refused");
            let mut page = self.notes.page();
            match update {
                Update::Item { item, received } => {
                    page.mirror.fold(&item, received).unwrap();
                    if item.sequence > 0 {
                        page.items.push(*item);
                    }
                }
                Update::Connection(Connection::Lost { .. }) => page.outages += 1,
                Update::Connection(Connection::CaughtUp) if page.outages >= outages => return,
                Update::Connection(_) => {}
            }
        }
    }

    pub(crate) async fn open_round(&self, round: u32) -> Result<(), Status> {
        self.link.judge().open_round(judge::OpenRoundRequest { game: "g".into(), round }).await.map(drop)
    }

    pub(crate) async fn confirm_all(&self, round: u32, attempt: u32) -> Result<(), Status> {
        let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
        let request =
            judge::ConfirmLotsRequest { game: "g".into(), round, attempt, choice, settlement_digest: None };
        self.link.judge().confirm_lots(request).await.map(drop)
    }

    pub(crate) async fn signal_end(&self) -> Result<(), Status> {
        self.link.judge().signal_end(judge::SignalEndRequest { game: "g".into() }).await.map(drop)
    }

    pub(crate) async fn declare(&self) -> Result<(), Status> {
        self.link.judge().declare_result(judge::DeclareResultRequest { game: "g".into() }).await.map(drop)
    }

    pub(crate) async fn bid(
        &self,
        round: u32,
        replaces: u32,
        lines: &[(&str, u64)],
    ) -> Result<team::SubmitBidsResponse, Status> {
        let bid = |&(lot, price): &(&str, u64)| wire::Bid { lot: lot.into(), price };
        let request = team::SubmitBidsRequest {
            game: "g".into(),
            round,
            attempt: 1,
            replaces_revision: replaces,
            bids: lines.iter().map(bid).collect(),
            ..Default::default()
        };
        self.link.team().submit_bids(request).await.map(tonic::Response::into_inner)
    }

    pub(crate) async fn raise(&self, round: u32, wave: u32, lines: &[(u32, u64)]) -> Result<(), Status> {
        let raise = |&(priority, price): &(u32, u64)| wire::Raise { priority, price };
        let request = team::SubmitRebidRequest {
            game: "g".into(),
            round,
            attempt: 1,
            wave,
            replaces_revision: 0,
            raises: lines.iter().map(raise).collect(),
            ..Default::default()
        };
        self.link.team().submit_rebid(request).await.map(drop)
    }
}

pub(crate) fn reason(status: &Status) -> Option<ErrorReason> {
    Fault::from_status(status).map(|fault| fault.reason)
}

pub(crate) async fn insist<T>(mut act: impl AsyncFnMut() -> Result<T, Status>) {
    let gone = [ErrorReason::WrongPhase, ErrorReason::WrongRound, ErrorReason::Replaced, ErrorReason::Late];
    let mut unanswered = 0;
    loop {
        let Err(status) = act().await else { return };
        match reason(&status) {
            None
            | Some(ErrorReason::ServerStopping | ErrorReason::GameStopped | ErrorReason::JournalFailed) => {
                unanswered += 1;
            }
            Some(reason) => {
                assert!(
                    unanswered > 0 && gone.contains(&reason),
                    "{status:?} after {unanswered} lost answers"
                );
                return;
            }
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}
