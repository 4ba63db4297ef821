//! Spelling of the setup in line 1.

use ishigaki_rules::{
    Cell, ClosePolicy, Frame, LotSpec, Millis, RoundPlan, Setup, Shape, SupportRule, TeamSpec, Tsuyama,
};
use serde::{Deserialize, Serialize};

use super::Error;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupLine {
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title_ja: String,
    frame: Vec<String>,
    lots: Vec<LotLine>,
    teams: Vec<TeamLine>,
    initial: u64,
    rounds: Vec<RoundLine>,
    support: SupportName,
    end_countdown_ms: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LotLine {
    code: String,
    shape: Vec<String>,
    min_price: u64,
    copies: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamLine {
    code: String,
    name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundLine {
    max_bids: u32,
    max_wins: u32,
    window_ms: u64,
    rebid_window_ms: u64,
    close: Close,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Close {
    AtDeadline,
    WhenAllSealed,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SupportName {
    EachMove,
    AtEnd,
}

impl SetupLine {
    pub(super) fn of(setup: &Setup) -> Self {
        let team = |team: &TeamSpec| TeamLine { code: team.code.clone(), name: team.name.clone() };
        Self {
            title: setup.title.clone(),
            title_ja: setup.title_ja.clone(),
            frame: setup.frame.rows(),
            lots: setup.lots.iter().map(LotLine::of).collect(),
            teams: setup.teams.iter().map(team).collect(),
            initial: setup.initial.0,
            rounds: setup.rounds.iter().map(RoundLine::of).collect(),
            support: match setup.support {
                SupportRule::EachMove => SupportName::EachMove,
                SupportRule::AtEnd => SupportName::AtEnd,
            },
            end_countdown_ms: setup.end_countdown.0,
        }
    }

    pub(super) fn read(self) -> Result<Setup, Error> {
        let team = |team: TeamLine| TeamSpec { code: team.code, name: team.name };
        Ok(Setup {
            title: self.title,
            title_ja: self.title_ja,
            frame: Frame::parse(&self.frame).map_err(Error::Frame)?,
            lots: self.lots.into_iter().map(LotLine::read).collect::<Result<_, _>>()?,
            teams: self.teams.into_iter().map(team).collect(),
            initial: Tsuyama(self.initial),
            rounds: self.rounds.iter().map(RoundLine::read).collect(),
            support: match self.support {
                SupportName::EachMove => SupportRule::EachMove,
                SupportName::AtEnd => SupportRule::AtEnd,
            },
            end_countdown: Millis(self.end_countdown_ms),
        })
    }
}

impl LotLine {
    fn of(lot: &LotSpec) -> Self {
        Self {
            code: lot.code.clone(),
            shape: drawn(&lot.shape),
            min_price: lot.min_price.0,
            copies: lot.copies,
        }
    }

    fn read(self) -> Result<LotSpec, Error> {
        let mut cells = Vec::new();
        for (row, signs) in (0..).zip(&self.shape) {
            for (col, sign) in (0..).zip(signs.chars()) {
                match sign {
                    '#' => cells.push(Cell { row, col }),
                    '.' => {}
                    _ => return Err(Error::Sign { lot: self.code }),
                }
            }
        }
        match Shape::new(cells) {
            Ok(shape) => Ok(LotSpec {
                code: self.code,
                shape,
                min_price: Tsuyama(self.min_price),
                copies: self.copies,
            }),
            Err(fault) => Err(Error::Shape { lot: self.code, fault }),
        }
    }
}

impl RoundLine {
    fn of(plan: &RoundPlan) -> Self {
        Self {
            max_bids: plan.max_bids,
            max_wins: plan.max_wins,
            window_ms: plan.window.0,
            rebid_window_ms: plan.rebid_window.0,
            close: match plan.close {
                ClosePolicy::AtDeadline => Close::AtDeadline,
                ClosePolicy::WhenAllSealed => Close::WhenAllSealed,
            },
        }
    }

    fn read(&self) -> RoundPlan {
        RoundPlan {
            max_bids: self.max_bids,
            max_wins: self.max_wins,
            window: Millis(self.window_ms),
            rebid_window: Millis(self.rebid_window_ms),
            close: match self.close {
                Close::AtDeadline => ClosePolicy::AtDeadline,
                Close::WhenAllSealed => ClosePolicy::WhenAllSealed,
            },
        }
    }
}

fn drawn(shape: &Shape) -> Vec<String> {
    let sign = |cell: Cell| if shape.cells().binary_search(&cell).is_ok() { '#' } else { '.' };
    let row = |row| (0..shape.width()).map(|col| sign(Cell { row, col })).collect();
    (0..shape.height()).map(row).collect()
}
