//! Makes the valid inputs of the corpus: `good-*`. Deterministic: the same code makes the same files. Inputs
//! that revealed bugs have other names and are kept.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a corpus that cannot be made is a failed test")]

use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_fuzz_targets::table::{self, played, public};
use ishigaki_fuzz_targets::transcript::key;
use ishigaki_journal::{Append, Journal as _, SqliteJournal, StreamId};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::{convert, journal, judge, organiser, team, watch, wire};
use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::receipt::stored_receipt;
use ishigaki_record::transcript::is_signed;
use ishigaki_rules::{Act, Actor, Command, Event, Fact, Game, GameTime, RoundNo, decide};
use prost::Message;

use clerk::SeedRecorder;

mod clerk;
mod event;

#[test]
#[ignore = "writes the corpus"]
fn make_the_corpus() {
    requests();
    feeds();
    refusals();
    files();
    tokens();
    cases();
    transcripts();
    names();
    journals();
    records();
    notes();
    events();
}

fn folder(target: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Removes a target's valid inputs, so that obsolete ones disappear.
fn clear(target: &str) {
    for entry in fs::read_dir(folder(target)).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().to_str().unwrap().starts_with("good-") {
            fs::remove_file(entry.path()).unwrap();
        }
    }
}

fn put(target: &str, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder(target).join(format!("good-{name}")), bytes).unwrap();
}

