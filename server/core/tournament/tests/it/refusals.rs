//! Rejections of an event, with rule and figures, and the limits of rulings.

use ishigaki_tournament::{
    Act, Actor, DigitsFault, DrawNumber, Entrant, PlayerId, Rejection, Round, SeedMode, Slip, SlipFault,
    Stage, Tournament,
};

use crate::desk::{Desk, digits, roster};

#[test]
fn digits_follow_the_commitment_and_settle_everything() {
    let mut desk = Desk::new();
    let stage = |stage| Rejection::WrongStage { stage };
    assert_eq!(desk.refused(Act::EnterDigits { results: digits() }), stage(Stage::Roster));
    assert_eq!(desk.refused(Act::Commit { commitment: [0; 32] }), Rejection::TooFew { present: 0, least: 4 });
    desk.must(Act::SetRoster { roster: roster() });
    let wrong = vec![Entrant { seed: Some(1), woman: false, ..Entrant::default() }];
    let unknown = Rejection::UnknownSeedClass { player: PlayerId(0) };
    assert_eq!(desk.refused(Act::SetRoster { roster: wrong }), unknown);
    desk.must(Act::Commit { commitment: [1; 32] });
    let late = desk.refused(Act::SetRoster { roster: roster() });
    assert_eq!((late, late.rule()), (stage(Stage::Committed), "TV1"));
    let mut short = digits();
    short[1] = "314".to_owned();
    let bad = Rejection::BadDigits(DigitsFault::Result { field: 2, digits: 4 });
    assert_eq!(desk.refused(Act::EnterDigits { results: short }), bad);
    desk.must(Act::EnterDigits { results: digits() });
    assert_eq!(desk.refused(Act::EnterDigits { results: digits() }), stage(Stage::Reception));
}

#[test]
fn digits_are_overruled_by_the_referee_until_leagues_are_made() {
    let mut desk = Desk::new();
    desk.must(Act::SetRoster { roster: roster() });
    let others = || ["2718", "0341", "9265"].map(str::to_owned).to_vec();
    let overrule = |reason: &str| Act::OverruleDigits { results: others(), reason: reason.to_owned() };
    let early = desk.attempt(Actor::Referee, overrule("swapped"));
    assert_eq!(early, Err(Rejection::WrongStage { stage: Stage::Roster }));
    desk.must(Act::Commit { commitment: [1; 32] });
    desk.must(Act::MarkAttendance { player: PlayerId(5), absent: true });
    desk.must(Act::EnterDigits { results: digits() });
    desk.must(Act::DrawSlip { player: PlayerId(0), number: DrawNumber(1) });
    let drawn = desk.0.lots();
    assert_eq!(desk.refused(overrule("swapped")), Rejection::NotTheReferee);
    assert_eq!(desk.attempt(Actor::Referee, overrule(" ")), Err(Rejection::NoReason));
    let short = Act::OverruleDigits { results: vec!["2718".to_owned()], reason: "swapped".to_owned() };
    let bad = Rejection::BadDigits(DigitsFault::Count { given: 1, lotteries: 3 });
    assert_eq!(desk.attempt(Actor::Referee, short), Err(bad));
    assert_eq!(desk.attempt(Actor::Referee, overrule("swapped")), Ok(1));
    assert_eq!(desk.0.digits(), Some(&others()[..]));
    assert_ne!(desk.0.lots(), drawn, "the draw follows from what holds");
    let overruled = desk.0.overruled_digits();
    assert_eq!((&overruled[0].results, overruled[0].reason.as_str()), (&digits(), "swapped"));
    assert!(desk.0.is_absent(PlayerId(5)), "attendance stands");
    // The slip also stays, so no other one is drawn.
    desk.must(Act::MakeLeagues);
    let late = desk.attempt(Actor::Referee, overrule("swapped")).expect_err("refused");
    assert_eq!((late, late.rule(), late.field()), (Rejection::DrawStands, "TD8", "results"));
}

