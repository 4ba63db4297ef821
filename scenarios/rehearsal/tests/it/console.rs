//! The judge's console against a real server, by keys alone: start, practice, the game itself, its spare; and two
//! consoles at once.

use ishigaki_client::Ticket;
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, stage};
use std::task::Poll;
use std::time::Duration;

use ishigaki_client::{Feed, Link, connect, now};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::{team, wire};
use ishigaki_rules::{Act, Game, LotChoice, Phase, RoundNo, RoundRecord, RoundState};
use ishigaki_screen::Palette;
use ishigaki_testkit::TestServer;
use ishigaki_words::Lang;
use judge_tui::console::{Addressed, Consoles, Effect, Event, Notice, send_request};
use judge_tui::{ActOutcome, Key};
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// A practice game and the game itself, which has a spare; none starts by itself.
const CONTEST: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
    game = [
        { id = "try", scenario = "tiny-2", practice = true, starts = "by-organiser", close = "all-sealed" },
        { id = "g", scenario = "tiny-2", starts = "by-organiser", close = "all-sealed", spare = "tiny-2" },
    ]
"#;
const TIMEOUT: Duration = Duration::from_secs(30);
const TICK: Duration = Duration::from_millis(20);

struct Console {
    state: Consoles,
    link: Link,
    feeds: Vec<(String, Feed)>,
    answered: mpsc::Sender<Addressed<Event>>,
    answers: mpsc::Receiver<Addressed<Event>>,
    pressed: usize,
}

impl Console {
    fn open(server: &TestServer) -> Self {
        let link = link(server, "judge");
        let (answered, answers) = mpsc::channel(16);
        let state = Consoles::choosing(Lang::En, server.address(), 120, 40);
        Self { state, link, feeds: Vec::new(), answered, answers, pressed: 0 }
    }

    fn happen(&mut self, event: impl Into<Addressed<Event>>) {
        for Addressed { game, what } in self.state.update(event) {
            if let Effect::Watch { game } = what {
                self.feeds.push((game.clone(), Feed::open(self.link.clone(), game, 0)));
            } else if let Some(pending) =
                send_request(&self.link, self.state.addressee(game.as_deref()), what)
            {
                let answered = self.answered.clone();
                tokio::spawn(async move { answered.send(Addressed { game, what: pending.await }).await });
            }
        }
    }

    fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            self.pressed += 1;
            self.happen(Input::Key(if char == '\n' { Key::Enter } else { Key::Char(char) }));
        }
    }

    async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let mut ticks = interval(TICK);
        let wait = async {
            while !is_so(self) {
                let event = tokio::select! {
                    Some(event) = self.answers.recv() => event,
                    event = next(&mut self.feeds) => event,
                    _ = ticks.tick() => Input::Tick { now: now() }.into(),
                };
                self.happen(event);
            }
        };
        let in_time = timeout(TIMEOUT, wait).await.is_ok();
        assert!(in_time, "{what} is waited for in vain:\n{}", self.screen());
    }

    async fn until_shown(&mut self, text: &str) {
        self.until(text, |console| console.screen().contains(text)).await;
    }

    async fn until_in(&mut self, game: &str) {
        let is_there = |console: &Self| console.state.game_id() == game && console.state.game().is_some();
        self.until(game, is_there).await;
    }

    async fn until_phase(&mut self, is_it: fn(Phase) -> bool) {
        self.until("the phase", |console| console.state.game().is_some_and(|game| is_it(game.phase()))).await;
    }

    fn open_round(&mut self) {
        self.keys("o");
        if self.screen().contains("Not connected:") {
            self.keys("y");
        }
    }

    fn screen(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::COLOUR))
    }

    fn round(&self) -> Option<&RoundRecord> {
        self.state.game()?.rounds().last().map(AsRef::as_ref)
    }

    async fn start(&mut self, game: &str) {
        self.until("the list", |console| {
            console.state.overview().is_open() && console.state.overview().games().is_some()
        })
        .await;
        self.happen(Input::Key(Key::Home));
        while self.state.overview().selected().unwrap().game != game {
            self.happen(Input::Key(Key::Down));
        }
        self.keys("\ny");
        self.until_in(game).await;
        self.until_phase(|phase| matches!(phase, Phase::Ready { .. })).await;
    }
}

