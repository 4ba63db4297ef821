//! Everything has a sentence in both languages, and no sentence reveals sealed contents.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ishigaki_rules::auction::{
    Award, Bid, FailedCopies, FailureReason, Outcome, Raise, TeamList, TeamRaises, Tie, TiedLine,
};
use ishigaki_rules::ranking::{Criterion, Tally};
use ishigaki_rules::wall::{Spot, WallCode, WallFault};
use ishigaki_rules::{
    Act, Actor, Announcement, Cell, ClosePolicy, Command, Event, Fact, Frame, Game, GameTime, LotId, LotSpec,
    MessageNo, Millis, Phase, Priority, Question, QuestionNo, Revision, RoundNo, RoundPlan, Sealed, Secret,
    Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Topic, Tsuyama, Turn, WallCount, WaveNo, decide,
};
use ishigaki_words::{Lang, OUTAGE, Words};

const A: TeamId = TeamId(0);
const B: TeamId = TeamId(1);
const L2: StoneId = StoneId { lot: LotId(0), copy: 2 };

#[expect(clippy::unwrap_used, reason = "this is a test, though outside a test function")]
fn setup() -> Setup {
    let team = |code: &str, name: &str| TeamSpec { code: code.to_owned(), name: name.to_owned() };
    let lot = |code: &str| LotSpec {
        code: code.to_owned(),
        shape: Shape::new([Cell::new(0, 0)]).unwrap(),
        min_price: Tsuyama(1),
        copies: 2,
    };
    Setup {
        title: "Test".to_owned(),
        title_ja: String::new(),
        frame: Frame::parse(&["##", "##"]).unwrap(),
        lots: vec![lot("L"), lot("S")],
        teams: vec![team("a", "Team A"), team("b", "Team B"), team("c", "Team C")],
        initial: Tsuyama(1_000),
        rounds: vec![RoundPlan {
            max_bids: 3,
            max_wins: 1,
            window: Millis(90_000),
            rebid_window: Millis(30_000),
            close: ClosePolicy::AtDeadline,
        }],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
    }
}

fn event(by: Actor, fact: Fact) -> Event {
    Event { at: GameTime(10_000), by, fact }
}

fn sentences(fact: Fact) -> (String, String) {
    let event = event(Actor::Clock, fact);
    let say = |lang| Words::new(lang).event(&Game::new(setup()), &event);
    (say(Lang::En), say(Lang::Ja))
}

/// Returns all items by following `next`. A new variant doesn't compile until `next` handles it.
fn every<T: Clone>(next: impl Fn(Option<&T>) -> Option<T>) -> Vec<T> {
    let mut all: Vec<T> = Vec::new();
    while let Some(item) = next(all.last()) {
        all.push(item);
        assert!(all.len() < 100, "the list goes in a circle");
    }
    all
}

/// Asserts that a text isn't a bare key and has all its gaps filled.
fn assert_sentence(text: &str, what: &dyn Debug) {
    let is_key = |text: &str| !text.contains(' ') && text.contains('-') && text.is_ascii();
    assert!(!text.is_empty() && !is_key(text), "{what:?} is not in the catalogue: {text}");
    assert!(!text.contains(['{', '}', '$']), "{what:?} has an unfilled gap: {text}");
}

fn list(team: TeamId, prices: &[u64]) -> TeamList {
    let bid = |price: &u64| Bid { lot: LotId(0), price: Tsuyama(*price) };
    TeamList { team, bids: prices.iter().map(bid).collect() }
}

fn opened(prices: &[u64]) -> Fact {
    Fact::ListsOpened {
        lists: vec![list(A, prices), list(B, prices)],
        rebid_closes_at: Some(GameTime(40_000)),
    }
}

#[expect(clippy::unwrap_used, reason = "this is a test, though outside a test function")]
fn announcement() -> Announcement {
    Announcement::new("To the stage, please.", "舞台へお集まりください。").unwrap()
}

#[expect(clippy::unwrap_used, reason = "this is a test, though outside a test function")]
fn question() -> Question {
    Question::new("May a stone stick out?").unwrap()
}

