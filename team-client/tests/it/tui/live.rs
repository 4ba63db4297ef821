//! The screen before a real server: the feed comes over the wire, and so does what is sealed.

use ishigaki_client::{Feed, Link, Ticket, connect};
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::judge::{AllLots, AnswerQuestionRequest, ConfirmLotsRequest, OpenRoundRequest};
use ishigaki_proto::team::SubmitBidsRequest;
use ishigaki_proto::wire::Announcement;
use ishigaki_rules::{Cell, Frame, Phase, Secret, Shape};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App as _, FeedEvent};
use ishigaki_testkit::TestServer;
use ishigaki_words::Lang;
use team_client::tui::{
    Effect, Event, Key, Notice, State, WallNotice, inquire, search, send_mark, send_question, send_sealing,
    send_wall, update,
};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2" }]
"#;

struct Laptop {
    link: Link,
    feed: Feed,
    state: State,
    kept: usize,
}

impl Laptop {
    fn open(server: &TestServer) -> Self {
        let link = link(server, "a");
        let feed = Feed::open(link.clone(), "g", 1);
        Self { link, feed, state: State::new(Lang::En, "server".into(), "g", "a", 80, 24), kept: 0 }
    }

    async fn happen(&mut self, event: impl Into<Event>) {
        let mut events = vec![event.into()];
        // All events are painted here.
        while let Some(event) = events.pop().or_else(|| self.state.event_after_paint()) {
            for effect in update(&mut self.state, event) {
                match effect {
                    Effect::Seal { ticket, request: Secret(request) } => {
                        events.push(send_sealing(self.link.clone(), ticket, request).await);
                    }
                    Effect::Build { ticket, request } => {
                        events.push(send_wall(self.link.clone(), ticket, request).await);
                    }
                    Effect::Ask { ticket, text: Secret(text) } => {
                        events.push(send_question(self.link.clone(), ticket, "g".into(), text).await);
                    }
                    Effect::MarkRead { ticket, through } => {
                        events.push(send_mark(self.link.clone(), ticket, "g".into(), through).await);
                    }
                    Effect::Search { ticket, frame, stones } => {
                        let (found, mut finds) = tokio::sync::mpsc::unbounded_channel();
                        let _search = search(ticket, *frame, stones, move |event| found.send(event).is_ok());
                        let mut walls = Vec::new();
                        while let Some(event) = finds.recv().await {
                            walls.push(event);
                        }
                        // The last one is to be folded last.
                        events.extend(walls.into_iter().rev());
                    }
                    Effect::Advise { ticket, question: Secret(question) } => {
                        let (sender, answer) = tokio::sync::oneshot::channel();
                        inquire(ticket, *question, move |event| sender.send(event).unwrap());
                        events.push(answer.await.unwrap());
                    }
                    Effect::Keep(_) => self.kept += 1,
                    Effect::KeepDraft(_)
                    | Effect::Enter { .. }
                    | Effect::PlayAgain { .. }
                    | Effect::ListGames
                    | Effect::StopSearch { .. }
                    | Effect::Examine
                    | Effect::Repaint
                    | Effect::Compare { .. }
                    | Effect::Quit => {}
                }
            }
        }
    }

