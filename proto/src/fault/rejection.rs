//! The reason of each refusal of the rules, and its figures.

use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::wall::{WallCode, WallFault};
use ishigaki_rules::{LotId, Phase, Rejection, Revision, Setup, StoneId, TeamId};

use super::{ErrorReason, Fault, RequestOrigin, Violation};
use crate::names::Names;
use crate::phase::phase_to_wire;

impl Fault {
    /// Returns a refusal of the rules, in the codes of this game.
    pub fn of_rejection(rejection: &Rejection, setup: &Setup) -> Self {
        Self::of_rejected(rejection, setup, &RequestOrigin::default())
    }

    /// Returns the same with the positions of faults in the request.
    #[expect(clippy::too_many_lines, reason = "a table of one row per rejection")]
    pub fn of_rejected(rejection: &Rejection, setup: &Setup, origin: &RequestOrigin) -> Self {
        let names = Names(setup);
        let fault = match rejection {
            Rejection::UnknownTeam { team } => of_team(ErrorReason::UnknownTeam, names, *team),
            Rejection::UnknownLot { lot } => of_lot(ErrorReason::UnknownLot, names, *lot),
            Rejection::NotYours { team } => of_team(ErrorReason::NotYours, names, *team),
            Rejection::Disqualified { team } => of_team(ErrorReason::Disqualified, names, *team),
            Rejection::WrongPhase { phase } => Self::wrong_phase(*phase),
            Rejection::Paused => Self::new(ErrorReason::Paused),
            Rejection::NotPaused => Self::new(ErrorReason::NotPaused),
            Rejection::WrongRound { named, current } => other(ErrorReason::WrongRound, named.0, current.0),
            Rejection::WrongAttempt { named, current } => other(ErrorReason::WrongAttempt, *named, *current),
            Rejection::WrongWave { named, current } => other(ErrorReason::WrongWave, named.0, current.0),
            Rejection::Late { at, deadline } => {
                Self::new(ErrorReason::Late).with("at_ms", at.0).with("deadline_ms", deadline.0)
            }
            Rejection::InvalidList { faults } => {
                let violations = faults.iter().map(|fault| of_bid_fault(fault, names, origin)).collect();
                return Self::of_violations(ErrorReason::InvalidList, rejection.rule(), violations);
            }
            Rejection::NotTied { team } => of_team(ErrorReason::NotTied, names, *team),
            Rejection::InvalidRebid { faults } => {
                let violations = faults.iter().map(|fault| of_rebid_fault(fault, names)).collect();
                return Self::of_violations(ErrorReason::InvalidRebid, rejection.rule(), violations);
            }
            Rejection::AlreadySubmitted { team } => of_team(ErrorReason::AlreadySubmitted, names, *team),
            Rejection::Replaced { named, current } => revised(ErrorReason::Replaced, *named, *current),
            Rejection::WallChanged { named, current } => revised(ErrorReason::WallChanged, *named, *current),
            Rejection::AlreadyConfirmed { lot } => of_lot(ErrorReason::AlreadyConfirmed, names, *lot),
            Rejection::NotOnOffer { lot } => of_lot(ErrorReason::NotOnOffer, names, *lot),
            Rejection::NotOwned { stone } => of_stone(ErrorReason::NotOwned, names, *stone),
            Rejection::NotOnWall { stone } => of_stone(ErrorReason::NotOnWall, names, *stone),
            Rejection::InvalidWall { faults } => {
                let violations = faults.iter().map(|fault| of_wall_fault(fault, names, origin)).collect();
                return Self::of_violations(ErrorReason::InvalidWall, rejection.rule(), violations);
            }
            Rejection::JankenOpen { groups } => of_groups(ErrorReason::JankenOpen, names, groups),
            Rejection::NotATiedGroup { groups } => of_groups(ErrorReason::NotATiedGroup, names, groups),
            Rejection::AlreadyDisqualified { team } => {
                of_team(ErrorReason::AlreadyDisqualified, names, *team)
            }
            Rejection::NotDisqualified { team } => of_team(ErrorReason::NotDisqualified, names, *team),
            Rejection::StaleSettlement { named, current } => {
                Self::new(ErrorReason::StaleSettlement).with("named", named).with("current", current)
            }
            Rejection::NotByHand => Self::new(ErrorReason::NotByHand),
            Rejection::BadCount { figure, counted, least, most } => Self::new(ErrorReason::BadCount)
                .with("figure", figure)
                .with("counted", counted)
                .with("least", least)
                .with("most", most),
            Rejection::NoStones => Self::new(ErrorReason::NoStones),
            Rejection::NoReason { .. } => Self::new(ErrorReason::NoReason),
            Rejection::NothingToExtend => Self::new(ErrorReason::NothingToExtend),
            Rejection::BadExtension { millis } => {
                Self::new(ErrorReason::BadExtension).with("millis", *millis)
            }
            Rejection::TooManyQuestions { team, waiting, most } => {
                of_team(ErrorReason::TooManyQuestions, names, *team)
                    .with("waiting", waiting)
                    .with("most", most)
            }
            Rejection::TooManyMessages { most } => Self::new(ErrorReason::TooManyMessages).with("most", most),
            Rejection::UnknownQuestion { team, question } => {
                of_team(ErrorReason::UnknownQuestion, names, *team).with("question", question)
            }
            Rejection::AlreadyAnswered { team, question, named, current } => {
                revised(ErrorReason::AlreadyAnswered, *named, *current)
                    .with("team", names.team(*team))
                    .with("question", question)
            }
            Rejection::UnknownMessage { team, through, told } => {
                of_team(ErrorReason::UnknownMessage, names, *team).with("named", through).with("told", told)
            }
        };
        fault.under(rejection.rule())
    }
}

