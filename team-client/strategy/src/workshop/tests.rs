use std::collections::BTreeMap;

use ishigaki_rules::wall::WallCode;
use ishigaki_rules::{
    ClosePolicy, Frame, LotId, LotSpec, Millis, RoundPlan, Setup, SupportRule, TeamSpec, Tsuyama,
};
use proptest::prelude::*;

use super::*;

const O: u32 = 1;
const D: u32 = 2;
const S: u32 = 3;
const I: u32 = 4;

fn shape(rows: &[&str]) -> Shape {
    Shape::new(Frame::parse(rows).unwrap().cells()).unwrap()
}

fn site(frame: &[&str], support: SupportRule) -> Site {
    let lot =
        |rows: &[&str]| LotSpec { code: "X".into(), shape: shape(rows), min_price: Tsuyama(1), copies: 9 };
    let rows: [&[&str]; 5] = [&["##", "##", "#."], &["##", "##"], &["##"], &[".##", "##."], &["####"]];
    Site::of(&Setup {
        title: String::new(),
        title_ja: String::new(),
        frame: Frame::parse(frame).unwrap(),
        lots: rows.into_iter().map(lot).collect(),
        teams: vec![TeamSpec { code: "a".into(), name: String::new() }],
        initial: Tsuyama(1),
        rounds: vec![RoundPlan {
            max_bids: 1,
            max_wins: 1,
            window: Millis(1),
            rebid_window: Millis(1),
            close: ClosePolicy::AtDeadline,
        }],
        support,
        end_countdown: Millis(1),
    })
}

fn stone(lot: u32, copy: u32) -> StoneId {
    StoneId { lot: LotId(lot), copy }
}

fn own(lot: u32, copy: u32) -> Piece {
    Piece::Own(stone(lot, copy))
}

fn planned(lot: u32, number: u32) -> Piece {
    Piece::Planned { lot: LotId(lot), number }
}

/// A workshop of a team with these stones on a frame of 4 rows and 6 columns without its upper left corner.
fn workshop(owned: &[StoneId]) -> Workshop {
    on(&[".#####", "######", "######", "######"], SupportRule::EachMove, owned)
}

fn on(frame: &[&str], support: SupportRule, owned: &[StoneId]) -> Workshop {
    let mut workshop = Workshop::new(site(frame, support));
    workshop.update(&owned.iter().copied().collect(), &StoneLayout::new(), None);
    workshop
}

fn hold(workshop: &mut Workshop, piece: Piece, turn: u32, row: i32, col: i32) {
    if workshop.hand().tray() == Tray::Stones && piece.is_planned()
        || workshop.hand().tray() == Tray::Lots && !piece.is_planned()
    {
        workshop.change_tray();
    }
    for _ in 0..64 {
        if workshop.held() == Some(piece)
            || workshop.held().is_some_and(|held| held.is_planned() && held.lot() == piece.lot())
        {
            break;
        }
        workshop.choose(false);
    }
    workshop.turn(turn + 4 - workshop.spot().turn.quarters());
    let at = workshop.spot().at;
    workshop.go(row - at.row, col - at.col);
    assert_eq!(workshop.spot().at, Cell { row, col }, "the ghost is where it was sent");
}

fn lay(workshop: &mut Workshop, piece: Piece, turn: u32, row: i32, col: i32) {
    hold(workshop, piece, turn, row, col);
    assert!(workshop.lay(false), "{:?}", workshop.rejections());
}

fn names(laid: &StoneLayout) -> Vec<StoneId> {
    laid.keys().copied().collect()
}

#[test]
fn place_outside_frame_is_rejected_with_its_squares() {
    let mut workshop = workshop(&[stone(D, 1)]);
    hold(&mut workshop, own(D, 1), 0, 0, 0);
    assert_eq!(
        workshop.rejections(),
        [PieceRejection::OutOfFrame { squares: vec![Cell { row: 0, col: 0 }] }]
    );
    assert!(!workshop.lay(false) && !workshop.lay(true));
}