/// A call: index of its kind in `KINDS`, name, state of the game, team and message.
type Request = (u8, &'static str, GameMoment, u8, Vec<u8>);

fn requests() {
    clear("request");
    let all = [team_requests(), judge_requests(), organiser_requests(), desk_requests(), message_requests()]
        .concat();
    for (kind, name, moment, team, message) in all {
        put("request", name, [&[kind, moment.place(), team], &*message].concat());
    }
}

fn game() -> String {
    "g1".into()
}

fn reason() -> String {
    "wind and rain".into()
}

fn stone(lot: &str) -> wire::Stone {
    wire::Stone { lot: lot.into(), copy: 1 }
}

fn placement(lot: &str, row: i32, col: i32) -> wire::Placement {
    let spot = wire::Spot { quarter_turns: 0, row, col };
    wire::Placement { stone: Some(stone(lot)), placing: Some(wire::placement::Placing::Spot(spot)) }
}

/// Calls of a team during bidding and building.
fn team_requests() -> Vec<Request> {
    let bid = |lot: &str, price| wire::Bid { lot: lot.into(), price };
    let bids = |round| team::SubmitBidsRequest {
        game: game(),
        round,
        attempt: 1,
        bids: vec![bid("X", 9), bid("Y", 3), bid("T2", 4)],
        ..Default::default()
    };
    let raises = team::SubmitRebidRequest {
        game: game(),
        round: 1,
        wave: 1,
        raises: vec![wire::Raise { priority: 1, price: 11 }],
        ..Default::default()
    };
    let squares = wire::Cells { cells: vec![wire::Cell { row: 1, col: 2 }, wire::Cell { row: 1, col: 1 }] };
    let cells =
        wire::Placement { stone: Some(stone("X")), placing: Some(wire::placement::Placing::Cells(squares)) };
    let place = |placement| team::PlaceStoneRequest {
        game: game(),
        placement: Some(placement),
        replaces_revision: 1,
    };
    let take_out = team::TakeOutStoneRequest { game: game(), stone: Some(stone("X")), replaces_revision: 1 };
    let wall = team::SubmitWallRequest {
        game: game(),
        placements: vec![placement("X", 1, 1), placement("T2", 0, 2)],
        replaces_revision: 1,
    };
    let seal = |sealing| team::SealRequest { sealing: Some(sealing) }.encode_to_vec();
    vec![
        (0, "submit-bids", GameMoment::Bidding, 3, bids(1).encode_to_vec()),
        (0, "submit-bids-too-early", GameMoment::Start, 3, bids(2).encode_to_vec()),
        (1, "submit-rebid", GameMoment::Rebidding, 0, raises.encode_to_vec()),
        (2, "place-stone", GameMoment::Building, 0, place(placement("X", 1, 1)).encode_to_vec()),
        (2, "place-cells", GameMoment::Building, 0, place(cells).encode_to_vec()),
        (3, "take-out-stone", GameMoment::Building, 0, take_out.encode_to_vec()),
        (4, "submit-wall", GameMoment::Building, 0, wall.encode_to_vec()),
        (35, "seal-bids", GameMoment::Bidding, 3, seal(Sealing::Bids(bids(1)))),
        (35, "seal-rebid", GameMoment::Rebidding, 0, seal(Sealing::Rebid(raises.clone()))),
    ]
}

/// Calls of a judge from the first round to the result.
fn judge_requests() -> Vec<Request> {
    use judge::confirm_lots_request::Choice;
    let open = judge::OpenRoundRequest { game: game(), round: 1 };
    let confirm = |choice| judge::ConfirmLotsRequest {
        game: game(),
        round: 1,
        attempt: 1,
        choice: Some(choice),
        settlement_digest: None,
    };
    let (one, all) = (confirm(Choice::Lot("X".into())), confirm(Choice::All(judge::AllLots {})));
    let end = judge::SignalEndRequest { game: game() };
    let janken = judge::EnterJankenRequest { game: game(), order: vec!["e".into(), "d".into()] };
    let out = judge::DisqualifyTeamRequest { game: game(), team: "b".into(), reason: reason() };
    let again = judge::ReinstateTeamRequest { game: game(), team: "d".into(), reason: reason() };
    let declare = judge::DeclareResultRequest { game: game() };
    let pause = judge::PauseGameRequest { game: game(), reason: reason() };
    let extend = judge::ExtendWindowRequest { game: game(), by_ms: 5_000, reason: reason() };
    let void = judge::VoidRoundRequest { game: game(), round: 1, reason: reason(), attempt: 1 };
    let abandon = judge::AbandonGameRequest { game: game(), reason: reason() };
    vec![
        (5, "open-round", GameMoment::Start, 0, open.encode_to_vec()),
        (6, "confirm-lots", GameMoment::Confirming, 0, one.encode_to_vec()),
        (6, "confirm-all", GameMoment::Confirming, 0, all.encode_to_vec()),
        (7, "signal-end", GameMoment::Building, 0, end.encode_to_vec()),
        (8, "enter-janken", GameMoment::Ended, 0, janken.encode_to_vec()),
        (9, "disqualify", GameMoment::Rebidding, 0, out.encode_to_vec()),
        (10, "reinstate", GameMoment::Rebidding, 0, again.encode_to_vec()),
        (11, "declare", GameMoment::Ended, 0, declare.encode_to_vec()),
        (12, "pause", GameMoment::Bidding, 0, pause.encode_to_vec()),
        (14, "extend", GameMoment::Bidding, 0, extend.encode_to_vec()),
        (15, "void", GameMoment::Bidding, 0, void.encode_to_vec()),
        (16, "abandon", GameMoment::Rebidding, 0, abandon.encode_to_vec()),
    ]
}

/// Calls to watch games and of an organiser to start them.
fn organiser_requests() -> Vec<Request> {
    let watch = watch::WatchGameRequest { game: game(), from_sequence: 7, ..Default::default() };
    let teams = vec!["a".into(), "b".into()];
    let start = organiser::StartGameRequest { game: game(), teams, seats: 0 };
    let replace = organiser::ReplaceGameRequest { game: game(), reason: reason() };
    vec![
        (18, "watch", GameMoment::Start, 0, watch.encode_to_vec()),
        (21, "start-game", GameMoment::Start, 0, start.encode_to_vec()),
        (22, "replace-game", GameMoment::Start, 0, replace.encode_to_vec()),
    ]
}

/// Calls for ticks, remarks, stone checks and manual entries.
fn desk_requests() -> Vec<Request> {
    let team = || "a".to_string();
    let bids = organiser::EnterBidsRequest {
        game: game(),
        team: team(),
        round: 1,
        attempt: 0,
        bids: vec![wire::Bid { lot: "X".into(), price: 9 }],
        reason: reason(),
        ..Default::default()
    };
    let rebid = organiser::EnterRebidRequest {
        game: game(),
        team: team(),
        round: 1,
        attempt: 1,
        wave: 1,
        raises: vec![wire::Raise { priority: 1, price: 11 }],
        reason: reason(),
        ..Default::default()
    };
    let (placements, count) =
        (vec![placement("X", 1, 1)], Some(wire::WallCount { empty: 6, top_gaps: 2, used: 1 }));
    let wall = organiser::EnterWallRequest {
        game: game(),
        team: team(),
        placements,
        reason: reason(),
        replaces_revision: 1,
    };
    let count = organiser::EnterCountRequest { game: game(), team: team(), count, reason: reason() };
    vec![
        (23, "tick-stones", GameMoment::Building, 0, {
            judge::TickStonesRequest { game: game(), stones: vec![stone("X")], carried: true }.encode_to_vec()
        }),
        (24, "add-remark", GameMoment::Ended, 0, {
            judge::AddRemarkRequest { game: game(), text: reason() }.encode_to_vec()
        }),
        (25, "presence", GameMoment::Start, 0, judge::ListPresenceRequest { game: game() }.encode_to_vec()),
        (26, "check-stones", GameMoment::Building, 0, {
            team::CheckStonesRequest { game: game(), stones: vec![stone("X")] }.encode_to_vec()
        }),
        (27, "enter-bids", GameMoment::Bidding, 0, bids.encode_to_vec()),
        (28, "enter-rebid", GameMoment::Rebidding, 0, rebid.encode_to_vec()),
        (29, "enter-wall", GameMoment::Building, 0, wall.encode_to_vec()),
        (30, "enter-count", GameMoment::Building, 0, count.encode_to_vec()),
        (31, "announce", GameMoment::Bidding, 0, {
            let text = Some(wire::Announcement { english: "come".into(), japanese: "集合".into() });
            judge::AnnounceRequest {
                game: game(),
                teams: vec![team()],
                text,
                asked: "why?".into(),
                corrects: true,
                ..Default::default()
            }
            .encode_to_vec()
        }),
    ]
}

/// Calls for questions and answers.
fn message_requests() -> Vec<Request> {
    vec![
        (32, "answer-question", GameMoment::Bidding, 0, {
            let text = Some(wire::Announcement { english: "yes".into(), japanese: String::new() });
            let (team, question) = ("a".to_owned(), 1);
            judge::AnswerQuestionRequest { game: game(), team, question, text, ..Default::default() }
                .encode_to_vec()
        }),
        (33, "ask-question", GameMoment::Bidding, 0, {
            team::AskQuestionRequest { game: game(), text: "may it stick out?".into(), ..Default::default() }
                .encode_to_vec()
        }),
        (34, "mark-read", GameMoment::Ended, 0, {
            team::MarkReadRequest { game: game(), through: 1, ..Default::default() }.encode_to_vec()
        }),
    ]
}

/// A state of the small game.
#[derive(Clone, Copy)]
enum GameMoment {
    Start,
    Bidding,
    Rebidding,
    Confirming,
    Building,
    Ended,
}

impl GameMoment {
    fn place(self) -> u8 {
        use ishigaki_rules::Phase;
        let is_meant = |game: &Game| {
            matches!(
                (self, game.phase()),
                (Self::Start, Phase::Ready { .. })
                    | (Self::Bidding, Phase::Bidding { .. })
                    | (Self::Rebidding, Phase::Rebidding { .. })
                    | (Self::Confirming, Phase::Confirming)
                    | (Self::Building, Phase::Building)
                    | (Self::Ended, Phase::Ended)
            )
        };
        u8::try_from(played().moments.iter().position(is_meant).unwrap()).unwrap()
    }
}

fn feeds() {
    clear("feed");
    clear("setup");
    for (name, is_public) in [("public", true), ("whole", false)] {
        let mut game = Game::new(table::setup());
        let set_up = wire::feed_item::Body::SetUp(convert::setup_to_wire(game.setup()));
        let mut items = vec![item(1, set_up, None)];
        for event in &played().events {
            let shown = if is_public { public(&game, event) } else { Some(event.clone()) };
            game.apply(event);
            let Some(shown) = shown else { continue };
            let sequence = u64::try_from(items.len()).unwrap() + 1;
            let body = wire::feed_item::Body::Event(convert::event_to_wire(&shown, game.setup()));
            items.push(item(sequence, body, convert::derived(&game, &shown)));
        }
        items.push(item(
            0,
            wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None }),
            None,
        ));
        let bytes: Vec<u8> = items.iter().flat_map(Message::encode_length_delimited_to_vec).collect();
        put("feed", name, bytes);
    }
    put("setup", "small", convert::setup_to_wire(&table::setup()).encode_to_vec());
    for name in ["tiny-2", "final-6"] {
        let scenario = ishigaki_scenarios::Scenario::find(name).unwrap();
        let setup = scenario.setup(table::setup().teams).unwrap();
        put("setup", name, convert::setup_to_wire(&setup).encode_to_vec());
    }
}

