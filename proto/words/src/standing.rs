//! The state of the game and the teams, in words.

use ishigaki_rules::ranking::{Criterion, Tally};
use ishigaki_rules::{Phase, Tsuyama};

use crate::{Value, Words};

impl Words {
    /// Returns the phase of the game, as a label. The time left is shown separately ([`crate::countdown`]).
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

    /// Returns the short heading of a criterion's column on a screen.
    pub fn criterion_head(&self, criterion: Criterion) -> String {
        self.criterion_head_of("criterion-head", criterion)
    }

    /// Returns the heading of a criterion's column in tables with their own catalogue keys, for example
    /// `cli-head`.
    pub fn criterion_head_of(&self, set: &str, criterion: Criterion) -> String {
        self.label(&key(set, criterion))
    }

    /// Returns the criterion that separates a row of the ranking from the row below, with both figures if it
    /// has any: `fewer empty squares: 3 v 5 (E2 (1))`.
    ///
    /// `above` and `below` are the counts of the two rows; `None` for a disqualified team.
    pub fn criterion(&self, criterion: Criterion, above: Option<&Tally>, below: Option<&Tally>) -> String {
        let what = self.label(&key("criterion", criterion));
        let figures = figure(criterion, above).zip(figure(criterion, below));
        let rule = ("rule", criterion.rule().into());
        match figures {
            Some((above, below)) => {
                let gaps = [("what", what.into()), ("above", above), ("below", below), rule];
                self.say("criterion-with-figures", &gaps)
            }
            None => self.say("shared-alone", &[("what", what.into()), rule]),
        }
    }
}

/// The catalogue's key of a criterion in a set: `criterion`, or the headings of a table.
fn key(set: &str, criterion: Criterion) -> String {
    format!("{set}-{}", criterion.name().replace('_', "-"))
}

pub(crate) fn figure(criterion: Criterion, tally: Option<&Tally>) -> Option<Value> {
    let figure = tally?.figure(criterion)?;
    // Money is text in a sentence; counts may select a plural.
    Some(match criterion {
        Criterion::Held => Tsuyama(figure).into(),
        _ => u32::try_from(figure).unwrap_or(u32::MAX).into(),
    })
}