#[test]
fn slip_is_accepted_only_from_present_seed() {
    let mut desk = Desk::new();
    desk.must(Act::SetRoster { roster: roster() });
    desk.must(Act::Commit { commitment: [1; 32] });
    desk.must(Act::EnterDigits { results: digits() });
    let player = PlayerId(0);
    let no_slip = Rejection::BadSlip(SlipFault::NotASlip { player, number: DrawNumber(2) });
    assert_eq!(desk.refused(Act::DrawSlip { player, number: DrawNumber(2) }), no_slip);
    let no_seed = Rejection::BadSlip(SlipFault::NotASeed { player: PlayerId(1) });
    assert_eq!(desk.refused(Act::DrawSlip { player: PlayerId(1), number: DrawNumber(1) }), no_seed);
    assert_eq!(desk.refused(Act::MakeLeagues), Rejection::BadSlip(SlipFault::SlipLeft { player }));
    desk.must(Act::DrawSlip { player, number: DrawNumber(1) });
    let again = Rejection::BadSlip(SlipFault::Drawn { player });
    assert_eq!(desk.refused(Act::DrawSlip { player, number: DrawNumber(1) }), again);
    // A seed that is absent after all returns the slip.
    let rule = |reason: &str| Act::OverruleAttendance { player, absent: true, reason: reason.to_owned() };
    assert_eq!(desk.attempt(Actor::Referee, rule("ill")), Ok(1));
    assert_eq!(desk.attempt(Actor::Referee, rule("ill")), Ok(0));
    let absent = Rejection::BadSlip(SlipFault::AbsentSeed { player });
    assert_eq!(desk.refused(Act::DrawSlip { player, number: DrawNumber(1) }), absent);
    desk.must(Act::MakeLeagues);
    let flow = desk.0.flow().expect("leagues");
    assert_eq!(flow.dealt().iter().map(Vec::len).collect::<Vec<_>>(), [4, 3]);
}

/// TD7, TV3: once the digits are known, it is predictable whom a gap would move.
#[test]
fn attendance_after_digits_is_a_ruling() {
    let mut desk = Desk::new();
    desk.must(Act::SetRoster { roster: roster() });
    desk.must(Act::Commit { commitment: [1; 32] });
    let player = PlayerId(5);
    let mark = |absent| Act::MarkAttendance { player, absent };
    let rule = |reason: &str| Act::OverruleAttendance { player, absent: true, reason: reason.to_owned() };
    assert_eq!(desk.attempt(Actor::Desk, mark(true)), Ok(1));
    assert_eq!(desk.attempt(Actor::Desk, mark(false)), Ok(1));
    let early = Err(Rejection::WrongStage { stage: Stage::Committed });
    assert_eq!(desk.attempt(Actor::Referee, rule("ill")), early);
    desk.must(Act::EnterDigits { results: digits() });
    for by in [Actor::Organiser, Actor::Desk, Actor::Referee, Actor::Server] {
        let unchanged = desk.attempt(by, mark(true)).expect_err("refused");
        assert_eq!((unchanged, unchanged.rule()), (Rejection::AttendanceStands { player }, "TD7"));
    }
    assert_eq!(desk.refused(rule("ill")), Rejection::NotTheReferee);
    assert_eq!(desk.attempt(Actor::Referee, rule(" ")), Err(Rejection::NoReason));
    assert_eq!(desk.attempt(Actor::Referee, rule("ill")), Ok(1));
    let [ruling] = desk.0.overruled_attendance() else { panic!("one ruling") };
    assert_eq!((ruling.player, ruling.absent, ruling.reason.as_str()), (player, true, "ill"));
    assert!(!ruling.moved.is_empty() && ruling.moved.iter().all(|shift| shift.line != player));
}

#[test]
fn slip_is_rejected_when_seeds_use_generator() {
    let mut plan = ishigaki_preset::shipped("O18").expect("a preset").plan;
    plan.seed_mode = SeedMode::Lcg;
    let mut desk = Desk(Tournament::new(plan));
    desk.must(Act::SetRoster { roster: roster() });
    desk.must(Act::Commit { commitment: [1; 32] });
    let slip = Act::DrawSlip { player: PlayerId(0), number: DrawNumber(1) };
    assert_eq!(desk.refused(slip.clone()), Rejection::BadSlip(SlipFault::NoSlips));
    desk.must(Act::EnterDigits { results: digits() });
    assert_eq!(desk.refused(slip), Rejection::BadSlip(SlipFault::NoSlips));
    desk.must(Act::MakeLeagues);
}

#[test]
fn round_needs_all_results_and_accepts_each_once() {
    let mut desk = Desk::with_leagues();
    let wrong = Rejection::WrongRound { named: Round(2), current: Round(1) };
    assert_eq!(desk.refused(Act::PairRound { round: Round(2) }), wrong);
    let games = desk.pair(1);
    let (winner, loser) = games[0];
    desk.enter(1, winner, loser);
    let again = Act::EnterResult { round: Round(1), slip: Slip::plain(loser, winner) };
    assert_eq!(desk.refused(again), Rejection::AlreadyEntered { entry: 1 });
    let (other, _) = games[1];
    let mismatched = Act::EnterResult { round: Round(1), slip: Slip::plain(winner, other) };
    assert_eq!(desk.refused(mismatched), Rejection::NotPaired { winner, loser: other });
    let open = Rejection::ResultsOpen { round: Round(1), games: games.len() - 1 };
    assert_eq!(desk.refused(Act::PairRound { round: Round(2) }), open);
    assert_eq!(open.rule(), "TF5");
}

