//! Bots play whole games by the rules alone.

use super::arena::{Arena, Idle, STEPPED, TETROMINOES, setup};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::*;
use ishigaki_strategy::bot::{Line, Mason, Scripted, Strategy, TeamScript, Temperament, View};

fn masons(seeds: impl IntoIterator<Item = u64>) -> Vec<Box<dyn Strategy>> {
    seeds.into_iter().map(|seed| Box::new(Mason::new(seed)) as Box<dyn Strategy>).collect()
}

fn tiny(seeds: [u64; 2]) -> Arena {
    Arena::new(setup(STEPPED, TETROMINOES, 2, 2, 60), masons(seeds))
}

#[test]
fn masons_play_whole_games_without_a_refusal() {
    for seed in 0..12 {
        let game = tiny([seed, seed + 100]).play().game;
        let filled: Vec<u32> = game.standings().iter().map(|row| row.tally.unwrap().empty).collect();
        assert!(filled[0] <= 6, "the better wall of seed {seed} has {} empty squares", filled[0]);
    }
}

#[test]
fn eight_masons_fill_a_larger_frame() {
    let frame =
        ["....########....", "..############..", ".##############.", "################", "################"];
    let lots: Vec<super::arena::Lot<'_>> =
        TETROMINOES.iter().map(|&(code, price, _, rows)| (code, price, 12, rows)).collect();
    let game = Arena::new(setup(&frame, &lots, 8, 6, 300), masons(1..=8)).play().game;
    let empty: Vec<u32> = game.standings().iter().map(|row| row.tally.unwrap().empty).collect();
    // 66 squares; each team wins at most 18 stones, of 2 to 5 squares.
    assert!(empty[0] <= 22 && empty[7] <= 30, "{empty:?}");
}

#[test]
fn same_seeds_play_same_game() {
    let (first, second) = (tiny([3, 4]).play(), tiny([3, 4]).play());
    assert_eq!(first.game, second.game);
    assert_eq!(first.log, second.log);
}

#[test]
fn other_seeds_bid_otherwise() {
    let lists: Vec<Vec<Bid>> = (0..6)
        .map(|seed| {
            let mut arena = tiny([seed, 99]);
            arena.open_next();
            arena.list(TeamId(0))
        })
        .collect();
    assert!(lists.iter().any(|list| *list != lists[0]));
}

#[test]
fn restarted_mason_makes_same_decision() {
    let mut arena = tiny([5, 6]);
    arena.open_next();
    let first = arena.list(TeamId(0));
    arena.list(TeamId(1));
    arena.bots[0] = Box::new(Mason::new(5));
    assert!(!first.is_empty() && first == arena.list(TeamId(0)));
}

const WIDE: &[&str] =
    &["....########....", "..############..", ".##############.", "################", "################"];

fn first_lists(temperament: Temperament) -> Vec<Vec<Bid>> {
    let lots: Vec<super::arena::Lot<'_>> =
        TETROMINOES.iter().map(|&(code, price, _, rows)| (code, price, 12, rows)).collect();
    let first = |seed| {
        let bots: Vec<Box<dyn Strategy>> = vec![Box::new(Mason::of(temperament, seed)), Box::new(Idle)];
        let mut arena = Arena::new(setup(WIDE, &lots, 2, 6, 300), bots);
        arena.open_next();
        arena.list(TeamId(0))
    };
    (0..6).map(first).collect()
}

fn dearness(lists: &[Vec<Bid>]) -> u64 {
    let prices: Vec<u64> =
        lists.iter().flatten().map(|bid| bid.price.0 * 100 / TETROMINOES[bid.lot.index()].1).collect();
    prices.iter().sum::<u64>() / prices.len() as u64
}

#[test]
fn bolder_temperament_bids_higher_prices() {
    let [thrifty, steady, bold] =
        [Temperament::Thrifty, Temperament::Steady, Temperament::Bold].map(|one| dearness(&first_lists(one)));
    assert!(thrifty < steady && steady < bold, "{thrifty} {steady} {bold}");
}

