//! The checker can fail: each way in which a server could lose, repeat or make up something is named.

use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{convert, wire};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{
    Act, Actor, Announcement, Command, Event, Fact, Game, GameTime, LotChoice, LotId, MessageNo, Millis,
    Phase, Question, QuestionNo, Revision, RoundNo, Secret, TeamId, TeamSpec, Tsuyama, decide,
};
use ishigaki_scenarios::Scenario;

use super::*;
use crate::crash::contest::SCENARIO;
use ishigaki_audit::{Acknowledgement, OptionalTime, Outcome};

const NORTH: TeamId = TeamId(0);
const SOUTH: TeamId = TeamId(1);
const FRESH: Millis = Millis(10);

struct Story {
    game: Game,
    reading: FeedReadings,
    calls: CallLog,
    at: GameTime,
}

fn setup() -> Setup {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
    Scenario::parse("crash.toml", SCENARIO).unwrap().setup(vec![team("north"), team("south")]).unwrap()
}

impl Story {
    fn new() -> Self {
        let setup = setup();
        let first = wire::FeedItem {
            sequence: 1,
            body: Some(Body::SetUp(convert::setup_to_wire(&setup))),
            ..Default::default()
        };
        let teams = vec![vec![first.clone()]; setup.teams.len()];
        let reading = FeedReadings { public: vec![first.clone()], teams, board: vec![first] };
        Self { game: Game::new(setup), reading, calls: CallLog::new(), at: GameTime::default() }
    }

    /// A story with a round open in which both teams have sealed a list, all of it acknowledged.
    fn under_way() -> Self {
        let mut story = Self::new();
        story.honest(Actor::Judge, Act::OpenRound { round: RoundNo::FIRST });
        story.honest(Actor::Team(NORTH), list(NORTH, None, 5));
        story.honest(Actor::Team(NORTH), list(NORTH, Some(1), 6));
        story.honest(Actor::Team(SOUTH), list(SOUTH, None, 7));
        story
    }

    fn honest(&mut self, by: Actor, act: Act) {
        let events = self.happens(by, &act);
        let answer = acknowledged(&events);
        self.claims(by, act, answer);
    }

    fn happens(&mut self, by: Actor, act: &Act) -> Vec<Event> {
        self.at = self.at.after(FRESH);
        let events = decide(&self.game, &Command { at: self.at, by, act: act.clone() }).unwrap();
        for event in &events {
            self.shows(event);
        }
        events
    }

    fn claims(&mut self, by: Actor, act: Act, outcome: Outcome) {
        self.calls.entry(by).or_default().push(Call { act, outcome });
    }

    fn shows(&mut self, event: &Event) {
        let record = self.game.current_round();
        let is_first = |team: &TeamId| record.is_none_or(|record| !record.sealed.contains_key(team));
        let owner = match &event.fact {
            Fact::BidsSealed { team, .. } => Some((*team, is_first(team))),
            _ => None,
        };
        self.game.apply(event);
        let item = |event: &Event| wire::FeedItem {
            body: Some(Body::Event(convert::event_to_wire(event, self.game.setup()))),
            derived: convert::derived(&self.game, event),
            ..Default::default()
        };
        let public = match owner {
            Some((team, _)) => {
                item(&Event { fact: Fact::BidsSealed { team, sealed: None }, ..event.clone() })
            }
            None => item(event),
        };
        let own = item(event);
        let is_public = owner.is_none_or(|(_, is_first)| is_first);
        let last = self.reading.teams.len() + 1;
        let is_told = |place: usize| match place {
            0 => true,
            place if place == last => event.fact.addressees().is_none(),
            place => event.fact.is_for(TeamId::at(place - 1)),
        };
        let FeedReadings { public: judge, teams, board } = &mut self.reading;
        for (place, feed) in [judge].into_iter().chain(teams).chain([board]).enumerate() {
            let is_own = owner.is_some_and(|(team, _)| place == team.index() + 1);
            if is_own || is_public && is_told(place) {
                let item = if is_own { &own } else { &public };
                feed.push(wire::FeedItem { sequence: feed.len() as u64 + 1, ..item.clone() });
            }
        }
    }