fn of_team(reason: ErrorReason, names: Names<'_>, team: TeamId) -> Fault {
    Fault::new(reason).with("team", names.team(team))
}

fn of_lot(reason: ErrorReason, names: Names<'_>, lot: LotId) -> Fault {
    Fault::new(reason).with("lot", names.lot(lot))
}

fn of_stone(reason: ErrorReason, names: Names<'_>, stone: StoneId) -> Fault {
    Fault::new(reason).with("stones", names.stone(stone))
}

fn of_groups(reason: ErrorReason, names: Names<'_>, groups: &[Vec<TeamId>]) -> Fault {
    let codes =
        |group: &Vec<TeamId>| group.iter().map(|&team| names.team(team)).collect::<Vec<_>>().join(" ");
    Fault::new(reason).with("groups", groups.iter().map(codes).collect::<Vec<_>>().join(";"))
}

fn other(reason: ErrorReason, named: u32, current: u32) -> Fault {
    Fault::new(reason).with("named", named).with("current", current)
}

fn revised(reason: ErrorReason, named: Option<Revision>, current: Option<Revision>) -> Fault {
    let number = |revision: Option<Revision>| revision.map_or(0, |revision| revision.0);
    other(reason, number(named), number(current))
}

impl Fault {
    /// Returns the fault of an act that is impossible in this phase.
    pub fn wrong_phase(phase: Phase) -> Self {
        let name = phase_to_wire(phase).as_str_name();
        let fault =
            Fault::new(ErrorReason::WrongPhase).with("phase", name.strip_prefix("PHASE_").unwrap_or(name));
        let fault = match phase {
            Phase::Ready { next } => fault.with("round", next),
            Phase::Rebidding { wave, .. } => fault.with("wave", wave),
            Phase::Bidding { .. }
            | Phase::Confirming
            | Phase::Building
            | Phase::Countdown { .. }
            | Phase::Ended
            | Phase::Declared
            | Phase::Abandoned => fault,
        };
        match phase.closes_at() {
            Some(moment) => fault.with("deadline_ms", moment.0),
            None => fault,
        }
    }
}