async fn next(feeds: &mut [(String, Feed)]) -> Addressed<Event> {
    std::future::poll_fn(|context| {
        for (game, feed) in feeds.iter_mut() {
            let news = std::pin::pin!(feed.next());
            if let Poll::Ready(Some(news)) = news.poll(context) {
                let event = Event::Feed(FeedEvent::from(news));
                return Poll::Ready(Addressed::to(game.clone(), event));
            }
        }
        Poll::Pending
    })
    .await
}

fn link(server: &TestServer, name: &str) -> Link {
    connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap())
}

async fn bid(server: &TestServer, name: &str, price: u64) {
    bid_in(server, "", name, price).await;
}

async fn bid_in(server: &TestServer, game: &str, name: &str, price: u64) {
    let bids = vec![wire::Bid { lot: "P".into(), price }];
    let request = team::SubmitBidsRequest { game: game.into(), round: 1, bids, ..Default::default() };
    link(server, name).team().submit_bids(request).await.unwrap();
}

async fn raise(server: &TestServer, name: &str, raises: Vec<wire::Raise>) {
    let request = team::SubmitRebidRequest { round: 1, wave: 1, raises, ..Default::default() };
    link(server, name).team().submit_rebid(request).await.unwrap();
}

fn is_final(console: &Console) -> bool {
    console.round().is_some_and(|round| round.state == RoundState::Final)
}

#[tokio::test]
async fn console_runs_contest_from_practice_to_spare_game() {
    let server = TestServer::start(CONTEST).await;
    let mut console = Console::open(&server);
    console.start("try").await;
    assert!(console.screen().starts_with(" PRACTICE "), "{}", console.screen());

    let laptop = Feed::open(link(&server, "a"), "try", 0);
    console.keys("P");
    console.until_shown("Connected: 1 of 2. Submitted a practice list: 0 of 2.").await;
    console.happen(Input::Key(Key::Esc));
    console.open_round();
    console.until_phase(|phase| matches!(phase, Phase::Bidding { .. })).await;
    bid(&server, "a", 20).await;
    drop(laptop);
    console.keys("P");
    console.until_shown("Connected: 0 of 2. Submitted a practice list: 1 of 2.").await;
    console.until_shown("disconnected").await;
    console.happen(Input::Key(Key::Esc));
    console.keys("Xpractised enough\ny");
    console.until_phase(|phase| phase == Phase::Abandoned).await;

    console.keys("b");
    console.start("g").await;
    assert!(!console.screen().contains("PRACTICE"), "{}", console.screen());
    console.open_round();
    console.until_phase(|phase| matches!(phase, Phase::Bidding { .. })).await;
    bid(&server, "a", 20).await;
    bid(&server, "b", 12).await;
    console.until_phase(|phase| phase == Phase::Confirming).await;
    console.keys("n the roof leaks \n");
    console.keys("5");
    console.until_shown("Remark: the roof leaks").await;
    console.keys("Cy");
    console.until("the round is final", is_final).await;

    console.keys("Nthe drawing was wrong\nY");
    console.until_in("g-spare").await;
    assert!(matches!(console.state.notice(), Some(Notice::Replaced { game, .. }) if game == "g"));
    console.until_phase(|phase| matches!(phase, Phase::Ready { .. })).await;
    console.open_round();
    console.until_phase(|phase| matches!(phase, Phase::Bidding { .. })).await;
    assert!(console.screen().contains("connected"), "{}", console.screen());
    bid(&server, "b", 12).await;
    console
        .until("b has sealed", |console| console.round().is_some_and(|round| round.sealed.len() == 1))
        .await;
}