#[test]
fn ruling_is_the_referees_and_leaves_the_entry() {
    let mut desk = Desk::with_leagues();
    let games = desk.pair(1);
    for (winner, loser) in &games {
        desk.enter(1, *winner, *loser);
    }
    let (winner, loser) = games[0];
    let turned = |reason: &str| Act::Overrule {
        entry: 1,
        slip: Slip::plain(loser, winner),
        reason: reason.to_owned(),
    };
    assert_eq!(desk.refused(turned("the cards were swapped")), Rejection::NotTheReferee);
    assert_eq!(desk.attempt(Actor::Referee, turned(" ")), Err(Rejection::NoReason));
    let missing = Act::Overrule { entry: 99, slip: Slip::plain(loser, winner), reason: "?".to_owned() };
    assert_eq!(desk.attempt(Actor::Referee, missing), Err(Rejection::NoSuchEntry { entry: 99 }));
    desk.must(turned("the cards were swapped"));
    let history = desk.0.flow().expect("leagues").history();
    assert_eq!((history.wins(winner), history.wins(loser)), (0, 1));
    assert_eq!(desk.0.entries()[0].slip.winner, winner, "the entry stands");
    let holding = desk.0.rounds()[0].results.values().find(|decided| decided.entry == 1).expect("decided");
    assert_eq!(holding.ruling.as_deref(), Some("the cards were swapped"));
}

#[test]
fn late_result_is_rejected_with_existing_entry() {
    let mut desk = Desk::with_leagues();
    let games = desk.pair(1);
    for (winner, loser) in &games {
        desk.enter(1, *winner, *loser);
    }
    desk.pair(2);
    let (winner, loser) = games[1];
    let late = |round| Act::EnterResult { round: Round(round), slip: Slip::plain(loser, winner) };
    assert_eq!(desk.refused(late(1)), Rejection::AlreadyEntered { entry: 2 });
    let to_come = Rejection::WrongRound { named: Round(3), current: Round(2) };
    assert_eq!(desk.refused(late(3)), to_come);
    // Only the referee can correct the entered result later, and the order follows.
    desk.must(Act::Overrule { entry: 2, slip: Slip::plain(loser, winner), reason: "the card".to_owned() });
    let history = desk.0.flow().expect("leagues").history();
    assert_eq!((history.wins(loser), history.losses(winner)), (1, 1));
}

#[test]
fn prize_games_survive_overrule_and_semi_final_is_locked() {
    let plan = ishigaki_preset::shipped("M42").expect("a preset").plan;
    let mut desk = Desk(Tournament::new(plan));
    desk.must(Act::SetRoster { roster: vec![Entrant::default(); 160] });
    desk.must(Act::Commit { commitment: [1; 32] });
    let results = ["407", "1932", "0586", "7741"].map(str::to_owned).to_vec();
    desk.must(Act::EnterDigits { results });
    desk.must(Act::MakeLeagues);
    for round in 1..=8 {
        for (winner, loser) in desk.pair(round) {
            desk.enter(round, winner, loser);
        }
    }
    let games = |desk: &Desk| desk.0.playoffs().games;
    let before = games(&desk);
    let prizes = before.iter().filter(|game| game.bout.to_string().starts_with("prize")).count();
    assert!(prizes > 0, "more than six with one loss");
    // If a prize-winner loses another game later, order and wins change, but no game does.
    let prized = before.iter().find(|game| game.bout.to_string() == "prize6").expect("a game").a;
    let won = desk.0.entries().iter().position(|entry| entry.slip.winner == prized).expect("won once");
    let loser = desk.0.entries()[won].slip.loser;
    let entry = u32::try_from(won + 1).expect("few");
    let turned = Slip::plain(loser, prized);
    desk.must(Act::Overrule { entry, slip: turned, reason: "the cards were swapped".to_owned() });
    assert_eq!(games(&desk), before);
    // The final depends on the semi-final.
    let semi_final = before[0];
    let slip = |winner, loser| {
        let entries = desk.0.entries();
        let of_game = |slip: &Slip| {
            [slip.winner, slip.loser].iter().all(|player| [semi_final.a, semi_final.b].contains(player))
        };
        let entry = entries.iter().rposition(|entry| of_game(&entry.slip)).expect("played");
        let entry = u32::try_from(entry + 1).expect("few");
        Act::Overrule { entry, slip: Slip::plain(winner, loser), reason: "the cards were swapped".to_owned() }
    };
    let act = slip(semi_final.b, semi_final.a);
    let built_upon = desk.attempt(Actor::Referee, act);
    assert!(matches!(built_upon, Err(Rejection::BuiltUpon { .. })), "{built_upon:?}");
    desk.must(Act::Declare);
    assert_eq!(desk.0.final_ranking().expect("declared").rows.len(), 160);
}

