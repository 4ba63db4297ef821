//! Random moves of a client, valid and invalid ones.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Announcement, AskedQuestion, Cell, Game, LotChoice, LotId, MessageNo, Millis, Phase, Question,
    Revision, Secret, StoneId, TeamId, Tsuyama, Turn,
};
use ishigaki_strategy::bot::{Mason, Strategy as _, View};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::contest::EndMode;

/// Maximum facts of a game before the judge abandons it, so that journals stay small.
const MOST_FACTS: u64 = 2_000;

const MOST_ATTEMPTS: u32 = 3;

/// Maximum lists of a team in one window. Its feed keeps only the latest 64 of them, and skipped ones
/// couldn't be assigned to calls.
const MOST_REVISIONS: Revision = Revision(60);

const LONGEST_EXTENSION: u64 = 300;

pub(super) fn of_team(
    view: &View<'_>,
    replaces: Option<Revision>,
    mason: &mut Mason,
    rng: &mut ChaCha8Rng,
) -> Option<Act> {
    let may_bid = view.open_bidding().is_some();
    let may_raise = view.open_wave().is_some();
    let has_stones = view.team().is_some_and(|team| !team.stones.is_empty());
    match rng.random_range(0..100) {
        3..=4 => message(view, rng),
        // Mostly out of turn.
        0..=1 => bids(view, mason, rng),
        2 => raises(view, rng),
        _ if may_bid && rng.random_bool(0.7) => bids(view, mason, rng),
        _ if may_raise => raises(view, rng),
        _ if has_stones => wall(view, replaces, mason, rng),
        _ => None,
    }
}

fn message(view: &View<'_>, rng: &mut ChaCha8Rng) -> Option<Act> {
    let (team, count) = (view.me, u32::try_from(view.game.message_count(view.me)).unwrap_or(u32::MAX));
    if count > 0 && rng.random_bool(0.5) {
        return Some(Act::MarkRead { team, through: MessageNo(rng.random_range(1..=count)) });
    }
    let text = Question::new(&format!("may stone {} stick out?", rng.random_range(0..1_000))).ok()?;
    Some(Act::AskQuestion { team, text })
}

fn bids(view: &View<'_>, mason: &mut Mason, rng: &mut ChaCha8Rng) -> Option<Act> {
    let record = view.record()?;
    let replaces = record.revision(view.me);
    if replaces >= Some(MOST_REVISIONS) {
        return None;
    }
    let bids = match rng.random_range(0..10) {
        0 => Vec::new(),
        1 | 2 => mason.bids(view),
        _ => some_bids(view, rng),
    };
    Some(Act::SubmitBids {
        team: view.me,
        round: record.round,
        attempt: Some(record.attempt),
        replaces,
        bids: Secret(bids),
        by_hand: None,
    })
}

/// Few prices, which lead to ties; sometimes one below the minimum, or one line too many.
fn some_bids(view: &View<'_>, rng: &mut ChaCha8Rng) -> Vec<Bid> {
    let setup = view.game.setup();
    let lots = u32::try_from(setup.lots.len()).unwrap_or(1).max(1);
    let count = rng.random_range(1..=6);
    let bid = |_| {
        // All teams prefer the first lots.
        let lot = LotId(rng.random_range(0..lots).min(rng.random_range(0..lots)));
        let least = setup.lot(lot).map_or(0, |spec| spec.min_price.0);
        let price = if rng.random_range(0..60) == 0 { 0 } else { least + rng.random_range(0..3) };
        Bid { lot, price: Tsuyama(price) }
    };
    let mut bids: Vec<Bid> = (0..count).map(bid).collect();
    // More lines than copies are rejected, which should be rare.
    if rng.random_range(0..10) > 0 {
        bids.sort_by_key(|bid| bid.lot);
        bids.dedup_by_key(|bid| bid.lot);
    }
    bids
}