fn item(sequence: u64, body: wire::feed_item::Body, derived: Option<wire::Derived>) -> wire::FeedItem {
    let clock = Some(wire::Clock { now_ms: 100 * sequence, server_unix_ms: 1, ..Default::default() });
    wire::FeedItem { sequence, clock, body: Some(body), derived, ..Default::default() }
}

fn refusals() {
    clear("refusal");
    let game = &played().moments[usize::from(GameMoment::Bidding.place())];
    let bid = |lot: u32, price| ishigaki_rules::auction::Bid {
        lot: ishigaki_rules::LotId(lot),
        price: ishigaki_rules::Tsuyama(price),
    };
    let act = Act::SubmitBids {
        team: table::TEAMS[3],
        round: RoundNo(1),
        attempt: None,
        replaces: None,
        bids: ishigaki_rules::Secret(vec![bid(0, 1), bid(0, 40), bid(2, 2), bid(1, 3)]),
        by_hand: None,
    };
    let command = Command { at: game.now(), by: Actor::Team(table::TEAMS[3]), act };
    let invalid = Fault::of_rejection(&decide(game, &command).unwrap_err(), game.setup());
    assert!(invalid.violations.len() > 1);
    let faults = [
        ("invalid-list", invalid),
        ("unknown-team", Fault::unknown_team("team", "z")),
        ("bad-field", Fault::bad_field("from_sequence").with("value", 9).with("most", 3)),
    ];
    for (name, fault) in faults {
        // The figures have no fixed order, so the least of many encodings is used.
        let sent = || fault.to_status("for people".into()).details().to_vec();
        put("refusal", name, (0..500).map(|_| sent()).min().unwrap());
    }
}

