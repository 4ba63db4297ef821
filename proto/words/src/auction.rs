//! The outcome of an auction in words (`A5`–`A10`), for opened lists only.

use ishigaki_rules::auction::{Award, FailedCopies, FailureReason, Outcome, Tie};
use ishigaki_rules::{Setup, TeamId};

use crate::{Value, Words};

impl Words {
    /// Returns the outcome of a team's line, as the line's continuation: `outbid by Team B at 14 (A5)`.
    pub fn outcome(&self, setup: &Setup, team: TeamId, outcome: &Outcome) -> String {
        let rule = ("rule", outcome.rule().into());
        let of = |by: &TeamId, price: Value| vec![("team", self.team(setup, *by).into()), ("price", price)];
        let (key, mut gaps): (_, Vec<(&str, Value)>) = match outcome {
            Outcome::Awarded { price, by_rebid: false } => {
                ("outcome-awarded", vec![("price", (*price).into())])
            }
            Outcome::Awarded { price, by_rebid: true } => {
                ("outcome-awarded-by-rebid", vec![("price", (*price).into())])
            }
            Outcome::Outbid { by, at } if *by == team => {
                ("outcome-outbid-by-own", vec![("price", (*at).into())])
            }
            Outcome::Outbid { by, at } => ("outcome-outbid", of(by, (*at).into())),
            Outcome::Tied { at } => ("outcome-tied", vec![("price", (*at).into())]),
            Outcome::LostRebid { to, at } if *to == team => {
                ("outcome-lost-rebid-to-own", vec![("price", (*at).into())])
            }
            Outcome::LostRebid { to, at } => ("outcome-lost-rebid", of(to, (*at).into())),
            Outcome::GivenUp => ("outcome-given-up", Vec::new()),
            Outcome::FailedTie { at } => ("outcome-failed-tie", vec![("price", (*at).into())]),
            Outcome::Closed => ("outcome-closed", Vec::new()),
            Outcome::NoCopyLeft => ("outcome-no-copy-left", Vec::new()),
            Outcome::QuotaFull => ("outcome-quota-full", Vec::new()),
            Outcome::Waiting => ("outcome-waiting", Vec::new()),
        };
        gaps.push(rule);
        self.say(key, &gaps)
    }

    /// Returns an award: `L to Team B for 14 TSUYAMA`.
    pub fn award(&self, setup: &Setup, award: &Award) -> String {
        let gaps = [
            ("lot", self.lot(setup, award.lot).into()),
            ("team", self.team(setup, award.team).into()),
            ("price", award.price.into()),
        ];
        self.say("auction-award", &gaps)
    }

    /// Returns a tie for a re-bid (`A6`): lot, price and teams.
    pub fn tie(&self, setup: &Setup, tie: &Tie) -> String {
        let mut teams: Vec<TeamId> = tie.lines.iter().map(|line| line.team).collect();
        teams.dedup();
        let gaps = [
            ("lot", self.lot(setup, tie.lot).into()),
            ("copies", tie.copies.into()),
            ("price", tie.price.into()),
            ("teams", self.teams(setup, teams).into()),
            ("rule", "A6".into()),
        ];
        self.say("auction-tie", &gaps)
    }

    /// Returns failed copies of this round with the reason (`A8`).
    pub fn failure(&self, setup: &Setup, failure: &FailedCopies) -> String {
        let gaps = [
            ("lot", self.lot(setup, failure.lot).into()),
            ("copies", failure.copies.into()),
            ("why", self.failure_reason(failure.reason).into()),
            ("rule", "A8".into()),
        ];
        self.say("auction-failure", &gaps)
    }

    /// Returns the reason why copies failed (`A8`).
    pub fn failure_reason(&self, reason: FailureReason) -> String {
        self.label(match reason {
            FailureReason::NoRebid => "auction-failure-no-rebid",
            FailureReason::ShortRebid => "auction-failure-short-rebid",
            FailureReason::TiedRebid => "auction-failure-tied-rebid",
        })
    }
}
