//! Playing a game back, driven by keys and time.

#![expect(clippy::unwrap_used, reason = "a record that cannot be made is a failed test")]

use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use std::time::{Duration, Instant};

use crate::contest::{self, Contest};
use ishigaki_record::transcript;
use ishigaki_record::verify::verify;
use ishigaki_rules::{Act, Announcement, Event as Happening, Fact, Game, Phase, StoneId};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::replay::{Effect, ProofGaps, State, Timeline, update};

const RECORD: &str = include_str!("../../../server/record/tests/golden/small.jsonl");

struct Player {
    state: State,
    effects: Vec<Effect>,
    now: Instant,
}

fn whole() -> (Contest, Timeline) {
    let mut contest = Contest::new();
    contest.end();
    let timeline = Timeline::new("heat-1".into(), contest.game.setup().clone(), contest.events.clone());
    (contest, timeline)
}

fn proof(record: &str, is_key_known: bool) -> ProofGaps {
    let report = verify(record, None).unwrap();
    if !is_key_known {
        return ProofGaps::of(&report);
    }
    ProofGaps::of(&verify(record, Some(&report.fingerprint)).unwrap())
}

fn with_an_unsigned_tail() -> String {
    let (signed, _) = RECORD.split_once(r#"{"kind":"event","sequence":21,"#).unwrap();
    let remark = r#"{"kind":"event","sequence":21,"at_ms":98000,"unix_ms":0,"by":"judge","principal":"j","fact":{"fact":"remarked","text":"x"}}"#;
    transcript::complete(&format!("{signed}{remark}\n")).unwrap()
}

impl Player {
    fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        Self::of(lang, whole().1, proof(RECORD, true), columns, lines)
    }

    fn of_record(lang: Lang, record: &str, is_key_known: bool, columns: u16) -> Self {
        let timeline = Timeline::from(&transcript::read(record).unwrap());
        Self::of(lang, timeline, proof(record, is_key_known), columns, 24)
    }

    fn of(lang: Lang, timeline: Timeline, proof: ProofGaps, columns: u16, lines: u16) -> Self {
        let state = State::new(lang, timeline, proof, columns, lines).unwrap();
        let mut player = Self { state, effects: Vec::new(), now: ishigaki_client::now() };
        player.pass(0);
        player
    }

    fn happen(&mut self, input: &Input) {
        self.effects.extend(update(&mut self.state, input));
    }

    fn key(&mut self, key: Key) {
        self.happen(&Input::Key(key));
    }

    fn pass(&mut self, millis: u64) {
        self.now += Duration::from_millis(millis);
        self.happen(&Input::Tick { now: self.now });
    }

    fn screen(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::COLOUR))
    }
}

#[track_caller]
fn check(name: &str, play: impl Fn(&mut Player)) {
    compare(name, &whole().1, play);
}

#[track_caller]
fn compare(name: &str, timeline: &Timeline, play: impl Fn(&mut Player)) {
    let paint = |lang, columns, lines| {
        let mut player = Player::of(lang, timeline.clone(), proof(RECORD, true), columns, lines);
        play(&mut player);
        player.screen()
    };
    for (name, body) in stage::snapshots(name, paint) {
        insta::assert_snapshot!(name, body);
    }
}

#[test]
fn screens_match_their_snapshots() {
    check("start", |_| {});
    check("opened", |player| {
        for _ in 0..5 {
            player.key(Key::Right);
        }
    });
    check("end", |player| player.key(Key::End));
}

#[test]
fn record_that_ends_in_the_countdown_shows_no_standings() {
    let (contest, _) = whole();
    let is_early = |event: &&Happening| event.fact != Fact::GameEnded;
    let events: Vec<Happening> = contest.events.iter().take_while(is_early).cloned().collect();
    let timeline = Timeline::new("heat-1".into(), contest.game.setup().clone(), events);
    let mut player = Player::of(Lang::En, timeline, proof(RECORD, true), 200, 50);
    player.key(Key::End);
    let screen = player.screen();
    assert_eq!(screen.matches("? ? ?").count(), contest.game.standings().len(), "{screen}");
    for row in contest.game.standings() {
        let empty = format!("{} empty", row.tally.unwrap().empty);
        assert!(!screen.contains(&empty) && !screen.contains("1st"), "{screen}");
    }
}