fn next_message(last: &Fact) -> Fact {
    match last {
        Fact::Announced { teams, asked: None, .. } if teams.is_empty() => {
            Fact::Announced { teams: vec![A, B], text: announcement(), asked: None, corrects: false }
        }
        Fact::Announced { teams, asked: None, .. } => Fact::Announced {
            teams: teams.clone(),
            text: announcement(),
            asked: Some(question()),
            corrects: false,
        },
        Fact::Announced { teams, asked, .. } if !teams.is_empty() => {
            Fact::Announced { teams: Vec::new(), text: announcement(), asked: asked.clone(), corrects: false }
        }
        Fact::Announced { .. } => Fact::QuestionAsked { team: A, question: QuestionNo(2), text: question() },
        &Fact::QuestionAsked { team, question, .. } => {
            Fact::QuestionAnswered { team, question, text: announcement(), to_all: false }
        }
        &Fact::QuestionAnswered { team, question, to_all: false, .. } => {
            Fact::QuestionAnswered { team, question, text: announcement(), to_all: true }
        }
        Fact::QuestionAnswered { .. } => Fact::MessagesRead { team: A, through: MessageNo(3) },
        last => last.clone(),
    }
}

fn next_fact(last: Option<&Fact>) -> Option<Fact> {
    let reason = || "rain".to_owned();
    let spot = Spot { turn: Turn::Half, at: Cell::new(3, 0) };
    let raises = vec![TeamRaises { team: A, raises: Vec::new() }];
    let closes_at = GameTime(40_000);
    Some(match last {
        None => Fact::RoundOpened { round: RoundNo(1), attempt: 1, closes_at },
        Some(Fact::RoundOpened { .. }) => Fact::BidsSealed { team: A, sealed: None },
        Some(Fact::BidsSealed { .. }) => opened(&[3]),
        Some(Fact::ListsOpened { .. }) => Fact::RebidSealed { team: A, sealed: None },
        Some(Fact::RebidSealed { .. }) => {
            Fact::RebidsOpened { wave: WaveNo(1), raises, rebid_closes_at: Some(closes_at) }
        }
        Some(Fact::RebidsOpened { .. }) => Fact::LotsConfirmed { lots: vec![LotId(0), LotId(1)] },
        Some(Fact::LotsConfirmed { .. }) => Fact::RoundFinalised { round: RoundNo(1) },
        Some(Fact::RoundFinalised { .. }) => Fact::StonePlaced { team: A, stone: L2, spot },
        Some(Fact::StonePlaced { .. }) => Fact::StoneTakenOut { team: A, stone: L2 },
        Some(Fact::StoneTakenOut { .. }) => {
            Fact::WallReplaced { team: A, laid: BTreeMap::from([(L2, spot)]), by_hand: None }
        }
        Some(Fact::WallReplaced { by_hand: None, .. }) => {
            Fact::WallReplaced { team: A, laid: BTreeMap::new(), by_hand: Some(reason()) }
        }
        Some(Fact::WallReplaced { by_hand: Some(_), .. }) => {
            let count = Some(WallCount { empty: 3, top_gaps: 1, used: 2 });
            Fact::WallCounted { team: A, count, reason: reason() }
        }
        Some(Fact::WallCounted { count: Some(_), .. }) => {
            Fact::WallCounted { team: A, count: None, reason: reason() }
        }
        Some(Fact::WallCounted { count: None, .. }) => Fact::StonesTicked { stones: vec![L2], carried: true },
        Some(Fact::StonesTicked { carried: true, .. }) => {
            Fact::StonesTicked { stones: vec![L2], carried: false }
        }
        Some(Fact::StonesTicked { carried: false, .. }) => Fact::StonesChecked { team: A, stones: vec![L2] },
        Some(Fact::StonesChecked { .. }) => Fact::Remarked { text: reason() },
        Some(Fact::Remarked { .. }) => {
            Fact::Announced { teams: Vec::new(), text: announcement(), asked: None, corrects: false }
        }
        Some(Fact::MessagesRead { .. }) => Fact::NoteSealed,
        Some(Fact::NoteSealed) => Fact::EndSignalled { ends_at: GameTime(15_000) },
        Some(
            last @ (Fact::Announced { .. } | Fact::QuestionAsked { .. } | Fact::QuestionAnswered { .. }),
        ) => next_message(last),
        Some(Fact::EndSignalled { .. }) => Fact::GameEnded,
        Some(Fact::GameEnded) => Fact::JankenEntered { order: vec![B, A] },
        Some(Fact::JankenEntered { .. }) => Fact::TeamDisqualified { team: A, reason: reason() },
        Some(Fact::TeamDisqualified { .. }) => Fact::TeamReinstated { team: A, reason: reason() },
        Some(Fact::TeamReinstated { .. }) => Fact::ResultDeclared,
        Some(Fact::ResultDeclared) => Fact::Paused { reason: reason() },
        Some(Fact::Paused { .. }) => Fact::Resumed { closes_at: None },
        Some(Fact::Resumed { closes_at: None }) => Fact::Resumed { closes_at: Some(closes_at) },
        Some(Fact::Resumed { closes_at: Some(_) }) => Fact::WindowExtended { closes_at, reason: reason() },
        Some(Fact::WindowExtended { .. }) => {
            Fact::RoundVoided { round: RoundNo(1), attempt: 1, reason: reason() }
        }
        Some(Fact::RoundVoided { .. }) => Fact::GameAbandoned { reason: reason() },
        Some(Fact::GameAbandoned { .. }) => return None,
    })
}