    fn check(&self) -> Result<CheckCounts, Vec<Violation>> {
        CrashAuditor::new(setup()).check(&self.reading, &self.calls, &[])
    }

    #[track_caller]
    fn fault(&self) -> Violation {
        let mut faults = self.check().unwrap_err();
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults.remove(0)
    }
}

fn list(team: TeamId, replaces: Option<u32>, price: u64) -> Act {
    Act::SubmitBids {
        team,
        round: RoundNo::FIRST,
        attempt: Some(1),
        replaces: replaces.map(Revision),
        bids: Secret(vec![Bid { lot: LotId(0), price: Tsuyama(price) }]),
        by_hand: None,
    }
}

fn extension(reason: &str) -> Act {
    Act::Extend { by: Millis(500), reason: reason.into() }
}

fn acknowledged(events: &[Event]) -> Outcome {
    let revision = events.iter().find_map(|event| match &event.fact {
        Fact::BidsSealed { sealed: Some(sealed), .. } => Some(sealed.revision),
        _ => None,
    });
    let at = events.first().map(|event| event.at);
    Outcome::Acknowledged(Acknowledgement { revision, received_at: at, answered_at: at })
}

fn at(story: &Story) -> OptionalTime {
    OptionalTime(Some(story.at))
}

fn north() -> Party {
    Party::of(Actor::Team(NORTH), &setup())
}

fn judge() -> Party {
    Party::of(Actor::Judge, &setup())
}

#[test]
fn correct_server_passes_audit() {
    let story = Story::under_way();
    assert_eq!(story.check(), Ok(CheckCounts { facts: 4, took_effect: 0 }));
}

#[test]
fn calls_without_an_answer_may_be_there_or_not() {
    let mut story = Story::under_way();
    story.happens(Actor::Judge, &extension("there"));
    story.claims(Actor::Judge, extension("there"), Outcome::Unknown);
    story.claims(Actor::Judge, extension("not there"), Outcome::Unknown);
    assert_eq!(story.check(), Ok(CheckCounts { facts: 5, took_effect: 1 }));
}

#[test]
fn lost_command_is_reported() {
    let mut story = Story::under_way();
    let answer =
        Acknowledgement { revision: Some(Revision(3)), received_at: Some(story.at), answered_at: None };
    story.claims(Actor::Team(NORTH), list(NORTH, Some(2), 9), Outcome::Acknowledged(answer));
    assert_eq!(story.fault(), Violation::Lost { by: north(), act: "submit_bids", at: at(&story) });
}

#[test]
fn each_command_of_lost_tail_is_reported() {
    let mut story = Story::under_way();
    let kept = story.reading.clone();
    story.honest(Actor::Judge, extension("one"));
    story.honest(Actor::Judge, Act::Pause { reason: "two".into() });
    story.reading = kept;
    let faults = story.check().unwrap_err();
    let lost = |fault: &Violation| matches!(fault, Violation::Lost { .. });
    assert!(faults.len() == 2 && faults.iter().all(lost), "{faults:?}");
}

#[test]
fn duplicate_command_is_reported() {
    let mut story = Story::under_way();
    story.honest(Actor::Judge, extension("once"));
    story.happens(Actor::Judge, &extension("once"));
    assert_eq!(story.fault(), Violation::Twice { by: judge(), act: "window_extended", at: at(&story) });
}

#[test]
fn duplicate_record_violates_rules() {
    let mut story = Story::under_way();
    let Some(events) = decide(
        &story.game,
        &Command { at: story.at, by: Actor::Judge, act: Act::Pause { reason: "once".into() } },
    )
    .ok() else {
        panic!("it can be paused")
    };
    story.claims(Actor::Judge, Act::Pause { reason: "once".into() }, acknowledged(&events));
    story.shows(&events[0]);
    story.shows(&events[0]);
    assert_eq!(story.fault(), Violation::AgainstRules { fact: "paused", at: at(&story) });
}

#[test]
fn unsent_command_is_reported() {
    let mut story = Story::under_way();
    story.happens(Actor::Judge, &extension("never sent"));
    assert_eq!(story.fault(), Violation::Unexplained { by: judge(), act: "window_extended", at: at(&story) });
}

