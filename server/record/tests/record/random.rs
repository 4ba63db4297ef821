//! Whatever is played: its record is verified, and reading and writing it again changes no byte.
#![expect(clippy::expect_used, reason = "a text that cannot be announced is a failed test")]

use crate::clerk::*;
use crate::table::*;
use ishigaki_record::transcript::{Writer, read};
use ishigaki_record::verify::verify;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::*;
use proptest::prelude::*;

/// What somebody tries: an act by number, who, three figures, and how much later.
type Try = (u8, u8, [u8; 3], u16);

fn act(game: &Game, (kind, who, figures, _): Try) -> (Actor, Act) {
    let team = TeamId(u32::from(who % 3));
    let record = game.current_round();
    let wall = game.team(team).and_then(|team| team.wall);
    let (round, attempt) = record.map_or((RoundNo(1), 1), |record| (record.round, record.attempt));
    let reason = || format!("reason \"{}\" \u{3042}\t", figures[0]);
    let [first, second, third] = figures.map(u32::from);
    let bid = |figure: u32| Bid { lot: LotId(figure % 3), price: Tsuyama(u64::from(2 + figure / 3 % 2)) };
    let judge = |act| (Actor::Judge, act);
    let (by, by_hand) = match figures[1] % 8 {
        0 => (Actor::Organiser, Some(reason())),
        _ => (Actor::Team(team), None),
    };
    match kind % 24 {
        0..=5 => {
            let replaces = record.and_then(|record| record.revision(team));
            let bids = Secret([first, second, third].map(bid)[..figures[0] as usize % 4].to_vec());
            (by, Act::SubmitBids { team, round, attempt: None, replaces, bids, by_hand })
        }
        6..=9 => {
            let Phase::Rebidding { wave, .. } = game.phase() else { return (Actor::Clock, Act::Tick) };
            let replaces = record.and_then(|record| record.raise_revision(team));
            let price = Tsuyama(u64::from(3 + second % 4));
            let raise = Raise { priority: Priority(1 + first % 3), price };
            let raises = Secret([raise][..figures[2] as usize % 2].to_vec());
            (by, Act::SubmitRebid { team, round, attempt: None, wave, replaces, raises, by_hand })
        }
        10 | 11 => {
            let Phase::Ready { next } = game.phase() else { return judge(Act::SignalEnd) };
            judge(Act::OpenRound { round: next })
        }
        12 => judge(Act::ConfirmLots { round, attempt, lots: LotChoice::One(LotId(first % 3)), seen: None }),
        13 => judge(Act::ConfirmLots { round, attempt, lots: LotChoice::All, seen: None }),
        14 => {
            let stones = game.team(team).map(|state| state.stones.clone()).unwrap_or_default();
            let stone = stones.into_iter().next().unwrap_or(stone(X, 1));
            let (row, col) = (i32::from(figures[0] % 2), i32::from(figures[1] % 4));
            let placement = placed(stone, third % 4, row, col);
            (Actor::Team(team), Act::PlaceStone { team, replaces: wall, placement })
        }
        20 => {
            let count = WallCount { empty: first % 8, top_gaps: second % 4, used: third % 2 };
            let count = (figures[0] < 200).then_some(count);
            (Actor::Organiser, Act::CountWall { team, count, reason: reason() })
        }
        21 => {
            let stones =
                game.team(team).map(|state| state.stones.iter().copied().collect()).unwrap_or_default();
            if figures[0] < 128 {
                judge(Act::TickStones { stones, carried: figures[1] < 200 })
            } else {
                (Actor::Team(team), Act::CheckStones { team, stones })
            }
        }
        22 if figures[0] < 128 => judge(Act::Remark { text: reason() }),
        22 => {
            let teams = (figures[1] < 128).then_some(team).into_iter().collect();
            let text = Announcement::new(&reason(), "石").expect("a short text");
            judge(Act::Announce { teams, text })
        }
        23 => {
            let stones = game.team(team).map(|state| state.stones.clone()).unwrap_or_default();
            let (row, col) = (i32::from(figures[0] % 2), i32::from(figures[1] % 4));
            let placements =
                stones.into_iter().take(1).map(|stone| placed(stone, third % 4, row, col)).collect();
            (by, Act::SubmitWall { team, replaces: wall, placements, by_hand })
        }
        15 if figures[0] < 20 => judge(Act::VoidRound { round, attempt: None, reason: reason() }),
        16 if figures[0] < 20 => judge(Act::Disqualify { team, reason: reason() }),
        16 => judge(Act::Reinstate { team, reason: reason() }),
        17 if figures[0] < 20 => judge(Act::Pause { reason: reason() }),
        17 => judge(Act::Resume),
        18 if figures[0] < 60 => judge(Act::Extend { by: Millis(5_000), reason: reason() }),
        19 if figures[0] < 3 => judge(Act::Abandon { reason: reason() }),
        19 => judge(Act::DeclareResult),
        _ => (Actor::Clock, Act::Tick),
    }
}

/// Plays what is possible of it.
fn play(tries: &[Try]) -> (Setup, Vec<Event>) {
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
            let (by, act) = act(&game, attempt);
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
    fn every_game_has_a_record_that_is_verified_and_is_the_same_when_written_again(
        tries in prop::collection::vec(any::<Try>(), 0..250),
    ) {
        let (setup, events) = play(&tries);
        let clerk = Clerk::of(&setup, &events);
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
