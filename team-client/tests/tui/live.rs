//! The screen before a real server: the feed comes over the wire, and so does what is sealed.

use ishigaki_link::{Audience, Feed, Link, Update, connect};
use ishigaki_proto::judge::OpenRoundRequest;
use ishigaki_rules::Secret;
use ishigaki_testkit::TestServer;
use ishigaki_words::Lang;
use team_client::tui::{Effect, Event, Key, Notice, State, errand, update};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2" }]
"#;

/// One laptop of team a.
struct Laptop {
    link: Link,
    feed: Feed,
    state: State,
    /// How many receipts it would have kept.
    kept: usize,
}

impl Laptop {
    fn open(server: &TestServer) -> Self {
        let link = link(server, "a");
        let feed = Feed::open(link.clone(), Audience::Team, "g", 1);
        Self { link, feed, state: State::new(Lang::En, "server".into(), "g", "a", 80, 24), kept: 0 }
    }

    async fn happen(&mut self, event: Event) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in update(&mut self.state, event) {
                match effect {
                    Effect::Seal { ticket, request: Secret(request) } => {
                        events.push(errand(self.link.clone(), ticket, request).await);
                    }
                    Effect::Keep(_) => self.kept += 1,
                    Effect::Repaint | Effect::Quit => {}
                }
            }
        }
    }

    async fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            let key = if char == '\n' { Key::Enter } else { Key::Char(char) };
            self.happen(Event::Key(key)).await;
        }
    }

    /// Reads the feed until this is so.
    async fn until(&mut self, so: impl Fn(&State) -> bool) {
        while !so(&self.state) {
            let event = match self.feed.next().await.unwrap().unwrap() {
                Update::Item { item, received } => Event::Item { item, received },
                Update::Connection(connection) => Event::Connection(connection),
            };
            self.happen(event).await;
        }
    }
}

fn link(server: &TestServer, name: &str) -> Link {
    connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap())
}

fn revision(state: &State) -> Option<u32> {
    let game = state.game()?;
    let me = game.setup().team_by_code("a")?;
    game.current_round()?.revision(me).map(|revision| revision.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_laptops_seal_over_the_wire_and_agree() {
    let server = TestServer::start(CONTEST).await;
    let (mut one, mut other) = (Laptop::open(&server), Laptop::open(&server));
    link(&server, "judge").judge().open_round(OpenRoundRequest { game: "g".into(), round: 1 }).await.unwrap();
    let is_open = |state: &State| state.game().is_some_and(|game| game.current_round().is_some());
    one.until(is_open).await;
    other.until(is_open).await;

    one.keys("a9\ns").await;
    assert!(matches!(one.state.notice(), Some(Notice::Sealed { .. })), "{:?}", one.state.notice());
    one.until(|state| revision(state) == Some(1)).await;
    assert_eq!(one.kept, 2, "the same receipt comes with the answer and in the feed");

    // The other laptop has not heard of it, writes another list, and must not overwrite it unseen.
    other.keys("a8\ns").await;
    assert!(matches!(other.state.notice(), Some(Notice::Refused(_))), "{:?}", other.state.notice());
    other.until(|state| revision(state) == Some(1)).await;
    other.keys("sy").await;
    assert!(matches!(other.state.notice(), Some(Notice::Sealed { .. })), "{:?}", other.state.notice());
    one.until(|state| revision(state) == Some(2)).await;
    assert_eq!(one.kept, 3, "the receipt of the other laptop is kept here, too");
}
