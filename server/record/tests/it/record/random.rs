//! Records of random games verify, and reading and writing them again changes no byte.
#![expect(clippy::expect_used, reason = "a text that cannot be announced is a failed test")]

use crate::record::clerk::*;
use crate::record::table::*;
use ishigaki_record::transcript::{Writer, read};
use ishigaki_record::verify::verify;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::*;
use proptest::prelude::*;

/// A random act: kind, team, three figures and delay.
type ActAttempt = (u8, u8, [u8; 3], u16);

/// A random act in a game, with the round and attempt that it names.
struct ActDraw<'a> {
    game: &'a Game,
    kind: u8,
    team: TeamId,
    figures: [u8; 3],
    round: RoundNo,
    attempt: u32,
}

impl<'a> ActDraw<'a> {
    fn of(game: &'a Game, (kind, who, figures, _): ActAttempt) -> Self {
        let record = game.current_round();
        let (round, attempt) = record.map_or((RoundNo(1), 1), |record| (record.round, record.attempt));
        Self { game, kind: kind % 27, team: TeamId(u32::from(who % 3)), figures, round, attempt }
    }

    fn act(&self) -> (Actor, Act) {
        let (by, by_hand) = match self.figures[1] % 8 {
            0 => (Actor::Organiser, Some(self.reason())),
            _ => (Actor::Team(self.team), None),
        };
        match self.kind {
            0..=5 => (by, self.list(by_hand)),
            6..=9 => match self.game.phase() {
                Phase::Rebidding { wave, .. } => (by, self.rebid(wave, by_hand)),
                _ => (Actor::Clock, Act::Tick),
            },
            14 => (Actor::Team(self.team), self.stone()),
            20 => (Actor::Organiser, self.count()),
            21 if self.figures[0] >= 128 => {
                let stones = self.stones().collect();
                (Actor::Team(self.team), Act::CheckStones { team: self.team, stones })
            }
            23 => (by, self.wall(by_hand)),
            24 => {
                let text = Question::new(&format!("why {}?", self.figures[0])).expect("a short text");
                (Actor::Team(self.team), Act::AskQuestion { team: self.team, text })
            }
            25 => {
                let through = MessageNo(1 + u32::from(self.figures[0]) % 4);
                (Actor::Team(self.team), Act::MarkRead { team: self.team, through })
            }
            _ => match self.act_of_judge() {
                Some(act) => (Actor::Judge, act),
                None => (Actor::Clock, Act::Tick),
            },
        }
    }