fn raises(view: &View<'_>, rng: &mut ChaCha8Rng) -> Option<Act> {
    let Phase::Rebidding { wave, .. } = view.game.phase() else { return None };
    let record = view.record()?;
    let replaces = record.raise_revision(view.me);
    if replaces >= Some(MOST_REVISIONS) {
        return None;
    }
    let mut left = view.rebid_budget().unwrap_or_default().0;
    let mut raises = Vec::new();
    for (priority, tie) in view.tied_lines() {
        let price = tie.price.0 + rng.random_range(1..4);
        if price <= left && rng.random_bool(0.8) {
            left -= price;
            raises.push(Raise { priority, price: Tsuyama(price) });
        }
    }
    Some(Act::SubmitRebid {
        team: view.me,
        round: record.round,
        attempt: Some(record.attempt),
        wave,
        replaces,
        raises: Secret(raises),
        by_hand: None,
    })
}

fn wall(view: &View<'_>, replaces: Option<Revision>, mason: &mut Mason, rng: &mut ChaCha8Rng) -> Option<Act> {
    let team = view.team()?;
    let me = view.me;
    Some(match rng.random_range(0..20) {
        0 => Act::SubmitWall { team: me, replaces, placements: Vec::new(), by_hand: None },
        1..=3 => Act::SubmitWall { team: me, replaces, placements: mason.wall(view)?, by_hand: None },
        4..=8 if !team.laid.is_empty() => {
            let laid = team.laid.keys();
            Act::TakeOutStone { team: me, replaces, stone: *one_of(laid.collect(), rng)? }
        }
        _ => {
            let stone = *one_of(team.stones.iter().collect(), rng)?;
            Act::PlaceStone { team: me, replaces, placement: somewhere(view, stone, rng) }
        }
    })
}

fn somewhere(view: &View<'_>, stone: StoneId, rng: &mut ChaCha8Rng) -> Placement<StoneId> {
    let frame = &view.game.setup().frame;
    let mut placement = None;
    for _ in 0..12 {
        let at = Cell { row: rng.random_range(0..frame.height()), col: rng.random_range(0..frame.width()) };
        let turn = Turn::ALL.get(rng.random_range(0..Turn::ALL.len())).copied().unwrap_or(Turn::None);
        let tried = Placement { stone, placing: Placing::Turned(Spot { turn, at }) };
        let mut wall = laid(view);
        wall.retain(|placement| placement.stone != stone);
        wall.push(tried.clone());
        let stands = view.game.judge_wall(view.me, &wall).faults.is_empty();
        placement = Some(tried);
        if stands {
            break;
        }
    }
    let nowhere = Placing::Turned(Spot { turn: Turn::None, at: Cell { row: 0, col: 0 } });
    placement.unwrap_or(Placement { stone, placing: nowhere })
}

fn laid(view: &View<'_>) -> Vec<Placement<StoneId>> {
    let laid = view.team().map(|team| &team.laid).into_iter().flatten();
    laid.map(|(stone, spot)| Placement { stone: *stone, placing: Placing::Turned(*spot) }).collect()
}

pub(super) fn of_judge(
    game: &Game,
    facts: u64,
    ending: EndMode,
    reason: String,
    rng: &mut ChaCha8Rng,
) -> Option<Act> {
    let is_over = game.phase().is_over();
    if is_over {
        return (rng.random_range(0..40) == 0).then_some(Act::DeclareResult);
    }
    let gives_up = match ending {
        EndMode::Abandoned(most) => facts > most,
        EndMode::Result => facts > MOST_FACTS,
        // If two abandon one game, the author of the act would be unclear.
        EndMode::Replaced(_) => false,
    };
    if gives_up {
        return Some(Act::Abandon { reason });
    }
    if game.paused_since().is_some() && rng.random_bool(0.5) {
        return Some(Act::Resume);
    }
    match rng.random_range(0..100) {
        0..=2 => Some(Act::Pause { reason }),
        3 => extend(reason, rng),
        4..=6 => Some(Act::Resume),
        7..=9 => strike(game, reason, rng),
        10..=12 => void(game, reason),
        13 => Some(Act::SignalEnd),
        14 if rng.random_bool(0.5) => Some(Act::Remark { text: reason }),
        14 => {
            let teams = game.setup().team_ids().filter(|_| rng.random_bool(0.3)).collect();
            Some(Act::Announce {
                teams,
                text: Announcement::new("", &reason).ok()?,
                asked: None,
                corrects: false,
            })
        }
        15..=16 => tick(game, rng),
        17..=18 => answer(game, &reason, rng),
        _ => next(game, rng),
    }
}

