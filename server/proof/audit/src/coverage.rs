//! Coverage counts. A count of 0 means that a proof misses something it claims.

use std::fmt;

use ishigaki_rules::Fact;

/// Makes an enum of counted things, each with its label.
#[macro_export]
macro_rules! counts {
    ($(#[$of:meta])* $counted:ident { $($(#[doc = $doc:literal])* $name:ident => $label:literal),+ $(,)? }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $counted {
            $($(#[doc = $doc])* $name),+
        }

        impl $counted {
            /// All values, in order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The label for people.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label),+
                }
            }
        }
    };
}

counts! {
    Reached {
        Replaced => "list replaced",
        Declined => "declined",
        /// Lists sealed in the last millisecond.
        LastMillisecond => "list sealed in the last millisecond",
        /// Rounds that closed before their deadline.
        EarlyClose => "bidding closed early",
        Tie => "tie",
        SecondWave => "second wave in a round",
        FailedTie => "failed tie",
        WonRebid => "re-bid won",
        Pass => "pass",
        ReplacedRebid => "re-bid replaced",
        ByLot => "confirmed lot by lot",
        /// Void rounds with sealed lists that were never opened.
        VoidSealed => "round voided before its opening",
        VoidAwarded => "round voided after its opening",
        PauseInWindow => "window paused",
        Lifted => "stones lifted off at the end",
        ByHand => "list entered by hand",
        WallByHand => "wall entered by hand",
        Uncounted => "count by hand taken back",
        Addressed => "told to some teams alone",
    }
}

/// Number of times that each kind of fact happened and each [`Reached`] was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    facts: Vec<u64>,
    reached: Vec<u64>,
}

impl Default for Coverage {
    fn default() -> Self {
        Self { facts: vec![0; Fact::NAMES.len()], reached: vec![0; Reached::ALL.len()] }
    }
}

impl Coverage {
    /// Counts one.
    pub fn add(&mut self, reached: Reached) {
        self.reached[reached as usize] += 1;
    }

    /// Counts a fact by its kind.
    pub fn happened(&mut self, fact: &Fact) {
        if let Some(at) = Fact::NAMES.iter().position(|name| *name == fact.name()) {
            self.facts[at] += 1;
        }
        if fact.addressees().is_some() {
            self.add(Reached::Addressed);
        }
    }

    /// Adds the counts of another coverage.
    pub fn merge(&mut self, other: &Self) {
        let own = self.facts.iter_mut().chain(&mut self.reached);
        for (own, other) in own.zip(other.facts.iter().chain(&other.reached)) {
            *own += other;
        }
    }

    /// Returns the counts by label. A note happens in no game; it replaces restricted facts in records.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let labels = Fact::NAMES.iter().copied().chain(Reached::ALL.iter().map(|reached| reached.label()));
        let counts = labels.zip(self.facts.iter().chain(&self.reached).copied());
        counts.filter(|(label, _)| *label != Fact::NoteSealed.name())
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (label, count) in self.counts() {
            writeln!(f, "{count:>12}  {label}")?;
        }
        Ok(())
    }
}