fn files() {
    clear("scenario");
    clear("contest");
    clear("lists");
    for name in ["tiny-2", "tour-4", "heat-9", "final-6"] {
        put("scenario", &format!("{name}.toml"), ishigaki_scenarios::builtin(name).unwrap());
    }
    put("lists", "tour-4.lists.toml", ishigaki_scenarios::builtin_lists("tour-4").unwrap());
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../scenarios/contest-day.toml");
    let contest = fs::read_to_string(shipped).unwrap();
    // A slash would name a file. Here only comments have slashes.
    put("contest", "contest-day.toml", contest.replace('/', "-"));
}

fn tokens() {
    clear("tokens");
    let entry = |id: &str, role: &str| {
        let hash = id.repeat(8);
        format!("[[token]]\nid = \"{id}\"\nname = \"somebody\"\n{role}\nsha256 = \"{hash}\"\n\n")
    };
    let text = [
        "# ishi.00000000.secret\n".to_string(),
        entry("0123abcd", "role = \"judge\""),
        entry("89abcdef", "role = \"team\"\nteam = \"t1\""),
        entry("00000000", "role = \"board\""),
        entry("ffffffff", "role = \"organiser\""),
    ];
    put("tokens", "tokens.toml", text.concat());
}

/// Every nth test case of `adjudicate`.
fn cases() {
    clear("adjudicate");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../adjudicate/tests/cases");
    for (file, every) in
        [("check_bids", 40), ("settle", 60), ("settle_waves", 60), ("wall", 40), ("rank", 60)]
    {
        let cases = fs::read_to_string(folder.join(format!("{file}.jsonl"))).unwrap();
        for (number, line) in cases.lines().enumerate().step_by(every) {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let input = case["input"].to_string();
            put("adjudicate", &format!("{file}-{number:04}.json"), input);
        }
    }
}