#[test]
fn facts_have_sentences_with_rule() {
    let facts = every(next_fact);
    assert_eq!(facts.len(), 38);
    for fact in facts {
        let (en, ja) = sentences(fact.clone());
        assert_sentence(&en, &fact);
        assert_sentence(&ja, &fact);
        // Messages and notes are quoted without a rule.
        let is_note = matches!(fact.topic(), Topic::Note);
        if is_note && !matches!(fact, Fact::StonesTicked { .. } | Fact::StonesChecked { .. }) {
            continue;
        }
        assert!(en.contains(" (") && en.ends_with('.'), "{en}");
        assert!(ja.contains('（') && ja.ends_with('。'), "{ja}");
    }
}

#[test]
fn announcement_is_read_in_the_own_language_or_the_other() {
    let to = |teams: &[TeamId], text| {
        sentences(Fact::Announced { teams: teams.to_vec(), text, asked: None, corrects: false })
    };
    let (en, ja) = to(&[], announcement());
    assert_eq!(en, "Announcement: To the stage, please.");
    assert_eq!(ja, "お知らせ：舞台へお集まりください。");
    let (en, ja) = to(&[A, B], Announcement::new("Come here.", "").unwrap());
    assert_eq!(en, "Announcement to Team A, Team B: Come here.");
    assert_eq!(ja, "Team A、Team Bへのお知らせ：Come here.");
}

#[test]
fn round_start_gives_bidding_time() {
    let (en, ja) =
        sentences(Fact::RoundOpened { round: RoundNo(2), attempt: 1, closes_at: GameTime(100_000) });
    assert_eq!(en, "Round 2 started. Bidding closes in 1:30 (A1).");
    assert_eq!(ja, "第2回の入札を開始しました。1:30後に締め切ります（A1）。");
    let (again, _) =
        sentences(Fact::RoundOpened { round: RoundNo(2), attempt: 3, closes_at: GameTime(100_000) });
    assert_eq!(again, "Round 2 started again (attempt 3). Bidding closes in 1:30 (G5).");
}

#[test]
fn opening_counts_bids_and_names_teams_without_bids() {
    let (en, ja) = sentences(opened(&[7]));
    assert_eq!(
        en,
        "Bidding closed. Lists opened: 2 teams, 2 bids (A5). Declined: Team C. Ties go to a \
         re-bid. It closes in 0:30 (A7)."
    );
    assert_eq!(
        ja,
        "入札を締め切り、開札しました。2チーム、2件の入札です（A5）。辞退：Team C。同額の石は再入札を行います。\
         0:30後に締め切ります（A7）。"
    );
    let lists = vec![list(A, &[5]), list(B, &[])];
    let (one, _) = sentences(Fact::ListsOpened { lists, rebid_closes_at: None });
    assert_eq!(one, "Bidding closed. Lists opened: 1 team, 1 bid (A5). Declined: Team B, Team C.");
    let (none, _) = sentences(Fact::ListsOpened { lists: Vec::new(), rebid_closes_at: None });
    assert_eq!(none, "Bidding closed. No team bid (A5).");
}