#[test]
fn overlap_names_blocking_stones() {
    let mut workshop = workshop(&[stone(O, 1), stone(O, 2), stone(I, 1)]);
    lay(&mut workshop, own(O, 1), 0, 2, 0);
    lay(&mut workshop, own(O, 2), 0, 2, 3);
    hold(&mut workshop, own(I, 1), 0, 3, 1);
    assert_eq!(workshop.rejections(), [PieceRejection::Overlap { pieces: vec![own(O, 1), own(O, 2)] }]);
}

#[test]
fn stone_in_the_air_is_refused_with_its_bare_squares() {
    let mut workshop = workshop(&[stone(D, 1)]);
    hold(&mut workshop, own(D, 1), 0, 1, 2);
    let squares = vec![Cell { row: 2, col: 2 }, Cell { row: 2, col: 3 }];
    assert_eq!(workshop.rejections(), [PieceRejection::Uncarried { squares }]);
    assert!(!workshop.lay(false));
    assert!(workshop.lay(true), "a draft may be built in the air");
    assert!(workshop.loose().contains(&own(D, 1)));
    assert!(!workshop.can_be_sent());
}

#[test]
fn place_fitting_only_mirror_image_is_reported() {
    // Only what S is not fits into this frame.
    let workshop = on(&["##.", ".##"], SupportRule::EachMove, &[stone(S, 1)]);
    assert!(!workshop.can_lay());
    assert_eq!(workshop.rejections().first(), Some(&PieceRejection::Mirrored));
    let mut other = on(&[".##", "##."], SupportRule::EachMove, &[stone(S, 1)]);
    assert!(other.can_lay());
    other.turn(1);
    assert!(
        !other.rejections().contains(&PieceRejection::Mirrored),
        "another turn fits: {:?}",
        other.rejections()
    );
}

#[test]
fn stone_may_hang_where_its_mirror_image_would_stand() {
    let mut workshop = on(&["###", "###", "###", "###"], SupportRule::EachMove, &[stone(S, 1), stone(D, 1)]);
    lay(&mut workshop, own(D, 1), 1, 2, 2);
    hold(&mut workshop, own(S, 1), 0, 0, 0);
    assert_eq!(workshop.rejections().first(), Some(&PieceRejection::Mirrored), "{:?}", workshop.rejections());
    assert!(workshop.rejections().iter().all(|rejection| !rejection.is_geometry()));
    assert!(!workshop.lay(false) && workshop.lay(true));
}

#[test]
fn removing_supporting_stone_removes_stones_above() {
    let mut workshop = workshop(&[stone(O, 1), stone(D, 1), stone(D, 2)]);
    lay(&mut workshop, own(O, 1), 0, 2, 0);
    lay(&mut workshop, own(D, 1), 0, 1, 0);
    hold(&mut workshop, own(D, 2), 1, 2, 1);
    assert_eq!(workshop.under(), Some(own(O, 1)));
    let resting = PieceRejection::LeavesLoose { pieces: vec![own(D, 1)] };
    assert_eq!(workshop.take_out(false), Some(Err(resting)));
    assert_eq!(names(&workshop.draft()), [stone(O, 1), stone(D, 1)]);
    assert_eq!(workshop.take_out(true), Some(Ok(own(O, 1))));
    assert!(workshop.draft().is_empty());
    assert_eq!(workshop.held(), Some(own(O, 1)), "it is held again");
}

#[test]
fn supporting_stone_moves_only_where_it_still_supports() {
    let mut workshop = workshop(&[stone(I, 1), stone(D, 1)]);
    lay(&mut workshop, own(I, 1), 0, 3, 0);
    lay(&mut workshop, own(D, 1), 0, 2, 2);
    let at = workshop.spot().at;
    workshop.go(3 - at.row, 0);
    assert!(workshop.take_up());
    workshop.go(0, 1);
    assert!(workshop.can_lay(), "{:?}", workshop.rejections());
    assert_eq!(workshop.places().len(), 3, "everywhere on the bottom, for it carries the other one there");
    workshop.go(-1, 0);
    workshop.go(1, 0);
    assert!(workshop.lay(false));
    assert_eq!(workshop.draft()[&stone(I, 1)].at, Cell { row: 3, col: 1 });
    assert!(workshop.loose().is_empty());
}