    fn act_of_judge(&self) -> Option<Act> {
        let (team, round, attempt, reason) = (self.team, self.round, self.attempt, self.reason());
        let [first, second, _] = self.figures;
        let lot = LotId(u32::from(first) % 3);
        Some(match self.kind {
            10 | 11 => match self.game.phase() {
                Phase::Ready { next } => Act::OpenRound { round: next },
                _ => Act::SignalEnd,
            },
            12 => Act::ConfirmLots { round, attempt, lots: LotChoice::One(lot), seen: None },
            13 => Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None },
            15 if first < 20 => Act::VoidRound { round, attempt: None, reason },
            16 if first < 20 => Act::Disqualify { team, reason },
            16 => Act::Reinstate { team, reason },
            17 if first < 20 => Act::Pause { reason },
            17 => Act::Resume,
            18 if first < 60 => Act::Extend { by: Millis(5_000), reason },
            19 if first < 3 => Act::Abandon { reason },
            19 => Act::DeclareResult,
            21 => Act::TickStones { stones: self.stones().collect(), carried: second < 200 },
            22 if first < 128 => Act::Remark { text: reason },
            22 => {
                let teams = (second < 128).then_some(team).into_iter().collect();
                Act::Announce {
                    teams,
                    text: Announcement::new(&reason, "石").expect("a short text"),
                    asked: None,
                    corrects: first < 160,
                }
            }
            26 => {
                let question = QuestionNo(1 + u32::from(first) % 3);
                let replaces = self.game.question(team, question).and_then(AskedQuestion::answer_revision);
                let text = Announcement::new("so", "").expect("a short text");
                Act::AnswerQuestion { team, question, replaces, text, to_all: second < 128 }
            }
            _ => return None,
        })
    }

    fn list(&self, by_hand: Option<String>) -> Act {
        let (team, round) = (self.team, self.round);
        let replaces = self.game.current_round().and_then(|record| record.revision(team));
        let bid = |figure: u32| Bid { lot: LotId(figure % 3), price: Tsuyama(u64::from(2 + figure / 3 % 2)) };
        let bids = self.figures.map(|figure| bid(figure.into()))[..usize::from(self.figures[0]) % 4].to_vec();
        Act::SubmitBids { team, round, attempt: None, replaces, bids: Secret(bids), by_hand }
    }

    fn rebid(&self, wave: WaveNo, by_hand: Option<String>) -> Act {
        let (team, round) = (self.team, self.round);
        let replaces = self.game.current_round().and_then(|record| record.raise_revision(team));
        let [first, second, third] = self.figures.map(u32::from);
        let raise = Raise { priority: Priority(1 + first % 3), price: Tsuyama(u64::from(3 + second % 4)) };
        let raises = Secret([raise][..third as usize % 2].to_vec());
        Act::SubmitRebid { team, round, attempt: None, wave, replaces, raises, by_hand }
    }

    fn stone(&self) -> Act {
        let stone = self.stones().next().unwrap_or(stone(X, 1));
        Act::PlaceStone { team: self.team, replaces: self.wall_revision(), placement: self.place(stone) }
    }

    fn wall(&self, by_hand: Option<String>) -> Act {
        let placements = self.stones().take(1).map(|stone| self.place(stone)).collect();
        Act::SubmitWall { team: self.team, replaces: self.wall_revision(), placements, by_hand }
    }

    fn count(&self) -> Act {
        let [first, second, third] = self.figures.map(u32::from);
        let count = WallCount { empty: first % 8, top_gaps: second % 4, used: third % 2 };
        Act::CountWall { team: self.team, count: (first < 200).then_some(count), reason: self.reason() }
    }

    fn place(&self, stone: StoneId) -> Placement<StoneId> {
        let [row, column, turn] = self.figures;
        placed(stone, u32::from(turn) % 4, i32::from(row % 2), i32::from(column % 4))
    }

    fn stones(&self) -> impl Iterator<Item = StoneId> {
        self.game.team(self.team).map(|team| team.stones.clone()).unwrap_or_default().into_iter()
    }

    fn wall_revision(&self) -> Option<Revision> {
        self.game.team(self.team).and_then(|team| team.wall)
    }

    fn reason(&self) -> String {
        format!("reason \"{}\" \u{3042}\t", self.figures[0])
    }
}

/// Plays all possible attempts.
fn play(tries: &[ActAttempt]) -> (Setup, Vec<Event>) {
    let mut plan = setup();
    plan.teams.truncate(3);
    plan.support = SupportRule::AtEnd;
    plan.rounds[0].close = ClosePolicy::WhenAllSealed;
    let mut game = Game::new(plan.clone());
    let mut events = Vec::new();
    for &attempt in tries {
        let at = game.now().after(Millis(u64::from(attempt.3 / 4)));
        let mut commands = Vec::new();
        if let Some(due) = game.due().filter(|due| *due <= at) {
            commands.push(Command { at: due.max(game.now()), by: Actor::Clock, act: Act::Tick });
        } else {
            let (by, act) = ActDraw::of(&game, attempt).act();
            commands.push(Command { at, by, act });
        }
        for command in commands {
            for event in decide(&game, &command).unwrap_or_default() {
                game.apply(&event);
                events.push(event);
            }
        }
    }
    (plan, events)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_game_record_verifies_and_round_trips(
        tries in prop::collection::vec(any::<ActAttempt>(), 0..250),
    ) {
        let (setup, events) = play(&tries);
        let clerk = RecordFixture::of(&setup, &events);
        let text = clerk.text();
        let report = verify(&text, Some(&key().public().fingerprint()));
        let report = report.map_err(|violation| TestCaseError::fail(format!("{violation:?}")))?;
        prop_assert_eq!(report.records, events.len());
        prop_assert_eq!(report.seals, clerk.receipts.len());
        prop_assert_eq!(report.heads, closings(&events));
        let transcript = read(&text).unwrap();
        let mut writer = Writer::start(
            Vec::new(), &header(&transcript.setup, &key()),
        ).unwrap();
        let mut signed = transcript.signed.iter();
        for entry in &transcript.entries {
            if writer.entry(entry).unwrap() {
                writer.signed(&signed.next().unwrap().signature).unwrap();
            }
        }
        prop_assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), text);
    }
}