#[test]
fn hints_are_below_the_time() {
    let paint = |(), lang, columns, lines| Player::new(lang, columns, lines).screen();
    insta::assert_snapshot!("hints", stage::hints(&[("start", ())], paint));
}

#[test]
fn head_shows_unverified_parts_of_record() {
    let unsigned = with_an_unsigned_tail();
    for (lang, partly, signer, tail, marked) in [
        (Lang::En, "PARTLY CHECKED: ", "signer not checked (--key)", "the last line is unsigned", "UNSIGNED"),
        (Lang::Ja, "一部のみ確認：", "署名者は未確認", "末尾の1行に署名がありません", "署名なし："),
    ] {
        for (record, is_key_known) in [(RECORD, true), (RECORD, false), (&unsigned, true), (&unsigned, false)]
        {
            let is_open = record == unsigned;
            let mut player = Player::of_record(lang, record, is_key_known, 120);
            let screen = player.screen();
            assert_eq!(screen.contains(partly), is_open || !is_key_known, "{screen}");
            assert_eq!(
                (screen.contains(signer), screen.contains(tail)),
                (!is_key_known, is_open),
                "{screen}"
            );
            assert!(!screen.contains(marked), "the first line is signed: {screen}");
            player.key(Key::End);
            assert_eq!(player.screen().contains(marked), is_open, "{}", player.screen());
            player.key(Key::Left);
            assert!(!player.screen().contains(marked), "what lies before is signed: {}", player.screen());
        }
    }
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        let mut player = Player::of_record(lang, &unsigned, false, 50);
        player.key(Key::End);
        insta::assert_snapshot!(format!("unproven_{code}_50x24"), stage::body(&player.screen()));
    }
}

#[test]
fn each_moment_equals_replay_of_earlier_records() {
    let (contest, timeline) = whole();
    let mut game = Game::new(contest.game.setup().clone());
    assert_eq!(timeline.game(0).as_ref(), Some(&game));
    for (at, event) in contest.events.iter().enumerate() {
        game.apply(event);
        assert_eq!(timeline.game(at + 1).as_ref(), Some(&game), "after record {}", at + 1);
    }
    assert_eq!(timeline.game(usize::MAX).as_ref(), Some(&game), "after the end is the end");
}

#[test]
fn steps_lead_to_the_same_game_whichever_way_they_go() {
    let (_, timeline) = whole();
    let mut player = Player::new(Lang::En, 80, 24);
    let keys =
        [Key::End, Key::Left, Key::Left, Key::Right, Key::PageUp, Key::PageUp, Key::Right, Key::PageDown];
    for key in keys {
        player.key(key);
        let expected = timeline.game(player.state.moment());
        assert_eq!(Some(player.state.game()), expected.as_ref(), "after {key}");
    }
    for _ in 0..100 {
        player.key(Key::Left);
    }
    assert_eq!(player.state.moment(), 0);
}

#[test]
fn pages_go_from_round_to_round() {
    let mut player = Player::new(Lang::En, 80, 24);
    let round = |player: &Player| player.state.game().rounds().last().map(|record| record.round.0);
    player.key(Key::PageDown);
    assert_eq!((player.state.moment(), round(&player)), (1, Some(1)));
    player.key(Key::PageDown);
    assert_eq!(round(&player), Some(2));
    assert!(matches!(player.state.game().phase(), Phase::Bidding { .. }));
    player.key(Key::PageDown);
    assert_eq!(player.state.game().phase(), Phase::Declared);
    player.key(Key::PageUp);
    assert_eq!(round(&player), Some(2));
    player.key(Key::Home);
    assert_eq!(player.state.moment(), 0);
}