    async fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            let key = if char == '\n' { Key::Enter } else { Key::Char(char) };
            self.happen(Input::Key(key)).await;
        }
    }

    async fn point_at_a_stone(&mut self) {
        let workshop = || self.state.workshop().unwrap();
        let (&stone, &spot) = workshop().layout().first_key_value().unwrap();
        let to = workshop().site().squares(stone, spot)[0];
        let from = workshop().spot().at;
        let (down, right) = (to.row - from.row, to.col - from.col);
        let keys = [(down, Key::Down), (-down, Key::Up), (right, Key::Right), (-right, Key::Left)];
        for (times, key) in keys {
            for _ in 0..times.max(0) {
                self.happen(Input::Key(key)).await;
            }
        }
    }

    async fn until(&mut self, so: impl Fn(&State) -> bool) {
        while !so(&self.state) {
            let event = FeedEvent::from(self.feed.next().await.unwrap());
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
async fn two_laptops_submit_to_server_and_agree() {
    let server = TestServer::start(CONTEST).await;
    let (mut first, mut second) = (Laptop::open(&server), Laptop::open(&server));
    link(&server, "judge").judge().open_round(OpenRoundRequest { game: "g".into(), round: 1 }).await.unwrap();
    let is_open = |state: &State| state.game().is_some_and(|game| game.current_round().is_some());
    first.until(is_open).await;
    second.until(is_open).await;

    first.keys("a9\ns").await;
    assert!(matches!(first.state.notice(), Some(Notice::Sealed { .. })), "{:?}", first.state.notice());
    first.until(|state| revision(state) == Some(1)).await;
    assert_eq!(first.kept, 1, "a receipt that comes with the answer and in the feed is kept once");

    // The other laptop has not heard of it, writes another list, and must not overwrite it unseen.
    second.keys("a8\ns").await;
    assert!(matches!(second.state.notice(), Some(Notice::Refused(_))), "{:?}", second.state.notice());
    second.until(|state| revision(state) == Some(1)).await;
    second.keys("sy").await;
    assert!(matches!(second.state.notice(), Some(Notice::Sealed { .. })), "{:?}", second.state.notice());
    first.until(|state| revision(state) == Some(2)).await;
    assert_eq!(first.kept, 2, "the receipt of the other laptop is kept here, too");
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_and_read_state_are_shared_between_laptops() {
    let server = TestServer::start(CONTEST).await;
    let (mut first, mut second) = (Laptop::open(&server), Laptop::open(&server));
    first.until(|state| state.game().is_some()).await;
    first.keys("MaWhy?\n").await;
    assert!(matches!(first.state.notice(), Some(Notice::Asked { .. })), "{:?}", first.state.notice());
    let waits = |state: &State| state.game().is_some_and(|game| game.waiting_questions().count() == 1);
    second.until(waits).await;

    let text = Announcement { english: "Because".into(), japanese: "なぜなら".into() };
    let (game, team) = ("g".into(), "a".into());
    let answer = AnswerQuestionRequest {
        game,
        team,
        question: 1,
        text: Some(text),
        ..AnswerQuestionRequest::default()
    };
    link(&server, "judge").judge().answer_question(answer).await.unwrap();
    first.until(|state| state.unread() == 1).await;
    second.until(|state| state.unread() == 1).await;
    second.keys("M\n").await;
    first.until(|state| state.unread() == 0).await;
}

fn laid(state: &State) -> usize {
    let team = state.game().and_then(|game| game.team(game.setup().team_by_code("a")?));
    team.map_or(0, |team| team.laid.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn wall_is_drafted_sent_filled_and_followed() {
    let server = TestServer::start(CONTEST).await;
    let (mut first, mut second) = (Laptop::open(&server), Laptop::open(&server));
    let judge = link(&server, "judge");
    judge.judge().open_round(OpenRoundRequest { game: "g".into(), round: 1 }).await.unwrap();
    let rival = link(&server, "b");
    let decline =
        SubmitBidsRequest { game: "g".into(), round: 1, attempt: 1, ..SubmitBidsRequest::default() };
    rival.team().submit_bids(decline).await.unwrap();
    first.until(|state| state.game().is_some_and(|game| game.current_round().is_some())).await;
    // P, I and O, the first three lots.
    first.keys("a\na\na\ns").await;
    if first.state.dialog().is_some() {
        first.keys("y").await;
    }
    first.until(|state| state.game().is_some_and(|game| game.phase() == Phase::Confirming)).await;
    let confirm = ConfirmLotsRequest {
        game: "g".into(),
        round: 1,
        attempt: 1,
        choice: Some(Choice::All(AllLots {})),
        settlement_digest: None,
    };
    judge.judge().confirm_lots(confirm).await.unwrap();
    let has_stones = |state: &State| state.workshop().is_some_and(|workshop| workshop.held().is_some());
    first.until(has_stones).await;
    second.until(has_stones).await;

    // One stone alone, and then all of the solver's wall.
    first.keys("w.\ne").await;
    first.until(|state| laid(state) == 1).await;
    assert!(
        matches!(first.state.notice(), Some(Notice::Wall(WallNotice::Built(_)))),
        "{:?}",
        first.state.notice()
    );
    first.keys("f").await;
    assert!(!first.state.is_searching());
    first.keys("W").await;
    first.until(|state| state.workshop().is_some_and(|workshop| !workshop.differs())).await;
    let count = first.state.workshop().unwrap().count();
    assert!(matches!(first.state.notice(), Some(Notice::Wall(WallNotice::Built(built))) if *built == count));
    let stones = laid(&first.state);
    assert_eq!(stones, 3);
    second.until(|state| laid(state) == stones).await;
    assert!(!second.state.workshop().unwrap().differs(), "nobody has touched its draft");

    // The other laptop takes a stone out; one that has a draft of its own keeps it.
    first.keys("w").await;
    first.point_at_a_stone().await;
    first.keys("X").await;
    let draft = first.state.workshop().unwrap().draft();
    assert!(draft.len() < stones);
    second.keys("w").await;
    second.point_at_a_stone().await;
    second.keys("XW").await;
    first.until(|state| laid(state) < stones).await;
    assert_eq!(first.state.workshop().unwrap().draft(), draft);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_search_stops_it() {
    // No proof is in reach: there are squares for half of the stones.
    let frame = Frame::parse(&vec!["#".repeat(40); 40]).unwrap();
    let shape =
        Shape::new([(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)].map(|(row, col)| Cell { row, col })).unwrap();
    let (found, mut finds) = tokio::sync::mpsc::unbounded_channel();
    let ticket = Ticket(7);
    let search = search(ticket, frame, vec![shape; 640], move |event| found.send(event).is_ok());
    assert_eq!(search.ticket(), ticket);
    let first = finds.recv().await.unwrap();
    assert!(matches!(first, Event::Found { ticket: Ticket(7), .. }), "{first:?}");
    drop(search);
    let mut last = first;
    while let Some(event) = finds.recv().await {
        last = event;
    }
    assert!(matches!(last, Event::Searched { ticket: Ticket(7), is_proved: false }), "{last:?}");
}