#[test]
fn placement_names_stone_position_and_rotation() {
    let spot = |turn| Spot { turn, at: Cell::new(3, 0) };
    let (en, ja) = sentences(Fact::StonePlaced { team: A, stone: L2, spot: spot(Turn::Quarter) });
    assert_eq!(en, "Team A placed L-2 at row 4, column 1, rotated 90° clockwise (W4).");
    assert_eq!(ja, "Team AがL-2を4行目1列目に置きました（右に90度回転）（W4）。");
    let (straight, _) = sentences(Fact::StonePlaced { team: A, stone: L2, spot: spot(Turn::None) });
    assert_eq!(straight, "Team A placed L-2 at row 4, column 1 (W4).");
}

#[test]
fn japanese_sentences_use_contest_terms() {
    let (_, ja) = sentences(Fact::TeamDisqualified { team: B, reason: "妨害".to_owned() });
    assert_eq!(ja, "Team Bは失格となりました。理由：妨害（E3）。");
    let (_, ja) = sentences(Fact::StoneTakenOut { team: A, stone: L2 });
    assert_eq!(ja, "Team AがL-2を石垣枠から外しました（W4）。");
}

#[test]
fn entries_by_organiser_are_marked() {
    let entered = event(Actor::Organiser, Fact::BidsSealed { team: A, sealed: None });
    let en = Words::new(Lang::En).event(&Game::new(setup()), &entered);
    assert_eq!(en, "Team A submitted its list (A2). (Entered by the organiser.)");
    let wall = |by_hand: Option<&str>| {
        let fact = Fact::WallReplaced { team: A, laid: [].into(), by_hand: by_hand.map(str::to_owned) };
        Words::new(Lang::En).event(&Game::new(setup()), &event(Actor::Organiser, fact))
    };
    assert_eq!(wall(Some("x")).matches("rganiser").count(), 1, "{}", wall(Some("x")));
}

#[test]
fn organisers_act_for_the_judge_is_not_called_an_entry() {
    let en = Words::new(Lang::En).event(&Game::new(setup()), &event(Actor::Organiser, Fact::ResultDeclared));
    assert!(en.ends_with(" (By the organiser.)"), "{en}");
}

/// The sentence doesn't depend on the sealed contents, not even for the owner's own copy of the fact (A4).
#[test]
fn sealed_list_content_is_never_shown() {
    let lines = vec![Bid { lot: LotId(1), price: Tsuyama(3_333) }];
    let sealed = Sealed { revision: Revision(9), lines: lines.into(), by_hand: Some("4,444".into()) };
    let raises = vec![Raise { priority: Priority(8), price: Tsuyama(3_333) }];
    let raised = Sealed { revision: Revision(9), lines: raises.into(), by_hand: None };
    let facts = [
        (Fact::BidsSealed { team: A, sealed: Some(sealed) }, Fact::BidsSealed { team: A, sealed: None }),
        (Fact::RebidSealed { team: A, sealed: Some(raised) }, Fact::RebidSealed { team: A, sealed: None }),
    ];
    for (owners, public) in facts {
        let (en, ja) = sentences(owners);
        let figures = ['3', '8', '9', 'S', ','];
        assert!(!en.contains(figures) && !ja.contains(figures), "{en} {ja}");
        assert_eq!((en, ja), sentences(public));
    }
}

#[test]
fn control_characters_in_team_name_are_replaced() {
    let mut setup = setup();
    setup.teams[0].name = "A\u{1b}[2J\u{202e}\n!".to_owned();
    let sealed = event(Actor::Team(A), Fact::BidsSealed { team: A, sealed: None });
    let en = Words::new(Lang::En).event(&Game::new(setup.clone()), &sealed);
    assert_eq!(en, "A␛[2J�␊! submitted its list (A2).");
}

