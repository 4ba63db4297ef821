//! The record of an event: the example in `tests/tournament`, its verification, and violations in changed copies.
//!
//! `ISHIGAKI_UPDATE_RECORDS=1 cargo test -p ishigaki-record --test it tournament::` rewrites the example.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a record that cannot be made is a failed test")]

mod groups;

use ishigaki_matching::Blossom;
use ishigaki_othello::Reason;
use ishigaki_preset::{Commitment, EventConfig, Roster};
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::tournament::{
    self, Entry, EventViolationKind, Header, Report, Stop, complete, entry_line, tournament_line, verify,
};
use ishigaki_record::transcript::{Error as RecordError, epoch_line, signed_line};
use ishigaki_record::verify::{Ending, Expected};
use ishigaki_rules::GameTime;
use ishigaki_tournament::{Act, Actor, Command, Competition, DrawNumber, LeagueId, PlayerId, Round, Slip};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tournament/meijin.jsonl");

/// Writes a record like a server.
struct Writer {
    key: SigningKey,
    branch: Branch,
    config: EventConfig,
    roster: Roster,
    competition: Competition,
    head: Head,
    sequence: u64,
    text: String,
}

impl Writer {
    fn start(config: &str) -> Self {
        let key = SigningKey::from_seed([7; 32]);
        let config = EventConfig::read(config).unwrap();
        let instance = Instance([9; 16]);
        let header = Header {
            event: "meijin".into(),
            instance,
            server_key: key.public(),
            unix_ms: 1_790_000_000_000,
            config: config.clone(),
        };
        let line = tournament_line(&header).unwrap();
        Self {
            key,
            branch: Branch::first("meijin", instance),
            competition: Competition::new(config.plan().clone()),
            config,
            roster: Roster::default(),
            head: Head::START.then(line.as_bytes()),
            sequence: 0,
            text: line + "\n",
        }
    }

    fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn act(&mut self, by: Actor, act: Act) {
        self.write(by, act, None);
    }

    fn write(&mut self, by: Actor, act: Act, roster: Option<Roster>) {
        let at = GameTime(self.sequence * 1_000);
        let decided = self.competition.decide(&Command::new(at, by, act), &Blossom);
        for event in decided.expect("the rules allow it") {
            let principal =
                if by == Actor::Server { String::new() } else { format!("{by:?}").to_lowercase() };
            let unix_ms = 1_790_000_000_000 + self.sequence * 1_000;
            let entry = Entry { event, roster: roster.clone(), unix_ms, principal };
            self.sequence += 1;
            let line = entry_line(self.sequence, &entry).unwrap();
            self.head = self.head.then(line.as_bytes());
            self.put(&line);
            let signature = sign_head(&self.key, &self.branch, self.sequence, self.head);
            self.put(&signed_line(self.sequence, self.head, &signature));
            self.competition.apply(&entry.event);
        }
        self.roster = roster.unwrap_or_else(|| self.roster.clone());
    }

    fn roster(&mut self, text: &str) {
        let roster = Roster::read(text).unwrap();
        let act = Act::SetRoster { roster: roster.entrants(self.config.plan()).unwrap() };
        self.write(Actor::Organiser, act, Some(roster));
    }

    fn commit(&mut self) {
        let Commitment(commitment) = Commitment::of(self.config.text(), self.roster.text());
        self.act(Actor::Organiser, Act::Commit { commitment });
    }

    fn take_up(&mut self) {
        self.branch = self.branch.next(EpochTag([3; 16]));
        let line = epoch_line(self.branch.epoch, self.branch.tag, 1_790_000_100_000);
        self.head = self.head.then(line.as_bytes());
        self.put(&line);
    }

    /// Pairs a round and enters all results: the smaller line wins.
    fn round(&mut self, round: u32) {
        self.act(Actor::Organiser, Act::PairRound { round: Round(round) });
        let games: Vec<_> = self.competition.leagues().unwrap().rounds().last().unwrap().games().collect();
        for (at, (_, a, b)) in games.into_iter().enumerate() {
            let mut slip = Slip::plain(a.min(b), a.max(b));
            if at == 2 {
                slip.reason = Reason::Forfeit;
            }
            self.act(Actor::Desk, Act::EnterResult { round: Round(round), slip });
        }
    }
}