/// Rarely an extension, because together with the judge's a window would never end.
pub(super) fn of_organiser(reason: String, rng: &mut ChaCha8Rng) -> Option<Act> {
    match rng.random_range(0..24) {
        0..=3 => Some(Act::Pause { reason }),
        4..=11 => Some(Act::Resume),
        12 => extend(reason, rng),
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a move among moves")]
fn extend(reason: String, rng: &mut ChaCha8Rng) -> Option<Act> {
    Some(Act::Extend { by: Millis(rng.random_range(1..=LONGEST_EXTENSION)), reason })
}

fn answer(game: &Game, text: &str, rng: &mut ChaCha8Rng) -> Option<Act> {
    let waiting = if rng.random_bool(0.8) { game.waiting_questions().next() } else { None };
    let asked = waiting.or_else(|| game.questions().next_back())?;
    let AskedQuestion { team, number: question, .. } = *asked;
    let text = Announcement::new(text, "").ok()?;
    let (replaces, to_all) = (asked.answer_revision(), rng.random_bool(0.4));
    Some(Act::AnswerQuestion { team, question, replaces, text, to_all })
}

fn next(game: &Game, rng: &mut ChaCha8Rng) -> Option<Act> {
    match game.phase() {
        Phase::Ready { next } => Some(Act::OpenRound { round: next }),
        Phase::Confirming => {
            let record = game.current_round()?;
            let lots = match one_of(record.unconfirmed(), rng) {
                Some(lot) if rng.random_bool(0.6) => LotChoice::One(lot),
                _ => LotChoice::All,
            };
            let (round, attempt, seen) = (record.round, record.attempt, record.digest());
            Some(Act::ConfirmLots { round, attempt, lots, seen })
        }
        // The teams need time to build.
        Phase::Building => rng.random_bool(0.1).then_some(Act::SignalEnd),
        Phase::Ended => Some(match game.ranking().janken_needed.into_iter().next() {
            Some(group) => Act::EnterJanken { order: group },
            None => Act::DeclareResult,
        }),
        Phase::Bidding { .. }
        | Phase::Rebidding { .. }
        | Phase::Countdown { .. }
        | Phase::Declared
        | Phase::Abandoned => None,
    }
}

fn tick(game: &Game, rng: &mut ChaCha8Rng) -> Option<Act> {
    let handed = game.setup().team_ids().filter_map(|team| game.team(team)).flat_map(|team| &team.stones);
    let stone = one_of(handed.copied().collect(), rng)?;
    Some(Act::TickStones { stones: vec![stone], carried: rng.random_bool(0.8) })
}

fn strike(game: &Game, reason: String, rng: &mut ChaCha8Rng) -> Option<Act> {
    let is_out = |team: &TeamId| game.team(*team).is_some_and(|team| team.disqualified.is_some());
    if let Some(team) = game.setup().team_ids().find(is_out) {
        return Some(Act::Reinstate { team, reason });
    }
    let team = one_of(game.setup().team_ids().collect(), rng)?;
    Some(Act::Disqualify { team, reason })
}

fn void(game: &Game, reason: String) -> Option<Act> {
    let record = game.current_round().filter(|record| record.attempt < MOST_ATTEMPTS)?;
    Some(Act::VoidRound { round: record.round, attempt: Some(record.attempt), reason })
}

fn one_of<T>(mut among: Vec<T>, rng: &mut ChaCha8Rng) -> Option<T> {
    (!among.is_empty()).then(|| among.swap_remove(rng.random_range(0..among.len())))
}