fn transcripts() {
    clear("transcript");
    clear("receipts");
    let mut clerk = SeedRecorder::new(Game::new(table::setup()));
    played().events.iter().for_each(|event| clerk.event(event));
    put("transcript", "small.jsonl", clerk.transcript());
    put("transcript", "notes.jsonl", include_bytes!("../../../../../record/tests/golden/notes.jsonl"));
    // Signed in one tree, as if all had been sealed at the same time.
    let leaves: Vec<_> = clerk.receipts.iter().map(|stored| stored.receipt.leaf()).collect();
    for (stored, signature) in clerk.receipts.iter_mut().zip(sign_all(&key(), &leaves)) {
        stored.signature = signature;
    }
    for (name, team) in [("a", "a"), ("b", "b")] {
        let own = clerk.receipts.iter().filter(|receipt| receipt.receipt.team == team);
        put("receipts", &format!("{name}.jsonl"), stored_receipt::write(own));
    }
}

/// Inputs for events: settings, feeds and records. Their journal records are with those of games.
fn events() {
    for target in ["event_config", "roster", "event_feed", "event_record"] {
        clear(target);
    }
    put("event_config", "leagues.json", event::LEAGUES);
    put("event_config", "groups.json", event::GROUPS);
    put(
        "event_config",
        "own-numbers.json",
        r#"{"preset":"MX","gap":"best_first","seed_numbers":{"B":[5,4]}}"#,
    );
    put("roster", "leagues.json", event::roster(9, true));
    put("roster", "groups.json", event::roster(3, false));
    for (name, written) in [("leagues", event::leagues()), ("groups", event::groups())] {
        let bytes: Vec<u8> = written.items.iter().flat_map(Message::encode_length_delimited_to_vec).collect();
        put("event_feed", name, bytes);
        put("event_record", &format!("{name}.jsonl"), written.record());
        let mut kinds = std::collections::BTreeSet::new();
        for record in &written.records {
            let fact = match &record.body {
                Some(journal::record::Body::EventFact(sent)) => fact_name(sent),
                _ => "created".to_owned(),
            };
            if kinds.insert(fact.clone()) {
                put("record", &format!("event-{name}-{fact}"), record.encode_to_vec());
            }
        }
    }
}

fn fact_name(sent: &ishigaki_proto::event::Event) -> String {
    convert::tournament_event_from_wire(sent).unwrap().fact.name().replace('_', "-")
}

fn names() {
    clear("names");
    let names = [
        ("plain", "Team B"),
        ("japanese", "津山高専チーム"),
        ("half-width", "ｶﾞﾝﾊﾞﾚ!"),
        ("family", "👩‍👩‍👧❤️"),
        ("marks", "Jose\u{301} か\u{3099}"),
        ("arabic", "فريق"),
        ("thai", "นักเรียน"),
        ("wild", "\u{1b}]0;x\u{7}A\r\nB\tC\u{7f}\u{9b}2J\u{202e}"),
        ("figures", "1240 a b; c"),
        ("flags", "🇯🇵🇯"),
        ("korean", "한국 ᄒ\u{1160}"),
    ];
    for (at, (name, text)) in names.into_iter().enumerate() {
        let head = [9, u8::try_from(26 + at).unwrap()];
        put("names", name, [&head, text.as_bytes()].concat());
    }
}