fn next_outcome(last: Option<&Outcome>) -> Option<Outcome> {
    let (price, at) = (Tsuyama(1_400), Tsuyama(14));
    Some(match last {
        None => Outcome::Awarded { price, by_rebid: false },
        Some(Outcome::Awarded { by_rebid: false, .. }) => Outcome::Awarded { price, by_rebid: true },
        Some(Outcome::Awarded { by_rebid: true, .. }) => Outcome::Outbid { by: B, at },
        Some(Outcome::Outbid { .. }) => Outcome::Tied { at },
        Some(Outcome::Tied { .. }) => Outcome::LostRebid { to: B, at },
        Some(Outcome::LostRebid { .. }) => Outcome::GivenUp,
        Some(Outcome::GivenUp) => Outcome::FailedTie { at },
        Some(Outcome::FailedTie { .. }) => Outcome::Closed,
        Some(Outcome::Closed) => Outcome::NoCopyLeft,
        Some(Outcome::NoCopyLeft) => Outcome::QuotaFull,
        Some(Outcome::QuotaFull) => Outcome::Waiting,
        Some(Outcome::Waiting) => return None,
    })
}

#[test]
fn bid_outcomes_have_explanations_with_rule() {
    let outcomes = every(next_outcome);
    assert_eq!(outcomes.len(), 11);
    for (lang, outcome) in Lang::ALL.into_iter().flat_map(|lang| outcomes.iter().map(move |why| (lang, why)))
    {
        // For the team itself and for another, because two lines of one team may compete.
        for team in [A, B] {
            let text = Words::new(lang).outcome(&setup(), team, outcome);
            assert_sentence(&text, outcome);
            assert!(text.contains(outcome.rule()), "{text}");
        }
    }
    let words = Words::new(Lang::En);
    let outbid = Outcome::Outbid { by: B, at: Tsuyama(14) };
    assert_eq!(words.outcome(&setup(), A, &outbid), "outbid by Team B at 14 (A5)");
    assert_eq!(
        words.outcome(&setup(), B, &outbid),
        "not needed: the team's own better bid at 14 came first (A5)"
    );
    let awarded = Outcome::Awarded { price: Tsuyama(1_400), by_rebid: true };
    assert_eq!(Words::new(Lang::Ja).outcome(&setup(), A, &awarded), "再入札により1,400で落札（A8）");
}

#[test]
fn awards_ties_and_failures_name_lot_teams_and_copies() {
    let (en, ja) = (Words::new(Lang::En), Words::new(Lang::Ja));
    let award = Award { lot: LotId(0), team: B, priority: Priority(1), price: Tsuyama(1_240) };
    assert_eq!(en.award(&setup(), &award), "L to Team B for 1,240 TSUYAMA");
    assert_eq!(ja.award(&setup(), &award), "L：Team Bが1,240 TSUYAMAで落札");
    let line = |team, priority| TiedLine { team, priority: Priority(priority) };
    let lines = vec![line(A, 1), line(A, 2), line(B, 1)];
    let tie = Tie { lot: LotId(0), price: Tsuyama(9), copies: 2, lines };
    assert_eq!(en.tie(&setup(), &tie), "L: 2 copies tied at 9 between Team A, Team B (A6)");
    let failure = |copies| FailedCopies { lot: LotId(1), copies, reason: FailureReason::TiedRebid };
    assert_eq!(en.failure(&setup(), &failure(1)), "S: 1 copy failed, the re-bids were tied (A8)");
    assert_eq!(en.failure(&setup(), &failure(2)), "S: 2 copies failed, the re-bids were tied (A8)");
    assert_eq!(ja.failure(&setup(), &failure(1)), "S：1個が不調、再入札も同額（A8）");
}

#[test]
fn failure_reasons_have_sentences() {
    let reasons = every(|last| {
        Some(match last {
            None => FailureReason::NoRebid,
            Some(FailureReason::NoRebid) => FailureReason::ShortRebid,
            Some(FailureReason::ShortRebid) => FailureReason::TiedRebid,
            Some(FailureReason::TiedRebid) => return None,
        })
    });
    for (lang, reason) in Lang::ALL.into_iter().flat_map(|lang| reasons.iter().map(move |why| (lang, why))) {
        assert_sentence(&Words::new(lang).failure_reason(*reason), reason);
    }
}