#[test]
fn legal_places_are_listed_and_cycled() {
    let mut workshop = on(&["####", "####"], SupportRule::EachMove, &[stone(D, 1), stone(D, 2)]);
    lay(&mut workshop, own(D, 1), 0, 1, 1);
    let at = |row, col| Cell { row, col };
    assert_eq!(workshop.places(), [at(0, 0), at(0, 1), at(0, 2)]);
    workshop.go(9, 0);
    let mut seen = Vec::new();
    for _ in 0..4 {
        assert!(workshop.next_place(false));
        seen.push(workshop.spot().at);
    }
    assert_eq!(seen, [at(0, 0), at(0, 1), at(0, 2), at(0, 0)]);
    assert!(workshop.next_place(true));
    assert_eq!(workshop.spot().at, at(0, 2));
    assert!(workshop.is_in_reach(at(0, 3)) && !workshop.is_in_reach(at(1, 0)));
}

#[test]
fn owned_piece_can_be_held_and_moved_within_frame() {
    let mut workshop = workshop(&[stone(O, 1), stone(D, 1)]);
    assert!(workshop.hold(own(D, 1)) && workshop.hold(planned(S, 1)) && !workshop.hold(own(I, 1)));
    assert_eq!(workshop.held(), Some(planned(S, 1)), "nobody holds what he does not have");
    assert!(workshop.hold(own(O, 1)));
    workshop.put(Spot { turn: Turn::None, at: Cell { row: 9, col: -4 } });
    assert_eq!(workshop.spot().at, Cell { row: 2, col: 0 });
    assert!(workshop.lay(false));
    assert!(workshop.hold(own(O, 1)) && workshop.is_moving());
    workshop.put(Spot { turn: Turn::Half, at: Cell { row: 2, col: 4 } });
    assert!(workshop.lay(false) && workshop.draft()[&stone(O, 1)].at.col == 4);
    assert!(workshop.hold(own(D, 1)) && workshop.all_places().iter().all(|places| !places.is_empty()));
}

#[test]
fn changes_can_be_undone_and_redone() {
    let mut workshop = workshop(&[stone(O, 1), stone(D, 1)]);
    assert!(!workshop.undo());
    lay(&mut workshop, own(O, 1), 0, 2, 0);
    lay(&mut workshop, own(D, 1), 0, 3, 3);
    assert!(workshop.undo() && workshop.undo());
    assert!(workshop.draft().is_empty());
    assert!(workshop.redo());
    assert_eq!(names(&workshop.draft()), [stone(O, 1)]);
    lay(&mut workshop, own(D, 1), 0, 1, 0);
    assert!(!workshop.redo(), "another way was taken");
}

#[test]
fn planned_stones_neither_block_nor_support_own_stones() {
    let mut workshop = workshop(&[stone(D, 1), stone(D, 2)]);
    lay(&mut workshop, planned(O, 1), 0, 2, 0);
    hold(&mut workshop, own(D, 1), 0, 1, 0);
    assert_eq!(workshop.rejections(), [PieceRejection::OnLoose { pieces: vec![planned(O, 1)] }]);
    assert_eq!((workshop.count().empty, workshop.count_with_plan().empty), (23, 19));
    assert!(workshop.draft().is_empty() && !workshop.differs(), "a plan is nothing to be sent");
    lay(&mut workshop, own(D, 1), 0, 3, 1);
    assert!(!workshop.layout().contains_key(&planned(O, 1)), "the stone takes its place");
    lay(&mut workshop, planned(D, 1), 0, 2, 1);
    hold(&mut workshop, planned(O, 1), 0, 2, 1);
    assert_eq!(
        workshop.rejections(),
        [PieceRejection::Overlap { pieces: vec![own(D, 1), planned(D, 1)] }],
        "planned stones stand in each other's way"
    );
}

#[test]
fn planned_stone_becomes_real_when_won_and_supported() {
    let mut workshop = workshop(&[]);
    lay(&mut workshop, planned(O, 1), 0, 2, 0);
    lay(&mut workshop, planned(D, 1), 0, 1, 0);
    assert_eq!((workshop.realisable(), workshop.realise()), (0, 0));
    workshop.update(&[stone(D, 1)].into(), &StoneLayout::new(), None);
    assert_eq!(workshop.realisable(), 1);
    assert_eq!(workshop.realise(), 0, "only a planned stone would carry it");
    workshop.update(&[stone(D, 1), stone(O, 2)].into(), &StoneLayout::new(), None);
    assert_eq!(workshop.realise(), 2);
    assert_eq!(names(&workshop.draft()), [stone(O, 2), stone(D, 1)]);
    assert_eq!(workshop.count(), workshop.count_with_plan());
    assert!(workshop.undo());
    assert!(workshop.draft().is_empty(), "it is one change");
}

