//! Set-ups.

use ishigaki_rules::{
    Cell, ClosePolicy, Frame, LotSpec, Millis, RoundPlan, Setup, Shape, SupportRule, TeamSpec, Tsuyama,
};

use crate::fault::Fault;
use crate::wire;

/// Returns the set-up of a game.
pub fn setup_to_wire(setup: &Setup) -> wire::Setup {
    wire::Setup {
        title: setup.title.clone(),
        title_ja: setup.title_ja.clone(),
        frame: setup.frame.rows(),
        lots: setup.lots.iter().map(lot_to_wire).collect(),
        teams: setup
            .teams
            .iter()
            .map(|team| wire::Team { code: team.code.clone(), name: team.name.clone() })
            .collect(),
        initial: setup.initial.0,
        rounds: setup.rounds.iter().map(round_to_wire).collect(),
        support: support_to_wire(setup.support).into(),
        end_countdown_ms: setup.end_countdown.0,
    }
}

/// Reads a setup that can be played ([`Setup::check`]).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field; `set_up` if the combination can't be played.
pub fn setup_from_wire(setup: &wire::Setup) -> Result<Setup, Fault> {
    let lots = setup
        .lots
        .iter()
        .enumerate()
        .map(|(at, lot)| lot_from_wire(lot).map_err(|fault| fault.within(format_args!("lots[{at}]"))));
    let teams = setup.teams.iter().enumerate().map(|(at, team)| {
        let code = present(&team.code, "code").map_err(|fault| fault.within(format_args!("teams[{at}]")))?;
        Ok(TeamSpec { code, name: team.name.clone() })
    });
    let rounds =
        setup.rounds.iter().enumerate().map(|(at, plan)| {
            round_from_wire(plan).map_err(|fault| fault.within(format_args!("rounds[{at}]")))
        });
    let read = Setup {
        title: setup.title.clone(),
        title_ja: setup.title_ja.clone(),
        frame: Frame::parse(&setup.frame).map_err(|_| Fault::bad_field("frame"))?,
        lots: lots.collect::<Result<_, _>>()?,
        teams: teams.collect::<Result<_, _>>()?,
        initial: Tsuyama(setup.initial),
        rounds: rounds.collect::<Result<_, _>>()?,
        support: match setup.support() {
            wire::SupportRule::Unspecified => return Err(Fault::missing_field("support")),
            wire::SupportRule::EachMove => SupportRule::EachMove,
            wire::SupportRule::AtEnd => SupportRule::AtEnd,
        },
        end_countdown: Millis(setup.end_countdown_ms),
    };
    read.check().map_err(|_| Fault::bad_field("set_up"))?;
    Ok(read)
}

fn lot_to_wire(lot: &LotSpec) -> wire::Lot {
    let sign =
        |row, col| if lot.shape.cells().binary_search(&Cell::new(row, col)).is_ok() { '#' } else { '.' };
    let rows = 0..lot.shape.height();
    wire::Lot {
        code: lot.code.clone(),
        shape: rows.map(|row| (0..lot.shape.width()).map(|col| sign(row, col)).collect()).collect(),
        min_price: lot.min_price.0,
        copies: lot.copies,
    }
}

fn lot_from_wire(lot: &wire::Lot) -> Result<LotSpec, Fault> {
    let bad_shape = || Fault::bad_field("shape");
    let mut cells = Vec::new();
    for (row, signs) in (0..).zip(&lot.shape) {
        for (col, sign) in (0..).zip(signs.chars()) {
            match sign {
                '#' => cells.push(Cell::new(row, col)),
                '.' => {}
                _ => return Err(bad_shape()),
            }
        }
    }
    Ok(LotSpec {
        code: present(&lot.code, "code")?,
        shape: Shape::new(cells).map_err(|_| bad_shape())?,
        min_price: Tsuyama(lot.min_price),
        copies: lot.copies,
    })
}

fn round_to_wire(plan: &RoundPlan) -> wire::RoundPlan {
    let close = match plan.close {
        ClosePolicy::AtDeadline => wire::ClosePolicy::AtDeadline,
        ClosePolicy::WhenAllSealed => wire::ClosePolicy::WhenAllSealed,
    };
    wire::RoundPlan {
        max_bids: plan.max_bids,
        max_wins: plan.max_wins,
        window_ms: plan.window.0,
        rebid_window_ms: plan.rebid_window.0,
        close: close.into(),
    }
}

fn round_from_wire(plan: &wire::RoundPlan) -> Result<RoundPlan, Fault> {
    Ok(RoundPlan {
        max_bids: plan.max_bids,
        max_wins: plan.max_wins,
        window: Millis(plan.window_ms),
        rebid_window: Millis(plan.rebid_window_ms),
        close: match plan.close() {
            wire::ClosePolicy::Unspecified => return Err(Fault::missing_field("close")),
            wire::ClosePolicy::AtDeadline => ClosePolicy::AtDeadline,
            wire::ClosePolicy::WhenAllSealed => ClosePolicy::WhenAllSealed,
        },
    })
}

fn support_to_wire(support: SupportRule) -> wire::SupportRule {
    match support {
        SupportRule::EachMove => wire::SupportRule::EachMove,
        SupportRule::AtEnd => wire::SupportRule::AtEnd,
    }
}

fn present(text: &str, field: &str) -> Result<String, Fault> {
    if text.is_empty() { Err(Fault::missing_field(field)) } else { Ok(text.to_string()) }
}