#[test]
fn phases_have_labels() {
    let closes_at = GameTime(1);
    let phases = every(|last: Option<&Phase>| {
        Some(match last {
            None => Phase::Ready { next: RoundNo(2) },
            Some(Phase::Ready { .. }) => Phase::Bidding { closes_at },
            Some(Phase::Bidding { .. }) => Phase::Rebidding { wave: WaveNo(1), closes_at },
            Some(Phase::Rebidding { .. }) => Phase::Confirming,
            Some(Phase::Confirming) => Phase::Building,
            Some(Phase::Building) => Phase::Countdown { ends_at: closes_at },
            Some(Phase::Countdown { .. }) => Phase::Ended,
            Some(Phase::Ended) => Phase::Declared,
            Some(Phase::Declared) => Phase::Abandoned,
            Some(Phase::Abandoned) => return None,
        })
    });
    assert_eq!(phases.len(), 9);
    for (lang, phase) in Lang::ALL.into_iter().flat_map(|lang| phases.iter().map(move |phase| (lang, phase)))
    {
        assert_sentence(&Words::new(lang).phase(*phase), phase);
    }
    assert_eq!(Words::new(Lang::Ja).phase(Phase::Ready { next: RoundNo(2) }), "第2回の入札開始待ち");
}

#[test]
fn criteria_have_sentences_with_both_figures() {
    let criteria = Criterion::RANKED.into_iter().chain(Criterion::UNRANKED);
    let above = Tally { empty: 3, top_gaps: 1, held: Tsuyama(1_240), used: 7, unused: 0 };
    let below = Tally { empty: 5, top_gaps: 2, held: Tsuyama(40), used: 6, unused: 2 };
    let en = |criterion| Words::new(Lang::En).criterion(criterion, Some(&above), Some(&below));
    for (words, criterion) in Lang::ALL
        .map(Words::new)
        .into_iter()
        .flat_map(|words| criteria.clone().map(move |criterion| (words, criterion)))
    {
        assert_sentence(&words.criterion(criterion, Some(&above), Some(&below)), &criterion);
        let alone = words.criterion(criterion, None, None);
        assert_sentence(&alone, &criterion);
        assert!(alone.contains(criterion.rule()), "{alone}");
    }
    for words in Lang::ALL.map(Words::new) {
        for (set, criterion) in ["criterion-head", "cli-head", "rehearsal-head"]
            .into_iter()
            .flat_map(|set| Criterion::RANKED.map(|criterion| (set, criterion)))
        {
            let head = words.criterion_head_of(set, criterion);
            assert!(!head.contains(set), "{set} has no head for {criterion:?}");
        }
    }
    assert_eq!(en(Criterion::Empty), "fewer empty squares: 3 v 5 (E2 (1))");
    assert_eq!(en(Criterion::Held), "more TSUYAMA left: 1,240 v 40 (E2 (3))");
    assert_eq!(en(Criterion::Janken), "janken (E2 (6))");
}

#[test]
fn wall_codes_have_sentences_with_stones() {
    let codes = every(|last| {
        Some(match last {
            None => WallCode::BadRotation,
            Some(WallCode::BadRotation) => WallCode::DuplicateStone,
            Some(WallCode::DuplicateStone) => WallCode::Mirrored,
            Some(WallCode::Mirrored) => WallCode::NotOwned,
            Some(WallCode::NotOwned) => WallCode::NoBottom,
            Some(WallCode::NoBottom) => WallCode::OutOfFrame,
            Some(WallCode::OutOfFrame) => WallCode::Overlap,
            Some(WallCode::Overlap) => WallCode::ShapeMismatch,
            Some(WallCode::ShapeMismatch) => WallCode::Unsupported,
            Some(WallCode::Unsupported) => return None,
        })
    });
    assert_eq!(codes.len(), 9);
    for (lang, code) in Lang::ALL.into_iter().flat_map(|lang| codes.iter().map(move |code| (lang, code))) {
        let words = Words::new(lang);
        assert_sentence(&words.wall_code(*code), code);
        assert_sentence(&words.wall_fault(&setup(), &WallFault { code: *code, stones: vec![L2] }), code);
    }
    let overlap = WallFault { code: WallCode::Overlap, stones: vec![L2, StoneId { lot: LotId(1), copy: 1 }] };
    assert_eq!(Words::new(Lang::En).wall_fault(&setup(), &overlap), "overlapping: L-2, S-1 (W2)");
}