#[test]
fn unchanged_draft_follows_wall_and_changed_one_stays() {
    let owned: BTreeSet<StoneId> = [stone(O, 1), stone(D, 1)].into();
    let mut workshop = workshop(&[stone(O, 1), stone(D, 1)]);
    let spot = |row, col| Spot { turn: Turn::None, at: Cell { row, col } };
    let first: StoneLayout = [(stone(O, 1), spot(2, 0))].into();
    assert_eq!(workshop.update(&owned, &first, None), WallUpdate::Followed);
    assert_eq!(workshop.draft(), first);
    lay(&mut workshop, own(D, 1), 0, 3, 3);
    let second: StoneLayout = [(stone(O, 1), spot(2, 2))].into();
    assert_eq!(workshop.update(&owned, &second, None), WallUpdate::Elsewhere);
    assert!(workshop.is_overtaken());
    assert_eq!(names(&workshop.draft()), [stone(O, 1), stone(D, 1)]);
    assert_eq!(workshop.steps().len(), 2);
    workshop.rest_on_wall();
    assert!(!workshop.is_overtaken() && workshop.differs());
    workshop.take_wall();
    assert!(!workshop.differs());
    assert!(workshop.undo() && workshop.differs(), "the draft is not lost");
}

#[test]
fn own_call_is_not_reported_as_remote_news() {
    let owned: BTreeSet<StoneId> = [stone(O, 1), stone(D, 1)].into();
    let mut workshop = workshop(&[stone(O, 1), stone(D, 1)]);
    lay(&mut workshop, own(O, 1), 0, 2, 0);
    lay(&mut workshop, own(D, 1), 0, 1, 0);
    let step = workshop.next_step().unwrap();
    assert_eq!(step.stone(), stone(O, 1), "what carries goes first");
    let mut wall = StoneLayout::new();
    step.change().apply(&mut wall);
    assert_eq!(workshop.update(&owned, &wall, Some(&step.change())), WallUpdate::None);
    assert!(!workshop.is_overtaken() && workshop.differs());
    assert_eq!(workshop.next_step().map(DeltaStep::stone), Some(stone(D, 1)));
}

#[test]
fn swapped_stones_can_be_sent_only_as_whole_wall() {
    let owned: BTreeSet<StoneId> = [stone(I, 1), stone(I, 2)].into();
    let mut workshop = on(&["####", "####"], SupportRule::EachMove, &[]);
    let spot = |row| Spot { turn: Turn::None, at: Cell { row, col: 0 } };
    workshop.update(&owned, &[(stone(I, 1), spot(1)), (stone(I, 2), spot(0))].into(), None);
    workshop.take_out(true);
    lay(&mut workshop, own(I, 2), 0, 1, 0);
    lay(&mut workshop, own(I, 1), 0, 0, 0);
    assert_eq!(workshop.next_step(), None);
    assert!(workshop.can_be_sent());
}

#[test]
fn unsupported_stone_is_reported_but_allowed_until_end() {
    let mut workshop = on(&["####", "####"], SupportRule::AtEnd, &[stone(D, 1)]);
    hold(&mut workshop, own(D, 1), 0, 0, 1);
    assert!(workshop.can_lay());
    assert!(matches!(workshop.rejections(), [PieceRejection::Uncarried { .. }]));
    assert!(workshop.lay(false));
    assert!(workshop.loose().contains(&own(D, 1)) && workshop.can_be_sent());
    assert_eq!(workshop.count().used, 0);
}

