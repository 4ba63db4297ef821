//! A hall to test in: a real game decided by the rules, the feed of one of its teams with receipts, and the screen
//! that this team looks at.

use ishigaki_screen::stage::contest;
pub(crate) use ishigaki_screen::stage::contest::{A, B, C, D, O, P};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{App as _, FeedEvent, stage};
use std::time::{Duration, Instant};

use ishigaki_client::team::{AidsOff, SealAnswer, SealRequest, WallRequest};
use ishigaki_client::{CallError, Ticket};
use ishigaki_proto::convert::{self, attach_receipt};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::receipt::{signature_to_wire, to_wire};
use ishigaki_proto::wire;
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::{Nonce, bids_text, commit, raises_text};
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::transcript::HoldTracker;
use ishigaki_rules::wall::Spot;
use ishigaki_rules::*;
use ishigaki_screen::Palette;
use ishigaki_strategy::adviser::SearchEffort;
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Effect, Event, Key, State, update};

const SERVER: &str = "gate.example:7150";
pub(crate) const GAME: &str = "heat-1";

pub(crate) fn branch() -> Branch {
    Branch::first(GAME, Instance([5; 16]))
}

pub(crate) type SignedReceipt = (wire::SealReceipt, wire::ReceiptSignature);

pub(crate) struct ScreenFixture {
    key: SigningKey,
    pub(crate) game: Game,
    pub(crate) state: State,
    pub(crate) effects: Vec<Effect>,
    pub(crate) forges: bool,
    hold: HoldTracker,
    at: GameTime,
    sequence: u64,
    counter: u64,
    start: Instant,
}

pub(crate) fn setup() -> Setup {
    let mut setup = contest::setup();
    setup.lots[P.index()].copies = 2;
    setup
}

impl ScreenFixture {
    pub(crate) fn before(setup: Setup, lang: Lang, columns: u16, lines: u16) -> Self {
        Self {
            key: SigningKey::from_seed([7; 32]),
            game: Game::new(setup),
            state: State::new(lang, SERVER.into(), GAME, "a", columns, lines),
            effects: Vec::new(),
            forges: false,
            hold: HoldTracker::default(),
            at: GameTime(0),
            sequence: 0,
            counter: 0,
            start: ishigaki_client::now(),
        }
    }

    pub(crate) fn early(lang: Lang, columns: u16, lines: u16) -> Self {
        let fixture = Self::before(setup(), lang, columns, lines);
        Self { state: State::new(lang, SERVER.into(), "", "", columns, lines), ..fixture }
    }