#[test]
fn actors_have_names() {
    let words = Words::new(Lang::Ja);
    let actors = [Actor::Clock, Actor::Judge, Actor::Organiser, Actor::Team(B), Actor::Team(TeamId(9))];
    let names = actors.map(|actor| words.actor(&setup(), actor));
    assert_eq!(names, ["時計", "審判長", "運営", "Team B", "9番（不明）"]);
}

#[test]
fn pause_with_default_reason_names_only_actor() {
    let say = |lang: Lang, by: Actor, reason: &str| {
        let fact = Fact::Paused { reason: reason.to_owned() };
        Words::new(lang).event(&Game::new(setup()), &event(by, fact))
    };
    for given in Lang::ALL.map(|lang| Words::new(lang).label("console-reason-pause")) {
        assert_eq!(say(Lang::En, Actor::Judge, &given), "The chief judge paused the clocks (T).");
        assert_eq!(say(Lang::Ja, Actor::Judge, &given), "審判長が一時停止しました（T）。");
        assert_eq!(say(Lang::En, Actor::Organiser, &given), "The organiser paused the clocks (T).");
        assert_eq!(say(Lang::Ja, Actor::Organiser, &given), "運営が一時停止しました（T）。");
    }
    assert!(say(Lang::Ja, Actor::Judge, "fire alarm").contains("fire alarm"), "what a person gave stands");
}

#[test]
fn extension_shows_remaining_time() {
    let say = |by: Actor, reason: &str| {
        let fact = Fact::WindowExtended { closes_at: GameTime(128_500), reason: reason.to_owned() };
        Words::new(Lang::En).event(&Game::new(setup()), &event(by, fact))
    };
    let standing = Words::new(Lang::Ja).label("console-reason-extend");
    assert_eq!(say(Actor::Judge, &standing), "The chief judge extended the time. 1:59 left (T).");
    assert_eq!(say(Actor::Judge, "a printer jammed"), "Time extended, 1:59 left: a printer jammed (T).");
}

#[test]
fn extension_shows_added_time_once_game_has_it() {
    let mut game = Game::new(setup());
    let at = |millis, fact| Event { at: GameTime(millis), by: Actor::Judge, fact };
    game.apply(&at(1_000, Fact::RoundOpened { round: RoundNo(1), attempt: 1, closes_at: GameTime(91_000) }));
    let standing = Words::new(Lang::Ja).label("console-reason-extend");
    let first = at(13_000, Fact::WindowExtended { closes_at: GameTime(131_000), reason: standing });
    let jam = "a printer jammed".to_owned();
    let second = at(20_000, Fact::WindowExtended { closes_at: GameTime(206_000), reason: jam });
    for event in [&first, &second] {
        game.apply(event);
    }
    let say = |lang, event| Words::new(lang).event(&game, event);
    assert_eq!(say(Lang::En, &first), "The chief judge extended the time by 0:40. 1:58 left (T).");
    assert_eq!(say(Lang::Ja, &first), "審判長が0:40延長しました。残り1:58です（T）。");
    assert_eq!(say(Lang::En, &second), "Time extended by 1:15, 3:06 left: a printer jammed (T).");
}

#[test]
fn extension_in_a_pause_announces_the_time_left_after_resuming() {
    let at = |millis, fact| Event { at: GameTime(millis), by: Actor::Judge, fact };
    for paused_for in [0, 1, 24_000, 3_600_000] {
        let mut game = Game::new(setup());
        let again = 41_000 + paused_for;
        let extended = at(again, Fact::WindowExtended { closes_at: GameTime(121_000), reason: "jam".into() });
        for event in [
            at(1_000, Fact::RoundOpened { round: RoundNo(1), attempt: 1, closes_at: GameTime(91_000) }),
            at(41_000, Fact::Paused { reason: "fire alarm".into() }),
            extended.clone(),
            at(again + 9_000, Fact::Resumed { closes_at: Some(GameTime(121_000 + paused_for + 9_000)) }),
        ] {
            game.apply(&event);
        }
        let sentence = Words::new(Lang::En).event(&game, &extended);
        assert_eq!(sentence, "Time extended by 0:30, 1:20 left: jam (T).", "paused for {paused_for} ms");
    }
}