#[test]
fn solver_wall_replaces_draft_only_if_better() {
    let mut workshop = on(&["####", "####"], SupportRule::EachMove, &[stone(I, 1), stone(I, 2), stone(D, 1)]);
    let (mut fill, shapes) = workshop.fill(false);
    assert_eq!(shapes.len(), 3);
    let problem = ishigaki_solver::Problem::new(workshop.site().frame().clone(), shapes).unwrap();
    let options = ishigaki_solver::Options { threads: 1, seed: 1, steps: Some(1_000_000) };
    let best = ishigaki_solver::solve(&problem, options, &|| false, &mut |_| {});
    assert_eq!(workshop.fill_with(&mut fill, &best), Filled::Laid);
    assert_eq!((workshop.count().empty, workshop.count().used), (0, 2));
    assert_eq!(workshop.fill_with(&mut fill, &best), Filled::NoBetter);
    assert!(workshop.undo() && workshop.draft().is_empty());
}

#[test]
fn stone_carried_by_planned_ones_only_is_planned() {
    let mut workshop = on(&["##", "##", "##"], SupportRule::EachMove, &[stone(D, 1)]);
    lay(&mut workshop, planned(O, 1), 0, 1, 0);
    let (mut fill, _) = workshop.fill(true);
    let laid = |stone, row| ishigaki_solver::WallStone {
        stone,
        spot: Spot { turn: Turn::None, at: Cell { row, col: 0 } },
    };
    let wall = ishigaki_solver::Wall {
        stones: vec![laid(0, 0), laid(1, 1)],
        score: ishigaki_solver::Score { empty: 0, top_gaps: 0, used: 2 },
        optimal: true,
    };
    assert_eq!(workshop.fill_with(&mut fill, &wall), Filled::Laid);
    assert_eq!(workshop.layout().keys().copied().collect::<Vec<_>>(), [planned(O, 1), planned(D, 1)]);
    assert_eq!(workshop.count_with_plan().empty, 0);
}

fn is_refused_by_the_rules(workshop: &Workshop, piece: Piece, spot: Spot) -> bool {
    let mut layout: PieceLayout = workshop.layout().clone();
    layout.insert(piece, spot);
    let before = workshop.loose();
    let verdict = workshop.site().verdict(&layout, false);
    verdict.faults.iter().any(|fault| match fault.code {
        WallCode::NoBottom => false,
        WallCode::Unsupported => fault.stones.iter().any(|stone| !before.contains(stone)),
        _ => true,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn workshop_rejects_exactly_moves_against_rules(
        moves in prop::collection::vec((0_usize..12, 0_u32..4, 0_i32..5, 0_i32..6, 0_u8..8), 1..40),
    ) {
        let stones: Vec<StoneId> = (0..5).flat_map(|lot| (1..=2).map(move |copy| stone(lot, copy))).collect();
        let mut workshop = on(&[".#####", "######", "##.###", "######", "######"], SupportRule::EachMove, &stones);
        for (choice, turn, row, col, act) in moves {
            for _ in 0..choice {
                workshop.choose(false);
            }
            workshop.turn(turn);
            let at = workshop.spot().at;
            workshop.go(row - at.row, col - at.col);
            match act {
                0 => _ = workshop.take_up(),
                1 => _ = workshop.take_out(false),
                2 => _ = workshop.take_out(true),
                3 => _ = workshop.undo(),
                _ => {}
            }
            let Some(piece) = workshop.held() else { continue };
            let refused = is_refused_by_the_rules(&workshop, piece, workshop.spot());
            prop_assert_eq!(workshop.can_lay(), !refused, "{:?} {:?}", workshop.rejections(), workshop.layout());
            prop_assert_eq!(workshop.places().contains(&workshop.spot().at), !refused);
            // All places in all rotations, and no others.
            for (turn, places) in Turn::ALL.into_iter().zip(workshop.all_places()) {
                let cells = (0..5).flat_map(|row| (0..6).map(move |col| Cell { row, col }));
                let legal: Vec<Cell> = cells
                    .filter(|&at| !is_refused_by_the_rules(&workshop, piece, Spot { turn, at }))
                    .collect();
                prop_assert_eq!(places, legal, "{:?} {:?}", turn, workshop.layout());
            }
            if !refused {
                prop_assert!(workshop.lay(false));
                prop_assert!(workshop.can_be_sent());
            }
        }
        let counted: BTreeMap<Piece, Spot> = workshop.layout().clone();
        prop_assert_eq!(counted.len(), usize::try_from(workshop.count().used).unwrap());
    }
}