#[test]
fn changed_list_is_reported_as_lost_and_unexplained() {
    let mut story = Story::under_way();
    let events = story.happens(Actor::Team(NORTH), &list(NORTH, Some(2), 11));
    story.claims(Actor::Team(NORTH), list(NORTH, Some(2), 10), acknowledged(&events));
    let faults = story.check().unwrap_err();
    let expected = [
        Violation::Lost { by: north(), act: "submit_bids", at: at(&story) },
        Violation::Unexplained { by: north(), act: "bids_sealed", at: at(&story) },
    ];
    assert!(faults.len() == 2 && expected.iter().all(|fault| faults.contains(fault)), "{faults:?}");
}

#[test]
fn rejected_command_in_record_is_reported() {
    let mut story = Story::under_way();
    story.happens(Actor::Team(NORTH), &list(NORTH, Some(2), 8));
    story.claims(Actor::Team(NORTH), list(NORTH, Some(2), 8), Outcome::Refused);
    let expected = Violation::RefusedButThere { by: north(), act: "bids_sealed", at: at(&story) };
    assert_eq!(story.fault(), expected);
}

#[test]
fn act_without_effect_may_be_answered_at_the_end_of_a_round() {
    let mut story = Story::under_way();
    story.honest(Actor::Judge, Act::Disqualify { team: NORTH, reason: "late".into() });
    story.honest(Actor::Judge, Act::Reinstate { team: NORTH, reason: "was there".into() });
    story.honest(Actor::Team(SOUTH), list(SOUTH, Some(1), 8));
    story.at = story.game.due().unwrap();
    story.happens(Actor::Clock, &Act::Tick);
    assert_eq!(story.game.phase(), Phase::Confirming);
    let mut auditor = CrashAuditor::new(setup());
    auditor.check(&story.reading, &story.calls, &[]).unwrap();
    story.calls.clear();

    let wall = Act::SubmitWall { team: NORTH, replaces: None, placements: Vec::new(), by_hand: None };
    let confirm = Act::ConfirmLots { round: RoundNo::FIRST, attempt: 1, lots: LotChoice::All, seen: None };
    story.honest(Actor::Judge, confirm);
    assert!(story.happens(Actor::Team(NORTH), &wall).is_empty());
    story.claims(Actor::Team(NORTH), wall, acknowledged(&[]));
    assert_eq!(
        auditor.check(&story.reading, &story.calls, &[]),
        Ok(CheckCounts { facts: 2, took_effect: 0 })
    );
}

#[test]
fn another_time_than_was_acknowledged_is_named() {
    let mut story = Story::under_way();
    story.happens(Actor::Team(NORTH), &list(NORTH, Some(2), 8));
    let other_time = OptionalTime(Some(GameTime(3)));
    let answer =
        Acknowledgement { revision: Some(Revision(3)), received_at: other_time.0, answered_at: None };
    story.claims(Actor::Team(NORTH), list(NORTH, Some(2), 8), Outcome::Acknowledged(answer));
    let expected =
        Violation::Altered { by: north(), act: "submit_bids", acknowledged: other_time, at: at(&story) };
    assert_eq!(story.fault(), expected);
}

#[test]
fn shortened_or_changed_history_is_reported() {
    let mut story = Story::under_way();
    let mut auditor = CrashAuditor::new(setup());
    auditor.check(&story.reading, &story.calls, &[]).unwrap();
    story.calls.clear();
    let whole = story.reading.clone();
    assert_eq!(auditor.check(&whole, &story.calls, &[]), Ok(CheckCounts::default()), "nothing is new");

    story.reading.teams[0].pop();
    let shorter = auditor.check(&story.reading, &story.calls, &[]);
    let reader = "team north".to_owned();
    assert_eq!(shorter, Err(vec![Violation::Shorter { reader: reader.clone(), before: 5, now: 4 }]));

    story.reading = whole;
    let last = story.reading.teams[0].get_mut(3).unwrap();
    let Some(Body::Event(event)) = &mut last.body else { panic!("an event") };
    event.at_ms += 1;
    let changed = auditor.check(&story.reading, &story.calls, &[]);
    assert_eq!(changed, Err(vec![Violation::Changed { reader, sequence: 4 }]));
}