fn journals() {
    clear("journal_file");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let journal = SqliteJournal::open(&path).unwrap();
        for name in ["g1", "g2"] {
            let stream = StreamId::new(name).unwrap();
            let claim = journal.claim(stream.clone()).await.unwrap();
            let records = (1..=3).map(|length| vec![length; usize::from(length)].into()).collect();
            let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
            journal.append(append).await.unwrap();
        }
        journal.close().await.unwrap();
    });
    put("journal_file", "two-games.db", fs::read(&path).unwrap());
}

/// Records as written by the server, with made-up hashes and signatures, which readers don't check.
fn record(body: journal::record::Body) -> journal::Record {
    journal::Record {
        format: 5,
        recorded_at_unix_ms: 1_790_000_000_000,
        principal: "somebody".into(),
        body: Some(body),
        head: vec![1; 32],
        ..Default::default()
    }
}

/// Records of a sealed note, and of the keys that open all notes.
fn notes() {
    use journal::record::Body;
    let setup = table::setup();
    let sealed = Event { at: GameTime(9), by: Actor::Clock, fact: Fact::NoteSealed };
    let mut note = record(Body::Event(convert::event_to_wire(&sealed, &setup)));
    note.note = Some(journal::Note { number: 1, commitment: vec![4; 32], ciphertext: vec![5; 120] });
    put("record", "note-sealed", note.encode_to_vec());
    let reason = "rain".into();
    let closed = Event { at: GameTime(9), by: Actor::Judge, fact: Fact::GameAbandoned { reason } };
    let mut closed = record(Body::Event(convert::event_to_wire(&closed, &setup)));
    closed.note_keys = vec![journal::NoteKey { epoch: 2, key: vec![7; 32] }];
    closed.signature = vec![2; 64];
    put("record", "notes-opened", closed.encode_to_vec());
}

fn records() {
    use journal::record::Body;
    clear("record");
    let signature = || vec![2; 64];
    let setup = table::setup();
    let created = journal::GameCreated {
        game: "g1".into(),
        setup: Some(convert::setup_to_wire(&setup)),
        server_key: vec![3; 32],
        instance: vec![5; 16],
    };
    put("record", "created", record(Body::GameCreated(created)).encode_to_vec());
    let epoch = journal::Epoch { number: 2, tag: vec![6; 16] };
    put("record", "epoch", record(Body::Epoch(epoch)).encode_to_vec());
    put("record", "heartbeat", record(Body::Heartbeat(journal::Heartbeat { at_ms: 9 })).encode_to_vec());
    let mut game = Game::new(setup);
    let mut names = std::collections::BTreeMap::new();
    for event in &played().events {
        let shown = public(&game, event);
        game.apply(event);
        let Some(shown) = shown else { continue };
        let mut record = record(Body::Event(convert::event_to_wire(&shown, game.setup())));
        let opened = match &shown.fact {
            Fact::BidsSealed { .. } | Fact::RebidSealed { .. } => {
                record.seal = Some(journal::Seal {
                    revision: 1,
                    counter: 1,
                    commitment: vec![4; 32],
                    ciphertext: vec![5; 120],
                    by_hand: String::new(),
                });
                0
            }
            Fact::ListsOpened { lists, .. } => lists.len(),
            Fact::RebidsOpened { raises, .. } => raises.len(),
            _ => 0,
        };
        let opening = || journal::Opening { counter: 1, nonce: vec![6; 32], key: vec![7; 32] };
        record.openings = (0..opened).map(|_| opening()).collect();
        if is_signed(&shown.fact) {
            record.signature = signature();
        }
        if let Fact::RoundOpened { .. } = shown.fact {
            record.wrapped_key = vec![8; 60];
        }
        names.entry(shown.fact.name()).or_insert(record);
    }
    for (name, record) in names {
        put("record", name, record.encode_to_vec());
    }
}
