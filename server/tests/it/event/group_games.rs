//! An event in groups: the server creates, serves and counts its games despite kills.

use ishigaki_client::judging::{NextStep, is_overtaken, judge};
use ishigaki_client::{CallError, Connection, Feed, Link, Mirror, Update, connect};
use ishigaki_proto::judge::RevealRankingRequest;
use ishigaki_proto::organiser::ReplaceGameRequest;
use ishigaki_proto::watch::{ListEventsRequest, ListGamesRequest, WatchEventRequest};
use ishigaki_proto::wire::{FeedItem, Phase as WirePhase, Tally, feed_item::Body};
use ishigaki_proto::{event as wire, team};
use ishigaki_rules::{Act, Game, Phase, RoundNo, TeamId};
use ishigaki_testkit::{Operator, Program};
use ishigaki_tournament::{Finish, GroupContest, GroupPhase, StageId};

use super::fixture::{DIGITS, competition, fault, reason};

const SERVE: [&str; 3] = ["--folder", "day", "--plaintext"];

/// Eight teams in two heats; the best two of each advance to a final.
const CONTEST: &str = r#"
    team = [
        { id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" },
        { id = "e", name = "E" }, { id = "f", name = "F" }, { id = "g", name = "G" }, { id = "h", name = "H" },
    ]
    event = [{ id = "cup", plan = "plan.toml", lottery_date = "2026-12-05", close = "all-sealed" }]
"#;

const PLAN: &str = r#"
    name = "cup"
    title = "The cup"
    lottery = [{ name = "one", digits = 3 }, { name = "two", digits = 4 }, { name = "three", digits = 4 }, { name = "four", digits = 4 }]

    [[stage]]
    name = "heats"
    roster = true
    groups = 2
    per_group = 1
    game = [{ scenario = "short.toml", spare = "spare.toml" }]

    [[stage]]
    name = "final"
    advanced = ["heats"]
    groups = 1
    per_group = 0
    game = [{ scenario = "short.toml" }]
"#;

const SHORT: &str = r#"
    title = "Short"
    teams = 2
    money = 10
    end_countdown_s = 1
    frame = """
    ##
    ##
    """
    round = [{ bids = 1, wins = 1 }]
    stone = [{ id = "O", copies = 2, min_price = 1, shape = """
    ##
    ##
    """ }]
"#;

/// The real program with its contest directory, and its clients.
struct GroupGamesDay {
    operator: Operator,
    server: Option<Program>,
}

impl GroupGamesDay {
    fn begin() -> Self {
        let text = |text: &str| text.replace("\n    ", "\n");
        let spare = text(SHORT).replace("copies = 2", "copies = 3");
        let files = [("plan.toml", &*text(PLAN)), ("short.toml", &text(SHORT)), ("spare.toml", &spare)];
        let program = env!("CARGO_BIN_EXE_ishigaki-server");
        let operator = Operator::with_files(program, CONTEST, &files);
        let server = Some(operator.serve(&SERVE));
        Self { operator, server }
    }

    fn server(&self) -> &Program {
        self.server.as_ref().expect("a server")
    }

    fn kill(&mut self) {
        let server = self.server.take().expect("a server");
        self.server = Some(self.operator.restart(server, &SERVE));
    }

    /// Opens a new connection for each call, because a call on a connection cut by a kill fails.
    fn link(&self, name: &str) -> Link {
        connect(&self.server().url().parse().unwrap(), &self.operator.token(name).parse().unwrap())
    }

    async fn event(&self) -> GroupContest {
        let watch = WatchEventRequest { event: "cup".into(), from_sequence: 1 };
        let mut feed = self.link("board").watch().watch_event(watch).await.unwrap().into_inner();
        let mut items: Vec<FeedItem> = Vec::new();
        loop {
            let item = feed.message().await.unwrap().unwrap().item.unwrap();
            if matches!(item.body, Some(Body::Pulse(_))) {
                break;
            }
            items.push(item);
        }
        competition(&items).groups().expect("an event in groups").clone()
    }

    async fn games(&self, name: &str) -> Vec<String> {
        let games = self.link(name).watch().list_games(ListGamesRequest {}).await.unwrap().into_inner();
        games.games.into_iter().map(|game| game.game).collect()
    }

    async fn made(&self, count: usize) -> Vec<String> {
        loop {
            let games = self.games("judge").await;
            if games.len() >= count {
                return games;
            }
            tokio::task::yield_now().await;
        }
    }

    /// Waits until exactly this many games of a stage have no result.
    async fn open(&self, stage: usize, count: usize) {
        while self.event().await.drawn(StageId::at(stage)).expect("a drawn stage").open() != count {
            tokio::task::yield_now().await;
        }
    }

    async fn draw(&self, stage: u32) {
        let request = wire::DrawGroupsRequest { stage, ..Default::default() };
        self.link("organiser").event_organiser().draw_groups(request).await.unwrap();
    }

    /// E4: a game played on the server can't be counted by hand, because its judge declares the result.
    async fn counts_nothing_by_hand(&self) {
        let contenders = (1..=8).map(|team| wire::Contender { team, tally: Some(Tally::default()) });
        let by_hand = wire::CountGameRequest {
            event: String::new(),
            game: Some(wire::GroupGame { stage: 1, group: 2, spare: false }),
            result: Some(wire::GameResult { contenders: contenders.collect(), janken: Vec::new() }),
        };
        let refused = self.link("organiser").event_organiser().count_game(by_hand).await.unwrap_err();
        assert_eq!(reason(&refused), "GAME_SERVED");
    }

    /// Enters roster and digits, draws the first stage, and waits for its games.
    async fn begun() -> Self {
        let day = Self::begin();
        let mut organiser = day.link("organiser").event_organiser();
        organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
        let results = DIGITS.map(str::to_owned).into();
        organiser.enter_digits(wire::EnterDigitsRequest { event: String::new(), results }).await.unwrap();
        day.draw(1).await;
        let games = day.games("judge").await;
        assert_eq!(games.len(), 2, "the games of a draw are there when it is answered");
        day
    }

    async fn phases(&self) -> Vec<WirePhase> {
        let games = self.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner();
        games.games.into_iter().map(|game| game.clock.unwrap().phase()).collect()
    }

    /// A ruling on a group's game: its first team beats the others.
    fn ruling(groups: &GroupContest, group: usize) -> wire::OverruleGameRequest {
        let teams = &groups.drawn(StageId::at(0)).unwrap().groups[group].teams;
        let contender = |(at, team): (usize, &TeamId)| {
            let tally = Tally { empty: u32::from(at > 0), ..Tally::default() };
            wire::Contender { team: team.0 + 1, tally: Some(tally) }
        };
        let group = u32::try_from(group).unwrap() + 1;
        wire::OverruleGameRequest {
            event: String::new(),
            game: Some(wire::GroupGame { stage: 1, group, spare: false }),
            result: Some(wire::GameResult {
                contenders: teams.iter().enumerate().map(contender).collect(),
                janken: Vec::new(),
            }),
            reason: "a stone was turned over".into(),
        }
    }

    async fn close(&self, stage: u32) {
        let request = wire::CloseStageRequest { stage, ..Default::default() };
        self.link("organiser").event_organiser().close_stage(request).await.unwrap();
    }

    /// Plays a game to its declared result by following the judge's next steps. All teams decline, so they are
    /// equal, and the janken follows the order of the game's teams.
    async fn play(&self, id: &str) {
        let judge = self.link("judge");
        let mut feed = Feed::open(judge.clone(), id, 1);
        let mut mirror = Mirror::of(id);
        let (mut is_caught_up, mut sealed) = (false, RoundNo(0));
        loop {
            match feed.next().await.unwrap().unwrap() {
                Update::Item { item, received } => drop(mirror.fold(&item, received).unwrap()),
                Update::Connection(connection) => is_caught_up |= connection == Connection::CaughtUp,
            }
            let Some(game) = mirror.game().filter(|_| is_caught_up) else { continue };
            let round = game.current_round().map_or(RoundNo(0), |record| record.round);
            match game.phase() {
                Phase::Declared => return,
                Phase::Bidding { .. } if sealed < round => {
                    sealed = round;
                    self.decline(game, id, round).await;
                }
                _ => self.judge(&judge, id, game).await,
            }
        }
    }

    async fn reveal(&self, id: &str) {
        let request = RevealRankingRequest { game: id.into(), places: u32::MAX };
        self.link("judge").judge().reveal_ranking(request).await.unwrap();
    }

    async fn decline(&self, game: &Game, id: &str, round: RoundNo) {
        for spec in &game.setup().teams {
            let request =
                team::SubmitBidsRequest { game: id.into(), round: round.0, attempt: 1, ..Default::default() };
            self.link(&spec.code).team().submit_bids(request).await.unwrap();
        }
    }

    async fn judge(&self, link: &Link, id: &str, game: &Game) {
        let act = match NextStep::of(Some(game), None) {
            NextStep::EnterJanken { teams } => Some(Act::EnterJanken { order: teams }),
            step => step.act(game),
        };
        let Some(act) = act else { return };
        match judge(link, id, game.setup(), &act).await.map_err(CallError::from) {
            Ok(_) => {}
            Err(CallError::Refused(fault)) if is_overtaken(&fault) => {}
            Err(error) => panic!("{act:?}: {error:?}"),
        }
    }

    /// Verifies the record of an event or game.
    fn verify(&self, id: &str) {
        let text = self.operator.done(&["transcript", id, "--folder", "day"]);
        std::fs::write(self.operator.home().join("record.jsonl"), text).unwrap();
        let verified = self.operator.run(&["verify", "record.jsonl", "--partial", "--json"]);
        let verified = String::from_utf8(verified.stdout).unwrap();
        assert!(verified.contains(r#""open":["signer"]"#), "{id}, all but whose key it is: {verified}");
    }
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one event from its roster to its ranking")]
async fn event_in_groups_reaches_its_ranking_despite_kills() {
    let mut day = GroupGamesDay::begin();
    assert_eq!(day.event().await.teams().len(), 8, "created and its roster set by the contest file");
    day.kill();
    let organiser = |day: &GroupGamesDay| day.link("organiser").event_organiser();
    organiser(&day).commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    day.kill();
    let digits = wire::EnterDigitsRequest { event: String::new(), results: DIGITS.map(str::to_owned).into() };
    organiser(&day).enter_digits(digits).await.unwrap();
    day.kill();
    day.draw(1).await;
    day.kill();
    assert_eq!(day.made(2).await, ["cup-heats-1", "cup-heats-2"], "made after the kill at the latest");
    let heat = day.event().await.drawn(StageId::at(0)).unwrap().groups.clone();
    let event = day.event().await;
    let code = |team: &TeamId| event.teams()[team.index()].clone();
    for (at, group) in heat.iter().enumerate() {
        for team in &group.teams {
            let seen = day.games(&code(team)).await;
            assert_eq!(seen, [format!("cup-heats-{}", at + 1)], "each team finds its own game by itself");
        }
    }
    day.counts_nothing_by_hand().await;
    day.kill();
    day.play("cup-heats-1").await;
    day.kill();
    day.open(0, 2).await;
    assert_eq!(day.phases().await[0], WirePhase::Declared, "the event waits for the reveal");
    let places = |places| RevealRankingRequest { game: "cup-heats-1".into(), places };
    day.link("judge").judge().reveal_ranking(places(1)).await.unwrap();
    day.kill();
    day.open(0, 2).await;
    day.reveal("cup-heats-1").await;
    day.kill();
    day.open(0, 1).await;
    day.link("judge").judge().reveal_ranking(places(0)).await.unwrap();
    let listed = day.link("board").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner();
    let revealed = listed.games[0].clock.unwrap().revealed_places;
    assert_eq!(revealed, Some(u32::MAX), "what was revealed whole is never covered again");
    let again = ReplaceGameRequest { game: "cup-heats-2".into(), reason: "a flood".into() };
    let refused = day.link("organiser").organiser().replace_game(again.clone()).await.unwrap_err();
    assert_eq!(reason(&refused), "PERMISSION_DENIED", "a ruling is the referee's");
    let spare = day.link("judge").organiser().replace_game(again).await.unwrap().into_inner().game.unwrap();
    assert_eq!(spare.game, "cup-heats-2-spare");
    day.kill();
    assert_eq!(day.made(3).await, ["cup-heats-1", "cup-heats-2", "cup-heats-2-spare"]);
    day.play("cup-heats-2-spare").await;
    day.reveal("cup-heats-2-spare").await;
    day.open(0, 0).await;
    day.kill();
    day.close(1).await;
    day.kill();
    day.draw(2).await;
    assert_eq!(day.made(4).await[3], "cup-final-1");
    day.kill();
    day.play("cup-final-1").await;
    day.reveal("cup-final-1").await;
    day.kill();
    day.open(1, 0).await;
    day.close(2).await;
    organiser(&day).declare_ranking(wire::DeclareRankingRequest::default()).await.unwrap();
    let event = day.event().await;
    assert_eq!(event.phase(), GroupPhase::Declared);
    let finishes = event.finishes().expect("a ranking");
    assert_eq!(finishes.len(), 8);
    let best: Vec<_> = finishes.iter().take(2).map(|(team, finish)| (code(team), *finish)).collect();
    let winners: Vec<String> = heat.iter().map(|group| code(&group.teams[0])).collect();
    assert!(best.iter().all(|(team, _)| winners.contains(team)), "{best:?} of {winners:?}");
    assert_eq!([best[0].1, best[1].1], [1, 2].map(|place| Finish::Ranked { place }));
    let listed = day.link("board").watch().list_events(ListEventsRequest {}).await.unwrap().into_inner();
    assert_eq!(listed.events.len(), 1);
    day.server = None;
    for id in ["cup", "cup-heats-1", "cup-heats-2", "cup-heats-2-spare", "cup-final-1"] {
        day.verify(id);
    }
}

/// TV3: a game that continued after its ruling would occupy its teams, judge and hall, and could end with another
/// result.
#[tokio::test]
async fn game_overruled_while_it_runs_is_abandoned_despite_kills() {
    let mut day = GroupGamesDay::begun().await;
    let groups = day.event().await;
    let mut impossible = GroupGamesDay::ruling(&groups, 0);
    let tally = impossible.result.as_mut().unwrap().contenders[1].tally.as_mut().unwrap();
    *tally = Tally { empty: 1, top_gaps: 2, ..*tally };
    let refused = day.link("referee").referee().overrule_game(impossible).await.unwrap_err();
    let fault = fault(&refused);
    let figure = ["figure", "counted", "most"].map(|key| fault.figure(key).unwrap().to_owned());
    assert_eq!((reason(&refused), figure), ("BAD_COUNT", ["top_gaps", "2", "1"].map(str::to_owned)));
    assert_eq!(fault.rule.as_deref(), Some("E2 (2)"), "{}", refused.message());
    assert!(day.phases().await.iter().all(|phase| *phase == WirePhase::Ready), "a refusal ends nothing");
    day.link("referee").referee().overrule_game(GroupGamesDay::ruling(&groups, 0)).await.unwrap();
    assert_eq!(day.phases().await, [WirePhase::Abandoned, WirePhase::Ready]);
    day.kill();
    assert_eq!(day.phases().await, [WirePhase::Abandoned, WirePhase::Ready]);
    day.link("referee").referee().overrule_game(GroupGamesDay::ruling(&groups, 1)).await.unwrap();
    day.close(1).await;
    day.draw(2).await;
    day.made(3).await;
    let winner = groups.drawn(StageId::at(0)).unwrap().groups[0].teams[0];
    let seen = day.link(&groups.teams()[winner.index()]).watch();
    let seen = { seen }.list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    let open = seen.iter().filter(|game| game.clock.unwrap().phase() != WirePhase::Abandoned);
    assert_eq!(open.map(|game| &*game.game).collect::<Vec<_>>(), ["cup-final-1"], "one game is meant");
    day.server = None;
    for id in ["cup", "cup-heats-1", "cup-heats-2"] {
        day.verify(id);
    }
}

/// TV3: an abandoned event has no playable games.
#[tokio::test]
async fn games_of_an_abandoned_event_are_abandoned() {
    let mut day = GroupGamesDay::begun().await;
    let request = wire::AbandonEventRequest { event: String::new(), reason: "a storm".into() };
    day.link("organiser").event_organiser().abandon_event(request).await.unwrap();
    assert_eq!(day.phases().await, [WirePhase::Abandoned; 2]);
    day.kill();
    assert_eq!(day.phases().await, [WirePhase::Abandoned; 2]);
    day.server = None;
    for id in ["cup", "cup-heats-1", "cup-heats-2"] {
        day.verify(id);
    }
}

#[test]
fn event_in_groups_without_teams_is_refused_at_the_start() {
    let contest = "event = [{ id = \"cup\", preset = \"ishigaki\", lottery_date = \"2026-12-05\" }]\n";
    let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), contest);
    let refused = operator.refused(&["serve", "--listen", "127.0.0.1:0", "--folder", "day", "--plaintext"]);
    assert!(refused.contains("the file has no teams (TG1)"), "{refused}");
}