#[tokio::test]
async fn two_consoles_apply_each_action_once() {
    let server = TestServer::start(CONTEST).await;
    let (mut first, mut second) = (Console::open(&server), Console::open(&server));
    first.start("g").await;
    second.until_in("g").await;
    first.open_round();
    second.until_phase(|phase| matches!(phase, Phase::Bidding { .. })).await;
    second.open_round();
    assert!(matches!(second.state.notice(), Some(Notice::Refused(_))), "{:?}", second.state.notice());

    bid(&server, "a", 20).await;
    bid(&server, "b", 20).await;
    second.until_phase(|phase| matches!(phase, Phase::Rebidding { .. })).await;
    let seen = second.round().unwrap().digest();
    assert!(seen.is_some());
    raise(&server, "a", vec![wire::Raise { priority: 1, price: 21 }]).await;
    raise(&server, "b", Vec::new()).await;
    first.until_phase(|phase| phase == Phase::Confirming).await;
    let outdated = Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots: LotChoice::All, seen };
    let call = Effect::Call { ticket: Ticket(99), act: outdated.into() };
    let Event::Answer { answer: ActOutcome::Refused(fault), .. } =
        send_request(&second.link, second.state.front(), call).unwrap().await
    else {
        panic!("a settlement that has changed since is not confirmed");
    };
    assert_eq!(fault.reason, ErrorReason::StaleSettlement);

    // Both ask their judge; the one that is slower closes its question by itself.
    second.until_phase(|phase| phase == Phase::Confirming).await;
    first.keys("C");
    second.keys("C");
    first.keys("y");
    first.until("the round is final", is_final).await;
    second.until("the question is closed", |console| console.state.dialog().is_none()).await;
    assert_eq!(second.state.notice(), Some(&Notice::MovedOn));
    second.keys("y");
    assert_eq!(second.state.front().pending().count(), 0);

    // What one replaces, the other is led to.
    first.until("its spare", |console| console.screen().contains("N play the spare")).await;
    first.keys("Nthe drawing was wrong\nY");
    first.until_in("g-spare").await;
    second.until_shown("g-spare replaces this game").await;
    second.keys("N");
    second.until_in("g-spare").await;
}

fn heats() -> String {
    let teams: Vec<String> =
        (1..=16).map(|team| format!("{{ id = \"t{team}\", name = \"Team {team}\" }}")).collect();
    let heat = |heat: usize| {
        let (first, second) = (2 * heat - 1, 2 * heat);
        format!(
            "{{ id = \"heat-{heat}\", title = \"Heat {heat}\", scenario = \"tiny-2\", close = \"all-sealed\", teams = [\"t{first}\", \"t{second}\"] }}"
        )
    };
    let last = "{ id = \"final\", scenario = \"tiny-2\", teams = 2, starts = \"by-organiser\" }".to_owned();
    let games: Vec<String> = (1..=8).map(heat).chain([last]).collect();
    format!("team = [{}]\ngame = [{}]", teams.join(", "), games.join(", "))
}

impl Console {
    async fn until_wanted(&mut self, count: usize, text: &str) {
        let all = |console: &Self| {
            console.state.waiting_game_count() == count && console.screen().matches(text).count() >= count
        };
        self.until(text, all).await;
    }

    fn is_everywhere(&self, is_it: impl Fn(&Game) -> bool) -> bool {
        (1..=8).all(|heat| {
            let console = self.state.console(&format!("heat-{heat}"));
            console.and_then(judge_tui::console::State::game).is_some_and(&is_it)
        })
    }
}

#[tokio::test]
async fn eight_heats_need_24_keys_per_round() {
    let server = TestServer::start(&heats()).await;
    let mut console = Console::open(&server);
    console.until_wanted(8, "[o] start the round").await;
    console.keys("oooooooo");
    console
        .until("bidding", |console| {
            console.is_everywhere(|game| matches!(game.phase(), Phase::Bidding { .. }))
        })
        .await;
    assert_eq!(console.state.waiting_game_count(), 0);
    for heat in 1..=8 {
        let game = format!("heat-{heat}");
        bid_in(&server, &game, &format!("t{}", 2 * heat - 1), 20).await;
        console.until_shown("1/2").await;
        bid_in(&server, &game, &format!("t{}", 2 * heat), 12).await;
    }
    console.until_wanted(8, "[C] confirm all").await;
    console.keys("CyCyCyCyCyCyCyCy");
    let is_final = |game: &Game| game.rounds().last().is_some_and(|round| round.state == RoundState::Final);
    console.until("all rounds are final", |console| console.is_everywhere(is_final)).await;
    assert_eq!(console.pressed, 24, "8 to open, 16 to confirm");
    assert!(console.state.overview().is_open(), "the list was never left");
}
