//! Games of bots on the rules alone: no server, no wire.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Event, Frame, Game, GameTime, LotChoice, LotSpec, Millis, Phase,
    RoundPlan, Secret, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama, decide,
};
use ishigaki_strategy::bot::{Strategy, View};

pub(crate) type Lot<'a> = (&'a str, u64, u32, &'a [&'a str]);

pub(crate) const STEPPED: &[&str] = &["..####", ".#####", ".#####", "######"];
pub(crate) const TETROMINOES: &[Lot<'_>] = &[
    ("P", 5, 1, &["##", "##", "#."]),
    ("I", 4, 2, &["####"]),
    ("O", 4, 1, &["##", "##"]),
    ("L", 4, 1, &["#.", "#.", "##"]),
    ("T", 4, 1, &["###", ".#."]),
    ("S", 2, 2, &[".##", "##."]),
    ("V", 3, 2, &["#.", "##"]),
    ("D", 1, 3, &["##"]),
];

pub(crate) struct Idle;

impl Strategy for Idle {
    fn bids(&mut self, _: &View<'_>) -> Vec<Bid> {
        Vec::new()
    }

    fn raises(&mut self, _: &View<'_>) -> Vec<Raise> {
        Vec::new()
    }

    fn wall(&mut self, _: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        None
    }
}

pub(crate) fn setup(frame: &[&str], lots: &[Lot<'_>], teams: usize, rounds: usize, money: u64) -> Setup {
    let lot = |(code, min_price, copies, rows): &Lot<'_>| LotSpec {
        code: (*code).into(),
        shape: shape(rows),
        min_price: Tsuyama(*min_price),
        copies: *copies,
    };
    let plan = RoundPlan {
        max_bids: 5,
        max_wins: 3,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close: ClosePolicy::WhenAllSealed,
    };
    Setup {
        title: "arena".into(),
        frame: Frame::parse(frame).unwrap(),
        lots: lots.iter().map(lot).collect(),
        teams: (1..=teams).map(|n| TeamSpec { code: format!("t{n}"), name: format!("T{n}") }).collect(),
        initial: Tsuyama(money),
        rounds: vec![plan; rounds],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    }
}

fn shape(rows: &[&str]) -> Shape {
    let cells = (0..).zip(rows).flat_map(|(row, row_text)| {
        (0..)
            .zip(row_text.chars())
            .filter(|(_, character)| *character == '#')
            .map(move |(col, _)| Cell::new(row, col))
    });
    Shape::new(cells).unwrap()
}

pub(crate) struct Arena {
    pub(crate) game: Game,
    pub(crate) log: Vec<Event>,
    pub(crate) bots: Vec<Box<dyn Strategy>>,
    at: GameTime,
}

impl Arena {
    pub(crate) fn new(setup: Setup, bots: Vec<Box<dyn Strategy>>) -> Self {
        Self { game: Game::new(setup), log: Vec::new(), bots, at: GameTime::default() }
    }

    pub(crate) fn play(mut self) -> Self {
        while let Phase::Ready { .. } = self.game.phase() {
            self.play_round();
        }
        self.give(Actor::Judge, Act::SignalEnd);
        self.at = self.at.after(Millis(5_000));
        self.give(Actor::Clock, Act::Tick);
        assert_eq!(self.game.phase(), Phase::Ended);
        self
    }

    pub(crate) fn play_round(&mut self) {
        self.open_next();
        self.bid();
        while let Phase::Rebidding { .. } = self.game.phase() {
            self.raise();
        }
        let record = self.game.current_round().unwrap();
        let (round, attempt) = (record.round, record.attempt);
        self.give(Actor::Judge, Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None });
        self.build();
    }

    pub(crate) fn list(&mut self, team: TeamId) -> Vec<Bid> {
        self.bots[team.index()].bids(&View { game: &self.game, me: team })
    }

    pub(crate) fn open_next(&mut self) {
        if let Phase::Ready { next } = self.game.phase() {
            self.give(Actor::Judge, Act::OpenRound { round: next });
        }
    }

    fn bid(&mut self) {
        for team in self.game.setup().team_ids() {
            self.seal(team);
        }
    }

    pub(crate) fn seal(&mut self, team: TeamId) {
        let bids = Secret(self.list(team));
        let round = self.game.current_round().unwrap().round;
        self.give(
            Actor::Team(team),
            Act::SubmitBids { team, attempt: None, round, replaces: None, bids, by_hand: None },
        );
    }

    fn raise(&mut self) {
        let Phase::Rebidding { wave, .. } = self.game.phase() else { return };
        let round = self.game.current_round().unwrap().round;
        for team in self.game.awaited_in_wave().unwrap() {
            let raises = Secret(self.bots[team.index()].raises(&View { game: &self.game, me: team }));
            self.give(
                Actor::Team(team),
                Act::SubmitRebid { team, attempt: None, round, wave, replaces: None, raises, by_hand: None },
            );
        }
    }

    fn build(&mut self) {
        for team in self.game.setup().team_ids() {
            if let Some(placements) = self.bots[team.index()].wall(&View { game: &self.game, me: team }) {
                let replaces = self.game.team(team).and_then(|team| team.wall);
                let wall = Act::SubmitWall { team, replaces, placements, by_hand: None };
                self.give(Actor::Team(team), wall);
            }
        }
    }

    fn give(&mut self, by: Actor, act: Act) {
        self.at = self.at.after(Millis(10));
        let events = decide(&self.game, &Command { at: self.at, by, act }).unwrap();
        for event in &events {
            self.game.apply(event);
        }
        self.log.extend(events);
    }
}
