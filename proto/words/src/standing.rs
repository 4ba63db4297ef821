//! Where the game and the teams stand, in words.

use ishigaki_rules::Phase;
use ishigaki_rules::ranking::{Criterion, Tally};

use crate::{Value, Words};

impl Words {
    /// Where the game stands, as a label. The time left is the reader's to show ([`crate::countdown`]).
    pub fn phase(&self, phase: Phase) -> String {
        match phase {
            Phase::Ready { next } => self.say("phase-ready", &[("round", next.into())]),
            Phase::Bidding { .. } => self.label("phase-bidding"),
            Phase::Rebidding { wave, .. } => self.say("phase-rebidding", &[("wave", wave.into())]),
            Phase::Confirming => self.label("phase-confirming"),
            Phase::Building => self.label("phase-building"),
            Phase::Countdown { .. } => self.label("phase-countdown"),
            Phase::Ended => self.label("phase-ended"),
            Phase::Declared => self.label("phase-declared"),
            Phase::Abandoned if self.is_practice() => self.label("phase-practice-ended"),
            Phase::Abandoned => self.label("phase-abandoned"),
        }
    }

    /// What separates a row of the ranking from the row below, with both figures where there are any:
    /// `fewer empty squares: 3 against 5 (E2 (1))`.
    ///
    /// `above` and `below` are the counts of the two rows; `None` for a disqualified team.
    pub fn criterion(&self, criterion: Criterion, above: Option<&Tally>, below: Option<&Tally>) -> String {
        let what = self.label(criterion_key(criterion));
        let figures = figure(criterion, above).zip(figure(criterion, below));
        let rule = ("rule", criterion.rule().into());
        match figures {
            Some((above, below)) => {
                let gaps = [("what", what.into()), ("above", above), ("below", below), rule];
                self.say("criterion-with-figures", &gaps)
            }
            None => self.say("criterion-alone", &[("what", what.into()), rule]),
        }
    }
}

fn criterion_key(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Empty => "criterion-empty",
        Criterion::TopGaps => "criterion-top-gaps",
        Criterion::Held => "criterion-held",
        Criterion::Used => "criterion-used",
        Criterion::Unused => "criterion-unused",
        Criterion::Janken => "criterion-janken",
        Criterion::JankenNeeded => "criterion-janken-needed",
        Criterion::Disqualified => "criterion-disqualified",
        Criterion::BothDisqualified => "criterion-both-disqualified",
    }
}

/// The figure that a criterion looks at.
fn figure(criterion: Criterion, tally: Option<&Tally>) -> Option<Value> {
    let Tally { empty, top_gaps, held, used, unused } = *tally?;
    let count = |count: u32| Some(Value::from(count));
    match criterion {
        Criterion::Empty => count(empty),
        Criterion::TopGaps => count(top_gaps),
        Criterion::Held => Some(held.into()),
        Criterion::Used => count(used),
        Criterion::Unused => count(unused),
        Criterion::Janken
        | Criterion::JankenNeeded
        | Criterion::Disqualified
        | Criterion::BothDisqualified => None,
    }
}