#[test]
fn event_seen_by_one_team_only_is_reported() {
    let mut story = Story::under_way();
    story.honest(Actor::Judge, extension("seen by one only"));
    story.reading.public.pop();
    story.reading.board.pop();
    story.reading.teams[1].pop();
    let Violation::Apart { reader, fact, .. } = story.fault() else { panic!("they are apart") };
    assert_eq!((reader.as_str(), fact), ("team north", "window_extended"));
}

#[test]
fn announcement_to_one_team_comes_before_later_sealings() {
    let mut story = Story::under_way();
    let text = Announcement::new("Come here.", "").unwrap();
    story.honest(Actor::Judge, Act::Announce { teams: vec![NORTH], text, asked: None, corrects: false });
    story.honest(Actor::Team(SOUTH), list(SOUTH, Some(1), 8));
    assert!(story.check().is_ok(), "{:?}", story.check());
    assert_eq!(story.reading.board.len() + 1, story.reading.public.len());
}

#[test]
fn acknowledged_question_answer_and_mark_are_there() {
    let mut story = Story::under_way();
    let (team, question) = (NORTH, QuestionNo::FIRST);
    let answer = |replaces, to_all| {
        let text = Announcement::new("You may.", "").unwrap();
        Act::AnswerQuestion { team, question, replaces, text, to_all }
    };
    story.honest(Actor::Team(NORTH), Act::AskQuestion { team, text: Question::new("May we?").unwrap() });
    story.honest(Actor::Judge, answer(None, true));
    story.honest(Actor::Judge, answer(Some(Revision::FIRST), false));
    story.honest(Actor::Team(NORTH), Act::MarkRead { team, through: MessageNo(2) });
    assert!(story.check().is_ok(), "an answer to all is two facts of one call: {:?}", story.check());
    story.claims(
        Actor::Judge,
        answer(Some(Revision(2)), false),
        Outcome::Acknowledged(Acknowledgement::default()),
    );
    assert!(matches!(story.fault(), Violation::Lost { act: "answer_question", .. }));
}

#[test]
fn event_missing_from_board_is_reported() {
    let mut story = Story::under_way();
    story.honest(Actor::Judge, extension("late"));
    story.reading.board.pop();
    let Violation::Apart { reader, fact, .. } = story.fault() else { panic!() };
    assert_eq!((&*reader, fact), ("boards", "window_extended"));
}

#[test]
fn opening_with_changed_bid_violates_rules() {
    let mut story = Story::under_way();
    let due = story.game.due().unwrap();
    let mut events = decide(&story.game, &Command { at: due, by: Actor::Clock, act: Act::Tick }).unwrap();
    let Some(Fact::ListsOpened { lists, .. }) = events.first_mut().map(|event| &mut event.fact) else {
        panic!("the lists are opened")
    };
    lists[0].bids[0].price = Tsuyama(5);
    events.truncate(1);
    story.shows(&events[0]);
    assert_eq!(story.fault(), Violation::AgainstRules { fact: "lists_opened", at: OptionalTime(Some(due)) });
}

#[test]
fn diverged_client_is_reported() {
    let story = Story::under_way();
    let witness = |game: &Game, folded| SurvivingClient { by: Actor::Judge, folded, game: game.clone() };
    let check = |witness| CrashAuditor::new(setup()).check(&story.reading, &story.calls, &[witness]);
    let mut mirror = Mirror::new();
    for item in &story.reading.public {
        mirror.fold(item, now()).unwrap();
    }
    let game = mirror.game().unwrap();
    let length = story.reading.public.len() as u64;
    assert!(check(witness(game, length)).is_ok());
    let diverged = Violation::Diverged { client: "the judge".into() };
    assert_eq!(check(witness(&Game::new(setup()), length)), Err(vec![diverged]));
    let ahead = check(witness(game, length + 1)).unwrap_err();
    assert!(matches!(ahead.as_slice(), [Violation::CutOff { .. }]), "{ahead:?}");
}