#[test]
fn withdrawn_player_is_not_paired_and_loses_later_rounds() {
    let mut desk = Desk::with_leagues();
    let games = desk.pair(1);
    let (_, leaving) = games[0];
    desk.must(Act::Withdraw { player: leaving });
    assert_eq!(
        desk.refused(Act::Withdraw { player: leaving }),
        Rejection::CannotWithdraw { player: leaving }
    );
    // A game that is already paired is still played.
    for (winner, loser) in &games {
        desk.enter(1, *winner, *loser);
    }
    let games = desk.pair(2);
    assert!(games.iter().all(|(a, b)| *a != leaving && *b != leaving));
    for (winner, loser) in games {
        desk.enter(2, winner, loser);
    }
    assert_eq!(desk.0.flow().expect("leagues").history().losses(leaving), 2);
}

#[test]
fn nothing_is_declared_before_all_is_played() {
    let mut desk = Desk::with_leagues();
    assert_eq!(
        desk.refused(Act::Declare),
        Rejection::WrongStage { stage: Stage::Between { next: Round(1) } }
    );
    for round in 1..=7 {
        for (winner, loser) in desk.pair(round) {
            desk.enter(round, winner, loser);
        }
    }
    assert_eq!(desk.0.stage(), Stage::Over);
    desk.must(Act::Declare);
    assert_eq!(desk.refused(Act::Declare), Rejection::WrongStage { stage: Stage::Declared });
    assert_eq!(desk.0.final_ranking().expect("declared").rows[0].place, 1);
}

#[test]
fn referee_names_the_first_of_an_empty_league_once() {
    let mut desk = Desk::with_leagues();
    // All players of league A withdraw before the first round.
    let dealt = desk.0.flow().expect("leagues").dealt().to_vec();
    for player in &dealt[0] {
        desk.must(Act::Withdraw { player: *player });
    }
    let league = ishigaki_tournament::LeagueId(0);
    assert_eq!(desk.refused(Act::PairRound { round: Round(1) }), Rejection::NobodyLeft { league });
    let name = |league, player| Act::NameFirst { league, player, reason: "nobody is left".to_owned() };
    let gone = Rejection::CannotBeFirst { player: dealt[0][0] };
    assert_eq!(desk.attempt(Actor::Referee, name(league, dealt[0][0])), Err(gone));
    let other = ishigaki_tournament::LeagueId(1);
    let nothing = Rejection::NothingToRule { league: other };
    assert_eq!(desk.attempt(Actor::Referee, name(other, dealt[1][0])), Err(nothing));
    desk.must(name(league, dealt[1][0]));
    let done = Rejection::NothingToRule { league };
    assert_eq!(desk.attempt(Actor::Referee, name(league, dealt[1][1])), Err(done));
    desk.pair(1);
    assert_eq!(desk.0.flow().expect("leagues").firsts()[0].map(|first| first.player), Some(dealt[1][0]));
}

#[test]
fn player_is_first_of_one_league_and_event_can_be_abandoned() {
    let plan = ishigaki_preset::shipped("M42").expect("a preset").plan;
    let mut desk = Desk(Tournament::new(plan));
    desk.must(Act::SetRoster { roster: vec![Entrant::default(); 12] });
    desk.must(Act::Commit { commitment: [1; 32] });
    let results = ["407", "1932", "0586", "7741"].map(str::to_owned).to_vec();
    desk.must(Act::EnterDigits { results });
    desk.must(Act::MakeLeagues);
    let dealt = desk.0.flow().expect("leagues").dealt().to_vec();
    // No player of A and B stays, one of C does, and all of D.
    for player in dealt[0].iter().chain(&dealt[1]).chain(&dealt[2][1..]) {
        desk.must(Act::Withdraw { player: *player });
    }
    let name = |league, player| {
        let league = ishigaki_tournament::LeagueId(league);
        Act::NameFirst { league, player, reason: "nobody is left".to_owned() }
    };
    desk.must(name(0, dealt[3][0]));
    let twice = Rejection::CannotBeFirst { player: dealt[3][0] };
    assert_eq!(desk.attempt(Actor::Referee, name(1, dealt[3][0])), Err(twice));
    desk.must(Act::Abandon { reason: "too few are left".to_owned() });
    assert_eq!(
        desk.refused(Act::PairRound { round: Round(1) }),
        Rejection::WrongStage { stage: Stage::Abandoned }
    );
}