#[test]
fn abandoned_practice_is_shown_as_ended() {
    let fact = Fact::GameAbandoned { reason: "enough".to_owned() };
    let words = Words::new(Lang::En).of_practice(true);
    assert_eq!(words.event(&Game::new(setup()), &event(Actor::Judge, fact)), "Practice ended: enough (G4).");
    assert_eq!(words.phase(Phase::Abandoned), "Practice ended");
    assert_eq!(Words::new(Lang::Ja).of_practice(true).phase(Phase::Abandoned), "練習終了");
}

/// A team reinstated during a round couldn't bid in it, so it hasn't declined (`E3`).
#[test]
fn reinstated_team_is_not_listed_as_declined() {
    let mut game = Game::new(setup());
    let mut at = 0;
    let mut give = |by: Actor, act: Act| {
        at += 1_000;
        let command = Command { at: GameTime(at), by, act };
        let events = decide(&game, &command).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        for event in &events {
            game.apply(event);
        }
        events
    };
    give(Actor::Judge, Act::Disqualify { team: B, reason: "late".to_owned() });
    give(Actor::Judge, Act::OpenRound { round: RoundNo(1) });
    give(Actor::Judge, Act::Reinstate { team: B, reason: "it was not".to_owned() });
    let bids = Secret(vec![Bid { lot: LotId(0), price: Tsuyama(5) }]);
    let round = RoundNo(1);
    let list = Act::SubmitBids { team: A, round, attempt: None, replaces: None, bids, by_hand: None };
    give(Actor::Team(A), list);
    at = 100_000;
    let command = Command { at: GameTime(at), by: Actor::Clock, act: Act::Tick };
    let opened = decide(&game, &command).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    for event in &opened {
        game.apply(event);
    }
    let sentence = Words::new(Lang::En).event(&game, &opened[0]);
    assert!(sentence.contains("Declined: Team C."), "{sentence}");
}

#[test]
fn pause_after_an_outage_is_localised_and_cites_one_rule() {
    let reason = OUTAGE;
    let (en, ja) = sentences(Fact::Paused { reason: reason.to_owned() });
    assert_eq!(en, "Clocks paused: the server was down; the judge will resume the game (T).");
    assert!(ja.contains("サーバー") && ja.matches('T').count() == 1 && !ja.contains("server"), "{ja}");
    let judges = event(Actor::Judge, Fact::Paused { reason: reason.to_owned() });
    assert!(
        Words::new(Lang::Ja).event(&Game::new(setup()), &judges).contains(reason),
        "what a person gave stands"
    );
}

#[test]
fn event_reason_is_translated_to_reader_language() {
    for key in ["event-game-is-replaced", "event-game-is-overruled", "event-game-of-abandoned"] {
        let reason = |lang| Words::new(lang).say(key, &[("event", "cup-19".into())]);
        let (en, ja) = sentences(Fact::GameAbandoned { reason: reason(Lang::En) });
        assert!(en.contains(&reason(Lang::En)) && ja.contains(&reason(Lang::Ja)), "{en}\n{ja}");
    }
    let (_, ja) = sentences(Fact::GameAbandoned { reason: "the power failed".to_owned() });
    assert!(ja.contains("the power failed"), "what a person gave stands");
}

#[test]
fn teams_with_same_name_are_numbered() {
    let mut setup = setup();
    setup.teams[2].name = "Team A".into();
    let words = Words::new(Lang::En);
    let names: Vec<String> = setup.team_ids().map(|team| words.team(&setup, team)).collect();
    assert_eq!(names, ["Team A#1", "Team B", "Team A#3"]);
    let short = words.short_names(&setup, usize::MAX);
    assert_eq!(setup.team_ids().map(|team| short.of(team)).collect::<Vec<_>>(), names);
}
