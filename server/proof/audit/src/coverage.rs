//! Coverage: what was reached. A count that stays at 0 says that a proof does not prove what it claims to.

use std::fmt;

use ishigaki_rules::Fact;

/// Makes an enum of things that are counted, each with its label.
#[macro_export]
macro_rules! counts {
    ($(#[$of:meta])* $counted:ident { $($(#[doc = $doc:literal])+ $name:ident => $label:literal),+ $(,)? }) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $counted {
            $($(#[doc = $doc])+ $name),+
        }

        impl $counted {
            /// All of them, in order.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// As people read it.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label),+
                }
            }
        }
    };
}

counts! {
    /// Marks of what can be reached in a game besides its kinds of facts.
    Reached {
        /// Lists that replaced another.
        Replaced => "list replaced",
        /// Empty lists.
        Declined => "declined",
        /// Lists sealed in the last millisecond.
        LastMillisecond => "list sealed in the last millisecond",
        /// Rounds that closed before their deadline.
        EarlyClose => "bidding closed early",
        /// Tied lots.
        Tie => "tie",
        /// Waves after the first of a round.
        SecondWave => "second wave in a round",
        /// Copies that failed.
        FailedTie => "failed tie",
        /// Re-bids that won.
        WonRebid => "re-bid won",
        /// Passes.
        Pass => "pass",
        /// Re-bids that were replaced.
        ReplacedRebid => "re-bid replaced",
        /// Confirmations of one lot.
        ByLot => "confirmed lot by lot",
        /// Void rounds with sealed lists that were never opened.
        VoidSealed => "round voided before its opening",
        /// Void rounds with announced awards.
        VoidAwarded => "round voided after its opening",
        /// Pauses of an open window.
        PauseInWindow => "window paused",
        /// Stones lifted off at the end.
        Lifted => "stones lifted off at the end",
        /// Lists and re-bids entered by the organiser.
        ByHand => "list entered by hand",
        /// Walls entered by the organiser.
        WallByHand => "wall entered by hand",
        /// Counts by hand that were taken back.
        Uncounted => "count by hand taken back",
        /// Facts of which some teams alone are told.
        Addressed => "told to some teams alone",
    }
}

/// Counts of how often each kind of fact happened, and each [`Reached`] was.
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
    /// One more.
    pub fn add(&mut self, reached: Reached) {
        self.reached[reached as usize] += 1;
    }

    /// One more fact of this kind.
    pub fn happened(&mut self, fact: &Fact) {
        if let Some(at) = Fact::NAMES.iter().position(|name| *name == fact.name()) {
            self.facts[at] += 1;
        }
        if fact.addressees().is_some() {
            self.add(Reached::Addressed);
        }
    }

    /// As often as this, and that.
    pub fn merge(&mut self, other: &Self) {
        let own = self.facts.iter_mut().chain(&mut self.reached);
        for (own, other) in own.zip(other.facts.iter().chain(&other.reached)) {
            *own += other;
        }
    }

    /// Returns how often, by label: the kinds of facts by their names. A note happens in no game: it stands in a record in the
    /// place of what some are told.
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