fn of_bid_fault(fault: &BidFault, names: Names<'_>, origin: &RequestOrigin) -> Violation {
    let rule = fault.rule();
    match fault {
        BidFault::TooManyBids { lines, max_bids } => Violation::new("bids", ErrorReason::TooManyBids, rule)
            .with("lines", lines)
            .with("max_bids", max_bids)
            .with_some("entries", origin.lines_beyond(*max_bids)),
        BidFault::TooManyOfLot { lot, lines, copies } => {
            Violation::new("bids", ErrorReason::TooManyOfLot, rule)
                .with("lot", names.lot(*lot))
                .with("lines", lines)
                .with("copies", copies)
                .with_some("entries", origin.lines_of(*lot))
        }
        BidFault::UnknownLot { line, lot } => {
            let (is_known, code) = (names.0.lot(*lot).is_some(), origin.lot(names, *lot));
            let reason = if is_known { ErrorReason::NoCopyOnOffer } else { ErrorReason::UnknownLot };
            Violation::new(format!("bids[{line}].lot"), reason, rule)
                .with("line", line.saturating_add(1))
                .with_some("similar", if is_known { None } else { names.similar_lot(&code) })
                .with("lot", code)
        }
        BidFault::BelowMin { line, lot, price, min_price } => {
            Violation::new(format!("bids[{line}].price"), ErrorReason::BelowMin, rule)
                .with("line", line.saturating_add(1))
                .with("lot", names.lot(*lot))
                .with("price", price)
                .with("min_price", min_price)
        }
        BidFault::OverBudget { total, held } => {
            Violation::new("bids", ErrorReason::OverBudget, rule).with("total", total).with("held", held)
        }
    }
}

fn of_rebid_fault(fault: &RebidFault, names: Names<'_>) -> Violation {
    let rule = fault.rule();
    match fault {
        RebidFault::DuplicateLine { priority, entry } => {
            let field = format!("raises[{entry}].priority");
            Violation::new(field, ErrorReason::DuplicateLine, rule).with("line", priority)
        }
        RebidFault::NotTied { priority, entry } => {
            let field = format!("raises[{entry}].priority");
            Violation::new(field, ErrorReason::LineNotTied, rule).with("line", priority)
        }
        RebidFault::NotAbove { priority, lot, price, tied_at, entry } => {
            Violation::new(format!("raises[{entry}].price"), ErrorReason::NotAbove, rule)
                .with("line", priority)
                .with("lot", names.lot(*lot))
                .with("price", price)
                .with("tied_at", tied_at)
        }
        RebidFault::OverBudget { total, budget } => {
            Violation::new("raises", ErrorReason::OverRebidBudget, rule)
                .with("total", total)
                .with("budget", budget)
        }
    }
}

fn of_wall_fault(fault: &WallFault<StoneId>, names: Names<'_>, origin: &RequestOrigin) -> Violation {
    let reason = match fault.code {
        WallCode::BadRotation => ErrorReason::BadRotation,
        WallCode::DuplicateStone => ErrorReason::DuplicateStone,
        WallCode::Mirrored => ErrorReason::Mirrored,
        WallCode::NotOwned => ErrorReason::NotOwned,
        WallCode::NoBottom => ErrorReason::NoBottom,
        WallCode::OutOfFrame => ErrorReason::OutOfFrame,
        WallCode::Overlap => ErrorReason::Overlap,
        WallCode::ShapeMismatch => ErrorReason::ShapeMismatch,
        WallCode::Unsupported => ErrorReason::Unsupported,
    };
    let place = origin.of_stones(&fault.stones);
    let violation = Violation::new(place.field, reason, fault.code.rule());
    if fault.stones.is_empty() {
        return violation;
    }
    let stones: Vec<String> = fault.stones.iter().map(|&stone| origin.stone(names, stone)).collect();
    let violation = match fault.code {
        WallCode::BadRotation => violation.with_some("turns", origin.turns_of(&fault.stones)),
        WallCode::OutOfFrame => {
            violation.with_some("squares", origin.squares_outside(names.0, &fault.stones))
        }
        _ => violation,
    };
    violation.with("stones", stones.join(" ")).with_some("entries", place.entries)
}