    pub(crate) fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::before(setup(), lang, columns, lines);
        fixture.connect();
        fixture
    }

    /// A contest whose file has `[aids]`.
    pub(crate) fn with_aids_off(aids_off: AidsOff) -> Self {
        let mut fixture = Self::early(Lang::En, 80, 24);
        fixture.happen(Event::Entered { game: GAME.into(), team: "a".into(), practice: false, aids_off });
        fixture.connect();
        fixture
    }

    pub(crate) fn connect(&mut self) {
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Connected));
        let setup = convert::setup_to_wire(self.game.setup());
        self.feed(wire::feed_item::Body::SetUp(setup), None, false);
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::CaughtUp));
    }

    pub(crate) fn small() -> Self {
        Self::new(Lang::En, 80, 24)
    }

    pub(crate) fn instant(&self) -> Instant {
        self.start + Duration::from_millis(self.at.0)
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        let event = event.into();
        let is_painted = !State::can_wait(&event);
        let mut effects = update(&mut self.state, event);
        // Receipts are compared each time the feed is up to date, which is omitted here.
        effects.retain(|effect| !matches!(effect, Effect::Compare { .. }));
        self.effects.extend(effects);
        if is_painted {
            self.paint();
        }
    }

    fn paint(&mut self) {
        if let Some(seen) = self.state.event_after_paint() {
            self.effects.extend(update(&mut self.state, seen));
        }
    }

    pub(crate) fn cut(&mut self) {
        let (since, code) = (self.instant(), tonic::Code::Unavailable);
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Lost { since, code }));
    }

    /// The server tells that the game is not served any more: its journal has failed at this moment.
    pub(crate) fn stand_still(&mut self) {
        let clock = wire::Clock {
            now_ms: self.at.0,
            stopped_at_ms: Some(self.at.0),
            ..convert::clock_to_wire(&self.game)
        };
        let pulse = wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None });
        let item = wire::FeedItem { clock: Some(clock), body: Some(pulse), ..Default::default() };
        let since = self.instant();
        self.happen(FeedEvent::Item { item: Box::new(item), received: since });
        let reason = ishigaki_proto::fault::ErrorReason::JournalFailed;
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Stopped { since, reason }));
    }

    pub(crate) fn reveal(&mut self, places: u32) {
        let clock = wire::Clock {
            now_ms: self.at.0,
            revealed_places: Some(places),
            ..convert::clock_to_wire(&self.game)
        };
        let pulse = wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None });
        let item = wire::FeedItem { clock: Some(clock), body: Some(pulse), ..Default::default() };
        let received = self.instant();
        self.happen(FeedEvent::Item { item: Box::new(item), received });
    }

    fn feed(&mut self, body: wire::feed_item::Body, derived: Option<wire::Derived>, closes: bool) {
        self.feed_signed(body, derived, closes, None);
    }

    fn feed_signed(
        &mut self,
        body: wire::feed_item::Body,
        derived: Option<wire::Derived>,
        closes: bool,
        receipt_signature: Option<wire::ReceiptSignature>,
    ) {
        self.sequence += 1;
        let (server_key, instance) = match body {
            wire::feed_item::Body::SetUp(_) => (self.key.public().0.to_vec(), branch().instance.0.to_vec()),
            _ => (Vec::new(), Vec::new()),
        };
        let head = Head([1; 32]);
        let signature = sign_head(&self.key, &branch(), self.sequence, head);
        let proof = closes.then(|| wire::Proof {
            sequence: self.sequence,
            head: head.0.to_vec(),
            signature: signature.0.to_vec(),
            branch: Some(ishigaki_proto::branch::to_wire(&branch())),
        });
        let clock = wire::Clock { now_ms: self.at.0, ..convert::clock_to_wire(&self.game) };
        let (sequence, clock, body) = (self.sequence, Some(clock), Some(body));
        let item = wire::FeedItem {
            sequence,
            clock,
            body,
            derived,
            proof,
            server_key,
            instance,
            receipt_signature,
            ..Default::default()
        };
        self.happen(FeedEvent::Item { item: Box::new(item), received: self.instant() });
    }

    fn receipt(&mut self, list: &str, wave: u32) -> SignedReceipt {
        self.counter += 1;
        let record = self.game.current_round().unwrap();
        let nonce = Nonce([9; 32]);
        let receipt = Receipt {
            branch: branch(),
            round: record.round,
            attempt: record.attempt,
            wave,
            team: "a".into(),
            counter: self.counter,
            at: self.at,
            commitment: commit(&nonce, list),
        };
        let mut signature = receipt.sign(&self.key);
        if self.forges {
            signature.root.0[0] ^= 1;
        }
        (to_wire(&receipt, &nonce), signature_to_wire(&signature))
    }

    /// Decides a command and lets the screen see what its team may see of it; the receipt, if it is one of the
    /// team's own sealings.
    pub(crate) fn give(&mut self, by: Actor, act: Act) -> Result<Option<SignedReceipt>, Rejection> {
        let mut own = None;
        for event in decide(&self.game, &Command { at: self.at, by, act })? {
            let is_news = self.game.is_news(&event);
            let wave = match self.game.phase() {
                Phase::Rebidding { wave, .. } => wave.0,
                _ => 0,
            };
            self.game.apply(&event);
            if !event.fact.is_for(A) {
                continue;
            }
            let receipt = match &event.fact {
                Fact::BidsSealed { team: A, sealed: Some(sealed) } => {
                    let text = bids_text(self.game.setup(), &sealed.lines).unwrap();
                    Some(self.receipt(&text, 0))
                }
                Fact::RebidSealed { team: A, sealed: Some(sealed) } => {
                    Some(self.receipt(&raises_text(&sealed.lines), wave))
                }
                _ => None,
            };
            let seen = if receipt.is_some() { event.clone() } else { event.public() };
            if is_news || receipt.is_some() {
                let derived = convert::derived(&self.game, &event);
                let mut body = convert::event_to_wire(&seen, self.game.setup());
                let (receipt, signature) = receipt.clone().unzip();
                if let Some(receipt) = receipt {
                    attach_receipt(&mut body, receipt);
                }
                let shows_head = self.hold.take(&event.fact);
                self.feed_signed(wire::feed_item::Body::Event(body), derived, shows_head, signature);
            }
            own = receipt.or(own);
        }
        Ok(own)
    }

    pub(crate) fn judge(&mut self, act: Act) {
        self.give(Actor::Judge, act).unwrap();
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.at = self.at.after(Millis(millis));
        self.give(Actor::Clock, Act::Tick).unwrap();
        let now = self.instant();
        self.happen(Input::Tick { now });
    }

    pub(crate) fn open(&mut self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) });
    }

    pub(crate) fn bids(&mut self, team: TeamId, lines: &[(LotId, u64)]) {
        let act = contest::bids(&self.game, team, lines);
        self.give(Actor::Team(team), act).unwrap();
    }

    pub(crate) fn raise(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        let act = contest::raises(&self.game, team, lines);
        self.give(Actor::Team(team), act).unwrap();
    }

    pub(crate) fn confirm_all(&mut self) {
        self.judge(contest::confirmation(&self.game));
    }

    pub(crate) fn place(&mut self, team: TeamId, lot: LotId, copy: u32, quarters: u32, row: i32, col: i32) {
        let act = contest::placing(&self.game, team, StoneId { lot, copy }, quarters, (row, col));
        self.give(Actor::Team(team), act).unwrap();
    }

    pub(crate) fn tie(&mut self) {
        self.open(1);
        self.wait(10_000);
        self.bids(A, &[(O, 400), (P, 100), (D, 20)]);
        self.bids(B, &[(O, 400), (P, 30)]);
        self.bids(C, &[(P, 250), (P, 90)]);
        self.wait(80_000);
    }

    pub(crate) fn finish(&mut self) {
        self.tie();
        self.finish_wave();
    }

    pub(crate) fn finish_wave(&mut self) {
        self.raise(A, &[(1, 410)]);
        self.raise(B, &[(1, 450)]);
        self.confirm_all();
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.happen(Input::Key(key));
    }

    /// Types: an arrow is its key, `\n` is Enter, `\t` is Tab, `\u{8}` Backspace, `\u{1b}` Escape.
    pub(crate) fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            self.key(match char {
                '↑' => Key::Up,
                '↓' => Key::Down,
                '←' => Key::Left,
                '→' => Key::Right,
                '\n' => Key::Enter,
                '\t' => Key::Tab,
                '\u{8}' => Key::Backspace,
                '\u{1b}' => Key::Esc,
                char => Key::Char(char),
            });
        }
    }

    pub(crate) fn call(&mut self) -> Option<(Ticket, SealRequest)> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Seal { ticket, request } => Some((ticket, request.0)),
            _ => None,
        })
    }

    pub(crate) fn building(&mut self) -> Option<(Ticket, WallRequest)> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Build { ticket, request } => Some((ticket, request)),
            _ => None,
        })
    }

    pub(crate) fn built(&mut self, request: &WallRequest) -> CallResult {
        let setup = self.game.setup().clone();
        let act = match request {
            WallRequest::Place(request) => convert::act::place_stone(request, A, &setup),
            WallRequest::TakeOut(request) => convert::act::take_out_stone(request, A, &setup),
            WallRequest::Submit(request) => convert::act::submit_wall(request, A, &setup),
        };
        match self.give(Actor::Team(A), act.unwrap().act) {
            Ok(_) => CallResult::Built(Ok(self.game.team(A).and_then(|team| team.wall))),
            Err(rejection) => {
                CallResult::Built(Err(CallError::Refused(Box::new(Fault::of_rejection(&rejection, &setup)))))
            }
        }
    }

    pub(crate) fn laid(&self) -> Vec<(LotId, u32, u32, i32, i32)> {
        let laid = &self.game.team(A).unwrap().laid;
        let place = |(stone, spot): (&StoneId, &Spot)| {
            (stone.lot, stone.copy, spot.turn.quarters(), spot.at.row, spot.at.col)
        };
        laid.iter().map(place).collect()
    }

    pub(crate) fn win(&mut self, round: u32, lots: &[LotId]) {
        self.open(round);
        self.wait(1_000);
        self.bids(A, &lots.iter().map(|&lot| (lot, 10)).collect::<Vec<_>>());
        self.wait(89_000);
        self.confirm_all();
    }

    /// Does what the screen wants as the server would, the news in the feed before the answer; and as the solver would.
    pub(crate) fn serve(&mut self) {
        for effect in std::mem::take(&mut self.effects) {
            match effect {
                Effect::Seal { ticket, request } => {
                    let answer = self.judged(&request.0);
                    self.happen(Event::Answer { ticket, answer });
                }
                Effect::Build { ticket, request } => {
                    let answer = self.built(&request);
                    self.happen(Event::Answer { ticket, answer });
                }
                Effect::Search { ticket, frame, stones } => self.solve(ticket, *frame, stones),
                Effect::Advise { ticket, question } => {
                    let answer = question.0.answer(SearchEffort::QUICK);
                    self.happen(Event::Advised { ticket, answer });
                }
                Effect::Ask { ticket, text } => {
                    let answer = CallResult::Asked(self.asked(&text.0));
                    self.happen(Event::Answer { ticket, answer });
                }
                Effect::MarkRead { ticket, through } => {
                    let given = self.give(Actor::Team(A), Act::MarkRead { team: A, through });
                    let answer =
                        CallResult::Marked(given.map(drop).map_err(|rejection| self.refused(&rejection)));
                    self.happen(Event::Answer { ticket, answer });
                }
                Effect::Examine => self.happen(Event::Examined(None)),
                Effect::StopSearch { .. }
                | Effect::Keep(_)
                | Effect::Compare { .. }
                | Effect::KeepDraft(_)
                | Effect::Enter { .. }
                | Effect::PlayAgain { .. }
                | Effect::ListGames
                | Effect::Repaint
                | Effect::Quit => {}
            }
        }
    }

    fn solve(&mut self, ticket: Ticket, frame: Frame, stones: Vec<Shape>) {
        let problem = ishigaki_solver::Problem::new(frame, stones).unwrap();
        let options = ishigaki_solver::Options { threads: 1, seed: 1, steps: Some(100_000) };
        let mut found = Vec::new();
        let best = ishigaki_solver::solve(&problem, options, &|| false, &mut |wall| found.push(wall.clone()));
        for wall in found {
            self.happen(Event::Found { ticket, wall: Box::new(wall) });
        }
        self.happen(Event::Searched { ticket, is_proved: best.optimal });
    }

    pub(crate) fn judged(&mut self, request: &SealRequest) -> CallResult {
        let setup = self.game.setup().clone();
        let act = match request {
            SealRequest::Bids(request) => {
                convert::act::submit_bids(request, A, &setup).map(|asked| asked.act)
            }
            SealRequest::Rebid(request) => convert::act::submit_rebid(request, A),
        };
        let act = act.unwrap();
        match self.give(Actor::Team(A), act) {
            Ok(receipt) => {
                let record = self.game.rounds().last().unwrap();
                let revision = match request {
                    SealRequest::Bids(_) => record.revision(A),
                    SealRequest::Rebid(_) => record.raise_revision(A),
                };
                let revision = revision.unwrap_or(Revision::FIRST);
                let (receipt, signature) = receipt.unzip();
                CallResult::Sealed(Ok(SealAnswer {
                    revision,
                    received_at: self.at,
                    receipt: receipt.map(Box::new),
                    signature: signature.map(Box::new),
                }))
            }
            Err(rejection) => {
                CallResult::Sealed(Err(CallError::Refused(Box::new(Fault::of_rejection(&rejection, &setup)))))
            }
        }
    }

    fn refused(&self, rejection: &Rejection) -> CallError {
        CallError::Refused(Box::new(Fault::of_rejection(rejection, self.game.setup())))
    }

    fn asked(&mut self, text: &str) -> Result<QuestionNo, CallError> {
        let text = Question::new(text).unwrap();
        let given = self.give(Actor::Team(A), Act::AskQuestion { team: A, text });
        given.map_err(|rejection| self.refused(&rejection))?;
        Ok(self.game.questions_of(A).next_back().unwrap().number)
    }

    pub(crate) fn sealed(&self) -> Option<Vec<(LotId, u64)>> {
        let sealed = self.game.current_round()?.sealed.get(&A)?.as_ref()?;
        Some(sealed.lines.iter().map(|bid| (bid.lot, bid.price.0)).collect())
    }

    #[track_caller]
    pub(crate) fn screen(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::COLOUR))
    }

    pub(crate) fn body(&self) -> String {
        stage::body(&self.screen())
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        stage::assert_shows(&self.screen(), text);
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) {
        stage::assert_hides(&self.screen(), text);
    }

    pub(crate) fn is_coloured(&self, palette: Palette) -> bool {
        stage::is_coloured(&stage::picture(&self.state, palette))
    }
}