#[test]
fn playback_follows_game_time_at_chosen_speed() {
    let mut player = Player::new(Lang::En, 80, 24);
    player.key(Key::Char(' '));
    assert_eq!(player.state.speed(), 10);
    player.pass(0);
    // Round 1 is opened at once, the lists come after ten seconds.
    assert_eq!(player.state.moment(), 1);
    player.pass(900);
    assert_eq!(player.state.moment(), 1);
    player.pass(100);
    assert_eq!(player.state.moment(), 4);
    player.key(Key::Char('-'));
    assert_eq!(player.state.speed(), 5);
    player.key(Key::Char(' '));
    player.pass(60_000);
    assert_eq!(player.state.moment(), 4, "it stands");
    player.key(Key::Char(' '));
    for _ in 0..20 {
        player.key(Key::Char('+'));
    }
    player.pass(60_000);
    assert_eq!(player.state.game().phase(), Phase::Declared);
    assert!(!player.state.is_playing(), "at the end it stops");
}

#[test]
fn ten_thousand_records_are_scrubbed_at_once() {
    let mut contest = Contest::new();
    contest.build();
    let mut events = contest.events.clone();
    let laid = contest.game.team(contest::B).unwrap().laid.clone();
    let (&stone, &spot): (&StoneId, _) = laid.iter().next().unwrap();
    let last = events.last().unwrap().clone();
    while events.len() < 10_000 {
        let out = Fact::StoneTakenOut { team: contest::B, stone };
        events.push(Happening { fact: out, ..last.clone() });
        let back = Fact::StonePlaced { team: contest::B, stone, spot };
        events.push(Happening { fact: back, ..last.clone() });
    }
    let timeline = Timeline::new("heat-1".into(), contest.game.setup().clone(), events);
    let mut state = State::new(Lang::En, timeline, proof(RECORD, true), 200, 50).unwrap();
    let start = ishigaki_client::now();
    let jumps = 200;
    for _ in 0..jumps / 2 {
        update(&mut state, &Input::Key(Key::End));
        update(&mut state, &Input::Key(Key::Left));
    }
    // A jump must be far below what an eye sees, also on a slow and busy machine that builds without optimising.
    let each = (ishigaki_client::now() - start) / jumps;
    assert!(each < Duration::from_millis(20), "{each:?} a jump");
}

/// A record with an announcement to all and, half a minute later, one to a team.
fn announced() -> Timeline {
    let mut contest = Contest::new();
    contest.seal();
    let text =
        Announcement::new("Lunch until 13:00", &"昼食は城の裏の食堂で13時まで出ます。".repeat(10)).unwrap();
    contest.judge(Act::Announce { teams: Vec::new(), text, asked: None, corrects: false });
    contest.wait(30_000);
    let text = Announcement::new("Come to the desk", "本部へ").unwrap();
    contest.judge(Act::Announce { teams: vec![contest::A], text, asked: None, corrects: false });
    contest.wait(89_000);
    contest.judge(Act::Remark { text: "calm".into() });
    contest.wait(1_500);
    contest.judge(Act::Remark { text: "calm again".into() });
    Timeline::new("heat-1".into(), contest.game.setup().clone(), contest.events.clone())
}

#[test]
fn announcements_last_in_a_replay_as_in_the_hall() {
    compare("announced", &announced(), |player| {
        player.key(Key::End);
        player.key(Key::Left);
    });
    for lang in Lang::ALL {
        let mut player = Player::of(lang, announced(), proof(RECORD, true), 120, 40);
        player.key(Key::End);
        let screen = player.screen();
        let gone = if lang == Lang::En { "Lunch" } else { "昼食" };
        assert!(!screen.contains(gone), "two minutes are over:\n{screen}");
        player.key(Key::Home);
        assert!(!player.screen().contains('»'), "nothing was announced yet");
    }
}

#[test]
fn replay_is_drawn_at_any_size() {
    let mut player = Player::new(Lang::Ja, 80, 24);
    for key in [Key::Home, Key::PageDown, Key::Right, Key::End, Key::Char('?')] {
        player.key(key);
        for (columns, lines) in [(1, 1), (49, 15), (50, 16), (100, 22), (121, 40), (300, 17)] {
            player.happen(&Input::Resize { columns, lines });
            player.screen();
        }
    }
}
