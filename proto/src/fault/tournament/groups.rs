//! The reasons of refusals by a contest in groups, with their figures. Stages and groups count from 1.

use ishigaki_rules::{FigureFault, TeamId};
use ishigaki_tournament::{GroupFault, GroupGame, GroupPhase, GroupRejection, StageId};

use super::of_digits;
use crate::fault::{ErrorReason, Fault};
use crate::phase::group_phase_to_wire;

impl Fault {
    pub(super) fn of_groups(rejection: &GroupRejection) -> Self {
        match rejection {
            GroupRejection::WrongPhase { phase } => of_phase(*phase),
            GroupRejection::OtherStage { named, current } => Self::new(ErrorReason::OtherStage)
                .with("named", number(*named))
                .with("current", number(*current)),
            GroupRejection::OfLeagues => Self::new(ErrorReason::OfAnotherKind).with("kind", "GROUPS"),
            GroupRejection::NotTheReferee => Self::new(ErrorReason::NotTheReferee),
            GroupRejection::BadNotice(fault) => Self::of_text(fault.language, fault.error),
            GroupRejection::TooManyMessages { most } => Self::of_flood(*most),
            GroupRejection::NoReason => Self::new(ErrorReason::NoReason),
            GroupRejection::BadTeam { team } => Self::new(ErrorReason::BadRoster).with("line", line(*team)),
            GroupRejection::TooFewTeams { teams } => {
                Self::new(ErrorReason::TooFewTeams).with("teams", teams).with("fewest", 2)
            }
            GroupRejection::UnknownGuest { stage, guest } => {
                of_stage(ErrorReason::UnknownGuest, *stage).with("guest", guest.saturating_add(1))
            }
            GroupRejection::NeverPlays { team } => {
                Self::new(ErrorReason::NeverPlays).with("team", line(*team))
            }
            GroupRejection::AttendanceStands { team } => {
                Self::new(ErrorReason::AttendanceStands).with("team", line(*team))
            }
            GroupRejection::DrawStands => Self::new(ErrorReason::DrawStands),
            GroupRejection::BadDigits(fault) => of_digits(*fault),
            GroupRejection::NotOfStage { team, stage } => {
                of_stage(ErrorReason::NotOfStage, *stage).with("team", line(*team))
            }
            GroupRejection::BadGroups(fault) => of_size(*fault),
            GroupRejection::TooFewPresent { stage, present, roster } => {
                let fault = of_stage(ErrorReason::BadGroups, *stage).with("teams", present);
                fault.with("of", roster).with("fewest", 2)
            }
            GroupRejection::NoScenario { stage, teams } => {
                of_stage(ErrorReason::NoScenario, *stage).with("teams", teams)
            }
            GroupRejection::NoSuchGame { game } => of_game(ErrorReason::NoGroupGame, *game),
            GroupRejection::GameServed { game } => of_game(ErrorReason::GameServed, *game),
            GroupRejection::BadFigure { team, fault } => of_figure(*team, *fault),
            GroupRejection::AlreadyCounted { game } => of_game(ErrorReason::AlreadyCounted, *game),
            GroupRejection::OtherTeams { game } => of_game(ErrorReason::OtherTeams, *game),
            GroupRejection::BadOrder { order } => {
                Self::new(ErrorReason::BadOrder).with("order", order.saturating_add(1))
            }
            GroupRejection::NoSpare { game } => {
                let fault = of_game(ErrorReason::NoGroupSpare, *game);
                if game.spare { fault.with("spare", true) } else { fault }
            }
            GroupRejection::NoJanken { stage } => of_stage(ErrorReason::NoJanken, *stage),
            GroupRejection::GamesOpen { stage, games } => {
                of_stage(ErrorReason::GamesOpen, *stage).with("open", games)
            }
            GroupRejection::GameRunning { game } => of_game(ErrorReason::GamesOpen, *game).with("open", 1),
            GroupRejection::JankenMissing { stage, sets } => {
                of_stage(ErrorReason::JankenMissing, *stage).with("sets", sets)
            }
            GroupRejection::StageBuiltUpon { stage } => of_stage(ErrorReason::StageBuiltUpon, *stage),
        }
    }
}

fn of_phase(phase: GroupPhase) -> Fault {
    let (stage, current) = group_phase_to_wire(phase);
    let fault = Fault::at_stage(stage);
    match current {
        Some(stage) => fault.with("group_stage", number(stage)),
        None => fault,
    }
}

fn of_figure(team: TeamId, fault: FigureFault) -> Fault {
    let FigureFault { criterion, counted, most } = fault;
    let bad = Fault::new(ErrorReason::BadCount).with("team", line(team));
    bad.with("figure", criterion.name()).with("counted", counted).with("least", 0).with("most", most)
}

fn number(stage: StageId) -> u32 {
    stage.0.saturating_add(1)
}

fn line(team: TeamId) -> u32 {
    team.0.saturating_add(1)
}

fn of_stage(reason: ErrorReason, stage: StageId) -> Fault {
    Fault::new(reason).with("stage", number(stage))
}

fn of_game(reason: ErrorReason, game: GroupGame) -> Fault {
    of_stage(reason, game.stage).with("group", game.group.0.saturating_add(1))
}

fn of_size(fault: GroupFault) -> Fault {
    let bad = Fault::new(ErrorReason::BadGroups);
    match fault {
        GroupFault::TooFew { teams } => bad.with("teams", teams),
        GroupFault::Target { target } => bad.with("target", target),
        GroupFault::Groups { groups } => bad.with("groups", groups),
    }
}