/// An event of 24 in the first preset, from the roster to the declared ranking: two are absent, one withdraws, a result is
/// overruled, and the server is restarted once.
fn written() -> String {
    let mut writer = Writer::start(r#"{"preset":"M42","title_ja":"名人戦","hall":"第1会議室"}"#);
    let line = |line: u32| {
        let seed = if [3, 5, 8, 12].contains(&line) { r#""seed":"A","# } else { "" };
        format!(
            r#"{{"id":"P{line:02}","kana":"センシュ{line}","name":"選手{line}",{seed}"woman":{}}}"#,
            line.is_multiple_of(4)
        )
    };
    writer.roster(&format!("[{}]", (1..=24).map(line).collect::<Vec<_>>().join(",")));
    writer.commit();
    writer.act(Actor::Desk, Act::MarkAttendance { player: PlayerId(6), absent: true });
    let results = |third: &str| ["407", "1932", third, "7741"].map(str::to_owned).into();
    writer.act(Actor::Organiser, Act::EnterDigits { results: results("0568") });
    let reason = "two digits were swapped".to_owned();
    writer.act(Actor::Referee, Act::OverruleDigits { results: results("0586"), reason });
    let (player, reason) = (PlayerId(17), "the train was late".to_owned());
    writer.act(Actor::Referee, Act::OverruleAttendance { player, absent: true, reason });
    for (number, player) in (1..).zip([2, 4, 7, 11]) {
        writer.act(Actor::Desk, Act::DrawSlip { player: PlayerId(player), number: DrawNumber(number) });
    }
    writer.act(Actor::Organiser, Act::MakeLeagues);
    writer.round(1);
    let first = writer.competition.leagues().unwrap().entries()[0].slip.clone();
    let slip = Slip::plain(first.loser, first.winner);
    let reason = "the card was filled in the wrong way round".to_owned();
    writer.act(Actor::Referee, Act::Overrule { entry: 1, slip, reason });
    writer.act(Actor::Referee, Act::Rule { text: "round 2 starts ten minutes late".into() });
    writer.take_up();
    writer.round(2);
    writer.act(Actor::Desk, Act::Withdraw { player: PlayerId(21) });
    for round in 3..=8 {
        writer.round(round);
    }
    for league in 0..4 {
        let confirm = Act::ConfirmFirst { league: LeagueId(league) };
        let command = Command::new(GameTime(0), Actor::Referee, confirm.clone());
        if writer.competition.decide(&command, &Blossom).is_ok() {
            writer.act(Actor::Referee, confirm);
        }
    }
    writer.act(Actor::Organiser, Act::Declare);
    complete(&writer.text).unwrap()
}

fn check(text: &str) -> Result<Report, Stop> {
    verify(text.as_bytes(), &Expected::default())
}

/// Returns the line and kind of the record's violation.
fn found(text: &str) -> (usize, EventViolationKind) {
    match check(text) {
        Err(Stop::Violation(violation)) => (violation.line, violation.kind),
        other => panic!("it is not found: {other:?}"),
    }
}

#[test]
fn example_record_matches_server_output_and_verifies() {
    let written = written();
    if std::env::var_os("ISHIGAKI_UPDATE_RECORDS").is_some() {
        std::fs::write(EXAMPLE, &written).unwrap();
    }
    assert!(std::fs::read_to_string(EXAMPLE).unwrap() == written, "{EXAMPLE} is another one");
    let report = check(&written).unwrap();
    assert_eq!((report.ending, report.epochs, report.rounds, report.players), (Ending::Declared, 2, 8, 24));
    assert_eq!(report.ranking.len(), 22);
    let expected = Expected { key: Some(report.fingerprint), head: None };
    assert_eq!(verify(written.as_bytes(), &expected).unwrap().gaps(), []);
}

#[test]
fn changed_byte_or_removed_line_of_example_is_detected() {
    no_byte_can_be_changed(&written());
}

fn no_byte_can_be_changed(written: &str) {
    for at in (0..written.len()).step_by(331) {
        let mut changed = written.as_bytes().to_vec();
        changed[at] ^= 1;
        verify(changed.as_slice(), &Expected::default()).expect_err("a byte was changed");
    }
    let lines: Vec<&str> = written.split_inclusive('\n').collect();
    for at in (0..lines.len()).step_by(7) {
        check(&[&lines[..at], &lines[at + 1..]].concat().concat()).expect_err("a line is missing");
    }
}

fn forged(change: impl Fn(&str) -> String) -> String {
    re_signed(&written(), change)
}

/// Changes every line of a record before its last one, and signs it again.
fn re_signed(written: &str, change: impl Fn(&str) -> String) -> String {
    let key = SigningKey::from_seed([7; 32]);
    let instance = Instance([9; 16]);
    let mut branch = Branch::first("meijin", instance);
    let (mut head, mut sequence, mut text) = (Head::START, 0, String::new());
    for line in written.lines() {
        if line.starts_with(r#"{"kind":"signed""#) || line.starts_with(r#"{"kind":"result""#) {
            continue;
        }
        let line = change(line);
        if line.starts_with(r#"{"kind":"epoch""#) {
            branch = branch.next(EpochTag([3; 16]));
        }
        head = head.then(line.as_bytes());
        text.push_str(&line);
        text.push('\n');
        if line.starts_with(r#"{"kind":"event""#) {
            sequence += 1;
            let signature = sign_head(&key, &branch, sequence, head);
            text.push_str(&signed_line(sequence, head, &signature));
            text.push('\n');
        }
    }
    complete(&text).unwrap()
}

#[test]
fn signed_violation_of_event_rules_is_detected() {
    assert_eq!(forged(str::to_owned), written());
    // A roster that doesn't match the commitment.
    let (_, violation) = found(&forged(|line| line.replace("センシュ9", "センシュ0")));
    assert!(matches!(violation, EventViolationKind::WrongCommitment { .. }), "{violation}");
    // Other digits than the drawn ones lead to another draw, and so to other pairings.
    let (_, violation) = found(&forged(|line| line.replace(r#""results":["407""#, r#""results":["408""#)));
    assert!(matches!(violation, EventViolationKind::Different { .. }), "{violation}");
    // A certificate that claims too much.
    let (_, violation) = found(&forged(|line| line.replacen(r#""gaps":["#, r#""gaps":[9,"#, 1)));
    assert!(matches!(violation, EventViolationKind::Different { .. }), "{violation}");
    // A ruling by the desk.
    let (_, violation) = found(&forged(|line| line.replace(r#""by":"referee""#, r#""by":"desk""#)));
    assert!(matches!(violation, EventViolationKind::Refused { .. }), "{violation}");
}

#[test]
fn wrong_ranking_is_detected() {
    let written = written();
    let last = written.lines().last().unwrap();
    let changed = written.replace(last, &last.replacen(r#""place":1,"#, r#""place":2,"#, 1));
    let (line, violation) = found(&changed);
    assert_eq!(line, written.lines().count());
    assert!(matches!(violation, EventViolationKind::WrongResult { .. }), "{violation}");
}

/// Squares and their order in a claim have exactly one spelling.
#[test]
fn claims_of_a_slip_have_one_spelling() {
    let written = written();
    let read = |squares: &str| {
        let claim = format!(
            r#""claims":[{{"kind":"no_flip","by":"black","number":3,"squares":[{squares}],"ruling":"turned back"}}]"#
        );
        let error = tournament::read(&written.replacen(r#""claims":[]"#, &claim, 1)).err();
        error.map(|error| error.error)
    };
    for good in ["", r#""a1""#, r#""a1","b1","h8""#] {
        assert!(read(good).is_none(), "{good}");
    }
    for bad in [r#""A1""#, r#""a1","a1""#, r#""b1","a1""#, r#""a1","A1""#] {
        assert!(matches!(read(bad), Some(RecordError::NotCanonical)), "{bad}");
    }
    for bad in [r#""""#, r#""i9""#, r#""a1 ""#, r#""a01""#, "1"] {
        assert!(read(bad).is_some(), "{bad}");
    }
}
