//! Result slips: consistent ones are accepted, others are rejected by their rule (`TO5`, `TO7`, `TO9`).

use ishigaki_othello::{ClaimFault, Colour, MoveFault, Reason};
use ishigaki_tournament::{PlayerId, ResultFault, Score, Slip};

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);
/// White has no disc left after these nine moves.
const WIPED_OUT: &str = "f5d6c5f4e7f6g5e6e3";
/// A game that ends at 32 to 32. Black moves last.
const DRAWN: &str = "d3c3e6f6g6e3f5d6c5b4d7g5c4c7e2h6h5e1b5c8f7b6a6d2d8f4a3h7g3e7h4g7f2c6c1g2h2f3b8b3f8d1h8h3c2g1a4h1g4a5b2b1a7b7\
    a1a2f1a8g8e8";

fn slip() -> Slip {
    Slip::plain(A, B)
}

fn with_moves(moves: &str, black: PlayerId) -> Slip {
    Slip { transcript: Some(moves.to_owned()), black: Some(black), ..slip() }
}

#[track_caller]
fn assert_refused(slip: &Slip, fault: ResultFault, rule: &str) {
    assert_eq!((slip.check(), fault.rule()), (Err(fault), rule), "{slip:?}");
}

#[test]
fn card_with_winner_only_is_accepted_whatever_ended_the_game() {
    for reason in [Reason::Normal, Reason::Time, Reason::DoubleTime, Reason::Forfeit, Reason::Referee] {
        assert_eq!(Slip { reason, ..slip() }.check(), Ok(()));
    }
}

#[test]
fn black_and_the_holder_of_the_draw_win_right_are_among_the_two() {
    let not_a_player = ResultFault::NotAPlayer { player: PlayerId(7) };
    assert_refused(&Slip { black: Some(PlayerId(7)), ..slip() }, not_a_player, "TO9");
    assert_refused(&Slip { draw_win: Some(PlayerId(7)), ..slip() }, not_a_player, "TO9");
    assert_eq!(Slip { black: Some(B), draw_win: Some(B), ..slip() }.check(), Ok(()));
}

#[test]
fn discs_are_64_and_the_winner_has_more_or_the_draw_win_right() {
    let with = |winner, loser| Slip { score: Some(Score { winner, loser }), ..slip() };
    for (winner, loser) in [(40, 24), (64, 0)] {
        assert_eq!(with(winner, loser).check(), Ok(()));
    }
    assert_refused(&with(40, 20), ResultFault::BadSum { sum: 60 }, "TO5");
    assert_refused(&with(u32::MAX, 65), ResultFault::BadSum { sum: u64::from(u32::MAX) + 65 }, "TO5");
    let less = Score { winner: 30, loser: 34 };
    assert_refused(&with(30, 34), ResultFault::LoserHasMore { score: less }, "TO5");
    assert_eq!(Slip { reason: Reason::Time, ..with(30, 34) }.check(), Ok(()), "the clock decided");
    assert_eq!(Slip { draw_win: Some(A), ..with(32, 32) }.check(), Ok(()));
    let lost = |reason| ResultFault::DrawWinLost { reason };
    assert_refused(&Slip { draw_win: Some(B), ..with(32, 32) }, lost(Reason::Normal), "TO5");
    assert_refused(&with(32, 32), ResultFault::DrawWinUnnamed, "TO5");
    assert_eq!(Slip { reason: Reason::Referee, ..with(32, 32) }.check(), Ok(()), "the referee decided");
    let both = Slip { draw_win: Some(B), reason: Reason::DoubleTime, ..slip() };
    assert_refused(&both, lost(Reason::DoubleTime), "TO7");
    let forfeit = Slip { reason: Reason::Forfeit, ..with(64, 0) };
    assert_refused(&forfeit, ResultFault::ForfeitWithDiscs, "TW2");
}

#[test]
fn moves_are_possible_and_lead_to_the_result() {
    assert_eq!(with_moves(WIPED_OUT, A).check(), Ok(()));
    let discs = |winner, loser| Some(Score { winner, loser });
    assert_eq!(Slip { score: discs(64, 0), ..with_moves(WIPED_OUT, A) }.check(), Ok(()));
    let other = ResultFault::OtherScore { black: 64, white: 0 };
    assert_refused(&with_moves(WIPED_OUT, B), other, "TO5");
    assert_refused(&Slip { score: discs(63, 1), ..with_moves(WIPED_OUT, A) }, other, "TO5");
    let unnamed = Slip { black: None, ..with_moves(WIPED_OUT, A) };
    assert_eq!(Slip { score: discs(64, 0), ..unnamed.clone() }.check(), Ok(()), "either of them was black");
    assert_refused(&Slip { score: discs(40, 24), ..unnamed }, other, "TO5");
    assert_refused(&with_moves("f5d6", A), ResultFault::NotFinished { moves: 2 }, "TO4");
    let illegal = |number, fault| ResultFault::IllegalMove { number, fault };
    assert_refused(&with_moves("f5f5", A), illegal(2, MoveFault::Occupied), "TO2");
    assert_refused(&with_moves("f5z9", A), illegal(2, MoveFault::NotASquare), "TO1");
    for black in [A, B] {
        assert_eq!(Slip { draw_win: Some(A), ..with_moves(DRAWN, black) }.check(), Ok(()));
        assert_refused(&with_moves(DRAWN, black), ResultFault::DrawWinUnnamed, "TO5");
    }
    let lost = Slip { draw_win: Some(B), ..with_moves(DRAWN, A) };
    assert_refused(&lost, ResultFault::DrawWinLost { reason: Reason::Normal }, "TO5");
}

#[test]
fn claims_by_clock_or_referee_are_checked_against_the_moves() {
    let ended = |reason, moves, black| Slip { reason, ..with_moves(moves, black) };
    for reason in [Reason::Time, Reason::DoubleTime, Reason::Referee] {
        assert_eq!(ended(reason, "f5d6", A).check(), Ok(()));
    }
    // Black moved last, so after the end only Black's flag counts.
    assert_eq!(ended(Reason::Time, DRAWN, B).check(), Ok(()));
    let late = ResultFault::Claim(ClaimFault::NotTheLastMover { last: Colour::Black });
    assert_refused(&ended(Reason::Time, DRAWN, A), late, "TO7");
    let played = ResultFault::Claim(ClaimFault::ForfeitWithMoves { moves: 2 });
    assert_refused(&ended(Reason::Forfeit, "f5d6", A), played, "TW2");
}
