//! A small event in leagues and a small contest in groups, played by the rules, as feeds, records and
//! journals.

use ishigaki_fuzz_targets::transcript::key;
use ishigaki_matching::Blossom;
use ishigaki_preset::{Commitment, EventConfig, Roster};
use ishigaki_proto::branch;
use ishigaki_proto::convert::tournament_event_to_wire;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event, journal, wire};
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::sign_head;
use ishigaki_record::tournament::{Entry, Header, complete, entry_line, tournament_line};
use ishigaki_record::transcript::signed_line;
use ishigaki_rules::{GameTime, TeamId};
use ishigaki_tournament::{Act, Actor, Command, Competition, PlayerId, Round, Slip, StageId};

const INSTANCE: Instance = Instance([5; 16]);
const BEGINNING: u64 = 1_790_000_000_000;

/// Settings of an event in leagues.
pub(crate) const LEAGUES: &str =
    r#"{"preset":"O18","seed_mode":"lcg","title_ja":"王座戦","hall":"第1会議室"}"#;

/// Settings of a contest in groups.
pub(crate) const GROUPS: &str = r#"{"preset":"ishigaki"}"#;

/// Returns a roster with `lines` lines, with or without a seed.
pub(crate) fn roster(lines: u32, has_seed: bool) -> String {
    let line = |line: u32| {
        let seed = if has_seed && line == 3 { r#","seed":"A""# } else { "" };
        format!(r#"{{"id":"P{line}","name":"選手{line}","woman":{}{seed}}}"#, line.is_multiple_of(2))
    };
    format!("[{}]", (1..=lines).map(line).collect::<Vec<_>>().join(","))
}

/// An event and its record.
pub(crate) struct WrittenEntry {
    competition: Competition,
    config: EventConfig,
    roster: Roster,
    branch: Branch,
    head: Head,
    sequence: u64,
    lines: String,
    pub(crate) items: Vec<wire::FeedItem>,
    pub(crate) records: Vec<journal::Record>,
}

impl WrittenEntry {
    fn new(config: &str) -> Self {
        let config = EventConfig::read(config).unwrap();
        let branch = Branch::first("e1", INSTANCE);
        let (server_key, unix_ms) = (key().public(), BEGINNING);
        let header =
            Header { event: "e1".into(), instance: INSTANCE, server_key, unix_ms, config: config.clone() };
        let line = tournament_line(&header).unwrap();
        let head = Head::START.then(line.as_bytes());
        let setup = event::EventSetup {
            event: "e1".into(),
            config: config.text().into(),
            title: config.title().into(),
            title_ja: config.title_ja().into(),
        };
        let created = journal::EventCreated {
            setup: Some(setup.clone()),
            server_key: server_key.0.into(),
            instance: INSTANCE.0.into(),
        };
        let record = record(journal::record::Body::EventCreated(created), head);
        let item = wire::FeedItem {
            sequence: 1,
            body: Some(Body::EventSetup(setup)),
            server_key: server_key.0.into(),
            instance: INSTANCE.0.into(),
            ..Default::default()
        };
        Self {
            competition: Competition::new(config.plan().clone()),
            config,
            roster: Roster::default(),
            branch,
            head,
            sequence: 0,
            lines: line + "\n",
            items: vec![item],
            records: vec![record],
        }
    }

    fn act(&mut self, by: Actor, act: Act) {
        let at = GameTime(1_000 * self.sequence);
        let roster = matches!(act, Act::SetRoster { .. }).then(|| self.roster.clone());
        for event in self.competition.decide(&Command::new(at, by, act), &Blossom).unwrap() {
            let mut fact = tournament_event_to_wire(&event);
            if let (Some(event::event::Fact::RosterSet(set)), Some(roster)) = (&mut fact.fact, &roster) {
                roster.text().clone_into(&mut set.text);
            }
            self.competition.apply(&event);
            let (unix_ms, principal) = (BEGINNING + at.0, "somebody".to_owned());
            let entry = Entry { event, roster: roster.clone(), unix_ms, principal };
            self.sequence += 1;
            let line = entry_line(self.sequence, &entry).unwrap();
            self.head = self.head.then(line.as_bytes());
            let signature = sign_head(&key(), &self.branch, self.sequence, self.head);
            let signed = signed_line(self.sequence, self.head, &signature);
            self.lines.extend([line.as_str(), "\n", signed.as_str(), "\n"]);
            let proof = wire::Proof {
                sequence: self.sequence,
                head: self.head.0.into(),
                signature: signature.0.into(),
                branch: Some(branch::to_wire(&self.branch)),
            };
            self.items.push(wire::FeedItem {
                sequence: self.sequence + 1,
                body: Some(Body::EventFact(fact.clone())),
                proof: Some(proof),
                ..Default::default()
            });
            let mut record = record(journal::record::Body::EventFact(fact), self.head);
            record.signature = signature.0.into();
            self.records.push(record);
        }
    }

    /// Enters roster, commitment and digits.
    fn draw(&mut self, lines: u32) {
        self.roster = Roster::read(&roster(lines, self.config.plan().leagues().is_some())).unwrap();
        let entrants = self.roster.entrants(self.config.plan()).unwrap();
        self.act(Actor::Organiser, Act::SetRoster { roster: entrants });
        let Commitment(commitment) = Commitment::of(self.config.text(), self.roster.text());
        self.act(Actor::Organiser, Act::Commit { commitment });
        let results = match self.config.plan().groups() {
            Some(_) => ["407", "1932", "0586", "7741"].map(str::to_owned).into(),
            None => ["2718", "0314", "9265"].map(str::to_owned).into(),
        };
        self.act(Actor::Organiser, Act::EnterDigits { results });
    }

    /// Returns the whole record.
    pub(crate) fn record(&self) -> String {
        complete(&self.lines).unwrap()
    }
}

fn record(body: journal::record::Body, head: Head) -> journal::Record {
    journal::Record {
        format: 5,
        recorded_at_unix_ms: BEGINNING,
        principal: "somebody".into(),
        body: Some(body),
        head: head.0.into(),
        ..Default::default()
    }
}

/// Plays eight players to the declared ranking: the smaller line wins, one withdraws, a result is overruled.
pub(crate) fn leagues() -> WrittenEntry {
    let mut event = WrittenEntry::new(LEAGUES);
    event.draw(9);
    let (player, reason) = (PlayerId(8), "the train was late".to_owned());
    event.act(Actor::Referee, Act::OverruleAttendance { player, absent: true, reason });
    event.act(Actor::Organiser, Act::MakeLeagues);
    let end = event.config.plan().leagues().unwrap().end();
    let mut round = Round(0);
    while round < end {
        round = round.next();
        event.act(Actor::Organiser, Act::PairRound { round });
        let paired = event.competition.leagues().unwrap().rounds().last().unwrap();
        let games: Vec<_> = paired.games().map(|(_, a, b)| (a.min(b), a.max(b))).collect();
        for (winner, loser) in games {
            event.act(Actor::Desk, Act::EnterResult { round, slip: Slip::plain(winner, loser) });
        }
        if round.0 == 1 {
            let Slip { winner, loser, .. } = event.competition.leagues().unwrap().entries()[0].slip;
            let (slip, reason) = (Slip::plain(loser, winner), "the cards were swapped".to_owned());
            event.act(Actor::Referee, Act::Overrule { entry: 1, slip, reason });
            event.act(Actor::Desk, Act::Withdraw { player: PlayerId(6) });
            event.act(Actor::Referee, Act::Rule { text: "the round starts late".to_owned() });
        }
    }
    event.act(Actor::Organiser, Act::Declare);
    event
}

/// Draws the heats' groups of nine teams.
pub(crate) fn groups() -> WrittenEntry {
    let mut contest = WrittenEntry::new(GROUPS);
    contest.draw(9);
    let (stage, team) = (StageId(0), TeamId(8));
    contest.act(Actor::Desk, Act::MarkTeamAttendance { stage, team, absent: true });
    contest.act(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
    contest.act(Actor::Referee, Act::Rule { text: "lunch is late".to_owned() });
    contest
}