#[test]
fn patient_bot_bids_on_fewer_lots_in_first_round() {
    let lines = |temperament| first_lists(temperament).iter().map(Vec::len).sum::<usize>();
    assert!(lines(Temperament::Patient) < lines(Temperament::Steady));
}

#[test]
fn each_temperament_plays_whole_game_without_rejection() {
    for temperament in Temperament::ALL {
        let bots: Vec<Box<dyn Strategy>> =
            (0..2).map(|seed| Box::new(Mason::of(temperament, seed)) as Box<dyn Strategy>).collect();
        let game = Arena::new(setup(STEPPED, TETROMINOES, 2, 3, 60), bots).play().game;
        assert!(game.rounds().iter().any(|round| !round.settlement.as_ref().unwrap().awards().is_empty()));
    }
}

#[test]
fn blocker_bids_on_stone_needed_only_by_leader() {
    // The row on top rests on the foot alone, and the other team has won the only stone for the foot.
    let frame = &["####", "#...", "#..."];
    let lots: &[super::arena::Lot<'_>] = &[("D", 1, 1, &["##"]), ("I", 4, 2, &["####"])];
    let second_list = |temperament| {
        let script = TeamScript::new().list(RoundNo::FIRST, vec![Line::new("D", 60)]);
        let bots: Vec<Box<dyn Strategy>> =
            vec![Box::new(Scripted::new(script, Idle)), Box::new(Mason::of(temperament, 1))];
        let mut arena = Arena::new(setup(frame, lots, 2, 2, 60), bots);
        arena.play_round();
        arena.open_next();
        let list = arena.list(TeamId(1));
        list.iter().map(|bid| bid.lot.index()).collect::<Vec<_>>()
    };
    assert_eq!(second_list(Temperament::Steady), Vec::<usize>::new());
    assert_eq!(second_list(Temperament::Blocker), [1]);
}

#[test]
fn script_is_followed_and_the_rest_left_to_the_strategy() {
    let first = RoundNo::FIRST;
    let script = |raise: u64| {
        TeamScript::new()
            .try_first(first, vec![Line::new("P", 99)])
            .list(first, vec![Line::new("P", 12), Line::new("D", 3)])
            .raise(first, WaveNo::FIRST, vec![Raise { priority: Priority(1), price: Tsuyama(raise) }])
    };
    let bots: Vec<Box<dyn Strategy>> =
        vec![Box::new(Scripted::new(script(15), Idle)), Box::new(Scripted::new(script(14), Idle))];
    let mut arena = Arena::new(setup(STEPPED, TETROMINOES, 2, 2, 60), bots);
    arena.open_next();
    let view = View { game: &arena.game, me: TeamId(0) };
    assert_eq!(arena.bots[0].tries(&view).len(), 1);
    let bots = std::mem::take(&mut arena.bots);
    let game = Arena::new(setup(STEPPED, TETROMINOES, 2, 2, 60), bots).play().game;
    let awards = game.rounds()[0].settlement.as_ref().unwrap().awards();
    let won: Vec<_> = awards.iter().map(|award| (award.team.0, award.price.0)).collect();
    assert_eq!(won, [(0, 15), (0, 3), (1, 3)]);
    assert!(game.rounds()[1].lists.iter().all(|list| list.bids.is_empty()));
}

#[test]
fn unknown_scripted_lot_does_not_become_another_one() {
    let script = TeamScript::new().list(RoundNo::FIRST, vec![Line::new("no such", 5)]);
    let bots: Vec<Box<dyn Strategy>> = vec![Box::new(Scripted::new(script, Idle)), Box::new(Idle)];
    let mut arena = Arena::new(setup(STEPPED, TETROMINOES, 2, 2, 60), bots);
    arena.open_next();
    let bids = arena.list(TeamId(0));
    assert_eq!(arena.game.setup().lot(bids[0].lot), None);
}

#[test]
fn debug_output_hides_script_prices() {
    let script = TeamScript::new().list(RoundNo::FIRST, vec![Line::new("P", 4711)]);
    let shown =
        format!("{script:?} {:?} {:?}", Line::new("P", 4711), Scripted::new(script.clone(), Mason::new(1)));
    assert!(!shown.contains("4711"), "{shown}");
}
